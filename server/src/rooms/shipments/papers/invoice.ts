/** What was shipped and what it costs, an item a row (OPS-13). */
import { numberAlone, periodProblem } from '@portal/contract/shipments/rules.ts';
import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { askedNumber, presentAsked } from '#rooms/participants/door.ts';
import { agreedPrice } from '#rooms/pricing/door.ts';
import { anyOf, type Schema, type Tx } from '#platform/database/db.ts';
import { fail, refuseProblems } from '#platform/core/fail.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { knowsParticipants, type Person, visibleTo } from '../queries.ts';
import { toldInFiles } from './file-row.ts';
import { unitOfLine, wordsOfLine } from '../words-of-line.ts';

/** Who reads it; of a sponsor's people, whose. */
type Reader = Person & Pick<Viewer, 'sponsorId'>;

/** As the wire has it: both days included. */
export interface Period {
  start_date: string;
  end_date: string;
}
/** The trial or the site that is asked for; neither for a partner, which is asked about itself. */
export interface Part {
  trialId?: number;
  siteId?: number;
}

/** More than a person would read; beyond it a shorter period is asked for instead of cutting the report short. */
const mostRows = 20_000;
const dayMs = 86_400_000;

/** The rows of the requests in sight that were made in the period, each with the participants it was for where the person gets to know them. */
export async function readInvoice(tx: Tx, person: Reader, period: Period, part: Part = {}) {
  refuseProblems({ start_date: periodProblem(period.start_date, period.end_date) ?? undefined });
  const rows = await listItems(tx, person, period, part);
  if (rows.length > mostRows) throw fail('shipment.too_many_rows');
  return rows.map((row) =>
    row.participants
      ? { ...row, subjectNumber: row.participants.map((one) => numberAlone(presentAsked(one))).join(', ') }
      : row,
  );
}

/** The requests of `visibleTo`, and for a sponsor those of its trials: of all shipping calls it has this one (OPS-66). */
const invoicedTo = (person: Person) => (eb: ExpressionBuilder<Schema, 'shipment_request'>) =>
  person.type === 'Sponsor'
    ? eb('shipment_request.site_id', '=', anyOf(person.careGroupIds ?? []))
    : visibleTo(person)(eb);

/** A sponsor that took over a trial does not get to know what the one before it had agreed. */
const paidBy = ({ type, sponsorId }: Reader) =>
  type === 'Sponsor' && sponsorId !== null
    ? sql<boolean>`coalesce(shipment_request.sponsor_id, ${sponsorId}::int) = ${sponsorId}::int`
    : sql<boolean>`true`;

/**
 * Money comes as the text of its column. The price is that of the day of shipping between those who dealt then (P11-11), for the
 * unit that the quantity counts.
 */
const listItems = (tx: Tx, person: Reader, { start_date, end_date }: Period, { trialId, siteId }: Part) =>
  toldInFiles(tx.selectFrom('shipment_request').where(invoicedTo(person)))
    .innerJoin('shipment_package', 'shipment_package.request_id', 'shipment_request.request_id')
    .innerJoin('package_item as item', 'item.package_id', 'shipment_package.package_id')
    .innerJoin('lot', 'lot.lot_id', 'item.lot_id')
    .innerJoin('shipment_line as line', 'line.line_id', 'item.line_id')
    .innerJoin('product', 'product.product_id', 'line.product_id')
    .leftJoinLateral(
      agreedPrice(tx, {
        product: 'line.product_id',
        partner: 'shipment_request.partner_id',
        sponsor: 'shipment_request.sponsor_id',
        day: 'shipment_request.shipped_on',
        unit: unitOfLine,
      }).as('price'),
      (join) => join.on(paidBy(person)),
    )
    .where('shipment_request.created_at', '>=', new Date(Date.parse(start_date)))
    .where('shipment_request.created_at', '<', new Date(Date.parse(end_date) + dayMs))
    .$if(trialId !== undefined, (query) => query.where('shipment_request.trial_id', '=', trialId ?? 0))
    .$if(siteId !== undefined, (query) => query.where('shipment_request.site_id', '=', siteId ?? 0))
    .select([...wordsOfLine, 'item.quantity', 'line.days_of_supply as daysOfSupply'])
    .select([
      'item.lot_number as lotNumber',
      // As on the packing slip, what is on record by now counts.
      'lot.expires_on as expirationDate',
      'shipment_package.courier',
      'shipment_package.tracking_number as trackingNumber',
      'price.drug_price as drugPrice',
      'price.shipping_fee as shippingFee',
      'price.dispense_fee as dispenseFee',
      'price.currency',
    ])
    .$if(knowsParticipants(person), (query) => query.select((eb) => subjectsOf(eb).as('participants')))
    .orderBy('shipment_request.request_id')
    .orderBy('item.item_id')
    .limit(mostRows + 1)
    .execute();

const subjectsOf = (eb: ExpressionBuilder<Schema, 'shipment_request'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('shipment_participant as subject')
      .leftJoin('participant', 'participant.participant_id', 'subject.participant_id')
      .whereRef('subject.request_id', '=', 'shipment_request.request_id')
      .orderBy('subject.position')
      .select(askedNumber('shipment_request.site_id')),
  );
