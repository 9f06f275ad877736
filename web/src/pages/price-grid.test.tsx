/** All prices of a trial as products by partners, and what a new price means beside the present one. */
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/pricing/endpoints.ts';
import { type GridPrice, listGridPrices } from '@portal/contract/pricing/set-up-endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { serverDay } from '#api/clock.ts';
import { plusDays } from '#kit/plus-days.ts';
import { aSite, aTrial } from '#test/participants.ts';
import { renderPage } from '#test/portal.tsx';
import { aPrice, aProduct } from '#test/products.ts';
import ProductManagement from './ProductManagement.tsx';

const cell = (more: Partial<GridPrice>): GridPrice => ({
  productId: 5,
  partnerType: 'pharmacy',
  partnerId: 31,
  partnerName: 'Northgate Pharmacy',
  quantityUnit: 'Bottle',
  isSupplier: true,
  current: null,
  ofSponsor: null,
  next: null,
  ...more,
});
const south = { partnerId: 32, partnerName: 'Southgate Pharmacy' };
const prices = [
  cell({
    current: { amount: '100.00', currency: 'USD' },
    ofSponsor: { amount: '99.00', currency: 'USD' },
    next: { amount: '110.00', currency: 'USD', effectiveDate: '2099-04-01' },
    nextOfSponsor: { amount: '90.00', currency: 'USD', effectiveDate: '2099-05-01' },
  }),
  cell({ ...south }),
  cell({ productId: 6 }),
  cell({ ...south, productId: 6, isSupplier: false }),
];
const pen = aProduct({ productId: 6, drugName: 'Aurelix Pen', pharmacySupplied: false, wholesalerSupplied: true });
const history = {
  pharmacyPrices: [aPrice({ price: '100.00' })],
  drugPrice: '100.00',
  currency: 'USD',
  quantityUnit: 'Bottle',
};
const open = (route = '/settings/product-management?group=1') =>
  renderPage(<ProductManagement />, {
    replies: [
      [listTrials, { groups: [aTrial(), aSite()] }],
      [listProducts, [aProduct(), pen]],
      [listGridPrices, { prices }],
      [api.pharmacyPriceHistory, history],
      [api.setPharmacyPrice, { message: 'Price updated.', eventId: 30 }],
    ],
    viewer: { type: 'Admin', adminRights: true },
    route,
  });
const grid = () => screen.findByRole('table', { name: 'Prices at Aurelia Migraine Study' });

test('PRC-01 the only trial is chosen, and of several places the one that was chosen last', async () => {
  const page = open('/settings/product-management');
  await grid();
  expect(page.router.state.location.search).toEqual({ group: 1 });
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Trial or trial site' }), 'Boston General');
  await screen.findByRole('table', { name: 'Prices at Boston General' });
  page.unmount();
  const again = open('/settings/product-management');
  await screen.findByRole('table', { name: 'Prices at Boston General' });
  expect(again.router.state.location.search).toEqual({ group: 2 });
});

test('of many products the first hundred are shown, and the others by a press', async () => {
  const page = renderPage(<ProductManagement />, {
    replies: [
      [listTrials, { groups: [aTrial()] }],
      [listProducts, Array.from({ length: 130 }, (_, i) => aProduct({ productId: i + 1, drugName: `Drug ${i + 1}` }))],
      [listGridPrices, { prices: [cell({ productId: 1 })] }],
    ],
    viewer: { type: 'Admin', adminRights: true },
    route: '/settings/product-management?group=1',
  });
  expect(within(await grid()).getAllByRole('row')).toHaveLength(101);
  expect(screen.getByText('Showing 100 products. There are more.')).toBeDefined();
  await page.user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(within(await grid()).getAllByRole('row')).toHaveLength(131);
  expect(screen.getByText('Showing all 130 products.')).toBeDefined();
});

test('PRC-01 PRC-08 beside the choice of a product stand all of its prices; what is supplied without one says "No price"', async () => {
  open();
  const rows = within(await grid()).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((one) => one.textContent))).toEqual([
    ['Product', 'Northgate PharmacyPharmacy', 'Southgate PharmacyPharmacy'],
    [
      'Aurelix 50 mgTabletPrice per Bottle',
      '100.00 USDSponsor: 99.00 USD110.00 USD from 01-Apr-2099Sponsor: 90.00 USD from 01-May-2099',
      'No price',
    ],
    ['Aurelix PenTabletPrice per Bottle', 'Not for pharmacies', 'Not for pharmacies'],
  ]);
  expect(screen.getByText('Choose a product to see its prices and who supplies it.')).toBeDefined();
});

test('OPS-13 the prices of what was asked for open also where its partner is not connected any more, or the product is not for it', async () => {
  const bare = { current: null, ofSponsor: null, next: null, isSupplier: false, wasAsked: true };
  const page = open();
  page.answer(listGridPrices, {
    prices: [
      cell({ ...bare, ...south, isConnected: false }),
      cell({ ...bare, productId: 6, isConnected: true }),
      cell({ ...bare, isConnected: true, wasAsked: false }),
    ],
  });
  const table = within(await grid());
  expect(table.getAllByRole('button').map((button) => button.textContent)).toEqual([
    'Not supplied',
    'Not connected',
    'Not for pharmacies',
  ]);
  await page.user.click(table.getByRole('button', { name: 'Not connected' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Prices of Southgate Pharmacy' }));
  expect(await dialog.findByRole('button', { name: 'Update price' })).toBeDefined();
  expect(page.callsOf(api.pharmacyPriceHistory)[0]?.query).toEqual({ pharmacyId: 32, productId: 5 });
});

test('PRC-04 a price that begins later is reached also where the product is not for its partner', async () => {
  const bare = { current: null, ofSponsor: null, next: null, isSupplier: false, productId: 6 };
  const later = { amount: '110.00', currency: 'USD', effectiveDate: '2099-04-01' } as const;
  const page = open();
  page.answer(listGridPrices, {
    prices: [
      cell({ ...bare, next: later }),
      cell({ ...bare, ...south, nextOfSponsor: later }),
      cell({ ...bare, partnerId: 33, partnerName: 'Westgate Pharmacy' }),
    ],
  });
  const buttons = within(await grid()).getAllByRole('button');
  expect(buttons.map((button) => button.textContent)).toEqual([
    'Not for pharmacies110.00 USD from 01-Apr-2099',
    'Not for pharmaciesSponsor: 110.00 USD from 01-Apr-2099',
  ]);
});

test('the partners stand by their kind and their names, whichever of the products they have to do with', async () => {
  const page = open();
  const later = { productId: 6, partnerName: 'Alpine' };
  page.answer(listGridPrices, {
    prices: [
      cell({ partnerId: 34, partnerName: 'Baltic', partnerType: 'wholesaler' }),
      cell({ ...south }),
      cell({ ...later, partnerId: 36, partnerType: 'wholesaler' }),
      cell({ ...later, partnerId: 37 }),
      cell({ ...later, partnerId: 35 }),
    ],
  });
  const headings = within(await grid()).getAllByRole('columnheader');
  expect(headings.map((one) => one.textContent)).toEqual([
    'Product',
    'AlpinePharmacy',
    'AlpinePharmacy',
    'Southgate PharmacyPharmacy',
    'AlpineWholesaler',
    'BalticWholesaler',
  ]);
});

test('OPS-26 a product of no supplier type says so in each place, instead of for whom it is not', async () => {
  const bare = { productId: 7, pharmacySupplied: false, wholesalerSupplied: false };
  renderPage(<ProductManagement />, {
    replies: [
      [listTrials, { groups: [aTrial()] }],
      [listProducts, [aProduct({ ...bare, drugName: 'Nasal' })]],
      [listGridPrices, { prices: [cell({ productId: 7, current: null, ofSponsor: null, next: null })] }],
    ],
    viewer: { type: 'Admin', adminRights: true },
    route: '/settings/product-management?group=1',
  });
  const row = within(await grid()).getAllByRole('row')[1]!;
  expect([...row.children].slice(1).map((one) => one.textContent)).toEqual(['No supplier type']);
});

test('PRC-04 PRC-13 a press shows the history of the two, with what holds, held and will; a new price is set from there, and the focus comes back to its cell', async () => {
  const page = open();
  const days = { past: plusDays(serverDay(), -9), now: serverDay(), ahead: plusDays(serverDay(), 9) };
  page.answer(api.pharmacyPriceHistory, {
    ...history,
    pharmacyPrices: [
      aPrice({ eventId: 3, effectiveDate: days.ahead }),
      aPrice({ eventId: 2, effectiveDate: days.now, price: '100.00' }),
      aPrice({ eventId: 1, effectiveDate: days.past }),
    ],
  });
  const button = within(await grid()).getByRole('button', { name: /^100.00 USD/ });
  await page.user.click(button);
  const dialog = within(await screen.findByRole('dialog', { name: 'Prices of Northgate Pharmacy' }));
  const rows = within(await dialog.findByRole('table', { name: /^Price history/ }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => within(row).getAllByRole('cell')[4]?.textContent)).toEqual(['Future', 'Current', 'Past']);

  await page.user.click(dialog.getByRole('button', { name: 'Update price' }));
  const form = within(await screen.findByRole('dialog', { name: 'Update price' }));
  expect(form.getByText('Present price: 100.00 USD')).toBeDefined();
  const price = form.getByRole('textbox', { name: 'Price' });
  await page.user.type(price, '150');
  expect(form.getByText('Present price: 100.00 USD. Change: +50 %')).toBeDefined();
  await page.user.selectOptions(form.getByRole('combobox', { name: 'Currency' }), 'EUR');
  expect(form.getByText('Present price: 100.00 USD. The new one is in EUR, so they are not compared.')).toBeDefined();
  await page.user.selectOptions(form.getByRole('combobox', { name: 'Currency' }), 'USD');
  const ask = async () => {
    await page.user.click(form.getByRole('button', { name: 'Update' }));
    return within(await screen.findByRole('dialog', { name: 'Set this price?' }));
  };
  const large = await ask();
  expect(large.getByRole('alert').textContent).toBe(
    'The price rises by 50 %, from 100.00 USD to 150.00 USD. Is that right?',
  );
  await page.user.click(large.getByRole('button', { name: 'Cancel' }));
  await page.user.clear(price);
  await page.user.type(price, '125');
  const small = await ask();
  expect(small.getByText(/^Northgate Pharmacy, Aurelix 50 mg, Tablet: 125.00 USD/)).toBeDefined();
  expect(small.queryByRole('alert')).toBeNull();
  await page.user.click(small.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Price updated.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Update price' })).toBeNull());
  expect(page.callsOf(api.setPharmacyPrice).map(({ sent }) => sent)).toMatchObject([
    { drugPrice: '125', shippingFee: '14.00', dispenseFee: '6.50', pharmacyId: 31 },
  ]);
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('PRC-12 PRC-13 the fees that hold stand in the dialog of a new price and beside its present one, and a large change of them is asked about too', async () => {
  const page = open();
  page.answer(api.pharmacyPriceHistory, {
    pharmacyPrices: [aPrice({ price: '124.75', dispenseFee: '0.00' })],
    drugPrice: '124.75',
    currency: 'USD',
    quantityUnit: 'Bottle',
  });
  await page.user.click(within(await grid()).getByRole('button', { name: /^100.00 USD/ }));
  await page.user.click(await screen.findByRole('button', { name: 'Update price' }));
  const form = within(await screen.findByRole('dialog', { name: 'Update price' }));
  const field = (name: string) => form.getByRole<HTMLInputElement>('textbox', { name });
  expect(['Price', 'Shipping fee', 'Dispense fee'].map((name) => field(name).value)).toEqual(['', '14.00', '0.00']);
  const present = () => [...form.getByRole('status').children].map((line) => line.textContent);
  expect(present()).toEqual([
    'Present price: 124.75 USD',
    'Present shipping fee: 14.00 USD',
    'Present dispense fee: 0.00 USD',
  ]);
  const asked = async (amounts: Record<string, string>) => {
    for (const [name, amount] of Object.entries(amounts)) {
      await page.user.clear(field(name));
      await page.user.write(field(name), amount);
    }
    await page.user.click(form.getByRole('button', { name: 'Update' }));
    const question = within(await screen.findByRole('dialog', { name: 'Set this price?' }));
    const said = question.queryByRole('alert')?.textContent;
    await page.user.click(question.getByRole('button', { name: 'Cancel' }));
    return said;
  };
  expect(await asked({ Price: '130', 'Shipping fee': '17.50' })).toBeUndefined();
  expect(await asked({ 'Shipping fee': '1400' })).toBe(
    'The shipping fee rises by 9,900 %, from 14.00 USD to 1,400.00 USD. Is that right?',
  );
  expect(present()[1]).toBe('Present shipping fee: 14.00 USD. Change: +9,900 %');
  expect(await asked({ Price: '174.65', 'Dispense fee': '2' })).toBe(
    'The price rises by 40 %, from 124.75 USD to 174.65 USD; the shipping fee rises by 9,900 %, from 14.00 USD to 1,400.00 USD; the dispense fee rises, from 0.00 USD to 2.00 USD. Is that right?',
  );
  await page.user.selectOptions(form.getByRole('combobox', { name: 'Currency' }), 'EUR');
  expect(await asked({ Price: '124.75', 'Shipping fee': '14', 'Dispense fee': '0' })).toBe(
    'The price changes its currency, from 124.75 USD to 124.75 EUR; the shipping fee changes its currency, from 14.00 USD to 14.00 EUR. Is that right?',
  );
});
