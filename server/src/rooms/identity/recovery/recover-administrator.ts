import { type Act, actOf } from '#platform/act/act.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { IdentityProvider } from '#platform/security/identity-provider.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { Ground } from '../as-system.ts';
import { normalised } from '../embedded/accounts.ts';
import { factorTakenOff, factorTakenOffYou } from '../letters.ts';
import { administratorsOf, findPersonWhoMayEnter } from '../people.ts';
import { dropRecoveryCodes } from '../factors/recovery-codes.ts';
import { endSessions } from '../sessions/sessions.ts';
import { tellAdministrators } from '../tell-administrators.ts';
import { tellOfRecovery } from './recoveries.ts';

interface Parts extends Ground {
  identity: Pick<IdentityProvider, 'factorOf' | 'takeFactorOff'>;
}

/** Why it was not done. */
export type NotRecovered = 'no administrator' | 'no factor';

/**
 * Takes the factor off an administrator, of whom nobody in their company may be left to approve it (SEC-13): every session ends,
 * the next sign-in leads to a set-up, and owner and other administrators are told. Gives how many those are.
 */
export async function recoverAdministrator(
  { identity, database, clock }: Parts,
  operator: Omit<Actor, 'companyId'>,
  given: { email: string; reason: string; brandIn: (companyId: number) => Brand },
): Promise<{ told: number } | NotRecovered> {
  const email = normalised(given.email);
  const known = await database.asSystem((tx) => administratorOf(tx, email));
  if (known === undefined) throw fail('not_found');
  if (known === null) return 'no administrator';
  const brand = given.brandIn(known.companyId);
  if ((await identity.factorOf(email)) === 'none') return 'no factor';
  return identity.takeFactorOff(email, async (tx, before) => {
    const person = await findPersonWhoMayEnter(tx, email);
    if (!person) throw fail('not_found');
    const { providerId, companyId } = person;
    const act = actOf(tx, clock, { ...operator, companyId });
    const at = act.now();
    await tx.updateTable('provider').set({ must_set_up_factor: true }).where('provider_id', '=', providerId).execute();
    await dropRecoveryCodes(tx, email);
    await endSessions(act, { providerId }, 'mfa changed');
    await act.record({
      action: 'account.mfa_removed',
      record: { kind: 'account', id: providerId },
      changes: [{ field: 'mfa', old: before, new: 'none' }],
      reason: given.reason,
    });
    await approveOpenRecovery(act, providerId, given.reason);
    await act.sendMail(factorTakenOffYou(brand, person, at));
    const told = await tellAdministrators(act, { companyId, over: providerId, except: providerId }, (to) =>
      factorTakenOff(brand, to, person, at),
    );
    return { told };
  });
}

/** Whether somebody may come in and administers; null when they do not, undefined when there is nobody. */
async function administratorOf(tx: Tx, email: string): Promise<{ companyId: number } | null | undefined> {
  const person = await findPersonWhoMayEnter(tx, email);
  if (!person) return undefined;
  const administrators = await administratorsOf(tx, person.companyId);
  return administrators.some(({ providerId }) => providerId === person.providerId) ? person : null;
}

/** What they have asked their company for is decided with it. */
async function approveOpenRecovery(act: Act<Actor>, providerId: number, reason: string): Promise<void> {
  const { tx, now, record } = act;
  const open = await tx
    .updateTable('mfa_recovery')
    .set({ decided_at: now(), approved: true, reason })
    .where('provider_id', '=', providerId)
    .where('decided_at', 'is', null)
    .returning('recovery_id as id')
    .executeTakeFirst();
  if (!open) return;
  await record({
    action: 'recovery.approved',
    record: { kind: 'recovery', id: open.id },
    changes: [{ field: 'decision', old: 'open', new: 'approved' }],
    reason,
  });
  await tellOfRecovery(act, { recoveryId: open.id, providerId });
}
