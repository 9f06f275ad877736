/** Where one value of a PDF ends. Readers differ in what they make of one that is broken off or closed by another bracket. */

/** By what bracket the value is closed that this one opens. */
export const closeOf = (token: string): string | null => (token === '<<' ? '>>' : token === '[' ? ']' : null);
/** Words of the file around an object, and single brackets: no value holds them. */
export const outside = new Set([
  'obj',
  'endobj',
  'stream',
  'endstream',
  'xref',
  'trailer',
  'startxref',
  '>',
  ')',
  '{',
  '}',
]);

/** How many of these tokens the record or list that they begin with takes; null where it is not whole. */
function lengthOfValue(tokens: readonly string[]): number | null {
  const open: string[] = [];
  for (const [i, token] of tokens.entries()) {
    const close = closeOf(token);
    if (close) open.push(close);
    else if (token === '>>' || token === ']') {
      if (open.pop() !== token) return null;
      if (open.length === 0) return i + 1;
    } else if (outside.has(token)) return null;
  }
  return null;
}

/** A record that is not whole, where an object begins with one. */
export const isTorn = (tokens: readonly string[]): boolean => tokens[0] === '<<' && lengthOfValue(tokens) === null;

/** One value and nothing else. */
export function isOneValue(tokens: readonly string[]): boolean {
  const [first = ''] = tokens;
  if (closeOf(first)) return lengthOfValue(tokens) === tokens.length;
  const isReference = tokens.length === 3 && tokens[2] === 'R';
  return (tokens.length === 1 || isReference) && !outside.has(first) && first !== '>>' && first !== ']';
}
