import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { companyModules, writeLog } from '@portal/contract/companies/endpoints.ts';
import { listBroadcasts } from '@portal/contract/conversations/broadcast-endpoints.ts';
import { listConversations } from '@portal/contract/conversations/endpoints.ts';
import { listSessions } from '@portal/contract/identity/account-endpoints.ts';
import { me, renewSession, signIn as enter, signOut, tellActivity } from '@portal/contract/identity/endpoints.ts';
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { listNotifications, readProvider, trainingAcknowledgement } from '@portal/contract/providers/endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { talker } from '#test/conversations.tsx';
import { clinic } from '#test/patients.tsx';
import { aSession, fakeLine, meReply, noSession, openPortal, sessionReplies } from '#test/portal.tsx';
import { call } from '#api/call.ts';
import { idleFor } from '#api/idle.ts';
import { type Viewer, endSession, forgetSession, sessionState } from '#api/session.ts';
import { keep } from '#kit/remember.ts';
import { toastSuccess } from '#kit/toast.ts';

const failed = (status: number) => ({ status, body: { code: 'unexpected', message: '' } });
const inside = () => screen.findByRole('heading', { level: 1, name: 'Account' });
const outside = () => screen.findByLabelText('Email');
const paths = ({ calls }: { calls: readonly { path: string }[] }) => calls.map((call) => call.path);

/** What is kept in the browser, but for the bulletin, which says nothing of anybody (OPC-98). */
const keptHere = () =>
  Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n)).filter((key) => key !== 'bulletin');

describe('the start of a session', () => {
  test('SES-01 SES-02 OPN-40 APA-07 a page load reads session, person, modules and groups, and shows that it loads', async () => {
    let open: (value: unknown) => void = () => undefined;
    const portal = openPortal('/account', [
      ...sessionReplies(),
      [companyModules, () => new Promise((resolve) => (open = resolve))],
    ]);
    await waitFor(() => expect(portal.callsOf(companyModules)).toHaveLength(1));
    screen.getByText('Loading…');
    expect(portal.path()).toBe('/account');
    await act(async () => open({ modules: [{ modId: 1, name: 'TrialCard', description: '', basicAuthAllowed: 0 }] }));
    await inside();
    expect(portal.callsOf(readProvider)[0]?.query).toEqual({ cp_id: 3 });
    expect(portal.callsOf(companyModules)[0]?.query).toEqual({ company_id: 1 });
    expect(portal.callsOf(trainingAcknowledgement)[0]?.query).toEqual({ cp_id: 3 });
    expect(portal.callsOf(listCareGroups)).toHaveLength(1);
  });

  test('SES-02 without TrialCard the training acknowledgement is not loaded', async () => {
    const portal = openPortal('/account', sessionReplies({ modules: ['Assessments'] }));
    await inside();
    expect(portal.callsOf(trainingAcknowledgement)).toEqual([]);
  });

  test.each([
    ['answers 500', () => failed(500)],
    ['gets no answer', () => Promise.reject(new TypeError('offline'))],
  ])('SES-03 a start that %s signs out and leads to the connection alert', async (_what, reply) => {
    const portal = openPortal('/account', [...sessionReplies(), [companyModules, reply]]);
    await outside();
    screen.getByText(/problem with your connection/);
    expect(portal.path()).toBe('/sign-in?connectionError=true&redirect=%2Faccount');
    await waitFor(() => expect(portal.callsOf(signOut)).toHaveLength(1));
    expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
  });

  test('SES-04 RTE-38 OPN-15 nobody being signed in is no connection problem, and no sign-out', async () => {
    const portal = openPortal('/account?tab=1', [[renewSession, noSession]]);
    await outside();
    expect(portal.path()).toBe('/sign-in?redirect=%2Faccount%3Ftab%3D1');
    // Not even whether there is a session is asked, which the browser's console would show as a failed call.
    expect(paths(portal)).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['answers 500', () => failed(500)],
    ['answers 503', () => failed(503)],
    ['answers 429', () => failed(429)],
    ['gets no answer', () => Promise.reject(new TypeError('away'))],
  ])(
    'SES-03 SES-09 where the call for the session itself %s, the person is signed out: the next load asks for a password, and the server is told',
    async (_what, reply) => {
      const away = openPortal('/account', [...sessionReplies(), [renewSession, reply]]);
      await outside();
      screen.getByText(/problem with your connection/);
      expect(away.path()).toBe('/sign-in?connectionError=true&redirect=%2Faccount');
      away.unmount();
      expect(localStorage.getItem('portal.session')).toBe('leaving');
      forgetSession();
      const later = openPortal('/account', sessionReplies());
      await outside();
      await waitFor(() => expect(later.callsOf(signOut)).toHaveLength(1));
      expect(sessionState().accessToken).toBeNull();
      await waitFor(() => expect(keptHere()).toEqual([]));
    },
  );

  test.each(['beforeunload', 'pagehide'])(
    'SEC-03 a call for the session that the browser gives up because the page is left (%s) signs nobody out',
    async (event) => {
      const given = Promise.withResolvers<object>();
      const portal = openPortal('/account', [...sessionReplies(), [renewSession, () => given.promise]]);
      await waitFor(() => expect(portal.callsOf(renewSession)).toHaveLength(1));
      portal.answer(renewSession, () => aSession());
      act(() => void window.dispatchEvent(new Event(event)));
      given.reject(new TypeError('NetworkError when attempting to fetch resource.'));
      // A page that was to go and has stayed.
      await inside();
      expect(portal.callsOf(signOut)).toEqual([]);
      expect(localStorage.getItem('portal.session')).toBe('open');
    },
  );

  test('SES-03 a call for the session that failed once is asked for again only to tell the server', async () => {
    let isFirst = true;
    const portal = openPortal('/account', [
      ...sessionReplies(),
      [
        renewSession,
        () => {
          const reply = isFirst ? failed(503) : aSession();
          isFirst = false;
          return reply;
        },
      ],
    ]);
    await outside();
    screen.getByText(/problem with your connection/);
    await waitFor(() => expect(paths(portal)).toEqual(['/auth/session', '/auth/session', '/auth/sign-out']));
    await waitFor(() => expect(keptHere()).toEqual([]));
    expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
  });

  test('SES-03 OPN-17 a session whose start fails is told to the other tabs as one that ended by the connection', async () => {
    const heard = new Promise(
      (resolve) => (otherTab.onmessage = ({ data }) => data.type === 'signed-out' && resolve(data)),
    );
    openPortal('/account', [...sessionReplies(), [renewSession, () => failed(503)]]);
    await outside();
    expect(await heard).toEqual({ type: 'signed-out', hasExpired: false, hasFailed: true });
  });

  test('SES-03 OPN-17 a tab that hears of it ends with the connection alert, and what was typed there stays for the person', async () => {
    const portal = openPortal('/account', sessionReplies());
    await inside();
    keep('a draft 3', 'typed', '');
    otherTab.postMessage({ type: 'signed-out', hasExpired: false, hasFailed: true });
    await outside();
    screen.getByText(/problem with your connection/);
    expect(portal.path()).toBe('/sign-in?connectionError=true&redirect=%2Faccount');
    expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
    expect(portal.callsOf(signOut)).toEqual([]);
    expect(sessionStorage.getItem('portal.kept.a draft 3')).toBe('"typed"');
  });

  test('SES-03 OPN-17 a tab that was just starting does not open the session again that another one has ended', async () => {
    const answer = Promise.withResolvers<object>();
    const portal = openPortal('/account', [...sessionReplies(), [renewSession, () => answer.promise]]);
    await waitFor(() => expect(portal.callsOf(renewSession)).toHaveLength(1));
    localStorage.setItem('portal.session', 'leaving');
    otherTab.postMessage({ type: 'signed-out', hasExpired: false, hasFailed: true });
    answer.resolve(aSession());
    await outside();
    expect(localStorage.getItem('portal.session')).toBe('leaving');
    expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
  });

  test('SES-09 OPN-17 who signed out while the server was away stays signed out, however often the page is loaded meanwhile', async () => {
    localStorage.setItem('portal.session', 'leaving');
    const away = openPortal('/account', [
      [renewSession, { status: 503, body: { code: 'unavailable', message: 'Later.' } }],
    ]);
    await outside();
    away.unmount();
    expect(localStorage.getItem('portal.session')).toBe('leaving');
  });

  test('OPN-15 from the start page there is nothing to come back to', async () => {
    const portal = openPortal('/', [[renewSession, noSession]]);
    await outside();
    expect(portal.path()).toBe('/sign-in');
  });

  test('SES-05 a training acknowledgement that cannot be read lets a person in', async () => {
    const portal = openPortal('/account', [
      ...sessionReplies({ trainingComplete: 0 }),
      [trainingAcknowledgement, failed(500)],
    ]);
    await inside();
    expect(portal.path()).toBe('/account');
    expect(sessionState().viewer?.trainingComplete).toBeNull();
  });

  test('SES-17 null care groups are none', async () => {
    openPortal('/account', [...sessionReplies(), [listCareGroups, { groups: null }]]);
    await inside();
    expect(sessionState().viewer?.gIds).toEqual([]);
  });

  test.each([
    [{}, '/dashboard', 'Dashboard'],
    [{ modules: null }, '/dashboard', 'Dashboard'],
    [{ modules: [] }, '/not-found', 'Page not found'],
  ])('OPN-42 RTE-36 the modules answer %j leads from / to %s', async (body, path, title) => {
    const reply = () => new Response(JSON.stringify(body), { status: 200 });
    const portal = openPortal('/', [...sessionReplies(), [companyModules, reply]]);
    await screen.findByRole('heading', { name: title });
    expect(portal.path()).toBe(path);
  });

  test('OPN-88 PRM-02 "SiteUser" means "Site User"', async () => {
    const portal = openPortal('/', sessionReplies());
    const own = { cpId: 3, companyId: 1, adminRights: 0, type: 'SiteUser', modules: ['TrialCard'], gIds: [] };
    portal.answer(me, () => new Response(JSON.stringify(own), { status: 200 }));
    await screen.findByRole('heading', { level: 1, name: 'Participants' });
    expect(sessionState().viewer?.type).toBe('Site User');
  });
});

/** What a tab that was somebody else's says to who is in now. */
const saidToNext = () => screen.queryAllByText(/^You are now signed in/).map(({ textContent }) => textContent);

describe('the end of a session', () => {
  test('SES-06 SES-07 SES-08 OPN-15 OPN-20 SER-21 CLN-10 CER-46 a refused call ends it with an alert that stays until dismissed', async () => {
    const portal = openPortal('/account', [...sessionReplies(), [listNotifications, noSession]]);
    portal.answer(renewSession, () => (portal.callsOf(listNotifications).length > 0 ? noSession : aSession()));
    await outside();
    expect((await screen.findByRole('alert')).textContent).toBe('Session expired.');
    expect(portal.path()).toBe('/sign-in?redirect=%2Faccount');
    expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
    expect(keptHere()).toEqual([]);
    await portal.user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('SES-07 SEC-02 LOG-01 who signs in after somebody else begins at the start page, which is loaded anew, reads nothing of what that one had done, and is told who is in', async () => {
    const begin = vi.fn<(path: string | URL) => void>();
    const before = window.location.replace.bind(window.location);
    window.location.replace = begin;
    onTestFinished(() => {
      window.location.replace = before;
    });
    const logging = [writeLog, { message: 'Logged.' }] as const;
    const portal = openPortal('/account', [...sessionReplies(), logging], { mode: 'staging' });
    await inside();
    act(() => endSession('expired'));
    await outside();
    // The answer to the last press of who was here.
    act(() => toastSuccess('Document “Consent of Jane Doe” is uploaded.'));
    portal.answer(enter, { ...aSession(), accessToken: 'another-token', cpId: 4 });
    const known = portal.calls.length;
    await portal.user.write(screen.getByLabelText('Email'), 'pharmacy@meridian.example');
    await portal.user.write(screen.getByLabelText('Password'), 'Harvest-Moon-2026!');
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign In' });
    await waitFor(() => expect(send.disabled).toBe(false));
    await portal.user.click(send);
    await waitFor(() => expect(begin.mock.calls).toEqual([['/']]));
    expect(paths(portal).slice(known)).toEqual(['/auth/sign-in', '/web/logging']);
    const [entry] = portal.callsOf(writeLog);
    expect([entry?.body.event, entry?.body.cpId, entry?.headers.get('authorization')]).toEqual([
      'sign-in',
      4,
      'Bearer another-token',
    ]);
    expect(screen.queryByText(/Jane Doe/)).toBeNull();
    // The page that is loaded in its place.
    portal.unmount();
    forgetSession();
    const later = openPortal('/', sessionReplies({ cpId: 4, modules: ['Assessments'] }));
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(sessionState().viewer?.cpId).toBe(4);
    expect(saidToNext()).toEqual(['You are now signed in as Sam Sites.']);
    await later.user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(saidToNext()).toEqual([]);
  });

  test.each([
    [4, 'expired', '/dashboard', 'Dashboard', ['You are now signed in as Sam Sites.']],
    [4, 'idle', '/dashboard', 'Dashboard', ['You are now signed in as Sam Sites.']],
    [3, 'expired', '/account', 'Account', []],
  ] as const)(
    'SIG-16 OPN-15 where the session of person 3 ended and person %i goes in (%s), a tab leads to %s',
    async (cpId, ending, path, title, words) => {
      const modules = ['Assessments'] as const;
      const first = openPortal('/account', sessionReplies({ modules }));
      await inside();
      act(() => endSession(ending));
      await outside();
      expect(first.path()).toBe('/sign-in?redirect=%2Faccount');
      first.unmount();
      await waitFor(() => expect(keptHere()).toEqual([]));
      // The browser gives the tab up meanwhile, and loads it again; then another tab signs in, for which it is loaded anew.
      forgetSession();
      const between = openPortal('/sign-in?redirect=%2Faccount', [[renewSession, noSession]]);
      await outside();
      between.unmount();
      forgetSession();
      const later = openPortal('/sign-in?redirect=%2Faccount', sessionReplies({ cpId, modules }));
      await screen.findByRole('heading', { level: 1, name: title });
      expect(later.path()).toBe(path);
      expect(saidToNext()).toEqual(words);
    },
  );

  test('PRV-09 after a sign-out the tab knows nobody, and tells the next one nothing', async () => {
    const first = openPortal('/account', sessionReplies());
    await inside();
    act(() => endSession('signed-out'));
    await outside();
    first.unmount();
    expect(sessionStorage).toHaveLength(0);
    await waitFor(() => expect(keptHere()).toEqual([]));
    forgetSession();
    openPortal('/account', sessionReplies({ cpId: 4 }));
    await inside();
    expect(saidToNext()).toEqual([]);
  });

  test('SES-08 a session that ran out while the page was closed is told of, too', async () => {
    localStorage.setItem('portal.session', 'open');
    const portal = openPortal('/account', [[renewSession, noSession]]);
    await outside();
    expect(screen.getByRole('alert').textContent).toBe('Session expired.');
    expect(portal.path()).toBe('/sign-in?redirect=%2Faccount');
  });

  test('SES-09 NAV-06 SER-33 OPN-13 LOG-05 signing out asks first and is logged; declining keeps the session', async () => {
    const logging = [writeLog, { message: 'Logged.' }] as const;
    const portal = openPortal('/account', [...sessionReplies(), logging], { mode: 'staging' });
    await inside();
    const press = (name: string) => portal.user.click(screen.getByRole('button', { name }));
    await press('Sign Out');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Are you sure you want to sign out?');
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([portal.callsOf(signOut), portal.callsOf(writeLog)]).toEqual([[], []]);
    await press('Sign Out');
    const [, confirm] = await waitFor(() => {
      const buttons = screen.getAllByRole('button', { name: 'Sign Out', hidden: true });
      expect(buttons).toHaveLength(2);
      return buttons;
    });
    if (confirm) await portal.user.click(confirm);
    await outside();
    expect(portal.path()).toBe('/sign-in');
    expect(portal.callsOf(signOut)[0]?.headers.get('authorization')).toBe('Bearer a-token');
    const [entry, ...more] = portal.callsOf(writeLog);
    expect([entry?.body.event, entry?.headers.get('authorization'), more]).toEqual(['sign-out', 'Bearer a-token', []]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('NAV-06 SER-33 the question says what would be lost in another tab, and nothing where none has told that it holds something', async () => {
    const lost = () => screen.queryByText('What you typed in another tab and have not saved will be lost.');
    const portal = openPortal('/account', sessionReplies());
    await inside();
    const asked = new Promise((resolve) => {
      otherTab.onmessage = ({ data }) => data.type === 'holds?' && resolve(data);
    });
    await portal.user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await screen.findByRole('dialog');
    await asked;
    expect(lost()).toBeNull();
    otherTab.postMessage({ type: 'holds' });
    await waitFor(() => expect(lost()).not.toBeNull());
  });

  test('SES-09 who signs out while the server is away is not signed in again by the next page load', async () => {
    const offline = [signOut, () => Promise.reject(new TypeError('offline'))] as const;
    const portal = openPortal('/account', [...sessionReplies(), offline]);
    await inside();
    act(() => endSession('signed-out'));
    await outside();
    await waitFor(() => expect(portal.callsOf(signOut)).toHaveLength(1));
    portal.unmount();
    forgetSession();
    const later = openPortal('/account', sessionReplies());
    await outside();
    expect(later.path()).toBe('/sign-in');
    await waitFor(() => expect(later.callsOf(signOut)).toHaveLength(1));
    await waitFor(() => expect(keptHere()).toEqual([]));
    expect(sessionState().accessToken).toBeNull();
  });

  test('SES-09 SEC-05 who signs out with a token that has aged, as in a computer that slept, is signed out on the server by the cookie', async () => {
    const portal = openPortal('/account', sessionReplies());
    await inside();
    const before = portal.calls.length;
    let isFirst = true;
    portal.answer(signOut, () => {
      const reply = isFirst ? failed(401) : { message: 'Signed out.' };
      isFirst = false;
      return reply;
    });
    portal.answer(renewSession, { ...aSession(), accessToken: 'another-token' });
    act(() => endSession('signed-out'));
    await outside();
    await waitFor(() => expect(keptHere()).toEqual([]));
    expect(paths(portal).slice(before)).toEqual(['/auth/sign-out', '/auth/session', '/auth/sign-out']);
    expect(portal.callsOf(signOut).at(-1)?.headers.get('authorization')).toBe('Bearer another-token');
  });

  test('SES-07 SES-09 REL-17 who signs out without a network is out at once; the server is told as soon as there is one, and of nothing else', async () => {
    const noNetwork = () => Promise.reject(new TypeError('offline'));
    const portal = openPortal('/account', sessionReplies());
    await inside();
    portal.answer(signOut, noNetwork);
    portal.answer(renewSession, noNetwork);
    act(() => endSession('signed-out'));
    await outside();
    expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
    const said = () => screen.queryByText(/The server will be told/);
    await waitFor(() => expect(said()).not.toBeNull());
    // There is a network again, and it leads nowhere yet.
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(portal.callsOf(renewSession)).toHaveLength(2));
    expect(said()).not.toBeNull();

    const before = portal.calls.length;
    // The token is too old by then; the cookie gives another one.
    portal.answer(renewSession, { ...aSession(), accessToken: 'another-token' });
    portal.answer(signOut, { message: 'Signed out.' });
    act(() => void window.dispatchEvent(new Event('online')));
    await waitFor(() => expect(said()).toBeNull());
    expect(paths(portal).slice(before)).toEqual(['/auth/session', '/auth/sign-out']);
    expect(portal.callsOf(signOut).at(-1)?.headers.get('authorization')).toBe('Bearer another-token');
    expect(keptHere()).toEqual([]);
    expect(sessionState().accessToken).toBeNull();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(portal.calls).toHaveLength(before + 2);
  });

  test('SEC-05 the back button of the sign-in page leads nowhere without a session', async () => {
    const portal = openPortal('/sign-in', [[renewSession, noSession]]);
    await outside();
    window.history.replaceState(null, '', '/participants');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    await waitFor(() => expect(portal.path()).toBe('/sign-in?redirect=%2Fparticipants'));
    await outside();
  });

  test('OPN-17 signing out in one tab signs out all', async () => {
    const portal = openPortal('/account', sessionReplies());
    await inside();
    otherTab.postMessage({ type: 'signed-out', hasExpired: false });
    await outside();
    expect(portal.path()).toBe('/sign-in');
    expect(sessionState().viewer).toBeNull();
    expect(portal.callsOf(signOut)).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('SES-08 OPN-17 where the time was up each tab says so, also one that hears of it from another', async () => {
    const portal = openPortal('/account', sessionReplies());
    await inside();
    otherTab.postMessage({ type: 'signed-out', hasExpired: true });
    await outside();
    expect((await screen.findByRole('alert')).textContent).toBe('Session expired.');
    expect(portal.path()).toBe('/sign-in?redirect=%2Faccount');
  });

  test('SES-08 OPN-17 a session that ends by a refused call is told to the other tabs as one whose time is up', async () => {
    const heard = new Promise(
      (resolve) => (otherTab.onmessage = ({ data }) => data.type === 'signed-out' && resolve(data)),
    );
    const portal = openPortal('/account', [...sessionReplies(), [listNotifications, noSession]]);
    portal.answer(renewSession, () => (portal.callsOf(listNotifications).length > 0 ? noSession : aSession()));
    await outside();
    expect(await heard).toEqual({ type: 'signed-out', hasExpired: true, hasFailed: false });
  });
});

describe('doing nothing', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (minutes: number, seconds = 0) =>
    act(() => vi.advanceTimersByTimeAsync((minutes * 60 + seconds) * 1000));
  const warning = () => screen.queryByText(/You will be logged out for inactivity in \d+ seconds\./)?.textContent;
  const left = () => Number(/in (\d+) seconds/.exec(warning() ?? '')?.[1]);
  /** A person who has just come in, with the clock at zero; the server knows of all they have done. */
  async function comeIn(mode: 'test' | 'development' = 'test', viewer: Partial<Viewer> = {}) {
    const line = fakeLine();
    const portal = openPortal('/account', [...sessionReplies(viewer), [writeLog, { message: 'Logged.' }]], { mode });
    await inside();
    await counted(portal);
    // While it does not stand, what is shown is asked for each minute, and each call tells of the input.
    await line.connect();
    await move();
    await call(listSessions, {});
    return portal;
  }
  /** What waits is asked for by the page itself, once it is there: a call like any other. */
  async function counted(portal: ReturnType<typeof openPortal>) {
    await waitFor(async () => {
      await act(() => vi.advanceTimersByTimeAsync(10));
      expect(portal.callsOf(listNeeds)).toHaveLength(1);
    });
  }
  async function move() {
    fireEvent.mouseMove(document.body);
    await act(() => vi.advanceTimersByTimeAsync(260));
  }

  test('SES-10 SES-11 SCN-02 LOG-05 OPN-15 after 15 minutes the person is signed out, logged and led to sign-in', async () => {
    const portal = await comeIn('development');
    await pass(14, 58);
    expect(sessionState().viewer).not.toBeNull();
    await pass(0, 3);
    await outside();
    expect(portal.path()).toBe('/sign-in?redirect=%2Faccount');
    expect(sessionState()).toEqual({ phase: 'none', accessToken: null, viewer: null });
    expect(portal.callsOf(writeLog).map((call) => call.body.event)).toContain('idle-sign-out');
    await waitFor(() => expect(portal.callsOf(signOut)).toHaveLength(1));
    await waitFor(() => expect(keptHere()).toEqual([]));
  });

  test('SES-12 SES-13 SER-28 OPN-19 in the last 15 seconds a warning counts down, from 14 and never below 0', async () => {
    await comeIn();
    await pass(14, 40);
    expect(warning()).toBeUndefined();
    const seen = new Set<number>();
    for (let i = 0; i < 22; i++) {
      await pass(0, 1);
      if (warning()) seen.add(left());
    }
    expect([...seen][0]).toBe(14);
    expect([...seen]).toEqual([...seen].sort((a, b) => b - a));
    expect(seen.size).toBeGreaterThan(12);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(0);
  });

  test('SES-12 OPN-19 where a company lengthened the warning, it counts down from there', async () => {
    await comeIn('test', { idleWarningSeconds: 60 });
    await pass(13, 57);
    expect(warning()).toBeUndefined();
    await pass(0, 4);
    expect(left()).toBeGreaterThan(55);
    expect(left()).toBeLessThan(60);
    await pass(0, 40);
    expect(warning()).toBe(`You will be logged out for inactivity in ${left()} seconds.`);
    expect(sessionState().viewer).not.toBeNull();
  });

  test('SES-14 the warning clears on activity, and the 15 minutes start again', async () => {
    await comeIn();
    await pass(14, 50);
    expect(warning()).toBeDefined();
    await move();
    expect(warning()).toBeUndefined();
    await pass(5, 10);
    expect(sessionState().viewer).not.toBeNull();
    await pass(9, 55);
    await outside();
  });

  test.each([
    [13, 35],
    [14, 50],
  ])(
    'SES-14 SEC-04 who comes back after %i:%i is told of at once, and stays signed in however long they write without calls',
    async (minutes, seconds) => {
      const portal = await comeIn();
      endWhenIdle(portal);
      await pass(minutes, seconds);
      expect(portal.callsOf(tellActivity)).toEqual([]);
      await move();
      expect(portal.callsOf(tellActivity).map(({ body }) => body.idleMs < 1_000)).toEqual([true]);
      for (let minute = 0; minute < 10; minute++) {
        await pass(1);
        await move();
      }
      expect(sessionState().viewer).not.toBeNull();
      expect(portal.callsOf(tellActivity).length).toBeLessThan(5);
    },
  );

  test('SES-14 SEC-04 input that could not be told of is told of ten seconds later', async () => {
    const portal = await comeIn();
    portal.answer(tellActivity, () => Promise.reject(new TypeError('away')));
    await pass(14, 40);
    await move();
    await pass(0, 5);
    await move();
    expect(portal.callsOf(tellActivity)).toHaveLength(1);
    endWhenIdle(portal);
    await pass(0, 6);
    expect(portal.callsOf(tellActivity)).toHaveLength(2);
    await pass(1);
    expect(portal.callsOf(tellActivity)).toHaveLength(2);
  });

  test('SES-15 a burst of movement counts once, 250 ms after its end', async () => {
    await comeIn();
    await pass(14, 50);
    const heard: unknown[] = [];
    otherTab.onmessage = ({ data }) => heard.push(data);
    for (let i = 0; i < 5; i++) {
      fireEvent.mouseMove(document.body);
      await act(() => vi.advanceTimersByTimeAsync(20));
    }
    expect(warning()).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(260));
    expect(warning()).toBeUndefined();
    await waitFor(() => expect(heard).toEqual([{ type: 'input', agoMs: 250 }]));
  });

  test('OPN-18 activity in another tab keeps this one in', async () => {
    await comeIn();
    await pass(14, 50);
    otherTab.postMessage({ type: 'input' });
    await waitFor(() => expect(warning()).toBeUndefined());
    await pass(1);
    expect(sessionState().viewer).not.toBeNull();
  });

  test('OPN-18 SEC-04 what was done long ago in another tab, which slept before it could tell, keeps nobody in', async () => {
    const portal = await comeIn();
    endWhenIdle(portal);
    await pass(14, 50);
    otherTab.postMessage({ type: 'input', agoMs: 16 * 60_000 });
    await pass(0, 15);
    await outside();
    expect(sessionState().viewer).toBeNull();
  });

  test('OPN-18 after a sleep the elapsed time is looked at before the first movement counts', async () => {
    const portal = await comeIn('development');
    endWhenIdle(portal);
    vi.setSystemTime(Date.now() + 20 * 60_000);
    fireEvent.mouseMove(document.body);
    await pass(0, 2);
    await outside();
    expect((await screen.findByRole('alert')).textContent).toBe('Session expired.');
    expect(sessionState().viewer).toBeNull();
    expect(portal.callsOf(writeLog).map((logged) => logged.body.event)).toContain('idle-sign-out');
  });

  test('OPN-18 after a sleep a session of which the server says nothing has ended', async () => {
    const portal = await comeIn();
    portal.answer(tellActivity, () => Promise.reject(new TypeError('away')));
    vi.setSystemTime(Date.now() + 20 * 60_000);
    fireEvent.mouseMove(document.body);
    await outside();
    expect(sessionState().viewer).toBeNull();
  });

  test('SEC-04 OPN-18 a tab that slept while another one was used asks the server, and ends neither its own work nor that of the other', async () => {
    const portal = await comeIn();
    const end = new Date(Date.now() + 8 * 3_600_000);
    const asked = () => portal.callsOf(tellActivity).map(({ body }) => Math.floor(body.idleMs / 60_000));
    const heard: unknown[] = [];
    otherTab.onmessage = ({ data }) => heard.push(data.type);
    vi.setSystemTime(Date.now() + 30 * 3_600_000);
    // The other tab was used a minute ago.
    const idleEndsAt = new Date(Date.now() + 14 * 60_000);
    portal.answer(tellActivity, () => ({ message: 'Noted.', idleEndsAt, endsAt: end }));
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0, 2);
    expect(asked()).toEqual([24 * 60]);
    expect(sessionState().viewer).not.toBeNull();
    await pass(13, 45);
    expect(warning()).toBeDefined();
    expect(asked()).toEqual([24 * 60]);
    await pass(0, 15);
    await outside();
    await waitFor(() => expect(heard).toEqual(['signed-out']));
  });

  test('REL-10 SEC-04 a clock that is set back by an hour keeps nobody signed in who does nothing', async () => {
    await comeIn();
    await pass(1);
    vi.setSystemTime(Date.now() - 3_600_000);
    await pass(13, 50);
    expect(warning()).toBeDefined();
    fireEvent.scroll(document.body);
    await pass(0, 12);
    await outside();
    expect(sessionState().viewer).toBeNull();
  });

  test('REL-10 SES-16 a clock that is set back by an hour signs nobody out of an open page', async () => {
    const portal = await comeIn();
    goTo('/not-found');
    await screen.findByText(/404/);
    vi.setSystemTime(Date.now() - 3_600_000);
    await pass(9);
    expect(portal.callsOf(tellActivity).map(({ body }) => body.idleMs)).toEqual([0, 0]);
  });

  test('OPN-18 SEC-04 a page that scrolls by itself keeps nobody signed in', async () => {
    await comeIn();
    for (let minute = 0; minute < 14; minute++) {
      await pass(1);
      fireEvent.scroll(document.body);
    }
    await pass(0, 50);
    expect(warning()).toBeDefined();
    await pass(0, 12);
    await outside();
    expect(sessionState().viewer).toBeNull();
  });

  test.each([
    ['the wheel', () => fireEvent.wheel(document.body)],
    ['a finger', () => fireEvent.touchMove(document.body)],
    ['a key', () => fireEvent.keyDown(document.body)],
  ])('OPN-18 a scroll soon after %s is what a person did, and later none', async (_what, does) => {
    await comeIn();
    await pass(1);
    does();
    await pass(0, 0.3);
    expect(idleFor()).toBeGreaterThanOrEqual(300);
    fireEvent.scroll(document.body);
    expect(idleFor()).toBe(0);
    await pass(0, 2);
    fireEvent.scroll(document.body);
    expect(idleFor()).toBeGreaterThanOrEqual(2_000);
  });

  test('OPN-18 whoever holds the scroll bar scrolls; once it is let go, the page does', async () => {
    await comeIn();
    fireEvent.mouseDown(document.body, { buttons: 1 });
    await pass(14, 50);
    expect(warning()).toBeDefined();
    fireEvent.scroll(document.body);
    await act(() => vi.advanceTimersByTimeAsync(260));
    expect(warning()).toBeUndefined();
    fireEvent.mouseUp(document.body, { buttons: 0 });
    await pass(14, 50);
    fireEvent.scroll(document.body);
    await act(() => vi.advanceTimersByTimeAsync(260));
    expect(warning()).toBeDefined();
  });

  /** SEC-04: from now on the session ends on the server 15 minutes after the last input that it was told of. */
  function endWhenIdle(portal: ReturnType<typeof openPortal>) {
    let lastInputAt = Date.now();
    const idleEndsAt = () => new Date(lastInputAt + 15 * 60_000);
    const isOver = () => new Date() >= idleEndsAt();
    const end = new Date(Date.now() + 3_600_000);
    const [, own] = meReply('none');
    const told = (idleFor: number, reply: () => unknown) => {
      if (isOver()) return noSession;
      lastInputAt = Math.max(lastInputAt, Date.now() - idleFor);
      return reply();
    };
    portal.answer(renewSession, () => (isOver() ? noSession : aSession()));
    portal.answer(me, ({ headers }: { headers: Headers }) => told(Number(headers.get('x-idle-ms')), () => own));
    portal.answer(tellActivity, ({ body }: { body: { idleMs: number } }) =>
      told(body.idleMs, () => ({ message: 'Noted.', idleEndsAt: idleEndsAt(), endsAt: end })),
    );
  }
  const goTo = (path: string) => {
    window.history.pushState(null, '', path);
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  };

  test('SES-16 on an open page nobody is warned or signed out, neither there nor by the server', async () => {
    const portal = await comeIn();
    endWhenIdle(portal);
    goTo('/not-found');
    await screen.findByText(/404/);
    const before = portal.callsOf(renewSession).length;
    await pass(14, 50);
    expect(warning()).toBeUndefined();
    await pass(17);
    expect(portal.path()).toBe('/not-found');
    expect(sessionState().viewer).not.toBeNull();
    expect(portal.callsOf(tellActivity).map(({ body }) => body.idleMs)).toEqual(Array.from({ length: 7 }, () => 0));
    expect(portal.callsOf(renewSession).length).toBeGreaterThan(before + 3);
    goTo('/account');
    await inside();
  });

  test('SES-16 who has an open page loaded anew in front of them stays signed in, too', async () => {
    (await comeIn()).unmount();
    forgetSession();
    const portal = openPortal('/notification-preferences', sessionReplies());
    endWhenIdle(portal);
    await screen.findByRole('heading', { name: 'Manage Notifications' });
    await pass(17);
    expect(portal.callsOf(tellActivity).map(({ body }) => body.idleMs)).toEqual([0, 0, 0, 0]);
    expect(sessionState().phase).toBe('held');
  });

  test('SEC-04 of an open page that is in front of nobody the server is told nothing, until somebody comes back to it', async () => {
    const portal = await comeIn();
    goTo('/not-found');
    await screen.findByText(/404/);
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(14);
    expect(portal.callsOf(tellActivity)).toEqual([]);
    state.mockRestore();
    await pass(0, 2);
    expect(portal.callsOf(tellActivity).map(({ body }) => body.idleMs)).toEqual([0]);
  });

  test('SEC-04 on a page that needs a session no input is told as none', async () => {
    const portal = await comeIn();
    await pass(14, 50);
    expect(portal.callsOf(tellActivity).filter(({ body }) => body.idleMs < 60_000)).toEqual([]);
    expect(portal.path()).toBe('/account');
  });

  test('SEC-04 SES-16 on an open page, too, what a person does keeps their session: the server and the other tabs are told', async () => {
    const portal = await comeIn();
    window.history.pushState(null, '', '/not-found');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    await screen.findByText(/404/);
    const heard: unknown[] = [];
    otherTab.onmessage = (event) => heard.push(event.data);
    for (let minute = 0; minute < 16; minute++) {
      await move();
      await pass(1);
    }
    await waitFor(() => expect(heard.filter((one) => (one as { type: string }).type === 'input')).toHaveLength(16));
    const told = portal.callsOf(tellActivity);
    expect(told.length).toBeGreaterThanOrEqual(3);
    for (const { body } of told) expect(body.idleMs).toBeLessThan(70_000);
    expect(sessionState().viewer).not.toBeNull();
    // Then nothing is done, and the other tabs are told nothing.
    await pass(16);
    expect(heard.filter((one) => (one as { type: string }).type === 'input')).toHaveLength(16);
    expect(portal.path()).toBe('/not-found');
  });

  test('SEC-04 an open page that is loaded anew tells what is done there, too, as long as somebody is signed in', async () => {
    (await comeIn()).unmount();
    forgetSession();
    const portal = openPortal('/not-found', sessionReplies());
    await screen.findByText(/404/);
    await counted(portal);
    await pass(4);
    await move();
    await pass(1);
    await waitFor(() => expect(portal.callsOf(tellActivity)).toHaveLength(1));
    expect(portal.callsOf(tellActivity)[0]?.headers.get('authorization')).toBe('Bearer a-token');
  });

  test('SES-16 SES-04 on an open page somebody whose session is gone is told nothing, and the server is asked once', async () => {
    (await comeIn()).unmount();
    forgetSession();
    const portal = openPortal('/not-found', [[renewSession, noSession]]);
    await screen.findByText(/404/);
    for (let minute = 0; minute < 10; minute++) {
      await move();
      await pass(1);
    }
    await waitFor(() => expect(portal.callsOf(renewSession)).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(portal.callsOf(tellActivity)).toEqual([]);
    expect(portal.path()).toBe('/not-found');
  });

  test('SEC-04 input without calls is told to the server about every four minutes; no input is not', async () => {
    const portal = await comeIn();
    await pass(3);
    await move();
    await pass(1, 5);
    await waitFor(() => expect(portal.callsOf(tellActivity)).toHaveLength(1));
    expect(portal.callsOf(tellActivity)[0]?.body.idleMs).toBeLessThan(70_000);
    await pass(9);
    expect(portal.callsOf(tellActivity)).toHaveLength(1);
  });

  test('the warning that is read out names a key that keeps the session, also out of a dialog that holds the keyboard', async () => {
    await comeIn();
    await pass(14, 50);
    expect(screen.getByText('You will be logged out soon. Press Tab, or tap the page, to stay signed in.').role).toBe(
      'alert',
    );
    const held = document.createElement('button');
    held.addEventListener('keydown', (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
    });
    document.body.append(held);
    onTestFinished(() => held.remove());
    fireEvent.keyDown(held, { key: 'Tab' });
    await act(() => vi.advanceTimersByTimeAsync(260));
    expect(warning()).toBeUndefined();
    expect(idleFor()).toBeLessThan(1_000);
  });

  test('SEC-04 "Stay signed in" keeps the session', async () => {
    const portal = await comeIn();
    await pass(14, 50);
    fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await waitFor(() => expect(portal.callsOf(tellActivity)).toHaveLength(1));
    await waitFor(() => expect(warning()).toBeUndefined());
    await pass(1);
    expect(sessionState().viewer).not.toBeNull();
  });

  test('SEC-03 the token is renewed half a minute before it ends', async () => {
    const portal = await comeIn();
    const before = portal.callsOf(renewSession).length;
    await pass(4, 25);
    expect(portal.callsOf(renewSession)).toHaveLength(before);
    await pass(0, 10);
    expect(portal.callsOf(renewSession)).toHaveLength(before + 1);
  });

  test('SCP-07 SEC-06 the menu follows changed rights and modules with the next token', async () => {
    const portal = await comeIn('test', { type: 'Sponsor' });
    const conversations = () => screen.queryByRole('link', { name: 'Conversations' });
    expect(conversations()).toBeNull();
    const [changed] = sessionReplies({ type: 'Sponsor', modules: ['TrialCard', 'Messaging'] }).filter(
      ([endpoint]) => endpoint === me,
    );
    portal.answer(me, changed?.[1]);
    await move();
    await pass(4, 35);
    await waitFor(() => expect(conversations()).not.toBeNull());
    expect(sessionState().viewer?.modules).toEqual(['TrialCard', 'Messaging']);
    expect(portal.path()).toBe('/account');
  });

  /** Writes a name into "New conversation", once the page is there. */
  async function lookForPatient(search: string) {
    fireEvent.click(await screen.findByRole('button', { name: 'New conversation' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Patients' }), { target: { value: search } });
    await pass(0, 1);
  }
  const inGroups = (...gIds: number[]) => ({ ...talker, gIds });
  const groupsOf = (...gIds: number[]) => ({ groups: gIds.map((gId) => ({ ...clinic, gId })) });

  test.each([
    ['the next token', async () => pass(4, 35)],
    ['what the line says', async (line: ReturnType<typeof fakeLine>) => line.say('read anew', undefined)],
  ])('SEC-06 DAT-03 patients are looked for in the groups that a person is in after %s', async (_what, happens) => {
    const line = fakeLine();
    const portal = openPortal('/chat', [
      ...sessionReplies(inGroups(2, 4)),
      [listCareGroups, groupsOf(4, 2)],
      [listConversations, { conversations: [] }],
      [listBroadcasts, { broadcasts: [] }],
      [listPatients, { patients: [], totalPatients: 0, isMore: false }],
    ]);
    await lookForPatient('gra');
    await waitFor(() => expect(portal.callsOf(listPatients).map(({ query }) => query.g_id)).toEqual([[2, 4]]));
    portal.answer(me, meReply('none', inGroups(2))[1]);
    await happens(line);
    await waitFor(() => expect(sessionState().viewer?.gIds).toEqual([2]));
    await waitFor(() => expect(portal.callsOf(listPatients).at(-1)?.query).toMatchObject({ g_id: [2], search: 'gra' }));
  });
});

/** Another tab of the same browser. */
let otherTab: BroadcastChannel;
beforeEach(() => {
  otherTab = new BroadcastChannel('portal');
});
afterEach(() => {
  otherTab.close();
});
