/** A new password for an embedded account: by a code that was mailed, or by the old one (SEC-15). */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import type { IdentityProvider } from '#platform/security/identity-provider.ts';
import type { Proofs } from '#platform/security/proof.ts';
import { asSystem, type Ground } from '../as-system.ts';
import { changeCredential, findAccount, storeAccount } from './accounts.ts';
import { endChallenges } from '../proofs/challenges.ts';
import { forgetAccount } from '../forget-account.ts';
import type { CheckPassword } from './check-password.ts';
import { hashPassword } from '../passwords/hash-password.ts';
import { endResetCodes, noResetCode, resetCodes, useResetCode } from '../passwords/reset-codes.ts';
import type { SecretBox } from '#platform/security/secret-box.ts';
import { clearLock } from '../proofs/sign-in-lock.ts';

interface Parts extends Ground {
  box: SecretBox;
  proofs: Proofs;
  checkPassword: CheckPassword;
}

export function embeddedPasswords(
  parts: Parts,
): Pick<IdentityProvider, 'signUp' | 'sendResetCode' | 'resetPassword' | 'changePassword' | 'removeAccount'> {
  const { proofs, checkPassword } = parts;
  const codes = resetCodes(parts);

  return {
    signUp: async ({ email, password, phone }, alongside) => {
      const passwordHash = await hashPassword(password);
      return asSystem(parts, async ({ tx }) => {
        const result = await alongside(tx);
        await storeAccount(tx, { email, passwordHash, phone });
        return result;
      });
    },

    sendResetCode: ({ email, brand }) =>
      codes.send(email, brand, async (tx) => {
        const account = await findAccount(tx, email);
        // Who has not proven their e-mail yet is as good as unknown (SEC-07).
        return account?.state === 'unconfirmed' ? undefined : account?.credential_version;
      }),

    resetPassword: async ({ email, code, password }, alongside) => {
      const { id, version } = await codes.check(email, code);
      const passwordHash = await hashPassword(password);
      return asSystem(parts, async (moment) => {
        const { tx } = moment;
        await useResetCode(moment, id);
        await endChallenges(moment, email);
        await proofs.spend(tx, proofs.make({ email, version }, noResetCode));
        await setPassword(tx, email, passwordHash);
        await clearLock(tx, email);
        return alongside(tx);
      });
    },

    changePassword: async ({ email, password, newPassword }, alongside) => {
      const { proof } = await checkPassword(email, password);
      const passwordHash = await hashPassword(newPassword);
      return asSystem(parts, async (moment) => {
        const { tx } = moment;
        // In the order of a reset, so that neither waits for the other for ever.
        await endResetCodes(moment, email);
        await endChallenges(moment, email);
        const spent = await proofs.spend(tx, proof);
        await setPassword(tx, email, passwordHash);
        return alongside(spent);
      });
    },

    removeAccount: (email, alongside) =>
      asSystem(parts, async (moment) => {
        const { tx } = moment;
        await forgetAccount(moment, email);
        await tx.deleteFrom('identity_account').where('email', '=', email).execute();
        return alongside(tx);
      }),
  };
}

/** The second factor stays as it is. Whoever is held half-way by the old password has been let go by then. */
async function setPassword(tx: Tx, email: string, passwordHash: string): Promise<void> {
  const isSet = await changeCredential(tx, email, {
    password_hash: passwordHash,
    state: sql<string>`case state when 'reset' then 'confirmed' else state end`,
  });
  if (!isSet) throw noResetCode();
}
