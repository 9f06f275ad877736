import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '#test/open-pool.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { ConfigurationError } from '#src/env.ts';
import { migrationFiles } from './migration-files.ts';
import { migrate } from './migrate.ts';
import { prepareDatabase } from './prepare.ts';

async function aMigratedDatabase(connections = 4) {
  const portal = await openPortal();
  return { portal, pool: openPool({ ...portal.owner, max: connections, application_name: 'migrating' }) };
}

test('REL-15 a server refuses a database that is newer than itself, and names what it does not know', async () => {
  const { portal, pool } = await aMigratedDatabase();
  expect(await migrate(pool)).toEqual([]);
  await portal.rows(`insert into migration (name, digest) values ('29990101T0000-later.sql', 'x')`);
  await expect(migrate(pool)).rejects.toThrow(
    'The database is newer than this server: it knows 29990101T0000-later.sql.',
  );
});

test('REL-15 a database from before the migrations were merged is refused in a sentence before anything is tried', async () => {
  onItsOwn();
  const { portal, pool } = await aMigratedDatabase();
  await portal.rows('delete from migration');
  await portal.rows(`insert into migration (name, digest) values ('20261122T1410-foundation.sql', 'x')`);
  const refusal =
    'The database was made by an unreleased version of this portal: it knows 20261122T1410-foundation.sql and not 20261130T0510-foundation.sql. It cannot be brought forward; give the portal an empty database, or an empty DATA_DIR where it brings its own.';
  await expect(migrate(pool)).rejects.toThrow(new ConfigurationError(refusal));
  await expect(prepareDatabase({ connection: portal.connection, owner: undefined }, 'production')).rejects.toThrow(
    refusal,
  );
  expect(await portal.rows('select name from migration')).toEqual([{ name: '20261122T1410-foundation.sql' }]);
});

test('REL-15 a server refuses a database that was made with another wording of a migration', async () => {
  onItsOwn();
  const { portal, pool } = await aMigratedDatabase();
  await portal.rows(`update migration set digest = 'x' where name = '20261130T0510-foundation.sql'`);
  await expect(migrate(pool)).rejects.toThrow(
    'The migration 20261130T0510-foundation.sql is not the one this database was made with.',
  );
});

test('REL-15 a migration that fails half-way leaves nothing behind, and the next start repeats it', async () => {
  const { portal, add, migrate } = await aRowUnderSecurity();
  const isMade = async () =>
    (await portal.rows<{ made: boolean }>(`select to_regclass('another') is not null as made`))[0]?.made;
  add('20261122T1201-half', 'create table another (another_id int);', 'create table thing (thing_id int);');
  await expect(migrate()).rejects.toThrow(
    'The migration 20261122T1201-half.sql failed: relation "thing" already exists',
  );
  expect(await isMade()).toBe(false);
  expect(await portal.rows('select name from migration')).toEqual([{ name: '20261122T1200-table.sql' }]);
  add('20261122T1201-half', 'create table another (another_id int);');
  // By two servers that start at once, one does it.
  const ran = await Promise.all([migrate(), migrate()]);
  expect(ran.sort((a, b) => b.length - a.length)).toEqual([['20261122T1201-half.sql'], []]);
  expect(await isMade()).toBe(true);
});

const migrations = path.join(import.meta.dirname, '../../../migrations');

/** Everything that migrations make, and which of them the database has, a line each. */
const catalogue = `
  with ours as (select oid, nspname from pg_namespace where nspname in ('public', 'by_month', 'pgboss')),
  relation as (select c.*, c.oid::regclass as called from pg_class c join ours on ours.oid = relnamespace)
  select concat_ws(' ', 'schema', nspname, nspacl) as line from ours join pg_namespace using (oid, nspname)
  union all select concat_ws(' ', 'relation', called, relkind, relowner::regrole, relrowsecurity, relforcerowsecurity, reloptions, relacl,
    case when relkind = 'v' then pg_get_viewdef(oid) end) from relation
  union all select concat_ws(' ', 'column', called, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
    attacl, pg_get_expr(adbin, adrelid)) from relation join pg_attribute on attrelid = relation.oid and attnum > 0
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  union all select concat_ws(' ', 'constraint', called, conname, convalidated, pg_get_constraintdef(con.oid))
    from relation join pg_constraint con on conrelid = relation.oid
  union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid) from relation join pg_index on indrelid = relation.oid
  union all select concat_ws(' ', 'policy', called, polname, polcmd, polpermissive, polroles::regrole[], pg_get_expr(polqual, polrelid),
    pg_get_expr(polwithcheck, polrelid)) from relation join pg_policy on polrelid = relation.oid
  union all select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
    from relation join pg_trigger t on tgrelid = relation.oid and not tgisinternal
  union all select concat_ws(' ', 'function', pg_get_functiondef(p.oid), proowner::regrole, proacl)
    from pg_proc p join ours on ours.oid = pronamespace where prokind in ('f', 'p')
  union all select concat_ws(' ', 'value', enumtypid::regtype, enumlabel)
    from pg_enum join pg_type t on t.oid = enumtypid join ours on ours.oid = typnamespace
  union all select concat_ws(' ', 'migration', name, digest, serves_from) from migration
  order by 1`;

test('REL-15 a migrating process that is killed in the midst of any migration leaves nothing of it, and once repeated the end is as of a fresh installation', async () => {
  const empty = async () => {
    onItsOwn();
    const { portal, pool } = await aMigratedDatabase();
    await portal.stop();
    await pool.query(
      'drop schema public, by_month, pgboss cascade; create schema public; grant usage on schema public to public',
    );
    const lines = async () => (await portal.rows<{ line: string }>(catalogue)).map(({ line }) => line);
    return { portal, pool, lines };
  };
  const [fresh, killed] = [await empty(), await empty()];
  await migrate(fresh.pool);
  const from = mkdtempSync(path.join(tmpdir(), 'portal-migrations-'));
  onTestFinished(() => rmSync(from, { recursive: true, force: true }));
  const files = migrationFiles();
  const done: string[] = [];
  for (const name of files) {
    const text = readFileSync(path.join(migrations, name), 'utf8');
    // At its end, when there is most of it to be left.
    writeFileSync(path.join(from, name), `${text}\nselect pg_terminate_backend(pg_backend_pid());\n`);
    await expect(migrate(killed.pool, { from })).rejects.toThrow(
      `The migration ${name} failed: terminating connection due to administrator command`,
    );
    expect(await killed.portal.rows('select name from migration order by 1')).toEqual(
      done.map((one) => ({ name: one })),
    );
    writeFileSync(path.join(from, name), text);
    done.push(name);
  }
  expect(await migrate(killed.pool, { from })).toEqual(files.slice(-1));
  const lines = await fresh.lines();
  expect(lines.length).toBeGreaterThan(2_000);
  expect(await killed.lines()).toEqual(lines);
});

/** A database with one row under row security, and a folder of migrations that begins with the table. */
async function aRowUnderSecurity(connections?: number) {
  const { portal, pool } = await aMigratedDatabase(connections);
  await pool.query('drop schema public cascade; create schema public; drop schema pgboss cascade');
  const from = mkdtempSync(path.join(tmpdir(), 'portal-migrations-'));
  onTestFinished(() => rmSync(from, { recursive: true, force: true }));
  const add = (name: string, ...lines: string[]) => writeFileSync(path.join(from, `${name}.sql`), lines.join('\n'));
  add(
    '20261122T1200-table',
    'create table thing (thing_id int primary key, name text not null);',
    'alter table thing enable row level security;',
    'alter table thing force row level security;',
    'create policy system on thing to portal_system using (true) with check (true);',
    'grant select, insert, update, delete on thing to portal_system;',
    'grant usage on schema public to portal_system;',
    '-- data',
    `insert into thing values (1, 'before');`,
    '-- end of data',
    'alter table thing add column number int;',
  );
  const names = async () => (await portal.rows<{ name: string }>('select name from thing')).map(({ name }) => name);
  type Given = Parameters<typeof migrate>[1];
  return { portal, add, names, migrate: (given: Given = {}) => migrate(pool, { from, ...given }) };
}

/** Somebody who is in the middle of something. */
async function aTransaction(portal: Portal, application_name: string, ...statements: string[]) {
  const client = new pg.Client({ ...portal.connection, user: 'postgres', application_name } as pg.ClientConfig);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  for (const statement of ['begin', ...statements]) await client.query(statement);
  const [row] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  return { pid: row?.pid, commit: () => client.query('commit') };
}

test('REL-15 a migration that does not get its lock lets others go first, says who holds it, and is given up after a while', async () => {
  const { add, migrate, portal, names } = await aRowUnderSecurity();
  await migrate();
  const report = await aTransaction(portal, 'report of the month', 'select * from thing');
  add('20261122T1201-key', 'alter table thing add column key text;');
  const waits: string[] = [];
  const read: string[][] = [];
  const onWait = (sentence: string) => {
    waits.push(sentence);
    void names().then((found) => read.push(found));
  };
  await expect(migrate({ lockMs: 500, waitMs: 700, onWait })).rejects.toThrow(
    `The migration 20261122T1201-key.sql did not get its lock within 0.7 seconds. "report of the month" (pid ${report.pid}) held it up: end that, or try again at a quieter time.`,
  );
  expect(waits[0]).toBe(
    `The migration 20261122T1201-key.sql lets others go first and waits for "report of the month" (pid ${report.pid}).`,
  );
  expect(read).toEqual(waits.map(() => ['before']));
  const ran = await migrate({ lockMs: 100, onWait: () => void report.commit() });
  expect(ran).toEqual(['20261122T1201-key.sql']);
});

test('REL-15 a login that is given one connection migrates as well, and waits without knowing for whom', async () => {
  const { add, migrate, portal } = await aRowUnderSecurity(1);
  await migrate({ lockMs: 40 });
  await aTransaction(portal, 'report of the month', 'select * from thing');
  add('20261122T1201-key', 'alter table thing add column key text;');
  await expect(migrate({ lockMs: 40, waitMs: 100 })).rejects.toThrow(
    'The migration 20261122T1201-key.sql did not get its lock within 0.1 seconds. Somebody held it up: end that, or try again at a quieter time.',
  );
});

test('REL-15 an index is made beside those who write; where that was cut off, the next run drops what is left and makes it anew', async () => {
  const { add, migrate, portal } = await aRowUnderSecurity();
  await migrate();
  const indexes = () =>
    portal.rows(
      `select indisvalid as valid from pg_index where indexrelid = to_regclass('thing__name') and indrelid = 'thing'::regclass`,
    );
  add(
    '20261122T1201-index',
    '-- outside a transaction',
    '-- For the list by name.',
    'create index concurrently if not exists thing__name on thing (name);',
  );
  const writer = await aTransaction(portal, 'writer', `insert into thing values (2, 'meanwhile')`);
  const cutOff = migrate().then(
    () => 'made',
    ({ message }: Error) => message,
  );
  await expect.poll(indexes).toEqual([{ valid: false }]);
  await portal.rows(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'migrating' and query like 'create index%'`);
  expect(await cutOff).toContain('The migration 20261122T1201-index.sql failed: ');
  await expect(migrate({ waitMs: 300 })).rejects.toThrow(
    `The migration 20261122T1201-index.sql did not get its lock within 0.3 seconds. "writer" (pid ${writer.pid}) held it up`,
  );
  await writer.commit();
  expect(await migrate()).toEqual(['20261122T1201-index.sql']);
  expect(await indexes()).toEqual([{ valid: true }]);
  expect(await migrate()).toEqual([]);
});

test.each([
  ['create index concurrently thing__name on thing (name);'],
  ['create index concurrently if not exists thing__name on thing (name); drop table thing;'],
  ['alter table thing add column key text;'],
])('REL-15 outside a transaction only what can be cut off and repeated is run: %s', async (statement) => {
  onItsOwn();
  const { add, migrate } = await aRowUnderSecurity();
  add('20261122T1201-alone', '-- outside a transaction', statement);
  await expect(migrate()).rejects.toThrow(
    'The migration 20261122T1201-alone.sql failed: Outside a transaction there is one statement',
  );
});

test('REL-15 a server goes on, and starts, on a newer database that says it serves it, and on no other', async () => {
  onItsOwn();
  const { portal, pool } = await aMigratedDatabase();
  const newest = migrationFiles().at(-1) ?? '';
  const from = mkdtempSync(path.join(tmpdir(), 'portal-migrations-'));
  onTestFinished(() => rmSync(from, { recursive: true, force: true }));
  for (const name of migrationFiles())
    cpSync(path.join(import.meta.dirname, '../../../migrations', name), path.join(from, name));
  const add = (name: string, ...lines: string[]) => writeFileSync(path.join(from, name), lines.join('\n'));
  const start = () => prepareDatabase({ connection: portal.connection, owner: undefined }, 'production');
  const company = await portal.aCompany();

  // Expand: what is there stays as it was.
  add(
    '29990101T0000-nicknames.sql',
    `-- serves from ${newest}`,
    '',
    'alter table participant add column nickname text;',
  );
  expect(await migrate(pool, { from })).toEqual(['29990101T0000-nicknames.sql']);
  await start();
  expect(await migrate(pool)).toEqual([]);
  expect(await portal.rows('select company_id from company')).toEqual([{ company_id: company }]);

  // Contract: it serves the release that has used the new column, and none before.
  add(
    '29990102T0000-no-nicknames.sql',
    '-- serves from 29990101T0000-nicknames.sql',
    '',
    'alter table participant drop column nickname;',
  );
  expect(await migrate(pool, { from })).toEqual(['29990102T0000-no-nicknames.sql']);
  const refusal = `The database is newer than this server: it knows 29990101T0000-nicknames.sql, 29990102T0000-no-nicknames.sql. It serves servers that know 29990101T0000-nicknames.sql, and this one knows no more than ${newest}.`;
  await expect(start()).rejects.toThrow(refusal);
  await expect(migrate(pool)).rejects.toThrow(refusal);
});

test('REL-15 a server refuses queues of another version, with which it could not work', async () => {
  onItsOwn();
  const { portal, pool } = await aMigratedDatabase();
  await portal.rows('update pgboss.version set version = version + 1');
  const refusal = /^The queues of the database have version 44, and this server works with 43: /;
  await expect(migrate(pool)).rejects.toThrow(refusal);
  await expect(prepareDatabase({ connection: portal.connection, owner: undefined }, 'production')).rejects.toThrow(
    refusal,
  );
});

test('REL-15 a migration sees the rows it changes, under row security too, and goes on as the owner afterwards', async () => {
  onItsOwn();
  const { add, names, migrate, portal } = await aRowUnderSecurity();
  add(
    '20261122T1201-names',
    'alter table thing add column key text;',
    '-- data',
    `update thing set name = 'after', key = 'k';`,
    '-- end of data',
    'alter table thing alter column key set not null;',
  );
  expect(await migrate()).toEqual(['20261122T1200-table.sql', '20261122T1201-names.sql']);
  expect(await names()).toEqual(['after']);
  expect(await portal.rows(`select pg_get_userbyid(relowner) as owner from pg_class where relname = 'thing'`)).toEqual([
    { owner: 'portal_owner' },
  ]);
});

test.each([
  [`update thing set name = 'after';`],
  ['delete from thing;'],
  [`insert into thing values (2, 'x');`],
  ['create table copy as select * from thing;'],
  [`do $$ begin update thing set name = 'after'; end $$;`],
  [`set local role portal_system; update thing set name = 'after'; reset role;`],
])(
  'REL-15 a migration that touches rows without saying so is refused, where it would have changed none without a word: %s',
  async (statement) => {
    onItsOwn();
    const { add, names, migrate } = await aRowUnderSecurity();
    add('20261122T1201-silent', 'alter table thing add column key text;', statement);
    await expect(migrate()).rejects.toThrow(
      'The migration 20261122T1201-silent.sql failed: query would be affected by row-level security policy for table "thing". What touches rows goes between "-- data" and "-- end of data".',
    );
    expect(await names()).toEqual(['before']);
  },
);

test('REL-15 a part with rows that has no beginning or no end is refused', async () => {
  onItsOwn();
  const { add, migrate } = await aRowUnderSecurity();
  add('20261122T1201-open', '-- data', `update thing set name = 'after';`);
  await expect(migrate()).rejects.toThrow('20261122T1201-open.sql failed: "-- data" has no "-- end of data".');
  add('20261122T1201-open', '-- end of data');
  await expect(migrate()).rejects.toThrow('"-- end of data" does not fit the one before it.');
});
