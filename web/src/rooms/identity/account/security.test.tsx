import type { UserType } from '@portal/contract/access.ts';
import {
  changePassword,
  listSessions,
  removeFactor,
  renewRecoveryCodes,
  replaceFactor,
  textProofCode,
} from '@portal/contract/identity/account-endpoints.ts';
import { writeLog } from '@portal/contract/companies/endpoints.ts';
import { type FailureCode, failures } from '@portal/contract/errors.ts';
import { me, startMfaSetup, verifyMfaSetup } from '@portal/contract/identity/endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { type Reply, aSession, aVerified, meReply, recoveryCodes, renderPage } from '#test/portal.tsx';
import { endSession, sessionState } from '#api/session.ts';
import FactorDialog from '../factors/FactorDialog.tsx';
import { Security } from './Security.tsx';

const challenge = 'c'.repeat(40);
const secret = 'JBSWY3DPEHPK3PXP';
const newPassword = 'Bright-Harbor-77';
const failure = (code: FailureCode, more = {}) => ({
  status: failures[code].status,
  body: { code, message: failures[code].message ?? '', ...more },
});
const anotherToken = { accessToken: 'another-token' };
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const buttons = () => screen.getAllByRole('button').map((one) => one.textContent);
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const allReplies: readonly Reply[] = [
  [listSessions, { sessions: [] }],
  [startMfaSetup, { secret, uri: `otpauth://totp/Trellis:boston?secret=${secret}` }],
  [verifyMfaSetup, () => ({ ...aVerified(), ...anotherToken })],
];

function open(mfa: 'none' | 'totp' | 'sms', replies: readonly Reply[] = [], type: UserType = 'Site User', page = {}) {
  const portal = renderPage(<Security />, {
    viewer: { type },
    replies: [meReply(mfa), ...allReplies, ...replies],
    page,
  });
  /** Presses a button of the card and fills in the proof that its dialog asks for. */
  const prove = async (name: string, code: string) => {
    await portal.user.click(await button(name));
    await portal.user.write(await screen.findByLabelText('Password'), 'secret');
    await portal.user.type(screen.getByRole('textbox', { name: /recovery code/ }), code);
    await portal.user.keyboard('{Enter}');
  };
  return { ...portal, prove };
}

test.each([
  ['none', 'Site User', ['Change password', 'Set up']],
  ['totp', 'Site User', ['Change password', 'Replace app', 'Remove', 'New recovery codes']],
  ['totp', 'Admin', ['Change password', 'Replace app', 'New recovery codes']],
  ['sms', 'Site User', ['Change password', 'Set up', 'Remove', 'New recovery codes']],
] as const)('MFA-08 MFA-09 with the factor %s a %s is offered %j', async (mfa, type, offered) => {
  open(mfa, [], type);
  await screen.findByText('Authenticator app');
  expect(buttons()).toEqual(offered);
});

test('settings that cannot be read say so and can be tried again; the password can be changed all the same', async () => {
  const portal = open('none', [[me, { status: 500, body: { code: 'unexpected', message: '' } }]]);
  await screen.findByText('Unable to load your settings.');
  await button('Change password');
  portal.answer(...meReply('totp'));
  await portal.user.click(await button('Try again'));
  await button('Replace app');
});

test('SEC-02 SEC-05 SEC-14 a changed password: the session goes on under the new token, and the sessions are read anew', async () => {
  const portal = open('none', [[changePassword, () => ({ ...aSession(), ...anotherToken })]]);
  await portal.user.click(await button('Change password'));
  const sheet = await dialog('Change password');
  sheet.getByText('Everywhere else you will be signed out.');
  await portal.user.write(sheet.getByLabelText('Current password'), 'secret');
  await portal.user.write(sheet.getByLabelText('New password'), newPassword);
  await portal.user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(portal.callsOf(changePassword).map(({ sent }) => sent)).toEqual([{ password: 'secret', newPassword }]);
  expect(sessionState()).toMatchObject({ phase: 'held', accessToken: 'another-token' });
  await screen.findByText('Your password was changed.');
  await waitFor(() => expect(portal.callsOf(me)).toHaveLength(2));
  expect(portal.callsOf(me)[1]?.headers.get('authorization')).toBe('Bearer another-token');
  expect(document.activeElement).toBe(await button('Change password'));
});

test('SEC-14 a new password against the rule stays here; one that the server refuses is told at its field', async () => {
  const told = 'is one of the most common passwords';
  const portal = open('none', [[changePassword, failure('PASSWORD_POLICY', { fields: { newPassword: told } })]]);
  await portal.user.click(await button('Change password'));
  const sheet = await dialog('Change password');
  await portal.user.keyboard('{Enter}');
  expect(sheet.getAllByText('is required')).toHaveLength(2);
  await portal.user.write(sheet.getByLabelText('Current password'), 'secret');
  await portal.user.type(sheet.getByLabelText('New password'), 'short{Enter}');
  expect(
    sheet.getAllByText('requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol'),
  ).toHaveLength(2);
  for (const label of ['Current password', 'New password']) await portal.user.clear(sheet.getByLabelText(label));
  await portal.user.write(sheet.getByLabelText('Current password'), newPassword);
  await portal.user.type(sheet.getByLabelText('New password'), `${newPassword}{Enter}`);
  sheet.getByText('The new password must differ from the current one.');
  expect(portal.callsOf(changePassword)).toEqual([]);
  await portal.user.clear(sheet.getByLabelText('Current password'));
  await portal.user.write(sheet.getByLabelText('Current password'), 'secret');
  await portal.user.clear(sheet.getByLabelText('New password'));
  await portal.user.type(sheet.getByLabelText('New password'), `${newPassword}{Enter}`);
  await sheet.findByText(told);
  expect(sessionState().accessToken).toBe('a-token');
});

test.each([
  ['BAD_CREDENTIALS', 'Password incorrect.'],
  ['LOCKED', 'Password attempts exceeded, Please wait and try again'],
] as const)('a change of the password that is answered %s says "%s"', async (code, text) => {
  const portal = open('none', [[changePassword, failure(code)]]);
  await portal.user.click(await button('Change password'));
  await portal.user.write(await screen.findByLabelText('Current password'), 'wrong');
  await portal.user.type(screen.getByLabelText('New password'), `${newPassword}{Enter}`);
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('MFA-14 SEC-02 SEC-13 who has no app sets one up by their password, goes on under the new token and is shown the codes once', async () => {
  const portal = open('none');
  await portal.user.click(await button('Set up'));
  const sheet = await dialog('Set up an authenticator app');
  await portal.user.type(sheet.getByLabelText('Password'), 'secret{Enter}');
  await sheet.findByText(secret);
  expect(sheet.queryByLabelText('Password')).toBeNull();
  expect(portal.callsOf(startMfaSetup).map(({ sent }) => sent)).toEqual([{ password: 'secret' }]);
  expect(portal.callsOf(startMfaSetup)[0]?.headers.get('authorization')).toBe('Bearer a-token');
  portal.answer(...meReply('totp'));
  await portal.user.type(sheet.getByLabelText('Authentication code'), '123456{Enter}');
  const codes = await dialog('Recovery codes');
  expect(portal.callsOf(verifyMfaSetup)[0]).toMatchObject({ sent: { password: 'secret', code: '123456' } });
  expect(sessionState()).toMatchObject({ phase: 'held', accessToken: 'another-token' });
  expect(codes.getAllByRole('listitem').map((item) => item.textContent)).toEqual(recoveryCodes);
  // Neither Escape nor the cross closes what is shown this once.
  await portal.user.keyboard('{Escape}');
  expect((codes.getByRole('button', { name: 'Close' }) as HTMLButtonElement).disabled).toBe(true);
  await portal.user.click(await button('I have kept them'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await button('Replace app');
});

test.each([
  ['BAD_CREDENTIALS', 'Password incorrect.'],
  ['LOCKED', 'Password attempts exceeded, Please wait and try again'],
  ['MFA_NOT_FOUND', 'MFA cannot be enabled on your account.'],
] as const)('SEC-13 SER-10 a set-up that is answered %s says "%s", and no secret is shown', async (code, text) => {
  const portal = open('none', [[startMfaSetup, failure(code)]]);
  await portal.user.click(await button('Set up'));
  const sheet = await dialog('Set up an authenticator app');
  await portal.user.click(sheet.getByRole('button', { name: 'Continue' }));
  sheet.getByText('is required');
  expect(portal.callsOf(startMfaSetup)).toEqual([]);
  await portal.user.type(sheet.getByLabelText('Password'), 'secret{Enter}');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(screen.queryByText(secret)).toBeNull();
});

test.each([
  ['a code of the app', '123456', '123456'],
  ['a recovery code', 'ABCDE FGH23', 'abcde-fgh23'],
  ['a code with a space', '123 456', '123456'],
])('SEC-13 replacing the app takes the password and %s; then the new one is set up', async (_what, typed, sent) => {
  const portal = open('totp', [[replaceFactor, { challenge }]], 'Admin');
  await portal.prove('Replace app', typed);
  const sheet = await dialog('Replace the authenticator app');
  await sheet.findByText(secret);
  expect(portal.callsOf(replaceFactor).map((call) => call.sent)).toEqual([{ password: 'secret', code: sent }]);
  expect(portal.callsOf(startMfaSetup).map((call) => call.sent)).toEqual([{ challenge }]);
  await portal.user.type(sheet.getByLabelText('Authentication code'), '654321{Enter}');
  await dialog('Recovery codes');
  expect(portal.callsOf(verifyMfaSetup)[0]?.sent).toEqual({ challenge, code: '654321' });
  expect(sessionState().accessToken).toBe('another-token');
});

/** The new app was confirmed by its code, and the answer is on its way. */
async function verifying() {
  const answer = Promise.withResolvers<object>();
  const { user, callsOf } = renderPage(<FactorDialog factor="none" task="set-up" onClose={vi.fn<() => void>()} />, {
    replies: [...allReplies, [verifyMfaSetup, () => answer.promise]],
  });
  const sheet = await dialog('Set up an authenticator app');
  await user.type(sheet.getByLabelText('Password'), 'secret{Enter}');
  await user.type(await sheet.findByLabelText('Authentication code'), '654321{Enter}');
  await waitFor(() => expect(callsOf(verifyMfaSetup)).toHaveLength(1));
  return { user, sheet, arrive: () => answer.resolve({ ...aVerified(), ...anotherToken }) };
}

test('SEC-13 while a code is being verified the dialog cannot be closed, with which the recovery codes would be lost, and takes no other code', async () => {
  const { user, sheet, arrive } = await verifying();
  await user.keyboard('{Escape}{Backspace}');
  expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Close' }).disabled).toBe(true);
  expect(sheet.getByLabelText<HTMLInputElement>('Authentication code').value).toBe('654321');
  arrive();
  await dialog('Recovery codes');
});

test('SES-06 SES-07 a new app that is confirmed after its session has ended does not open that session again', async () => {
  const { arrive } = await verifying();
  act(() => endSession('expired'));
  arrive();
  await dialog('Recovery codes');
  expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
});

test.each([
  ['CODE_MISMATCH', 'Incorrect Code'],
  ['BAD_CREDENTIALS', 'Password incorrect.'],
] as const)('SEC-13 SER-08 a proof that is answered %s says "%s", and nothing is set up', async (code, text) => {
  const portal = open('totp', [[replaceFactor, failure(code)]]);
  await portal.prove('Replace app', '123456');
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(portal.callsOf(startMfaSetup)).toEqual([]);
});

const logging: Reply = [writeLog, { message: 'Logged.' }];
type Page = Pick<ReturnType<typeof open>, 'callsOf'>;
const logged = ({ callsOf }: Page) => callsOf(writeLog).map(({ body }) => body.event);

test.each([
  ['Replace app', replaceFactor],
  ['Remove', removeFactor],
  ['New recovery codes', renewRecoveryCodes],
])('LOG-02 a wrong code behind "%s" is logged, without the code', async (name, call) => {
  const replies: Reply[] = [logging, [call, failure('CODE_MISMATCH')]];
  const portal = open('totp', replies, 'Site User', { mode: 'staging' });
  await portal.prove(name, '987654');
  await screen.findByRole('alert');
  await waitFor(() => expect(logged(portal)).toEqual(['mfa-failed']));
  expect(portal.callsOf(writeLog)[0]?.sent).toMatchObject({ level: 'warn', message: 'CODE_MISMATCH' });
  expect(JSON.stringify(portal.callsOf(writeLog).map(({ sent }) => sent))).not.toMatch(/987654|secret/);
});

test('LOG-02 a set-up in a session is logged: where it does not start, where it does, and what confirms it, by the new session', async () => {
  const replies: Reply[] = [logging, [startMfaSetup, failure('MFA_NOT_FOUND')]];
  const portal = open('none', replies, 'Site User', { mode: 'staging' });
  await portal.user.click(await button('Set up'));
  const sheet = await dialog('Set up an authenticator app');
  await portal.user.type(sheet.getByLabelText('Password'), 'secret{Enter}');
  await screen.findByRole('alert');
  portal.answer(startMfaSetup, { secret, uri: `otpauth://totp/Trellis:boston?secret=${secret}` });
  await portal.user.click(sheet.getByRole('button', { name: 'Continue' }));
  await portal.user.type(await sheet.findByLabelText('Authentication code'), '123456{Enter}');
  await dialog('Recovery codes');
  await waitFor(() => expect(logged(portal)).toEqual(['mfa-failed', 'mfa-setup', 'mfa']));
  expect(portal.callsOf(writeLog).at(-1)?.headers.get('authorization')).toBe('Bearer another-token');
});

test('SEC-13 a proof without password or code is not sent', async () => {
  const portal = open('totp');
  await portal.prove('New recovery codes', 'nonsense');
  await screen.findByText('must be up to 6 digits, or a recovery code');
  await portal.user.clear(screen.getByLabelText('Password'));
  await portal.user.clear(screen.getByRole('textbox', { name: /recovery code/ }));
  await portal.user.keyboard('{Enter}');
  expect(screen.getAllByText('is required')).toHaveLength(2);
  expect(portal.callsOf(renewRecoveryCodes)).toEqual([]);
});

test('SEC-02 SEC-13 removing the app takes the proof, and the session goes on under the new token', async () => {
  const portal = open('totp', [[removeFactor, () => ({ ...aSession(), ...anotherToken })]]);
  await button('Remove');
  portal.answer(...meReply('none'));
  await portal.prove('Remove', '123456');
  await button('Set up');
  expect(portal.callsOf(removeFactor).map(({ sent }) => sent)).toEqual([{ password: 'secret', code: '123456' }]);
  expect(sessionState()).toMatchObject({ phase: 'held', accessToken: 'another-token' });
});

test('MFA-09 where the company requires a second factor, its removal is refused in the server’s words', async () => {
  const portal = open('totp', [[removeFactor, failure('factor.required')]]);
  await portal.prove('Remove', '123456');
  const text = 'Your account needs a second factor. You can replace it instead.';
  expect((await screen.findByRole('alert')).textContent).toBe(text);
  expect(sessionState().accessToken).toBe('a-token');
});

test('SEC-13 new recovery codes are shown once, after the proof', async () => {
  const portal = open('totp', [[renewRecoveryCodes, { recoveryCodes }]]);
  await portal.prove('New recovery codes', '123456');
  const codes = await dialog('Recovery codes');
  expect(codes.getAllByRole('listitem').map((item) => item.textContent)).toEqual(recoveryCodes);
  await portal.user.click(await button('I have kept them'));
  expect(screen.queryByText(recoveryCodes[0] ?? '')).toBeNull();
});

test('SEC-13 whose factor is texted codes is texted one for the proof, and can change to an app', async () => {
  const portal = open('sms', [
    [textProofCode, { message: 'Sent.' }],
    [replaceFactor, { challenge }],
  ]);
  await portal.user.click(await button('Set up'));
  expect(isOff(await button('Text me a code'))).toBe(true);
  await portal.user.write(await screen.findByLabelText('Password'), 'secret');
  await portal.user.click(await button('Text me a code'));
  await screen.findByText('A code is on its way to your phone.');
  expect(portal.callsOf(textProofCode).map(({ sent }) => sent)).toEqual([{ password: 'secret' }]);
  await portal.user.type(screen.getByRole('textbox', { name: /texted/ }), '123456{Enter}');
  await screen.findByText(secret);
});

test('SEC-02 SEC-13 whose factor is texted codes removes it with a texted code, in words that speak of texts', async () => {
  const portal = open('sms', [
    [textProofCode, { message: 'Sent.' }],
    [removeFactor, () => ({ ...aSession(), ...anotherToken })],
  ]);
  await portal.user.click(await button('Remove'));
  const sheet = await dialog('Remove codes by text');
  await portal.user.write(sheet.getByLabelText('Password'), 'secret');
  await portal.user.click(sheet.getByRole('button', { name: 'Text me a code' }));
  await sheet.findByText('A code is on its way to your phone.');
  portal.answer(...meReply('none'));
  await portal.user.type(sheet.getByRole('textbox', { name: /texted/ }), '123456{Enter}');
  await screen.findByText('Codes by text were removed.');
  expect(portal.callsOf(removeFactor).map(({ sent }) => sent)).toEqual([{ password: 'secret', code: '123456' }]);
  expect(sessionState().accessToken).toBe('another-token');
});

test('SEC-13 new recovery codes take a texted code too, and one whose factor is an app is not offered a text', async () => {
  const texted = open('sms', [
    [textProofCode, { message: 'Sent.' }],
    [renewRecoveryCodes, { recoveryCodes }],
  ]);
  await texted.user.click(await button('New recovery codes'));
  await texted.user.write(await screen.findByLabelText('Password'), 'secret');
  await texted.user.click(await button('Text me a code'));
  await screen.findByText('A code is on its way to your phone.');
  await texted.user.type(screen.getByRole('textbox', { name: /texted/ }), '123456{Enter}');
  await dialog('Recovery codes');
  texted.unmount();
  const withApp = open('totp');
  await withApp.user.click(await button('New recovery codes'));
  await screen.findByLabelText('Password');
  expect(screen.queryByRole('button', { name: 'Text me a code' })).toBeNull();
});

test.each([
  ['BAD_CREDENTIALS', 'Password incorrect.'],
  ['LIMIT', 'Too many attempts. Please wait and try again.'],
  ['LOCKED', 'Password attempts exceeded, Please wait and try again'],
] as const)('SEC-13 SEC-36 a text that is answered %s says "%s", and can be asked for again', async (code, text) => {
  const portal = open('sms', [[textProofCode, failure(code)]]);
  await portal.user.click(await button('Remove'));
  await portal.user.write(await screen.findByLabelText('Password'), 'secret');
  await portal.user.click(await button('Text me a code'));
  await screen.findByText(text);
  portal.answer(textProofCode, { message: 'Sent.' });
  await portal.user.click(await button('Text me a code'));
  await screen.findByText('A code is on its way to your phone.');
  expect(portal.callsOf(textProofCode)).toHaveLength(2);
});
