/** Cards and the lines of branches as they are drawn. Pure. */
export interface Point {
  x: number;
  y: number;
}
export interface Box extends Point {
  width: number;
  height: number;
}

/** ASB-29: of a card that is not yet drawn. Most have it. */
export const cardSize = { width: 220, height: 120 };

/** A card as the graph has it. */
export const boxOf = (card: { position: Point; measured?: { width?: number; height?: number } | undefined }): Box => ({
  ...card.position,
  width: card.measured?.width ?? cardSize.width,
  height: card.measured?.height ?? cardSize.height,
});

/** A handle is drawn half outside of its card; the arrow ends before it. */
const handle = 9;
/** Of the bends of a line. */
const radius = 12;

/** Where an arrow may end: before the handle, if the last part of the path is long enough for that. */
function tipOf(path: readonly Point[]): Point {
  const [last, tip] = path.slice(-2);
  if (!last || !tip) return { x: 0, y: 0 };
  return { x: tip.x, y: Math.max(tip.y - handle, Math.min(last.y, tip.y)) };
}

function between(one: Point, other: Point, share: number): Point {
  return { x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share };
}

/** The path for SVG: of two points a curve that leaves and arrives downwards, of more straight lines with round bends. */
export function drawn(path: readonly Point[]): string {
  const [first, ...rest] = [...path.slice(0, -1), tipOf(path)];
  const to = ({ x, y }: Point) => `${x},${y}`;
  if (!first) return '';
  if (rest.length === 1 && rest[0]) {
    const half = (rest[0].y - first.y) / 2;
    return `M${to(first)} C${first.x},${first.y + half} ${rest[0].x},${rest[0].y - half} ${to(rest[0])}`;
  }
  const parts = rest.slice(0, -1).map((corner, i) => {
    const [before, after] = [rest[i - 1] ?? first, rest[i + 1] ?? corner];
    const share = (end: Point) => Math.min(0.5, radius / (Math.hypot(end.x - corner.x, end.y - corner.y) || 1));
    return `L${to(between(corner, before, share(before)))} Q${to(corner)} ${to(between(corner, after, share(after)))}`;
  });
  return `M${to(first)} ${parts.join(' ')} L${to(rest.at(-1) ?? first)}`;
}

/** Points along the path, about as far from each other as the step; of a very long part no more than are needed. */
export function sampled(path: readonly Point[], step = 12): Point[] {
  const [first, last] = path;
  const countOf = (one: Point, other: Point, least: number) =>
    Math.min(200, Math.max(least, Math.ceil(Math.hypot(other.x - one.x, other.y - one.y) / step)));
  if (path.length === 2 && first && last) {
    const count = countOf(first, last, 4);
    return Array.from({ length: count + 1 }, (_, i) => {
      const at = i / count;
      // The ends of the curve pull it down by half of its height.
      const smooth = at * at * (3 - 2 * at);
      const y = first.y + (last.y - first.y) * (1.5 * at * (1 - at) * (1 - at) + 1.5 * at * at * (1 - at) + at ** 3);
      return { x: first.x + (last.x - first.x) * smooth, y };
    });
  }
  return path.slice(1).flatMap((end, i) => {
    const begin = path[i] ?? end;
    const count = countOf(begin, end, 1);
    const points = Array.from({ length: count }, (_, k) => between(begin, end, (k + 1) / count));
    return i === 0 ? [begin, ...points] : points;
  });
}

export const overlap = (one: Box, other: Box, gap = 0): boolean =>
  one.x < other.x + other.width + gap &&
  other.x < one.x + one.width + gap &&
  one.y < other.y + other.height + gap &&
  other.y < one.y + one.height + gap;

/** Whether a path comes nearer to a card than the margin. */
export const meets = (path: readonly Point[], card: Box, margin: number): boolean =>
  path.slice(1).some((point, i) => path[i] !== undefined && cuts(path[i], point, card, margin));

/** Whether the line between two points has a part within a box and its margin (Liang and Barsky). */
function cuts(one: Point, other: Point, { x, y, width, height }: Box, margin: number): boolean {
  const [left, right, top, bottom] = [x - margin, x + width + margin, y - margin, y + height + margin];
  if (Math.max(one.x, other.x) <= left || Math.min(one.x, other.x) >= right) return false;
  if (Math.max(one.y, other.y) <= top || Math.min(one.y, other.y) >= bottom) return false;
  if (one.x === other.x || one.y === other.y) return true;
  const [across, down] = [other.x - one.x, other.y - one.y];
  const [toLeft, toRight] = [(left - one.x) / across, (right - one.x) / across];
  const [toTop, toBottom] = [(top - one.y) / down, (bottom - one.y) / down];
  const enters = Math.max(0, Math.min(toLeft, toRight), Math.min(toTop, toBottom));
  return enters < Math.min(1, Math.max(toLeft, toRight), Math.max(toTop, toBottom));
}
