import type { Clock } from '#platform/core/clock.ts';
import type { Database } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { Proofs } from '#platform/security/proof.ts';
import { nobodysHash, type VerifyHash } from '../passwords/hash-password.ts';
import { tryPassword } from '../proofs/try-password.ts';
import { findAccount } from './accounts.ts';

export type CheckPassword = ReturnType<typeof passwordCheck>;

interface Ground {
  database: Database;
  clock: Clock;
  proofs: Proofs;
  verify: VerifyHash;
}

/** Proves the password of an embedded account, wherever it is asked for; gives the account as it was then. */
export const passwordCheck =
  ({ database, clock, proofs, verify }: Ground) =>
  async (email: string, password: string) => {
    const account = await tryPassword(
      { database, clock },
      email,
      (tx) => findAccount(tx, email),
      async (found) => {
        // Nobody's e-mail takes the same way, hash included (SEC-07).
        const right = await verify(found?.password_hash ?? nobodysHash, password);
        return found && right ? found : null;
      },
    );
    if (account.state === 'unconfirmed') throw fail('NOT_CONFIRMED');
    if (account.state === 'reset') throw fail('RESET_REQUIRED');
    return { account, proof: proofs.make({ email, version: account.credential_version }, 'BAD_CREDENTIALS') };
  };
