import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { archivingOf, lateArchiving } from './archiving.ts';

test('REL-13 an archive that gets what was written later than five minutes after is told, and one that gets it in time is not', () => {
  const late = (seconds: number) => lateArchiving({ seconds, isFailing: false });
  expect([1, 60, 300].map(late)).toEqual([null, null, null]);
  expect([0, 301].map(late)).toEqual([
    'archive_timeout of the database is 0: it archives a segment only when that is full, and hours may be lost. Set it to 60 seconds, 300 at most.',
    'archive_timeout of the database is 301: more than five minutes may be lost. Set it to 60 seconds, 300 at most.',
  ]);
  expect(lateArchiving({ seconds: 60, isFailing: true })).toBe(
    'the database could not archive its last segment. See pg_stat_archiver, and its log.',
  );
});

test('REL-13 nothing is said of the archive of a server that archives nothing by itself', async () => {
  const { app } = await openPortal();
  expect(await archivingOf(app.database)).toBeNull();
});

test('REL-13 an archive that could not be written to is told of until a segment has come there', async () => {
  const database = (row: object) => ({ query: () => Promise.resolve([row]) }) as never;
  expect(await archivingOf(database({ isOn: true, seconds: 60, isFailing: true }))).toEqual({
    seconds: 60,
    isFailing: true,
  });
  expect(await archivingOf(database({ isOn: false, seconds: 0, isFailing: false }))).toBeNull();
});
