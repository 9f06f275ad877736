import { announce } from '#platform/events/announce.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Database, Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { IdentityProvider } from '#platform/security/identity-provider.ts';
import { sendMail } from '#platform/jobs/outbox.ts';
import { record } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { normalised } from '../embedded/accounts.ts';
import { factorTakenOff, factorTakenOffYou } from '../letters.ts';
import { administratorsOf, findPersonWhoMayEnter } from '../people.ts';
import { dropRecoveryCodes } from '../factors/recovery-codes.ts';
import { endSessions } from '../sessions/sessions.ts';

interface Ground {
  identity: Pick<IdentityProvider, 'factorOf' | 'takeFactorOff'>;
  database: Database;
  clock: Clock;
}

/** Why it was not done. */
export type NotRecovered = 'no administrator' | 'no factor';

/**
 * Takes the factor off an administrator, of whom nobody in their company may be left to approve it (SEC-13): every session ends,
 * the next sign-in leads to a set-up, and owner and other administrators are told. Gives how many those are.
 */
export async function recoverAdministrator(
  { identity, database, clock }: Ground,
  operator: Omit<Actor, 'companyId'>,
  given: { email: string; reason: string; brand: Brand },
): Promise<{ told: number } | NotRecovered> {
  const email = normalised(given.email);
  const known = await database.asSystem((tx) => administratorOf(tx, email));
  if (known === undefined) throw fail('not_found');
  if (known === null) return 'no administrator';
  if ((await identity.factorOf(email)) === 'none') return 'no factor';
  return identity.takeFactorOff(email, async (tx, before) => {
    const person = await findPersonWhoMayEnter(tx, email);
    if (!person) throw fail('not_found');
    const { providerId, companyId } = person;
    const by = { ...operator, companyId };
    const at = clock.now();
    await tx.updateTable('provider').set({ must_set_up_factor: true }).where('provider_id', '=', providerId).execute();
    await dropRecoveryCodes(tx, email);
    await endSessions(tx, clock, { providerId }, 'mfa changed');
    await record(tx, clock, by, {
      action: 'account.mfa_removed',
      record: { kind: 'account', id: providerId },
      changes: [{ field: 'mfa', old: before, new: 'none' }],
      reason: given.reason,
    });
    await approveOpenRecovery(tx, clock, by, providerId, given.reason);
    await sendMail(tx, clock, factorTakenOffYou(given.brand, person, at));
    const deciders = await administratorsOf(tx, companyId, providerId);
    const others = deciders.filter((one) => one.providerId !== providerId);
    for (const other of others) await sendMail(tx, clock, factorTakenOff(given.brand, other.email, person, at));
    return { told: others.length };
  });
}

/** Whether somebody may come in and administers; null when they do not, undefined when there is nobody. */
async function administratorOf(tx: Tx, email: string): Promise<number | null | undefined> {
  const person = await findPersonWhoMayEnter(tx, email);
  if (!person) return undefined;
  const administrators = await administratorsOf(tx, person.companyId);
  return administrators.some(({ providerId }) => providerId === person.providerId) ? person.providerId : null;
}

/** What they have asked their company for is decided with it. */
async function approveOpenRecovery(tx: Tx, clock: Clock, by: Actor, providerId: number, reason: string): Promise<void> {
  const open = await tx
    .updateTable('mfa_recovery')
    .set({ decided_at: clock.now(), approved: true, reason })
    .where('provider_id', '=', providerId)
    .where('decided_at', 'is', null)
    .returning('recovery_id as id')
    .executeTakeFirst();
  if (!open) return;
  await record(tx, clock, by, {
    action: 'recovery.approved',
    record: { kind: 'recovery', id: open.id },
    changes: [{ field: 'decision', old: 'open', new: 'approved' }],
    reason,
  });
  await announce(tx, clock, by.companyId, { type: 'recovery.changed', id: open.id });
}
