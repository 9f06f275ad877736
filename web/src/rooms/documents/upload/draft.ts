/** What is filled in to upload a document, and what is still missing (UPW-01 to UPW-13). */
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import {
  orderFormSigners,
  type RecipientType,
  templateRecipient,
  type UploadType,
} from '@portal/contract/documents/rules.ts';
import { email } from '@portal/contract/wire.ts';
import { fieldTypes } from '@portal/contract/signing/field-names.ts';
import { tooLong } from '#kit/too-long.ts';
import { longestName } from '#shared/PdfUpload.tsx';
import { type BuilderState, fieldWords, longestLabel, type Signer, takesLabel } from '../builder/fields.ts';

/** Where it is uploaded to: a trial or a site with the order form it has, or null for the library. */
export type Place = {
  group: CareGroup;
  groups: readonly CareGroup[];
  orderForm: number | null;
  /** The document that it corrects (P11-08). */
  corrects?: { docId: number; friendlyName: string } | null;
} | null;

/** Somebody who has to sign (UPW-11). A draft is not sent yet, since something of it is missing. */
export interface Recipient {
  recId: number;
  name: string;
  email: string;
  color: string;
  draft: boolean;
  signingOrder: number;
}

export interface Draft {
  file: File | null;
  /** Whether what is in the file is a PDF; null until it has been looked at. */
  isPdf: boolean | null;
  name: string;
  gIds: readonly number[];
  /** Groups below, too. */
  cascade: boolean;
  userTypes: readonly RecipientType[];
  /** A read-only PDF that people are asked to sign. */
  isSigned: boolean;
  recipients: readonly Recipient[];
  /** Those that are placed on its pages; null before that. */
  fields: BuilderState | null;
}

export const newDraft = (place: Place): Draft => ({
  file: null,
  isPdf: null,
  name: '',
  gIds: place ? [place.group.gId] : [],
  cascade: false,
  userTypes: [],
  isSigned: false,
  recipients: [],
  fields: null,
});

/** What stands on its pages for one signer: "2 × Text input, 1 × Signature". */
export const fieldsOf = ({ fields }: Draft, signerNum: number): string =>
  fieldTypes
    .map((type) => ({
      type,
      count: fields?.fields.filter((one) => one.name === type && one.signer === signerNum).length,
    }))
    .filter(({ count }) => count)
    .map(({ type, count }) => `${count} × ${fieldWords[type]}`)
    .join(', ');

/** Whether fields of one signer have a label that is written into the document. */
export const hasLabels = ({ fields }: Draft, signerNum: number): boolean =>
  fields?.fields.some((one) => one.signer === signerNum && takesLabel(one) && one.label.trim() !== '') ?? false;

/** How many fields stand on its pages. */
export const fieldCount = ({ fields }: Draft): number => fields?.fields.length ?? 0;

export type Step = 'Upload' | 'Recipient' | 'Build' | 'Review' | 'Review And Submit';

/** UPW-01 to UPW-04. A document that is only read has no fields, unless people shall sign it. */
export function stepsOf(type: UploadType, place: Place, { isSigned }: Draft): readonly Step[] {
  if (type === 'Template') return ['Upload', 'Build', 'Review And Submit'];
  if (type !== 'Read-Only PDF') return ['Upload', 'Recipient', 'Build', 'Review And Submit'];
  if (!place) return ['Upload', 'Review And Submit'];
  return isSigned ? ['Upload', 'Recipient', 'Build', 'Review'] : ['Upload', 'Recipient', 'Review'];
}

/** UPW-12: in their order, numbered from 1. */
export const inOrder = (recipients: readonly Recipient[]): Recipient[] =>
  recipients.map((recipient, at) => ({
    ...recipient,
    signingOrder: at + 1,
    draft: problemOf(recipient) !== null,
  }));

/** UPW-09: only once the last one has a name. */
export const mayAdd = (recipients: readonly Recipient[]): boolean => recipients.at(-1)?.name.trim() !== '';
/** In four of the colours by turns (UPW-13). */
export function withOneMore(recipients: readonly Recipient[], colours: readonly string[]): Recipient[] {
  if (!mayAdd(recipients)) return [...recipients];
  const recId = Math.max(0, ...recipients.map((one) => one.recId)) + 1;
  const color = colours[(recId - 1) % 4] ?? '';
  return inOrder([...recipients, { recId, name: '', email: '', color, draft: true, signingOrder: 0 }]);
}

export function moved(recipients: readonly Recipient[], from: number, to: number): Recipient[] {
  const next = [...recipients];
  const [one] = next.splice(from, 1);
  if (one) next.splice(to, 0, one);
  return inOrder(next);
}

export const longestRecipient = { name: 200, email: 150 } as const;
export const isEmail = (text: string): boolean => email(longestRecipient.email).safeParse(text).success;
/** UPW-10. */
export function problemOf({ name, email: address }: Pick<Recipient, 'name' | 'email'>): string | null {
  if (name.trim() === '') return 'a name';
  if (tooLong(name, longestRecipient.name)) return 'a shorter name';
  return isEmail(address.trim()) ? null : 'a valid email';
}

/** Who fills the fields of it, in their order. */
export function signersOf(type: UploadType, draft: Draft): readonly (Omit<Signer, 'colour'> & { email?: string })[] {
  const named = (names: readonly string[]) => names.map((name, at) => ({ signerNum: at + 1, name }));
  if (type === 'Order Form') return named(orderFormSigners);
  if (type === 'Template') return named([templateRecipient]);
  // Each person signs a copy of their own.
  if (type === 'Acknowledgment Form') return named([draft.userTypes.join(', ')]);
  return draft.isSigned
    ? draft.recipients.map(({ signingOrder, name, email: to }) => ({ signerNum: signingOrder, name, email: to.trim() }))
    : [];
}

/** One of these for each signer, in their order and none twice (BLD-10). A recipient keeps theirs, unless somebody before has it. */
export function coloursOf(type: UploadType, draft: Draft, colours: readonly string[]): string[] {
  const own = type === 'Read-Only PDF' ? draft.recipients.map(({ color }) => color) : [];
  const others = colours.filter((colour) => !own.includes(colour));
  return signersOf(type, draft).map((_, at) => {
    const colour = own[at];
    return (colour && own.indexOf(colour) === at ? colour : others.shift()) ?? '';
  });
}

/**
 * With these recipients instead. Placed fields stay with the person they are for, whose number may be another one now (UPW-12), and
 * go with somebody who is removed: nobody is to sign on the line of somebody else.
 */
export function withRecipients(
  draft: Draft,
  recipients: readonly Recipient[],
  colours: readonly string[],
): Pick<Draft, 'recipients' | 'fields'> {
  if (!draft.fields) return { recipients, fields: null };
  const colourNow = coloursOf('Read-Only PDF', { ...draft, recipients }, colours);
  const fields = draft.fields.fields.flatMap((field) => {
    const person = draft.recipients.find(({ signingOrder }) => signingOrder === field.signer);
    if (!person) return [field];
    const signer = recipients.find(({ recId }) => recId === person.recId)?.signingOrder;
    if (signer === undefined) return [];
    // Whoever keeps their number may have another colour now.
    return [{ ...field, signer, boundingColor: colourNow[signer - 1] ?? '' }];
  });
  return { recipients, fields: { ...draft.fields, fields } };
}

/** What a step still wants before the next one (UPW-06 to UPW-10), in words. */
export function missingOf(step: Step, type: UploadType, draft: Draft): readonly string[] {
  if (step === 'Upload')
    return [
      ...(draft.isPdf ? [] : ['a PDF']),
      ...(draft.name.trim() ? [] : ['a name']),
      ...(tooLong(draft.name, longestName) ? ['a shorter name'] : []),
    ];
  // UPW-08.
  if (step === 'Build')
    return [
      ...(fieldCount(draft) > 0 ? [] : ['a field on the page']),
      ...(draft.fields?.fields.some((field) => takesLabel(field) && tooLong(field.label, longestLabel))
        ? ['a shorter label of a field']
        : []),
    ];
  if (step !== 'Recipient') return unsigned(type, draft).map((name) => `a signature field for ${name}`);
  if (type === 'Acknowledgment Form') return draft.userTypes.length > 0 ? [] : ['a recipient'];
  if (type === 'Order Form') return [];
  return [...(draft.gIds.length > 0 ? [] : ['a care group']), ...(draft.isSigned ? missingRecipients(draft) : [])];
}

function missingRecipients({ recipients }: Draft): readonly string[] {
  if (recipients.length === 0) return ['a recipient'];
  return recipients.flatMap((one) => {
    const problem = problemOf(one);
    return problem ? [`${problem} of recipient ${one.signingOrder}`] : [];
  });
}

/** Those of a form who have no field to sign in; it is refused without. */
export const unsigned = (type: UploadType, draft: Draft): readonly string[] =>
  signersOf(type, draft)
    .filter(({ signerNum }) => !hasSignature(draft, signerNum))
    .map(({ name }) => name);
const hasSignature = ({ fields }: Draft, signerNum: number): boolean =>
  fields?.fields.some(({ name, signer }) => name === 'Signature' && signer === signerNum) ?? false;
