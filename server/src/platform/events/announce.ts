import type { Announcement } from '@portal/contract/events.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { inPortions } from '#platform/audit/record.ts';

/** Stores an event in the transaction of its change; what comes after commit reads it from there. */
export async function announce(
  tx: Tx,
  clock: Pick<Clock, 'now'>,
  companyId: number,
  ...announced: readonly Announcement[]
): Promise<void> {
  for (const portion of inPortions(announced))
    await tx
      .insertInto('event')
      .values(
        portion.map(({ type, ...payload }) => ({
          company_id: companyId,
          type,
          payload: JSON.stringify(payload),
          created_at: clock.now(),
        })),
      )
      .execute();
}
