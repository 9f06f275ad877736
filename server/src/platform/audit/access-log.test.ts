import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { type Access, openAccessLog } from './access-log.ts';

beforeEach(onItsOwn);

const minute = 60_000;
const noon = Date.UTC(2026, 10, 22, 12);

async function aLog() {
  const portal = await openPortal();
  const errors: unknown[] = [];
  const log = openAccessLog(portal.app.database, (error) => errors.push(error), { everyMs: 1_000_000 });
  onTestFinished(log.stop);
  const read = (ids: readonly number[], at = noon, more: Partial<Access> = {}, viewer: Partial<Viewer> = {}) =>
    log.add({
      at: new Date(at),
      viewer: {
        providerId: 7,
        companyId: 1,
        host: 'localhost',
        address: '10.0.0.7',
        requestId: 'r',
        ...viewer,
      } as Viewer,
      call: 'GET /list',
      kind: 'participant',
      ids,
      outcome: 'read',
      ...more,
    });
  return { portal, log, read, errors };
}
const noted = async (portal: Portal) =>
  (await portal.rows<{ ids: number[] }>('select record_ids as ids from access_entry order by entry_id')).map(
    ({ ids }) => ids,
  );

test('PRV-01 of a list that is read again and again, a minute has each record once, as it comes into sight', async () => {
  const { portal, log, read } = await aLog();
  read([1, 2, 2, 3]);
  read([3, 2, 1]);
  await log.flush();
  read([1, 2, 3], noon + minute - 1);
  read([3, 4], noon + 5_000);
  await log.flush();
  expect(await noted(portal)).toEqual([[1, 2, 3], [4]]);
  read([1], noon + minute);
  await log.flush();
  expect(await noted(portal)).toEqual([[1, 2, 3], [4], [1]]);
  // A list without anything in it, too.
  for (const kind of ['document', 'document']) read([], noon + minute, { kind });
  read([5], noon + minute, { kind: 'document' });
  await log.flush();
  expect(await noted(portal)).toEqual([[1, 2, 3], [4], [1], [], [5]]);
});

test('PRV-01 PRV-11 another person, call, kind or place is another sighting, so is one in an emergency, and every refused call is noted', async () => {
  const { portal, log, read } = await aLog();
  read([1]);
  read([1], noon, {}, { providerId: 8 });
  read([1], noon, { call: 'GET /one' });
  read([1], noon, { kind: 'document' });
  read([1], noon, {}, { address: '10.0.0.8' });
  read([1], noon, {}, { host: 'eu.localhost' });
  read([1], noon, {}, { inEmergency: true });
  read([1], noon, {}, { inEmergency: true });
  for (let n = 0; n < 3; n++) read([], noon, { outcome: 'refused', kind: 'call' });
  await log.flush();
  expect(await noted(portal)).toEqual([[1], [1], [1], [1], [1], [1], [1], [], [], []]);
});

test('PRV-01 REL-10 a clock that is set back or forth hides no sighting', async () => {
  const { portal, log, read } = await aLog();
  for (const at of [noon, noon - minute, noon, noon + 400 * 24 * 60 * minute]) {
    read([1], at);
    await log.flush();
  }
  expect(await noted(portal)).toEqual([[1], [1], [1], [1]]);
});

test('PRV-01 REL-12 what could not be written counts as not seen, and is written when the database takes it again', async () => {
  const { portal, log, read, errors } = await aLog();
  await portal.rows('alter table access_entry rename to elsewhere');
  read([1, 2]);
  await log.flush();
  expect(errors).toHaveLength(1);
  read([2, 3]);
  await portal.rows('alter table elsewhere rename to access_entry');
  await log.flush();
  expect(await noted(portal)).toEqual([[1, 2], [3]]);
  // One that the database never takes is let go, and takes no other along.
  read([4], noon, { outcome: 'seen' as 'read' });
  read([4]);
  await log.flush();
  await log.flush();
  expect(await noted(portal)).toEqual([[1, 2], [3], [4]]);
});
