/** What later rooms may use of who wants e-mails. */
export { wantsEmails, wantsNow } from './queries.ts';
