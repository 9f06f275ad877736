import { fail } from '#platform/core/fail.ts';
import type { Proofs } from '#platform/security/proof.ts';
import type { Ground } from '../as-system.ts';
import { isPasswordOf, nobodysHash, type VerifyHash } from '../passwords/hash-password.ts';
import { tryPassword } from '../proofs/try-password.ts';
import { findAccount } from './accounts.ts';

export type CheckPassword = ReturnType<typeof passwordCheck>;

interface Parts extends Ground {
  proofs: Proofs;
  verify: VerifyHash;
}

/** Proves the password of an embedded account, wherever it is asked for; gives the account as it was then. */
export const passwordCheck =
  ({ proofs, verify, ...ground }: Parts) =>
  async (email: string, password: string) => {
    const account = await tryPassword(
      ground,
      email,
      (tx) => findAccount(tx, email),
      async (found) => {
        // Nobody's e-mail takes the same way, hash included (SEC-07).
        const right = await isPasswordOf(found?.password_hash ?? nobodysHash, password, verify);
        return found && right ? found : null;
      },
    );
    if (account.state === 'unconfirmed') throw fail('NOT_CONFIRMED');
    if (account.state === 'reset') throw fail('RESET_REQUIRED');
    return { account, proof: proofs.make({ email, version: account.credential_version }, 'BAD_CREDENTIALS') };
  };
