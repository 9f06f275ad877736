/** An upright A4 sheet that is written on from above, and the next one where it is full. Takes its time: for a worker. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PDFDocument, PDFFont, PDFPage } from '@cantoo/pdf-lib';

export const a4 = { width: 595, height: 842 };
export const margin = 56;
export const column = a4.width - 2 * margin;

const fontFile = (name: string): Promise<Buffer> =>
  readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans/${name}`)));

/** Where the pen is, and what it writes with. */
export interface Sheet {
  pdf: PDFDocument;
  page: PDFPage;
  y: number;
  regular: PDFFont;
  bold: PDFFont;
}

/** Not loaded with this file: who only asks for the size of something needs none of it. */
export const loadTools = () => Promise.all([import('@cantoo/pdf-lib'), import('@cantoo/fontkit')]);

export async function openSheet(title: string): Promise<Sheet> {
  const [{ PDFDocument }, { default: fontkit }] = await loadTools();
  const pdf = await PDFDocument.create();
  pdf.registerFontkit(fontkit);
  pdf.setTitle(title);
  pdf.setLanguage('en');
  const embed = async (name: string) => pdf.embedFont(await fontFile(name), { subset: true });
  return {
    pdf,
    page: pdf.addPage([a4.width, a4.height]),
    y: a4.height - margin,
    regular: await embed('400Regular/NotoSans_400Regular.ttf'),
    bold: await embed('700Bold/NotoSans_700Bold.ttf'),
  };
}

export function turn(sheet: Sheet): void {
  sheet.page = sheet.pdf.addPage([a4.width, a4.height]);
  sheet.y = a4.height - margin;
}

/** The text in lines that fit; a word that is wider than the line is cut. */
export function wrapped(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (line: string) => font.widthOfTextAtSize(line, size) <= width;
  return text
    .replaceAll('\t', ' ')
    .split(/\r?\n/)
    .flatMap((row) => {
      const lines: string[] = [];
      let current = '';
      for (const word of row.split(' ').flatMap((one) => (fits(one) ? [one] : cut(one, fits)))) {
        const longer = current === '' ? word : `${current} ${word}`;
        if (fits(longer)) current = longer;
        else {
          lines.push(current);
          current = word;
        }
      }
      return [...lines, current];
    });
}

function cut(word: string, fits: (text: string) => boolean): string[] {
  const parts: string[] = [];
  let part = '';
  for (const character of word) {
    if (part !== '' && !fits(part + character)) {
      parts.push(part);
      part = '';
    }
    part += character;
  }
  return [...parts, part];
}
