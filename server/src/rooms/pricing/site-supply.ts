/**
 * When a site cannot be supplied, as one rule in SQL: its trial ships, or is not configured yet, and no product of the trial
 * has a partner that is connected to the site, supplies it there, and has a price that holds on the day.
 */
import { supplyParts } from '@portal/contract/pricing/set-up-endpoints.ts';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { isAgreed } from '#rooms/partners/door.ts';

const connected = (site: string) => sql`site_partner link
  where link.site_id = ${sql.ref(site)} and link.removed_at is null`;

/** What is supplied at a site, as `supply` with its `product` and the `link` of its partner to the site. */
export const supplied = (site: string): RawBuilder<unknown> => sql`product_supply supply
  join site_partner link on link.site_id = supply.site_id and link.partner_id = supply.partner_id and link.removed_at is null
  join product on product.product_id = supply.product_id and product.removed_at is null
  where supply.site_id = ${sql.ref(site)} and supply.removed_at is null`;

/** Whether a `trial` ships, or may yet. */
export const ships = sql<SqlBool>`(trial.has_shipping or not trial.is_configured)`;

/**
 * Whether a price for `supply` holds on the day, for the unit that its `product` has now: the partner's own, or that of the trial's
 * sponsor (OPS-41).
 */
export const isPriced = (day: string): RawBuilder<SqlBool> => sql<SqlBool>`exists (select from product_price price
  where price.product_id = supply.product_id and price.partner_id = supply.partner_id
    and price.quantity_unit = product.quantity_unit and price.effective_on <= ${day} and ${isAgreed})`;

/** Of a row of `care_group` that is a site; `site` names its number, such as `site.care_group_id`. */
export const cannotBeSupplied = (site: string, day: string): Expression<SqlBool> => sql<SqlBool>`(
  exists (select from care_group own join care_group trial on trial.care_group_id = own.parent_id
    where own.care_group_id = ${sql.ref(site)} and ${ships})
  and not exists (select from ${supplied(site)} and ${isPriced(day)}))`;

/** What such a site lacks; empty for any other. */
export const missingForSupply = (site: string, day: string): RawBuilder<(typeof supplyParts)[number][]> => {
  const [partner, supply, price] = supplyParts;
  return sql`case when ${cannotBeSupplied(site, day)} then array_remove(array[
    case when not exists (select from ${connected(site)}) then ${partner}::text end,
    case when not exists (select from ${supplied(site)}) then ${supply}::text end,
    ${price}::text], null) else '{}'::text[] end`;
};
