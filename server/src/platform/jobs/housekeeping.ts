/**
 * What no longer counts is cleared away: keys of repeated submits, uses of limits and solved puzzles after a day, events that
 * everybody has long heard of after a week; and what the rooms say of their own.
 */
import type { Clock } from '#platform/core/clock.ts';
import type { Database, Tx } from '#platform/database/db.ts';

/** Clears away what a room no longer needs; `before` gives the time so many days ago. */
export type Clear = (tx: Tx, before: (days: number) => Date) => Promise<void>;

const dayMs = 24 * 3_600_000;

interface Ground {
  database: Database;
  clock: Clock;
  duties: { clears: readonly Clear[] };
}

export async function clearAway({ database, clock, duties }: Ground): Promise<null> {
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs);
  await database.asSystem(async (tx) => {
    await tx.deleteFrom('idempotency_key').where('created_at', '<', before(1)).execute();
    await tx.deleteFrom('limit_use').where('at', '<', before(1)).execute();
    await tx.deleteFrom('spent_puzzle').where('expires_at', '<', before(1)).execute();
    await tx.deleteFrom('event').where('created_at', '<', before(7)).where('awaits_mail', '=', false).execute();
    for (const clear of duties.clears) await clear(tx, before);
  });
  return null;
}
