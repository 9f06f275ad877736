import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Renames a sponsor; gives its new version. */
export async function changeSponsor(
  { tx, record }: Act<Actor>,
  given: { sponsorId: number; name: string; version?: number | undefined },
): Promise<number> {
  const sponsor = await lockSponsor(tx, given.sponsorId);
  if (given.version !== undefined && given.version !== sponsor.version)
    throw failStale({ spId: sponsor.sponsor_id, sponsorName: sponsor.name, version: sponsor.version });
  const fields = { name: given.name.trim() };
  const changes = changesBetween(sponsor, fields);
  if (changes.length === 0) return sponsor.version;
  const version = sponsor.version + 1;
  await tx
    .updateTable('sponsor')
    .set({ ...fields, version })
    .where('sponsor_id', '=', given.sponsorId)
    .execute();
  await record({
    action: 'sponsor.changed',
    record: { kind: 'sponsor', id: given.sponsorId },
    changes,
  });
  return version;
}

/** A sponsor of the company, held until the transaction ends. Who gives it to a trial holds it as well. */
export async function lockSponsor(tx: Tx, sponsorId: number) {
  const sponsor = await tx
    .selectFrom('sponsor')
    .selectAll()
    .where('sponsor_id', '=', sponsorId)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!sponsor) throw fail('not_found');
  return sponsor;
}
