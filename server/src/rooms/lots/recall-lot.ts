import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { Sight } from '#rooms/care-groups/door.ts';
import { lockLot } from './queries.ts';
import { staleLot } from './stale-lot.ts';
import { tellOfLot } from './tell.ts';

interface Recall {
  lotId: number;
  /** Whether it is recalled from now on, or its recall is taken back. */
  recalled: boolean;
  reason: string;
  version?: number | undefined;
}

/** Recalls a lot, which nobody ships any more then, or takes that back; each with its reason (P11-11). What was shipped stays as it was. */
export async function recallLot(
  act: Act<Actor & Sight & { providerId: number }>,
  { lotId, recalled, reason, version }: Recall,
): Promise<number> {
  const { tx, viewer, now, record } = act;
  const lot = await lockLot(tx, viewer, lotId);
  if (!lot) throw fail('not_found');
  if (version !== undefined && version !== lot.version) throw await staleLot(tx, lot);
  if ((lot.recalledAt !== null) === recalled) return lot.version;
  const at = now();
  const recalledAt = recalled ? at : null;
  await tx
    .updateTable('lot')
    .set({ recalled_at: recalledAt, version: lot.version + 1 })
    .where('lot_id', '=', lotId)
    .execute();
  await tx
    .insertInto('lot_recall')
    .values({
      company_id: viewer.companyId,
      lot_id: lotId,
      is_recalled: recalled,
      reason,
      recaller_id: viewer.providerId,
      recalled_at: at,
    })
    .execute();
  await record({
    action: recalled ? 'lot.recalled' : 'lot.recall_withdrawn',
    record: { kind: 'lot', id: lotId },
    changes: [{ field: 'recalled_at', old: lot.recalledAt, new: recalledAt }],
    reason,
  });
  await tellOfLot(act, lot);
  return lot.version + 1;
}
