import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { isBetween, lockPrice, type Parties } from './queries.ts';
import { tellOfPrices } from './tell.ts';

/** Takes a wrong price out of force, as if it had never held. What is invalidated already stays so once. */
export async function invalidatePrice(
  act: Act<Actor & { providerId: number }>,
  priceId: number,
  /** Whose price it is said to be. */
  parties?: Parties,
): Promise<void> {
  const { tx, viewer, now, record } = act;
  const price = await lockPrice(tx, priceId);
  if (!price || (parties && !isBetween(price, parties))) throw fail('not_found');
  if (price.invalidated_at) return;
  const at = now();
  await tx
    .updateTable('product_price')
    .set({ invalidated_at: at, invalidator_id: viewer.providerId })
    .where('price_id', '=', priceId)
    .execute();
  await record({
    action: 'product_price.invalidated',
    record: { kind: 'product_price', id: priceId },
    changes: [{ field: 'invalidated_at', old: null, new: at }],
    // P11-15: the screen offers no reasons, so the action is the reason.
    reason: 'Invalidate price',
  });
  await tellOfPrices(act, [priceId], price);
}
