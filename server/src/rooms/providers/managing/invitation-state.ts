import type { InvitationState } from '@portal/contract/providers/user-rules.ts';
import type { Brands } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import { couldStillInvite } from '../inviting/may-invite.ts';
import { findInvited, type Reader } from './queries.ts';

/** What the link of somebody who has not come yet does now. Without its groups it is not even sent again, so that is said first. */
export async function invitationStateOf(
  { brands }: { brands: Pick<Brands, 'withKey'> },
  tx: Tx,
  { companyId }: Pick<Reader, 'companyId'>,
  { personId, now }: { personId: number; now: Date },
): Promise<InvitationState | undefined> {
  const invited = await findInvited(tx, { companyId }, personId);
  if (!invited) return undefined;
  if (invited.hasLostItsGroups) return 'groups_gone';
  if (invited.expiresAt <= now) return 'expired';
  if (!brands.withKey(invited.brandKey)) return 'host_gone';
  return (await couldStillInvite(tx, { ...invited, companyId })) ? 'open' : 'inviter_gone';
}
