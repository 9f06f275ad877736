/** How fields look once they are filled: made by us, so that every viewer shows the same. */
import { type PDFDict, type PDFDocument, type PDFFont, type PDFImage, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import { dictIn, numberIn, numbersIn, textIn } from './pdf-file.ts';
import { rectOf } from './form-fields.ts';
import { inLines, isReadable, leading, lowestReadable, setText } from './typesetting.ts';

const padding = 2;
/** Above and below, where a line would be too small to be read otherwise. */
const leastPadding = 1;
const usualSize = 12;

/** A form of the size of a spot, in which x and y count from its lower left corner as the reader sees it. */
interface Canvas {
  width: number;
  height: number;
  content: string[];
  fonts: Map<string, PDFRef>;
  pictures: Map<string, PDFRef>;
}

const n = (value: number): string => String(Math.round(value * 1000) / 1000);

/** With the background and the border that the field has. */
function openCanvas(pdf: PDFDocument, widget: PDFDict): Canvas {
  const { width, height } = uprightSize(pdf, widget);
  const looks = dictIn(pdf, widget, 'MK');
  const content: string[] = [];
  const background = looks && colorOperator(numbersIn(pdf, looks, 'BG'), 'fill');
  if (background) content.push(background, `0 0 ${n(width)} ${n(height)} re f`);
  const border = looks && colorOperator(numbersIn(pdf, looks, 'BC'), 'stroke');
  const style = dictIn(pdf, widget, 'BS');
  const wide = (style && numberIn(pdf, style, 'W')) ?? 1;
  if (border && wide > 0)
    content.push(border, `${n(wide)} w`, `${n(wide / 2)} ${n(wide / 2)} ${n(width - wide)} ${n(height - wide)} re S`);
  return { width, height, content, fonts: new Map(), pictures: new Map() };
}

function colorOperator(parts: readonly number[], use: 'fill' | 'stroke'): string | null {
  const operator = { 1: 'g', 3: 'rg', 4: 'k' }[parts.length];
  if (!operator) return null;
  return `${parts.map(n).join(' ')} ${use === 'fill' ? operator : operator.toUpperCase()}`;
}

const rotationOf = (pdf: PDFDocument, widget: PDFDict): number => {
  const looks = dictIn(pdf, widget, 'MK');
  return ((((looks && numberIn(pdf, looks, 'R')) ?? 0) % 360) + 360) % 360;
};

function uprightSize(pdf: PDFDocument, widget: PDFDict) {
  const { width, height } = rectOf(pdf, widget);
  return rotationOf(pdf, widget) % 180 === 0 ? { width, height } : { width: height, height: width };
}

function closeCanvas(pdf: PDFDocument, widget: PDFDict, { width, height, content, fonts, pictures }: Canvas): PDFRef {
  const turned: Record<number, number[]> = {
    90: [0, 1, -1, 0, height, 0],
    180: [-1, 0, 0, -1, width, height],
    270: [0, -1, 1, 0, 0, width],
  };
  const stream = pdf.context.flateStream(content.join('\n'), {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Matrix: turned[rotationOf(pdf, widget)] ?? [1, 0, 0, 1, 0, 0],
    Resources: { Font: Object.fromEntries(fonts), XObject: Object.fromEntries(pictures) },
  });
  return pdf.context.register(stream);
}

/** Instead of whatever look the spot had. */
const setLook = (pdf: PDFDocument, widget: PDFDict, look: PDFRef): void =>
  widget.set(PDFName.of('AP'), pdf.context.obj({ N: look }));

function write(
  canvas: Canvas,
  font: PDFFont,
  lines: readonly string[],
  { x, top, size, color }: { x: number; top: number; size: number; color: string },
): void {
  canvas.fonts.set('Letters', font.ref);
  canvas.content.push('BT', color, `/Letters ${n(size)} Tf`, `${n(size * leading)} TL`, `${n(x)} ${n(top - size)} Td`);
  for (const [i, line] of lines.entries())
    canvas.content.push(`${i > 0 ? 'T* ' : ''}${font.encodeText(line).toString()} Tj`);
  canvas.content.push('ET');
}

/** What the form says of size and colour, such as `/Helv 12 Tf 0 g`; size 0 is as large as it fits, and so are sizes that programs worked out from the height. */
function styleOf(pdf: PDFDocument, dict: PDFDict, widget: PDFDict): { size: number; color: string } {
  const form = dictIn(pdf, pdf.catalog, 'AcroForm');
  const said = textIn(pdf, widget, 'DA') ?? textIn(pdf, dict, 'DA') ?? (form && textIn(pdf, form, 'DA')) ?? '';
  const size = Number(/([\d.]{1,10})\s+Tf/.exec(said)?.[1] ?? 0);
  const color = /(?:^|\s)((?:[\d.]{1,10}\s+){1,4}(?:g|rg|k))(?:\s|$)/.exec(said)?.[1];
  return { size: size > 0 ? Math.min(size, usualSize) : usualSize, color: color ?? '0 g' };
}

/** Whether all of the text can be read there. */
export function drawText(pdf: PDFDocument, field: PDFDict, widget: PDFDict, text: string, font: PDFFont): boolean {
  const canvas = openCanvas(pdf, widget);
  let canBeRead = true;
  if (text.trim() !== '') {
    const { size: most, color } = styleOf(pdf, field, widget);
    const room = Math.min(lowestReadable, canvas.height - 2 * leastPadding);
    const box = { width: canvas.width - 2 * padding, height: Math.max(room, canvas.height - 2 * padding) };
    const set = setText(text, font, box, most);
    const { size, lineHeight, lines } = set;
    canBeRead = isReadable(set, box);
    const top = (canvas.height + lines.length * lineHeight) / 2 - (lineHeight - size) / 2;
    canvas.content.push('/Tx BMC', 'q', `0 0 ${n(canvas.width)} ${n(canvas.height)} re W n`);
    write(canvas, font, lines, { x: padding, top: Math.min(top, (canvas.height + box.height) / 2), size, color });
    canvas.content.push('Q', 'EMC');
  }
  setLook(pdf, widget, closeCanvas(pdf, widget, canvas));
  return canBeRead;
}

/** Of a spot in which `drawText` has room for the text in this size. */
export const heightFor = (text: string, font: PDFFont, { size, width }: { size: number; width: number }): number =>
  Math.ceil(inLines(text, font, size, width - 2 * padding).length * size * leading) + 2 * padding + 1;

/** Of the height of the field, what the printed words may take. */
const shareOfWords = 0.5;
const largestWords = 8;

/** The drawing as it was made, and beneath it what it means: all of it inside the field (P11-03). */
export function drawSignature(
  pdf: PDFDocument,
  widget: PDFDict,
  { picture, lines, font }: { picture: PDFImage; lines: readonly string[]; font: PDFFont },
): void {
  const canvas = openCanvas(pdf, widget);
  const box = { width: canvas.width - 2 * padding, height: canvas.height * shareOfWords - padding };
  const words = setText(lines.join('\n'), font, box, largestWords);
  const wordsTop = padding + words.lines.length * words.lineHeight;
  const room = { width: Math.max(1, box.width), height: Math.max(1, canvas.height - padding - wordsTop) };
  const scale = Math.min(room.width / picture.width, room.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const [x, y] = [(canvas.width - width) / 2, wordsTop + (room.height - height) / 2];
  canvas.pictures.set('Drawing', picture.ref);
  canvas.content.push('q', `${n(width)} 0 0 ${n(height)} ${n(x)} ${n(y)} cm`, '/Drawing Do', 'Q');
  write(canvas, font, words.lines, { x: padding, top: wordsTop, size: words.size, color: '0 g' });
  setLook(pdf, widget, closeCanvas(pdf, widget, canvas));
}

/** Ticked and not, for a spot that has no look of its own for it. */
export function drawTick(pdf: PDFDocument, widget: PDFDict, state: string): void {
  const off = openCanvas(pdf, widget);
  const on = openCanvas(pdf, widget);
  const { width, height } = on;
  const points = [0.22, 0.52, 0.42, 0.28, 0.8, 0.76].map((share, i) => n(share * (i % 2 === 0 ? width : height)));
  on.content.push('q', '0 G', `${n(Math.min(width, height) / 10)} w`);
  on.content.push(`${points[0]} ${points[1]} m`, `${points[2]} ${points[3]} l`, `${points[4]} ${points[5]} l S`, 'Q');
  const looks = pdf.context.obj({ Off: closeCanvas(pdf, widget, off) });
  looks.set(PDFName.of(state), closeCanvas(pdf, widget, on));
  widget.set(PDFName.of('AP'), pdf.context.obj({ N: looks }));
}
