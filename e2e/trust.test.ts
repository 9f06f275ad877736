/** What a person sees when the network is away, and where the page is after an action. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Person, phone } from './browser.ts';
import { openHouse } from './house.ts';
import { dialog, fillIn, packToReview, section } from './shipping.ts';
import { isInSight } from './sight.ts';

const house = openHouse();
const offline = 'You are offline. Nothing is sent until you press again.';
const notLoaded = 'This part of the portal could not be loaded.';

/** Somebody whose browser fetches nothing ahead, as with Save-Data, signs in. */
async function comesIn(email: string, viewport?: { width: number; height: number }): Promise<Person> {
  const person = await house.newPerson({ firstVisit: true, ...(viewport && { viewport }) });
  await person.context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  // What fails without a network is no complaint.
  person.mayFail(/127\.0\.0\.1/);
  await person.signIn(email);
  return person;
}

/** Before any dialog that says the same. */
const barOf = ({ page }: Person) => page.getByRole('alert').filter({ hasText: offline }).first();
const hasFocus = (shown: Locator) =>
  expect.poll(() => shown.evaluate((one) => one === document.activeElement)).toBe(true);
/** Looks at a list, loses the network, and asks for a request whose part of the page is not there yet. */
async function asksInVain(viewport?: { width: number; height: number }) {
  const person = await comesIn('pharmacy@meridian.example', viewport);
  const { page, context } = person;
  const title = page.getByRole('heading', { level: 1 });
  const view = section(person, 'Pending Shipments')
    .getByRole('link', { name: /^View request/ })
    .first();
  await view.waitFor();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await context.setOffline(true);
  const bar = barOf(person);
  await bar.waitFor();
  await isInSight(bar, title);

  const said = page.getByRole('alert').filter({ hasText: notLoaded });
  await view.click();
  await said.waitFor();
  await isInSight(said, bar, title);
  // How much of which link lies under it hangs on what stands above that link: the page is looked at when it lies open.
  expect(await person.barriers(page.locator('body > div', { has: said }))).toEqual([]);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await hasFocus(view);
  expect(await person.barriers()).toEqual([]);
  return { person, bar, said };
}

test('REL-17 what cannot be loaded without a network says so, can be closed, and comes with "Try again"', async () => {
  const { person, bar, said } = await asksInVain();
  const { page, context } = person;
  await page.getByRole('navigation').getByRole('link').first().click();
  await page.getByRole('main').getByText(notLoaded).waitFor();
  await isInSight(
    bar,
    page.getByRole('heading', { level: 1, name: 'Account' }),
    page.getByRole('button', { name: 'Sign Out' }),
  );

  await context.setOffline(false);
  await bar.waitFor({ state: 'detached' });
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Where you are signed in').waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await said.waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await dialog(person, 'Sign out').getByRole('button', { name: 'Cancel' }).click();
  // What is there opens.
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await dialog(person, 'Sign out').waitFor();
  await isInSight(bar);
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);

  // Out at once, and the server hears of it as soon as there is a network.
  await dialog(person, 'Sign out').getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL(/\/sign-in/);
  const told = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/sign-out'));
  await context.setOffline(false);
  expect((await told).status()).toBe(200);
});

test('REL-17 on a phone what cannot be loaded without a network is as much in sight, and so it is for the menu', async () => {
  const { person, said } = await asksInVain(phone);
  const { page } = person;
  await page.getByRole('button', { name: 'Open menu' }).click();
  await said.waitFor();
  await page.keyboard.press('Escape');
  await said.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
});

test('REL-17 SHF-07 a shipment confirmed without a network is refused in the footer, stays as it was typed and is sent only by another press; then the next row has the focus', async () => {
  const person = await comesIn('pharmacy@meridian.example');
  const { page, context } = person;
  const sent: string[] = [];
  context.on('request', (asked) => {
    if (asked.method() === 'POST' && /shipping-request/.test(asked.url())) sent.push(asked.url());
  });
  const pending = section(person, 'Pending Shipments');
  const row = pending
    .getByRole('row')
    .filter({ has: page.getByText('Processing', { exact: true }) })
    .first();
  const links = (of: Locator) => of.getByRole('link', { name: /^View request/ });
  const id = Number(await links(row).innerText());
  const ids = (await links(pending).allInnerTexts()).map(Number);
  const at = ids.indexOf(id);
  const nextId = ids[at + 1] ?? ids[at - 1];
  await packToReview(person, id);
  const review = dialog(person, /Review Shipment/);
  await context.setOffline(true);
  await barOf(person).waitFor();
  await review.getByRole('button', { name: 'Submit' }).click();
  const refusal = review.getByRole('alert');
  await refusal.getByText('The shipment was not confirmed').waitFor();
  await refusal.getByText(offline).waitFor();
  await hasFocus(refusal);
  await isInSight(refusal, barOf(person), review.getByRole('button', { name: 'Submit' }));
  expect(await person.barriers()).toEqual([]);
  for (const name of ['Submit', 'Back', 'Close'])
    expect(await review.getByRole('button', { name }).isEnabled()).toBe(true);
  expect(sent).toHaveLength(1);

  const read = page.waitForResponse((answer) => /shipping-requests\?/.test(answer.url()));
  await context.setOffline(false);
  await read;
  await refusal.waitFor({ state: 'detached' });
  expect(sent).toHaveLength(1);
  await review.getByRole('button', { name: 'Submit' }).click();
  await review.waitFor({ state: 'detached' });
  await hasFocus(page.getByRole('button', { name: `Actions for request ${nextId}`, exact: true }));
  await page.getByText(`Request ${id} is now shipped.`).waitFor();
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'View' }).click();
  await dialog(person, `Request ${id}`).waitFor();
  expect(sent).toHaveLength(2);
});

test('SHC-27 at a width of 390 a request that is refused says so in the footer with the focus, in place of "Everything is filled in."', async () => {
  const person = await comesIn('boston@meridian.example', phone);
  const { page, context } = person;
  await page.goto('/shipment-request');
  await page.getByRole('combobox', { name: 'Trial site', exact: true }).selectOption('Boston General');
  await page.getByRole('button', { name: 'Create Shipment Request' }).click();
  await fillIn(person, { shipTo: 'Trial site', subjectNumber: '101-012', product: 'Aurelix 50 mg, Capsule' });
  const form = dialog(person, 'Create Shipment Request');
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Submit' }).click();
  const refusal = form.getByRole('alert');
  await refusal.getByText(offline).waitFor();
  await hasFocus(refusal);
  await isInSight(
    refusal,
    barOf(person),
    form.getByRole('button', { name: 'Submit' }),
    form.getByRole('heading', { level: 2 }),
  );
  expect(await form.getByText('Everything is filled in.').count()).toBe(0);
  expect(await person.barriers()).toEqual([]);
  await context.setOffline(false);
  await form.getByText('Everything is filled in.').waitFor();
  expect(await refusal.count()).toBe(0);
  await form.getByRole('button', { name: 'Submit' }).click();
  await dialog(person, 'Request Created').getByRole('button', { name: 'Okay' }).click();
});
