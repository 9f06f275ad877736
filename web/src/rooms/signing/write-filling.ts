/** Writes what a signer filled in into the fields of the PDF, and nothing else: any other difference would be refused (P11-06). */
import { type PDFDocument, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import { load, onState, type OurField, ourFields, textOf, widgetsOn } from '#shared/pdf-form/form-in-pdf.ts';
import { frameOf, rectIn, seen } from '#shared/pdf-form/page-frame.ts';
import type { Box } from '#shared/pdf-form/places.ts';
import type { Filling } from './filling.ts';

export async function writeFilling(pdf: Uint8Array, { values, drawings }: Filling): Promise<Uint8Array<ArrayBuffer>> {
  const document = await load(pdf);
  for (const field of ourFields(document)) {
    const name = textOf(field.dict.lookup(PDFName.of('T')));
    const value = values[name];
    const drawing = drawings[name];
    if (typeof value === 'string' && field.name.type === 'TextInput') writeText(document, field, value);
    else if (value !== undefined) choose(field, value);
    if (drawing) await draw(document, field, drawing.png);
  }
  return (await document.save({ updateFieldAppearances: false, objectsPerTick: 1000 })) as Uint8Array<ArrayBuffer>;
}

/** Whoever reads the PDF draws the text: it may be in letters that its fonts do not have. */
function writeText(document: PDFDocument, { dict, widgets }: OurField, value: string): void {
  if (value === '') dict.delete(PDFName.of('V'));
  else dict.set(PDFName.of('V'), PDFHexString.fromText(value));
  for (const widget of widgets) widget.delete(PDFName.of('AP'));
  document.catalog.getAcroForm()?.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true));
}

/** A tick, or of a group the option that is chosen. */
function choose({ dict, widgets }: OurField, value: string | boolean): void {
  const on = widgets.map((widget) => onState(widget) ?? 'Yes');
  const state = typeof value === 'string' ? value || 'Off' : value ? (on[0] ?? 'Yes') : 'Off';
  dict.set(PDFName.of('V'), PDFName.of(state));
  for (const [at, widget] of widgets.entries())
    widget.set(PDFName.of('AS'), PDFName.of(on[at] === state ? state : 'Off'));
}

/** In the middle of its field, as large as it fits, and upright for whoever reads the page. */
async function draw(document: PDFDocument, { widgets }: OurField, png: Uint8Array): Promise<void> {
  const image = await document.embedPng(png);
  const placed = widgetsOn(document.getPages());
  for (const widget of widgets) {
    const page = document.getPages()[placed.get(widget) ?? -1];
    const rect = rectIn(widget);
    if (!page || !rect) continue;
    const frame = frameOf(page);
    const look = lookOf(document, image, { ...seen({ ...frame, unit: 1 }, rect) }, frame.turn);
    widget.set(PDFName.of('AP'), document.context.obj({ N: look }));
  }
}

type Image = Awaited<ReturnType<PDFDocument['embedPng']>>;
const turned: Readonly<Record<number, readonly number[]>> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
};

function lookOf({ context }: PDFDocument, image: Image, { width, height }: Box, turn: number): PDFRef {
  const scale = Math.min(width / image.width, height / image.height);
  const [w, h] = [image.width * scale, image.height * scale];
  const place = [w, 0, 0, h, (width - w) / 2, (height - h) / 2].map((one) => one.toFixed(3)).join(' ');
  const look = context.stream(`q ${place} cm /Drawing Do Q`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Matrix: [...(turned[turn] ?? [])],
    Resources: { XObject: { Drawing: image.ref } },
  });
  return context.register(look);
}
