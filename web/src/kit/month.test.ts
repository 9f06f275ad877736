import { expect, test } from 'vitest';
import { isMonth, lastDayOf, plusMonths, weeksOf } from './month.ts';

test.each([
  ['2026-01', 1, '2026-02'],
  ['2026-12', 1, '2027-01'],
  ['2026-01', -1, '2025-12'],
])('%s and %i months are %s', (month, count, expected) => {
  expect(plusMonths(month, count)).toBe(expected);
});

test.each([
  ['2026-02', '2026-02-28'],
  ['2028-02', '2028-02-29'],
  ['2026-12', '2026-12-31'],
])('%s ends on %s', (month, last) => {
  expect(lastDayOf(month)).toBe(last);
});

test('a month has its weeks from Monday to Sunday, and no day of another month', () => {
  // It begins on a Sunday and ends on a Saturday.
  const weeks = weeksOf('2026-02');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-02-01']);
  expect(weeks.at(-1)).toEqual([
    '2026-02-23',
    '2026-02-24',
    '2026-02-25',
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    null,
  ]);
  expect(weeksOf('2027-02').flat()).not.toContain(null);
});

test('what is no month is told from one', () => {
  expect(['2026-01', '2026-13', '0000-01', '2026-1', 2026, undefined].map(isMonth)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
