/** SQL of the prices. A price is a partner's own, or what one sponsor pays that partner (PRC-04), for one unit of the product. */
import { type Expression, sql } from 'kysely';
import type { Sight } from '#rooms/care-groups/door.ts';
import type { Tx } from '#platform/database/db.ts';

/** Whose price of what: without a sponsor the partner's own. */
export interface Parties {
  productId: number;
  partnerId: number;
  sponsorId: number | null;
}

/** A price counts from its effective day on to the one on which it ends, unless it was invalidated. */
const isInForce = (day: Expression<string | null>) =>
  sql<boolean>`price.invalidated_at is null and price.effective_on <= ${day} and ${day} <= coalesce(price.ended_on, 'infinity')`;

/** OPS-41: of the prices in force on the day the one with the latest effective day; a sponsor's goes before the partner's own. */
const inForceOn = (tx: Tx, day: Expression<string | null>) =>
  tx
    .selectFrom('product_price as price')
    .where(isInForce(day))
    .orderBy(sql`price.sponsor_id is null`)
    .orderBy('price.effective_on', 'desc')
    .orderBy('price.price_id', 'desc')
    .limit(1)
    .select(['price.drug_price', 'price.shipping_fee', 'price.dispense_fee', 'price.currency']);

/** The price between these of one such unit that holds from a day on: one that ends with the day does not. */
export const priceOn = (tx: Tx, { productId, partnerId, sponsorId }: Parties, unit: string, day: string) =>
  inForceOn(tx, sql.val(day))
    .where('price.ended_on', 'is', null)
    .where('price.quantity_unit', '=', unit)
    .where('price.product_id', '=', productId)
    .where('price.partner_id', '=', partnerId)
    .where('price.sponsor_id', 'is not distinct from', sponsorId)
    .executeTakeFirst();

/**
 * What a partner charges for one unit of a product on a day, for a statement to join laterally: the price agreed with the sponsor
 * where there is one in force, else the partner's own. A price of another unit is not one of it.
 */
export const agreedPrice = (
  tx: Tx,
  on: Record<'product' | 'partner' | 'sponsor' | 'day', string> & { unit: Expression<string> },
) =>
  inForceOn(tx, sql.ref<string | null>(on.day))
    .where('price.product_id', '=', sql.ref<number>(on.product))
    .where('price.partner_id', '=', sql.ref<number>(on.partner))
    .where('price.quantity_unit', '=', on.unit)
    .where((eb) =>
      eb.or([eb('price.sponsor_id', 'is', null), eb('price.sponsor_id', '=', sql.ref<number>(on.sponsor))]),
    );

/** The prices between these, of whichever unit, the latest effective day first; what was invalidated is kept but not told of (OPS-42). */
export const historyOf = (tx: Tx, { productId, partnerId, sponsorId }: Parties) =>
  tx
    .selectFrom('product_price')
    .where('product_id', '=', productId)
    .where('partner_id', '=', partnerId)
    .where('sponsor_id', 'is not distinct from', sponsorId)
    .where('invalidated_at', 'is', null)
    .orderBy('effective_on', 'desc')
    .orderBy('price_id', 'desc')
    .select(['price_id', 'drug_price', 'shipping_fee', 'dispense_fee', 'currency', 'quantity_unit', 'effective_on'])
    .select('ended_on');
export type PriceRow = Awaited<ReturnType<ReturnType<typeof historyOf>['execute']>>[number];

/** The unit that the product has now, of one that is removed as well. */
export const unitNow = async (tx: Tx, productId: number): Promise<string> =>
  (await tx.selectFrom('product').where('product_id', '=', productId).select('quantity_unit').executeTakeFirstOrThrow())
    .quantity_unit;

/**
 * The product with its unit, where the product, the partner and the sponsor are all of this company; held, so that none changes or
 * goes away in the meantime. The product first: who ends a supply of it holds it too.
 */
export async function holdParties(tx: Tx, { productId, partnerId, sponsorId }: Parties) {
  const product = tx.selectFrom('product').where('product_id', '=', productId);
  const partner = tx.selectFrom('partner').where('partner_id', '=', partnerId);
  const sponsor = tx.selectFrom('sponsor').where('sponsor_id', '=', sponsorId).where('removed_at', 'is', null);
  const held = await product
    .select(['quantity_unit as unit', sql<boolean>`removed_at is not null`.as('isRemoved')])
    .forShare()
    .executeTakeFirst();
  const areThere =
    held !== undefined &&
    (await partner.select('partner_id').forShare().executeTakeFirst()) !== undefined &&
    (sponsorId === null || (await sponsor.select('sponsor_id').forShare().executeTakeFirst()) !== undefined);
  return areThere ? held : undefined;
}

/** Whether this person may know of the sponsor; who does not see the whole company knows that of the trial. */
export const sponsorInSight = async (tx: Tx, viewer: Sight, sponsorId: number, trialId: number): Promise<boolean> =>
  (await tx
    .selectFrom('sponsor')
    .where('sponsor_id', '=', sponsorId)
    .$if(viewer.careGroupIds !== null, (query) =>
      query.where(
        sql<boolean>`sponsor_id = (select trial.sponsor_id from care_group trial where trial.care_group_id = ${trialId})`,
      ),
    )
    .select('sponsor_id')
    .executeTakeFirst()) !== undefined;

export const isBetween = (price: Parties, { productId, partnerId, sponsorId }: Parties): boolean =>
  price.productId === productId && price.partnerId === partnerId && price.sponsorId === sponsorId;

/** Whose price it is, and whether it was invalidated. */
export const partiesOf = (tx: Tx, priceId: number) =>
  tx
    .selectFrom('product_price')
    .where('price_id', '=', priceId)
    .select(['product_id as productId', 'partner_id as partnerId', 'sponsor_id as sponsorId', 'invalidated_at'])
    .executeTakeFirst();

/**
 * The valid prices of one unit between the same parties as this one, itself among them while it is valid; held until the transaction
 * ends, in one order.
 */
export const lockOfOneUnit = (tx: Tx, priceId: number) =>
  tx
    .selectFrom('product_price as price')
    .innerJoin('product_price as named', (join) =>
      join
        .onRef('named.product_id', '=', 'price.product_id')
        .onRef('named.partner_id', '=', 'price.partner_id')
        .onRef('named.quantity_unit', '=', 'price.quantity_unit')
        .on(sql<boolean>`named.sponsor_id is not distinct from price.sponsor_id`),
    )
    .where('named.price_id', '=', priceId)
    .where('price.invalidated_at', 'is', null)
    .where('price.ended_on', 'is', null)
    .orderBy('price.price_id')
    .select(['price.price_id', 'price.effective_on'])
    .forNoKeyUpdate('price')
    .execute();

/** One price, held until the transaction ends. */
export const lockPrice = (tx: Tx, priceId: number) =>
  tx
    .selectFrom('product_price')
    .where('price_id', '=', priceId)
    .select(['product_id as productId', 'partner_id as partnerId', 'sponsor_id as sponsorId', 'invalidated_at'])
    .forNoKeyUpdate()
    .executeTakeFirst();
