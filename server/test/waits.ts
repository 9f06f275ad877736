import type { Portal } from './portal.ts';

/** Until so many stand before a lock. */
export async function somebodyWaits(portal: Portal, many = 1): Promise<void> {
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  while ((await portal.rows(waiting)).length < many) await new Promise((next) => setImmediate(next));
}
