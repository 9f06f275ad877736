/** Whether all addresses lead to one database: what is written through one of them would otherwise be missing through the others. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { ConfigurationError } from '#src/env.ts';
import { connected } from './one-connection.ts';

interface Addresses {
  connection: pg.PoolConfig;
  direct?: pg.PoolConfig | undefined;
  owner: pg.PoolConfig | undefined;
}

/**
 * One connection holds a lock that nobody else asks for, and the others find it held: names and numbers of databases and servers
 * would be the same in a copy, too. Throws a sentence about the address that leads elsewhere.
 */
export async function refuseOtherDatabases({ connection, direct, owner }: Addresses): Promise<void> {
  if (!direct && !owner) return;
  const lock = randomBytes(8).readBigInt64BE();
  const isHeldFor = (config: pg.PoolConfig) =>
    connected(config, 'portal start', async (client) => {
      const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_xact_lock(${lock}) as taken`);
      return rows[0]?.taken === false;
    });
  await connected(direct ?? connection, 'portal start', async (client) => {
    await client.query(`select pg_advisory_lock(${lock})`);
    if (direct && !(await isHeldFor(connection))) throw elsewhere('DATABASE_DIRECT_URL');
    if (owner && !(await isHeldFor(owner))) throw elsewhere('MIGRATION_DATABASE_URL');
  });
}

/** What is said wherever one login is named for both: whoever takes over the portal must not own its records (P11-10). */
export const oneLogin =
  'DATABASE_URL and MIGRATION_DATABASE_URL must name two logins: the one that serves owns nothing.';

/** Throws a sentence where the login of MIGRATION_DATABASE_URL can migrate nothing, since the database is another one's. */
export async function refuseOtherOwner(owner: pg.PoolConfig, serving: pg.PoolConfig): Promise<void> {
  const of = await connected(owner, 'portal start', async (client) => {
    const { rows } = await client.query<{ login: string; may_migrate: boolean }>(
      `select session_user as login,
         pg_has_role(datdba, 'MEMBER') or coalesce(has_schema_privilege(current_schema, 'create'), false) as may_migrate
       from pg_database where datname = current_database()`,
    );
    return rows[0];
  });
  if (!of || of.may_migrate) return;
  if (new pg.Client(serving as pg.ClientConfig).user === of.login) throw new ConfigurationError(oneLogin);
  throw new ConfigurationError(
    `MIGRATION_DATABASE_URL signs in as "${of.login}", which does not own the database: name the login that does, as "prepare-database" made it.`,
  );
}

const elsewhere = (name: string) =>
  new ConfigurationError(`${name} leads to another database than DATABASE_URL. All of them must name the same one.`);
