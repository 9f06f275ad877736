/** What a document may be, for the forms that pick, attach and list it and for the server that keeps it. */
import { otherSpelling, type UserType } from '../access.ts';

/** Bytes of a document, net (SEC-27, OPS-53). */
export const maxDocumentBytes = 50 * 1_048_576;
/** A body that holds such a document in base64, with the names beside it. */
export const maxUploadBody = 70 * 1_048_576;
export const pdfType = 'application/pdf';

export const messages = {
  tooLarge: 'File size is greater than 50MB',
  notPdf: 'Only PDF files can be uploaded.',
  replaceOrderForm: 'An order form already exists for this trial. Do you want to replace it?',
  noTemplate: 'An order form needs a trial with shipping requests.',
  userTypes: 'Please choose who has to acknowledge it.',
} as const;

/** What is wrong with a file before it is even read; null where nothing is. The server looks at the content (SEC-31). */
export function fileProblem(file: { type: string; size: number }): string | null {
  if (file.type !== pdfType) return messages.notPdf;
  return file.size > maxDocumentBytes ? messages.tooLarge : null;
}

/** What "Select Upload Type" offers (DOC-12, LIB-01, OPS-51). */
export const uploadTypes = ['Read-Only PDF', 'Order Form', 'Acknowledgment Form', 'Template'] as const;
export type UploadType = (typeof uploadTypes)[number];

/**
 * Who an acknowledgment form is for, as the wizard says it and `userTypes` spells it, each with the type of such a person
 * (OPS-55, OPN-95). Both spellings are taken.
 */
export const recipientTypes = {
  Admin: 'Admin',
  'Site User': 'Site User',
  'Pharmacy Partner': 'Pharmacy User',
  'Wholesaler Partner': 'Wholesaler User',
  Sponsor: 'Sponsor',
} as const satisfies Record<string, UserType>;
export type RecipientType = keyof typeof recipientTypes;
const spellings: Readonly<Record<string, RecipientType>> = {
  [otherSpelling]: 'Site User',
  'Pharmacy User': 'Pharmacy Partner',
  'Wholesaler User': 'Wholesaler Partner',
};

/** The recipient that is meant, whichever way it is spelled; null where it is none. */
export const recipientOf = (spelled: string): RecipientType | null =>
  Object.hasOwn(recipientTypes, spelled) ? (spelled as RecipientType) : (spellings[spelled] ?? null);

/**
 * Whom somebody may hold at a form: whoever has only some groups, the people of these alone (SEC-23). An Admin works in every place, a
 * sponsor in all of its trials, a partner wherever it is connected.
 */
export const recipientsFor = ({ seesWholeCompany }: { seesWholeCompany: boolean }): RecipientType[] =>
  (Object.keys(recipientTypes) as RecipientType[]).filter((one) => seesWholeCompany || one === 'Site User');

/** Who has to sign an order form, in this order (ODF-04). */
export const orderFormSigners = ['SiteUser', 'Prescriber'] as const;
/** Whom a template of the library is for (OPS-52). */
export const templateRecipient = 'All Patients';
