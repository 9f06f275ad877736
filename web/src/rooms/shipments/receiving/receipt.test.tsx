import * as api from '@portal/contract/shipments/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { type Call, type Reply, renderPage } from '#test/portal.tsx';
import { aLine, aRequest, noon, pharmacist, shipped } from '#test/shipments.ts';
import { ConfirmDelivery } from './ConfirmDelivery.tsx';
import { ReportDelivery } from './ReportDelivery.tsx';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

const item = (itemId: number, lotNumber: string, quantity: number) => ({
  itemId,
  productId: 1,
  quantity,
  lotNumber,
  expirationDate: '2027-12-31',
  lotExpirationDate: null,
  orderItemId: 501,
  condition: null,
});
const request = aRequest({
  ...shipped(),
  products: [aLine()],
  packages: [
    { courier: 'UPS', trackingNumber: '1Z99', items: [item(31, 'L7', 9)] },
    { courier: 'DHL', trackingNumber: '77', items: [item(32, 'M1', 1)] },
  ],
});
const moved = { message: '', srId: 71, status: 'damaged', version: 5 } as const;

async function open(
  Dialog: typeof ConfirmDelivery | typeof ReportDelivery,
  viewer = {},
  more: Reply[] = [],
  of: Partial<api.ShipmentSummary> = {},
) {
  const heard = { onClose: vi.fn(), onMoved: vi.fn(), onProof: vi.fn(), onOffer: vi.fn() };
  const row = shipped({ toParticipant: 'ppId' in viewer, ...of });
  const page = renderPage(<Dialog row={row} {...heard} />, {
    viewer,
    replies: [
      [api.readForSite, { request }],
      [api.readForPharmacy, { request }],
      [api.moveBySite, moved],
      [api.receiveBySite, moved],
      ...more,
    ],
  });
  await screen.findByRole('region', { name: 'What was sent' });
  const status = () =>
    screen
      .getAllByRole('status')
      .map(({ textContent }) => textContent)
      .join(' ');
  return { ...page, ...heard, status };
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const condition = (name: RegExp) => screen.getByRole<HTMLInputElement>('combobox', { name });
const choose = async ({ user }: Awaited<ReturnType<typeof open>>, name: RegExp, label: string) => {
  await user.click(condition(name));
  await user.click(await screen.findByRole('option', { name: label }));
};

test('SST-06 SST-12 above the day of receipt stands what was sent; a delivery in good order is confirmed with what is shown of its items', async () => {
  const page = await open(ConfirmDelivery);
  const region = screen.getByRole('region', { name: 'What was sent' });
  const texts = ['Package 1 · UPS 1Z99', '9 Bottles of Aurelix 50 mg, Tablet', 'Lot L7 · expires 31-Dec-2027'];
  for (const text of [...texts, 'Package 2 · DHL 77', 'Lot M1 · expires 31-Dec-2027'])
    expect(region.textContent).toContain(text);
  const day = screen.getByRole('textbox', { name: 'Order received date' });
  expect(region.compareDocumentPosition(day)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  await page.user.click(button('Confirm delivery'));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.moveBySite).map(({ body }) => body)).toEqual([
    {
      srId: 71,
      gId: 2,
      status: 'received',
      dateOfStatusChange: '2026-03-05',
      items: [
        { itemId: 31, condition: 'received' },
        { itemId: 32, condition: 'received' },
      ],
      version: 4,
    },
  ]);
  expect(page.callsOf(api.receiveBySite)).toEqual([]);
});

test('a recalled lot is said above what arrived, and the delivery can still be confirmed', async () => {
  const [first, second] = request.packages;
  const items = first!.items.map((one) => ({ ...one, recalledAt: new Date('2026-03-04T09:00:00Z') }));
  const recalled = { ...request, packages: [{ ...first!, items }, second!] };
  const page = await open(ConfirmDelivery, {}, [[api.readForSite, { request: recalled }]]);
  expect(screen.getByRole('region', { name: 'What was sent' }).textContent).toContain(
    'Lot L7 of Aurelix 50 mg, Tablet was recalled on 04-Mar-2026.',
  );
  expect(screen.queryByText(/Lot M1 of/)).toBeNull();
  await page.user.click(button('Confirm delivery'));
  await waitFor(() => expect(page.callsOf(api.moveBySite)).toHaveLength(1));
});

test('SST-06 PKG-01 what was sent short is said above what arrived', async () => {
  const less = { ...request, products: [aLine({ quantity: 12 })] };
  await open(ConfirmDelivery, {}, [[api.readForSite, { request: less }]]);
  expect(screen.getByText('Aurelix 50 mg, Tablet: 2 short')).toBeDefined();
});

test('SST-06 SST-15 an item that arrived damaged is said with the receipt; where none is in good order it is reported instead', async () => {
  const page = await open(ConfirmDelivery);
  await choose(page, /lot L7$/, 'Missing');
  await choose(page, /lot M1$/, 'Damaged');
  expect(screen.getByText('Nothing arrived in good order. Report the delivery instead.')).toBeDefined();
  expect(isOff(button('Confirm delivery'))).toBe(true);
  await choose(page, /lot L7$/, 'Received');
  await page.user.click(button('Confirm delivery'));
  await waitFor(() => expect(page.onMoved.mock.calls).toEqual([['received']]));
  expect(page.callsOf(api.receiveBySite).map(({ body }) => body)).toEqual([
    {
      srId: 71,
      gId: 2,
      version: 4,
      status: 'received',
      dateOfStatusChange: '2026-03-05',
      items: [
        { itemId: 31, condition: 'received' },
        { itemId: 32, condition: 'damaged' },
      ],
      files: [],
    },
  ]);
  expect(page.callsOf(api.receiveBySite)[0]?.headers.get('idempotency-key')).toBeTruthy();
  expect(page.callsOf(api.moveBySite)).toEqual([]);
});

test('CMT-04 a note of 2,001 characters is kept whole, said to be too long, and holds the report back', async () => {
  const page = await open(ReportDelivery);
  await page.user.click(screen.getByRole('radio', { name: 'Other' }));
  const note = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  const report = screen.getByRole<HTMLButtonElement>('button', { name: 'Report delivery' });
  await page.user.write(note, 'x'.repeat(2001));
  expect(note.value).toHaveLength(2001);
  expect(
    screen.getByText('Too long: it has 2,001 characters, and 2,000 at most are kept. Please shorten it by 1.'),
  ).toBeDefined();
  expect(page.status()).toContain('The note is too long.');
  expect(isOff(report)).toBe(true);
  await page.user.type(note, '{Backspace}');
  expect(isOff(report)).toBe(false);
});

test('SST-06 CMT-04 SDC-03 what is asked of a damaged item is neither counted nor sent while nothing differs, and is there again with it', async () => {
  const page = await open(ConfirmDelivery);
  const note = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Note' });
  await choose(page, /lot M1$/, 'Damaged');
  await page.user.write(note() as HTMLTextAreaElement, 'x'.repeat(2001));
  const files = screen.getByLabelText<HTMLInputElement>('Photos or PDF');
  await page.user.upload(files, new File(['%PDF-'], 'box.pdf', { type: 'application/pdf' }));
  expect(isOff(button('Confirm delivery'))).toBe(true);
  await choose(page, /lot M1$/, 'Received');
  expect(note()).toBeNull();
  expect(page.status()).toBe('');
  expect(isOff(button('Confirm delivery'))).toBe(false);
  await choose(page, /lot M1$/, 'Damaged');
  expect(note()?.value).toHaveLength(2001);
  expect(screen.getByLabelText<HTMLInputElement>('Photos or PDF').files).toHaveLength(1);
  await choose(page, /lot M1$/, 'Received');
  await page.user.click(button('Confirm delivery'));
  await waitFor(() => expect(page.onMoved.mock.calls).toEqual([['received']]));
  expect(page.callsOf(api.receiveBySite).map(({ body }) => [body.note, body.files])).toEqual([[undefined, []]]);
});

test('SST-07 SST-09 CMT-04 SDC-03 a report takes each item, a note, photos and PDFs, in one call', async () => {
  const page = await open(ReportDelivery);
  await page.user.click(screen.getByRole('radio', { name: 'Damaged' }));
  expect(page.status()).toContain(
    'Which items are damaged? Choose it beside them; the others are then recorded as received.',
  );
  await choose(page, /lot M1$/, 'Damaged');
  expect([condition(/lot L7$/).value, condition(/lot M1$/).value]).toEqual(['Received', 'Damaged']);
  expect(page.status()).not.toContain('Which items');
  await page.user.type(screen.getByRole('textbox', { name: 'Note' }), 'Wet box.');
  const files = screen.getByLabelText('Photos or PDF');
  await page.user.upload(files, new File([], 'a.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText('a.pdf: The file is empty.')).toBeDefined();
  expect(isOff(button('Report delivery'))).toBe(true);
  await page.user.upload(files, [
    new File(['%PDF'], 'scan.pdf', { type: 'application/pdf' }),
    new File(['jpg'], 'box.jpg', { type: 'image/jpeg' }),
  ]);
  await waitFor(() => expect(isOff(button('Report delivery'))).toBe(false));
  await page.user.dblClick(button('Report delivery'));
  await waitFor(() => expect(page.onOffer).toHaveBeenCalledOnce());
  expect(page.callsOf(api.receiveBySite).map(({ body }) => body)).toEqual([
    {
      srId: 71,
      gId: 2,
      version: 4,
      status: 'damaged',
      dateOfStatusChange: '2026-03-05',
      items: [
        { itemId: 31, condition: 'received' },
        { itemId: 32, condition: 'damaged' },
      ],
      note: 'Wet box.',
      files: [
        { filename: 'scan.pdf', contentType: 'application/pdf', data: 'JVBERg==' },
        { filename: 'box.jpg', contentType: 'image/jpeg', data: 'anBn' },
      ],
    },
  ]);
});

test('PRV-04 whoever reports a delivery of a wholesaler is told at the note and at the photos that wholesalers see them', async () => {
  const page = await open(ReportDelivery, {}, [], { shipmentType: 'wholesaler' });
  await page.user.click(screen.getByRole('radio', { name: 'Damaged' }));
  const note = 'Wholesalers can read this. Do not enter names or subject numbers.';
  expect(screen.getByRole('textbox', { name: 'Note', description: note })).toBeDefined();
  const said =
    'Up to 5 files, kept with the documents of the request. Wholesalers can open this. Choose files without names or subject numbers.';
  expect(screen.getByText(said)).toBeDefined();
});

test('SST-07 a report waits for photos that are still being made smaller, and sends the last that were chosen', async () => {
  const waiting: (() => void)[] = [];
  vi.stubGlobal(
    'createImageBitmap',
    () => new Promise((_, reject) => waiting.push(() => reject(new Error('no picture')))),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const page = await open(ReportDelivery, {}, [[api.readForSite, oneItem]]);
  await page.user.click(screen.getByRole('radio', { name: 'Damaged' }));
  const files = screen.getByLabelText('Photos or PDF');
  const photo = (name: string) => new File([new Uint8Array(1_100_000)], name, { type: 'image/jpeg' });
  await page.user.upload(files, photo('first.jpg'));
  expect(page.status()).toContain('The files are being prepared…');
  await page.user.upload(files, photo('second.jpg'));
  await page.user.click(button('Report delivery'));
  // The first is done after the second.
  for (const done of waiting.toReversed()) done();
  await waitFor(() => expect(isOff(button('Report delivery'))).toBe(false));
  expect([page.callsOf(api.moveBySite), page.callsOf(api.receiveBySite)]).toEqual([[], []]);
  await page.user.click(button('Report delivery'));
  await waitFor(() => expect(page.callsOf(api.receiveBySite)).toHaveLength(1));
  const { files: sent = [] } = page.callsOf(api.receiveBySite)[0]?.body ?? {};
  expect(sent.map(({ filename }: { filename: string }) => filename)).toEqual(['second.jpg']);
});

const oneItem = { request: { ...request, packages: request.packages.slice(0, 1) } };

test('SST-07 SST-08 an outcome alone can be sent; of several items nothing is recorded that nobody named, of the only one what the outcome says', async () => {
  const page = await open(ReportDelivery);
  await page.user.click(screen.getByRole('radio', { name: 'Damaged' }));
  expect([condition(/lot L7$/).value, condition(/lot M1$/).value]).toEqual(['', '']);
  await page.user.type(screen.getByRole('textbox', { name: 'Note' }), 'Wet.');
  await page.user.click(button('Report delivery'));
  await waitFor(() => expect(page.onMoved).toHaveBeenCalledOnce());
  expect(page.callsOf(api.receiveBySite)[0]?.body.items).toBeUndefined();
  page.unmount();

  const single = await open(ReportDelivery, {}, [[api.readForSite, oneItem]]);
  await single.user.click(screen.getByRole('radio', { name: 'Missing' }));
  expect(condition(/lot L7$/).value).toBe('Missing');
  await single.user.click(screen.getByRole('radio', { name: 'Damaged' }));
  expect(condition(/lot L7$/).value).toBe('Damaged');
  await single.user.type(screen.getByRole('textbox', { name: 'Note' }), 'Wet.');
  await single.user.click(button('Report delivery'));
  await waitFor(() => expect(single.onMoved).toHaveBeenCalledOnce());
  expect(single.callsOf(api.receiveBySite)[0]?.body.items).toEqual([{ itemId: 31, condition: 'damaged' }]);
});

test('SST-07 SST-12 an outcome alone goes with the condition that the dialog shows of the only item; where it shows none, none goes', async () => {
  const single = await open(ReportDelivery, {}, [[api.readForSite, oneItem]]);
  await single.user.click(screen.getByRole('radio', { name: 'Damaged' }));
  expect(condition(/lot L7$/).value).toBe('Damaged');
  await single.user.click(button('Report delivery'));
  await waitFor(() => expect(single.onMoved).toHaveBeenCalledOnce());
  expect(single.callsOf(api.moveBySite)[0]?.body).toMatchObject({
    status: 'damaged',
    items: [{ itemId: 31, condition: 'damaged' }],
  });
  expect(single.callsOf(api.receiveBySite)).toEqual([]);
  single.unmount();

  const several = await open(ReportDelivery);
  await several.user.click(screen.getByRole('radio', { name: 'Damaged' }));
  expect([condition(/lot L7$/).value, condition(/lot M1$/).value]).toEqual(['', '']);
  await several.user.click(button('Report delivery'));
  await waitFor(() => expect(several.onMoved).toHaveBeenCalledOnce());
  expect(several.callsOf(api.moveBySite)[0]?.body).not.toHaveProperty('items');
});

test('SST-10 SST-11 a partner, who is shown no conditions, sends none', async () => {
  const page = await open(ConfirmDelivery, pharmacist, [[api.moveByPharmacy, moved]]);
  await page.user.click(button('Confirm delivery'));
  await waitFor(() => expect(page.onMoved).toHaveBeenCalledOnce());
  expect(page.callsOf(api.moveByPharmacy)[0]?.body).not.toHaveProperty('items');
});

test('SST-07 SST-15 an outcome that none of the items has is said before it is sent', async () => {
  const page = await open(ReportDelivery, {}, [[api.readForSite, oneItem]]);
  await page.user.click(screen.getByRole('radio', { name: 'Missing' }));
  await choose(page, /lot L7$/, 'Damaged');
  expect(page.status()).toBe('No item is set to missing. Choose which one is, or choose another outcome.');
  expect(isOff(button('Report delivery'))).toBe(true);
  await page.user.click(screen.getByRole('radio', { name: 'Damaged' }));
  expect(page.status()).toBe('');
  expect(isOff(button('Report delivery'))).toBe(false);
  await choose(page, /lot L7$/, 'Received');
  expect(page.status()).toBe('No item is set to damaged. Choose which one is, or choose another outcome.');
  // Something else may have happened to what is in good order.
  await page.user.click(screen.getByRole('radio', { name: 'Other' }));
  expect(isOff(button('Report delivery'))).toBe(false);
});

test('SST-08 a report begins in its first field, and says what is still missing', async () => {
  const page = await open(ReportDelivery);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Damaged' })));
  expect(page.status()).toBe('Still missing: what happened to the delivery.');
  await page.user.click(screen.getByRole('radio', { name: 'Other' }));
  expect(page.status()).toBe('');
});

test('SEC-30 what was refused of a file is said no longer once another one is chosen, or none', async () => {
  const body = { code: 'image.not_accepted', message: 'fake.jpg: It is no photo.' };
  const page = await open(ReportDelivery, {}, [[api.receiveBySite, { status: 400, body }]]);
  await page.user.click(screen.getByRole('radio', { name: 'Other' }));
  const files = screen.getByLabelText<HTMLInputElement>('Photos or PDF');
  const photo = (name: string) => new File(['jpg'], name, { type: 'image/jpeg' });
  for (const next of [[photo('good.jpg')], []]) {
    await page.user.upload(files, photo('fake.jpg'));
    await page.user.click(button('Report delivery'));
    await screen.findByText('fake.jpg: It is no photo.');
    if (next.length > 0) await page.user.upload(files, next);
    else fireEvent.change(files, { target: { files: [] } });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  }
});

test('REL-17 a report that is refused keeps what was typed, and leaving it asks first', async () => {
  const body = { code: 'image.damaged', message: 'box.jpg: The image is damaged.' };
  const page = await open(ReportDelivery, {}, [[api.receiveBySite, { status: 400, body }]]);
  await page.user.click(screen.getByRole('radio', { name: 'Other' }));
  await page.user.type(screen.getByRole('textbox', { name: 'Note' }), 'Too warm.');
  await page.user.click(button('Report delivery'));
  expect((await screen.findByRole('alert')).textContent).toContain('box.jpg: The image is damaged.');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Too warm.');
  await page.user.click(button('Cancel'));
  const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
  await page.user.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(page.onClose).not.toHaveBeenCalled();
});

/** Of a delivery that somebody's earlier try has reported, or somebody else. */
const stale = {
  status: 409,
  body: {
    code: 'stale',
    message: 'Someone else has changed this.',
    detail: { current: { status: 'damaged', version: 5 } },
  },
};

/** A report whose first two tries got no answer; the note of the second said more. */
async function lostTwice() {
  const page = await open(ReportDelivery, {}, [[api.receiveBySite, () => Promise.reject(new TypeError('dead'))]]);
  const tries = () => page.callsOf(api.receiveBySite);
  const keyOf = (n: number) => tries()[n]?.headers.get('idempotency-key');
  const report = async (note: string, times: number) => {
    await page.user.type(screen.getByRole('textbox', { name: 'Note' }), note);
    await page.user.click(button('Report delivery'));
    await waitFor(() => expect(tries()).toHaveLength(times));
  };
  await page.user.click(screen.getByRole('radio', { name: 'Damaged' }));
  await report('Wet box.', 1);
  await screen.findByText('Unable to make request');
  await report(' Torn lid.', 2);
  await waitFor(() => expect(isOff(button('Report delivery'))).toBe(false));
  return { ...page, tries, keyOf, report };
}

test('SST-09 REL-06 of several tries without an answer each is asked about, the newest first, and the one that was recorded is told', async () => {
  const page = await lostTwice();
  page.answer(api.receiveBySite, ({ headers }: Call) =>
    headers.get('idempotency-key') === page.keyOf(1) ? moved : stale,
  );
  await page.report(' See photo.', 4);
  await screen.findByText('Your first try was recorded, with what you had entered then.');
  expect(page.onMoved.mock.calls).toEqual([['damaged']]);
  expect(screen.queryByText('Someone else has changed this.')).toBeNull();
  expect(page.tries().map(({ body }) => body.note)).toEqual([
    'Wet box.',
    'Wet box. Torn lid.',
    'Wet box. Torn lid. See photo.',
    'Wet box. Torn lid.',
  ]);
});

test('SST-09 REL-06 REL-17 where asking about an earlier try gets no answer either, the report stays open, and the next press asks again', async () => {
  const page = await lostTwice();
  const last = () => page.tries().at(-1)?.body.note === 'Wet box. Torn lid.';
  page.answer(api.receiveBySite, () => (last() ? Promise.reject(new TypeError('dead')) : stale));
  await page.report(' See photo.', 4);
  await waitFor(() => expect(isOff(button('Report delivery'))).toBe(false));
  expect(screen.queryByText('Someone else has changed this.')).toBeNull();
  expect(page.onClose).not.toHaveBeenCalled();
  page.answer(api.receiveBySite, ({ headers }: Call) =>
    headers.get('idempotency-key') === page.keyOf(0) ? moved : stale,
  );
  await page.user.click(button('Report delivery'));
  await screen.findByText('Your first try was recorded, with what you had entered then.');
  expect(page.onMoved.mock.calls).toEqual([['damaged']]);
});

test('SST-09 REL-07 where none of the tries was recorded, the report is over as for anybody', async () => {
  const page = await lostTwice();
  page.answer(api.receiveBySite, stale);
  await page.report(' See photo.', 5);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  await screen.findAllByText('Someone else has changed this.');
  expect(page.onMoved).not.toHaveBeenCalled();
});

test('REL-17 a 404 of something in between does not close a report, which is there to be sent again', async () => {
  const page = await open(ReportDelivery, {}, [[api.receiveBySite, { status: 404, body: { message: 'x' } }]]);
  await page.user.click(screen.getByRole('radio', { name: 'Other' }));
  await page.user.type(screen.getByRole('textbox', { name: 'Note' }), 'Too warm.');
  await page.user.click(button('Report delivery'));
  expect((await screen.findByRole('alert')).textContent).toContain('x');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' }).value).toBe('Too warm.');
  expect(page.onClose).not.toHaveBeenCalled();
  page.answer(api.receiveBySite, { status: 404, body: { code: 'not_found', message: 'Not found.' } });
  await page.user.click(button('Report delivery'));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
});

test('SST-10 OPS-15 a partner that hands over to a participant sees what was sent, and says the outcome alone', async () => {
  await open(ReportDelivery, pharmacist);
  expect(screen.getByRole('region', { name: 'What was sent' }).textContent).toContain('Lot L7');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  expect(screen.queryByLabelText('Photos or PDF')).toBeNull();
});
