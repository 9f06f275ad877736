/** Our own copy of what was dealt, with what a signer filled in and drew; nothing else of what it shows changes. */
import { PDFBool, PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { asSeen } from './check-drawing.ts';
import { timeAsPrinted } from './printed-time.ts';
import { boxesOf, type FieldNode, isOfType, onStateOf, readFields, readOnlyFlag, spotsSeen } from './form-fields.ts';
import { drawSignature, drawText, drawTick } from './looks.ts';
import { bytesOf, dictIn, numberIn, openFile } from './pdf-file.ts';
import { addInFullPages, type Cramped } from './in-full-pages.ts';
import { addSignaturePages, type SignatureEntry } from './signature-page.ts';
import { drawAsSeen, stillFields } from './still-fields.ts';
import { isOpenTo, type Value } from './take-filling.ts';
import { type Fonts, openFonts } from './typesetting.ts';

/** What is printed beneath a drawing. */
export interface Printed {
  name: string;
  reason: string;
  at: Date;
  /** Of the clock that is shown. */
  zone?: string;
}
export interface Drawing {
  fieldName: string;
  png: Uint8Array;
  printed: Printed;
}
export interface ToWrite {
  signer: number;
  values: Readonly<Record<string, Value>>;
  drawings: readonly Drawing[];
  /** With the last signature: the page that says in readable size who signed. */
  signatures?: readonly SignatureEntry[];
}

export async function writeFilling(dealt: Uint8Array, filling: ToWrite): Promise<Uint8Array> {
  const pdf = await openFile(dealt);
  const fonts = openFonts(pdf);
  await drawAsSeen(pdf, fonts);
  await fill(pdf, readFields(pdf).filter(isOpenTo(filling.signer)), filling.values, fonts);
  // What was filled in may have got further spots.
  const fields = readFields(pdf);
  const open = fields.filter(isOpenTo(filling.signer));
  for (const drawing of filling.drawings) await sign(pdf, ownField(open, drawing.fieldName), drawing, fonts);
  for (const { signer, node, flags } of fields) {
    if (signer !== filling.signer) continue;
    node.dict.set(PDFName.of('Ff'), PDFNumber.of(flags | readOnlyFlag));
    for (const widget of node.widgets) putOnPaper(pdf, widget);
  }
  // Once all have signed, what is still open is nobody's.
  const isLast = filling.signatures !== undefined;
  stillFields(pdf, ({ signer, isOpen }) => signer !== null && !(isLast && isOpen && signer !== filling.signer), fields);
  keepLooks(pdf);
  if (filling.signatures) await addSignaturePages(pdf, filling.signatures, fonts);
  return bytesOf(pdf);
}

/** Fills what records know into an order form: the text fields of signer 1 that have these labels; they stay to be corrected. */
export async function fillByLabel(bytes: Uint8Array, byLabel: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const pdf = await openFile(bytes);
  const known = new Map(Object.entries(byLabel).map(([label, text]) => [label.replaceAll('.', ' '), text]));
  const values: Record<string, Value> = {};
  const open = readFields(pdf).filter(isOpenTo(1));
  const fonts = openFonts(pdf);
  await drawAsSeen(pdf, fonts);
  for (const { name, type, label } of open) {
    const text = type === 'TextInput' && label !== null ? known.get(label) : undefined;
    if (text !== undefined) values[name] = text;
  }
  await fill(pdf, open, values, fonts);
  keepLooks(pdf);
  return bytesOf(pdf);
}

function ownField(open: readonly FieldNode[], name: string): FieldNode {
  const field = open.find((one) => one.name === name);
  if (!field) throw new Error(`there is no open field "${name}" of this signer`);
  return field;
}

/** What cannot be read in its field follows in full at the end. */
async function fill(
  pdf: PDFDocument,
  open: readonly FieldNode[],
  values: ToWrite['values'],
  fonts: Fonts,
): Promise<void> {
  const cramped: Cramped[] = [];
  const boxes = boxesOf(pdf);
  for (const [name, value] of Object.entries(values)) {
    const field = ownField(open, name);
    const { type, node } = field;
    if (type === null || !isOfType(field)) throw new Error(`the field "${name}" is of another kind`);
    if (type === 'TextInput') {
      const text = typeof value === 'string' ? value : '';
      const readable = await fillText(pdf, field, text, fonts);
      const seen = spotsSeen(pdf, field, boxes);
      if (seen.length > 0 && !seen.some((widget) => readable.has(widget))) cramped.push({ field, text });
    } else if (type === 'Checkbox') tick(pdf, field, value === true);
    else if (type === 'RadioButton') setState(pdf, node, typeof value === 'string' && value !== '' ? value : null);
  }
  await addInFullPages(pdf, cramped, fonts);
}

/** The spots that have room for it to be read. */
async function fillText(pdf: PDFDocument, { node }: FieldNode, text: string, fonts: Fonts): Promise<Set<PDFDict>> {
  const font = await fonts.for(text);
  if (text === '') node.dict.delete(PDFName.of('V'));
  else node.dict.set(PDFName.of('V'), PDFHexString.fromText(text));
  node.dict.delete(PDFName.of('RV'));
  return new Set(node.widgets.filter((widget) => drawText(pdf, node.dict, widget, text, font)));
}

function tick(pdf: PDFDocument, { node }: FieldNode, isTicked: boolean): void {
  for (const widget of node.widgets) if (onStateOf(pdf, widget) === null) drawTick(pdf, widget, 'Yes');
  const on = node.widgets.map((widget) => onStateOf(pdf, widget))[0] ?? 'Yes';
  setState(pdf, node, isTicked ? on : null);
}

function setState(pdf: PDFDocument, { dict, widgets }: FieldNode['node'], state: string | null): void {
  dict.set(PDFName.of('V'), PDFName.of(state ?? 'Off'));
  for (const widget of widgets)
    widget.set(PDFName.of('AS'), PDFName.of(state !== null && onStateOf(pdf, widget) === state ? state : 'Off'));
}

async function sign(pdf: PDFDocument, { node }: FieldNode, { png, printed }: Drawing, fonts: Fonts): Promise<void> {
  const picture = await pdf.embedPng(await asSeen(png));
  const lines = [printed.name, printed.reason, timeAsPrinted(printed)];
  const font = await fonts.for(lines.join(''));
  node.dict.delete(PDFName.of('V'));
  for (const widget of node.widgets) {
    drawSignature(pdf, widget, { picture, lines, font });
    // For who has the screen read aloud.
    widget.set(PDFName.of('Contents'), PDFHexString.fromText(`Signed by ${lines.join(', ')}`));
  }
}

/** What is seen on the screen is printed, too. */
function putOnPaper(pdf: PDFDocument, widget: PDFDict): void {
  const flags = numberIn(pdf, widget, 'F') ?? 0;
  if ((flags & noView) === 0) widget.set(PDFName.of('F'), PDFNumber.of(flags | print));
}
const [print, noView] = [4, 32];

/** A viewer that is told to draw fields anew would leave out the drawings. */
function keepLooks(pdf: PDFDocument): void {
  const form = dictIn(pdf, pdf.catalog, 'AcroForm') ?? PDFDict.withContext(pdf.context);
  if (form.has(PDFName.of('NeedAppearances'))) form.set(PDFName.of('NeedAppearances'), PDFBool.False);
}
