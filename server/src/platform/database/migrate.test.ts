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
  await portal.rows(`update migration set digest = 'x' where name = '20261120T0900-foundation.sql'`);
  await expect(migrate(pool)).rejects.toThrow(
    'The migration 20261120T0900-foundation.sql is not the one this database was made with.',
  );
});

test('REL-15 a migration that fails half-way leaves nothing behind, and the next start repeats it', async () => {
  const { portal, pool } = await aMigratedDatabase();
  const name = '20261122T0130-misuse.sql';
  await portal.rows('delete from migration where name = $1', [name]);
  // Of its two tables the second is there, so that it fails after it has made the first.
  await portal.rows('drop table foreign_call');
  await expect(migrate(pool)).rejects.toThrow(`The migration ${name} failed: `);
  expect(await portal.rows(`select to_regclass('foreign_call') as made`)).toEqual([{ made: null }]);
  expect(await portal.rows('select 1 from migration where name = $1', [name])).toEqual([]);
  await portal.rows('drop table misuse_notice');
  // By two servers that start at once, one does it.
  const [one, other] = await Promise.all([migrate(pool), migrate(pool)]);
  expect([one, other].sort((a, b) => b.length - a.length)).toEqual([[name], []]);
});
