import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockPrice, type Parties } from './queries.ts';
import { tellOfPrice } from './tell.ts';

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
  const { product_id: productId, partner_id: partnerId, sponsor_id: sponsorId } = price;
  await tellOfPrice(act, priceId, { productId, partnerId, sponsorId });
}

const isBetween = (
  price: { product_id: number; partner_id: number; sponsor_id: number | null },
  { productId, partnerId, sponsorId }: Parties,
): boolean => price.product_id === productId && price.partner_id === partnerId && price.sponsor_id === sponsorId;
