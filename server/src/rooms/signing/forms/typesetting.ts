/** Text in a field: as large as it fits, in as many lines as it takes. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fontkit from '@cantoo/fontkit';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

/** By name: what letters are for, and what is turned to where it lacks one. */
const files = {
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  everyScript: '@fontsource/unifontex/files/unifontex-latin-400-normal.woff',
};
type FontName = keyof typeof files;

/** A worker reads each of them once. */
const read = new Map<FontName, ReturnType<typeof readFont>>();
async function readFont(name: FontName) {
  const bytes = await readFile(fileURLToPath(import.meta.resolve(files[name])));
  const font = fontkit.create(bytes);
  if (!font || 'fonts' in font) throw new Error(`${files[name]} is no font`);
  // A letter that was met as a part of another first, such as the ε of έ, is remembered without its name: nobody could copy or hear it.
  const glyphOf = font.getGlyph.bind(font);
  font.getGlyph = (id, letters) => {
    const glyph = glyphOf(id, letters);
    if (letters && glyph?.codePoints.length === 0) glyph.codePoints.push(...letters);
    return glyph;
  };
  return { bytes, font };
}
function fontOf(name: FontName): ReturnType<typeof readFont> {
  const reading = read.get(name) ?? readFont(name);
  read.set(name, reading);
  return reading;
}

export interface Fonts {
  /** The one that has all letters of the text; the letters that are used become part of the file, so that it looks alike everywhere. */
  for: (text: string, usual?: 'regular' | 'bold') => Promise<PDFFont>;
}

export function openFonts(pdf: PDFDocument): Fonts {
  const embedded = new Map<FontName, PDFFont>();
  return {
    for: async (text, usual = 'regular') => {
      const { font: first } = await fontOf(usual);
      const hasAll = [...text].every(
        (letter) => /\s/.test(letter) || first.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
      );
      const name = hasAll ? usual : 'everyScript';
      const known = embedded.get(name);
      if (known) return known;
      const { bytes, font } = await fontOf(name);
      pdf.registerFontkit({ create: () => font });
      const made = await pdf.embedFont(bytes, { subset: true });
      embedded.set(name, made);
      return made;
    },
  };
}

export interface SetText {
  size: number;
  lineHeight: number;
  lines: string[];
  /** A word stands in two lines: half of a number reads as another one. */
  isTorn: boolean;
}
interface Box {
  width: number;
  height: number;
}

export const leading = 1.25;
const smallest = 1;
/** Smaller, 0.5 and 5 cannot be told apart on paper. A word is broken only where it would be smaller than this otherwise. */
const smallestReadable = 6;
/** As high as a line of that size. */
export const lowestReadable = smallestReadable * leading;

/** The largest size up to `most` at which the text fits into the box; what does not fit even when tiny is cut below. */
export function setText(text: string, font: PDFFont, box: Box, most: number): SetText {
  const measured = measure(text, font);
  const longest = Math.max(...measured.rows.flat().map(({ width }) => width), 0.001);
  const at = (size: number): SetText => ({
    size,
    lineHeight: size * leading,
    lines: linesOf(measured, box.width / size),
    isTorn: longest > box.width / size,
  });
  const fits = ({ lines, lineHeight }: SetText) => lines.length * lineHeight <= box.height;
  // Each word has just room in one line, also after rounding.
  const whole = (box.width / longest) * (1 - 1e-9);
  const widest = whole >= smallestReadable ? whole : most;
  let [low, high] = [smallest, Math.max(smallest, Math.min(most, widest, box.height / leading))];
  const largest = at(high);
  if (fits(largest)) return largest;
  while (high - low > 0.1) {
    const middle = (low + high) / 2;
    if (fits(at(middle))) low = middle;
    else high = middle;
  }
  return at(low);
}

/** Whether all of it is there, in a size for people, and each word in one piece. */
export const isReadable = ({ size, lineHeight, lines, isTorn }: SetText, box: Box): boolean =>
  size >= smallestReadable && size <= box.width && lines.length * lineHeight <= box.height && !isTorn;

/** The text in lines of this width. */
export const inLines = (text: string, font: PDFFont, size: number, width: number): string[] =>
  linesOf(measure(text, font), width / size);

interface Piece {
  text: string;
  /** At size 1. */
  width: number;
}
interface Measured {
  rows: Piece[][];
  space: number;
  letters: (word: string) => Piece[];
}

/** Each word is measured once, however many sizes are tried. */
function measure(text: string, font: PDFFont): Measured {
  const known = new Map<string, number>();
  const widthOf = (piece: string): number => {
    const width = known.get(piece) ?? font.widthOfTextAtSize(piece, 1);
    known.set(piece, width);
    return width;
  };
  const piece = (one: string): Piece => ({ text: one, width: widthOf(one) });
  return {
    rows: text
      .replace(/\t/g, ' ')
      .split(/\r\n?|\n/)
      .map((row) => row.split(' ').map(piece)),
    space: widthOf(' '),
    letters: (word) => [...word].map(piece),
  };
}

function linesOf({ rows, space, letters }: Measured, width: number): string[] {
  return rows.flatMap((row) => {
    const lines: string[] = [];
    let line: Piece | null = null;
    const add = (word: Piece, gap: string) => {
      const wide = line === null ? word.width : line.width + (gap ? space : 0) + word.width;
      if (line === null) line = word;
      else if (wide <= width) line = { text: `${line.text}${gap}${word.text}`, width: wide };
      else {
        lines.push(line.text);
        line = word;
      }
    };
    for (const word of row) {
      if (word.width <= width) add(word, ' ');
      else for (const [i, letter] of letters(word.text).entries()) add(letter, i === 0 ? ' ' : '');
    }
    return [...lines, (line as Piece | null)?.text ?? ''];
  });
}
