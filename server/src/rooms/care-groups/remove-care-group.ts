import type { FailureCode } from '@portal/contract/errors.ts';
import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { holdGroups } from './add-care-group.ts';
import { holdToChange, saveGroup } from './change-care-group.ts';
import { holdPeopleAsAdministrator, keepingAnAdministrator } from './keeping-an-administrator.ts';
import { holdAgainstJoining, isGroupAtTop } from './queries.ts';
import { leaveRemovedGroup } from './removed-groups.ts';
import { withdrawMailsOfGroups } from './withdraw-mails.ts';

/**
 * Hides a group for good (OPS-28). Its row is held: whoever adds a sub-group, a participant or a request, or brings a patient in, holds
 * it as well, so that one of two at once waits, and then finds what the other has done. At the top so does whoever changes what people
 * may do: the people of a group there see the whole company, and one of those who see it administers it.
 */
export async function removeCareGroup(act: Act, careGroupId: number): Promise<void> {
  const { tx, viewer, now } = act;
  // Whoever gives something to all groups below one, this among them, holds none of these: they wait here, before any group is held.
  await holdGroups(tx, viewer);
  // What kind of group it is, and where it stands, never changes, so it is known before anything is held.
  const givesCompany = await isGroupAtTop(tx, viewer, careGroupId);
  if (givesCompany) await holdPeopleAsAdministrator(tx, viewer);
  // Against those alone who bring somebody in: what is done meanwhile with one of its patients, who are waited for, refers to the group.
  if (!(await holdAgainstJoining(tx, viewer, careGroupId))) throw fail('not_found');
  await leaveRemovedGroup(act, careGroupId);
  const group = await holdToChange(tx, viewer, careGroupId);
  const reason = await whyItStays(tx, careGroupId);
  if (reason) throw fail(reason);
  const remove = () => saveGroup(act, group, 'care_group.removed', { removed_at: now() });
  if (givesCompany) await keepingAnAdministrator(tx, viewer.companyId, remove, 'care_group.last_administrator');
  else await remove();
  const providerIds = await membersOf(tx, careGroupId);
  await withdrawMailsOfGroups(act, { providerIds, careGroupIds: [group.parent_id ?? careGroupId] });
}

const membersOf = async (tx: Tx, careGroupId: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('care_group_member')
      .select('provider_id as providerId')
      .where('care_group_id', '=', careGroupId)
      .execute()
  ).map(({ providerId }) => providerId);

async function whyItStays(tx: Tx, id: number): Promise<FailureCode | null> {
  const below = tx
    .selectFrom('care_group')
    .select('parent_id')
    .where('parent_id', '=', id)
    .where('removed_at', 'is', null);
  const subjects = tx
    .selectFrom('participant')
    .select('participant_id')
    .where((eb) => eb.or([eb('site_id', '=', id), eb('trial_id', '=', id)]));
  const requests = tx
    .selectFrom('shipment_request')
    .select('request_id')
    .where((eb) => eb.or([eb('site_id', '=', id), eb('trial_id', '=', id)]));
  if (await below.limit(1).executeTakeFirst()) return 'care_group.has_sub_groups';
  if (await subjects.limit(1).executeTakeFirst()) return 'care_group.has_participants';
  return (await requests.limit(1).executeTakeFirst()) ? 'care_group.has_shipments' : null;
}
