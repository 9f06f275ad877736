import { type Act, actOf } from '#platform/act/act.ts';
import type { Brand } from '#platform/core/brands.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { SecondFactor } from '#platform/security/identity-provider.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { recoveryDecided } from '../letters.ts';
import { lockRecovery, personWhoAsked, tellOfRecovery } from './recoveries.ts';
import { dropRecoveryCodes } from '../factors/recovery-codes.ts';
import { endSessions } from '../sessions/sessions.ts';
import type { Parts } from '../signing-in/sign-in.ts';

interface Decision {
  recoveryId: number;
  approved: boolean;
  reason: string;
}

/**
 * Approves or refuses to take a factor off, once, and never one's own, nor that of somebody who reaches further (SEC-13).
 * Approved, it is off together with the decision, every session ends, and the next sign-in leads to the set-up of a new one.
 */
export async function decideRecovery(
  { identity, database, clock, sessionEnds }: Pick<Parts, 'identity' | 'database' | 'clock' | 'sessionEnds'>,
  viewer: Viewer,
  brand: Brand,
  { recoveryId, approved, reason }: Decision,
): Promise<void> {
  const person = await database.asSystem((tx) => personWhoAsked(tx, viewer, recoveryId));
  if (!person) throw fail('not_found');
  if (person.providerId === viewer.providerId) throw fail('recovery.own');

  const decide = async (act: Act) => {
    const { tx, now, record, sendMail } = act;
    await holdBoth(tx, viewer, person);
    const request = await lockRecovery(tx, viewer, recoveryId);
    if (!request) throw fail('not_found');
    if (request.decidedAt) throw fail('recovery.decided');
    const at = now();
    await tx
      .updateTable('mfa_recovery')
      .set({ decided_at: at, decider_id: viewer.providerId, approved, reason })
      .where('recovery_id', '=', recoveryId)
      .execute();
    const change = { field: 'decision', old: 'open', new: approved ? 'approved' : 'refused' } as const;
    await record({
      action: `recovery.${change.new}`,
      record: { kind: 'recovery', id: recoveryId },
      changes: [change],
      reason,
    });
    await tellOfRecovery(act, { recoveryId, providerId: person.providerId });
    await sendMail(recoveryDecided(brand, person, approved, at));
  };

  const takeOff = async (tx: Tx, before: SecondFactor) => {
    const act = actOf(tx, clock, viewer);
    await decide(act);
    await tx
      .updateTable('provider')
      .set({ must_set_up_factor: true })
      .where('provider_id', '=', person.providerId)
      .execute();
    await dropRecoveryCodes(tx, person.email);
    await act.record({
      action: 'account.mfa_removed',
      record: { kind: 'account', id: person.providerId },
      changes: [{ field: 'mfa', old: before, new: 'none' }],
      reason,
    });
    return endSessions(act, { providerId: person.providerId }, 'mfa changed');
  };

  if (approved) sessionEnds.tell(await identity.takeFactorOff(person.email, takeOff));
  else await database.asSystem((tx) => decide(actOf(tx, clock, viewer)));
}

/**
 * Holds who asked, before the request, as wherever both are changed, and with them who decides: whoever was revoked or made no longer an
 * administrator while they waited is refused. In one order, so that of two who decide about each other neither waits for the other for ever.
 */
async function holdBoth(tx: Tx, decider: Viewer, person: { providerId: number }): Promise<void> {
  const held = await tx
    .selectFrom('provider')
    .select(['provider_id as providerId', 'is_active as isActive', 'admin_rights as adminRights'])
    .where('provider_id', '=', anyOf([person.providerId, decider.providerId]))
    .orderBy('provider_id')
    .forNoKeyUpdate()
    .execute();
  const now = held.find(({ providerId }) => providerId === decider.providerId);
  if (!now?.isActive || !now.adminRights) throw fail('forbidden');
}
