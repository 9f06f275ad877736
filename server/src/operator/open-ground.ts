/** The database of this installation, brought to its schema, for a command. */
import pg from 'pg';
import type { Env } from '#src/env.ts';
import { readBrands } from '#platform/core/brands.ts';
import { makeClock } from '#platform/core/clock.ts';
import { proveEntries } from '#platform/audit/keys.ts';
import { openDatabase } from '#platform/database/db.ts';
import { makeLog } from '#platform/core/log.ts';
import { migrate } from '#platform/database/migrate.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { admitSecrets } from '#platform/security/secrets.ts';
import { encryptedFactors } from '#rooms/identity/door.ts';

export async function openGround(env: Env) {
  const brands = readBrands(env);
  const clock = makeClock();
  const embedded = env.databaseUrl === undefined ? await startEmbedded({ dataDir: env.dataDir }) : undefined;
  const connection = embedded ? embedded.connection : { connectionString: env.databaseUrl };
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 10_000 });
  pool.on('error', () => {});
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
  const database = openDatabase({ ...connection, max: 1 }, () => {});
  proveEntries(database, env.secret);
  const close = async () => {
    await database.close();
    await embedded?.stop();
  };
  // With another secret than the portal's, what a command puts on record would count as forged.
  await admitSecrets({ database, clock, log: makeLog('silent'), env }, [encryptedFactors({ database, env })]).catch(
    async (error: unknown) => {
      await close();
      throw error;
    },
  );
  return {
    database,
    brands,
    env,
    log: makeLog('silent'),
    clock,
    sendsMail: env.smtpUrl !== undefined,
    accountsAreHosted: env.hostedPool !== undefined,
    close,
  };
}
