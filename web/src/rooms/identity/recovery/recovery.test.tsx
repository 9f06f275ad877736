import { writeLog } from '@portal/contract/companies/endpoints.ts';
import { type FailureCode, failures } from '@portal/contract/errors.ts';
import { askForRecovery, enterByRecoveryCode, renewSession, signIn } from '@portal/contract/identity/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { type Reply, aSession, noSession, openPortal, sessionReplies } from '#test/portal.tsx';

const challenge = 'c'.repeat(40);
const failure = (code: FailureCode) => ({
  status: failures[code].status,
  body: { code, message: failures[code].message ?? '' },
});
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const codeField = () => screen.getByLabelText<HTMLInputElement>('Recovery code');

/** Somebody whose password was right and whose device is lost. */
async function openRecovery(replies: readonly Reply[] = [], page = {}) {
  const portal = openPortal(
    '/sign-in?redirect=/account',
    [
      ...sessionReplies(),
      [renewSession, noSession],
      [signIn, { next: 'code', factor: 'totp', challenge }],
      [enterByRecoveryCode, () => aSession()],
      [askForRecovery, { message: 'Asked.' }],
      ...replies,
    ],
    page,
  );
  await portal.user.write(await screen.findByLabelText('Email'), 'boston@meridian.example');
  await portal.user.write(screen.getByLabelText('Password'), 'secret');
  await waitFor(() => expect(button('Sign In').disabled).toBe(false));
  await portal.user.click(button('Sign In'));
  await portal.user.click(await screen.findByRole('button', { name: 'Lost your device?' }));
  await screen.findByRole('heading', { name: 'Account Recovery' });
  return portal;
}

test('MFA-07 MFA-18 SEC-13 a recovery code that was kept leads in where the app is lost', async () => {
  const portal = await openRecovery();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Account Recovery' }));
  expect(isOff(button('Use the code'))).toBe(true);
  expect(button('Use the code').disabled).toBe(false);
  await portal.user.type(codeField(), ' ABCDE fgh23 ');
  await portal.user.click(button('Use the code'));
  await screen.findByRole('heading', { name: 'Account' });
  expect(portal.callsOf(enterByRecoveryCode).map(({ sent }) => sent)).toEqual([
    { challenge, recoveryCode: 'abcde-fgh23' },
  ]);
});

test('what cannot be a recovery code is told at its field and sent nowhere', async () => {
  const portal = await openRecovery();
  await portal.user.type(codeField(), '123456{Enter}');
  await screen.findByText('is not a recovery code');
  expect(codeField().getAttribute('aria-invalid')).toBe('true');
  await portal.user.type(codeField(), '7');
  expect(screen.queryByText('is not a recovery code')).toBeNull();
  expect(portal.callsOf(enterByRecoveryCode)).toEqual([]);
});

test.each([
  ['CODE_MISMATCH', 'Incorrect Code'],
  ['CHALLENGE_EXPIRED', 'Session timed out. Refresh the page to login'],
  ['factor.unreadable', 'Your second factor can no longer be read. Please ask for account recovery.'],
  ['unexpected', 'Unable to sign in'],
] as const)('MFA-22 SER-08 SER-09 a recovery code that is answered %s is told as "%s"', async (code, text) => {
  const portal = await openRecovery([[enterByRecoveryCode, failure(code)]]);
  await portal.user.type(codeField(), 'abcde-fgh23{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('LOG-02 a wrong and a right recovery code are logged, without the code', async () => {
  const logging: Reply = [writeLog, { message: 'Logged.' }];
  const portal = await openRecovery([[enterByRecoveryCode, failure('CODE_MISMATCH')], logging], { mode: 'staging' });
  await portal.user.type(codeField(), 'abcde-fgh23{Enter}');
  await screen.findByText('Incorrect Code');
  portal.answer(enterByRecoveryCode, () => aSession());
  await portal.user.click(button('Use the code'));
  await waitFor(() =>
    expect(portal.callsOf(writeLog).map(({ body }) => body.event)).toEqual(['mfa-failed', 'mfa', 'sign-in']),
  );
  expect(JSON.stringify(portal.callsOf(writeLog).map(({ sent }) => sent))).not.toContain('abcde');
});

test('SEC-13 without a code, an administrator can be asked, once', async () => {
  const portal = await openRecovery();
  await portal.user.click(button('Ask an administrator'));
  await screen.findByText(
    'Your request has been sent. The email about it says who decides, and a second one what was decided.',
  );
  expect(portal.callsOf(askForRecovery).map(({ sent }) => sent)).toEqual([{ challenge }]);
  expect(screen.queryByRole('button', { name: 'Ask an administrator' })).toBeNull();
  expect(document.activeElement?.textContent).toMatch(/^Your request has been sent\./);
  expect(portal.path()).toBe('/sign-in?redirect=/account');
});

test('SER-09 asking too late is told, and can be tried again', async () => {
  const portal = await openRecovery([[askForRecovery, failure('CHALLENGE_EXPIRED')]]);
  await portal.user.click(button('Ask an administrator'));
  expect((await screen.findByRole('alert')).textContent).toBe('Session timed out. Refresh the page to login');
  button('Ask an administrator');
});
