import type { Ours, Wire } from '@portal/contract/endpoint.ts';
import type { me, session as sessionReply } from '@portal/contract/identity/endpoints.ts';
import { exchange } from './exchange.ts';
import { CallFailure } from './failure.ts';
import { fetchRenewing } from './in-turn.ts';
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
    | 'modules'
    | 'gIds'
    | 'fName'
    | 'lName'
    | 'phone'
  > {
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
let ended: Ending | null = null;
let renewing: Promise<boolean> | undefined;
let renewTimer: ReturnType<typeof setTimeout> | undefined;

export const sessionState = (): State => state;

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

/** Keeps a token that was just given, and renews it half a minute before it ends. */
export function holdToken(given: Wire<typeof sessionReply>): void {
  become({ ...state, phase: 'held', accessToken: given.accessToken });
  remember('open');
  clearTimeout(renewTimer);
  // Bounded, because the browser's clock may be wrong by hours (REL-10).
  const wait = Math.min(Math.max(Date.parse(given.expiresAt) - Date.now() - 30_000, 30_000), 270_000);
  renewTimer = setTimeout(() => void renewToken().catch(() => undefined), wait);
}

/** The session is ready: whoever it is may now see the portal. */
export function setViewer(viewer: Viewer | null): void {
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
  try {
    const out = { method: 'POST', path: '/auth/session', body: {}, headers: { 'x-portal': '1' } } as const;
    const { reply: given } = await exchange({ ...out, fetch: fetchRenewing });
    // Signed out while the answer was on its way: it must not open the session again.
    if (before.phase === 'held' && state.phase !== 'held') return false;
    holdToken(given as Wire<typeof sessionReply>);
    return true;
  } catch (error) {
    if (error instanceof CallFailure && error.status === 401) return false;
    throw error;
  }
}

/** OPN-04: at page load, tells a session that ran out from a browser where nobody was signed in. */
export function nobodySignedIn(): void {
  if (remembered() === 'open') return endSession('expired');
  ended = null;
  become({ ...nobody, phase: 'none' });
}

/** Ends the session of this tab: the token, the person and their modules are forgotten at once (SES-06, SES-07). */
export function endSession(ending: Ending, serverKnows = ending === 'expired'): void {
  const { accessToken } = state;
  // Where no answer came at all, the cookie may still open the session, or still has to be given up, at the next load.
  if (ending !== 'connection' || accessToken) remember(null);
  if (accessToken && !serverKnows) tellServer(accessToken);
  tellTabs({ type: 'signed-out' });
  end(ending);
}

function end(ending: Ending): void {
  clearTimeout(renewTimer);
  ended = ending;
  become({ ...nobody, phase: 'none' });
  for (const listener of endings) listener(ending);
}

// OPN-17: signing out in one tab signs out all.
whenTold('signed-out', () => {
  if (state.phase === 'held') end('signed-out');
});
// The cookie now belongs to somebody else: this tab must not go on as the person it still shows.
whenTold('signed-in', ({ cpId }) => {
  if ((state.viewer?.cpId ?? cpId) === cpId) return;
  // Nor does a form that holds something typed hold it up.
  state = { ...state, phase: 'none' };
  location.reload();
});

/** Until the server has answered, the cookie could still open the session: a page load then ends it first. */
function tellServer(accessToken: string): void {
  remember('leaving');
  const headers = { authorization: `Bearer ${accessToken}` };
  const told = () => {
    if (remembered() === 'leaving') remember(null);
  };
  exchange({ method: 'POST', path: '/auth/sign-out', body: {}, headers, keepalive: true }).then(
    told,
    (failure: unknown) => failure instanceof CallFailure && failure.status === 401 && told(),
  );
}

/** Somebody signed out of this browser, and the server does not know it yet. */
export const isLeaving = (): boolean => remembered() === 'leaving';

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
  renewing = undefined;
  ended = null;
  become(nobody);
}
