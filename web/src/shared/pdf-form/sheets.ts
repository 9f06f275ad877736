/** Where the pages lie below each other on the screen, in pixels. */
import type { PageShape } from './places.ts';

export interface Sheet {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Sheets {
  sheets: readonly Sheet[];
  width: number;
  height: number;
}

/** Around and between pages. */
export const margin = 16;

export function sheetsOf(pages: readonly PageShape[], zoom: number, room: number): Sheets {
  const widest = pages.reduce((most, page) => Math.max(most, page.width), 0);
  const width = Math.max(room, widest * zoom + 2 * margin);
  let top = margin;
  const sheets = pages.map((page) => {
    const sheet = { left: (width - page.width * zoom) / 2, top, width: page.width * zoom, height: page.height * zoom };
    top += sheet.height + margin;
    return sheet;
  });
  return { sheets, width, height: top };
}

/** The page at this height, or the one before the gap that is there. */
export function sheetAt(sheets: readonly Sheet[], y: number): number {
  let [low, high] = [0, sheets.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sheets[middle]?.top ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return Math.max(0, low);
}
