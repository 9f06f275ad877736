import { announce } from '#platform/events/announce.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { record } from '#platform/audit/record.ts';
import { type HeldRequest, lockVisible, type Person } from './queries.ts';

/** Dismisses the reminder of a request (REM-03). Dismissing it again changes nothing. */
export async function dismissReminder(tx: Tx, clock: Clock, person: Person, id: number): Promise<void> {
  const request = await lockVisible(tx, person, id);
  if (!request) throw fail('not_found');
  await dropReminder(tx, clock, person, request, 'Dismiss Reminder');
}

/** Takes away the reminder of a request that is held, where it still has one (OPS-89). */
export async function dropReminder(
  tx: Tx,
  clock: Clock,
  person: Person,
  request: HeldRequest,
  reason: string,
): Promise<void> {
  if (request.reminder_on === null) return;
  await tx
    .updateTable('shipment_request')
    .set({ reminder_on: null })
    .where('request_id', '=', request.request_id)
    .execute();
  await record(tx, clock, person, {
    action: 'shipment.reminder_dismissed',
    record: { kind: 'shipment_request', id: request.request_id },
    changes: [{ field: 'reminder_on', old: request.reminder_on, new: null }],
    reason,
  });
  await announce(tx, clock, person.companyId, {
    type: 'shipment.changed',
    id: request.request_id,
    careGroupId: request.site_id,
    partnerId: request.partner_id,
  });
}
