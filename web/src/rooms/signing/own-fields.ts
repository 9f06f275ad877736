/** The fields that one signer fills in, as the PDF has them. */
import { type FieldType, readFieldName } from '@portal/contract/signing/field-names.ts';
import { PDFName } from '@cantoo/pdf-lib';
import {
  arrayIn,
  colourOf,
  flags,
  load,
  numberIn,
  onState,
  ourFields,
  textOf,
  widgetsOn,
} from '#shared/pdf-form/form-in-pdf.ts';
import { frameOf, rectIn, seen, shapeOf } from '#shared/pdf-form/page-frame.ts';
import { type Box, type PageShape, readingOrder } from '#shared/pdf-form/places.ts';

/** Where a field is shown; a radio group once for each of its options. */
export interface Spot extends Box {
  /** Counted from 0. */
  page: number;
  /** What its field is when this one is chosen. */
  option: string;
  optionWords: string;
}

export interface OwnField {
  /** As it stands in the PDF. */
  name: string;
  type: FieldType;
  /** As people call it. */
  words: string;
  required: boolean;
  isMultiline: boolean;
  /** So many characters of a text at most. */
  most: number;
  /** Of its border, as `#rrggbb`; empty where it has none. */
  colour: string;
  /** What is in it already: a text, whether it is ticked, or the option. */
  value: string | boolean;
  spots: Spot[];
}

export interface FormToSign {
  pages: PageShape[];
  /** In reading order. */
  fields: OwnField[];
}

/** The server takes no longer one, whatever the form says. */
const longestValue = 10_000;

const kinds: Readonly<Record<FieldType, string>> = {
  TextInput: 'Text',
  Checkbox: 'Checkbox',
  RadioButton: 'Choice',
  Signature: 'Signature',
};

export async function readOwnFields(pdf: Uint8Array, signer: number): Promise<FormToSign> {
  const document = await load(pdf);
  const pages = document.getPages();
  const frames = pages.map(frameOf);
  const placed = widgetsOn(pages);
  const found = ourFields(document).flatMap(({ dict, widgets, name }): OwnField[] => {
    const bits = numberIn(dict, 'Ff');
    if (name.signer !== signer || (bits & flags.readOnly) !== 0) return [];
    const words = arrayIn(dict, 'Opt')?.asArray() ?? [];
    const spots = widgets.flatMap((widget, at): Spot[] => {
      const page = placed.get(widget);
      const rect = rectIn(widget);
      const frame = frames[page ?? -1];
      if (page === undefined || !rect || !frame) return [];
      const optionWords = textOf(document.context.lookup(words[at])) || `option ${at + 1}`;
      return [{ ...seen(frame, rect), page, option: onState(widget) ?? 'Yes', optionWords }];
    });
    if (spots.length === 0) return [];
    const value = textOf(dict.lookup(PDFName.of('V')));
    return [
      {
        name: textOf(dict.lookup(PDFName.of('T'))),
        type: name.type,
        words: name.label ?? '',
        required: name.required,
        isMultiline: (bits & flags.multiline) !== 0,
        most: Math.min(numberIn(dict, 'MaxLen') || longestValue, longestValue),
        colour: colourOf(widgets[0] as (typeof widgets)[number]),
        value: name.type === 'Checkbox' ? value !== '' && value !== 'Off' : value === 'Off' ? '' : value,
        spots: readingOrder(spots),
      },
    ];
  });
  const ordered = readingOrder(found.map((field) => ({ ...(field.spots[0] as Spot), field }))).map(
    ({ field }) => field,
  );
  return { pages: frames.map(shapeOf), fields: ordered.map((field) => ({ ...field, words: wordsOf(field, ordered) })) };
}

/** One without a label is called by its kind, and by its number where there are several of them. */
function wordsOf({ words, type, name }: OwnField, all: readonly OwnField[]): string {
  if (words) return words;
  const alike = all.filter((one) => one.type === type && readFieldName(one.name)?.label == null);
  return alike.length < 2 ? kinds[type] : `${kinds[type]} ${alike.findIndex((one) => one.name === name) + 1}`;
}
