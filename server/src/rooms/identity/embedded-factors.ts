/** Replacing and removing the second factor of an embedded account: by its proof, which counts as at sign-in (SEC-12, SEC-13). */
import type { Clock } from '#platform/core/clock.ts';
import type { Database } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { IdentityProvider, SecondFactor } from '#platform/security/identity-provider.ts';
import { sendText } from '#platform/jobs/outbox.ts';
import { acceptAnswer } from './accept-answer.ts';
import { takeCodeTry } from './accounts.ts';
import { endChallenges, hold } from './challenges.ts';
import type { CheckPassword } from './check-password.ts';
import { newProofCode, takeProofTry, useProofCode } from './proof-codes.ts';
import type { SecretBox } from './secret-box.ts';

interface Parts {
  database: Database;
  clock: Clock;
  box: SecretBox;
  checkPassword: CheckPassword;
}

export function embeddedFactors(
  parts: Parts,
): Pick<IdentityProvider, 'proveFactor' | 'textProofCode' | 'holdForReplacement' | 'removeFactor'> {
  const { database, clock, box, checkPassword } = parts;
  const textOf = (email: string) => (code: string) => `proof of ${email}: ${code}`;

  return {
    proveFactor: async ({ email, password, code }) => {
      const factor = (await checkPassword(email, password)).preferred_mfa;
      if (factor === 'none') throw fail('MFA_NOT_FOUND');
      const isTexted = factor === 'sms' && typeof code === 'string';
      const { kept, account } = await database.asSystem(async (tx) => ({
        kept: (isTexted && (await takeProofTry(tx, clock, email))?.smsCodeHash) || null,
        account: await takeCodeTry(tx, clock, email),
      }));
      await database.asSystem(async (tx) => {
        // Used up before it is looked at: of two at once one counts, and a wrong one undoes it.
        const texted = isTexted
          ? { kept: (await useProofCode(tx, clock, email)) ? kept : null, textOf: textOf(email) }
          : null;
        await acceptAnswer(tx, parts, account, code, texted);
      });
    },

    textProofCode: async ({ email, password, host, portalName }) => {
      const { preferred_mfa: factor, phone } = await checkPassword(email, password);
      if (factor !== 'sms') throw fail('MFA_NOT_FOUND');
      if (!phone) throw fail('UNAVAILABLE');
      await database.asSystem(async (tx) => {
        const code = await newProofCode(tx, clock, {
          email,
          host,
          mark: (made) => box.mark(textOf(email)(made)),
        });
        await sendText(tx, clock, { to: phone, text: `Your ${portalName} code is ${code}.` });
      });
    },

    holdForReplacement: (email, host) => hold({ database, clock }, { purpose: 'replace', email, host }),

    removeFactor: (email, alongside) =>
      database.asSystem(async (tx) => {
        await endChallenges(tx, clock, email);
        const account = await tx
          .selectFrom('identity_account')
          .select(['account_id', 'preferred_mfa'])
          .where('email', '=', email)
          .forUpdate()
          .executeTakeFirst();
        if (!account) throw fail('MFA_NOT_FOUND');
        await tx
          .updateTable('identity_account')
          .set({
            preferred_mfa: 'none',
            totp_secret: null,
            pending_totp_secret: null,
            wrong_codes: 0,
            codes_locked_until: null,
          })
          .where('account_id', '=', account.account_id)
          .execute();
        return alongside(tx, account.preferred_mfa as SecondFactor);
      }),
  };
}
