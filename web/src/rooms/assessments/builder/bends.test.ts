import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathsOf } from './bends.ts';
import { type Box, cardSize, drawn, meets, type Point, sampled } from './shapes.ts';

const column = (count: number, height = cardSize.height) =>
  new Map(Array.from({ length: count }, (_, i) => [`n${i + 1}`, { x: 0, y: i * 240, width: 220, height }]));
const branch = (source: number, target: number, width = 60) => ({
  id: `${source}-${target}`,
  source: `n${source}`,
  target: `n${target}`,
  width,
});

/** Cards that do not cover each other, each somewhere in a field of its own. */
const scattered = fc
  .array(
    fc.record({
      field: fc.integer({ min: 0, max: 24 }),
      x: fc.integer({ min: 0, max: 80 }),
      y: fc.integer({ min: 0, max: 100 }),
      height: fc.integer({ min: 30, max: 150 }),
    }),
    { minLength: 2, maxLength: 14 },
  )
  .map((cards) => {
    const byField = new Map(cards.map((card) => [card.field, card]));
    return new Map(
      [...byField.values()].map(({ field, x, y, height }, i) => [
        `n${i + 1}`,
        { x: (field % 5) * 300 + x, y: Math.floor(field / 5) * 250 + y, width: 220, height },
      ]),
    );
  });
const pairs = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 })), {
  maxLength: 6,
  selector: String,
});
const crossed = (path: readonly Point[], cards: Iterable<Box>) =>
  [...cards].filter((card) => meets(sampled(path), card, 0));

test('a branch to the next question is a curve', () => {
  const path = pathsOf(column(2), [branch(1, 2)]).get('1-2');
  expect(path).toEqual([
    { x: 110, y: 120 },
    { x: 110, y: 240 },
  ]);
  expect(drawn(path ?? [])).toBe('M110,120 C110,175.5 110,175.5 110,231');
});

test('a branch that skips questions runs beside them, and away from them', () => {
  const path = pathsOf(column(4), [branch(1, 4)]).get('1-4') ?? [];
  expect(path).toEqual([
    { x: 110, y: 120 },
    { x: 110, y: 140 },
    { x: 240, y: 140 },
    { x: 240, y: 700 },
    { x: 110, y: 700 },
    { x: 110, y: 720 },
  ]);
  expect(drawn(path)).toMatch(/^M110,120 L110,130 Q110,140 122,140 L228,140 Q240,140 240,152 .* L110,711$/);
});

test('a branch to a question above runs beside both', () => {
  const path = pathsOf(column(2), [branch(2, 1)]).get('2-1') ?? [];
  expect(path.at(0)).toEqual({ x: 110, y: 360 });
  expect(path.at(-1)).toEqual({ x: 110, y: 0 });
  expect(crossed(path, column(2).values())).toEqual([]);
});

test('branches to what is no card are left out', () =>
  expect([...pathsOf(column(2), [branch(1, 9), branch(9, 1), branch(1, 2)]).keys()]).toEqual(['1-2']));

test('wherever the cards were moved, no branch crosses one', () => {
  fc.assert(
    fc.property(scattered, pairs, (cards, ends) => {
      const branches = ends
        .map(([source, target]) => branch(source, target))
        .filter((one) => cards.has(one.source) && cards.has(one.target));
      const paths = pathsOf(cards, branches);
      expect(paths.size).toBe(branches.length);
      for (const path of paths.values()) expect(crossed(path, cards.values())).toEqual([]);
    }),
  );
});

test('between cards that touch each other a branch runs along their edges', () => {
  const cards = column(3, 240);
  expect(crossed(pathsOf(cards, [branch(1, 3)]).get('1-3') ?? [], cards.values())).toEqual([]);
});

test('a branch from beneath another card still arrives', () => {
  const cards = new Map([...column(3)].map(([id, card]) => [id, { ...card, y: card.y / 3 }]));
  const path = pathsOf(cards, [branch(1, 3)]).get('1-3') ?? [];
  expect([path.at(0), path.at(-1)]).toEqual([
    { x: 110, y: 120 },
    { x: 110, y: 160 },
  ]);
});

interface Part {
  isDown: boolean;
  at: number;
  from: number;
  to: number;
}
/** A path without what the branches of its two cards share. */
const partsOf = (path: readonly Point[]): Part[] =>
  path.slice(2, -1).flatMap((point, i) => {
    const before = path[i + 1];
    if (!before) return [];
    const isDown = before.x === point.x;
    const [a, b] = isDown ? [before.y, point.y] : [before.x, point.x];
    return { isDown, at: isDown ? point.x : point.y, from: Math.min(a, b), to: Math.max(a, b) };
  });
const lieUpon = (one: Part, other: Part) =>
  one.isDown === other.isDown &&
  Math.abs(one.at - other.at) < 20 &&
  Math.min(one.to, other.to) - Math.max(one.from, other.from) > 20;

test('branches that skip the same questions run beside each other', () => {
  const skips = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 2, max: 7 })), {
    maxLength: 5,
    selector: String,
  });
  fc.assert(
    fc.property(skips, (ends) => {
      const branches = ends.filter(([from, far]) => from + far <= 9).map(([from, far]) => branch(from, from + far));
      const next = Array.from({ length: 8 }, (_, i) => branch(i + 1, i + 2));
      const paths = pathsOf(column(9), [...next, ...branches]);
      const parts = branches.map(({ id }) => partsOf(paths.get(id) ?? []));
      const upon = parts.flatMap((those, i) =>
        parts.slice(i + 1).flatMap((others) => those.filter((one) => others.some((other) => lieUpon(one, other)))),
      );
      expect(upon).toEqual([]);
    }),
  );
});
