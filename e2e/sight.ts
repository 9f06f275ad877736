import type { Locator } from 'playwright-core';
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
