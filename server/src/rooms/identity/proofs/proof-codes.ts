/** Texted codes that prove the factor of someone signed in: a new one ends the one before, and there are few of them (SEC-12, SEC-36). */
import { randomBytes, randomInt } from 'node:crypto';
import { challengeMs, challengeTries, proofTexts, proofTextsMs } from '@portal/contract/identity/rules.ts';
import type { Moment } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { Failed } from '#platform/core/fail.ts';
import { holdName } from '#platform/database/hold-name.ts';
import type { Proof, SpentProof } from '#platform/security/proof.ts';

/** Makes the six digits and keeps what `mark` makes of them. */
export async function newProofCode(
  moment: Moment,
  of: { email: string; host: string; mark: (code: string) => Buffer; spend: (tx: Tx) => Promise<SpentProof> },
): Promise<string> {
  const text = await reserveText(moment, of);
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  await endOpenText(moment, of.email);
  await openText(await of.spend(moment.tx), text, { smsCodeHash: of.mark(code) });
  return code;
}

export interface ProofText {
  hash: Buffer;
}

/** Takes one of the few texts of an e-mail, before it is sent. It proves nothing until it is opened. */
export async function reserveText(
  moment: Moment,
  { email, host }: { email: string; host: string },
): Promise<ProofText> {
  const { tx } = moment;
  await holdName(tx, `proof of ${email}`);
  // Read when it is this call's turn: by an earlier time the text of whoever came first would lie ahead, and not count.
  const now = moment.now();
  const recent = await tx
    .selectFrom('auth_challenge')
    .select('expires_at')
    .where('email', '=', email)
    .where('purpose', '=', 'proof')
    .where('expires_at', '>', new Date(now.getTime() - proofTextsMs + challengeMs))
    .where('expires_at', '<=', new Date(now.getTime() + challengeMs))
    .orderBy('expires_at')
    .execute();
  const [oldest] = recent;
  if (oldest && recent.length >= proofTexts) {
    const freeAt = oldest.expires_at.getTime() - challengeMs + proofTextsMs;
    throw new Failed('LIMIT', { retryAfter: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1_000)) });
  }
  const hash = randomBytes(32);
  await tx
    .insertInto('auth_challenge')
    .values({
      challenge_hash: hash,
      email,
      host,
      purpose: 'proof',
      factor: 'sms',
      expires_at: new Date(now.getTime() + challengeMs),
      used_at: now,
    })
    .execute();
  return { hash };
}

/** Another text is on its way: the one before counts no more. Comes before the account is held, as in every step that takes one. */
export async function endOpenText({ tx, now }: Moment, email: string): Promise<void> {
  await tx
    .updateTable('auth_challenge')
    .set({ used_at: now() })
    .where('email', '=', email)
    .where('purpose', '=', 'proof')
    .where('used_at', 'is', null)
    .execute();
}

/** The text is on its way: its code counts, as long as the credential stays what it is. */
export async function openText(
  { tx, version }: SpentProof,
  { hash }: ProofText,
  by: { smsCodeHash: Buffer } | { poolAnswer: string },
): Promise<void> {
  await tx
    .updateTable('auth_challenge')
    .set('smsCodeHash' in by ? { sms_code_hash: by.smsCodeHash } : { pool_answer: by.poolAnswer })
    .set({ used_at: null, credential_version: version })
    .where('challenge_hash', '=', hash)
    .execute();
}

/** No text was sent: it does not count. */
export const dropText = (tx: Tx, { hash }: ProofText) =>
  tx.deleteFrom('auth_challenge').where('challenge_hash', '=', hash).execute();

/** The open one, without trying its code. */
export const readText = ({ tx, now }: Moment, email: string) =>
  tx
    .selectFrom('auth_challenge')
    .select(['email', 'credential_version as version', 'pool_answer as poolAnswer'])
    .where('email', '=', email)
    .where('purpose', '=', 'proof')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where('tries', '<', challengeTries)
    .executeTakeFirst();

/** Takes one of the five tries of the open one; undefined when there is none of this credential. */
export const takeTextTry = ({ tx, now }: Moment, { email, version }: Proof) =>
  tx
    .updateTable('auth_challenge')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('email', '=', email)
    .where('credential_version', '=', version)
    .where('purpose', '=', 'proof')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where('tries', '<', challengeTries)
    .returning(['challenge_hash as hash', 'sms_code_hash as smsCodeHash'])
    .executeTakeFirst();

/** The code could not be looked at: the try does not count. */
export async function giveTextTryBack(tx: Tx, { hash }: ProofText): Promise<void> {
  await tx
    .updateTable('auth_challenge')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('challenge_hash', '=', hash)
    .where('tries', '>', 0)
    .execute();
}

/** It was right: of two at once, one counts. */
export async function useTextedCode({ tx, now }: Moment, email: string): Promise<boolean> {
  const used = await tx
    .updateTable('auth_challenge')
    .set({ used_at: now() })
    .where('email', '=', email)
    .where('purpose', '=', 'proof')
    .where('used_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  return used !== undefined;
}
