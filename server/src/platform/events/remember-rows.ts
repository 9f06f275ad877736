/** What every process keeps in memory of the database: filled before it serves, and anew when any process has changed it. */
import type { Announcement } from '@portal/contract/events.ts';
import type { Log } from '#platform/core/log.ts';
import type { Events } from './events.ts';

export interface Remembered {
  /** What is announced when the rows have changed. */
  changedBy: Announcement['type'];
  /** Reads them. */
  fill: () => Promise<void>;
}

const againMs = 1_000;

/**
 * Stored events are found after a lost connection, too, so that none is missed. Where the reading itself fails, the process goes on
 * with what it has and tries again until it succeeds.
 */
export function rememberRows(
  { duties, log }: { duties: { remembers: readonly Remembered[] }; log: Log },
  events: Pick<Events, 'listen'>,
): { fill: () => Promise<void>; stop: () => void } {
  let stopped = false;
  /** Changed while they were read: they are read once more. */
  const due = new Set<Remembered>();
  const reading = new Set<Remembered>();
  const readAnew = async (rows: Remembered) => {
    due.add(rows);
    if (reading.has(rows)) return;
    reading.add(rows);
    try {
      while (due.delete(rows) && !stopped) await rows.fill();
    } catch (error) {
      log.warn('memory', { error: error instanceof Error ? error.message : String(error) });
      if (!stopped) setTimeout(() => void readAnew(rows), againMs).unref();
    } finally {
      reading.delete(rows);
    }
  };
  events.listen((event) => {
    for (const rows of duties.remembers) if (rows.changedBy === event.type) void readAnew(rows);
  });
  return {
    fill: async () => {
      for (const rows of duties.remembers) await rows.fill();
    },
    stop: () => {
      stopped = true;
    },
  };
}
