import type { Sight } from '#rooms/care-groups/door.ts';
import { announce } from '#platform/events/announce.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { record } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { isOnItsWay, lockProduct } from './queries.ts';

/**
 * Takes a product out of what a trial can ask for; what was shipped of it stays on record (OPS-44). It is held against new
 * requests before the active ones are looked through, so that none is made in between.
 */
export async function removeProduct(
  tx: Tx,
  clock: Clock,
  viewer: Actor & Sight,
  given: { careGroupId: number; productId: number },
): Promise<void> {
  const product = await lockProduct(tx, viewer, given.careGroupId, given.productId, 'remove');
  if (!product) throw fail('not_found');
  if (await isOnItsWay(tx, given.productId)) throw fail('product.in_use');
  const now = clock.now();
  await tx
    .updateTable('product')
    .set({ removed_at: now, version: product.version + 1 })
    .where('product_id', '=', given.productId)
    .execute();
  await record(tx, clock, viewer, {
    action: 'product.removed',
    record: { kind: 'product', id: given.productId },
    changes: [{ field: 'removed_at', old: null, new: now }],
  });
  await announce(tx, clock, viewer.companyId, {
    type: 'product.changed',
    id: given.productId,
    careGroupId: product.trial_id,
  });
}
