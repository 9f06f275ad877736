import type { Act } from '#platform/act/act.ts';
import { type HeldRequest, lockAnywhere, type Person } from '../queries.ts';
import { isOrderedAgain, someProductIsLeft } from './ordering.ts';

/**
 * OPS-89: where a request that is cancelled was an order again, and the reminder of the earlier one went by ordering again, puts that
 * reminder back: as if it had not been ordered. It stays away as long as other orders again of the same products are left for everybody
 * on it.
 * The earlier one is held before anything is asked of it: an order again at the same time ends the reminder, or sees that this one is
 * cancelled.
 */
export async function putBackReminder(
  { tx, record, announce }: Act<Person>,
  { request_id: cancelledId, reorder_of }: HeldRequest,
  reason: string,
): Promise<void> {
  if (reorder_of === null) return;
  const earlier = await lockAnywhere(tx, reorder_of);
  const { request_id: id, reminder_was_on: reminder_on } = earlier;
  if (reminder_on === null || earlier.status === 'cancelled') return;
  if ((await isOrderedAgain(tx, id)) && !(await someProductIsLeft(tx, id, cancelledId))) return;
  await tx
    .updateTable('shipment_request')
    .set({ reminder_on, reminder_was_on: null })
    .where('request_id', '=', id)
    .execute();
  await record({
    action: 'shipment.reminder_set',
    record: { kind: 'shipment_request', id },
    changes: [{ field: 'reminder_on', old: null, new: reminder_on }],
    reason,
  });
  // Partners see no reminders (REM-05).
  await announce({ type: 'shipment.changed', id, careGroupId: earlier.site_id });
}
