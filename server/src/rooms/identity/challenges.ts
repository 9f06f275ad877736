/** What holds someone between the right password and the session: a secret that works once, for ten minutes (SEC-08, SEC-12). */
import { randomBytes } from 'node:crypto';
import { challengeMs, challengeTries } from '@portal/contract/identity/rules.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import { fail } from '#platform/fail.ts';
import { hashOf } from '#platform/http.ts';

type Purpose = { purpose: 'code'; factor: 'totp' | 'sms' } | { purpose: 'setup' };
export interface Given {
  challenge: string;
  host: string;
  purpose: 'code' | 'setup';
}

export const newChallenge = (): string => randomBytes(32).toString('base64url');

export async function keepChallenge(
  tx: Tx,
  clock: Clock,
  challenge: string,
  of: Purpose & { email: string; host: string; smsCodeHash?: Buffer },
): Promise<void> {
  await tx
    .insertInto('auth_challenge')
    .values({
      challenge_hash: hashOf(challenge),
      email: of.email,
      host: of.host,
      purpose: of.purpose,
      factor: of.purpose === 'code' ? of.factor : null,
      sms_code_hash: of.smsCodeHash ?? null,
      expires_at: new Date(clock.now().getTime() + challengeMs),
    })
    .execute();
}

/** Whose challenge it is, without trying a code. */
export async function readChallenge(tx: Tx, clock: Clock, given: Given) {
  const row = await tx
    .selectFrom('auth_challenge')
    .select('email')
    .where('challenge_hash', '=', hashOf(given.challenge))
    .where('host', '=', given.host)
    .where('purpose', '=', given.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .where('tries', '<', challengeTries)
    .executeTakeFirst();
  if (!row) throw fail('CHALLENGE_EXPIRED');
  return row;
}

/** Takes one of the five tries, before the code is looked at. */
export async function takeTry(tx: Tx, clock: Clock, given: Given) {
  const row = await tx
    .updateTable('auth_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('challenge_hash', '=', hashOf(given.challenge))
    .where('host', '=', given.host)
    .where('purpose', '=', given.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now())
    .where('tries', '<', challengeTries)
    .returning(['email', 'factor', 'sms_code_hash as smsCodeHash'])
    .executeTakeFirst();
  if (!row) throw fail('CHALLENGE_EXPIRED');
  return row;
}

/** The code was right: of two at once, one goes on. */
export async function useUp(tx: Tx, clock: Clock, challenge: string): Promise<void> {
  const used = await tx
    .updateTable('auth_challenge')
    .set({ used_at: clock.now() })
    .where('challenge_hash', '=', hashOf(challenge))
    .where('used_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (!used) throw fail('CHALLENGE_EXPIRED');
}
