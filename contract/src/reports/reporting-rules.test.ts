import { expect, test } from 'vitest';
import { isDue, monthName, monthsUntil, nextMonth } from './reporting-rules.ts';

test('OPC-98 a report shows twelve months, over the end of a year', () => {
  expect(monthsUntil('2031-03-05')).toEqual([
    '2030-04',
    '2030-05',
    '2030-06',
    '2030-07',
    '2030-08',
    '2030-09',
    '2030-10',
    '2030-11',
    '2030-12',
    '2031-01',
    '2031-02',
    '2031-03',
  ]);
  expect(monthsUntil('2031-12-31')).toEqual(expect.arrayContaining(['2031-01', '2031-12']));
  expect([nextMonth('2030-11'), nextMonth('2030-12'), nextMonth('9999-12')]).toEqual([
    '2030-12',
    '2031-01',
    '10000-01',
  ]);
});

test.each([
  ['2031-01', true],
  ['2031-12', true],
  ['2031-13', false],
  ['2031-00', false],
  ['0000-01', false],
  ['2031-1', false],
  ['2031-01-05', false],
  [' 2031-01', false],
])('%j is a month: %j', (text, is) => {
  expect(monthName.test(text)).toBe(is);
});

test.each([
  [null, true],
  [0, false],
  [89, false],
  [90, true],
])('a site whose last report is %j days old is due: %j', (days, due) => {
  expect(isDue(days)).toBe(due);
});
