import { expect, test } from 'vitest';
import { changesIn, type Part, partsOfRun } from '../../scripts/soak/verdict.ts';

const part: Part = { calls: 5_000, errors: 0, p95Ms: 20, memoryMb: 200, connections: 30, files: 22 };
const hours = { first: 20, last: 24 };
/** A run whose last part is different. */
const endingWith = (last: Partial<Part>) => [
  ...Array.from({ length: partsOfRun - 1 }, () => part),
  { ...part, ...last },
];

test('REL-16 the soak ends well where memory is up by a tenth, p95 by a fifth, and one call of 80,000 has failed', () => {
  expect(changesIn(endingWith({ memoryMb: 220, errors: 1, connections: 32, files: 21 }), hours)).toEqual([]);
  // The first part warms up.
  expect(changesIn([{ ...part, memoryMb: 90, connections: 10, files: 90 }, ...endingWith({}).slice(1)], hours)).toEqual(
    [],
  );
});

test('REL-16 the soak says each thing that has changed: memory, connections, files, errors, p95', () => {
  const changes: [last: Partial<Part>, said: string][] = [
    [{ memoryMb: 221 }, 'Memory has grown by more than 10 %: from 200 to 221 MB.'],
    [{ connections: 33 }, 'The number of open connections has grown: from 30 to 33.'],
    [{ files: 25 }, 'The number of open files has grown: from 22 to 25.'],
    [{ errors: 8 }, '8 of 80000 calls failed, which is 0.01 % or more.'],
  ];
  for (const [last, said] of changes) expect(changesIn(endingWith(last), hours)).toEqual([said]);
  expect(changesIn(endingWith({ memoryMb: Number.NaN }), hours)).toHaveLength(1);
  expect(changesIn(endingWith({}), { first: 20, last: 24.1 })).toEqual([
    'p95 is more than 20 % over that of the first hour: 20.0 ms, then 24.1 ms.',
  ]);
});
