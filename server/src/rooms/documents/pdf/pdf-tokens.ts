/** The words of a PDF, read as viewers read them: names and strings without escapes, of a string its beginning; no comments. */

const code = (character: string) => character.charCodeAt(0);
const [open, close, less, more, slash, percent, backslash] = [
  code('('),
  code(')'),
  code('<'),
  code('>'),
  code('/'),
  code('%'),
  code('\\'),
];
/** By byte: 1 is white space, 2 a delimiter, 0 part of a word. A table, since this is asked for every byte of 50 MB. */
const kinds = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) kinds[byte] = 1;
for (const character of '()<>[]{}/%') kinds[code(character)] = 2;

/** Enough to tell by what a target begins. */
const mostOfString = 40;
/** A single bracket of this kind is never a token. */
export const isString = (token: string | undefined): token is string => token?.startsWith('(') ?? false;

export interface Tokens {
  /** The next word, bracket, name with its slash, or string: a bracket that opens, and what it begins with. */
  next: () => string | null;
  /** Where the last token ended. */
  end: () => number;
  /** Where the next one begins. */
  begin: () => number;
}

export function tokensFrom(bytes: Buffer, start: number): Tokens {
  let at = start;
  const skipSpace = () => {
    while (at < bytes.length && kinds[bytes[at] as number] === 1) at += 1;
  };
  const word = (): string => {
    const from = at;
    while (at < bytes.length && kinds[bytes[at] as number] === 0) at += 1;
    return bytes.toString('latin1', from, at);
  };
  const string = (): string => {
    const from = at;
    for (let depth = 1; depth > 0 && at < bytes.length; at += 1) {
      if (bytes[at] === backslash) at += 1;
      else if (bytes[at] === open) depth += 1;
      else if (bytes[at] === close) depth -= 1;
    }
    // An escape takes up to four characters.
    return `(${unescaped(bytes.toString('latin1', from, Math.min(at - 1, from + 4 * mostOfString)))}`;
  };
  const hexString = (): string => {
    const from = at;
    const end = bytes.indexOf(more, at);
    at = end < 0 ? bytes.length : end + 1;
    const digits = bytes.toString('latin1', from, Math.min(at, from + 4 * mostOfString)).replace(/[^0-9a-f]/gi, '');
    return `(${Buffer.from(`${digits}0`, 'hex').toString('latin1', 0, mostOfString)}`;
  };
  const skipLine = () => {
    while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
  };
  return {
    end: () => at,
    begin: () => {
      skipSpace();
      return at;
    },
    next: () => {
      for (skipSpace(); at < bytes.length; skipSpace()) {
        const byte = bytes[at] as number;
        if (kinds[byte] === 0) return word();
        at += 1;
        if (byte === slash) return `/${withoutEscapes(word())}`;
        if (byte === open) return string();
        if (byte === percent) skipLine();
        else if ((byte === less || byte === more) && bytes[at] === byte) {
          at += 1;
          return byte === less ? '<<' : '>>';
        } else return byte === less ? hexString() : String.fromCharCode(byte);
      }
      return null;
    },
  };
}

/** "/J#61vaScript" is "/JavaScript". */
const withoutEscapes = (name: string): string =>
  name.includes('#')
    ? name.replace(/#([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : name;

const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
/** "\\152avascript" is "javascript"; the end of a line behind a backslash is nothing. */
const unescaped = (text: string): string =>
  (text.includes('\\')
    ? text.replace(/\\(\r\n|[0-7]{1,3}|[^])/g, (_, said: string) => {
        if (/^[0-7]/.test(said)) return String.fromCharCode(Number.parseInt(said, 8) & 255);
        return /^[\r\n]/.test(said) ? '' : (letters[said] ?? said);
      })
    : text
  ).slice(0, mostOfString);
