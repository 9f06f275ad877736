/** Places on pages. Lengths are points; x and y count from the upper left corner of the page as it is read. */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PageShape {
  width: number;
  height: number;
}

/** What is computed from pixels would be a little beside 190 otherwise. */
export const rounded = (length: number): number => Math.round(length * 1000) / 1000;

/** Page by page, line by line, from left to right; a line is what begins above the middle of its first field. */
export function readingOrder<Field extends Box & { page: number }>(fields: readonly Field[]): Field[] {
  const fromTop = [...fields].sort((a, b) => a.page - b.page || a.y - b.y || a.x - b.x);
  const lines: Field[][] = [];
  for (const field of fromTop) {
    const [first] = lines.at(-1) ?? [];
    if (first?.page === field.page && field.y < first.y + first.height / 2) lines.at(-1)?.push(field);
    else lines.push([field]);
  }
  return lines.flatMap((line) => line.sort((a, b) => a.x - b.x));
}
