/** The fields of a form as they stand in a PDF, object by object: the ordinary calls of pdf-lib would change what they read. */
import { type FieldType, readFieldName } from '@portal/contract/signing/field-names.ts';
import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFString,
} from '@cantoo/pdf-lib';

export const load = (pdf: Uint8Array): Promise<PDFDocument> =>
  PDFDocument.load(pdf, { updateMetadata: false, preserveXFA: true, parseSpeed: ParseSpeeds.Fast });

export interface OurField {
  entry: PDFObject;
  dict: PDFDict;
  widgets: PDFDict[];
  name: NonNullable<ReturnType<typeof readFieldName>>;
}

const formOf = (document: PDFDocument): PDFDict | undefined => dictIn(document.catalog, 'AcroForm');
export const fieldsIn = (document: PDFDocument): PDFArray | undefined => arrayIn(formOf(document), 'Fields');

/** Those whose name and kind are as this portal writes them. */
export function ourFields(document: PDFDocument): OurField[] {
  return (fieldsIn(document)?.asArray() ?? []).flatMap((entry) => {
    const dict = document.context.lookup(entry);
    if (!(dict instanceof PDFDict)) return [];
    const name = readFieldName(textOf(dict.lookup(PDFName.of('T'))));
    if (!name || !isOfType(dict, name.type)) return [];
    const kids = arrayIn(dict, 'Kids');
    const widgets = (kids?.asArray() ?? [entry]).map((kid) => document.context.lookup(kid));
    return widgets.every((widget) => widget instanceof PDFDict && isWidget(widget))
      ? [{ entry, dict, name, widgets: widgets as PDFDict[] }]
      : [];
  });
}

/** Flags of fields in the PDF. */
export const flags = {
  readOnly: 1,
  required: 1 << 1,
  multiline: 1 << 12,
  staysOn: 1 << 14,
  radio: 1 << 15,
  pushButton: 1 << 16,
};
export const numberIn = (dict: PDFDict, name: string): number => {
  const found = dict.lookup(PDFName.of(name));
  return found instanceof PDFNumber ? found.asNumber() : 0;
};

function isOfType(dict: PDFDict, type: FieldType): boolean {
  const kind = dict.lookup(PDFName.of('FT'));
  const bits = numberIn(dict, 'Ff');
  if (type === 'TextInput' || type === 'Signature') return kind === PDFName.of('Tx');
  if (kind !== PDFName.of('Btn') || (bits & flags.pushButton) !== 0) return false;
  return (type === 'RadioButton') === ((bits & flags.radio) !== 0);
}

const isWidget = (dict: PDFDict): boolean => dict.lookup(PDFName.of('Subtype')) === PDFName.of('Widget');

/** Every field there is to see, with its page. */
export function widgetsOn(pages: readonly PDFPage[]): Map<PDFDict, number> {
  const placed = new Map<PDFDict, number>();
  for (const [at, { node }] of pages.entries())
    for (const entry of arrayIn(node, 'Annots')?.asArray() ?? []) {
      const annotation = node.context.lookup(entry);
      if (annotation instanceof PDFDict && isWidget(annotation)) placed.set(annotation, at);
    }
  return placed;
}

export const onState = (widget: PDFDict): string | undefined =>
  dictIn(dictIn(widget, 'AP'), 'N')
    ?.keys()
    .map((key) => key.decodeText())
    .find((key) => key !== 'Off');

export function fullName(widget: PDFDict): string {
  const names: string[] = [];
  let dict: PDFDict | undefined = widget;
  // A form that names itself as its own parent has no end.
  for (let depth = 0; dict && depth < 20; depth++) {
    const name = textOf(dict.lookup(PDFName.of('T')));
    if (name) names.unshift(name);
    dict = dictIn(dict, 'Parent');
  }
  return names.join('.');
}

export function colourOf(widget: PDFDict): string {
  const parts = arrayIn(dictIn(widget, 'MK'), 'BC')?.asArray() ?? [];
  if (parts.length !== 3 || !parts.every((part) => part instanceof PDFNumber)) return '';
  const hex = parts.map((part) => Math.round(part.asNumber() * 255).toString(16));
  return `#${hex.map((part) => part.padStart(2, '0')).join('')}`;
}

export const dictIn = (dict: PDFDict | undefined, name: string): PDFDict | undefined => {
  const found = dict?.lookup(PDFName.of(name));
  return found instanceof PDFDict ? found : undefined;
};
export const arrayIn = (dict: PDFDict | undefined, name: string): PDFArray | undefined => {
  const found = dict?.lookup(PDFName.of(name));
  return found instanceof PDFArray ? found : undefined;
};
export const textOf = (object: PDFObject | undefined): string =>
  object instanceof PDFString || object instanceof PDFHexString || object instanceof PDFName ? object.decodeText() : '';
