/** The fields of a form, as the file itself says (BLD-07, BLD-09, BLD-11). */
import { type FieldName, type FieldType, readFieldName } from '@portal/contract/signing/field-names.ts';
import { PDFArray, PDFDict, type PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { isDrawing } from './drawings.ts';
import {
  dictIn,
  dictOf,
  entryOf,
  inherited,
  isText,
  listIn,
  nameIn,
  numberIn,
  numbersIn,
  pagesOf,
  standing,
} from './pdf-file.ts';

/** In points, from the lower left corner of the page as it lies in the file. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where a field is shown; a radio group is shown once for each of its options. */
export interface Spot {
  /** From 1; null where it is on none. */
  page: number | null;
  rect: Rect;
  /** What its field is when this one is ticked. */
  option: string | null;
  optionLabel: string | null;
  /** Of its border, as `#rrggbb`. */
  color: string | null;
}

/** What the name says; nothing of a field that was made elsewhere. */
type Said = FieldName | { type: null; index: null; signer: null; required: false; label: null };

export type FormField = Said & {
  name: string;
  /** What the PDF calls it, such as Tx or Btn. */
  pdfType: string;
  /** Of its first spot. */
  page: number | null;
  rect: Rect | null;
  spots: Spot[];
  /** Text of a text field, whether a checkbox is ticked, the option of a radio group. */
  value: string | boolean | null;
  isDrawn: boolean;
  isReadOnly: boolean;
  /** Its signer may fill it in: it is of the kind that its name says, neither locked nor drawn. */
  isOpen: boolean;
};

export interface Form {
  pages: { width: number; height: number; rotation: number }[];
  fields: FormField[];
}

/** The field in the file: one record, or one for the field and one for each spot. */
export interface Node extends Named {
  widgets: PDFDict[];
}
/** A record, the list that names it, and where in it. */
interface Named {
  dict: PDFDict;
  list: PDFArray;
  at: number;
}
export type FieldNode = FormField & { node: Node; flags: number };

const unsaid: Said = { type: null, index: null, signer: null, required: false, label: null };

export const readOnlyFlag = 1;
export const multilineFlag = 1 << 12;
const radioFlag = 1 << 15;
export const pushButtonFlag = 1 << 16;

export function readFields(pdf: PDFDocument): FieldNode[] {
  const pageOf = pageNumbers(pdf);
  return terminalFields(pdf).map((node) => ({
    ...describe(pdf, node, pageOf),
    node,
    flags: flagsOf(pdf, node.dict),
  }));
}

export function readForm(pdf: PDFDocument): Form {
  const pageOf = pageNumbers(pdf);
  return {
    pages: pagesOf(pdf).map((page) => {
      const { width, height } = boxOf(pdf, page);
      const turned = inherited(pdf, page, 'Rotate');
      const rotation = turned instanceof PDFNumber ? ((turned.asNumber() % 360) + 360) % 360 : 0;
      return { width, height, rotation };
    }),
    fields: terminalFields(pdf).map((node) => describe(pdf, node, pageOf)),
  };
}

/** What is shown of a page. */
export function boxOf(pdf: PDFDocument, page: PDFDict): Rect {
  const box = inherited(pdf, page, 'CropBox') ?? inherited(pdf, page, 'MediaBox');
  return rectFrom(box instanceof PDFArray ? numbersOf(pdf, box) : [0, 0, 612, 792]);
}

/** The page that a spot is on, from 1. */
function pageNumbers(pdf: PDFDocument): Map<PDFDict, number> {
  const pageOf = new Map<PDFDict, number>();
  for (const [i, page] of pagesOf(pdf).entries())
    for (const annotation of listIn(pdf, page, 'Annots')) {
      const dict = dictOf(pdf, annotation);
      if (dict && !pageOf.has(dict)) pageOf.set(dict, i + 1);
    }
  return pageOf;
}

function describe(
  pdf: PDFDocument,
  { name, dict, widgets }: Node & { name: string },
  pageOf: ReadonlyMap<PDFDict, number>,
): FormField {
  const said = readFieldName(name) ?? unsaid;
  const pdfType = typeOf(pdf, dict);
  const spots = widgets.map((widget, i): Spot => {
    const option = onStateOf(pdf, widget);
    return {
      page: pageOf.get(widget) ?? null,
      rect: rectOf(pdf, widget),
      option,
      optionLabel: option === null ? null : labelOf(pdf, dict, i),
      color: colorOf(pdf, widget),
    };
  });
  const flags = flagsOf(pdf, dict);
  const isDrawn = said.type === 'Signature' && widgets.some((widget) => isDrawing(pdf, normalLook(pdf, widget)));
  const isReadOnly = (flags & readOnlyFlag) !== 0;
  return {
    ...said,
    name,
    pdfType,
    page: spots[0]?.page ?? null,
    rect: spots[0]?.rect ?? null,
    spots,
    value: valueOf(pdf, dict, { type: said.type, pdfType, spots }),
    isDrawn,
    isReadOnly,
    isOpen: said.type !== null && !isDrawn && !isReadOnly && isOfType({ type: said.type, flags, pdfType }),
  };
}

/** The fields that hold a value, in the order of the file, under their full names. */
function terminalFields(pdf: PDFDocument): (Node & { name: string })[] {
  const form = dictIn(pdf, pdf.catalog, 'AcroForm');
  const found: (Node & { name: string })[] = [];
  if (!form) return found;
  const seen = new Set<PDFDict>();
  const open: (Named & { above: string })[] = [];
  const push = (named: readonly Named[], above: string) => {
    for (const one of named.toReversed()) open.push({ ...one, above });
  };
  push(namedIn(pdf, form, 'Fields'), '');
  for (let next = open.pop(); next; next = open.pop()) {
    const { above, ...named } = next;
    const { dict } = named;
    if (seen.has(dict)) continue;
    seen.add(dict);
    const own = entryOf(pdf, dict, 'T');
    const name = [above, ...(isText(own) ? [own.decodeText()] : [])].filter(Boolean).join('.');
    const kids = namedIn(pdf, dict, 'Kids');
    const below = kids.filter((kid) => kid.dict.has(PDFName.of('T')));
    const spots = new Set(kids.map((kid) => kid.dict));
    if (below.length > 0) push(below, name);
    else found.push({ ...named, name, widgets: spots.size > 0 ? [...spots] : [dict] });
  }
  return found;
}

function namedIn(pdf: PDFDocument, dict: PDFDict, key: string): Named[] {
  const list = entryOf(pdf, dict, key);
  if (!(list instanceof PDFArray)) return [];
  return list.asArray().flatMap((one, at) => {
    const named = dictOf(pdf, one);
    return named ? [{ dict: named, list, at }] : [];
  });
}

export function typeOf(pdf: PDFDocument, dict: PDFDict): string {
  const type = inherited(pdf, dict, 'FT');
  return type instanceof PDFName ? type.decodeText() : '';
}

export function flagsOf(pdf: PDFDocument, dict: PDFDict): number {
  const flags = inherited(pdf, dict, 'Ff');
  return flags instanceof PDFNumber ? flags.asNumber() : 0;
}

/** Whether the PDF agrees with what the name says. */
export function isOfType({ type, flags, pdfType }: Pick<FieldNode, 'type' | 'flags' | 'pdfType'>): boolean {
  if (type === 'TextInput' || type === 'Signature') return pdfType === 'Tx';
  const isRadio = (flags & radioFlag) !== 0;
  return pdfType === 'Btn' && (flags & pushButtonFlag) === 0 && isRadio === (type === 'RadioButton');
}

const numbersOf = (pdf: PDFDocument, list: PDFArray): number[] =>
  list.asArray().map((one) => {
    const number = standing(pdf, one);
    return number instanceof PDFNumber ? number.asNumber() : 0;
  });

export const rectOf = (pdf: PDFDocument, widget: PDFDict): Rect => rectFrom(numbersIn(pdf, widget, 'Rect'));

function rectFrom([a = 0, b = 0, c = 0, d = 0]: readonly number[]): Rect {
  return { x: Math.min(a, c), y: Math.min(b, d), width: Math.abs(c - a), height: Math.abs(d - b) };
}

/** The normal appearance of a spot: a drawing, or one for each of its states. */
export const normalLook = (pdf: PDFDocument, widget: PDFDict) => {
  const looks = dictIn(pdf, widget, 'AP');
  return looks ? entryOf(pdf, looks, 'N') : undefined;
};

/** What a checkbox or an option of a radio group is called when it is ticked. */
export function onStateOf(pdf: PDFDocument, widget: PDFDict): string | null {
  const looks = normalLook(pdf, widget);
  if (!(looks instanceof PDFDict)) return null;
  const states = looks.keys().map((key) => key.decodeText());
  return states.find((state) => state !== 'Off') ?? null;
}

/** In a radio group the states may be numbers, and the words stand beside them. */
function labelOf(pdf: PDFDocument, dict: PDFDict, i: number): string | null {
  const words = standing(pdf, listIn(pdf, dict, 'Opt')[i]);
  return isText(words) ? words.decodeText() : null;
}

/** Hidden, or not to be shown. */
const unseen = 2 | 32;

/** Those of its spots that can be seen on their pages. */
export function spotsSeen(pdf: PDFDocument, { spots, node }: FieldNode, boxes: readonly Rect[]): PDFDict[] {
  return node.widgets.filter((widget, i) => {
    const { page = null, rect } = spots[i] ?? {};
    const box = page === null ? undefined : boxes[page - 1];
    if (!box || !rect || ((numberIn(pdf, widget, 'F') ?? 0) & unseen) !== 0) return false;
    const width = Math.min(rect.x + rect.width, box.x + box.width) - Math.max(rect.x, box.x);
    const height = Math.min(rect.y + rect.height, box.y + box.height) - Math.max(rect.y, box.y);
    return width >= 1 && height >= 1;
  });
}

export const boxesOf = (pdf: PDFDocument): Rect[] => pagesOf(pdf).map((page) => boxOf(pdf, page));

function colorOf(pdf: PDFDocument, widget: PDFDict): string | null {
  const looks = dictIn(pdf, widget, 'MK');
  const parts = looks ? numbersIn(pdf, looks, 'BC') : [];
  if (parts.length !== 3) return null;
  const hex = parts.map((part) =>
    Math.round(255 * Math.min(1, Math.max(0, part)))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}

function valueOf(
  pdf: PDFDocument,
  dict: PDFDict,
  { type, pdfType, spots }: { type: FieldType | null; pdfType: string; spots: readonly Spot[] },
): FormField['value'] {
  const value = inherited(pdf, dict, 'V');
  if (isText(value)) return value.decodeText();
  if (pdfType !== 'Btn') return null;
  const state = value instanceof PDFName ? value.decodeText() : (nameIn(pdf, dict, 'AS') ?? 'Off');
  if (type === 'Checkbox') return state !== 'Off' && spots.some(({ option }) => option === state);
  return state === 'Off' ? null : state;
}
