/** Starts the portal: configuration, database, migrations, demo data, web and API on one port. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { App } from './app.ts';
import { ConfigurationError, doubtsOf, type Env, isTrial, readEnv } from './env.ts';
import { wordsOf } from './operator/read-options.ts';
import { endOf, readSigningPair } from './platform/core/signing-pair.ts';
import { refuseClosedFolder } from './platform/files/installation.ts';
import { type Logins, loginsOf, prepareDatabase, reachDatabases } from './platform/database/prepare.ts';
import { roomForPool } from './platform/database/room-for-pool.ts';
import { refuseForeignFolder } from './refuse-foreign-folder.ts';
import { problemOfPort, takenPort } from './problem-of-port.ts';
import { startEmbedded } from './platform/postgres/embedded.ts';

/** Longer than calls, and a mail that is being handed over, take at most. */
const stopMs = 14_000;
/** How to end what has been started so far; the newest is ended first. */
const ends: (() => Promise<void>)[] = [];
let stopping = false;
let stoppedAt = Number.NEGATIVE_INFINITY;
/** Ctrl-C reaches npm and this process alike, and npm hands it on: a signal that comes so soon is the same one (REL-03). */
const sameSignalMs = 2_000;

async function start(env: Env): Promise<void> {
  if (isTrial(env.mode) && !existsSync(path.join(import.meta.dirname, 'demo')))
    throw new ConfigurationError(
      `A release serves in production or staging: name one in PORTAL_MODE. "${env.mode}" needs the sources.`,
    );
  const signing = env.signing && readSigningPair(env.signing);
  // The embedded database has an account of its own, and what root begins with it root goes on with.
  if (env.databaseUrl) refuseForeignFolder(env.dataDir);
  // Before anything is begun: whoever already serves here goes on undisturbed.
  const problem = await problemOfPort(env);
  if (problem) throw new ConfigurationError(problem.sentence);
  refuseClosedFolder(env.dataDir);
  // Loaded where it is used: in staging and production nothing of the demo exists.
  const filler = isTrial(env.mode) ? (await import('./demo/filler.ts')).makeFiller(env) : null;
  if (filler) ends.push(filler.end);
  const logins = env.databaseUrl ? loginsOf(env) : await embeddedDatabase(env);
  if (env.databaseUrl) {
    await reachDatabases(logins);
    await tellOfRoom(env, logins);
  }
  const migrations = (await prepareDatabase(logins, env.mode)).length;
  // The sources are read while the demo is made.
  const [{ openApp }] = await Promise.all([import('./app.ts'), filler?.fillWhereEmpty(logins.connection)]);
  const app = await openApp(env, logins.connection);
  ends.push(async () => {
    app.log.info('stopping');
    await Promise.race([app.close(), wait(env.stopDelayMs + stopMs, undefined, { ref: false })]);
  });
  for (const problem of [...doubtsOf(env).map((doubt) => doubt.problem), signing ? endOf(signing) : null])
    if (problem) app.log.warn('settings', { problem });
  const greeting = (await hasDemo(app, env)) ? (await import('./demo/greeting.ts')).greeting() : '';
  const address = await app.http.listen({ port: env.port, host: env.host });
  app.brands.servedAt(Number(new URL(address).port));
  void app.jobs.start();
  app.log.info('started', { address, mode: env.mode, migrations });
  // In production all of standard output is the log, which is JSON.
  if (env.mode !== 'production')
    process.stdout.write(`\nThe portal is ready at ${address.replace('127.0.0.1', 'localhost')}\n${greeting}`);
  tidyMemory();
}

/** A portal in the mode "test" may as well have begun with companies of its own. */
async function hasDemo({ database }: Pick<App, 'database'>, { mode }: Env): Promise<boolean> {
  if (!isTrial(mode)) return false;
  const { has_demo_data: isDemo } = await database.asSystem((tx) =>
    tx.selectFrom('installation').select('has_demo_data').executeTakeFirstOrThrow(),
  );
  return isDemo;
}

async function tellOfRoom({ databasePool: pool }: Env, { connection, direct }: Logins): Promise<void> {
  const tight = await roomForPool(direct ?? connection, { pool, isPooled: direct !== undefined });
  if (tight) process.stderr.write(`${tight}\n`);
}

function sentenceOf(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  // Somebody else took it since it was tried.
  if (code === 'EADDRINUSE') return takenPort(port);
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * A start, and hours of much work, leave more behind than a server at rest needs, and V8 would keep it for a long time: the
 * last resort is what gives back its pool of empty pages as well.
 */
function tidyMemory(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as (how: object) => void;
  const collect = () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  collect();
  let before = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const { heapTotal, heapUsed } = process.memoryUsage();
    // It holds everybody up for a moment: where anybody is at work only much is worth that.
    const worthIt = utilization < 0.01 ? 16_000_000 : 64_000_000;
    if (utilization >= 0.05 || heapTotal - heapUsed <= worthIt) return;
    collect();
    // What one lets go of, such as buffers and code that was not run again, a later one gives back.
    for (const ms of [500, 1_000, 1_500]) setTimeout(collect, ms).unref();
  }, 4_000).unref();
}

async function embeddedDatabase({ dataDir }: Env): Promise<Logins> {
  const starting = startEmbedded({ dataDir });
  // Noted before it runs: a stop that comes meanwhile leaves no database behind.
  ends.push(() => starting.then((database) => database.stop()));
  return starting;
}

async function endAll(): Promise<void> {
  for (const end of ends.toReversed()) await end().catch(() => {});
}

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    if (performance.now() - stoppedAt < sameSignalMs) return;
    // A second signal does not wait.
    if (stopping) process.exit(1);
    stopping = true;
    stoppedAt = performance.now();
    void endAll().then(() => process.exit(0));
  });

wordsOf({ options: {} });
try {
  await start(readEnv(process.env));
} catch (error) {
  // Stopped while it was starting: then this is no failure, and the stop ends the process.
  if (!stopping) {
    stopping = true;
    process.stderr.write(`The portal cannot start.\n${sentenceOf(error)}\n`);
    await endAll();
    process.exit(1);
  }
}
