/** Links the audit entries every few seconds, and tells what it comes upon (P11-10). */
import { linkEntries, type Linked, lookAtWaiting, type Memory, nothingLinked } from './link-entries.ts';
import type { Keeping, Waiting } from './head-file.ts';
import { noteTold } from './told.ts';
import type { Database } from '#platform/database/db.ts';
import type { Log } from '#platform/core/log.ts';
import { type Shared, shareNote } from './shared-note.ts';
import type { Alarms, TrailAlarm } from '#platform/security/alarms.ts';

export interface Linker {
  /** Links what there is, and stops. */
  stop: () => Promise<void>;
}

/** How long what lasts is not told of again. */
const toldAgainMs = 60 * 60_000;
/** An entry that is a minute old has its link, or is in the note as one that waits. */
const usualHeldUpMs = 50_000;

interface Ground {
  database: Database;
  log: Log;
  env: Keeping;
  alarms: Pick<Alarms, 'tell'>;
  /** Where the note is shared with other machines. */
  files?: Shared;
}

/** The head it logs is one more place to compare the chain with later, outside the database. */
export function linkEntriesEvery(
  ms: number,
  { database, log, env, alarms, files = {} }: Ground,
  heldUpMs: number = usualHeldUpMs,
): Linker {
  const memory: Memory = {};
  const shared = shareNote(env, files, log);
  const toldAt = new Map<TrailAlarm, number>();
  const tell = (what: TrailAlarm, details: Record<string, unknown>) => {
    log.error(what, details);
    alarms.tell({ what });
  };
  const tellHourly = (what: TrailAlarm, details: Record<string, unknown>) => {
    if (performance.now() - (toldAt.get(what) ?? Number.NEGATIVE_INFINITY) < toldAgainMs) return;
    toldAt.set(what, performance.now());
    tell(what, details);
  };
  const see = ({ head, cut, forged, wrong }: Linked, heldUp: Waiting | null) => {
    if (head) log.info('audit head', { ...head });
    if (forged) tell('audit trail forged', { ...forged });
    if (cut) tellHourly('audit trail cut', typeof cut === 'string' ? { note: cut } : { position: cut.position });
    if (wrong !== null) tellHourly('audit trail link forged', { position: wrong });
    if (heldUp) tellHourly('audit trail held up', { ...heldUp });
  };
  /** For whoever verifies the trail later; of a second cut within the hour, too. */
  const keep = async (cut: NonNullable<Linked['cut']>) => {
    const place = typeof cut === 'string' ? cut : cut.position;
    await noteTold(env, { at: new Date().toISOString(), cut: place, end: memory.end?.position ?? 0 });
  };
  const warn = (error: unknown) =>
    log.warn('audit entries not linked', { error: error instanceof Error ? error.message : String(error) });
  const linkOnce = async () => {
    const linked = nothingLinked();
    await linkEntries(database, env, memory, linked).catch(warn);
    const waiting = linked.isWhole ? null : await lookAtWaiting(database, env, memory, heldUpMs).catch(warn);
    const cut = linked.cut ?? waiting?.cut ?? null;
    see({ ...linked, cut }, waiting?.heldUp ?? null);
    if (cut) await keep(cut).catch((error: unknown) => log.warn('audit trail cut not kept', { error: String(error) }));
    shared.soon();
  };
  let running: Promise<void> | undefined;
  const run = () =>
    (running ??= linkOnce().finally(() => {
      running = undefined;
    }));
  const timer = setInterval(() => void run(), ms);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      await run();
      await shared.atLast();
    },
  };
}
