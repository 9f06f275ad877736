/** Where the lines of branches run: as a curve where no card is in between, else in bends beside the cards. Pure. */
import { cheapestWay, type Step } from './cheapest.ts';
import { type Box, meets, type Point, sampled } from './shapes.ts';

export interface Ends {
  id: string;
  source: string;
  target: string;
  /** How wide its words are. */
  width: number;
}
interface Branch {
  from: Box;
  to: Box;
  width: number;
}

/** A line that runs nearer to a card than a margin costs so much more for each pixel. It runs across a card only where there is no other way. */
const nearness = [
  { margin: 20, price: 0.5 },
  { margin: 8, price: 2 },
  { margin: 0, price: 10_000 },
] as const;
const clearance = nearness[0].margin;
/** How far two lines run beside each other at least. */
const lane = 24;
/** For each pixel upon another line, or so near to it that the words of one cover the other; for each line that is crossed, and for each bend. Little, but something, for going on straight below or above an end. */
const prices = { upon: 8, beside: 0.6, across: 40, bend: 30, straight: 0.1 };

/** More bends than these would be waited for if each kept away from all others. */
const mostApart = 60;

const leaves = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height });
const arrives = ({ x, y, width }: Box): Point => ({ x: x + width / 2, y });

/** Two points are the ends of a curve, more those of straight lines. Branches that have no card at an end are left out. */
export function pathsOf(
  cards: ReadonlyMap<string, Box>,
  branches: readonly Ends[],
): ReadonlyMap<string, readonly Point[]> {
  const paths = new Map<string, readonly Point[]>();
  const bent: (Branch & { id: string })[] = [];
  const taken: Line[] = [];
  const all = [...cards.values()];
  for (const { id, source, target, width } of branches) {
    const [from, to] = [cards.get(source), cards.get(target)];
    if (!from || !to) continue;
    const branch = { id, from, to, width };
    if (isCurve(branch, all)) {
      paths.set(id, [leaves(from), arrives(to)]);
      taken.push(...linesOf(asLines(branch), branch));
    } else bent.push(branch);
  }
  // The short ones first, so that the long ones run around them.
  for (const branch of bent.toSorted((one, other) => spanOf(one) - spanOf(other))) {
    const path = bend(branch, all, bent.length <= mostApart ? taken : []);
    paths.set(branch.id, path);
    taken.push(...linesOf(path, branch));
  }
  return paths;
}

const spanOf = ({ from, to }: Branch): number => Math.abs(arrives(to).y - leaves(from).y);

function isCurve({ from, to }: Branch, cards: readonly Box[]): boolean {
  const [start, end] = [leaves(from), arrives(to)];
  if (end.y <= start.y) return false;
  const curve = sampled([start, end]);
  return !cards.some((card) => card !== from && card !== to && meets(curve, card, 5));
}

/** About where a curve runs. */
function asLines({ from, to }: Branch): Point[] {
  const [start, end] = [leaves(from), arrives(to)];
  const y = (start.y + end.y) / 2;
  return [start, { x: start.x, y }, { x: end.x, y }, end];
}

/** Looks for a way well away from the cards first, and only where there is none between cards that stand close. */
function bend(branch: Branch, cards: readonly Box[], taken: readonly Line[]): Point[] {
  const wide = pastAll(branch, cards, taken, [clearance]);
  const betweenEnds = wide.slice(1, -1);
  if (!cards.some((card) => meets(wide, card, 0) || meets(betweenEnds, card, nearness[1].margin))) return wide;
  const margins = nearness.map(({ margin }) => margin);
  return pastAll(branch, cards, taken, margins);
}

/** Goes around the cards that are in the way, and then around those that are in the way of that. */
function pastAll(branch: Branch, cards: readonly Box[], taken: readonly Line[], margins: readonly number[]): Point[] {
  const known = new Set([branch.from, branch.to]);
  for (;;) {
    const path = around(branch, [...known], taken, margins);
    const met = cards.filter((card) => !known.has(card) && meets(path, card, clearance));
    if (met.length === 0) return path;
    for (const card of met) known.add(card);
  }
}

/** A part of a path that runs down or across, from the lesser to the greater. */
interface Line {
  isDown: boolean;
  at: number;
  from: number;
  to: number;
  branch: Branch;
}
function lineOf(one: Point, other: Point, branch: Branch): Line {
  const isDown = one.x === other.x;
  const [a, b] = isDown ? [one.y, other.y] : [one.x, other.x];
  return { isDown, at: isDown ? one.x : one.y, from: Math.min(a, b), to: Math.max(a, b), branch };
}

/** What others keep away from: all of a path but its ends, where the branches of a card are together. */
function linesOf(path: readonly Point[], branch: Branch): Line[] {
  const shortened = (end: Point | undefined, next: Point | undefined) => {
    if (!end || !next) return [];
    const down = next.y - end.y;
    return { x: end.x, y: end.y + Math.sign(down) * Math.min(Math.abs(down), clearance) };
  };
  const inner = [shortened(path[0], path[1]), path.slice(1, -1), shortened(path.at(-1), path.at(-2))].flat();
  return inner.slice(1).flatMap((point, i) => (inner[i] ? [lineOf(inner[i], point, branch)] : []));
}

/** A line of another branch, as one branch sees it. */
interface Neighbour extends Line {
  /** How far it should be. */
  apart: number;
  /** The price of each pixel upon it. */
  upon: number;
}
function seenBy(branch: Branch, line: Line): Neighbour {
  const { isDown, at, branch: other } = line;
  const isShared =
    (other.from === branch.from && at === leaves(branch.from).x) ||
    (other.to === branch.to && at === arrives(branch.to).x);
  return {
    ...line,
    apart: isDown ? Math.max(lane, (other.width + branch.width) / 2 + 8) : lane,
    upon: isDown && isShared ? prices.beside : prices.upon,
  };
}

/** The cheapest path of lines down and across. They run on few tracks: those beside the cards and beside other lines. */
function around(branch: Branch, boxes: readonly Box[], taken: readonly Line[], margins: readonly number[]): Point[] {
  const [start, end] = [leaves(branch.from), arrives(branch.to)];
  const neighbours = nearby(boxes, taken).map((line) => seenBy(branch, line));
  const downs = tracksOf(true, [start.x, end.x], boxes, neighbours, margins);
  const acrosses = tracksOf(false, [start.y, end.y], boxes, neighbours, margins);
  // A place is a crossing of two tracks and how it was come to: odd is down or up.
  const placeAt = (column: number, row: number, isDown: boolean) =>
    (row * downs.length + column) * 2 + (isDown ? 1 : 0);
  const crossingOf = (place: number) => {
    const crossing = place >> 1;
    return { column: crossing % downs.length, row: Math.floor(crossing / downs.length) };
  };
  const pointOf = (place: number): Point => {
    const { column, row } = crossingOf(place);
    return { x: downs[column]?.at ?? 0, y: acrosses[row]?.at ?? 0 };
  };
  const steps = (place: number): Step[] => {
    const { column, row } = crossingOf(place);
    const [down, across] = [downs[column], acrosses[row]];
    if (!down || !across) return [];
    return [
      ...[column - 1, column + 1].flatMap((next) => {
        const to = downs[next];
        return to ? { to: placeAt(next, row, false), cost: priceOf(across, down.at, to.at) + turn(place, false) } : [];
      }),
      ...[row - 1, row + 1].flatMap((next) => {
        const to = acrosses[next];
        return to ? { to: placeAt(column, next, true), cost: priceOf(down, across.at, to.at) + turn(place, true) } : [];
      }),
    ];
  };
  const turn = (place: number, isDown: boolean) => (isDown === (place % 2 === 1) ? 0 : prices.bend);
  const placeOf = ({ x, y }: Point) =>
    placeAt(
      downs.findIndex(({ at }) => at === x),
      acrosses.findIndex(({ at }) => at === y),
      true,
    );
  const way = cheapestWay({
    places: downs.length * acrosses.length * 2,
    start: placeOf(start),
    end: placeOf(end),
    steps,
    atLeast: (place) => {
      const { x, y } = pointOf(place);
      return Math.abs(x - end.x) + Math.abs(y - end.y);
    },
  });
  return way.length > 1 ? onlyCorners(way.map(pointOf)) : [start, end];
}

/** Lines so far from all cards in question that no path around these comes near them do not matter. */
function nearby(boxes: readonly Box[], taken: readonly Line[]): Line[] {
  const reach = 200;
  const left = Math.min(...boxes.map(({ x }) => x)) - reach;
  const right = Math.max(...boxes.map(({ x, width }) => x + width)) + reach;
  const top = Math.min(...boxes.map(({ y }) => y)) - reach;
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height)) + reach;
  return taken.filter(({ isDown, at, from, to }) =>
    isDown
      ? at > left && at < right && to > top && from < bottom
      : at > top && at < bottom && to > left && from < right,
  );
}

/** Where a path may run, with what makes it dear there: parts that cost more for each pixel, and lines that are crossed. */
interface Track {
  at: number;
  parts: readonly { from: number; to: number; price: number }[];
  crossed: readonly number[];
}
function tracksOf(
  isDown: boolean,
  ends: readonly number[],
  boxes: readonly Box[],
  neighbours: readonly Neighbour[],
  margins: readonly number[],
): Track[] {
  const sides = boxes.flatMap(({ x, y, width, height }) =>
    nearness.map(({ margin, price }) => {
      const [across, down] = [
        { from: x - margin, to: x + width + margin },
        { from: y - margin, to: y + height + margin },
      ];
      return { margin, beside: isDown ? across : down, along: isDown ? down : across, price };
    }),
  );
  const [along, across] = [true, false].map((same) => neighbours.filter((line) => (line.isDown === isDown) === same));
  const places = [
    ...ends,
    ...sides.flatMap(({ margin, beside }) => (margins.includes(margin) ? [beside.from, beside.to] : [])),
    ...(along ?? []).flatMap(({ at, apart }) => [at - lane, at + lane, at - apart, at + apart]),
  ];
  return [...new Set(places)]
    .toSorted((one, other) => one - other)
    .map((at) => ({
      at,
      parts: [
        ...(isDown && ends.includes(at) ? [{ from: -Infinity, to: Infinity, price: prices.straight }] : []),
        ...sides.flatMap(({ beside, along: { from, to }, price }) =>
          beside.from < at && at < beside.to ? { from, to, price } : [],
        ),
        ...(along ?? []).flatMap((line) => {
          const far = Math.abs(line.at - at);
          return far < line.apart
            ? { from: line.from, to: line.to, price: far < lane ? line.upon : prices.beside }
            : [];
        }),
      ],
      crossed: (across ?? []).flatMap((line) => (line.from < at && at < line.to ? line.at : [])),
    }));
}

function priceOf({ parts, crossed }: Track, one: number, other: number): number {
  const [from, to] = one < other ? [one, other] : [other, one];
  let price = to - from;
  for (const part of parts)
    if (part.from < to && from < part.to) price += (Math.min(part.to, to) - Math.max(part.from, from)) * part.price;
  for (const at of crossed) if (from < at && at <= to) price += prices.across;
  return price;
}

const onlyCorners = (path: readonly Point[]): Point[] =>
  path.filter(({ x, y }, i) => {
    const [before, after] = [path[i - 1], path[i + 1]];
    return !before || !after || !((before.x === x && x === after.x) || (before.y === y && y === after.y));
  });
