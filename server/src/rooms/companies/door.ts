/** What later rooms may use of the companies. */
export { addCompany } from './add-company.ts';
