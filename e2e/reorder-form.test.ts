import { expect, test } from 'vitest';
import { phone } from './browser.ts';
import { openHouse } from './house.ts';
import { faultsOf } from './on-phone.ts';

const house = openHouse();

test('OPC-96 a nurse chooses medications of the list on a phone, by the keyboard alone, and prints nothing but the order', async () => {
  const person = await house.newPerson({ viewport: phone });
  const { page } = person;
  await person.signIn('nurse@quay.example');
  await person.arrives('/reorder-form');
  await page.getByRole('heading', { level: 1, name: 'Provider Portal' }).waitFor();
  const box = page.getByRole('checkbox', { name: 'Order Paracetamol, 500 mg tablet' });
  await box.waitFor();
  expect(await faultsOf(person)).toEqual([]);

  await box.focus();
  await page.keyboard.press('Space');
  const quantity = page.getByRole('textbox', { name: 'Quantity of Paracetamol, 500 mg tablet' });
  for (let steps = 0; steps < 60 && !(await quantity.evaluate((field) => field === document.activeElement)); steps += 1)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('none');
  await page.getByText('Quantity must be a whole number from 1 to 999').waitFor();
  expect(await faultsOf(person)).toEqual([]);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('24');
  await page.evaluate(() => Object.assign(window, { print: () => document.body.setAttribute('data-printed', '') }));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.locator('body[data-printed]').count()).toBe(1);

  const paper = page.getByRole('region', { name: 'Printed order' });
  expect(await paper.count()).toBe(0);
  await page.emulateMedia({ media: 'print' });
  const words = (await page.locator('body').innerText()).split(/\s*[\n\t]+\s*/);
  const [title, , company, , at, , who, ...table] = words;
  expect([title, company, who]).toEqual(['Medication order', 'Quay Nurses', 'Sofia Marino']);
  expect(at).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{2}, \d{1,2}:\d{2} [AP]M$/);
  expect(table.slice(4)).toEqual(['Paracetamol', '500 mg tablet', 'At most eight a day', '24']);
  expect(await page.getByRole('main').isVisible()).toBe(false);

  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.emulateMedia({ media: 'print' });
  // Without an order the page prints as any other.
  expect(await page.getByRole('main').isVisible()).toBe(true);
});
