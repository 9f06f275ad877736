import { Failed } from '#platform/core/fail.ts';
import type { FormField } from './forms/forms.ts';

/** Said of a field that is none of these. */
export const noPlaceOfYours = 'is no signature field of yours in this document';

/**
 * The fields of a document in which this signer may sign. Other programs may attach a PDF without any, and people one that was
 * signed here before: its signer is told, before anything is spent, and who can mend it.
 */
export function placesToSign(fields: readonly FormField[], signer: number, documentName: string): FormField[] {
  const own = fields.filter((field) => field.signer === signer && field.type === 'Signature');
  const open = own.filter(({ isOpen }) => isOpen);
  if (open.length > 0) return open;
  throw new Failed('signing.no_place', {
    sentence:
      own.length === 0
        ? `"${documentName}" has no signature field for you, so it cannot be signed. Please ask an administrator to replace it with a form that has one.`
        : `Your signature field in "${documentName}" is locked, signed already or of another kind, so it cannot be signed. Please ask an administrator to replace it with a form that has an open one.`,
  });
}
