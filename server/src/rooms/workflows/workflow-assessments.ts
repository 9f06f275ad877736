import { isOfferedToGroups } from '@portal/contract/assessments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { changesBetween, created } from '#platform/audit/record.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { lockGroup } from '#rooms/care-groups/door.ts';
import { holdAssessment } from './queries.ts';
import { recordSettled } from './record-settled.ts';

export interface AssessmentTrigger {
  careGroupId: number;
  surveyId: number;
  type: 'Time' | 'Fill-Count (List)' | 'Fill-Count (Pattern)';
  value: string;
  description: string;
}

/** Adds an assessment to the workflow of a group; from then on its patients are asked (APG-26, OPC-20). */
export async function addWorkflowAssessment(
  act: Act,
  { careGroupId, surveyId, type, value, description }: AssessmentTrigger,
): Promise<{ triggerId: number }> {
  const { tx, viewer, now, record, announce } = act;
  if (!(await lockGroup(tx, viewer, careGroupId))) throw fail('not_found');
  const survey = await tx
    .selectFrom('survey')
    .select('default_recurrence as defaultRecurrence')
    .where('survey_id', '=', surveyId)
    .executeTakeFirst();
  if (!survey) throw fail('not_found');
  if (!isOfferedToGroups(survey)) throw fail('workflow.survey_not_offered');
  const trigger = { trigger_type: type, trigger_value: value, description };
  const { triggerId } = await tx
    .insertInto('workflow_survey')
    .values({
      care_group_id: careGroupId,
      survey_id: surveyId,
      company_id: viewer.companyId,
      added_at: now(),
      ...trigger,
    })
    .returning('trigger_id as triggerId')
    .executeTakeFirstOrThrow();
  await record({
    action: 'workflow.survey_added',
    record: { kind: 'care_group', id: careGroupId },
    changes: created({ survey_id: surveyId, ...trigger }),
  });
  await recordSettled(act);
  await announce({ type: 'care_group.changed', id: careGroupId, careGroupId });
  return { triggerId };
}

/** Changes what triggers an assessment (APG-27); gives the new version. */
export async function changeWorkflowAssessment(
  act: Act,
  { careGroupId, surveyId, type, value, description, version }: AssessmentTrigger & { version?: number | undefined },
): Promise<number> {
  const { tx, viewer, now, record, announce } = act;
  if (!(await lockGroup(tx, viewer, careGroupId))) throw fail('not_found');
  const step = await holdAssessment(tx, careGroupId, surveyId);
  if (!step) throw fail('not_found');
  if (version !== undefined && version !== step.version) throw failStale(step);
  const after = { trigger_type: type, trigger_value: value, description };
  const changes = changesBetween(
    { trigger_type: step.triggerType, trigger_value: step.triggerValue, description: step.triggerDescription },
    after,
  );
  if (changes.length === 0) return step.version;
  await tx
    .updateTable('workflow_survey')
    .set({ ...after, changed_at: now(), version: step.version + 1 })
    .where('trigger_id', '=', step.triggerId)
    .execute();
  await record({
    action: 'workflow.survey_changed',
    record: { kind: 'care_group', id: careGroupId },
    changes: [{ field: 'survey_id', old: surveyId, new: surveyId }, ...changes],
  });
  await recordSettled(act);
  await announce({ type: 'care_group.changed', id: careGroupId, careGroupId });
  return step.version + 1;
}

/** Takes an assessment out of a workflow: its patients are not asked any more (APG-28). */
export async function removeWorkflowAssessment(
  act: Act,
  { careGroupId, surveyId }: Pick<AssessmentTrigger, 'careGroupId' | 'surveyId'>,
): Promise<void> {
  const { tx, viewer, now, record, announce } = act;
  if (!(await lockGroup(tx, viewer, careGroupId))) throw fail('not_found');
  const step = await holdAssessment(tx, careGroupId, surveyId);
  if (!step) throw fail('not_found');
  await tx
    .updateTable('workflow_survey')
    .set({ removed_at: now(), version: step.version + 1 })
    .where('trigger_id', '=', step.triggerId)
    .execute();
  await record({
    action: 'workflow.survey_removed',
    record: { kind: 'care_group', id: careGroupId },
    changes: [
      { field: 'survey_id', old: surveyId },
      { field: 'trigger_type', old: step.triggerType },
      { field: 'trigger_value', old: step.triggerValue },
      { field: 'description', old: step.triggerDescription },
    ],
  });
  await recordSettled(act);
  await announce({ type: 'care_group.changed', id: careGroupId, careGroupId });
}
