/** In which care groups a person works (CAG-08, CAG-09). */
import { hasOwnGroups } from '@portal/contract/providers/user-rules.ts';
import type { ModuleName, UserType } from '@portal/contract/access.ts';
import type { Act } from '#platform/act/act.ts';
import { fail, failFields, refuseProblems } from '#platform/core/fail.ts';
import {
  addToGroups,
  keepingAnAdministrator,
  refuseInEmergency,
  removeFromGroups,
  showInGroups,
  withdrawMailsOfGroups,
} from '#rooms/care-groups/door.ts';
import { problemOfOtherSponsors } from '../inviting/other-sponsors.ts';
import { refuseUnconfigured } from '../inviting/refuse-unconfigured.ts';
import { tellOfPerson } from '../tell-of-person.ts';
import { holdPerson, refusePending } from './hold-person.ts';
import * as queries from './queries.ts';

interface Membership {
  careGroupId: number;
  isPublic: boolean;
}

/** Adds all of the groups, or none where the person has one of them already (USR-25). */
export async function addGroups(
  act: Act,
  { cpId, groups }: { cpId: number; groups: readonly Membership[] },
): Promise<void> {
  const { tx, viewer } = act;
  await holdWithGroups(act, cpId, async ({ type }) => {
    const ids = groups.map(({ careGroupId }) => careGroupId);
    if (new Set(ids).size < ids.length) throw fail('provider.groups_duplicated');
    await refuseInEmergency(tx, viewer, ids);
    const { sponsorId } = await queries.sponsorOf(tx, cpId);
    refuseProblems({ groupsToAdd: await problemOfOtherSponsors(tx, { type, sponsorId, careGroupIds: ids }) });
    await refuseUnconfigured(tx, { type, modules: viewer.modules as ModuleName[], careGroupIds: ids });
    const added = await addToGroups(act, { groups, providerId: cpId });
    if (added.length < ids.length) throw fail('provider.groups_duplicated');
  });
  await tellOfPerson(act, cpId);
}

/** In which of their groups patients see the person (OPC-86). */
export async function showInTheirGroups(
  act: Act,
  { cpId, groups }: { cpId: number; groups: readonly Membership[] },
): Promise<void> {
  if (new Set(groups.map(({ careGroupId }) => careGroupId)).size < groups.length)
    throw failFields({ groupsToShow: 'names a care group twice' });
  await holdWithGroups(act, cpId, () => showInGroups(act, { groups, providerId: cpId }));
  await tellOfPerson(act, cpId);
}

/** Takes the groups away, also the last one (USR-24). */
export async function removeGroups(
  act: Act,
  { cpId, careGroupIds }: { cpId: number; careGroupIds: readonly number[] },
): Promise<void> {
  await holdWithGroups(act, cpId, async () => {
    await removeFromGroups(act, { careGroupIds, providerId: cpId });
    await withdrawMailsOfGroups(act, { providerIds: [cpId], careGroupIds });
  });
  await tellOfPerson(act, cpId, { left: careGroupIds });
}

async function holdWithGroups(
  { tx, viewer }: Act,
  cpId: number,
  work: (person: { type: UserType }) => Promise<void>,
): Promise<void> {
  const person = await holdPerson(tx, viewer, cpId);
  if (!hasOwnGroups(person.type))
    throw failFields({
      cp_id:
        person.type === 'physician'
          ? 'A physician delegate is in no care group.'
          : 'The sites of a partner’s people are those that the partner serves.',
    });
  refusePending(person.state);
  await keepingAnAdministrator(tx, viewer.companyId, () => work(person));
}
