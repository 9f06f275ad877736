import { isOfferedToGroups } from '@portal/contract/assessments/rules.ts';
import { assessmentTriggerTypes } from '@portal/contract/workflows/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { created, type Recorded } from '#platform/audit/record.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { NewGroup } from '#rooms/care-groups/door.ts';
import { assessmentsToCopy, documentsToCopy, type StepToCopy } from './queries.ts';

/**
 * Gives copies of groups the workflows of their sources (OPS-30), without what could not be added any more. Whoever joins a copy is
 * asked from then on. The event of the new group tells of its workflow as well.
 */
export async function copyWorkflows(act: Act<Actor>, groups: readonly NewGroup[]): Promise<void> {
  const copies = groups.filter(({ copyOf }) => copyOf !== null);
  if (copies.length === 0) return;
  await copyDocuments(act, copies);
  await copyAssessments(act, copies);
}

async function copyDocuments({ tx, viewer, record }: Act<Actor>, copies: readonly NewGroup[]): Promise<void> {
  const steps = ofCopies(copies, await documentsToCopy(tx, sourcesOf(copies)));
  if (steps.length === 0) return;
  const rows = steps.map(({ careGroupId, documentId, ...step }) => ({
    care_group_id: careGroupId,
    document_id: documentId,
    company_id: viewer.companyId,
    ...triggerOf(step),
  }));
  await insertRows(tx, 'workflow_document', rows).execute();
  await record(
    ...steps.map(
      ({ careGroupId, documentId, ...step }): Recorded => ({
        action: 'workflow.document_added',
        record: { kind: 'care_group', id: careGroupId },
        changes: created({ documentId, ...triggerOf(step) }),
      }),
    ),
  );
}

async function copyAssessments({ tx, viewer, now, record }: Act<Actor>, copies: readonly NewGroup[]): Promise<void> {
  const offered = (await assessmentsToCopy(tx, sourcesOf(copies))).filter(isOfferedToGroups);
  // OPS-88: of a type that nobody makes there is none that is new.
  const made = offered.filter(({ triggerType }) => assessmentTriggerTypes.some((type) => type === triggerType));
  const steps = ofCopies(copies, made);
  if (steps.length === 0) return;
  const rows = steps.map(({ careGroupId, surveyId, ...step }) => ({
    care_group_id: careGroupId,
    survey_id: surveyId,
    company_id: viewer.companyId,
    added_at: now(),
    ...triggerOf(step),
  }));
  await insertRows(tx, 'workflow_survey', rows).execute();
  await record(
    ...steps.map(
      ({ careGroupId, surveyId, ...step }): Recorded => ({
        action: 'workflow.survey_added',
        record: { kind: 'care_group', id: careGroupId },
        changes: created({ survey_id: surveyId, ...triggerOf(step) }),
      }),
    ),
  );
}

const sourcesOf = (copies: readonly NewGroup[]): number[] => copies.map(({ copyOf }) => copyOf as number);

/** The steps of the sources as those of their copies. */
function ofCopies<T extends StepToCopy>(copies: readonly NewGroup[], steps: readonly T[]): T[] {
  const ofSource = Map.groupBy(steps, ({ careGroupId }) => careGroupId);
  return copies.flatMap(({ careGroupId, copyOf }) =>
    (ofSource.get(copyOf as number) ?? []).map((step) => ({ ...step, careGroupId })),
  );
}

const triggerOf = ({ triggerType, triggerValue, description }: Omit<StepToCopy, 'careGroupId'>) => ({
  trigger_type: triggerType,
  trigger_value: triggerValue,
  description,
});
