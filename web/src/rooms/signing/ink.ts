/** What is drawn on a pad: lines of points in pixels of the pad, and their picture. */

export interface Point {
  x: number;
  y: number;
  /** Of the pen; a finger and a mouse have the usual one. */
  width: number;
}
export type Line = readonly Point[];

export const usualWidth = 2.6;
/** Dark blue: on paper a signature is told from the print. */
const ink = '#10204b';
/** Pixels of the picture for one of the pad: it stays sharp in print. */
const fine = 3;
const margin = 6;

export function drawLines(context: CanvasRenderingContext2D, lines: readonly Line[]): void {
  context.strokeStyle = ink;
  context.fillStyle = ink;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const line of lines) drawLine(context, line);
}

/** From middle to middle, bent around each point: no corner is seen where the pointer was asked. */
function drawLine(context: CanvasRenderingContext2D, line: Line): void {
  const [first] = line;
  if (!first) return;
  if (line.length === 1) {
    context.beginPath();
    context.arc(first.x, first.y, first.width / 2 + 0.4, 0, 2 * Math.PI);
    context.fill();
    return;
  }
  let from: { x: number; y: number } = first;
  for (const [at, point] of line.entries()) {
    const next = line[at + 1] ?? point;
    const to = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    context.beginPath();
    context.lineWidth = point.width;
    context.moveTo(from.x, from.y);
    context.quadraticCurveTo(point.x, point.y, to.x, to.y);
    context.stroke();
    from = to;
  }
}

/** A PNG of what was drawn, with nothing around it and no ground. */
export function pictureOf(lines: readonly Line[]): Promise<Uint8Array<ArrayBuffer>> {
  const points = lines.flat();
  const [left, top] = [Math.min(...points.map(({ x }) => x)) - margin, Math.min(...points.map(({ y }) => y)) - margin];
  const width = Math.max(...points.map(({ x }) => x)) + margin - left;
  const height = Math.max(...points.map(({ y }) => y)) + margin - top;
  return png(width, height, (context) => {
    context.translate(-left, -top);
    drawLines(context, lines);
  });
}

const letters = 48;
const script = `italic ${letters}px "Segoe Script", "Bradley Hand", "Snell Roundhand", "URW Chancery L", cursive`;

/** A name as if it were written. */
export function drawName(
  context: CanvasRenderingContext2D,
  name: string,
  most: number,
): { width: number; height: number } {
  context.font = script;
  const measured = context.measureText(name);
  const width = measured.width + letters / 2;
  const scale = Math.min(1, most / width);
  context.fillStyle = ink;
  context.textBaseline = 'alphabetic';
  context.scale(scale, scale);
  context.fillText(name, letters / 4, letters * 1.15);
  return { width: width * scale, height: letters * 1.7 * scale };
}

export function pictureOfName(name: string, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const ruler = document.createElement('canvas').getContext('2d');
  if (!ruler) throw new Error('this browser does not draw');
  const { width, height } = drawName(ruler, name, most);
  return png(width, height, (context) => drawName(context, name, most));
}

async function png(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width * fine);
  canvas.height = Math.ceil(height * fine);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser does not draw');
  context.scale(fine, fine);
  draw(context);
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!file) throw new Error('this browser gives no picture');
  return new Uint8Array(await file.arrayBuffer());
}
