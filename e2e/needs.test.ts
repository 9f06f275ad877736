/** "Needs you" and "Go to": from the first page to the rows that wait, and to anything that has a name or a number. */
import { expect, test } from 'vitest';
import { phone, type Person } from './browser.ts';
import { openHouse } from './house.ts';
import { faultsOf, onPhone } from './on-phone.ts';

const house = openHouse();

const needsOf = ({ page }: Person) => page.getByRole('region', { name: 'Needs you' });
/** The rows of all tables; one that says that there are none is none. */
const rowsOf = ({ page }: Person) => page.locator('main tbody tr:not(:has(td[colspan])):not([aria-hidden])');

/** Follows each link, and comes back; tells what they said without their numbers. */
async function follow(person: Person): Promise<string[]> {
  const { page } = person;
  const links = needsOf(person).getByRole('link');
  await links.first().waitFor();
  const said = (await links.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const first = page.url();
  for (const [i, words] of said.entries()) {
    await links.nth(i).click();
    await page.waitForURL((url) => url.search !== new URL(first).search);
    // A page of a table has ten rows.
    const many = Math.min(Number.parseInt(words, 10), 10);
    await expect
      .poll(() => rowsOf(person).count(), { message: `${words} at ${page.url()}`, timeout: 10_000 })
      .toBe(many);
    await page.locator('main').getByRole('button', { pressed: true }).first().waitFor();
    await page.goBack();
    await page.waitForURL(first);
  }
  return said.map((words) => words.replace(/^\d+ /, ''));
}

test.each([
  ['boston@meridian.example', /to confirm|orders? due|unread/],
  ['pharmacy@meridian.example', /to process|to ship|due today|late|to confirm/],
  ['wholesaler@meridian.example', /to process|to ship|due today|late|to confirm/],
  ['sponsor@meridian.example', /^late shipments?/],
  ['admin@meridian.example', /cannot be supplied|missing|expires?|pending/],
])('%s is told what waits, and each number leads to as many rows', async (email, words) => {
  const person = await house.newPerson();
  // Of the demo's shipments some are late in a month; a sponsor is told of nothing else.
  if (email.startsWith('sponsor')) await person.page.clock.setFixedTime(Date.now() + 30 * 86_400_000);
  await person.signIn(email);
  await needsOf(person).getByRole('link').first().waitFor();
  expect(await person.barriers()).toEqual([]);
  for (const one of await follow(person)) expect(one).toMatch(words);
});

test('on a phone what waits is two in a row', async () => {
  const person = await house.newPerson(onPhone);
  await person.signIn('pharmacy@meridian.example');
  const boxes = async () =>
    Promise.all((await needsOf(person).getByRole('link').all()).map(async (link) => (await link.boundingBox())!));
  await needsOf(person).getByRole('link').first().waitFor();
  expect(await faultsOf(person)).toEqual([]);
  const [one, other] = await boxes();
  expect([one!.y, other!.x > one!.x, other!.x + other!.width <= phone.width]).toEqual([other!.y, true, true]);
});

test('Ctrl+K leads to a page, to a request and to a participant with the keyboard alone', async () => {
  const boston = await house.newPerson();
  await boston.signIn('boston@meridian.example');
  const { page } = boston;
  await page.getByRole('row').getByText('101-012').waitFor();
  const go = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Go to' }).getByRole('combobox').waitFor();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Go to' }).waitFor({ state: 'detached' });
  };
  await go('shipment');
  await boston.arrives('/shipment-request');
  const number = await page
    .getByRole('link', { name: /^View request/ })
    .first()
    .innerText();
  await go('101-012');
  await boston.arrives('/participants');
  expect(new URL(page.url()).search).toContain('101-012');
  await page.getByRole('cell', { name: '101-012', exact: true }).waitFor();
  await go(number);
  await boston.arrives('/shipment-request');
  expect(new URL(page.url()).searchParams.get('request')).toBe(number);
  await page.getByRole('dialog', { name: `Request ${number}` }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Go to' }).click();
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  await dialog.getByRole('combobox').fill('201-001');
  await dialog.getByText('Nothing found.').waitFor();
  expect(await boston.barriers()).toEqual([]);
  await dialog.getByRole('combobox').fill('1');
  await dialog.getByRole('option').first().waitFor();
  expect(await boston.barriers()).toEqual([]);
  await page.keyboard.press('ArrowDown');
  expect(await dialog.getByRole('option', { selected: true }).count()).toBe(1);
});
