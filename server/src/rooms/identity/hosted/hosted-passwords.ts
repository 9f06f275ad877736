/** Accounts and passwords of people in the pool. Codes for a new password are ours: mailed in the brand, and counted as everywhere (SEC-15). */
import { Failed, fail } from '#platform/core/fail.ts';
import type { IdentityProvider, NewSignUp } from '#platform/security/identity-provider.ts';
import type { Log } from '#platform/core/log.ts';
import type { Proofs } from '#platform/security/proof.ts';
import { asSystem, type Ground } from '../as-system.ts';
import { endChallenges } from '../proofs/challenges.ts';
import { endResetCodes, noResetCode, resetCodes, useResetCode } from '../passwords/reset-codes.ts';
import type { SecretBox } from '#platform/security/secret-box.ts';
import { forgetAccount } from '../forget-account.ts';
import { clearLock } from '../proofs/sign-in-lock.ts';
import { passwordRefused } from '../passwords/new-password.ts';
import type { CheckPoolPassword } from './check-pool-password.ts';
import { changePassword, credentialVersion, holdAccount } from './pool-accounts.ts';
import { nameOf } from './pool-failures.ts';
import type { Pool, PoolChanges } from './pool.ts';

interface Parts extends Ground {
  log: Log;
  box: SecretBox;
  pool: Pool;
  proofs: Proofs;
  checkPassword: CheckPoolPassword;
}

export function hostedPasswords(
  parts: Parts,
): Pick<IdentityProvider, 'signUp' | 'sendResetCode' | 'resetPassword' | 'changePassword' | 'removeAccount'> {
  const { log, pool, proofs, checkPassword } = parts;
  const codes = resetCodes(parts);

  /**
   * What is left to do in the pool for somebody who signs up. A registration that died half-way has left an account that was
   * never used, or one with this very password behind; any other is somebody's (SEC-16).
   */
  const missingFor = async ({ email, password }: NewSignUp): Promise<'account' | 'password' | 'nothing'> => {
    const found = await pool.find(email);
    if (!found) return 'account';
    if (found.isUnused) return 'password';
    await checkPassword(email, password).catch((error: unknown) => {
      // Nothing was learnt of the password.
      if (error instanceof Failed && (error.code === 'UNAVAILABLE' || error.code === 'accounts.held')) throw error;
      throw error instanceof Failed ? fail('USER_EXISTS') : error;
    });
    return 'nothing';
  };

  const setPassword = async (change: PoolChanges, email: string, password: string): Promise<void> => {
    if (!(await change.setPassword(email, password))) throw noResetCode();
  };

  return {
    signUp: async (account, alongside) => {
      const missing = await missingFor(account);
      return asSystem(parts, async ({ tx }) => {
        const result = await alongside(tx);
        if (missing === 'nothing') return result;
        const change = await pool.changing(tx);
        if (missing === 'account') await change.create(account);
        await setPassword(change, account.email, account.password);
        return result;
      });
    },

    sendResetCode: async ({ email, brand }) => {
      const found = await pool.find(email);
      await codes.send(email, brand, async (tx) => {
        const version = await credentialVersion(tx, email);
        return found?.isConfirmed ? version : undefined;
      });
    },

    resetPassword: async ({ email, code, password }, alongside) => {
      const { id, version } = await codes.check(email, code);
      const { result, change } = await asSystem(parts, async (moment) => {
        const { tx } = moment;
        await useResetCode(moment, id);
        // Whoever is held half-way by the old password is let go; the second factor stays as it is.
        await endChallenges(moment, email);
        // Who never signed in here has no row yet.
        await holdAccount(tx, email, 'none');
        await proofs.spend(tx, proofs.make({ email, version }, noResetCode));
        await changePassword(tx, email);
        await clearLock(tx, email);
        const done = { result: await alongside(tx), change: await pool.changing(tx) };
        await setPassword(done.change, email, password);
        return done;
      });
      // No session of ours rests on them, so that the new password stands also when this does not go through.
      await change
        .endTokens(email)
        .catch((error: unknown) => log.warn('user pool', { call: 'reset', error: nameOf(error) }));
      return result;
    },

    changePassword: async ({ email, password, newPassword }, alongside) => {
      const { proof, isChanged } = await checkPassword(email, password, newPassword);
      return asSystem(parts, async (moment) => {
        const { tx } = moment;
        // In the order of a reset, so that neither waits for the other for ever.
        await endResetCodes(moment, email);
        await endChallenges(moment, email);
        const spent = await proofs.spend(tx, proof);
        await changePassword(tx, email);
        const result = await alongside(spent);
        // Not twice: the pool may refuse a password that was used before.
        if (!isChanged) await setPassword(await pool.changing(tx), email, newPassword).catch(asNewPassword);
        return result;
      });
    },

    removeAccount: (email, alongside) =>
      asSystem(parts, async (moment) => {
        const { tx } = moment;
        await forgetAccount(moment, email);
        await tx.deleteFrom('pool_account').where('email', '=', email).execute();
        const result = await alongside(tx);
        await (await pool.changing(tx)).remove(email);
        return result;
      }),
  };
}

/** The field that a change calls it by. */
const asNewPassword = (error: unknown): never => {
  throw error instanceof Failed && error.code === 'PASSWORD_POLICY' && error.sentence !== undefined
    ? passwordRefused(error.sentence, 'newPassword')
    : error;
};
