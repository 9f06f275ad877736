import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { pharmacyDocuments, wholesalerDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { clocks } from '#test/clocks.ts';
import { aDocument, aPdf, contentOf, drawsPdfs } from '#test/documents.ts';
import { areSame, losesFirstAnswer } from '#test/lost-answer.ts';
import { type Call, type Reply, renderPage } from '#test/portal.tsx';
import { aLine, aProduct, aRequest, aRow, noon, pharmacist, wholesaler, forWholesaler } from '#test/shipments.ts';
import { useShipments } from '../queries.ts';
import { ConfirmShipment } from './ConfirmShipment.tsx';

drawsPdfs();
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

const noLots = { lots: [], onRecord: null };
const processing = { status: 'processing', version: 6 } as const;
const moved = { message: '', srId: 71, status: 'shipped', version: 7 } as const;
const other = aProduct({ productId: 9, dosageForm: 'Capsule', maxShipmentQuantity: 12, quantityDefault: 4 });
const second = aLine({ orderItemId: 502, productId: 2, drugName: 'Aurelix 100 mg', quantity: 5 });

async function openDialog({
  lines = [aLine()],
  products = [aProduct()],
  replies = [] as Reply[],
  viewer = pharmacist as object,
} = {}) {
  const onClose = vi.fn();
  const onMoved = vi.fn();
  const page = renderPage(<ConfirmShipment row={aRow(processing)} onClose={onClose} onMoved={onMoved} />, {
    viewer,
    replies: [
      [api.readForPharmacy, { request: aRequest({ ...processing, products: lines }) }],
      [api.productsForPharmacy, { products }],
      [api.lotsForPharmacy, noLots],
      [pharmacyDocuments.list, { documents: [] }],
      [api.shipByPharmacy, moved],
      ...replies,
    ],
  });
  await screen.findByText('Step 1 of 3');
  return { ...page, onClose, onMoved };
}
type Page = Awaited<ReturnType<typeof openDialog>>;

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const box = (number = 1) => within(screen.getByRole('region', { name: `Package ${number}` }));
const input = (name: string | RegExp, number = 1) => box(number).getByRole<HTMLInputElement>('textbox', { name });
const toPackages = ({ user }: Page) => user.click(button('To Packages'));
const retype = async ({ user }: Page, at: HTMLElement, text: string) => {
  await user.clear(at);
  if (text) await user.type(at, text);
};
/** Somebody has looked at the labels, which happen to bear the suggested day. */
const checkDays = ({ user }: Page) => user.click(button('06-Mar-2026 is right'));
/** Sends it with the day that the form suggests, which is asked about. */
const shipAnyway = async ({ user }: Page) => {
  await user.click(button('Submit'));
  await user.click(await screen.findByRole('button', { name: 'Ship anyway' }));
};
const pack = async ({ user }: Page, number = 1) => {
  await user.type(input('Courier', number), 'ups');
  await user.type(input('Tracking number', number), '1z99');
  for (const lot of box(number).getAllByRole('textbox', { name: 'Lot number' })) await user.type(lot, 'L7');
};

test('SHF-01 SHF-02 SHF-03 SHF-04 SHF-05 three steps, and going back keeps what was entered', async () => {
  const page = await openDialog();
  expect(screen.getByRole('dialog', { name: /Confirm Shipment Products/ })).toBeDefined();
  await toPackages(page);
  expect(screen.getByRole('dialog', { name: /Confirm Shipment Packages/ })).toBeDefined();
  await pack(page);
  await page.user.click(button('Review'));
  expect(screen.getByRole('dialog', { name: /Review Shipment/ })).toBeDefined();
  expect(isOff(button('Submit'))).toBe(false);
  await page.user.click(button('Back'));
  await page.user.click(button('Back'));
  expect(screen.getByRole('dialog', { name: /Confirm Shipment Products/ })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
  await toPackages(page);
  expect(input('Courier').value).toBe('UPS');
  expect(input('Lot number').value).toBe('L7');
});

test('SHF-07 PKG-01 PKG-03 CON-16 what is sent names lines, lots and days, in capitals where the carrier wants them', async () => {
  const page = await openDialog();
  await toPackages(page);
  await pack(page);
  await retype(page, input('Expiration date'), '31-Dec-2027');
  await page.user.click(button('Review'));
  await page.user.dblClick(button('Submit'));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy).map((call) => call.body)).toEqual([
    {
      srId: 71,
      version: 6,
      isShort: false,
      isDouble: false,
      isAddressOutdated: false,
      expiresEarly: false,
      replacements: [],
      packages: [
        {
          courier: 'UPS',
          trackingNumber: '1Z99',
          items: [{ orderItemId: 501, productId: 1, quantity: 10, lotNumber: 'L7', expirationDate: '2027-12-31' }],
        },
      ],
    },
  ]);
  expect(page.callsOf(api.shipByPharmacy)[0]?.headers.get('idempotency-key')).toBeTruthy();
  await waitFor(() => expect(page.onMoved.mock.calls).toEqual([['shipped']]));
});

test('PKG-03 what is typed in the middle of a courier or a tracking number stays in its place', async () => {
  const page = await openDialog();
  await toPackages(page);
  await pack(page);
  for (const field of ['Courier', 'Tracking number']) {
    await retype(page, input(field), 'abef');
    await page.user.type(input(field), 'cd', { initialSelectionStart: 2 });
    expect(input(field).selectionStart).toBe(4);
  }
  await page.user.click(button('Review'));
  expect(screen.getByText(/ABCDEF/).textContent).toContain('ABCDEF');
  await shipAnyway(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy)[0]?.body.packages).toMatchObject([
    { courier: 'ABCDEF', trackingNumber: 'ABCDEF' },
  ]);
});

test('an order form that is not signed yet is told of at every step of packing', async () => {
  const request = aRequest({ ...processing, unsignedFormCount: 1 });
  const page = await openDialog({ replies: [[api.readForPharmacy, { request }]] });
  const isTold = () => expect(screen.getByText('Order form not signed yet.')).toBeDefined();
  isTold();
  await toPackages(page);
  isTold();
  await pack(page);
  await page.user.click(button('Review'));
  isTold();
});

test('SDC-01 SDC-05 SHF-05 the order form opens beside what is packed, and what was entered stays', async () => {
  const form = aDocument({ category: null, friendlyName: 'Order Form' });
  const page = await openDialog({
    replies: [
      [pharmacyDocuments.list, { documents: [form] }],
      [fetchDocument, contentOf(form, aPdf(['Twice a day']))],
    ],
  });
  const order = () => within(screen.getByRole('complementary', { name: 'Order' }));
  expect(await order().findByRole('button', { name: /^Order Form/ })).toBeDefined();
  await toPackages(page);
  await pack(page);
  await page.user.click(order().getByRole('button', { name: /^Order Form/ }));
  const preview = within(await screen.findByRole('dialog', { name: 'Order Form' }));
  expect(await preview.findByText('Twice a day')).toBeDefined();
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Order Form' })).toBeNull());
  expect(screen.queryByRole('dialog', { name: 'Discard this shipment?' })).toBeNull();
  expect([input('Courier').value, input('Lot number').value]).toEqual(['UPS', 'L7']);
  expect(page.callsOf(pharmacyDocuments.list).map(({ query }) => query)).toEqual([{ srId: 71 }]);
});

test('SHF-06 ERR-23 without anything that could stand in the first step says so', async () => {
  await openDialog({ products: [aProduct(), aProduct({ productId: 2, drugName: 'Aurelix 100 mg' })] });
  expect(
    screen.getByText(
      'There are no replacement products available for these products. Please continue to the next step.',
    ),
  ).toBeDefined();
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('PKG-12 two lines of one drug are told apart by their form', async () => {
  await openDialog({
    lines: [aLine(), aLine({ orderItemId: 502, productId: 9, dosageForm: 'Capsule' })],
    products: [aProduct(), other, aProduct({ productId: 10, dosageForm: 'Film' })],
  });
  for (const form of ['Tablet', 'Capsule']) {
    const line = within(screen.getByRole('group', { name: `Aurelix 50 mg, ${form}` }));
    expect(line.getByRole('combobox', { name: `Replacement for Aurelix 50 mg, ${form}` })).toBeDefined();
  }
});

test('PKG-12 what stands in for a product that was renamed meanwhile is what has the new name with it, and not what has the former one', async () => {
  const page = await openDialog({
    lines: [aLine()],
    products: [
      aProduct({ drugName: 'Aurelix 50' }),
      aProduct({ productId: 9, drugName: 'Aurelix 50', dosageForm: 'Capsule' }),
      aProduct({ productId: 10, drugName: 'Aurelix 50 mg', dosageForm: 'Film' }),
    ],
  });
  await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Aurelix 50, Capsule']);
});

test('PKG-12 what stands in for a product that is not supplied any more goes by what the request says it is called now', async () => {
  const successor = aProduct({ productId: 9, drugName: 'Aurelix 2', dosageForm: 'Capsule' });
  const sameAsThen = aProduct({ productId: 10, dosageForm: 'Film' });
  const page = await openDialog({
    lines: [
      aLine({ drugNameNow: 'Aurelix 2' }),
      aLine({ orderItemId: 502, productId: 2, drugName: 'Aurelix forte', drugNameNow: null }),
    ],
    products: [successor, sameAsThen, aProduct({ productId: 11, drugName: 'Aurelix forte', dosageForm: 'Gel' })],
  });
  const offered = async (drugName: string) => {
    await page.user.click(screen.getByRole('combobox', { name: `Replacement for ${drugName}` }));
    const options = await screen.findAllByRole('option');
    await page.user.keyboard('{Escape}');
    return options.map(({ textContent }) => textContent);
  };
  expect(await offered('Aurelix 50 mg')).toEqual(['Aurelix 2, Capsule']);
  expect(await offered('Aurelix forte')).toEqual(['Aurelix forte, Gel']);
});

test('PKG-12 ERR-21 where a product that is not supplied any more was renamed meanwhile, what was refused is not offered again', async () => {
  const said = 'is not a replacement for this product';
  const fields = { 'replacements.0.newProductId': said };
  const refused = { status: 400, body: { code: 'invalid', message: said, fields } };
  const page = await openDialog({ products: [other], replies: [[api.shipByPharmacy, refused]] });
  await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  await page.user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Capsule' }));
  await toReview(page);
  const line = aLine({ drugNameNow: 'Aurelix (withdrawn)' });
  page.answer(api.readForPharmacy, { request: aRequest({ ...processing, products: [line] }) });
  await shipAnyway(page);
  expect(await screen.findByText('Aurelix 50 mg, Capsule cannot be a replacement any more.')).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Replacement for Aurelix 50 mg' })).toBeNull();
  expect(isOff(button('To Packages'))).toBe(true);
  await page.user.click(button('Go on without a replacement'));
  expect(isOff(button('To Packages'))).toBe(false);
});

test('ERR-30 stand-ins that cannot be read are none, and nothing is said', async () => {
  await openDialog({
    replies: [[api.productsForPharmacy, { status: 500, body: { code: 'unexpected', message: 'broken' } }]],
  });
  expect(screen.getByText(/There are no replacement products available/)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('SHF-06 SHF-07 PKG-11 PKG-12 PKG-13 another product of the same name stands in, checked like any line', async () => {
  const page = await openDialog({
    products: [aProduct(), other, aProduct({ productId: 2, drugName: 'Aurelix 100 mg' })],
  });
  await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  const options = await screen.findAllByRole('option');
  expect(options.map((option) => option.textContent)).toEqual(['Aurelix 50 mg, Capsule']);
  await page.user.click(options[0] as HTMLElement);
  const quantity = screen.getByRole('textbox', { name: 'Quantity (Bottle)' });
  // As much as was ordered, not the usual quantity of what stands in.
  const days = screen.getByRole('textbox', { name: 'Days of supply' });
  expect([quantity, days].map((field) => (field as HTMLInputElement).value)).toEqual(['10', '30']);
  await retype(page, quantity, '13');
  expect(screen.getByText('Quantity must be between 1 and 12.')).toBeDefined();
  expect(isOff(button('To Packages'))).toBe(true);
  await retype(page, quantity, '6');
  await page.user.clear(screen.getByRole('textbox', { name: 'Directions' }));
  expect(screen.getByText('Directions must not be empty.')).toBeDefined();
  await page.user.type(screen.getByRole('textbox', { name: 'Directions' }), 'Instead');
  await toPackages(page);
  expect(input('Quantity (Bottle)').value).toBe('6');
  await pack(page);
  await page.user.click(button('Review'));
  expect(screen.getByText('6 × Aurelix 50 mg, Capsule (instead of Aurelix 50 mg, Tablet)')).toBeDefined();
  await shipAnyway(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  const body = page.callsOf(api.shipByPharmacy)[0]?.body;
  expect(body.replacements).toEqual([
    {
      oldProductId: 1,
      newProductId: 9,
      productName: 'Aurelix 50 mg, Capsule',
      quantity: 6,
      quantityUnit: 'Bottle',
      daysOfSupply: 30,
      directions: 'Instead',
    },
  ]);
  expect(body.packages[0].items[0]).toMatchObject({ orderItemId: 501, productId: 9, quantity: 6 });
});

test('SHF-05 SHF-06 PKG-04 PKG-09 a lot and a day that were entered for a product are not kept for what stands in for it, nor for the product after that', async () => {
  const page = await openDialog({ products: [aProduct(), other] });
  const toProducts = async () => {
    await page.user.click(button('Back'));
    await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  };
  const entered = () => ['Courier', 'Lot number', 'Expiration date'].map((name) => input(name).value);
  await toPackages(page);
  await pack(page);
  await retype(page, input('Expiration date'), '31-Dec-2027');
  expect(box().getByText('Ready to Ship')).toBeDefined();
  await toProducts();
  await page.user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Capsule' }));
  await toPackages(page);
  expect(entered()).toEqual(['UPS', '', '06-Mar-2026']);
  expect(input('Quantity (Bottle)').value).toBe('10');
  expect(box().getByText('Incomplete Items')).toBeDefined();
  await page.user.type(input('Lot number'), 'C1');
  await retype(page, input('Expiration date'), '31-Jan-2028');
  // Another amount of what stands in is no other product.
  await page.user.click(button('Back'));
  await retype(page, screen.getByRole('textbox', { name: 'Quantity (Bottle)' }), '8');
  await toPackages(page);
  expect([...entered(), input('Quantity (Bottle)').value]).toEqual(['UPS', 'C1', '31-Jan-2028', '8']);
  await toProducts();
  await page.user.click(screen.getByLabelText('No replacement'));
  await toPackages(page);
  expect([...entered(), input('Quantity (Bottle)').value]).toEqual(['UPS', '', '06-Mar-2026', '10']);
  expect(box().getByText('Incomplete Items')).toBeDefined();
});

test('PKG-04 an item that is made one of another product in its package asks for the lot and the day of that', async () => {
  const page = await openDialog({ lines: [aLine(), second] });
  await toPackages(page);
  await pack(page);
  const [first] = box().getAllByRole('group');
  const one = within(first as HTMLElement);
  const value = (name: string) => one.getByRole<HTMLInputElement>('textbox', { name }).value;
  await retype(page, one.getByRole('textbox', { name: 'Expiration date' }), '31-Dec-2027');
  await page.user.click(one.getByRole('combobox', { name: 'Product' }));
  await page.user.click(await screen.findByRole('option', { name: /100 mg/ }));
  expect([value('Lot number'), value('Expiration date')]).toEqual(['', '06-Mar-2026']);
});

test('PKG-12 ERR-21 a replacement that was deleted meanwhile is named where it was chosen, and another one or none is taken', async () => {
  const said = 'is not a replacement for this product';
  const refused = {
    status: 400,
    body: {
      code: 'invalid',
      message: `replacements.0.newProductId ${said}`,
      fields: { 'replacements.0.newProductId': said },
    },
  };
  const page = await openDialog({ products: [aProduct(), other], replies: [[api.shipByPharmacy, refused]] });
  await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  await page.user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Capsule' }));
  await toPackages(page);
  await pack(page);
  await page.user.click(button('Review'));
  page.answer(api.productsForPharmacy, { products: [aProduct()] });
  await shipAnyway(page);
  expect(await screen.findByText('Step 1 of 3')).toBeDefined();
  expect(screen.getByText(`Aurelix 50 mg, Capsule ${said}.`)).toBeDefined();
  expect(screen.queryByText(/newProductId/)).toBeNull();
  const line = within(screen.getByRole('group', { name: 'Aurelix 50 mg' }));
  expect(await line.findByText('Aurelix 50 mg, Capsule cannot be a replacement any more.')).toBeDefined();
  expect(screen.queryByRole('combobox', { name: 'Replacement for Aurelix 50 mg' })).toBeNull();
  expect(isOff(button('To Packages'))).toBe(true);
  await page.user.click(line.getByRole('button', { name: 'Go on without a replacement' }));
  expect(screen.queryByText(`Aurelix 50 mg, Capsule ${said}.`)).toBeNull();
  expect(isOff(button('To Packages'))).toBe(false);
});

test('PKG-11 of a replacement that has other directions by now that is told; its days of supply stay those that were ordered', async () => {
  const refused = {
    status: 400,
    body: { code: 'invalid', message: '', fields: { 'replacements.0.quantity': 'is wrong' } },
  };
  const page = await openDialog({ products: [aProduct(), other], replies: [[api.shipByPharmacy, refused]] });
  await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  await page.user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Capsule' }));
  await toReview(page);
  const changed = { ...other, directions: 'Two a day', daysOfSupplyDefault: 90 };
  page.answer(api.productsForPharmacy, { products: [aProduct(), changed] });
  await shipAnyway(page);
  const said = await screen.findByText('Its usual directions are now “Two a day”.');
  expect(said.closest('[role=alert]')?.textContent).toContain('This product has been changed.');
  expect(screen.queryByText(/Its usual days of supply/)).toBeNull();
  await page.user.click(button('Use the usual directions'));
  page.answer(api.shipByPharmacy, moved);
  await toPackages(page);
  await page.user.click(button('Review'));
  await shipAnyway(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy).map(({ body }) => body.replacements)).toMatchObject([
    [{ directions: 'One a day', daysOfSupply: 30 }],
    [{ directions: 'Two a day', daysOfSupply: 30 }],
  ]);
});

test('PKG-13 a replacement whose maximum was lowered meanwhile is named, and is corrected in its line', async () => {
  const said = 'Quantity must be between 1 and 6.';
  const refused = {
    status: 400,
    body: { code: 'invalid', message: said, fields: { 'replacements.0.quantity': said } },
  };
  const page = await openDialog({ products: [aProduct(), other], replies: [[api.shipByPharmacy, refused]] });
  await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  await page.user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Capsule' }));
  await toPackages(page);
  await pack(page);
  await page.user.click(button('Review'));
  page.answer(api.productsForPharmacy, { products: [aProduct(), { ...other, maxShipmentQuantity: 6 }] });
  await shipAnyway(page);
  expect(await screen.findByText(`Aurelix 50 mg, Capsule: ${said}`)).toBeDefined();
  expect(await within(screen.getByRole('group', { name: 'Aurelix 50 mg' })).findByText(said)).toBeDefined();
  await retype(page, screen.getByRole('textbox', { name: 'Quantity (Bottle)' }), '6');
  expect(screen.queryByText(said, { exact: false })).toBeNull();
  expect(isOff(button('To Packages'))).toBe(false);
});

test('PKG-05 a refusal of an expiration date says of which item in which package', async () => {
  const said = 'Date must be in the future.';
  const refused = {
    status: 400,
    body: { code: 'invalid', message: said, fields: { 'packages.0.items.0.expirationDate': said } },
  };
  const page = await openDialog({ replies: [[api.shipByPharmacy, refused]] });
  await toPackages(page);
  await pack(page);
  await page.user.click(button('Review'));
  await shipAnyway(page);
  expect(await screen.findByText(`Package 1, expiration date of Aurelix 50 mg, Tablet: ${said}`)).toBeDefined();
});

test('PKG-05 PKG-09 over midnight the day goes on: what expires today by then is not ready to ship', async () => {
  vi.setSystemTime('2026-03-05T23:59:30Z');
  const page = await openDialog();
  await toPackages(page);
  await pack(page);
  expect(box().getByText('Ready to Ship')).toBeDefined();
  expect(button('06-Mar-2026 is right')).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(box().getByText('Incomplete Items')).toBeDefined();
  expect(screen.getByText('Date must be in the future.')).toBeDefined();
  expect(screen.queryByRole('button', { name: '06-Mar-2026 is right' })).toBeNull();
  expect(isOff(button('Review'))).toBe(true);
});

test('PKG-11 a replacement that is counted in another unit asks for its quantity', async () => {
  const page = await openDialog({ products: [aProduct(), { ...other, quantityUnit: 'Carton' }] });
  await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  await page.user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Capsule' }));
  const quantity = screen.getByRole<HTMLInputElement>('textbox', { name: 'Quantity (Carton)' });
  expect(quantity.value).toBe('');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Days of supply' }).value).toBe('30');
  expect(isOff(button('To Packages'))).toBe(true);
  await page.user.type(quantity, '2');
  await toPackages(page);
  expect(input('Quantity (Carton)').value).toBe('2');
});

test('PKG-11 the quantity of a replacement goes with its unit, and is asked for again once the replacement has another one', async () => {
  const said =
    'The quantity was entered in “Bottle”, and the unit of this product is “Carton” now. Please enter it again.';
  const refusal = { code: 'invalid', message: said, fields: { 'replacements.0.quantityUnit': said } };
  const page = await openDialog({
    products: [aProduct(), other],
    replies: [[api.shipByPharmacy, { status: 400, body: refusal }]],
  });
  await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  await page.user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Capsule' }));
  await toPackages(page);
  await pack(page);
  await page.user.click(button('Review'));
  page.answer(api.productsForPharmacy, { products: [aProduct(), { ...other, quantityUnit: 'Carton' }] });
  await shipAnyway(page);
  expect(await screen.findByText(`Aurelix 50 mg, Capsule: ${said}`)).toBeDefined();
  expect(page.callsOf(api.shipByPharmacy)[0]?.body).toMatchObject({ replacements: [{ quantityUnit: 'Bottle' }] });
  const quantity = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Quantity (Carton)' });
  expect(quantity.value).toBe('');
  expect(isOff(button('To Packages'))).toBe(true);
  await page.user.type(quantity, '1');
  await toPackages(page);
  expect(input('Quantity (Carton)').value).toBe('1');
});

test.each([
  ['form', 'Aurelix 50 mg', '100 mg tablet'],
  ['drug', 'Aurelix 100 mg', '75 mg tablet'],
])(
  'PKG-11 PKG-12 a replacement whose strength, which stands in the name of its %s, changes while it is packed is refused, and has to be chosen again',
  async (_, drugName, dosageForm) => {
    const nameNow = `${drugName}, ${dosageForm}`;
    const said = `This product was chosen as “Aurelix 50 mg, 75 mg tablet” and is called “${nameNow}” now. Please check that it is the right one.`;
    const refusal = { code: 'invalid', message: said, fields: { 'replacements.0.productName': said } };
    const chosen = { ...other, dosageForm: '75 mg tablet' };
    const page = await openDialog({
      products: [aProduct(), chosen],
      replies: [[api.shipByPharmacy, { status: 400, body: refusal }]],
    });
    const choose = async (name: string) => {
      await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
      await page.user.click(await screen.findByRole('option', { name }));
    };
    await choose('Aurelix 50 mg, 75 mg tablet');
    await toPackages(page);
    await pack(page);
    await page.user.click(button('Review'));
    page.answer(api.productsForPharmacy, {
      products: [aProduct({ drugName }), { ...chosen, drugName, dosageForm }],
    });
    await shipAnyway(page);
    expect(await screen.findByText(`Aurelix 50 mg, 75 mg tablet: ${said}`)).toBeDefined();
    const sent = () => page.callsOf(api.shipByPharmacy).map(({ body }) => body.replacements);
    expect(sent()).toMatchObject([[{ newProductId: 9, productName: 'Aurelix 50 mg, 75 mg tablet' }]]);
    const warning = `Aurelix 50 mg, 75 mg tablet is called ${nameNow} now.`;
    expect(await screen.findByText(warning)).toBeDefined();
    expect(screen.getByText('Choose it again or another replacement, or go on without one.')).toBeDefined();
    expect(isOff(button('To Packages'))).toBe(true);
    await choose(nameNow);
    expect(screen.queryByText(warning)).toBeNull();
    page.answer(api.shipByPharmacy, moved);
    await toPackages(page);
    // It was read from a label of the other strength.
    expect(input('Lot number').value).toBe('');
    await page.user.type(input('Lot number'), 'L8');
    await page.user.click(button('Review'));
    await shipAnyway(page);
    await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
    expect(sent()).toMatchObject([{}, [{ newProductId: 9, productName: nameNow }]]);
  },
);

test('a replacement from a list of the release before, which says nothing of names, is sent without its name', async () => {
  const page = await openDialog({ products: [aProduct(), { ...other, takesName: undefined }] });
  await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  await page.user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Capsule' }));
  await toReview(page);
  await shipAnyway(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  const sent = { oldProductId: 1, newProductId: 9, quantity: 10, quantityUnit: 'Bottle', daysOfSupply: 30 };
  expect(page.callsOf(api.shipByPharmacy)[0]?.sent).toHaveProperty('replacements', [
    { ...sent, directions: 'One a day' },
  ]);
});

test('SHP-22 whoever packs a request is told that another address is on record by now', async () => {
  const request = aRequest({ ...processing, toParticipant: true, isAddressOutdated: true });
  await openDialog({ replies: [[api.readForPharmacy, { request }]] });
  const said = screen.getByText('The address of the participant on record has changed since.').closest('[role=alert]');
  expect(said?.textContent).toContain('Ask the trial site in a comment before it is shipped.');
});

test('PKG-02 PKG-04 PKG-05 CON-15 each detail is required, and a new item expires tomorrow', async () => {
  const page = await openDialog();
  await toPackages(page);
  expect(input('Expiration date').value).toBe('06-Mar-2026');
  for (const name of ['Courier', 'Tracking number', 'Lot number']) {
    await page.user.click(input(name));
    await page.user.tab();
    expect(screen.getByText(`${name} is required`)).toBeDefined();
  }
  await retype(page, input('Expiration date'), '');
  expect(screen.getByText('Expiration date is required')).toBeDefined();
  await retype(page, input('Expiration date'), '05-Mar-2026');
  expect(screen.getByText('Date must be in the future.')).toBeDefined();
  await retype(page, input('Expiration date'), '05-Mar-2206');
  expect(screen.getByText('Expiration date must lie between 01-Jan-1900 and 31-Dec-2199.')).toBeDefined();
  expect(isOff(button('Review'))).toBe(true);
});

test.each([24, -24])(
  'PKG-05 REL-10 by a clock that is %i h off an item expires from the server’s tomorrow on',
  async (hours) => {
    clocks(noon, hours);
    const page = await openDialog();
    await toPackages(page);
    expect(input('Expiration date').value).toBe('06-Mar-2026');
    await retype(page, input('Expiration date'), '05-Mar-2026');
    expect(screen.getByText('Date must be in the future.')).toBeDefined();
    await retype(page, input('Expiration date'), '06-Mar-2026');
    expect(screen.queryByText('Date must be in the future.')).toBeNull();
  },
);

test('PKG-04 a lot number of 61 characters is not cut, is said to be too long, and keeps its package from being ready to ship', async () => {
  const page = await openDialog();
  await toPackages(page);
  await pack(page);
  await page.user.clear(input('Lot number'));
  await page.user.write(input('Lot number'), 'L'.repeat(61));
  expect(input('Lot number').value).toBe('L'.repeat(61));
  expect(box().getByText('Incomplete Items')).toBeDefined();
  expect(
    box().getByText('Too long: it has 61 characters, and 60 at most are kept. Please shorten it by 1.'),
  ).toBeDefined();
  expect(screen.getByText('Package 1: the lot number of Aurelix 50 mg, Tablet is too long.')).toBeDefined();
  expect(isOff(button('Review'))).toBe(true);
  await page.user.type(input('Lot number'), '{Backspace}');
  expect(await screen.findByText('All packages are ready to ship. Check the expiry.')).toBeDefined();
});

test.each([
  ['Courier', 'courier'],
  ['Tracking number', 'tracking number'],
])('PKG-02 PKG-09 a package whose %s has 101 characters, which are not cut, misses details', async (name, word) => {
  const page = await openDialog();
  await toPackages(page);
  await pack(page);
  await page.user.clear(input(name));
  await page.user.write(input(name), 'X'.repeat(101));
  expect(input(name).value).toBe('X'.repeat(101));
  expect(box().getByText('Missing Details')).toBeDefined();
  expect(
    box().getByText('Too long: it has 101 characters, and 100 at most are kept. Please shorten it by 1.'),
  ).toBeDefined();
  expect(screen.getByText(`Package 1: the ${word} is too long.`)).toBeDefined();
  expect(isOff(button('Review'))).toBe(true);
  await page.user.type(input(name), '{Backspace}');
  expect(box().getByText('Ready to Ship')).toBeDefined();
});

test('PKG-13 directions of 501 characters of a replacement are kept whole, said to be too long, and hold the packages back', async () => {
  const page = await openDialog({ products: [aProduct(), other] });
  await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  await page.user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Capsule' }));
  const directions = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Directions' });
  await page.user.clear(directions);
  await page.user.write(directions, 'x'.repeat(501));
  expect(directions.value).toBe('x'.repeat(501));
  expect(
    screen.getByText('Too long: it has 501 characters, and 500 at most are kept. Please shorten it by 1.'),
  ).toBeDefined();
  expect(isOff(button('To Packages'))).toBe(true);
  await page.user.type(directions, '{Backspace}');
  expect(isOff(button('To Packages'))).toBe(false);
});

test('PKG-06 PKG-07 PKG-09 OPS-86 OPS-87 a package says what it lacks, in order, until it is ready to ship', async () => {
  const page = await openDialog();
  await toPackages(page);
  const says = (label: string) => expect(box().getByText(label)).toBeDefined();
  says('Missing Details');
  await page.user.type(input('Courier'), 'ups');
  says('Missing Details');
  await page.user.type(input('Tracking number'), '1z');
  says('Incomplete Items');
  await page.user.type(input('Lot number'), 'L7');
  says('Ready to Ship');
  says('Quantity limit reached');
  await retype(page, input('Quantity (Bottle)'), '11');
  says('Invalid Quantity');
  says('Quantity limit exceeded');
  says('1 too many');
  expect(screen.getByText('Package 1: more of Aurelix 50 mg, Tablet is packed than was asked for.')).toBeDefined();
  expect(isOff(button('Review'))).toBe(true);
  await retype(page, input('Quantity (Bottle)'), '-3');
  says('Quantity must be greater than 0.');
  says('0 of 10 packed');
  await retype(page, input('Quantity (Bottle)'), '0');
  says('Incomplete Items');
  await retype(page, input('Quantity (Bottle)'), '9');
  says('Ready to Ship');
  expect(screen.queryByText('Quantity limit reached')).toBeNull();
  await page.user.click(button('Remove Package 1, item 1'));
  says('Empty Package');
  expect(isOff(button('Review'))).toBe(true);
});

test('PKG-07 PKG-08 the limit counts across packages, and every product must be in one of them', async () => {
  const page = await openDialog({ lines: [aLine(), second] });
  await toPackages(page);
  await pack(page);
  expect(isOff(button('Review'))).toBe(false);
  await page.user.click(button('Remove Package 1, item 2'));
  expect(screen.getByText('Still missing: Not packed yet: Aurelix 100 mg, Tablet.')).toBeDefined();
  expect(isOff(button('Review'))).toBe(true);
  await page.user.click(button('Add package'));
  await page.user.click(button('Add item to package 2'));
  await pack(page, 2);
  expect(input('Quantity (Bottle)', 2).value).toBe('5');
  expect(isOff(button('Review'))).toBe(false);
  await page.user.click(box(2).getByRole('combobox', { name: 'Product' }));
  await page.user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Tablet' }));
  expect(screen.getAllByText('Quantity limit exceeded')).toHaveLength(2);
  expect(isOff(button('Review'))).toBe(true);
});

test('PKG-07 PKG-08 what is short is said in words, and is sent only once it is ticked', async () => {
  const page = await openDialog({ lines: [aLine(), second] });
  await toPackages(page);
  const rowOf = (name: string) =>
    within(screen.getByRole('table', { name: 'Asked and packed' }))
      .getByRole('row', { name: new RegExp(`^${name}`) })
      .textContent?.replace(name, '');
  expect([rowOf('Aurelix 50 mg, Tablet'), rowOf('Aurelix 100 mg, Tablet')]).toEqual(['1010Nothing', '55Nothing']);
  expect(screen.queryByRole('checkbox')).toBeNull();
  await pack(page);
  const [tablets] = box().getAllByRole('textbox', { name: 'Quantity (Bottle)' }) as [HTMLElement];
  await retype(page, tablets, '9');
  expect(rowOf('Aurelix 50 mg, Tablet')).toBe('1091 short');
  expect(screen.getByText('All packages are ready to ship. The shipment is short. Check the expiry.')).toBeDefined();
  await page.user.click(button('Review'));
  const tick = () =>
    screen.getByRole<HTMLInputElement>('checkbox', {
      name: 'Send this shipment short, without 1 Bottle of Aurelix 50 mg, Tablet',
    });
  expect(isOff(button('Submit'))).toBe(true);
  expect(screen.getByText('Still missing: the tick that this shipment is short.')).toBeDefined();
  await page.user.click(button('Back'));
  await page.user.click(tick());
  // Another shortage is another question.
  await retype(page, box().getAllByRole('textbox', { name: 'Quantity (Bottle)' })[0] as HTMLElement, '8');
  await page.user.click(button('Review'));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /short, without 2 Bottles of/ }).checked).toBe(false);
  await page.user.click(screen.getByRole('checkbox'));
  await shipAnyway(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy)[0]?.body).toMatchObject({
    isShort: true,
    packages: [{ items: [{ quantity: 8 }, { quantity: 5 }] }],
  });
});

test('PKG-04 PKG-05 lots of earlier shipments are offered with their day and how much went out, and bring their day', async () => {
  const lots = [
    {
      lotNumber: 'L7',
      expirationDate: '2027-12-31',
      shipped: [
        { quantity: 90, quantityUnit: 'Tablet' },
        { quantity: 24, quantityUnit: 'Bottle' },
      ],
    },
    { lotNumber: 'M1', expirationDate: '2026-08-01', shipped: [{ quantity: 1, quantityUnit: 'Bottle' }] },
  ];
  const page = await openDialog({ replies: [[api.lotsForPharmacy, { lots, onRecord: null }]] });
  await toPackages(page);
  expect(screen.getByText('Please check the expiry: this day is only a suggestion.')).toBeDefined();
  await waitFor(() => expect(page.callsOf(api.lotsForPharmacy)[0]?.query).toEqual({ srId: 71, productId: 1 }));
  await page.user.click(input('Lot number'));
  const offered = await screen.findAllByRole('option');
  expect(offered.map((one) => one.textContent)).toEqual([
    'L7Expires 31-Dec-2027 · 90 Tablets and 24 Bottles shipped',
    'M1Expires 01-Aug-2026 · 1 Bottle shipped',
  ]);
  await page.user.click(offered[0] as HTMLElement);
  expect([input('Lot number').value, input('Expiration date').value]).toEqual(['L7', '31-Dec-2027']);
  expect(screen.queryByText(/check the expiry/)).toBeNull();
});

test('PKG-05 another day than the one on record for a lot is said at once, and is put right by one press', async () => {
  const sentence =
    'Lot L-7 of Aurelix 50 mg is on record with the expiration date 31-Dec-2027. If that date is wrong, an administrator of the trial can correct it.';
  const page = await openDialog({
    replies: [
      [
        api.lotsForPharmacy,
        ({ query }: { query: { lotNumber?: string } }) => ({
          lots: [],
          onRecord: query.lotNumber === 'l-7' ? { lotNumber: 'L-7', expirationDate: '2027-12-31' } : null,
        }),
      ],
    ],
  });
  await toPackages(page);
  await page.user.type(input('Courier'), 'ups');
  await page.user.type(input('Tracking number'), '1z99');
  await retype(page, input('Expiration date'), '30-Dec-2027');
  expect(isOff(button('Review'))).toBe(true);
  await page.user.type(input('Lot number'), 'l-7');
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.getByText('Package 1: the expiration date differs from the one recorded for lot L-7.')).toBeDefined();
  expect(box().getByText('Incomplete Items')).toBeDefined();
  expect(isOff(button('Review'))).toBe(true);
  await page.user.click(button('Use 31-Dec-2027'));
  expect(box().getByText('Ready to Ship')).toBeDefined();
  expect(document.activeElement).toBe(input('Expiration date'));
  expect(input('Expiration date').value).toBe('31-Dec-2027');
  expect(screen.queryByText(sentence)).toBeNull();
  expect(isOff(button('Review'))).toBe(false);
});

test('a recalled lot is said as soon as its number is typed, and keeps its package from being ready', async () => {
  const sentence = 'Lot L-7 of Aurelix 50 mg was recalled on 04-Mar-2026 and cannot be shipped.';
  const recalledAt = new Date('2026-03-04T09:00:00Z');
  const page = await openDialog({
    replies: [
      [
        api.lotsForPharmacy,
        ({ query }: { query: { lotNumber?: string } }) => ({
          lots: [],
          onRecord: query.lotNumber === 'l-7' ? { lotNumber: 'L-7', expirationDate: '2027-12-31', recalledAt } : null,
        }),
      ],
    ],
  });
  await toPackages(page);
  await page.user.type(input('Courier'), 'ups');
  await page.user.type(input('Tracking number'), '1z99');
  await page.user.type(input('Lot number'), 'l-7');
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.getByText('Package 1: lot L-7 was recalled.')).toBeDefined();
  expect(box().getByText('Incomplete Items')).toBeDefined();
  expect(isOff(button('Review'))).toBe(true);
  await page.user.type(input('Lot number'), '1');
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull());
  expect(isOff(button('Review'))).toBe(false);
});

test('a lot that is recalled while the packages are looked through once more keeps them from being sent', async () => {
  const onRecord = { lotNumber: 'L7', expirationDate: '2027-12-31' };
  const page = await openDialog({ replies: [[api.lotsForPharmacy, { lots: [], onRecord }]] });
  await toPackages(page);
  await pack(page);
  await page.user.click(button('Review'));
  expect(isOff(button('Submit'))).toBe(false);
  page.answer(api.lotsForPharmacy, {
    lots: [],
    onRecord: { ...onRecord, recalledAt: new Date('2026-03-05T09:00:00Z') },
  });
  await page.live.tell({ type: 'lot.changed', id: 3, careGroupId: 1 });
  expect(await screen.findByText('Package 1: lot L7 was recalled.')).toBeDefined();
  expect(isOff(button('Submit'))).toBe(true);
});

test('PKG-05 a lot that is new has one day in the whole shipment', async () => {
  const page = await openDialog();
  await toPackages(page);
  await pack(page);
  await page.user.click(button('Add item to package 1'));
  const [, lot] = box().getAllByRole('textbox', { name: 'Lot number' }) as HTMLElement[];
  const [, day] = box().getAllByRole('textbox', { name: 'Expiration date' }) as HTMLElement[];
  await page.user.type(lot as HTMLElement, ' l7');
  await retype(page, day as HTMLElement, '31-Dec-2027');
  expect(
    screen.getByText('Lot L7 of Aurelix 50 mg has the expiration date 06-Mar-2026 elsewhere in this shipment.'),
  ).toBeDefined();
});

test('PKG-05 a lot on record that is typed in full brings its day where nobody has touched the day, and takes it away again', async () => {
  const page = await openDialog({
    replies: [
      [
        api.lotsForPharmacy,
        ({ query }: { query: { lotNumber?: string } }) => ({
          lots: [],
          onRecord: query.lotNumber === 'L2612' ? { lotNumber: 'L2612', expirationDate: '2027-12-14' } : null,
        }),
      ],
    ],
  });
  await toPackages(page);
  await page.user.type(input('Courier'), 'ups');
  await page.user.type(input('Tracking number'), '1z99');
  await page.user.type(input('Lot number'), 'L2612');
  expect(await screen.findByText('As recorded for lot L2612.')).toBeDefined();
  expect(input('Expiration date').value).toBe('14-Dec-2027');
  expect(box().getByText('Ready to Ship')).toBeDefined();
  expect(screen.queryByText(/check the expiry/)).toBeNull();
  // Another lot is not of that day.
  await page.user.type(input('Lot number'), '3');
  await waitFor(() => expect(input('Expiration date').value).toBe('06-Mar-2026'));
  expect(screen.getByText('Please check the expiry: this day is only a suggestion.')).toBeDefined();
  await page.user.type(input('Lot number'), '{Backspace}');
  await screen.findByText('As recorded for lot L2612.');
  await page.user.click(button('Review'));
  expect(isOff(button('Submit'))).toBe(false);
  await page.user.click(button('Submit'));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy)[0]?.body.packages[0].items[0]).toMatchObject({
    lotNumber: 'L2612',
    expirationDate: '2027-12-14',
  });
});

test('PKG-04 PKG-05 a lot on record has the spelling of the record in the review and in what is sent, however it was typed', async () => {
  const onRecord = { lotNumber: 'L2612', expirationDate: '2027-12-14' };
  const page = await openDialog({ replies: [[api.lotsForPharmacy, { lots: [], onRecord }]] });
  await toPackages(page);
  await page.user.type(input('Courier'), 'ups');
  await page.user.type(input('Tracking number'), '1z99');
  await page.user.type(input('Lot number'), 'l2612');
  await screen.findByText('As recorded for lot L2612.');
  await page.user.click(button('Review'));
  expect(within(screen.getByRole('region', { name: 'Package 1' })).getByText('L2612')).toBeDefined();
  await page.user.click(button('Submit'));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy)[0]?.body.packages[0].items[0].lotNumber).toBe('L2612');
});

test('PKG-05 PKG-09 a day that nobody touched is asked about beside the state of the package, in the form and in the review until somebody says that it is right, and can be sent', async () => {
  const page = await openDialog();
  await toPackages(page);
  const state = () => [box().queryByText('Ready to Ship') !== null, box().queryByText('Check the expiry') !== null];
  expect(state()).toEqual([false, false]);
  await pack(page);
  expect(state()).toEqual([true, true]);
  expect(screen.getByText('All packages are ready to ship. Check the expiry.')).toBeDefined();
  await page.user.click(button('Review'));
  const asks = 'Please check the expiry of one item: the suggested date has not been changed.';
  expect(screen.getByText(asks)).toBeDefined();
  expect(isOff(button('Submit'))).toBe(false);
  await checkDays(page);
  expect(screen.queryByText(asks)).toBeNull();
  expect(document.activeElement?.textContent).toBe('Packages');
  expect(isOff(button('Submit'))).toBe(false);

  await page.user.click(button('Back'));
  await page.user.click(button('Remove Package 1, item 1'));
  await page.user.click(button('Add item to package 1'));
  await page.user.type(input('Lot number'), 'L8');
  await checkDays(page);
  expect(screen.queryByText(/check the expiry/)).toBeNull();
  expect(document.activeElement).toBe(input('Expiration date'));
  expect(state()).toEqual([true, false]);
  expect(screen.getByText('All packages are ready to ship.')).toBeDefined();
  await page.user.click(button('Review'));
  await shipAnyway(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy)[0]?.body.packages[0].items[0]).toMatchObject({
    lotNumber: 'L8',
    expirationDate: '2026-03-06',
  });
});

test('a lot that expires before the need-by date is told of while it is packed and in the review, and asked about before it is sent', async () => {
  const page = await openDialog();
  await toPackages(page);
  await pack(page);
  const told = () => screen.queryByText('Expires before the need-by date 10-Mar-2026.');
  expect(told()).not.toBeNull();
  // It is good through the day it expires on.
  await retype(page, input('Expiration date'), '10-Mar-2026');
  expect(told()).toBeNull();
  await retype(page, input('Expiration date'), '09-Mar-2026');
  expect(told()).not.toBeNull();
  await page.user.click(button('Review'));
  const sentence = 'Lot L7 of Aurelix 50 mg, Tablet expires on 09-Mar-2026, before the need-by date 10-Mar-2026.';
  expect(screen.getByText(sentence)).toBeDefined();
  expect(screen.getByText('Need by').nextElementSibling?.textContent).toBe('10-Mar-2026');
  await page.user.click(button('Submit'));
  const asks = within(await screen.findByRole('dialog', { name: 'Ship it with these expiration dates?' }));
  expect(asks.getByText(sentence)).toBeDefined();
  expect(asks.queryByText(/Nobody has checked/)).toBeNull();
  await page.user.click(asks.getByRole('button', { name: 'Go back' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /these expiration dates/ })).toBeNull());
  expect(page.callsOf(api.shipByPharmacy)).toEqual([]);
  await shipAnyway(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy).map(({ body }) => body.expiresEarly)).toEqual([true]);
});

test('SHF-07 once the need-by date is over, a lot is asked about that expires before the days of supply are over', async () => {
  const request = aRequest({ ...processing, dateRequired: '2026-03-04', products: [aLine({ daysOfSupply: 10 })] });
  const page = await openDialog({ replies: [[api.readForPharmacy, { request }]] });
  await toPackages(page);
  await pack(page);
  const told = () => screen.queryByText('Expires before its days of supply, counted from today, are over.');
  await retype(page, input('Expiration date'), '14-Mar-2026');
  expect(told()).toBeNull();
  await retype(page, input('Expiration date'), '13-Mar-2026');
  expect(told()).not.toBeNull();
  expect(screen.queryByText(/before the need-by date/)).toBeNull();
  await page.user.click(button('Review'));
  const sentence =
    'Lot L7 of Aurelix 50 mg, Tablet expires on 13-Mar-2026, before its days of supply, counted from today, are over.';
  expect(screen.getByText(sentence)).toBeDefined();
  await page.user.click(button('Submit'));
  const asks = within(await screen.findByRole('dialog', { name: 'Ship it with these expiration dates?' }));
  expect(asks.getByText(sentence)).toBeDefined();
  await page.user.click(asks.getByRole('button', { name: 'Ship anyway' }));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy).map(({ body }) => body.expiresEarly)).toEqual([true]);
});

test('SHF-07 once the need-by date is over, a replacement is measured by its own days of supply', async () => {
  const request = aRequest({ ...processing, dateRequired: '2026-03-04', products: [aLine({ daysOfSupply: 10 })] });
  const page = await openDialog({ products: [aProduct(), other], replies: [[api.readForPharmacy, { request }]] });
  await page.user.click(screen.getByRole('combobox', { name: /Replacement for/ }));
  await page.user.click(await screen.findByRole('option', { name: 'Aurelix 50 mg, Capsule' }));
  await retype(page, screen.getByRole('textbox', { name: /Days of supply/i }), '9');
  await toPackages(page);
  await pack(page);
  await retype(page, input('Expiration date'), '13-Mar-2026');
  expect(screen.queryByText(/counted from today/)).toBeNull();
  await retype(page, input('Expiration date'), '12-Mar-2026');
  expect(screen.getByText('Expires before its days of supply, counted from today, are over.')).toBeDefined();
});

test('PKG-05 a suggested day that nobody looked at is asked about before it is sent, once for a lot', async () => {
  const request = aRequest({ ...processing, dateRequired: '2026-03-05' });
  const page = await openDialog({ lines: [aLine(), second], replies: [[api.readForPharmacy, { request }]] });
  await toPackages(page);
  await pack(page);
  expect(screen.queryByText(/before the need-by date/)).toBeNull();
  await page.user.click(button('Review'));
  await page.user.click(button('Submit'));
  const asks = within(await screen.findByRole('dialog', { name: 'Ship it with these expiration dates?' }));
  expect(asks.getByText('Nobody has checked the suggested expiry of lot L7, 06-Mar-2026.')).toBeDefined();
  await page.user.click(asks.getByRole('button', { name: 'Go back' }));
  await checkDays(page);
  await page.user.click(button('Submit'));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy).map(({ body }) => body.expiresEarly)).toEqual([false]);
});

test('SHF-07 what another shipment has for the same participant is asked about once the server has said so, and anew for another replacement', async () => {
  const said =
    'Request 80, which is under way, has Aurelix 50 mg, Capsule for 101-001. Choose another replacement, or confirm that it is sent.';
  const refusal = { status: 400, body: { code: 'invalid', message: said, fields: { isDouble: said } } };
  const third = aProduct({ productId: 10, dosageForm: 'Powder' });
  const page = await openDialog({ products: [aProduct(), other, third], replies: [[api.shipByPharmacy, refusal]] });
  const replaceBy = async (name: string) => {
    await page.user.click(screen.getByRole('combobox', { name: /Replacement for/ }));
    await page.user.click(await screen.findByRole('option', { name }));
  };
  const question = async () =>
    within(await screen.findByRole('dialog', { name: 'Ship it although another shipment has it?' }));
  const flags = () => page.callsOf(api.shipByPharmacy).map(({ body }) => body.isDouble);
  await replaceBy('Aurelix 50 mg, Capsule');
  await toPackages(page);
  await pack(page);
  await retype(page, input('Expiration date'), '31-Dec-2027');
  await page.user.click(button('Review'));
  await page.user.click(button('Submit'));
  expect((await question()).getByText(said)).toBeDefined();
  await page.user.click((await question()).getByRole('button', { name: 'Go back' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /another shipment/ })).toBeNull());
  expect([flags(), page.onClose.mock.calls]).toEqual([[false], []]);
  await page.user.click(button('Submit'));
  page.answer(api.shipByPharmacy, { status: 503, body: { code: 'unavailable', message: '' } });
  await page.user.click((await question()).getByRole('button', { name: 'Ship anyway' }));
  await waitFor(() => expect(flags()).toEqual([false, false, true]));
  // What has been answered counts for the next try.
  page.answer(api.shipByPharmacy, refusal);
  await waitFor(() => expect(isOff(button('Submit'))).toBe(false));
  await page.user.click(button('Submit'));
  await waitFor(() => expect(flags()).toEqual([false, false, true, true]));
  await page.user.click((await question()).getByRole('button', { name: 'Go back' }));
  await page.user.click(button('Back'));
  await page.user.click(button('Back'));
  await replaceBy('Aurelix 50 mg, Powder');
  await toPackages(page);
  await page.user.type(input('Lot number'), 'L8');
  await retype(page, input('Expiration date'), '31-Dec-2027');
  await page.user.click(button('Review'));
  expect(screen.queryByText(said)).toBeNull();
  page.answer(api.shipByPharmacy, moved);
  await page.user.click(button('Submit'));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(flags()).toEqual([false, false, true, true, false]);
});

test('SHF-07 SHP-22 an address that has become outdated behind the form is asked about once the server has said so, told of, and sent to once that is answered', async () => {
  const said =
    'The address of the participant on record has changed since. Ask the trial site in a comment, or confirm that it is sent to the address of the request.';
  const refusal = { status: 400, body: { code: 'invalid', message: said, fields: { isAddressOutdated: said } } };
  const page = await openDialog({ replies: [[api.shipByPharmacy, refusal]] });
  const question = async () =>
    within(await screen.findByRole('dialog', { name: 'Ship it although another address is on record now?' }));
  const flags = () => page.callsOf(api.shipByPharmacy).map(({ body }) => body.isAddressOutdated);
  const notice = 'The address of the trial site on record has changed since.';
  await toPackages(page);
  await pack(page);
  await retype(page, input('Expiration date'), '31-Dec-2027');
  await page.user.click(button('Review'));
  expect(screen.queryByText(notice)).toBeNull();
  const request = aRequest({ ...processing, products: [aLine()], isAddressOutdated: true });
  page.answer(api.readForPharmacy, { request });
  await page.user.click(button('Submit'));
  expect((await question()).getByText(said)).toBeDefined();
  await page.user.click((await question()).getByRole('button', { name: 'Go back' }));
  expect(await screen.findByText(notice)).toBeDefined();
  expect([flags(), page.onClose.mock.calls]).toEqual([[false], []]);
  // The other question keeps what was answered to this one.
  await page.user.click(button('Submit'));
  const twice = {
    status: 400,
    body: { code: 'invalid', message: '', fields: { isDouble: 'Another shipment has it.' } },
  };
  page.answer(api.shipByPharmacy, twice);
  await page.user.click((await question()).getByRole('button', { name: 'Ship anyway' }));
  const other = within(await screen.findByRole('dialog', { name: 'Ship it although another shipment has it?' }));
  page.answer(api.shipByPharmacy, moved);
  await page.user.click(other.getByRole('button', { name: 'Ship anyway' }));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(flags()).toEqual([false, false, true, true]);
  expect(page.callsOf(api.shipByPharmacy).map(({ body }) => body.isDouble)).toEqual([false, false, false, true]);
});

test('who is deactivated behind the form is told of, asked about once the server has said so, and sent to once that is answered; what was asked for is the same', async () => {
  const said =
    'Participant 101-001 is no longer active at this trial site. Ask the trial site in a comment, or confirm that it is sent.';
  const refusal = { status: 400, body: { code: 'invalid', message: said, fields: { isForInactive: said } } };
  const page = await openDialog({
    replies: [
      [api.readForPharmacy, read({ isForInactive: false })],
      [api.shipByPharmacy, refusal],
    ],
  });
  const question = async () =>
    within(await screen.findByRole('dialog', { name: 'Ship it although a participant is no longer active?' }));
  const notice = 'Participant 101-001 is no longer active at this trial site.';
  await toPackages(page);
  await pack(page);
  await retype(page, input('Expiration date'), '31-Dec-2027');
  await page.user.click(button('Review'));
  expect(screen.queryByText(notice)).toBeNull();
  const asked = aRequest({ ...processing, products: [aLine()], isForInactive: true });
  const participants = asked.participants.map((one) => ({ ...one, isInactive: true as const }));
  page.answer(api.readForPharmacy, { request: { ...asked, participants } });
  await page.user.click(button('Submit'));
  expect((await question()).getByText(said)).toBeDefined();
  await page.user.click((await question()).getByRole('button', { name: 'Go back' }));
  const told = (await screen.findByText(notice)).closest('[role=alert]');
  expect(told?.textContent).toContain('Ask the trial site in a comment before it is shipped.');
  // Somebody else has been at it meanwhile, and left what was asked for as it was.
  await page.user.click(button('Submit'));
  page.answer(api.shipByPharmacy, stale('processing', 7));
  page.answer(api.readForPharmacy, { request: { ...asked, participants, version: 7 } });
  await page.user.click((await question()).getByRole('button', { name: 'Ship anyway' }));
  expect(await screen.findByText(/What was asked for is the same\. Submit again/)).toBeDefined();
  page.answer(api.shipByPharmacy, moved);
  await page.user.click(button('Submit'));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy).map(({ body }) => body.isForInactive)).toEqual([false, false, true, true]);
});

test.each([
  ['says whether everybody is active, is answered', { isForInactive: false }, false],
  ['says nothing of that, as from the release before, is sent without an answer', {}, undefined],
])('a request that %s', async (_, said, sent) => {
  const page = await openDialog({ replies: [[api.readForPharmacy, read(said)]] });
  await toReview(page);
  await shipAnyway(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  const [{ body } = { body: {} }] = page.callsOf(api.shipByPharmacy);
  expect(['isForInactive' in body, body.isForInactive]).toEqual([sent !== undefined, sent]);
});

test('what was answered for one participant is no answer for another who is deactivated afterwards', async () => {
  const ann = { ...aRequest().participants[0]!, isInactive: true as const };
  const bea = { ...ann, participantId: 10, subjectNumber: '101-002' };
  const refusal = (who: string) => {
    const said = `${who} no longer active at this trial site. Ask the trial site in a comment, or confirm that it is sent.`;
    return { status: 400, body: { code: 'invalid', message: said, fields: { isForInactive: said } } };
  };
  const question = async () =>
    within(await screen.findByRole('dialog', { name: 'Ship it although a participant is no longer active?' }));
  const page = await openDialog({
    replies: [
      [api.readForPharmacy, read({ isForInactive: true, participants: [ann, { ...bea, isInactive: undefined }] })],
      [api.shipByPharmacy, refusal('Participant 101-001 is')],
    ],
  });
  await toReview(page);
  await shipAnyway(page);
  await question();
  page.answer(api.shipByPharmacy, stale('processing', 7));
  page.answer(api.readForPharmacy, read({ version: 7, isForInactive: true, participants: [ann, bea] }));
  await page.user.click((await question()).getByRole('button', { name: 'Ship anyway' }));
  await screen.findByText('Participants 101-001, 101-002 are no longer active at this trial site.');
  page.answer(api.shipByPharmacy, refusal('Participants 101-001, 101-002 are'));
  await shipAnyway(page);
  expect((await question()).getByText(/^Participants 101-001, 101-002 are no longer active/)).toBeDefined();
  page.answer(api.shipByPharmacy, moved);
  await page.user.click((await question()).getByRole('button', { name: 'Ship anyway' }));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy).map(({ body }) => body.isForInactive)).toEqual([false, true, false, true]);
});

test('who is deactivated while it is asked whether to ship is asked about as well', async () => {
  const ann = { ...aRequest().participants[0]!, isInactive: true as const };
  const bea = { ...ann, participantId: 10, subjectNumber: '101-002' };
  const refusal = (who: string) => {
    const said = `${who} no longer active at this trial site. Ask the trial site in a comment, or confirm that it is sent.`;
    return { status: 400, body: { code: 'invalid', message: said, fields: { isForInactive: said } } };
  };
  const question = async () =>
    within(await screen.findByRole('dialog', { name: 'Ship it although a participant is no longer active?' }));
  const page = await openDialog({
    replies: [
      [api.readForPharmacy, read({ isForInactive: true, participants: [ann, { ...bea, isInactive: undefined }] })],
      [api.shipByPharmacy, refusal('Participant 101-001 is')],
    ],
  });
  await toReview(page);
  await shipAnyway(page);
  await question();
  page.answer(api.readForPharmacy, read({ isForInactive: true, participants: [ann, bea] }));
  page.answer(api.shipByPharmacy, refusal('Participants 101-001, 101-002 are'));
  await act(() => page.queryClient.invalidateQueries());
  await screen.findByText('Participants 101-001, 101-002 are no longer active at this trial site.');
  await page.user.click((await question()).getByRole('button', { name: 'Ship anyway' }));
  await waitFor(async () => expect((await question()).getByText(/^Participants 101-001, 101-002 are /)).toBeDefined());
  page.answer(api.shipByPharmacy, moved);
  await page.user.click((await question()).getByRole('button', { name: 'Ship anyway' }));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy).map(({ body }) => body.isForInactive)).toEqual([false, false, true]);
});

test('OPS-68 a name that is corrected while it is packed stands in the form as soon as it is known', async () => {
  const page = await openDialog();
  const [ann] = aRequest().participants;
  expect(await screen.findByText('101-001 Ann Archer')).toBeDefined();
  page.answer(api.readForPharmacy, read({ participants: [{ ...ann!, nameNow: 'Anna Archer-Hill' }] }));
  await act(() => page.queryClient.invalidateQueries());
  expect(await screen.findByText('101-001 Ann Archer, now Anna Archer-Hill')).toBeDefined();
});

test('what is asked in other words than the page has of who left is asked once more at most', async () => {
  const ann = { ...aRequest().participants[0]!, isInactive: true as const };
  const said = `Participant ${ann.subjectNumber} (may be another participant’s by now) is no longer active at this trial site. Ask the trial site in a comment, or confirm that it is sent.`;
  const question = async () =>
    within(await screen.findByRole('dialog', { name: 'Ship it although a participant is no longer active?' }));
  const page = await openDialog({
    replies: [
      [api.readForPharmacy, read({ isForInactive: true, participants: [ann] })],
      [api.shipByPharmacy, { status: 400, body: { code: 'invalid', message: said, fields: { isForInactive: said } } }],
    ],
  });
  await toReview(page);
  await shipAnyway(page);
  await page.user.click((await question()).getByRole('button', { name: 'Ship anyway' }));
  await waitFor(() => expect(page.callsOf(api.shipByPharmacy)).toHaveLength(2));
  page.answer(api.shipByPharmacy, moved);
  await page.user.click((await question()).getByRole('button', { name: 'Ship anyway' }));
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy).map(({ body }) => body.isForInactive)).toEqual([false, false, true]);
});

test('SHF-01 SHP-16 what was asked for stands beside the form', async () => {
  const page = await openDialog({ lines: [aLine({ label: 'Keep cool' }), second] });
  const order = () => screen.getByRole('complementary', { name: 'Order' }).textContent;
  const facts = [
    'Need by10-Mar-2026',
    'Ship toTrial site',
    'Participant101-001 Ann Archer',
    'Trial siteBoston General',
    '55 Fruit St',
    '10 Bottles of Aurelix 50 mg, Tablet',
    '30 days · Twice a day',
    'Label: Keep cool',
    '5 Bottles of Aurelix 100 mg, Tablet',
  ];
  for (const fact of facts) expect(order()).toContain(fact);
  await toPackages(page);
  for (const fact of facts) expect(order()).toContain(fact);
});

test('a further package begins with the courier of the last one, and the first with none', async () => {
  const page = await openDialog();
  await toPackages(page);
  expect(input('Courier').value).toBe('');
  await page.user.type(input('Courier'), 'ups');
  await page.user.click(button('Add package'));
  expect(['Courier', 'Tracking number'].map((name) => input(name, 2).value)).toEqual(['UPS', '']);
  await waitFor(() => expect(document.activeElement).toBe(input('Tracking number', 2)));
  await retype(page, input('Courier', 2), 'dhl');
  await page.user.click(button('Add package'));
  expect([1, 2, 3].map((number) => input('Courier', number).value)).toEqual(['UPS', 'DHL', 'DHL']);
});

test('PKG-10 a package is deleted only after a question', async () => {
  const page = await openDialog();
  await toPackages(page);
  await page.user.click(button('Add package'));
  await page.user.click(button('Delete package 2'));
  const question = within(await screen.findByRole('dialog', { name: 'Delete Package?' }));
  await page.user.click(question.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('region', { name: 'Package 2' })).toBeDefined();
  await page.user.click(button('Delete package 2'));
  await page.user.click(
    within(await screen.findByRole('dialog', { name: 'Delete Package?' })).getByRole('button', {
      name: 'Delete package',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Package 2' })).toBeNull());
  expect(screen.getByRole('region', { name: 'Package 1' })).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(button('Delete package 1')));
});

test('PKG-06 SHC-08 an amount that is no whole number stays as it was typed, also on the way back, and is never read as another', async () => {
  const page = await openDialog();
  await toPackages(page);
  await pack(page);
  for (const text of ['2.5', '1e3', '1,5', '٣']) {
    await retype(page, input('Quantity (Bottle)'), text);
    expect(input('Quantity (Bottle)').value).toBe(text);
    expect(box().getByText('Quantity must be a whole number.'), text).toBeDefined();
    expect(isOff(button('Review')), text).toBe(true);
  }
  await retype(page, input('Quantity (Bottle)'), '2.5');
  await page.user.click(button('Back'));
  await toPackages(page);
  expect(input('Quantity (Bottle)').value).toBe('2.5');
});

test('PKG-08 PKG-09 what keeps one from going on is named, package by package', async () => {
  const page = await openDialog();
  await toPackages(page);
  const says = (text: string) => expect(screen.getByText(text)).toBeDefined();
  says('Still missing: Package 1: courier, tracking number, lot number of Aurelix 50 mg, Tablet.');
  await pack(page);
  says('All packages are ready to ship. Check the expiry.');
  await page.user.click(button('Add package'));
  says('Still missing: Package 2: tracking number, an item.');
});

test('SHF-01 SHF-05 PKG-10 the keyboard goes to each step, and to a neighbour of what came or went', async () => {
  const page = await openDialog();
  await toPackages(page);
  expect(document.activeElement?.textContent).toBe('Confirm Shipment Packages, Step 2 of 3');
  await page.user.click(button('Add item to package 1'));
  expect(document.activeElement).toBe(box().getAllByRole('combobox', { name: 'Product' })[1]);
  await page.user.click(button('Remove Package 1, item 2'));
  expect(document.activeElement).toBe(box().getByRole('combobox', { name: 'Product' }));
  await page.user.click(button('Add package'));
  expect(document.activeElement).toBe(input('Courier', 2));
  await page.user.click(button('Back'));
  expect(document.activeElement?.textContent).toBe('Confirm Shipment Products, Step 1 of 3');
});

test('SHF-05 REL-17 Escape asks before a replacement is thrown away, and not when nothing was done', async () => {
  const page = await openDialog({ products: [aProduct(), other] });
  await page.user.click(screen.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }));
  await page.user.click(await screen.findByRole('option'));
  await page.user.click(screen.getByRole('textbox', { name: 'Directions' }));
  await page.user.keyboard('{Escape}');
  expect(await screen.findByRole('dialog', { name: 'Discard this shipment?' })).toBeDefined();
  expect(page.onClose).not.toHaveBeenCalled();
  page.unmount();
  const untouched = await openDialog();
  await untouched.user.keyboard('{Escape}');
  expect(untouched.onClose).toHaveBeenCalledOnce();
});

test('REL-07 whoever comes second reads the sentence of the server, and keeps what was entered', async () => {
  const body = { code: 'shipment.already_moved', message: 'Someone else has already changed this request.' };
  const page = await openDialog({ replies: [[api.shipByPharmacy, { status: 409, body }]] });
  await toPackages(page);
  await pack(page);
  await page.user.click(button('Review'));
  await shipAnyway(page);
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else has already changed this request.');
  expect(page.onClose).not.toHaveBeenCalled();
  await page.user.click(button('Back'));
  expect(input('Lot number').value).toBe('L7');
});

const stale = (status: string, version: number) => ({
  status: 409,
  body: {
    code: 'stale',
    message: 'Someone else has changed this in the meantime. Please look at it again.',
    detail: { current: { status, version } },
  },
});
const read = (more: object) => ({ request: aRequest({ ...processing, products: [aLine()], ...more }) });
const toReview = async (page: Page) => {
  await toPackages(page);
  await pack(page);
  await page.user.click(button('Review'));
};
const cancelledText = 'This request was cancelled in the meantime. Nothing was shipped.';
const alertSays = (text: string) => waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text));
/** What was entered stands there, and there is no way to send it. */
const isOver = async ({ user, onClose }: Page) => {
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  await user.click(button('Back'));
  expect([input('Courier').value, input('Lot number').value]).toEqual(['UPS', 'L7']);
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByText('Close'));
  expect(onClose).toHaveBeenCalledOnce();
};

test.each([
  ['cancelled', cancelledText],
  ['shipped', 'This request was shipped in the meantime. What is entered here was not saved.'],
  ['received', 'This request was shipped in the meantime. What is entered here was not saved.'],
])(
  'REL-07 who confirms a request that is %s by now is told so, keeps what was entered in sight and can only close',
  async (status, text) => {
    const page = await openDialog({ replies: [[api.shipByPharmacy, stale(status, 7)]] });
    await toReview(page);
    await shipAnyway(page);
    await alertSays(text);
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    expect(page.callsOf(api.shipByPharmacy)).toHaveLength(1);
    await isOver(page);
  },
);

/** The list behind the dialog. */
function Behind() {
  useShipments(null);
  return null;
}
async function openBeforeList(replies: Reply[] = []) {
  const [onClose, onMoved] = [vi.fn(), vi.fn()];
  const ui = (
    <>
      <Behind />
      <ConfirmShipment row={aRow(processing)} onClose={onClose} onMoved={onMoved} />
    </>
  );
  const page = renderPage(ui, {
    viewer: pharmacist,
    replies: [
      [api.listForPharmacy, { requests: [aRow(processing)] }],
      [api.readForPharmacy, read({})],
      [api.productsForPharmacy, { products: [aProduct()] }],
      [api.lotsForPharmacy, noLots],
      [pharmacyDocuments.list, { documents: [] }],
      ...replies,
    ],
  });
  await screen.findByText('Step 1 of 3');
  await page.live.connect();
  return { ...page, onClose, onMoved };
}

test.each([
  [
    'is told of by the server',
    async (page: Page) => {
      page.answer(api.readForPharmacy, read({ status: 'cancelled', version: 7 }));
      await page.live.tell({ type: 'shipment.changed', id: 71, careGroupId: 2 });
    },
  ],
  [
    'is found by the next poll of the list',
    async (page: Page) => {
      page.answer(api.listForPharmacy, { requests: [aRow({ status: 'cancelled', version: 7 })] });
      await act(() => vi.advanceTimersByTimeAsync(20_000));
    },
  ],
])('REL-07 a cancellation that %s is said while the shipment is entered, without a press', async (_, happens) => {
  const page = await openBeforeList();
  await toReview(page);
  await page.user.click(button('Submit'));
  await screen.findByRole('dialog', { name: 'Ship it with these expiration dates?' });
  await happens(page);
  await alertSays(cancelledText);
  expect(screen.queryByRole('dialog', { name: 'Ship it with these expiration dates?' })).toBeNull();
  expect(page.callsOf(api.shipByPharmacy)).toEqual([]);
  await isOver(page);
});

test('REL-07 a request that was cancelled before its dialog had read it cannot be confirmed from the start', async () => {
  await openDialog({ replies: [[api.readForPharmacy, read({ status: 'cancelled', version: 7 })]] });
  await alertSays(cancelledText);
  expect(screen.queryByRole('button', { name: 'To Packages' })).toBeNull();
});

test('REL-06 REL-07 a try without an answer may be what has shipped it: the next one is the same and gets its answer', async () => {
  const lost = () => {
    throw new TypeError('the line is dead');
  };
  const page = await openBeforeList([[api.shipByPharmacy, lost]]);
  await toReview(page);
  await shipAnyway(page);
  await screen.findByRole('alert');
  page.answer(api.readForPharmacy, read({ status: 'shipped', version: 7 }));
  page.answer(api.shipByPharmacy, moved);
  await page.live.tell({ type: 'shipment.changed', id: 71, careGroupId: 2 });
  await waitFor(() => expect(page.callsOf(api.readForPharmacy).length).toBeGreaterThan(2));
  await shipAnyway(page);
  await waitFor(() => expect(page.onMoved.mock.calls).toEqual([['shipped']]));
  const keys = page.callsOf(api.shipByPharmacy).map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('REL-07 when only the status has moved on, a refusal says what it is now and the next press confirms that', async () => {
  const page = await openDialog({
    replies: [
      [api.readForPharmacy, read({ status: 'preprocessing', version: 5 })],
      [api.shipByPharmacy, stale('processing', 6)],
    ],
  });
  await toReview(page);
  page.answer(api.readForPharmacy, read({}));
  await shipAnyway(page);
  await alertSays(
    'Someone else has changed this request in the meantime: it is now processing. What was asked for is the same. Submit again to confirm the shipment.',
  );
  page.answer(api.shipByPharmacy, moved);
  await shipAnyway(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByPharmacy).map(({ body }) => body.version)).toEqual([5, 6]);
});

test('REL-07 that a product is called otherwise by now is nothing else that is asked for', async () => {
  const page = await openDialog({ replies: [[api.shipByPharmacy, stale('processing', 7)]] });
  await toReview(page);
  page.answer(api.readForPharmacy, read({ version: 7, products: [aLine({ drugNameNow: 'Aurelix (withdrawn)' })] }));
  await shipAnyway(page);
  await alertSays(
    'Someone else has changed this request in the meantime: it is now processing. What was asked for is the same. Submit again to confirm the shipment.',
  );
  expect(screen.getByText('Step 3 of 3')).toBeDefined();
});

test('REL-07 when something else is asked for by now, the steps begin again with it before it can be confirmed', async () => {
  const page = await openDialog({ replies: [[api.shipByPharmacy, stale('processing', 7)]] });
  await toReview(page);
  page.answer(api.readForPharmacy, read({ version: 7, products: [aLine({ quantity: 4 })] }));
  await shipAnyway(page);
  await alertSays(
    'Someone else has changed what was asked for in the meantime. Please look at the order again, step by step. What you entered is kept.',
  );
  expect(screen.getByText('Step 1 of 3')).toBeDefined();
  expect(screen.getByRole('complementary', { name: 'Order' }).textContent).toContain('4 Bottles of Aurelix 50 mg');
  await toPackages(page);
  expect(isOff(button('Review'))).toBe(true);
  await retype(page, input('Quantity (Bottle)'), '4');
  await page.user.click(button('Review'));
  page.answer(api.shipByPharmacy, moved);
  await shipAnyway(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  const [, sent] = page.callsOf(api.shipByPharmacy);
  expect([sent?.body.version, sent?.body.packages[0].items[0].quantity]).toEqual([7, 4]);
});

test('REL-07 while the request cannot be read anew, the next press is the same and is refused again', async () => {
  const page = await openDialog({ replies: [[api.shipByPharmacy, stale('processing', 7)]] });
  await toReview(page);
  page.answer(api.readForPharmacy, { status: 500, body: { code: 'unexpected', message: 'broken' } });
  await shipAnyway(page);
  await alertSays('Someone else has changed this in the meantime. Please look at it again.');
  await shipAnyway(page);
  await waitFor(() => expect(page.callsOf(api.shipByPharmacy).map(({ body }) => body.version)).toEqual([6, 6]));
});

test('SHF-05 REL-17 leaving half-way asks first', async () => {
  const page = await openDialog();
  await toPackages(page);
  await page.user.click(button('Cancel'));
  await page.user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(page.onClose).not.toHaveBeenCalled();
  await page.user.click(button('Cancel'));
  await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(page.onClose).toHaveBeenCalledOnce();
});

test('ROL-29 ROL-32 a wholesaler confirms by the calls of a wholesaler', async () => {
  const request = forWholesaler(aRequest({ ...processing }));
  const page = await openDialog({
    viewer: wholesaler,
    replies: [
      [api.readForWholesaler, { request }],
      [api.productsForWholesaler, { products: [] }],
      [api.lotsForWholesaler, noLots],
      [wholesalerDocuments.list, { documents: [] }],
      [api.shipByWholesaler, moved],
    ],
  });
  await toPackages(page);
  await pack(page);
  await page.user.click(button('Review'));
  await shipAnyway(page);
  await waitFor(() => expect(page.onClose).toHaveBeenCalledOnce());
  expect(page.callsOf(api.shipByWholesaler)).toHaveLength(1);
  expect(page.calls.filter((call) => call.path.startsWith('/pharmacy'))).toEqual([]);
});

test('SHF-07 REL-06 REL-07 who corrects a lot after an answer was lost reads that the first try was recorded, as it was then', async () => {
  const page = await openBeforeList([
    [api.shipByPharmacy, losesFirstAnswer({ ...moved, status: 'shipped' }, stale('shipped', 7))],
  ]);
  await toReview(page);
  await shipAnyway(page);
  expect((await screen.findByRole('alert')).textContent).toBe(
    'It is not known whether the shipment was confirmedUnable to make request. Press “Submit” again without changing anything: it is done once only.',
  );
  page.answer(api.readForPharmacy, read({ status: 'shipped', version: 7 }));
  await page.user.click(button('Back'));
  await page.user.type(input('Lot number'), '8');
  await page.user.click(button('Review'));
  await shipAnyway(page);
  await alertSays(
    'Your first try was recorded, with what you had entered then. What you have changed since was not saved.',
  );
  expect(screen.queryByText(/shipped in the meantime/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  const [first, , again] = page.callsOf(api.shipByPharmacy);
  expect(areSame([first as Call, again as Call])).toBe(true);
});

test('the couriers of the shipments that are listed are offered, each once', async () => {
  const sentBy = (srId: number, ...couriers: string[]) =>
    aRow({
      srId,
      status: 'shipped',
      parcels: couriers.map((courier) => ({ courier, trackingNumber: '1Z', lotNumbers: [] })),
    });
  const listed = [aRow(processing), sentBy(60, 'UPS', 'FEDEX'), sentBy(61, 'UPS')];
  const page = await openBeforeList([[api.listForPharmacy, { requests: listed }]]);
  await toPackages(page);
  await page.user.click(input('Courier'));
  const options = async () => (await screen.findAllByRole('option')).map((one) => one.textContent);
  expect(await options()).toEqual(['FEDEX', 'UPS']);
  await page.user.type(input('Courier'), 'fe');
  expect(await options()).toEqual(['FEDEX']);
  await page.user.click(screen.getByRole('option', { name: 'FEDEX' }));
  expect(input('Courier').value).toBe('FEDEX');
});
