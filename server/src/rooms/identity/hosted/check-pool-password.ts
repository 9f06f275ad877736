/** Proving a password to the pool: behind our lock, and with the factor on record as the one that counts (SEC-09, SEC-13). */
import type { Clock } from '#platform/core/clock.ts';
import type { Database } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { tryPassword } from '../check-password.ts';
import { changeFactor, holdAccount } from './pool-accounts.ts';
import { inTime } from './pool-client.ts';
import { unavailable } from './pool-failures.ts';
import type { Answer, Refused } from './pool-sign-in.ts';
import type { Pool } from './pool.ts';

interface Ground {
  database: Database;
  clock: Clock;
  pool: Pool;
}
export type CheckPoolPassword = ReturnType<typeof poolPasswordCheck>;

export function poolPasswordCheck({ database, clock, pool }: Ground) {
  /**
   * Whether the pool asked for the factor on record. One that it did not ask for is switched on again: nobody comes in past
   * it while it is off for a moment. One that it has by itself goes on record.
   */
  const isOnRecord = (email: string, { factor }: Answer, until: AbortSignal): Promise<boolean> =>
    database.asSystem(async (tx) => {
      const kept = await holdAccount(tx, email, factor);
      if (kept === factor) return true;
      if (factor === 'none') {
        if (kept !== 'none') await pool.setFactor(email, { on: kept }, until);
        return false;
      }
      // Asked once more, since it may have been taken off between answer and record.
      if ((await pool.find(email, until))?.factor !== factor) return false;
      return changeFactor(tx, email, { before: kept, after: factor });
    });

  const prove = async (email: string, password: string): Promise<Answer | Refused | null> => {
    const until = inTime();
    for (let round = 0; round < 2; round += 1) {
      const answer = await pool.signIn(email, password, until);
      if (answer === null || 'refused' in answer || (await isOnRecord(email, answer, until))) return answer;
    }
    throw unavailable();
  };

  return async (email: string, password: string): Promise<Answer> => {
    const nothing = async () => {};
    const answer = await tryPassword({ database, clock }, email, nothing, () => prove(email, password));
    if ('refused' in answer) throw fail(answer.refused);
    return answer;
  };
}
