import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { changesBetween, type Recorded } from '#platform/audit/record.ts';
import { withdrawOpening } from '#platform/jobs/outbox.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { announceUsualBrand } from '#rooms/companies/door.ts';

/** What the mail with its link is known by in the outbox. */
export const opensInvitation = (invitationId: number): string => `invitation ${invitationId}`;

/** Takes an invitation back; its code leads nowhere any more. One that was used or taken back is not found. */
export async function cancelInvitation(act: Act<Actor>, invitationId: number, reason?: string): Promise<void> {
  if ((await cancel(act, { invitationId }, { reason })).length === 0) throw fail('not_found');
}

/** By the operator, for good: whom it was for no longer says under which brand the company is (OPN-31). Gives how many. */
export async function withdrawByOperator(act: Act<Actor>, email: string): Promise<number> {
  const { length } = await cancel(act, { email }, { byOperator: true });
  if (length > 0) await announceUsualBrand(act);
  return length;
}

/**
 * Takes back every invitation of an e-mail to the company that was not used: a new one may take their place (SEC-16, OPN-22).
 * Gives the number that was drawn for their person, who is the same one.
 */
export async function cancelEarlier(act: Act<Actor>, email: string): Promise<{ personId: number | null }> {
  const earlier = await cancel(act, { email });
  return { personId: earlier[0]?.personId ?? null };
}

async function cancel(
  { tx, viewer, now, record }: Act<Actor>,
  which: { invitationId: number } | { email: string },
  { reason, byOperator = false }: { reason?: string | undefined; byOperator?: boolean } = {},
) {
  const at = now();
  const cancelled = await tx
    .updateTable('invitation')
    .set({ cancelled_at: at, withdrawn_by_operator: byOperator })
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
        changes: changesBetween(
          { cancelled_at: null, withdrawn_by_operator: false },
          { cancelled_at: at, withdrawn_by_operator: byOperator },
        ),
        ...(reason === undefined ? {} : { reason }),
      }),
    ),
  );
  return cancelled;
}
