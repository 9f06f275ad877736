/** Streams that say where objects are. Only what they say of objects inside object streams is asked for. */
import { numberAfter, type Part } from './pdf-parts.ts';

/** Viewers do not ask it for its type. */
export const isCrossReference = ({ tokens, dataAfter }: Part): boolean =>
  tokens.includes('/XRef') ||
  (dataAfter !== null && tokens.includes('/W') && (tokens.includes('/Size') || tokens.includes('/Index')));

/** The object of this number is in this object stream, in this place. */
export interface CompressedRow {
  number: number;
  stream: number;
  index: number;
}

export function* compressedRows(part: Part, packed: Buffer): Generator<CompressedRow> {
  const widths = listAfter(part, '/W') ?? [];
  if (widths.length !== 3 || widths.some((width) => width > 8)) throw unclear();
  const [ofType, ofStream, ofIndex] = widths as [number, number, number];
  const width = ofType + ofStream + ofIndex;
  const data = withoutPredictor(part, packed, width);
  const ranges = listAfter(part, '/Index') ?? [0, numberAfter(part, '/Size')];
  if (ranges.length % 2 !== 0 || width === 0) throw unclear();
  let at = 0;
  for (let range = 0; range < ranges.length; range += 2)
    for (let i = 0; i < (ranges[range + 1] as number) && at < data.length; i += 1, at += width) {
      if (ofType === 0 || numberAt(data, at, ofType) !== 2) continue;
      const stream = numberAt(data, at + ofType, ofStream);
      const index = numberAt(data, at + ofType + ofStream, ofIndex);
      yield { number: (ranges[range] as number) + i, stream, index };
    }
}

function numberAt(data: Buffer, from: number, bytes: number): number {
  let value = 0;
  for (let at = from; at < from + bytes && at < data.length; at += 1) value = value * 256 + (data[at] as number);
  return value;
}

const unclear = () => new Error('a cross-reference stream cannot be read');

/** The whole numbers of a list; null where there is none of this name. */
function listAfter({ tokens }: Part, name: string): number[] | null {
  const at = tokens.indexOf(name);
  if (at < 0) return null;
  const list = tokens.slice(at + 2, tokens.indexOf(']', at));
  if (at !== tokens.lastIndexOf(name) || tokens[at + 1] !== '[' || list.some((word) => !/^\d{1,10}$/.test(word)))
    throw unclear();
  return list.map(Number);
}

/** Undoes what makes rows smaller by saying how they differ from the one before: the filters of PNG, a byte before each row. */
function withoutPredictor(part: Part, packed: Buffer, width: number): Buffer {
  const { tokens } = part;
  if (!tokens.includes('/Predictor') || numberAfter(part, '/Predictor') === 1) return packed;
  const isUsual = numberAfter(part, '/Predictor') >= 10 && numberAfter(part, '/Columns') === width;
  if (!isUsual || tokens.includes('/Colors') || tokens.includes('/BitsPerComponent')) throw unclear();
  const rows = Math.floor(packed.length / (width + 1));
  const data = Buffer.alloc(rows * width);
  for (let row = 0; row < rows; row += 1)
    for (let i = 0; i < width; i += 1) {
      const at = row * width + i;
      const left = i > 0 ? (data[at - 1] as number) : 0;
      const up = row > 0 ? (data[at - width] as number) : 0;
      const corner = row > 0 && i > 0 ? (data[at - width - 1] as number) : 0;
      const added = predicted(packed[row * (width + 1)] as number, left, up, corner);
      data[at] = (packed[row * (width + 1) + 1 + i] as number) + added;
    }
  return data;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return Math.floor((left + up) / 2);
  if (filter !== 4) throw unclear();
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
