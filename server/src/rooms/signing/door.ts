/** What later rooms and commands may use: asking for signatures, how a request stands, rejecting it, order forms, and whether what was signed holds. */
export { askForSignatures } from './ask-for-signatures.ts';
export { type Forms, forms, type Sealer, type SignatureEntry } from './forms/forms.ts';
export { fillOrderForms } from './order-forms/fill-order-forms.ts';
export { keepOrderForm, type OpenOrderForm } from './order-forms/keep-order-form.ts';
export { type OrderFacts, orderFormValues } from './order-forms/order-form-values.ts';
export { rejectRequest } from './reject-request.ts';
export { type RequestRow, requestOfDocument, waitsToSign } from './queries.ts';
export { keepSignature } from './sign-document.ts';
export { fingerprintOf, knownSeals, sealerOf, sealingCertificates, sealingKeys } from './sealing-identity.ts';
export { signingOf, verifyDocument } from './verify-document.ts';
