/**
 * What was told of the trail's end, kept outside the database beside the note of it: a note that was taken away is made anew, and
 * from then on nothing else would show that the trail may have been cut before (P11-10).
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Keeping } from './head-file.ts';

const told = z.strictObject({
  at: z.iso.datetime(),
  /** The place that the chain no longer had, or what had become of the note. */
  cut: z.union([z.int().min(0), z.enum(['altered', 'gone'])]),
  /** Where the chain ended then. */
  end: z.int().min(0),
  proof: z.hex().length(64),
});
export type Told = Omit<z.output<typeof told>, 'proof'>;

export const toldFileIn = (dataDir: string): string => path.join(dataDir, 'audit-told');

/** Adds a line. What lasts is met again and again, also by several processes in turn, and has one. */
export async function noteTold(keeping: Keeping, { at, cut, end }: Told): Promise<void> {
  const lines = (await linesOf(keeping)).flatMap(({ told: one }) => one ?? []);
  // A note that is gone is made anew: gone once more is another time, unless it could not be made.
  const since = lines.slice(
    Math.max(
      0,
      lines.findLastIndex((one) => one.cut === 'gone'),
    ),
  );
  if (since.some((one) => one.cut === cut && (cut !== 'gone' || one.end === end))) return;
  const line = { at, cut, end, proof: proofBy(keyOf(keeping.secret), { at, cut, end }).toString('hex') };
  const handle = await open(toldFileIn(keeping.dataDir), 'a', 0o600);
  try {
    // A line that a full disk has cut off does not take this one with it.
    await handle.appendFile(`\n${JSON.stringify(line)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A sentence for each line, for whoever verifies the trail. */
export const sentencesOfTold = async (keeping: Keeping): Promise<string[]> =>
  (await linesOf(keeping)).map(({ told: one, place }) =>
    one
      ? `On ${one.at} the portal reported: audit trail cut (${placeOf(one.cut)}).${one.cut === 'gone' ? ` Since then it counts from link ${one.end}; nothing shows whether more was cut before.` : ''}`
      : `Line ${place} of audit-told in DATA_DIR was altered, cut off, or written with another secret: what the portal reported there is not known.`,
  );

const placeOf = (cut: Told['cut']): string =>
  typeof cut === 'number' ? `it did not fit the note of link ${cut}` : `the note of its end was ${cut}`;

/** Each line; without what it says where no secret of the installation proves it. */
async function linesOf({ dataDir, secret, earlierSecrets }: Keeping): Promise<{ told: Told | null; place: number }[]> {
  const text = await readFile(toldFileIn(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const keys = text === '' ? [] : [secret, ...earlierSecrets].map(keyOf);
  return text.split('\n').flatMap((line, at) => {
    if (line === '') return [];
    const { data } = told.safeParse(parsed(line));
    const isProven = data && keys.some((key) => timingSafeEqual(proofBy(key, data), Buffer.from(data.proof, 'hex')));
    return { told: isProven ? data : null, place: at + 1 };
  });
}

const keyOf = (secret: Buffer): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'portal audit: told', 32));

const proofBy = (key: Buffer, { at, cut, end }: Told): Buffer =>
  createHmac('sha256', key).update([at, cut, end].join(' ')).digest();

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
