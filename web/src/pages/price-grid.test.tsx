/** All prices of a trial as products by partners, and what a new price means beside the present one. */
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/pricing/endpoints.ts';
import { type GridPrice, listGridPrices } from '@portal/contract/pricing/set-up-endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { plusDays, today } from '#kit/today.ts';
import { aSite, aTrial } from '#test/participants.ts';
import { renderPage } from '#test/portal.tsx';
import { aPrice, aProduct } from '#test/products.ts';
import ProductManagement from './ProductManagement.tsx';

const cell = (more: Partial<GridPrice>): GridPrice => ({
  productId: 5,
  partnerType: 'pharmacy',
  partnerId: 31,
  partnerName: 'Northgate Pharmacy',
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
  }),
  cell({ ...south }),
  cell({ productId: 6 }),
  cell({ ...south, productId: 6, isSupplier: false }),
];
const pen = aProduct({ productId: 6, drugName: 'Aurelix Pen', pharmacySupplied: false, wholesalerSupplied: true });
const history = { pharmacyPrices: [aPrice({ price: '100.00' })], drugPrice: '100.00', currency: 'USD' };
const open = () =>
  renderPage(<ProductManagement />, {
    replies: [
      [listTrials, { groups: [aTrial(), aSite()] }],
      [listProducts, [aProduct(), pen]],
      [listGridPrices, { prices }],
      [api.pharmacyPriceHistory, history],
      [api.setPharmacyPrice, { message: 'Price updated.', eventId: 30 }],
    ],
    viewer: { type: 'Admin', adminRights: true },
    route: '/settings/product-management?group=1',
  });
const grid = () => screen.findByRole('table', { name: 'Prices at Aurelia Migraine Study' });

test('PRC-01 PRC-08 beside the choice of a product stand all of its prices; what is supplied without one says "No price"', async () => {
  open();
  const rows = within(await grid()).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((one) => one.textContent))).toEqual([
    ['Product', 'Northgate PharmacyPharmacy', 'Southgate PharmacyPharmacy'],
    ['Aurelix 50 mgTablet', '100.00 USDSponsor: 99.00 USD110.00 USD from 01-Apr-2099', 'No price'],
    ['Aurelix PenTablet', 'Not for pharmacies', 'Not for pharmacies'],
  ]);
  expect(screen.getByText('Choose a product to see its prices and who supplies it.')).toBeDefined();
});

test('PRC-04 PRC-13 a press shows the history of the two, with what holds, held and will; a new price is set from there, and the focus comes back to its cell', async () => {
  const page = open();
  const days = { past: plusDays(today(), -9), now: today(), ahead: plusDays(today(), 9) };
  page.answer(api.pharmacyPriceHistory, {
    ...history,
    pharmacyPrices: [
      aPrice({ eventId: 3, effectiveDate: days.ahead }),
      aPrice({ eventId: 2, effectiveDate: days.now }),
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
  for (const fee of ['Shipping fee', 'Dispense fee'])
    await page.user.type(form.getByRole('textbox', { name: fee }), '0');
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
  expect(small.getByText(/^Northgate Pharmacy, Aurelix 50 mg: 125.00 USD/)).toBeDefined();
  expect(small.queryByRole('alert')).toBeNull();
  await page.user.click(small.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Price updated.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Update price' })).toBeNull());
  expect(page.callsOf(api.setPharmacyPrice).map(({ sent }) => sent)).toMatchObject([
    { drugPrice: '125', pharmacyId: 31 },
  ]);
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
});
