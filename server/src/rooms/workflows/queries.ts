/** What the workflow of a care group gives to its patients. SQL, nothing else. */
import type { triggerTypes } from '@portal/contract/workflows/rules.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';

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

/** What a workflow gives, with what triggers it, as it is copied to another group. */
export interface StepToCopy {
  careGroupId: number;
  triggerType: string;
  triggerValue: string;
  description: string;
}

/** The documents of the workflows of these groups that are in the library still, held against whoever deletes them. */
export const documentsToCopy = (tx: Tx, careGroupIds: readonly number[]) =>
  tx
    .selectFrom('workflow_document as step')
    .innerJoin('document', 'document.document_id', 'step.document_id')
    .where('step.care_group_id', '=', anyOf(careGroupIds))
    .where('step.removed_at', 'is', null)
    .where('document.is_library', '=', true)
    .where('document.removed_at', 'is', null)
    .orderBy('step.trigger_id')
    .select([
      'step.care_group_id as careGroupId',
      'step.document_id as documentId',
      'step.trigger_type as triggerType',
      'step.trigger_value as triggerValue',
      'step.description',
    ])
    .forShare('document')
    .execute();

/** The assessments of the workflows of these groups. */
export const assessmentsToCopy = (tx: Tx, careGroupIds: readonly number[]) =>
  tx
    .selectFrom('workflow_survey as step')
    .innerJoin('survey', 'survey.survey_id', 'step.survey_id')
    .where('step.care_group_id', '=', anyOf(careGroupIds))
    .where('step.removed_at', 'is', null)
    .orderBy('step.trigger_id')
    .select([
      'step.care_group_id as careGroupId',
      'step.survey_id as surveyId',
      'survey.default_recurrence as defaultRecurrence',
      'step.trigger_type as triggerType',
      'step.trigger_value as triggerValue',
      'step.description',
    ])
    .execute();
