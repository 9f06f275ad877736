import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Adds a sponsor to the company. Two at once of one name: the unique index lets one in (REL-08). */
export async function addSponsor({ tx, viewer, record }: Act<Actor>, given: { name: string }): Promise<number> {
  const name = given.name.trim();
  const { id } = await tx
    .insertInto('sponsor')
    .values({ company_id: viewer.companyId, name })
    .returning('sponsor_id as id')
    .executeTakeFirstOrThrow();
  await record({
    action: 'sponsor.added',
    record: { kind: 'sponsor', id },
    changes: created({ name }),
  });
  return id;
}
