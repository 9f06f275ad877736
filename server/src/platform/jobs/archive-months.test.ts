import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { operate } from '#src/operator/operate.ts';
import { keptFiles } from '#test/house.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { sweepFiles } from '#platform/files/sweep-files.ts';
import { archiveMonths, archiveMonthsDue } from './archive-months.ts';

beforeEach(onItsOwn);

/** A month of 2018 with so many accesses, and one that is kept. */
async function anOldMonth(accesses = 3) {
  const portal = await openPortal();
  await layMonth(portal, '2018-03', accesses);
  await layMonth(portal, '2021-03', 1);
  return portal;
}
async function layMonth(portal: Portal, month: string, accesses: number): Promise<void> {
  await portal.rows(`select make_month('access_entry', $1)`, [`${month}-01`]);
  await portal.rows(
    `insert into access_entry (company_id, at, provider_id, call, record_kind, record_ids, outcome, host, address, request_id)
     select 1, $1::timestamptz + n * interval '1 second', n, 'GET /x', 'participant', array[n], 'read', 'localhost', '::1', 'r'
     from generate_series(0, $2::int - 1) n`,
    [`${month}-01T00:00:00Z`, accesses],
  );
}
const left = (portal: Portal) =>
  portal.rows(
    `select to_char(at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as n from access_entry group by 1 order by 1`,
  );
const archives = (portal: Portal) =>
  portal.rows<{ month: string; rows: number; sha256: string; gone: boolean }>(
    `select of_table, month::text, rows, sha256, removed_at is not null as gone from month_archive order by archive_id`,
  );
async function printed(portal: Portal, month: string) {
  const parts: Uint8Array[] = [];
  const open = async () => ({ ...portal.app, sendsMail: false, close: async () => {} });
  const words = ['read-archive', '--table', 'access_entry', '--month', month];
  const { ok, said } = await operate(words, open, {}, async (part) => void parts.push(part));
  return { ok, said, text: Buffer.concat(parts).toString() };
}

test('PRV-10 REL-02 a month that is old enough is archived, encrypted and compressed, leaves the database and can be read again; what is younger stays', async () => {
  const portal = await anOldMonth(12_000);
  const [entry] = await portal.rows<{ row: unknown }>(
    `select to_jsonb(access_entry) as row from access_entry where provider_id = 4711`,
  );
  expect(await archiveMonths(portal.app)).toEqual([
    { what: 'access_entry of 2018-03 archived and removed', count: 12_000 },
  ]);
  expect(await left(portal)).toEqual([{ month: '2021-03', n: 1 }]);
  const { ok, said, text } = await printed(portal, '2018-03');
  expect([ok, said]).toEqual([true, '']);
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(12_000);
  expect(JSON.parse(lines[4711] ?? '')).toEqual(entry?.row);
  expect(await archives(portal)).toEqual([
    {
      of_table: 'access_entry',
      month: '2018-03-01',
      rows: 12_000,
      sha256: createHash('sha256').update(text).digest('hex'),
      gone: true,
    },
  ]);
  const [file] = await portal.rows<{ bytes: number; key: string }>('select bytes, key from stored_file');
  expect(file?.bytes).toBeLessThan(text.length / 5);
  // It is nobody's leftover, however old it gets.
  portal.app.clock.set(new Date(Date.now() + 1_000 * 24 * 3_600_000));
  await sweepFiles(portal.app, { trashDays: 30 });
  expect(await keptFiles(portal)).toEqual([file?.key]);
  expect((await printed(portal, '2018-04')).said).toBe('There is no archive of access_entry of 2018-04.');
  portal.app.clock.set(null);
  expect(await archiveMonths(portal.app)).toEqual([]);
});

test('PRV-10 REL-14 of two processes at once one archives and removes a month, and nothing is lost or kept twice', async () => {
  const portal = await anOldMonth(6_000);
  const beside = await openPortal({}, { beside: portal });
  const done = await Promise.all([portal, beside, portal].map(({ app }) => archiveMonths(app)));
  expect(done.flat()).toEqual([{ what: 'access_entry of 2018-03 archived and removed', count: 6_000 }]);
  expect(await archives(portal)).toMatchObject([{ rows: 6_000, gone: true }]);
  expect((await printed(portal, '2018-03')).text.trimEnd().split('\n')).toHaveLength(6_000);
});

test('PRV-10 a month that cannot be archived stays and is named, and keeps no other one from its turn', async () => {
  const portal = await anOldMonth(3);
  await layMonth(portal, '2018-04', 2);
  await portal.rows(`alter table month_archive add constraint stumble check (month <> '2018-03-01')`);
  await expect(archiveMonths(portal.app)).rejects.toThrow(/^access_entry of 2018-03: .*"stumble"$/);
  expect(await left(portal)).toEqual([
    { month: '2018-03', n: 3 },
    { month: '2021-03', n: 1 },
  ]);
  expect(await archives(portal)).toMatchObject([{ month: '2018-04-01', rows: 2, gone: true }]);
});

/** Somebody reads a month, as a backup does for as long as it runs. */
async function aReaderOf(portal: Portal, table: string) {
  const reader = new pg.Client(portal.owner as pg.ClientConfig);
  await reader.connect();
  onTestFinished(() => reader.end());
  await reader.query(`begin; lock table ${table} in access share mode`);
  return {
    ends: () => reader.query('commit'),
    // An owner sees no row, and its statement asks no month.
    readsAll: () => reader.query('set local role portal_system; select count(*) from access_entry'),
  };
}

test('PRV-10 a month that a backup is reading is tried again within the hour, by the clock, counts as no failure, and is named to whoever asks for it by hand', async () => {
  const portal = await anOldMonth(3);
  const reader = await aReaderOf(portal, 'by_month.access_entry_2018_03');
  await portal.app.jobs.start();
  await portal.rows(`select pg_notify('portal_job', 'archive-months')`);
  const waiting = () =>
    portal.rows(
      `select state, start_after between now() and now() + interval '1 hour' as soon from pgboss.job
       where name = 'archive-months' and singleton_key = 'later'`,
    );
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([{ state: 'created', soon: true }]);
  expect(await portal.rows(`select from pgboss.job where name = 'archive-months' and state = 'failed'`)).toEqual([]);
  expect(portal.logged.join('')).toContain('"months":"access_entry of 2018-03"');
  expect(await left(portal)).toMatchObject([{ n: 3 }, { n: 1 }]);
  await expect(archiveMonths(portal.app)).rejects.toThrow(
    'access_entry of 2018-03 is in use, by a backup for example. It is archived already and leaves the database once it is free.',
  );
  await reader.ends();
  expect(await archiveMonths(portal.app)).toMatchObject([{ count: 3 }]);
  expect(await archives(portal)).toMatchObject([{ rows: 3, gone: true }]);
});

test('PRV-10 a month is tried again where its removal and somebody who begins to read all of the log wait for each other', async () => {
  const portal = await anOldMonth(3);
  const reader = await aReaderOf(portal, 'only access_entry');
  const archiving = archiveMonthsDue(portal.app, []);
  const waiting = () => portal.rows(`select from pg_locks where relation = 'access_entry'::regclass and not granted`);
  await expect.poll(waiting, { interval: 20, timeout: 20_000 }).toHaveLength(1);
  await reader.readsAll();
  expect(await archiving).toBe(30 * 60_000);
  expect(await left(portal)).toMatchObject([{ n: 3 }, { n: 1 }]);
});

test('the entries of a month are counted before the log is held for its removal: until then nobody who writes to it waits', async () => {
  const portal = await anOldMonth(3);
  // It would be waited for in vain.
  await aReaderOf(portal, 'only access_entry');
  const removal = portal.app.database.asSystem((tx) =>
    sql`select remove_month('access_entry', '2018-03-01')`.execute(tx),
  );
  await expect(removal).rejects.toThrow('the month 2018-03 of access_entry has 3 entries, and 0 are archived');
});

/** A portal whose process ends in the middle of archiving: the month lies in the store, and is still in the database. */
async function cutOff() {
  const portal = await anOldMonth(3);
  await portal.rows('revoke execute on function remove_month(text, date) from portal_system');
  await expect(archiveMonths(portal.app)).rejects.toThrow('permission denied');
  await portal.rows('grant execute on function remove_month(text, date) to portal_system');
  expect(await archives(portal)).toMatchObject([{ rows: 3, gone: false }]);
  expect(await left(portal)).toMatchObject([{ n: 3 }, { n: 1 }]);
  return portal;
}

test('PRV-10 REL-01 a process that ends between archive and removal loses nothing: the next run goes on with what is there', async () => {
  const portal = await cutOff();
  const files = await keptFiles(portal);
  expect(await archiveMonths(portal.app)).toMatchObject([{ count: 3 }]);
  expect(await keptFiles(portal)).toEqual(files);
  expect(await archives(portal)).toMatchObject([{ rows: 3, gone: true }]);
});

test('PRV-10 REL-02 an archive that lacks an entry, or whose file is gone, is made anew before anything is removed', async () => {
  const portal = await cutOff();
  await layMonth(portal, '2018-03', 1);
  await expect(
    portal.app.database.asSystem((tx) =>
      tx
        .selectNoFrom((eb) =>
          eb.fn('remove_month', [eb.val('access_entry'), eb.cast(eb.val('2018-03-01'), 'date')]).as('x'),
        )
        .execute(),
    ),
  ).rejects.toThrow('the month 2018-03 of access_entry has 4 entries, and 3 are archived');
  expect(await archiveMonths(portal.app)).toMatchObject([{ count: 4 }]);
  expect((await printed(portal, '2018-03')).text.trimEnd().split('\n')).toHaveLength(4);

  const another = await cutOff();
  for (const key of await keptFiles(another)) rmSync(path.join(another.app.env.dataDir, 'files', key.slice(0, 2), key));
  expect(await archiveMonths(another.app)).toMatchObject([{ count: 3 }]);
  expect((await printed(another, '2018-03')).text.trimEnd().split('\n')).toHaveLength(3);
});

test('PRV-10 security events leave after thirteen months, by the clock of the database alone, and a later month of the same name is archived beside the first', async () => {
  const portal = await openPortal();
  const event = (at: string) =>
    portal.rows(
      `insert into security_event (entry, at, event, outcome, host, address, request_id) values (gen_random_uuid(), $1, 'sign_in', 'done', '', '', 'r')`,
      [at],
    );
  await portal.rows(`select make_month('security_event', '2019-07-01')`);
  await event('2019-07-31T23:59:59.999Z');
  expect(await archiveMonths(portal.app)).toEqual([
    { what: 'security_event of 2019-07 archived and removed', count: 1 },
  ]);
  await portal.rows(`select make_month('security_event', '2019-07-01')`);
  await event('2019-07-01T00:00:00Z');
  await archiveMonths(portal.app);
  expect(await archives(portal)).toMatchObject([
    { of_table: 'security_event', rows: 1, gone: true },
    { of_table: 'security_event', rows: 1, gone: true },
  ]);
  // A portal whose clock is years ahead removes nothing that is young.
  portal.app.clock.set(new Date(Date.now() + 20 * 365 * 24 * 3_600_000));
  await expect(archiveMonths(portal.app)).rejects.toThrow('entries of access_entry are kept for 72 months');
});
