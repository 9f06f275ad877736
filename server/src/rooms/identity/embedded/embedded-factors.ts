/** Replacing and removing the second factor of an embedded account: by its proof, which counts as at sign-in (SEC-12, SEC-13). */
import { challengeMs } from '@portal/contract/identity/rules.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { IdentityProvider, SecondFactor } from '#platform/security/identity-provider.ts';
import type { Proofs } from '#platform/security/proof.ts';
import { asSystem, type Ground } from '../as-system.ts';
import { acceptAnswer } from './accept-answer.ts';
import { changeCredential, findAccount, holdCredential, takeCodeTry } from './accounts.ts';
import { endChallenges, hold } from '../proofs/challenges.ts';
import type { CheckPassword } from './check-password.ts';
import { newProofCode, takeTextTry, useTextedCode } from '../proofs/proof-codes.ts';
import type { SecretBox } from '#platform/security/secret-box.ts';

interface Parts extends Ground {
  box: SecretBox;
  proofs: Proofs;
  checkPassword: CheckPassword;
}

export function embeddedFactors(
  parts: Parts,
): Pick<IdentityProvider, 'proveFactor' | 'textProofCode' | 'holdForReplacement' | 'removeFactor' | 'takeFactorOff'> {
  const { clock, box, proofs, checkPassword } = parts;
  const textOf = (email: string) => (code: string) => `proof of ${email}: ${code}`;
  /** Gives the factor before; the account is held by then. */
  const takeOff = async (tx: Tx, email: string): Promise<SecondFactor> => {
    const account = await findAccount(tx, email);
    if (!account) throw fail('MFA_NOT_FOUND');
    await changeCredential(tx, email, {
      preferred_mfa: 'none',
      totp_secret: null,
      wrong_codes: 0,
      codes_locked_until: null,
    });
    return account.preferred_mfa as SecondFactor;
  };

  return {
    proveFactor: async ({ email, password, code }) => {
      const { account: known, proof } = await checkPassword(email, password);
      const factor = known.preferred_mfa;
      if (factor === 'none') throw fail('MFA_NOT_FOUND');
      const isTexted = factor === 'sms' && typeof code === 'string';
      const { kept, account } = await asSystem(parts, async (moment) => ({
        kept: (isTexted && (await takeTextTry(moment, proof))?.smsCodeHash) || null,
        account: await takeCodeTry(moment, email),
      }));
      await asSystem(parts, async (moment) => {
        // Used up before it is looked at: of two at once one counts, and a wrong one undoes it.
        const texted = isTexted
          ? { kept: (await useTextedCode(moment, email)) ? kept : null, textOf: textOf(email) }
          : null;
        await proofs.spend(moment.tx, proof);
        await acceptAnswer(moment, box, account, code, texted);
      });
      return proof;
    },

    textProofCode: async ({ email, password, host, portalName }) => {
      const { account, proof } = await checkPassword(email, password);
      const { preferred_mfa: factor, phone } = account;
      if (factor !== 'sms') throw fail('MFA_NOT_FOUND');
      if (!phone) throw fail('UNAVAILABLE');
      await asSystem(parts, async (moment) => {
        const code = await newProofCode(moment, {
          email,
          host,
          mark: (made) => box.mark(textOf(email)(made)),
          spend: (within) => proofs.spend(within, proof),
        });
        const until = new Date(moment.now().getTime() + challengeMs);
        await moment.sendText({ to: phone, text: `Your ${portalName} code is ${code}.`, opens: { until } });
      });
    },

    holdForReplacement: (by, host) => hold(by, clock, { purpose: 'replace', host }),

    removeFactor: (proof, alongside) =>
      asSystem(parts, async (moment) => {
        const { tx } = moment;
        await endChallenges(moment, proof.email);
        const spent = await proofs.spend(tx, proof);
        return alongside(spent, await takeOff(tx, proof.email));
      }),

    takeFactorOff: (email, alongside) =>
      asSystem(parts, async (moment) => {
        const { tx } = moment;
        await endChallenges(moment, email);
        await holdCredential(tx, email);
        return alongside(tx, await takeOff(tx, email));
      }),
  };
}
