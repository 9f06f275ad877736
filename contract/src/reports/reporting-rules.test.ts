import { expect, test } from 'vitest';
import {
  isDue,
  monthName,
  monthsOfQuarter,
  monthsUntil,
  nextMonth,
  quarterName,
  quartersUntil,
} from './reporting-rules.ts';

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

test('OPC-98 eight quarters end with that of the day, and each has its months', () => {
  expect(quartersUntil('2031-01-01')).toEqual([
    '2029-Q2',
    '2029-Q3',
    '2029-Q4',
    '2030-Q1',
    '2030-Q2',
    '2030-Q3',
    '2030-Q4',
    '2031-Q1',
  ]);
  expect(['2031-03-31', '2031-04-01', '2031-12-31'].map((day) => quartersUntil(day).at(-1))).toEqual([
    '2031-Q1',
    '2031-Q2',
    '2031-Q4',
  ]);
  expect(monthsOfQuarter('2031-Q1')).toEqual({ first: '2031-01', last: '2031-03' });
  expect(monthsOfQuarter('2031-Q4')).toEqual({ first: '2031-10', last: '2031-12' });
  expect(['2031-Q1', '2031-Q5', '0000-Q1', '2031-01'].map((name) => quarterName.test(name))).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
