import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { listPharmacySupply, listWholesalerSupply } from '@portal/contract/partners/endpoints.ts';
import * as supply from '@portal/contract/partners/supply-endpoints.ts';
import * as api from '@portal/contract/pricing/endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { serverDay } from '#api/clock.ts';
import { plusDays } from '#kit/plus-days.ts';
import { asDay } from '#kit/today.ts';
import { isOff } from '#test/buttons.ts';
import { doesFirst } from '#test/lost-answer.ts';
import { aSite, aTrial, lyon } from '#test/participants.ts';
import { aReply, openPortal, renderPage, type Reply, sessionReplies } from '#test/portal.tsx';
import { aPrice, aProduct } from '#test/products.ts';
import { SetPrice } from '#rooms/pricing/SetPrice.tsx';
import ProductManagement from './ProductManagement.tsx';

const admin = { type: 'Admin', adminRights: true } as const;
const pen = aProduct({ productId: 6, drugName: 'Aurelix Pen', pharmacySupplied: false, wholesalerSupplied: true });
const nasal = aProduct({ productId: 7, drugName: 'Aurelix Nasal', pharmacySupplied: false });
const both = aProduct({ productId: 8, drugName: 'Aurelix 100 mg', wholesalerSupplied: true });

const north = { productId: 5, ppId: 31, pharmacyName: 'Northgate Pharmacy', isSupplier: true };
const south = { productId: 5, ppId: 32, pharmacyName: 'Southgate Pharmacy', isSupplier: false };
const baltic = { productId: 6, wpId: 41, wholesalerName: 'Baltic Wholesale', isSupplier: true };
const current = { drugPrice: '1234.50', currency: 'USD', quantityUnit: 'Bottle' };
const six = Array.from({ length: 6 }, (_, i) => aPrice({ eventId: 26 - i, effectiveDate: `2026-01-0${6 - i}` }));
const base: Reply[] = [
  [listTrials, { groups: [aTrial(), aSite(), lyon] }],
  [listProducts, [aProduct(), pen, nasal, both]],
  [listPharmacySupply, [north, south]],
  [listWholesalerSupply, [baltic]],
  [api.pharmacyPriceHistory, { pharmacyPrices: [aPrice()], ...current }],
  [api.wholesalerPriceHistory, { wholesalerPrices: [], drugPrice: null, currency: null, quantityUnit: 'Bottle' }],
  [
    api.sponsorPriceHistory,
    { sponsorPrices: [aPrice({ eventId: 51, price: '99.00' })], ...current, drugPrice: '99.00' },
  ],
];
const refused = (message: string) => ({ status: 400, body: { code: 'product_supply.priced', message } });

const open = (replies: Reply[] = [], route = '/settings/product-management?group=2&product=5') =>
  renderPage(<ProductManagement />, { replies: [...base, ...replies], viewer: admin, route });
type Page = ReturnType<typeof open>;
const panel = async (name: 'Pharmacy' | 'Wholesaler') => within(await screen.findByRole('region', { name }));
const press = async (page: Page, name: string) => page.user.click(await screen.findByRole('button', { name }));
const choose = async (page: Page, name: 'Pharmacy' | 'Wholesaler', side: string) =>
  page.user.click(await (await panel(name)).findByRole('radio', { name: side }));
const history = () => screen.findByRole('table', { name: /^Price history of Northgate Pharmacy/ });
/** From when each price in the history is, and its state. */
const datesAndStates = async () =>
  within(await history())
    .getAllByRole('row')
    .slice(1)
    .map((row) => [0, 4].map((cell) => within(row).getAllByRole('cell')[cell]?.textContent));
/** Opens the question of whether a price is invalidated. */
const askToInvalidate = async (page: Page, price: string) => {
  await press(page, `Actions for the price ${price}`);
  await page.user.click(await screen.findByRole('menuitem', { name: 'Invalidate' }));
  return screen.findByRole('dialog', { name: 'Invalidate this price?' });
};

describe('picking', () => {
  test('PRC-01 PRC-02 OPS-45 a trial or a site is picked, then a product; the picks stand in the address', async () => {
    const trials = { groups: [aTrial(), aTrial({ gId: 9, displayName: 'Bexley Asthma Study' }), aSite(), lyon] };
    const page = open([[listTrials, trials]], '/settings/product-management');
    const groups = await screen.findByRole('combobox', { name: 'Trial or trial site' });
    await within(groups).findByRole('option', { name: 'Boston General' });
    expect(
      within(groups)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual([
      'Choose trial or trial site',
      'Aurelia Migraine Study (trial)',
      'Boston General',
      'Lyon Clinic',
      'Bexley Asthma Study (trial)',
    ]);
    await page.user.selectOptions(groups, 'Boston General');
    const products = await screen.findByRole('combobox', { name: 'Product' });
    await within(products).findByRole('option', { name: 'Aurelix 50 mg, Tablet' });
    await page.user.selectOptions(products, 'Aurelix 50 mg, Tablet');
    await panel('Pharmacy');
    await panel('Wholesaler');
    expect(await history()).toBeDefined();
    expect(page.router.state.location.search).toEqual({ group: 2, product: 5 });
    expect(page.callsOf(listPharmacySupply).at(-1)?.query).toEqual({ g_id: 2, productId: 5 });
    // The product is the trial's: it stays when the whole trial is picked.
    await page.user.selectOptions(groups, 'Aurelia Migraine Study (trial)');
    await history();
    expect(page.callsOf(listPharmacySupply).at(-1)?.query).toEqual({ g_id: 1, productId: 5 });
  });

  test.each([
    ['of one site reads prices and changes none', [2], false],
    ['of the whole trial changes them', [1, 2, 3], true],
  ] as const)('SEC-23 OPS-45 an administrator %s', async (_, gIds, mayChange) => {
    renderPage(<ProductManagement />, {
      replies: base,
      viewer: { type: 'Site User', adminRights: true, gIds: [...gIds] },
      route: '/settings/product-management?group=2&product=5',
    });
    await within(await history()).findByText('10-Jan-2026');
    expect(screen.queryAllByRole('button', { name: 'Update price' })).toHaveLength(mayChange ? 1 : 0);
    expect(screen.queryAllByRole('button', { name: /^Actions for the price/ })).toHaveLength(mayChange ? 1 : 0);
  });

  test('PRC-02 an address with picks leads straight to what it names', async () => {
    open([], '/settings/product-management?group=2&product=5&pharmacy=supply');
    expect(await (await panel('Pharmacy')).findByRole('switch', { name: 'Northgate Pharmacy' })).toBeDefined();
  });

  test('PSU-04 ERR-09 a product without supplier type says so, and where to mend it', async () => {
    open([], '/settings/product-management?group=2&product=7');
    expect(await screen.findByText('This product does not have a supplier type.')).toBeDefined();
    expect(
      screen.getByText('Please add a supplier type in Care Group Management or select a different product.'),
    ).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Pharmacy' })).toBeNull();
  });

  test('PSU-05 PSU-06 ERR-10 a kind of partner that cannot dispense the product says so on its panel', async () => {
    const page = open();
    expect(await (await panel('Wholesaler')).findByText('Wholesaler cannot dispense this product.')).toBeDefined();
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Product' }), 'Aurelix Pen, Tablet');
    expect(await (await panel('Pharmacy')).findByText('Pharmacy cannot dispense this product.')).toBeDefined();
    expect(await (await panel('Wholesaler')).findByText('No prices have been set yet.')).toBeDefined();
  });

  test('PSU-07 PSU-08 ERR-10 where no partner is connected the panels say so', async () => {
    open(
      [
        [listPharmacySupply, []],
        [listWholesalerSupply, []],
      ],
      '/settings/product-management?group=2&product=8',
    );
    expect(await (await panel('Pharmacy')).findByText('No pharmacy partners connected to trial.')).toBeDefined();
    expect(await (await panel('Wholesaler')).findByText('No wholesaler partners connected to trial.')).toBeDefined();
  });

  test('a list that cannot be read says so and can be read again', async () => {
    const page = open([[api.pharmacyPriceHistory, { status: 503, body: { code: 'unavailable', message: 'Away.' } }]]);
    expect(await screen.findByText('Away.')).toBeDefined();
    page.answer(api.pharmacyPriceHistory, {
      pharmacyPrices: [],
      drugPrice: null,
      currency: null,
      quantityUnit: 'Bottle',
    });
    await press(page, 'Try again');
    expect(await screen.findByText('No prices have been set yet.')).toBeDefined();
  });
});

describe('prices', () => {
  test('PRC-03 CON-01 CON-02 the history shows five prices at first, and 5, 10 or 25 of them', async () => {
    const page = open([[api.pharmacyPriceHistory, { pharmacyPrices: six, ...current }]]);
    const table = await history();
    await within(table).findByText('06-Jan-2026');
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 5);
    const sizes = screen.getByRole('combobox', { name: /^Price history of Northgate.*rows per page/ });
    expect(
      within(sizes)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['5', '10', '25']);
    await page.user.selectOptions(sizes, '10');
    expect(within(table).getAllByRole('row')).toHaveLength(1 + 6);
  });

  test('PRC-04 PRC-05 PRC-08 the current price and the history are those of the partner, or of the trial’s sponsor', async () => {
    const page = open();
    const table = await history();
    const row = (await within(table).findByText('10-Jan-2026')).closest('tr')!;
    const cells = within(row).getAllByRole('cell');
    expect(cells.map((cell) => cell.textContent).slice(0, 4)).toEqual([
      '10-Jan-2026',
      '1,234.50 USD per Bottle',
      '14.00 USD',
      '6.50 USD',
    ]);
    expect(screen.getByText('Current price:')).toHaveProperty('textContent', 'Current price: 1,234.50 USD per Bottle');
    expect(page.callsOf(api.pharmacyPriceHistory)[0]?.query).toEqual({ pharmacyId: 31, productId: 5 });
    await page.user.click(screen.getByRole('radio', { name: 'Sponsor price' }));
    expect(await screen.findByText('Current price:')).toHaveProperty(
      'textContent',
      'Current price: 99.00 USD per Bottle',
    );
    expect(page.callsOf(api.sponsorPriceHistory)[0]?.query).toEqual({
      sponsorId: 1,
      productId: 5,
      partnerType: 'pharmacy',
      partnerId: 31,
      pharmacyId: 31,
    });
  });

  test('a price that somebody else sets meanwhile shows up by itself', async () => {
    const page = open();
    const table = await history();
    await within(table).findByText('10-Jan-2026');
    const later = aPrice({ eventId: 70, price: '77.00', effectiveDate: '2026-04-01' });
    page.answer(api.pharmacyPriceHistory, {
      pharmacyPrices: [later, aPrice()],
      drugPrice: '77.00',
      currency: 'USD',
      quantityUnit: 'Bottle',
    });
    await page.live.tell({ type: 'price.changed', id: 70 });
    expect(await within(table).findByText('77.00 USD')).toBeDefined();
  });

  test('PRC-04 another partner’s prices are shown when it is chosen, and the address says so', async () => {
    const page = open();
    await page.user.selectOptions(
      await screen.findByRole('combobox', { name: 'Pharmacy partner' }),
      'Southgate Pharmacy',
    );
    await screen.findByRole('table', { name: /^Price history of Southgate Pharmacy/ });
    expect(page.callsOf(api.pharmacyPriceHistory).at(-1)?.query).toEqual({ pharmacyId: 32, productId: 5 });
    expect(page.router.state.location.search).toMatchObject({ ppId: 32 });
  });

  const fill = async (page: Page, price: string, shipping: string, dispense: string) => {
    for (const [name, text] of [
      ['Price', price],
      ['Shipping fee', shipping],
      ['Dispense fee', dispense],
    ] as const) {
      await page.user.clear(screen.getByRole('textbox', { name }));
      if (text) await page.user.write(screen.getByRole('textbox', { name }), text);
      await page.user.tab();
    }
  };
  const update = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update' });

  test('PRC-06 PRC-09 PRC-10 PRC-11 PRC-12 CON-06 CON-07 the dialog says what is wrong and can be sent only when nothing is', async () => {
    const page = open();
    await history();
    await press(page, 'Update price');
    const dialog = within(await screen.findByRole('dialog', { name: 'Update price' }));
    expect(isOff(update())).toBe(true);
    expect(dialog.queryByText(/needs to be/)).toBeNull();
    const currency = dialog.getByRole('combobox', { name: 'Currency' });
    expect(dialog.getAllByRole('combobox')).toHaveLength(1);
    expect(
      within(currency)
        .getAllByRole('option')
        .map((one) => one.textContent),
    ).toEqual(['USD', 'GBP', 'EUR']);
    await fill(page, '0', '-0.01', '-1');
    expect(dialog.getAllByText('needs to be more than 0.0')).toHaveLength(1);
    expect(dialog.getAllByText('needs to be 0.0 or more')).toHaveLength(2);
    expect(isOff(update())).toBe(true);
    await fill(page, '-1', '0', '0');
    expect(dialog.getAllByText('needs to be more than 0.0')).toHaveLength(1);
    expect(isOff(update())).toBe(true);
    await fill(page, '0.01', '0', '');
    expect(isOff(update())).toBe(true);
    await fill(page, '0.01', '0', '0');
    expect(isOff(update())).toBe(false);
    // The fees follow the currency of the price.
    await page.user.selectOptions(currency, 'EUR');
    expect(dialog.getAllByText('EUR', { selector: 'p' })).toHaveLength(2);
  });

  test('a server of the release before, which says nothing of units, shows its prices and takes another one without a unit', async () => {
    const { quantityUnit: _, ...before } = aPrice();
    const page = open([
      [api.pharmacyPriceHistory, { pharmacyPrices: [before], drugPrice: before.price, currency: 'USD' }],
      [api.setPharmacyPrice, { message: 'Price updated.', eventId: 60 }],
    ]);
    const shown = await screen.findByText('1,234.50 USD', { selector: 'p > span' });
    expect(shown.textContent?.trim()).toBe('1,234.50 USD');
    await press(page, 'Update price');
    await fill(page, '1200', '4', '0');
    await page.user.click(update());
    const asked = within(await screen.findByRole('dialog', { name: 'Set this price?' }));
    expect(asked.getByText(/^What was sent since /)).toBeDefined();
    await page.user.click(asked.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(page.callsOf(api.setPharmacyPrice)).toHaveLength(1));
    const { body } = page.callsOf(api.setPharmacyPrice)[0]!;
    expect(body).toMatchObject({ drugPrice: '1200', pharmacyId: 31 });
    expect(body).not.toHaveProperty('quantityUnit');
  });

  test('PRC-13 PRC-14 PRC-15 APP-07 an entry, a confirmation, then it is posted as text; the answer is shown', async () => {
    const page = open([
      [api.setPharmacyPrice, { message: 'Price updated.', eventId: 60 }],
      [api.setSponsorPrice, { message: 'Sponsor price updated.', eventId: 61 }],
    ]);
    await history();
    await press(page, 'Update price');
    await fill(page, '12.5', '4', '0');
    await page.user.click(update());
    await page.user.click(
      within(await screen.findByRole('dialog', { name: 'Set this price?' })).getByRole('button', { name: 'Cancel' }),
    );
    expect(page.callsOf(api.setPharmacyPrice)).toEqual([]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value).toBe('12.5');
    await page.user.click(update());
    page.answer(api.pharmacyPriceHistory, {
      pharmacyPrices: [aPrice({ eventId: 60, price: '12.50' }), aPrice()],
      drugPrice: '12.50',
      currency: 'USD',
      quantityUnit: 'Bottle',
    });
    await press(page, 'Confirm');
    expect(await screen.findByText('Price updated.')).toBeDefined();
    const given = {
      drugPrice: '12.5',
      currency: 'USD',
      quantityUnit: 'Bottle',
      shippingFee: '4',
      dispenseFee: '0',
      effectiveDate: serverDay(),
    };
    expect(page.callsOf(api.setPharmacyPrice).map(({ sent }) => sent)).toEqual([
      { ...given, pharmacyId: 31, productId: 5 },
    ]);
    expect(await within(await history()).findByText('12.50 USD')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();

    await page.user.click(screen.getByRole('radio', { name: 'Sponsor price' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Update price' })).toHaveProperty('disabled', false));
    await press(page, 'Update price');
    await fill(page, '12.5', '4', '0');
    await page.user.click(update());
    await press(page, 'Confirm');
    expect(await screen.findByText('Sponsor price updated.')).toBeDefined();
    expect(page.callsOf(api.setSponsorPrice).map(({ sent }) => sent)).toEqual([
      { ...given, sponsorId: 1, productId: 5, partnerType: 'pharmacy', partnerId: 31, pharmacyId: 31 },
    ]);
  });

  test('PRC-08 OPS-41 once the unit of a product is changed there is no current price, and the one of before stands in the history with its unit', async () => {
    const page = open([[api.invalidatePharmacyPrice, { message: 'Price invalidated.' }]]);
    const table = within(await history());
    await table.findByText('10-Jan-2026');
    page.answer(api.pharmacyPriceHistory, {
      pharmacyPrices: [aPrice()],
      drugPrice: null,
      currency: null,
      quantityUnit: 'Tablet',
    });
    await page.live.tell({ type: 'product.changed', id: 5 });
    expect(await table.findByText('Other unit')).toBeDefined();
    expect(screen.getByText('Current price:').textContent).toBe('Current price: none');
    expect(table.getByText('1,234.50 USD').textContent).toBe('1,234.50 USD per Bottle');
    const asked = await askToInvalidate(page, 'per Bottle from 10-Jan-2026');
    expect(asked.textContent).toContain('1,234.50 USD per Bottle from 10-Jan-2026');
  });

  const tablet = { quantityUnit: 'Tablet', since: '2026-02-03' };
  const boxOfTen = { quantityUnit: 'Box of 10', since: '2026-01-11' };

  test('OPS-13 the price of a former unit, in which something was asked for, is set beside that of the unit of now', async () => {
    const page = open([
      [api.pharmacyPriceHistory, { pharmacyPrices: [aPrice()], ...current, formerUnits: [tablet, boxOfTen] }],
      [api.setPharmacyPrice, { message: 'Price updated.', eventId: 30 }],
    ]);
    await history();
    expect(await screen.findByRole('button', { name: 'Set price per Box of 10' })).toBeDefined();
    await press(page, 'Set price per Tablet');
    await fill(page, '3', '4', '0');
    expect(screen.getByText('Present price: none')).toBeDefined();
    await page.user.click(update());
    const asked = await screen.findByRole('dialog', { name: 'Set this price?' });
    expect(asked.textContent).toContain('3.00 USD per Tablet');
    await press(page, 'Confirm');
    expect(await screen.findByText('Price updated.')).toBeDefined();
    expect(page.callsOf(api.setPharmacyPrice).map(({ sent }) => sent)).toMatchObject([
      { drugPrice: '3', quantityUnit: 'Tablet' },
    ]);
    await press(page, 'Update price');
    expect(await screen.findByText('Present price: 1,234.50 USD')).toBeDefined();
  });

  test('OPS-13 the price of a former unit starts on the first day on which something asked for in it has none, and a change of the price of now today', async () => {
    const lacking = { since: '2026-01-05', formerUnits: [tablet, boxOfTen] };
    const page = open([
      [api.pharmacyPriceHistory, { pharmacyPrices: [aPrice()], ...current, ...lacking }],
      [api.setPharmacyPrice, { message: 'Price updated.', eventId: 30 }],
    ]);
    await history();
    const startsOn = async (button: string) => {
      await press(page, button);
      const { value } = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Effective date' });
      await press(page, 'Cancel');
      return value;
    };
    expect(await startsOn('Set price per Box of 10')).toBe('11-Jan-2026');
    expect(await startsOn('Update price')).toBe(asDay(serverDay()));
    expect(await startsOn('Set price per Tablet')).toBe('03-Feb-2026');
    await press(page, 'Set price per Tablet');
    await fill(page, '3', '4', '0');
    await page.user.click(update());
    await press(page, 'Confirm');
    expect(await screen.findByText('Price updated.')).toBeDefined();
    expect(page.callsOf(api.setPharmacyPrice).map(({ sent }) => sent)).toMatchObject([
      { quantityUnit: 'Tablet', effectiveDate: '2026-02-03' },
    ]);
  });

  test('REL-06 a price of a former unit whose answer was lost waits for its own button, which the panel names; that of the unit of now is another one', async () => {
    const page = open([
      [api.pharmacyPriceHistory, { pharmacyPrices: [aPrice()], ...current, formerUnits: [tablet] }],
      [api.setPharmacyPrice, () => Promise.reject(new TypeError('the line is dead'))],
    ]);
    await history();
    const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
    await press(page, 'Set price per Tablet');
    await fill(page, '3', '9', '0');
    // It was set, and nothing else in that unit lacks a price.
    page.answer(api.pharmacyPriceHistory, { pharmacyPrices: [aPrice()], ...current, formerUnits: [] });
    await page.user.click(update());
    await press(page, 'Confirm');
    expect((await (await panel('Pharmacy')).findByRole('alert')).textContent).toBe(
      'It is not known whether the price was set. Unable to make request. Press “Set price per Tablet” again without changing anything: it is done once only.',
    );
    await press(page, 'Update price');
    expect([(await field('Price')).value, (await field('Shipping fee')).value]).toEqual(['', '14.00']);
    expect(screen.queryByText(/has to be entered again/)).toBeNull();
    page.answer(api.setPharmacyPrice, { message: 'Price updated.', eventId: 60 });
    await fill(page, '90', '4', '0');
    await page.user.click(update());
    await press(page, 'Confirm');
    expect(await screen.findByText('Price updated.')).toBeDefined();
    await press(page, 'Set price per Tablet');
    expect([(await field('Price')).value, (await field('Shipping fee')).value]).toEqual(['3', '9']);
    await page.user.click(update());
    await press(page, 'Confirm');
    await waitFor(() => expect(page.callsOf(api.setPharmacyPrice)).toHaveLength(3));
    const [lost, other, again] = page.callsOf(api.setPharmacyPrice);
    expect([lost, other, again].map((call) => call?.sent)).toMatchObject(
      ['Tablet', 'Bottle', 'Tablet'].map((quantityUnit) => ({ quantityUnit })),
    );
    // What became of the one says nothing of the other.
    expect(other?.headers.get('idempotency-instead-of')).toBeNull();
    expect(again?.headers.get('idempotency-key')).toBe(lost?.headers.get('idempotency-key'));
  });

  test('OPS-42 a price that has ended stands in the history with its last day, is not the current one, and can be invalidated after all', async () => {
    const ended = { ...aPrice({ eventId: 20, effectiveDate: '2026-02-10', price: '77.00' }), endedOn: '2026-06-15' };
    const page = open([
      [api.pharmacyPriceHistory, { pharmacyPrices: [aPrice()], ...current, ended: [ended] }],
      [api.invalidatePharmacyPrice, { message: 'Price invalidated.' }],
    ]);
    const table = within(await history());
    await table.findByText('77.00 USD');
    expect(await datesAndStates()).toEqual([
      ['10-Feb-2026', 'Ended 15-Jun-2026'],
      ['10-Jan-2026', 'Current'],
    ]);
    expect(screen.getByText('Current price:').textContent).toBe('Current price: 1,234.50 USD per Bottle');
    const asked = within(await askToInvalidate(page, 'from 10-Feb-2026'));
    expect(asked.queryByRole('radio')).toBeNull();
    expect(
      asked.getByText(
        'What was sent at this price loses it, also on invoices of the past. An earlier price for the same unit counts instead.',
      ),
    ).toBeDefined();
    await page.user.click(asked.getByRole('button', { name: 'Invalidate' }));
    expect(await screen.findByText('Price invalidated.')).toBeDefined();
    expect(page.callsOf(api.invalidatePharmacyPrice).map(({ sent }) => sent)).toEqual([
      { eventId: 20, pharmacyId: 31, productId: 5 },
    ]);
  });

  test('OPS-41 of prices that ended together the one that held until then says so, and those of before are past; so is none that held again after a later one', async () => {
    const from = (eventId: number, effectiveDate: string, endedOn: string, quantityUnit = 'Bottle') => ({
      ...aPrice({ eventId, effectiveDate, quantityUnit }),
      endedOn,
    });
    const ended = [
      from(20, '2026-02-10', '2026-06-15'),
      from(22, '2026-02-20', '2026-06-15'),
      from(23, '2026-02-20', '2026-06-15'),
      // It was set once the later one had ended, and ended thereafter.
      from(24, '2026-01-15', '2026-08-01'),
      from(25, '2026-02-15', '2026-06-15', 'Tablet'),
    ];
    open([[api.pharmacyPriceHistory, { pharmacyPrices: [], ...current, ended }]]);
    const table = within(await history());
    await table.findByText('10-Feb-2026');
    expect(await datesAndStates()).toEqual([
      ['20-Feb-2026', 'Ended 15-Jun-2026'],
      ['20-Feb-2026', 'Past'],
      ['15-Feb-2026', 'Ended 15-Jun-2026'],
      ['10-Feb-2026', 'Past'],
      ['15-Jan-2026', 'Ended 01-Aug-2026'],
    ]);
  });

  test('PRC-16 whoever invalidates a price in whose place an earlier one comes is told so, and nobody else', async () => {
    const ended = [
      { ...aPrice({ eventId: 22, effectiveDate: '2026-02-10' }), endedOn: '2026-03-01' },
      { ...aPrice({ eventId: 23, effectiveDate: '2026-02-15' }), endedOn: '2026-03-01' },
      { ...aPrice({ eventId: 24, effectiveDate: '2026-04-01' }), endedOn: '2026-04-15' },
      { ...aPrice({ eventId: 25, effectiveDate: '2026-02-20', quantityUnit: 'Tablet' }), endedOn: '2026-03-01' },
    ];
    const page = open([[api.pharmacyPriceHistory, { pharmacyPrices: [], ...current, ended }]]);
    await within(await history()).findByText('10-Feb-2026');
    const isTold = async (price: string) => {
      const asked = within(await askToInvalidate(page, price));
      const said = asked.getByText(/^What was sent at this price loses it/).textContent;
      await page.user.click(asked.getByRole('button', { name: 'Cancel' }));
      return said;
    };
    const loses = 'What was sent at this price loses it, also on invoices of the past.';
    const instead = `${loses} An earlier price for the same unit counts instead.`;
    expect(await isTold('from 10-Feb-2026')).toBe(loses);
    expect(await isTold('from 15-Feb-2026')).toBe(instead);
    expect(await isTold('from 01-Apr-2026')).toBe(loses);
    expect(await isTold('per Tablet from 20-Feb-2026')).toBe(loses);
  });

  test('PRC-13 a price over the days of one that has ended is asked about with the days that it does not reach', async () => {
    const ended = { ...aPrice({ eventId: 20, effectiveDate: '2026-03-10' }), endedOn: '2026-06-15' };
    const page = open([[api.pharmacyPriceHistory, { pharmacyPrices: [aPrice()], ...current, ended: [ended] }]]);
    await within(await history()).findByText('10-Mar-2026');
    await press(page, 'Update price');
    await fill(page, '12.5', '4', '0');
    const day = screen.getByRole('textbox', { name: 'Effective date' });
    await page.user.clear(day);
    await page.user.type(day, '12-Jan-2026');
    await page.user.tab();
    await page.user.click(update());
    const asked = await screen.findByRole('dialog', { name: 'Set this price?' });
    expect(asked.textContent).toContain(
      'is invoiced at this price too. From 10-Mar-2026 to 15-Jun-2026 a price that has ended counts instead. ',
    );
  });

  test.each([
    ['Capsules', 'Capsule'],
    ['Capsule', 'Capsules'],
  ])(
    'PRC-08 OPS-41 prices in two units that have one singular are told apart: “%s”, and “%s” now',
    async (before, now) => {
      const page = open();
      const table = within(await history());
      await table.findByText('10-Jan-2026');
      page.answer(api.pharmacyPriceHistory, {
        pharmacyPrices: [
          aPrice({ eventId: 22, effectiveDate: '2026-02-10', price: '222.22', quantityUnit: now }),
          aPrice({ quantityUnit: before }),
        ],
        drugPrice: '222.22',
        currency: 'USD',
        quantityUnit: now,
      });
      await page.live.tell({ type: 'product.changed', id: 5 });
      await table.findByText('Other unit');
      expect(table.getByText('222.22 USD').textContent).toBe(`222.22 USD per ${now}`);
      expect(table.getByText('1,234.50 USD').textContent).toBe(`1,234.50 USD per ${before}`);
      expect(screen.getByText('Current price:').textContent).toBe(`Current price: 222.22 USD per ${now}`);
      const asked = await askToInvalidate(page, `per ${before} from 10-Jan-2026`);
      expect(asked.textContent).toContain(`1,234.50 USD per ${before} from 10-Jan-2026`);
    },
  );

  test('REL-07 a price that was entered for a unit that the product has no longer is refused in its words, and asked for again in the new one', async () => {
    const said =
      'The price was entered for the unit “Bottle”, and the unit of this product is “Tablet” now. Please enter it again.';
    const page = open([
      [api.setPharmacyPrice, { status: 400, body: { code: 'invalid', message: said, fields: { quantityUnit: said } } }],
    ]);
    await history();
    await press(page, 'Update price');
    await fill(page, '90', '4', '0');
    await page.user.click(update());
    page.answer(api.pharmacyPriceHistory, {
      pharmacyPrices: [aPrice()],
      drugPrice: null,
      currency: null,
      quantityUnit: 'Tablet',
    });
    await press(page, 'Confirm');
    expect(await screen.findByText(said)).toBeDefined();
    await within(await history()).findByText('Other unit');
    await press(page, 'Update price');
    const price = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price' });
    expect(
      screen.getByText(
        'The unit of this product was “Bottle” and is “Tablet” now, so its price has to be entered again.',
      ),
    ).toBeDefined();
    expect([price.value, isOff(update())]).toEqual(['', true]);
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Shipping fee' }).value).toBe('4');
    page.answer(api.setPharmacyPrice, { message: 'Price updated.', eventId: 60 });
    await page.user.type(price, '3');
    await page.user.click(update());
    await press(page, 'Confirm');
    expect(await screen.findByText('Price updated.')).toBeDefined();
    expect(page.callsOf(api.setPharmacyPrice).map(({ sent }) => sent)).toMatchObject([
      { drugPrice: '90', quantityUnit: 'Bottle' },
      { drugPrice: '3', quantityUnit: 'Tablet' },
    ]);
  });

  test('PRC-08 OPS-41 where the server’s day is not the browser’s, the current price, the states of the history and what a new one is compared with go by the server’s', async () => {
    const ahead = Date.now() + 86_400_000;
    const tomorrow = new Date(ahead).toISOString().slice(0, 10);
    const pharmacyPrices = [
      aPrice({ eventId: 23, effectiveDate: plusDays(tomorrow, 1), price: '300.00' }),
      aPrice({ eventId: 22, effectiveDate: tomorrow, price: '222.22' }),
      aPrice({ eventId: 21, price: '199.25' }),
    ];
    const prices = { pharmacyPrices, drugPrice: '222.22', currency: 'USD', quantityUnit: 'Bottle' };
    const page = open();
    page.answer(api.pharmacyPriceHistory, aReply(api.pharmacyPriceHistory, prices, { 'x-now': String(ahead) }));
    const table = within(await history());
    await table.findByText('222.22 USD');
    const states = table.getAllByRole('row').slice(1);
    expect(states.map((row) => within(row).getAllByRole('cell')[4]?.textContent)).toEqual([
      'Future',
      'Current',
      'Past',
    ]);
    expect(screen.getByText('Current price:').textContent).toBe('Current price: 222.22 USD per Bottle');
    await press(page, 'Update price');
    expect(await screen.findByText('Present price: 222.22 USD')).toBeDefined();
    // A quarter more than the price of before, and less than that more than the present one.
    await fill(page, '250', '14', '6.5');
    await page.user.click(update());
    const asked = within(await screen.findByRole('dialog', { name: 'Set this price?' }));
    expect(asked.queryByRole('alert')).toBeNull();
    page.answer(api.setPharmacyPrice, { message: 'Price updated.', eventId: 60 });
    await page.user.click(asked.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Price updated.');
    expect(page.callsOf(api.setPharmacyPrice)[0]?.sent).toMatchObject({ effectiveDate: tomorrow });
  });

  test('PRC-13 an entry that is cancelled sends nothing, and asks before what was typed is thrown away', async () => {
    const page = open();
    await history();
    await press(page, 'Update price');
    await fill(page, '12.5', '4', '0');
    await press(page, 'Cancel');
    await press(page, 'Discard');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.callsOf(api.setPharmacyPrice)).toEqual([]);
  });

  test('PRC-17 ERR-08 OPS-40 a price that another has to make room for is told in red on the panel, and what was typed waits', async () => {
    const why = 'Must invalidate pricing with the same effective date first.';
    const page = open([
      [api.setPharmacyPrice, { status: 400, body: { code: 'product_price.same_day', message: why } }],
    ]);
    await history();
    await press(page, 'Update price');
    await fill(page, '12.5', '4', '0');
    await page.user.click(update());
    await press(page, 'Confirm');
    const told = await (await panel('Pharmacy')).findByText(why);
    expect(told.getAttribute('style')).toContain('--mantine-color-red-9');
    expect(screen.queryByRole('dialog')).toBeNull();
    await press(page, 'Update price');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Price' })).value).toBe('12.5');
  });

  test('REL-06 of a price whose answer was lost the panel says that it is not known, and reads the history anew; another one is told that the first was set', async () => {
    const page = open([[api.setPharmacyPrice, doesFirst({ message: 'Price updated.', eventId: 61 })]]);
    await history();
    page.answer(api.pharmacyPriceHistory, {
      pharmacyPrices: [aPrice({ eventId: 60, price: '12.50' }), aPrice()],
      drugPrice: '12.50',
      currency: 'USD',
      quantityUnit: 'Bottle',
    });
    const send = async (price: string) => {
      await press(page, 'Update price');
      await screen.findByRole('textbox', { name: 'Price' });
      await fill(page, price, '4', '0');
      await page.user.click(update());
      await press(page, 'Confirm');
    };
    await send('12.5');
    expect((await (await panel('Pharmacy')).findByRole('alert')).textContent).toBe(
      'It is not known whether the price was set. Unable to make request. Press “Update price” again without changing anything: it is done once only.',
    );
    expect(await within(await history()).findByText('12.50 USD')).toBeDefined();
    await send('13');
    expect(await screen.findByText(/^The price was not set\. Your first try went through after all/)).toBeDefined();
    const [lost, ...others] = page.callsOf(api.setPharmacyPrice);
    expect(others.map(({ headers }) => headers.get('idempotency-instead-of'))).toEqual([
      lost?.headers.get('idempotency-key'),
    ]);
  });

  test('REL-06 where a price is set at once, what was typed stays after a lost answer, and it is said that it is not known whether it was set', async () => {
    const page = renderPage(
      <SetPrice
        kind="pharmacy"
        partner={{ partnerId: 31, name: 'Northgate Pharmacy' }}
        product={aProduct()}
        onClose={() => undefined}
      />,
      {
        replies: [...base, [api.setPharmacyPrice, () => Promise.reject(new TypeError('the line is dead'))]],
        viewer: admin,
      },
    );
    await screen.findByRole('textbox', { name: 'Price' });
    await fill(page, '12.5', '4', '0');
    await page.user.click(update());
    await press(page, 'Confirm');
    expect((await screen.findByRole('alert')).textContent).toContain(
      'It is not known whether the price was set. Unable to make request. Press “Update” again without changing anything: it is done once only.',
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' }).value).toBe('12.5');
  });

  test('of an invalidation whose answer was lost the panel says that it is not known, and reads the history anew', async () => {
    const page = open([[api.invalidatePharmacyPrice, () => Promise.reject(new TypeError('the line is dead'))]]);
    await history();
    page.answer(api.pharmacyPriceHistory, {
      pharmacyPrices: [],
      drugPrice: null,
      currency: null,
      quantityUnit: 'Bottle',
    });
    await askToInvalidate(page, 'from 10-Jan-2026');
    await press(page, 'Invalidate');
    expect((await (await panel('Pharmacy')).findByRole('alert')).textContent).toBe(
      'It is not known whether the price was invalidated. Unable to make request. Press “Invalidate” again to find out: it is not done twice.',
    );
    expect(await screen.findByText('No prices have been set yet.')).toBeDefined();
  });

  test('PRC-16 PRC-07 OPS-42 APP-10 a price is invalidated after a question and leaves the history; an invalid one is never shown', async () => {
    const [newer, older] = [aPrice({ eventId: 22, effectiveDate: '2026-02-01' }), aPrice()];
    const page = open([
      [
        api.pharmacyPriceHistory,
        {
          pharmacyPrices: [newer, older, aPrice({ eventId: 20, effectiveDate: '2026-03-01', invalid: 1 })],
          ...current,
        },
      ],
      [api.invalidatePharmacyPrice, { message: 'Price invalidated.' }],
    ]);
    const table = await history();
    await within(table).findByText('01-Feb-2026');
    expect(within(table).queryByText('01-Mar-2026')).toBeNull();
    const ask = async () => within(await askToInvalidate(page, 'from 01-Feb-2026'));
    await page.user.click((await ask()).getByRole('button', { name: 'Cancel' }));
    expect(page.callsOf(api.invalidatePharmacyPrice)).toEqual([]);
    const question = await ask();
    page.answer(api.pharmacyPriceHistory, { pharmacyPrices: [older], ...current });
    await page.user.click(question.getByRole('button', { name: 'Invalidate' }));
    expect(await screen.findByText('Price invalidated.')).toBeDefined();
    expect(page.callsOf(api.invalidatePharmacyPrice).map(({ sent }) => sent)).toEqual([
      { eventId: 22, pharmacyId: 31, productId: 5 },
    ]);
    await waitFor(() => expect(within(table).queryByText('01-Feb-2026')).toBeNull());
  });

  test('PRC-16 in the question it is said with the keys alone that a price was right and ends today, and by a second thought that it was wrong', async () => {
    const page = open([[api.invalidatePharmacyPrice, { message: 'Price ended.' }]]);
    await within(await history()).findByText('10-Jan-2026');
    const question = within(await askToInvalidate(page, 'from 10-Jan-2026'));
    const wrong = question.getByRole<HTMLInputElement>('radio', { name: 'It was wrong and never held' });
    const over = question.getByRole<HTMLInputElement>('radio', { name: 'The agreement ends today' });
    expect(wrong.checked).toBe(true);
    expect(question.getByText('What was sent at this price loses it, also on invoices of the past.')).toBeDefined();
    expect(
      question.getByText(
        'What was sent until now keeps its price. What is sent after today has none, unless another one counts then.',
      ),
    ).toBeDefined();
    wrong.focus();
    await page.user.keyboard('{ArrowDown}');
    expect(over.checked).toBe(true);
    const asked = await screen.findByRole('dialog', { name: 'End this price?' });
    expect(asked.textContent).toContain(
      'will hold today for the last time and then stand in the history as ended. Earlier prices for the same unit end with it. This cannot be taken back.',
    );
    await page.user.keyboard('{ArrowUp}');
    expect(await screen.findByRole('dialog', { name: 'Invalidate this price?' })).toBeDefined();
    await page.user.keyboard('{ArrowDown}{Tab}{Tab}');
    expect(document.activeElement?.textContent).toBe('End price');
    await page.user.keyboard('{Enter}');
    expect(await screen.findByText('Price ended.')).toBeDefined();
    expect(page.callsOf(api.invalidatePharmacyPrice).map(({ sent }) => sent)).toEqual([
      { eventId: 21, ends: 1, pharmacyId: 31, productId: 5 },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('PRC-16 a price in whose place another has begun cannot end any more, the one that holds can, and one that begins later stays', async () => {
    const later = aPrice({ eventId: 23, effectiveDate: plusDays(serverDay(), 40) });
    const holds = aPrice({ eventId: 22, effectiveDate: '2026-03-10' });
    const page = open();
    page.answer(api.pharmacyPriceHistory, { pharmacyPrices: [later, holds, aPrice()], ...current });
    await within(await history()).findByText('Future');
    const replaced = within(await askToInvalidate(page, 'from 10-Jan-2026'));
    expect(replaced.getByText('What was sent at this price loses it, also on invoices of the past.')).toBeDefined();
    expect(replaced.queryByRole('radio')).toBeNull();
    await page.user.click(replaced.getByRole('button', { name: 'Cancel' }));
    const holding = within(await askToInvalidate(page, 'from 10-Mar-2026'));
    await page.user.click(holding.getByRole('radio', { name: 'The agreement ends today' }));
    expect((await screen.findByRole('dialog', { name: 'End this price?' })).textContent).toContain(
      'Earlier prices for the same unit end with it. One that begins later stays.',
    );
  });

  test('PRC-16 a price that has not begun yet cannot end, and is invalidated without a choice', async () => {
    const page = open();
    page.answer(api.pharmacyPriceHistory, {
      pharmacyPrices: [aPrice({ effectiveDate: plusDays(serverDay(), 40) })],
      ...current,
    });
    await within(await history()).findByText('Future');
    const question = within(await askToInvalidate(page, `from ${asDay(plusDays(serverDay(), 40))}`));
    expect(question.getByRole('button', { name: 'Invalidate' })).toBeDefined();
    expect(question.queryByRole('radio')).toBeNull();
  });
});

describe('supply', () => {
  test('OPS-99 PRC-02 each panel is switched between prices and supply by itself', async () => {
    const page = open([], '/settings/product-management?group=2&product=8');
    await choose(page, 'Wholesaler', 'Partner Supply');
    expect(await (await panel('Wholesaler')).findByRole('switch', { name: 'Baltic Wholesale' })).toBeDefined();
    expect((await panel('Pharmacy')).queryByRole('switch')).toBeNull();
    expect(await history()).toBeDefined();
    expect(page.router.state.location.search).toMatchObject({ wholesaler: 'supply' });
    await choose(page, 'Wholesaler', 'Pricing');
    expect(await (await panel('Wholesaler')).findByText('No prices have been set yet.')).toBeDefined();
  });

  test('PSU-02 PSU-10 CAE-12 CAE-13 each partner has a switch that makes it the supplier, or ends that', async () => {
    const page = open([
      [supply.addPharmacySupplier, { message: 'Partner updated.' }],
      [supply.removePharmacySupplier, { message: 'Partner updated.' }],
    ]);
    await choose(page, 'Pharmacy', 'Partner Supply');
    const [one, other] = ['Northgate Pharmacy', 'Southgate Pharmacy'].map((name) =>
      screen.getByRole<HTMLInputElement>('switch', { name }),
    );
    expect([one?.checked, other?.checked]).toEqual([true, false]);
    page.answer(listPharmacySupply, [north, { ...south, isSupplier: true }]);
    await page.user.click(other!);
    await waitFor(() => expect(other?.checked).toBe(true));
    expect(page.callsOf(supply.addPharmacySupplier).map(({ sent }) => sent)).toEqual([
      { g_id: 2, ppId: 32, productId: 5 },
    ]);
    page.answer(listPharmacySupply, [{ ...north, isSupplier: false }, south]);
    await page.user.click(one!);
    await waitFor(() => expect(one?.checked).toBe(false));
    expect(page.callsOf(supply.removePharmacySupplier).map(({ query }) => query as object)).toEqual([
      { g_id: 2, ppId: 31, productId: 5 },
    ]);
  });

  test('PSU-10 CAE-25 a wholesaler is switched by its own call', async () => {
    const page = open(
      [[supply.removeWholesalerSupplier, { message: 'Partner updated.' }]],
      '/settings/product-management?group=1&product=6&wholesaler=supply',
    );
    await page.user.click(await screen.findByRole('switch', { name: 'Baltic Wholesale' }));
    await waitFor(() =>
      expect(page.callsOf(supply.removeWholesalerSupplier)[0]?.query).toEqual({ g_id: 1, wpId: 41, productId: 6 }),
    );
  });

  test('of a supply whose answer was lost the panel says that it is not known, and its switch shows what holds', async () => {
    const page = open([[supply.addPharmacySupplier, () => Promise.reject(new TypeError('the line is dead'))]]);
    await choose(page, 'Pharmacy', 'Partner Supply');
    page.answer(listPharmacySupply, [north, { ...south, isSupplier: true }]);
    const other = screen.getByRole<HTMLInputElement>('switch', { name: 'Southgate Pharmacy' });
    await page.user.click(other);
    expect((await (await panel('Pharmacy')).findByRole('alert')).textContent).toBe(
      'Unable to make request. It is not known whether this was done. Please check the switch of Southgate Pharmacy before you press it again.',
    );
    await waitFor(() => expect(other.checked).toBe(true));
  });

  test('PSU-09 CON-04 the message that a partner was updated goes after three seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    let answer: (reply: object) => void = () => undefined;
    const waiting = new Promise<object>((resolve) => (answer = resolve));
    const page = open(
      [[supply.addPharmacySupplier, () => waiting]],
      '/settings/product-management?group=2&product=5&pharmacy=supply',
    );
    await page.user.click(await screen.findByRole('switch', { name: 'Southgate Pharmacy' }));
    await waitFor(() => expect(page.callsOf(supply.addPharmacySupplier)).toHaveLength(1));
    // From here on no time goes by of itself, however slow the machine is.
    vi.setTimerTickMode('manual');
    answer({ message: 'Partner updated.' });
    const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    await later(10);
    expect(screen.getByText('Partner updated.')).toBeDefined();
    await later(2_900);
    expect(screen.getByText('Partner updated.')).toBeDefined();
    await later(200);
    expect(screen.queryByText('Partner updated.')).toBeNull();
  });

  test('PRC-17 ERR-08 OPS-40 that a price has to be invalidated first is told in red on the panel', async () => {
    const why = 'Must invalidate pricing before removing this supplier.';
    const page = open([[supply.removePharmacySupplier, refused(why)]]);
    await choose(page, 'Pharmacy', 'Partner Supply');
    await page.user.click(await screen.findByRole('switch', { name: 'Northgate Pharmacy' }));
    const told = await (await panel('Pharmacy')).findByText(why);
    expect(told.getAttribute('style')).toContain('--mantine-color-red-9');
    expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Northgate Pharmacy' }).checked).toBe(true);
  });
});

test.each([
  ['somebody of a pharmacy', { type: 'Pharmacy User', adminRights: true, ppId: 31 }, '/not-found'],
  ['a company without TrialCard', { type: 'Admin', adminRights: true, modules: ['Assessments'] }, '/not-found'],
  ['somebody without admin rights', { type: 'Site User', adminRights: false }, '/participants'],
] as const)('ROL-06 the page does not open for %s', async (_, viewer, elsewhere) => {
  const page = openPortal('/settings/product-management', [...sessionReplies(viewer as never), ...base]);
  await waitFor(() => expect(page.path()).toBe(elsewhere));
});

test('ROL-06 the page opens for an administrator of trials', async () => {
  const page = openPortal('/settings/product-management', [...sessionReplies(admin), ...base]);
  expect(await screen.findByRole('combobox', { name: 'Trial or trial site' })).toBeDefined();
  expect(page.path()).toBe('/settings/product-management');
});

test('ROL-22 for a sponsor no products are loaded', async () => {
  const page = renderPage(<ProductManagement />, {
    replies: base,
    viewer: { type: 'Sponsor', adminRights: true },
    route: '/settings/product-management?group=2&product=5',
  });
  expect(await screen.findByText('Sponsors do not see the products of a trial.')).toBeDefined();
  expect(page.callsOf(listProducts)).toEqual([]);
});
