import type { ModuleName } from '@portal/contract/access.ts';
import { type InvitedType, mayStartWithAdminRights, typesFor } from '@portal/contract/providers/user-rules.ts';
import type { Act } from '#platform/act/act.ts';
import type { Brand } from '#platform/core/brands.ts';
import { fail, refuseProblems } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import { givenInEmergency, inSight, seenInEmergencyAlone, seesWhole } from '#rooms/care-groups/door.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { invite } from '../inviting/invite.ts';
import { problemOfOtherSponsors } from '../inviting/other-sponsors.ts';
import { refuseUnconfigured } from '../inviting/refuse-unconfigured.ts';

export interface NewPerson {
  email: string;
  type: InvitedType;
  careGroupIds: readonly number[];
  defaultListing: boolean;
  adminRights: boolean;
  isPrescriber: boolean;
  sponsorId: number | null;
}

/** Invites somebody to the inviter's company (USR-12 to USR-21); gives the number that is theirs for good. */
export async function invitePerson(act: Act, given: NewPerson & { brand: Brand }): Promise<number> {
  const { tx, viewer, announce } = act;
  const { type } = given;
  const known = new Set(await groupsInSight(tx, viewer));
  if (given.careGroupIds.some((id) => !known.has(id))) throw fail('not_found');
  refuseProblems(problemsOf(viewer.modules, given));
  // Who sees all of the company is made by those alone who do.
  if ((type === 'Admin' || type === 'Sponsor') && !seesWhole(viewer)) throw fail('forbidden');
  const inEmergency = await seenInEmergencyAlone(tx, viewer, [...known]);
  // USR-17: there may be more of them than a call can name.
  const careGroupIds =
    type === 'Admin' ? [...known].filter((id) => !inEmergency.has(id)) : [...new Set(given.careGroupIds)];
  if (careGroupIds.some((id) => inEmergency.has(id))) throw givenInEmergency();
  const { personId } = await invite(act, { ...given, careGroupIds }, { onlyNew: true });
  refuseProblems({ gIds: await problemOfOtherSponsors(tx, { ...given, careGroupIds }) });
  await refuseUnconfigured(tx, { type, modules: viewer.modules, careGroupIds });
  await announce({ type: 'provider.changed', id: personId, careGroupIds });
  return personId;
}

/** What does not go together, by the fields of the call (OPC-85). */
export function problemsOf(
  modules: readonly ModuleName[],
  { type, adminRights, isPrescriber, sponsorId }: Omit<NewPerson, 'email' | 'careGroupIds' | 'defaultListing'>,
): Partial<Record<'providerType' | 'adminRights' | 'prescriber' | 'sponsorId', string>> {
  const isMissing = type === 'Sponsor' && sponsorId === null;
  return {
    ...(typesFor(modules).includes(type) ? {} : { providerType: 'is a role of companies with trials' }),
    ...(type === 'Admin' && !adminRights ? { adminRights: 'An Admin always has admin rights.' } : {}),
    ...(adminRights && !mayStartWithAdminRights(type)
      ? { adminRights: `A ${type} is not invited with admin rights.` }
      : {}),
    ...(isPrescriber && type !== 'Site User' ? { prescriber: 'Only a Site User can be a prescriber.' } : {}),
    ...(isMissing ? { sponsorId: 'Choose the sponsor that they work for.' } : {}),
    ...(type !== 'Sponsor' && sponsorId !== null ? { sponsorId: 'Only a Sponsor works for a sponsor.' } : {}),
  };
}

export const groupsInSight = async (tx: Tx, viewer: Viewer): Promise<number[]> =>
  (
    await tx
      .selectFrom('care_group')
      .select('care_group_id as id')
      .where('company_id', '=', viewer.companyId)
      .where('removed_at', 'is', null)
      .where(inSight(viewer, 'care_group_id'))
      .execute()
  ).map(({ id }) => id);
