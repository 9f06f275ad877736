/** Puts the house together: platform first, then the rooms in the order of the floor plan. */
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Env } from './env.ts';
import { type AccessLog, openAccessLog } from './platform/audit/access-log.ts';
import { gatherActivity } from './platform/security/activity.ts';
import { makeAlarms } from './platform/security/alarms.ts';
import { readBrands } from './platform/core/brands.ts';
import { type House, makeRoutes, type Room } from './platform/http/calls.ts';
import { type Clock, makeClock } from './platform/core/clock.ts';
import { followDatabaseTime } from './platform/database/database-time.ts';
import { withDeadlines } from './platform/core/deadline.ts';
import { openDatabase } from './platform/database/db.ts';
import { haveMonths } from './platform/database/months.ts';
import { makeDelivery } from './platform/jobs/deliver-messages.ts';
import { openEvents } from './platform/events/events.ts';
import { rememberRows } from './platform/events/remember-rows.ts';
import { type Files, openFiles, tellingOfStore } from './platform/files/files.ts';
import { archiveMonths, archiveMonthsDue } from './platform/jobs/archive-months.ts';
import { eachAlone } from './platform/jobs/each-alone.ts';
import { clearAway, type Done, holdOn } from './platform/jobs/housekeeping.ts';
import { admitInstallation } from './platform/files/installation.ts';
import { stopListening } from './platform/http/stop-listening.ts';
import { sweepFiles } from './platform/files/sweep-files.ts';
import { openHttp } from './platform/http/http.ts';
import { type Job, type Jobs, makeJobs } from './platform/jobs/jobs.ts';
import { openLive } from './platform/live/live.ts';
import { type Log, makeLog } from './platform/core/log.ts';
import { gatherDuties } from './platform/http/duties.ts';
import { addHeaders } from './platform/http/headers.ts';
import { serveHealth } from './platform/http/health.ts';
import { smtpMailer } from './platform/jobs/mail.ts';
import { serveOpenApi } from './platform/http/openapi.ts';
import { stopEnqueuing } from './platform/jobs/enqueue.ts';
import { deliverMessages } from './platform/jobs/outbox.ts';
import { servePages } from './platform/http/pages.ts';
import { encryptedFiles } from './platform/files/rotate-file-keys.ts';
import { proveEntries } from './platform/audit/keys.ts';
import { refuseUnknownEnd } from './platform/audit/link-entries.ts';
import { linkEntriesEvery } from './platform/audit/linker.ts';
import { takeSharedNote } from './platform/audit/shared-note.ts';
import { waitingEntries } from './platform/audit/waiting-entries.ts';
import { openSecurityLog } from './platform/security/security-log.ts';
import { openSecurityStream } from './platform/security/security-stream.ts';
import { admitSecrets, rotateKeys } from './platform/security/secrets.ts';
import { makeSessionEnds } from './platform/security/session-ends.ts';
import { textSender } from './platform/jobs/texts.ts';
import { rooms } from './rooms.ts';

export interface App extends House {
  files: Files;
  /** Background work; whoever listens starts it. */
  jobs: Pick<Jobs, 'start' | 'stop'>;
  accessLog: AccessLog;
  /** All of the housekeeping at once. `failed` says what could not be done, or is null. */
  keepHouse: () => Promise<{ done: Done[]; heldBecause: string | null; failed: string | null }>;
  /** Ends running calls, writes what is gathered, closes the database. */
  close: () => Promise<void>;
}

/** Opens the portal on a migrated database, to which `connection` may lead through a pooler. It does not listen yet. */
export async function openApp(
  env: Env,
  connection: pg.PoolConfig,
  given: { clock?: Clock; log?: Log; rooms?: readonly Room[]; dist?: string; serves?: false } = {},
): Promise<App> {
  const clock = given.clock ?? makeClock();
  // Each loaded where it is wanted: the others do not pay for it.
  const metrics =
    env.metricsPort === undefined ? undefined : (await import('./platform/watch/metrics.ts')).openMetrics();
  const traces = env.tracesUrl && (await import('./platform/watch/traces.ts')).openTraces(env.tracesUrl);
  const plainLog = given.log ?? makeLog(env.logLevel);
  const log = metrics?.counting(plainLog) ?? plainLog;
  const brands = readBrands(env);
  const isPooled = env.databaseDirectUrl !== undefined;
  const direct = isPooled ? { connectionString: env.databaseDirectUrl } : connection;
  const database = openDatabase(
    { ...connection, max: env.databasePool },
    (error) => log.warn('database', { error: error.message }),
    { isPooled },
  );
  const stopFollowing = await followDatabaseTime({ database, clock });
  proveEntries(database, env.secret);
  const files = tellingOfStore(openFiles(env), log);
  const warn = (error: unknown) => log.warn('batch', { error: error instanceof Error ? error.message : String(error) });
  const activity = gatherActivity(database, warn);
  const stream = env.securityStream === undefined ? undefined : openSecurityStream(env.securityStream, warn);
  const accessLog = openAccessLog(database, warn, { stream });
  const security = openSecurityLog({ database, clock, env, stream }, warn);
  const http = openHttp({ env, log, brands });
  if (traces) traces.watch(http);
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
    contained: withDeadlines(env.callsAtOnce),
    served: [],
    ...gatherDuties({ database, clock, files, log }),
  };
  const house: House = { ...ground, ...makeRoutes(ground, accessLog) };
  addHeaders(http, env);
  const events = await openEvents(house, direct);
  const memory = rememberRows(house, events);
  http.addHook('onResponse', ({ method }, reply, done) => {
    if (method !== 'GET' && reply.statusCode < 400) events.written();
    done();
  });
  const live = openLive(house, accessLog, events);
  const gathered = { access: accessLog, security, ...(stream ? { 'security stream': stream } : {}) };
  metrics?.watch({ env, clock, http, database, files, live, gathered });
  const readiness = serveHealth({ ...house, files });
  serveOpenApi(http);
  for (const room of given.rooms ?? rooms) room(house);
  if (env.mode === 'development' || env.mode === 'test') {
    const { serveDevelopment } = await import('./demo/development.ts');
    await serveDevelopment(house);
  }
  await servePages(house, given.dist);
  const endCalls = async (delayMs?: number) => {
    readiness.stop();
    // A proxy learns that this server is going, before it no longer answers; a start that failed has none.
    if (delayMs !== undefined) await wait(delayMs);
    const ended = await stopListening(http.server);
    await live.stop();
    // A caller that does not read its answer may not cost us what is gathered.
    await Promise.race([Promise.all([http.close(), ended()]), wait(8_000, undefined, { ref: false })]);
    http.server.closeAllConnections();
  };
  const endBatches = async () => {
    stopFollowing();
    memory.stop();
    for (const writer of [activity, accessLog, security]) await writer.stop();
    await Promise.all([stream?.stop(), metrics?.close(), traces && traces.close()]);
  };
  const withFiles = { ...house, files };
  const encrypted = [...house.duties.encrypted, encryptedFiles(withFiles), waitingEntries(house)];
  try {
    await admitInstallation(withFiles, () => takeSharedNote(env, files));
    await admitSecrets(house, encrypted, { serves: given.serves ?? true });
    await refuseUnknownEnd(database, env);
    await memory.fill();
    if (given.serves ?? true) for (const ask of house.duties.beforeServing) await ask();
    // Acts that change rights find it known, and ask on no other connection.
    await haveMonths(database, 'security_event', [clock.now()]);
  } catch (error) {
    await endCalls();
    await endBatches();
    await events.stop();
    await database.close();
    throw error;
  }
  const metricsAt = await metrics?.listen(env.host, env.metricsPort ?? 0);
  if (metricsAt) log.info('metrics', { address: metricsAt });
  const linker = linkEntriesEvery(2_000, { database, log, env, alarms, files });
  const senders = [
    ...(env.smtpUrl ? [smtpMailer(env.smtpUrl, env.mailFrom, { needsTls: env.mode === 'production' })] : []),
    ...(env.sms ? [textSender(env.sms.url, env.sms.token)] : []),
  ];
  const delivery = makeDelivery(house, senders);
  const logged = async (work: (done: Done[]) => Promise<number | null>) => {
    const done: Done[] = [];
    try {
      return await work(done);
    } finally {
      // Also where a part of it has failed.
      if (done.length > 0) log.info('housekeeping', Object.fromEntries(done.map(({ what, count }) => [what, count])));
    }
  };
  const ofThePlatform: Job[] = [
    {
      name: 'housekeeping',
      at: '17 * * * *',
      work: () => logged((done) => clearAway(house, done).then(() => null)),
      takesLong: true,
    },
    {
      name: 'archive-months',
      at: '37 * * * *',
      work: () => logged((done) => archiveMonthsDue(withFiles, done)),
      waitsForItsTime: true,
      takesLong: true,
    },
    {
      name: 'sweep-files',
      at: '27 * * * *',
      work: () => sweepFiles(withFiles, env).then(() => null),
      waitsForItsTime: true,
      takesLong: true,
    },
    { name: 'rotate-keys', at: '47 * * * *', work: () => rotateKeys(house, encrypted), takesLong: true },
    // Every minute, should a wish for it have been lost.
    ...(senders.length > 0 ? [{ name: deliverMessages, at: '* * * * *', work: delivery.run } satisfies Job] : []),
  ];
  const { timed, queued } = house.duties;
  const jobs = makeJobs(direct, log, [...ofThePlatform, ...timed], queued);
  return {
    ...house,
    files,
    jobs,
    accessLog,
    keepHouse: async () => {
      const done: Done[] = [];
      const heldBecause = await holdOn(database);
      const failed = await eachAlone([
        { what: 'housekeeping', work: () => clearAway(house, done) },
        { what: 'archive-months', work: () => archiveMonths(withFiles, done) },
        {
          what: 'sweep-files',
          work: async () => {
            const swept = { unreferred: 0, strays: 0, removed: 0 };
            try {
              await sweepFiles(withFiles, env, swept);
            } finally {
              const files = [
                { what: 'files to the trash', count: swept.unreferred + swept.strays },
                { what: 'files removed from the trash', count: swept.removed },
              ];
              done.push(...files.filter(({ count }) => count > 0));
            }
          },
        },
      ]).then(
        () => null,
        // What was done until then is told all the same.
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      return { done, heldBecause, failed };
    },
    close: async () => {
      // Messages and jobs that are not begun are for another process; those under way end while the database is there.
      delivery.stop();
      const late = wait(env.stopDelayMs + 12_000, undefined, { ref: false });
      const jobsEnded = jobs.stop(env.stopDelayMs);
      await endCalls(env.stopDelayMs);
      await Promise.race([Promise.all([jobsEnded, delivery.close()]), late]);
      await endBatches();
      await linker.stop();
      await stopEnqueuing(database);
      await events.stop();
      await database.close();
    },
  };
}
