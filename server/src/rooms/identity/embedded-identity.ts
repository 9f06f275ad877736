/** The identity provider that comes with the portal: accounts, locks and challenges in our own database. */
import { randomInt, timingSafeEqual } from 'node:crypto';
import { wrongSetUpCode } from '@portal/contract/identity/rules.ts';
import type { Env } from '#src/env.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database, Tx } from '#platform/db.ts';
import { Failed, fail } from '#platform/fail.ts';
import type { Holder, IdentityProvider, SecondFactor } from '#platform/identity-provider.ts';
import { sendText } from '#platform/outbox.ts';
import { acceptCode, findAccount, takeCodeTry } from './accounts.ts';
import { keepChallenge, newChallenge, readChallenge, takeTry, useUp } from './challenges.ts';
import { nobodysHash, verifyHash } from './passwords.ts';
import { makeSeal } from './seal.ts';
import { clearLock, reserveTry, startLock } from './sign-in-lock.ts';
import { matchingStep, newTotpSecret } from './totp.ts';

interface Parts {
  database: Database;
  clock: Clock;
  env: Pick<Env, 'secret'>;
  /** The slow check, so that a test can count how often it is made. */
  verify?: typeof verifyHash;
}

export function embeddedIdentity({ database, clock, env, verify = verifyHash }: Parts): IdentityProvider {
  const seal = makeSeal(env.secret);
  const setUpOf = (holder: { challenge: string; host: string }) => ({ ...holder, purpose: 'setup' as const });

  const verifyPassword = async (email: string, password: string): Promise<SecondFactor> => {
    const { wrong, account } = await database.asSystem(async (tx) => ({
      wrong: await reserveTry(tx, clock, email),
      account: await findAccount(tx, email),
    }));
    if (wrong === null) throw fail('LOCKED');
    // Nobody's e-mail takes the same way, hash included (SEC-07).
    const right = await verify(account?.password_hash ?? nobodysHash, password);
    await database.asSystem((tx) => (account && right ? clearLock(tx, email) : startLock(tx, clock, email, wrong)));
    if (!account || !right) throw fail('BAD_CREDENTIALS');
    if (account.state === 'unconfirmed') throw fail('NOT_CONFIRMED');
    if (account.state === 'reset') throw fail('RESET_REQUIRED');
    return account.preferred_mfa as SecondFactor;
  };

  const askForCode: IdentityProvider['askForCode'] = ({ email, host, factor, portalName }) =>
    database.asSystem(async (tx) => {
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
        smsCodeHash: seal.mark(`${challenge} ${code}`),
      });
      await sendText(tx, clock, { to: phone, text: `Your ${portalName} code is ${code}.` });
      return challenge;
    });

  const confirmCode: IdentityProvider['confirmCode'] = async ({ challenge, host, code }) => {
    const { held, account } = await database.asSystem(async (tx) => {
      const taken = await takeTry(tx, clock, { challenge, host, purpose: 'code' });
      return { held: taken, account: await takeCodeTry(tx, clock, taken.email) };
    });
    let step: number | null = null;
    if (held.factor === 'sms') {
      if (!held.smsCodeHash || !timingSafeEqual(held.smsCodeHash, seal.mark(`${challenge} ${code}`)))
        throw fail('CODE_MISMATCH');
    } else {
      step = account.totp_secret ? matchingStep(seal.open(account.totp_secret), code, clock.now()) : null;
      if (step === null) throw fail('CODE_MISMATCH');
    }
    await database.asSystem(async (tx) => {
      await useUp(tx, clock, challenge);
      if (!(await acceptCode(tx, clock, account.account_id, step))) throw fail('CODE_MISMATCH');
    });
    return held.email;
  };

  const startSetUp: IdentityProvider['startSetUp'] = (holder) =>
    database.asSystem(async (tx) => {
      const { email } = 'challenge' in holder ? await readChallenge(tx, clock, setUpOf(holder)) : holder;
      const secret = newTotpSecret();
      const account = await tx
        .updateTable('identity_account')
        .set({ pending_totp_secret: seal.close(secret) })
        .where('email', '=', email)
        // Replacing a factor asks for more than a session (SEC-13).
        .where('preferred_mfa', '=', 'none')
        .returning('account_id')
        .executeTakeFirst();
      if (!account) throw fail('MFA_NOT_FOUND');
      return { email, secret };
    });

  const verifySetUp = async <T>(
    holder: Holder,
    code: string,
    alongside: (tx: Tx, email: string) => Promise<T>,
  ): Promise<T> => {
    const account = await database.asSystem(async (tx) => {
      const { email } = 'challenge' in holder ? await takeTry(tx, clock, setUpOf(holder)) : holder;
      return takeCodeTry(tx, clock, email);
    });
    const pending = account.pending_totp_secret;
    if (!pending || account.preferred_mfa !== 'none') throw fail('MFA_NOT_FOUND');
    const step = matchingStep(seal.open(pending), code, clock.now());
    if (step === null) throw new Failed('CODE_MISMATCH', { sentence: wrongSetUpCode });
    return database.asSystem(async (tx) => {
      if ('challenge' in holder) await useUp(tx, clock, holder.challenge);
      const set = await tx
        .updateTable('identity_account')
        .set({
          totp_secret: pending,
          pending_totp_secret: null,
          preferred_mfa: 'totp',
          last_totp_step: step,
          wrong_codes: 0,
          codes_locked_until: null,
        })
        .where('account_id', '=', account.account_id)
        .where('pending_totp_secret', '=', pending)
        .returning('account_id')
        .executeTakeFirst();
      if (!set) throw fail('MFA_NOT_FOUND');
      return alongside(tx, account.email);
    });
  };

  return {
    verifyPassword,
    askForCode,
    confirmCode,
    holdForSetUp: (email, host) =>
      database.asSystem(async (tx) => {
        const challenge = newChallenge();
        await keepChallenge(tx, clock, challenge, { purpose: 'setup', email, host });
        return challenge;
      }),
    startSetUp,
    verifySetUp,
    factorOf: (email) =>
      database.asSystem(async (tx) => ((await findAccount(tx, email))?.preferred_mfa ?? 'none') as SecondFactor),
  };
}
