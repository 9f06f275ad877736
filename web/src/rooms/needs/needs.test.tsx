import * as api from '@portal/contract/needs/endpoints.ts';
import { listLateShipments } from '@portal/contract/needs/late-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Reply, renderPage } from '#test/portal.tsx';
import { fieldHere, SearchHere } from '#test/sought.tsx';
import { LateShipments } from './LateShipments.tsx';
import { NeedsYou } from './NeedsYou.tsx';

const aNeed = (
  kind: api.Need['kind'],
  count: number,
  gId: number | null = null,
  siteName = 'Boston General',
): api.Need => ({
  kind,
  count,
  gId,
  siteName: gId === null ? null : siteName,
  trialName: gId === null ? null : `Trial ${gId}`,
});
const open = (needs: Reply[1], viewer: Parameters<typeof renderPage>[1] = {}) =>
  renderPage(<NeedsYou />, { ...viewer, replies: [[api.listNeeds, Array.isArray(needs) ? { needs } : needs]] });
const region = () => screen.findByRole('region', { name: 'Needs you' });
const linksIn = async () =>
  within(await region())
    .getAllByRole('link')
    .map((one) => [one.textContent, decodeURIComponent(one.getAttribute('href') ?? '')]);

test('each number says what waits and leads to the list that is narrowed to it', async () => {
  open([aNeed('confirm', 3, 2), aNeed('order', 1, 2), aNeed('comments', 2, 2)]);
  await within(await region()).findAllByRole('link');
  expect(await linksIn()).toEqual([
    ['3 shipments to confirm ', '/shipment-request?site=2&step=confirm'],
    ['1 next order due ', '/shipment-request?site=2&order=due'],
    ['2 shipments with unread comments ', '/shipment-request?site=2&comments=unread'],
  ]);
});

test('a number leads to all that it counts, whatever was searched for in that list before', async () => {
  const { user, router } = renderPage(
    <>
      <NeedsYou />
      <SearchHere />
    </>,
    { route: '/shipment-request?site=2', replies: [[api.listNeeds, { needs: [aNeed('confirm', 3, 2)] }]] },
  );
  const link = await screen.findByRole('link', { name: /shipments to confirm/ });
  await user.type(fieldHere(), 'boston');
  await user.click(link);
  await waitFor(() => expect(router.state.location.search).toEqual({ site: 2, step: 'confirm' }));
  expect(fieldHere().value).toBe('');
});

test('who has several sites reads where it waits, with the trial where two have one name; what has no place is shown when it is asked for', async () => {
  const { user } = open(
    [
      ...[1, 2, 3, 4, 5].map((gId) => aNeed('confirm', 10 + gId, gId, gId < 3 ? 'Boston General' : `Site ${gId}`)),
      aNeed('order', 1, 1),
      aNeed('order', 2, 2, 'Lyon Clinic'),
    ],
    { viewer: { gIds: [1, 2, 3, 4, 5] } },
  );
  const more = await screen.findByRole('button', { name: 'Show 2 more' });
  expect((await linksIn()).map(([text]) => text)).toEqual([
    '11 shipments to confirm Boston General (Trial 1)',
    '12 shipments to confirm Boston General (Trial 2)',
    '13 shipments to confirm Site 3',
    '14 shipments to confirm Site 4',
    '15 shipments to confirm Site 5',
  ]);
  await user.click(more);
  expect(await linksIn()).toHaveLength(7);
});

test('a partner, a sponsor and an administrator are led to lists of their own', async () => {
  const { user } = open(
    [
      aNeed('process', 1),
      aNeed('ship', 2),
      aNeed('due', 1),
      aNeed('late', 2),
      aNeed('deliver', 1),
      aNeed('comments', 3),
      aNeed('late', 4, 7),
    ],
    { viewer: { type: 'Pharmacy User', gIds: [] } },
  );
  await within(await region()).findAllByRole('link');
  await user.click(screen.getByRole('button', { name: 'Show 2 more' }));
  expect((await linksIn()).map(([, href]) => href)).toEqual([
    '/shipment-request?status=preprocessing',
    '/shipment-request?status=processing',
    '/shipment-request?due=today',
    '/shipment-request?late=yes',
    '/shipment-request?step=confirm',
    '/shipment-request?comments=unread',
    '/trial-dashboard?trial=7&late=yes',
  ]);
});

test('who signs is led to their documents, counted anew when a document waits for them', async () => {
  const { answer, live } = open([aNeed('sign', 1)]);
  await within(await region()).findAllByRole('link');
  expect(await linksIn()).toEqual([['1 document to sign ', '/document?status=sign']]);
  answer(api.listNeeds, { needs: [aNeed('sign', 2)] });
  await live.tell({ type: 'signing.changed', id: 5 });
  await within(await region()).findByRole('link', { name: '2 documents to sign' });
});

test('an administrator is led to sites, prices, lots and invitations', async () => {
  open(
    (['supply', 'price', 'lot', 'invitation'] as const).map((kind) => aNeed(kind, 1)),
    { viewer: { type: 'Admin' } },
  );
  await within(await region()).findAllByRole('link');
  expect(await linksIn()).toEqual([
    ['1 site that cannot be supplied ', '/settings/caregroup-management?status=cannot-be-supplied'],
    ['1 missing price ', '/settings/product-management?price=missing'],
    ['1 lot that expires within 60 days ', '/settings/product-management?view=lots&status=soon'],
    ['1 pending invitation ', '/settings/ctrx-partner-management?status=invited'],
  ]);
});

test('people of a clinic are led to their conversations with unread messages, counted anew when one is told of or waits for the team', async () => {
  const clinic = { type: 'Nurse', modules: ['Assessments', 'Messaging'], gIds: [2, 3] } as const;
  const { answer, live, callsOf } = open([aNeed('conversations', 1)], {
    viewer: { ...clinic, modules: [...clinic.modules], gIds: [...clinic.gIds] },
  });
  await within(await region()).findAllByRole('link');
  expect(await linksIn()).toEqual([['1 conversation with unread messages ', '/chat?scope=unread']]);
  answer(api.listNeeds, { needs: [aNeed('conversations', 1_204)] });
  await live.say('new message', {});
  await within(await region()).findByRole('link', { name: '1,204 conversations with unread messages' });
  answer(api.listNeeds, { needs: [] });
  await live.say('message updated', {});
  await within(await region()).findByText('Nothing needs your attention now.');
  const asked = callsOf(api.listNeeds).length;
  expect(asked).toBeGreaterThanOrEqual(3);
  answer(api.listNeeds, { needs: [aNeed('conversations', 2)] });
  await live.tell({ type: 'inbox.changed', id: 7, careGroupId: 2 });
  await within(await region()).findByRole('link', { name: '2 conversations with unread messages' });
});

test('people of a clinic are led to flagged answers, the overdue ones first, counted anew when one is answered', async () => {
  const { answer, live } = open([aNeed('overdue', 1), aNeed('flags', 3), aNeed('conversations', 2)], {
    viewer: { type: 'Nurse', modules: ['Assessments', 'Messaging'], gIds: [2] },
  });
  await within(await region()).findAllByRole('link');
  expect(await linksIn()).toEqual([
    ['1 assessment with overdue flagged answers ', '/dashboard?flags=overdue#flagged-answers'],
    ['3 assessments with open flagged answers ', '/dashboard#flagged-answers'],
    ['2 conversations with unread messages ', '/chat?scope=unread'],
  ]);
  answer(api.listNeeds, { needs: [aNeed('flags', 4)] });
  await live.tell({ type: 'response.changed', id: 71, careGroupId: 2 });
  await within(await region()).findByRole('link', { name: '4 assessments with open flagged answers' });
});

test('CLN-16 people of a clinic are led to the overdue follow-ups of all colleagues, counted anew when one is completed', async () => {
  const { answer, live } = open([aNeed('flags', 3), aNeed('followUps', 2)], {
    viewer: { type: 'Nurse', modules: ['Assessments', 'FollowUp'], gIds: [2] },
  });
  await within(await region()).findAllByRole('link');
  expect((await linksIn())[1]).toEqual(['2 overdue follow-ups ', '/follow-ups?cp=all&view=overdue']);
  answer(api.listNeeds, { needs: [aNeed('followUps', 1)] });
  await live.tell({ type: 'follow_up.changed', id: 71, careGroupId: 2 });
  await within(await region()).findByRole('link', { name: '1 overdue follow-up' });
});

test('where nothing waits there is one calm line, and it is counted anew when something changes', async () => {
  const { answer, live } = open([]);
  await within(await region()).findByText('Nothing needs your attention now.');
  answer(api.listNeeds, { needs: [aNeed('confirm', 1, 2)] });
  await live.tell({ type: 'shipment.changed', id: 71, careGroupId: 2 });
  await within(await region()).findByRole('link', { name: '1 shipment to confirm' });
});

test('what could not be counted is said in its place, and asked for once more', async () => {
  const { user, answer } = open({ status: 500, body: { code: 'failed', message: 'There was a problem.' } });
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer(api.listNeeds, { needs: [] });
  await user.click(again);
  await waitFor(async () =>
    expect(within(await region()).getByText('Nothing needs your attention now.')).toBeDefined(),
  );
});

test.each([
  { what: 'what needs you', ui: <NeedsYou />, call: api.listNeeds, reply: { needs: [aNeed('order', 1, 2)] } },
  {
    what: 'which shipments are late',
    ui: <LateShipments gId={2} shown onShow={() => {}} />,
    call: listLateShipments,
    reply: { shipments: [] },
  },
])(
  'over midnight it is asked by the new day $what, also where each answer is the same',
  async ({ ui, call, reply }) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 0, 10, 23, 59, 30) });
    onTestFinished(() => void vi.useRealTimers());
    const page = renderPage(ui, { replies: [[call, reply]] });
    const days = () => [...new Set(page.callsOf(call).map(({ query }) => query.today))];
    await waitFor(() => expect(days()).toEqual(['2026-01-10']));
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(days()).toEqual(['2026-01-10', '2026-01-11']);
    expect(page.callsOf(call).at(-1)?.query.today).toBe('2026-01-11');
  },
);

test('over midnight late shipments stay until those of the new day are known, and never stand for those of another trial', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 0, 10, 23, 59, 30) });
  onTestFinished(() => void vi.useRealTimers());
  const late = (srId: number) => ({
    srId,
    gId: 7,
    siteName: 'Boston General',
    partnerName: 'Harbor Pharmacy',
    shipmentType: 'pharmacy',
    status: 'processing',
    dateRequired: '2026-01-09',
    dateShipped: null,
  });
  function Trials() {
    const [gId, choose] = useState(2);
    return (
      <>
        <button onClick={() => choose(3)}>Another trial</button>
        <LateShipments gId={gId} shown onShow={() => {}} />
      </>
    );
  }
  const page = renderPage(<Trials />, { replies: [[listLateShipments, { shipments: [late(71)] }]] });
  await screen.findByRole('cell', { name: '71' });
  let arrive: (answer: unknown) => void = () => {};
  page.answer(listLateShipments, () => new Promise((resolve) => (arrive = resolve)));
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(page.callsOf(listLateShipments).at(-1)?.query.today).toBe('2026-01-11');
  expect(screen.getByRole('cell', { name: '71' })).toBeDefined();
  arrive({ shipments: [late(72)] });
  await screen.findByRole('cell', { name: '72' });
  expect(screen.queryByRole('cell', { name: '71' })).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Another trial' }));
  await waitFor(() => expect(page.callsOf(listLateShipments).at(-1)?.query.g_id).toBe(3));
  expect(screen.queryByRole('cell', { name: '72' })).toBeNull();
});
