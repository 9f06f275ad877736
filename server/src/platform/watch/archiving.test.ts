import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { archivingOf, lateArchiving } from './archiving.ts';

test('REL-13 an archive that gets what was written later than five minutes after is told, and one that gets it in time is not', () => {
  const inTime = { seconds: 60, isFailing: false, waitingSeconds: 0 };
  const late = (seconds: number) => lateArchiving({ ...inTime, seconds });
  expect([1, 60, 300].map(late)).toEqual([null, null, null]);
  expect([0, 301].map(late)).toEqual([
    'archive_timeout of the database is 0: it archives a segment only when that is full, and hours may be lost. Set it to 60 seconds, 300 at most.',
    'archive_timeout of the database is 301: more than five minutes may be lost. Set it to 60 seconds, 300 at most.',
  ]);
  expect(lateArchiving({ ...inTime, isFailing: true })).toBe(
    'the database could not archive its last segment. See pg_stat_archiver, and its log.',
  );
  expect(lateArchiving({ ...inTime, waitingSeconds: 600 })).toBeNull();
  expect(lateArchiving({ ...inTime, waitingSeconds: 601 })).toBe(
    'the database has archived nothing for more than ten minutes, although a segment waits for it. Does archive_command hang, or is it not set? See pg_stat_archiver.',
  );
});

test('REL-13 nothing is said of the archive of a server that archives nothing by itself', async () => {
  const { app } = await openPortal();
  expect(await archivingOf(app.database)).toBeNull();
});

/** What is told of the archive by a server that says this of it: switched on, it takes a server of its own. */
async function toldBy(archiver: { wal: string; archived: string; failed?: string }) {
  const client = new pg.Client((await openPortal()).owner as pg.ClientConfig);
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    `set search_path = pg_temp, pg_catalog;
     create temp view pg_stat_archiver as select ${archiver.wal} as last_archived_wal,
       (${archiver.archived})::timestamptz as last_archived_time, (${archiver.failed ?? 'null'})::timestamptz as last_failed_time;
     create temp view pg_settings as select name,
       case name when 'archive_mode' then 'on' when 'archive_timeout' then '60' else setting end as setting from pg_catalog.pg_settings`,
  );
  const query = async (text: string) => (await client.query(text)).rows;
  return archivingOf({ query } as never);
}
const anHourAgo = `now() - interval '1 hour'`;
const before = (segments: number) =>
  `pg_walfile_name(pg_current_wal_lsn() - ${segments} * pg_size_bytes(current_setting('wal_segment_size')))`;

test('REL-13 an archive that could not be written to is told of until a segment has come there', async () => {
  const failed = { wal: before(1), archived: anHourAgo, failed: 'now()' };
  expect(await toldBy(failed)).toEqual({ seconds: 60, isFailing: true, waitingSeconds: 0 });
  const settled = { wal: before(1), archived: 'now()', failed: anHourAgo };
  expect(await toldBy(settled)).toEqual({ seconds: 60, isFailing: false, waitingSeconds: 0 });
});

test('REL-13 an archive that hangs, or never began, is told of although nothing fails, and that of an idle database is not', async () => {
  const hanging = await toldBy({ wal: `'000000010000000000000000'`, archived: anHourAgo });
  expect(hanging).toMatchObject({ seconds: 60, isFailing: false });
  // For as long as this server runs.
  expect(hanging?.waitingSeconds).toBeGreaterThan(0);
  const withoutCommand = await toldBy({ wal: 'null::text', archived: 'null' });
  expect(withoutCommand?.waitingSeconds).toBeGreaterThan(0);
  expect(await toldBy({ wal: before(1), archived: anHourAgo })).toMatchObject({ waitingSeconds: 0 });
});
