/** Writes fields into a PDF as a form that any reader can fill. */
import { fieldName } from '@portal/contract/signing/field-names.ts';
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  type PDFFont,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRef,
  PDFStream,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import { type BuilderField, type BuilderState, formOrder, takesLabel } from './fields.ts';
import { frameOf, rectOf } from '#shared/pdf-form/page-frame.ts';
import { arrayIn, dictIn, fieldsIn, flags, load, ourFields, textOf } from '#shared/pdf-form/form-in-pdf.ts';

/** The same PDF with these fields in the place of those of ours that it had. What is drawn on the pages is not touched. */
export async function buildForm(pdf: Uint8Array, state: BuilderState): Promise<Uint8Array> {
  const document = await load(pdf);
  removeOurs(document);
  const groups = formOrder(state);
  if (groups.length > 0) await addFields(document, groups);
  return document.save({ updateFieldAppearances: false, objectsPerTick: 1000 });
}

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
    Ff: (first.required ? flags.required : 0) | (isGroup ? flags.radio | flags.staysOn : 0),
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
