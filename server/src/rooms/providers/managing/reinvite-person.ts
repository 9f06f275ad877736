import type { UserType } from '@portal/contract/access.ts';
import { isReinvitedHere } from '@portal/contract/providers/user-rules.ts';
import { type Act, actOf } from '#platform/act/act.ts';
import type { Brand } from '#platform/core/brands.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import { seesWhole } from '#rooms/care-groups/door.ts';
import { holdInvitationsOf, invite } from '../inviting/invite.ts';
import { holdPerson, refuseStep, seePerson } from './hold-person.ts';
import { lockInvited } from './queries.ts';

/** Sends an invitation again, to be the same person as before: with a new code, and the one of before is void (CAG-14). */
export async function reinvitePerson(act: Act, { cpId, brand }: { cpId: number; brand: Brand }): Promise<void> {
  const { tx, viewer, announce } = act;
  // Before their invitation is held, as whoever invites the e-mail elsewhere has it.
  await holdInvitationsOf(tx, viewer.companyId, (await seePerson(tx, viewer, cpId)).email);
  const person = await holdPerson(tx, viewer, cpId);
  if (!isReinvitedHere(person.type))
    throw failFields({ cp_id: 'A physician delegate is invited again in Physician User Management.' });
  refuseStep(person.state, 're-invite');
  const invited = await lockInvited(tx, viewer, cpId);
  if (!invited) throw fail('not_found');
  const { invitationId: _, type, hasLostItsGroups, ...same } = invited;
  if (hasLostItsGroups)
    throw new Failed('provider.wrong_state', {
      sentence: 'The care groups of this invitation were deleted. Remove this person and invite them again.',
    });
  // All of it is within the viewer's, which for who sees the whole company is more than the groups that they work in.
  const sight = { ...viewer, careGroupIds: seesWhole(viewer) ? null : viewer.careGroupIds };
  await invite(actOf(tx, act, sight), { ...same, type: type as UserType, brand });
  await announce({ type: 'provider.changed', id: cpId, careGroupIds: invited.careGroupIds });
}
