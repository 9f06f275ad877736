/**
 * Every object in a PDF that a viewer could come to read. Where viewers enter the file is said by tables in the file itself,
 * which may point into a comment, a string or a stream; so we enter wherever an object can begin, whatever the tables say.
 * What two viewers could take for two different things is a file that cannot be judged.
 */
import { compressedRows, isCrossReference } from './pdf-cross-reference.ts';
import { holdsObjects, objectsInside } from './pdf-object-stream.ts';
import { type FoundObject, type Part, partsOf, type StreamPart } from './pdf-parts.ts';
import { dataOf, type Length } from './pdf-stream-data.ts';
import { isTorn } from './pdf-values.ts';

/** More would be an attempt to fill our memory, or to have us look at much that costs little to send. */
const mostInflated = (bytes: number): number => Math.min(128 * 1_048_576, 40 * bytes + 4 * 1_048_576);
/** Each begins an inflation of its own; programs put a hundred objects or more into one. */
const mostStreams = 20_000;

/** First those of the file as it lies there, then those inside its object streams. Throws rather than miss one. */
export function* objectsOf(file: Buffer): Generator<FoundObject> {
  const streams: StreamPart[] = [];
  const integers = new Map<number, Set<string>>();
  let isClear = true;
  for (const part of partsOf(file)) {
    yield part;
    if (isTorn(part.tokens)) isClear = false;
    if (part.tokens[1] === 'endobj' && part.numbers !== 'unread')
      for (const number of part.numbers)
        integers.set(number, (integers.get(number) ?? new Set()).add(part.tokens[0] as string));
    if (isStream(part) && (holdsObjects(part) || isCrossReference(part))) {
      streams.push(part);
      if (streams.length > mostStreams) throw new Error('more object streams than there can be objects for');
    }
    // What kind a stream is of stands elsewhere.
    else if (part.tokens.includes('/ObjStm') || part.tokens.includes('/XRef')) isClear = false;
  }
  if (!isClear) throw new Error('where an object ends, or what kind a stream is of, cannot be told');
  yield* insideStreams(file, streams, (number) => [...(integers.get(number) ?? [])]);
}

const isStream = (part: Part): part is StreamPart => part.dataAfter !== null;

function* insideStreams(file: Buffer, streams: readonly StreamPart[], length: Length): Generator<FoundObject> {
  let left = mostInflated(file.length);
  const numbersIn = new Map<number, number[]>();
  const rows: ReturnType<typeof compressedRows>[] = [];
  for (const part of streams) {
    // What whoever parses the file inflates, and with it whatever it is blown up to.
    const data = dataOf(file, part, left, length);
    left -= data.length;
    if (isCrossReference(part)) rows.push(compressedRows(part, data));
    if (!holdsObjects(part)) continue;
    const inside: number[] = [];
    for (const { number, tokens } of objectsInside(part, data)) {
      if (tokens.includes('/ObjStm') || tokens.includes('/XRef'))
        throw new Error('what kind a stream is of stands elsewhere');
      inside.push(number);
      yield { numbers: [number], tokens };
    }
    if (part.numbers === 'unread') throw new Error('an object stream has no number');
    for (const number of part.numbers) numbersIn.set(number, agreed(numbersIn.get(number) ?? inside, inside));
  }
  // Some viewers go by the number that stands beside an object, others by its place in the stream.
  for (const some of rows)
    for (const { number, stream, index } of some)
      if (numbersIn.get(stream)?.[index] !== number)
        throw new Error('the table and an object stream do not say the same');
}

/** What two object streams of one number both say. */
const agreed = (one: readonly number[], other: readonly number[]): number[] =>
  one.slice(0, other.length).map((number, i) => (number === other[i] ? number : Number.NaN));
