import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Nothing lies over the middle of any of these. */
export async function isInSight(...shown: Locator[]): Promise<void> {
  for (const one of shown) {
    const isOnTop = await one.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isOnTop, await one.innerText()).toBe(true);
  }
}

/** Presses Tab so many times: what of that which got the focus lies wholly under something else, or outside of the window (WCAG 2.4.11). */
export async function hiddenFocuses(page: Page, presses: number): Promise<string[]> {
  const hidden: string[] = [];
  let focuses = 0;
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press('Tab');
    const seen = await page.evaluate(async () => {
      const focused = document.activeElement;
      // After the last stop of a page its window has the focus.
      if (!focused || focused === document.body) return null;
      const isSeen = () => {
        const { x, y, width, height } = focused.getBoundingClientRect();
        const middle = (Math.max(0, y) + Math.min(innerHeight, y + height)) / 2;
        return [0.1, 0.5, 0.9].some((part) => focused.contains(document.elementFromPoint(x + width * part, middle)));
      };
      // The page may be scrolled with the next frames only.
      for (let frame = 0; frame < 60 && !isSeen(); frame++) await new Promise(requestAnimationFrame);
      return { name: focused.getAttribute('aria-label') ?? focused.outerHTML, isSeen: isSeen() };
    });
    if (seen) focuses += 1;
    if (seen && !seen.isSeen) hidden.push(seen.name);
  }
  // Otherwise nothing was looked at.
  expect(focuses).toBeGreaterThan(presses / 2);
  return hidden;
}
