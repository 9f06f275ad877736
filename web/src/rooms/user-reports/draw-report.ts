/** The report as a PDF: who has access to a trial or a site and what changed, and a page to sign it on (URP-07, BLD-11). */
import { fieldName } from '@portal/contract/signing/field-names.ts';
import { PDFDocument, type PDFFont, type PDFPage, rgb } from '@cantoo/pdf-lib';
import { type FontFor, type LoadFont, fetchFont, openFonts } from './fonts.ts';
import { letter, signaturePage } from './page-sizes.ts';

export interface ReportContent {
  /** The trial or site. */
  place: string;
  /** Days as the report shows them. */
  since: string;
  createdOn: string;
  /** Whoever signs, in their order, with what they are. */
  signers: readonly { role: string; name: string }[];
  reason: string;
  people: readonly Row[];
  changed: readonly Row[];
}
/** What stands in each column. */
type Row = readonly string[];

const margin = 48;
const column = letter[0] - 2 * margin;
const [small, usual, large] = [9, 10, 18];
const leading = 1.4;
const grey = rgb(0.35, 0.35, 0.35);
const line = rgb(0.8, 0.8, 0.8);

const people = { heads: ['Name', 'E-mail', 'Type', 'Status', 'Trained'], widths: [0.22, 0.3, 0.13, 0.23, 0.12] };
const changed = { heads: ['Name', 'E-mail', 'Status', 'What changed'], widths: [0.22, 0.3, 0.25, 0.23] };

/** Where the pen is, and what it writes with. */
interface Sheet {
  pdf: PDFDocument;
  fontFor: FontFor;
  page: PDFPage;
  y: number;
}

export async function drawReport(content: ReportContent, load: LoadFont = fetchFont): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(`User management report, ${content.place}`);
  pdf.setLanguage('en');
  const sheet: Sheet = { pdf, fontFor: openFonts(pdf, load), page: pdf.addPage([...letter]), y: letter[1] - margin };
  await write(sheet, 'User management report', { size: large, weight: 'bold' });
  await write(sheet, content.place, { size: 12 });
  await write(sheet, `Created on ${content.createdOn}. Changes since ${content.since}.`, { colour: grey });
  await table(sheet, `Users (${content.people.length})`, people, content.people, 'Nobody has access.');
  const title = `Changes since ${content.since} (${content.changed.length})`;
  await table(sheet, title, changed, content.changed, 'Nothing has changed.');
  await addSignaturePage(sheet, content);
  const pages = pdf.getPages();
  for (const [at, page] of pages.entries()) {
    const text = `${content.place}, page ${at + 1} of ${pages.length}`;
    page.drawText(text, { x: margin, y: 24, size: small, font: await sheet.fontFor(text), color: grey });
  }
  return pdf.save();
}

interface Look {
  size?: number;
  weight?: 'regular' | 'bold';
  colour?: ReturnType<typeof rgb>;
}

async function write(
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

async function table(
  sheet: Sheet,
  title: string,
  { heads, widths }: { heads: readonly string[]; widths: readonly number[] },
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

/** A row as high as its highest cell; on the next page, below the heads of the columns, where there is no room for it. */
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
  const height = Math.max(...set.map(({ lines }) => lines.length)) * small * leading + 6;
  if (sheet.y - height < margin) {
    turn(sheet);
    await onNewPage?.();
  }
  let x = margin;
  for (const [at, { font, lines }] of set.entries()) {
    for (const [n, text] of lines.entries())
      sheet.page.drawText(text, { x, y: sheet.y - (n + 1) * small * leading, size: small, font });
    x += (widths[at] ?? 0) * column;
  }
  sheet.y -= height;
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

/** One field for each signer, of the kind that the field builder places. */
async function addSignaturePage(sheet: Sheet, { signers, reason }: ReportContent): Promise<void> {
  const [width, height] = signaturePage;
  sheet.page = sheet.pdf.addPage([width, height]);
  sheet.y = height - margin;
  await write(sheet, 'Signatures', { size: large, weight: 'bold' });
  await write(sheet, reason);
  const form = sheet.pdf.getForm();
  for (const [at, { role, name }] of signers.entries()) {
    sheet.y -= 10;
    await write(sheet, `${role}: ${name}`, { weight: 'bold' });
    sheet.y -= 78;
    const signer = at + 1;
    const field = form.createTextField(
      fieldName({ type: 'Signature', index: at, signer, required: true, label: null }),
    );
    field.enableRequired();
    field.addToPage(sheet.page, { x: margin, y: sheet.y, width: 260, height: 70, borderWidth: 1, borderColor: line });
  }
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
