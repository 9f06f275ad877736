/** Replacing and removing the second factor of an account in the pool: by its proof, which counts as at sign-in (SEC-12, SEC-13). */
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { IdentityProvider, OtherProof, SecondFactor } from '#platform/security/identity-provider.ts';
import type { Proof, Proofs } from '#platform/security/proof.ts';
import { asSystem, type Ground } from '../as-system.ts';
import { failedFor, isWrongCode, wrongCode } from '../proofs/wrong-code.ts';
import { endChallenges, hold } from '../proofs/challenges.ts';
import { tryPassword } from '../proofs/try-password.ts';
import { hashPassword, isPasswordOf } from '../passwords/hash-password.ts';
import {
  dropText,
  endOpenText,
  giveTextTryBack,
  openText,
  readText,
  reserveText,
  takeTextTry,
  useTextedCode,
} from '../proofs/proof-codes.ts';
import type { SecretBox } from '#platform/security/secret-box.ts';
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

interface Parts extends Ground {
  box: SecretBox;
  pool: Pool;
  proofs: Proofs;
  checkPassword: CheckPoolPassword;
}
/** What a text was sent with. To ask the pool for the password again would send another one, so a hash of it is kept as long. */
interface Texted {
  asked: Asked;
  passwordHash: string;
}

export function hostedFactors(
  parts: Parts,
): Pick<IdentityProvider, 'proveFactor' | 'textProofCode' | 'holdForReplacement' | 'removeFactor' | 'takeFactorOff'> {
  const { clock, box, pool, proofs, checkPassword } = parts;

  /** The open text, with the proof of the password that it was asked for by. */
  const readTexted = async (email: string): Promise<(Texted & { proof: Proof }) | null> => {
    const row = await asSystem(parts, (moment) => readText(moment, email));
    if (!row?.poolAnswer) return null;
    return { ...(JSON.parse(box.open(row.poolAnswer)) as Texted), proof: proofs.make(row, 'BAD_CREDENTIALS') };
  };
  const provePassword = async (
    email: string,
    password: string,
    texted: Awaited<ReturnType<typeof readTexted>>,
  ): Promise<{ asked: Asked; proof: Proof }> => {
    if (texted) {
      const nothing = async () => {};
      return tryPassword(parts, email, nothing, async () =>
        (await isPasswordOf(texted.passwordHash, password)) ? texted : null,
      );
    }
    const { answer, proof } = await checkPassword(email, password);
    if (answer.factor === 'none') throw fail('MFA_NOT_FOUND');
    return { asked: answer, proof };
  };

  /**
   * The pool gives tokens for its own codes alone. For somebody who proved their factor by other means it is switched off for
   * a moment; meanwhile the account is held, and its factor is on record (`isOnRecord` of the password check).
   */
  const tokensWithoutCode = async (tx: Tx, email: string, password: string, factor: Kind): Promise<Tokens> => {
    const change = await pool.changing(tx);
    const until = inTime();
    try {
      await change.setFactor(email, { off: factor }, until);
      const answer = await pool.signIn(email, password, until);
      if (!answer || 'refused' in answer || answer.factor !== 'none') throw unavailable();
      return answer.tokens;
    } finally {
      await change.setFactor(email, { on: factor });
    }
  };

  const takeOff = async <T>(tx: Tx, email: string, alongside: (before: SecondFactor) => Promise<T>): Promise<T> => {
    const { factor: before } = await holdAccount(tx, email, 'none');
    if (before === 'none') return alongside(before);
    await changeFactor(tx, email, { before, after: 'none' });
    const result = await alongside(before);
    await (await pool.changing(tx)).setFactor(email, { off: before });
    return result;
  };

  return {
    proveFactor: async ({ email, password, code }) => {
      const texted = typeof code === 'string' ? await readTexted(email) : null;
      const { asked, proof } = await provePassword(email, password, texted);
      const { account, text } = await asSystem(parts, async (moment) => ({
        text: texted ? await takeTextTry(moment, proof) : undefined,
        account: await takeCodeTry(moment, email),
      }));
      const proveByOther = (other: OtherProof) =>
        asSystem(parts, async (moment) => {
          const { tx } = moment;
          await proofs.spend(tx, proof);
          await clearCodeTries(tx, email);
          if (!(await other(tx, email))) throw wrongCode(account);
          await keepTokens(moment, box, email, await tokensWithoutCode(tx, email, password, asked.factor));
        });
      const proveByCode = async (typed: string) => {
        const tokens = asked.factor === 'totp' || text ? await pool.proveCode(asked, typed) : null;
        if (!tokens) throw wrongCode(account);
        await asSystem(parts, async (moment) => {
          const { tx } = moment;
          if (texted && !(await useTextedCode(moment, email))) throw wrongCode(account);
          await proofs.spend(tx, proof);
          await clearCodeTries(tx, email);
          await keepTokens(moment, box, email, tokens);
        });
      };
      try {
        await (typeof code === 'function' ? proveByOther(code) : proveByCode(code));
      } catch (error) {
        if (!isWrongCode(error))
          await asSystem(parts, async ({ tx }) => {
            if (text) await giveTextTryBack(tx, text);
            await giveCodeTryBack(tx, email);
          });
        throw failedFor(account, error);
      }
      return proof;
    },

    // The pool sends the text, in its own words, as soon as the password is right.
    textProofCode: async ({ email, password, host }) => {
      const text = await asSystem(parts, (moment) => reserveText(moment, { email, host }));
      try {
        const { asked, proof } = await provePassword(email, password, null);
        if (asked.factor !== 'sms') throw fail('MFA_NOT_FOUND');
        const texted: Texted = { asked, passwordHash: await hashPassword(password) };
        const poolAnswer = box.close(JSON.stringify(texted));
        await asSystem(parts, async (moment) => {
          await endOpenText(moment, email);
          await openText(await proofs.spend(moment.tx, proof), text, { poolAnswer });
        });
      } catch (error) {
        await asSystem(parts, ({ tx }) => dropText(tx, text));
        throw error;
      }
    },

    holdForReplacement: (by, host) => hold(by, clock, { purpose: 'replace', host }),

    removeFactor: (proof, alongside) =>
      asSystem(parts, async (moment) => {
        await endChallenges(moment, proof.email);
        const spent = await proofs.spend(moment.tx, proof);
        return takeOff(moment.tx, proof.email, (before) => alongside(spent, before));
      }),

    takeFactorOff: (email, alongside) =>
      asSystem(parts, async (moment) => {
        const { tx } = moment;
        await endChallenges(moment, email);
        return takeOff(tx, email, (before) => alongside(tx, before));
      }),
  };
}
