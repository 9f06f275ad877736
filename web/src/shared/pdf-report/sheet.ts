/** What reports are drawn with: pages of letter size, words and tables that go on over pages. */
import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { type FontFor, type LoadFont, openFonts } from './fonts.ts';
import { letter } from './page-sizes.ts';

/** What stands in each column. */
export type Row = readonly string[];
export interface Columns {
  heads: readonly string[];
  /** Parts of the width of the page, which are 1 together. */
  widths: readonly number[];
}

export const margin = 48;
const column = letter[0] - 2 * margin;
const [small, usual] = [9, 10];
export const large = 18;
const leading = 1.4;
export const grey = rgb(0.35, 0.35, 0.35);
export const line = rgb(0.8, 0.8, 0.8);

/** Where the pen is, and what it writes with. */
export interface Sheet {
  pdf: PDFDocument;
  fontFor: FontFor;
  page: PDFPage;
  y: number;
}

export async function openSheet(title: string, load: LoadFont): Promise<Sheet> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(title);
  pdf.setLanguage('en');
  return { pdf, fontFor: openFonts(pdf, load), page: pdf.addPage([...letter]), y: letter[1] - margin };
}

/** Writes at the foot of each page what it is of. */
export async function numberPages(sheet: Sheet, of: string): Promise<void> {
  const pages = sheet.pdf.getPages();
  for (const [at, page] of pages.entries()) {
    const text = `${of}, page ${at + 1} of ${pages.length}`;
    page.drawText(text, { x: margin, y: 24, size: small, font: await sheet.fontFor(text), color: grey });
  }
}

interface Look {
  size?: number;
  weight?: 'regular' | 'bold';
  colour?: ReturnType<typeof rgb>;
}

export async function write(
  sheet: Sheet,
  text: string,
  { size = usual, weight = 'regular', colour = rgb(0, 0, 0) }: Look = {},
) {
  const font = await sheet.fontFor(text, weight);
  for (const one of inLines(text, font, size, column)) {
    sheet.y -= size * leading;
    sheet.page.drawText(one, { x: margin, y: sheet.y, size, font, color: colour });
  }
}

/** A table under its title; each further page begins with the heads of the columns. */
export async function table(
  sheet: Sheet,
  title: string,
  { heads, widths }: Columns,
  rows: readonly Row[],
  empty: string,
) {
  // The title does not stand alone at the end of a page.
  if (sheet.y < margin + 90) turn(sheet);
  sheet.y -= 14;
  await write(sheet, title, { size: 12, weight: 'bold' });
  sheet.y -= 4;
  if (rows.length === 0) return write(sheet, empty, { colour: grey });
  await row(sheet, heads, widths, 'bold');
  for (const one of rows) await row(sheet, one, widths, 'regular', () => row(sheet, heads, widths, 'bold'));
}

/**
 * A row as high as its highest cell; on the next page, below the heads of the columns, where there is no room for it. One that is higher
 * than a page goes on there line by line.
 */
async function row(
  sheet: Sheet,
  cells: readonly string[],
  widths: readonly number[],
  weight: 'regular' | 'bold',
  onNewPage?: () => Promise<void>,
): Promise<void> {
  const set = await Promise.all(
    cells.map(async (text, at) => {
      const font = await sheet.fontFor(text, weight);
      return { font, lines: inLines(text, font, small, (widths[at] ?? 0) * column - 8) };
    }),
  );
  const onward = async () => {
    turn(sheet);
    await onNewPage?.();
  };
  const most = Math.max(...set.map(({ lines }) => lines.length));
  const height = most * small * leading + 6;
  if (sheet.y - height < margin && height <= letter[1] - 2 * margin) await onward();
  for (let done = 0; done < most; ) {
    if (sheet.y - small * leading < margin) await onward();
    const part = Math.min(most - done, Math.max(1, Math.floor((sheet.y - margin) / (small * leading))));
    let x = margin;
    for (const [at, { font, lines }] of set.entries()) {
      for (const [n, text] of lines.slice(done, done + part).entries())
        sheet.page.drawText(text, { x, y: sheet.y - (n + 1) * small * leading, size: small, font });
      x += (widths[at] ?? 0) * column;
    }
    sheet.y -= part * small * leading;
    done += part;
  }
  sheet.y -= 6;
  sheet.page.drawLine({
    start: { x: margin, y: sheet.y },
    end: { x: margin + column, y: sheet.y },
    thickness: 0.5,
    color: line,
  });
}

function turn(sheet: Sheet): void {
  sheet.page = sheet.pdf.addPage([...letter]);
  sheet.y = letter[1] - margin;
}

/** The text in lines of this width; a word that is wider is broken. */
function inLines(text: string, font: PDFFont, size: number, width: number): string[] {
  const widthOf = (piece: string) => widthAt1(font, piece) * size;
  const space = widthOf(' ');
  const lines: string[] = [];
  let [current, taken] = ['', 0];
  const add = (piece: string, gap: string) => {
    const wide = taken + (gap ? space : 0) + widthOf(piece);
    if (current === '') [current, taken] = [piece, widthOf(piece)];
    else if (wide <= width) [current, taken] = [`${current}${gap}${piece}`, wide];
    else {
      lines.push(current);
      [current, taken] = [piece, widthOf(piece)];
    }
  };
  for (const word of text.replace(/\s+/g, ' ').split(' ')) {
    if (widthOf(word) <= width) add(word, ' ');
    else for (const [at, one] of [...word].entries()) add(one, at === 0 ? ' ' : '');
  }
  return [...lines, current];
}

/** Each piece is measured once: most of them stand in many rows. */
const measured = new WeakMap<PDFFont, Map<string, number>>();
function widthAt1(font: PDFFont, piece: string): number {
  const known = measured.get(font) ?? new Map<string, number>();
  measured.set(font, known);
  const width = known.get(piece) ?? font.widthOfTextAtSize(piece, 1);
  known.set(piece, width);
  return width;
}
