/** Starts the portal: configuration, database, migrations, demo data, web and API on one port. */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openApp } from './app.ts';
import { ConfigurationError, type Env, readEnv } from './env.ts';
import { migrate } from './platform/migrate.ts';
import { startEmbedded } from './platform/postgres/embedded.ts';

const stopMs = 10_000;

async function start(env: Env) {
  const embedded = env.databaseUrl ? null : await startEmbedded({ dataDir: env.dataDir });
  const connection: pg.PoolConfig = embedded ? embedded.connection : { connectionString: env.databaseUrl };
  const pool = new pg.Pool({ ...connection, max: 1 });
  const migrations = await migrate(pool).finally(() => pool.end());
  const app = await openApp(env, connection);
  // Loaded where it is used: in staging and production nothing of the demo exists.
  const demo = env.mode === 'development' || env.mode === 'test' ? await import('./demo/greeting.ts') : null;
  if (demo) await demo.seedDemo(app);
  const address = await app.http.listen({ port: env.port, host: env.host });
  app.jobs
    .start()
    .catch((error: unknown) =>
      app.log.error('jobs', { error: error instanceof Error ? error.message : String(error) }),
    );
  app.log.info('started', { address, mode: env.mode, migrations: migrations.length });
  process.stdout.write(
    `\nThe portal is ready at ${address.replace('127.0.0.1', 'localhost')}\n${demo ? demo.greeting() : ''}`,
  );

  let stopping = false;
  const stop = async (signal: string) => {
    // A second signal does not wait.
    if (stopping) process.exit(1);
    stopping = true;
    app.log.info('stopping', { signal });
    await Promise.race([app.close(), wait(stopMs, undefined, { ref: false })]);
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

try {
  await start(readEnv(process.env));
} catch (error) {
  const { code, port } = error as { code?: string; port?: number };
  const sentence =
    error instanceof ConfigurationError
      ? error.message
      : code === 'EADDRINUSE'
        ? `Port ${port} is already in use. Set PORT to another one.`
        : error instanceof Error
          ? (error.stack ?? error.message)
          : String(error);
  process.stderr.write(`The portal cannot start.\n${sentence}\n`);
  process.exit(1);
}
