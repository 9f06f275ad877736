import type { Clock } from '#platform/core/clock.ts';
import { longestLockMs, lockMs } from '@portal/contract/identity/rules.ts';
import type { Database, Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { LockBegan } from '#platform/security/identity-provider.ts';
import type { Proofs } from '#platform/security/proof.ts';
import { findAccount } from './accounts.ts';
import { nobodysHash, type VerifyHash } from './passwords.ts';
import { clearLock, giveTryBack, reserveTry, startLock } from './sign-in-lock.ts';

export type CheckPassword = ReturnType<typeof passwordCheck>;

/**
 * Takes a try at the password of an e-mail, whoever knows the password: it counts before the slow `check`, which gives null
 * for a wrong one (SEC-09). A check that fails has checked nothing, and its try is given back.
 */
export async function tryPassword<K, R>(
  { database, clock }: { database: Database; clock: Clock },
  email: string,
  look: (tx: Tx) => Promise<K>,
  check: (known: K) => Promise<R | null>,
): Promise<R> {
  const { wrong, known } = await database.asSystem(async (tx) => ({
    wrong: await reserveTry(tx, clock, email),
    known: await look(tx),
  }));
  if (wrong === null) throw fail('LOCKED');
  const proven = await check(known).catch(async (error: unknown) => {
    await database.asSystem((tx) => giveTryBack(tx, email, wrong));
    throw error;
  });
  await database.asSystem((tx) => (proven === null ? startLock(tx, clock, email, wrong) : clearLock(tx, email)));
  if (proven !== null) return proven;
  const failed = fail('BAD_CREDENTIALS');
  if (lockMs(wrong) === 0) throw failed;
  throw new LockBegan(failed, { email, cause: 'password', isLong: lockMs(wrong) >= longestLockMs });
}

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
