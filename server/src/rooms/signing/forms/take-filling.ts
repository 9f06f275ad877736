/** What a signer has filled in, out of the whole file that came back; or why it is not taken (P11-06). */
import { type PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';
import { refuseDifferences } from './compare.ts';
import { Difference } from './difference.ts';
import { type FieldNode, normalLook, readFields } from './form-fields.ts';
import { isDrawing } from './drawings.ts';
import { inherited, isText, openFile } from './pdf-file.ts';

/** Of a radio group the chosen option; nothing is an empty text. */
export type Value = string | boolean;

export interface Filling {
  /** Of the signer's own fields, other than signatures. */
  values: Record<string, Value>;
  /** The signer's signature fields on which something is drawn or written: each wants its proof (P11-05). */
  drawn: string[];
}
export type Refused = { problem: string };

/** More than anybody types into a field. */
const longestValue = 10_000;

export const isOpenTo =
  (signer: number) =>
  ({ signer: of, isOpen }: FieldNode): boolean =>
    of === signer && isOpen;

export async function takeFilling(
  dealtBytes: Uint8Array,
  submittedBytes: Uint8Array,
  signer: number,
): Promise<Filling | Refused> {
  const appended = revisionsBeyond(dealtBytes, submittedBytes);
  if (appended > 1) return { problem: revisionAppended };
  const behind = behindEnd(submittedBytes);
  if (/[^\0\t\n\f\r ]/.test(behind) && behind !== behindEnd(dealtBytes))
    return { problem: 'Something was added behind the end of the file.' };
  const dealt = await openFile(dealtBytes);
  const before = readFields(dealt);
  const isOpen = isOpenTo(signer);
  try {
    const submitted = await openFile(submittedBytes);
    const after = readFields(submitted);
    refuseDifferences({ pdf: dealt, fields: before }, { pdf: submitted, fields: after }, isOpen);
    const own = after.filter((_, i) => isOpen(before[i] as FieldNode));
    const filling = taken(submitted, own, before);
    return appended === 1 && fillsNothing(filling, before) ? { problem: revisionAppended } : filling;
  } catch (error) {
    return { problem: error instanceof Difference ? error.message : 'The file cannot be read.' };
  }
}

function taken(submitted: PDFDocument, own: readonly FieldNode[], dealt: readonly FieldNode[]): Filling {
  const filling: Filling = { values: {}, drawn: [] };
  for (const field of own) {
    const { name, type, node, value } = field;
    if (type === 'Signature') {
      const isDrawn = node.widgets.some((widget) => isDrawing(submitted, normalLook(submitted, widget)));
      if (isDrawn || value) filling.drawn.push(name);
      continue;
    }
    filling.values[name] = checked(submitted, field, dealt);
  }
  return filling;
}

function checked(submitted: PDFDocument, field: FieldNode, dealt: readonly FieldNode[]): Value {
  const { name, type, node, value } = field;
  const refuse = () => new Difference(`The value of the field "${name}" cannot be taken.`);
  const raw = inherited(submitted, node.dict, 'V');
  if (type === 'Checkbox' || type === 'RadioButton') {
    const state = raw instanceof PDFName ? raw.decodeText() : 'Off';
    const options = dealt.find((one) => one.name === name)?.spots.map(({ option }) => option) ?? [];
    // A box that had no looks of its own was given them by whoever ticked it.
    const isKnown = state === 'Off' || options.includes(state) || (type === 'Checkbox' && options[0] === null);
    if (!isKnown) throw refuse();
    if (type === 'Checkbox') return state !== 'Off';
    return state === 'Off' ? '' : state;
  }
  if (raw !== undefined && !isText(raw)) throw refuse();
  if (typeof value !== 'string') return '';
  const text = value.replace(/\r\n?/g, '\n');
  const most = inherited(submitted, node.dict, 'MaxLen');
  // oxlint-disable-next-line no-control-regex -- these are what is refused
  if ([...text].length > longestValue || /[\0-\x08\x0b-\x1f\x7f]/.test(text)) throw refuse();
  // What records know, or the form says, may be longer than what is typed into it: it is taken as it was dealt.
  if (most instanceof PDFNumber && [...text].length > most.asNumber() && !isAsDealt(text, name, dealt)) throw refuse();
  return text;
}

const isAsDealt = (text: string, name: string, dealt: readonly FieldNode[]): boolean => {
  const before = dealt.find((one) => one.name === name)?.value;
  return typeof before === 'string' && before.replace(/\r\n?/g, '\n') === text;
};

const revisionAppended = 'A revision was appended to the file.';

/** A viewer that has nothing to save appends nothing. */
const fillsNothing = ({ values, drawn }: Filling, dealt: readonly FieldNode[]): boolean =>
  drawn.length === 0 && dealt.every(({ name, value }) => !(name in values) || values[name] === (value ?? ''));

/**
 * Saving writes a file as one piece, or appends the filled fields to the very bytes that were dealt: so many revisions were appended
 * to what was dealt; of a file written anew, what is more than one counts as more.
 */
function revisionsBeyond(dealt: Uint8Array, submitted: Uint8Array): number {
  const [before, after] = [dealt, submitted].map((file) => Buffer.from(file.buffer, file.byteOffset, file.length)) as [
    Buffer,
    Buffer,
  ];
  if (after.subarray(0, before.length).equals(before)) return revisionsOf(after) - revisionsOf(before);
  return revisionsOf(after) > 1 ? Number.POSITIVE_INFINITY : 0;
}

function behindEnd(file: Uint8Array): string {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  const end = bytes.lastIndexOf('%%EOF');
  return end < 0 ? '' : bytes.toString('latin1', end + 5);
}

function revisionsOf(file: Buffer): number {
  let count = 0;
  for (let at = file.indexOf('startxref'); at >= 0; at = file.indexOf('startxref', at + 9))
    if (/^startxref\s+\d{1,10}\s+%%EOF/.test(file.toString('latin1', at, at + 60))) count += 1;
  return count;
}
