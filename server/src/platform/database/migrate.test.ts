import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { migrate } from './migrate.ts';

async function aMigratedDatabase() {
  const portal = await openPortal();
  const pool = new pg.Pool({ ...portal.owner, max: 4 });
  onTestFinished(() => pool.end());
  return { portal, pool };
}

test('REL-15 a server refuses a database that is newer than itself, and names what it does not know', async () => {
  const { portal, pool } = await aMigratedDatabase();
  expect(await migrate(pool)).toEqual([]);
  await portal.rows(`insert into migration (name, digest) values ('29990101T0000-later.sql', 'x')`);
  await expect(migrate(pool)).rejects.toThrow(
    'The database is newer than this server: it knows 29990101T0000-later.sql.',
  );
});

test('REL-15 a server refuses a database that was made with another wording of a migration', async () => {
  const { portal, pool } = await aMigratedDatabase();
  await portal.rows(`update migration set digest = 'x' where name = '20261122T1410-foundation.sql'`);
  await expect(migrate(pool)).rejects.toThrow(
    'The migration 20261122T1410-foundation.sql is not the one this database was made with.',
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

/** A database with one row under row security, and a folder of migrations that begins with the table. */
async function aRowUnderSecurity() {
  const { portal, pool } = await aMigratedDatabase();
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
  return { portal, add, names, migrate: () => migrate(pool, { from }) };
}

test('REL-15 a migration sees the rows it changes, under row security too, and goes on as the owner afterwards', async () => {
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
    const { add, names, migrate } = await aRowUnderSecurity();
    add('20261122T1201-silent', 'alter table thing add column key text;', statement);
    await expect(migrate()).rejects.toThrow(
      'The migration 20261122T1201-silent.sql failed: query would be affected by row-level security policy for table "thing". What touches rows goes between "-- data" and "-- end of data".',
    );
    expect(await names()).toEqual(['before']);
  },
);

test('REL-15 a part with rows that has no beginning or no end is refused', async () => {
  const { add, migrate } = await aRowUnderSecurity();
  add('20261122T1201-open', '-- data', `update thing set name = 'after';`);
  await expect(migrate()).rejects.toThrow('20261122T1201-open.sql failed: "-- data" has no "-- end of data".');
  add('20261122T1201-open', '-- end of data');
  await expect(migrate()).rejects.toThrow('"-- end of data" does not fit the one before it.');
});
