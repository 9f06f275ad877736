/** "Needs you" and "Go to": from the first page to the rows that wait, and to anything that has a name or a number. */
import { expect, test } from 'vitest';
import { phone, type Person } from './browser.ts';
import { openHouse } from './house.ts';
import { faultsOf, onPhone } from './on-phone.ts';

const house = openHouse();

const needsOf = ({ page }: Person) => page.getByRole('region', { name: 'Needs you' });
/** The rows of all tables; one that says that there are none is none. */
const rowsOf = ({ page }: Person) => page.locator('main tbody tr:not(:has(td[colspan])):not([aria-hidden])');

/** An address without what a page puts into it by itself, sooner or later: the site, trial or group it has chosen. */
function placeOf({ pathname, searchParams }: URL): string {
  const asked = new URLSearchParams(searchParams);
  for (const chosen of ['site', 'trial', 'group']) asked.delete(chosen);
  return `${pathname}?${asked.toString()}`;
}

/** Follows each link, and comes back; tells what they said without their numbers. */
async function follow(person: Person): Promise<string[]> {
  const { page } = person;
  const links = needsOf(person).getByRole('link');
  await links.first().waitFor();
  const said = (await links.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const first = placeOf(new URL(page.url()));
  for (const [i, words] of said.entries()) {
    await links.nth(i).click();
    await page.waitForURL((url) => placeOf(url) !== first);
    // A page of a table has ten rows.
    const many = Math.min(Number.parseInt(words, 10), 10);
    await expect
      .poll(() => rowsOf(person).count(), { message: `${words} at ${page.url()}`, timeout: 10_000 })
      .toBe(many);
    await page.locator('main').getByRole('button', { pressed: true }).first().waitFor();
    // The keyboard is on what led there, or at the page that it led to; and the first row is in sight.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.tagName), { message: words })
      .toMatch(/^(A|MAIN)$/);
    const row = await rowsOf(person).first().boundingBox();
    expect([words, row!.y > 0, row!.y + Math.min(row!.height, 36) <= page.viewportSize()!.height]).toEqual([
      words,
      true,
      true,
    ]);
    await page.goBack();
    await page.waitForURL((url) => placeOf(url) === first);
  }
  return said.map((words) => words.replace(/^\d+ /, ''));
}

test.each([
  ['pharmacy@meridian.example', /to process|to ship|due today|late|to confirm|unread/],
  ['admin@meridian.example', /cannot be supplied|missing|expires?|pending|to sign/],
])('%s is told what waits, and each number leads to as many rows', async (email, words) => {
  const person = await house.newPerson();
  await person.signIn(email);
  await needsOf(person).getByRole('link').first().waitFor();
  expect(await person.barriers()).toEqual([]);
  for (const one of await follow(person)) expect(one).toMatch(words);
});

test('a site on a phone is told what waits, and each number leads to its rows with the first of them in sight', async () => {
  const person = await house.newPerson(onPhone);
  await person.signIn('boston@meridian.example');
  const said = await follow(person);
  expect(said).not.toEqual([]);
  for (const one of said) expect(one).toMatch(/to confirm|orders? due|unread/);
});

/** Ticks the first row, with which none may move; gives the boxes and their bar. */
async function tickFirst(person: Person) {
  const { page } = person;
  const box = page.getByRole('checkbox', { name: /^Select request/ });
  const places = async () => Promise.all((await rowsOf(person).all()).map(async (row) => (await row.boundingBox())!.y));
  await box.first().scrollIntoViewIfNeeded();
  const before = await places();
  await box.first().click();
  const bar = page.getByRole('group', { name: 'Selected requests' });
  await bar.getByRole('button', { name: 'Mark 1 as processing' }).waitFor();
  expect(await places()).toEqual(before);
  expect(await person.barriers()).toEqual([]);
  return { bar, places, before };
}

test('no row moves when the first one is ticked, nor when all are', async () => {
  const person = await house.newPerson();
  await person.signIn('pharmacy@meridian.example');
  const { bar, places, before } = await tickFirst(person);
  await person.page.getByRole('checkbox', { name: /^Select all/ }).click();
  await bar.getByRole('button', { name: /^Mark [2-9] as processing$/ }).waitFor();
  expect(await places()).toEqual(before);
});

test('on a phone what waits is two in a row, what follows begins below the last row, and no row moves when the first one is ticked', async () => {
  const person = await house.newPerson(onPhone);
  await person.signIn('pharmacy@meridian.example');
  const boxes = async () =>
    Promise.all((await needsOf(person).getByRole('link').all()).map(async (link) => (await link.boundingBox())!));
  await needsOf(person).getByRole('link').first().waitFor();
  expect(await faultsOf(person)).toEqual([]);
  const [one, other] = await boxes();
  expect([one!.y, other!.x > one!.x, other!.x + other!.width <= phone.width]).toEqual([other!.y, true, true]);
  const last = (await boxes()).at(-1)!;
  const search = (await person.page.getByText('Search shipments').boundingBox())!;
  expect(search.y - last.y - last.height).toBeLessThan(40);
  await tickFirst(person);
});

test('in a window of 1024 the words of what waits stand within their tiles', async () => {
  const person = await house.newPerson({ viewport: { width: 1_024, height: 768 } });
  await person.signIn('boston@meridian.example');
  const tiles = needsOf(person).getByRole('link');
  await tiles.first().waitFor();
  const words = await tiles.evaluateAll((all) =>
    all.map((tile) => {
      const [inner, outer] = [tile.lastElementChild!.getBoundingClientRect(), tile.getBoundingClientRect()];
      return { words: tile.textContent, isWithin: inner.top >= outer.top && inner.bottom <= outer.bottom };
    }),
  );
  expect(words).toEqual([
    { words: expect.stringContaining('shipments to confirm'), isWithin: true },
    { words: expect.stringContaining('next orders due'), isWithin: true },
    { words: expect.stringContaining('shipments with unread comments'), isWithin: true },
  ]);
});

test('Ctrl+K leads to a page and to a request with the keyboard alone', async () => {
  const boston = await house.newPerson();
  await boston.signIn('boston@meridian.example');
  const { page } = boston;
  await page.getByRole('row').getByText('101-012').waitFor();
  await needsOf(boston).getByRole('link').first().waitFor();
  expect(await boston.barriers()).toEqual([]);
  const dialog = page.getByRole('dialog', { name: 'Go to' });
  const ask = async (text: string) => {
    await page.keyboard.press('Control+k');
    await dialog.getByRole('combobox').waitFor();
    await page.keyboard.type(text);
  };
  await ask('shipment');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await boston.arrives('/shipment-request');
  const number = await page
    .getByRole('link', { name: /^View request/ })
    .first()
    .innerText();
  await ask(number);
  await dialog.getByRole('option').first().waitFor();
  expect(await boston.barriers()).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: `Request ${number}` }).waitFor();
  expect(new URL(page.url()).searchParams.get('request')).toBe(number);
});

test('whoever goes on before their search is sent does not take it along to the next page', async () => {
  const boston = await house.newPerson();
  await boston.signIn('boston@meridian.example');
  const { page } = boston;
  await page.getByRole('row').getByText('101-012').waitFor();
  // The next page comes later than the search would be sent.
  await page.route(/\/assets\/ShipmentRequest-[^/]*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await route.continue();
  });
  await page.getByRole('searchbox', { name: 'Search' }).fill('Price');
  await page.getByRole('link', { name: 'Shipment Request', exact: true }).click();
  await page.getByText('Search shipments').waitFor();
  const search = page.getByRole('searchbox', { name: 'Search' });
  expect([new URL(page.url()).pathname, await search.inputValue()]).toEqual(['/shipment-request', '']);
  // Where it was typed it is found again.
  await page.goBack();
  await expect.poll(() => page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('Price');
});
