import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { signOutEverywhere } from '@portal/contract/identity/endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import type { Viewer } from '#api/session.ts';
import { openPortal, renderPage, sessionReplies } from '#test/portal.tsx';
import { StandingNotices } from './StandingNotices.tsx';

const ten = new Date(2031, 2, 5, 10, 2);
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: ten });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
const away = () => Promise.reject(new TypeError('Failed to fetch'));
const refusedWith = (status: number) => ({ status, body: { code: 'unexpected', message: 'No.' } });
const notice = () => screen.queryByText(/^Not updated since/)?.textContent;

function Page({ polls }: { polls: boolean }) {
  const query = { ...read(listProducts, { query: { g_id: 2 } }), ...(polls && { refetchInterval: 20_000 }) };
  const { data } = useQuery(query);
  useLive(['product.changed'], () => undefined);
  return <p>{data ? 'read' : ''}</p>;
}
const reload = vi.fn<() => void>();
async function open({ polls = true, viewer = {} }: { polls?: boolean; viewer?: Partial<Viewer> } = {}) {
  const page = renderPage(
    <>
      <StandingNotices reload={reload} />
      <Page polls={polls} />
    </>,
    { viewer, replies: [[listProducts, []]] },
  );
  await screen.findByText('read');
  await page.live.connect();
  return page;
}

test('REL-17 while the server cannot be reached it is said since when what is shown was not updated, until it is read again', async () => {
  const page = await open();
  await pass(60);
  expect(notice()).toBeUndefined();
  page.answer(listProducts, away);
  await pass(60);
  expect(notice()).toBeUndefined();
  await pass(50);
  expect(notice()).toBe('Not updated since 10:03 AM. The portal tries again by itself.');
  expect(screen.getByText('What is shown is not up to date: the server cannot be reached.').role).toBe('status');
  page.answer(listProducts, []);
  await pass(30);
  expect(notice()).toBeUndefined();
});

test('REL-17 what is not polled is read again by itself once it has failed, and is told of when it fails again', async () => {
  const page = await open({ polls: false });
  await pass(300);
  page.answer(listProducts, away);
  void page.queryClient.invalidateQueries();
  await waitFor(() => expect(page.callsOf(listProducts)).toHaveLength(2));
  // Once may be chance.
  await pass(1);
  expect(notice()).toBeUndefined();
  await pass(30);
  expect(notice()).toBe('Not updated since 10:02 AM. The portal tries again by itself.');
  page.answer(listProducts, []);
  await pass(30);
  expect(notice()).toBeUndefined();
});

test.each([401, 403, 404, 500])(
  'a read that is refused with %s is not taken for a server that cannot be reached',
  async (status) => {
    const page = await open();
    page.answer(listProducts, refusedWith(status));
    await pass(300);
    expect(page.callsOf(listProducts).length).toBeGreaterThan(1);
    expect(notice()).toBeUndefined();
  },
);

test('REL-17 while the line is down, what is shown is read once a minute, and not while it stands', async () => {
  const page = await open({ polls: false });
  await pass(300);
  expect(page.callsOf(listProducts)).toHaveLength(1);
  await page.live.say('disconnect', undefined);
  await pass(181);
  const asked = page.callsOf(listProducts).length;
  expect(asked).toBeGreaterThanOrEqual(2);
  expect(notice()).toBeUndefined();
  await page.live.connect();
  await pass(181);
  expect(page.callsOf(listProducts)).toHaveLength(asked);
});

test('what never gets old is not read anew while the line is down', async () => {
  function Read() {
    const { data } = useQuery({ ...read(listTrials, { query: {} }), staleTime: Infinity });
    return <p>{data ? 'opened' : ''}</p>;
  }
  const page = renderPage(
    <>
      <StandingNotices />
      <Page polls={false} />
      <Read />
    </>,
    {
      replies: [
        [listProducts, []],
        [listTrials, { groups: [] }],
      ],
    },
  );
  await screen.findByText('opened');
  await page.live.connect();
  await page.live.say('disconnect', undefined);
  await pass(181);
  expect(page.callsOf(listProducts).length).toBeGreaterThan(1);
  expect(page.callsOf(listTrials)).toHaveLength(1);
});

const minutes = (n: number) => new Date(ten.getTime() + n * 60_000);
test('SEC-04 in the last ten minutes of a session its end is told, and not before', async () => {
  await open({ viewer: { endsAt: minutes(20) } });
  await pass(9 * 60);
  expect(screen.queryByText(/^Your session ends/)).toBeNull();
  await pass(66);
  expect(
    screen.getByText('Your session ends at 10:22 AM. Please save what you are doing and sign in again.'),
  ).toBeDefined();
  expect(
    screen.getByText('Your session ends in less than ten minutes. Please save what you are doing and sign in again.')
      .role,
  ).toBe('status');
});

test('SEC-04 the portal tells of the end of a session that the server names', async () => {
  openPortal('/account', sessionReplies({ endsAt: minutes(9) }));
  await screen.findByRole('heading', { level: 1, name: 'Account' });
  await pass(20);
  expect(await screen.findByText(/^Your session ends at 10:11 AM\./)).toBeDefined();
});

const pageWith = (script: string) =>
  new DOMParser().parseFromString(`<script type="module" src="/assets/index-${script}.js"></script>`, 'text/html');
/** The page began with the script "old", and the server has the page with this one; gives how often it was asked for that. */
function pageIs(script: string) {
  // Not executed: only its name counts.
  document.head.append(...pageWith('old').querySelectorAll('script'));
  const { fetch } = globalThis;
  const asked = vi.fn<() => void>();
  globalThis.fetch = async (input, init) => {
    if (new Headers(init?.headers).get('accept') !== 'text/html') return fetch(input, init);
    asked();
    return new Response(pageWith(script).documentElement.outerHTML);
  };
  onTestFinished(() => {
    document.head.innerHTML = '';
    globalThis.fetch = fetch;
    reload.mockReset();
  });
  return asked;
}
const updated = 'The portal was updated. Load this page anew.';
const unknownField = { code: 'invalid', message: 'No.', fields: { g_id: 'is not a field of this call' } };
const cannotBeRead = () => new Response('[{"productId":"no number"}]');
const ofAnotherRelease = [
  ['an answer that it cannot read', cannotBeRead],
  ['a call that is not there any more', { status: 404, body: { code: 'no_such_call', message: 'Not found.' } }],
  ['a field that the call does not have any more', { status: 400, body: unknownField }],
] as const;

test.each(ofAnotherRelease)(
  'REL-17 a page that meets %s tells that the portal was updated, and is loaded anew by a press alone',
  async (_what, answer) => {
    const page = await open();
    const asked = pageIs('new');
    page.answer(listProducts, answer);
    await pass(300);
    expect(screen.getByText(updated)).toBeDefined();
    expect(screen.getByText('The portal was updated.').role).toBe('status');
    expect(asked).toHaveBeenCalled();
    expect(reload).not.toHaveBeenCalled();
    await page.user.click(screen.getByRole('button', { name: 'Load anew' }));
    expect(reload).toHaveBeenCalledTimes(1);
  },
);

test('REL-17 a page whose script is still that of the server says nothing of an answer that it cannot read, and asks once a minute', async () => {
  const page = await open();
  const asked = pageIs('old');
  page.answer(listProducts, cannotBeRead);
  await pass(30);
  // Somebody sets the clock of the device meanwhile.
  vi.setSystemTime(new Date(2031, 2, 5, 9, 0));
  await pass(130);
  expect(page.callsOf(listProducts).length).toBeGreaterThan(5);
  expect(asked).toHaveBeenCalledTimes(3);
  expect(screen.queryByText(updated)).toBeNull();
});

test.each([
  ['a record that is out of sight', { status: 404, body: { code: 'not_found', message: 'Not found.' } }],
  ['a value that is wrong', { status: 400, body: { code: 'invalid', message: 'No.', fields: { g_id: 'is wrong' } } }],
  ['a server that fails', refusedWith(500)],
])('REL-17 a page does not ask for a new release because of %s', async (_what, answer) => {
  const page = await open();
  const asked = pageIs('new');
  page.answer(listProducts, answer);
  await pass(300);
  expect(page.callsOf(listProducts).length).toBeGreaterThan(5);
  expect(asked).not.toHaveBeenCalled();
  expect(screen.queryByText(updated)).toBeNull();
});

test('REL-17 what is pressed and meets a call that is not there any more tells of the update as well', async () => {
  function Press() {
    const end = useCall(signOutEverywhere);
    return <button onClick={() => end.mutate({ body: {} })}>End</button>;
  }
  const gone = { status: 404, body: { code: 'no_such_call', message: 'Not found.' } };
  const page = renderPage(
    <>
      <StandingNotices />
      <Press />
    </>,
    { replies: [[signOutEverywhere, gone]] },
  );
  pageIs('new');
  await page.user.click(await screen.findByRole('button', { name: 'End' }));
  expect(await screen.findByText(updated)).toBeDefined();
});

test('what gets the focus and the heads of tables are told how high the standing notices are, all of them together, while they are there', async () => {
  const page = await open({ viewer: { endsAt: minutes(9) } });
  const height = () => document.documentElement.style.getPropertyValue('--standing');
  expect(height()).toMatch(/^\d+px$/);
  page.answer(listProducts, away);
  await pass(181);
  const [one, two] = [screen.getByText(/^Your session ends at/), screen.getByText(/^Not updated since/)];
  // They stick as one, so that none stands over the other.
  expect(one.parentElement?.parentElement).toBe(two.parentElement?.parentElement);
  page.unmount();
  expect(height()).toBe('');
});
