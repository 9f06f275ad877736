import { type FailureCode, failures } from '@portal/contract/errors.ts';
import { renewSession, signIn, startMfaSetup, verifyMfaSetup } from '@portal/contract/identity/endpoints.ts';
import { companyModules, writeLog } from '@portal/contract/companies/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { sessionState } from '#api/session.ts';
import { type Reply, aVerified, noSession, openPortal, recoveryCodes, sessionReplies } from '#test/portal.tsx';

const challenge = 'c'.repeat(40);
const secret = 'JBSWY3DPEHPK3PXP';
const uri = `otpauth://totp/Trellis:admin@meridian.example?secret=${secret}&issuer=Trellis`;
const failure = (code: FailureCode) => ({
  status: failures[code].status,
  body: { code, message: failures[code].message ?? '' },
});
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** An administrator without a second factor, right after the password. */
async function openSetup(replies: readonly Reply[] = [], page = {}) {
  const portal = openPortal(
    '/sign-in?redirect=/account',
    [
      ...sessionReplies({ type: 'Admin' }),
      [renewSession, noSession],
      [signIn, { next: 'mfa-setup', challenge }],
      [startMfaSetup, { secret, uri }],
      [verifyMfaSetup, () => aVerified()],
      ...replies,
    ],
    page,
  );
  await portal.user.write(await screen.findByLabelText('Email'), 'admin@meridian.example');
  await portal.user.write(screen.getByLabelText('Password'), 'secret');
  await waitFor(() => expect(button('Sign In').disabled).toBe(false));
  await portal.user.click(button('Sign In'));
  await screen.findByRole('heading', { name: 'Set up two-step sign-in' });
  return portal;
}

const shownCodes = () =>
  within(screen.getByRole('group', { name: 'Recovery codes' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
/** The same, with the code of the app typed and sent. */
async function openCodes() {
  const portal = await openSetup();
  await portal.user.type(await screen.findByLabelText('Authentication code'), '123456');
  await portal.user.click(button('Verify'));
  await screen.findByRole('heading', { name: 'Keep your recovery codes' });
  return portal;
}

test('SCP-09 MFA-09 MFA-10 MFA-11 MFA-14 MFA-16 set-up shows a QR code and the key; a verified code leads in, past the recovery codes', async () => {
  const portal = await openSetup();
  await screen.findByText(secret);
  screen.getByRole('img', { name: 'QR code for your authenticator app' });
  expect(portal.callsOf(startMfaSetup)).toHaveLength(1);
  await portal.user.type(screen.getByLabelText('Authentication code'), '123456');
  await portal.user.click(button('Verify'));
  await screen.findByRole('heading', { name: 'Keep your recovery codes' });
  expect(portal.callsOf(verifyMfaSetup)[0]?.sent).toEqual({ challenge, code: '123456' });
  expect(shownCodes()).toEqual(recoveryCodes);
  expect(screen.queryByText(secret)).toBeNull();
  // Nobody is inside before they have kept the codes.
  expect(portal.calls.some((call) => !call.path.startsWith('/auth/'))).toBe(false);
  await portal.user.click(button('I have kept them'));
  await screen.findByRole('heading', { name: 'Account' });
  expect(portal.path()).toBe('/account');
  expect(screen.queryByText(recoveryCodes[0] ?? '')).toBeNull();
});

test('OPN-44 after the code is verified the recovery codes have the focus', async () => {
  await openCodes();
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Recovery codes' }));
});

test('copying the recovery codes is told, and so is a failure to', async () => {
  const { user } = await openCodes();
  const clipboard = vi.spyOn(navigator.clipboard, 'writeText');
  const copied: string[] = [];
  clipboard.mockImplementation(async (text) => void copied.push(text));
  await user.click(button('Copy'));
  await screen.findByText('Alert: The recovery codes are copied');
  expect(copied).toEqual([recoveryCodes.join('\n')]);
  clipboard.mockRejectedValue(new Error('denied'));
  await user.click(button('Copy'));
  await screen.findByText('Alert: Failed to copy codes');
  clipboard.mockRestore();
});

test('the recovery codes can be downloaded as a text file', async () => {
  const { user } = await openCodes();
  const files: Blob[] = [];
  const names: string[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  await user.click(button('Download'));
  made.mockRestore();
  saved.mockRestore();
  expect(names).toEqual(['recovery-codes.txt']);
  const text = (await files[0]?.text()) ?? '';
  expect(text.split('\r\n')).toEqual(expect.arrayContaining([...recoveryCodes]));
  expect(text).not.toMatch(/admin@|a-token/);
});

test('SES-03 OPN-21 when the session does not start after the set-up, the connection alert stands above the form', async () => {
  const portal = await openCodes();
  portal.answer(companyModules, { status: 500, body: { code: 'unexpected' } });
  await portal.user.click(button('I have kept them'));
  await screen.findByText(/problem with your connection/);
  await screen.findByLabelText('Email');
});

test('MFA-12 SER-13 copying the key is told, and so is a failure to', async () => {
  const { user } = await openSetup();
  await screen.findByText(secret);
  const copied: string[] = [];
  const clipboard = vi.spyOn(navigator.clipboard, 'writeText');
  clipboard.mockImplementation(async (text) => void copied.push(text));
  await user.click(button('Copy'));
  await screen.findByText('Alert: The setup key is copied');
  expect(copied).toEqual([secret]);
  clipboard.mockRejectedValue(new Error('denied'));
  await user.click(button('Copy'));
  await screen.findByText('Alert: Failed to copy code');
});

test('MFA-12 SER-13 a page that is served without TLS has no clipboard, which is told as a failure', async () => {
  const { user } = await openSetup();
  await screen.findByText(secret);
  const clipboard = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  await user.click(button('Copy'));
  await screen.findByText('Alert: Failed to copy code');
  clipboard.mockRestore();
});

test('MFA-17 OPN-13 Cancel leads back to the email and password form', async () => {
  const portal = await openSetup();
  await screen.findByText(secret);
  await portal.user.click(button('Cancel'));
  expect(document.activeElement).toBe(await screen.findByLabelText('Email'));
  expect(screen.queryByText(secret)).toBeNull();
  // Nobody is in, and nothing of the portal was asked.
  expect(sessionState().phase).toBe('none');
  expect(portal.calls.map(({ path }) => path).filter((path) => !path.startsWith('/auth/'))).toEqual([]);
});

test.each([
  ['CODE_MISMATCH', 'Please enter the correct code'],
  ['CHALLENGE_EXPIRED', 'Session timed out. Refresh the page to login'],
  ['unexpected', 'Unable to setup MFA. Please try again later.'],
] as const)('MFA-14 MFA-22 SER-12 %s at verification is told as "%s"', async (code, text) => {
  const portal = await openSetup([[verifyMfaSetup, failure(code)]]);
  await portal.user.type(await screen.findByLabelText('Authentication code'), '1');
  await portal.user.click(button('Verify'));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test.each([
  ['MFA_NOT_FOUND', 'MFA cannot be enabled on your account.'],
  ['unexpected', 'Unable to setup MFA. Please try again later.'],
] as const)('MFA-22 SER-10 SER-11 %s at the start of set-up is told as "%s"', async (code, text) => {
  await openSetup([[startMfaSetup, failure(code)]]);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

const logging: Reply = [writeLog, { message: 'Logged.' }];
const logged = ({ callsOf }: Awaited<ReturnType<typeof openSetup>>) => callsOf(writeLog).map(({ body }) => body.event);

test('LOG-02 set-up is logged, its failed codes and the one that confirms it, without the codes', async () => {
  const portal = await openSetup([logging, [verifyMfaSetup, failure('CODE_MISMATCH')]], { mode: 'development' });
  await portal.user.type(await screen.findByLabelText('Authentication code'), '987654');
  expect(logged(portal)).toEqual(['mfa-setup']);
  await portal.user.click(button('Verify'));
  await screen.findByRole('alert');
  portal.answer(verifyMfaSetup, () => aVerified());
  await portal.user.click(button('Verify'));
  await screen.findByRole('heading', { name: 'Keep your recovery codes' });
  await waitFor(() => expect(logged(portal)).toEqual(['mfa-setup', 'mfa-failed', 'mfa']));
  expect(JSON.stringify(portal.callsOf(writeLog).map(({ sent }) => sent))).not.toMatch(/987654|JBSWY3DPEHPK3PXP/);
});

test('LOG-02 a set-up that cannot be started is logged as failed', async () => {
  const portal = await openSetup([logging, [startMfaSetup, failure('MFA_NOT_FOUND')]], { mode: 'development' });
  await screen.findByRole('alert');
  await waitFor(() => expect(logged(portal)).toEqual(['mfa-failed']));
});
