import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathsOf } from './bends.ts';
import { overlap } from './shapes.ts';
import { type Place, placesOf, roomsOf } from './words.ts';

const boxOf = ({ at, room }: Place) => ({
  x: at.x - room.width / 2,
  y: at.y - room.height / 2,
  width: room.width,
  height: room.height,
});
const placed = (cards: Parameters<typeof pathsOf>[0], ends: [string, string][], text: string, zoom: number) => {
  const branches = ends.map(([source, target], i) => ({ id: `e${i}`, source, target, width: 80 }));
  const rooms = roomsOf(text, false, zoom);
  const words = [...pathsOf(cards, branches)].map(([id, path]) => ({ id, path, rooms }));
  return placesOf([...cards.values()], words);
};

test('WCAG 2.5.8 words are at least 24 pixels wide and high on the screen, however small the graph is drawn', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 61 }), fc.boolean(), fc.integer({ min: 4, max: 40 }), (text, isFlagged, n) => {
      const zoom = n / 20;
      for (const { width, height } of roomsOf(text, isFlagged, zoom)) {
        expect(width * zoom).toBeGreaterThanOrEqual(24);
        expect(height * zoom).toBeGreaterThanOrEqual(24);
      }
    }),
  );
});

test('ASB-16 the words of branches between the same two questions stand below each other upon their line', () => {
  const cards = new Map([
    ['n1', { x: 0, y: 0, width: 220, height: 120 }],
    ['n2', { x: 0, y: 240, width: 220, height: 120 }],
  ]);
  const places = placed(
    cards,
    [
      ['n1', 'n2'],
      ['n1', 'n2'],
      ['n1', 'n2'],
    ],
    'Yes',
    1,
  );
  const [first, second, third] = [...places.values()].map(({ at }) => at);
  expect([first?.x, second?.x, third?.x]).toEqual([110, 110, 110]);
  expect((second?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(30);
  expect((third?.y ?? 0) - (second?.y ?? 0)).toBeGreaterThan(30);
});

test('words stand upon their line, or beside it where there is no room', () => {
  const cards = new Map([
    ['n1', { x: 0, y: 0, width: 220, height: 120 }],
    ['n2', { x: 0, y: 130, width: 220, height: 120 }],
  ]);
  const [place] = placed(cards, [['n1', 'n2']], 'Yes', 1).values();
  expect(place?.from.x).toBe(110);
  expect(Math.abs((place?.at.x ?? 0) - 110)).toBeGreaterThan(110);
});

test('words cover no card and no other words, at any zoom', () => {
  const pair = fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 }));
  const size = fc.record({ x: fc.integer({ min: 0, max: 60 }), height: fc.integer({ min: 120, max: 200 }) });
  fc.assert(
    fc.property(
      fc.array(size, { minLength: 9, maxLength: 9 }),
      fc.array(pair, { maxLength: 10 }),
      fc.string({ minLength: 1, maxLength: 61 }),
      fc.integer({ min: 4, max: 20 }),
      (sizes, pairs, text, n) => {
        const cards = new Map(
          sizes.map(({ x, height }, i) => [
            `n${i}`,
            { x: (i % 3) * 290 + x, y: Math.floor(i / 3) * 240, width: 220, height },
          ]),
        );
        const ends = pairs.map(([source, target]): [string, string] => [`n${source}`, `n${target}`]);
        const boxes = [...placed(cards, ends, text, n / 20).values()].map(boxOf);
        expect(boxes).toHaveLength(ends.length);
        for (const [i, box] of boxes.entries())
          for (const other of [...cards.values(), ...boxes.slice(i + 1)]) expect(overlap(box, other)).toBe(false);
      },
    ),
    { numRuns: 40 },
  );
});
