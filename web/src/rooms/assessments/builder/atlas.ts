import type { Box } from './shapes.ts';

const size = 240;

export type Atlas<Thing> = ReturnType<typeof atlas<Thing>>;

/** Keeps things by where they are, so that what is near a box is found without asking all. */
export function atlas<Thing>() {
  const sheets = new Map<number, Thing[]>();
  const sheetsOf = ({ x, y, width, height }: Box): number[] => {
    const found: number[] = [];
    for (let column = Math.floor(x / size); column <= (x + width) / size; column++)
      for (let row = Math.floor(y / size); row <= (y + height) / size; row++) found.push(column * 1_000_003 + row);
    return found;
  };
  return {
    add: (thing: Thing, box: Box): void => {
      for (const sheet of sheetsOf(box)) {
        const things = sheets.get(sheet);
        if (things) things.push(thing);
        else sheets.set(sheet, [thing]);
      }
    },
    /** Whether there is one for which it is true near the box. */
    some: (box: Box, isIt: (thing: Thing) => boolean): boolean =>
      sheetsOf(box).some((sheet) => sheets.get(sheet)?.some(isIt)),
    /** All near the box, some of them more than once. */
    near: (box: Box): Thing[] => sheetsOf(box).flatMap((sheet) => sheets.get(sheet) ?? []),
  };
}
