/**
 * The pages "In full" at the end: what stands in fields in which nobody could read it. Each of them has a second spot there, so that what it
 * holds is one text wherever it is shown, also once its signer corrects it.
 */
import { PDFArray, type PDFDict, type PDFDocument, PDFHexString, PDFName, PDFNumber, PDFString } from '@cantoo/pdf-lib';
import { a4, column, margin, type Sheet, turn } from '#platform/files/paper.ts';
import { type FieldNode, multilineFlag, type Node } from './form-fields.ts';
import { drawText, heightFor } from './looks.ts';
import { entryOf, inherited, isText, textIn } from './pdf-file.ts';
import { type Fonts, inLines } from './typesetting.ts';

const size = 12;
const lineHeight = 16;
const longestHeading = 100;

export interface Cramped {
  field: FieldNode;
  text: string;
}

export async function addInFullPages(pdf: PDFDocument, cramped: readonly Cramped[], fonts: Fonts): Promise<void> {
  const entries: Awaited<ReturnType<typeof laidOut>>[] = [];
  for (const one of cramped) {
    const entry = await laidOut(one, fonts);
    if (!hasSpot(pdf, one.field, entry.height)) entries.push(entry);
  }
  if (entries.length === 0) return;
  const bold = await fonts.for('', 'bold');
  const regular = await fonts.for('');
  const sheet: Sheet = { pdf, page: pdf.addPage([a4.width, a4.height]), y: a4.height - margin, regular, bold };
  sheet.page.drawText('In full', { x: margin, y: sheet.y - 20, size: 20, font: bold });
  sheet.page.drawText('These texts may be too small to be read in their fields.', {
    x: margin,
    y: sheet.y - 46,
    size,
    font: regular,
  });
  sheet.y -= 68;
  for (const { field, text, font, lines, headingFont, height } of entries) {
    if (sheet.y - lines.length * lineHeight - height < margin) turn(sheet);
    for (const line of lines) {
      sheet.page.drawText(line, { x: margin, y: sheet.y - size, size, font: headingFont });
      sheet.y -= lineHeight;
    }
    const { dict, widget } = addSpot(sheet, field, height);
    drawText(pdf, dict, widget, text, font);
    sheet.y -= height + lineHeight;
  }
}

/** The lines of the heading, and below it a spot of this height. */
async function laidOut({ field, text }: Cramped, fonts: Fonts) {
  const { name, label, page } = field;
  const heading = `${(label ?? name).slice(0, longestHeading)}${page === null ? '' : `, page ${page}`}`;
  const headingFont = await fonts.for(heading, 'bold');
  const lines = inLines(heading, headingFont, size, column);
  const font = await fonts.for(text);
  const most = a4.height - 2 * margin - lines.length * lineHeight;
  const height = Math.min(heightFor(text, font, { size, width: column }), most);
  return { field, text, font, lines, headingFont, height };
}

const spotName = (field: FieldNode): string => `In full: ${field.name}`;

/** Whether a further spot would show no more than the one that it has there. */
const hasSpot = (pdf: PDFDocument, field: FieldNode, height: number): boolean =>
  field.node.widgets.some(
    (widget, i) => textIn(pdf, widget, 'NM') === spotName(field) && (field.spots[i]?.rect.height ?? 0) >= height,
  );

/** Below the pen, as wide as the page has room: the field as it is from now on, and the spot. */
function addSpot({ pdf, page, y }: Sheet, field: FieldNode, height: number) {
  const { node, flags } = field;
  const said = inherited(pdf, node.widgets[0] as PDFDict, 'DA');
  const letters = /\/[^\s/]{1,100}(?=\s+[\d.]{1,10}\s+Tf)/.exec(isText(said) ? said.decodeText() : '')?.[0] ?? '/Helv';
  const dict = node.widgets[0] === node.dict ? parted(pdf, node) : node.dict;
  const widget = pdf.context.obj({
    Type: 'Annot',
    Subtype: 'Widget',
    Parent: node.list.get(node.at),
    P: page.ref,
    F: print,
    Rect: [margin, y - height, margin + column, y],
    MK: { BC: [0.6] },
  });
  widget.set(PDFName.of('NM'), PDFHexString.fromText(spotName(field)));
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
function parted(pdf: PDFDocument, { dict: spot, list, at }: Node): PDFDict {
  const field = pdf.context.obj({ Kids: [list.get(at)] });
  for (const key of ofField) {
    const said = spot.get(key);
    if (said) field.set(key, said);
    spot.delete(key);
  }
  // It may have an empty list of spots.
  spot.delete(PDFName.of('Kids'));
  const ref = pdf.context.register(field);
  spot.set(PDFName.of('Parent'), ref);
  list.set(at, ref);
  return field;
}
