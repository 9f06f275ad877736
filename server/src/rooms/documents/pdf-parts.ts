/** What stands wherever an object can begin, whatever the tables of the file say. */
import { tokensFrom } from './pdf-tokens.ts';

/** What stands where an object can begin. */
export interface FoundObject {
  /** By which references may point to it; `unread` where something stands there that we do not read as a number. */
  numbers: readonly number[] | 'unread';
  /** Its names, brackets and words; no contents of strings and no comments. */
  tokens: readonly string[];
}

/** What stands from one place of entry to the next, or to the data of a stream. */
export interface Part extends FoundObject {
  /** Where the word "stream" ends. */
  dataAfter: number | null;
}
export type StreamPart = Part & { dataAfter: number };

export function* partsOf(file: Buffer): Generator<Part> {
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
    if (token === 'stream' && tokens.at(-1) === '>>') return { numbers, tokens, dataAfter: reader.end() };
    tokens.push(token);
  }
  return { numbers, tokens, dataAfter: null };
}

/** A value that stands in the very part, once, and not behind a reference. */
export function numberAfter({ tokens }: Part, name: string): number {
  const at = tokens.indexOf(name);
  const value = tokens[at + 1] ?? '';
  if (at !== tokens.lastIndexOf(name) || !/^\d{1,9}$/.test(value) || tokens[at + 3] === 'R')
    throw new Error(`${name} of a stream cannot be read`);
  return Number(value);
}
