/** Migrations: timestamped SQL files, each in its own transaction, in order, one server at a time. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { admitBackup, admitLogin } from './logins.ts';
import { installQueues } from './queue-tables.ts';

const folder = path.join(import.meta.dirname, '../../../migrations');

export const migrationFiles = (from: string = folder): string[] =>
  readdirSync(from)
    .filter((name) => name.endsWith('.sql'))
    .sort();

const dataBegins = '-- data';
const dataEnds = '-- end of data';

interface Options {
  /** The login that serves on what the login of the pool owns; left out, they are the same one. */
  serving?: string;
  /** Where the files are. */
  from?: string;
}

/** Brings the database to this server's schema. Throws when the database is ahead of this server (REL-15). */
export async function migrate(pool: pg.Pool, { serving, from = folder }: Options = {}): Promise<string[]> {
  const client = await pool.connect();
  const ran: string[] = [];
  try {
    await client.query('set statement_timeout = 0; select pg_advisory_lock(7446021)');
    await client.query(
      'create table if not exists migration (name text primary key, digest text not null, at timestamptz not null default now())',
    );
    await keepPlace(client);
    const done = new Map(
      (await client.query<{ name: string; digest: string }>('select name, digest from migration')).rows.map((row) => [
        row.name,
        row.digest,
      ]),
    );
    const files = migrationFiles(from);
    const unknown = [...done.keys()].filter((name) => !files.includes(name));
    if (unknown.length > 0) throw new Error(`The database is newer than this server: it knows ${unknown.join(', ')}.`);
    for (const name of files) {
      const text = readFileSync(path.join(from, name), 'utf8');
      const digest = createHash('sha256').update(text).digest('hex');
      const known = done.get(name);
      if (known !== undefined) {
        if (known !== digest) throw new Error(`The migration ${name} is not the one this database was made with.`);
        continue;
      }
      await client.query('begin');
      try {
        for (const statements of stepsOf(text)) await client.query(statements);
        await client.query('insert into migration (name, digest) values ($1, $2)', [name, digest]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`The migration ${name} failed: ${(error as Error).message}${adviceOn(error)}`, {
          cause: error,
        });
      }
      ran.push(name);
    }
    await installQueues(client);
    await admitBackup(client);
    if (serving !== undefined) await admitLogin(client, serving);
  } finally {
    await client.query('select pg_advisory_unlock_all()').catch(() => {});
    client.release(true);
  }
  return ran;
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

/**
 * The parts of a migration, each with the role it runs as. Row security shows the owner no row, and an `update` would change none
 * without a word: so it is refused there, and runs as portal_system between "-- data" and "-- end of data".
 */
function stepsOf(text: string): string[] {
  const asOwner = 'reset role; set local row_security = off;\n';
  const asSystem = 'set local row_security = on; set local role portal_system;\n';
  let inData = false;
  const steps = [asOwner];
  for (const line of text.split('\n')) {
    const word = line.trim();
    if (word === dataBegins || word === dataEnds) {
      if (inData === (word === dataBegins)) throw new Error(`"${word}" does not fit the one before it.`);
      inData = !inData;
      steps.push(inData ? asSystem : asOwner);
    } else steps.push(`${steps.pop()}${line}\n`);
  }
  if (inData) throw new Error(`"${dataBegins}" has no "${dataEnds}".`);
  return steps;
}

const adviceOn = (error: unknown): string =>
  /affected by row-level security/.test((error as Error).message)
    ? `. What touches rows goes between "${dataBegins}" and "${dataEnds}".`
    : '';
