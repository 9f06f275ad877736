/** What is done to a person's access (CAG-12, CAG-13). People's rights are written by the system alone, and so are sessions. */
import type { UserState } from '@portal/contract/providers/user-rules.ts';
import { type Act, actOf } from '#platform/act/act.ts';
import { changesBetween, type Recorded } from '#platform/audit/record.ts';
import type { House } from '#platform/http/calls.ts';
import type { IdentityProvider } from '#platform/security/identity-provider.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { keepingAnAdministrator } from '#rooms/care-groups/door.ts';
import { endChallenges, endSessionsOf, withdrawMailsOf, withdrawRecovery } from '#rooms/identity/door.ts';
import { endEmergencyAccess } from '../emergency-access/emergency-access.ts';
import { cancelInvitation } from '../inviting/cancel-invitation.ts';
import { tellOfPerson } from '../tell-of-person.ts';
import { holdPerson, refuseStep, seePerson } from './hold-person.ts';
import { lockInvited, type PersonRow } from './queries.ts';

export interface Parts extends Pick<House, 'database' | 'clock' | 'sessionEnds'> {
  identity: Pick<IdentityProvider, 'removeAccount'>;
}
interface Ending {
  cpId: number;
  /** Free words; without any the act itself is the reason (P11-15). */
  reason?: string | undefined;
}

/** Revokes the access of somebody (USR-06): sessions, sockets and whatever they are held by half-way end at once. */
export async function deactivatePerson(
  { database, clock, sessionEnds }: Parts,
  viewer: Viewer,
  ending: Ending,
): Promise<void> {
  sessionEnds.tell(await database.asSystem((tx) => revokeAccess(actOf(tx, clock, viewer), ending)));
}

/** The same in a transaction of the system; gives the sessions that have ended. */
export async function revokeAccess(act: Act, { cpId, reason }: Ending): Promise<number[]> {
  const { tx, viewer } = act;
  // Before the person is held, as in every step that answers a challenge.
  await endChallenges(act, (await seePerson(tx, viewer, cpId)).email);
  const { state, email } = await holdPerson(tx, viewer, cpId);
  refuseStep(state, 'deactivate');
  await keepingAnAdministrator(tx, viewer.companyId, () =>
    write(act, cpId, { is_active: false }, 'provider.deactivated', reason || 'Access revoked'),
  );
  await endEmergencyAccess(act, { providerId: cpId, isOver: false });
  await withdrawRecovery(act, cpId, 'revoked');
  await withdrawMailsOf(act, viewer.companyId, [{ providerId: cpId, email }]);
  return endSessionsOf(act, cpId, 'deactivated');
}

/** Lets somebody in again, with the rights and groups that they had (USR-07). */
export const reactivatePerson = ({ database, clock }: Parts, viewer: Viewer, cpId: number): Promise<void> =>
  database.asSystem(async (tx) => {
    const { state } = await holdPerson(tx, viewer, cpId);
    refuseStep(state, 'reactivate');
    await write(actOf(tx, clock, viewer), cpId, { is_active: true }, 'provider.reactivated', 'Access allowed');
  });

/**
 * Removes somebody for good: who has not come yet by taking their invitation back, who was revoked together with their sign-in
 * account. Their e-mail is free then, and whatever they signed or did stays theirs (P11-17).
 */
export async function removePerson(parts: Parts, viewer: Viewer, { cpId, reason }: Ending): Promise<void> {
  const { database, clock, identity } = parts;
  const seen = await database.asSystem((tx) => seePerson(tx, viewer, cpId));
  refuseStep(seen.state, 'remove');
  if (seen.state === 'pending') {
    await database.asSystem(async (tx) => {
      const { state } = await holdPerson(tx, viewer, cpId);
      const act = actOf(tx, clock, viewer);
      // Of two at once, or of somebody who has just registered.
      refuseOther(state, 'pending');
      const invited = await lockInvited(tx, viewer, cpId);
      await cancelInvitation(act, invited?.invitationId ?? 0, reason || 'Invitation withdrawn');
      await act.announce({ type: 'provider.changed', id: cpId, careGroupIds: invited?.careGroupIds ?? [] });
    });
    return;
  }
  await identity.removeAccount(seen.email, async (tx) => {
    const { state, email } = await holdPerson(tx, viewer, cpId);
    refuseOther(state, 'deactivated');
    const act = actOf(tx, clock, viewer);
    await write(act, cpId, { removed_at: act.now() }, 'provider.removed', reason || 'Person removed');
    await withdrawMailsOf(act, viewer.companyId, [{ providerId: cpId, email }]);
  });
}

/** They are somebody else by now than when it was decided what removing them means. */
function refuseOther(state: PersonRow['state'], expected: UserState): void {
  if (state !== expected) refuseStep('active', 'remove');
}

async function write(
  act: Act,
  cpId: number,
  fields: { is_active: boolean } | { removed_at: Date },
  action: Recorded['action'],
  reason: string,
): Promise<void> {
  const { tx, record } = act;
  const before = { is_active: 'is_active' in fields ? !fields.is_active : false, removed_at: null };
  await tx
    .updateTable('provider')
    .set((eb) => ({ ...fields, version: eb('version', '+', 1) }))
    .where('provider_id', '=', cpId)
    .execute();
  await record({ action, record: { kind: 'provider', id: cpId }, changes: changesBetween(before, fields), reason });
  await tellOfPerson(act, cpId);
}
