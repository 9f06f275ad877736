/**
 * The note of the audit trail's end where every machine finds it: in the bucket that the files lie in. Each machine goes by its own;
 * one that joins, or whose disk was replaced, has none, and takes this one, so that a new disk does not count as a trail that was
 * cut, and a trail that was cut is missed by a new machine, too (P11-10).
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '#platform/core/log.ts';
import { headIn, type Keeping, putNote, readNote } from './head-file.ts';

/** Without these the files lie in the folder of the note itself. */
export interface Shared {
  trailNote?: () => Promise<string | null>;
  keepTrailNote?: (note: string) => Promise<void>;
}

/** As it is, proven or not: one that was altered is told of here as well. One that somebody has copied here already stays. */
export async function takeSharedNote({ dataDir }: Pick<Keeping, 'dataDir'>, { trailNote }: Shared): Promise<void> {
  const note = (await readNote(dataDir)) === null ? await trailNote?.() : null;
  if (note) await putNote(dataDir, note);
}

/** Puts the note of this machine in the place of whichever is there. */
export async function giveNote({ dataDir }: Pick<Keeping, 'dataDir'>, { keepTrailNote }: Shared): Promise<void> {
  const note = await readNote(dataDir);
  if (note !== null) await keepTrailNote?.(note);
}

/** What is shared is at most this much older than what is noted here: an entry is safe at a minute (P11-10). */
const usualEveryMs = 20_000;
const stopMs = 2_000;

export function shareNote(
  keeping: Keeping,
  { keepTrailNote }: Shared,
  log: Pick<Log, 'warn'>,
  everyMs: number = usualEveryMs,
) {
  let shared: string | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let going = Promise.resolve();
  const share = async (put: NonNullable<Shared['keepTrailNote']>) => {
    const note = await readNote(keeping.dataDir);
    if (note === null || note === shared || headIn(note, keeping) === 'altered') return;
    triedAt = performance.now();
    await put(note);
    shared = note;
  };
  const warn = (error: unknown) =>
    log.warn('audit head not shared', { error: error instanceof Error ? error.message : String(error) });
  const next = (mayWait: boolean): Promise<void> => {
    if (keepTrailNote)
      going = going.then(async () => {
        if (mayWait && performance.now() - triedAt < everyMs) return;
        await share(keepTrailNote).catch(warn);
      });
    return going;
  };
  return {
    /** Linking does not wait for the store. */
    soon: () => void next(true),
    /** A store that is away does not hold up a stop. */
    atLast: () => Promise.race([next(false), wait(stopMs, undefined, { ref: false })]),
  };
}
