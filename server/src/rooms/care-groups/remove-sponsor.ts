import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockSponsor } from './change-sponsor.ts';

/** Hides a sponsor for good, unless a trial has it (OPS-39). */
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
  const removed_at = now();
  await tx.updateTable('sponsor').set({ removed_at }).where('sponsor_id', '=', sponsorId).execute();
  await record({
    action: 'sponsor.removed',
    record: { kind: 'sponsor', id: sponsorId },
    changes: [{ field: 'removed_at', old: null, new: removed_at }],
  });
}
