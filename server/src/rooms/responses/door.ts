/** What later rooms may use of the responses. */
export { codeForEvent } from './codes.ts';
export { type GivenResponse, storeResponse } from './store-response.ts';
