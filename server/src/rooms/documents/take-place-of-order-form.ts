import type { Act } from '#platform/act/act.ts';
import { type Change, created } from '#platform/audit/record.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { type lockGroup, setOrderForm } from '#rooms/care-groups/door.ts';
import { groupsBelow } from './queries.ts';

export type HeldGroup = NonNullable<Awaited<ReturnType<typeof lockGroup>>>;

/** ODF-01, OPS-54: a trial has one order form, and the latest counts. The one before is detached; what was signed on it stays. */
export async function takePlaceOfOrderForm(
  act: Act,
  trial: HeldGroup,
  { documentId, reason }: { documentId: number; reason?: string | undefined },
): Promise<void> {
  const { record } = act;
  const ended = await endOrderForm(act, trial);
  const present = ended[0]?.id;
  if (present !== undefined)
    await record({
      action: 'document.order_form_replaced',
      record: { kind: 'document', id: present },
      changes: [...changesOfEnded(ended), { field: 'documentId', old: present, new: documentId }],
      reason: reason || 'Replaced the order form of a trial',
    });
  await setOrderForm(act, trial, documentId);
}

interface EndedLink {
  careGroupId: number;
  cascades: boolean;
  isOrderForm: boolean;
  userTypes: string[] | null;
}
/** What a link was, as the trail says it. */
export const endedLink = [
  'care_group_id as careGroupId',
  'cascades',
  'is_order_form as isOrderForm',
  'user_types as userTypes',
] as const;

/** The trail says of links that end together what it said of them as they were made (P11-11). */
export function changesOfEnded(links: readonly EndedLink[]): Change[] {
  const careGroups = links.map(({ careGroupId }) => careGroupId).sort((a, b) => a - b);
  const [{ cascades, isOrderForm, userTypes }] = links as [EndedLink];
  const fields = created({ careGroups, cascades: cascades || null, isOrderForm: isOrderForm || null, userTypes });
  return fields.map(({ field, new: old }) => ({ field, old }));
}

/**
 * Whoever takes a document out of a group means that: that it was in others until these were removed counts no more (P11-08). It counts on
 * where it still is.
 */
export const takeBack = (tx: Tx, documentIds: readonly number[]) =>
  tx
    .updateTable('document_link')
    .set({ ended_with_group: false })
    .where('document_id', '=', anyOf(documentIds))
    .where('ended_with_group', '=', true)
    .execute();

/** Takes the present order form off a trial and off its sites; gives the links that it had. The trial is held. */
export async function endOrderForm(
  { tx, now, announce }: Act,
  trial: HeldGroup,
): Promise<({ id: number } & EndedLink)[]> {
  const careGroupIds = await groupsBelow(tx, [trial.care_group_id]);
  const ended = await tx
    .updateTable('document_link')
    .set((eb) => ({ removed_at: now(), version: eb('version', '+', 1) }))
    .where('care_group_id', '=', anyOf(careGroupIds))
    .where('is_order_form', '=', true)
    .where('removed_at', 'is', null)
    .returning(['document_id as id', ...endedLink])
    .execute();
  await takeBack(
    tx,
    ended.map(({ id }) => id),
  );
  await announce(...ended.map(({ id, careGroupId }) => ({ type: 'document.changed' as const, id, careGroupId })));
  return ended;
}
