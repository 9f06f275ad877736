/** Limits per account, person and network address (SEC-10, SEC-36), counted in the database: they hold for all processes together. */
import { sql } from 'kysely';
import type { Clock } from '#platform/core/clock.ts';
import { networkOf } from '#platform/core/network.ts';
import type { Database, Tx } from '#platform/database/db.ts';

export interface Limit {
  /** Takes one of the allowed; otherwise tells after how many seconds the next is free. */
  take: (key: string) => Promise<{ refusedFor: number } | null>;
  /** The last one taken does not count after all. */
  giveBack: (key: string) => Promise<void>;
}

interface Ground {
  database: Database;
  clock: Clock;
}

/** Whoever was refused is refused for so long without being counted anew: a flood costs the database nothing. */
const refusalMs = 1_000;
const mostRefusals = 10_000;
const longestKey = 200;

/** At most `most` for each key in any window of this length. Limits of the same name are one. */
export function limitPer({ database, clock }: Ground, name: string, most: number, windowMs: number): Limit {
  const refusals = new Map<string, { at: number; refusedFor: number }>();
  return {
    take: async (key) => {
      const now = clock.now();
      const last = refusals.get(key);
      const since = last ? now.getTime() - last.at : -1;
      if (last && since >= 0 && since < refusalMs) return { refusedFor: last.refusedFor };
      const refusedFor = await database.asSystem((tx) => take(tx, now, { name, key, most, windowMs }));
      refusals.delete(key);
      if (refusedFor === null) return null;
      if (refusals.size >= mostRefusals) refusals.clear();
      refusals.set(key, { at: now.getTime(), refusedFor });
      return { refusedFor };
    },
    giveBack: async (key) => {
      refusals.delete(key);
      await database.asSystem((tx) =>
        tx
          .deleteFrom('limit_use')
          .where('use_id', '=', (eb) =>
            eb
              .selectFrom('limit_use')
              .select('use_id')
              .where('whose', '=', rowOf(name, key))
              .orderBy('at', 'desc')
              .limit(1)
              // Two that are given back at once are two.
              .forUpdate()
              .skipLocked(),
          )
          .execute(),
      );
    },
  };
}

interface Taken {
  name: string;
  key: string;
  most: number;
  windowMs: number;
}

async function take(tx: Tx, now: Date, { name, key, most, windowMs }: Taken): Promise<number | null> {
  const { rows } = await sql<{ seconds: number | null }>`
    select take_from_limit(${rowOf(name, key)}, ${most}, ${now}, ${windowMs} * interval '1 millisecond') as seconds
  `.execute(tx);
  return rows[0]?.seconds ?? null;
}

/** The same in the midst of an act, which takes nothing where it fails. Gives whether there was one left. */
export const takeWithin = async (tx: Tx, now: Date, taken: Taken): Promise<boolean> =>
  (await take(tx, now, taken)) === null;

const rowOf = (name: string, key: string) => `${name}: ${key}`.slice(0, longestKey);

/** The same for network addresses, each counted as the network that it belongs to. */
export function limitPerAddress(...given: Parameters<typeof limitPer>): Limit {
  const limit = limitPer(...given);
  return {
    take: (address) => limit.take(networkOf(address)),
    giveBack: (address) => limit.giveBack(networkOf(address)),
  };
}
