/** What we keep of the accounts of a hosted pool: the factor it has to ask for, wrong codes, and a encrypted token (SEC-12, SEC-13, SEC-17). */
import { clockSlackMs, factorLockMs, factorTries, sessionMs } from '@portal/contract/identity/rules.ts';
import { sql } from 'kysely';
import type { Moment } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import type { SecondFactor } from '#platform/security/identity-provider.ts';
import type { SecretBox } from '#platform/security/secret-box.ts';
import type { Tokens } from './pool-sign-in.ts';

/** An account, which is held until the transaction ends; of one that is new to us, the factor is `factor`. */
export async function holdAccount(tx: Tx, email: string, factor: SecondFactor) {
  const row = await tx
    .insertInto('pool_account')
    .values({ email, factor })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning(['factor', 'credential_version as version'])
    .executeTakeFirstOrThrow();
  return { ...row, factor: row.factor as SecondFactor };
}

/** What the version of a credential is that is new to us. */
const firstVersion = 1;

/** The version of a credential as it is now. */
export async function credentialVersion(tx: Tx, email: string): Promise<number> {
  const row = await tx
    .selectFrom('pool_account')
    .select('credential_version')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.credential_version ?? firstVersion;
}

/** The same, and it stays as it is until the transaction ends. */
export async function holdCredential(tx: Tx, email: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('pool_account')
    .select('credential_version')
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.credential_version;
}

/** There is another password: what the one before has proven opens nothing any more (SEC-02), and its token is forgotten. */
export async function changePassword(tx: Tx, email: string): Promise<void> {
  await tx
    .insertInto('pool_account')
    .values({ email, credential_version: firstVersion + 1 })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({
        credential_version: eb('pool_account.credential_version', '+', 1),
        refresh_token: null,
        refresh_token_ends_at: null,
      })),
    )
    .execute();
}

export async function factorOf(tx: Tx, email: string): Promise<SecondFactor> {
  const row = await tx.selectFrom('pool_account').select('factor').where('email', '=', email).executeTakeFirst();
  return (row?.factor ?? 'none') as SecondFactor;
}

/**
 * Another factor in the place of the one `before`, with a count of its own; what was proven without it opens nothing any more
 * (SEC-02). Gives the version from now on, and nothing when the factor has changed meanwhile.
 */
export async function changeFactor(
  tx: Tx,
  email: string,
  { before, after }: { before: SecondFactor; after: SecondFactor },
): Promise<number | undefined> {
  const changed = await tx
    .updateTable('pool_account')
    .set({ factor: after, wrong_codes: 0, codes_locked_until: null })
    .set((eb) => ({ credential_version: eb('credential_version', '+', 1) }))
    .where('email', '=', email)
    .where('factor', '=', before)
    .returning('credential_version')
    .executeTakeFirst();
  return changed?.credential_version;
}

/** A new app's secret is given out, under the credential as it is now. */
export const noteSetUp = (tx: Tx, email: string) =>
  tx
    .updateTable('pool_account')
    .set((eb) => ({ set_up_version: eb.ref('credential_version') }))
    .where('email', '=', email)
    .execute();

/** Counts a code as wrong before it is looked at; the tenth in a row locks the factor for 15 minutes, whichever door it came through (SEC-12). */
export async function takeCodeTry(moment: Moment, email: string) {
  const { tx } = moment;
  const now = moment.now();
  const lockedUntil = new Date(now.getTime() + factorLockMs);
  const wrong = sql<number>`case when codes_locked_until is null then wrong_codes + 1 else 1 end`;
  const account = await tx
    .updateTable('pool_account')
    .set({
      wrong_codes: wrong,
      codes_locked_until: sql<Date | null>`case when ${wrong} >= ${factorTries} then ${lockedUntil}::timestamptz end`,
    })
    .where('email', '=', email)
    // A lock further ahead than any can be does not hold (REL-10).
    .where((eb) =>
      eb.or([
        eb('codes_locked_until', 'is', null),
        eb('codes_locked_until', '<=', now),
        eb('codes_locked_until', '>', new Date(lockedUntil.getTime() + clockSlackMs)),
      ]),
    )
    .returning(['email', 'factor', 'codes_locked_until', 'set_up_version as setUpVersion'])
    .executeTakeFirst();
  if (account) return { ...account, factor: account.factor as SecondFactor };
  const known = await tx
    .selectFrom('pool_account')
    .select('codes_locked_until')
    .where('email', '=', email)
    .executeTakeFirst();
  if (!known?.codes_locked_until) throw fail('MFA_NOT_FOUND');
  throw new Failed('LIMIT', {
    retryAfter: Math.max(1, Math.ceil((known.codes_locked_until.getTime() - now.getTime()) / 1_000)),
  });
}

/** The code could not be looked at: the try does not count. */
export const giveCodeTryBack = (tx: Tx, email: string) =>
  tx
    .updateTable('pool_account')
    .set({ wrong_codes: sql<number>`greatest(wrong_codes - 1, 0)`, codes_locked_until: null })
    .where('email', '=', email)
    .execute();

/** A code was right; the account is held from here on. */
export const clearCodeTries = (tx: Tx, email: string) =>
  tx.updateTable('pool_account').set({ wrong_codes: 0, codes_locked_until: null }).where('email', '=', email).execute();

/** Keeps the way to new tokens for as long as a session may last, so that its person can set up an app. */
export async function keepTokens(
  { tx, now }: Moment,
  box: SecretBox,
  email: string,
  { username, refreshToken }: Tokens,
): Promise<void> {
  if (!refreshToken) return;
  await tx
    .updateTable('pool_account')
    .set({
      refresh_token: box.close(JSON.stringify({ username, refreshToken })),
      refresh_token_ends_at: new Date(now().getTime() + sessionMs),
    })
    .where('email', '=', email)
    .execute();
}

export async function keptTokens({ tx, now }: Moment, box: SecretBox, email: string) {
  const row = await tx
    .selectFrom('pool_account')
    .select('refresh_token')
    .where('email', '=', email)
    .where('refresh_token_ends_at', '>', now())
    .executeTakeFirst();
  const opened = row?.refresh_token ? box.tryOpen(row.refresh_token) : null;
  return opened === null ? null : (JSON.parse(opened) as { username: string; refreshToken: string });
}

export const forgetTokens = (tx: Tx, email: string) =>
  tx
    .updateTable('pool_account')
    .set({ refresh_token: null, refresh_token_ends_at: null })
    .where('email', '=', email)
    .execute();
