/** The port to what tells people from machines on open pages: ALTCHA, made and checked by ourselves (NTP-05, OPS-95). */
import { hkdfSync, randomInt } from 'node:crypto';
import type { Puzzle } from '@portal/contract/subscriptions/endpoints.ts';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import type { Env } from '#src/env.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Database } from '#platform/database/db.ts';
import type { Secrets } from '#platform/security/secrets.ts';

export interface Captcha {
  /** What the browser is to solve; null where it need not. */
  challenge: () => Promise<Puzzle | null>;
  /** Whether the token is a solved puzzle of ours that is not out of date and was not used before. It learns nothing else (PRV-12). */
  accepts: (token: string | null | undefined) => Promise<boolean>;
}

const puzzleMs = 5 * 60_000;
/** About half a second of work in a browser, and one step of it to make a puzzle; to check an answer costs next to nothing. */
const cost = 1_000;
const steps = { from: 400, to: 1_200 };

const answer = z.object({
  challenge: z.object({
    parameters: z.object({ algorithm: z.literal('PBKDF2/SHA-256'), expiresAt: z.number() }).loose(),
    signature: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  solution: z.object({ counter: z.int().min(0), derivedKey: z.string().max(200) }),
});

const noCaptcha: Captcha = { challenge: async () => null, accepts: async () => true };

export function openCaptcha({
  env,
  clock,
  database,
}: {
  env: Pick<Env, 'captcha'> & Secrets;
  clock: Clock;
  database: Database;
}): Captcha {
  if (env.captcha === 'off') return noCaptcha;
  const current = keysOf(env.secret);
  // A puzzle that is being solved while the secret changes is one of ours all the same (PRV-07).
  const known = [current, ...env.earlierSecrets.map(keysOf)];
  return {
    challenge: async () =>
      (await createChallenge({
        ...current,
        algorithm: 'PBKDF2/SHA-256',
        cost,
        counter: randomInt(steps.from, steps.to),
        deriveKey,
        expiresAt: Math.floor((clock.now().getTime() + puzzleMs) / 1_000),
      })) as Puzzle,
    accepts: async (token) => {
      const read = answer.safeParse(decoded(token ?? ''));
      if (!read.success) return false;
      const { challenge, solution } = read.data;
      const { expiresAt } = challenge.parameters;
      // By our clock: the library goes by the machine's.
      if (expiresAt * 1_000 <= clock.now().getTime()) return false;
      for (const keys of known) {
        const { invalidSignature, invalidSolution } = await verifySolution({
          ...keys,
          challenge: challenge as never,
          solution,
          deriveKey,
        });
        if (invalidSignature === false && invalidSolution === false)
          return spend(database, challenge.signature, new Date(expiresAt * 1_000));
      }
      return false;
    },
  };
}

function keysOf(secret: Buffer) {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `captcha: ${use}`, 32)).toString('hex');
  return { hmacSignatureSecret: keyFor('puzzle'), hmacKeySignatureSecret: keyFor('solution') };
}

/** Of two who use one answer at once, one is let in. */
const spend = (database: Database, signature: string, expiresAt: Date): Promise<boolean> =>
  database.asSystem(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('spent_puzzle')
      .values({ signature, expires_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  });

function decoded(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString());
  } catch {
    return null;
  }
}
