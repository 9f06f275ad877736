import * as api from '@portal/contract/identity/endpoints.ts';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { paths } from '../calls.ts';
import { asRecoveryCode } from '../factors/recovery-code.ts';
import { problemsOf } from './sign-in-rules.ts';

const long = (length: number) => `${'a'.repeat(length - 7)}@x.test`;

test.each([
  ['an e-mail is required', '', 'x', { email: 'is required' }],
  ['blanks are no e-mail', '   ', 'x', { email: 'is required' }],
  ['an e-mail must be valid', 'abc', 'x', { email: 'is not a valid email' }],
  ['an e-mail may have 150 characters', long(150), 'x', {}],
  ['an e-mail may not have 151 characters', long(151), 'x', { email: 'is too long (maximum is 150 characters)' }],
  ['a password is required', 'a@x.test', '', { password: 'is required' }],
  ['a password of one character will do', 'a@x.test', 'x', {}],
  ['a password may have 64 characters', 'a@x.test', 'x'.repeat(64), {}],
  ['a password may not have 65', 'a@x.test', 'x'.repeat(65), { password: 'is too long (maximum is 64 characters)' }],
  ['blanks around an e-mail and capitals do no harm', '  Admin@X.Test ', 'x', {}],
])('SIG-02 SIG-03 SIG-04 SIG-05 SIG-06 SIG-10 %s', (_what, email, password, problems) => {
  expect(problemsOf({ email, password })).toEqual(problems);
});

test.each([
  'a@x.test',
  'abc',
  '',
  '  Admin@X.Test ',
  long(150),
  long(151),
  '.a@x.test',
  'a..b@x.test',
  "o'neil@x.co.uk",
  'a@x',
  'a@-x.test',
  'ä@x.test',
  'a b@x.test',
  'a+b@x.test',
  'a@x.test.',
  'a@@x.test',
])('the form and the contract agree on the e-mail %j', (email) => {
  const problem = problemsOf({ email, password: 'x' }).email;
  const asked = z.safeDecode(api.signIn.body, { email, password: 'x' });
  expect(asked.success ? undefined : asked.error.issues[0]?.message).toBe(problem);
});

test.each([
  ['', 'is required'],
  ['x'.repeat(64), undefined],
  ['x'.repeat(65), 'is too long (maximum is 64 characters)'],
  [`aA1!${'😀'.repeat(60)}`, undefined],
  [`aA1!${'😀'.repeat(61)}`, 'is too long (maximum is 64 characters)'],
  [`aA1!${'e\u0301'.repeat(60)}`, undefined],
  [`aA1!${'❤\ufe0f'.repeat(60)}`, undefined],
  [`aA1!${'❤\ufe0f'.repeat(61)}`, 'is too long (maximum is 64 characters)'],
  [`aA1!${'👩🏽\u200d💻'.repeat(20)}`, undefined],
  ['x'.repeat(1_025), 'is too long (maximum is 64 characters)'],
  [`aA1!${'e\u0301'.repeat(61)}`, 'is too long (maximum is 64 characters)'],
])('SIG-05 SIG-06 the form and the contract agree on the password %j', (password, problem) => {
  const asked = z.safeDecode(api.signIn.body, { email: 'a@x.test', password });
  expect(asked.success ? undefined : asked.error.issues[0]?.message).toBe(problem);
  expect(problemsOf({ email: 'a@x.test', password }).password).toBe(problem);
});

test('the calls of the sign-in page are those of the contract', () => {
  const { signIn, confirmCode, enterByRecoveryCode, askForRecovery, startMfaSetup, verifyMfaSetup } = api;
  const declared = { signIn, confirmCode, enterByRecoveryCode, askForRecovery, startMfaSetup, verifyMfaSetup };
  expect(paths).toEqual(Object.fromEntries(Object.entries(declared).map(([name, { path }]) => [name, path])));
  expect(new Set(Object.values(declared).map(({ method }) => method))).toEqual(new Set(['POST']));
});

test.each([
  ['abcde-fgh23', 'abcde-fgh23'],
  [' ABCDE-FGH23 ', 'abcde-fgh23'],
  ['abcde fgh23', 'abcde-fgh23'],
  ['abcdefgh23', 'abcde-fgh23'],
  ['abcde-fgh2', null],
  ['abcde-fgh234', null],
  ['abcde-fgh01', null],
  ['123456', null],
  ['', null],
])('what is typed as the recovery code %j is sent as %j, as the contract wants it', (typed, sent) => {
  expect(asRecoveryCode(typed)).toBe(sent);
  expect(api.recoveryCode.safeParse(sent ?? typed).success).toBe(sent !== null);
});
