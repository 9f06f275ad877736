import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { archiveTimeout, lateArchiving } from './archiving.ts';

test('REL-13 an archive that gets what was written later than five minutes after is told, and one that gets it in time is not', () => {
  expect([1, 60, 300].map(lateArchiving)).toEqual([null, null, null]);
  expect([0, 301].map(lateArchiving)).toEqual([
    'archive_timeout of the database is 0: it archives a segment only when that is full, and hours may be lost. Set it to 60 seconds, 300 at most.',
    'archive_timeout of the database is 301: more than five minutes may be lost. Set it to 60 seconds, 300 at most.',
  ]);
});

test('REL-13 nothing is said of the archive of a server that archives nothing by itself', async () => {
  const { app } = await openPortal();
  expect(await archiveTimeout(app.database)).toBeNull();
});
