/** SQL of the partners. They are a company's; whoever is not an administrator knows those of the sites in sight (SEC-23). */
import { type Expression, sql, type SqlBool } from 'kysely';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import type { Tx } from '#platform/db.ts';

export type PartnerKind = 'pharmacy' | 'wholesaler';

/** The site itself, or the sites of the trial: what supplier screens act on (OPS-45). */
const isSiteOf = (viewer: Sight, careGroupId: number, column: string): Expression<SqlBool> =>
  sql<boolean>`${sql.ref(column)} in (select site.care_group_id from care_group site
    where site.kind = 'site' and (site.care_group_id = ${careGroupId} or site.parent_id = ${careGroupId}) and ${inSight(viewer, 'site.care_group_id')})`;

/** Partners connected to a site, or to the sites of a trial. */
export const connectedPartners = (tx: Tx, viewer: Sight, careGroupId: number, kind: PartnerKind) =>
  tx
    .selectFrom('partner')
    .select(['partner_id as partnerId', 'name', 'phone', 'email', 'fax', 'country'])
    .where('kind', '=', kind)
    .where('partner_id', 'in', (eb) =>
      eb
        .selectFrom('site_partner')
        .select('site_partner.partner_id')
        .where(isSiteOf(viewer, careGroupId, 'site_partner.site_id')),
    )
    .orderBy('name')
    .orderBy('partner_id')
    .limit(5_000);

/**
 * Every connected partner with every product of the trial, and whether it supplies it (PSU-02). For a trial: whether it
 * does so at each of its sites.
 */
export const supplyOf = (
  tx: Tx,
  viewer: Sight,
  careGroupId: number,
  trialId: number,
  kind: PartnerKind,
  only: { partnerId?: number | undefined; productId?: number | undefined },
) =>
  tx
    .selectFrom('site_partner')
    .innerJoin('partner', 'partner.partner_id', 'site_partner.partner_id')
    .innerJoin('product', (join) => join.on('product.trial_id', '=', trialId).on('product.removed_at', 'is', null))
    .leftJoin('product_supply as supply', (join) =>
      join
        .onRef('supply.site_id', '=', 'site_partner.site_id')
        .onRef('supply.partner_id', '=', 'site_partner.partner_id')
        .onRef('supply.product_id', '=', 'product.product_id'),
    )
    .select([
      'product.product_id as productId',
      'partner.partner_id as partnerId',
      'partner.name',
      sql<boolean>`bool_and(supply.product_id is not null)`.as('isSupplier'),
    ])
    .where('partner.kind', '=', kind)
    .where(isSiteOf(viewer, careGroupId, 'site_partner.site_id'))
    .$if(only.partnerId !== undefined, (query) => query.where('partner.partner_id', '=', only.partnerId ?? 0))
    .$if(only.productId !== undefined, (query) => query.where('product.product_id', '=', only.productId ?? 0))
    .groupBy(['product.product_id', 'partner.partner_id', 'partner.name'])
    .orderBy('product.product_id')
    .orderBy('partner.name')
    .orderBy('partner.partner_id')
    .limit(20_000);

/** A partner this person may know of. */
export const partnerInSight = (tx: Tx, viewer: Sight, partnerId: number, kind?: PartnerKind) =>
  tx
    .selectFrom('partner')
    .select(['partner_id as partnerId', 'kind'])
    .where('partner_id', '=', partnerId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .$if(viewer.careGroupIds !== null, (query) =>
      query.where('partner_id', 'in', (eb) =>
        eb.selectFrom('site_partner').select('site_partner.partner_id').where(inSight(viewer, 'site_partner.site_id')),
      ),
    )
    .executeTakeFirst();

/** A product of a trial that is not removed. */
export const productOf = (tx: Tx, trialId: number, productId: number) =>
  tx
    .selectFrom('product')
    .select([
      'product_id as productId',
      'pharmacy_supplied as pharmacySupplied',
      'wholesaler_supplied as wholesalerSupplied',
    ])
    .where('product_id', '=', productId)
    .where('trial_id', '=', trialId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();

/** A site in sight with its trial. */
export const siteInSight = (tx: Tx, viewer: Sight, siteId: number) =>
  tx
    .selectFrom('care_group')
    .select(['care_group_id as siteId', 'parent_id as trialId'])
    .where('care_group_id', '=', siteId)
    .where('kind', '=', 'site')
    .where(inSight(viewer, 'care_group_id'))
    .executeTakeFirst();
