import { locks } from 'node:worker_threads';
import { changePassword, listSessions, removeFactor } from '@portal/contract/identity/account-endpoints.ts';
import { companyModules } from '@portal/contract/companies/endpoints.ts';
import {
  confirmCode,
  enterByRecoveryCode,
  me,
  renewSession,
  signIn as enter,
  signOut,
  verifyMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { aSession, aVerified, fakeServer, meReply, noSession, sessionReplies, signIn } from '#test/portal.tsx';
import { call } from './call.ts';
import { fetchReplacing } from './in-turn.ts';
import { keep } from '#kit/remember.ts';
import { changePassword as change, removeFactor as remove } from '#rooms/identity/account.ts';
import {
  confirmCode as confirm,
  enterByRecoveryCode as enterBy,
  signIn as signInWith,
  verifyMfaSetup as verify,
} from '#rooms/identity/calls.ts';
import { endSession, hasLeft, holdToken, isSignOutUntold, renewToken, sessionState } from './session.ts';
import { rereadRights, sessionStarted } from './start.ts';

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

test('SEC-02 OPN-17 a token that another tab has replaced before it was used is renewed once more', async () => {
  const server = outdatedTab();
  const tokens = ['a-short-lived-token', 'another-token'];
  server.answer(renewSession, () => ({ ...aSession(), accessToken: tokens.shift() }));
  expect(await call(listSessions, {})).toEqual({ sessions: [] });
  expect(bearers(server)).toEqual(['Bearer a-token', 'Bearer a-short-lived-token', 'Bearer another-token']);
});

test('SES-06 a call that is refused with every token ends the session', async () => {
  const server = outdatedTab();
  server.answer(listSessions, noSession);
  server.answer(renewSession, () => aSession());
  expect(await call(listSessions, {}).catch((failure: unknown) => failure)).toMatchObject({ status: 401 });
  expect(sessionState().phase).toBe('none');
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

/** The lock manager that the tabs of a browser share on pages that are served securely; the DOM of the tests has none. */
function servedSecurely() {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

test('SEC-02 OPN-17 however long another tab takes to change the password, this one renews only with the new cookie', async () => {
  servedSecurely();
  const server = outdatedTab();
  const elsewhere = Promise.withResolvers<void>();
  const changing = locks.request('portal.session', () => elsewhere.promise);
  const asked = call(listSessions, {});
  await vi.advanceTimersByTimeAsync(9_000);
  expect(server.callsOf(renewSession)).toEqual([]);
  server.answer(renewSession, anotherToken);
  elsewhere.resolve();
  await changing;
  expect(await asked).toEqual({ sessions: [] });
  expect(server.callsOf(renewSession)).toHaveLength(1);
  expect(sessionState()).toMatchObject({ phase: 'held', accessToken: 'another-token' });
});

test('SEC-02 a change waits for the renewals that are on their way, and none begins before it is answered', async () => {
  servedSecurely();
  const server = outdatedTab();
  const [renewed, changed] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
  server.answer(renewSession, () => renewed.promise);
  server.answer(changePassword, () => changed.promise);
  const body = { password: 'Harvest-Moon-2026!', newPassword: 'Bright-Harbor-77' };
  const asked = call(listSessions, {});
  await vi.waitFor(() => expect(server.callsOf(renewSession)).toHaveLength(1), 15_000);
  const changing = call(changePassword, { body }, { fetch: fetchReplacing });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.callsOf(changePassword)).toEqual([]);
  renewed.resolve(anotherToken);
  expect(await asked).toEqual({ sessions: [] });
  await vi.waitFor(() => expect(server.callsOf(changePassword)).toHaveLength(1), 15_000);
  const renewedAgain = renewToken();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.callsOf(renewSession)).toHaveLength(1);
  changed.resolve(aSession());
  await changing;
  expect(await renewedAgain).toBe(true);
});

test('SEC-02 a change whose own token has aged renews it first and goes on', async () => {
  servedSecurely();
  const server = outdatedTab();
  server.answer(renewSession, anotherToken);
  server.answer(changePassword, ({ headers }: { headers: Headers }) =>
    headers.get('authorization') === 'Bearer another-token' ? aSession() : noSession,
  );
  const body = { password: 'Harvest-Moon-2026!', newPassword: 'Bright-Harbor-77' };
  expect(await call(changePassword, { body }, { fetch: fetchReplacing })).toMatchObject({ next: 'session' });
});

/** The start page is loaded in place of this one, as the tests tell. */
function watchStarts() {
  const starts = vi.fn<(path: string | URL) => void>();
  const before = window.location.replace.bind(window.location);
  window.location.replace = starts;
  onTestFinished(() => {
    window.location.replace = before;
  });
  return starts;
}
const ofAnother = { ...anotherToken, cpId: 4 };

test('SEC-02 OPN-17 a tab does not go on under the token of somebody else who has signed in: it forgets what it shows, and begins anew', async () => {
  const starts = watchStarts();
  const server = outdatedTab();
  server.answer(renewSession, ofAnother);
  keep('a draft 3', 'typed', '');
  expect(await call(listSessions, {}).catch((failure: unknown) => failure)).toMatchObject({ status: 401 });
  // What the address leads to is what the first one wanted.
  expect(starts.mock.calls).toEqual([['/']]);
  expect(bearers(server)).toEqual(['Bearer a-token']);
  expect(sessionState().accessToken).toBeNull();
  expect(sessionStorage.getItem('portal.kept.a draft 3')).toBeNull();
  // The session of the other one goes on, whatever this page still does before it is gone.
  endSession('idle');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(bearersOf(server)).toEqual(['Bearer a-token']);
  expect(localStorage.getItem('portal.session')).toBe('open');
});

const bearersOf = (server: ReturnType<typeof fakeServer>) =>
  server.callsOf(signOut).map(({ headers }) => headers.get('authorization'));

test('SEC-02 a tab that gives way ends the session that it had, and leaves the cookie alone, which is the next one’s by then', async () => {
  watchStarts();
  const server = fakeServer([[signOut, { message: 'Signed out.' }]]);
  const ways: (RequestInit | undefined)[] = [];
  const answer = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    ways.push(init);
    return answer(input, init);
  };
  signIn();
  const other = new BroadcastChannel('portal');
  other.postMessage({ type: 'signed-in', cpId: 4 });
  await vi.waitFor(() => expect(bearersOf(server)).toEqual(['Bearer a-token']), 15_000);
  expect(ways.map((init) => [init?.keepalive, init?.credentials])).toEqual([[true, 'omit']]);
  expect(sessionState().accessToken).toBeNull();
  other.close();
});

test('SEC-02 the token of the next one, by which a tab learns that it is not its own, is not ended', async () => {
  const starts = watchStarts();
  const server = fakeServer([...sessionReplies(), meReply('none', { cpId: 4 })]);
  signIn();
  await rereadRights();
  expect(starts).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(server.callsOf(signOut)).toEqual([]);
});

const heldByAnother = () => holdToken({ ...ofAnother, expiresAt: ofAnother.expiresAt.toISOString() });

test('SEC-02 SES-07 what was on its way when a session ended is not sent again for whoever signs in next, for whom the page is loaded anew', async () => {
  const starts = watchStarts();
  const asked = Promise.withResolvers<object>();
  const server = fakeServer([
    [listSessions, () => asked.promise],
    [renewSession, ofAnother],
  ]);
  signIn();
  const answered = call(listSessions, {}).catch((failure: unknown) => failure);
  await vi.waitFor(() => expect(server.callsOf(listSessions)).toHaveLength(1), 15_000);
  endSession('expired');
  expect(heldByAnother()).toBe(false);
  asked.resolve(noSession);
  expect(await answered).toMatchObject({ status: 401 });
  // Nor does anything that would have followed.
  expect(await call(listSessions, {}).catch((failure: unknown) => failure)).toMatchObject({ status: 401 });
  expect(bearers(server)).toEqual(['Bearer a-token']);
  expect(starts).toHaveBeenCalledOnce();
  expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
  // They come in by their cookie.
  expect(localStorage.getItem('portal.session')).toBe('open');
});

test('SEC-02 SES-07 nor is it where the server does not say whose the next token is', async () => {
  const asked = Promise.withResolvers<object>();
  const server = fakeServer([[listSessions, () => asked.promise]]);
  signIn();
  const answered = call(listSessions, {}).catch((failure: unknown) => failure);
  await vi.waitFor(() => expect(server.callsOf(listSessions)).toHaveLength(1), 15_000);
  endSession('expired');
  holdToken({ ...anotherToken, expiresAt: anotherToken.expiresAt.toISOString() });
  asked.resolve(noSession);
  expect(await answered).toMatchObject({ status: 401 });
  expect(bearers(server)).toEqual(['Bearer a-token']);
  // The session of who has signed in is not ended by it.
  expect(sessionState()).toMatchObject({ phase: 'held', accessToken: 'another-token' });
});

const heldByNobodySaid = () => holdToken({ ...anotherToken, expiresAt: anotherToken.expiresAt.toISOString() });

test('SEC-02 SES-07 nor where its session ends while its token is being renewed, and the next session stays whatever that renewal is answered', async () => {
  const server = outdatedTab();
  const inThePause = call(listSessions, {}).catch((failure: unknown) => failure);
  await vi.advanceTimersByTimeAsync(100);
  expect(server.callsOf(renewSession)).toHaveLength(1);
  endSession('expired');
  heldByNobodySaid();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await inThePause).toMatchObject({ status: 401 });
  expect(bearers(server)).toEqual(['Bearer a-token']);
  expect(sessionState()).toMatchObject({ phase: 'held', accessToken: 'another-token' });
});

test('SES-07 a renewal that is refused at last does not end the session that has begun meanwhile', async () => {
  const server = outdatedTab();
  const asked = call(listSessions, {}).catch((failure: unknown) => failure);
  await vi.advanceTimersByTimeAsync(100);
  const renewed = Promise.withResolvers<object>();
  server.answer(renewSession, () => renewed.promise);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(server.callsOf(renewSession)).toHaveLength(2);
  endSession('expired');
  heldByNobodySaid();
  renewed.resolve(noSession);
  expect(await asked).toMatchObject({ status: 401 });
  expect(bearers(server)).toEqual(['Bearer a-token']);
  expect(sessionState()).toMatchObject({ phase: 'held', accessToken: 'another-token' });
});

test('SES-07 SES-09 who signs out and in again while their token is being renewed keeps the token that they came in with', async () => {
  const renewed = Promise.withResolvers<object>();
  const server = fakeServer([[renewSession, () => renewed.promise]]);
  signIn();
  const asked = renewToken();
  await vi.waitFor(() => expect(server.callsOf(renewSession)).toHaveLength(1), 15_000);
  endSession('signed-out', true);
  heldByNobodySaid();
  renewed.resolve({ ...aSession(), accessToken: 'a-token-of-the-old-session' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked).toBe(true);
  expect(sessionState()).toMatchObject({ phase: 'held', accessToken: 'another-token' });
});

test('SEC-02 OPN-17 a tab that is being loaded anew holds no token any more, whatever its renewal is answered', async () => {
  const starts = watchStarts();
  const renewed = Promise.withResolvers<object>();
  const server = fakeServer([[renewSession, () => renewed.promise]]);
  signIn();
  const asked = renewToken();
  await vi.waitFor(() => expect(server.callsOf(renewSession)).toHaveLength(1), 15_000);
  heldByAnother();
  renewed.resolve(aSession());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked).toBe(false);
  expect(starts).toHaveBeenCalledOnce();
  expect(sessionState()).toMatchObject({ phase: 'none', accessToken: null });
});

const proof = { password: 'Harvest-Moon-2026!', code: '123456' };
describe.each([
  ['a changed password', changePassword, () => change({ password: proof.password, newPassword: 'Bright-Harbor-77' })],
  ['a removed factor', removeFactor, () => remove(proof)],
])('the answer to %s', (_what, endpoint, ask) => {
  const answeredAfter = async (meanwhile: () => void) => {
    const answer = Promise.withResolvers<object>();
    const server = fakeServer([[endpoint, () => answer.promise]]);
    signIn();
    const asked = ask();
    await vi.waitFor(() => expect(server.callsOf(endpoint)).toHaveLength(1), 15_000);
    meanwhile();
    answer.resolve(anotherToken);
    await asked;
  };

  test('SEC-02 replaces the token that it was asked with', async () => {
    await answeredAfter(() => undefined);
    expect(sessionState()).toMatchObject({ phase: 'held', accessToken: 'another-token' });
  });

  test('SES-06 SES-07 opens no session again where its own has ended meanwhile', async () => {
    await answeredAfter(() => endSession('expired'));
    expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
    expect(localStorage.getItem('portal.session')).toBeNull();
  });

  test('SES-09 nor does it where another tab has signed out, which this one has not heard yet', async () => {
    await answeredAfter(() => localStorage.setItem('portal.session', 'leaving'));
    expect(sessionState().accessToken).toBe('a-token');
    expect(localStorage.getItem('portal.session')).toBe('leaving');
  });
});

test('OPN-17 who signs in again in a tab that has shown them goes on there, and whoever signs in elsewhere leaves the sign-in page of a tab as it is', async () => {
  const starts = watchStarts();
  signIn();
  endSession('expired');
  const [elsewhere, third] = [new BroadcastChannel('portal'), new BroadcastChannel('portal')];
  const isHeard = new Promise((resolve) => (third.onmessage = resolve));
  elsewhere.postMessage({ type: 'signed-in', cpId: 4 });
  await isHeard;
  expect(holdToken({ ...aSession(), cpId: 3, expiresAt: aSession().expiresAt.toISOString() })).toBe(true);
  expect(sessionState().phase).toBe('held');
  expect(starts).not.toHaveBeenCalled();
  elsewhere.close();
  third.close();
});

test('OPN-17 a start that finds somebody else than the tab has shown begins anew, too', async () => {
  const starts = watchStarts();
  signIn();
  endSession('expired');
  const server = fakeServer([...sessionReplies(), meReply('none', { cpId: 4 })]);
  holdToken({ ...anotherToken, expiresAt: anotherToken.expiresAt.toISOString() });
  expect(await sessionStarted()).toBeNull();
  expect(starts).toHaveBeenCalledOnce();
  expect(server.calls.map(({ path }) => path)).toEqual(['/auth/me']);
  expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
});

test('OPN-17 where the server does not say whose token it is, the next look at the rights tells', async () => {
  const starts = watchStarts();
  const server = fakeServer([meReply('none', { cpId: 4 }), [renewSession, anotherToken]]);
  signIn();
  await vi.advanceTimersByTimeAsync(271_000);
  await vi.waitFor(() => expect(starts).toHaveBeenCalledOnce(), 15_000);
  expect(server.callsOf(me)).toHaveLength(1);
  expect(sessionState().accessToken).toBeNull();
});

test('OPN-17 who signs in while this tab is about to show somebody else begins anew', async () => {
  const starts = watchStarts();
  const modules = Promise.withResolvers<object>();
  const server = fakeServer([
    ...sessionReplies(),
    [renewSession, () => ({ ...aSession(), cpId: 3 })],
    [companyModules, () => modules.promise],
  ]);
  localStorage.setItem('portal.session', 'open');
  const started = sessionStarted();
  await vi.waitFor(() => expect(server.callsOf(companyModules)).toHaveLength(1), 15_000);
  holdToken({ ...ofAnother, expiresAt: ofAnother.expiresAt.toISOString() });
  modules.resolve({ modules: [] });
  expect(await started).toBeNull();
  expect(starts).toHaveBeenCalledOnce();
  expect(sessionState()).toMatchObject({ accessToken: null, viewer: null });
});

/** Another tab waits for its turn; gives back whether that has come. */
function anotherTabWaits() {
  let isItsTurn = false;
  void locks.request('portal.session', () => void (isItsTurn = true));
  return async () => {
    await vi.advanceTimersByTimeAsync(1_000);
    return isItsTurn;
  };
}

test('SES-09 SES-07 while a sign-out is on its way nobody signs in in another tab, whose cookie would go with the old one', async () => {
  servedSecurely();
  const left = Promise.withResolvers<object>();
  const server = fakeServer([[signOut, () => left.promise]]);
  signIn();
  endSession('signed-out');
  await vi.waitFor(() => expect(server.callsOf(signOut)).toHaveLength(1), 15_000);
  const isItsTurn = anotherTabWaits();
  expect(await isItsTurn()).toBe(false);
  left.resolve({ message: 'Signed out.' });
  await hasLeft();
  expect(await isItsTurn()).toBe(true);
});

test('SES-09 a sign-out that waits for its turn lets go of whoever has come in meanwhile in another tab', async () => {
  servedSecurely();
  const server = fakeServer([[signOut, { message: 'Signed out.' }]]);
  signIn();
  const elsewhere = Promise.withResolvers<void>();
  const comingIn = locks.request('portal.session', () => elsewhere.promise);
  endSession('signed-out');
  await vi.advanceTimersByTimeAsync(1_000);
  localStorage.setItem('portal.session', 'open');
  elsewhere.resolve();
  await comingIn;
  await hasLeft();
  expect(server.callsOf(signOut)).toEqual([]);
  expect(localStorage.getItem('portal.session')).toBe('open');
});

test.each([
  ['a password', enter, () => signInWith('ann@example.com', 'secret')],
  ['a code', confirmCode, () => confirm('c'.repeat(40), '123456')],
  ['a recovery code', enterByRecoveryCode, () => enterBy('c'.repeat(40), 'abcde-fghij')],
  ['a new app', verifyMfaSetup, () => verify('123456', { challenge: 'c'.repeat(40) })],
])(
  'SES-09 who comes in by %s waits for a sign-out that another tab has on its way',
  async (_what, endpoint, comeIn) => {
    servedSecurely();
    const server = fakeServer([[endpoint, endpoint === verifyMfaSetup ? aVerified() : aSession()]]);
    const elsewhere = Promise.withResolvers<void>();
    const leaving = locks.request('portal.session', () => elsewhere.promise);
    const entered = comeIn();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.callsOf(endpoint)).toEqual([]);
    elsewhere.resolve();
    await leaving;
    expect(await entered).toMatchObject({ next: 'session' });
  },
);

/** Somebody left while the server could not be reached, and there is a network now. */
function comesBack(renewed: unknown) {
  localStorage.setItem('portal.session', 'leaving');
  const server = fakeServer([
    [renewSession, renewed],
    [signOut, { message: 'Signed out.' }],
  ]);
  window.dispatchEvent(new Event('online'));
  return server;
}

test('SES-09 whoever came in while the server was being told stays in', async () => {
  const cookie = Promise.withResolvers<object>();
  const server = comesBack(() => cookie.promise);
  holdToken({ ...anotherToken, expiresAt: anotherToken.expiresAt.toISOString() });
  cookie.resolve(aSession());
  await hasLeft();
  expect(server.callsOf(signOut)).toEqual([]);
  expect(sessionState()).toMatchObject({ phase: 'held', accessToken: 'another-token' });
  expect(localStorage.getItem('portal.session')).toBe('open');
});

test('SES-09 OPN-17 a session that has ended by itself meanwhile need not be told of', async () => {
  const server = comesBack(noSession);
  await hasLeft();
  expect(server.callsOf(signOut)).toEqual([]);
  expect([localStorage.length, isSignOutUntold()]).toEqual([0, false]);
});

test('SES-09 SIG-10 a sign-in waits until the old session is gone, whose cookie would go with it', async () => {
  const left = Promise.withResolvers<object>();
  const server = comesBack(() => aSession());
  server.answer(signOut, () => left.promise);
  server.answer(enter, aSession());
  const entered = signInWith('ann@example.com', 'secret');
  await vi.advanceTimersByTimeAsync(100);
  expect([server.callsOf(signOut).length, server.callsOf(enter).length]).toEqual([1, 0]);
  left.resolve({ message: 'Signed out.' });
  await entered;
  expect(server.callsOf(enter)).toHaveLength(1);
});
