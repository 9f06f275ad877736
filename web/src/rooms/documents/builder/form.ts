/** Fields in the PDF itself: read from it, and written into it as a form that any reader can fill. */
import { type FieldType, fieldName, readFieldName } from '@portal/contract/signing/field-names.ts';
import {
  ParseSpeeds,
  PDFArray,
  PDFDict,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFStream,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import {
  type BuilderField,
  type BuilderState,
  type ForeignField,
  formOrder,
  readingOrder,
  takesLabel,
} from './fields.ts';
import { frameOf, rectIn, rectOf, seen, shapeOf } from './page-frame.ts';

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

/** The same PDF with these fields in the place of those of ours that it had. What is drawn on the pages is not touched. */
export async function buildForm(pdf: Uint8Array, state: BuilderState): Promise<Uint8Array> {
  const document = await load(pdf);
  removeOurs(document);
  const groups = formOrder(state);
  if (groups.length > 0) await addFields(document, groups);
  return document.save({ updateFieldAppearances: false, objectsPerTick: 1000 });
}

const load = (pdf: Uint8Array): Promise<PDFDocument> =>
  PDFDocument.load(pdf, { updateMetadata: false, preserveXFA: true, parseSpeed: ParseSpeeds.Fast });

// Reading

interface OurField {
  entry: PDFObject;
  dict: PDFDict;
  widgets: PDFDict[];
  name: NonNullable<ReturnType<typeof readFieldName>>;
}

const formOf = (document: PDFDocument): PDFDict | undefined => dictIn(document.catalog, 'AcroForm');
const fieldsIn = (document: PDFDocument): PDFArray | undefined => arrayIn(formOf(document), 'Fields');

/** Those whose name and kind are as this portal writes them. */
function ourFields(document: PDFDocument): OurField[] {
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

const radio = 1 << 15;
const staysOn = 1 << 14;
const pushButton = 1 << 16;
const isRequired = 1 << 1;

function isOfType(dict: PDFDict, type: FieldType): boolean {
  const kind = dict.lookup(PDFName.of('FT'));
  const flags = dict.lookup(PDFName.of('Ff'));
  const bits = flags instanceof PDFNumber ? flags.asNumber() : 0;
  if (type === 'TextInput' || type === 'Signature') return kind === PDFName.of('Tx');
  if (kind !== PDFName.of('Btn') || (bits & pushButton) !== 0) return false;
  return (type === 'RadioButton') === ((bits & radio) !== 0);
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

const dictIn = (dict: PDFDict | undefined, name: string): PDFDict | undefined => {
  const found = dict?.lookup(PDFName.of(name));
  return found instanceof PDFDict ? found : undefined;
};
const arrayIn = (dict: PDFDict | undefined, name: string): PDFArray | undefined => {
  const found = dict?.lookup(PDFName.of(name));
  return found instanceof PDFArray ? found : undefined;
};
const textOf = (object: PDFObject | undefined): string =>
  object instanceof PDFString || object instanceof PDFHexString || object instanceof PDFName ? object.decodeText() : '';

// Writing

/** Takes our fields out of the form, off their pages and out of the file. */
function removeOurs(document: PDFDocument): void {
  const { context } = document;
  const gone = new Set<PDFObject>();
  for (const { entry, dict, widgets } of ourFields(document)) {
    for (const object of [entry, dict, ...widgets, ...(arrayIn(dict, 'Kids')?.asArray() ?? [])]) gone.add(object);
    for (const widget of widgets) for (const look of looksOf(widget)) gone.add(look);
  }
  if (gone.size === 0) return;
  const without = (array: PDFArray | undefined) => {
    for (let at = (array?.size() ?? 0) - 1; at >= 0; at--) if (gone.has(array?.get(at) as PDFObject)) array?.remove(at);
  };
  without(fieldsIn(document));
  for (const { node } of document.getPages()) without(arrayIn(node, 'Annots'));
  // Elsewhere two fields may share the picture of a tick: what something else still refers to stays.
  const used = new Set<PDFRef>();
  for (const [ref, object] of context.enumerateIndirectObjects()) if (!gone.has(ref)) collectRefs(object, used);
  for (const object of gone) if (object instanceof PDFRef && !used.has(object)) context.delete(object);
}

/** The pictures of a field. */
function looksOf(widget: PDFDict): PDFObject[] {
  const looks = dictIn(widget, 'AP')?.values() ?? [];
  return looks.flatMap((look) => {
    const found = widget.context.lookup(look);
    return found instanceof PDFDict ? [look, ...found.values()] : [look];
  });
}

function collectRefs(object: PDFObject, into: Set<PDFRef>): void {
  if (object instanceof PDFRef) into.add(object);
  else if (object instanceof PDFArray) for (const one of object.asArray()) collectRefs(one, into);
  else if (object instanceof PDFDict) for (const one of object.values()) collectRefs(one, into);
  else if (object instanceof PDFStream) collectRefs(object.dict, into);
}

async function addFields(document: PDFDocument, groups: readonly BuilderField[][]): Promise<void> {
  const { context } = document;
  const form = document.catalog.getOrCreateAcroForm();
  const font = await document.embedFont(StandardFonts.Helvetica);
  nameFont(form.dict, font);
  const pages = document.getPages();
  const taken = new Set((fieldsIn(document)?.asArray() ?? []).map((entry) => nameOf(context.lookup(entry))));
  const made = new Map<PDFRef, BuilderField[]>();
  let index = 0;
  for (const group of groups) {
    const [field] = group;
    if (!field) continue;
    const { name: type, signer, required } = field;
    const label = takesLabel(field) && field.label.trim() ? field.label.trim() : null;
    const named = () => fieldName({ type, index: index++, signer, required, label });
    let name = named();
    while (taken.has(name)) name = named();
    made.set(addField(group, name, pages), group);
  }
  for (const ref of made.keys()) form.addField(ref);
  draw(document, made, font);
}

const nameOf = (dict: PDFObject | undefined): string =>
  dict instanceof PDFDict ? textOf(dict.lookup(PDFName.of('T'))) : '';

const textLook = '/Helv 12 Tf 0 g';

/** The form names the font that its texts are written with. */
function nameFont(form: PDFDict, font: PDFFont): void {
  const { context } = form;
  const resources = dictIn(form, 'DR') ?? context.obj({});
  const fonts = dictIn(resources, 'Font') ?? context.obj({});
  if (!fonts.has(PDFName.of('Helv'))) fonts.set(PDFName.of('Helv'), font.ref);
  resources.set(PDFName.of('Font'), fonts);
  form.set(PDFName.of('DR'), resources);
  if (!form.has(PDFName.of('DA'))) form.set(PDFName.of('DA'), PDFString.of(textLook));
}

/** One field of the form, with all that is to be seen of it. */
function addField(group: readonly BuilderField[], name: string, pages: readonly PDFPage[]): PDFRef {
  const [first] = group as [BuilderField];
  const { context } = (pages[first.page] as PDFPage).doc;
  const isButton = first.name === 'Checkbox' || first.name === 'RadioButton';
  const isGroup = first.name === 'RadioButton';
  const field = context.obj({
    FT: isButton ? 'Btn' : 'Tx',
    T: PDFHexString.fromText(name),
    Ff: (first.required ? isRequired : 0) | (isGroup ? radio | staysOn : 0),
  });
  const ref = context.register(field);
  if (!isButton) {
    field.set(PDFName.of('DA'), PDFString.of(textLook));
    if (first.value) field.set(PDFName.of('V'), PDFHexString.fromText(first.value));
  }
  const kids = group.map((one, at) => {
    const page = pages[one.page] as PDFPage;
    const widget = isGroup ? context.obj({ Parent: ref }) : field;
    const frame = frameOf(page);
    const on = isGroup ? `Option${at + 1}` : 'Yes';
    const looks = context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      Rect: [...rectOf(frame, one)],
      P: page.ref,
      F: 4, // it is printed
      NM: PDFString.of(one.id),
      MK: { R: frame.turn, ...(isColour.test(one.boundingColor) && { BC: partsOf(one.boundingColor) }) },
      BS: { W: isButton ? 1 : 0 },
      // The pictures that are drawn last take the name of "on" from here.
      ...(isButton && { AP: { N: { [on]: null, Off: null } }, AS: one.value ? on : 'Off' }),
    });
    for (const [key, value] of looks.entries()) widget.set(key, value);
    if (isButton && one.value) field.set(PDFName.of('V'), PDFName.of(on));
    const widgetRef = isGroup ? context.register(widget) : ref;
    const annotations = arrayIn(page.node, 'Annots') ?? context.obj([]);
    annotations.push(widgetRef);
    if (!arrayIn(page.node, 'Annots')) page.node.set(PDFName.of('Annots'), annotations);
    return widgetRef;
  });
  if (isGroup) field.set(PDFName.of('Kids'), context.obj(kids));
  return ref;
}

const isColour = /^#[\da-f]{6}$/i;
const partsOf = (colour: string): number[] =>
  [1, 3, 5].map((at) => Math.round((Number.parseInt(colour.slice(at, at + 2), 16) / 255) * 1000) / 1000);

/** The pictures of the fields: a box, a circle, the text that was there. */
function draw(document: PDFDocument, made: ReadonlyMap<PDFRef, BuilderField[]>, font: PDFFont): void {
  const form = document.getForm();
  for (const field of form.getFields()) {
    if (!made.has(field.ref)) continue;
    const { dict } = field.acroField;
    try {
      field.defaultUpdateAppearances(font);
    } catch {
      // A text in letters that this font does not have: the reader of the PDF draws it.
      dict.delete(PDFName.of('AP'));
      form.acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true));
    }
    if (dict.lookup(PDFName.of('FT')) === PDFName.of('Tx')) dict.set(PDFName.of('DA'), PDFString.of(textLook));
  }
}
