import { supplyMessages } from '@portal/contract/products/rules.ts';
import { type Sight, trialOf } from '#rooms/care-groups/door.ts';
import { announce } from '#platform/announce.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import { fail, failFields } from '#platform/fail.ts';
import { created, record } from '#platform/record.ts';
import type { Actor } from '#platform/viewer.ts';
import * as queries from './queries.ts';

export interface Supply {
  /** A site, or a trial: then each of its sites in sight that the partner is connected to (OPS-45). */
  careGroupId: number;
  partnerId: number;
  productId: number;
  /** What the partner has to be, where the caller says so. */
  kind?: queries.PartnerKind;
}

/** Makes a connected partner the supplier of a product (PSU-02). What it supplies already it goes on supplying once. */
export async function supplyProduct(tx: Tx, clock: Clock, viewer: Actor & Sight, given: Supply): Promise<void> {
  const { partner, product, sites } = await suppliesOf(tx, viewer, given);
  // PSU-05, PSU-06
  if (!(partner.kind === 'pharmacy' ? product.pharmacySupplied : product.wholesalerSupplied))
    throw failFields({ productId: supplyMessages[partner.kind as queries.PartnerKind] });
  const added = await tx
    .insertInto('product_supply')
    .values(
      sites.map((siteId) => ({
        company_id: viewer.companyId,
        site_id: siteId,
        partner_id: given.partnerId,
        product_id: given.productId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('site_id')
    .execute();
  await tell(tx, clock, viewer, given, 'site.supplier_added', added);
}

/**
 * Ends that a partner supplies a product (PSU-10): refused while there is a valid price with it (OPS-40). The product is
 * held first, as for setting a price, so that none comes in between.
 */
export async function endSupply(tx: Tx, clock: Clock, viewer: Actor & Sight, given: Supply): Promise<void> {
  const { sites } = await suppliesOf(tx, viewer, given);
  await queries.holdProduct(tx, given.productId);
  const links = tx
    .selectFrom('product_supply')
    .select('supply_id')
    .where('site_id', 'in', sites)
    .where('partner_id', '=', given.partnerId)
    .where('product_id', '=', given.productId)
    .where('removed_at', 'is', null);
  if (!(await links.limit(1).executeTakeFirst())) return;
  if (await queries.hasValidPrice(tx, given.partnerId, given.productId)) throw fail('product_supply.priced');
  const ended = await tx
    .updateTable('product_supply')
    .set({ removed_at: clock.now() })
    .where('supply_id', 'in', links)
    .where('removed_at', 'is', null)
    .returning('site_id')
    .execute();
  await tell(tx, clock, viewer, given, 'site.supplier_removed', ended);
}

/** The partner, the product and the sites that are meant; all of them in sight, and connected. */
async function suppliesOf(tx: Tx, viewer: Sight, { careGroupId, partnerId, productId, kind }: Supply) {
  const trialId = await trialOf(tx, viewer, careGroupId);
  const partner = await queries.partnerInSight(tx, viewer, partnerId, kind);
  const product = trialId ? await queries.productOf(tx, trialId, productId) : undefined;
  const sites = await queries.sitesServed(tx, viewer, careGroupId, partnerId);
  if (!partner || !product || sites.length === 0) throw fail('not_found');
  return { partner, product, sites };
}

/** Each site has its own entry: its links are part of its record. */
async function tell(
  tx: Tx,
  clock: Clock,
  viewer: Actor,
  { partnerId, productId }: Supply,
  action: 'site.supplier_added' | 'site.supplier_removed',
  changed: readonly { site_id: number }[],
): Promise<void> {
  const link = { partner_id: partnerId, product_id: productId };
  const changes =
    action === 'site.supplier_added' ? created(link) : Object.entries(link).map(([field, old]) => ({ field, old }));
  const sites = changed.map((row) => row.site_id).sort((one, other) => one - other);
  await record(
    tx,
    clock,
    viewer,
    ...sites.map((id) => ({ action, record: { kind: 'care_group' as const, id }, changes })),
  );
  await announce(
    tx,
    clock,
    viewer.companyId,
    ...sites.map((careGroupId) => ({ type: 'product.changed', id: productId, careGroupId, partnerId })),
  );
}
