/** Waiting for locks without keeping others waiting: whoever asks for a strong lock makes everybody wait who comes after. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigurationError } from '#src/env.ts';

export interface Patience {
  /** How long others may have to wait behind one try. */
  lockMs: number;
  /** Until it is given up. */
  waitMs: number;
  onWait: (sentence: string) => void;
}

const longestPauseMs = 5_000;

/**
 * Tries what may fail for want of a lock until it has it. Between two tries whoever has queued up behind goes first. `what` is the
 * subject of the sentence that is said while it waits and when it is given up.
 */
export async function givingWay<T>(
  pool: pg.Pool,
  client: pg.ClientBase,
  { lockMs, waitMs, onWait }: Patience,
  what: string,
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`set lock_timeout = ${Number(lockMs)}`);
  const until = performance.now() + waitMs;
  for (let tries = 0; ; tries += 1) {
    const watch = watchHolders(pool, client, lockMs);
    try {
      return await work();
    } catch (error) {
      await client.query('rollback').catch(() => {});
      // No lock in time, or one that waits for us as well.
      if (!['55P03', '40P01'].includes((error as { code?: string }).code ?? '')) throw error;
      const held = watch.holders();
      if (performance.now() >= until)
        throw new ConfigurationError(
          `${what} did not get its lock within ${waitMs / 1_000} seconds. ${held} held it up: end that, or try again at a quieter time.`,
          { cause: error },
        );
      onWait(`${what} lets others go first and waits for ${held}.`);
      await pause(Math.min(100 * 2 ** tries, longestPauseMs));
    } finally {
      watch.stop();
    }
  }
}

/** Who held up the connection while it waited; asked over another one, since afterwards nobody knows. */
function watchHolders(pool: pg.Pool, client: pg.ClientBase, lockMs: number) {
  const { processID: pid } = client as pg.ClientBase & { processID: number };
  let held: string[] = [];
  let looking: Promise<void> | undefined;
  const look = async () => {
    const { rows } = await pool.query<{ name: string; pid: number }>(
      'select application_name as name, pid from pg_stat_activity where pid = any (pg_blocking_pids($1)) order by pid',
      [pid],
    );
    if (rows.length > 0) held = rows.map((row) => `"${row.name}" (pid ${row.pid})`);
  };
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => {})
      .finally(() => (looking = undefined));
  }, lockMs / 4);
  return {
    holders: () => held.join(' and ') || 'Somebody',
    // The look at hand is not waited for: where there is no second connection, it never ends.
    stop: () => clearInterval(timer),
  };
}
