/** What a partner may know of lots while it packs a request that is already known to be in sight. SQL, nothing else. */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { suppliedColumn } from '#rooms/products/door.ts';
import { isCalled, nameOfLine, unitOfLine } from '../words-of-line.ts';

interface Packed {
  request_id: number;
  trial_id: number;
  partner_id: number;
  shipment_type: string;
}

/**
 * A product that is on the request, called as it was asked for, or one that this kind of partner could send instead (OPC-93), called as it
 * is now.
 */
export const findPackable = (tx: Tx, request: Packed, productId: number) =>
  tx
    .selectFrom('product')
    .leftJoin('shipment_line as line', (join) =>
      join.onRef('line.product_id', '=', 'product.product_id').on('line.request_id', '=', request.request_id),
    )
    .where('product.product_id', '=', productId)
    .where('product.trial_id', '=', request.trial_id)
    .where((eb) =>
      eb.or([eb(`product.${suppliedColumn(request.shipment_type)}`, '=', true), eb('line.line_id', 'is not', null)]),
    )
    .select('product.product_id as productId')
    .select(nameOfLine)
    .executeTakeFirst();

interface Asked {
  productId: number;
  drugName: string;
  dosageForm: string;
  begins: string;
  after: string;
}

/**
 * Lots of a product that this partner has shipped and that can still be packed, the newest first: what another partner ships is not for
 * its eyes (PRV-04), what was sent under another name may be of another strength, and what is recalled is not sent. Which lots is settled
 * before how much went out of them is added up: each unit by itself.
 */
export const lotsShippedBy = (tx: Tx, partnerId: number, asked: Asked) => ({
  limit: (most: number) =>
    tx
      .selectFrom(shippedBy(tx, partnerId, asked).orderBy('lot.lot_id', 'desc').limit(most).as('lot'))
      .select([
        'lot.lot_number as lotNumber',
        'lot.expires_on as expirationDate',
        sql<{ quantity: number; quantityUnit: string }[]>`(
          select json_agg(json_build_object('quantity', quantity, 'quantityUnit', unit) order by quantity desc, unit)
          from (select sum(item.quantity)::int as quantity, ${unitOfLine} as unit from package_item as item
            join shipment_package as box on box.package_id = item.package_id
            join shipment_request as request on request.request_id = box.request_id
            join shipment_line as line on line.line_id = item.line_id
            join product on product.product_id = line.product_id
            where item.lot_id = lot.lot_id and request.partner_id = ${partnerId} and ${isCalled(asked)} group by unit) as of_unit)`.as(
          'shipped',
        ),
      ])
      .orderBy('lot.lot_id', 'desc'),
});

const shippedBy = (tx: Tx, partnerId: number, asked: Asked) =>
  tx
    .selectFrom('lot')
    .where('lot.product_id', '=', asked.productId)
    .where('lot.expires_on', '>', asked.after)
    .where('lot.recalled_at', 'is', null)
    .$if(asked.begins !== '', (query) =>
      query
        .where('lot.number_key', '>=', sql<string>`name_key(${asked.begins}::text)`)
        .where('lot.number_key', '<', sql<string>`name_key(${asked.begins}::text) || chr(1114111)`),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('package_item as item')
          .innerJoin('shipment_package as box', 'box.package_id', 'item.package_id')
          .innerJoin('shipment_request as request', 'request.request_id', 'box.request_id')
          .innerJoin('shipment_line as line', 'line.line_id', 'item.line_id')
          .innerJoin('product', 'product.product_id', 'line.product_id')
          .whereRef('item.lot_id', '=', 'lot.lot_id')
          .where('request.partner_id', '=', partnerId)
          .where(isCalled(asked))
          // Each lot is looked at by itself: nobody can tell beforehand how many lines have a name, and to go by lines reads them all.
          .offset(0)
          .select('item.item_id'),
      ),
    )
    .select(['lot.lot_id', 'lot.lot_number', 'lot.expires_on']);
