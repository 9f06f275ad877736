import { maxDocumentBytes } from '@portal/contract/documents/rules.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Content } from '#platform/files/driver.ts';
import { checkPdf } from './check-pdf.ts';

declare const isChecked: unique symbol;
/** Bytes that have been found to be a PDF we may keep. */
export type Pdf = Uint8Array & { readonly [isChecked]: true };
/** The same, piece by piece. */
export type PdfInPieces = Content & { readonly [isChecked]: true };

/** What was sent as base64, once it is known to be a PDF that we may keep (SDC-03, SEC-31, OPS-53). */
export async function openPdf(data: string): Promise<Pdf> {
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  const size = (data.length / 4) * 3 - padding;
  if (size > maxDocumentBytes) throw fail('document.too_large');
  const bytes = Buffer.from(data, 'base64');
  // What is not base64 is left out by the decoder, but the letters of the other kind of base64 it takes.
  if (bytes.length !== size || data.includes('-') || data.includes('_')) throw failFields({ data: 'must be base64' });
  return checkedPdf(bytes);
}

/** The same for bytes that are at hand. */
export async function checkedPdf(bytes: Uint8Array): Promise<Pdf> {
  await checkPdf(bytes);
  return bytes as Pdf;
}
