/** How many bits somebody would have to guess, who knows how people make up secrets: in words, rows and repetitions. */

/** What 32 random characters have by far, and a sentence has not. */
export const enoughBits = 80;

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
const rowsBothWays = rows.flatMap((row) => [row, [...row].reverse().join('')]);
/** A repetition or a row is one choice, however long it is. */
const bitsOfPattern = 6;
/** Of a letter within a word. */
const bitsInWord = 1.5;
/** Of a sign between words that has stood between others. */
const bitsOfSeparator = 1;

/** Words that stand in examples, also with digits in the place of letters. Chance does not bring them. */
const telling = /secret|passw|change-?me|replace|example|default|portal|trellis|production|staging|letmein|insecure/;
const lettersFor: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

export function guessingBits(secret: string): number {
  const text = secret.toLowerCase();
  if (telling.test(text.replace(/[013457@$]/g, (sign) => lettersFor[sign] ?? sign))) return 0;
  const bitsEach = alphabetBits(secret);
  let bits = 0;
  for (let at = 0; at < secret.length; ) {
    const pattern = Math.max(repeatedAt(text, at), rowAt(text, at), sameAt(text, at));
    const word = wordAt(secret, at);
    if (pattern >= word && pattern > 0) bits += bitsOfPattern;
    else if (word > 0) bits += word * bitsInWord;
    else bits += isSeparator(secret, at) ? bitsOfSeparator : bitsEach;
    at += Math.max(pattern, word, 1);
  }
  return Math.round(bits);
}

/** Hexadecimal digits are one of 16; of anything else no more than one of 32 is counted. */
const alphabetBits = (secret: string) => (/^[\da-f-]+$/i.test(secret) ? 4 : 5);

/** How much of what begins here has stood before, if it is more than chance brings. */
function repeatedAt(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && text.slice(0, at + length).includes(text.slice(at, at + length + 1))) length += 1;
  return length >= 4 ? length : 0;
}

function rowAt(text: string, at: number): number {
  let length = 0;
  const isRow = (part: string) => rowsBothWays.some((row) => row.includes(part));
  while (at + length < text.length && isRow(text.slice(at, at + length + 1))) length += 1;
  return length >= 4 ? length : 0;
}

const sameAt = (text: string, at: number): number => /^(.)\1{2,}/u.exec(text.slice(at))?.[0].length ?? 0;

/** Letters of one case, of which the first may be a capital. */
const wordAt = (secret: string, at: number): number =>
  /^(?:\p{Lu}?\p{Ll}{3,}|\p{Lu}{4,})/u.exec(secret.slice(at))?.[0].length ?? 0;

const isSeparator = (secret: string, at: number): boolean =>
  /[\s.,;:_-]/.test(secret[at] ?? '') && secret.slice(0, at).includes(secret[at] ?? '');
