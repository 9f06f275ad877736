/** What later rooms may use of who wants e-mails. */
export { wantsEmails } from './queries.ts';
