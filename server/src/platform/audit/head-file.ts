/**
 * Where the audit trail ends, noted outside the database and under a key: whoever cuts the end of the chain, as its owner too, does
 * not reach this place, and whoever reaches it cannot write another one (P11-10).
 */
import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Env } from '#src/env.ts';

/** A place of the chain that is known to have existed. */
export interface KnownHead {
  position: number;
  hash: string;
}

/** What the audit trail stands on outside the database. */
export type Keeping = Pick<Env, 'dataDir' | 'secret' | 'earlierSecrets' | 'maySecretsBeMissing'>;

/** Entries beyond the settled ones that were without a link, and the highest number among them. */
export interface Waiting {
  entries: number;
  last: number;
}

export interface NotedHead extends KnownHead {
  /** Up to this number, everything that may come had come, and was linked or told of. */
  settled: number;
  /** What waited for its link while the linking was held up; all of it must still be there. */
  waiting?: Waiting | undefined;
  /** False when an earlier secret proves it: the next note is made with the one of now. */
  isCurrent: boolean;
}

const noted = z.strictObject({
  position: z.int().min(0),
  hash: z.hex().length(64),
  // Earlier releases did not note it.
  settled: z.int().min(0).optional(),
  waiting: z.strictObject({ entries: z.int().min(1), last: z.int().min(1) }).optional(),
  proof: z.hex().length(64),
});
type Head = Omit<z.output<typeof noted>, 'proof'>;

export const headFileIn = (dataDir: string): string => path.join(dataDir, 'audit-head');

/** The newest note; null when there is none, "altered" when no secret of the installation proves it. */
export async function readHead(keeping: Keeping): Promise<NotedHead | 'altered' | null> {
  const text = await readNote(keeping.dataDir);
  return text === null ? null : headIn(text, keeping);
}

/** The note as it lies there. */
export const readNote = (dataDir: string): Promise<string | null> =>
  readFile(headFileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });

/** What a note says, or "altered". */
export function headIn(
  text: string,
  { secret, earlierSecrets }: Pick<Keeping, 'secret' | 'earlierSecrets'>,
): NotedHead | 'altered' {
  const { data: head } = noted.safeParse(parsed(text));
  if (!head) return 'altered';
  const provenBy = [secret, ...earlierSecrets].findIndex((one) =>
    timingSafeEqual(proofOfHead(one, head), Buffer.from(head.proof, 'hex')),
  );
  const { position, hash, settled = 0, waiting } = head;
  return provenBy < 0 ? 'altered' : { position, hash, settled, waiting, isCurrent: provenBy === 0 };
}

/** Replaces the note as a whole, for good. */
export async function writeHead(
  { dataDir, secret }: Keeping,
  { position, hash, settled, waiting }: Head,
): Promise<void> {
  const head = { position, hash, settled, ...(waiting ? { waiting } : {}) };
  await putNote(dataDir, `${JSON.stringify({ ...head, proof: proofOfHead(secret, head).toString('hex') })}\n`);
}

/** Puts a note as it is, in the place of the one before. */
export async function putNote(dataDir: string, note: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = headFileIn(dataDir);
  // Several processes may note that the linking is held up: none of them has its turn then.
  const next = `${file}.${randomUUID()}`;
  try {
    const handle = await open(next, 'w', 0o600);
    try {
      await handle.writeFile(note);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  const folder = await open(dataDir, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function proofOfHead(secret: Buffer, { position, hash, settled, waiting }: Head): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'portal audit: head', 32));
  // Each of the last two was added by a later release.
  const said = [
    position,
    hash,
    ...(settled === undefined ? [] : [settled]),
    ...(waiting ? [waiting.entries, waiting.last] : []),
  ];
  return createHmac('sha256', key).update(said.join(':')).digest();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
