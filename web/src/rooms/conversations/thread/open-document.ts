import { pdfName, saveFile } from '#kit/save-file.ts';
import { toastFailure } from '#kit/toast.ts';
import { sentenceOf } from '#api/failure.ts';
import { call } from '#api/call.ts';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { fromBase64 } from '#kit/base64.ts';
import { documentWaitMs } from '#shared/document-file.ts';

/** Hands a document that was sent into a conversation to the browser's downloads. */
export async function openDocument(docId: number): Promise<void> {
  try {
    const { data, filename } = await call(fetchDocument, { query: { docId } }, { waitMs: documentWaitMs });
    saveFile(await fromBase64(data, pdfType), pdfName(filename));
  } catch (failure) {
    toastFailure(sentenceOf(failure));
  }
}
