/** What later rooms may use. */
export { saveReport } from './save-report.ts';
