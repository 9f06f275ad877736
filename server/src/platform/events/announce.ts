import type { Announcement } from '@portal/contract/events.ts';
import type { Clock } from '#platform/core/clock.ts';
import { refuseEnded, sendAlong, type Tx } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';

/** Stores an event in the transaction of its change; what comes after commit reads it from there. */
export async function announce(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  companyId: number,
  ...announced: readonly Announcement[]
): Promise<void> {
  insertEvents(tx, eventRows(tx, clock, companyId, announced));
}

/** The rows of events as they are stored, of this instant. */
export function eventRows(tx: Tx, clock: Pick<Clock, 'now'>, companyId: number, announced: readonly Announcement[]) {
  // Also where there is nothing to store.
  refuseEnded(tx);
  return announced.map(({ type, ...payload }) => ({
    company_id: companyId,
    type,
    payload,
    awaits_mail: 'mail' in payload && payload.mail !== undefined,
    created_at: clock.now(),
  }));
}

export function insertEvents(tx: Tx, rows: ReturnType<typeof eventRows>): void {
  const [first] = rows;
  if (!first) return;
  // Most acts announce one, and for one this way is a tenth quicker.
  sendAlong(tx, rows.length === 1 ? tx.insertInto('event').values(first) : insertRows(tx, 'event', rows));
}
