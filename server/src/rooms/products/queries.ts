/** SQL of the products. They belong to a trial; a site has those of its trial (OPS-45). */
import { activeStatuses } from '@portal/contract/shipments/rules.ts';
import { sql } from 'kysely';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import { anyText, type Tx } from '#platform/database/db.ts';

/** The column that says whether partners of this kind can supply a product. */
export const suppliedColumn = (kind: string) => (kind === 'pharmacy' ? 'pharmacy_supplied' : 'wholesaler_supplied');

/** The products of a trial, without removed ones. Whether the trial is in sight is asked first, with `trialOf`. */
export const productsOf = (tx: Tx, trialId: number) =>
  tx
    .selectFrom('product')
    .selectAll()
    .where('trial_id', '=', trialId)
    .where('removed_at', 'is', null)
    .orderBy('product_id');
/** The same, with whether a partner of this site supplies each: the one that a request would go to (OPS-70, OPS-74). */
export const productsOfSite = (tx: Tx, trialId: number, siteId: number) =>
  productsOf(tx, trialId).select(
    sql<boolean>`exists (select from product_supply as supply
      join site_partner on site_partner.partner_id = supply.partner_id and site_partner.site_id = supply.site_id
        and site_partner.removed_at is null
      join partner on partner.partner_id = supply.partner_id
      where supply.product_id = product.product_id and supply.site_id = ${siteId} and supply.removed_at is null
        and case partner.kind when 'pharmacy' then product.pharmacy_supplied else product.wholesaler_supplied end)`.as(
      'isSupplied',
    ),
  );
export type ProductRow = Awaited<ReturnType<ReturnType<typeof productsOf>['execute']>>[number];

/**
 * A product of this trial, or of the trial of this site, held until the transaction ends. To change it the trial itself has
 * to be in sight. A change lets requests for it go on; a removal waits for those that are being made, and they for it.
 */
export const lockProduct = (tx: Tx, viewer: Sight, careGroupId: number, productId: number, to: 'change' | 'remove') =>
  tx
    .selectFrom('product')
    .selectAll()
    .where('product_id', '=', productId)
    .where('removed_at', 'is', null)
    .where(inSight(viewer, 'trial_id'))
    .where('trial_id', 'in', (eb) =>
      eb
        .selectFrom('care_group as g')
        .where('g.care_group_id', '=', careGroupId)
        .where('g.kind', 'in', ['trial', 'site'])
        .where('g.removed_at', 'is', null)
        .select(sql<number>`case g.kind when 'trial' then g.care_group_id else g.parent_id end`.as('trialId')),
    )
    .$if(to === 'change', (query) => query.forNoKeyUpdate())
    .$if(to === 'remove', (query) => query.forUpdate())
    .executeTakeFirst();

/** Whether an active request asks for it, as a stand-in too. */
export const isOnItsWay = async (tx: Tx, productId: number): Promise<boolean> =>
  (await tx
    .selectFrom('shipment_line as line')
    .innerJoin('shipment_request as request', 'request.request_id', 'line.request_id')
    .where('line.product_id', '=', productId)
    .where('request.status', '=', anyText([...activeStatuses]))
    .select('line.line_id')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The trial of a product, also of one that is removed: its prices stay on record. */
export const trialIdOf = async (tx: Tx, productId: number): Promise<number | undefined> =>
  (await tx.selectFrom('product').select('trial_id').where('product_id', '=', productId).executeTakeFirst())?.trial_id;
