/** A batch for several subjects, from the asking to what went out in the place of what was asked for. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Person } from './browser.ts';
import { openHouse } from './house.ts';
import * as shipping from './shipping.ts';
import { dialog, listed } from './shipping.ts';

const house = openHouse();
/** Two who are known, and one who is not in the portal yet. */
const subjects = ['101-011', '101-012', '101-099'];

const line = (form: Locator, name: string) => form.getByRole('group', { name: `Product line: ${name}`, exact: true });

/** Chooses the product of a line that has none yet. */
async function pick(person: Person, form: Locator, at: number, product: string): Promise<void> {
  await line(form, `product ${at}`).getByRole('combobox', { name: 'Product' }).click();
  await person.page.getByRole('listbox').getByRole('option', { name: product, exact: true }).click();
}

async function askForBatch(boston: Person): Promise<number> {
  const { page } = boston;
  const create = page.getByRole('button', { name: 'Create Batch Shipment' });
  await shipping.openShipments(boston);
  // Their only site is chosen already.
  await create.click();
  expect(new URL(page.url()).searchParams.get('site')).toMatch(/^\d+$/);
  const form = dialog(boston, 'Create Batch Shipment');
  await form.getByRole('radio', { name: 'Trial site' }).check();
  for (const [i, number] of subjects.entries()) {
    if (i > 0) await form.getByRole('button', { name: 'Add subject number' }).click();
    await form
      .getByRole('combobox', { name: /^Subject number/ })
      .nth(i)
      .fill(number);
  }
  for (const named of ['Yuki Tanaka', 'Owen Price', 'New Participant']) await form.getByText(named).waitFor();
  await pick(boston, form, 1, 'Aurelix 50 mg, Tablet');
  await form.getByRole('button', { name: 'Add product' }).click();
  await pick(boston, form, 2, 'Aurelix 100 mg, Tablet');
  // BAT-03: six, where a single request would start with two.
  const quantities = await form.getByLabel(/^Quantity/).all();
  expect(await Promise.all(quantities.map((field) => field.inputValue()))).toEqual(['6', '6']);
  await form.getByText('Everything is filled in.').waitFor();
  expect(await boston.barriers()).toEqual([]);
  const id = await shipping.submit(boston, 'Create Batch Shipment');
  await dialog(boston, 'Request Created').getByRole('button', { name: 'Okay' }).click();
  await listed(boston, 'Pending Shipments', id).getByText('Batch', { exact: true }).waitFor();
  return id;
}

/** Ships capsules in place of the tablets, and each product in a package of its own. */
async function shipWithReplacement(pharmacy: Person, id: number): Promise<void> {
  await pharmacy.act(`Actions for request ${id}`, 'Confirm shipment');
  const products = dialog(pharmacy, /^Confirm Shipment Products/);
  const tablets = products.getByRole('group', { name: 'Aurelix 50 mg', exact: true });
  await tablets.getByRole('combobox', { name: 'Replacement for Aurelix 50 mg' }).click();
  const offered = pharmacy.page.getByRole('listbox').getByRole('option');
  expect(await offered.allInnerTexts()).toEqual(['Aurelix 50 mg, Capsule']);
  await offered.first().click();
  expect(await products.getByRole('combobox', { name: 'Replacement for Aurelix 100 mg' }).count()).toBe(0);
  // In another unit as much as was ordered says nothing: how much is asked for.
  expect(await tablets.getByLabel('Quantity (Capsules)').inputValue()).toBe('');
  await tablets.getByLabel('Quantity (Capsules)').fill('6');
  expect(await pharmacy.barriers()).toEqual([]);
  await products.getByRole('button', { name: 'To Packages' }).click();

  const packages = dialog(pharmacy, /^Confirm Shipment Packages/);
  const parcel = (number: number) => packages.getByRole('region', { name: `Package ${number}` });
  await parcel(1).getByRole('button', { name: 'Remove Package 1, item 2' }).click();
  await packages.getByText(/Not packed yet: Aurelix 100 mg, Tablet/).waitFor();
  expect(await packages.getByRole('button', { name: 'Review' }).isDisabled()).toBe(true);
  await packages.getByRole('button', { name: 'Add package' }).click();
  await parcel(2).getByText('Missing Details').waitFor();
  await parcel(2).getByRole('button', { name: 'Add item to package 2' }).click();
  for (const [number, lot] of [
    [1, 'C-5001'],
    [2, 'T-1002'],
  ] as const) {
    await parcel(number).getByLabel('Courier').fill('ups');
    await parcel(number).getByLabel('Tracking number').fill(`1z 900 ${number}`);
    await parcel(number).getByLabel('Lot number').fill(lot);
    await parcel(number)
      .getByRole('textbox', { name: /Expiration date/ })
      .fill('31-Dec-2099');
    await parcel(number).getByText('Ready to Ship').waitFor();
  }
  await packages.getByRole('button', { name: 'Review' }).click();
  const review = dialog(pharmacy, /^Review Shipment/);
  await review.getByText('6 × Aurelix 50 mg, Capsule (instead of Aurelix 50 mg, Tablet)').waitFor();
  await review.getByText('6 × Aurelix 100 mg, Tablet').waitFor();
  await review.getByRole('button', { name: 'Submit' }).click();
  await listed(pharmacy, 'Partner-Completed Shipments', id).waitFor();
}

/** The product table of a request, without what is the same in each line. */
async function productsOf(person: Person, id: number): Promise<string[]> {
  await person.act(`Actions for request ${id}`, 'View');
  const view = dialog(person, `Shipment request ${id}`);
  const rows = view.getByRole('table', { name: 'Products' }).getByRole('row');
  await rows.nth(1).waitFor();
  const names = await Promise.all((await rows.all()).slice(1).map((row) => row.getByRole('cell').first().innerText()));
  await view.getByRole('button', { name: 'Close' }).click();
  return names.map((name) => name.replaceAll(/\s*\n\s*/g, ' | '));
}

test('BAT-01 BAT-03 BAT-07 SHC-19 PKG-08 PKG-12 PKG-14 a batch for three subjects is asked for and goes out in two packages with a replacement, which its site reads', async () => {
  const [boston, pharmacy] = [await house.newPerson(), await house.newPerson()];
  await Promise.all([boston.signIn('boston@meridian.example'), pharmacy.signIn('pharmacy@meridian.example')]);
  const id = await askForBatch(boston);
  await listed(pharmacy, 'Pending Shipments', id).getByText('101-099').waitFor();
  await shipping.markAsProcessing(pharmacy, id);
  await shipWithReplacement(pharmacy, id);
  await listed(boston, 'Partner-Completed Shipments', id).waitFor();
  expect(await productsOf(boston, id)).toEqual([
    'Aurelix 50 mg, Tablet | Replaced by Aurelix 50 mg, Capsule',
    'Aurelix 100 mg, Tablet',
    'Aurelix 50 mg, Capsule | Instead of Aurelix 50 mg, Tablet',
  ]);
});
