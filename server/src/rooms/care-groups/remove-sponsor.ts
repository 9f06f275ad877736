import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockSponsor } from './change-sponsor.ts';

/** Hides a sponsor for good, unless a trial has it (OPS-39) or somebody who is to see its trials: they would see nothing. */
export async function removeSponsor({ tx, now, record }: Act<Actor>, sponsorId: number): Promise<void> {
  await lockSponsor(tx, sponsorId);
  const trial = await tx
    .selectFrom('care_group')
    .select('care_group_id')
    .where('sponsor_id', '=', sponsorId)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (trial) throw fail('sponsor.assigned');
  if (await hasPeople(tx, sponsorId)) throw fail('sponsor.has_people');
  const removed_at = now();
  await tx.updateTable('sponsor').set({ removed_at }).where('sponsor_id', '=', sponsorId).execute();
  await record({
    action: 'sponsor.removed',
    record: { kind: 'sponsor', id: sponsorId },
    changes: [{ field: 'removed_at', old: null, new: removed_at }],
  });
}

/** Those who were revoked count, as they may be let in again, and so do invitations that ran out, as they may be sent again. */
async function hasPeople(tx: Tx, sponsorId: number): Promise<boolean> {
  const person = tx
    .selectFrom('provider')
    .select('provider_id')
    .where('sponsor_id', '=', sponsorId)
    .where('removed_at', 'is', null);
  const invitation = tx
    .selectFrom('invitation')
    .select('invitation_id')
    .where('sponsor_id', '=', sponsorId)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null);
  const found = (await person.limit(1).executeTakeFirst()) ?? (await invitation.limit(1).executeTakeFirst());
  return found !== undefined;
}
