/** The paper that lies in a parcel, upright on A4, or on more where much was packed. */
import type { PDFFont } from '@cantoo/pdf-lib';
import { a4, column, margin, openSheet, type Sheet, turn, wrapped } from '#platform/files/paper.ts';

type Cells = readonly string[];
export interface SlipToDraw {
  /** Whose portal it comes from. */
  brand: string;
  title: string;
  facts: readonly (readonly [name: string, value: string])[];
  tables: readonly { title: string; columns: readonly Column[]; rows: readonly Cells[] }[];
}
interface Column {
  name: string;
  /** Of the width of the sheet. */
  share: number;
}

const size = 10;
const lineHeight = 14;
const labelWidth = 130;

export async function drawSlip({ brand, title, facts, tables }: SlipToDraw): Promise<Uint8Array> {
  const sheet = await openSheet(`${title} packing slip`);
  const { regular, bold } = sheet;
  const kindWidth = bold.widthOfTextAtSize('Packing slip', 12);
  write(sheet, 'Packing slip', { x: margin + column - kindWidth, font: bold, size: 12 });
  for (const line of wrapped(brand, bold, 12, column - kindWidth - 20)) {
    write(sheet, line, { font: bold, size: 12 });
    sheet.y -= 16;
  }
  sheet.y -= 18;
  write(sheet, title, { font: bold, size: 20 });
  sheet.y -= 38;
  for (const [name, value] of facts) {
    const names = wrapped(name, regular, size, labelWidth - 10);
    const values = wrapped(value, regular, size, column - labelWidth);
    for (let n = 0; n < Math.max(names.length, values.length); n += 1) {
      makeRoom(sheet, lineHeight);
      write(sheet, names[n] ?? '', { pale: true });
      write(sheet, values[n] ?? '', { x: margin + labelWidth });
      sheet.y -= lineHeight;
    }
    sheet.y -= 4;
  }
  for (const table of tables) drawTable(sheet, table);
  numberPages(sheet, title);
  return sheet.pdf.save();
}

/** A row is not torn apart, unless it is longer than a page; on each page the names of the columns come first. */
function drawTable(sheet: Sheet, { title, columns, rows }: SlipToDraw['tables'][number]): void {
  sheet.y -= 14;
  makeRoom(sheet, 5 * lineHeight);
  for (const line of wrapped(title, sheet.bold, 12, column)) {
    write(sheet, line, { font: sheet.bold, size: 12 });
    sheet.y -= 18;
  }
  const head = () =>
    drawRow(
      sheet,
      columns,
      columns.map(({ name }) => name),
      sheet.bold,
    );
  head();
  for (const row of rows) {
    const height =
      lineHeight * linesOf(columns, row, sheet.regular).reduce((most, { length }) => Math.max(most, length), 1);
    if (makeRoom(sheet, height + 8)) head();
    drawRow(sheet, columns, row, sheet.regular);
  }
}

const linesOf = (columns: readonly Column[], row: Cells, font: PDFFont): string[][] =>
  columns.map(({ share }, i) => wrapped(row[i] ?? '', font, size, share * column - 8));

function drawRow(sheet: Sheet, columns: readonly Column[], row: Cells, font: PDFFont): void {
  const cells = linesOf(columns, row, font);
  const height = Math.max(...cells.map(({ length }) => length));
  for (let n = 0; n < height; n += 1) {
    makeRoom(sheet, lineHeight);
    let x = margin;
    for (const [i, { share }] of columns.entries()) {
      write(sheet, cells[i]?.[n] ?? '', { x, font });
      x += share * column;
    }
    sheet.y -= lineHeight;
  }
  const y = sheet.y - 3;
  sheet.page.drawLine({
    start: { x: margin, y },
    end: { x: margin + column, y },
    thickness: 0.5,
    opacity: 0.4,
  });
  sheet.y -= 8;
}

/** Whether that took a new page. */
function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y - height >= margin) return false;
  turn(sheet);
  return true;
}

/** On the line where the pen is, which stays there. */
function write(
  sheet: Sheet,
  text: string,
  { x = margin, font = sheet.regular, size: points = size, pale = false } = {},
): void {
  sheet.page.drawText(text, { x, y: sheet.y - points, size: points, font, opacity: pale ? 0.7 : 1 });
}

function numberPages({ pdf, regular }: Sheet, title: string): void {
  const pages = pdf.getPages();
  for (const [i, page] of pages.entries()) {
    const text = `${title}, page ${i + 1} of ${pages.length}`;
    page.drawText(text, {
      x: a4.width - margin - regular.widthOfTextAtSize(text, 8),
      y: margin - 24,
      size: 8,
      font: regular,
    });
  }
}
