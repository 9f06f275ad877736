/** The fields that stand in a PDF: ours, and those of a form made elsewhere. */
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
import { type BuilderField, type BuilderState, type ForeignField, readingOrder } from './fields.ts';
import { frameOf, rectIn, seen, shapeOf } from './page-frame.ts';

/** What stands in the PDF: its pages, our fields, and those of a form made elsewhere. A locked or damaged PDF is refused. */
export async function openForm(pdf: Uint8Array): Promise<BuilderState> {
  const document = await load(pdf);
  const pages = document.getPages();
  const frames = pages.map(frameOf);
  const placed = widgetsOn(pages);
  const fields: BuilderField[] = [];
  const ours = new Set<PDFDict>();
  let groups = 0;
  for (const { dict, widgets, name } of ourFields(document)) {
    const groupId = name.type === 'RadioButton' ? `g${groups++}` : null;
    const chosen = textOf(dict.lookup(PDFName.of('V')));
    for (const widget of widgets) {
      ours.add(widget);
      const page = placed.get(widget);
      const rect = rectIn(widget);
      const frame = frames[page ?? -1];
      if (page === undefined || !rect || !frame) continue;
      fields.push({
        ...seen(frame, rect),
        id: '',
        name: name.type,
        label: name.label ?? '',
        value: valueOf(name.type, chosen, widget),
        required: name.required,
        boundingColor: colourOf(widget),
        signer: name.signer,
        groupId,
        page,
      });
    }
  }
  const foreign: ForeignField[] = [...placed].flatMap(([widget, page]) => {
    const rect = rectIn(widget);
    const frame = frames[page];
    return ours.has(widget) || !rect || !frame ? [] : [{ ...seen(frame, rect), page, name: fullName(widget) }];
  });
  const numbered = readingOrder(fields).map((field, at) => ({ ...field, id: `f${at}` }));
  return { pages: frames.map(shapeOf), fields: numbered, foreign };
}

export const load = (pdf: Uint8Array): Promise<PDFDocument> =>
  PDFDocument.load(pdf, { updateMetadata: false, preserveXFA: true, parseSpeed: ParseSpeeds.Fast });

interface OurField {
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
export const flags = { required: 1 << 1, staysOn: 1 << 14, radio: 1 << 15, pushButton: 1 << 16 };

function isOfType(dict: PDFDict, type: FieldType): boolean {
  const kind = dict.lookup(PDFName.of('FT'));
  const found = dict.lookup(PDFName.of('Ff'));
  const bits = found instanceof PDFNumber ? found.asNumber() : 0;
  if (type === 'TextInput' || type === 'Signature') return kind === PDFName.of('Tx');
  if (kind !== PDFName.of('Btn') || (bits & flags.pushButton) !== 0) return false;
  return (type === 'RadioButton') === ((bits & flags.radio) !== 0);
}

const isWidget = (dict: PDFDict): boolean => dict.lookup(PDFName.of('Subtype')) === PDFName.of('Widget');

/** Every field there is to see, with its page. */
function widgetsOn(pages: readonly PDFPage[]): Map<PDFDict, number> {
  const placed = new Map<PDFDict, number>();
  for (const [at, { node }] of pages.entries())
    for (const entry of arrayIn(node, 'Annots')?.asArray() ?? []) {
      const annotation = node.context.lookup(entry);
      if (annotation instanceof PDFDict && isWidget(annotation)) placed.set(annotation, at);
    }
  return placed;
}

function valueOf(type: FieldType, chosen: string, widget: PDFDict): string {
  if (type === 'TextInput') return chosen;
  if (type === 'Signature') return '';
  return chosen !== '' && chosen === onState(widget) ? 'On' : '';
}

const onState = (widget: PDFDict): string | undefined =>
  dictIn(dictIn(widget, 'AP'), 'N')
    ?.keys()
    .map((key) => key.decodeText())
    .find((key) => key !== 'Off');

function fullName(widget: PDFDict): string {
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

function colourOf(widget: PDFDict): string {
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
