/** What a start does before it opens the database to work on it: migrations by one login, and a look at the other (P11-10). */
import pg from 'pg';
import { ConfigurationError, type Env, isTrial, type PortalMode } from '#src/env.ts';
import { strengthOf, switchedOff } from './logins.ts';
import { refuseOtherDatabases, refuseOtherOwner } from './one-database.ts';
import { reachDatabase } from './reach.ts';
import { migrate, migrationsIn, refuseNewer } from './migrate.ts';
import { migrationFiles } from './migration-files.ts';
import { refuseOtherQueues } from './queue-tables.ts';
import { keptAlive } from './watched-client.ts';

export interface Logins {
  /** The login that serves. */
  connection: pg.PoolConfig;
  /** The same past a pooler, where there is one: for what needs a connection for itself. */
  direct?: pg.PoolConfig | undefined;
  /** The one that owns the database. Left out in development and test, the login that serves does both; elsewhere nobody migrates. */
  owner: pg.PoolConfig | undefined;
}

/** Where a database that is given answers; the embedded one says so itself. */
export const loginsOf = ({ databaseUrl, databaseDirectUrl, migrationDatabaseUrl }: Env): Logins => ({
  connection: { connectionString: databaseUrl },
  direct: at(databaseDirectUrl),
  owner: at(migrationDatabaseUrl),
});
const at = (connectionString: string | undefined) =>
  connectionString === undefined ? undefined : { connectionString };

const onWait = (sentence: string) => void process.stderr.write(`${sentence}\n`);

/** Waits until the logins are let in. Throws a sentence about the one that never will be, or that leads to another database. */
export async function reachDatabases(logins: Logins): Promise<void> {
  const { connection, direct, owner } = logins;
  await reachDatabase(connection, 'DATABASE_URL', { onWait, mayBePooled: direct !== undefined });
  if (direct) await reachDatabase(direct, 'DATABASE_DIRECT_URL', { onWait });
  if (owner) await reachDatabase(owner, 'MIGRATION_DATABASE_URL', { onWait });
  await refuseOtherDatabases(logins);
  if (owner) await refuseOtherOwner(owner, direct ?? connection);
}

/** Brings the database to this server's schema, where it may, and refuses a login that could cut the audit trail. */
export async function prepareDatabase({ connection, direct, owner }: Logins, mode: PortalMode): Promise<string[]> {
  const isTrying = isTrial(mode);
  return withPool(direct ?? connection, async (serving) => {
    const { rows } = await serving.query<{ login: string; may_create: boolean }>(
      `select session_user as login, has_schema_privilege(current_schema, 'create') as may_create`,
    );
    const { login = '', may_create: mayCreate = false } = rows[0] ?? {};
    if (!owner && isTrying && mayCreate) return migrate(serving, { onWait });
    if (!isTrying) await refuseStrong(serving, { isMigrated: false });
    const ran = owner ? await withPool(owner, (pool) => migrate(pool, { serving: login, onWait })) : [];
    await refuseOtherSchema(serving);
    if (!isTrying) {
      await refuseStrong(serving, { isMigrated: true });
      await refuseSwitchedOff(serving);
    }
    return ran;
  });
}

/** Whoever takes over the portal has its login, and must not be able to cut the audit trail by it. */
async function refuseStrong(serving: pg.Pool, at: { isMigrated: boolean }): Promise<void> {
  const strong = await strengthOf(serving, at);
  if (strong)
    throw new ConfigurationError(
      `DATABASE_URL signs in as "${strong.login}", which ${strong.because}: an attacker who takes over the portal could cut the audit trail. ${strong.remedy}`,
    );
}

async function refuseSwitchedOff(serving: pg.Pool): Promise<void> {
  const off = await switchedOff(serving);
  if (off)
    throw new ConfigurationError(
      `In the database ${off.what} is switched off or missing, so that records could be changed. Find out who did it, run "npm run verify-audit", and as the owner: ${off.remedy};`,
    );
}

async function refuseOtherSchema(serving: pg.Pool): Promise<void> {
  const files = migrationFiles();
  const done = await migrationsSeenBy(serving);
  refuseNewer(done, files);
  const missing = files.filter((name) => !done.some((one) => one.name === name));
  if (missing.length > 0)
    throw new ConfigurationError(
      `The database lacks ${missing.length} of ${files.length} migrations, from ${missing[0]} on. ` +
        'Name the login that owns it in MIGRATION_DATABASE_URL, for this start or for "npm run operator -- migrate".',
    );
  await refuseOtherQueues(serving);
}

async function migrationsSeenBy(serving: pg.Pool): ReturnType<typeof migrationsIn> {
  try {
    return await migrationsIn(serving);
  } catch (error) {
    // It is not there, or not for this login.
    if (['42P01', '42501'].includes((error as { code?: string }).code ?? '')) return [];
    throw error;
  }
}

/** One connection, that nobody needs afterwards. */
export async function withPool<T>(config: pg.PoolConfig, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionTimeoutMillis: 10_000,
    ...keptAlive,
    application_name: 'portal migrations',
    ...config,
    // While one migrates, the other sees who is in its way.
    max: 2,
  });
  // The database may be stopped meanwhile; the statement at hand says so, and without listeners the process would end.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
