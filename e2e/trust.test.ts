/** What a person sees when the network is away or a call is refused, and where the page is after an action. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { phone, type Person } from './browser.ts';
import { openHouse } from './house.ts';
import { dialog, listed, pack, section } from './shipping.ts';

const house = openHouse();
const offline = 'You are offline. Nothing is sent until you press again.';
const notLoaded = 'This part of the portal could not be loaded.';

/** Somebody whose browser fetches nothing ahead, as with Save-Data, signed in; what fails without a network is no complaint. */
async function comesIn(email: string, viewport?: { width: number; height: number }): Promise<Person> {
  const person = await house.newPerson(viewport && { viewport });
  await person.context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  person.mayFail(/127\.0\.0\.1/);
  await person.signIn(email);
  return person;
}

/** What lies on top in the middle of something that is shown. */
const isOnTop = (shown: Locator) =>
  shown.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test.each([undefined, phone])(
  'REL-17 without a network dialogs, pages and Sign Out say so, and come without a reload when it is back (%o)',
  async (viewport) => {
    const person = await comesIn('pharmacy@meridian.example', viewport);
    const { page, context } = person;
    const view = section(person, 'Pending Shipments')
      .getByRole('button', { name: /^View request/ })
      .first();
    await view.waitFor();
    await page.evaluate(() => Object.assign(window, { isSame: true }));
    await context.setOffline(true);
    const bar = page.getByRole('alert').filter({ hasText: offline });
    await bar.waitFor();
    expect(await isOnTop(bar)).toBe(true);
    expect(await isOnTop(page.getByRole('heading', { level: 1 }))).toBe(true);

    await view.click();
    const said = page.getByRole('alert').filter({ hasText: notLoaded });
    await said.waitFor();
    expect([await isOnTop(said), await isOnTop(bar)]).toEqual([true, true]);
    expect(await person.barriers()).toEqual([]);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    expect(await view.evaluate((button) => button === document.activeElement)).toBe(true);

    await page.getByRole('button', { name: 'Sign Out' }).click();
    await said.waitFor();
    await context.setOffline(false);
    await bar.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await dialog(person, 'Sign out').getByRole('button', { name: 'Cancel' }).click();
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  },
);
