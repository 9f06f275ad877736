/** What the trail says of places that a document is taken out of, and what they count for afterwards. */
import { type Change, created } from '#platform/audit/record.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';

export interface EndedLink {
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
export const countNoMoreByRemovedGroups = (tx: Tx, documentIds: readonly number[]) =>
  tx
    .updateTable('document_link')
    .set({ ended_with_group: false })
    .where('document_id', '=', anyOf(documentIds))
    .where('ended_with_group', '=', true)
    .execute();
