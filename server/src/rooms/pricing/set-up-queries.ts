/** SQL of what a trial still needs, and of the prices of all its partners. */
import type { GridPrice, MissingPrice } from '@portal/contract/pricing/set-up-endpoints.ts';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import type { Tx } from '#platform/database/db.ts';
import { askedAt, everSupplied } from './asked.ts';
import { cannotBeSupplied, isPriced, missingForSupply, supplied } from './site-supply.ts';

/** A trial in sight with each of its sites; one row without a site for a trial that has none. */
export const setUpOf = (tx: Tx, viewer: Sight, trialId: number, today: string) =>
  tx
    .selectFrom('care_group as trial')
    .leftJoin('care_group as site', (join) =>
      join
        .onRef('site.parent_id', '=', 'trial.care_group_id')
        .on('site.kind', '=', 'site')
        .on('site.removed_at', 'is', null),
    )
    .select([
      'trial.is_configured as trialIsConfigured',
      'trial.has_card as hasCard',
      'trial.has_shipping as hasShipping',
      'site.care_group_id as siteId',
      'site.display_name as displayName',
      'site.is_configured as siteIsConfigured',
      sql<boolean>`exists (select from trial_card where trial_card.care_group_id = trial.care_group_id)`.as(
        'cardIsConfigured',
      ),
      sql<number>`(select count(*)::int from product
        where product.trial_id = trial.care_group_id and product.removed_at is null)`.as('productCount'),
      sql<number>`(select count(*)::int from product
        where product.trial_id = trial.care_group_id and product.removed_at is null
          and not product.pharmacy_supplied and not product.wholesaler_supplied)`.as('untypedCount'),
      sql<number>`(select count(*)::int from site_partner link
        where link.site_id = site.care_group_id and link.removed_at is null)`.as('partnerCount'),
      sql<number>`(select count(distinct supply.product_id)::int from ${supplied('site.care_group_id')})`.as(
        'suppliedCount',
      ),
      sql<MissingPrice[]>`(select coalesce(json_agg(json_build_object('productId', product.product_id,
          'drugName', product.drug_name, 'dosageForm', product.dosage_form, 'partnerType', partner.kind, 'partnerId', partner.partner_id,
          'partnerName', partner.name) order by product.product_id, partner.name, partner.partner_id), '[]')
        from (select supply.product_id, supply.partner_id from ${supplied('site.care_group_id')} and not ${isPriced(today)}) gap
        join product using (product_id) join partner using (partner_id))`.as('missingPrices'),
      missingForSupply('site.care_group_id', today).as('missing'),
    ])
    .where('trial.care_group_id', '=', trialId)
    .where('trial.kind', '=', 'trial')
    .where('trial.removed_at', 'is', null)
    .where(inSight(viewer, 'trial.care_group_id'))
    .orderBy('site.display_name')
    .orderBy('site.care_group_id');

/** The sites in sight that cannot be supplied, and what each of them lacks. */
export const unsuppliedSites = (tx: Tx, viewer: Sight, today: string) =>
  tx
    .selectFrom('care_group as site')
    .select(['site.care_group_id as gId', missingForSupply('site.care_group_id', today).as('missing')])
    .where('site.kind', '=', 'site')
    .where('site.removed_at', 'is', null)
    .where(inSight(viewer, 'site.care_group_id'))
    .where(cannotBeSupplied('site.care_group_id', today))
    .orderBy('site.care_group_id');

/**
 * Every product of the trial with every partner that is connected to the pick, or of which it was asked for there, and what one unit of it
 * costs there (OPS-41, OPS-45).
 */
export const gridOf = (tx: Tx, viewer: Sight, careGroupId: number, trialId: number, today: string) => {
  const valid = sql`product_price price where price.product_id = product.product_id
    and price.partner_id = partner.partner_id and price.quantity_unit = product.quantity_unit and price.invalidated_at is null
    and price.ended_on is null`;
  const amount = sql`'amount', price.drug_price::text, 'currency', price.currency`;
  const latest = sql`order by price.effective_on desc, price.price_id desc limit 1`;
  const nextOf = (whose: RawBuilder<unknown>) =>
    sql<GridPrice['next']>`(select json_build_object(${amount}, 'effectiveDate', price.effective_on) from ${valid}
      and ${whose} and price.effective_on > ${today} order by price.effective_on, price.price_id limit 1)`;
  const atPick = sql`(select site.care_group_id from care_group site
    where site.kind = 'site' and site.removed_at is null
      and (site.care_group_id = ${careGroupId} or site.parent_id = ${careGroupId})
      and ${inSight(viewer, 'site.care_group_id')})`;
  const dealings = sql<{ product_id: number; partner_id: number; is_connected: boolean; was_asked: boolean }>`(
    select found.product_id, found.partner_id, bool_or(found.is_connected) as is_connected, bool_or(not found.is_connected) as was_asked
    from (
      select product.product_id, link.partner_id, true as is_connected
      from product, site_partner link
      where product.trial_id = ${trialId} and link.removed_at is null and link.site_id in ${atPick}
      union
      select supply.product_id, supply.partner_id, false
      from ${everSupplied(sql<SqlBool>`product.trial_id = ${trialId}`)} supply
      cross join lateral ${askedAt(tx, viewer, trialId, careGroupId)} asked) found
    group by 1, 2)`;
  return tx
    .selectFrom(dealings.as('dealing'))
    .innerJoin('product', 'product.product_id', 'dealing.product_id')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'product.trial_id')
    .innerJoin('partner', 'partner.partner_id', 'dealing.partner_id')
    .select([
      'product.product_id as productId',
      'partner.kind as partnerType',
      'partner.partner_id as partnerId',
      'partner.name as partnerName',
      'product.quantity_unit as quantityUnit',
      'dealing.is_connected as isConnected',
      'dealing.was_asked as wasAsked',
      sql<boolean>`exists (select from product_supply supply where supply.product_id = product.product_id
        and supply.partner_id = partner.partner_id and supply.removed_at is null and supply.site_id in ${atPick})`.as(
        'isSupplier',
      ),
      sql<GridPrice['current']>`(select json_build_object(${amount}) from ${valid}
        and price.sponsor_id is null and price.effective_on <= ${today} ${latest})`.as('current'),
      sql<GridPrice['ofSponsor']>`(select json_build_object(${amount}) from ${valid}
        and price.sponsor_id = trial.sponsor_id and price.effective_on <= ${today} ${latest})`.as('ofSponsor'),
      nextOf(sql`price.sponsor_id is null`).as('next'),
      nextOf(sql`price.sponsor_id = trial.sponsor_id`).as('nextOfSponsor'),
    ])
    .where('product.removed_at', 'is', null)
    .orderBy('product.product_id')
    .orderBy('partner.kind')
    .orderBy('partner.name')
    .orderBy('partner.partner_id');
};
