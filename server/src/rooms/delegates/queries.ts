/** SQL of the delegates. They are a company's, and known to its administrators alone. */
import { delegateStatus, type DelegateStatus } from '@portal/contract/delegates/rules.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/**
 * Delegates with the person they have become by their newest invitation (OPS-47). Whose invitation was withdrawn, and who was
 * removed, is a delegate no more: both happen in user management.
 */
const delegates = (tx: Tx) =>
  tx
    .selectFrom('delegate')
    .innerJoin('invitation', 'invitation.invitation_id', 'delegate.invitation_id')
    .leftJoin('provider', 'provider.provider_id', 'invitation.provider_id')
    .select([
      'delegate.delegate_id as delegateId',
      'delegate.email',
      sql<number>`coalesce(invitation.inviter_id, delegate.inviter_id)`.as('inviterId'),
      'provider.provider_id as personId',
      sql<number | null>`coalesce(provider.provider_id, invitation.person_id)`.as('userId'),
      'provider.first_name as firstName',
      'provider.last_name as lastName',
      'provider.phone',
      sql<DelegateStatus>`case when provider.provider_id is null then ${sql.lit(delegateStatus.pending)}
        when provider.is_active then ${sql.lit(delegateStatus.active)} else ${sql.lit(delegateStatus.deactivated)} end`.as(
        'status',
      ),
    ])
    .where(
      sql<boolean>`case when provider.provider_id is null then invitation.cancelled_at is null else provider.removed_at is null end`,
    );

export const delegatesOf = (tx: Tx) =>
  delegates(tx)
    .select(
      sql<string>`(select coalesce(string_agg(n.npi, ',' order by n.delegate_npi_id), '') from delegate_npi n
        where n.delegate_id = delegate.delegate_id and n.removed_at is null)`.as('npis'),
    )
    .orderBy('delegate.delegate_id');

export const delegateOf = (tx: Tx, delegateId: number) =>
  delegates(tx).where('delegate.delegate_id', '=', delegateId).executeTakeFirst();

/**
 * A delegate, by number or e-mail, held until the transaction ends; then the invitation, which one who waited finds as the
 * other has left it: who is just registering by it is active then.
 */
export async function lockDelegate(tx: Tx, which: { delegateId: number } | { email: string }) {
  const delegateId = await lockEntry(tx, which);
  return delegateId === undefined ? undefined : delegateOf(tx, delegateId);
}

/** The same, whether or not they are a delegate still: gives the number. */
export async function lockEntry(
  tx: Tx,
  which: { delegateId: number } | { email: string },
): Promise<number | undefined> {
  const held = await tx
    .selectFrom('delegate')
    .select(['delegate_id as delegateId', 'invitation_id as invitationId'])
    .where((eb) => ('email' in which ? eb('email', '=', which.email) : eb('delegate_id', '=', which.delegateId)))
    .forUpdate()
    .executeTakeFirst();
  if (!held) return undefined;
  await tx
    .selectFrom('invitation')
    .select('invitation_id')
    .where('invitation_id', '=', held.invitationId)
    .forUpdate()
    .execute();
  return held.delegateId;
}

/** For whom a delegate acts. */
export const npisOf = (tx: Tx, delegateId: number) =>
  tx
    .selectFrom('delegate_npi')
    .select([
      'delegate_npi_id as entryId',
      'npi',
      'first_name as firstName',
      'last_name as lastName',
      'given_by as givenBy',
      'version',
    ])
    .where('delegate_id', '=', delegateId)
    .where('removed_at', 'is', null)
    .orderBy('delegate_npi_id');
