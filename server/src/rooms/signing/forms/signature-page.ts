/** The page "Signatures" at the end, in a size that can be read: who signed, as what, what it means, when, and where (P11-03). */
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';
import { a4, column, margin, turn, type Sheet } from '#platform/files/paper.ts';
import { timeAsPrinted } from './printed-time.ts';
import { bytesOf, openFile } from './pdf-file.ts';
import { type Fonts, inLines, openFonts } from './typesetting.ts';

export interface SignatureEntry {
  name: string;
  /** Of the account, like its number: names can be alike and changed, these are one person's for good (P11-17). */
  email: string;
  account: number;
  /** Of the account, such as `Site User`. */
  type: string;
  /** What the signature means. */
  reason: string;
  at: Date;
  zone?: string;
  fieldName: string;
  /** Of the field, from 1. */
  page: number;
  /** SHA-384 of the drawing. */
  hash: string;
}

const size = 10;
const lineHeight = 14;
const labelWidth = 110;

export async function addSignaturePage(bytes: Uint8Array, entries: readonly SignatureEntry[]): Promise<Uint8Array> {
  const pdf = await openFile(bytes);
  await addSignaturePages(pdf, entries, openFonts(pdf));
  return bytesOf(pdf);
}

/** At the end of what stands there. */
export async function addSignaturePages(
  pdf: PDFDocument,
  entries: readonly SignatureEntry[],
  fonts: Fonts,
): Promise<void> {
  const bold = await fonts.for('', 'bold');
  const regular = await fonts.for('');
  const sheet: Sheet = { pdf, page: pdf.addPage([a4.width, a4.height]), y: a4.height - margin, regular, bold };
  sheet.page.drawText('Signatures', { x: margin, y: sheet.y - 20, size: 20, font: bold });
  sheet.y -= 48;
  for (const entry of entries) {
    const rows: { label: string; font: PDFFont; lines: string[] }[] = [];
    for (const [label, value] of rowsOf(entry)) {
      const font = await fonts.for(value);
      rows.push({ label, font, lines: inLines(value, font, size, column - labelWidth) });
    }
    const height = lineHeight * rows.reduce((sum, { lines }) => sum + lines.length, 0);
    // A signature is not torn apart, unless it is longer than a page.
    if (sheet.y - height < margin && height < a4.height - 2 * margin) turn(sheet);
    for (const { label, font, lines } of rows)
      for (const [i, line] of lines.entries()) {
        if (sheet.y - lineHeight < margin) turn(sheet);
        const y = sheet.y - size;
        if (i === 0) sheet.page.drawText(label, { x: margin, y, size, font: bold });
        sheet.page.drawText(line, { x: margin + labelWidth, y, size, font });
        sheet.y -= lineHeight;
      }
    sheet.y -= lineHeight;
  }
}

const rowsOf = ({
  name,
  email,
  account,
  type,
  reason,
  at,
  zone,
  fieldName,
  page,
  hash,
}: SignatureEntry): [string, string][] => [
  ['Signed by', name],
  ['As', type],
  ['Account', `${email}, number ${account}`],
  ['Meaning', reason],
  ['Time', timeAsPrinted({ at, zone })],
  ['Field', `${fieldName}, page ${page}`],
  ['SHA-384', hash],
];
