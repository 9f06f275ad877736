/** Replacing and removing the second factor of an account in the pool: by its proof, which counts as at sign-in (SEC-12, SEC-13). */
import type { Clock } from '#platform/core/clock.ts';
import type { Database } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { IdentityProvider } from '#platform/security/identity-provider.ts';
import { wrongCode } from '../accounts.ts';
import { endChallenges, hold } from '../challenges.ts';
import { tryPassword } from '../check-password.ts';
import { hashPassword, verifyHash } from '../passwords.ts';
import { dropProof, openProof, readProof, reserveProof, takeProofTry, useProofCode } from '../proof-codes.ts';
import type { SecretBox } from '../secret-box.ts';
import type { CheckPoolPassword } from './check-pool-password.ts';
import {
  changeFactor,
  clearCodeTries,
  giveCodeTryBack,
  holdAccount,
  keepTokens,
  takeCodeTry,
} from './pool-accounts.ts';
import { inTime } from './pool-client.ts';
import { unavailable } from './pool-failures.ts';
import type { Asked, Kind, Tokens } from './pool-sign-in.ts';
import type { Pool } from './pool.ts';

interface Parts {
  database: Database;
  clock: Clock;
  box: SecretBox;
  pool: Pool;
  checkPassword: CheckPoolPassword;
}
/** What a text was sent with. To ask the pool for the password again would send another one, so a hash of it is kept as long. */
interface Texted {
  asked: Asked;
  passwordHash: string;
}

export function hostedFactors(
  parts: Parts,
): Pick<IdentityProvider, 'proveFactor' | 'textProofCode' | 'holdForReplacement' | 'removeFactor'> {
  const { database, clock, box, pool, checkPassword } = parts;

  const readTexted = async (email: string): Promise<Texted | null> => {
    const row = await database.asSystem((tx) => readProof(tx, clock, email));
    return row?.poolAnswer ? (JSON.parse(box.open(row.poolAnswer)) as Texted) : null;
  };
  const provePassword = async (email: string, password: string, texted: Texted | null): Promise<Asked> => {
    if (texted) {
      const nothing = async () => {};
      return tryPassword(parts, email, nothing, async () =>
        (await verifyHash(texted.passwordHash, password)) ? texted.asked : null,
      );
    }
    const answer = await checkPassword(email, password);
    if (answer.factor === 'none') throw fail('MFA_NOT_FOUND');
    return answer;
  };

  /**
   * The pool gives tokens for its own codes alone. For somebody who proved their factor by other means it is switched off for
   * a moment; meanwhile the account is held, and its factor is on record (`isOnRecord` of the password check).
   */
  const tokensWithoutCode = async (email: string, password: string, factor: Kind): Promise<Tokens> => {
    const until = inTime();
    try {
      await pool.setFactor(email, { off: factor }, until);
      const answer = await pool.signIn(email, password, until);
      if (!answer || 'refused' in answer || answer.factor !== 'none') throw unavailable();
      return answer.tokens;
    } finally {
      await pool.setFactor(email, { on: factor });
    }
  };

  return {
    proveFactor: async ({ email, password, code }) => {
      const texted = typeof code === 'string' ? await readTexted(email) : null;
      const asked = await provePassword(email, password, texted);
      const { account, isOpen } = await database.asSystem(async (tx) => ({
        isOpen: asked.factor === 'totp' || (texted !== null && (await takeProofTry(tx, clock, email)) !== undefined),
        account: await takeCodeTry(tx, clock, email),
      }));
      if (typeof code === 'function') {
        return database.asSystem(async (tx) => {
          await clearCodeTries(tx, email);
          if (!(await code(tx, email))) throw wrongCode(account);
          await keepTokens(tx, parts, email, await tokensWithoutCode(email, password, asked.factor));
        });
      }
      if (!isOpen) throw wrongCode(account);
      const tokens = await pool.proveCode(asked, code).catch(async (error: unknown) => {
        await database.asSystem((tx) => giveCodeTryBack(tx, email));
        throw error;
      });
      if (!tokens) throw wrongCode(account);
      await database.asSystem(async (tx) => {
        if (texted && !(await useProofCode(tx, clock, email))) throw wrongCode(account);
        await clearCodeTries(tx, email);
        await keepTokens(tx, parts, email, tokens);
      });
    },

    // The pool sends the text, in its own words, as soon as the password is right.
    textProofCode: async ({ email, password, host }) => {
      const proof = await database.asSystem((tx) => reserveProof(tx, clock, { email, host }));
      try {
        const asked = await provePassword(email, password, null);
        if (asked.factor !== 'sms') throw fail('MFA_NOT_FOUND');
        const texted: Texted = { asked, passwordHash: await hashPassword(password) };
        const poolAnswer = box.close(JSON.stringify(texted));
        await database.asSystem((tx) => openProof(tx, clock, proof, { poolAnswer }));
      } catch (error) {
        await database.asSystem((tx) => dropProof(tx, proof));
        throw error;
      }
    },

    holdForReplacement: (email, host) => hold(parts, { purpose: 'replace', email, host }),

    removeFactor: (email, alongside) =>
      database.asSystem(async (tx) => {
        await endChallenges(tx, clock, email);
        const before = await holdAccount(tx, email, 'none');
        if (before === 'none') return alongside(tx, before);
        await changeFactor(tx, email, { before, after: 'none' });
        const result = await alongside(tx, before);
        await pool.setFactor(email, { off: before });
        return result;
      }),
  };
}
