/** The identity provider that comes with the portal: accounts, locks and challenges in our own database. */
import { randomInt } from 'node:crypto';
import { challengeMs, wrongSetUpCode } from '@portal/contract/identity/rules.ts';
import { fail } from '#platform/core/fail.ts';
import type { IdentityProvider, SecondFactor } from '#platform/security/identity-provider.ts';
import { proofsBy } from '#platform/security/proof.ts';
import type { Secrets } from '#platform/security/secrets.ts';
import { asSystem, type Ground } from '../as-system.ts';
import { acceptAnswer } from './accept-answer.ts';
import { changeCredential, findAccount, holdCredential, takeCodeTry } from './accounts.ts';
import { wrongCode } from '../proofs/wrong-code.ts';
import {
  endChallenges,
  hold,
  keepChallenge,
  newChallenge,
  proofOf,
  readChallenge,
  setUpOf,
  takeTry,
  useUp,
} from '../proofs/challenges.ts';
import { companyOf } from '../people.ts';
import { passwordCheck } from './check-password.ts';
import { embeddedFactors } from './embedded-factors.ts';
import { embeddedPasswords } from './embedded-passwords.ts';
import { verifyHash } from '../passwords/hash-password.ts';
import { makeSecretBox } from '#platform/security/secret-box.ts';
import { matchingStep, newTotpSecret } from '../factors/totp.ts';

interface Parts extends Ground {
  env: Secrets;
  /** The slow check, so that a test can count how often it is made. */
  verify?: typeof verifyHash;
}

export function embeddedIdentity({ database, clock, env, verify = verifyHash }: Parts): IdentityProvider {
  const box = makeSecretBox(env);
  const proofs = proofsBy(holdCredential);
  const checkPassword = passwordCheck({ database, clock, proofs, verify });
  const parts = { database, clock, box, proofs, checkPassword };

  const verifyPassword: IdentityProvider['verifyPassword'] = async (email, password) => {
    const { account, proof } = await checkPassword(email, password);
    return { proof, factor: account.preferred_mfa as SecondFactor };
  };

  const askForCode: IdentityProvider['askForCode'] = ({ proof, factor }, { host, brand }) =>
    asSystem(parts, async (moment) => {
      if (factor === 'none') throw fail('MFA_NOT_FOUND');
      const spent = await proofs.spend(moment.tx, proof);
      if (factor === 'totp') return hold(spent, moment, { purpose: 'code', factor, host });
      const challenge = newChallenge();
      const phone = (await findAccount(moment.tx, proof.email))?.phone;
      if (!phone) throw fail('UNAVAILABLE');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      await keepChallenge(spent, moment, challenge, {
        purpose: 'code',
        factor,
        host,
        smsCodeHash: box.mark(`${challenge} ${code}`),
      });
      const until = new Date(moment.now().getTime() + challengeMs);
      const portalName = brand.for(await companyOf(moment.tx, proof.email)).name;
      await moment.sendText({ to: phone, text: `Your ${portalName} code is ${code}.`, opens: { until } });
      return challenge;
    });

  const confirmCode: IdentityProvider['confirmCode'] = async ({ challenge, host, code }) => {
    const { held, account } = await asSystem(parts, async (moment) => {
      const taken = await takeTry(moment, { challenge, host, purposes: ['code'] });
      return { held: taken, account: await takeCodeTry(moment, taken.email) };
    });
    const texted =
      held.factor === 'sms' ? { kept: held.smsCodeHash, textOf: (given: string) => `${challenge} ${given}` } : null;
    const proof = proofOf(proofs, held);
    await asSystem(parts, async (moment) => {
      await useUp(moment, challenge);
      await proofs.spend(moment.tx, proof);
      await acceptAnswer(moment, box, account, code, texted);
    });
    return proof;
  };

  const startSetUp: IdentityProvider['startSetUp'] = (holder) =>
    asSystem(parts, async (moment) => {
      const { tx } = moment;
      const { proof, replaces } = await setUpOf(moment, proofs, holder, readChallenge);
      const { email } = await proofs.spend(tx, proof);
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
    const { account, proof, replaces } = await asSystem(parts, async (moment) => {
      const setUp = await setUpOf(moment, proofs, holder, takeTry);
      return { ...setUp, account: await takeCodeTry(moment, setUp.proof.email) };
    });
    const pending = account.pending_totp_secret;
    if (!pending || (account.preferred_mfa !== 'none') !== replaces) throw fail('MFA_NOT_FOUND');
    const secret = box.tryOpen(pending);
    // Begun under a secret that is lost: it is begun anew.
    if (secret === null) throw fail('CHALLENGE_EXPIRED');
    const step = matchingStep(secret, code, clock.now());
    if (step === null) throw wrongCode(account, wrongSetUpCode);
    return asSystem(parts, async (moment) => {
      const { tx } = moment;
      await endChallenges(moment, account.email, 'challenge' in holder ? holder.challenge : undefined);
      const spent = await proofs.spend(tx, proof);
      // Encrypted anew in the meantime, it is still the same.
      const kept = (await findAccount(tx, account.email))?.pending_totp_secret;
      if (!kept || box.tryOpen(kept) !== secret) throw fail('MFA_NOT_FOUND');
      await changeCredential(tx, account.email, {
        totp_secret: kept,
        preferred_mfa: 'totp',
        last_totp_step: step,
        wrong_codes: 0,
        codes_locked_until: null,
      });
      return alongside(spent, account.preferred_mfa as SecondFactor);
    });
  };

  return {
    verifyPassword,
    spend: proofs.spend,
    askForCode,
    confirmCode,
    whoIsHeld: (given) =>
      asSystem(parts, async (moment) => proofOf(proofs, await readChallenge(moment, { ...given, purposes: ['code'] }))),
    holdForSetUp: (by, host) => hold(by, clock, { purpose: 'setup', host }),
    startSetUp,
    verifySetUp,
    factorOf: (email) =>
      asSystem(parts, async ({ tx }) => ((await findAccount(tx, email))?.preferred_mfa ?? 'none') as SecondFactor),
    ...embeddedFactors(parts),
    ...embeddedPasswords(parts),
  };
}
