import { expect, test } from 'vitest';
import { userTypes } from '../access.ts';
import { lockMs, mustSetUpMfa, refusedTypes } from './rules.ts';

test.each([
  [0, 0],
  [4, 0],
  [5, 1],
  [6, 2],
  [7, 4],
  [10, 32],
  [14, 512],
  [15, 900],
  [16, 900],
  [5_000, 900],
])('SEC-09 after %i wrong passwords in a row the e-mail is locked for %i s', (wrong, seconds) => {
  expect(lockMs(wrong)).toBe(seconds * 1_000);
});

test('MFA-08 MFA-09 SEC-08 four types may go without a second factor, nobody may where the company requires it', () => {
  const optional = userTypes.filter((type) => !mustSetUpMfa(type, false));
  expect(optional).toEqual(['Sponsor', 'Site User', 'Pharmacy User', 'Wholesaler User']);
  expect(userTypes.every((type) => mustSetUpMfa(type, true))).toBe(true);
});

test('SIG-15 PRM-05 System and physician never come in', () => {
  expect(refusedTypes).toEqual(['System', 'physician']);
});
