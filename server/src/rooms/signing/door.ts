/** What later rooms and commands may use: asking for signatures, how a request stands, rejecting it. */
export { askForSignatures } from './ask-for-signatures.ts';
export { rejectRequest } from './reject-request.ts';
export { type RequestRow, requestOfDocument } from './queries.ts';
export { sealingKeys } from './sealing-identity.ts';
