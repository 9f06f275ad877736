/** Puts the house together: platform first, then the rooms in the order of the floor plan. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Env } from './env.ts';
import { type AccessLog, openAccessLog } from './platform/access-log.ts';
import { gatherActivity } from './platform/activity.ts';
import { makeAlarms } from './platform/alarms.ts';
import { readBrands } from './platform/brands.ts';
import { type House, makeRoutes, type Room } from './platform/calls.ts';
import { type Clock, makeClock } from './platform/clock.ts';
import { openDatabase } from './platform/db.ts';
import { deliverDueBy } from './platform/deliver-messages.ts';
import { openEvents } from './platform/events.ts';
import { openFiles } from './platform/files.ts';
import { clearAway } from './platform/housekeeping.ts';
import { openHttp } from './platform/http.ts';
import { type Job, type Jobs, makeJobs } from './platform/jobs.ts';
import { openLive } from './platform/live.ts';
import { type Log, makeLog } from './platform/log.ts';
import { addHeaders } from './platform/headers.ts';
import { serveHealth } from './platform/health.ts';
import { smtpMailer } from './platform/mail.ts';
import { serveOpenApi } from './platform/openapi.ts';
import { deliverMessages } from './platform/outbox.ts';
import { servePages } from './platform/pages.ts';
import { sealedFiles } from './platform/seal-files-anew.ts';
import { sealEvery } from './platform/sealer.ts';
import { openSecurityLog } from './platform/security-log.ts';
import { admitSecrets, sealAnew } from './platform/secrets.ts';
import { makeSessionEnds } from './platform/session-ends.ts';
import { textSender } from './platform/texts.ts';
import { rooms } from './rooms.ts';
import { sealedFactors } from './rooms/identity/door.ts';

export interface App extends House {
  /** Background work; whoever listens starts it. */
  jobs: Pick<Jobs, 'start'>;
  accessLog: AccessLog;
  /** Ends running calls, writes what is gathered, closes the database. */
  close: () => Promise<void>;
}

/** Opens the portal on a migrated database. It does not listen yet. */
export async function openApp(
  env: Env,
  connection: pg.PoolConfig,
  given: { clock?: Clock; log?: Log; rooms?: readonly Room[]; dist?: string } = {},
): Promise<App> {
  const clock = given.clock ?? makeClock();
  const log = given.log ?? makeLog(env.logLevel);
  const brands = readBrands(env);
  const database = openDatabase(
    { ...connection, max: env.databasePool },
    (error) => log.warn('database', { error: error.message }),
    env.secret,
  );
  const files = openFiles(env.dataDir, env.secret, ...env.earlierSecrets);
  const sealed = [sealedFactors({ database, env }), sealedFiles({ database, files })];
  await admitSecrets({ database, clock, log, env }, sealed).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const warn = (error: unknown) => log.warn('batch', { error: error instanceof Error ? error.message : String(error) });
  const activity = gatherActivity(database, warn);
  const accessLog = openAccessLog(database, warn);
  const security = openSecurityLog({ database, clock, env }, warn);
  const http = openHttp({ env, log, brands });
  const sessionEnds = makeSessionEnds();
  const alarms = makeAlarms();
  const ground = {
    env,
    clock,
    database,
    files,
    log,
    brands,
    activity,
    sessionEnds,
    alarms,
    security,
    http,
    served: [],
  };
  const house: House = { ...ground, ...makeRoutes(ground, accessLog) };
  addHeaders(http, env);
  const events = await openEvents(house, connection);
  http.addHook('onResponse', async ({ method }, reply) => {
    if (method !== 'GET' && reply.statusCode < 400) events.written();
  });
  const live = openLive(house, events);
  const sealer = sealEvery(2_000, { database, log, secret: env.secret });
  const readiness = serveHealth(http, database);
  serveOpenApi(http);
  for (const room of given.rooms ?? rooms) room(house);
  if (env.mode === 'development' || env.mode === 'test') {
    const { serveDevelopment } = await import('./demo/development.ts');
    await serveDevelopment(house);
  }
  await servePages(http, env, given.dist);
  const senders = [
    ...(env.smtpUrl ? [smtpMailer(env.smtpUrl, env.mailFrom, { needsTls: env.mode === 'production' })] : []),
    ...(env.sms ? [textSender(env.sms.url, env.sms.token)] : []),
  ];
  const jobs = makeJobs(connection, log, [
    { name: 'housekeeping', at: '17 * * * *', work: () => clearAway(house) },
    { name: 'seal-anew', at: '47 * * * *', work: () => sealAnew(house, sealed) },
    // Every minute, should a wish for it have been lost.
    ...(senders.length > 0
      ? [{ name: deliverMessages, at: '* * * * *', work: () => deliverDueBy(house, senders) } satisfies Job]
      : []),
  ]);
  return {
    ...house,
    jobs,
    accessLog,
    close: async () => {
      readiness.stop();
      await live.stop();
      // A caller that does not read its answer may not cost us what is gathered.
      await Promise.race([Promise.all([http.close(), jobs.stop()]), wait(8_000, undefined, { ref: false })]);
      http.server.closeAllConnections();
      for (const sender of senders) sender.close();
      await activity.stop();
      await accessLog.stop();
      await security.stop();
      await sealer.stop();
      await events.stop();
      await database.close();
    },
  };
}
