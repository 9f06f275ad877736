import { listSiteUsers, listTrials, readSite } from '@portal/contract/care-groups/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { forgetAll } from '#kit/remember.ts';
import ShipmentRequest from '#pages/ShipmentRequest.tsx';
import { isOff } from '#test/buttons.ts';
import { aSite, aTrial, lyon } from '#test/participants.ts';
import { type Reply, renderPage } from '#test/portal.tsx';
import {
  aReminder,
  aRequest,
  aRow,
  noon,
  pharmacist,
  shipped,
  siteReplies,
  wholesaler,
  forWholesaler,
} from '#test/shipments.ts';
import { hasScreen } from '#test/sight.ts';

hasScreen();

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
});
afterEach(() => {
  vi.useRealTimers();
  forgetAll();
});

type Rows = api.ShipmentSummary[];
const open = (rows: Rows, more: { viewer?: object; replies?: Reply[]; route?: string } = {}) =>
  renderPage(<ShipmentRequest />, {
    viewer: more.viewer,
    route: more.route ?? '/shipment-request?site=2',
    replies: [
      ...siteReplies,
      [api.listForSite, { requests: rows }],
      [api.listForPharmacy, { requests: rows }],
      [api.listForWholesaler, { requests: rows.map(forWholesaler) }],
      ...(more.replies ?? []),
    ],
  });
type Page = ReturnType<typeof open>;

const section = (name: string) => screen.getByRole('region', { name });
const table = async (name: string) => within(await screen.findByRole('table', { name }));
const headers = async (name: string) =>
  (await table(name)).getAllByRole('columnheader').map((cell) => cell.textContent);
const actions = async ({ user }: Page, srId: number) => {
  await user.click(await screen.findByRole('button', { name: `Actions for request ${srId}` }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
};
const begin = async (page: Page, srId: number, action: string) => {
  await actions(page, srId);
  await page.user.click(screen.getByRole('menuitem', { name: action }));
  return within(await screen.findByRole('dialog'));
};
const moved = (status: string) => ({ message: '', srId: 71, status, version: 5 });

describe('the screen', () => {
  test('SHP-01 SHP-02 BAT-01 without a site nothing can be asked for; choosing one reads its requests and stands in the address', async () => {
    const page = open([aRow()], { route: '/shipment-request' });
    const picker = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Trial site' });
    await waitFor(() => expect(picker.disabled).toBe(false));
    expect(picker.selectedOptions[0]?.textContent).toBe('Choose trial site');
    const batch = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Batch Shipment' });
    const create = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Shipment Request' });
    expect([isOff(batch), isOff(create)]).toEqual([true, true]);
    expect(page.callsOf(api.listForSite)).toEqual([]);
    await page.user.selectOptions(picker, 'Boston General');
    expect(await screen.findByRole('link', { name: 'View request 71' })).toBeDefined();
    expect([isOff(batch), isOff(create)]).toEqual([false, false]);
    expect(page.callsOf(api.listForSite).map((call) => call.query)).toEqual([{ gId: 2 }]);
    await waitFor(() => expect(page.router.state.location.search).toEqual({ site: 2 }));
    page.unmount();
    open([aRow()], { route: '/shipment-request' });
    expect(await screen.findByRole('link', { name: 'View request 71' })).toBeDefined();
  });

  test('ACC-02 the address of a mail leads to its request, and closing it leads to the list', async () => {
    const page = open([aRow()], { route: '/shipment-request?site=2&request=71' });
    expect(await screen.findByRole('dialog', { name: 'Request 71' })).toBeDefined();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.router.state.location.search).toEqual({ site: 2 });
    page.unmount();
    open([aRow()], { route: '/shipment-request?request=71', viewer: pharmacist });
    expect(await screen.findByRole('dialog', { name: 'Request 71' })).toBeDefined();
  });

  test('SHP-02 a trial that does not ship offers no request', async () => {
    open([], { replies: [[listTrials, { groups: [aTrial(), aSite({ hasShippingRequest: false })] }]] });
    expect(await screen.findByText('Shipping is off for this trial.')).toBeDefined();
    expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: 'Create Batch Shipment' }))).toBe(true);
  });

  test('a trial that does not ship offers no reorder, neither of a reminder nor after a report', async () => {
    const page = open([shipped()], {
      replies: [
        [listTrials, { groups: [aTrial(), aSite({ hasShippingRequest: false })] }],
        [api.listReminders, { orderReminders: [aReminder()] }],
        [api.moveBySite, moved('damaged')],
      ],
    });
    await page.user.click(await screen.findByRole('button', { name: 'Actions for upcoming shipment 60' }));
    const offered = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(offered).toEqual(['View', 'Change reminder date', 'Dismiss reminder']);
    await page.user.keyboard('{Escape}');
    const dialog = await begin(page, 71, 'Report delivery');
    await page.user.click(dialog.getByRole('radio', { name: 'Damaged' }));
    await page.user.click(dialog.getByRole('button', { name: 'Report delivery' }));
    expect(await screen.findByText('Delivery of request 71 reported as damaged.')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('SHP-03 SHP-04 SHP-05 SHP-06 OPS-89 four sections, each with its statuses', async () => {
    const statuses = [
      'preprocessing',
      'processing',
      'shipped',
      'received',
      'missing',
      'damaged',
      'other',
      'cancelled',
    ] as const;
    open(statuses.map((status, i) => aRow({ srId: 71 + i, status })));
    await screen.findByRole('link', { name: 'View request 71' });
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      expect.stringMatching(/^Pending Shipments \(2\) ?awaiting partner approval$/),
      expect.stringMatching(/^Partner-Completed Shipments \(1\) ?awaiting confirmation$/),
      expect.stringMatching(/^Upcoming Shipments \(0\) ?ready for re-order$/),
      expect.stringMatching(/^Shipment History \(5\)$/),
    ]);
    const idsIn = (name: string) =>
      within(section(name))
        .queryAllByRole('link', { name: /^View request/ })
        .map((button) => Number(button.textContent));
    expect(idsIn('Pending Shipments')).toEqual([71, 72]);
    expect(idsIn('Partner-Completed Shipments')).toEqual([73]);
    expect(idsIn('Shipment History')).toEqual([74, 75, 76, 77, 78]);
  });

  test('SHP-07 SHP-08 REM-05 ROL-31 partners have no site to choose, no reminders, and a report button', async () => {
    for (const viewer of [pharmacist, wholesaler]) {
      const page = open([aRow()], { viewer });
      await screen.findByRole('link', { name: 'View request 71' });
      expect(screen.queryByRole('combobox', { name: 'Trial site' })).toBeNull();
      expect(screen.queryByRole('region', { name: 'Upcoming Shipments' })).toBeNull();
      expect(screen.queryByRole('button', { name: /^Create/ })).toBeNull();
      expect(page.callsOf(api.listReminders)).toEqual([]);
      expect(screen.getByRole('button', { name: 'Shipment Requests Report' })).toBeDefined();
      page.unmount();
    }
  });

  test('SHP-08 ROL-26 a site has no report button; a partner reads the requests of its own partner', async () => {
    const site = open([aRow()]);
    await screen.findByRole('link', { name: 'View request 71' });
    expect(screen.queryByRole('button', { name: 'Shipment Requests Report' })).toBeNull();
    site.unmount();
    const pharmacy = open([aRow()], { viewer: pharmacist });
    await screen.findByRole('link', { name: 'View request 71' });
    expect(pharmacy.callsOf(api.listForPharmacy).map((call) => call.query)).toEqual([{ ppId: 8 }]);
    pharmacy.unmount();
    const whole = open([aRow()], { viewer: wholesaler });
    await screen.findByRole('link', { name: 'View request 71' });
    expect(whole.callsOf(api.listForWholesaler).map((call) => call.query)).toEqual([{ wpId: 9 }]);
    expect(whole.calls.filter((call) => /pharmacy|care-groups\/clinical/.test(call.path))).toEqual([]);
  });

  test('SHP-09 SHP-10 ROL-29 the columns are those of the viewer', async () => {
    const site = open([aRow()]);
    expect(await headers('Pending Shipments')).toEqual(
      expect.arrayContaining(['Subject Number', 'Name', 'Shipment Type']),
    );
    expect(await headers('Pending Shipments')).not.toContain('Protocol Number');
    site.unmount();
    const pharmacy = open([aRow()], { viewer: pharmacist });
    expect(await headers('Pending Shipments')).toEqual(
      expect.arrayContaining(['Subject Number', 'Name', 'Protocol Number']),
    );
    expect(await headers('Pending Shipments')).not.toContain('Shipment Type');
    pharmacy.unmount();
    open([aRow()], { viewer: wholesaler });
    await screen.findByRole('link', { name: 'View request 71' });
    for (const name of ['Pending Shipments', 'Partner-Completed Shipments', 'Shipment History']) {
      expect(await headers(name)).not.toContain('Subject Number');
      expect(await headers(name)).not.toContain('Name');
    }
  });

  test('SHP-11 CON-01 CON-02 OPS-23 ten rows a page, or five or twenty-five, without asking again', async () => {
    const page = open(Array.from({ length: 12 }, (_, i) => aRow({ srId: 71 + i })));
    const rows = async () => (await table('Pending Shipments')).getAllByRole('row').length - 1;
    await screen.findByRole('link', { name: 'View request 71' });
    expect(await rows()).toBe(10);
    const size = screen.getByRole('combobox', { name: 'Pending Shipments: rows per page' });
    expect(
      within(size)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['5', '10', '25']);
    await page.user.selectOptions(size, '25');
    expect(await rows()).toBe(12);
    expect(page.callsOf(api.listForSite).map((call) => Object.keys(call.query))).toEqual([['gId']]);
  });

  test('SHP-15 ERR-19 requests that cannot be read say so, and one may try again', async () => {
    const page = open([], {
      replies: [[api.listForSite, { status: 500, body: { code: 'unexpected', message: 'broken' } }]],
    });
    expect(await screen.findByText('There was a problem retrieving shipment request data.')).toBeDefined();
    page.answer(api.listForSite, { requests: [aRow()] });
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'View request 71' })).toBeDefined();
  });

  test('SHP-14 CON-05 the list is read again every 20 s', async () => {
    const page = open([aRow()]);
    await screen.findByRole('link', { name: 'View request 71' });
    const before = page.callsOf(api.listForSite).length;
    page.answer(api.listForSite, { requests: [aRow({ status: 'processing' })] });
    await act(() => vi.advanceTimersByTimeAsync(19_000 - (Date.now() - noon.getTime())));
    expect(page.callsOf(api.listForSite)).toHaveLength(before);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(await screen.findByText('Processing')).toBeDefined();
  });

  test('SHP-15 a poll that fails leaves the rows, says so in one line and since when, and one may try again', async () => {
    const page = open([aRow()]);
    await screen.findByRole('link', { name: 'View request 71' });
    page.answer(api.listForSite, { status: 500, body: { code: 'unexpected', message: 'broken' } });
    await act(() => vi.advanceTimersByTimeAsync(21_000));
    const bar = within(await screen.findByRole('alert'));
    expect(bar.getByText('There was a problem retrieving shipment request data.')).toBeDefined();
    expect(bar.getByText(/^Not updated since \d\d:\d\d$/)).toBeDefined();
    expect(screen.getByRole('link', { name: 'View request 71' })).toBeDefined();
    page.answer(api.listForSite, { requests: [aRow({ status: 'processing' })] });
    await page.user.click(bar.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Processing')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  test('SHP-03 nothing is counted before it is known', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const page = open([], { replies: [[api.listForSite, () => new Promise((resolve) => (answer = resolve))]] });
    await waitFor(() => expect(page.callsOf(api.listForSite)).toHaveLength(1));
    const heading = screen.getByRole('heading', { name: /^Pending Shipments/ });
    expect(heading.textContent).toMatch(/^Pending Shipments ?awaiting/);
    answer({ requests: [] });
    await waitFor(() => expect(heading.textContent).toContain('(0)'));
  });

  test('SHP-14 when the server says that a request changed, the list is read at once', async () => {
    const page = open([aRow()]);
    await screen.findByRole('link', { name: 'View request 71' });
    page.answer(api.listForSite, { requests: [aRow({ status: 'processing' })] });
    await page.live.tell({ type: 'shipment.changed', id: 71, careGroupId: 2 });
    expect(await screen.findByText('Processing')).toBeDefined();
    expect(Date.now() - noon.getTime()).toBeLessThan(20_000);
  });

  test('SHP-19 unread comments are marked', async () => {
    open([
      aRow({ totalCommentCount: 3, readCommentCount: 1 }),
      aRow({ srId: 72, totalCommentCount: 3, readCommentCount: 3 }),
    ]);
    expect((await screen.findByRole('button', { name: 'Comments on request 71: 2 unread' })).textContent).toBe(
      '2 unread',
    );
    expect(screen.getByRole('button', { name: 'Comments on request 72: 3' }).textContent).toBe('3');
  });

  test('SHP-19 the row knows that its comments were read, also when the dialog is closed before the answer', async () => {
    let stored: () => void = () => undefined;
    const comment = {
      commentId: 5,
      fname: 'Pia',
      lname: 'Partner',
      type: 'Pharmacy User' as const,
      message: 'Which lot?',
      created: noon,
      isRead: false,
      isMine: false,
    };
    const page = open([aRow({ totalCommentCount: 1, readCommentCount: 0 })], {
      replies: [
        [api.siteComments.list, { comments: [comment] }],
        [
          api.siteComments.markRead,
          () => new Promise((resolve) => (stored = () => resolve({ message: 'Comments marked as read.' }))),
        ],
      ],
    });
    await page.user.click(await screen.findByRole('button', { name: 'Comments on request 71: 1 unread' }));
    await screen.findByText('Which lot?');
    await waitFor(() => expect(page.callsOf(api.siteComments.markRead)).toHaveLength(1), { timeout: 4_000 });
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const asked = page.callsOf(api.listForSite).length;
    page.answer(api.listForSite, { requests: [aRow({ totalCommentCount: 1, readCommentCount: 1 })] });
    stored();
    expect((await screen.findByRole('button', { name: 'Comments on request 71: 1' })).textContent).toBe('1');
    expect(page.callsOf(api.listForSite)).toHaveLength(asked + 1);
  });

  test('SHP-23 choosing a site loads its record, prescribers, products and participants, before a form is opened', async () => {
    const page = open([aRow()], { route: '/shipment-request' });
    const picker = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Trial site' });
    await waitFor(() => expect(picker.disabled).toBe(false));
    const reads = [readSite, listSiteUsers, listProducts, listParticipants];
    expect(reads.flatMap((one) => page.callsOf(one))).toEqual([]);
    await page.user.selectOptions(picker, 'Boston General');
    await waitFor(() => {
      for (const one of reads) expect(page.callsOf(one).map(({ query }) => query?.['g_id'])).toEqual([2]);
    });
  });

  test('SHP-22 CON-16 OPS-97 a row says whom it goes to, and days read DD-MMM-YYYY', async () => {
    open([aRow({ toParticipant: true }), aRow({ srId: 72, dateRequired: '2026-12-31' })]);
    await screen.findByRole('link', { name: 'View request 71' });
    const [, first, second] = await (await table('Pending Shipments')).findAllByRole('row');
    expect(within(first as HTMLElement).getByText('Participant')).toBeDefined();
    expect(within(first as HTMLElement).getByText('10-Mar-2026')).toBeDefined();
    expect(within(first as HTMLElement).getByText('Aurelix 50 mg, 10 Bottles')).toBeDefined();
    expect(within(second as HTMLElement).getByText('Trial site')).toBeDefined();
    expect(within(second as HTMLElement).getByText('31-Dec-2026')).toBeDefined();
  });
});

describe('what can be done with a request', () => {
  test.each<[string, object, Partial<api.ShipmentSummary>, string[]]>([
    ['a site, waiting', {}, {}, ['View', 'Comments', 'Documents', 'Cancel request']],
    ['a site, processing', {}, { status: 'processing' }, ['View', 'Comments', 'Documents']],
    [
      'a pharmacy, waiting',
      pharmacist,
      {},
      ['View', 'Comments', 'Documents', 'Card info', 'Mark as processing', 'Cancel request'],
    ],
    [
      'a pharmacy, no card',
      pharmacist,
      { hasCard: false },
      ['View', 'Comments', 'Documents', 'Mark as processing', 'Cancel request'],
    ],
    [
      'a pharmacy, processing',
      pharmacist,
      { status: 'processing', hasCard: false },
      ['View', 'Comments', 'Documents', 'Confirm shipment', 'Cancel request'],
    ],
    [
      'a wholesaler, waiting',
      wholesaler,
      {},
      ['View', 'Comments', 'Documents', 'Mark as processing', 'Cancel request'],
    ],
    [
      'a wholesaler, processing',
      wholesaler,
      { status: 'processing' },
      ['View', 'Comments', 'Documents', 'Confirm shipment', 'Cancel request'],
    ],
    [
      'an administrator, processing',
      { type: 'Admin', adminRights: true },
      { status: 'processing' },
      ['View', 'Comments', 'Documents'],
    ],
    [
      'a site, shipped to it',
      {},
      { status: 'shipped' },
      ['View', 'Comments', 'Documents', 'Confirm delivery', 'Report delivery'],
    ],
    [
      'a site, shipped to a participant',
      {},
      { status: 'shipped', toParticipant: true },
      ['View', 'Comments', 'Documents'],
    ],
    [
      'a pharmacy, shipped to the site',
      pharmacist,
      { status: 'shipped', hasCard: false },
      ['View', 'Comments', 'Documents'],
    ],
    [
      'a pharmacy, shipped to a participant',
      pharmacist,
      { status: 'shipped', hasCard: false, toParticipant: true },
      ['View', 'Comments', 'Documents', 'Confirm delivery', 'Report delivery'],
    ],
    ['a pharmacy, received', pharmacist, { status: 'received', hasCard: false }, ['View', 'Comments', 'Documents']],
  ])(
    'SST-02 SST-03 SST-04 SST-10 SHF-09 ROL-27 ROL-28 OPS-81 what is offered to %s',
    async (_, viewer, row, offered) => {
      expect(await actions(open([aRow(row)], { viewer }), 71)).toEqual(offered);
    },
  );

  test('SST-02 SST-11 ROL-32 a pharmacy marks a request as processing, by its own call', async () => {
    const page = open([aRow()], { viewer: pharmacist, replies: [[api.moveByPharmacy, moved('processing')]] });
    const dialog = await begin(page, 71, 'Mark as processing');
    page.answer(api.listForPharmacy, { requests: [aRow({ status: 'processing' })] });
    await page.user.dblClick(dialog.getByRole('button', { name: 'Mark as processing' }));
    expect(await screen.findByText('Request 71 is now processing.')).toBeDefined();
    expect(await (await table('Pending Shipments')).findByText('Processing')).toBeDefined();
    expect(page.callsOf(api.moveByPharmacy).map((call) => call.body)).toEqual([
      { srId: 71, status: 'processing', version: 4 },
    ]);
  });

  test('after a delivery was reported the keyboard is on the next row of the section, and a message leads to the request', async () => {
    const rows = [shipped(), aRow({ ...shipped(), srId: 72 }), aRow({ ...shipped(), srId: 73 })];
    const page = open(rows, { replies: [[api.moveBySite, moved('damaged')]] });
    const dialog = await begin(page, 72, 'Report delivery');
    await page.user.click(dialog.getByRole('radio', { name: 'Other' }));
    page.answer(api.listForSite, { requests: [rows[0], { ...rows[1], status: 'other' }, rows[2]] });
    await page.user.click(dialog.getByRole('button', { name: 'Report delivery' }));
    expect(await screen.findByText('Delivery of request 72 reported as other.')).toBeDefined();
    await (await table('Shipment History')).findByRole('link', { name: 'View request 72' });
    const next = screen.getByRole('button', { name: 'Actions for request 73' });
    await waitFor(() => expect(document.activeElement).toBe(next));
    await page.user.click(
      within(screen.getByRole('region', { name: 'Messages' })).getByRole('button', { name: 'View' }),
    );
    await screen.findByRole('dialog', { name: 'Request 72' });
  });

  test('after the last row of a section the keyboard is on the one before it, and after the only one on the name of the section', async () => {
    const page = open([aRow(), aRow({ srId: 72 })], { replies: [[api.moveBySite, moved('cancelled')]] });
    const cancel = async (srId: number, left: object[]) => {
      const dialog = await begin(page, srId, 'Cancel request');
      page.answer(api.listForSite, { requests: left });
      await page.user.click(dialog.getByRole('button', { name: 'Cancel request' }));
      await waitFor(() => expect(screen.queryByRole('link', { name: `View request ${srId}` })).toBeNull());
    };
    await cancel(72, [aRow()]);
    const before = screen.getByRole('button', { name: 'Actions for request 71' });
    await waitFor(() => expect(document.activeElement).toBe(before));
    await cancel(71, []);
    const heading = within(section('Pending Shipments')).getByRole('button', { name: /^Pending Shipments/ });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test.each([
    ['site', {}, 'A cancelled request cannot be reopened. Its reminder is removed too.'],
    ['pharmacy', { viewer: pharmacist }, 'A cancelled request cannot be reopened.'],
  ])(
    'REM-05 of reminders, which a partner does not have, the question to cancel speaks to a %s alone where it has them',
    async (_, more, said) => {
      const page = open([aRow()], more);
      const dialog = await begin(page, 71, 'Cancel request');
      expect(dialog.getByText(/^A cancelled request/).textContent).toBe(said);
    },
  );

  test('after a question that was answered with no the keyboard is where it was', async () => {
    const page = open([aRow(), aRow({ srId: 72 })]);
    const dialog = await begin(page, 71, 'Cancel request');
    await page.user.click(dialog.getByRole('button', { name: 'Keep request' }));
    const button = screen.getByRole('button', { name: 'Actions for request 71' });
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('SST-04 what is refused is said in the question with the focus, and can be tried again', async () => {
    const page = open([aRow()], {
      replies: [[api.moveBySite, { status: 500, body: { code: 'unexpected', message: 'Unable to make request' } }]],
    });
    const dialog = await begin(page, 71, 'Cancel request');
    await page.user.click(dialog.getByRole('button', { name: 'Cancel request' }));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toBe('Unable to make request');
    expect(document.activeElement).toBe(alert);
    page.answer(api.moveBySite, moved('cancelled'));
    await page.user.click(dialog.getByRole('button', { name: 'Cancel request' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.callsOf(api.moveBySite)).toHaveLength(2);
  });

  test('when the request is listed nowhere any more, the keyboard is on the name of its section', async () => {
    const page = open([aRow()], { replies: [[api.moveBySite, moved('cancelled')]] });
    const dialog = await begin(page, 71, 'Cancel request');
    page.answer(api.listForSite, { requests: [] });
    await page.user.click(dialog.getByRole('button', { name: 'Cancel request' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'View request 71' })).toBeNull());
    const heading = within(section('Pending Shipments')).getByRole('button', { name: /^Pending Shipments/ });
    await waitFor(() => expect(document.activeElement).toBe(heading));
  });

  test('CMT-01 after its comments the keyboard is on the button that opened them', async () => {
    const page = open([aRow()], { replies: [[api.siteComments.list, { comments: [] }]] });
    const button = await screen.findByRole('button', { name: 'Comments on request 71: 0' });
    await page.user.click(button);
    await screen.findByRole('dialog', { name: 'Comments on request 71' });
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  });

  test('SST-06 Enter in the field of the day confirms the delivery', async () => {
    const page = open([shipped()], { replies: [[api.moveBySite, moved('received')]] });
    const dialog = await begin(page, 71, 'Confirm delivery');
    const day = dialog.getByRole('textbox', { name: 'Order received date' });
    await waitFor(() => expect(document.activeElement).toBe(day));
    await page.user.keyboard('{Enter}');
    await waitFor(() => expect(page.callsOf(api.moveBySite)).toHaveLength(1));
  });

  test('SST-03 SST-04 a site cancels a request of its site', async () => {
    const page = open([aRow()], { replies: [[api.moveBySite, moved('cancelled')]] });
    const dialog = await begin(page, 71, 'Cancel request');
    await page.user.click(dialog.getByRole('button', { name: 'Cancel request' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.callsOf(api.moveBySite).map((call) => call.body)).toEqual([
      { srId: 71, gId: 2, status: 'cancelled', version: 4 },
    ]);
  });

  test('REL-07 whoever comes second reads the sentence of the server, and the list shows what it is now', async () => {
    const body = { code: 'shipment.already_moved', message: 'Someone else has already changed this request.' };
    const page = open([aRow()], { viewer: wholesaler, replies: [[api.moveByWholesaler, { status: 409, body }]] });
    const dialog = await begin(page, 71, 'Mark as processing');
    page.answer(api.listForWholesaler, { requests: [forWholesaler(aRow({ status: 'cancelled' }))] });
    await page.user.click(dialog.getByRole('button', { name: 'Mark as processing' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Someone else has already changed this request.');
    expect(await (await table('Shipment History')).findByText('Cancelled')).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('SST-06 SST-12 SST-13 OPS-79 OPS-80 CON-15 a site confirms a delivery with the day it came, today unless said otherwise', async () => {
    const page = open([shipped()], { replies: [[api.moveBySite, moved('received')]] });
    const dialog = await begin(page, 71, 'Confirm delivery');
    const day = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Order received date' });
    expect(day.value).toBe('05-Mar-2026');
    await page.user.clear(day);
    await page.user.type(day, '04-03-2026');
    await page.user.click(dialog.getByRole('button', { name: 'Confirm delivery' }));
    expect(await screen.findByText('The delivery of request 71 is confirmed.')).toBeDefined();
    expect(page.callsOf(api.moveBySite).map((call) => call.body)).toEqual([
      { srId: 71, gId: 2, status: 'received', dateOfStatusChange: '2026-03-04', version: 4 },
    ]);
  });

  test('SST-06 SST-07 what had expired when it came is not confirmed: the server says why, and the day can be corrected', async () => {
    const message =
      'Lot L7 of Aurelix expired on 04-Mar-2026. If that date is wrong, an administrator of the trial can correct it. Items that have expired on arrival cannot be confirmed as received. Report the delivery instead.';
    const expired = { status: 409, body: { code: 'shipment.expired', message } };
    const page = open([shipped()], { replies: [[api.moveBySite, expired]] });
    const dialog = await begin(page, 71, 'Confirm delivery');
    await page.user.click(dialog.getByRole('button', { name: 'Confirm delivery' }));
    expect((await screen.findByRole('alert')).textContent).toContain(message);
    page.answer(api.moveBySite, moved('received'));
    const day = dialog.getByRole('textbox', { name: 'Order received date' });
    await page.user.clear(day);
    await page.user.type(day, '04-03-2026');
    await page.user.click(dialog.getByRole('button', { name: 'Confirm delivery' }));
    expect(await screen.findByText('The delivery of request 71 is confirmed.')).toBeDefined();
    expect(page.callsOf(api.moveBySite).map((call) => call.body.dateOfStatusChange)).toEqual([
      '2026-03-05',
      '2026-03-04',
    ]);
  });

  test('SST-14 SST-15 SST-16 the day it came lies between its shipping and today', async () => {
    const page = open([shipped()]);
    const dialog = await begin(page, 71, 'Confirm delivery');
    const day = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Order received date' });
    for (const [text, problem] of [
      ['06-Mar-2026', 'Selected date is in the future'],
      ['05-Mar-2026', null],
      ['03-Mar-2026', null],
      ['02-Mar-2026', 'Selected date is before the shipment date'],
    ] as const) {
      await page.user.clear(day);
      await page.user.type(day, text);
      expect(dialog.queryByText(/^Selected date/)?.textContent ?? null, text).toBe(problem);
      expect(isOff(dialog.getByRole<HTMLButtonElement>('button', { name: 'Confirm delivery' })), text).toBe(
        problem !== null,
      );
    }
    await page.user.click(dialog.getByRole('button', { name: 'Order received date: open calendar' }));
    const days = await screen.findAllByRole<HTMLButtonElement>('button', { name: /\d+ March 2026/ });
    expect(days.filter((button) => !isOff(button)).map((button) => button.textContent)).toEqual(['3', '4', '5']);
  });

  test('SST-07 SST-08 SST-09 SST-12 OPS-85 a damaged delivery is reported with its day, and the same is offered again', async () => {
    const page = open([shipped()], {
      replies: [
        [api.moveBySite, moved('damaged')],
        [api.readForSite, { request: aRequest({ status: 'damaged' }) }],
        [api.createRequest, { message: '', srIds: [80], orderForms: [] }],
      ],
    });
    const dialog = await begin(page, 71, 'Report delivery');
    const report = dialog.getByRole<HTMLButtonElement>('button', { name: 'Report delivery' });
    expect(dialog.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual([
      'damaged',
      'missing',
      'other',
    ]);
    expect(isOff(report)).toBe(true);
    await page.user.click(dialog.getByRole('radio', { name: 'Damaged' }));
    await page.user.click(report);
    await page.user.click(await screen.findByRole('button', { name: 'Request again' }));
    expect(page.callsOf(api.moveBySite).map((call) => call.body)).toEqual([
      { srId: 71, gId: 2, status: 'damaged', dateOfStatusChange: '2026-03-05', version: 4 },
    ]);
    const reorder = within(await screen.findByRole('dialog', { name: 'Reorder Shipment' }));
    expect((await reorder.findByRole<HTMLInputElement>('textbox', { name: 'Quantity (Bottle)' })).value).toBe('10');
    expect(page.callsOf(api.createRequest)).toEqual([]);
    await page.user.click(reorder.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByRole('dialog', { name: 'Request Created' })).toBeDefined();
    expect(page.callsOf(api.createRequest)[0]?.body).toMatchObject({ reorderSrId: 71 });
  });

  test.each<[string, object, string]>([
    ['another trouble', {}, 'Other'],
    ['a partner', pharmacist, 'Damaged'],
  ])('SST-09 OPS-85 %s brings no offer', async (_, viewer, choice) => {
    const page = open([shipped({ toParticipant: 'ppId' in viewer })], {
      viewer,
      replies: [
        [api.moveBySite, moved('other')],
        [api.moveByPharmacy, moved('damaged')],
      ],
    });
    const dialog = await begin(page, 71, 'Report delivery');
    await page.user.click(dialog.getByRole('radio', { name: choice }));
    await page.user.click(dialog.getByRole('button', { name: 'Report delivery' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.queryByRole('button', { name: 'Request again' })).toBeNull();
  });

  test('SHV-07 PCO-02 a pharmacy reads the card of a request, with the name of whose card it is alone', async () => {
    const trialCard = {
      rxBin: '610114',
      rxPcn: 'PCN',
      rxGrp: 'GRP',
      cardholderNameLabel: 'Cardholder Name:',
      cardholderIdLabel: 'Cardholder ID:',
      cardholderId: 'CTRX-000011',
      participants: 'For participants',
      claimSubmissions: 'Submit claims',
      pharmacyInstructions: 'As primary',
      cardIntroduction: 'Welcome',
      contactInfo: 'Help desk',
      mainLogo: null,
      optionalLogo: null,
      participantId: 31,
      fname: 'Samir',
      lname: 'Haddad',
    };
    const named = (fname: string) => ({ participantId: null, subjectNumber: '101-008', fname, lname: 'Haddad' });
    const participants = ['New', 'Samir', 'Imani'].map(named);
    const page = open([aRow({ participants })], {
      viewer: pharmacist,
      replies: [[api.cardForPharmacy, { trialCard }]],
    });
    const dialog = await begin(page, 71, 'Card info');
    expect(await dialog.findByText('CTRX-000011')).toBeDefined();
    expect(dialog.getByText('Samir Haddad')).toBeDefined();
    expect(dialog.queryByText(/New|Imani/)).toBeNull();
    expect(page.callsOf(api.cardForPharmacy)[0]?.query).toEqual({ srId: 71 });
    // The participant is renamed meanwhile.
    page.answer(api.cardForPharmacy, { trialCard: { ...trialCard, fname: 'Salim' } });
    await page.live.tell({ type: 'participant.changed', id: 31 });
    expect(await dialog.findByText('Salim Haddad')).toBeDefined();
    // So is the card of the trial given another number.
    page.answer(api.cardForPharmacy, { trialCard: { ...trialCard, rxBin: '610997' } });
    await page.live.tell({ type: 'care_group.changed', id: 1, careGroupId: 1 });
    expect(await dialog.findByText('610997')).toBeDefined();
  });
});

describe('asking for shipments', () => {
  const fillIn = async ({ user }: Page) => {
    await screen.findByRole('group', { name: 'Recipient' });
    await user.click(screen.getByRole('radio', { name: 'Trial site' }));
    await user.type(screen.getByRole('combobox', { name: 'Subject number' }), '101-001');
    await user.click(screen.getByRole('combobox', { name: 'Product' }));
    await user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Tablet' }));
    await user.click(screen.getByRole('button', { name: 'Submit' }));
  };

  test('SHP-13 SHC-28 OPS-69 a created request is announced in a dialog with "Okay" and is listed as pending', async () => {
    const page = open([], { replies: [[api.createRequest, { message: '', srIds: [80], orderForms: [] }]] });
    await page.user.click(await screen.findByRole('button', { name: 'Create Shipment Request' }));
    page.answer(api.listForSite, { requests: [aRow({ srId: 80 })] });
    await fillIn(page);
    const info = within(await screen.findByRole('dialog', { name: 'Request Created' }));
    expect(info.getByText('Expand the Pending Shipments section to view')).toBeDefined();
    await page.user.click(info.getByRole('button', { name: 'Okay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const listed = await (await table('Pending Shipments')).findByRole('link', { name: 'View request 80' });
    await waitFor(() => expect(document.activeElement).toBe(listed));
  });

  test('SHP-13 after a batch for another site its lists are shown, with the new request', async () => {
    const page = open([], {
      replies: [
        [listTrials, { groups: [aTrial(), aSite(), lyon] }],
        [api.createRequest, { message: '', srIds: [80], orderForms: [] }],
      ],
    });
    await page.user.click(await screen.findByRole('button', { name: 'Create Batch Shipment' }));
    const dialog = within(await screen.findByRole('dialog'));
    await page.user.click(await dialog.findByRole('combobox', { name: 'Trial site' }));
    // The picker of the screen has one too, behind the dialog.
    const [, lyonInDialog] = await screen.findAllByRole('option', { name: 'Lyon Clinic' });
    await page.user.click(lyonInDialog as HTMLElement);
    page.answer(api.listForSite, { requests: [aRow({ srId: 80, gId: 3 })] });
    await fillIn(page);
    const info = within(await screen.findByRole('dialog', { name: 'Request Created' }));
    expect(info.getByText('Expand the Pending Shipments section to view')).toBeDefined();
    await page.user.click(info.getByRole('button', { name: 'Okay' }));
    await waitFor(() => expect(page.router.state.location.search).toEqual({ site: 3 }));
    const picker = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Trial site' });
    expect(picker.selectedOptions[0]?.textContent).toBe('Lyon Clinic');
    expect(await (await table('Pending Shipments')).findByRole('link', { name: 'View request 80' })).toBeDefined();
    expect(page.callsOf(api.listForSite).at(-1)?.query).toEqual({ gId: 3 });
    await page.user.click(screen.getByRole('button', { name: 'View' }));
    await waitFor(() => expect(page.router.state.location.search).toEqual({ site: 3, request: 80 }));
  });

  test('SHP-13 "Okay" leads the keyboard to the heading of the pending requests while the new one is out of sight', async () => {
    const page = open([], { replies: [[api.createRequest, { message: '', srIds: [80], orderForms: [] }]] });
    const heading = await screen.findByRole('button', { name: /^Pending Shipments \(0\)/ });
    await page.user.click(heading);
    await page.user.click(screen.getByRole('button', { name: 'Create Shipment Request' }));
    page.answer(api.listForSite, { requests: [aRow({ srId: 80 })] });
    await fillIn(page);
    const info = within(await screen.findByRole('dialog', { name: 'Request Created' }));
    await page.user.click(info.getByRole('button', { name: 'Okay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(heading.getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('link', { name: 'View request 80' })).toBeNull();
  });

  const formOf = (docId: number) => ({ docId, uuid: 'a', signerUuid: 'b' });

  test('ODF-06 BAT-06 SHC-22 exactly one order form opens to be signed, and a message tells of the request', async () => {
    const made = { message: '', srIds: [80], orderForms: [formOf(501)] };
    const page = open([], { replies: [[api.createRequest, made]] });
    await page.user.click(await screen.findByRole('button', { name: 'Create Shipment Request' }));
    await fillIn(page);
    expect(await screen.findByText('Shipment Request Created! Go to Shipment Requests tab to view.')).toBeDefined();
    await waitFor(() => expect(page.router.state.location.href).toBe('/document?sign=501'));
    expect(screen.queryByRole('dialog')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'View' }));
    await waitFor(() => expect(page.router.state.location.href).toBe('/shipment-request?site=2&request=80'));
  });

  test('ODF-06 SHC-23 ERR-24 OPS-69 several order forms are told of in a dialog, and none opens', async () => {
    const made = { message: '', srIds: [80], orderForms: [formOf(501), formOf(502)] };
    const page = open([], { replies: [[api.createRequest, made]] });
    await page.user.click(await screen.findByRole('button', { name: 'Create Shipment Request' }));
    await fillIn(page);
    const info = within(await screen.findByRole('dialog', { name: 'Request Created' }));
    expect(
      info.getByText(
        '1 Shipment Request(s) Created! Go to Shipment Requests tab to view. Go to Documents tab to view 2 order forms.',
      ),
    ).toBeDefined();
    await page.user.click(info.getByRole('button', { name: 'Okay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.router.state.location.href).toBe('/shipment-request?site=2');
  });

  test('SHC-23 ERR-24 OPS-69 several created requests are counted', async () => {
    const page = open([], { replies: [[api.createRequest, { message: '', srIds: [80, 81], orderForms: [] }]] });
    await page.user.click(await screen.findByRole('button', { name: 'Create Batch Shipment' }));
    await fillIn(page);
    expect(
      await screen.findByText(
        '2 Shipment Request(s) Created! Go to Shipment Requests tab to view. Go to Documents tab to view 0 order forms.',
      ),
    ).toBeDefined();
    expect(page.callsOf(api.createRequest)[0]?.body).toMatchObject({ isBatchShipment: true, gId: 2 });
  });
});

describe('upcoming shipments', () => {
  const reminder = aReminder();
  const withReminder: Reply[] = [[api.listReminders, { orderReminders: [reminder] }]];
  const beginUpcoming = async ({ user }: Page, action: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for upcoming shipment 60' }));
    await user.click(await screen.findByRole('menuitem', { name: action }));
    return within(await screen.findByRole('dialog'));
  };

  test('REM-01 REM-03 a reminder is dismissed after a question, and its row goes', async () => {
    const page = open([], { replies: [...withReminder, [api.dismissReminder, { message: '' }]] });
    const dialog = await beginUpcoming(page, 'Dismiss reminder');
    expect(page.callsOf(api.listReminders)[0]?.query).toEqual({ gId: 2 });
    expect(page.callsOf(api.dismissReminder)).toEqual([]);
    page.answer(api.listReminders, { orderReminders: [] });
    await page.user.click(dialog.getByRole('button', { name: 'Dismiss reminder' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Actions for upcoming shipment 60' })).toBeNull());
    expect(page.callsOf(api.dismissReminder).map((call) => call.query)).toEqual([
      { srId: 60, nextOrderDateBefore: reminder.nextOrderDate },
    ]);
    expect(screen.getByText('No upcoming shipments')).toBeDefined();
  });

  test('REM-02 a reminder moves to another day', async () => {
    const page = open([], { replies: [...withReminder, [api.setReminder, { message: '' }]] });
    const dialog = await beginUpcoming(page, 'Change reminder date');
    const day = dialog.getByRole('textbox', { name: 'Next Order Date' });
    await page.user.clear(day);
    await page.user.type(day, '05-Mar-2026');
    expect(dialog.getByText('Date must be in the future.')).toBeDefined();
    await page.user.clear(day);
    await page.user.type(day, '02-Apr-2026');
    await page.user.click(dialog.getByRole('button', { name: 'Set reminder' }));
    await waitFor(() =>
      expect(page.callsOf(api.setReminder).map((call) => call.body)).toEqual([
        { srId: 60, nextOrderDate: '2026-04-02', nextOrderDateBefore: reminder.nextOrderDate },
      ]),
    );
  });

  test.each(['Escape', 'Close', 'Cancel'])(
    'REM-02 a day that was typed is not thrown away by %s without a question',
    async (way) => {
      const page = open([], { replies: withReminder });
      const dialog = await beginUpcoming(page, 'Change reminder date');
      const day = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Next Order Date' });
      await page.user.clear(day);
      await page.user.type(day, '02-Apr-2026');
      if (way === 'Escape') await page.user.keyboard('{Escape}');
      else await page.user.click(dialog.getByRole('button', { name: way }));
      const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
      await page.user.click(question.getByRole('button', { name: 'Keep editing' }));
      expect(day.value).toBe('02-Apr-2026');
    },
  );

  test('REM-02 SHC-06 over midnight the day goes on, and a refusal says which date it means', async () => {
    vi.setSystemTime('2026-03-05T23:59:30Z');
    const said = 'Date must be in the future.';
    const refused = { status: 400, body: { code: 'invalid', message: said, fields: { nextOrderDate: said } } };
    const page = open([], { replies: [...withReminder, [api.setReminder, refused]] });
    const dialog = await beginUpcoming(page, 'Change reminder date');
    const day = dialog.getByRole('textbox', { name: 'Next Order Date' });
    await page.user.clear(day);
    await page.user.type(day, '06-Mar-2026');
    expect(isOff(dialog.getByRole('button', { name: 'Set reminder' }))).toBe(false);
    await page.user.click(dialog.getByRole('button', { name: 'Set reminder' }));
    expect(await dialog.findByText(`Next Order Date: ${said}`)).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(dialog.getByText(said)).toBeDefined();
    expect(isOff(dialog.getByRole('button', { name: 'Set reminder' }))).toBe(true);
  });

  test('REM-02 in Sydney, where the day of the server is over, tomorrow is what it is there', async () => {
    vi.stubEnv('TZ', 'Australia/Sydney');
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.setSystemTime('2026-03-05T21:00:00Z');
    const overdue = { ...reminder, nextOrderDate: '2026-03-06' };
    const page = open([], { replies: [[api.listReminders, { orderReminders: [overdue] }]] });
    const dialog = await beginUpcoming(page, 'Change reminder date');
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Next Order Date' }).value).toBe('07-Mar-2026');
  });

  test('REM-02 for an overdue reminder tomorrow is offered, without a complaint, and Enter sets it', async () => {
    const overdue = { ...reminder, nextOrderDate: '2026-02-20' };
    const page = open([], {
      replies: [
        [api.listReminders, { orderReminders: [overdue] }],
        [api.setReminder, { message: '' }],
      ],
    });
    const dialog = await beginUpcoming(page, 'Change reminder date');
    const day = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Next Order Date' });
    expect(day.value).toBe('06-Mar-2026');
    expect(dialog.queryByText('Date must be in the future.')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(day));
    await page.user.keyboard('{Enter}');
    await waitFor(() =>
      expect(page.callsOf(api.setReminder).map((call) => call.body)).toEqual([
        { srId: 60, nextOrderDate: '2026-03-06', nextOrderDateBefore: '2026-02-20' },
      ]),
    );
  });

  const movedTo = (nextOrderDate: string | null) => ({
    status: 409,
    body: {
      code: 'stale',
      message: 'Someone else has changed this in the meantime. Please look at it again.',
      detail: { current: { srId: 60, nextOrderDate } },
    },
  });
  test.each([
    ['moved it', '2026-03-20', 'Next Order Date is now “20-Mar-2026”.'],
    ['dismissed it', null, 'Next Order Date is now empty.'],
  ])(
    'REL-07 REM-02 where somebody else has %s meanwhile a move is told so, keeps what was typed and counts once it is sent again',
    async (_, theirs, told) => {
      const page = open([], { replies: [...withReminder, [api.setReminder, movedTo(theirs)]] });
      const dialog = await beginUpcoming(page, 'Change reminder date');
      const day = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Next Order Date' });
      await page.user.clear(day);
      await page.user.type(day, '02-Apr-2026');
      page.answer(api.listReminders, {
        orderReminders: theirs === null ? [] : [{ ...reminder, nextOrderDate: theirs }],
      });
      await page.user.click(dialog.getByRole('button', { name: 'Set reminder' }));
      expect(await dialog.findByText('Someone else has changed this reminder in the meantime')).toBeDefined();
      expect(dialog.getByText(told, { exact: false })).toBeDefined();
      expect(day.value).toBe('02-Apr-2026');
      await waitFor(() => expect(page.callsOf(api.listReminders).length).toBeGreaterThan(1));
      page.answer(api.setReminder, { message: '' });
      await page.user.click(dialog.getByRole('button', { name: 'Set reminder' }));
      await waitFor(() =>
        expect(page.callsOf(api.setReminder).map((call) => call.body)).toEqual([
          { srId: 60, nextOrderDate: '2026-04-02', nextOrderDateBefore: reminder.nextOrderDate },
          { srId: 60, nextOrderDate: '2026-04-02', nextOrderDateBefore: theirs },
        ]),
      );
    },
  );

  test('REL-07 REM-03 where somebody else has moved it meanwhile a dismissal says to which day, and counts once it is sent again', async () => {
    const page = open([], { replies: [...withReminder, [api.dismissReminder, movedTo('2026-03-20')]] });
    const dialog = await beginUpcoming(page, 'Dismiss reminder');
    await page.user.click(dialog.getByRole('button', { name: 'Dismiss reminder' }));
    expect(await dialog.findByText('Next Order Date is now “20-Mar-2026”.')).toBeDefined();
    page.answer(api.dismissReminder, { message: '' });
    await page.user.click(dialog.getByRole('button', { name: 'Dismiss reminder' }));
    await waitFor(() =>
      expect(page.callsOf(api.dismissReminder).map((call) => call.query)).toEqual([
        { srId: 60, nextOrderDateBefore: reminder.nextOrderDate },
        { srId: 60, nextOrderDateBefore: '2026-03-20' },
      ]),
    );
  });

  test('REM-04 SHC-01 SHC-02 an upcoming shipment opens the form in reorder mode', async () => {
    const page = open([], {
      replies: [...withReminder, [api.readForSite, { request: aRequest({ srId: 60, status: 'received' }) }]],
    });
    await beginUpcoming(page, 'Reorder');
    const dialog = within(await screen.findByRole('dialog', { name: 'Reorder Shipment' }));
    expect((await dialog.findByRole<HTMLInputElement>('combobox', { name: 'Subject number' })).value).toBe('101-001');
    expect(page.callsOf(api.readForSite)[0]?.query).toEqual({ gId: 2, srId: 60 });
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
    const opener = screen.getByRole('button', { name: 'Actions for upcoming shipment 60' });
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});
