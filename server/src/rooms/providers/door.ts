/** What later rooms may use of the providers. */
export { addProvider, type NewProvider } from './add-provider.ts';
