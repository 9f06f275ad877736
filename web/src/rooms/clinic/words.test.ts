import { describe, expect, test } from 'vitest';
import { changeInPercent } from './change.ts';
import { dueWords } from '#shared/due-words.ts';
import { eventsOf, typeOf } from './intervention.ts';

test.each([
  [5, 4, 25],
  [3, 0, 300],
  [5, 0, 500],
  [0, 0, 0],
  [78, 85, -8],
  [2, 3, -33],
  [0, 5, -100],
])('CDB-04 DSH-13 %i after %i is a change of %i percent', (now, before, percent) => {
  expect(changeInPercent(now, before)).toBe(percent);
});

describe('what is due', () => {
  const due = new Date(2026, 0, 3, 16, 5);
  const after = (minutes: number) => dueWords(due, new Date(due.getTime() + minutes * 60_000));
  test.each([
    [0, '0 minutes overdue'],
    [1, '1 minute overdue'],
    [59, '59 minutes overdue'],
    [60, '1 hour overdue'],
    [119, '1 hour overdue'],
    [120, '2 hours overdue'],
    [1439, '23 hours overdue'],
    [1440, '1 day overdue'],
    [2 * 1440 + 1439, '2 days overdue'],
  ])('ACT-05 CCN-07 OPC-23 %i minutes after it was due it is "%s"', (minutes, words) => {
    expect(after(minutes)).toBe(words);
  });
  test('OPC-23 what is not due yet has its date', () => {
    expect(after(-1)).toBe('3 Jan 26, 4:05 PM');
  });
});

test.each([
  [[null, null], 'Incomplete'],
  [[[2], []], 'Answer(s) Flagged'],
  [[null, [2]], 'Multiple Issues'],
])('PTB-05 PTB-06 OPC-22 events that are flagged by %j are "%s"', (flagged, type) => {
  expect(typeOf({ flagged })).toBe(type);
});

test('PTB-08 the lists of a row are taken apart by their places', () => {
  const at = new Date(2026, 0, 3);
  const lists = { sId: [5, 6], surveyEventId: [501, 502], surveyName: ['A', 'B'], started: [at, at], due: [at, at] };
  const row = { fName: 'Ann', lName: 'Archer', phone: '', email: '', uId: 31, ...lists, flagged: [null, [2, 3]] };
  expect(eventsOf(row)).toEqual([
    { surveyEventId: 501, sId: 5, surveyName: 'A', started: at, due: at, flagged: null },
    { surveyEventId: 502, sId: 6, surveyName: 'B', started: at, due: at, flagged: [2, 3] },
  ]);
});
