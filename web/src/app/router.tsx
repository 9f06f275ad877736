import {
  type ErrorComponentProps,
  type ParsedLocation,
  type RouterHistory,
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  useRouter,
} from '@tanstack/react-router';
import { pageData } from '#api/page.ts';
import { sessionStarted } from '#api/start.ts';
import { type Viewer, lastEnding, onSessionEnd, sessionState } from '#api/session.ts';
import { lazyPart } from '#kit/lazy-part.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { OpenPages } from './OpenPages.tsx';
import { elsewhere, type Guarded, rootOf } from './guards.ts';
import { type PageRoute, insideRoutes, openRoutes, routeOf } from './routes.ts';
import { forgetAll, forgetMemory, forgetWork } from '#kit/remember.ts';
import { holdOnlyWhile } from '#kit/stay.ts';
import { showNotice } from '#kit/shown-notice.ts';
import { searchWithoutTyped } from '#shared/sought.ts';
import { noticeOf, signInSearch, stateThere } from './way-to-sign-in.ts';

const notAvailable = () => import('#pages/NotAvailable.tsx');

/** The routes of the portal with their guards, made from the route table. */
export function createPortalRouter(history: RouterHistory = createBrowserHistory()) {
  takeSlashOff(history);
  const root = createRootRoute();
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'portal',
    beforeLoad: async ({ location }) => {
      const viewer = await signedIn(location);
      withoutTyped(viewer, location);
      return { viewer };
    },
    component: lazyPart(() => import('./Shell.tsx'), 'default'),
  });
  const outside = createRoute({ getParentRoute: () => root, id: 'open', component: OpenPages });
  const open = openRoutes.map((route) =>
    createRoute({
      getParentRoute: () => outside,
      path: route.path,
      beforeLoad: ({ location }) => openGuards[route.path]?.(location),
      component: lazyPart(route.page ?? notAvailable, 'default'),
      staticData: dataOf(route),
    }),
  );
  const inside = insideRoutes.map((route) =>
    createRoute({
      getParentRoute: () => shell,
      path: route.path,
      beforeLoad: ({ context, location }) => guard(route, context.viewer, location),
      component: lazyPart(route.page ?? notAvailable, 'default'),
      staticData: dataOf(route),
    }),
  );
  const start = createRoute({
    getParentRoute: () => shell,
    path: '/',
    beforeLoad: ({ context }) => {
      guard({ access: {} }, context.viewer);
      leadTo(rootOf(context.viewer));
    },
  });
  const kit = createRoute({
    getParentRoute: () => outside,
    path: '/dev/kit',
    component: lazyPart(() => import('#pages/Kit.tsx'), 'default'),
  });
  // RTE-29.
  const anythingElse = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => {
      leadTo('/not-found');
    },
  });

  return createRouter({
    routeTree: root.addChildren([
      outside.addChildren(pageData().mode === 'development' ? [...open, kit] : open),
      shell.addChildren([start, ...inside]),
      anythingElse,
    ]),
    history,
    // As on the server, which names the pages (RTE-29).
    caseSensitive: true,
    defaultPendingComponent: Loading,
    defaultErrorComponent: BrokenPage,
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });
}

/** A page that breaks leaves menu, bar and sign-out as they are. */
function BrokenPage({ reset }: ErrorComponentProps) {
  const router = useRouter();
  const again = () => {
    reset();
    void router.invalidate();
  };
  return <Failed message="This page could not be shown." onRetry={again} />;
}

holdOnlyWhile(() => sessionState().phase === 'held');

/** Leads to the sign-in page when the session of this tab ends; gives back how to stop it. */
export const leaveWhenSessionEnds = (router: ReturnType<typeof createPortalRouter>): (() => void) =>
  onSessionEnd((ending) => {
    if (ending === 'connection') forgetMemory();
    else if (ending === 'signed-out') forgetAll();
    else forgetWork();
    showNotice(noticeOf(ending));
    const { pathname, href, state } = router.latestLocation;
    // An open page stays as it is (SES-16), but for the one that shows a person's own training.
    const stays = routeOf(pathname)?.access === 'open' && pathname !== '/acknowledgment-form';
    if (stays && ending !== 'connection') return;
    const search = signInSearch(ending, href);
    const isLeft = ending === 'signed-out';
    void router.navigate({ to: '/sign-in', search, replace: !isLeft, state: isLeft ? {} : stateThere(state) });
  });

const dataOf = ({ title, access, betterOnDesktop }: PageRoute) => ({ title, betterOnDesktop, open: access === 'open' });

/** RTE-38, OPN-15: who is not signed in comes back after it to where they wanted to go, and to whom (RTE-11). */
async function signedIn({ href, state }: ParsedLocation): Promise<Viewer> {
  const viewer = await sessionStarted();
  if (!viewer) leadTo('/sign-in', signInSearch(lastEnding(), href), { state: stateThere(state) });
  return viewer;
}

/** RTE-29: a page has one address, as on the server. A redirect of the router would not do: to it both are the same. */
function takeSlashOff(history: RouterHistory): void {
  const { pathname, search, hash, state } = history.location;
  const page = pathname.replace(/\/+$/, '');
  if (page !== pathname && routeOf(page)) history.replace(page + search + hash, state);
}

/** PRV-09: nobody can go anywhere from an address that says what was typed; another one takes its place. */
function withoutTyped({ cpId }: Viewer, { pathname, search, hash, state }: ParsedLocation): void {
  const left = searchWithoutTyped(cpId, pathname, search);
  if (left) leadTo(pathname, left, { hash, state });
}

function guard(route: Guarded, viewer: Viewer, { state, search }: { state?: object; search?: object } = {}): void {
  const to = elsewhere(route, viewer, state, search);
  if (to) leadTo(to);
}

/** What some open pages ask before they show (REG-02, OPN-83). */
const openGuards: Record<string, (location: ParsedLocation) => Promise<void> | void> = {
  '/register': ({ search }) => {
    if (!('id' in search)) leadTo('/not-found');
  },
  // A page that is loaded anew here shows who is signed in their menu.
  '/not-found': async () => void (await sessionStarted()),
  '/acknowledgment-form': async (location) => {
    const viewer = await signedIn(location);
    if (!viewer.modules.includes('TrialCard')) leadTo('/not-found');
    // OPN-61.
    if (viewer.trainingComplete !== 0) leadTo('/');
  },
};

/** Ends a guard: the router takes the thrown redirect. */
function leadTo(to: string, search: object = {}, { hash, state }: { hash?: string; state?: object } = {}): never {
  // oxlint-disable-next-line typescript/only-throw-error -- this is how the router is told
  throw redirect({ to, search, replace: true, ...(hash && { hash }), ...(state && { state }) });
}
