import { room } from '../room.ts';

export const workflows = room({
  failures: {
    'workflow.already': { status: 409, message: 'The document is already part of this workflow.' },
  },
  actions: {
    'workflow.document_added': 'Added a document to a workflow',
    'workflow.document_changed': 'Changed what triggers a document of a workflow',
    'workflow.document_removed': 'Took a document out of a workflow',
  },
});
