import type { ModuleName } from '@portal/contract/access.ts';
import type { Ours, Wire } from '@portal/contract/endpoint.ts';
import type { me, session as sessionReply } from '@portal/contract/identity/endpoints.ts';
import { forgetWork } from '#kit/remember.ts';
import { exchange } from './exchange.ts';
import { CallFailure } from './failure.ts';
import { fetchRenewing, fetchReplacingWhile } from './in-turn.ts';
import { tellTabs, whenTold } from './tabs.ts';

type Me = Ours<typeof me.reply>;
/** Who is signed in (DAT-01); the token is kept apart from it. */
export interface Viewer
  extends Pick<
    Me,
    | 'cpId'
    | 'companyId'
    | 'type'
    | 'adminRights'
    | 'seesWholeCompany'
    | 'idleWarningSeconds'
    | 'emergencyAccess'
    | 'endsAt'
    | 'gIds'
    | 'fName'
    | 'lName'
    | 'phone'
  > {
  modules: readonly ModuleName[];
  email: string;
  ppId: number | null;
  wpId: number | null;
  trainingComplete: 0 | 1 | null;
  trainingDocId: number | null;
}

/** Why a session ended. `refused` is a user type that may not come in (SIG-15). */
export type Ending = 'signed-out' | 'idle' | 'expired' | 'connection' | 'refused';

/** SEC-03: the token lives in the memory of this tab and nowhere else. */
interface State {
  /** `unknown` until the browser's cookie has been tried. */
  phase: 'unknown' | 'none' | 'held';
  accessToken: string | null;
  viewer: Viewer | null;
}
const nobody: State = { phase: 'unknown', accessToken: null, viewer: null };
let state: State = nobody;
const watchers = new Set<() => void>();
const endings = new Set<(ending: Ending) => void>();
const renewals = new Set<() => void>();
let ended: Ending | null = null;
/**
 * Whose page this is, once the server has said whose token it holds. It stays theirs when their session ends: what they had on its way
 * must not be done by whoever signs in next, for whom the page is loaded anew.
 */
let whose: number | null = null;
let ends = 0;
let isGivingWay = false;
let renewing: Promise<boolean> | undefined;
let renewTimer: ReturnType<typeof setTimeout> | undefined;

export const sessionState = (): State => state;

/** How many sessions have ended here: what began in one is no matter of the next. */
export const sessionsEnded = (): number => ends;

/** Why there is no session any more; null when there was none. */
export const lastEnding = (): Ending | null => (state.phase === 'none' ? ended : null);

/** For `useSyncExternalStore`. */
export function watchSession(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Tells when and why the session of this tab ended. */
export function onSessionEnd(listener: (ending: Ending) => void): () => void {
  endings.add(listener);
  return () => void endings.delete(listener);
}

/** Tells each time that an aged token was renewed in the course of a session. */
export function onRenewal(listener: () => void): () => void {
  renewals.add(listener);
  return () => void renewals.delete(listener);
}

/**
 * Keeps a token that was just given, and renews it half a minute before it ends. One of somebody else is never held by a tab that
 * shows a person, is about to, or has: what is done there would be done by another one than began it. False where it is loaded anew.
 */
export function holdToken(given: Wire<typeof sessionReply>): boolean {
  remember('open');
  if (isGivingWay) return false;
  if (isAnother(given.cpId)) {
    giveWay(state.accessToken);
    return false;
  }
  whose = given.cpId ?? whose;
  become({ ...state, phase: 'held', accessToken: given.accessToken });
  clearTimeout(renewTimer);
  // Bounded, because the browser's clock may be wrong by hours (REL-10).
  const wait = Math.min(Math.max(Date.parse(given.expiresAt) - Date.now() - 30_000, 30_000), 270_000);
  renewTimer = setTimeout(() => void renewAged().catch(() => undefined), wait);
  return true;
}

/**
 * Asks what answers a token in place of the one it is asked with. Signed out while the answer was on its way, in this tab or another
 * one, it must not open the session again.
 */
export async function replaceToken<T extends Wire<typeof sessionReply>>(ask: () => Promise<T>): Promise<T> {
  const before = ends;
  const given = await ask();
  if (ends === before && !isLeaving()) holdToken(given);
  return given;
}

async function renewAged(): Promise<void> {
  if (!(await renewToken())) return;
  for (const listener of renewals) listener();
}

/** The session is ready: whoever it is may now see the portal. */
export function setViewer(viewer: Viewer | null): void {
  whose = viewer?.cpId ?? whose;
  become({ ...state, viewer });
}

/**
 * Trades the cookie for a fresh token: false when there is no session.
 * Several calls that find their token aged wait for one renewal.
 */
export function renewToken(): Promise<boolean> {
  renewing ??= renewPatiently().finally(() => (renewing = undefined));
  return renewing;
}

const cookieOnItsWayMs = 1_000;

/** SEC-02: a change of password or factor, in any tab, gives this browser another cookie, which may be just on its way. */
async function renewPatiently(): Promise<boolean> {
  const { accessToken } = state;
  if (await renew()) return true;
  if (state.phase !== 'held') return false;
  await new Promise((resolve) => setTimeout(resolve, cookieOnItsWayMs));
  if (state.phase !== 'held') return false;
  return state.accessToken !== accessToken || renew();
}

async function renew(): Promise<boolean> {
  const before = state;
  const endsBefore = ends;
  const given = await tradeCookie();
  // Signed out while the answer was on its way, in this tab or another one: it must not open the session again.
  if (!given || isLeaving() || ends !== endsBefore) return false;
  // Whoever has signed in here meanwhile has a token of their own.
  if (before.phase !== 'held' && state.phase === 'held') return true;
  return holdToken(given);
}

/** What the cookie is worth; null where it opens no session. */
async function tradeCookie(): Promise<Wire<typeof sessionReply> | null> {
  const out = { method: 'POST', path: '/auth/session', body: {}, headers: { 'x-portal': '1' } } as const;
  try {
    return (await exchange({ ...out, fetch: fetchRenewing })).reply as Wire<typeof sessionReply>;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 401) return null;
    throw error;
  }
}

/** OPN-04: at page load, tells a session that ran out from a browser where nobody was signed in. */
export function nobodySignedIn(): void {
  if (remembered() === 'open') return endSession('expired');
  // Whoever had this tab has left in another one, or before the browser brought it back.
  forgetWork();
  ended = isLeaving() ? 'signed-out' : null;
  become({ ...nobody, phase: 'none' });
}

/** Ends the session of this browser: in this tab the token, the person and their modules are forgotten at once (SES-06, SES-07). */
export function endSession(ending: Ending, serverKnows = ending === 'expired'): void {
  // What the cookie stands for is not this tab's to end.
  if (isGivingWay) return;
  const { accessToken } = state;
  if (serverKnows) remember(null);
  else {
    remember('leaving');
    // SES-03: where the cookie itself could not be traded there is no token, and it may still open the session.
    void leave(async () => accessToken ?? tokenOfCookie());
  }
  tellTabs({
    type: 'signed-out',
    hasExpired: ending === 'expired' || ending === 'idle',
    hasFailed: ending === 'connection',
  });
  end(ending);
}

/**
 * Ends whatever session this browser has, also one that this tab has not asked for: whoever has just registered or set a new
 * password signs in themselves, and not into the account of somebody who was here before them (REG-30, FGP-08).
 */
export function endSessionOfBrowser(): void {
  if (state.accessToken || remembered() === 'open') endSession('signed-out');
}

function end(ending: Ending): void {
  clearTimeout(renewTimer);
  ends += 1;
  ended = ending;
  become({ ...nobody, phase: 'none' });
  for (const listener of endings) listener(ending);
}

// OPN-17: signing out in one tab signs out all, and each says so where the time was up (SES-08) or the connection failed (SES-03).
whenTold('signed-out', ({ hasExpired, hasFailed }) => {
  if (state.phase !== 'held') return;
  if (hasFailed) end('connection');
  else end(hasExpired ? 'expired' : 'signed-out');
});
whenTold('signed-in', ({ cpId }) => {
  // A sign-in page holds no token that anything could go on with, and whoever types there is left alone.
  if (state.phase === 'held' && isAnother(cpId)) giveWay(state.accessToken);
});

/** Than the one whose page this is. */
export const isAnother = (cpId: number | undefined): boolean => whose !== null && cpId !== undefined && cpId !== whose;

/**
 * The cookie now belongs to somebody else: this tab must not go on as the person it still shows. Its address is where that one wanted
 * to be, so the next one begins at the start. `theirs` is the token of whom it shows, which must not outlive it (SEC-02).
 */
export function giveWay(theirs: string | null = null): void {
  isGivingWay = true;
  clearTimeout(renewTimer);
  if (theirs) void askToSignOut(theirs, fetchWithoutCookie).catch(() => undefined);
  // Nor does a form that holds something typed hold it up, or leave it behind.
  forgetWork();
  state = { ...state, phase: 'none', accessToken: null };
  location.replace('/');
}

/** Neither sends the cookie nor lets the answer take it away. */
const fetchWithoutCookie: typeof fetch = (url, init) => fetch(url, { ...init, credentials: 'omit' });

const askToSignOut = (accessToken: string, deliver: typeof fetch) =>
  exchange({
    method: 'POST',
    path: '/auth/sign-out',
    body: {},
    headers: { authorization: `Bearer ${accessToken}` },
    keepalive: true,
    fetch: deliver,
  });

let leaving = Promise.resolve();
let couldNotTell = false;

/** Tells the server that somebody has left. Until it has answered, the cookie could still open their session. */
function leave(tokenOf: () => Promise<string | undefined>): Promise<void> {
  leaving = tell(tokenOf).then(
    () => {
      couldNotTell = false;
      if (isLeaving()) remember(null);
      become(state);
    },
    () => {
      couldNotTell = true;
      become(state);
    },
  );
  return leaving;
}

async function tell(tokenOf: () => Promise<string | undefined>): Promise<void> {
  // A token may have aged while its session went on, as in a computer that slept: the cookie gives another one.
  if (!(await signOutWith(await tokenOf()))) await signOutWith(await tokenOfCookie());
}

/** Whether there is nothing left to end. */
async function signOutWith(accessToken: string | undefined): Promise<boolean> {
  // Whoever came in meanwhile, in any tab, has another session.
  if (!accessToken || !isLeaving()) return true;
  try {
    // Its answer takes the cookie away, which may be the next one by then if somebody came in meanwhile in another tab.
    await askToSignOut(accessToken, fetchReplacingWhile(isLeaving));
    return true;
  } catch (failure) {
    // Also while this waited for its turn.
    if (!isLeaving()) return true;
    if (failure instanceof CallFailure && failure.status === 401) return false;
    throw failure;
  }
}

/** Tells the server what it could not be told: with the next page, or as soon as there is a network. The token is long gone. */
export async function leaveForGood(): Promise<void> {
  if (isLeaving()) await leave(tokenOfCookie);
}
const tokenOfCookie = async (): Promise<string | undefined> => (await tradeCookie())?.accessToken;
window.addEventListener('online', () => void leaveForGood());

/** Once the server has answered, or did not: what takes the old cookie away must not meet the new one of a sign-in. */
export const hasLeft = (): Promise<void> => leaving;

/** Somebody signed out of this browser, and the server does not know it yet. */
export const isLeaving = (): boolean => remembered() === 'leaving';
/** The server could not be told that somebody has left. */
export const isSignOutUntold = (): boolean => couldNotTell && isLeaving();

/** Without it nobody is signed in, and the server need not be asked: a browser shows every refusal as an error in its console. */
export const mayBeSignedIn = (): boolean => remembered() !== null;

const mark = 'portal.session';
/** Only that somebody is signed in, or has just left, is remembered, never who. */
function remember(what: 'open' | 'leaving' | null): void {
  if (what) localStorage.setItem(mark, what);
  else localStorage.removeItem(mark);
}
const remembered = (): string | null => localStorage.getItem(mark);

function become(next: State): void {
  state = next;
  for (const watcher of watchers) watcher();
}

/** The page as it is when it was just loaded, for tests. */
export function forgetSession(): void {
  clearTimeout(renewTimer);
  couldNotTell = false;
  renewing = undefined;
  whose = null;
  isGivingWay = false;
  ended = null;
  become(nobody);
}
