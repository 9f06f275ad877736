/** The fields that stand in a PDF: ours, and those of a form made elsewhere. */
import type { FieldType } from '@portal/contract/signing/field-names.ts';
import { type PDFDict, PDFName } from '@cantoo/pdf-lib';
import { colourOf, fullName, load, onState, ourFields, textOf, widgetsOn } from '#shared/pdf-form/form-in-pdf.ts';
import { frameOf, rectIn, seen, shapeOf } from '#shared/pdf-form/page-frame.ts';
import { readingOrder } from '#shared/pdf-form/places.ts';
import type { BuilderField, BuilderState, ForeignField } from './fields.ts';

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

function valueOf(type: FieldType, chosen: string, widget: PDFDict): string {
  if (type === 'TextInput') return chosen;
  if (type === 'Signature') return '';
  return chosen !== '' && chosen === onState(widget) ? 'On' : '';
}
