/** Puts the house together: platform first, then the rooms in the order of the floor plan. */
import type pg from 'pg';
import type { Env } from './env.ts';
import { openAccessLog } from './platform/access-log.ts';
import { gatherActivity } from './platform/activity.ts';
import { readBrands } from './platform/brands.ts';
import { type Clock, makeClock } from './platform/clock.ts';
import { openDatabase } from './platform/db.ts';
import { type House, makeRoutes, openHttp } from './platform/http.ts';
import { type Log, makeLog } from './platform/log.ts';
import { makeSessionEnds } from './platform/session-ends.ts';
import { rooms } from './rooms.ts';

export interface App extends House {
  /** Ends running calls, writes what is gathered, closes the database. */
  close: () => Promise<void>;
}

/** Opens the portal on a migrated database. It does not listen yet. */
export function openApp(env: Env, connection: pg.PoolConfig, given: { clock?: Clock; log?: Log } = {}): App {
  const clock = given.clock ?? makeClock();
  const log = given.log ?? makeLog(env.logLevel);
  const brands = readBrands(env);
  const database = openDatabase({ ...connection, max: env.databasePool }, (error) => log.warn('database', { error: error.message }));
  const warn = (error: unknown) => log.warn('batch', { error: error instanceof Error ? error.message : String(error) });
  const activity = gatherActivity(database, warn);
  const accessLog = openAccessLog(database, warn);
  const http = openHttp({ env, log, brands, clock });
  const ground = { env, clock, database, log, brands, activity, sessionEnds: makeSessionEnds(), http, served: [] };
  const house: House = { ...ground, ...makeRoutes(ground, accessLog) };
  for (const room of rooms) room(house);
  return {
    ...house,
    close: async () => {
      await http.close();
      await activity.stop();
      await accessLog.stop();
      await database.close();
    },
  };
}
