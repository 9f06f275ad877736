/** Products that are supplied, or were shipped, without a price. SQL, nothing else. */
import { type RawBuilder, sql } from 'kysely';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import type { Tx } from '#platform/database/db.ts';
import { everSupplied, type Pair, shippedUnpriced } from './asked.ts';
import { isPriced, ships } from './site-supply.ts';

/** What partners supply now, once for each site, whether they are still connected to it or not. */
const suppliedNow = sql<Pair>`(select link.product_id, link.partner_id
  from product_supply link join care_group at on at.care_group_id = link.site_id
  where link.removed_at is null and at.removed_at is null)`;

/** Of such pairs those of the trials in sight, by their names. */
const named = (tx: Tx, viewer: Sight, pairs: RawBuilder<Pair>) =>
  tx
    .selectFrom(pairs.as('supply'))
    .innerJoin('product', 'product.product_id', 'supply.product_id')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'product.trial_id')
    .innerJoin('partner', 'partner.partner_id', 'supply.partner_id')
    .where('product.removed_at', 'is', null)
    .where('trial.removed_at', 'is', null)
    .where(inSight(viewer, 'product.trial_id'))
    .select([
      'product.product_id as productId',
      'product.drug_name as drugName',
      'product.dosage_form as dosageForm',
      'trial.care_group_id as trialId',
      'trial.display_name as trialName',
      'partner.partner_id as partnerId',
      'partner.name as partnerName',
      'partner.kind as partnerKind',
    ]);

/** What partners supply of the trials in sight that ship, without a price for it: prices are a trial's, whichever site it is supplied at. */
export const missingPrices = (tx: Tx, viewer: Sight, day: string) =>
  named(tx, viewer, suppliedNow)
    .where(ships)
    .where(sql<boolean>`not ${isPriced(day)}`)
    .distinct();

/** What is not supplied there any more, or never was, and was shipped without a price. */
const shippedWithoutPrice = (tx: Tx, viewer: Sight, day: string) =>
  named(tx, viewer, everSupplied(inSight(viewer, 'product.trial_id')))
    .innerJoinLateral(shippedUnpriced(tx, day).as('gap'), (join) => join.onTrue())
    .where(
      sql<boolean>`not (${ships} and exists (select from ${suppliedNow} of_now
        where of_now.product_id = supply.product_id and of_now.partner_id = supply.partner_id))`,
    );

/** Both, for who looks at them. To find that nothing was shipped without a price takes all lines of the pair, so what is told again and again leaves that out. */
export const allMissingPrices = (tx: Tx, viewer: Sight, day: string) =>
  missingPrices(tx, viewer, day)
    .select(sql<boolean>`true`.as('isSupplier'))
    .unionAll(shippedWithoutPrice(tx, viewer, day).select(sql<boolean>`false`.as('isSupplier')));
