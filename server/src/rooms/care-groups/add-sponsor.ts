import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { created, record } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Adds a sponsor to the company. Two at once of one name: the unique index lets one in (REL-08). */
export async function addSponsor(tx: Tx, clock: Clock, viewer: Actor, given: { name: string }): Promise<number> {
  const name = given.name.trim();
  const { id } = await tx
    .insertInto('sponsor')
    .values({ company_id: viewer.companyId, name })
    .returning('sponsor_id as id')
    .executeTakeFirstOrThrow();
  await record(tx, clock, viewer, {
    action: 'sponsor.added',
    record: { kind: 'sponsor', id },
    changes: created({ name }),
  });
  return id;
}
