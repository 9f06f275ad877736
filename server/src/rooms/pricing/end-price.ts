import type { Act } from '#platform/act/act.ts';
import { anyOf } from '#platform/database/db.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { isBetween, lockOfOneUnit, type Parties, partiesOf } from './queries.ts';
import { tellOfPrices } from './tell.ts';

/**
 * Ends what was agreed: the price holds today for the last time, and with it end those that it took the place of, which would come back
 * otherwise. What was shipped until then keeps its price. What has ended stays as it is; where another one holds today, or it was
 * invalidated meanwhile, there is nothing to end.
 */
export async function endPrice(
  act: Act<Actor & { providerId: number }>,
  priceId: number,
  /** Whose price it is said to be. */
  parties: Parties,
): Promise<void> {
  const { tx, today, record } = act;
  const held = await lockOfOneUnit(tx, priceId);
  const price = await partiesOf(tx, priceId);
  if (!price || !isBetween(price, parties)) throw fail('not_found');
  if (price.invalidated_at) throw failStale({ eventId: priceId, invalid: 1 });
  const ending = held.find(({ price_id }) => price_id === priceId);
  if (!ending) return;
  const ended_on = today();
  const { effective_on } = ending;
  if (effective_on > ended_on) throw fail('product_price.not_begun');
  if (held.some((other) => other.effective_on > effective_on && other.effective_on <= ended_on))
    throw fail('product_price.replaced');
  const ids = held.filter((other) => other.effective_on <= effective_on).map(({ price_id }) => price_id);
  await tx.updateTable('product_price').set({ ended_on }).where('price_id', '=', anyOf(ids)).execute();
  await record(
    ...ids.map((id) => ({
      action: 'product_price.ended' as const,
      record: { kind: 'product_price' as const, id },
      changes: [{ field: 'ended_on', old: null, new: ended_on }],
      // P11-15: as of what is invalidated.
      reason: 'End price',
    })),
  );
  await tellOfPrices(act, ids, price);
}
