import * as api from '@portal/contract/shipments/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { type Reply, renderPage } from '#test/portal.tsx';
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

async function open(Dialog: typeof ConfirmDelivery | typeof ReportDelivery, viewer = {}, more: Reply[] = []) {
  const heard = { onClose: vi.fn(), onMoved: vi.fn(), onProof: vi.fn(), onOffer: vi.fn() };
  const row = shipped({ toParticipant: 'ppId' in viewer });
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
  await screen.findByRole('region', { name: 'What arrived' });
  return { ...page, ...heard };
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const condition = (name: RegExp) => screen.getByRole<HTMLInputElement>('combobox', { name });
const choose = async ({ user }: Awaited<ReturnType<typeof open>>, name: RegExp, label: string) => {
  await user.click(condition(name));
  await user.click(await screen.findByRole('option', { name: label }));
};

test('SST-06 SST-12 above the day of receipt stands what was sent; a delivery in good order is confirmed as before', async () => {
  const page = await open(ConfirmDelivery);
  const region = screen.getByRole('region', { name: 'What arrived' });
  const texts = ['Package 1 · UPS 1Z99', '9 Bottles of Aurelix 50 mg, Tablet', 'Lot L7 · expires 31-Dec-2027'];
  for (const text of [...texts, 'Package 2 · DHL 77', 'Lot M1 · expires 31-Dec-2027'])
    expect(region.textContent).toContain(text);
  const day = screen.getByRole('textbox', { name: 'Order received date' });
  expect(region.compareDocumentPosition(day)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  await page.user.click(button('Confirm delivery'));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.moveBySite).map(({ body }) => body)).toEqual([
    { srId: 71, gId: 2, status: 'received', dateOfStatusChange: '2026-03-05', version: 4 },
  ]);
  expect(page.callsOf(api.receiveBySite)).toEqual([]);
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

test('SST-07 SST-09 CMT-04 SDC-03 a report takes each item, a note, photos and PDFs, in one call', async () => {
  const page = await open(ReportDelivery);
  await page.user.click(screen.getByRole('radio', { name: 'Damaged' }));
  // What was not said of an item follows from the whole.
  expect([condition(/lot L7$/).value, condition(/lot M1$/).value]).toEqual(['Damaged', 'Damaged']);
  await choose(page, /lot L7$/, 'Received');
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

test('SST-10 OPS-15 a partner that hands over to a participant sees what was sent, and says the outcome alone', async () => {
  await open(ReportDelivery, pharmacist);
  expect(screen.getByRole('region', { name: 'What arrived' }).textContent).toContain('Lot L7');
  expect(screen.queryByRole('combobox')).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Note' })).toBeNull();
  expect(screen.queryByLabelText('Photos or PDF')).toBeNull();
});
