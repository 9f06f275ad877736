/** What later rooms may use: a PDF is opened before the transaction begins, and kept within it. */
export { attachmentOf } from './groups/attachment-of.ts';
export { attachToGroups } from './groups/attach-to-groups.ts';
export { copyDocument, readContent } from './copy-document.ts';
export { documentsInGroups } from './groups/in-groups.ts';
export { keepDocument } from './keep-document.ts';
export { checkedPdf, openPdf, type Pdf } from './pdf/open-pdf.ts';
export { openPhoto } from './open-photo.ts';
export { type KeptContent, measured, orAlarm, wholeBytes, wholeFile } from './kept-content.ts';
export { logParticipants, presentListed, presentSignature } from './present.ts';
export {
  contentOf,
  correctionFor,
  correctionForSigner,
  findVisible,
  holdDocumentOfRequest,
  holdVisible,
  holdVisibleToSettle,
  isFormOfOthers,
  isOfGroups,
  isOfOthersGroups,
  isOfOwnPlace,
  isOfPatients,
  listed,
  listedStatuses,
  markCorrected,
  mayBeCorrected,
  noteCanBeSigned,
  type SignatureRow,
  signaturesOf,
  trainingFormsToCheck,
} from './queries.ts';
export { refuseCorrectedElsewhere, refusePlacing } from './refuse-correction-of.ts';
export { refuseOfOthers } from './refuse-of-others.ts';
export { refuseTerms } from './refuse-terms.ts';
export { forgetDocument, holdToForget, removeDocument } from './remove-document.ts';
export { replaceContent } from './replace-content.ts';
export {
  administersLibrary,
  correctionsShown,
  countsByGroup,
  itselfAndCorrected,
  mayDelete,
  type Reader,
  withCorrections,
} from './sight.ts';
export { type NamedSigner, signsStill } from './signs-still.ts';
export { tellOfSigning } from './tell-of-signing.ts';
export { withdrawRequest } from './withdraw-request.ts';
export { withoutFile } from './without-file.ts';
export { refuseStrangersToSign, withoutLasting } from './without-lasting.ts';
