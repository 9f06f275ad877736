/**
 * What differs between the file that was dealt to a signer and the one that came back (P11-06): object by object from the catalog, in
 * step. Each object of the dealt file is looked at once, whatever refers to it, so the time grows with its size alone.
 */
import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFStream,
} from '@cantoo/pdf-lib';
import { Difference } from './difference.ts';
import { dictIn, dictOf, entryOf, isText, listIn, pagesOf, standing } from './pdf-file.ts';
import type { FieldNode } from './form-fields.ts';
import { unpackedAlike } from './unpack.ts';

/** What whoever fills a field writes into it: its value, its looks, and when. */
const ofFilledField = new Set('V RV AS AP DA MK M Ff'.split(' '));
const ofFilledSpot = new Set('AS AP DA MK M'.split(' '));
const ofPacking = new Set('Length Filter DecodeParms DL'.split(' '));
/** What programs say of themselves when they save. */
const ofSaving = new Set('Producer Creator CreationDate ModDate'.split(' '));
const none: ReadonlySet<string> = new Set();

interface Pair {
  dealt: PDFObject;
  submitted: PDFObject;
  place: string;
}
interface Freedom {
  keys: ReadonlySet<string>;
  /** Some programs round coordinates to hundredths in what they write anew. */
  isRounded: boolean;
}
const strict: Freedom = { keys: none, isRounded: false };

export function refuseDifferences(
  [dealt, dealtFields]: readonly [PDFDocument, readonly FieldNode[]],
  [submitted, submittedFields]: readonly [PDFDocument, readonly FieldNode[]],
  isOpen: (field: FieldNode) => boolean,
): void {
  /** Which object has taken the place of which. */
  const partners = new Map<PDFObject, PDFObject>();
  const freedoms = new Map<PDFObject, Freedom>();
  const open: Pair[] = [];
  const blank = PDFDict.withContext(dealt.context);
  const budget = { left: mostUnpacked };

  const pair = (a: PDFObject, b: PDFObject, place: string): boolean => {
    const known = partners.get(a);
    if (known && known !== b) throw new Difference(`${place} was changed.`);
    partners.set(a, b);
    return known === undefined;
  };

  const alike = (a: PDFObject | undefined, b: PDFObject | undefined, place: string, isRounded = false): void => {
    const [one, other] = [standing(dealt, a), standing(submitted, b)];
    if (one === undefined && other === undefined) return;
    if (one === undefined || other === undefined) throw new Difference(`${place} was changed.`);
    if (isHolder(one)) {
      if (!isHolder(other)) throw new Difference(`${place} was changed.`);
      if (pair(one, other, place)) open.push({ dealt: one, submitted: other, place });
    } else if (!isSameValue(one, other, isRounded)) throw new Difference(`${place} was changed.`);
  };

  const alikeIn = (a: PDFDict, b: PDFDict, { keys, isRounded }: Freedom, place: string | ((key: string) => string)) => {
    const placeOf = typeof place === 'string' ? () => place : place;
    for (const [key, value] of a.entries()) {
      const name = key.decodeText();
      if (!keys.has(name)) alike(value, b.get(key), placeOf(name), isRounded);
    }
    for (const [key, value] of b.entries())
      if (!a.has(key) && !keys.has(key.decodeText())) alike(undefined, value, placeOf(key.decodeText()), isRounded);
  };

  const walk = () => {
    for (let next = open.pop(); next; next = open.pop()) {
      const { dealt: a, submitted: b, place } = next;
      const freedom = freedoms.get(a) ?? strict;
      if (a instanceof PDFArray) {
        if (!(b instanceof PDFArray) || a.size() !== b.size()) throw new Difference(`${place} was changed.`);
        const [one, other] = [a.asArray(), b.asArray()];
        // Coordinates of a field lie in lists of its own.
        for (let i = 0; i < one.length; i += 1) alike(one[i], other[i], place, freedom.isRounded);
      } else if (a instanceof PDFDict && b instanceof PDFDict) {
        if (freedom.isRounded)
          for (const key of a.keys()) {
            const list = a.get(key);
            if (list instanceof PDFArray) freedoms.set(list, { keys: none, isRounded: true });
          }
        alikeIn(a, b, freedom, place);
      } else if (a instanceof PDFStream && b instanceof PDFStream) {
        alikeIn(a.dict, b.dict, { keys: ofPacking, isRounded: false }, place);
        if (!(a instanceof PDFRawStream) || !(b instanceof PDFRawStream) || !unpackedAlike(a, b, budget))
          throw new Difference(`${place} was changed.`);
      } else throw new Difference(`${place} was changed.`);
    }
  };

  const pages = [pagesOf(dealt), pagesOf(submitted)] as const;
  if (pages[0].length !== pages[1].length)
    throw new Difference(`The file has ${counted(pages[1].length)} instead of ${counted(pages[0].length)}.`);
  for (const [i, page] of pages[0].entries()) pair(page, pages[1][i] as PDFDict, `Page ${i + 1}`);

  pairFields(dealtFields, submittedFields, (field, other) => {
    const place = `The field "${field.name}"`;
    const isFree = isOpen(field);
    const freeing = (a: PDFDict, b: PDFDict, keys: ReadonlySet<string>) => {
      pair(a, b, place);
      if (isFree) freedoms.set(a, { keys, isRounded: true });
    };
    // Some programs write out that there are none.
    if (field.flags !== other.flags) throw new Difference(`${place} was changed.`);
    freeing(field.node.dict, other.node.dict, ofFilledField);
    for (const [i, widget] of field.node.widgets.entries())
      if (widget !== field.node.dict) freeing(widget, other.node.widgets[i] as PDFDict, ofFilledSpot);
  });

  for (const [i, page] of pages[0].entries()) {
    const place = `Page ${i + 1}`;
    const other = pages[1][i] as PDFDict;
    alikeAnnotations(listIn(dealt, page, 'Annots').length, listIn(submitted, other, 'Annots').length, place);
    open.push({ dealt: page, submitted: other, place });
    walk();
  }
  for (const [i, field] of dealtFields.entries()) {
    const place = `The field "${field.name}"`;
    const other = submittedFields[i] as FieldNode;
    open.push({ dealt: field.node.dict, submitted: other.node.dict, place });
    for (const [n, widget] of field.node.widgets.entries())
      if (widget !== field.node.dict) open.push({ dealt: widget, submitted: other.node.widgets[n] as PDFDict, place });
    walk();
  }

  const forms = [dictIn(dealt, dealt.catalog, 'AcroForm'), dictIn(submitted, submitted.catalog, 'AcroForm')] as const;
  const entry = (key: string) => `The entry "${key}" of the document`;
  alikeIn(dealt.catalog, submitted.catalog, { keys: new Set(['AcroForm', 'Metadata']), isRounded: false }, entry);
  if (forms[0] && forms[1]) {
    alikeIn(forms[0], forms[1], { keys: new Set(['NeedAppearances', 'DR']), isRounded: false }, () => 'The form');
    alikeFonts(dictIn(dealt, forms[0], 'DR'), dictIn(submitted, forms[1], 'DR'));
  } else if (forms[0] || (forms[1] && listIn(submitted, forms[1], 'Fields').length > 0))
    throw new Difference('The form was changed.');
  const about = [
    dictOf(dealt, dealt.context.trailerInfo.Info),
    dictOf(submitted, submitted.context.trailerInfo.Info),
  ] as const;
  alikeIn(
    about[0] ?? blank,
    about[1] ?? blank,
    { keys: ofSaving, isRounded: false },
    (key) => `The ${key} of the document`,
  );
  walk();
  alikeMetadata();

  /** Programs add fonts to those that fields are written with; those that are there stay. */
  function alikeFonts(a: PDFDict | null, b: PDFDict | null): void {
    const place = 'What the form is written with';
    const [one, other] = [a ?? blank, b ?? blank];
    alikeIn(one, other, { keys: new Set(['Font']), isRounded: false }, place);
    const [fonts, others] = [dictIn(dealt, one, 'Font'), dictIn(submitted, other, 'Font')];
    for (const [key, font] of fonts?.entries() ?? []) alike(font, others?.get(key), place);
  }

  /** What a file says about itself in XML holds the time of saving. */
  function alikeMetadata(): void {
    const [a, b] = [entryOf(dealt, dealt.catalog, 'Metadata'), entryOf(submitted, submitted.catalog, 'Metadata')];
    if (a === undefined && b === undefined) return;
    const isAlike =
      a instanceof PDFRawStream &&
      b instanceof PDFRawStream &&
      unpackedAlike(a, b, budget, (bytes) => withoutTimes(Buffer.from(bytes).toString('latin1')));
    if (!isAlike) throw new Difference('What the document says about itself was changed.');
  }
}

/** In all streams of both files, unpacked; pictures that are packed alike need no unpacking. */
const mostUnpacked = 256 * 1_048_576;

const counted = (pages: number): string => `${pages} page${pages === 1 ? '' : 's'}`;

const withoutTimes = (xml: string): string =>
  xml.replace(/<(\w+:(?:ModifyDate|MetadataDate|Producer))>[^<]{0,200}<\/\1>/g, '').replace(/\s+/g, ' ');

function alikeAnnotations(before: number, after: number, place: string): void {
  if (after > before) throw new Difference(`${place} has an annotation or field that was not there.`);
  if (after < before) throw new Difference(`${place} lacks an annotation or field.`);
}

/** In the same order under the same names. */
function pairFields(
  dealt: readonly FieldNode[],
  submitted: readonly FieldNode[],
  each: (field: FieldNode, other: FieldNode) => void,
): void {
  const [names, others] = [dealt, submitted].map((fields) => new Set(fields.map(({ name }) => name))) as [
    Set<string>,
    Set<string>,
  ];
  for (const { name } of dealt) if (!others.has(name)) throw new Difference(`The field "${name}" is missing.`);
  for (const { name } of submitted) if (!names.has(name)) throw new Difference(`The field "${name}" was added.`);
  if (dealt.length !== submitted.length) throw new Difference('A field is there twice.');
  for (const [i, field] of dealt.entries()) {
    const other = submitted[i] as FieldNode;
    if (field.name !== other.name) throw new Difference('The order of the fields was changed.');
    if (field.node.widgets.length !== other.node.widgets.length)
      throw new Difference(`The field "${field.name}" was changed.`);
    each(field, other);
  }
}

type Holder = PDFArray | PDFDict | PDFStream;
const isHolder = (object: PDFObject): object is Holder =>
  object instanceof PDFArray || object instanceof PDFDict || object instanceof PDFStream;

function isSameValue(a: PDFObject, b: PDFObject, isRounded: boolean): boolean {
  if (a instanceof PDFNumber)
    return b instanceof PDFNumber && Math.abs(a.asNumber() - b.asNumber()) <= (isRounded ? 0.0051 : 0);
  if (a instanceof PDFName || a instanceof PDFBool) return a === b;
  if (isText(a)) return isText(b) && Buffer.compare(a.asBytes(), b.asBytes()) === 0;
  return a.toString() === b.toString();
}
