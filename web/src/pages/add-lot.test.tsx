import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/lots/endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Viewer } from '#api/session.ts';
import { isOff } from '#test/buttons.ts';
import { aSite, aTrial } from '#test/participants.ts';
import { type Call, renderPage, type Reply } from '#test/portal.tsx';
import { aProduct } from '#test/products.ts';
import ProductManagement from './ProductManagement.tsx';

const lot: api.Lot = {
  lotId: 8,
  lotNumber: 'L2612',
  productId: 5,
  drugName: 'Aurelix 50 mg',
  dosageForm: 'Tablet',
  protocolNumber: 'AUR-101',
  expirationDate: '2027-03-05',
  recalledAt: null,
  createdAt: new Date('2026-03-05T12:00:00Z'),
  version: 1,
};
const products = [aProduct(), aProduct({ productId: 6, drugName: 'Aurelix Pen', dosageForm: 'Syringe' })];
const replies: Reply[] = [
  [listTrials, { groups: [aTrial(), aSite()] }],
  [listProducts, products],
  [api.listLots, { lots: [], more: false }],
  [api.traceLot, { lot, shipments: [], more: false, corrections: [], recalls: [], mayCorrect: true }],
  [api.addLot, { message: 'Lot recorded.', lotId: 8 }],
];
const open = (more: Reply[] = [], viewer: Partial<Viewer> = { type: 'Admin', adminRights: true }) =>
  renderPage(<ProductManagement />, {
    replies: [...replies, ...more],
    viewer,
    route: '/settings/product-management?view=lots',
  });
type Page = ReturnType<typeof open>;

/** The dialog, once the products are there. */
async function dialogOf(page: Page) {
  await page.user.click(await screen.findByRole('button', { name: 'Record a lot' }));
  return within(await screen.findByRole('dialog', { name: 'Record a lot' }));
}
type Dialog = Awaited<ReturnType<typeof dialogOf>>;
const button = (dialog: Dialog) => dialog.getByRole<HTMLButtonElement>('button', { name: 'Record lot' });
const number = (dialog: Dialog) => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Lot number' });
const productOf = (dialog: Dialog) => dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Product' });
async function fill(page: Page, dialog: Dialog, lotNumber = ' L2612 ') {
  await dialog.findByRole('option', { name: 'Aurelix 50 mg, Tablet' });
  await page.user.selectOptions(productOf(dialog), 'Aurelix 50 mg, Tablet');
  await page.user.write(number(dialog), lotNumber);
  await page.user.write(dialog.getByRole('textbox', { name: 'Expiration date' }), '05-Mar-2027');
}

test('a lot that nobody has packed is recorded, once for a double click; then it is shown, where it can be recalled', async () => {
  const page = open();
  const dialog = await dialogOf(page);
  expect(dialog.getByText('For a lot that nobody has packed yet, such as one that is recalled.')).toBeDefined();
  // One trial alone is not asked for.
  expect(dialog.queryByRole('combobox', { name: 'Trial' })).toBeNull();
  await fill(page, dialog);
  await page.user.dblClick(button(dialog));
  expect(await screen.findByText('Lot L2612 is recorded.')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Lot L2612' })).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Recall lot' })).toBeDefined();
  expect(screen.getByText('No shipment holds this lot.')).toBeDefined();
  expect(page.router.state.location.search).toEqual({ view: 'lots', lot: 8 });
  expect(page.callsOf(listProducts).map(({ query }) => query)).toEqual([{ g_id: 1 }]);
  expect(page.callsOf(api.traceLot).map(({ query }) => query)).toEqual([{ lotId: 8 }]);
  const [sent, ...others] = page.callsOf(api.addLot);
  expect([sent?.body, others]).toEqual([{ productId: 5, lotNumber: 'L2612', expirationDate: '2027-03-05' }, []]);
  expect(sent?.headers.get('idempotency-key')).toMatch(/.{16}/);
});

test('of several trials one is chosen first, and its products are offered; another trial leaves the product to be chosen', async () => {
  const other = aTrial({ gId: 9, groupName: 'AUR-202', displayName: 'Aurelia Asthma Study' });
  const inhaler = aProduct({ productId: 7, g_id: 9, drugName: 'Aurelix', dosageForm: 'Inhaler' });
  const page = open([
    [listTrials, { groups: [aTrial(), aSite(), other] }],
    [listProducts, ({ query }: Call) => (query.g_id === 9 ? [inhaler] : products)],
  ]);
  const dialog = await dialogOf(page);
  const trial = dialog.getByRole('combobox', { name: 'Trial' });
  expect(
    within(trial)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose trial', 'Aurelia Migraine Study', 'Aurelia Asthma Study']);
  expect(dialog.getByText('Still missing: trial; product; lot number; expiration date.')).toBeDefined();
  expect(productOf(dialog).disabled).toBe(true);
  await page.user.selectOptions(trial, 'Aurelia Migraine Study');
  await fill(page, dialog);
  expect(isOff(button(dialog))).toBe(false);
  await page.user.selectOptions(trial, 'Aurelia Asthma Study');
  expect(await dialog.findByText('Still missing: product.')).toBeDefined();
  await dialog.findByRole('option', { name: 'Aurelix, Inhaler' });
  expect(dialog.queryByRole('option', { name: 'Aurelix 50 mg, Tablet' })).toBeNull();
  await page.user.selectOptions(productOf(dialog), 'Aurelix, Inhaler');
  await page.user.click(button(dialog));
  await screen.findByText('Lot L2612 is recorded.');
  expect(page.callsOf(api.addLot).map(({ body }) => body.productId)).toEqual([7]);
});

test('what is missing is said, and nothing is sent before it is there', async () => {
  const page = open();
  const dialog = await dialogOf(page);
  expect(dialog.getByText('Still missing: product; lot number; expiration date.')).toBeDefined();
  await fill(page, dialog, '  ');
  expect(dialog.getByText('Still missing: lot number.')).toBeDefined();
  expect(isOff(button(dialog))).toBe(true);
  await page.user.click(button(dialog));
  await page.user.write(number(dialog), 'x'.repeat(61));
  expect(dialog.getByText(/^Too long/)).toBeDefined();
  expect(isOff(button(dialog))).toBe(true);
  await page.user.click(button(dialog));
  await page.user.clear(number(dialog));
  await page.user.write(number(dialog), 'L2612');
  await page.user.clear(dialog.getByRole('textbox', { name: 'Expiration date' }));
  await page.user.write(dialog.getByRole('textbox', { name: 'Expiration date' }), '05-Mar-0226');
  expect(dialog.getByText('Expiration date must lie between 01-Jan-1900 and 31-Dec-2199.')).toBeDefined();
  expect(isOff(button(dialog))).toBe(true);
  await page.user.click(button(dialog));
  expect(page.callsOf(api.addLot)).toEqual([]);
  // What was typed is not thrown away without a question.
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('dialog', { name: 'Discard what you typed?' })).toBeDefined();
});

test('a number that is on record already is told at its field, which has the keyboard, until another one is typed', async () => {
  const sentence = 'Lot L2612 of Aurelix 50 mg is on record already.';
  const body = { code: 'lot.on_record', message: sentence, fields: { lotNumber: sentence } };
  const page = open([[api.addLot, { status: 400, body }]]);
  const dialog = await dialogOf(page);
  await fill(page, dialog, 'l2612');
  await page.user.click(button(dialog));
  expect(await dialog.findAllByText(sentence)).toHaveLength(1);
  expect(number(dialog).getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(number(dialog)));
  page.answer(api.addLot, { message: 'Lot recorded.', lotId: 8 });
  await page.user.type(number(dialog), '3');
  expect(dialog.queryByText(sentence)).toBeNull();
  await page.user.click(button(dialog));
  expect(await screen.findByText('Lot l26123 is recorded.')).toBeDefined();
});

test('what else is refused is said above the buttons, and what was typed stays', async () => {
  const page = open([[api.addLot, { status: 404, body: { code: 'not_found', message: 'Not found.' } }]]);
  const dialog = await dialogOf(page);
  await fill(page, dialog);
  await page.user.click(button(dialog));
  expect((await dialog.findByRole('alert')).textContent).toContain('The lot was not recorded');
  expect(number(dialog).value).toBe(' L2612 ');
  expect(page.router.state.location.search).toEqual({ view: 'lots' });
});

test('a trial without products says so, and products that could not be loaded are asked for again', async () => {
  const page = open([[listProducts, { status: 500, body: { code: 'unexpected', message: 'Out of order' } }]]);
  const dialog = await dialogOf(page);
  const again = await dialog.findByRole('button', { name: 'Try again' });
  page.answer(listProducts, []);
  await page.user.click(again);
  expect(await dialog.findByText('This trial has no products.')).toBeDefined();
  expect(productOf(dialog).disabled).toBe(true);
});

test.each<[string, Reply[1], Partial<Viewer>]>([
  ['there are no trials', { groups: [] }, { type: 'Admin', adminRights: true }],
  [
    'only sites of the trial are theirs',
    { groups: [aTrial(), aSite()] },
    { type: 'Site User', adminRights: true, gIds: [2] },
  ],
])('nothing is offered where %s', async (_, trials, viewer) => {
  const page = open([[listTrials, trials]], viewer);
  await screen.findByText(
    'No lots yet. A lot is recorded when it is first entered on a package, or beforehand by an administrator.',
  );
  await waitFor(() => expect(page.callsOf(listTrials)).toHaveLength(1));
  await page.queryClient.refetchQueries();
  expect(screen.queryByRole('button', { name: 'Record a lot' })).toBeNull();
});

test('who has the whole trial and not the company is offered it', async () => {
  open([], { type: 'Site User', adminRights: true, gIds: [1, 2] });
  expect(await screen.findByRole('button', { name: 'Record a lot' })).toBeDefined();
});
