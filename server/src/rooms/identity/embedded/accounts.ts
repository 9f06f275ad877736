/** Accounts of the embedded identity core: what proves a person, found by e-mail. */
import { clockSlackMs, factorLockMs, factorTries } from '@portal/contract/identity/rules.ts';
import { sql, type UpdateObject } from 'kysely';
import type { Moment } from '#platform/act/act.ts';
import type { Schema, Tx } from '#platform/database/db.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import type { SecondFactor } from '#platform/security/identity-provider.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import type { SecretBox } from '#platform/security/secret-box.ts';
import { stepAt } from '../factors/totp.ts';

export const normalised = (email: string): string => email.trim().toLowerCase();

export interface NewAccount {
  email: string;
  password: string;
  state?: 'confirmed' | 'unconfirmed' | 'reset';
  /** Where texted codes go. */
  phone?: string | null;
}

/** Makes the account of an e-mail; a second one is `USER_EXISTS`. Whoever calls records it. */
export const createAccount = async (tx: Tx, { password, ...account }: NewAccount): Promise<number> =>
  storeAccount(tx, { ...account, passwordHash: await hashPassword(password) });

/** The same with a password that was hashed before the transaction began, which then is shorter. */
export async function storeAccount(
  tx: Tx,
  account: Omit<NewAccount, 'password'> & { passwordHash: string },
): Promise<number> {
  const made = await tx
    .insertInto('identity_account')
    .values({
      email: normalised(account.email),
      password_hash: account.passwordHash,
      state: account.state ?? 'confirmed',
      phone: account.phone ?? null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('account_id')
    .executeTakeFirst();
  if (!made) throw fail('USER_EXISTS');
  return made.account_id;
}

const columns = [
  'account_id',
  'email',
  'password_hash',
  'state',
  'preferred_mfa',
  'totp_secret',
  'pending_totp_secret',
  'phone',
  'codes_locked_until',
  'credential_version',
] as const;

export const findAccount = (tx: Tx, email: string) =>
  tx.selectFrom('identity_account').select(columns).where('email', '=', email).executeTakeFirst();

/** The version of an account's credential, which stays as it is until the transaction ends. */
export async function holdCredential(tx: Tx, email: string): Promise<number | undefined> {
  const account = await tx
    .selectFrom('identity_account')
    .select('credential_version')
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return account?.credential_version;
}

type Credential = Pick<
  UpdateObject<Schema, 'identity_account'>,
  'password_hash' | 'state' | 'preferred_mfa' | 'totp_secret' | 'last_totp_step' | 'wrong_codes' | 'codes_locked_until'
>;
/**
 * The one way to another password, factor or state: what the one before has proven opens nothing any more, and a set-up that was
 * begun with it is begun anew (SEC-02). False without an account.
 */
export async function changeCredential(tx: Tx, email: string, credential: Credential): Promise<boolean> {
  const changed = await tx
    .updateTable('identity_account')
    .set({ pending_totp_secret: null, ...credential })
    .set((eb) => ({ credential_version: eb('credential_version', '+', 1) }))
    .where('email', '=', email)
    .returning('account_id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Makes an authenticator app the second factor without asking for its code: for demo data, which knows the secret. */
export async function setTotp(tx: Tx, box: SecretBox, email: string, secretBase32: string): Promise<void> {
  await changeCredential(tx, normalised(email), {
    totp_secret: box.close(secretBase32),
    preferred_mfa: 'totp',
    last_totp_step: 0,
  });
}

export async function setPreferredFactor(tx: Tx, email: string, factor: SecondFactor): Promise<void> {
  await changeCredential(tx, normalised(email), { preferred_mfa: factor });
}

/**
 * Counts a code as wrong before it is looked at; the tenth in a row locks the factor for 15 minutes, whichever door the
 * codes came through (SEC-12). Passwords are counted apart.
 */
export async function takeCodeTry(moment: Moment, email: string) {
  const { tx } = moment;
  const now = moment.now();
  const lockedUntil = new Date(now.getTime() + factorLockMs);
  const wrong = sql<number>`case when codes_locked_until is null then wrong_codes + 1 else 1 end`;
  const account = await tx
    .updateTable('identity_account')
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
    .returning(columns)
    .executeTakeFirst();
  if (account) return account;
  const known = await tx
    .selectFrom('identity_account')
    .select('codes_locked_until')
    .where('email', '=', email)
    .executeTakeFirst();
  if (!known?.codes_locked_until) throw fail('MFA_NOT_FOUND');
  throw new Failed('LIMIT', {
    retryAfter: Math.max(1, Math.ceil((known.codes_locked_until.getTime() - now.getTime()) / 1_000)),
  });
}

/** The code was right. A step of an authenticator app counts once (SEC-11); false when it has been used. */
export async function acceptCode({ tx, now }: Moment, accountId: number, step: number | null): Promise<boolean> {
  const ahead = new Date(now().getTime() + clockSlackMs);
  const accepted = await tx
    .updateTable('identity_account')
    .set({ wrong_codes: 0, codes_locked_until: null, ...(step === null ? {} : { last_totp_step: step }) })
    .where('account_id', '=', accountId)
    // A step well ahead was used before the clock was set back; it must not shut the person out (REL-10).
    .where((eb) =>
      step === null ? eb.lit(true) : eb.or([eb('last_totp_step', '<', step), eb('last_totp_step', '>', stepAt(ahead))]),
    )
    .returning('account_id')
    .executeTakeFirst();
  return accepted !== undefined;
}
