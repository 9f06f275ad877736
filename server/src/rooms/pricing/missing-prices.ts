/** Products that are supplied without a price. SQL, nothing else. */
import { sql } from 'kysely';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import type { Tx } from '#platform/database/db.ts';
import { isPriced, ships } from './site-supply.ts';

/** What partners supply of the trials in sight that ship, without a price for it: prices are a trial's, whichever site it is supplied at. */
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
    .where(ships)
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
