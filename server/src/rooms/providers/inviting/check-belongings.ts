import { isPartner, type UserType } from '@portal/contract/access.ts';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { fail, refuseProblems } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { NewInvitation } from './new-invitation.ts';

/** CLN-22: these belong to trials. */
const typesOfTrials: readonly UserType[] = ['Admin', 'Sponsor', 'Site User', 'Pharmacy User', 'Wholesaler User'];

/** Refuses what does not go together with the type, and what is not of the inviter's company or out of the inviter's sight. */
export async function checkBelongings(
  tx: Tx,
  inviter: Pick<Actor, 'companyId'> & Sight,
  modules: readonly string[],
  given: Omit<NewInvitation, 'email' | 'brand'>,
): Promise<void> {
  const { type, partnerId = null, sponsorId = null, isPrescriber = false } = given;
  refuseProblems({
    type:
      type === 'System'
        ? 'cannot be invited'
        : typesOfTrials.includes(type) && !modules.includes('TrialCard')
          ? 'needs a company with the module TrialCard'
          : undefined,
    partner: isPartner(type) === (partnerId === null) ? `does not go with the type ${type}` : undefined,
    sponsor: (type === 'Sponsor') === (sponsorId === null) ? `does not go with the type ${type}` : undefined,
    prescriber: isPrescriber && type !== 'Site User' ? `does not go with the type ${type}` : undefined,
  });
  if (partnerId !== null) {
    const partner = await tx
      .selectFrom('partner')
      .select('partner_id')
      .where('partner_id', '=', partnerId)
      .where('company_id', '=', inviter.companyId)
      .where('kind', '=', type === 'Pharmacy User' ? 'pharmacy' : 'wholesaler')
      .executeTakeFirst();
    if (!partner) throw fail('not_found');
  }
  if (sponsorId !== null) {
    const sponsor = await tx
      .selectFrom('sponsor')
      .select('sponsor_id')
      .where('sponsor_id', '=', sponsorId)
      .where('removed_at', 'is', null)
      .where('company_id', '=', inviter.companyId)
      // Whoever removes the sponsor waits, and then finds the invitation; or is waited for.
      .forShare()
      .executeTakeFirst();
    if (!sponsor) throw fail('not_found');
  }
  const groups = [...new Set(given.careGroupIds)];
  const found = await tx
    .selectFrom('care_group')
    .select('care_group_id')
    .where('care_group_id', '=', anyOf(groups))
    .where('removed_at', 'is', null)
    .where('company_id', '=', inviter.companyId)
    .where(inSight(inviter, 'care_group_id'))
    .execute();
  if (found.length !== groups.length) throw fail('not_found');
}
