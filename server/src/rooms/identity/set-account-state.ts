import { type Act, actOf } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { changeCredential, normalised } from './embedded/accounts.ts';
import { endChallenges } from './proofs/challenges.ts';
import { endSessions } from './sessions/sessions.ts';

export type AccountState = 'confirmed' | 'unconfirmed' | 'reset';

/** Sets whether an embedded account is confirmed or has to set a new password (OPN-06); who is signed in has to sign in anew. As the system. */
export async function setAccountState(act: Act<Actor>, given: { email: string; state: AccountState }): Promise<void> {
  const { tx, viewer } = act;
  const email = normalised(given.email);
  await endChallenges(act, email);
  const account = await tx
    .selectFrom('identity_account')
    .innerJoin('provider', 'provider.email', 'identity_account.email')
    .select(['state', 'provider_id as providerId', 'company_id as companyId'])
    .where('identity_account.email', '=', email)
    .where('removed_at', 'is', null)
    .forUpdate('identity_account')
    .executeTakeFirst();
  if (!account) throw fail('not_found');
  const changes = changesBetween({ state: account.state }, { state: given.state });
  if (changes.length === 0) return;
  await changeCredential(tx, email, { state: given.state });
  await endSessions(act, { providerId: account.providerId }, 'account state changed');
  await actOf(tx, act, { ...viewer, companyId: account.companyId }).record({
    action: 'account.state_changed',
    record: { kind: 'account', id: account.providerId },
    changes,
  });
}
