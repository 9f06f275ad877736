/** What later rooms may use of who wants e-mails. */
export { holdAddresses, wantsEmails, wantsNow } from './queries.ts';
