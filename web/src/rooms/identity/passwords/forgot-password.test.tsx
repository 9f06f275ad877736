import { forgotPassword, resetPassword } from '@portal/contract/identity/account-endpoints.ts';
import { renewSession, signOut } from '@portal/contract/identity/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Reply, noSession, openPortal, sessionReplies } from '#test/portal.tsx';

const sent = { message: 'Sent.' };
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

async function openForgotten(replies: readonly Reply[] = [], at = '/forgot-password') {
  const portal = openPortal(at, [
    [renewSession, noSession],
    [forgotPassword, sent],
    [resetPassword, { message: 'Changed.' }],
    ...replies,
  ]);
  await screen.findByRole('heading', { name: 'Forgot password' });
  return portal;
}

async function openSecondStep(replies: readonly Reply[] = [], at?: string) {
  const portal = await openForgotten(replies, at);
  await portal.user.write(field('Email'), ' Boston@Meridian.example ');
  await portal.user.click(button('Send code'));
  await screen.findByLabelText('Code');
  return portal;
}

test('FGP-01 FGP-03 OPN-13 the first step sends the address, trimmed and in lower case, and the second asks for code and password', async () => {
  const portal = await openSecondStep();
  expect(portal.callsOf(forgotPassword).map((call) => call.sent)).toEqual([{ email: 'boston@meridian.example' }]);
  screen.getByText('boston@meridian.example');
  screen.getByLabelText('New password');
  expect(document.activeElement).toBe(field('Code'));
});

test.each([
  ['', 'is required'],
  ['abc', 'is not a valid email'],
  [`${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(20)}.test`, 'is too long (maximum is 150 characters)'],
])('FGP-02 the address "%s" is not sent: %s', async (email, problem) => {
  const portal = await openForgotten();
  if (email) await portal.user.write(field('Email'), email);
  await portal.user.click(button('Send code'));
  await screen.findByText(problem);
  expect(portal.callsOf(forgotPassword)).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(field('Email')));
});

test('OPN-11 an address that nobody has leads to the same second step', async () => {
  const portal = await openForgotten();
  await portal.user.write(field('Email'), 'nobody@meridian.example');
  await portal.user.click(button('Send code'));
  await screen.findByText(/If there is an account for/);
  expect(portal.callsOf(forgotPassword)).toHaveLength(1);
});

test.each([
  ['', 'is required'],
  ['123', 'is too short (minimum is 4 characters)'],
  ['1'.repeat(21), 'is too long (maximum is 20 characters)'],
])('FGP-04 REG-26 SER-31 the code "%s" is not sent: %s', async (code, problem) => {
  const portal = await openSecondStep();
  if (code) await portal.user.type(field('Code'), code);
  await portal.user.write(field('New password'), 'Harvest-Moon-2027!');
  await portal.user.click(button('Reset password'));
  await screen.findByText(problem);
  expect(portal.callsOf(resetPassword)).toEqual([]);
});

test.each(['Abcdefgh12!', 'Abcdefgh1234', 'Abcdef 1234!x', 'abcdefgh123!', 'ABCDEFGH123!', 'Abcdefghijk!'])(
  'FGP-05 REG-19 the password "%s" is not sent',
  async (password) => {
    const portal = await openSecondStep();
    await portal.user.type(field('Code'), '123456');
    await portal.user.write(field('New password'), password);
    await portal.user.click(button('Reset password'));
    await waitFor(() => expect(field('New password').getAttribute('aria-invalid')).toBe('true'));
    expect(
      screen.getAllByText('requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol'),
    ).toHaveLength(2);
    expect(portal.callsOf(resetPassword)).toEqual([]);
  },
);

test('FGP-08 a new password leads to the sign-in page, which says so', async () => {
  const portal = await openSecondStep();
  await portal.user.type(field('Code'), ' 1234 ');
  await portal.user.write(field('New password'), 'Harvest-Moon-2027!');
  await portal.user.click(button('Reset password'));
  await screen.findByRole('button', { name: 'Sign In' });
  expect(portal.path()).toBe('/sign-in');
  expect(portal.callsOf(resetPassword)[0]?.sent).toEqual({
    email: 'boston@meridian.example',
    code: '1234',
    password: 'Harvest-Moon-2027!',
  });
  screen.getByText('Your password has been changed. Please sign in.');
});

const reset = async (portal: Awaited<ReturnType<typeof openSecondStep>>) => {
  await portal.user.type(field('Code'), '123456');
  await portal.user.write(field('New password'), 'Harvest-Moon-2027!');
  await portal.user.click(button('Reset password'));
  await screen.findByRole('button', { name: 'Sign In' });
};

test('FGP-07 FGP-08 where the browser still holds a session that the reset has ended, the sign-in page says that the password was changed', async () => {
  localStorage.setItem('portal.session', 'open');
  const portal = await openSecondStep();
  await reset(portal);
  await waitFor(() => expect(localStorage.length).toBe(0));
  expect(portal.path()).toBe('/sign-in');
  screen.getByText('Your password has been changed. Please sign in.');
  expect(screen.queryByText('Session expired.')).toBeNull();
});

test('FGP-08 the session of somebody else in this browser ends with a reset, and nobody is led into it', async () => {
  const portal = await openSecondStep([...sessionReplies()]);
  await reset(portal);
  await waitFor(() => expect(portal.callsOf(signOut)).toHaveLength(1));
  await waitFor(() => expect(localStorage.length).toBe(0));
  expect(portal.path()).toBe('/sign-in');
  screen.getByText('Your password has been changed. Please sign in.');
});

test('OPN-15 after a reset the sign-in page still knows where one wanted to go', async () => {
  const portal = await openSecondStep([], '/forgot-password?redirect=%2Faccount');
  await reset(portal);
  expect(portal.path()).toBe('/sign-in?redirect=%2Faccount');
});

test('SEC-19 OPN-16 what leads out of the portal is not kept by the page for a new password', async () => {
  const portal = await openForgotten([], '/forgot-password?redirect=%2F%2Fevil.test');
  await portal.user.click(screen.getByRole('link', { name: 'Back to sign in' }));
  await screen.findByRole('button', { name: 'Sign In' });
  expect(portal.path()).toBe('/sign-in');
});

test.each([
  ['CODE_MISMATCH', 'Incorrect Code'],
  ['PASSWORD_POLICY', 'This password is too easy to guess.'],
])('FGP-09 SER-19 a refusal (%s) is shown as received, and what was typed stays', async (code, message) => {
  const portal = await openSecondStep([[resetPassword, { status: 400, body: { code, message } }]]);
  await portal.user.type(field('Code'), '123456');
  await portal.user.write(field('New password'), 'Harvest-Moon-2027!');
  await portal.user.click(button('Reset password'));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
  expect([field('Code').value, field('New password').value]).toEqual(['123456', 'Harvest-Moon-2027!']);
});

test('FGP-09 a refusal of the first step is shown as received', async () => {
  const message = 'Too many attempts. Please wait and try again.';
  const portal = await openForgotten([[forgotPassword, { status: 429, body: { code: 'LIMIT', message } }]]);
  await portal.user.write(field('Email'), 'boston@meridian.example');
  await portal.user.click(button('Send code'));
  expect((await screen.findByRole('alert')).textContent).toBe(message);
});

test('FGP-01 who has a code already, as after the page was loaded anew, comes to the second step without another one', async () => {
  const portal = await openForgotten();
  await portal.user.write(field('Email'), ' Boston@Meridian.example ');
  await portal.user.click(button('I have a code'));
  await screen.findByLabelText('Code');
  screen.getByText(/^Enter the code of the latest mail to/);
  screen.getByText('boston@meridian.example');
  expect(screen.queryByText(/is on its way/)).toBeNull();
  await reset(portal);
  expect(portal.callsOf(resetPassword).map(({ sent: given }) => given)).toEqual([
    { email: 'boston@meridian.example', code: '123456', password: 'Harvest-Moon-2027!' },
  ]);
  expect(portal.callsOf(forgotPassword)).toEqual([]);
});

test('FGP-01 FGP-02 who has a code already says first for which e-mail', async () => {
  const portal = await openForgotten();
  await portal.user.click(button('I have a code'));
  await screen.findByText('is required');
  await waitFor(() => expect(document.activeElement).toBe(field('Email')));
  expect(screen.queryByLabelText('Code')).toBeNull();
  // The button of the form still sends one.
  await portal.user.write(field('Email'), 'boston@meridian.example');
  await portal.user.click(button('Send code'));
  await screen.findByText(/is on its way to it/);
  expect(portal.callsOf(forgotPassword)).toHaveLength(1);
});

const usedUp = {
  status: 400,
  body: {
    code: 'CODE_MISMATCH',
    message: 'Invalid verification code provided, please request a code again.',
  },
};
const pressReset = async (portal: Awaited<ReturnType<typeof openSecondStep>>) => {
  await portal.user.type(field('Code'), '123456');
  await portal.user.write(field('New password'), 'Harvest-Moon-2027!');
  await portal.user.click(button('Reset password'));
};

test('REL-17 FGP-08 after a try whose answer was lost, a code that does not count may mean that the password was changed: the page says so, and leads to the sign-in page past the session of anybody else', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const portal = await openSecondStep([...sessionReplies(), [resetPassword, lost]]);
  await pressReset(portal);
  await screen.findByText('Unable to make request');
  portal.answer(resetPassword, usedUp);
  await portal.user.click(button('Reset password'));
  await screen.findByText(
    'Your password may have been changed already. Please sign in with the new one, or request a code again.',
  );
  expect(field('New password').value).toBe('Harvest-Moon-2027!');
  await portal.user.click(button('Sign in'));
  await screen.findByRole('button', { name: 'Sign In' });
  await waitFor(() => expect(portal.callsOf(signOut)).toHaveLength(1));
  await waitFor(() => expect(localStorage.length).toBe(0));
  expect(portal.path()).toBe('/sign-in');
});

test('FGP-09 after a try whose answer was lost, a code that is wrong while another still counts is told as received', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const portal = await openSecondStep([[resetPassword, lost]]);
  await pressReset(portal);
  await screen.findByText('Unable to make request');
  const message = 'Invalid verification code provided, please try again.';
  portal.answer(resetPassword, { status: 400, body: { code: 'CODE_MISMATCH', message } });
  await portal.user.click(button('Reset password'));
  await screen.findByText(message);
  expect(screen.queryByText(/may have been changed already/)).toBeNull();
});

test('FGP-09 a try that was not sent, without a network, changed nothing: a code that does not count is told as received', async () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));
  const portal = await openSecondStep([[resetPassword, lost]]);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await pressReset(portal);
  await screen.findByRole('alert');
  online.mockRestore();
  portal.answer(resetPassword, usedUp);
  await portal.user.click(button('Reset password'));
  await screen.findByText(usedUp.body.message);
  expect(screen.queryByText(/may have been changed already/)).toBeNull();
});

test('FGP-09 a code that does not count at the first try is told as received', async () => {
  const portal = await openSecondStep([[resetPassword, usedUp]]);
  await pressReset(portal);
  expect((await screen.findByRole('alert')).textContent).toBe(usedUp.body.message);
  expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
});

test('OPN-09 a new code can be sent from the second step', async () => {
  const portal = await openSecondStep();
  await portal.user.click(button('Resend code'));
  await screen.findByText('A new code is on its way.');
  expect(portal.callsOf(forgotPassword).map((call) => call.sent)).toEqual([
    { email: 'boston@meridian.example' },
    { email: 'boston@meridian.example' },
  ]);
});

test('OPN-12 a link leads back to the sign-in page', async () => {
  const portal = await openForgotten();
  await portal.user.click(screen.getByRole('link', { name: 'Back to sign in' }));
  await screen.findByRole('button', { name: 'Sign In' });
  expect(portal.path()).toBe('/sign-in');
});
