import { askForPuzzle, chooseEmails, type Puzzle } from '@portal/contract/subscriptions/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { createChallenge, type Challenge, pbkdf2, solveChallenge, verifySolution } from 'altcha/lib';
import { expect, onTestFinished, test } from 'vitest';
import { openPortal, renderPage, type Reply } from '#test/portal.tsx';
import NotificationPreferences from './NotificationPreferences.tsx';

const none: Reply = [askForPuzzle, { challenge: null }];
const done: Reply = [chooseEmails, { message: 'Done.' }];
const open = (replies: readonly Reply[] = [none, done], route = '/notification-preferences') =>
  renderPage(<NotificationPreferences />, { viewer: null, replies, route });
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Email' });
const press = ({ user }: ReturnType<typeof open>, name: string) => user.click(screen.getByRole('button', { name }));
const said = async () => (await screen.findByRole('status')).textContent;

test('ROL-15 NTP-01 the page opens in a fresh browser without a session, with an e-mail field and its two buttons', async () => {
  const portal = openPortal('/notification-preferences', [none]);
  await screen.findByRole('heading', { name: 'Manage Notifications' });
  expect((await field()).value).toBe('');
  for (const name of ['Unsubscribe', 'Resubscribe']) expect(screen.getByRole('button', { name })).toBeDefined();
  expect(portal.path()).toBe('/notification-preferences');
});

test.each([
  ['?email=a@b.co', 'a@b.co'],
  ['?email=ada%2Bnews%40clinic.example', 'ada+news@clinic.example'],
  ['?email=12', ''],
])('NTP-02 with %s the field holds "%s"', async (query, value) => {
  open([none], `/notification-preferences${query}`);
  expect((await field()).value).toBe(value);
});

test('NTP-02 PRV-09 PRV-05 the e-mail leaves the address as soon as the field holds it, and the field keeps it', async () => {
  const portal = openPortal('/notification-preferences?email=ada%40clinic.example', [none, done]);
  await waitFor(() => expect(portal.path()).toBe('/notification-preferences'));
  expect((await field()).value).toBe('ada@clinic.example');
  await portal.user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  await waitFor(async () => expect(await said()).toBe('Successfully unsubscribed from email notifications'));
  expect(portal.callsOf(chooseEmails)[0]?.sent).toMatchObject({ email: 'ada@clinic.example' });
});

test.each([
  ['Unsubscribe', 0, 'Successfully unsubscribed from email notifications'],
  ['Resubscribe', 1, 'Successfully subscribed to email notifications'],
] as const)(
  'NTP-04 NTP-05 NTP-07 ERR-22 "%s" sends the address with %d, without a session, and says what was done',
  async (name, preference, sentence) => {
    const page = open();
    await page.user.write(await field(), ' Ada@Clinic.example');
    await press(page, name);
    await waitFor(async () => expect(await said()).toBe(sentence));
    const [call] = page.callsOf(chooseEmails);
    expect(call?.method).toBe('PUT');
    expect(call?.sent).toEqual({ token: '', email: 'ada@clinic.example', notificationPreference: preference });
    expect(call?.headers.has('authorization')).toBe(false);
  },
);

test('NTP-05 the call of somebody who is signed in carries no authorization either', async () => {
  const page = renderPage(<NotificationPreferences />, { replies: [none, done], route: '/x?email=a@b.co' });
  await field();
  await press(page, 'Unsubscribe');
  await waitFor(() => expect(page.callsOf(chooseEmails)).toHaveLength(1));
  expect(page.callsOf(chooseEmails)[0]?.headers.has('authorization')).toBe(false);
});

test.each(['', 'abc', 'a@', 'a b@c.de'])(
  'NTP-03 ERR-22 the address "%s" is not valid, and nothing is sent',
  async (typed) => {
    const page = open();
    if (typed !== '') await page.user.write(await field(), typed);
    else await field();
    await press(page, 'Resubscribe');
    expect(await screen.findByText('Please enter a valid input')).toBeDefined();
    expect(document.activeElement).toBe(await field());
    expect(page.calls).toEqual([]);
  },
);

test('NTP-06 an unknown address is told the same as a known one', async () => {
  const unknown = { status: 404, body: { code: 'not_found', message: 'Not found.' } };
  const page = open([none, [chooseEmails, unknown]], '/notification-preferences?email=a@b.co');
  await field();
  await press(page, 'Unsubscribe');
  await waitFor(async () => expect(await said()).toBe('Successfully unsubscribed from email notifications'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([400, 429, 500, 503])(
  'NTP-08 ERR-22 any other failure, such as %d, says "Request timed out." and can be tried again',
  async (status) => {
    const failure = { status, body: { code: 'unexpected', message: 'Internal.' } };
    const page = open([none, [chooseEmails, failure]], '/notification-preferences?email=a@b.co');
    await field();
    await press(page, 'Unsubscribe');
    expect((await screen.findByRole('alert')).textContent).toBe('Request timed out.');
    expect(await said()).toBe('');
    page.answer(chooseEmails, { message: 'Done.' });
    await press(page, 'Unsubscribe');
    await waitFor(async () => expect(await said()).toBe('Successfully unsubscribed from email notifications'));
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('NTP-05 where the server asks for it, the answer to its puzzle comes along, worked out beside the page', async () => {
  const secrets = { hmacSignatureSecret: 'one', hmacKeySignatureSecret: 'other' };
  const { deriveKey } = pbkdf2;
  const challenge = await createChallenge({
    ...secrets,
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 7,
    deriveKey,
    expiresAt: new Date(Date.now() + 60_000),
  });
  // What browsers have and this one has not: it runs the same work on the same thread.
  class ABrowsersWorker extends EventTarget {
    postMessage({ challenge: asked }: { challenge: Challenge }): void {
      void solveChallenge({ challenge: asked, deriveKey }).then((data) =>
        this.dispatchEvent(new MessageEvent('message', { data })),
      );
    }
    terminate(): void {}
  }
  const before = globalThis.Worker;
  globalThis.Worker = ABrowsersWorker as never;
  onTestFinished(() => void (globalThis.Worker = before));
  const page = open(
    [[askForPuzzle, { challenge: challenge as Puzzle }], done],
    '/notification-preferences?email=a@b.co',
  );
  await field();
  await press(page, 'Unsubscribe');
  await waitFor(async () => expect(await said()).toBe('Successfully unsubscribed from email notifications'));
  const [sent] = page.callsOf(chooseEmails).map((call) => (call.sent as { token: string }).token);
  const answer = JSON.parse(atob(sent ?? '')) as Parameters<typeof verifySolution>[0];
  expect((await verifySolution({ ...secrets, ...answer, deriveKey })).verified).toBe(true);
});
