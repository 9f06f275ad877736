import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Recorded } from '#platform/audit/record.ts';
import { withdrawOpening } from '#platform/jobs/outbox.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** What the mail with its link is known by in the outbox. */
export const opensInvitation = (invitationId: number): string => `invitation ${invitationId}`;

/** Takes an invitation back; its code leads nowhere any more. One that was used or taken back is not found. */
export async function cancelInvitation(act: Act<Actor>, invitationId: number, reason?: string): Promise<void> {
  if ((await cancel(act, { invitationId }, reason)).length === 0) throw fail('not_found');
}

/**
 * Takes back every invitation of an e-mail to the company that was not used: a new one may take their place (SEC-16, OPN-22).
 * Gives how many, and the number that was drawn for their person, who is the same one.
 */
export async function cancelEarlier(
  act: Act<Actor>,
  email: string,
): Promise<{ taken: number; personId: number | null }> {
  const earlier = await cancel(act, { email });
  return { taken: earlier.length, personId: earlier[0]?.personId ?? null };
}

async function cancel(
  { tx, viewer, now, record }: Act<Actor>,
  which: { invitationId: number } | { email: string },
  reason?: string,
) {
  const at = now();
  const cancelled = await tx
    .updateTable('invitation')
    .set({ cancelled_at: at })
    .where((eb) => ('email' in which ? eb('email', '=', which.email) : eb('invitation_id', '=', which.invitationId)))
    .where('company_id', '=', viewer.companyId)
    .where('used_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .returning(['invitation_id as id', 'person_id as personId'])
    .execute();
  for (const { id } of cancelled) await withdrawOpening(tx, at, opensInvitation(id));
  await record(
    ...cancelled.map(
      ({ id }): Recorded => ({
        action: 'invitation.cancelled',
        record: { kind: 'invitation', id },
        changes: [{ field: 'cancelled_at', old: null, new: at.toISOString() }],
        ...(reason === undefined ? {} : { reason }),
      }),
    ),
  );
  return cancelled;
}
