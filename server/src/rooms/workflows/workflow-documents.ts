import type { Act } from '#platform/act/act.ts';
import { changesBetween, created } from '#platform/audit/record.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { lockGroup } from '#rooms/care-groups/door.ts';
import { holdVisible } from '#rooms/documents/door.ts';
import { hold } from './queries.ts';

export interface Trigger {
  careGroupId: number;
  documentId: number;
  type: 'Time';
  value: string;
  description: string;
}

/** Adds a document of the library to the workflow of a group, with what triggers it; it is there once (APG-22). */
export async function addWorkflowDocument(
  act: Act,
  { careGroupId, documentId, type, value, description }: Trigger,
): Promise<{ triggerId: number }> {
  const { tx, viewer, record, announce } = act;
  if (!(await lockGroup(tx, viewer, careGroupId))) throw fail('not_found');
  const document = await holdVisible(tx, viewer, documentId);
  if (!document?.is_library) throw fail('not_found');
  const trigger = { trigger_type: type, trigger_value: value, description };
  const { triggerId } = await tx
    .insertInto('workflow_document')
    .values({ care_group_id: careGroupId, document_id: documentId, company_id: viewer.companyId, ...trigger })
    .returning('trigger_id as triggerId')
    .executeTakeFirstOrThrow();
  await record({
    action: 'workflow.document_added',
    record: { kind: 'care_group', id: careGroupId },
    changes: created({ documentId, ...trigger }),
  });
  await announce({ type: 'care_group.changed', id: careGroupId, careGroupId });
  return { triggerId };
}

/** Changes what triggers a document (APG-23); gives the new version. */
export async function changeWorkflowDocument(
  act: Act,
  { careGroupId, documentId, type, value, description, version }: Trigger & { version?: number | undefined },
): Promise<number> {
  const { tx, viewer, record, announce } = act;
  if (!(await lockGroup(tx, viewer, careGroupId))) throw fail('not_found');
  const step = await hold(tx, careGroupId, documentId);
  if (!step) throw fail('not_found');
  if (version !== undefined && version !== step.version) throw failStale(step);
  const before = {
    trigger_type: step.triggerType,
    trigger_value: step.triggerValue,
    description: step.triggerDescription,
  };
  const after = { trigger_type: type, trigger_value: value, description };
  const changes = changesBetween(before, after);
  if (changes.length === 0) return step.version;
  await tx
    .updateTable('workflow_document')
    .set({ ...after, version: step.version + 1 })
    .where('trigger_id', '=', step.triggerId)
    .execute();
  await record({
    action: 'workflow.document_changed',
    record: { kind: 'care_group', id: careGroupId },
    changes: [{ field: 'documentId', old: documentId, new: documentId }, ...changes],
  });
  await announce({ type: 'care_group.changed', id: careGroupId, careGroupId });
  return step.version + 1;
}

/** Takes a document out of a workflow (APG-24). */
export async function removeWorkflowDocument(
  act: Act,
  { careGroupId, documentId }: Pick<Trigger, 'careGroupId' | 'documentId'>,
): Promise<void> {
  const { tx, viewer, now, record, announce } = act;
  if (!(await lockGroup(tx, viewer, careGroupId))) throw fail('not_found');
  const step = await hold(tx, careGroupId, documentId);
  if (!step) throw fail('not_found');
  await tx
    .updateTable('workflow_document')
    .set({ removed_at: now(), version: step.version + 1 })
    .where('trigger_id', '=', step.triggerId)
    .execute();
  await record({
    action: 'workflow.document_removed',
    record: { kind: 'care_group', id: careGroupId },
    changes: [
      { field: 'documentId', old: documentId },
      { field: 'trigger_type', old: step.triggerType },
      { field: 'trigger_value', old: step.triggerValue },
      { field: 'description', old: step.triggerDescription },
    ],
  });
  await announce({ type: 'care_group.changed', id: careGroupId, careGroupId });
}
