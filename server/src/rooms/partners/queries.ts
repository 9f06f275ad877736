/** SQL of the partners. They are a company's; whoever does not see all of it knows those of the sites in sight (SEC-23). */
import { type PartnerKind, partnerKinds } from '@portal/contract/partners/kinds.ts';
import { tellApart } from '@portal/contract/partners/names.ts';
import { type Expression, sql, type SqlBool } from 'kysely';
import { type Breadth, inSight, seesWhole, type Sight } from '#rooms/care-groups/door.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';

/** The partners this person may know of: all of the company, or those of the sites in sight, whatever their admin rights. */
export const knownTo = (viewer: Breadth, column: string): Expression<SqlBool> =>
  seesWhole(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`${sql.ref(column)} in (select sp.partner_id from site_partner sp
        where sp.removed_at is null and ${inSight(viewer, 'sp.site_id')})`;

/** The site itself, or the sites of the trial: what supplier screens act on (OPS-45). */
const isSiteOf = (viewer: Sight, careGroupId: number, column: string): Expression<SqlBool> =>
  sql<boolean>`${sql.ref(column)} in (select site.care_group_id from care_group site
    where site.kind = 'site' and site.removed_at is null and (site.care_group_id = ${careGroupId} or site.parent_id = ${careGroupId}) and ${inSight(viewer, 'site.care_group_id')})`;

/** Partners with what every list tells of them. */
export const partners = (tx: Tx) =>
  tx
    .selectFrom('partner')
    .leftJoin('address', 'address.address_id', 'partner.address_id')
    .select([
      'partner.partner_id as partnerId',
      'partner.company_id as companyId',
      'partner.kind',
      'partner.name',
      'partner.phone',
      'partner.fax',
      'partner.email',
      'partner.send_email as sendEmail',
      'partner.version',
      'address.address_id as addressId',
      'address.street',
      'address.street2',
      'address.city',
      'address.state',
      'address.zip',
      'address.country',
    ]);
export type PartnerRow = Awaited<ReturnType<ReturnType<typeof partners>['execute']>>[number];

/** Partners connected to a site, or to the sites of a trial. */
export const connectedPartners = (tx: Tx, viewer: Sight, careGroupId: number, kind: PartnerKind) =>
  partners(tx)
    .where('partner.kind', '=', kind)
    .where('partner.partner_id', 'in', (eb) =>
      eb
        .selectFrom('site_partner')
        .select('site_partner.partner_id')
        .where('site_partner.removed_at', 'is', null)
        .where(isSiteOf(viewer, careGroupId, 'site_partner.site_id')),
    )
    .orderBy('partner.name')
    .orderBy('partner.partner_id');

/** What tells partners of one kind and name apart, by their numbers, of those that this person may know of. */
export async function toldApart(tx: Tx, viewer: Breadth): Promise<ReadonlyMap<number, string>> {
  const rows = await partners(tx)
    .where(knownTo(viewer, 'partner.partner_id'))
    .where(
      sql<boolean>`(partner.kind, name_key(partner.name)) in
        (select kind, name_key(name) from partner group by 1, 2 having count(*) > 1)`,
    )
    .execute();
  return new Map(partnerKinds.flatMap((kind) => [...tellApart(rows.filter((row) => row.kind === kind))]));
}

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
        .onRef('supply.product_id', '=', 'product.product_id')
        .on('supply.removed_at', 'is', null),
    )
    .select([
      'product.product_id as productId',
      'partner.partner_id as partnerId',
      'partner.name',
      sql<boolean>`bool_and(supply.product_id is not null)`.as('isSupplier'),
    ])
    .where('partner.kind', '=', kind)
    .where('site_partner.removed_at', 'is', null)
    .where(isSiteOf(viewer, careGroupId, 'site_partner.site_id'))
    .$if(only.partnerId !== undefined, (query) => query.where('partner.partner_id', '=', only.partnerId ?? 0))
    .$if(only.productId !== undefined, (query) => query.where('product.product_id', '=', only.productId ?? 0))
    .groupBy(['product.product_id', 'partner.partner_id', 'partner.name'])
    .orderBy('product.product_id')
    .orderBy('partner.name')
    .orderBy('partner.partner_id');

/** The sites in sight that are this group, or belong to it, and that the partner is connected to; the links are held. */
export const sitesServed = async (tx: Tx, viewer: Sight, careGroupId: number, partnerId: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('site_partner')
      .select('site_id')
      .where('partner_id', '=', partnerId)
      .where('removed_at', 'is', null)
      .where(isSiteOf(viewer, careGroupId, 'site_partner.site_id'))
      .orderBy('site_id')
      .forShare()
      .execute()
  ).map((row) => row.site_id);

/** Those of these partners that this person may know of. */
export const partnersInSight = (tx: Tx, viewer: Sight, partnerIds: readonly number[], kind?: PartnerKind) =>
  tx
    .selectFrom('partner')
    .select(['partner_id as partnerId', 'kind'])
    .where('partner_id', '=', anyOf(partnerIds))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .where(knownTo(viewer, 'partner.partner_id'))
    .orderBy('partner_id')
    .execute();

/** A partner this person may know of. */
export const partnerInSight = async (tx: Tx, viewer: Sight, partnerId: number, kind?: PartnerKind) =>
  (await partnersInSight(tx, viewer, [partnerId], kind)).at(0);

/**
 * Of a `price` with its `product`: whether it is agreed still, with the partner itself or with the sponsor that the trial has. What
 * another sponsor agreed holds for nothing (OPS-41).
 */
export const isAgreed = sql<boolean>`price.invalidated_at is null and price.ended_on is null
  and (price.sponsor_id is null or price.sponsor_id =
    (select trial.sponsor_id from care_group trial where trial.care_group_id = product.trial_id))`;

/** Whether one of the partners has a valid price for something it supplies at the site (OPS-40). */
export const haveValidPrices = async (tx: Tx, siteId: number, partnerIds: readonly number[]): Promise<boolean> =>
  (await tx
    .selectFrom('product_price as price')
    .innerJoin('product_supply as supply', (join) =>
      join.onRef('supply.partner_id', '=', 'price.partner_id').onRef('supply.product_id', '=', 'price.product_id'),
    )
    .innerJoin('product', 'product.product_id', 'supply.product_id')
    .where('product.removed_at', 'is', null)
    .where('supply.site_id', '=', siteId)
    .where('supply.partner_id', '=', anyOf(partnerIds))
    .where('supply.removed_at', 'is', null)
    .where(isAgreed)
    .select('price.price_id')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether the partner, or one of this kind, supplies the product at a site and has a valid price for it (OPS-40). */
export const hasValidPrice = async (tx: Tx, whose: number | PartnerKind, productId: number): Promise<boolean> =>
  (await tx
    .selectFrom('product_price as price')
    .innerJoin('product', 'product.product_id', 'price.product_id')
    .innerJoin('partner', 'partner.partner_id', 'price.partner_id')
    .where((eb) => (typeof whose === 'number' ? eb('partner.partner_id', '=', whose) : eb('partner.kind', '=', whose)))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('product_supply as supply')
          .innerJoin('care_group as site', 'site.care_group_id', 'supply.site_id')
          .where('site.removed_at', 'is', null)
          .whereRef('supply.product_id', '=', 'price.product_id')
          .whereRef('supply.partner_id', '=', 'price.partner_id')
          .where('supply.removed_at', 'is', null)
          .select('supply.supply_id'),
      ),
    )
    .where('price.product_id', '=', productId)
    .where(isAgreed)
    .select('price.price_id')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * The product with its supplier type, held: prices of it are set, and its type is changed, before or after what this
 * transaction does, not in between. `alone` also keeps others from being made suppliers.
 */
export const productHeld = (tx: Tx, productId: number, how: 'alone' | 'for its supplier type') =>
  tx
    .selectFrom('product')
    .select(['pharmacy_supplied as pharmacySupplied', 'wholesaler_supplied as wholesalerSupplied'])
    .where('product_id', '=', productId)
    .where('removed_at', 'is', null)
    .$if(how === 'alone', (query) => query.forNoKeyUpdate())
    .$if(how === 'for its supplier type', (query) => query.forShare())
    .executeTakeFirst();

/** A product of a trial that is not removed. */
export const productOf = (tx: Tx, trialId: number, productId: number) =>
  tx
    .selectFrom('product')
    .select('product_id as productId')
    .where('product_id', '=', productId)
    .where('trial_id', '=', trialId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
