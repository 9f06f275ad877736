/** What later rooms may use: a PDF is opened before the transaction begins, and kept within it. */
export { keepDocument } from './keep-document.ts';
export { checkedPdf, openPdf, type Pdf } from './open-pdf.ts';
export { openPhoto } from './open-photo.ts';
