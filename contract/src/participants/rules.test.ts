import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsMask, isSubjectNumber, participantProblems, subjectNumberMessage, withDashes } from './rules.ts';

test.each([
  ['12-34', true],
  ['101', true],
  ['101-001-7', true],
  ['12A', false],
  ['', false],
  ['-12', false],
  ['12-', false],
  ['12--34', false],
  ['12 34', false],
  ['१२', false],
])('PAR-13 a subject number is digits with optional dashes: %j is %j', (value, good) => {
  expect(isSubjectNumber(value)).toBe(good);
});

test.each([
  ['XXX-XXX', 'Please enter subject number in the format XXX-XXX'],
  [null, 'Please enter subject number in the format XXX'],
  ['', 'Please enter subject number in the format XXX'],
])('OPS-61 the message asks for the mask %j', (mask, message) => {
  expect(subjectNumberMessage(mask)).toBe(message);
});

test.each([
  ['123-45', 'XXX-XX', true],
  ['12345', 'XXX-XX', false],
  ['123-456', 'XXX-XX', false],
  ['12-345', 'XXX-XX', false],
  ['123-45-6', 'XXX-XX', false],
  ['12A-45', 'XXX-XX', false],
  ['123-', 'XXX-XX', false],
  ['', 'XXX', false],
  ['12345', null, true],
  ['12A', null, false],
])('SHC-17 the number %j against the mask %j: %j', (number, mask, good) => {
  expect(fitsMask(number, mask)).toBe(good);
});

test.each([
  ['717919', 'XXX-XXX', '717-919'],
  [' 12345 ', 'XXX-XX', '123-45'],
  ['71791', 'XXX-XXX', '71791'],
  ['71-7919', 'XXX-XXX', '71-7919'],
  ['71791A', 'XXX-XXX', '71791A'],
  ['123', null, '123'],
  ['123', 'XXX', '123'],
])('PAR-13 of %j under the mask %j becomes %j', (typed, mask, number) => {
  expect(withDashes(typed, mask)).toBe(number);
});

test.each([
  ['1800-01-01', 'must not be before 01/01/1900'],
  ['1899-12-31', 'must not be before 01/01/1900'],
  ['1900-01-01', undefined],
  ['2026-03-05', undefined],
  ['2026-03-06', 'must not be in the future'],
])('PAR-19 a participant born on %s, asked on 2026-03-05: %j', (bornOn, dob) => {
  expect(participantProblems({ subjectNumber: '101', bornOn }, null, '2026-03-05').dob).toBe(dob);
});

const masks = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 });

test('SHC-17 OPS-62 every number with the segments of the mask fits it, and is a subject number', () => {
  fc.assert(
    fc.property(masks, fc.integer({ min: 0, max: 9 }), (lengths, digit) => {
      const mask = lengths.map((length) => 'X'.repeat(length)).join('-');
      const number = lengths.map((length) => String(digit).repeat(length)).join('-');
      expect(fitsMask(number, mask)).toBe(true);
      expect(isSubjectNumber(number)).toBe(true);
      expect(fitsMask(`${number}${digit}`, mask)).toBe(false);
      expect(fitsMask(`${number}-${digit}`, mask)).toBe(false);
    }),
  );
});
