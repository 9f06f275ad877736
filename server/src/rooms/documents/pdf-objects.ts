/**
 * Every object in a PDF that a viewer could come to read. Where viewers enter the file is said by tables in the file itself,
 * which may point into a comment, a string or a stream; so we enter wherever an object can begin, whatever the tables say.
 */
import { inflateSync } from 'node:zlib';
import { tokensFrom } from './pdf-tokens.ts';

/** More would be an attempt to fill our memory. */
const mostInflated = 128 * 1_048_576;

/** What stands where an object can begin. */
export interface FoundObject {
  /** By which references may point to it; `unread` where something stands there that we do not read as a number. */
  numbers: readonly number[] | 'unread';
  /** Its names, brackets and words; no strings and no comments. */
  tokens: readonly string[];
}

/** First those of the file as it lies there, then those inside its object streams. Throws rather than miss one. */
export function* objectsOf(file: Buffer): Generator<FoundObject> {
  const streams: Part[] = [];
  for (const part of partsOf(file)) {
    yield part;
    if (!isInflated(part)) continue;
    if (part.dataAt === null) throw new Error('what kind a stream is of stands elsewhere');
    streams.push(part);
  }
  let left = mostInflated;
  for (const part of streams) {
    const data = inflated(file, part, left);
    left -= data.length;
    if (!holdsObjects(part)) continue;
    for (const object of objectsInside(data, numberAfter(part, '/N'), numberAfter(part, '/First'))) {
      if (object.tokens.includes('/ObjStm') || object.tokens.includes('/XRef'))
        throw new Error('what kind a stream is of stands elsewhere');
      yield object;
    }
  }
}

/** What stands from one place of entry to the next, or to the data of a stream. */
interface Part extends FoundObject {
  /** Where that data begins. */
  dataAt: number | null;
}

function* partsOf(file: Buffer): Generator<Part> {
  for (const entry of ['obj', 'endstream', 'trailer'])
    for (let at = file.indexOf(entry); at >= 0; at = file.indexOf(entry, at + 1))
      yield partAt(file, at + entry.length, entry === 'obj' ? numbersBefore(file, at) : []);
}

/** "4 0 obj"; an "endobj" has none. */
function numbersBefore(file: Buffer, at: number): Part['numbers'] {
  const before = file.toString('latin1', Math.max(0, at - 60), at);
  if (before.endsWith('end')) return [];
  const number = /(?:^|[\s\0>\])j])(\d{1,10})[\s\0]+\d{1,5}[\s\0]*$/.exec(before)?.[1];
  return number === undefined ? 'unread' : [Number(number)];
}

function partAt(file: Buffer, start: number, numbers: Part['numbers']): Part {
  const reader = tokensFrom(file, start);
  const tokens: string[] = [];
  for (let token = reader.next(); token !== null; token = reader.next()) {
    // Entered on its own.
    if (token === 'obj' || token === 'endstream') break;
    if (token === 'stream' && tokens.at(-1) === '>>') return { numbers, tokens, dataAt: nextLine(file, reader.end()) };
    tokens.push(token);
  }
  return { numbers, tokens, dataAt: null };
}

function nextLine(file: Buffer, from: number): number {
  let at = from;
  while (at < file.length && file[at] !== 10 && file[at] !== 13) at += 1;
  return file[at] === 13 && file[at + 1] === 10 ? at + 2 : at + 1;
}

/** Viewers do not ask an object stream for its type. */
const holdsObjects = ({ tokens, dataAt }: Part): boolean =>
  tokens.includes('/ObjStm') || (dataAt !== null && tokens.includes('/First') && tokens.includes('/N'));
/** What whoever parses the file inflates, and with it whatever it is blown up to. */
const isInflated = (part: Part): boolean => holdsObjects(part) || part.tokens.includes('/XRef');

const isOtherFilter = (token: string) =>
  token !== '/FlateDecode' && /^\/(\w+Decode|AHx|A85|LZW|Fl|RL|CCF|DCT|Crypt)$/.test(token);

function inflated(file: Buffer, part: Part, most: number): Buffer {
  const { tokens } = part;
  const from = part.dataAt as number;
  const times = tokens.filter((token) => token === '/FlateDecode').length;
  const isPlain = times === 0 && !tokens.includes('/Filter') && !tokens.includes('/F');
  const isShifted = holdsObjects(part) && (tokens.includes('/DecodeParms') || tokens.includes('/DP'));
  if ((times !== 1 && !isPlain) || isShifted || tokens.some(isOtherFilter))
    throw new Error('an object stream is packed in an unusual way');
  if (isPlain) return file.subarray(from, Math.max(from, file.indexOf('endstream', from)));
  try {
    // It ends where its data says; what the file says of its length does not matter.
    return inflateSync(file.subarray(from), { maxOutputLength: Math.max(most, 1) });
  } catch {
    throw new Error('an object stream is damaged or too large');
  }
}

/** A value that stands in the very part, once, and not behind a reference. */
function numberAfter({ tokens }: Part, name: string): number {
  const at = tokens.indexOf(name);
  const value = tokens[at + 1] ?? '';
  if (at !== tokens.lastIndexOf(name) || !/^\d{1,9}$/.test(value) || tokens[at + 3] === 'R')
    throw new Error(`${name} of an object stream cannot be read`);
  return Number(value);
}

/** Each object from where it is said to begin to where another one begins. */
function* objectsInside(data: Buffer, count: number, first: number): Generator<FoundObject> {
  const header = tokensFrom(data, 0);
  const starts = new Map<number, number[]>();
  for (let i = 0; i < count; i += 1) {
    const number = Number(header.next());
    const offset = header.next() ?? '';
    if (!/^\d{1,9}$/.test(offset)) throw new Error('an object stream does not say where its objects begin');
    const start = first + Number(offset);
    starts.set(start, [...(starts.get(start) ?? []), number]);
  }
  for (const [start, numbers] of starts) {
    const reader = tokensFrom(data, start);
    const tokens: string[] = [];
    for (let token = reader.next(); token !== null; token = starts.has(reader.begin()) ? null : reader.next())
      tokens.push(token);
    yield { numbers, tokens };
  }
}
