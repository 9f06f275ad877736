import type { Act } from '#platform/act/act.ts';
import type { Sight } from '#rooms/care-groups/door.ts';
import { fail } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockLot } from './queries.ts';
import { staleLot } from './stale-lot.ts';
import { tellOfLot } from './tell.ts';

export interface Correction {
  lotId: number;
  expiresOn: string;
  reason: string;
  version?: number | undefined;
}

/**
 * Puts right on which day a lot expires, and keeps the day that stood there and the reason (P11-11, P11-15). What was typed
 * on packages stays as it was; from now on packages need the new day, and what arrives is measured by it.
 */
export async function correctExpiry(
  act: Act<Actor & Sight & { providerId: number }>,
  { lotId, expiresOn, reason, version }: Correction,
): Promise<number> {
  const { tx, viewer, now, record } = act;
  const lot = await lockLot(tx, viewer, lotId);
  if (!lot) throw fail('not_found');
  if (version !== undefined && version !== lot.version) throw await staleLot(tx, lot);
  if (lot.expiresOn === expiresOn) return lot.version;
  await tx
    .updateTable('lot')
    .set({ expires_on: expiresOn, version: lot.version + 1 })
    .where('lot_id', '=', lotId)
    .execute();
  await tx
    .insertInto('lot_correction')
    .values({
      company_id: viewer.companyId,
      lot_id: lotId,
      expired_on: lot.expiresOn,
      expires_on: expiresOn,
      reason,
      corrector_id: viewer.providerId,
      corrected_at: now(),
    })
    .execute();
  await record({
    action: 'lot.expiry_corrected',
    record: { kind: 'lot', id: lotId },
    changes: [{ field: 'expires_on', old: lot.expiresOn, new: expiresOn }],
    reason,
  });
  await tellOfLot(act, lot);
  return lot.version + 1;
}
