/** What may be done with a user, in the order of the rows (USR-05 to USR-10). */
import type { User } from '@portal/contract/providers/user-endpoints.ts';
import {
  hasOwnGroups,
  isReinvitedHere,
  mayChangeAdminRights,
  mayStep,
  type UserStep,
} from '@portal/contract/providers/user-rules.ts';
import type { RowAction } from '#kit/row-action.ts';
import { userState } from './words.ts';

export type UserAct = UserStep | 'groups' | 'prescriber' | 'admin-rights';

export const stepWords: Record<UserStep, string> = {
  're-invite': 'Re-invite',
  reactivate: 'Allow Access',
  deactivate: 'Revoke Access',
  remove: 'Remove',
};

/** None for oneself (USR-08), nor for somebody who is beyond the viewer. */
export function actionsFor(user: User, viewer: { cpId: number }, begin: (act: UserAct) => void): RowAction[] {
  if (user.cpID === viewer.cpId || !user.mayManage) return [];
  const state = userState(user);
  const step = (name: UserStep): RowAction => ({
    label: stepWords[name],
    hidden: !mayStep(state, name) || (name === 're-invite' && !isReinvitedHere(user.type)),
    isNextStep: name === 're-invite' || name === 'reactivate',
    danger: name === 'deactivate' || name === 'remove',
    onClick: () => begin(name),
  });
  const isWorking = state === 'active';
  return [
    step('re-invite'),
    step('reactivate'),
    {
      label: 'Edit Access',
      hidden: state === 'pending' || !hasOwnGroups(user.type),
      onClick: () => begin('groups'),
    },
    {
      label: 'Edit Prescriber',
      hidden: !isWorking || user.type !== 'Site User',
      onClick: () => begin('prescriber'),
    },
    {
      label: 'Edit Admin Rights',
      hidden: !isWorking || !mayChangeAdminRights(user.type),
      onClick: () => begin('admin-rights'),
    },
    step('deactivate'),
    step('remove'),
  ];
}
