/** What later rooms may use of assessments. */
export { definitionsForEvents, questionsOfDefinition } from './put-to-use.ts';
export { createSurvey } from './save-survey.ts';
