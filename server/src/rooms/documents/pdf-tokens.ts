/** The words of a PDF, read as viewers read them: names without escapes; comments and the contents of strings left out. */

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

/** What stands for every string. */
export const aString = '()';

export interface Tokens {
  /** The next word, bracket, string or name, a name with its slash. */
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
  const skipString = () => {
    for (let depth = 1; depth > 0 && at < bytes.length; at += 1) {
      if (bytes[at] === backslash) at += 1;
      else if (bytes[at] === open) depth += 1;
      else if (bytes[at] === close) depth -= 1;
    }
  };
  const skipPast = (isEnd: (byte: number | undefined) => boolean) => {
    while (at < bytes.length && !isEnd(bytes[at])) at += 1;
    at += 1;
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
        if (byte === open) {
          skipString();
          return aString;
        }
        if (byte === percent) skipPast((one) => one === 10 || one === 13);
        else if ((byte === less || byte === more) && bytes[at] === byte) {
          at += 1;
          return byte === less ? '<<' : '>>';
        } else if (byte === less) {
          skipPast((one) => one === more);
          return aString;
        } else return String.fromCharCode(byte);
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
