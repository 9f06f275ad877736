import { expect, test } from 'vitest';
import { makeSemaphore } from './semaphore.ts';

test('a few have a turn at once, the others get theirs in order, and who finds too many waiting is told to come again', async () => {
  const turn = makeSemaphore(2, 3);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const waiting = [0, 1, 2, 3, 4].map(async (n) => {
    ends[n] = await turn();
    begun.push(n);
  });
  await Promise.all(waiting.slice(0, 2));
  expect(begun).toEqual([0, 1]);
  await expect(turn()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
  // Given back twice it is still one turn.
  ends[1]!();
  ends[1]!();
  await waiting[2];
  expect(begun).toEqual([0, 1, 2]);
  ends[0]!();
  ends[2]!();
  await Promise.all(waiting);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  ends[3]!();
  ends[4]!();
  (await turn())();
});
