/**
 * The pages "In full" at the end: what stands in fields in which nobody could read it. Each of them has a second spot there, so that what it
 * holds is one text wherever it is shown, also once its signer corrects it.
 */
import {
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFString,
} from '@cantoo/pdf-lib';
import { a4, column, margin, type Sheet, turn } from '#platform/files/paper.ts';
import { type FieldNode, multilineFlag } from './form-fields.ts';
import { drawText, heightFor } from './looks.ts';
import { dictIn, dictOf, entryOf, inherited, isText } from './pdf-file.ts';
import { type Fonts, inLines } from './typesetting.ts';

const size = 12;
const lineHeight = 16;
const longestHeading = 100;

export interface Cramped {
  field: FieldNode;
  text: string;
}

export async function addInFullPages(pdf: PDFDocument, cramped: readonly Cramped[], fonts: Fonts): Promise<void> {
  if (cramped.length === 0) return;
  const bold = await fonts.for('', 'bold');
  const regular = await fonts.for('');
  const sheet: Sheet = { pdf, page: pdf.addPage([a4.width, a4.height]), y: a4.height - margin, regular, bold };
  sheet.page.drawText('In full', { x: margin, y: sheet.y - 20, size: 20, font: bold });
  sheet.page.drawText('These texts are too long to be read in their fields.', {
    x: margin,
    y: sheet.y - 46,
    size,
    font: regular,
  });
  sheet.y -= 68;
  const holders = holdersOf(pdf);
  for (const { field, text } of cramped) {
    const { name, label, page } = field;
    const heading = `${(label ?? name).slice(0, longestHeading)}${page === null ? '' : `, page ${page}`}`;
    const headingFont = await fonts.for(heading, 'bold');
    const lines = inLines(heading, headingFont, size, column);
    const font = await fonts.for(text);
    const most = a4.height - 2 * margin - lines.length * lineHeight;
    const height = Math.min(heightFor(text, font, { size, width: column }), most);
    if (sheet.y - lines.length * lineHeight - height < margin) turn(sheet);
    for (const line of lines) {
      sheet.page.drawText(line, { x: margin, y: sheet.y - size, size, font: headingFont });
      sheet.y -= lineHeight;
    }
    const { dict, widget } = addSpot(sheet, field, height, holders.get(field.node.dict) as Holder);
    drawText(pdf, dict, widget, text, font);
    sheet.y -= height + lineHeight;
  }
}

/** Below the pen, as wide as the page has room: the field as it is from now on, and the spot. */
function addSpot({ pdf, page, y }: Sheet, { node, flags }: FieldNode, height: number, holder: Holder) {
  const said = inherited(pdf, node.widgets[0] as PDFDict, 'DA');
  const letters = /\/[^\s/]{1,100}(?=\s+[\d.]{1,10}\s+Tf)/.exec(isText(said) ? said.decodeText() : '')?.[0] ?? '/Helv';
  const dict = node.dict.has(PDFName.of('Kids')) ? node.dict : parted(pdf, node.dict, holder);
  const widget = pdf.context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    Parent: holder.list.get(holder.at),
    P: page.ref,
    F: print,
    Rect: [margin, y - height, margin + column, y],
    MK: { BC: [0.6] },
  });
  widget.set(PDFName.of('DA'), PDFString.of(`${letters} ${size} Tf 0 g`));
  const ref = pdf.context.register(widget);
  const spots = entryOf(pdf, dict, 'Kids');
  if (spots instanceof PDFArray) spots.push(ref);
  page.node.addAnnot(ref);
  // Programs would let it be corrected in one line otherwise.
  dict.set(PDFName.of('Ff'), PDFNumber.of(flags | multilineFlag));
  return { dict, widget };
}
const print = 4;

/** What a field says as such; the rest of a record that is field and spot in one is the spot's. */
const ofField = 'Parent T TU TM FT Ff V DV RV DS MaxLen'.split(' ').map((key) => PDFName.of(key));

/** A record that is field and spot in one becomes the spot of a field of its own. */
function parted(pdf: PDFDocument, spot: PDFDict, { list, at }: Holder): PDFDict {
  const field = pdf.context.obj({ Kids: [list.get(at)] });
  for (const key of ofField) {
    const said = spot.get(key);
    if (said) field.set(key, said);
    spot.delete(key);
  }
  const ref = pdf.context.register(field);
  spot.set(PDFName.of('Parent'), ref);
  list.set(at, ref);
  return field;
}

/** The list that names a field, and where in it. */
interface Holder {
  list: PDFArray;
  at: number;
}

function holdersOf(pdf: PDFDocument): Map<PDFDict, Holder> {
  const holders = new Map<PDFDict, Holder>();
  const form = dictIn(pdf, pdf.catalog, 'AcroForm');
  const open: (PDFObject | undefined)[] = [form ? entryOf(pdf, form, 'Fields') : undefined];
  for (let list = open.pop(); list; list = open.pop()) {
    if (!(list instanceof PDFArray)) continue;
    for (const [at, one] of list.asArray().entries()) {
      const dict = dictOf(pdf, one);
      if (!dict || holders.has(dict)) continue;
      holders.set(dict, { list, at });
      open.push(entryOf(pdf, dict, 'Kids'));
    }
  }
  return holders;
}
