import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openApp } from '#src/app.ts';
import { readEnv } from '#src/env.ts';
import { startEmbedded } from '#platform/postgres/embedded.ts';
import { openPool } from '#test/open-pool.ts';
import { openPortal } from '#test/portal.ts';
import { strengthOf } from './logins.ts';
import { migrate } from './migrate.ts';
import { prepareDatabase, withPool } from './prepare.ts';

const ask = async (where: pg.PoolConfig, ...statements: string[]) => {
  const client = new pg.Client(where as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
};
const strengthAt = (where: pg.PoolConfig) => withPool(where, async (pool) => (await strengthOf(pool))?.because ?? null);
/** Everything that somebody made, with its owner. */
const owned = `
  select 'database' as what, datname::text as name, pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()
  union all select 'schema', nspname::text, pg_get_userbyid(nspowner) from pg_namespace where nspname in ('public', 'pgboss')
  union all select case relkind when 'S' then 'sequence' else 'table' end, oid::regclass::text, pg_get_userbyid(relowner) from pg_class
    where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and relkind in ('r', 'p', 'S', 'v')
  union all select 'function', oid::regprocedure::text, pg_get_userbyid(proowner) from pg_proc
    where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
  union all select 'type', oid::regtype::text, pg_get_userbyid(typowner) from pg_type
    where typnamespace in ('public'::regnamespace, 'pgboss'::regnamespace) and typtype in ('e', 'd')`;
const ownedBy = (where: pg.PoolConfig, login: string) =>
  ask(where, `select what, name from (${owned}) as thing where owner = '${login}' order by 1, 2`);

test('P11-10 the login that serves owns nothing in the database, and can become nobody who does or who could do more than serve', async () => {
  const portal = await openPortal();
  expect(await ownedBy(portal.owner, 'portal')).toEqual([]);
  expect(await strengthAt(portal.connection)).toBe(null);
  const kinds = await ask(
    portal.owner,
    `select distinct what from (${owned}) as thing where owner = 'portal_owner' order by 1`,
  );
  expect(kinds).toEqual(['database', 'function', 'schema', 'sequence', 'table', 'type'].map((what) => ({ what })));
  for (const role of ['portal_app', 'portal_system']) expect(await ownedBy(portal.owner, role), role).toEqual([]);
  for (const role of ['portal', 'portal_app', 'portal_system'])
    for (const statement of [
      'create table mine ()',
      'create or replace function viewer_at(token bytea, moment timestamptz) returns int language sql as $$ select 1 $$',
      'drop function viewer_at(bytea, timestamptz)',
      'alter function reaches(int, int) set search_path = pg_temp',
      'alter function email_in_use(text) rename to email_used',
      'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
      'update pgboss.version set version = 1',
      'delete from pgboss.version',
      'create schema mine',
      'alter table audit_entry no force row level security',
      'alter table audit_entry disable trigger all',
      'drop table audit_link',
      'create role another',
    ])
      await expect(ask(portal.connection, `set role ${role}`, statement), `${statement} as ${role}`).rejects.toThrow(
        /permission denied|must be owner/,
      );
  for (const role of ['portal_owner', 'postgres'])
    await expect(ask(portal.connection, `set role ${role}`)).rejects.toThrow('permission denied to set role');
});

/** A login of its own for a test, made and granted as an operator would. */
async function aLogin(where: pg.PoolConfig, ...statements: string[]): Promise<string> {
  const name = `login_${randomBytes(5).toString('hex')}`;
  const superuser = { ...inject('postgres'), database: where.database ?? '' };
  await ask(superuser, `create role ${name} login`, ...statements.map((text) => text.replaceAll('$login', name)));
  onTestFinished(() =>
    ask(superuser, `reassign owned by ${name} to portal_owner`, `drop owned by ${name}`, `drop role ${name}`).then(
      () => {},
    ),
  );
  return name;
}

const whoever = 'an attacker who takes over the portal could cut the audit trail.';

test.each([
  ['is a superuser', 'alter role $login superuser'],
  ['owns the table audit_entry', 'alter table audit_entry owner to $login'],
  ['owns the schema public', 'alter schema public owner to $login'],
  ['owns the database', 'alter database $database owner to $login'],
  ['owns the table audit_entry', 'alter table audit_entry owner to $login; alter role $login noinherit'],
  ['owns the function refuse_change()', 'alter function refuse_change() owner to $login'],
  ['belongs to "portal_owner", which may create roles', 'grant portal_owner to $login with inherit false, set false'],
])(
  'P11-10 outside development and test a login that %s is refused, with what to do (%s)',
  async (because, statement) => {
    const portal = await openPortal();
    const database = portal.connection.database ?? '';
    const login = await aLogin(portal.connection, statement.replaceAll('$database', database));
    const logins = { connection: { ...portal.connection, user: login }, owner: portal.owner };
    for (const mode of ['production', 'staging'] as const)
      await expect(prepareDatabase(logins, mode)).rejects.toThrow(
        `DATABASE_URL signs in as "${login}", which ${because}: ${whoever} ` +
          'Give it a login that owns nothing, and name the owner in MIGRATION_DATABASE_URL, as docs/operators.md shows under "The database".',
      );
  },
);

/** What may be given to a login, what it then is or may do, and how it is taken back. */
const tooMuch = [
  ['alter role $login bypassrls', 'bypasses row security', 'alter role $login nobypassrls'],
  ['alter role $login createrole', 'may create roles', 'alter role $login nocreaterole'],
  ['alter role $login createdb', 'may create databases', 'alter role $login nocreatedb'],
  ['alter role $login replication', 'may copy the whole database by replication', 'alter role $login noreplication'],
  [
    'grant delete on audit_link to $login',
    'may change what is in audit_link',
    'revoke update, delete, truncate, trigger on audit_link from public, $login',
  ],
  [
    'grant update (reason) on audit_entry to public',
    'may change what is in audit_entry',
    'revoke update, delete, truncate, trigger on audit_entry from public, $login',
  ],
  [
    'grant trigger on security_event to $login',
    'may change what is in security_event',
    'revoke update, delete, truncate, trigger on security_event from public, $login',
  ],
  [
    'grant insert (seq) on audit_entry to $login',
    'may choose seq of what is in audit_entry',
    'revoke insert (seq) on audit_entry from public, $login',
  ],
  [
    'grant pg_execute_server_program to $login',
    'belongs to pg_execute_server_program',
    'revoke pg_execute_server_program from $login',
  ],
  [
    'grant pg_write_all_data to $login with inherit false',
    'belongs to pg_write_all_data',
    'revoke pg_write_all_data from $login',
  ],
  ['grant pg_read_all_data to $login', 'belongs to pg_read_all_data', 'revoke pg_read_all_data from $login'],
  [
    'grant create on database $database to $login',
    'may create schemas in the database',
    'revoke create on database $database from public, $login',
  ],
  [
    'grant create on schema public to public',
    'may create things in the schema public',
    'revoke create on schema public from public, $login',
  ],
  [
    'grant create on schema pgboss to $login',
    'may create things in the schema pgboss',
    'revoke create on schema pgboss from public, $login',
  ],
  [
    'grant set on parameter session_replication_role to $login',
    'may set the parameter session_replication_role',
    'revoke all on parameter session_replication_role from public, $login',
  ],
] as const;

test('P11-10 what a login has beyond serving keeps it from serving outside development and test, whatever it is, and the refusal says how to take it back', async () => {
  const portal = await openPortal();
  const login = await aLogin(portal.connection);
  const logins = { connection: { ...portal.connection, user: login }, owner: undefined };
  await prepareDatabase({ ...logins, owner: portal.owner }, 'staging');
  const meant = (text: string) =>
    text.replaceAll('$login', login).replaceAll('$database', portal.connection.database ?? '');
  for (const [given, because, remedy] of tooMuch) {
    await portal.rows(meant(given));
    await expect(prepareDatabase(logins, 'staging'), given).rejects.toThrow(
      `DATABASE_URL signs in as "${login}", which ${because}: ${whoever} Take that back, as a superuser or as the owner: ${meant(remedy)};`,
    );
    await portal.rows(meant(remedy));
    expect(await prepareDatabase(logins, 'staging'), given).toEqual([]);
  }
});

test('P11-10 so is one that can do it as a role that it works as, and one that could tell the owner what to migrate', async () => {
  const portal = await openPortal();
  const prepared = () => prepareDatabase({ connection: portal.connection, owner: undefined }, 'production');
  expect(await prepared()).toEqual([]);
  await portal.rows('grant update (hash) on audit_link to portal_system');
  await expect(prepared()).rejects.toThrow(
    `which belongs to "portal_system", which may change what is in audit_link: ${whoever} ` +
      'Take that back, as a superuser or as the owner: revoke update, delete, truncate, trigger on audit_link from public, portal_system;',
  );
  await portal.rows('revoke update, delete, truncate, trigger on audit_link from public, portal_system');
  await portal.rows('grant update, insert on pgboss.version to portal');
  await expect(prepared()).rejects.toThrow('"portal", which may change the version of the queues: ');
  // As earlier releases had it: the owner takes it back by itself.
  expect(await prepareDatabase({ connection: portal.connection, owner: portal.owner }, 'production')).toEqual([]);
  expect(await prepared()).toEqual([]);
});

/** What is switched off, how, and how it is switched on again. */
const off = [
  [
    'the trigger append_only of the table audit_entry',
    'alter table audit_entry disable trigger append_only',
    'alter table audit_entry enable always trigger append_only',
  ],
  [
    'the trigger append_only of the table audit_link',
    'alter table audit_link enable replica trigger append_only',
    'alter table audit_link enable always trigger append_only',
  ],
  [
    'the trigger append_only_truncate of the table access_entry',
    'alter table access_entry enable trigger append_only_truncate',
    'alter table access_entry enable always trigger append_only_truncate',
  ],
  [
    'the trigger in_order of the table audit_link',
    'alter table audit_link disable trigger in_order',
    'alter table audit_link enable always trigger in_order',
  ],
  [
    'the row security of the table session',
    'alter table session no force row level security',
    'alter table session enable row level security, force row level security',
  ],
] as const;

test('P11-10 what the login that serves writes into the queues runs nothing as the owner, and what it wrote before stops the migration', async () => {
  const portal = await openPortal();
  const evil = `insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
      deletion_seconds, warning_queued, partition, table_name)
    values ('evil', 'standard', 1, 1, false, 10, 10, 10, 0, true,
      'x on pgboss.job_common (name); create table public.made_by_owner as select 1; --')`;
  await expect(ask(portal.connection, evil)).rejects.toThrow('in_one_table');
  await expect(ask(portal.connection, evil.replace('0, true', '0, false'))).rejects.toThrow('in_one_table');
  // A database of before, whose queues are of an earlier version.
  await portal.rows('alter table pgboss.queue drop constraint in_one_table');
  const [{ version } = { version: 0 }] = await portal.rows<{ version: number }>('select version from pgboss.version');
  await portal.rows('update pgboss.version set version = 31');
  await ask(portal.connection, evil);
  const owner = openPool({ ...portal.owner, max: 1 });
  await expect(migrate(owner, { serving: 'portal' })).rejects.toThrow('The queue "evil" has a table of its own');
  expect(await portal.rows(`select to_regclass('public.made_by_owner') as made`)).toEqual([{ made: null }]);
  await portal.rows(`delete from pgboss.queue where name = 'evil'`);
  await portal.rows('update pgboss.version set version = $1', [version]);
  await migrate(owner, { serving: 'portal' });
  await expect(ask(portal.connection, evil)).rejects.toThrow('in_one_table');
});

test('P11-10 SEC-22 outside development and test a database where something is switched off that keeps its records is refused, with what to do', async () => {
  const portal = await openPortal();
  const logins = { connection: portal.connection, owner: undefined };
  for (const [what, statement, remedy] of off) {
    await ask(portal.owner, statement);
    await expect(prepareDatabase(logins, 'staging'), what).rejects.toThrow(
      `In the database ${what} is switched off or missing, so that records could be changed. Find out who did it, run "npm run verify-audit", and as the owner: ${remedy};`,
    );
    await ask(portal.owner, remedy);
    expect(await prepareDatabase(logins, 'staging'), what).toEqual([]);
  }
});

test('P11-10 a new login serves once the owner has let it in; without the owner nobody migrates outside development, and a start says what is missing', async () => {
  const portal = await openPortal();
  const login = await aLogin(portal.connection);
  const connection = { ...portal.connection, user: login };
  await expect(prepareDatabase({ connection, owner: undefined }, 'production')).rejects.toThrow(
    /^The database lacks \d+ of \d+ migrations, from 20261130T0510-foundation\.sql on\. Name the login that owns it in MIGRATION_DATABASE_URL/,
  );
  expect(await prepareDatabase({ connection, owner: portal.owner }, 'production')).toEqual([]);
  expect(await prepareDatabase({ connection, owner: undefined }, 'production')).toEqual([]);
  await ask({ ...inject('postgres'), database: connection.database ?? '' }, `alter role ${login} createrole`);
  await expect(prepareDatabase({ connection, owner: portal.owner }, 'production')).rejects.toThrow('may create roles');
  for (const mode of ['development', 'test'] as const)
    expect(await prepareDatabase({ connection, owner: portal.owner }, mode)).toEqual([]);
  await portal.stop();
  const app = await openApp(portal.app.env, connection);
  onTestFinished(() => app.close());
  await app.jobs.start();
  expect((await app.http.inject({ url: '/api/health/ready' })).statusCode).toBe(200);
  expect(await app.database.asSystem((tx) => tx.selectFrom('company').selectAll().execute())).toEqual([]);
  await ask(portal.owner, `delete from migration where name = (select max(name) from migration)`);
  await expect(prepareDatabase({ connection, owner: undefined }, 'test')).rejects.toThrow('The database lacks 1 of ');
});

test('REL-15 P11-10 an embedded database of an earlier version, where the login that serves owned everything, is handed over to its owner at the start', {
  timeout: 300_000,
}, async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-earlier-'));
  const start = () => startEmbedded({ dataDir, fsync: false });
  const before = await start();
  let latest = before;
  onTestFinished(async () => {
    await latest.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  await ask(
    before.superuser,
    'drop database portal',
    'drop role portal, portal_owner',
    'create role portal login createrole',
    'create database portal owner portal',
  );
  await withPool(before.connection, async (pool) => {
    await migrate(pool);
    await pool.query(
      `begin; set local role portal_system; insert into company (name, created_at) values ('Kept', now()); commit`,
    );
  });
  expect(await strengthAt(before.connection)).toBe('may create roles');
  await before.stop();

  for (const round of ['first', 'second']) {
    latest = await start();
    expect(await ownedBy(latest.owner, 'portal'), round).toEqual([]);
    expect(await strengthAt(latest.connection), round).toBe(null);
    expect(await prepareDatabase(latest, 'staging'), round).toEqual([]);
    const env = readEnv({ PORTAL_MODE: 'staging', DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    const app = await openApp(env, latest.connection);
    await app.jobs.start();
    const companies = await app.database.asSystem((tx) => tx.selectFrom('company').select('name').execute());
    await app.close();
    expect(companies, round).toEqual([{ name: 'Kept' }]);
    await expect(ask(latest.connection, 'grant portal_system to portal_app')).rejects.toThrow('permission denied');
    if (round === 'first') await latest.stop();
  }
});
