/** When each session last had real input (SEC-04). Gathered here and written in batches, so that reading writes nothing. */
import { sql } from 'kysely';
import type { Database } from '#platform/database/db.ts';

export interface Activity {
  touch: (sessionId: number, at: Date) => void;
  /** The later of what is stored and what is still to be written. */
  lastInputOf: (sessionId: number, stored: Date) => Date;
  /** Once it is over, everything touched before it is written, or waits to be tried again. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
}

export function gatherActivity(database: Database, onError: (error: unknown) => void, everyMs = 2_000): Activity {
  let waiting = new Map<number, Date>();
  let writing = new Map<number, Date>();

  const write = async () => {
    if (waiting.size === 0) return;
    [writing, waiting] = [waiting, new Map()];
    try {
      await database.asSystem(async (tx) => {
        const told = [...writing].sort(([a], [b]) => a - b);
        await sql`update session set last_input_at = told.at
          from unnest(${told.map(([id]) => id)}::int[], ${told.map(([, at]) => at)}::timestamptz[]) as told (id, at)
          where session_id = told.id and last_input_at < told.at`.execute(tx);
      });
    } catch (error) {
      for (const [sessionId, at] of writing) touch(sessionId, at);
      onError(error);
    } finally {
      writing = new Map();
    }
  };
  let written = Promise.resolve();
  /** One after the other: whoever asks meanwhile waits for what is being written, too. */
  const flush = () => (written = written.then(write));
  const touch = (sessionId: number, at: Date) => {
    const known = waiting.get(sessionId);
    if (!known || known < at) waiting.set(sessionId, at);
  };
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();
  return {
    touch,
    lastInputOf: (sessionId, stored) =>
      [waiting.get(sessionId), writing.get(sessionId)].reduce<Date>(
        (latest, one) => (one && one > latest ? one : latest),
        stored,
      ),
    flush,
    stop: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}
