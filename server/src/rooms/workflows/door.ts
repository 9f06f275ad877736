/** What later rooms may use of the workflows. */
export { addWorkflowAssessment } from './workflow-assessments.ts';
