/** SQL of what was asked for of partners. That is invoiced, whatever they supply and whoever they serve by now. */
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import type { Tx } from '#platform/database/db.ts';
import { agreedPrice, type Parties } from './queries.ts';

interface Between {
  product: Expression<number>;
  partner: Expression<number>;
}
const between = ({ productId, partnerId }: Omit<Parties, 'sponsorId'>): Between => ({
  product: sql.val(productId),
  partner: sql.val(partnerId),
});
/** The two of a row of `supply`. */
const ofSupply: Between = { product: sql.ref('supply.product_id'), partner: sql.ref('supply.partner_id') };

const unit = sql<string>`coalesce(line.quantity_unit, product.quantity_unit)`;

/** What was asked for of the partner of this product and is not cancelled. */
const linesAsked = (tx: Tx, { product, partner }: Between) =>
  tx
    .selectFrom('shipment_line as line')
    .innerJoin('shipment_request as request', 'request.request_id', 'line.request_id')
    .innerJoin('product', 'product.product_id', 'line.product_id')
    .where('line.product_id', '=', product)
    .where('request.partner_id', '=', partner)
    .where('request.status', '<>', 'cancelled');

/** Whether something was asked for of the partner in this unit of the product. */
export const isAskedIn = async (tx: Tx, parties: Parties, asked: string): Promise<boolean> =>
  (await linesAsked(tx, between(parties))
    .where(unit, '=', asked)
    .select('line.line_id')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Of a `request`: whether its trial is in sight, or its site. Who has the trial knows of sites that were removed, too. */
const isInSight = (viewer: Sight): Expression<SqlBool> =>
  sql<SqlBool>`(${inSight(viewer, 'request.trial_id')} or ${inSight(viewer, 'request.site_id')})`;

/** Of a `request` of the trial: whether it is of the pick. Who has only some of the sites knows of those. */
const isOfPick = (viewer: Sight, trialId: number, careGroupId: number): Expression<SqlBool> =>
  careGroupId === trialId ? isInSight(viewer) : sql<SqlBool>`request.site_id = ${careGroupId}`;

/** Of a row of `supply`: something of the product that was asked for of the partner at the pick, for a statement to join laterally. */
export const askedAt = (tx: Tx, viewer: Sight, trialId: number, careGroupId: number) =>
  linesAsked(tx, ofSupply)
    .where(isOfPick(viewer, trialId, careGroupId))
    .select('line.line_id')
    .limit(1);

/** Whether something of the product was asked for of the partner, as far as the viewer sees the trial. */
export const isAskedInSight = async (tx: Tx, viewer: Sight, parties: Parties, kind?: PartnerKind): Promise<boolean> =>
  (await linesAsked(tx, between(parties))
    .innerJoin('partner', 'partner.partner_id', 'request.partner_id')
    .where(isInSight(viewer))
    .$if(kind !== undefined, (query) => query.where('partner.kind', '=', kind ?? ''))
    .select('line.line_id')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The two by their numbers. */
export interface Pair {
  product_id: number;
  partner_id: number;
}

/**
 * The products that are meant, by a condition on `product`, with the partners of which they can have been asked for: each that supplies the
 * product, or did, and each that packed it in place of another. All lines of the years would say the same, and are too many to be read each
 * time.
 */
export const everSupplied = (isMeant: Expression<SqlBool>): RawBuilder<Pair> => sql<Pair>`(
  select link.product_id, link.partner_id from product_supply link join product using (product_id) where ${isMeant}
  union
  select line.product_id, request.partner_id
  from shipment_line line join product using (product_id) join shipment_request request using (request_id)
  where line.replaces_line_id is not null and ${isMeant})`;

/**
 * What was sent, or is to be, with the unit, the day and the sponsor that its price goes by: what was shipped, on its day, and of what was
 * asked for in a former unit also what is not shipped, today. Only lines of before a change of their product have a unit of their own.
 */
const linesToPrice = (tx: Tx, parties: Between, today: string) =>
  linesAsked(tx, parties)
    .innerJoin('care_group as trial', 'trial.care_group_id', 'request.trial_id')
    .leftJoin('shipment_line as stand_in', 'stand_in.replaces_line_id', 'line.line_id')
    .where('stand_in.line_id', 'is', null)
    .where(sql<boolean>`(request.shipped_on is not null or ${unit} <> product.quantity_unit)`)
    .select(['line.product_id', 'request.partner_id', unit.as('unit')])
    .select([
      sql<boolean>`${unit} = product.quantity_unit`.as('is_of_now'),
      sql<string>`coalesce(request.shipped_on, ${today}::date)`.as('day'),
      sql<number | null>`case when request.shipped_on is null then trial.sponsor_id else request.sponsor_id end`.as(
        'sponsor_id',
      ),
    ]);

/** Those of them that have no price, neither the partner's nor the sponsor's. */
const withoutPrice = (tx: Tx, lines: ReturnType<typeof linesToPrice>) =>
  tx
    .selectFrom(lines.as('asked'))
    .leftJoinLateral(
      agreedPrice(tx, {
        product: 'asked.product_id',
        partner: 'asked.partner_id',
        sponsor: 'asked.sponsor_id',
        day: 'asked.day',
        unit: sql.ref('asked.unit'),
      }).as('price'),
      (join) => join.onTrue(),
    )
    .where('price.drug_price', 'is', null);

/**
 * The units of the product in which something of the partner has no price, by their names, each with the first such day, as far as the
 * viewer sees the trial. For a sponsor those of what it pays.
 */
export const unpricedUnits = (tx: Tx, viewer: Sight, parties: Parties, today: string) =>
  withoutPrice(tx, linesToPrice(tx, between(parties), today).where(isInSight(viewer)).distinct())
    .$if(parties.sponsorId !== null, (query) => query.where('asked.sponsor_id', '=', parties.sponsorId))
    .select((eb) => ['asked.unit as quantityUnit', 'asked.is_of_now as isOfNow', eb.fn.min('asked.day').as('since')])
    .groupBy(['asked.unit', 'asked.is_of_now'])
    .orderBy('asked.unit')
    .execute();

/**
 * Of a row of `supply`: something that was shipped without a price, in whichever unit, for a statement to join laterally. The first one is
 * enough, so that not all lines of the years are read where there is one.
 */
export const shippedUnpriced = (tx: Tx, today: string) =>
  withoutPrice(tx, linesToPrice(tx, ofSupply, today).where('request.shipped_on', 'is not', null))
    .select('asked.day')
    .limit(1);
