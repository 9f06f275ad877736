/** What is missing before something can be supplied: sites that get nothing yet, and products without a price. SQL, nothing else. */
import { type RawBuilder, sql } from 'kysely';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import type { Tx } from '#platform/database/db.ts';
import { isInForce } from './queries.ts';

/** Whether a partner has a price on a day for what is supplied of this trial: its own, or the one of the trial's sponsor. */
const isPriced = (day: string): RawBuilder<boolean> => sql<boolean>`exists (select from product_price price
  where price.product_id = supply.product_id and price.partner_id = supply.partner_id
    and (price.sponsor_id is null or price.sponsor_id = trial.sponsor_id) and ${isInForce(sql.val(day))})`;

/** What its partners supply at a site, of products that are not removed. */
const supplied = sql`from product_supply supply join product on product.product_id = supply.product_id
  where supply.site_id = site.care_group_id and supply.removed_at is null and product.removed_at is null`;
const hasPartner = sql<boolean>`exists (select from site_partner connection
  where connection.site_id = site.care_group_id and connection.removed_at is null)`;

/**
 * The sites that cannot be supplied yet: nobody is connected to them, or supplies anything, or has a price for it. Those of a
 * trial that was configured without shipping need none of it.
 */
export const sitesNotSupplied = (tx: Tx, viewer: Sight, day: string) =>
  tx
    .selectFrom('care_group as site')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'site.parent_id')
    .where('site.kind', '=', 'site')
    .where('site.removed_at', 'is', null)
    .where(inSight(viewer, 'site.care_group_id'))
    .where(sql<boolean>`(trial.has_shipping or not trial.is_configured)`)
    .where(sql<boolean>`not exists (select ${supplied} and ${isPriced(day)})`)
    .select([
      'site.care_group_id as siteId',
      sql<'partner' | 'supply' | 'price'>`case when not ${hasPartner} then 'partner'
        when not exists (select ${supplied}) then 'supply' else 'price' end`.as('lacks'),
    ]);

/** What partners supply of the trials in sight without a price for it: prices are a trial's, whichever site it is supplied at. */
export const missingPrices = (tx: Tx, viewer: Sight, day: string) =>
  tx
    .selectFrom('product_supply as supply')
    .innerJoin('care_group as site', 'site.care_group_id', 'supply.site_id')
    .innerJoin('product', 'product.product_id', 'supply.product_id')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'product.trial_id')
    .innerJoin('partner', 'partner.partner_id', 'supply.partner_id')
    .where('supply.removed_at', 'is', null)
    .where('site.removed_at', 'is', null)
    .where('product.removed_at', 'is', null)
    .where(inSight(viewer, 'product.trial_id'))
    .where(sql<boolean>`not ${isPriced(day)}`)
    .select([
      'product.product_id as productId',
      'product.drug_name as drugName',
      'product.dosage_form as dosageForm',
      'trial.care_group_id as trialId',
      'trial.display_name as trialName',
      'partner.partner_id as partnerId',
      'partner.name as partnerName',
      'partner.kind as partnerKind',
    ])
    .distinct();
