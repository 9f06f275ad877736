/** What the workflow of a care group gives to its patients. SQL, nothing else. */
import type { triggerTypes } from '@portal/contract/workflows/rules.ts';
import type { Tx } from '#platform/database/db.ts';

/** The documents of a group that is in sight, in the order in which they were added (APG-21). */
export const ofGroup = (tx: Tx, careGroupId: number) =>
  tx
    .selectFrom('workflow_document as step')
    .innerJoin('document', 'document.document_id', 'step.document_id')
    .where('step.care_group_id', '=', careGroupId)
    .where('step.removed_at', 'is', null)
    .orderBy('step.trigger_id')
    .select([
      'step.document_id as docId',
      'document.friendly_name as friendlyName',
      'step.trigger_id as triggerId',
      'step.trigger_type as triggerType',
      'step.trigger_value as triggerValue',
      'step.description as triggerDescription',
      'step.version',
    ])
    .$narrowType<{ triggerType: (typeof triggerTypes)[number] }>();

/** One document of a group's workflow, held until the transaction ends. */
export const hold = (tx: Tx, careGroupId: number, documentId: number) =>
  ofGroup(tx, careGroupId).where('step.document_id', '=', documentId).forUpdate('step').executeTakeFirst();

/** The assessments of a group that is in sight, in the order in which they were added (APG-25). */
export const assessmentsOfGroup = (tx: Tx, careGroupId: number) =>
  tx
    .selectFrom('workflow_survey as step')
    .innerJoin('survey', 'survey.survey_id', 'step.survey_id')
    .where('step.care_group_id', '=', careGroupId)
    .where('step.removed_at', 'is', null)
    .orderBy('step.trigger_id')
    .select([
      'step.survey_id as surveyId',
      'survey.name as surveyName',
      'step.trigger_id as triggerId',
      'step.trigger_type as triggerType',
      'step.trigger_value as triggerValue',
      'step.description as triggerDescription',
      'step.version',
    ]);

/** One assessment of a group's workflow, held until the transaction ends. */
export const holdAssessment = (tx: Tx, careGroupId: number, surveyId: number) =>
  assessmentsOfGroup(tx, careGroupId).where('step.survey_id', '=', surveyId).forUpdate('step').executeTakeFirst();
