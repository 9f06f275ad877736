import { afterEach, beforeEach, vi } from 'vitest';

/** The browser of the tests lays nothing out; a chart draws itself only where it has room. */
export function giveChartsRoom(): void {
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return this.matches('.recharts-responsive-container') ? new DOMRect(0, 0, 800, 300) : new DOMRect();
    });
  });
  afterEach(() => void vi.restoreAllMocks());
}
