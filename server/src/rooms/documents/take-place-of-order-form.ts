import type { Act } from '#platform/act/act.ts';
import { anyOf } from '#platform/database/db.ts';
import { type lockGroup, setOrderForm } from '#rooms/care-groups/door.ts';
import { changesOfEnded, countNoMoreByRemovedGroups, type EndedLink, endedLink } from './ended-links.ts';
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
  await countNoMoreByRemovedGroups(
    tx,
    ended.map(({ id }) => id),
  );
  await announce(...ended.map(({ id, careGroupId }) => ({ type: 'document.changed' as const, id, careGroupId })));
  return ended;
}
