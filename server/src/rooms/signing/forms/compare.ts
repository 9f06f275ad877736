/** What differs between the file that was dealt to a signer and the one that came back (P11-06), object by object from the catalog. */
import { PDFDict, type PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { Difference } from './difference.ts';
import type { FieldNode } from './form-fields.ts';
import { type InStep, inStep, type Keys } from './in-step.ts';
import { dictIn, dictOf, entryOf, listIn, pagesOf } from './pdf-file.ts';
import { type Budget, unpackedAlike } from './unpack.ts';

/** What whoever fills a field writes into it: its value, its looks, and when; and flags, which are compared by themselves. */
const ofFilledField: Keys = new Set('V RV AS AP DA MK M Ff'.split(' '));
const ofFilledSpot: Keys = new Set('AS AP DA MK M'.split(' '));
/** What programs say of themselves when they save. */
const ofSaving: Keys = new Set('Producer Creator CreationDate ModDate'.split(' '));
/** In all streams of both files, unpacked; what is packed alike needs no unpacking. */
const mostUnpacked = 256 * 1_048_576;

interface File {
  pdf: PDFDocument;
  fields: readonly FieldNode[];
}

export function refuseDifferences(dealt: File, submitted: File, isOpen: (field: FieldNode) => boolean): void {
  const budget = { left: mostUnpacked };
  const steps = inStep(dealt.pdf, submitted.pdf, budget);
  const pages = pairPages(steps, dealt.pdf, submitted.pdf);
  const records = pairFields(steps, dealt.fields, submitted.fields, isOpen);
  // First what can be named, then whatever else the catalog leads to.
  for (const [i, [page, other]] of pages.entries()) {
    const place = `Page ${i + 1}`;
    const [before, after] = [listIn(dealt.pdf, page, 'Annots'), listIn(submitted.pdf, other, 'Annots')];
    if (after.length > before.length) throw new Difference(`${place} has an annotation or field that was not there.`);
    if (after.length < before.length) throw new Difference(`${place} lacks an annotation or field.`);
    steps.refuse(page, other, place);
  }
  for (const { a, b, place } of records) steps.refuse(a, b, place);
  refuseInForm(steps, dealt.pdf, submitted.pdf);
  const elsewhere: Keys = new Set(['AcroForm', 'Metadata']);
  steps.refuseIn(dealt.pdf.catalog, submitted.pdf.catalog, (key) => `The entry "${key}" of the document`, elsewhere);
  refuseInDescription(steps, dealt.pdf, submitted.pdf, budget);
}

function pairPages(steps: InStep, dealt: PDFDocument, submitted: PDFDocument): [PDFDict, PDFDict][] {
  const [before, after] = [pagesOf(dealt), pagesOf(submitted)];
  if (before.length !== after.length)
    throw new Difference(`The file has ${counted(after.length)} instead of ${counted(before.length)}.`);
  return before.map((page, i) => {
    const other = after[i] as PDFDict;
    steps.pair(page, other, `Page ${i + 1}`);
    return [page, other];
  });
}
const counted = (pages: number): string => `${pages} page${pages === 1 ? '' : 's'}`;

/** Fields stand in the same order under the same names; answers the records that they and their spots lie in. */
function pairFields(
  steps: InStep,
  dealt: readonly FieldNode[],
  submitted: readonly FieldNode[],
  isOpen: (field: FieldNode) => boolean,
): { a: PDFDict; b: PDFDict; place: string }[] {
  const [names, others] = [new Set(dealt.map(({ name }) => name)), new Set(submitted.map(({ name }) => name))];
  for (const name of names) if (!others.has(name)) throw new Difference(`The field "${name}" is missing.`);
  for (const name of others) if (!names.has(name)) throw new Difference(`The field "${name}" was added.`);
  if (dealt.length !== submitted.length) throw new Difference('A field is there twice.');
  return dealt.flatMap((field, i) => {
    const other = submitted[i] as FieldNode;
    if (field.name !== other.name) throw new Difference('The order of the fields was changed.');
    const place = `The field "${field.name}"`;
    const [{ dict, widgets }, { widgets: theirs }] = [field.node, other.node];
    // Some programs write out that a field has no flags, so they are compared as they act.
    if (field.flags !== other.flags || widgets.length !== theirs.length) throw new Difference(`${place} was changed.`);
    const spots = widgets.flatMap((a, n) => (a === dict ? [] : [{ a, b: theirs[n] as PDFDict, keys: ofFilledSpot }]));
    return [{ a: dict, b: other.node.dict, keys: ofFilledField }, ...spots].map(({ a, b, keys }) => {
      steps.pair(a, b, place);
      if (isOpen(field)) steps.free(a, keys);
      return { a, b, place };
    });
  });
}

/** Programs add fonts to those that fields are written with; those that are there stay. */
function refuseInForm(steps: InStep, dealt: PDFDocument, submitted: PDFDocument): void {
  const [form, other] = [dictIn(dealt, dealt.catalog, 'AcroForm'), dictIn(submitted, submitted.catalog, 'AcroForm')];
  // Some programs make one where there is none.
  if (!form && (!other || listIn(submitted, other, 'Fields').length === 0)) return;
  if (!form || !other) throw new Difference('The form was changed.');
  steps.refuseIn(form, other, () => 'The form', new Set(['NeedAppearances', 'DR']));
  const blank = PDFDict.withContext(dealt.context);
  const [style, otherStyle] = [dictIn(dealt, form, 'DR') ?? blank, dictIn(submitted, other, 'DR') ?? blank];
  const place = 'What the form is written with';
  steps.refuseIn(style, otherStyle, () => place, new Set(['Font']));
  const otherFonts = dictIn(submitted, otherStyle, 'Font');
  for (const [key, font] of dictIn(dealt, style, 'Font')?.entries() ?? [])
    steps.refuse(font, otherFonts?.get(key), place);
}

/** What a file says about itself holds the time of saving. */
function refuseInDescription(steps: InStep, dealt: PDFDocument, submitted: PDFDocument, budget: Budget): void {
  const blank = PDFDict.withContext(dealt.context);
  const [about, other] = [dealt, submitted].map((pdf) => dictOf(pdf, pdf.context.trailerInfo.Info) ?? blank);
  steps.refuseIn(about as PDFDict, other as PDFDict, (key) => `The ${key} of the document`, ofSaving);
  const [a, b] = [entryOf(dealt, dealt.catalog, 'Metadata'), entryOf(submitted, submitted.catalog, 'Metadata')];
  if (a === undefined && b === undefined) return;
  const isAlike = a instanceof PDFRawStream && b instanceof PDFRawStream && unpackedAlike(a, b, budget, withoutTimes);
  if (!isAlike) throw new Difference('What the document says about itself was changed.');
}

const withoutTimes = (xml: Uint8Array): string =>
  Buffer.from(xml)
    .toString('latin1')
    .replace(/<(\w+:(?:ModifyDate|MetadataDate|Producer))>[^<]{0,200}<\/\1>/g, '')
    .replace(/\s+/g, ' ');
