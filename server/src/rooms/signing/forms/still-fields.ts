/**
 * Fields that nobody fills in any more are made pictures of what was shown of them: what such a field holds may be another thing than what
 * is drawn there, and some programs show, print and read out the one, others the other (P11-03, P11-06).
 */
import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib';
import { type FieldNode, flagsOf, normalLook, pushButtonFlag, typeOf } from './form-fields.ts';
import { drawText } from './looks.ts';
import { dictIn, dictOf, entryOf, inherited, isText, listIn, nameIn, numberIn, pagesOf, standing } from './pdf-file.ts';
import type { Fonts } from './typesetting.ts';

/** Where a file says that fields are to be drawn anew, readers have seen what they hold, and so it is drawn; our copy says so no more. */
export async function drawAsSeen(pdf: PDFDocument, fonts: Fonts): Promise<void> {
  const form = dictIn(pdf, pdf.catalog, 'AcroForm');
  if (!form || entryOf(pdf, form, 'NeedAppearances') !== PDFBool.True) return;
  for (const widget of widgetsOf(pdf)) {
    const type = typeOf(pdf, widget);
    if (type !== 'Tx' && type !== 'Ch') continue;
    const text = textSeen(pdf, widget);
    drawText(pdf, dictIn(pdf, widget, 'Parent') ?? widget, widget, text, await fonts.for(text));
  }
}

/** Of the fields that are not left alone. Buttons hold nothing, and a place for a digital signature shows nothing. */
export function stillFields(
  pdf: PDFDocument,
  isLeft: (field: FieldNode) => boolean,
  fields: readonly FieldNode[],
): void {
  const refOf = new Map(pdf.context.enumerateIndirectObjects().map(([ref, object]) => [object, ref]));
  const left = new Set(fields.filter(isLeft).flatMap(({ node }) => [node.dict, ...node.widgets]));
  for (const widget of widgetsOf(pdf)) {
    const type = typeOf(pdf, widget);
    const isButton = type === 'Btn' && (flagsOf(pdf, widget) & pushButtonFlag) !== 0;
    if (left.has(widget) || isButton || type === 'Sig') continue;
    // Each program draws a mark of its own there, and goes on doing so.
    if (type === 'Btn' && isTicked(pdf, widget) && normalLook(pdf, widget) === undefined) continue;
    const look = lookSeen(pdf, widget, refOf);
    takeFromForm(pdf, widget);
    makePicture(pdf, widget, look);
  }
}

const widgetsOf = (pdf: PDFDocument): PDFDict[] =>
  pagesOf(pdf)
    .flatMap((page) => listIn(pdf, page, 'Annots').flatMap((one) => dictOf(pdf, one) ?? []))
    .filter((dict) => nameIn(pdf, dict, 'Subtype') === 'Widget');

/** Of a list the words of what is chosen. */
function textSeen(pdf: PDFDocument, widget: PDFDict): string {
  const value = inherited(pdf, widget, 'V') ?? inherited(pdf, widget, 'DV');
  const chosen = (value instanceof PDFArray ? value.asArray() : [value])
    .map((one) => standing(pdf, one))
    .filter(isText)
    .map((one) => one.decodeText());
  const options = inherited(pdf, widget, 'Opt');
  const words = new Map(
    (options instanceof PDFArray ? options.asArray() : []).flatMap((one) => {
      const option = standing(pdf, one);
      const [key, shown] = option instanceof PDFArray ? option.asArray().map((part) => standing(pdf, part)) : [];
      return isText(key) && isText(shown) ? [[key.decodeText(), shown.decodeText()] as const] : [];
    }),
  );
  return chosen.map((one) => words.get(one) ?? one).join(', ');
}

/** The state of a checkbox; where it says none, what it holds. */
function stateOf(pdf: PDFDocument, widget: PDFDict): string {
  const state = standing(pdf, entryOf(pdf, widget, 'AS')) ?? standing(pdf, inherited(pdf, widget, 'V'));
  return state instanceof PDFName ? state.decodeText() : 'Off';
}
const isTicked = (pdf: PDFDocument, widget: PDFDict): boolean => stateOf(pdf, widget) !== 'Off';

/** The drawing, or that of the state that is ticked. */
function lookSeen(pdf: PDFDocument, widget: PDFDict, refOf: ReadonlyMap<PDFObject, PDFRef>): PDFRef | null {
  const looks = normalLook(pdf, widget);
  const look = looks instanceof PDFDict ? entryOf(pdf, looks, stateOf(pdf, widget)) : looks;
  return look instanceof PDFStream ? (refOf.get(look) ?? pdf.context.register(look)) : null;
}

const ofPicture = new Set('Type Rect P F NM OC StructParent'.split(' '));
const [hidden, print, noView, locked] = [2, 4, 32, 64 | 128];

function makePicture(pdf: PDFDocument, widget: PDFDict, look: ReturnType<typeof lookSeen>): void {
  const flags = numberIn(pdf, widget, 'F') ?? 0;
  for (const key of widget.keys()) if (!ofPicture.has(key.decodeText())) widget.delete(key);
  widget.set(PDFName.of('Subtype'), PDFName.of('Stamp'));
  if (look) widget.set(PDFName.of('AP'), pdf.context.obj({ N: look }));
  const isSeen = look !== null && (flags & (hidden | noView)) === 0;
  widget.set(PDFName.of('F'), PDFNumber.of(flags | locked | (isSeen ? print : hidden)));
}

/** With the fields above it that hold no other. */
function takeFromForm(pdf: PDFDocument, widget: PDFDict): void {
  const form = dictIn(pdf, pdf.catalog, 'AcroForm');
  const seen = new Set<PDFDict>();
  for (let dict: PDFDict | null = widget; dict && !seen.has(dict); ) {
    seen.add(dict);
    const above: PDFDict | null = dictIn(pdf, dict, 'Parent');
    const list = above ? entryOf(pdf, above, 'Kids') : form && entryOf(pdf, form, 'Fields');
    if (!(list instanceof PDFArray)) return;
    const gone = dict;
    for (let at = list.size() - 1; at >= 0; at -= 1) if (dictOf(pdf, list.get(at)) === gone) list.remove(at);
    dict = above && list.size() === 0 ? above : null;
  }
}
