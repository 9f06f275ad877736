/** What an administrator sets up: a trial that did not exist in the morning and ships in the evening, and who supplies what. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, type Person } from './browser.ts';
import { typed } from './days.ts';
import { csvFrom } from './downloads.ts';
import { openHouse } from './house.ts';
import { inviteToSite, join } from './inviting.ts';
import * as settingUp from './setting-up.ts';
import { groupRow } from './setting-up.ts';
import * as shipping from './shipping.ts';
import { dialog, listed } from './shipping.ts';

const house = openHouse();
const trial = { name: 'COR-303', displayName: 'Corvane Heart Study' };
const site = 'Harbor Clinic';
const pharmacy = 'Eastgate Pharmacy';
const product = 'Corvane 5 mg, Tablet';

/** Waits until the table of care groups says this of a group. */
const saysOf = (person: Person, name: string, status: string) =>
  groupRow(person, name).getByRole('cell', { name: status, exact: true }).waitFor();

/** From the name of a trial to its first supplied site, on one page. */
async function setUp(admin: Person): Promise<void> {
  const { page } = admin;
  await settingUp.addGroup(admin, { ...trial, parent: 'None (a trial)', type: 'Trial' });
  await saysOf(admin, trial.name, 'Trial not configured');
  await groupRow(admin, trial.name).getByRole('button', { name: trial.name, exact: true }).click();
  const list = settingUp.setUp(admin, trial.displayName);
  await list.getByText('0 of 8 steps done').waitFor();
  expect(await admin.barriers()).toEqual([]);
  const { spend, spent } = await countClicks(page);

  await spend('configuration', () => settingUp.configureTrial(admin, { mask: 'XX-XXX', sponsor: 'Corvane Pharma' }));
  const drug = { drugName: 'Corvane 5 mg', form: 'Tablet', suppliedBy: 'Pharmacy' } as const;
  await spend('product', () => settingUp.addProduct(admin, drug));
  await spend('card', () => settingUp.addCard(admin, { displayName: trial.displayName, bin: '003858' }));
  const harbor = { street: '1 Quay Street', city: 'Portland', state: 'Maine', zip: '04101' };
  await spend('site', () => settingUp.addSite(admin, { name: site, place: harbor }));
  await list.getByText('cannot be supplied yet: no partner, no supply, no price').waitFor();
  await list.getByText('Fully configured', { exact: true }).waitFor();
  // The next step has the focus, and is in sight.
  const connect = list.getByRole('button', { name: 'Connect partner' });
  await expect.poll(() => connect.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await admin.barriers()).toEqual([]);
  const place = { street: '20 Eastgate Road', city: 'Concord', state: 'New Hampshire', zip: '03301' };
  const eastgate = { name: pharmacy, email: 'orders@eastgate.example', place, site };
  await spend('partner', () => settingUp.addPharmacy(admin, eastgate));
  await spend('supply', () => settingUp.supplyAt(admin, { site, product: 'Corvane 5 mg', partner: pharmacy }));
  await list.getByText('cannot be supplied yet: no price').waitFor();
  await spend('price', () => settingUp.priceIt(admin, '88.4'));
  await list.getByText('7 of 8 steps done').waitFor();
  await list.getByText('No order form yet.').waitFor();
  expect(await list.getByText('cannot be supplied yet').count()).toBe(0);
  expect(spent).toEqual({ configuration: 8, product: 3, card: 2, site: 4, partner: 4, supply: 3, price: 3 });
  expect(await admin.barriers()).toEqual([]);

  await list.getByRole('button', { name: 'See prices' }).click();
  const grid = dialog(admin, `Prices of ${trial.displayName}`).getByRole('table');
  const amount = grid.getByRole('button', { name: '88.40 USD' });
  await amount.waitFor();
  // The amount stands on the line of its product.
  expect(await feetOf(amount)).toBeCloseTo(await feetOf(grid.getByRole('rowheader')), 0);
  expect(await admin.barriers()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'All care groups' }).click();
  await saysOf(admin, trial.name, 'Order form not configured');
  await saysOf(admin, site, 'Fully configured');
  await settingUp.invitePartnerUser(admin, pharmacy, 'iris@eastgate.example');
}

/** Where the first words of it stand, from the top of the window. */
const feetOf = (words: Locator): Promise<number> =>
  words.evaluate((element) => {
    const first = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    range.selectNode(first ?? element);
    return range.getBoundingClientRect().bottom;
  });

/** Counts what is pressed with the mouse, job by job; fields are typed into from the one that has the focus. */
async function countClicks(page: Person['page']) {
  const counter = await page.evaluateHandle(() => {
    const counted = { clicks: 0 };
    document.addEventListener('pointerdown', () => (counted.clicks += 1), { capture: true });
    return counted;
  });
  const clicks = () => counter.evaluate((counted) => counted.clicks);
  const spent: Record<string, number> = {};
  const spend = async (job: string, work: () => Promise<void>) => {
    const before = await clicks();
    await work();
    spent[job] = (await clicks()) - before;
  };
  return { spend, spent };
}

/** Adds the trial's first participant. */
async function enrol(nurse: Person): Promise<void> {
  const { page } = nurse;
  await page.getByText('No Participant Data Available').waitFor();
  await page.getByRole('button', { name: 'Add Participant' }).first().click();
  const form = dialog(nurse, 'Add Participant');
  await form.getByLabel('First name').fill('Tomas');
  await form.getByLabel('Last name').fill('Lind');
  await form.getByLabel('Subject number').fill('01-001');
  await form.getByRole('textbox', { name: 'Date of birth' }).fill('05/03/1980');
  await form.getByRole('radio', { name: 'Male', exact: true }).check();
  expect(await nurse.barriers()).toEqual([]);
  await form.getByRole('button', { name: 'Add Participant' }).click();
  await page.getByText('Participant 01-001 was added.').waitFor();
}

/** What the pharmacy shipped today, as it exports it. */
async function invoiceOf(dispenser: Person) {
  await dispenser.page.getByRole('button', { name: 'Shipment Requests Report' }).click();
  const form = dialog(dispenser, 'Export Report');
  for (const name of ['Start Date', 'End Date']) await form.getByRole('textbox', { name }).fill(typed(new Date()));
  return (await csvFrom(dispenser, () => form.getByRole('button', { name: 'Export CSV' }).click())).rows;
}

test('CGP-08 CST-01 CST-03 STC-04 STC-07 PPW-09 PSU-02 PRC-13 SHC-11 OPS-13 OPS-26 OPS-27 OPS-41 an administrator builds a trial from nothing; what its first participant needs is asked for as its product says, reaches the new pharmacy, and stands with its price in the report of what that has shipped', async () => {
  const admin = await house.newPerson();
  await admin.signIn('admin@meridian.example');
  await setUp(admin);

  await inviteToSite(house, 'mara@harbor.example', site);
  const [nurse, dispenser] = [await house.newPerson(), await house.newPerson()];
  await join(house, nurse, { email: 'mara@harbor.example', firstName: 'Mara', lastName: 'Lopes' });
  await join(house, dispenser, { email: 'iris@eastgate.example', firstName: 'Iris', lastName: 'Chen' });
  await enrol(nurse);

  await nurse.act('Actions for 01-001', 'Add shipment request');
  await shipping.fillIn(nurse, { shipTo: 'Trial site', subjectNumber: '01-001', product });
  const form = dialog(nurse, 'Create Shipment Request');
  await form.getByText('Tomas Lind').waitFor();
  expect(await form.getByLabel('Quantity (Carton)').inputValue()).toBe('3');
  expect(await form.getByLabel('Days of supply').inputValue()).toBe('28');
  expect(await form.getByLabel('Directions').inputValue()).toBe('One tablet in the evening.');
  const id = await shipping.submit(nurse);

  await listed(dispenser, 'Pending Shipments', id).getByText(trial.name).waitFor();
  await shipping.shipped(dispenser, id);
  await shipping.received(nurse, id);
  await listed(dispenser, 'Shipment History', id).getByText('Received', { exact: true }).waitFor();
  expect(await invoiceOf(dispenser)).toMatchObject([
    {
      srId: String(id),
      trial: trial.displayName,
      site,
      protocolNumber: trial.name,
      sponsor: 'Corvane Pharma',
      partner: pharmacy,
      subjectNumber: '01-001',
      quantityUnit: 'Carton',
      quantity: '3',
      lotNumber: 'L2701',
      expirationDate: '2099-12-31',
      drugPrice: '88.40',
      shippingFee: '12.00',
      dispenseFee: '0.00',
      currency: 'USD',
    },
  ]);
});

test('PRD-02 OPS-40 the list of products is as high as the form beside it; the panel of a product fits a phone, with a price in the way of ending the supply', async () => {
  const person = await house.newPerson();
  const { page } = person;
  const goTo = (entry: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry, exact: true }).click();
  await person.signIn('admin@meridian.example');
  await goTo('Care Group Management');
  await person.act('Actions for AUR-101', 'Product management');
  const products = page.getByRole('dialog', { name: 'Product management' });
  // The line between the list and the form is as long as the longer of them.
  const heights = await products
    .locator('nav, form')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().height));
  expect(heights[0]).toBe(heights[1]);
  await products.getByRole('button', { name: 'Aurelix Nasal' }).click();
  expect(await person.barriers()).toEqual([]);
  await page.keyboard.press('Escape');

  await goTo('Product Management');
  await page.getByLabel('Trial or trial site').selectOption({ label: 'Boston General' });
  await page.getByLabel('Product', { exact: true }).selectOption({ label: 'Aurelix 50 mg, Capsule' });
  const panel = page.getByRole('region', { name: 'Pharmacy', exact: true });
  await panel.getByText('Pricing', { exact: true }).click();
  await panel.getByText(/^Current price: /).waitFor();
  await panel.getByRole('button', { name: 'Update price' }).click();
  for (const field of ['Price', 'Shipping fee', 'Dispense fee'])
    await page.getByRole('textbox', { name: field, exact: true }).fill('45.5');
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await panel.getByText('Current price: 45.50 USD').waitFor();
  await page.setViewportSize(phone);
  // The frame of the page folds once it has heard of the new width.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { timeout: 10_000 })
    .toBe(phone.width);
  expect(await person.barriers()).toEqual([]);

  person.mayFail(/trial-site\/pharmacy-partners\/products/);
  await panel.getByText('Partner Supply').click();
  const supplier = panel.getByRole('switch', { name: 'Northgate Pharmacy' });
  await supplier.click();
  await panel.getByText('Must invalidate pricing before removing this supplier.').waitFor();
  expect(await supplier.isChecked()).toBe(true);
  expect(await person.barriers()).toEqual([]);
});
