/** The data of a stream that holds objects or says where they are. */
import { inflateSync } from 'node:zlib';
import { holdsObjects } from './pdf-object-stream.ts';
import type { StreamPart } from './pdf-parts.ts';

/** What the file says, in whatever places, to be the object of this number. */
export type Length = (number: number) => readonly string[];

const isOtherFilter = (token: string) =>
  token !== '/FlateDecode' && /^\/(\w+Decode|AHx|A85|LZW|Fl|RL|CCF|DCT|Crypt)$/.test(token);

export function dataOf(file: Buffer, part: StreamPart, most: number, length: Length): Buffer {
  const { tokens } = part;
  const from = nextLine(file, part.dataAfter);
  const times = tokens.filter((token) => token === '/FlateDecode').length;
  const isPlain = times === 0 && !tokens.includes('/Filter') && !tokens.includes('/F');
  const isShifted = holdsObjects(part) && (tokens.includes('/DecodeParms') || tokens.includes('/DP'));
  if ((times !== 1 && !isPlain) || isShifted || tokens.some(isOtherFilter)) throw unusual();
  const { data, packed } = isPlain ? plain(file, from) : inflated(file, from, most);
  if (data.length > most) throw unusual();
  if (holdsObjects(part)) refuseOtherBounds(file, part, { from, packed, said: lengthOf(part, length) });
  return data;
}

const unusual = () => new Error('an object stream is packed in an unusual way');

function plain(file: Buffer, from: number) {
  const end = file.indexOf('endstream', from);
  if (end < 0) throw unusual();
  const data = file.subarray(from, end);
  return { data, packed: withoutLastLine(data).length };
}

function inflated(file: Buffer, from: number, most: number) {
  try {
    const done = inflateSync(file.subarray(from), { maxOutputLength: Math.max(most, 1), info: true });
    const { buffer, engine } = done as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    return { data: buffer, packed: engine.bytesWritten };
  } catch {
    throw new Error('an object stream is damaged or too large');
  }
}

/** Some viewers begin and end where lines do, some go by the length that is said, some by what the data say themselves. */
function refuseOtherBounds(
  file: Buffer,
  { dataAfter }: StreamPart,
  { from, packed, said }: { from: number; packed: number; said: number },
): void {
  const end = file.indexOf('endstream', from + packed);
  const isLine = /^\r?\n$/.test(file.toString('latin1', dataAfter, Math.min(from, dataAfter + 3)));
  const isBlank =
    end >= 0 && /^[\0\t\n\f\r ]*$/.test(file.toString('latin1', from + packed, Math.min(end, from + packed + 100)));
  if (!isLine || !isBlank || end > from + packed + 100 || said < packed || from + said > end)
    throw new Error('where an object stream begins or ends cannot be told');
}

function lengthOf({ tokens }: StreamPart, length: Length): number {
  const at = tokens.indexOf('/Length');
  const isElsewhere = tokens[at + 3] === 'R';
  const [said = '', ...others] = isElsewhere ? length(Number(tokens[at + 1])) : [tokens[at + 1] ?? ''];
  if (at < 0 || at !== tokens.lastIndexOf('/Length') || others.length > 0 || !/^\d{1,9}$/.test(said))
    throw new Error('the length of an object stream cannot be read');
  return Number(said);
}

const withoutLastLine = (data: Buffer): Buffer => {
  const end = data.at(-1) === 10 ? (data.at(-2) === 13 ? 2 : 1) : data.at(-1) === 13 ? 1 : 0;
  return data.subarray(0, data.length - end);
};

function nextLine(file: Buffer, from: number): number {
  const end = /\r\n?|\n/.exec(file.toString('latin1', from, from + 100));
  if (!end) throw unusual();
  return from + end.index + end[0].length;
}
