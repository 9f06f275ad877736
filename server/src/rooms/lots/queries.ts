/** What is known of lots. SQL, nothing else. */
import { type Expiry, mostTraced, soonDays } from '@portal/contract/lots/rules.ts';
import type { ItemCondition, ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { inSight as groupInSight } from '#rooms/care-groups/door.ts';
import { askedNumber, isTheirs } from '#rooms/participants/door.ts';
import { addDays } from '#platform/core/clock.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';

type Sight = Pick<Viewer, 'careGroupIds'>;

/** Which lots the packages of a request hold; the caller has found the request in sight. */
export const lotsOfRequest = (tx: Tx, requestId: number) =>
  tx
    .selectFrom('shipment_package as box')
    .innerJoin('package_item as item', 'item.package_id', 'box.package_id')
    .innerJoin('lot', 'lot.lot_id', 'item.lot_id')
    .innerJoin('product', 'product.product_id', 'lot.product_id')
    .where('box.request_id', '=', requestId)
    .select([
      'lot.lot_id as lotId',
      'product.drug_name as drugName',
      'lot.lot_number as lotNumber',
      'lot.expires_on as expiresOn',
    ])
    .distinct()
    .orderBy('lot.lot_id')
    .execute();

/** The lots this viewer may know of: all of the company, or those that went to their sites. */
const inSight = (tx: Tx, { careGroupIds }: Sight) =>
  tx.selectFrom('lot').$if(careGroupIds !== null, (query) =>
    query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('package_item as item')
          .innerJoin('shipment_package as box', 'box.package_id', 'item.package_id')
          .innerJoin('shipment_request as request', 'request.request_id', 'box.request_id')
          .whereRef('item.lot_id', '=', 'lot.lot_id')
          .where('request.site_id', '=', anyOf(careGroupIds ?? []))
          .select('item.item_id'),
      ),
    ),
  );

/** Those of them that are good today, and not recalled, and will not be good for long. */
export const expiringLots = (tx: Tx, viewer: Sight, today: string) =>
  inSight(tx, viewer)
    .where('lot.expires_on', '>=', today)
    .where('lot.expires_on', '<=', addDays(today, soonDays))
    .where('lot.recalled_at', 'is', null);

/** With the product and the trial they are of. Which lots is settled before, so that a page reads those of the page alone. */
const described = (tx: Tx, chosen: ReturnType<typeof inSight>) =>
  tx
    .selectFrom(chosen.selectAll('lot').as('lot'))
    .innerJoin('product', 'product.product_id', 'lot.product_id')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'product.trial_id')
    .select([
      'lot.lot_id as lotId',
      'lot.lot_number as lotNumber',
      'lot.product_id as productId',
      'product.drug_name as drugName',
      'product.dosage_form as dosageForm',
      'trial.name as protocolNumber',
      'lot.expires_on as expirationDate',
      'lot.recalled_at as recalledAt',
      'lot.created_at as createdAt',
      'lot.version',
    ]);

export interface Page {
  /** What the number begins with; empty for all. */
  search: string;
  /** Those that are past their day on `today`, or will soon be; left out for all. */
  expiry?: Expiry | undefined;
  /** Those that are recalled, or those that are not; left out for all. */
  recalled?: boolean | undefined;
  today: string;
  page: number;
  size: number;
}

/** One page by number, and one lot more when there is one. */
export const page = (tx: Tx, viewer: Sight, { search, expiry, recalled, today, page: number, size }: Page) =>
  described(
    tx,
    (expiry === 'soon' ? expiringLots(tx, viewer, today) : inSight(tx, viewer))
      .$if(search !== '', (query) =>
        query
          .where('lot.number_key', '>=', sql<string>`name_key(${search}::text)`)
          .where('lot.number_key', '<', sql<string>`name_key(${search}::text) || chr(1114111)`),
      )
      .$if(recalled !== undefined, (query) => query.where('lot.recalled_at', recalled ? 'is not' : 'is', null))
      .$if(expiry === 'expired', (query) => query.where('lot.expires_on', '<', today))
      .orderBy('lot.number_key')
      .orderBy('lot.lot_id')
      .limit(size + 1)
      .offset((number - 1) * size),
  )
    .orderBy('lot.number_key')
    .orderBy('lot.lot_id');

export const findLot = (tx: Tx, viewer: Sight, lotId: number) =>
  described(tx, inSight(tx, viewer).where('lot.lot_id', '=', lotId)).executeTakeFirst();

/** Those of the same number, of other products: what a manufacturer recalls may be on record as several. */
export const sameNumberAs = (tx: Tx, viewer: Sight, lotId: number) =>
  described(
    tx,
    inSight(tx, viewer)
      .where('lot.lot_id', '<>', lotId)
      .where('lot.number_key', '=', (eb) =>
        eb.selectFrom('lot as this').where('this.lot_id', '=', lotId).select('this.number_key'),
      ),
  )
    .orderBy('product.drug_name')
    .orderBy('lot.lot_id');

/** What was sent keeps what it was called and counted in then. */
const ofLine = (column: 'drug_name' | 'dosage_form' | 'quantity_unit') =>
  sql<string>`coalesce(${sql.ref(`line.${column}`)}, ${sql.ref(`product.${column}`)})`;
const [drugOfLine, formOfLine, unitOfLine] = [ofLine('drug_name'), ofLine('dosage_form'), ofLine('quantity_unit')];

const arrivedAs = (condition: ItemCondition) =>
  sql`coalesce(sum(item.quantity) filter (where item.arrived_as = ${condition}), 0)`;

/** Where a lot went, the newest shipment first: every request that packed it, and one more when there are too many. */
export const trace = (tx: Tx, { careGroupIds }: Sight, lotId: number) =>
  tx
    .selectFrom('package_item as item')
    .innerJoin('shipment_line as line', 'line.line_id', 'item.line_id')
    .innerJoin('shipment_package as box', 'box.package_id', 'item.package_id')
    .innerJoin('shipment_request as request', 'request.request_id', 'box.request_id')
    .innerJoin('care_group as site', 'site.care_group_id', 'request.site_id')
    .innerJoin('partner', 'partner.partner_id', 'request.partner_id')
    .innerJoin('lot', 'lot.lot_id', 'item.lot_id')
    .innerJoin('product', 'product.product_id', 'lot.product_id')
    .where('item.lot_id', '=', lotId)
    .$if(careGroupIds !== null, (query) => query.where('request.site_id', '=', anyOf(careGroupIds ?? [])))
    .groupBy(['request.request_id', 'site.care_group_id', 'partner.partner_id', drugOfLine, formOfLine, unitOfLine])
    .select([
      'request.request_id as srId',
      'request.site_id as gId',
      'request.status',
      'site.display_name as siteName',
      'partner.name as partnerName',
      'request.to_participant as toParticipant',
      drugOfLine.as('drugName'),
      formOfLine.as('dosageForm'),
      unitOfLine.as('quantityUnit'),
      'request.shipped_on as dateShipped',
      'request.status_changed_on as dateOfStatusChange',
    ])
    .$narrowType<{ status: ShipmentStatus }>()
    .select((eb) => [
      sql<number>`sum(item.quantity)::int`.as('quantity'),
      sql<Record<ItemCondition, number>>`jsonb_build_object('received', ${arrivedAs('received')},
        'damaged', ${arrivedAs('damaged')}, 'missing', ${arrivedAs('missing')})`.as('arrived'),
      sql<{ courier: string; trackingNumber: string }[]>`jsonb_agg(distinct
        jsonb_build_object('courier', box.courier, 'trackingNumber', box.tracking_number))`.as('packages'),
      sql<string[]>`jsonb_agg(distinct item.expires_on)`.as('expirationDates'),
      jsonArrayFrom(
        eb
          .selectFrom('shipment_participant as subject')
          .leftJoin('participant', 'participant.participant_id', 'subject.participant_id')
          // A lot that is called back is looked for where they are by now.
          .leftJoin('care_group as now', (join) =>
            join
              .onRef('now.care_group_id', '=', 'participant.site_id')
              .onRef('now.care_group_id', '<>', 'request.site_id')
              .on(isTheirs)
              .on(groupInSight({ careGroupIds }, 'now.care_group_id')),
          )
          .whereRef('subject.request_id', '=', 'request.request_id')
          .orderBy('subject.position')
          .select(askedNumber('request.site_id', { careGroupIds }))
          .select('now.display_name as siteNow'),
      ).as('participants'),
    ])
    .orderBy('request.shipped_on', (order) => order.desc().nullsLast())
    .orderBy('request.request_id', 'desc')
    .limit(mostTraced + 1);

/** What was put right in a lot that is already known to be in sight, the oldest first. */
export const correctionsOf = (tx: Tx, lotId: number) =>
  tx
    .selectFrom('lot_correction')
    .innerJoin('provider', 'provider.provider_id', 'lot_correction.corrector_id')
    .where('lot_correction.lot_id', '=', lotId)
    .orderBy('lot_correction.correction_id')
    .select([
      'lot_correction.expired_on as from',
      'lot_correction.expires_on as to',
      'lot_correction.reason',
      'lot_correction.corrected_at as correctedAt',
      sql<string>`btrim(provider.first_name || ' ' || provider.last_name)`.as('correctedBy'),
    ]);

/** That such a lot was recalled, and that this was taken back, the oldest first. */
export const recallsOf = (tx: Tx, lotId: number) =>
  tx
    .selectFrom('lot_recall')
    .innerJoin('provider', 'provider.provider_id', 'lot_recall.recaller_id')
    .where('lot_recall.lot_id', '=', lotId)
    .orderBy('lot_recall.recall_id')
    .select([
      'lot_recall.is_recalled as recalled',
      'lot_recall.reason',
      'lot_recall.recalled_at as recalledAt',
      sql<string>`btrim(provider.first_name || ' ' || provider.last_name)`.as('recalledBy'),
    ]);

/** The last of them, for whoever goes by an earlier state. */
export const lastRecallOf = (tx: Tx, lotId: number) =>
  tx
    .selectFrom(recallsOf(tx, lotId).select('lot_recall.recall_id').as('recall'))
    .select(['recalled', 'reason', 'recalledAt', 'recalledBy'])
    .orderBy('recall_id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Lots of products whose trial itself is in sight: they are those of its other sites too. */
const ofTrialsInSight = (tx: Tx, viewer: Sight, lotId: number) =>
  tx
    .selectFrom('lot')
    .where('lot_id', '=', lotId)
    .where('product_id', 'in', (eb) =>
      eb.selectFrom('product').where(groupInSight(viewer, 'product.trial_id')).select('product.product_id'),
    );

export const mayCorrect = async (tx: Tx, viewer: Sight, lotId: number): Promise<boolean> =>
  (await ofTrialsInSight(tx, viewer, lotId).select('lot_id').executeTakeFirst()) !== undefined;

/** One to correct or recall, held: whoever packs some of it waits, and then reads what it has become. */
export const lockLot = (tx: Tx, viewer: Sight, lotId: number) =>
  ofTrialsInSight(tx, viewer, lotId)
    .select(['lot_id as lotId', 'lot_number as lotNumber', 'product_id as productId'])
    .select(['expires_on as expiresOn', 'recalled_at as recalledAt', 'version'])
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The lot of this very number (REL-08), which is what shipping compares with. */
export const lotOnRecord = (tx: Tx, productId: number, lotNumber: string) =>
  tx
    .selectFrom('lot')
    .where('product_id', '=', productId)
    .where('number_key', '=', sql<string>`name_key(${lotNumber}::text)`)
    .select(['lot_number as lotNumber', 'expires_on as expirationDate', 'recalled_at as recalledAt'])
    .executeTakeFirst();
