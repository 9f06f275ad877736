import { expect, test } from 'vitest';
import { alternateProblem, dialled, durationWords } from './rules.ts';

test.each([
  [0, '00:00'],
  [5, '00:05'],
  [65, '01:05'],
  [3_599, '59:59'],
  [3_600, '01:00:00'],
  [36_065, '10:01:05'],
])('DMO-07 CCN-18 %i seconds read %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words);
});

test.each([
  ['555-123-4567', '+15551234567'],
  ['(555) 123-4567', '+15551234567'],
  ['+15551234567', '+15551234567'],
  ['555-123-456', null],
  ['', null],
])('DMO-08 CCN-17 %j is called as %j', (typed, number) => {
  expect(dialled(typed)).toBe(number);
});

test.each([
  ['', 'Alternate number is required'],
  ['   ', 'Alternate number is required'],
  ['5551234567', 'Alternate number must be in the form ddd-ddd-dddd'],
  ['555-123-45678901234567', 'Alternate number must be in the form ddd-ddd-dddd'],
  ['555-123-4567', null],
])('DMO-09 an alternate number of %j: %j', (typed, problem) => {
  expect(alternateProblem(typed)).toBe(problem);
});
