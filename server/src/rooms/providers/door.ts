/** What later rooms may use of the providers. */
export { handlesThisRequest } from './handlers.ts';
export { addProvider, type NewProvider } from './add-provider.ts';
