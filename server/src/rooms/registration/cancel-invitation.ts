import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { type Recorded, record } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Takes an invitation back; its code leads nowhere any more. One that was used or taken back is not found. */
export async function cancelInvitation(tx: Tx, clock: Clock, by: Actor, invitationId: number): Promise<void> {
  if ((await cancel(tx, clock, by, { invitationId })) === 0) throw fail('not_found');
}

/** Takes back every invitation of an e-mail to the company that was not used: a new one may take their place (SEC-16, OPN-22). */
export const cancelEarlier = (tx: Tx, clock: Clock, by: Actor, email: string): Promise<number> =>
  cancel(tx, clock, by, { email });

async function cancel(
  tx: Tx,
  clock: Clock,
  by: Actor,
  which: { invitationId: number } | { email: string },
): Promise<number> {
  const now = clock.now();
  const cancelled = await tx
    .updateTable('invitation')
    .set({ cancelled_at: now })
    .where((eb) => ('email' in which ? eb('email', '=', which.email) : eb('invitation_id', '=', which.invitationId)))
    .where('company_id', '=', by.companyId)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning('invitation_id as id')
    .execute();
  await record(
    tx,
    clock,
    by,
    ...cancelled.map(
      ({ id }): Recorded => ({
        action: 'invitation.cancelled',
        record: { kind: 'invitation', id },
        changes: [{ field: 'cancelled_at', old: null, new: now.toISOString() }],
      }),
    ),
  );
  return cancelled.length;
}
