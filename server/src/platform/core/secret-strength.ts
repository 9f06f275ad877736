/** How many bits somebody would have to guess, who knows how people make up secrets: in words, rows and repetitions. */

/** What 32 random characters have by far, and a sentence has not. */
export const enoughBits = 80;

/** As they lie in the alphabet and on a keyboard, across and down. */
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890-=',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  ...'1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/'.split(' '),
];
const shifted: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('!@#$%^&*()_+{}:"<>?', (sign, n) => [sign, "1234567890-=[];',./"[n] as string]),
);
/** What stands beside each other in a row, either way, and everything beside itself. */
const neighbours = new Set(
  rows.flatMap((row) => [...row].slice(1).flatMap((sign, n) => [`${row[n]}${sign}`, `${sign}${row[n]}`])),
);
const rowsBothWays = rows.flatMap((row) => [row, [...row].reverse().join('')]);
const areNext = (one: string, other: string): boolean => one === other || neighbours.has(`${one}${other}`);

/** A repetition, a row or a day is one choice, however long it is. */
const bitsOfPattern = 6;
/** Of a letter within a word. */
const bitsInWord = 1.5;
/** Of a sign between words that has stood between others. */
const bitsOfSeparator = 1;

/** Words that stand in examples, also with digits in the place of letters. Chance hardly ever brings words as long as these. */
const telling =
  /secret|passwor|passwd|change-?me|replace|example|default|portal|trellis|production|staging|letmein|insecure/;
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

/** What is only written in another way, such as a sentence in base64, is guessed as it was before. */
export const guessingBits = (secret: string): number => Math.min(...writings(secret, 3).map(bitsOf));

function bitsOf(secret: string): number {
  const text = secret.toLowerCase();
  if (telling.test(text.replace(/[013457@$]/g, (sign) => lettersFor[sign] ?? sign))) return 0;
  const keys = text.replace(/[!@#$%^&*()_+{}:"<>?]/g, (sign) => shifted[sign] ?? sign);
  const bitsEach = alphabetBits(secret);
  let bits = 0;
  for (let at = 0; at < secret.length; ) {
    const pattern = Math.max(
      repeatedAt(text, at),
      rowAt(keys, at),
      followingAt(keys, at),
      sameAt(text, at),
      dayAt(text, at),
    );
    const word = wordAt(secret, at);
    if (pattern >= word && pattern > 0) bits += bitsOfPattern;
    else if (word > 0) bits += word * bitsInWord;
    else bits += isSeparator(secret, at) ? bitsOfSeparator : bitsEach;
    at += Math.max(pattern, word, 1);
  }
  return Math.round(bits);
}

/** A text, and those it is another writing of. What is random gives no text that could be read. */
function writings(text: string, deep: number): string[] {
  if (deep === 0) return [text];
  const bare = text.replace(/^(?:base64:|hex:|0x)/i, '');
  const decoded = [
    ...(/^[\da-f]+$/i.test(bare) ? [Buffer.from(bare, 'hex')] : []),
    ...(/^[\w+/-]+=*$/.test(bare) ? [Buffer.from(bare, 'base64')] : []),
  ].map((bytes) => bytes.toString());
  const readable = decoded.filter((one) => one.length > 0 && /^[^\p{C}\ufffd]+$/u.test(one));
  return [text, ...readable.flatMap((one) => writings(one, deep - 1))];
}

/** Hexadecimal digits are one of 16; of anything else no more than one of 32 is counted. */
const alphabetBits = (secret: string) => (/^[\da-f-]+$/i.test(secret) ? 4 : 5);

/** How much of what begins here has stood before, if it is more than chance brings. */
function repeatedAt(text: string, at: number): number {
  let length = 0;
  while (at + length < text.length && text.slice(0, at + length).includes(text.slice(at, at + length + 1))) length += 1;
  return length >= 4 ? length : 0;
}

/** How much of a row begins here. */
function rowAt(keys: string, at: number): number {
  let length = 1;
  const isRow = (part: string) => rowsBothWays.some((row) => row.includes(part));
  while (at + length < keys.length && isRow(keys.slice(at, at + length + 1))) length += 1;
  return length >= 3 ? length : 0;
}

/**
 * How much follows from what stands before it: each the next in a row after the one before, or after the one
 * that stands so many before, as in `a1b2c3`, `aabbcc` and `key1key2`.
 */
function followingAt(keys: string, at: number): number {
  let longest = 0;
  for (let apart = 1; apart <= 8; apart += 1) {
    // Those before it have been counted.
    const first = Math.max(at, apart);
    if (first > at + 1) break;
    let end = first;
    while (end < keys.length && areNext(keys[end - apart] ?? '', keys[end] ?? '')) end += 1;
    const follows = end - first;
    if (follows >= (apart === 1 ? 3 : 5)) longest = Math.max(longest, end - at);
  }
  return longest;
}

const sameAt = (text: string, at: number): number => /^(.)\1{2,}/u.exec(text.slice(at))?.[0].length ?? 0;

/** A day, a time, or a year. */
const dayAt = (text: string, at: number): number =>
  /^(?:(?:19|20)\d\d([-./]?)(?:0[1-9]|1[0-2])\1(?:[0-2]\d|3[01])|[0-2]\d:[0-5]\d(?::[0-5]\d)?|(?:19|20)\d\d(?!\d))/.exec(
    text.slice(at),
  )?.[0].length ?? 0;

/** Letters of one case, of which the first may be a capital. */
const wordAt = (secret: string, at: number): number =>
  /^(?:\p{Lu}?\p{Ll}{3,}|\p{Lu}{4,})/u.exec(secret.slice(at))?.[0].length ?? 0;

const isSeparator = (secret: string, at: number): boolean =>
  /[\s.,;:_-]/.test(secret[at] ?? '') && secret.slice(0, at).includes(secret[at] ?? '');
