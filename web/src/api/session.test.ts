import { listSessions } from '@portal/contract/identity/account-endpoints.ts';
import { renewSession } from '@portal/contract/identity/endpoints.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aSession, fakeServer, noSession, signIn } from '#test/portal.tsx';
import { call } from './call.ts';
import { endSession, holdToken, sessionState } from './session.ts';

const anotherToken = { ...aSession(), accessToken: 'another-token' };
const bearers = (server: ReturnType<typeof fakeServer>) =>
  server.callsOf(listSessions).map(({ headers }) => headers.get('authorization'));

/** A tab whose token and cookie are worth nothing any more, because another tab has just been given new ones. */
function outdatedTab() {
  const server = fakeServer([
    [
      listSessions,
      ({ headers }: { headers: Headers }) =>
        headers.get('authorization') === 'Bearer another-token' ? { sessions: [] } : noSession,
    ],
    [renewSession, noSession],
  ]);
  signIn();
  return server;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('SEC-02 OPN-17 a tab that is told no while another one changes the password waits for the new cookie and goes on', async () => {
  const server = outdatedTab();
  const asked = call(listSessions, {});
  await vi.advanceTimersByTimeAsync(100);
  server.answer(renewSession, anotherToken);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked).toEqual({ sessions: [] });
  expect(sessionState()).toMatchObject({ phase: 'held', accessToken: 'another-token' });
  expect(bearers(server)).toEqual(['Bearer a-token', 'Bearer another-token']);
});

test('SEC-02 the tab that changed it goes on with what it was given itself', async () => {
  const server = outdatedTab();
  const asked = call(listSessions, {});
  await vi.advanceTimersByTimeAsync(100);
  holdToken({ ...anotherToken, expiresAt: anotherToken.expiresAt.toISOString() });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked).toEqual({ sessions: [] });
  expect(server.callsOf(renewSession)).toHaveLength(1);
});

test('SES-06 SES-07 a session that is still refused after that has ended', async () => {
  outdatedTab();
  const asked = call(listSessions, {}).catch((failure: unknown) => failure);
  await vi.advanceTimersByTimeAsync(1_100);
  expect(await asked).toMatchObject({ status: 401 });
  expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
  expect(localStorage.length).toBe(0);
});

test('SES-09 who signs out meanwhile stays signed out', async () => {
  const server = outdatedTab();
  const asked = call(listSessions, {}).catch((failure: unknown) => failure);
  await vi.advanceTimersByTimeAsync(100);
  endSession('signed-out', true);
  server.answer(renewSession, anotherToken);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked).toMatchObject({ status: 401 });
  expect(sessionState().phase).toBe('none');
});
