/** How far around a field a finger still finds it. */
import type { Box } from './places.ts';

/** Pixels of what can be pressed with a finger. */
const finger = 44;

/** As far as a finger needs, and no nearer to another field than to this one. */
export function touchReach(box: Box, others: readonly Box[]): { x: number; y: number } {
  const room = others.reduce((least, other) => {
    const dx = Math.max(other.x - (box.x + box.width), box.x - (other.x + other.width));
    const dy = Math.max(other.y - (box.y + box.height), box.y - (other.y + other.height));
    return Math.min(least, Math.max(0, dx, dy) / 2);
  }, finger);
  const needed = (size: number) => Math.min(room, Math.max(0, (finger - size) / 2));
  return { x: needed(box.width), y: needed(box.height) };
}
