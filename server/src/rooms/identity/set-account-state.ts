import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { changesBetween, record } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { changeCredential, normalised } from './embedded/accounts.ts';
import { endChallenges } from './proofs/challenges.ts';
import { endSessions } from './sessions/sessions.ts';

export type AccountState = 'confirmed' | 'unconfirmed' | 'reset';

/** Sets whether an embedded account is confirmed or has to set a new password (OPN-06); who is signed in has to sign in anew. As the system. */
export async function setAccountState(
  tx: Tx,
  clock: Clock,
  operator: Omit<Actor, 'companyId'>,
  given: { email: string; state: AccountState },
): Promise<void> {
  const email = normalised(given.email);
  await endChallenges(tx, clock, email);
  const account = await tx
    .selectFrom('identity_account')
    .innerJoin('provider', 'provider.email', 'identity_account.email')
    .select(['state', 'provider_id as providerId', 'company_id as companyId'])
    .where('identity_account.email', '=', email)
    .forUpdate('identity_account')
    .executeTakeFirst();
  if (!account) throw fail('not_found');
  const changes = changesBetween({ state: account.state }, { state: given.state });
  if (changes.length === 0) return;
  await changeCredential(tx, email, { state: given.state });
  await endSessions(tx, clock, { providerId: account.providerId }, 'account state changed');
  await record(
    tx,
    clock,
    { ...operator, companyId: account.companyId },
    { action: 'account.state_changed', record: { kind: 'account', id: account.providerId }, changes },
  );
}
