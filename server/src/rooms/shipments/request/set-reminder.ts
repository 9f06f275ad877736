import { nextOrderProblem } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail, failFields, failStale } from '#platform/core/fail.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { type HeldRequest, lockVisible, mayComeDue, type Person } from '../queries.ts';

/**
 * Sets or moves the day on which a site is reminded of ordering again (REM-02). The request keeps its version: a partner
 * who is packing it has not been overtaken. So what is stale is told by the day that was read (REL-07).
 */
export async function setReminder(
  { tx, viewer, now, today, record, announce }: Act<Person>,
  id: number,
  nextOrderOn: string,
  before?: string | null,
): Promise<void> {
  const request = await lockVisible(tx, viewer, id);
  if (!request) throw fail('not_found');
  refuseStale(request, before);
  const problem = nextOrderProblem(nextOrderOn, today());
  if (problem) throw failFields({ nextOrderDate: problem });
  if (request.status === 'cancelled') throw failFields({ srId: 'is a cancelled request' });
  if (!(await mayComeDue(tx, id)))
    throw failFields({ srId: 'No participant of this request is active at this trial site.' });
  const after = { next_order_on: nextOrderOn, reminder_on: nextOrderOn };
  const changes = changesBetween(request, after);
  if (changes.length === 0) return;
  await tx
    .updateTable('shipment_request')
    .set({ ...after, ...(request.reminder_on === null ? { reminder_since: now(), reminder_was_on: null } : {}) })
    .where('request_id', '=', id)
    .execute();
  await record({
    action: 'shipment.reminder_set',
    record: { kind: 'shipment_request', id },
    changes,
  });
  // Partners see no reminders (REM-05).
  await announce({ type: 'shipment.changed', id, careGroupId: request.site_id });
}

/** REL-07: the reminder of a request that is held has to stand where it stood when it was read, where that is said. */
export function refuseStale(request: HeldRequest, before: string | null | undefined): void {
  if (before === undefined || before === request.reminder_on) return;
  throw failStale({ srId: request.request_id, nextOrderDate: request.reminder_on });
}
