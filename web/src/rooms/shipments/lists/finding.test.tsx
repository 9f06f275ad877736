import * as api from '@portal/contract/shipments/endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetMemory } from '#kit/remember.ts';
import ShipmentRequest from '#pages/ShipmentRequest.tsx';
import { lyon, aTrial, aSite } from '#test/participants.ts';
import { type Call, type Reply, renderPage } from '#test/portal.tsx';
import { aReminder, aRow, noon, pharmacist, shipped, siteReplies } from '#test/shipments.ts';
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
  return () => vi.useRealTimers();
});

const open = (
  rows: api.ShipmentSummary[],
  {
    route = '/shipment-request?site=2',
    viewer,
    replies = [],
  }: { route?: string; viewer?: object; replies?: Reply[] } = {},
) =>
  renderPage(<ShipmentRequest />, {
    viewer,
    route,
    replies: [
      ...siteReplies,
      [api.listForSite, { requests: rows }],
      [api.listForPharmacy, { requests: rows }],
      ...replies,
    ],
  });
/** The numbers of the requests that are shown, in their order. */
const shownIn = (part: ParentNode) =>
  [...part.querySelectorAll('a[aria-label^="View request"]')].map((one) => Number(one.textContent));
/** The table of a section once its rows are there. */
const tableOf = (name: string) => screen.findByRole('table', { name, busy: false });
const listed = async (name: string) => shownIn(await tableOf(name));
const everything = () => shownIn(document);

const bo = { participantId: 12, subjectNumber: '101-002', fname: 'Bo', lname: 'Bjørk' };
const rows = [
  aRow({ srId: 103, participants: [bo], dateRequired: '2026-03-04' }),
  aRow({ srId: 104, status: 'processing', dateRequired: '2026-02-09', partnerName: 'Harbour Pharmacy' }),
  aRow({ srId: 105, dateRequired: '2026-03-05' }),
  shipped({
    srId: 71,
    parcels: [{ courier: 'UPS', trackingNumber: '1Z999', lotNumbers: ['LOT-7', 'LOT-8'] }],
    products: [
      { productId: 3, drugName: 'Aurelix Pen', dosageForm: 'Injection', quantity: 1, quantityUnit: 'Syringe' },
    ],
  }),
  aRow({ srId: 61, status: 'received', dateRequired: '2026-02-01' }),
];

test('a request is found by the name and the number of somebody as it was asked for, and by those of now', async () => {
  const corrected = { ...bo, numberNow: '101-909', nameNow: 'Bodil Hansen' };
  const { user } = open([aRow({ srId: 103, participants: [corrected] }), aRow({ srId: 105 })]);
  await screen.findByRole('link', { name: 'View request 103' });
  const field = screen.getByRole('searchbox', { name: 'Search shipments' });
  for (const text of ['bo bjørk', 'bodil', '101-002', '101-909']) {
    await user.clear(field);
    await user.type(field, text);
    await waitFor(() => expect([text, everything()]).toEqual([text, [103]]));
  }
});

test('a request is found by number, subject, name, product, partner, tracking number or lot, as it is typed', async () => {
  const { user, router } = open(rows);
  await screen.findByRole('link', { name: 'View request 103' });
  const field = screen.getByRole('searchbox', { name: 'Search shipments' });
  for (const [typed, found] of [
    ['103', [103]],
    ['101-002', [103]],
    ['bo bjørk', [103]],
    ['pen', [71]],
    ['harbour', [104]],
    ['1z999', [71]],
    ['ups lot-8', [71]],
    ['nothing like it', []],
  ] as const) {
    await user.clear(field);
    await user.paste(typed);
    expect([typed, everything()]).toEqual([typed, found]);
  }
  expect(screen.getAllByText('Nothing here matches')).toHaveLength(3);
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(router.state.location.search).toEqual({ site: 2 });
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(everything()).toHaveLength(rows.length);
});

test('an upcoming shipment is found by its partner and its protocol number, as a request is; one that does not say them is found by the rest', async () => {
  const { partnerName: _, protocolNumber: __, ...ofServerBefore } = aReminder();
  const orders = [
    { ...aReminder(), srId: 30, partnerName: 'Harbour Pharmacy' },
    { ...aReminder(), srId: 31, protocolNumber: 'AUR-909' },
    { ...ofServerBefore, srId: 32 },
  ];
  const { user } = open([], { replies: [[api.listReminders, { orderReminders: orders }]] });
  await screen.findByRole('link', { name: 'View request 30' });
  const field = screen.getByRole('searchbox', { name: 'Search shipments' });
  for (const [typed, found] of [
    ['harbour', [30]],
    ['aur-909', [31]],
    ['aurelix', [30, 31, 32]],
  ] as const) {
    await user.clear(field);
    await user.paste(typed);
    expect([typed, everything()]).toEqual([typed, found]);
  }
});

test('as long as it is not known what a site has, no list says that it has nothing', async () => {
  const said = new Set<string>();
  const watch = new MutationObserver(() => {
    for (const [words] of document.body.textContent.matchAll(/No [a-z]+ shipments|Choose a trial site to see/g))
      said.add(words);
  });
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  const upcoming = [aReminder(), { ...aReminder(), srId: 62 }];
  open([aRow({ srId: 103 })], { replies: [[api.listReminders, { orderReminders: upcoming }]] });
  expect(await listed('Upcoming Shipments')).toHaveLength(2);
  expect(await listed('Pending Shipments')).toEqual([103]);
  await waitFor(() => expect([...said]).toEqual(['No past shipments']));
  watch.disconnect();
});

test('SHP-05 SHP-19 what is on its way names its courier and tracking number, and a row with documents leads to them', async () => {
  const parcel = { courier: 'UPS', trackingNumber: '1Z999', lotNumbers: [] };
  const { user } = open([
    shipped({ srId: 71, parcels: [parcel, { ...parcel, trackingNumber: '1Z998' }], documentCount: 2 }),
    shipped({ srId: 72 }),
  ]);
  const table = within(await tableOf('Partner-Completed Shipments'));
  const sent = await table.findByText('UPS 1Z999 and 1 more');
  expect([sent.title, sent.className]).toEqual(['UPS 1Z999 and 1 more', expect.stringContaining('sent')]);
  expect(table.queryByRole('button', { name: /^Documents of request 72/ })).toBeNull();
  await user.click(table.getByRole('button', { name: 'Documents of request 71: 2' }));
  expect(await screen.findByRole('dialog', { name: /Documents/ })).toBeDefined();
});

test('PKG-08 SST-07 what was shipped short, arrived damaged or was missing says so in its row, on both sides; what is whole says nothing', async () => {
  const sent = [shipped({ srId: 71, shortCount: 1, damagedCount: 2, missingCount: 3 }), shipped({ srId: 72 })];
  for (const viewer of [undefined, pharmacist]) {
    const { unmount } = open(sent, { viewer });
    const row = async (srId: number) =>
      (await screen.findByRole('link', { name: `View request ${srId}` })).closest('tr')?.textContent;
    expect(await row(71)).toContain('Aurelix 50 mg, 10 Bottles1 short2 damaged3 missing');
    expect(await row(72)).not.toMatch(/short|damaged|missing/);
    unmount();
  }
});

test('a pause between two words leaves the space where it was typed', async () => {
  const { user } = open(rows);
  await screen.findByRole('link', { name: 'View request 103' });
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search shipments' });
  await user.click(field);
  await user.paste('boston ');
  await act(() => vi.advanceTimersByTimeAsync(300));
  expect(field.value).toBe('boston ');
});

test('what a list is narrowed to stands in the address in words, and a page that is loaded with it shows the same, with what was searched for', async () => {
  const { user, router, unmount } = open(rows);
  await user.click(await screen.findByRole('button', { name: 'Processing 1' }));
  await user.click(screen.getByRole('button', { name: 'Shipped 1' }));
  expect(everything()).toEqual([104, 71]);
  await user.click(screen.getByRole('button', { name: 'Late 2' }));
  expect(everything()).toEqual([104]);
  await user.click(screen.getByRole('searchbox'));
  await user.paste('104');
  await act(() => vi.advanceTimersByTimeAsync(300));
  const address = '?site=2&status=processing,shipped&late=yes';
  await waitFor(() => expect(decodeURIComponent(router.state.location.searchStr)).toBe(address));
  unmount();
  forgetMemory();
  open(rows, { route: `/shipment-request${address}` });
  await screen.findByRole('link', { name: 'View request 104' });
  expect(everything()).toEqual([104]);
  const pressed = screen.getAllByRole('button', { pressed: true }).map((one) => one.textContent);
  expect(pressed).toEqual(['Processing 1', 'Shipped 0', 'Late 1']);
});

test('what is found begins with its first page, and so does another site', async () => {
  const many = (from: number, dateRequired: string) =>
    Array.from({ length: 12 }, (_, n) => aRow({ srId: from + n, dateRequired }));
  const orders = (gId: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({
      ...aReminder(),
      gId,
      srId: 400 + n,
      nextOrderDate: n < 12 ? '2026-03-02' : '2026-03-20',
    }));
  const late = many(201, '2026-03-01');
  const { user, router } = open([], {
    replies: [
      [listTrials, { groups: [aTrial(), aSite(), lyon] }],
      [
        api.listForSite,
        ({ query }: Call) => ({ requests: query.gId === 2 ? [...late, ...many(301, '2026-04-01')] : late }),
      ],
      [api.listReminders, ({ query }: Call) => ({ orderReminders: orders(query.gId, query.gId === 2 ? 24 : 12) })],
    ],
  });
  const sections = ['Pending Shipments', 'Upcoming Shipments'];
  const pages = () =>
    sections.map(
      (name) => screen.getByRole('navigation', { name: `${name}: pages` }).querySelector('[aria-current]')?.textContent,
    );
  const turn = async (page: number) => {
    for (const name of sections) {
      const pages = within(await screen.findByRole('navigation', { name: `${name}: pages` }));
      await user.click(pages.getByRole('button', { name: `Page ${page}` }));
    }
    expect(pages()).toEqual([String(page), String(page)]);
  };
  await turn(3);
  await user.click(screen.getByRole('button', { name: 'Late 24' }));
  expect(pages()).toEqual(['1', '1']);
  await turn(2);
  await user.click(screen.getByRole('searchbox', { name: 'Search shipments' }));
  await user.paste('aurelix');
  expect(pages()).toEqual(['1', '1']);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await turn(2);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Trial site' }), 'Lyon Clinic');
  await waitFor(() => expect(router.state.location.search).toEqual({ site: 3 }));
  await screen.findByRole('link', { name: 'View request 201' });
  await waitFor(() => expect(pages()).toEqual(['1', '1']));
});

test('"Late" counts the late orders that it shows beside the late requests', async () => {
  const orders = ['2026-03-02', '2026-03-04', '2026-03-09'].map((nextOrderDate, i) => ({
    ...aReminder(),
    srId: 30 + i,
    nextOrderDate,
  }));
  const { user } = open(rows, { replies: [[api.listReminders, { orderReminders: orders }]] });
  await user.click(await screen.findByRole('button', { name: 'Late 4' }));
  await waitFor(() => expect(new Set(everything())).toEqual(new Set([103, 104, 30, 31])));
});

test('what waits for somebody is narrowed to by a name in the address, and by a button that stays pressed', async () => {
  const due = { ...aReminder(), srId: 30, nextOrderDate: '2026-03-05' };
  const orders = [due, { ...aReminder(), srId: 31, nextOrderDate: '2026-03-06' }];
  const all = [
    ...rows,
    shipped({ srId: 72, toParticipant: true, dateRequired: '2026-03-05' }),
    aRow({ srId: 106, totalCommentCount: 2, readCommentCount: 1 }),
  ];
  for (const [address, label, viewer, found] of [
    ['step=confirm', 'To confirm 1', undefined, [71]],
    ['step=confirm', 'To confirm 1', pharmacist, [72]],
    ['due=today', 'Due today 1', undefined, [105]],
    ['comments=unread', 'Unread 1', undefined, [106]],
    ['order=due', 'Orders due 1', undefined, [30]],
  ] as const) {
    const { unmount, user, router } = open(all, {
      route: `/shipment-request?site=2&${address}`,
      viewer,
      replies: [[api.listReminders, { orderReminders: orders }]],
    });
    await waitFor(() => expect([address, everything()]).toEqual([address, found]));
    expect(screen.getByText(`1 of ${all.length} requests match`)).toBeDefined();
    await user.click(screen.getByRole('button', { name: label, pressed: true }));
    expect(everything().length).toBeGreaterThan(3);
    await waitFor(() => expect(router.state.location.search).toEqual({ site: 2 }));
    unmount();
  }
});

test('where requests hold a recalled lot a button narrows the lists to them, and the address says so; where none does, there is no button', async () => {
  const { user, router, unmount } = open([...rows, shipped({ srId: 72, holdsRecalledLot: true })]);
  const button = await screen.findByRole('button', { name: 'Recalled lot 1' });
  // It is the first, which a phone shows without scrolling.
  expect(button.parentElement?.firstElementChild).toBe(button);
  expect(everything()).toContain(71);
  await user.click(button);
  await waitFor(() => expect(everything()).toEqual([72]));
  await waitFor(() => expect(router.state.location.search).toEqual({ site: 2, recalled: 'lots' }));
  await user.click(screen.getByRole('button', { name: 'Recalled lot 1', pressed: true }));
  await waitFor(() => expect(everything()).toContain(71));
  unmount();
  open(rows);
  await screen.findByRole('button', { name: 'Late 2' });
  expect(screen.queryByRole('button', { name: /Recalled/ })).toBeNull();
});

test('sections without what is looked for stand behind those that have it; where none has it, all stay where they are', async () => {
  const usual = ['Pending Shipments', 'Partner-Completed Shipments', 'Upcoming Shipments', 'Shipment History'];
  const order = () => screen.getAllByRole('table').map((one) => one.getAttribute('aria-label'));
  const { user } = open(rows, {
    route: '/shipment-request?site=2&order=due',
    replies: [[api.listReminders, { orderReminders: [{ ...aReminder(), nextOrderDate: '2026-03-05' }] }]],
  });
  await screen.findByRole('link', { name: 'View request 60' });
  const [pending, completed, upcoming, history] = usual;
  expect(order()).toEqual([upcoming, pending, completed, history]);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(order()).toEqual(usual));
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  await user.paste('71');
  expect(order()).toEqual([completed, pending, upcoming, history]);
  await user.paste('1');
  expect(order()).toEqual(usual);
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('how late a request is stands beside its day, in words, and each section counts what is late; the most urgent come first', async () => {
  open(rows, { replies: [[api.listReminders, { orderReminders: [{ ...aReminder(), nextOrderDate: '2026-03-02' }] }]] });
  expect(await listed('Pending Shipments')).toEqual([104, 103, 105]);
  const daysOf = (srId: number) =>
    screen.getByRole('link', { name: `View request ${srId}` }).closest('tr')?.textContent;
  expect(daysOf(104)).toContain('09-Feb-202624 days late');
  expect(daysOf(103)).toContain('04-Mar-20261 day late');
  expect(daysOf(105)).toContain('05-Mar-2026today');
  expect([daysOf(71), daysOf(61)].join()).not.toMatch(/late|today/);
  const headings = screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent);
  expect(headings).toEqual([
    expect.stringMatching(/^Pending Shipments \(3\) 2 late/),
    expect.stringMatching(/^Partner-Completed Shipments \(1\)(?!.*late)/),
    expect.stringMatching(/^Upcoming Shipments \(1\) 1 late/),
    expect.stringMatching(/^Shipment History \(1\)(?!.*late)/),
  ]);
  expect(screen.getByText('3 days late')).toBeDefined();
});

test('SHP-12 the next step of a request is a button in its row, which opens what the menu opens', async () => {
  const site = open(rows, { replies: [[api.listReminders, { orderReminders: [aReminder()] }]] });
  expect(await screen.findByRole('button', { name: 'Confirm delivery, request 71' })).toBeDefined();
  expect(screen.getByRole('button', { name: /^Reorder, upcoming shipment / })).toBeDefined();
  expect(screen.queryByRole('button', { name: /, request 10[345]$/ })).toBeNull();
  await site.user.click(screen.getByRole('button', { name: 'Actions for request 71' }));
  expect(await screen.findByRole('menuitem', { name: 'Confirm delivery' })).toBeDefined();
  site.unmount();
  const { user } = open(rows, { viewer: pharmacist, route: '/shipment-request' });
  expect(await screen.findByRole('button', { name: 'Confirm shipment, request 104' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Mark as processing, request 103' }));
  expect(within(await screen.findByRole('dialog')).getByText(/103/)).toBeDefined();
});

test('the site that a person chose last is chosen again, over sign-out, and stands in the address; for another person it is not', async () => {
  const sites: Reply[] = [[listTrials, { groups: [aTrial(), aSite(), lyon] }]];
  const chosen = async () =>
    (await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Trial site' })).selectedOptions[0]?.textContent;
  const first = open(rows, { route: '/shipment-request', replies: sites });
  await waitFor(async () => expect(await chosen()).toBe('Choose trial site'));
  await first.user.selectOptions(await screen.findByRole('combobox', { name: 'Trial site' }), 'Lyon Clinic');
  await waitFor(() => expect(first.router.state.location.search).toEqual({ site: 3 }));
  first.unmount();
  const again = open(rows, { route: '/shipment-request', replies: sites });
  await waitFor(() => expect(again.router.state.location.search).toEqual({ site: 3 }));
  expect(await chosen()).toBe('Lyon Clinic');
  again.unmount();
  const other = open(rows, { route: '/shipment-request', viewer: { cpId: 4 }, replies: sites });
  await waitFor(() => expect(other.callsOf(listTrials)).toHaveLength(1));
  await waitFor(async () => expect(await chosen()).toBe('Choose trial site'));
  expect(other.router.state.location.search).toEqual({});
  other.unmount();
  const alone = open(rows, {
    route: '/shipment-request',
    viewer: { cpId: 4 },
    replies: [[listTrials, { groups: [aTrial(), lyon] }]],
  });
  await waitFor(() => expect(alone.router.state.location.search).toEqual({ site: 3 }));
});
