/** What holds someone between the right password and the session: a secret that works once, for ten minutes (SEC-08, SEC-12). */
import { randomBytes } from 'node:crypto';
import { challengeMs, challengeTries } from '@portal/contract/identity/rules.ts';
import type { Moment } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import type { Holder } from '#platform/security/identity-provider.ts';
import type { Proof, Proofs, SpentProof } from '#platform/security/proof.ts';
import { hashOf } from '#platform/security/viewer-of.ts';

type Purpose = { purpose: 'code'; factor: 'totp' | 'sms' } | { purpose: 'setup' | 'replace' };
export interface Given {
  challenge: string;
  host: string;
  /** What the challenge may have been given for. */
  purposes: readonly Purpose['purpose'][];
}

export const newChallenge = (): string => randomBytes(32).toString('base64url');

/** Whoever answers the challenge does it by the credential of this proof, as long as that stays what it is. */
export async function keepChallenge(
  { tx, email, version }: SpentProof,
  { now }: Pick<Moment, 'now'>,
  challenge: string,
  of: Purpose & { host: string; smsCodeHash?: Buffer; poolAnswer?: string },
): Promise<void> {
  await tx
    .insertInto('auth_challenge')
    .values({
      challenge_hash: hashOf(challenge),
      email,
      credential_version: version,
      host: of.host,
      purpose: of.purpose,
      factor: of.purpose === 'code' ? of.factor : null,
      sms_code_hash: of.smsCodeHash ?? null,
      pool_answer: of.poolAnswer ?? null,
      expires_at: new Date(now().getTime() + challengeMs),
    })
    .execute();
}

/** Holds somebody by a new challenge, which it gives. */
export async function hold(
  by: SpentProof,
  at: Pick<Moment, 'now'>,
  of: Parameters<typeof keepChallenge>[3],
): Promise<string> {
  const challenge = newChallenge();
  await keepChallenge(by, at, challenge, of);
  return challenge;
}

/** What a challenge rests on. */
export const proofOf = (proofs: Proofs, held: { email: string; version: number }): Proof =>
  proofs.make(held, 'CHALLENGE_EXPIRED');

/** What a set-up rests on. Only with the challenge of a replacement does one who has a factor set up another (SEC-13). */
export async function setUpOf(
  moment: Moment,
  proofs: Proofs,
  holder: Holder,
  read: typeof readChallenge,
): Promise<{ proof: Proof; replaces: boolean }> {
  if (!('challenge' in holder)) return { proof: holder.proof, replaces: false };
  const held = await read(moment, { ...holder, purposes: ['setup', 'replace'] });
  return { proof: proofOf(proofs, held), replaces: held.purpose === 'replace' };
}

/** Whose challenge it is, without trying a code. */
export async function readChallenge({ tx, now }: Moment, given: Given) {
  const row = await tx
    .selectFrom('auth_challenge')
    .select(['email', 'purpose', 'credential_version as version'])
    .where('challenge_hash', '=', hashOf(given.challenge))
    .where('host', '=', given.host)
    .where('purpose', 'in', given.purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where('tries', '<', challengeTries)
    .executeTakeFirst();
  if (!row) throw fail('CHALLENGE_EXPIRED');
  return row;
}

/** Takes one of the five tries, before the code is looked at. */
export async function takeTry({ tx, now }: Moment, given: Given) {
  const row = await tx
    .updateTable('auth_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('challenge_hash', '=', hashOf(given.challenge))
    .where('host', '=', given.host)
    .where('purpose', 'in', given.purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where('tries', '<', challengeTries)
    .returning([
      'email',
      'purpose',
      'credential_version as version',
      'factor',
      'sms_code_hash as smsCodeHash',
      'pool_answer as poolAnswer',
    ])
    .executeTakeFirst();
  if (!row) throw fail('CHALLENGE_EXPIRED');
  return row;
}

/** The code could not be looked at: the try does not count. */
export async function giveTryBack(tx: Tx, challenge: string): Promise<void> {
  await tx
    .updateTable('auth_challenge')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('challenge_hash', '=', hashOf(challenge))
    .where('tries', '>', 0)
    .execute();
}

/** The code was right: of two at once, one goes on. */
export async function useUp({ tx, now }: Moment, challenge: string): Promise<void> {
  const used = await tx
    .updateTable('auth_challenge')
    .set({ used_at: now() })
    .where('challenge_hash', '=', hashOf(challenge))
    .where('used_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (!used) throw fail('CHALLENGE_EXPIRED');
}

/**
 * What is still held for an e-mail counts no more, because its factor changes (SEC-02, SEC-13). Comes before the account
 * is touched, as in every step that answers a challenge. With the challenge that is being answered: of two at once, one goes on.
 */
export async function endChallenges({ tx, now }: Moment, email: string, answered?: string): Promise<void> {
  const open = await tx
    .selectFrom('auth_challenge')
    .select('challenge_hash')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .orderBy('challenge_hash')
    .forUpdate()
    .execute();
  if (answered !== undefined && !open.some((row) => row.challenge_hash.equals(hashOf(answered))))
    throw fail('CHALLENGE_EXPIRED');
  await tx
    .updateTable('auth_challenge')
    .set({ used_at: now() })
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute();
}
