/** What a document may be, for the form that picks it and the server that keeps it. */

/** Bytes of a document, net (SEC-27, OPS-53). */
export const maxDocumentBytes = 50 * 1_048_576;
/** A body that holds such a document in base64, with the names beside it. */
export const maxUploadBody = 70 * 1_048_576;
export const pdfType = 'application/pdf';

export const messages = {
  tooLarge: 'File size is greater than 50MB',
  notPdf: 'Only PDF files can be uploaded.',
} as const;

/** What is wrong with a file before it is even read; null where nothing is. The server looks at the content (SEC-31). */
export function fileProblem(file: { type: string; size: number }): string | null {
  if (file.type !== pdfType) return messages.notPdf;
  return file.size > maxDocumentBytes ? messages.tooLarge : null;
}
