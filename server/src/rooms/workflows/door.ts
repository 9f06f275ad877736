/** What later rooms may use of the workflows. */
export { recordSettled } from './record-settled.ts';
export { addWorkflowAssessment } from './workflow-assessments.ts';
