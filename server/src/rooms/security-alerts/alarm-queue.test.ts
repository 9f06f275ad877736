import { expect, test, vi } from 'vitest';
import { inContext } from '#platform/core/context.ts';
import { refusePastDeadline } from '#platform/core/deadline.ts';
import { outOfReach } from '#test/out-of-reach.ts';
import { alarmQueue } from './alarm-queue.ts';

const away = () => new Error('timeout exceeded when trying to connect');

/** A queue of at most two alarms of a company, over a database that can be away. */
function aQueue({ countsForMs = 1_000_000 } = {}) {
  const written: string[] = [];
  const logged: string[] = [];
  let isAway = false;
  const database = (said: string) => {
    if (isAway) throw away();
    if (said.includes('bad')) throw new Error('cannot be written');
    written.push(said);
  };
  const queue = alarmQueue<{ companyId: number } | null>({
    most: 2,
    againMs: 5,
    countsForMs,
    tellMore: async ({ companyId }, more) => {
      database(`${more} more of ${companyId}`);
      return true;
    },
    onError: (error) => void logged.push((error as Error).message),
  });
  const add = (companyId: number, said: string) =>
    queue.add({ heap: `refused calls of ${companyId}`, about: { companyId }, write: async () => database(said) });
  return { written, logged, queue, add, isAway: (is: boolean) => void (isAway = is) };
}

test('P11-18 an alarm that finds no connection is written once there is one, also long after the call it came of had to be done', async () => {
  const { written, logged, queue, add, isAway } = aQueue();
  isAway(true);
  const context = { caller: { address: 'x' }, endsAt: 0, connections: 0, passTo: () => {} };
  inContext(context, () => {
    add(1, 'first');
    queue.add({ heap: 'other', about: null, write: async () => (refusePastDeadline(), void written.push('other')) });
  });
  await vi.waitFor(() => expect(logged.length).toBeGreaterThan(1), 15_000);
  expect(new Set(logged)).toEqual(new Set([away().message]));
  isAway(false);
  await vi.waitFor(() => expect([...written].sort()).toEqual(['first', 'other']), 15_000);
});

test('P11-18 an alarm that finds the host of the database gone is written by a later try, however often it was tried before', async () => {
  const gone = outOfReach('ENOTFOUND');
  const { written, logged, queue } = aQueue();
  let tries = 0;
  const write = async () => {
    tries += 1;
    if (tries <= 5) await gone.query('select 1', []);
    written.push('first');
  };
  queue.add({ heap: 'refused calls of 1', about: { companyId: 1 }, write });
  await vi.waitFor(() => expect([...written, ...logged].length).toBeGreaterThan(5), 15_000);
  expect([written, tries]).toEqual([['first'], 6]);
});

test('P11-18 however many alarms of a company come, those of another are next, and how many more there were is told', async () => {
  const { written, add } = aQueue({ countsForMs: 500 });
  for (let n = 1; n <= 500; n += 1) add(1, `${n} of 1`);
  add(2, '1 of 2');
  await vi.waitFor(() => expect(written).toHaveLength(5), 15_000);
  // The number is told once its time has come, whatever of the others is still waiting then.
  expect(written.filter((said) => said !== '497 more of 1')).toEqual(['1 of 1', '2 of 1', '1 of 2', '3 of 1']);
  expect(written).toContain('497 more of 1');
});

test("P11-18 an alarm that is no company's and cannot be written is given up with a word in the log", async () => {
  const { logged, queue } = aQueue();
  queue.add({ heap: 'trail', about: null, write: async () => Promise.reject(new Error('bad')) });
  await queue.stop();
  expect(logged).toEqual(['bad', 'bad', 'bad', '1 more alarms were not told: trail']);
});

test('P11-18 an alarm that cannot be written as it is counts as one more, and holds up no other', async () => {
  const { written, logged, queue, add } = aQueue();
  for (const said of ['bad', 'good']) add(1, said);
  await queue.stop();
  expect([...written].sort()).toEqual(['1 more of 1', 'good']);
  expect(logged).toEqual(['cannot be written', 'cannot be written', 'cannot be written']);
});

test('P11-18 a stop writes what waits and tells what was counted; what it could not is in the log', async () => {
  const gone = aQueue();
  gone.isAway(true);
  for (const said of ['a', 'b', 'c', 'd']) gone.add(1, said);
  await gone.queue.stop();
  expect(gone.logged.filter((said) => said !== away().message)).toEqual([
    '1 more alarms were not told: refused calls of 1',
    '3 alarms were not written: refused calls of 1',
  ]);
  const there = aQueue();
  there.isAway(true);
  for (const said of ['a', 'b', 'c', 'd']) there.add(1, said);
  there.isAway(false);
  await there.queue.stop();
  expect([...there.written].sort()).toEqual(['1 more of 1', 'a', 'b', 'c']);
});
