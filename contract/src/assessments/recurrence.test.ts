import { expect, test } from 'vitest';
import { after, inWords, recurrenceOf, ruleOf } from './recurrence.ts';

test.each([
  ['1d', { every: 1, unit: 'd' }],
  ['2w', { every: 2, unit: 'w' }],
  ['500M', { every: 500, unit: 'M' }],
  ['501d', null],
  ['0d', null],
  ['1.5d', null],
  ['-1d', null],
  ['1m', null],
  ['1D', null],
  ['01d', null],
  ['d', null],
  ['', null],
  ['1d ', null],
])('SCH-05 SCH-07 CGW-15 CCN-12 %j is read as %j', (text, read) => {
  expect(recurrenceOf(text)).toEqual(read);
});

test.each([
  ['3d', '2026-01-28T10:00:00Z', 'FREQ=DAILY;INTERVAL=3'],
  ['2w', '2026-01-28T10:00:00Z', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE'],
  ['1w', '2026-02-01T00:00:00Z', 'FREQ=WEEKLY;INTERVAL=1;BYDAY=SU'],
  ['1M', '2026-01-28T10:00:00Z', 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28'],
  ['1M', '2026-01-29T10:00:00Z', 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1'],
  ['6M', '2026-01-31T23:59:59Z', 'FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=-1'],
])('SCH-10 OPC-62 %s from %s is %s', (text, start, rule) => {
  const recurrence = recurrenceOf(text);
  expect(recurrence && ruleOf(recurrence, new Date(start))).toBe(rule);
});

test.each([
  ['1d', 'Every day'],
  ['2d', 'Every 2 days'],
  ['1w', 'Every week'],
  ['3M', 'Every 3 months'],
])('%s reads %s', (text, words) => {
  const recurrence = recurrenceOf(text);
  expect(recurrence && inWords(recurrence)).toBe(words);
});

test.each([
  ['3d', '2026-02-27T10:00:00.000Z', '2026-03-02T10:00:00.000Z'],
  ['2w', '2026-12-25T10:00:00.000Z', '2027-01-08T10:00:00.000Z'],
  ['1M', '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['1M', '2028-01-31T10:00:00.000Z', '2028-02-29T10:00:00.000Z'],
  ['12M', '2026-11-30T10:00:00.000Z', '2027-11-30T10:00:00.000Z'],
])('%s after %s is %s', (text, from, until) => {
  const recurrence = recurrenceOf(text);
  expect(recurrence && after(new Date(from), recurrence).toISOString()).toBe(until);
});
