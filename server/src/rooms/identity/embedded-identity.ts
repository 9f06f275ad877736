/** The identity provider that comes with the portal: accounts, locks and challenges in our own database. */
import { randomInt } from 'node:crypto';
import { wrongSetUpCode } from '@portal/contract/identity/rules.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Database } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { IdentityProvider, SecondFactor } from '#platform/security/identity-provider.ts';
import { sendText } from '#platform/jobs/outbox.ts';
import type { Secrets } from '#platform/security/secrets.ts';
import { acceptAnswer } from './accept-answer.ts';
import { findAccount, takeCodeTry, wrongCode } from './accounts.ts';
import {
  endChallenges,
  hold,
  keepChallenge,
  newChallenge,
  readChallenge,
  setUpOf,
  takeTry,
  useUp,
} from './challenges.ts';
import { passwordCheck } from './check-password.ts';
import { embeddedFactors } from './embedded-factors.ts';
import { embeddedPasswords } from './password-reset.ts';
import { verifyHash } from './passwords.ts';
import { makeSecretBox } from './secret-box.ts';
import { matchingStep, newTotpSecret } from './totp.ts';

interface Parts {
  database: Database;
  clock: Clock;
  env: Secrets;
  /** The slow check, so that a test can count how often it is made. */
  verify?: typeof verifyHash;
}

export function embeddedIdentity({ database, clock, env, verify = verifyHash }: Parts): IdentityProvider {
  const box = makeSecretBox(env);
  const checkPassword = passwordCheck({ database, clock, verify });

  const verifyPassword: IdentityProvider['verifyPassword'] = async (email, password) => ({
    email,
    factor: (await checkPassword(email, password)).preferred_mfa as SecondFactor,
  });

  const askForCode: IdentityProvider['askForCode'] = ({ email, factor }, { host, portalName }) =>
    database.asSystem(async (tx) => {
      if (factor === 'none') throw fail('MFA_NOT_FOUND');
      const challenge = newChallenge();
      if (factor === 'totp') {
        await keepChallenge(tx, clock, challenge, { purpose: 'code', factor, email, host });
        return challenge;
      }
      const phone = (await findAccount(tx, email))?.phone;
      if (!phone) throw fail('UNAVAILABLE');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await keepChallenge(tx, clock, challenge, {
        purpose: 'code',
        factor,
        email,
        host,
        smsCodeHash: box.mark(`${challenge} ${code}`),
      });
      await sendText(tx, clock, { to: phone, text: `Your ${portalName} code is ${code}.` });
      return challenge;
    });

  const confirmCode: IdentityProvider['confirmCode'] = async ({ challenge, host, code }) => {
    const { held, account } = await database.asSystem(async (tx) => {
      const taken = await takeTry(tx, clock, { challenge, host, purposes: ['code'] });
      return { held: taken, account: await takeCodeTry(tx, clock, taken.email) };
    });
    const texted =
      held.factor === 'sms' ? { kept: held.smsCodeHash, textOf: (given: string) => `${challenge} ${given}` } : null;
    await database.asSystem(async (tx) => {
      await useUp(tx, clock, challenge);
      await acceptAnswer(tx, { clock, box }, account, code, texted);
    });
    return held.email;
  };

  const startSetUp: IdentityProvider['startSetUp'] = (holder) =>
    database.asSystem(async (tx) => {
      const { email, replaces } = await setUpOf(tx, clock, holder, readChallenge);
      const secret = newTotpSecret();
      const account = await tx
        .updateTable('identity_account')
        .set({ pending_totp_secret: box.close(secret) })
        .where('email', '=', email)
        .where('preferred_mfa', replaces ? '<>' : '=', 'none')
        .returning('account_id')
        .executeTakeFirst();
      if (!account) throw fail('MFA_NOT_FOUND');
      return { email, secret };
    });

  const verifySetUp: IdentityProvider['verifySetUp'] = async (holder, code, alongside) => {
    const { account, replaces } = await database.asSystem(async (tx) => {
      const { email, replaces } = await setUpOf(tx, clock, holder, takeTry);
      return { account: await takeCodeTry(tx, clock, email), replaces };
    });
    const pending = account.pending_totp_secret;
    if (!pending || (account.preferred_mfa !== 'none') !== replaces) throw fail('MFA_NOT_FOUND');
    const step = matchingStep(box.open(pending), code, clock.now());
    if (step === null) throw wrongCode(account, wrongSetUpCode);
    return database.asSystem(async (tx) => {
      await endChallenges(tx, clock, account.email, 'challenge' in holder ? holder.challenge : undefined);
      const held = await tx
        .selectFrom('identity_account')
        .select('pending_totp_secret')
        .where('account_id', '=', account.account_id)
        .forUpdate()
        .executeTakeFirst();
      // Encrypted anew in the meantime, it is still the same.
      const kept = held?.pending_totp_secret;
      if (!kept || box.open(kept) !== box.open(pending)) throw fail('MFA_NOT_FOUND');
      await tx
        .updateTable('identity_account')
        .set({
          totp_secret: kept,
          pending_totp_secret: null,
          preferred_mfa: 'totp',
          last_totp_step: step,
          wrong_codes: 0,
          codes_locked_until: null,
        })
        .where('account_id', '=', account.account_id)
        .execute();
      return alongside(tx, account.email, account.preferred_mfa as SecondFactor);
    });
  };

  return {
    verifyPassword,
    askForCode,
    confirmCode,
    whoIsHeld: (given) =>
      database.asSystem(async (tx) => (await readChallenge(tx, clock, { ...given, purposes: ['code'] })).email),
    holdForSetUp: (email, host) => hold({ database, clock }, { purpose: 'setup', email, host }),
    startSetUp,
    verifySetUp,
    factorOf: (email) =>
      database.asSystem(async (tx) => ((await findAccount(tx, email))?.preferred_mfa ?? 'none') as SecondFactor),
    ...embeddedFactors({ database, clock, box, checkPassword }),
    ...embeddedPasswords({ database, clock, box, checkPassword }),
  };
}
