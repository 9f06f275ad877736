/** What later rooms may use: a PDF is opened before the transaction begins, and kept within it. */
export { attachToGroups } from './attach-to-groups.ts';
export { copyDocument, readContent } from './copy-document.ts';
export { keepDocument } from './keep-document.ts';
export { checkedPdf, openPdf, type Pdf } from './open-pdf.ts';
export { openPhoto } from './open-photo.ts';
export { presentListed } from './present.ts';
export { findVisible, holdOfLibrary, holdVisible, listed } from './queries.ts';
export { replaceContent } from './replace-content.ts';
export { wholeFile } from './whole-file.ts';
export { withdrawRequest } from './withdraw-request.ts';
