import { longestLockMs, lockMs } from '@portal/contract/identity/rules.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { LockBegan } from '#platform/security/identity-provider.ts';
import { asSystem, type Ground } from '../as-system.ts';
import { clearLock, giveTryBack, reserveTry, startLock } from './sign-in-lock.ts';

/**
 * Takes a try at the password of an e-mail, whoever knows the password: it counts before the slow `check`, which gives null
 * for a wrong one (SEC-09); it is told the how many-th wrong one in a row this would be. A check that fails has checked nothing, and
 * its try is given back.
 */
export async function tryPassword<K, R>(
  ground: Ground,
  email: string,
  look: (tx: Tx) => Promise<K>,
  check: (known: K, wrong: number) => Promise<R | null>,
): Promise<R> {
  const { wrong, known } = await asSystem(ground, async (moment) => ({
    wrong: await reserveTry(moment, email),
    known: await look(moment.tx),
  }));
  const proven = await check(known, wrong).catch(async (error: unknown) => {
    await asSystem(ground, ({ tx }) => giveTryBack(tx, email, wrong));
    throw error;
  });
  await asSystem(ground, (moment) => (proven === null ? startLock(moment, email, wrong) : clearLock(moment.tx, email)));
  if (proven !== null) return proven;
  const failed = fail('BAD_CREDENTIALS');
  if (lockMs(wrong) === 0) throw failed;
  throw new LockBegan(failed, { email, cause: 'password', isLong: lockMs(wrong) >= longestLockMs });
}
