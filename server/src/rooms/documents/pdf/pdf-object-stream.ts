/** The objects of an object stream: a list of numbers and places, then the objects one after the other. */
import { numberAfter, type Part } from './pdf-parts.ts';
import { tokensFrom } from './pdf-tokens.ts';
import { isOneValue } from './pdf-values.ts';

/** Viewers do not ask an object stream for its type. */
export const holdsObjects = ({ tokens, dataAfter }: Part): boolean =>
  tokens.includes('/ObjStm') || (dataAfter !== null && tokens.includes('/First') && tokens.includes('/N'));

export interface ObjectInside {
  number: number;
  tokens: readonly string[];
}

/**
 * Each object is one whole value, fills its place, and its place is its own: some viewers read on to the end of the value, others to
 * where the next object is said to begin.
 */
export function* objectsInside(part: Part, data: Buffer): Generator<ObjectInside> {
  const first = numberAfter(part, '/First');
  const list = listOf(data, first, numberAfter(part, '/N'));
  const reader = tokensFrom(data, first);
  for (const [i, { number, start }] of list.entries()) {
    const end = list[i + 1]?.start ?? data.length;
    const tokens: string[] = [];
    if (reader.begin() !== start) throw unclear();
    while (reader.begin() < end) tokens.push(reader.next() ?? '');
    if (!isOneValue(tokens)) throw unclear();
    yield { number, tokens };
  }
}

const unclear = () => new Error('where the objects of an object stream begin and end cannot be told');

function listOf(data: Buffer, first: number, count: number): { number: number; start: number }[] {
  const words = data
    .toString('latin1', 0, first)
    .split(/[\0\t\n\f\r ]+/)
    .filter((word) => word !== '');
  if (words.length !== 2 * count || words.some((word) => !/^\d{1,10}$/.test(word))) throw unclear();
  const list = Array.from({ length: count }, (_, i) => ({
    number: Number(words[2 * i]),
    start: first + Number(words[2 * i + 1]),
  }));
  if (new Set(list.map(({ number }) => number)).size !== count) throw unclear();
  return list;
}
