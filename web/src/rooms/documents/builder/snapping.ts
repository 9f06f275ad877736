/** How a field that is moved or resized finds the lines of the others. */
import type { Box } from '#shared/pdf-form/places.ts';

type Axis = 'x' | 'y';
type Side = 'start' | 'middle' | 'end';

/** A line through the sides or middles of two fields, as long as both of them. */
export interface Guide {
  axis: Axis;
  at: number;
  from: number;
  to: number;
}

/** Which of its lines a movement carries along. */
export interface Carried {
  x: readonly Side[];
  y: readonly Side[];
}
export const wholeField: Carried = { x: ['start', 'middle', 'end'], y: ['start', 'middle', 'end'] };

const linesOf = (box: Box, axis: Axis): Record<Side, number> => {
  const [start, size] = axis === 'x' ? [box.x, box.width] : [box.y, box.height];
  return { start, middle: start + size / 2, end: start + size };
};
/** Sides keep to sides and middles to middles. */
const pairs: readonly (readonly [Side, Side])[] = [
  ['start', 'start'],
  ['end', 'end'],
  ['middle', 'middle'],
  ['start', 'end'],
  ['end', 'start'],
];

/** How far it is to the nearest lines of the others, where they are within reach. */
export function snap(
  box: Box,
  others: readonly Box[],
  reach: number,
  carried = wholeField,
): { dx: number; dy: number } {
  const nearest = (axis: Axis) => {
    const own = linesOf(box, axis);
    let found = Infinity;
    for (const other of others) {
      const theirs = linesOf(other, axis);
      for (const [side, theirSide] of pairs) {
        const far = theirs[theirSide] - own[side];
        if (carried[axis].includes(side) && Math.abs(far) <= reach && Math.abs(far) < Math.abs(found)) found = far;
      }
    }
    return Number.isFinite(found) ? found : 0;
  };
  return { dx: nearest('x'), dy: nearest('y') };
}

/** The lines on which it stands with others. */
export function guidesOf(box: Box, others: readonly Box[]): Guide[] {
  const guides = new Map<string, Guide>();
  for (const axis of ['x', 'y'] as const) {
    const across = axis === 'x' ? 'y' : 'x';
    const own = linesOf(box, axis);
    for (const other of others) {
      const theirs = linesOf(other, axis);
      for (const [side, theirSide] of pairs) {
        if (Math.abs(theirs[theirSide] - own[side]) > 0.01) continue;
        const key = `${axis}${own[side].toFixed(1)}`;
        const known = guides.get(key);
        const [mine, its] = [linesOf(box, across), linesOf(other, across)];
        const from = Math.min(mine.start, its.start, known?.from ?? Infinity);
        const to = Math.max(mine.end, its.end, known?.to ?? -Infinity);
        guides.set(key, { axis, at: own[side], from, to });
      }
    }
  }
  return [...guides.values()];
}
