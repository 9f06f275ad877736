/** What moving and shipping have in common: a request is held, its next status asked for, written and told. */
import { canMove, type ShipmentStatus, shipmentStatus, sideOf } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { type Failed, fail, failStale } from '#platform/core/fail.ts';
import { changesBetween, type Recorded } from '#platform/audit/record.ts';
import { withdrawForms } from './order-forms/keep-forms.ts';
import { type HeldRequest, lastStepBy, lockVisible, type Person } from './queries.ts';
import { putBackReminder } from './request/put-back-reminder.ts';

/** How far along a status is; a request only ever moves to a higher one. */
const progress: Record<ShipmentStatus, number> = {
  preprocessing: 0,
  processing: 1,
  shipped: 2,
  received: 3,
  damaged: 3,
  missing: 3,
  other: 3,
  cancelled: 3,
};

/** P11-15: what corrects or undoes has a reason, here the action's own name. */
const reasons = {
  cancelled: 'Cancel Request',
  damaged: 'Damaged',
  missing: 'Missing',
  other: 'Other',
} satisfies Partial<Record<ShipmentStatus, string>>;

export interface Step {
  to: ShipmentStatus;
  /** The version the person has seen, when they say so (REL-07). */
  version?: number | undefined;
  /** The site it was asked for in; a request of another site is out of sight. */
  siteId?: number | undefined;
}

/** Holds a request whose next status may be `to`. Two people may press at once, so it is held before the rule is asked. */
export async function holdForStep(
  tx: Tx,
  viewer: Person,
  id: number,
  { to, version, siteId }: Step,
): Promise<HeldRequest> {
  const request = await lockVisible(tx, viewer, id, siteId);
  if (!request) throw fail('not_found');
  if (version !== undefined && version !== request.version)
    throw failStale({ status: request.status, version: request.version });
  if (!canMove({ status: request.status, toParticipant: request.to_participant }, to, sideOf(viewer))) {
    throw await refusal(tx, viewer, request, to, version);
  }
  return request;
}

/** A step that was right until somebody else went ahead is told apart from one that is never right. */
async function refusal(
  tx: Tx,
  viewer: Person,
  request: HeldRequest,
  to: ShipmentStatus,
  version: number | undefined,
): Promise<Failed> {
  const detail = { status: request.status, to };
  const wasRight = shipmentStatus.options.some(
    (status) =>
      progress[status] < progress[request.status] &&
      canMove({ status, toParticipant: request.to_participant }, to, sideOf(viewer)),
  );
  const byAnother =
    wasRight && version === undefined && (await lastStepBy(tx, request.request_id)) !== viewer.providerId;
  return fail(byAnother ? 'shipment.already_moved' : 'shipment.cannot_move', detail);
}

/** Writes the new status with its day, keeps it in the history, records and announces it (OPS-14, SST-18). */
export async function takeStep(act: Act<Person>, request: HeldRequest, step: Taken): Promise<{ version: number }> {
  const { tx, viewer, now, record, announce } = act;
  const { to, on } = step;
  const id = request.request_id;
  const after = {
    status: to,
    status_changed_on: on,
    shipped_on: to === 'shipped' ? on : request.shipped_on,
    received_on: to === 'received' ? on : request.received_on,
    sponsor_id: step.sponsorId === undefined ? request.sponsor_id : step.sponsorId,
    reminder_on: to === 'cancelled' ? null : request.reminder_on,
  };
  const version = request.version + 1;
  const kept = {
    company_id: viewer.companyId,
    request_id: id,
    status: to,
    changed_on: on,
    changed_at: now(),
    provider_id: viewer.providerId,
  };
  // None waits for another: the transaction sends them together.
  await Promise.all([
    tx
      .updateTable('shipment_request')
      .set({ ...after, version })
      .where('request_id', '=', id)
      .execute(),
    tx.insertInto('shipment_status_change').values(kept).execute(),
    record({
      action: step.action,
      record: { kind: 'shipment_request', id },
      changes: [...changesBetween(request, after), ...(step.changes ?? [])],
      reason: (reasons as Partial<Record<ShipmentStatus, string>>)[to] ?? null,
    }),
    announce({
      type: 'shipment.changed',
      id,
      careGroupId: request.site_id,
      partnerId: request.partner_id,
      mail: { step: to, by: viewer.providerId, host: viewer.host },
    }),
  ]);
  if (to === 'cancelled') {
    await putBackReminder(act, request, reasons.cancelled);
    await withdrawForms(act, id, reasons.cancelled);
  }
  return { version };
}

/** A step as it is written: the day it counts from, what the record calls it, and what else changed with it. */
interface Taken extends Pick<Recorded, 'action'>, Partial<Pick<Recorded, 'changes'>> {
  to: ShipmentStatus;
  on: string;
  /** Who pays from this step on; left out, whoever did before. */
  sponsorId?: number | null;
}
