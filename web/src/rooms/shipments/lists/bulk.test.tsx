import * as api from '@portal/contract/shipments/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import ShipmentRequest from '#pages/ShipmentRequest.tsx';
import { areSame } from '#test/lost-answer.ts';
import { type Call, renderPage } from '#test/portal.tsx';
import { aRow, noon, pharmacist, shipped, siteReplies } from '#test/shipments.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
  return () => vi.useRealTimers();
});

const moved = { message: '', srId: 1, status: 'processing', version: 5 };
const taken = { status: 409, body: { code: 'shipment.illegal_step', message: 'The request is cancelled by now.' } };
const tick = (name: string) => screen.findByRole('checkbox', { name });

test('SST-02 SST-11 several requests are marked as processing by two presses, each by a call of its own', async () => {
  const rows = [101, 102, 103, 104].map((srId) => aRow({ srId, version: srId + 1 }));
  const { user, callsOf } = renderPage(<ShipmentRequest />, {
    viewer: pharmacist,
    replies: [
      [api.listForPharmacy, { requests: [...rows, aRow({ srId: 105, status: 'processing' })] }],
      [api.moveByPharmacy, moved],
    ],
  });
  await user.click(await tick('Select all 4'));
  expect(screen.queryByRole('checkbox', { name: 'Select request 105' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Mark 4 as processing' }));
  expect(await screen.findByText('4 requests are processing.')).toBeDefined();
  await waitFor(() =>
    expect(document.activeElement?.closest('section')?.getAttribute('aria-label')).toBe('Pending Shipments'),
  );
  expect(callsOf(api.moveByPharmacy).map(({ sent }) => sent)).toEqual(
    [101, 102, 103, 104].map((srId) => ({ srId, status: 'processing', version: srId + 1 })),
  );
});

test('of ticked requests it is said how many have an order form that is not signed yet', async () => {
  const rows = [101, 102, 103].map((srId) => aRow({ srId, unsignedFormCount: srId === 103 ? 0 : 1 }));
  const { user } = renderPage(<ShipmentRequest />, {
    viewer: pharmacist,
    replies: [[api.listForPharmacy, { requests: rows }]],
  });
  await user.click(await tick('Select request 101'));
  const bar = within(screen.getByRole('group', { name: 'Selected requests' }));
  expect(bar.getByText('1 has an order form not signed yet')).toBeDefined();
  await user.click(await tick('Select all 3'));
  expect(bar.getByText('2 have order forms not signed yet')).toBeDefined();
});

test('of ticked deliveries it is said how many hold a recalled lot', async () => {
  const rows = [71, 72, 73].map((srId) => shipped({ srId, holdsRecalledLot: srId !== 73 }));
  const { user } = renderPage(<ShipmentRequest />, {
    route: '/shipment-request?site=2',
    replies: [...siteReplies, [api.listForSite, { requests: rows }]],
  });
  await user.click(await tick('Select request 73'));
  const bar = within(screen.getByRole('group', { name: 'Selected requests' }));
  expect(bar.queryByText(/recalled/)).toBeNull();
  await user.click(await tick('Select request 71'));
  expect(bar.getByText('1 holds a recalled lot')).toBeDefined();
  await user.click(await tick('Select all 3'));
  expect(bar.getByText('2 hold recalled lots')).toBeDefined();
});

test('of ticked requests it is said apart how many have an order form that was deleted before it was signed', async () => {
  const rows = [
    aRow({ srId: 101, deletedFormCount: 1 }),
    aRow({ srId: 102, deletedFormCount: 2, unsignedFormCount: 1 }),
    aRow({ srId: 103 }),
  ];
  const { user } = renderPage(<ShipmentRequest />, {
    viewer: pharmacist,
    replies: [[api.listForPharmacy, { requests: rows }]],
  });
  await user.click(await tick('Select request 101'));
  const bar = within(screen.getByRole('group', { name: 'Selected requests' }));
  expect(bar.getByText('1 has an order form that was deleted before it was signed')).toBeDefined();
  expect(bar.queryByText(/not signed yet/)).toBeNull();
  await user.click(await tick('Select all 3'));
  expect(bar.getByText('2 have order forms that were deleted before they were signed')).toBeDefined();
  expect(bar.getByText('1 has an order form not signed yet')).toBeDefined();
});

test('SST-06 SST-14 what somebody else has moved meanwhile is named by its number, and the other deliveries are confirmed', async () => {
  const rows = [71, 72, 73].map((srId) => shipped({ srId }));
  const { user, callsOf, answer } = renderPage(<ShipmentRequest />, {
    route: '/shipment-request?site=2',
    replies: [...siteReplies, [api.listForSite, { requests: [...rows, shipped({ srId: 74, toParticipant: true })] }]],
  });
  let asked = 0;
  answer(api.moveBySite, () =>
    ++asked === 2
      ? new Response(JSON.stringify(taken.body), { status: 409, headers: { 'content-type': 'application/json' } })
      : { ...moved, status: 'received' },
  );
  await user.click(await tick('Select request 71'));
  await user.click(await tick('Select request 72'));
  await user.click(await tick('Select request 73'));
  const bar = within(screen.getByRole('group', { name: 'Selected requests' }));
  expect(bar.getByText('received today, 05-Mar-2026')).toBeDefined();
  await user.click(bar.getByRole('button', { name: 'Confirm 3 deliveries' }));
  expect(await screen.findByText('2 deliveries are confirmed.')).toBeDefined();
  expect(screen.getByText('Request 72: The request is cancelled by now.')).toBeDefined();
  expect(callsOf(api.moveBySite).map(({ sent }) => sent)).toEqual(
    [71, 72, 73].map((srId) => ({ gId: 2, srId, status: 'received', version: 4, dateOfStatusChange: '2026-03-05' })),
  );
});

test('without an answer nothing more is sent, and it is said how many were not asked for', async () => {
  const rows = [101, 102, 103].map((srId) => aRow({ srId }));
  const { user, callsOf, answer } = renderPage(<ShipmentRequest />, {
    viewer: pharmacist,
    replies: [[api.listForPharmacy, { requests: rows }]],
  });
  answer(api.moveByPharmacy, { status: 503, body: { code: 'unavailable', message: 'The portal is away.' } });
  await user.click(await tick('Select all 3'));
  await user.click(screen.getByRole('button', { name: 'Mark 3 as processing' }));
  expect(await screen.findByText(/^Request 101: .* 2 more were not tried\.$/)).toBeDefined();
  await waitFor(() => expect(callsOf(api.moveByPharmacy)).toHaveLength(1));
  expect(screen.queryByText(/are processing/)).toBeNull();
});

test('SST-06 REL-06 REL-17 of one whose answer is lost nobody says that it was not confirmed, and the same again has its key', async () => {
  const rows = [71, 72, 73].map((srId) => shipped({ srId }));
  const { user, callsOf, answer } = renderPage(<ShipmentRequest />, {
    route: '/shipment-request?site=2',
    replies: [...siteReplies, [api.listForSite, { requests: rows }]],
  });
  answer(api.moveBySite, ({ body }: Call) => {
    if (body.srId === 72) throw new TypeError('the line is dead');
    return { ...moved, srId: body.srId, status: 'received' };
  });
  const confirmAll = async () => {
    await user.click(await tick('Select all 3'));
    await user.click(screen.getByRole('button', { name: 'Confirm 3 deliveries' }));
  };
  await confirmAll();
  expect(
    await screen.findByText(
      'Request 72: It is not known whether its delivery is confirmed. Unable to make request. 1 more was not tried.',
    ),
  ).toBeDefined();
  await confirmAll();
  const of72 = () => callsOf(api.moveBySite).filter(({ body }) => body.srId === 72);
  await waitFor(() => expect(of72()).toHaveLength(2));
  expect(areSame(of72())).toBe(true);
});

test('SST-17 a delivery that its proof belongs to is confirmed alone', async () => {
  const rows = [71, 72].map((srId) => shipped({ srId, toParticipant: true }));
  renderPage(<ShipmentRequest />, { viewer: pharmacist, replies: [[api.listForPharmacy, { requests: rows }]] });
  expect(await screen.findByRole('button', { name: 'Confirm delivery, request 71' })).toBeDefined();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
