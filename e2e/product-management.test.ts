import { expect, test } from 'vitest';
import { phone } from './browser.ts';
import { openHouse } from './house.ts';

const house = openHouse();

test('PRD-02 PRD-10 PRC-01 PRC-13 PRC-16 PSU-02 PSU-04 OPS-40 OPS-99 a product gets its supplier type, a supplier and a price, and loses them again', async () => {
  const person = await house.newPerson();
  const { page } = person;
  const pricing = '/settings/product-management';
  await person.signIn('admin@meridian.example');

  // A product that nobody supplies.
  await person.open(pricing);
  await page.getByLabel('Trial or trial site').selectOption({ label: 'Boston General' });
  await page.getByLabel('Product', { exact: true }).selectOption({ label: 'Aurelix Nasal, Nasal spray' });
  await page.getByText('This product does not have a supplier type.').waitFor();
  const nasal = page.url();

  await person.open('/settings/caregroup-management');
  await person.act('Actions for AUR-101', 'Product management');
  const dialog = page.getByRole('dialog', { name: 'Product management' });
  await dialog.getByRole('button', { name: 'Aurelix Nasal' }).click();
  await dialog.getByRole('checkbox', { name: 'Pharmacy' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Product successfully updated.').waitFor();
  expect(await person.barriers()).toEqual([]);

  // The address leads back to the same picks.
  await page.goto(nasal);
  const panel = page.getByRole('region', { name: 'Pharmacy', exact: true });
  await panel.getByText('Partner Supply').click();
  const supplier = panel.getByRole('switch', { name: 'Northgate Pharmacy' });
  await supplier.click();
  await panel.getByText('Partner updated.').waitFor();
  expect(await supplier.isChecked()).toBe(true);
  expect(await person.barriers()).toEqual([]);

  await panel.getByText('Pricing', { exact: true }).click();
  await panel.getByRole('button', { name: 'Update price' }).click();
  for (const [field, amount] of [
    ['Price', '45.5'],
    ['Shipping fee', '14'],
    ['Dispense fee', '0'],
  ] as const)
    await page.getByRole('textbox', { name: field, exact: true }).fill(amount);
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await panel.getByText('Current price: 45.50 USD').waitFor();
  await page.setViewportSize(phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await person.barriers()).toEqual([]);

  // The price stands in the way of ending the supply until it is invalidated.
  person.mayFail(/trial-site\/pharmacy-partners\/products/);
  await panel.getByText('Partner Supply').click();
  await supplier.click();
  await panel.getByText('Must invalidate pricing before removing this supplier.').waitFor();
  expect(await supplier.isChecked()).toBe(true);
  expect(await person.barriers()).toEqual([]);
  await panel.getByText('Pricing', { exact: true }).click();
  await panel.getByRole('button', { name: /^Actions for the price from/ }).click();
  await page.getByRole('menuitem', { name: 'Invalidate' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Invalidate' }).click();
  await panel.getByText('No prices have been set yet.').waitFor();
  await panel.getByText('Partner Supply').click();
  await supplier.click();
  await panel.getByText('Partner updated.').waitFor();
  expect(await supplier.isChecked()).toBe(false);
});
