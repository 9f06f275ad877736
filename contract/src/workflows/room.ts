import { room } from '../room.ts';

export const workflows = room({
  failures: {
    'workflow.already': { status: 409, message: 'The document is already part of this workflow.' },
    'workflow.survey_already': { status: 409, message: 'The assessment is already part of this workflow.' },
    'workflow.survey_not_offered': { status: 400, message: 'This assessment cannot be given to care groups.' },
  },
  actions: {
    'workflow.survey_added': 'Added an assessment to a workflow',
    'workflow.survey_changed': 'Changed what triggers an assessment of a workflow',
    'workflow.survey_removed': 'Took an assessment out of a workflow',
    'workflow.document_added': 'Added a document to a workflow',
    'workflow.document_changed': 'Changed what triggers a document of a workflow',
    'workflow.document_removed': 'Took a document out of a workflow',
  },
});
