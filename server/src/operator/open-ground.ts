/** The database of this installation, brought to its schema, for a command. */
import pg from 'pg';
import type { Env } from '#src/env.ts';
import { readBrands } from '#platform/brands.ts';
import { makeClock } from '#platform/clock.ts';
import { openDatabase } from '#platform/db.ts';
import { migrate } from '#platform/migrate.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';

export async function openGround(env: Env) {
  const brands = readBrands(env);
  const embedded = env.databaseUrl === undefined ? await startEmbedded({ dataDir: env.dataDir }) : undefined;
  const connection = embedded ? embedded.connection : { connectionString: env.databaseUrl };
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => {});
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
  const database = openDatabase({ ...connection, max: 1 }, () => {}, env.secret);
  return {
    database,
    brands,
    clock: makeClock(),
    sendsMail: env.smtpUrl !== undefined,
    accountsAreHosted: env.hostedPool !== undefined,
    close: async () => {
      await database.close();
      await embedded?.stop();
    },
  };
}
