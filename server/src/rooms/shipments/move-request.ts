import { expiredText, isExpired } from '@portal/contract/lots/rules.ts';
import { deliveryOutcomes, messages, receivedProblem, type ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import { lotsOfRequest } from '#rooms/lots/door.ts';
import type { HeldRequest, Person } from './queries.ts';
import { holdForStep, type Step, takeStep } from './take-step.ts';

const isOutcome = (status: ShipmentStatus): boolean => (deliveryOutcomes as readonly ShipmentStatus[]).includes(status);

/** Moves a request on: processing, cancelled, or how its delivery ended (SST-02 to SST-07). Shipping needs packages. */
export async function moveRequest(act: Act<Person>, id: number, move: Step & { on?: string | undefined }) {
  const { tx, viewer, today } = act;
  const request = await holdForStep(tx, viewer, id, move);
  if (move.to === 'shipped') throw fail('shipment.cannot_move', { status: request.status, to: move.to });
  const day = today();
  const on = move.on ?? day;
  const problem = dayProblem(request, move.to, on, day);
  if (problem) throw failFields({ dateOfStatusChange: problem });
  if (move.to === 'received') await refuseExpired(tx, id, on);
  const { version } = await takeStep(act, request, { to: move.to, on, action: 'shipment.moved' });
  return { id, status: move.to, version };
}

/** What had expired on the day it came was not received in good order; how it ended can still be reported. */
async function refuseExpired(tx: Tx, id: number, on: string): Promise<void> {
  const expired = (await lotsOfRequest(tx, id)).filter((lot) => isExpired(lot, on));
  if (expired.length > 0) throw new Failed('shipment.expired', { sentence: expiredText(expired) });
}

/** SST-14 to SST-16; a step before shipment can be no earlier than the request. */
function dayProblem(request: HeldRequest, to: ShipmentStatus, on: string, today: string): string | null {
  if (isOutcome(to)) return receivedProblem(on, request.shipped_on ?? today, today);
  if (on > today) return messages.inTheFuture;
  return on < request.created_at.toISOString().slice(0, 10) ? 'Selected date is before the request date' : null;
}
