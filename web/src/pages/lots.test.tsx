import * as api from '@portal/contract/lots/endpoints.ts';
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { type Call, renderPage, type Reply } from '#test/portal.tsx';
import ProductManagement from './ProductManagement.tsx';

const admin = { type: 'Admin', adminRights: true } as const;
const aLot = (over: Partial<api.Lot> = {}): api.Lot => ({
  lotId: 5,
  lotNumber: 'L2601',
  productId: 7,
  drugName: 'Aurelix',
  dosageForm: '50 mg tablet',
  protocolNumber: 'AUR-301',
  expirationDate: '2027-03-05',
  createdAt: new Date('2026-01-05T12:00:00Z'),
  version: 1,
  ...over,
});
const aShipment = (over: Partial<api.TracedShipment> = {}): api.TracedShipment => ({
  srId: 71,
  gId: 2,
  status: 'received',
  siteName: 'Boston General',
  partnerName: 'Northgate Pharmacy',
  toParticipant: false,
  participants: [
    { participantId: 9, subjectNumber: '101-001' },
    { participantId: null, subjectNumber: '101-002' },
  ],
  quantity: 3,
  quantityUnit: 'Bottle',
  packages: [
    { courier: 'FEDEX', trackingNumber: '1Z-1' },
    { courier: 'FEDEX', trackingNumber: '1Z-2' },
  ],
  expirationDates: ['2027-03-05'],
  dateShipped: '2026-02-03',
  dateOfStatusChange: '2026-02-06',
  ...over,
});
const lots = [aLot(), aLot({ lotId: 6, lotNumber: 'L2602', expirationDate: '2026-03-04' })];
const traced = {
  lot: aLot(),
  shipments: [aShipment(), aShipment({ srId: 72, status: 'shipped' })],
  more: false,
  corrections: [] as api.LotCorrection[],
  mayCorrect: true,
};
const open = (replies: Reply[] = [], route = '/settings/product-management?view=lots') =>
  renderPage(<ProductManagement />, {
    replies: [[listTrials, { groups: [] }], [api.listLots, { lots, more: false }], [api.traceLot, traced], ...replies],
    viewer: admin,
    route,
  });

test('REL-17 lots, and where one went, stay while they cannot be read anew', async () => {
  const { answer, callsOf, queryClient, user } = open();
  const broken = { status: 500, body: { code: 'unexpected', message: 'Out of order' } };
  await screen.findByText('L2602');
  answer(api.listLots, broken);
  await act(() => queryClient.refetchQueries());
  expect(callsOf(api.listLots)).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Where lot L2601 of Aurelix went' }));
  await screen.findByRole('heading', { name: 'Lot L2601' });
  answer(api.traceLot, broken);
  await act(() => queryClient.refetchQueries());
  expect(callsOf(api.traceLot)).toHaveLength(2);
  expect(screen.getByRole('heading', { name: 'Lot L2601' })).toBeDefined();
  expect(screen.queryByText('Out of order')).toBeNull();
});

test('a page of nothing that an address leads to is left for the first one', async () => {
  const page = open(
    [[api.listLots, ({ query }: Call) => ({ lots: query.page > 1 ? [] : lots, more: false })]],
    '/settings/product-management?view=lots&page=3',
  );
  expect(await screen.findByText('L2601')).toBeDefined();
  expect(page.router.state.location.search).toEqual({ view: 'lots' });
});

test('an administrator finds a lot under Product Management and sees at once which have expired', async () => {
  const page = open([], '/settings/product-management');
  await page.user.click(await screen.findByRole('tab', { name: 'Lots' }));
  const table = await screen.findByRole('table', { name: 'Lots' });
  const rows = async () => (await within(table).findAllByRole('row')).slice(1).map((row) => row.textContent);
  await within(table).findByText('L2602');
  expect(await rows()).toEqual([
    expect.stringContaining('L2601Aurelix, 50 mg tabletAUR-30105-Mar-2027'),
    expect.stringContaining('L2602Aurelix, 50 mg tabletAUR-30104-Mar-2026Expired'),
  ]);
  expect(within(table).getAllByText('Expired')).toHaveLength(1);
  await page.user.type(screen.getByRole('searchbox', { name: 'Lot number' }), 'l26');
  await waitFor(() =>
    expect(page.callsOf(api.listLots).at(-1)?.query).toEqual({ search: 'l26', page: 1, pageSize: 25 }),
  );
  expect(page.router.state.location.search).toEqual({ view: 'lots' });
});

test('PKG-12 lots of one number are told apart by their product, also where two have one drug', async () => {
  const capsules = aLot({ lotId: 6, productId: 8, dosageForm: '50 mg capsule' });
  open([[api.listLots, { lots: [aLot(), capsules], more: false }]]);
  for (const form of ['tablet', 'capsule'])
    expect(await screen.findByRole('button', { name: `Where lot L2601 of Aurelix, 50 mg ${form} went` })).toBeDefined();
});

test('lots are narrowed to what has expired or soon will by the server; the address says so', async () => {
  const page = open([[api.listLots, { lots: [], more: false }]]);
  await page.user.click(await screen.findByRole('button', { name: 'Expires within 60 days' }));
  await waitFor(() =>
    expect(page.callsOf(api.listLots).at(-1)?.query).toEqual({ expiry: 'soon', page: 1, pageSize: 25 }),
  );
  expect(page.router.state.location.search).toEqual({ view: 'lots', status: 'soon' });
  expect(await screen.findByText('No lot matches “Expires within 60 days”.')).toBeDefined();
  await page.user.click(screen.getByRole('button', { name: 'Expired' }));
  await waitFor(() => expect(page.callsOf(api.listLots).at(-1)?.query).toMatchObject({ expiry: 'expired' }));
  await page.user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(page.router.state.location.search).toEqual({ view: 'lots' }));
});

test('CON-01 the next page is asked for when there is more, and a new search begins at the first', async () => {
  const many = Array.from({ length: 25 }, (_, i) => aLot({ lotId: 100 + i, lotNumber: `N${100 + i}` }));
  const page = open([[api.listLots, { lots: many, more: true }]]);
  await screen.findByText('N124');
  await page.user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(page.callsOf(api.listLots).at(-1)?.query).toEqual({ page: 2, pageSize: 25 }));
  expect(page.router.state.location.search).toEqual({ view: 'lots', page: 2 });
  await page.user.type(screen.getByRole('searchbox', { name: 'Lot number' }), '7');
  await waitFor(() => expect(page.callsOf(api.listLots).at(-1)?.query).toEqual({ search: '7', page: 1, pageSize: 25 }));
});

test('where a lot went names somebody by the number of now first, says who is at another site by now, and what is nobody’s for sure', async () => {
  const participants = [
    { participantId: 9, subjectNumber: '717-919', numberNow: '717-920', siteNow: 'Lyon' },
    { participantId: 10, subjectNumber: '717-925', siteNow: 'Lyon' },
    { participantId: null, isUncertain: true as const, subjectNumber: '717-930' },
  ];
  const page = open([[api.traceLot, { ...traced, shipments: [aShipment({ participants })] }]]);
  await page.user.click(await screen.findByRole('button', { name: 'Where lot L2601 of Aurelix went' }));
  const table = await screen.findByRole('table', { name: 'Where lot L2601 went' });
  const said =
    '717-920 (asked for as 717-919) (now at Lyon), 717-925 (now at Lyon), 717-930 (may be another participant’s by now)';
  expect(await within(table).findByText(said)).toBeDefined();
});

const quantitiesIn = (trace: HTMLElement) =>
  within(trace)
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[5]?.textContent);

test('SST-12 where a lot went says beside its quantity how it arrived itself; a server that does not tell it leaves it out', async () => {
  const arrived = (received: number, damaged: number, missing: number) => ({ received, damaged, missing });
  const shipments = [
    aShipment({ srId: 71, status: 'damaged', quantity: 4, arrived: arrived(4, 0, 0) }),
    aShipment({ srId: 72, status: 'received', quantity: 1, arrived: arrived(0, 0, 1) }),
    aShipment({ srId: 73, status: 'received', quantity: 6, arrived: arrived(3, 2, 1) }),
    aShipment({ srId: 74, status: 'received', quantity: 2, arrived: arrived(0, 0, 0) }),
    aShipment({ srId: 75, status: 'shipped', quantity: 2, arrived: arrived(0, 0, 0) }),
    aShipment({ srId: 76, status: 'damaged', quantity: 2 }),
  ];
  const page = open([[api.traceLot, { ...traced, shipments }]]);
  await page.user.click(await screen.findByRole('button', { name: 'Where lot L2601 of Aurelix went' }));
  const table = await screen.findByRole('table', { name: 'Where lot L2601 went' });
  expect(quantitiesIn(table)).toEqual([
    '4 BottlesArrived in good order',
    '1 BottleWas missing',
    '6 Bottles3 arrived in good order2 arrived damaged1 was missing',
    '2 BottlesNot said how it arrived',
    '2 Bottles',
    '2 Bottles',
  ]);
});

test('SHC-12 where a lot went says beside its quantity what it was sent as, where its product is called otherwise by now', async () => {
  const named = (drugName?: string, dosageForm?: string) => ({ drugName, dosageForm });
  const shipments = [
    aShipment({ srId: 71, ...named('Aurelix', '50 mg tablet') }),
    aShipment({ srId: 72, ...named('Aurelix', '25 mg tablet') }),
    aShipment({ srId: 73, ...named('Aurelix forte', '50 mg tablet') }),
    aShipment({ srId: 74 }),
  ];
  const page = open([[api.traceLot, { ...traced, shipments }]]);
  await page.user.click(await screen.findByRole('button', { name: 'Where lot L2601 of Aurelix went' }));
  const table = await screen.findByRole('table', { name: 'Where lot L2601 went' });
  expect(quantitiesIn(table)).toEqual([
    '3 Bottles',
    '3 BottlesSent as Aurelix, 25 mg tablet',
    '3 BottlesSent as Aurelix forte, 50 mg tablet',
    '3 Bottles',
  ]);
});

test('where a lot went is one screen, and the way back leads to the row one came from', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Where lot L2601 of Aurelix went' }));
  const table = await screen.findByRole('table', { name: 'Where lot L2601 went' });
  expect(screen.getByRole('heading', { name: 'Lot L2601' })).toBeDefined();
  const size = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Where lot L2601 went: rows per page' });
  expect(size.value).toBe('10');
  const [first] = within(table).getAllByRole('row').slice(1);
  expect(
    within(first as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    '71',
    'Received',
    'Boston General',
    '101-001, 101-002',
    'Trial site',
    '3 Bottles',
    'Northgate Pharmacy',
    'FEDEX 1Z-1FEDEX 1Z-2',
    '05-Mar-2027',
    '03-Feb-2026',
    '06-Feb-2026',
  ]);
  expect(page.callsOf(api.traceLot).map(({ query }) => query)).toEqual([{ lotId: 5 }]);
  expect(page.router.state.location.search).toEqual({ view: 'lots', lot: 5 });
  const back = screen.getByRole('button', { name: 'All lots' });
  expect(document.activeElement).toBe(back);
  await page.user.click(back);
  const row = await screen.findByRole('button', { name: 'Where lot L2601 of Aurelix went' });
  await waitFor(() => expect(document.activeElement).toBe(row));
});

const press = async (page: ReturnType<typeof open>, name: string) =>
  page.user.click(await screen.findByRole('button', { name }));
const dialog = () => screen.findByRole('dialog', { name: 'Correct the expiration date of lot L2601' });
const send = async () =>
  within(await dialog()).getByRole<HTMLButtonElement>('button', { name: 'Correct expiration date' });
/** Fills in another day and why. */
const fill = async (page: ReturnType<typeof open>, day: string, reason: string) => {
  const sheet = within(await dialog());
  fireEvent.change(sheet.getByRole('textbox', { name: 'Expiration date' }), { target: { value: day } });
  await page.user.write(sheet.getByRole('textbox', { name: 'Reason' }), reason);
};

test('P11-11 P11-15 PKG-05 a day that was typed wrongly is corrected with a reason, and both days stand with the lot', async () => {
  const page = open([[api.correctLotExpiry, { message: 'Expiration date corrected.', lotId: 5, version: 2 }]]);
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Correct expiration date');
  expect(isOff(await send())).toBe(true);
  await fill(page, '05-Apr-2027', ' ');
  expect(isOff(await send())).toBe(true);
  await fill(page, '05-Apr-2207', 'Read');
  expect(screen.getByText('Expiration date must lie between 01-Jan-1900 and 31-Dec-2199.')).toBeDefined();
  expect(isOff(await send())).toBe(true);
  await page.user.clear(screen.getByRole('textbox', { name: 'Reason' }));
  await fill(page, '05-Apr-2027', ' ');
  await page.user.write(screen.getByRole('textbox', { name: 'Reason' }), 'Read from the wrong label.');
  page.answer(api.traceLot, {
    ...traced,
    lot: aLot({ expirationDate: '2027-04-05', version: 2 }),
    corrections: [
      {
        from: '2027-03-05',
        to: '2027-04-05',
        reason: 'Read from the wrong label.',
        correctedBy: 'Ann Admin',
        correctedAt: new Date('2026-03-05T12:00:00Z'),
      },
    ],
  });
  await page.user.click(await send());
  expect(await screen.findByText('Lot L2601 now expires on 05-Apr-2027.')).toBeDefined();
  expect(page.callsOf(api.correctLotExpiry).map(({ body }) => body)).toEqual([
    { lotId: 5, expirationDate: '2027-04-05', reason: 'Read from the wrong label.', version: 1 },
  ]);
  const [corrected] = within(await screen.findByRole('list', { name: 'Corrections' })).getAllByRole('listitem');
  expect(corrected?.textContent).toMatch(
    /^Expiration date corrected from 05-Mar-2027 to 05-Apr-2027 by Ann Admin, 05-Mar-2026 \d\d:\d\d: Read from the wrong label\.$/,
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('REL-07 who corrects a lot that somebody else has just corrected is told the day that stands, and keeps what was typed', async () => {
  const stale = {
    status: 409,
    body: { code: 'stale', message: 'Changed.', detail: { current: { expirationDate: '2027-06-01', version: 2 } } },
  };
  const page = open([[api.correctLotExpiry, stale]]);
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Correct expiration date');
  await fill(page, '05-Apr-2027', 'Wrong label.');
  await page.user.click(await send());
  expect((await screen.findByRole('alert')).textContent).toContain('Expiration date is now “01-Jun-2027”.');
  page.answer(api.correctLotExpiry, { status: 404, body: { code: 'not_found', message: 'Not found.' } });
  await page.user.click(await send());
  expect(await screen.findByText('Not found.')).toBeDefined();
  expect(page.callsOf(api.correctLotExpiry).map(({ body }) => body.version)).toEqual([1, 2]);
  await press(page, 'Cancel');
  expect(await screen.findByRole('dialog', { name: 'Discard what you typed?' })).toBeDefined();
});

test('REL-07 a lot that is read anew while it is corrected changes nothing in the open dialog', async () => {
  const page = open([[api.correctLotExpiry, { version: 2 }]]);
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Correct expiration date');
  const theirs = aLot({ expirationDate: '2027-06-01', version: 2 });
  page.answer(api.traceLot, { ...traced, lot: theirs });
  await act(() => page.queryClient.invalidateQueries());
  expect(await screen.findByText('01-Jun-2027')).toBeDefined();
  expect(screen.queryByText(/Someone else has changed/)).toBeNull();
  await press(page, 'Cancel');
  expect(screen.queryByRole('dialog')).toBeNull();
  await press(page, 'Correct expiration date');
  expect(screen.getByText(/On record: 01-Jun-2027/)).toBeDefined();
});

test('P11-15 a reason of 501 characters is kept whole, said to be too long, and nothing is corrected before it is shortened', async () => {
  const page = open();
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Correct expiration date');
  const sheet = within(await dialog());
  await fill(page, '05-Apr-2027', 'x'.repeat(501));
  const reason = sheet.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
  expect(reason.value).toBe('x'.repeat(501));
  const said = 'Too long: it has 501 characters, and 500 at most are kept. Please shorten it by 1.';
  expect(sheet.getByText(said)).toBeDefined();
  expect(isOff(await send())).toBe(true);
  await page.user.type(reason, '{Backspace}');
  expect([sheet.queryByText(said), isOff(await send())]).toEqual([null, false]);
});

test('who corrects a lot is told what is missing and what is doubtful about the day, and a double click sends it once', async () => {
  let answer: (reply: unknown) => void = () => undefined;
  const page = open([[api.correctLotExpiry, () => new Promise((resolve) => (answer = resolve))]]);
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Correct expiration date');
  const sheet = within(await dialog());
  const past = /^This day is in the past/;
  const far = 'This day is more than 10 years ahead. Please check the year.';
  expect(sheet.getByText('Still missing: another day than the one on record; reason.')).toBeDefined();
  await fill(page, '05-Apr-2020', 'Read from the wrong label.');
  expect(sheet.getByText(past)).toBeDefined();
  expect(sheet.queryByText(/^Still missing/)).toBeNull();
  expect(isOff(await send())).toBe(false);
  await fill(page, '', ' ');
  expect(sheet.getByText('Still missing: expiration date.')).toBeDefined();
  expect(sheet.queryByText(past)).toBeNull();
  await fill(page, '05-Apr-2072', ' ');
  expect(sheet.getByText(far)).toBeDefined();
  const button = await send();
  expect(isOff(button)).toBe(false);
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(page.callsOf(api.correctLotExpiry)).not.toEqual([]));
  await act(async () => answer({ message: 'Expiration date corrected.', lotId: 5, version: 2 }));
  expect(await screen.findByText('Lot L2601 now expires on 05-Apr-2072.')).toBeDefined();
  expect(page.callsOf(api.correctLotExpiry)).toHaveLength(1);
});

test('REL-10 a day is in the past by the day of the server, as the badge is, also where the person is still in the day before', async () => {
  vi.stubEnv('TZ', 'America/New_York');
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-03-06T01:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });
  const page = open();
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Correct expiration date');
  const sheet = within(await dialog());
  await fill(page, '05-Mar-2026', 'Read from the wrong label.');
  expect(sheet.getByText(/^This day is in the past/)).toBeDefined();
  await fill(page, '06-Mar-2026', 'Read from the wrong label.');
  expect(sheet.queryByText(/^This day is in the past/)).toBeNull();
});

const recalledAt = new Date('2026-03-05T12:00:00Z');
const aRecall = (over: Partial<api.LotRecall> = {}): api.LotRecall => ({
  recalled: true,
  reason: 'The manufacturer calls it back.',
  recalledBy: 'Ann Admin',
  recalledAt,
  ...over,
});

test('P11-11 P11-15 a lot is recalled with a reason, and that is taken back with one; both stand with the lot', async () => {
  const page = open([[api.recallLot, { message: 'Lot recalled.', lotId: 5, version: 2 }]]);
  const alert = 'This lot is recalled and cannot be shipped.';
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Recall lot');
  const recall = within(await screen.findByRole('dialog', { name: 'Recall lot L2601' }));
  expect(recall.getByText('Still missing: reason.')).toBeDefined();
  expect(isOff(recall.getByRole('button', { name: 'Recall lot' }))).toBe(true);
  await page.user.write(recall.getByRole('textbox', { name: 'Reason' }), ' The manufacturer calls it back. ');
  expect(screen.queryByText(alert)).toBeNull();
  page.answer(api.traceLot, { ...traced, lot: aLot({ recalledAt, version: 2 }), recalls: [aRecall()] });
  await page.user.click(recall.getByRole('button', { name: 'Recall lot' }));
  expect(await screen.findByText('Lot L2601 is recalled.')).toBeDefined();
  expect(await screen.findByText(alert)).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  const said = () =>
    within(screen.getByRole('list', { name: 'Recalls' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent.replace(/\d\d:\d\d/, 'hh:mm'));
  const first = 'Recalled by Ann Admin, 05-Mar-2026 hh:mm: The manufacturer calls it back.';
  expect(said()).toEqual([first]);

  expect(screen.queryByRole('button', { name: 'Recall lot' })).toBeNull();
  await press(page, 'Take back recall');
  const back = within(await screen.findByRole('dialog', { name: 'Take back the recall of lot L2601' }));
  await page.user.write(back.getByRole('textbox', { name: 'Reason' }), 'It was another lot.');
  const second = aRecall({
    recalled: false,
    reason: 'It was another lot.',
    recalledAt: new Date('2026-03-06T12:00:00Z'),
  });
  page.answer(api.traceLot, { ...traced, lot: aLot({ version: 3 }), recalls: [aRecall(), second] });
  await page.user.click(back.getByRole('button', { name: 'Take back recall' }));
  expect(await screen.findByText('The recall of lot L2601 is taken back.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText(alert)).toBeNull());
  expect(said()).toEqual(['Recall taken back by Ann Admin, 06-Mar-2026 hh:mm: It was another lot.', first]);
  expect(page.callsOf(api.recallLot).map(({ body }) => body)).toEqual([
    { lotId: 5, recalled: true, reason: 'The manufacturer calls it back.', version: 1 },
    { lotId: 5, recalled: false, reason: 'It was another lot.', version: 2 },
  ]);
});

/** Somebody else has recalled it. */
const recalledByOther = {
  status: 409,
  body: {
    code: 'stale',
    message: 'Changed.',
    detail: {
      current: {
        expirationDate: '2027-03-05',
        recalledAt: '2026-03-05T12:00:00.000Z',
        lastRecall: { ...aRecall({ recalledBy: 'Bea Other' }), recalledAt: '2026-03-05T12:00:00.000Z' },
        version: 2,
      },
    },
  },
};

test('REL-07 who recalls a lot that somebody else has just recalled is told by whom and why, and has nothing left to do', async () => {
  const page = open([[api.recallLot, recalledByOther]]);
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Recall lot');
  const recall = within(await screen.findByRole('dialog', { name: 'Recall lot L2601' }));
  await page.user.write(recall.getByRole('textbox', { name: 'Reason' }), 'Called back.');
  await page.user.click(recall.getByRole('button', { name: 'Recall lot' }));
  const alert = await recall.findByRole('alert');
  expect(alert.textContent).toContain('Recalled by Bea Other: The manufacturer calls it back.');
  expect(alert.textContent).not.toContain('Expiration date');
  expect(recall.getByText('It is recalled already.')).toBeDefined();
  expect(isOff(recall.getByRole('button', { name: 'Recall lot' }))).toBe(true);
  expect(recall.queryByRole('button', { name: 'Cancel' })).toBeNull();
  await page.user.click(recall.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('REL-07 who takes a recall back that was made anew meanwhile is told of the newer one before it is sent again', async () => {
  const old = aRecall({ recalledAt: new Date('2026-02-01T12:00:00Z') });
  const page = open([
    [api.traceLot, { ...traced, lot: aLot({ recalledAt: old.recalledAt }), recalls: [old] }],
    [api.recallLot, recalledByOther],
  ]);
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Take back recall');
  const back = within(await screen.findByRole('dialog', { name: 'Take back the recall of lot L2601' }));
  await page.user.write(back.getByRole('textbox', { name: 'Reason' }), 'A mistake.');
  const send = () => page.user.click(back.getByRole('button', { name: 'Take back recall' }));
  await send();
  expect((await back.findByRole('alert')).textContent).toContain('Recalled by Bea Other');
  page.answer(api.recallLot, { message: 'Recall taken back.', lotId: 5, version: 3 });
  await send();
  expect(await screen.findByText('The recall of lot L2601 is taken back.')).toBeDefined();
  expect(page.callsOf(api.recallLot).map(({ body }) => body.version)).toEqual([1, 2]);
});

test('REL-07 who recalls a lot that was recalled, and whose recall was taken back, while they wrote is told of the last word', async () => {
  const page = open([[api.recallLot, recalledByOther]]);
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Recall lot');
  const recall = within(await screen.findByRole('dialog', { name: 'Recall lot L2601' }));
  await page.user.write(recall.getByRole('textbox', { name: 'Reason' }), 'Called back.');
  const last = {
    ...aRecall({ recalled: false, reason: 'It was L2610.', recalledBy: 'Bea Other' }),
    recalledAt: '2026-03-05T12:30:00.000Z',
  };
  const current = { expirationDate: '2027-03-05', recalledAt: null, lastRecall: last, version: 3 };
  page.answer(api.recallLot, { status: 409, body: { ...recalledByOther.body, detail: { current } } });
  const button = recall.getByRole<HTMLButtonElement>('button', { name: 'Recall lot' });
  await page.user.click(button);
  expect((await recall.findByRole('alert')).textContent).toContain('Recall taken back by Bea Other: It was L2610.');
  expect(isOff(button)).toBe(false);
  // A third word is told as well, also where the lot is in the same state.
  page.answer(api.recallLot, { status: 404, body: { code: 'not_found', message: 'Not found.' } });
  await page.user.click(button);
  expect(await recall.findByText('Not found.')).toBeDefined();
  expect(page.callsOf(api.recallLot).map(({ body }) => body.version)).toEqual([1, 3]);
});

test('P11-15 a double click recalls a lot once; a reason of 501 characters is said to be too long, and what was typed is not lost unasked', async () => {
  let answer: (reply: unknown) => void = () => undefined;
  const page = open([[api.recallLot, () => new Promise((resolve) => (answer = resolve))]]);
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Recall lot');
  const recall = within(await screen.findByRole('dialog', { name: 'Recall lot L2601' }));
  const reason = recall.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' });
  const button = recall.getByRole<HTMLButtonElement>('button', { name: 'Recall lot' });
  await page.user.write(reason, 'x'.repeat(501));
  expect(isOff(button)).toBe(true);
  await page.user.click(recall.getByRole('button', { name: 'Cancel' }));
  await page.user.click(
    within(await screen.findByRole('dialog', { name: 'Discard what you typed?' })).getByRole('button', {
      name: 'Keep editing',
    }),
  );
  await page.user.type(reason, '{Backspace}');
  expect(isOff(button)).toBe(false);
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(page.callsOf(api.recallLot)).not.toEqual([]));
  await act(async () => answer({ message: 'Lot recalled.', lotId: 5, version: 2 }));
  expect(await screen.findByText('Lot L2601 is recalled.')).toBeDefined();
  expect(page.callsOf(api.recallLot)).toHaveLength(1);
});

test('lots of the same number are named where one is recalled, each one press away', async () => {
  const strong = aLot({ lotId: 9, productId: 8, dosageForm: '100 mg tablet' });
  const soft = aLot({ lotId: 10, productId: 9, dosageForm: 'Drops', protocolNumber: 'AUR-302', recalledAt });
  const page = open([[api.traceLot, { ...traced, sameNumber: [strong, soft] }]]);
  await press(page, 'Where lot L2601 of Aurelix went');
  expect(
    await screen.findByText(
      (_, one) =>
        one?.textContent ===
        'The same number is also on record for Aurelix, 100 mg tablet · AUR-301; Aurelix, Drops · AUR-302 (recalled).',
    ),
  ).toBeDefined();
  await press(page, 'Recall lot');
  const said =
    'The same number is also on record for Aurelix, 100 mg tablet · AUR-301; Aurelix, Drops · AUR-302. That is not changed here.';
  expect(await screen.findByText(said)).toBeDefined();
  await press(page, 'Cancel');
  await press(page, 'Aurelix, 100 mg tablet · AUR-301');
  await waitFor(() => expect(page.router.state.location.search).toEqual({ view: 'lots', lot: 9 }));
});

test('REL-07 who corrects the day of a lot that somebody else has just recalled is told of the recall', async () => {
  const page = open([[api.correctLotExpiry, recalledByOther]]);
  await press(page, 'Where lot L2601 of Aurelix went');
  await press(page, 'Correct expiration date');
  await fill(page, '05-Apr-2027', 'Wrong label.');
  await page.user.click(await send());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Recalled by Bea Other: The manufacturer calls it back.');
  expect(alert.textContent).not.toContain('Expiration date is now');
  expect(isOff(await send())).toBe(false);
});

test('recalled lots stand out in the list, which is narrowed to them by the server; the address says so', async () => {
  const page = open([
    [api.listLots, { lots: [aLot({ recalledAt }), aLot({ lotId: 6, lotNumber: 'L2602' })], more: false }],
  ]);
  const table = await screen.findByRole('table', { name: 'Lots' });
  await within(table).findByText('L2602');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.map((row) => within(row).queryByText('Recalled') !== null)).toEqual([true, false]);
  page.answer(api.listLots, { lots: [], more: false });
  await page.user.click(screen.getByRole('button', { name: 'Recalled' }));
  expect(await screen.findByText('No lot matches “Recalled”.')).toBeDefined();
  expect(page.callsOf(api.listLots).at(-1)?.query).toEqual({ recalled: true, page: 1, pageSize: 25 });
  expect(page.router.state.location.search).toEqual({ view: 'lots', status: 'recalled' });
  await page.user.click(screen.getByRole('button', { name: 'Expired' }));
  await waitFor(() =>
    expect(page.callsOf(api.listLots).at(-1)?.query).toEqual({ expiry: 'expired', page: 1, pageSize: 25 }),
  );
});

test('SEC-24 who has only sites of the trial is offered no correction and no recall, and reads what was recalled', async () => {
  const page = open([
    [api.traceLot, { ...traced, lot: aLot({ recalledAt }), recalls: [aRecall()], mayCorrect: false }],
  ]);
  await press(page, 'Where lot L2601 of Aurelix went');
  await screen.findByRole('table', { name: 'Where lot L2601 went' });
  expect(screen.getByText('This lot is recalled and cannot be shipped.')).toBeDefined();
  expect(screen.getByRole('list', { name: 'Recalls' }).textContent).toContain('The manufacturer calls it back.');
  for (const name of ['Correct expiration date', 'Recall lot', 'Take back recall'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

test('whoever clears a search that found nothing is not told in between that there are no lots', async () => {
  const page = open([[api.listLots, ({ query }: Call) => ({ lots: query.search ? [] : lots, more: false })]]);
  await screen.findByRole('table', { name: 'Lots' });
  await page.user.type(screen.getByRole('searchbox', { name: 'Lot number' }), 'x');
  await screen.findByText('No lot number starts with this.');
  const said: string[] = [];
  const watcher = new MutationObserver(() => said.push(document.body.textContent));
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  await page.user.click(screen.getByRole('button', { name: 'Clear' }));
  await screen.findByText('L2602');
  watcher.disconnect();
  expect(said.length).toBeGreaterThan(0);
  expect(said.filter((text) => text.includes('No lots yet'))).toEqual([]);
});

test('no lots, none that begin like this, and a list or a way that could not be read each say so', async () => {
  const page = open([[api.listLots, { lots: [], more: false }]]);
  expect(await screen.findByText(/^No lots yet/)).toBeDefined();
  await page.user.type(screen.getByRole('searchbox', { name: 'Lot number' }), 'x');
  expect(await screen.findByText('No lot number starts with this.')).toBeDefined();
  const message = 'Not found.';
  page.answer(api.listLots, { status: 404, body: { code: 'not_found', message } });
  await page.user.type(screen.getByRole('searchbox', { name: 'Lot number' }), 'y');
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  page.answer(api.listLots, { lots, more: false });
  page.answer(api.traceLot, { status: 404, body: { code: 'not_found', message } });
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await page.user.click(await screen.findByRole('button', { name: 'Where lot L2602 of Aurelix went' }));
  expect((await screen.findByRole('alert')).textContent).toContain(message);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});

test('OPS-15 ROL-22 a Sponsor is offered no lots', async () => {
  const page = renderPage(<ProductManagement />, {
    replies: [],
    viewer: { type: 'Sponsor', adminRights: true },
    route: '/settings/product-management?view=lots',
  });
  expect(await screen.findByText('Sponsors do not see the products of a trial.')).toBeDefined();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(page.callsOf(api.listLots)).toEqual([]);
});
