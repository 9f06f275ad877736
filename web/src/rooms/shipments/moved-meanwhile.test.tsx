import * as api from '@portal/contract/shipments/endpoints.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { areSame, losesFirstAnswer } from '#test/lost-answer.ts';
import { type Call, type Reply, renderPage } from '#test/portal.tsx';
import { aLine, aRequest, aRow, noon, pharmacist, shipped } from '#test/shipments.ts';
import { MarkAsProcessing } from './packing/MarkAsProcessing.tsx';
import { useRequest, useShipments } from './queries.ts';
import { ConfirmDelivery } from './receiving/ConfirmDelivery.tsx';
import { ReportDelivery } from './receiving/ReportDelivery.tsx';
import { CancelRequest } from './request/CancelRequest.tsx';
import type { Row } from './sides.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

const dialogs = {
  cancel: CancelRequest,
  process: MarkAsProcessing,
  deliver: ConfirmDelivery,
  report: ReportDelivery,
} as const;
type Kind = keyof typeof dialogs;

/** The list behind a dialog, or the panel. */
function List() {
  useShipments(2);
  return null;
}
function Panel() {
  useRequest({ srId: 71 });
  return null;
}

const whole = (row: Row) => ({ request: aRequest({ ...(row as api.ShipmentSummary), products: [aLine()] }) });
async function open(kind: Kind, row: Row, { by = {}, behind = 'list', more = [] as Reply[] } = {}) {
  const heard = { onClose: vi.fn(), onMoved: vi.fn(), onProof: vi.fn(), onOffer: vi.fn() };
  const Dialog = dialogs[kind];
  const isPartner = 'ppId' in by;
  const [list, one] = isPartner ? [api.listForPharmacy, api.readForPharmacy] : [api.listForSite, api.readForSite];
  const page = renderPage(
    <>
      {behind === 'list' ? <List /> : <Panel />}
      <Dialog row={row} {...heard} />
    </>,
    {
      viewer: by,
      replies: [[list, { requests: behind === 'list' ? [row] : [] }], [one, whole(row)], ...more],
    },
  );
  const { onClose } = heard;
  await screen.findByRole('dialog');
  await waitFor(() => expect(page.callsOf(behind === 'list' ? list : one)).not.toEqual([]));
  await page.live.connect();
  /** Somebody moves the request, and the server tells of it. */
  const moves = async (more: Partial<Row>) => {
    const now = { ...row, ...more };
    if (behind === 'list') page.answer(list, { requests: [now] });
    page.answer(one, whole(now));
    if (behind === 'list') return page.live.tell({ type: 'shipment.changed', id: 71, careGroupId: 2 });
    // The list reads its screen anew for the panel.
    await act(() => page.queryClient.invalidateQueries({ queryKey: [one.path] }));
  };
  return { ...page, ...heard, onClose, moves };
}
const button = (name: string) => screen.getByRole('button', { name });
const alert = async () => (await screen.findByRole('alert')).textContent;

test.each([
  ['cancel', aRow(), {}, 'processing', 'Cancel request', 'This request can no longer be cancelled'],
  ['cancel', aRow(), pharmacist, 'shipped', 'Cancel request', 'This request can no longer be cancelled'],
  [
    'process',
    aRow(),
    pharmacist,
    'cancelled',
    'Mark as processing',
    'This request can no longer be marked as processing',
  ],
  ['deliver', shipped(), {}, 'received', 'Confirm delivery', 'This delivery can no longer be confirmed'],
  ['report', shipped(), {}, 'missing', 'Report delivery', 'This delivery can no longer be reported'],
] as const)(
  'REL-07 who is asked whether to %s a request that somebody else has moved meanwhile is told so at once, and is offered no press that would be refused',
  async (kind, row, by, status, press, title) => {
    const words =
      status === 'missing'
        ? 'Someone else has changed this request in the meantime: its delivery was reported as missing.'
        : `Someone else has changed this request in the meantime: it is now ${status}.`;
    for (const behind of ['list', 'panel']) {
      const page = await open(kind, row, { by, behind });
      expect([screen.queryByRole('alert'), button(press)]).toEqual([null, expect.anything()]);
      await page.moves({ status, version: 5 });
      expect(await alert()).toBe(`${title}${words}`);
      expect(screen.queryByRole('button', { name: press })).toBeNull();
      await page.user.click(screen.getByText('Close'));
      expect(page.onClose).toHaveBeenCalledOnce();
      page.unmount();
    }
  },
);

test('REL-07 where the step is still allowed after somebody else’s, the question says what the request is now, and the press counts for that', async () => {
  const page = await open('cancel', aRow(), {
    by: pharmacist,
    more: [[api.moveByPharmacy, { message: '', srId: 71, status: 'cancelled', version: 6 }]],
  });
  await page.moves({ status: 'processing', version: 5 });
  expect(await alert()).toBe('Someone else has changed this request in the meantimeThe status is now “Processing”.');
  await page.user.click(button('Cancel request'));
  await waitFor(() => expect(page.onMoved.mock.calls).toEqual([['cancelled']]));
  expect(page.callsOf(api.moveByPharmacy).map(({ body }) => body.version)).toEqual([5]);
});

test('REL-06 REL-07 what a question has sent itself is nobody else’s doing: not while it is under way, and not where no answer came', async () => {
  const answers: ((reply: unknown) => void)[] = [];
  const moved = { message: '', srId: 71, status: 'processing', version: 5 };
  const page = await open('process', aRow(), {
    by: pharmacist,
    more: [[api.moveByPharmacy, () => new Promise((answer) => answers.push(answer))]],
  });
  const toldOfIt = async () => {
    const before = page.callsOf(api.listForPharmacy).length;
    await page.moves({ status: 'processing', version: 5 });
    await waitFor(() => expect(page.callsOf(api.listForPharmacy).length).toBeGreaterThan(before));
  };
  await page.user.click(button('Mark as processing'));
  await waitFor(() => expect(answers).toHaveLength(1));
  await toldOfIt();
  expect(screen.queryByRole('alert')).toBeNull();
  answers[0]?.({ status: 502, body: { code: 'unexpected', message: '' } });
  expect(await alert()).toBe('Unable to make request');
  await toldOfIt();
  await page.user.click(button('Mark as processing'));
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(moved);
  await waitFor(() => expect(page.onMoved.mock.calls).toEqual([['processing']]));
  const sent = page.callsOf(api.moveByPharmacy);
  expect(sent.map(({ body }) => body.version)).toEqual([4, 4]);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test.each(['nothing more', 'a note'])(
  'SST-09 REL-06 REL-07 who reports a delivery as missing, with %s, after the answer to “damaged” was lost, reads that the first try was recorded and is offered the same again',
  async (more) => {
    const recorded = { message: '', srId: 71, status: 'damaged', version: 5 };
    const detail = { current: { status: 'damaged', version: 5 } };
    const stale = { status: 409, body: { code: 'stale', message: 'Someone else has changed this.', detail } };
    const page = await open('report', shipped(), {
      more: [
        [api.moveBySite, losesFirstAnswer(recorded, stale)],
        [api.receiveBySite, stale],
      ],
    });
    await page.user.click(screen.getByRole('radio', { name: 'Damaged' }));
    await page.user.click(button('Report delivery'));
    expect(await alert()).toBe('Unable to make request');
    await page.moves({ status: 'damaged', version: 5 });
    await page.user.click(screen.getByRole('radio', { name: 'Missing' }));
    if (more === 'a note') await page.user.type(await screen.findByRole('textbox', { name: 'Note' }), 'No box.');
    await page.user.click(button('Report delivery'));
    await waitFor(() => expect(page.onOffer).toHaveBeenCalledOnce());
    expect(page.onMoved.mock.calls).toEqual([['damaged']]);
    expect(screen.getByText('Your first try was recorded, with what you had entered then.')).toBeDefined();
    expect(screen.queryByText('Someone else has changed this.')).toBeNull();
    const [first, ...others] = page.callsOf(api.moveBySite);
    expect(areSame([first as Call, others.at(-1) as Call])).toBe(true);
  },
);

test('SST-09 REL-07 where somebody else has reported it while the answer was lost, the report is over as for anybody', async () => {
  const detail = { current: { status: 'damaged', version: 5 } };
  const stale = { status: 409, body: { code: 'stale', message: 'Someone else has changed this.', detail } };
  const page = await open('report', shipped(), {
    more: [[api.moveBySite, () => Promise.reject(new TypeError('the line is dead'))]],
  });
  await page.user.click(screen.getByRole('radio', { name: 'Damaged' }));
  await page.user.click(button('Report delivery'));
  await alert();
  page.answer(api.moveBySite, stale);
  await page.user.click(screen.getByRole('radio', { name: 'Missing' }));
  await page.user.click(button('Report delivery'));
  await screen.findByText('Someone else has changed this.');
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect([page.onOffer.mock.calls, page.onMoved.mock.calls]).toEqual([[], []]);
});
