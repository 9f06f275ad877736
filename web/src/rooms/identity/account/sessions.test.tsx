import { locks } from 'node:worker_threads';
import { endSession, listSessions } from '@portal/contract/identity/account-endpoints.ts';
import { writeLog } from '@portal/contract/companies/endpoints.ts';
import { renewSession, signOut, signOutEverywhere } from '@portal/contract/identity/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { type Reply, noSession, openPortal, renderPage, sessionReplies } from '#test/portal.tsx';
import { sessionState } from '#api/session.ts';
import { Sessions } from './Sessions.tsx';

const here = {
  sessionId: 8,
  device: 'Firefox on Windows',
  host: 'portal.example',
  address: '192.0.2.7',
  createdAt: new Date(2026, 10, 21, 9, 5),
  lastInputAt: new Date(2026, 10, 21, 9, 40),
  isCurrent: true,
};
const there = { ...here, sessionId: 7, device: 'Safari on iPhone', address: '192.0.2.99', isCurrent: false };
const both: Reply = [listSessions, { sessions: [here, there] }];
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const confirm = async (title: string, name: string) =>
  within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name });

test('SEC-05 each session tells its device, host, address and times; only the others can be ended', async () => {
  renderPage(<Sessions />, { replies: [both] });
  const items = (await screen.findAllByRole('listitem')).map((item) => item.textContent);
  expect(items).toEqual([
    'Firefox on WindowsThis deviceportal.example · 192.0.2.7Since 21/11/2026 09:05 · last active 21/11/2026 09:40',
    'Safari on iPhoneportal.example · 192.0.2.99Since 21/11/2026 09:05 · last active 21/11/2026 09:40End session',
  ]);
});

test('a host that is no more than its address is named once', async () => {
  renderPage(<Sessions />, { replies: [[listSessions, { sessions: [{ ...here, host: '192.0.2.7' }] }]] });
  expect((await screen.findByRole('listitem')).textContent).toContain('This device192.0.2.7Since');
});

test('a list that cannot be read says so, and can be tried again', async () => {
  const portal = renderPage(<Sessions />, {
    replies: [[listSessions, { status: 500, body: { code: 'unexpected', message: '' } }]],
  });
  await screen.findByText('Unable to load where you are signed in.');
  portal.answer(...both);
  await portal.user.click(await button('Try again'));
  await screen.findByText('This device');
});

test('SEC-05 ending another session asks first, and the list is read anew', async () => {
  const portal = renderPage(<Sessions />, { replies: [both, [endSession, { message: 'Signed out there.' }]] });
  const press = async () => portal.user.click(await button(/^End session: Safari/));
  await press();
  await portal.user.click(await confirm('End this session?', 'Cancel'));
  expect(portal.callsOf(endSession)).toEqual([]);
  await press();
  portal.answer(listSessions, { sessions: [here] });
  await portal.user.click(await confirm('End this session?', 'End session'));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(portal.callsOf(endSession).map(({ sent }) => sent)).toEqual([{ sessionId: 7 }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a session that has ended in the meantime is told of, and leaves the list', async () => {
  const gone = { status: 404, body: { code: 'not_found', message: 'Not found.' } };
  const portal = renderPage(<Sessions />, { replies: [both, [endSession, gone]] });
  await portal.user.click(await button(/^End session: Safari/));
  portal.answer(listSessions, { sessions: [here] });
  await portal.user.click(await confirm('End this session?', 'End session'));
  await screen.findByText('Not found.');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
});

test('SES-09 SEC-05 LOG-05 signing out everywhere asks first, ends this session too, is logged and leads to the sign-in page', async () => {
  const portal = openPortal(
    '/account',
    [...sessionReplies(), both, [signOutEverywhere, { message: 'Done.' }], [writeLog, { message: 'Logged.' }]],
    { mode: 'staging' },
  );
  await portal.user.click(await button('End all sessions'));
  portal.answer(renewSession, noSession);
  await portal.user.click(await confirm('End all sessions?', 'End all sessions'));
  await screen.findByLabelText('Email');
  expect(portal.path()).toBe('/sign-in');
  expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
  expect(localStorage.getItem('portal.session')).toBeNull();
  expect(portal.callsOf(writeLog).map(({ body }) => body.event)).toEqual(['sign-out']);
  // The server knows: it is not told a second time, by a token that is worth nothing any more.
  expect(portal.callsOf(signOut)).toEqual([]);
});

test('SES-09 while a global sign-out is on its way nobody signs in in another tab, whose cookie would go with the old one', async () => {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
  const ended = Promise.withResolvers<object>();
  const portal = renderPage(<Sessions />, { replies: [both, [signOutEverywhere, () => ended.promise]] });
  await portal.user.click(await button('End all sessions'));
  await portal.user.click(await confirm('End all sessions?', 'End all sessions'));
  await waitFor(() => expect(portal.callsOf(signOutEverywhere)).toHaveLength(1));
  expect((await locks.query()).held.map(({ name, mode }) => [name, mode])).toEqual([['portal.session', 'exclusive']]);
  ended.resolve({ message: 'Done.' });
  await waitFor(() => expect(sessionState().phase).toBe('none'));
});

test('a global sign-out that fails leaves the person signed in', async () => {
  const failing = { status: 503, body: { code: 'unavailable', message: 'The service is not available.' } };
  const portal = renderPage(<Sessions />, { replies: [both, [signOutEverywhere, failing]] });
  await portal.user.click(await button('End all sessions'));
  await portal.user.click(await confirm('End all sessions?', 'End all sessions'));
  await screen.findByText('The service is not available.');
  expect(sessionState().phase).toBe('held');
});
