import type { Sight } from '#rooms/care-groups/door.ts';
import { announce } from '#platform/announce.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import { fail, failFields } from '#platform/fail.ts';
import { created, record } from '#platform/record.ts';
import type { Actor } from '#platform/viewer.ts';
import * as queries from './queries.ts';

/** Makes a connected partner the supplier of a product at a site (PSU-02). */
export async function supplyProduct(
  tx: Tx,
  clock: Clock,
  viewer: Actor & Sight,
  given: { siteId: number; partnerId: number; productId: number },
): Promise<void> {
  const site = await queries.siteInSight(tx, viewer, given.siteId);
  const partner = await queries.partnerInSight(tx, viewer, given.partnerId);
  const product = site?.trialId ? await queries.productOf(tx, site.trialId, given.productId) : undefined;
  const connected = await tx
    .selectFrom('site_partner')
    .select('site_id')
    .where('site_id', '=', given.siteId)
    .where('partner_id', '=', given.partnerId)
    .forKeyShare()
    .executeTakeFirst();
  if (!partner || !product || !connected) throw fail('not_found');
  // PSU-05, PSU-06
  if (partner.kind === 'pharmacy' && !product.pharmacySupplied)
    throw failFields({ productId: 'Pharmacy cannot dispense this product.' });
  if (partner.kind === 'wholesaler' && !product.wholesalerSupplied)
    throw failFields({ productId: 'Wholesaler cannot dispense this product.' });
  const added = await tx
    .insertInto('product_supply')
    .values({
      company_id: viewer.companyId,
      site_id: given.siteId,
      partner_id: given.partnerId,
      product_id: given.productId,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('site_id')
    .executeTakeFirst();
  if (!added) return;
  await record(tx, clock, viewer, {
    action: 'site.supplier_added',
    record: { kind: 'care_group', id: given.siteId },
    changes: created({ partner_id: given.partnerId, product_id: given.productId }),
  });
  await announce(tx, clock, viewer.companyId, {
    type: 'product.changed',
    id: given.productId,
    careGroupId: given.siteId,
    partnerId: given.partnerId,
  });
}
