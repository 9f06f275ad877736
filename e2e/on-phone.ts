/** What is different for somebody who has the portal on a phone. */
import type { Locator } from 'playwright-core';
import { type Person, phone } from './browser.ts';

export const onPhone = { viewport: phone, isMobile: true, hasTouch: true };

/** A phone shows all of a page that is too wide, only smaller: the width of the window grows with it, that of the page's root does not. */
const isNotTooWide = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth;

/** What does not fit, or what axe finds. */
export async function faultsOf(person: Person): Promise<string[]> {
  // A window that was made narrower is drawn anew, and what stays too wide after that is.
  await person.page.waitForFunction(isNotTooWide, null, { timeout: 5_000 }).catch(() => undefined);
  const over = await person.page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const cut = await person.page
    .getByRole('heading', { level: 1 })
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight)
        .map((one) => one.textContent),
    );
  return [
    ...(over > 0 ? [`${person.path()} is ${over} px too wide`] : []),
    ...cut.map((title) => `The title "${title}" is cut`),
    ...(await person.barriers()),
  ];
}

/** Whether a box is wider than what is shown of it, and which of its parts are wholly in sight, from left to right. */
export const sightOf = (box: Locator, parts: string): Promise<{ isWider: boolean; inSight: boolean[] }> =>
  box.evaluate((whole, selector) => {
    const { left, right } = whole.getBoundingClientRect();
    const all = [...whole.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    return {
      isWider: whole.scrollWidth > whole.clientWidth,
      inSight: all
        .sort((one, other) => one.left - other.left)
        .map((at) => at.width > 0 && at.left >= left && at.right <= right),
    };
  }, parts);

/** Goes to a page by the menu, which a phone keeps folded. */
export async function goTo(person: Person, entry: string): Promise<void> {
  await person.page.getByRole('button', { name: 'Open menu' }).click();
  await person.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: entry }).click();
  await person.page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'detached' });
}
