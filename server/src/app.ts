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
import { addHeaders } from './platform/headers.ts';
import { serveHealth } from './platform/health.ts';
import { servePages } from './platform/pages.ts';
import { makeSessionEnds } from './platform/session-ends.ts';
import { rooms } from './rooms.ts';

export interface App extends House {
  /** Ends running calls, writes what is gathered, closes the database. */
  close: () => Promise<void>;
}

/** Opens the portal on a migrated database. It does not listen yet. */
export async function openApp(env: Env, connection: pg.PoolConfig, given: { clock?: Clock; log?: Log } = {}): Promise<App> {
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
  addHeaders(http, env);
  const readiness = serveHealth(http, database);
  for (const room of rooms) room(house);
  if (env.mode === 'development' || env.mode === 'test') {
    const { serveDevelopment } = await import('./demo/development.ts');
    await serveDevelopment(house);
  }
  await servePages(http, env);
  return {
    ...house,
    close: async () => {
      readiness.stop();
      await http.close();
      await activity.stop();
      await accessLog.stop();
      await database.close();
    },
  };
}
