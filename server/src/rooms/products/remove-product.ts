import type { Act } from '#platform/act/act.ts';
import { peopleOfTrial, type Sight } from '#rooms/care-groups/door.ts';
import { fail } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { isOnItsWay, lockProduct } from './queries.ts';

/**
 * Takes a product out of what a trial can ask for; what was shipped of it stays on record (OPS-44). It is held against new
 * requests before the active ones are looked through, so that none is made in between.
 */
export async function removeProduct(
  act: Act<Actor & Sight>,
  given: { careGroupId: number; productId: number },
): Promise<void> {
  const { tx, viewer, now, record, announce } = act;
  const product = await lockProduct(tx, viewer, given.careGroupId, given.productId, 'remove');
  if (!product) throw fail('not_found');
  if (await isOnItsWay(tx, given.productId)) throw fail('product.in_use');
  const at = now();
  await tx
    .updateTable('product')
    .set({ removed_at: at, version: product.version + 1 })
    .where('product_id', '=', given.productId)
    .execute();
  await record({
    action: 'product.removed',
    record: { kind: 'product', id: given.productId },
    changes: [{ field: 'removed_at', old: null, new: at }],
  });
  await announce({
    type: 'product.changed',
    id: given.productId,
    careGroupId: product.trial_id,
    people: await peopleOfTrial(act, product.trial_id),
  });
}
