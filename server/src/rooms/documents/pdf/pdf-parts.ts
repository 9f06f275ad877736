/** What stands wherever an object can begin, whatever the tables of the file say. */
import { tokensFrom } from './pdf-tokens.ts';

/** What stands where an object can begin. */
export interface FoundObject {
  /** By which references may point to it; `unread` where something stands there that we do not read as a number. */
  numbers: readonly number[] | 'unread';
  /** Its names, brackets, words and strings; no comments. */
  tokens: readonly string[];
}

/** What stands from one place of entry to the next, or to the data of a stream. */
export interface Part extends FoundObject {
  /** Where the word "stream" ends. */
  dataAfter: number | null;
}
export type StreamPart = Part & { dataAfter: number };

export function* partsOf(file: Buffer): Generator<Part> {
  const reading: Reading = { left: mostRead(file.length), known: new Uint8Array((file.length >> 3) + 1) };
  for (const entry of ['obj', 'endstream', 'trailer'])
    for (let at = file.indexOf(entry); at >= 0; at = file.indexOf(entry, at + 1))
      yield partAt(file, at + entry.length, entry === 'obj' ? numbersBefore(file, at) : [], reading);
}

/** What was read so far from all places of entry; where they lead to the same token they go on alike. */
interface Reading {
  /** How many bytes may still be read. */
  left: number;
  /** A bit for each byte: whether a token was read from there. */
  known: Uint8Array;
}

/** An honest file is read little more than once; in one that is made to wear us out, many parts begin within each other. */
const mostRead = (bytes: number): number => 4 * bytes + 1_048_576;
/** So far does what a token means depend on those before it. */
const overlap = 4;

/** "4 0 obj"; an "endobj" has none. */
function numbersBefore(file: Buffer, at: number): Part['numbers'] {
  if (file.toString('latin1', Math.max(0, at - 3), at) === 'end') return [];
  const before = file.toString('latin1', Math.max(0, at - 60), at);
  const number = /(?:^|[\s\0>\])j])(\d{1,10})[\s\0]+\d{1,5}[\s\0]*$/.exec(before)?.[1];
  return number === undefined ? 'unread' : [Number(number)];
}

/** To the next place of entry, or to where an earlier part has passed, but never less than the whole value it begins with. */
function partAt(file: Buffer, start: number, numbers: Part['numbers'], reading: Reading): Part {
  const reader = tokensFrom(file, start);
  const tokens: string[] = [];
  let depth = 0;
  let shared = 0;
  for (;;) {
    const at = reader.begin();
    shared = isKnown(reading.known, at) ? shared + 1 : 0;
    // Behind a record may stand that it is one of a stream.
    if (shared > overlap && depth <= 0 && tokens.at(-1) !== '>>') break;
    const token = reader.next();
    reading.left -= reader.end() - at;
    if (reading.left < 0) throw new Error('parts of the file overlap in an unusual way');
    // Entered on its own.
    if (token === null || token === 'obj' || token === 'endstream') break;
    if (token === 'stream' && tokens.at(-1) === '>>') return { numbers, tokens, dataAfter: reader.end() };
    if (token === '<<' || token === '[') depth += 1;
    else if (token === '>>' || token === ']') depth -= 1;
    tokens.push(token);
  }
  return { numbers, tokens, dataAfter: null };
}

/** Whether it was noted before; notes it. */
function isKnown(known: Uint8Array, at: number): boolean {
  const [byte, bit] = [at >> 3, 1 << (at & 7)];
  const before = known[byte] as number;
  known[byte] = before | bit;
  return (before & bit) !== 0;
}

/** A value that stands in the very part, once, and not behind a reference. */
export function numberAfter({ tokens }: Part, name: string): number {
  const at = tokens.indexOf(name);
  const value = tokens[at + 1] ?? '';
  if (at !== tokens.lastIndexOf(name) || !/^\d{1,9}$/.test(value) || tokens[at + 3] === 'R')
    throw new Error(`${name} of a stream cannot be read`);
  return Number(value);
}
