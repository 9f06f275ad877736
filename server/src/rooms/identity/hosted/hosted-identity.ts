/**
 * The identity provider of a hosted user pool: passwords, codes and the secrets of apps are the pool's; locks, counts and
 * challenges are ours, so that the browser cannot tell it from the embedded one (SEC-17). Where a change of ours and one of
 * the pool belong together, the pool's comes last: no rollback undoes it.
 */
import { startMfaSetup } from '@portal/contract/identity/endpoints.ts';
import { wrongSetUpCode } from '@portal/contract/identity/rules.ts';
import type { HostedPool } from '#src/env.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import type { IdentityProvider, Proven } from '#platform/security/identity-provider.ts';
import { proofsBy } from '#platform/security/proof.ts';
import type { Log } from '#platform/core/log.ts';
import type { Secrets } from '#platform/security/secrets.ts';
import { asSystem, type Ground } from '../as-system.ts';
import { isWrongCode, wrongCode } from '../proofs/wrong-code.ts';
import {
  endChallenges,
  giveTryBack,
  hold,
  proofOf,
  readChallenge,
  setUpOf,
  takeTry,
  useUp,
} from '../proofs/challenges.ts';
import { makeSecretBox } from '#platform/security/secret-box.ts';
import { poolPasswordCheck } from './check-pool-password.ts';
import { hostedFactors } from './hosted-factors.ts';
import { hostedPasswords } from './hosted-passwords.ts';
import {
  changeFactor,
  clearCodeTries,
  factorOf,
  forgetTokens,
  giveCodeTryBack,
  holdCredential,
  keepTokens,
  keptTokens,
  noteSetUp,
  takeCodeTry,
} from './pool-accounts.ts';
import { unavailable } from './pool-failures.ts';
import type { Asked, Tokens } from './pool-sign-in.ts';
import { openPool } from './pool.ts';

interface House extends Ground {
  log: Log;
  env: Secrets;
}

export function hostedIdentity({ database, clock, log, env }: House, config: HostedPool): IdentityProvider {
  const box = makeSecretBox(env);
  const pool = openPool(config, { clock, log });
  const proofs = proofsBy(holdCredential);
  const checkPassword = poolPasswordCheck({ database, clock, pool, proofs });
  const parts = { database, clock, log, box, pool, proofs, checkPassword };
  /** What the pool wants back from those who were just proven; never longer than their call. */
  const askedOf = new WeakMap<Proven, Asked>();

  const confirmCode: IdentityProvider['confirmCode'] = async ({ challenge, host, code }) => {
    const { held, account } = await asSystem(parts, async (moment) => {
      const taken = await takeTry(moment, { challenge, host, purposes: ['code'] });
      return { held: taken, account: await takeCodeTry(moment, taken.email) };
    });
    if (typeof code === 'string') {
      if (!held.poolAnswer) throw fail('CHALLENGE_EXPIRED');
      const asked = JSON.parse(box.open(held.poolAnswer)) as Asked;
      const tokens = await pool.proveCode(asked, code).catch(async (error: unknown) => {
        await asSystem(parts, async ({ tx }) => {
          await giveTryBack(tx, challenge);
          await giveCodeTryBack(tx, held.email);
        });
        throw error;
      });
      if (!tokens) throw wrongCode(account);
    }
    const proof = proofOf(proofs, held);
    await asSystem(parts, async (moment) => {
      const { tx } = moment;
      await useUp(moment, challenge);
      await proofs.spend(tx, proof);
      await clearCodeTries(tx, held.email);
      if (typeof code === 'function' && !(await code(tx, held.email))) throw wrongCode(account);
    });
    return proof;
  };

  const freshTokens = async (email: string): Promise<Tokens> => {
    const kept = await asSystem(parts, (moment) => keptTokens(moment, box, email));
    const fresh = kept && (await pool.refresh(kept));
    if (!fresh) throw new Failed('CHALLENGE_EXPIRED', { sentence: 'Please sign in again, and then set up your app.' });
    return fresh;
  };

  const startSetUp: IdentityProvider['startSetUp'] = async (holder) => {
    const { email, isDue, change } = await asSystem(parts, async (moment) => {
      const { tx } = moment;
      const { proof, replaces } = await setUpOf(moment, proofs, holder, readChallenge);
      const { email: whose } = await proofs.spend(tx, proof);
      await noteSetUp(tx, whose);
      const isMeant = ((await factorOf(tx, whose)) !== 'none') === replaces;
      return { email: whose, isDue: isMeant, change: await pool.changing(tx) };
    });
    if (!isDue) throw fail('MFA_NOT_FOUND');
    return { email, secret: await change.newAppSecret(await freshTokens(email)) };
  };

  const verifySetUp: IdentityProvider['verifySetUp'] = async (holder, code, alongside) => {
    const { account, proof, replaces, change } = await asSystem(parts, async (moment) => {
      const setUp = await setUpOf(moment, proofs, holder, takeTry);
      const change = await pool.changing(moment.tx);
      return { ...setUp, change, account: await takeCodeTry(moment, setUp.proof.email) };
    });
    const { email, factor: before } = account;
    // A secret that was given out under another credential is nobody's any more, though the pool still knows it.
    if ((before !== 'none') !== replaces || account.setUpVersion !== proof.version) throw fail('MFA_NOT_FOUND');
    try {
      if (!(await change.proveApp(await freshTokens(email), code))) throw wrongCode(account, wrongSetUpCode);
      return await asSystem(parts, async (moment) => {
        const { tx } = moment;
        await endChallenges(moment, email, 'challenge' in holder ? holder.challenge : undefined);
        const spent = await proofs.spend(tx, proof);
        if (!(await changeFactor(tx, email, { before, after: 'totp' }))) throw fail('MFA_NOT_FOUND');
        await forgetTokens(tx, email);
        const result = await alongside(spent, before);
        await change.setFactor(email, before === 'sms' ? { on: 'totp', off: 'sms' } : { on: 'totp' });
        return result;
      });
    } catch (error) {
      if (!isWrongCode(error))
        await asSystem(parts, async ({ tx }) => {
          if ('challenge' in holder) await giveTryBack(tx, holder.challenge);
          await giveCodeTryBack(tx, email);
        });
      throw error;
    }
  };

  return {
    verifyPassword: async (email, password) => {
      const { answer, proof } = await checkPassword(email, password);
      const proven: Proven = { proof, factor: answer.factor };
      if (answer.factor === 'none') {
        const { tokens } = answer;
        await asSystem(parts, async (moment) => {
          await proofs.spend(moment.tx, proof);
          await keepTokens(moment, box, email, tokens);
        });
      } else askedOf.set(proven, answer);
      return proven;
    },
    spend: proofs.spend,
    // A text is on its way already, in the words of the pool.
    askForCode: async (proven, { host }) => {
      const asked = askedOf.get(proven);
      if (!asked) throw fail('MFA_NOT_FOUND');
      const poolAnswer = box.close(JSON.stringify(asked));
      return asSystem(parts, async (moment) =>
        hold(await proofs.spend(moment.tx, proven.proof), moment, {
          purpose: 'code',
          factor: asked.factor,
          host,
          poolAnswer,
        }),
      );
    },
    confirmCode,
    whoIsHeld: (given) =>
      asSystem(parts, async (moment) => proofOf(proofs, await readChallenge(moment, { ...given, purposes: ['code'] }))),
    holdForSetUp: (by, host) => hold(by, clock, { purpose: 'setup', host }),
    startSetUp: (holder) => startSetUp(holder).catch(inWordsOfSetUp),
    verifySetUp: (...given) => verifySetUp(...given).catch(inWordsOfSetUp),
    factorOf: (email) => asSystem(parts, ({ tx }) => factorOf(tx, email)),
    ...hostedFactors(parts),
    ...hostedPasswords(parts),
  };
}

/** SER-11. */
const inWordsOfSetUp = (error: unknown): never => {
  throw error instanceof Failed && error.code === 'UNAVAILABLE' ? unavailable(startMfaSetup.failure) : error;
};
