/** How large the words of branches are, and where they stand: upon their line, and neither upon a card nor upon other words. Pure. */
import { type Atlas, atlas } from './atlas.ts';
import { type Box, meets, overlap, type Point, sampled } from './shapes.ts';

/** Drawn smaller than this, words keep the size they have at it: they can be read, and a finger meets them (WCAG 2.5.8). */
const smallest = 0.8;
/** In pixels of the graph at its own size; the height is that of one line. */
const least = 31;
const most = { width: 160, lines: 4 };
const gap = 2;

export interface Size {
  width: number;
  height: number;
}
export interface Room extends Size {
  lines: number;
  /** How much larger than the rest of the graph the words are drawn. */
  scale: number;
}

/** The room of words in the graph, and what they take where there is less: one line that is cut off where it ended before. */
export function roomsOf(text: string, isFlagged: boolean, zoom: number): Room[] {
  const wide = Math.max(least, text.length * 7.5 + 26 + (isFlagged ? 20 : 0));
  if (zoom >= smallest) {
    const lines = Math.min(most.lines, Math.ceil(wide / (most.width - 20)));
    return [{ width: Math.min(wide, most.width), height: Math.max(least, lines * 17 + 8), lines, scale: 1 }];
  }
  const scale = smallest / zoom;
  const room = (width: number) => ({ width, height: least * scale, lines: 1, scale });
  const whole = Math.min(wide, most.width) * scale;
  const part = Math.min(whole, Math.max(least * scale, most.width));
  return [room(whole), room((whole + part) / 2), room(part)];
}

export interface Words {
  id: string;
  path: readonly Point[];
  /** The one that is liked best comes first. */
  rooms: readonly Room[];
}

/** The middle of the words, and the point of their line they belong to: another one only where there is no room upon it. */
export interface Place {
  at: Point;
  from: Point;
  room: Room;
}

const step = 8;
/** What words pay for each line of another branch that they cover, for each pixel that their middle is off their own, for each that they stand beside it, and for being cut off. */
const prices = { upon: 60, off: 0.5, beside: 3, lessRoom: 25 };
/** Farther from their line they do not stand. */
const farthest = 2_000;

export function placesOf(cards: readonly Box[], words: readonly Words[]): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const full = atlas<Box>();
  for (const card of cards) full.add(card, card);
  const curves = Map.groupBy(words, ({ path }) => path.map(({ x, y }) => `${x} ${y}`).join());
  const parts = atlas<Part>();
  for (const [curve, [one]] of curves)
    for (const part of partsOf(curve, one?.path ?? [])) parts.add(part, boxAround(part));
  // Words upon the same curve stand below each other.
  const lines = [...curves].flatMap(([curve, those]) =>
    those.map((one, i) => ({ ...one, curve, points: sampled(one.path, step), below: i - (those.length - 1) / 2 })),
  );
  // A short line has the least room.
  for (const one of lines.toSorted((a, b) => a.points.length - b.points.length)) {
    let best: Priced | null = null;
    for (const [i, room] of one.rooms.entries()) {
      const found: Priced = placeOf({ ...one, room }, full, parts, {
        start: i * prices.lessRoom,
        most: best?.price ?? Infinity,
      });
      if (!best || found.price < best.price) best = found;
    }
    if (!best) continue;
    places.set(one.id, best);
    const box = boxAt(best.at, best.room);
    full.add(box, box);
  }
  return places;
}

interface Priced extends Place {
  price: number;
}

/** A straight part of the line of some branches. */
interface Part {
  curve: string;
  ends: readonly [Point, Point];
}
const partsOf = (curve: string, path: readonly Point[]): Part[] => {
  const points = path.length === 2 ? sampled(path, 3 * step) : path;
  return points.slice(1).map((point, i): Part => ({ curve, ends: [points[i] ?? point, point] }));
};
const boxAround = ({ ends: [one, other] }: Part): Box => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
});

const boxAt = ({ x, y }: Point, { width, height }: Size): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});

/** Near the middle of its line; where that is full, farther along it or beside it. */
function placeOf(
  { room, curve, points, below }: { room: Room; curve: string; points: readonly Point[]; below: number },
  full: Atlas<Box>,
  parts: Atlas<Part>,
  { start, most }: { start: number; most: number },
): Priced {
  const middle = (points.length - 1) / 2 + (below * (room.height + gap)) / step;
  const byMiddle = points
    .map((from, i) => ({ from, off: Math.abs(i - middle) * step }))
    .toSorted((one, other) => one.off - other.off);
  const centre = byMiddle[0]?.from ?? { x: 0, y: 0 };
  let best: Priced = { at: centre, from: centre, room, price: most };
  const priceOf = (aside: number) => start + aside * prices.off + Math.max(0, aside - room.width * 0.3) * prices.beside;
  for (let aside = 0; aside <= farthest && priceOf(aside) < best.price; aside += step + aside / 4)
    for (const { from, off } of byMiddle) {
      const least = priceOf(aside) + off;
      if (least >= best.price) break;
      for (const x of new Set([from.x + aside, from.x - aside])) {
        const at = { x, y: from.y };
        const box = boxAt(at, room);
        if (full.some(box, (other) => overlap(box, other, gap))) continue;
        const covered = parts.near(box).filter((part) => part.curve !== curve && meets(part.ends, box, 0));
        const price = least + new Set(covered.map((part) => part.curve)).size * prices.upon;
        if (price < best.price) best = { at, from, room, price };
      }
    }
  return best;
}
