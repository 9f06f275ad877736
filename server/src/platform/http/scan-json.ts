/** Looks at JSON as it comes, before any of it is made into values: 70 MB of `{},` stop the one thread for many seconds (SEC-27). */
import { type Readable, Transform } from 'node:stream';
import { failFields } from '#platform/core/fail.ts';

/** Several times what the largest body of a call has; what is too many in one field is named by `decode.ts`. */
const mostMarks = 250_000;

/** The same bytes; they end with a refusal where they hold too many values. */
export function withFewValues(body: Readable): Readable {
  const count = countMarks();
  const looked = new Transform({
    transform: (part: Buffer, _, done) =>
      count(part) > mostMarks ? done(failFields({ body: 'has too many values' })) : done(null, part),
  });
  body.once('error', (error) => looked.destroy(error));
  return body.pipe(looked);
}

const [quote, backslash, comma, list, object] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/**
 * How many marks there were so far, part by part: texts, what is escaped in them, commas and openings. Each costs something to
 * read, and everything else next to nothing; nor does this, for a text is skipped to its end.
 */
export function countMarks(): (part: Buffer) => number {
  let marks = 0;
  let isInText = false;
  /** Whether the part before ended with the backslash of what this one begins with. */
  let isEscaped = false;
  return (part) => {
    if (part.length === 0) return marks;
    const nextOf = (byte: number, from: number) => {
      const found = part.indexOf(byte, from);
      return found < 0 ? part.length : found;
    };
    let [quoteAt, backslashAt] = [-1, -1];
    let at = isEscaped ? 1 : 0;
    isEscaped = false;
    while (at < part.length && marks <= mostMarks) {
      if (isInText) {
        if (quoteAt < at) quoteAt = nextOf(quote, at);
        if (backslashAt < at) backslashAt = nextOf(backslash, at);
        if (backslashAt < quoteAt) {
          marks += 1;
          at = backslashAt + 2;
          isEscaped = at > part.length;
        } else {
          isInText = quoteAt === part.length;
          at = quoteAt + 1;
        }
        continue;
      }
      const byte = part[at];
      at += 1;
      isInText = byte === quote;
      if (isInText || byte === comma || byte === list || byte === object) marks += 1;
    }
    return marks;
  };
}
