import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { type HeldRequest, lockVisible, type Person } from '../queries.ts';
import { refuseStale } from './set-reminder.ts';

/** Dismisses the reminder of a request (REM-03). Dismissing it again changes nothing. */
export async function dismissReminder(act: Act<Person>, id: number, before?: string | null): Promise<void> {
  const { tx, viewer } = act;
  const request = await lockVisible(tx, viewer, id);
  if (!request) throw fail('not_found');
  if (request.reminder_on !== null) refuseStale(request, before);
  await dropReminder(act, request, 'Dismiss Reminder');
}

/**
 * Takes away the reminder of a request that is held, where it still has one (OPS-89), or might get it back: whoever dismisses one that went
 * by ordering again reads that it is dismissed, and it is.
 */
export async function dropReminder(
  { tx, record, announce }: Act<Person>,
  request: HeldRequest,
  reason: 'Dismiss Reminder' | 'Reorder',
): Promise<void> {
  const { reminder_on: old } = request;
  const mightComeBack = reason === 'Dismiss Reminder' && request.reminder_was_on !== null;
  if (old === null && !mightComeBack) return;
  await tx
    .updateTable('shipment_request')
    .set({ reminder_on: null, reminder_was_on: reason === 'Reorder' ? old : null })
    .where('request_id', '=', request.request_id)
    .execute();
  await record({
    action: 'shipment.reminder_dismissed',
    record: { kind: 'shipment_request', id: request.request_id },
    changes: old === null ? [] : [{ field: 'reminder_on', old, new: null }],
    reason,
  });
  // Partners see no reminders (REM-05).
  await announce({ type: 'shipment.changed', id: request.request_id, careGroupId: request.site_id });
}
