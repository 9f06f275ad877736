import type { Announcement } from '@portal/contract/events.ts';
import type { Clock } from '#platform/core/clock.ts';
import { refuseEnded, type Tx } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';

/** Stores an event in the transaction of its change; what comes after commit reads it from there. */
export async function announce(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  companyId: number,
  ...announced: readonly Announcement[]
): Promise<void> {
  // Also where there is nothing to store.
  refuseEnded(tx);
  const rows = announced.map(({ type, ...payload }) => ({
    company_id: companyId,
    type,
    payload,
    awaits_mail: 'mail' in payload && payload.mail !== undefined,
    created_at: clock.now(),
  }));
  const [first] = rows;
  if (!first) return;
  // Most acts announce one, and for one this way is a tenth quicker.
  if (rows.length === 1) await tx.insertInto('event').values(first).execute();
  else await insertRows(tx, 'event', rows).execute();
}
