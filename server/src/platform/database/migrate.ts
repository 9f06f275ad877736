/** Brings the database to this server's schema: one server at a time, beside those that go on serving. */
import type pg from 'pg';
import { ConfigurationError } from '#src/env.ts';
import { givingWay, type Patience } from './give-way.ts';
import { admitBackup, admitLogin } from './logins.ts';
import { adviceOn, type Migration, migrationFiles, readMigration } from './migration-files.ts';
import { installQueues } from './queue-tables.ts';

const everyMigration = 7446021;

interface Options extends Partial<Patience> {
  /** The login that serves on what the login of the pool owns; left out, they are the same one. */
  serving?: string;
  /** Where the files are. */
  from?: string;
}

/** A migration that the database has. */
interface Done {
  name: string;
  digest: string;
  serves_from: string;
}

/** Throws when the database is ahead of this server and does not say that it serves it all the same (REL-15). */
export async function migrate(
  pool: pg.Pool,
  { serving, from, lockMs = 1_000, waitMs = 60_000, onWait = () => {} }: Options = {},
): Promise<string[]> {
  const client = await pool.connect();
  const patience = { lockMs, waitMs, onWait };
  const ran: string[] = [];
  try {
    await client.query(`set statement_timeout = 0; select pg_advisory_lock(${everyMigration})`);
    await keepPlace(client);
    await makeRoom(client);
    const done = new Map((await migrationsIn(client)).map((one) => [one.name, one]));
    const files = migrationFiles(from);
    refuseNewer([...done.values()], files);
    for (const name of files) {
      const what = `The migration ${name}`;
      const migration = await reading(what, () => readMigration(name, from));
      const known = done.get(name);
      if (known !== undefined) {
        if (known.digest !== migration.digest) throw new Error(`${what} is not the one this database was made with.`);
        continue;
      }
      // Outside a transaction nobody has to wait behind it.
      const own = migration.alone ? { ...patience, lockMs: waitMs } : patience;
      await reading(what, () => givingWay(pool, client, own, what, () => run(client, migration)));
      ran.push(name);
    }
    const inOrder = async (what: string, work: () => Promise<void>) => givingWay(pool, client, patience, what, work);
    await inOrder('What the queues need', () => installQueues(client));
    await inOrder('What backups need', () => admitBackup(client));
    if (serving !== undefined) await inOrder('What the login needs', () => admitLogin(client, serving));
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {});
    client.release(true);
  }
  return ran;
}

async function reading<T>(what: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigurationError) throw error;
    throw new Error(`${what} failed: ${(error as Error).message}${adviceOn(error)}`, { cause: error });
  }
}

async function run(client: pg.ClientBase, { name, digest, servesFrom, steps, alone }: Migration): Promise<void> {
  if (alone) {
    // One that was cut off has left an index that takes part in every write and answers nothing.
    const { rows } = await client.query<{ drop: string }>(
      `select format('drop index concurrently if exists %s', indexrelid::regclass) as drop from pg_index
       where indexrelid = to_regclass($1) and not indisvalid`,
      [alone.index],
    );
    for (const { drop } of rows) await client.query(drop);
    await client.query(alone.statement);
  } else await client.query('begin');
  for (const statements of steps) await client.query(statements);
  await client.query('insert into migration (name, digest, serves_from) values ($1, $2, $3)', [
    name,
    digest,
    servesFrom,
  ]);
  if (!alone) await client.query('commit');
}

async function makeRoom(client: pg.ClientBase): Promise<void> {
  await client.query(
    'create table if not exists migration (name text primary key, digest text not null, at timestamptz not null default now(), serves_from text)',
  );
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'migration'::regclass and attname = 'serves_from'`,
  );
  if (rowCount === 0) await client.query('alter table migration add column serves_from text');
}

/** Also where it was made before migrations said whom they serve. */
export const migrationsIn = async (client: pg.ClientBase | pg.Pool): Promise<Done[]> =>
  (
    await client.query<Done>(
      `select name, digest, coalesce(to_jsonb(migration) ->> 'serves_from', name) as serves_from from migration order by name`,
    )
  ).rows;

/**
 * A server goes on with what it does not know only where all of that says that it serves it. What did not begin with the first of its
 * migrations is of a time before the first release, whose migrations were merged since.
 */
export function refuseNewer(done: readonly Done[], files: readonly string[]): void {
  const [first] = files;
  if (first !== undefined && done.length > 0 && !done.some(({ name }) => name === first))
    throw new ConfigurationError(
      `The database was made by an unreleased version of this portal: it knows ${done[0]?.name} and not ${first}. It cannot be brought forward; give the portal an empty database, or an empty DATA_DIR where it brings its own.`,
    );
  const newest = files.at(-1) ?? '';
  const unknown = done.filter(({ name }) => !files.includes(name));
  const wanted = unknown.map(({ serves_from }) => serves_from).sort();
  if (unknown.every(({ serves_from }) => serves_from <= newest)) return;
  throw new ConfigurationError(
    `The database is newer than this server: it knows ${unknown.map(({ name }) => name).join(', ')}. ` +
      `It serves servers that know ${wanted.at(-1)}, and this one knows no more than ${newest || 'none'}.`,
  );
}

/**
 * Up to PostgreSQL 15 a role that inherits nothing has no rights in the public schema, though it owns the database. What it needs
 * there it is given by name: as an owner who still inherits, or as the owner that PostgreSQL means by pg_database_owner.
 */
export async function keepPlace(client: pg.ClientBase): Promise<void> {
  await client.query(`
    do $$
    declare
      owner text := current_user;
    begin
      if current_setting('server_version_num')::int < 160000 and not exists (
        select from pg_namespace, aclexplode(nspacl)
        where nspname = 'public' and grantee = current_user::regrole and privilege_type = 'CREATE' and is_grantable) then
        if pg_has_role('pg_database_owner', 'MEMBER') then
          set local role pg_database_owner;
        end if;
        execute format('grant create, usage on schema public to %I with grant option', owner);
        reset role;
      end if;
    end $$`);
}
