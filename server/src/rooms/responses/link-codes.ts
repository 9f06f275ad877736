/**
 * The codes of links that lead a patient to a page of their own. A hash alone is kept: a code is derived with the installation's secret
 * from what it is for and the time it was made, so that the next message carries the same link as long as it can be used.
 */
import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { birthDateTries, codeDays } from '@portal/contract/responses/rules.ts';
import { type Database, databaseOf, type Tx } from '#platform/database/db.ts';
import type { Secrets } from '#platform/security/secrets.ts';

const dayMs = 86_400_000;
/** Somebody who is interrupted comes back within this; else the date of birth is asked for again. */
const passMs = 2 * 3_600_000;

const known = new WeakMap<Database, readonly Buffer[]>();

const keyOf = (secret: Buffer) => Buffer.from(hkdfSync('sha256', secret, '', 'portal assessments: links', 32));
/** From here on links are made: with the secret of the installation, and known with those it had before too (PRV-07). */
export const makeLinks = (database: Database, { secret, earlierSecrets }: Secrets): void =>
  void known.set(database, [secret, ...earlierSecrets].map(keyOf));

function keysOf(tx: Tx): readonly Buffer[] {
  const keys = known.get(databaseOf(tx));
  if (!keys) throw new Error('links need a database that was opened with the secret of the installation');
  return keys;
}

const mac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();
export const hashOfCode = (code: string): Buffer => createHash('sha256').update(code).digest();
const codeBy = (key: Buffer, subject: string, madeAt: Date) =>
  mac(key, `code ${subject} ${madeAt.getTime()}`).toString('base64url');

interface KeptCode {
  hash: Buffer;
  madeAt: Date;
  expiresAt: Date;
  triesLeft: number;
}

/**
 * The code that is kept while it can be used, else a new one with what is to be kept of it; and until when it can be used from the message
 * on that carries it now. `subject` is what the code is for.
 */
export function sameOrNewCode(tx: Tx, subject: string, kept: KeptCode | undefined, at: Date) {
  const keys = keysOf(tx);
  const until = new Date(at.getTime() + codeDays * dayMs);
  if (kept && kept.expiresAt > at && kept.triesLeft > 0) {
    const same = keys.map((key) => codeBy(key, subject, kept.madeAt)).find((one) => hashOfCode(one).equals(kept.hash));
    if (same !== undefined) return { code: same, made: null, until };
  }
  // Another one than the one that is dead, also where the clock stands still.
  const madeAt = new Date(Math.max(at.getTime(), (kept?.madeAt.getTime() ?? 0) + 1));
  const code = codeBy(keys[0] as Buffer, subject, madeAt);
  return {
    code,
    until,
    made: {
      code_hash: hashOfCode(code),
      made_at: madeAt,
      expires_at: until,
      tries_left: birthDateTries,
    },
  };
}

/** What a pass opens: the page behind a code, for whoever knew the date of birth that is on record. */
export interface PassFor {
  codeHash: Buffer;
  bornOn: string;
}

/**
 * What the date of birth opens: it says itself until when, so that two pages of one patient can be open. It dies with the code, and
 * with that date of birth, which may have been somebody else's.
 */
export function passFor(tx: Tx, opened: PassFor, now: Date): string {
  const until = now.getTime() + passMs;
  return `${until}.${passMac(keysOf(tx)[0] as Buffer, opened, until).toString('base64url')}`;
}
const passMac = (key: Buffer, { codeHash, bornOn }: PassFor, until: number) =>
  mac(key, `pass ${codeHash.toString('hex')} ${bornOn} ${until}`);

export function isPass(tx: Tx, pass: string, opens: PassFor, now: Date): boolean {
  const [, until, proof] = /^(\d{1,15})\.([\w-]{43})$/.exec(pass) ?? [];
  if (until === undefined || proof === undefined) return false;
  const shown = Buffer.from(proof, 'base64url');
  const isOurs = keysOf(tx).some((key) => timingSafeEqual(passMac(key, opens, Number(until)), shown));
  const left = Number(until) - now.getTime();
  // One from further ahead was made before the clock was set back (REL-10).
  return isOurs && left > 0 && left <= 2 * passMs;
}
