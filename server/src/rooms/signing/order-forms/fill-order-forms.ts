import { orderFormSigners } from '@portal/contract/documents/rules.ts';
import type { Pdf } from '#rooms/documents/door.ts';
import { forms } from '../forms/forms.ts';

/** They are all in memory until they are kept. */
const mostBytes = 100 * 1_048_576;

/**
 * Copies of a template, each filled in by label, beside the event loop and before the transaction; or what is in the way of it, in
 * words. What comes out of it can be signed by both.
 */
export async function fillOrderForms(
  template: Uint8Array,
  given: readonly Readonly<Record<string, string>>[],
): Promise<{ filled: Pdf[] } | { problem: string }> {
  if (template.length * given.length > mostBytes) return { problem: 'It is too large for so many products.' };
  const { problems, withoutSignature } = await forms.validate(template, orderFormSigners.length);
  if (problems[0] !== undefined) return { problem: problems[0] };
  if (withoutSignature[0] !== undefined)
    return { problem: `Signer ${withoutSignature[0]} has no signature field in it.` };
  const filled: Pdf[] = [];
  // One after the other: others wait for the workers as well.
  for (const values of given) filled.push((await forms.fillByLabel(template, values)) as Pdf);
  return { filled };
}
