/** Proving a password to the pool: behind our lock, and with the factor on record as the one that counts (SEC-09, SEC-13). */
import { fail } from '#platform/core/fail.ts';
import type { Proof, Proofs } from '#platform/security/proof.ts';
import { asSystem, type Ground } from '../as-system.ts';
import { tryPassword } from '../proofs/try-password.ts';
import { changeFactor, credentialVersion, holdAccount } from './pool-accounts.ts';
import { inTime } from './pool-client.ts';
import { unavailable } from './pool-failures.ts';
import type { Answer, Refused } from './pool-sign-in.ts';
import type { Pool } from './pool.ts';

interface Parts extends Ground {
  pool: Pool;
  proofs: Proofs;
}
/** A right password, and what the pool answered to it. */
interface Proved {
  answer: Answer;
  proof: Proof;
}
export type CheckPoolPassword = ReturnType<typeof poolPasswordCheck>;

export function poolPasswordCheck({ pool, proofs, ...ground }: Parts) {
  /**
   * Whether the pool asked for the factor on record. One that it did not ask for is switched on again: nobody comes in past
   * it while it is off for a moment. One that it has by itself goes on record. Gives the version of the credential that the
   * answer is about, which was `version` before the pool was asked.
   */
  const versionOnRecord = (
    email: string,
    { factor }: Answer,
    version: number,
    until: AbortSignal,
  ): Promise<number | undefined> =>
    asSystem(ground, async ({ tx }) => {
      const kept = await holdAccount(tx, email, factor);
      if (kept.factor === factor) return version;
      if (factor === 'none') {
        if (kept.factor !== 'none') await (await pool.changing(tx)).setFactor(email, { on: kept.factor }, until);
        return undefined;
      }
      // Asked once more, since it may have been taken off between answer and record.
      if ((await pool.find(email, until))?.factor !== factor) return undefined;
      const recorded = await changeFactor(tx, email, { before: kept.factor, after: factor });
      // Only this change is no other credential: after another one the answer is about an old one.
      return kept.version === version ? recorded : version;
    });

  const prove = async (email: string, password: string, before: number): Promise<Proved | Refused | null> => {
    const until = inTime();
    for (let round = 0; round < 2; round += 1) {
      const answer = await pool.signIn(email, password, until);
      if (answer === null || 'refused' in answer) return answer;
      const version = await versionOnRecord(email, answer, before, until);
      if (version !== undefined) return { answer, proof: proofs.make({ email, version }, 'BAD_CREDENTIALS') };
    }
    throw unavailable();
  };

  /**
   * With `newPassword` it is that of somebody who changes it: a change whose answer was lost has come true in the pool alone, so that
   * the new one is the right one when its owner tries again. Only the first wrong try in a row looks at it: then nobody guesses with
   * it, since a row of wrong tries is one guess longer than elsewhere, and no more.
   */
  return async (email: string, password: string, newPassword?: string): Promise<Proved & { isChanged: boolean }> => {
    const proved = await tryPassword(
      ground,
      email,
      (tx) => credentialVersion(tx, email),
      async (version, wrong) => {
        const old = await prove(email, password, version);
        if (old !== null) return { ...old, isChanged: false };
        if (newPassword === undefined || wrong !== 1) return null;
        // One that the pool does not answer is no wrong try: the next one is the first again.
        const again = await prove(email, newPassword, version);
        return again && { ...again, isChanged: true };
      },
    );
    if ('refused' in proved) throw fail(proved.refused);
    return proved;
  };
}
