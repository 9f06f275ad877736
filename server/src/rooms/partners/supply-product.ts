import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { supplyProblem } from '@portal/contract/products/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { refuseInEmergency, type Sight, trialOf } from '#rooms/care-groups/door.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import * as queries from './queries.ts';

export interface Supply {
  /** A site, or a trial: then each of its sites in sight that the partner is connected to (OPS-45). */
  careGroupId: number;
  partnerId: number;
  productId: number;
  /** What the partner has to be, where the caller says so. */
  kind?: PartnerKind;
}

/** Makes a connected partner the supplier of a product (PSU-02). What it supplies already it goes on supplying once. */
export async function supplyProduct(act: Act<Actor & Sight>, given: Supply): Promise<void> {
  const { tx, viewer } = act;
  const { partner, sites } = await suppliesOf(tx, viewer, given);
  // Read when it is this one's turn: its supplier type may just be changed.
  const product = await queries.productHeld(tx, given.productId, 'for its supplier type');
  if (!product) throw fail('not_found');
  // PSU-05, PSU-06
  const problem = supplyProblem(partner.kind as PartnerKind, product);
  if (problem) throw failFields({ productId: problem });
  const links = sites.map((siteId) => ({
    company_id: viewer.companyId,
    site_id: siteId,
    partner_id: given.partnerId,
    product_id: given.productId,
  }));
  const added = await insertRows(tx, 'product_supply', links)
    .onConflict((conflict) => conflict.doNothing())
    .returning('site_id')
    .execute();
  await refuseInEmergency(
    tx,
    viewer,
    added.map((row) => row.site_id),
  );
  await tell(act, given, 'site.supplier_added', added);
}

/**
 * Ends that a partner supplies a product (PSU-10): refused while there is a valid price with it (OPS-40). The product is
 * held first, as for setting a price, so that none comes in between.
 */
export async function endSupply(act: Act<Actor & Sight>, given: Supply): Promise<void> {
  const { tx, viewer, now } = act;
  const { sites } = await suppliesOf(tx, viewer, given);
  await queries.productHeld(tx, given.productId, 'alone');
  const links = tx
    .selectFrom('product_supply')
    .select('supply_id')
    .where('site_id', '=', anyOf(sites))
    .where('partner_id', '=', given.partnerId)
    .where('product_id', '=', given.productId)
    .where('removed_at', 'is', null);
  if (!(await links.limit(1).executeTakeFirst())) return;
  if (await queries.hasValidPrice(tx, given.partnerId, given.productId)) throw fail('product_supply.priced');
  const ended = await tx
    .updateTable('product_supply')
    .set({ removed_at: now() })
    .where('supply_id', 'in', links)
    .where('removed_at', 'is', null)
    .returning('site_id')
    .execute();
  await tell(act, given, 'site.supplier_removed', ended);
}

/**
 * Ends what partners of one kind supply of a product that is not for this kind any more, at every site: no screen shows it
 * from now on (PSU-05, PSU-06). Refused while one of them has a valid price (OPS-40). The caller holds the product.
 */
export async function endSuppliesBy(act: Act<Actor>, kind: PartnerKind, productId: number): Promise<void> {
  const { tx, now } = act;
  if (await queries.hasValidPrice(tx, kind, productId)) throw fail('product_supply.priced');
  const ended = await tx
    .updateTable('product_supply')
    .from('partner')
    .set({ removed_at: now() })
    .whereRef('partner.partner_id', '=', 'product_supply.partner_id')
    .where('partner.kind', '=', kind)
    .where('product_supply.product_id', '=', productId)
    .where('product_supply.removed_at', 'is', null)
    .returning(['product_supply.site_id', 'product_supply.partner_id'])
    .execute();
  for (const partnerId of new Set(ended.map((link) => link.partner_id).sort((one, other) => one - other))) {
    const at = ended.filter((link) => link.partner_id === partnerId);
    await tell(act, { partnerId, productId }, 'site.supplier_removed', at);
  }
}

/** The partner, the product and the sites that are meant; all of them in sight, and connected. */
async function suppliesOf(tx: Tx, viewer: Sight, { careGroupId, partnerId, productId, kind }: Supply) {
  const trialId = await trialOf(tx, viewer, careGroupId);
  const partner = await queries.partnerInSight(tx, viewer, partnerId, kind);
  const product = trialId ? await queries.productOf(tx, trialId, productId) : undefined;
  const sites = await queries.sitesServed(tx, viewer, careGroupId, partnerId);
  if (!partner || !product || sites.length === 0) throw fail('not_found');
  return { partner, sites };
}

/** Each site has its own entry: its links are part of its record. */
async function tell(
  { record, announce }: Act<Actor>,
  { partnerId, productId }: Pick<Supply, 'partnerId' | 'productId'>,
  action: 'site.supplier_added' | 'site.supplier_removed',
  changed: readonly { site_id: number }[],
): Promise<void> {
  const link = { partner_id: partnerId, product_id: productId };
  const changes =
    action === 'site.supplier_added' ? created(link) : Object.entries(link).map(([field, old]) => ({ field, old }));
  const sites = changed.map((row) => row.site_id).sort((one, other) => one - other);
  await record(...sites.map((id) => ({ action, record: { kind: 'care_group' as const, id }, changes })));
  await announce(
    ...sites.map((careGroupId) => ({ type: 'product.changed' as const, id: productId, careGroupId, partnerId })),
  );
}
