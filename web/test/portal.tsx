/** A screen of the portal in front of a server that answers from the contract. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as careGroups from '@portal/contract/care-groups/endpoints.ts';
import * as account from '@portal/contract/identity/account-endpoints.ts';
import * as companies from '@portal/contract/companies/endpoints.ts';
import * as identity from '@portal/contract/identity/endpoints.ts';
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import * as providers from '@portal/contract/providers/endpoints.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  RouterProvider,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router';
import { type RenderResult, act, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { forgetAnswers } from '#api/answers.ts';
import { App } from '#app/App.tsx';
import { searchWithoutTyped } from '#shared/sought.ts';
import { forgetAddressService } from '#shared/address-service.ts';
import { showNotice } from '#kit/shown-notice.ts';
import { theme, variables } from '#app/theme.ts';
import { forgetInput } from '#api/idle.ts';
import { type Change, setConnect } from '#api/live.ts';
import { Toasts } from '#kit/Toasts.tsx';
import { closeToasts } from '#kit/toast.ts';
import { forgetAll } from '#kit/remember.ts';
import { type PageData, pageData, setPageData } from '#api/page.ts';
import { newQueryClient } from '#api/queries.ts';
import { type Viewer, forgetSession, holdToken, setViewer } from '#api/session.ts';
import { newUser } from './user.ts';

/** An endpoint with its reply, a function that makes one, or `{ status, body }` for a failure. */
export type Reply = readonly [Endpoint, unknown];
/** A call that was made, decoded as the server would. */
export interface Call {
  endpoint: Endpoint | undefined;
  method: string;
  path: string;
  /** What of the call stands in its address. */
  search: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what it knows was asked
  query: any; // eslint-disable-line typescript/no-explicit-any -- a test looks into what it knows was asked
  body: any; // eslint-disable-line typescript/no-explicit-any -- as above
  headers: Headers;
  /** The body as it was sent. */
  sent: unknown;
}

/** What went wrong in the fake server itself; the test then fails. */
export const problems: string[] = [];

export const aViewer: Viewer = {
  cpId: 3,
  companyId: 1,
  type: 'Site User',
  adminRights: false,
  seesWholeCompany: false,
  modules: ['TrialCard'],
  idleWarningSeconds: 15,
  endsAt: new Date(Date.now() + 12 * 3_600_000),
  gIds: [2],
  fName: 'Sam',
  lName: 'Sites',
  phone: null,
  email: 'boston@meridian.example',
  ppId: null,
  wpId: null,
  trainingComplete: null,
  trainingDocId: null,
};

/** The same with what differs; an Admin sees the whole company. */
const viewerWith = (given: Partial<Viewer>): Viewer => ({
  ...aViewer,
  seesWholeCompany: given.type === 'Admin',
  ...given,
});

/** The server of a test: it knows only the replies it was given; the latest given for a call counts. */
export function fakeServer(replies: readonly Reply[]) {
  // What waits stands on top of several pages; nothing does unless a test says so.
  const known: Reply[] = [[listNeeds, { needs: [] }], ...replies];
  const calls: Call[] = [];
  globalThis.fetch = async (input, init = {}) => {
    // Asked as a browser does: after the caller has gone on.
    await Promise.resolve();
    init.signal?.throwIfAborted();
    const url = new URL(input as string, 'http://portal.test');
    const path = url.pathname.replace(/^\/api/, '');
    const method = init.method ?? 'GET';
    const found = known.findLast(([endpoint]) => endpoint.method === method && endpoint.path === path);
    const wire = {
      query: Object.fromEntries(
        [...url.searchParams.entries()].map(([name, value]) => {
          const values = url.searchParams.getAll(name);
          if (name.endsWith('[]')) return [name.slice(0, -2), values];
          return [name, values.length > 1 ? values : value];
        }),
      ),
      body: init.body ? JSON.parse(init.body as string) : undefined,
    };
    const endpoint = found?.[0];
    const call: Call = {
      endpoint,
      method,
      path,
      // OPS-19: a DELETE may name the same in its body.
      query: decoded(endpoint?.query, method === 'DELETE' ? { ...wire.query, ...wire.body } : wire.query),
      body: decoded(endpoint?.body, wire.body),
      headers: new Headers(init.headers),
      sent: wire.body,
      search: url.search,
    };
    calls.push(call);
    if (!found) return json(404, { code: 'not_found', message: `no reply for ${method} ${path} in this test` });
    const [, given] = found;
    const reply = typeof given === 'function' ? await (given as (asked: Call) => unknown)(call) : given;
    if (reply instanceof Response) return reply;
    if (isFailure(reply)) return json(reply.status, reply.body);
    return json(200, encoded(found[0], reply));
  };
  return {
    calls,
    callsOf: (endpoint: Endpoint) =>
      calls.filter((call) => call.method === endpoint.method && call.path === endpoint.path),
    /** From now on this call is answered so. */
    answer: (endpoint: Endpoint, reply: unknown) => void known.push([endpoint, reply]),
  };
}

interface Given {
  /** What differs from a site user of Meridian; null when nobody is signed in. */
  viewer?: Partial<Viewer> | null;
  replies?: readonly Reply[];
  /** Where the browser is, with its query. */
  route?: string;
  page?: Partial<PageData>;
}

/** Shows one screen or piece of it to a person. */
export function renderPage(ui: ReactNode, { viewer = {}, replies = [], route = '/', page = {} }: Given = {}) {
  const server = fakeServer(replies);
  const live = fakeLine();
  setPageData({ mode: 'test', ...page });
  if (viewer) signIn(viewer);
  const queryClient = newQueryClient();
  const own = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...own, queries: { ...own.queries, retry: false } });
  const root = createRootRoute({
    // As inside the portal.
    beforeLoad: ({ location: { pathname, search } }) => {
      const left = viewer && searchWithoutTyped(viewer.cpId ?? aViewer.cpId, pathname, search);
      // oxlint-disable-next-line typescript/only-throw-error -- this is how the router is told
      if (left) throw redirect({ to: pathname, search: left, replace: true });
    },
  });
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => ui });
  const router = createRouter({
    routeTree: root.addChildren([anywhere]),
    history: createMemoryHistory({ initialEntries: [route] }),
  });
  const rendered = render(
    <Around>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </Around>,
  );
  return { ...(rendered as RenderResult), ...server, live, router, queryClient, user: newUser() };
}

/** Opens the whole portal at an address, as a browser that loads the page. */
export function openPortal(at: string, replies: readonly Reply[] = [], page: Partial<PageData> = {}) {
  const server = fakeServer(replies);
  setPageData({ mode: 'test', ...page });
  // Whoever has a session has signed in with this browser.
  const renewal = replies.findLast(([endpoint]) => endpoint === identity.renewSession);
  const mark = localStorage.getItem('portal.session') ?? 'open';
  if (renewal && !isFailure(renewal[1])) localStorage.setItem('portal.session', mark);
  window.history.replaceState(null, '', at);
  const rendered = render(<App env="test" />);
  const path = () => window.location.pathname + window.location.search;
  return { ...(rendered as RenderResult), ...server, path, user: newUser() };
}

const entriesOf = (modules: Viewer['modules']) =>
  modules.map((name, i) => ({ modId: i + 1, name, description: name, basicAuthAllowed: 0 }));

/** What `GET /auth/me` answers for somebody with this second factor. */
export function meReply(mfa: 'none' | 'totp' | 'sms', viewer: Partial<Viewer> = {}): Reply {
  const { trainingComplete, trainingDocId, modules, ...own } = viewerWith(viewer);
  const acknowledgmentForm = { trainingComplete, trainingDocId, templateId: null, srUuid: null, document_ID: null };
  const end = new Date(Date.now() + 3_600_000);
  return [
    identity.me,
    { ...own, modules: entriesOf(modules), acknowledgmentForm, mfa, idleEndsAt: end, endsAt: viewer.endsAt ?? end },
  ];
}

/** What `GET /care-providers` answers for this person. */
export function ownReply(given: Partial<Viewer> = {}, more: object = {}): Reply {
  const {
    trainingComplete: _,
    gIds: __,
    seesWholeCompany: ___,
    idleWarningSeconds: ____,
    endsAt: ______,
    emergencyAccess: _____,
    modules,
    ...own
  } = viewerWith(given);
  const chosen = { preferredContact: 0, dateLanguage: null, version: 1 };
  return [providers.readProvider, { provider: { ...own, modules: entriesOf(modules), ...chosen, ...more } }];
}

/** The calls of a page load with a session, and what they answer for this person. */
export function sessionReplies(given: Partial<Viewer> = {}): Reply[] {
  const viewer = viewerWith(given);
  const { trainingComplete, trainingDocId, modules } = viewer;
  const acknowledgmentForm = { trainingComplete, trainingDocId, templateId: null, srUuid: null, document_ID: null };
  const end = new Date(Date.now() + 3_600_000);
  return [
    [identity.renewSession, () => aSession()],
    meReply('none', viewer),
    [companies.companyModules, { modules: entriesOf(modules) }],
    ownReply(viewer),
    [providers.trainingAcknowledgement, { acknowledgementForm: acknowledgmentForm }],
    [careGroups.listCareGroups, { groups: null }],
    [account.listSessions, { sessions: [] }],
    [account.listRecoveries, { recoveries: [] }],
    [identity.signOut, { message: 'Signed out.' }],
    [identity.tellActivity, { message: 'Noted.', idleEndsAt: end, endsAt: end }],
    [
      providers.listNotifications,
      { status: 404, body: { code: 'notification.none', message: 'No notifications to manage' } },
    ],
  ];
}

export const aSession = () => ({
  next: 'session' as const,
  accessToken: 'a-token',
  expiresAt: new Date(Date.now() + 300_000),
});
export const recoveryCodes = Array.from({ length: 10 }, (_, i) => `${'abcdefghij'[i]}bcde-fghi${(i % 6) + 2}`);
/** A set-up that worked: the same, with recovery codes. */
export const aVerified = () => ({ ...aSession(), recoveryCodes });
/** What a call without a session is told. */
export const noSession = { status: 401, body: { code: 'unauthenticated', message: 'Request Denied' } };

/** What is around every screen; without transitions, which no test waits for. */
export function Around({ children }: { children: ReactNode }) {
  const { brand } = pageData();
  return (
    <MantineProvider theme={theme(brand)} cssVariablesResolver={variables(brand)} forceColorScheme="light" env="test">
      <Toasts />
      {children}
    </MantineProvider>
  );
}

/** Somebody is signed in, as far as the browser knows. */
export function signIn(viewer: Partial<Viewer> = {}): void {
  holdToken({ next: 'session', accessToken: 'a-token', expiresAt: new Date(Date.now() + 300_000).toISOString() });
  setViewer(viewerWith(viewer));
}

/** What a page asked over the socket of a test. */
export interface Asked {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into what it knows was asked
  body: any; // eslint-disable-line typescript/no-explicit-any -- as above
}

/** The socket of a test: `tell` is the server saying that something changed, `say` that it tells of something else. */
export function fakeLine() {
  const listeners = new Map<string, ((content: never) => void)[]>();
  const shown: string[] = [];
  const asked: Asked[] = [];
  const waits: number[] = [];
  let answer: (asked: Asked) => unknown = () => ({});
  setConnect(async () => ({
    on: (event: string, listener: (content: never) => void) =>
      listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    emit: (_event: 'token', token: string) => shown.push(token),
    ask: async (event: string, body: unknown, withinMs: number) => {
      const one = { event, body };
      asked.push(one);
      waits.push(withinMs);
      return answer(one);
    },
    close: () => undefined,
  }));
  const say = (event: string, content: unknown) =>
    act(async () => {
      for (const listener of listeners.get(event) ?? []) listener(content as never);
    });
  return {
    /** The tokens that were shown over it. */
    shown,
    /** What was asked over it. */
    asked,
    /** How many milliseconds each of these waits for its acknowledgement. */
    waits,
    /** From now on what is asked is acknowledged so; what it throws is no acknowledgement. */
    answers: (how: (asked: Asked) => unknown) => {
      answer = how;
    },
    say,
    /** The line stands: for the first time, or again. */
    connect: () => say('connect', undefined),
    tell: (change: Change) => say('changed', change),
  };
}

/** The width of the browser's window. */
export function setWidth(width: number): void {
  (window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } }).happyDOM.setViewport({
    width,
  });
}

/** As if the page had just been loaded, on a desktop. */
export function forgetPortal(): void {
  setWidth(1440);
  forgetSession();
  forgetInput();
  localStorage.clear();
  sessionStorage.clear();
  setPageData(undefined);
  closeToasts();
  forgetAddressService();
  forgetAll();
  forgetAnswers();
  fakeLine();
  showNotice(null);
  window.history.replaceState(null, '', '/');
  fakeServer([]);
}

const isFailure = (value: unknown): value is { status: number; body: unknown } =>
  typeof value === 'object' &&
  value !== null &&
  'body' in value &&
  'status' in value &&
  typeof value.status === 'number';

/** A reply with headers, such as that of a list which left rows out. */
export const aReply = (endpoint: Endpoint, reply: unknown, headers: Record<string, string>) =>
  new Response(JSON.stringify(encoded(endpoint, reply)), { headers });

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

function decoded(schema: Endpoint['query'], wire: unknown): unknown {
  if (!schema || wire === undefined) return wire;
  const result = z.safeDecode(schema as z.ZodType, wire);
  if (!result.success) problems.push(`the web asked what the contract refuses: ${z.prettifyError(result.error)}`);
  return result.success ? result.data : wire;
}

function encoded(endpoint: Endpoint, reply: unknown): unknown {
  const result = z.safeEncode(endpoint.reply as z.ZodType, reply);
  if (!result.success)
    problems.push(`the reply of ${endpoint.path} does not fit the contract: ${z.prettifyError(result.error)}`);
  return result.success ? result.data : reply;
}
