import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { Caller } from './context.ts';
import { makeSemaphore, type Place, type Semaphore } from './semaphore.ts';

afterEach(() => vi.useRealTimers());

const of = (companyId: number, person = 1): Caller => ({ companyId, providerId: 100 * companyId + person });
const first = (many: number) => Array.from({ length: many }, (_, i) => i);

/** As many places as there are to be had by this caller, and no more. */
async function takeAll(places: Semaphore, caller: Caller | null, weight = 1): Promise<Place[]> {
  const taken: Place[] = [];
  for (;;) {
    const place = await places.take(weight, caller).catch(() => null);
    if (!place) return taken;
    taken.push(place);
  }
}

test('a few have a turn at once, the others get theirs in order, and who finds too many waiting is told to come again', async () => {
  const places = makeSemaphore({ most: 2, mostWaiting: 3 });
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const waiting = [0, 1, 2, 3, 4].map(async (n) => {
    ends[n] = (await places.take()).release;
    begun.push(n);
  });
  await Promise.all(waiting.slice(0, 2));
  expect(begun).toEqual([0, 1]);
  await expect(places.take()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
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
  (await places.take()).release();
});

test('REL-05 a person takes half of the places at most, a company three quarters, an address four fifths, and the portal itself all that are left', async () => {
  const most = async (...callers: (Caller | null)[]) => {
    const places = makeSemaphore({ most: 200 });
    const taken = [];
    for (const caller of callers) taken.push((await takeAll(places, caller)).length);
    return taken;
  };
  expect(await most(of(1))).toEqual([100]);
  expect(await most(of(1, 1), of(1, 2), of(1, 3))).toEqual([100, 50, 0]);
  expect(await most({ address: '10.0.0.1' })).toEqual([160]);
  expect(await most(of(1, 1), of(1, 2), null)).toEqual([100, 50, 50]);
});

test('REL-05 however many have taken what they may, somebody who holds nothing is let in while one place is left', async () => {
  const places = makeSemaphore({ most: 50 });
  for (const company of first(4)) await takeAll(places, of(company));
  await expect(places.take(1, of(0))).rejects.toMatchObject({ code: 'unavailable' });
  const late = await places.take(1, of(9));
  late.release();
});

test('REL-05 a share that is not used is used by others, and comes back to whoever needs it as places are given back', async () => {
  const places = makeSemaphore({ most: 12 });
  const greedy = await takeAll(places, of(1));
  expect(greedy).toHaveLength(6);
  expect(await takeAll(places, of(2))).toHaveLength(3);
  for (const { release } of greedy) release();
  expect(await takeAll(places, of(3))).toHaveLength(5);
});

test('REL-05 of those who wait companies take turns, and in a company its people, however many wait for one of them', async () => {
  const places = makeSemaphore({ most: 1, mostWaiting: 100 });
  const held = await places.take(1, of(1));
  const order: string[] = [];
  const come = async (companyId: number, person: number) => {
    const place = await places.take(1, of(companyId, person));
    order.push(`${companyId}.${person}`);
    place.release();
  };
  const coming = [
    ...first(4).map(() => come(1, 1)),
    ...first(2).map(() => come(1, 2)),
    ...first(2).map(() => come(2, 1)),
    come(3, 1),
  ];
  held.release();
  await Promise.all(coming);
  expect(order).toEqual(['1.1', '2.1', '3.1', '1.2', '2.1', '1.1', '1.2', '1.1', '1.1']);
});

test('REL-05 those who wait have their shares as well, and nobody waits longer than is allowed', async () => {
  vi.useFakeTimers();
  const places = makeSemaphore({ most: 1, mostWaiting: 40, longestWaitMs: 4_000 });
  const held = await places.take(1, of(1));
  const answers = first(44).map(() => places.take(1, of(1)).catch((error: { code: string }) => error.code));
  const other = places.take(1, of(2)).catch((error: { code: string }) => error.code);
  expect((await Promise.all(answers.slice(20))).every((code) => code === 'unavailable')).toBe(true);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(await Promise.all(answers)).toEqual(first(44).map(() => 'unavailable'));
  expect(await other).toBe('unavailable');
  held.release();
  (await places.take(1, of(2))).release();
});

test('a place that turns out to be somebody else’s counts as theirs, and is refused where they have their share', async () => {
  const places = makeSemaphore({ most: 8 });
  const address = { address: '10.0.0.1' };
  const [one, two, three, ...others] = await takeAll(places, address);
  expect(others).toHaveLength(4);
  one!.passTo(of(1));
  two!.passTo(of(1));
  expect(() => three!.passTo(of(1))).toThrow(expect.objectContaining({ code: 'unavailable' }));
  three!.passTo(of(2));
  for (const place of [one, two, three]) place!.release();
  // What was given back is free, and what the address still has counts as its own.
  expect(await takeAll(places, address)).toHaveLength(3);
});

test('what is large is counted by its size, and is not passed by for ever by what is small', async () => {
  const places = makeSemaphore({ most: 100, mostWaiting: 10 });
  const small = await Promise.all(first(10).map((n) => places.take(10, of(n))));
  const order: string[] = [];
  const large = places.take(60, of(20)).then((place) => {
    order.push('large');
    return place;
  });
  const later = places.take(10, of(21)).then((place) => {
    order.push('small');
    return place;
  });
  for (const { release } of small.slice(0, 6)) release();
  (await large).release();
  (await later).release();
  expect(order).toEqual(['large', 'small']);
});

const step = fc.record({
  company: fc.integer({ min: 0, max: 2 }),
  person: fc.integer({ min: 0, max: 2 }),
  weight: fc.integer({ min: 1, max: 3 }),
  /** What becomes of it, and of which of those that are held. */
  what: fc.constantFrom('take', 'take', 'take', 'take', 'release', 'release twice', 'pass', 'pass', 'time'),
  which: fc.nat(),
});

test('REL-05 whatever is taken, waited for, given back, passed on and given up, no place is lost and none is given twice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const others = () => new Promise((resolve) => setImmediate(resolve));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const most = 7;
      const places = makeSemaphore({ most, mostWaiting: 6, longestWaitMs: 100 });
      const held: { place: Place; weight: number }[] = [];
      const underWay: Promise<unknown>[] = [];
      for (const { company, person, weight, what, which } of steps) {
        const one = held.length > 0 ? held[which % held.length] : undefined;
        if (what === 'take')
          underWay.push(
            places.take(weight, of(company, person)).then(
              (place) => held.push({ place, weight }),
              () => {},
            ),
          );
        else if (what === 'time') vi.advanceTimersByTime(60);
        else if (what === 'pass') {
          try {
            one?.place.passTo(of(company, person));
          } catch (error) {
            if ((error as { code?: string }).code !== 'unavailable') throw error;
          }
        } else if (one) {
          held.splice(held.indexOf(one), 1);
          one.place.release();
          if (what === 'release twice') one.place.release();
        }
        await others();
        expect(held.reduce((sum, { weight: taken }) => sum + taken, 0)).toBeLessThanOrEqual(most);
      }
      vi.advanceTimersByTime(200);
      await Promise.all(underWay);
      for (const { place } of held) place.release();
      const all = places.take(most, null);
      vi.advanceTimersByTime(200);
      (await all).release();
    }),
    { numRuns: 300 },
  );
});
