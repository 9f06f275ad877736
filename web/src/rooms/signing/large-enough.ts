/** How large pages have to be for their fields to be filled in. */
import { zoomSteps } from '#shared/pdf-form/use-view.ts';
import type { FormToSign, Spot } from './own-fields.ts';

/** Pixels of what is pressed, unless there is that much room around it (WCAG 2.5.8). */
const target = 24;
/** Pixels of a line that is typed. */
const line = 16;

/** Whether fields are so small at this size that nobody could type into them, or so close that the wrong one is pressed. */
export function isTooSmall({ fields }: FormToSign, zoom: number): boolean {
  if (fields.some(({ type, spots }) => type === 'TextInput' && spots.some(({ height }) => height * zoom < line)))
    return true;
  const spots = fields.flatMap((field) => field.spots);
  const isSmall = ({ width, height }: Spot) => Math.min(width, height) * zoom < target;
  const tooClose = (one: Spot, other: Spot) =>
    zoom * (isSmall(other) ? betweenMiddles(one, other) : toEdge(one, other)) < (isSmall(other) ? target : target / 2);
  return spots.some(
    (one) => isSmall(one) && spots.some((other) => other !== one && other.page === one.page && tooClose(one, other)),
  );
}

/** The smallest of the usual sizes at which they are large enough; where none is, as on paper. */
export const zoomToFill = (form: FormToSign): number => zoomSteps.find((step) => !isTooSmall(form, step)) ?? 1;

const middleOf = ({ x, y, width, height }: Spot) => ({ x: x + width / 2, y: y + height / 2 });
function betweenMiddles(one: Spot, other: Spot): number {
  const [a, b] = [middleOf(one), middleOf(other)];
  return Math.hypot(a.x - b.x, a.y - b.y);
}
/** From the middle of one to the edge of the other. */
const toEdge = (one: Spot, other: Spot): number => distanceTo(middleOf(one), other);

/** From a point to the nearest point of a spot. */
export const distanceTo = ({ x, y }: { x: number; y: number }, spot: Spot): number =>
  Math.hypot(Math.max(spot.x - x, 0, x - spot.x - spot.width), Math.max(spot.y - y, 0, y - spot.y - spot.height));
