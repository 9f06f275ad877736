/** What a person may know of shipment requests. SQL, nothing else. */
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import {
  activeStatuses,
  type ItemCondition,
  sections,
  type ShipmentStatus,
  type Side,
} from '@portal/contract/shipments/rules.ts';
import { type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { anyOf, anyText, type Schema, type Tx } from '#platform/database/db.ts';
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import { correctionsShown, countsByGroup, signsStill } from '#rooms/documents/door.ts';
import { askedNumber } from '#rooms/participants/door.ts';
import { partnerIdOf, type Viewer } from '#platform/security/viewer.ts';
import { papersOf } from './papers/documents.ts';
import { itemOfLine, wordsOfLine } from './words-of-line.ts';

/** Who acts on requests: a viewer, or someone a seeding program speaks for. */
export type Person = Pick<
  Viewer,
  'providerId' | 'companyId' | 'type' | 'firstName' | 'lastName' | 'careGroupIds' | 'partner' | 'host' | 'requestId'
>;

/** ROL-29, PRV-04: whom a shipment is for, by number or name, is not for the eyes of a wholesaler or a sponsor. */
export const knowsParticipants = ({ type }: Pick<Person, 'type'>): boolean =>
  type !== 'Wholesaler User' && type !== 'Sponsor';

/** The requests this person may know of; every statement of the room starts here (OPS-15). */
export const visibleTo = (person: Person) => (eb: ExpressionBuilder<Schema, 'shipment_request'>) => {
  const partnerId = partnerIdOf(person);
  if (partnerId !== null) return eb('shipment_request.partner_id', '=', partnerId);
  if (person.type === 'Sponsor') return eb.lit<SqlBool>(false);
  return person.careGroupIds === null
    ? eb.lit<SqlBool>(true)
    : eb('shipment_request.site_id', '=', anyOf(person.careGroupIds));
};

/** Those of them that stand in a list: of one site, or of the person's own partner. */
const listed = (tx: Tx, person: Person, siteId?: number) =>
  tx
    .selectFrom('shipment_request')
    .selectAll('shipment_request')
    .where(visibleTo(person))
    .$if(siteId !== undefined, (query) => query.where('shipment_request.site_id', '=', siteId as number));

/** Whose name stands on it: who had the trial when it was shipped, which may have been nobody; until then who has it now. */
export const sponsorOf = sql<
  number | null
>`case when shipment_request.shipped_on is null then trial.sponsor_id else shipment_request.sponsor_id end`;

/** A request as the tables show it. Counts of comments are those of the asking person (OPS-90). */
const summaries = (tx: Tx, person: Person, chosen = listed(tx, person)) =>
  tx
    .selectFrom(chosen.as('shipment_request'))
    .innerJoin('care_group as site', 'site.care_group_id', 'shipment_request.site_id')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'shipment_request.trial_id')
    .innerJoin('partner', 'partner.partner_id', 'shipment_request.partner_id')
    .leftJoin('sponsor', (join) => join.on('sponsor.sponsor_id', '=', sponsorOf))
    .select([
      'shipment_request.request_id as srId',
      'shipment_request.site_id as gId',
      'shipment_request.status',
      'shipment_request.shipment_type as shipmentType',
      'shipment_request.required_on as dateRequired',
      'shipment_request.status_changed_on as dateOfStatusChange',
      'shipment_request.shipped_on as dateShipped',
      'shipment_request.to_participant as toParticipant',
      'shipment_request.is_batch as isBatchShipment',
      'shipment_request.created_at as createdAt',
      'shipment_request.version',
      'site.display_name as siteName',
      'partner.name as partnerName',
      'trial.name as protocolNumber',
      'trial.has_card as hasCard',
      'sponsor.name as sponsorName',
    ])
    .select(nextOrderFor(person).as('nextOrderDate'))
    .$narrowType<{ status: ShipmentStatus; shipmentType: PartnerKind }>()
    .innerJoinLateral(commentsFor(person).as('said'), (join) => join.onTrue())
    .innerJoinLateral(unsignedForms(person).as('form'), (join) => join.onTrue())
    .select(['said.totalCommentCount', 'said.readCommentCount'])
    .select(['form.unsignedFormCount', 'form.deletedFormCount', 'form.formToSign'])
    .select(hasInactive().as('isForInactive'))
    .select(holdsRecalledLot)
    .$if(knowsParticipants(person), (query) => query.select((eb) => participantsOf(eb, person).as('participants')));

/** The day of its reminder while that is there (OPS-89). It is the site's: partners are told of none (REM-05). */
const nextOrderFor = (person: Person) =>
  partnerIdOf(person) === null ? sql<string | null>`shipment_request.reminder_on` : sql<string | null>`null::date`;

/** Whether something that was packed for it is of a lot that is recalled. */
const holdsRecalledLot = sql<boolean>`exists (select from shipment_package as parcel
  join package_item as item on item.package_id = parcel.package_id
  join lot on lot.lot_id = item.lot_id
  where parcel.request_id = shipment_request.request_id and lot.recalled_at is not null)`.as('holdsRecalledLot');

/** How many comments a request has, and how many of them this person wrote or has read. */
const commentsFor = (person: Person) =>
  sql<{ totalCommentCount: number; readCommentCount: number }>`(
    select count(*) as "totalCommentCount",
      count(*) filter (where comment.author_id = ${person.providerId} or seen.provider_id is not null) as "readCommentCount"
    from shipment_comment as comment
    left join shipment_comment_read as seen
      on seen.comment_id = comment.comment_id and seen.provider_id = ${person.providerId}
    where comment.request_id = shipment_request.request_id)`;

/**
 * Order forms that lack a signature. They never hold a request up, so everybody who works on it is told, also where one was deleted so; the
 * first whose next signer is this person is named (SGN-03). Partners sign none. What was withdrawn and is there still is of somebody who was
 * removed: nobody can sign it any more. Of what was rejected, one that everybody signed and that was put beside it takes the place (P11-08).
 */
const unsignedForms = (person: Person) =>
  sql<{ unsignedFormCount: number; deletedFormCount: number; formToSign: number | null }>`(
    select count(*) filter (where document.removed_at is null and asked.state is distinct from 'withdrawn') as "unsignedFormCount",
      count(*) filter (where document.removed_at is not null) as "deletedFormCount",
      min(held.document_id) filter (where asked.state = 'open' and ${isNextSigner(person)}) as "formToSign"
    from shipment_document as held
    join document on document.document_id = held.document_id
    left join signing_request as asked on asked.document_id = held.document_id
    where held.request_id = shipment_request.request_id and held.category is null and asked.state is distinct from 'completed'
      and not exists (select from ${correctionsShown(sql.ref('held.document_id'), isSignedInGroup)} as newer))`;

const isSignedInGroup = sql<SqlBool>`(document.removed_at is null and ${countsByGroup(sql.ref('document.document_id'))}
  and exists (select from signing_request own where own.document_id = document.document_id and own.state = 'completed'))`;

const isNextSigner = (person: Person): RawBuilder<SqlBool> =>
  partnerIdOf(person) !== null
    ? sql`false`
    : sql`(select signer.provider_id = ${person.providerId} and ${signsStill({
        providerId: sql.ref('signer.provider_id'),
        signerNum: sql.ref('signer.signer_num'),
        kind: sql.ref('asked.kind'),
        documentId: sql.ref('held.document_id'),
      })} from signer
        where signer.signing_request_id = asked.signing_request_id and signer.signed_at is null
        order by signer.signer_num limit 1)`;

const fullName = (table: 'subject' | 'participant') =>
  sql<string>`btrim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`;
/**
 * Where it was corrected since, as long as they are at the site of the request (SEC-23); a number alone keeps its "New Participant" (OPS-68).
 * A partner needs it for the parcel, so not once the request has ended.
 */
const nameNow = (eb: ExpressionBuilder<Schema, 'shipment_request'>, person: Person) => sql<
  string | null
>`case when not subject.is_by_number and participant.site_id = shipment_request.site_id
  and ${partnerIdOf(person) === null ? sql`true` : isActive(eb)}
  then nullif(${fullName('participant')}, ${fullName('subject')}) end`;

const participantsOf = (eb: ExpressionBuilder<Schema, 'shipment_request'>, person: Person) =>
  jsonArrayFrom(
    eb
      .selectFrom('shipment_participant as subject')
      .leftJoin('participant', 'participant.participant_id', 'subject.participant_id')
      .whereRef('subject.request_id', '=', 'shipment_request.request_id')
      .orderBy('subject.position')
      .select([
        ...askedNumber('shipment_request.site_id'),
        'subject.first_name as fname',
        'subject.last_name as lname',
        nameNow(eb, person).as('nameNow'),
        hasInactive(sql`asked.position = subject.position`).as('isInactive'),
      ]),
  );

/** What is sent: a line that another one stands in for is left out. */
const productsOf = (eb: ExpressionBuilder<Schema, 'shipment_request'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('shipment_line as line')
      .innerJoin('product', 'product.product_id', 'line.product_id')
      .leftJoin('shipment_line as stand_in', 'stand_in.replaces_line_id', 'line.line_id')
      .whereRef('line.request_id', '=', 'shipment_request.request_id')
      .where('stand_in.line_id', 'is', null)
      .orderBy('line.line_id')
      .select(['line.product_id as productId', 'line.quantity', ...wordsOfLine]),
  );

/** What a shipment is looked for by, once it is packed. */
const parcelsOf = (eb: ExpressionBuilder<Schema, 'shipment_request'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('shipment_package as parcel')
      .whereRef('parcel.request_id', '=', 'shipment_request.request_id')
      .orderBy('parcel.package_id')
      .select([
        'parcel.courier',
        'parcel.tracking_number as trackingNumber',
        sql<string[]>`array(select distinct item.lot_number from package_item as item
          where item.package_id = parcel.package_id order by 1)`.as('lotNumbers'),
      ]),
  );

/** What was packed less of than was asked for: `shortOf` in SQL. Some of each line is in a parcel (PKG-08). */
const missing = sql<number>`(select coalesce(sum(one.missing), 0) from (
  select greatest(line.quantity - sum(item.quantity), 0) as missing from shipment_package as parcel
    join package_item as item on item.package_id = parcel.package_id
    join shipment_line as line on line.line_id = item.line_id
  where parcel.request_id = shipment_request.request_id
  group by line.line_id, line.quantity) as one)::int`;

/** How much of it the site says arrived so. */
const arrivedAs = (condition: ItemCondition) =>
  sql<number>`(select coalesce(sum(item.quantity), 0) from shipment_package as parcel
    join package_item as item on item.package_id = parcel.package_id
  where parcel.request_id = shipment_request.request_id and item.arrived_as = ${condition})::int`;

const asListed = (tx: Tx, person: Person, chosen: ReturnType<typeof listed>) =>
  summaries(tx, person, chosen)
    .select((eb) => [productsOf(eb).as('products'), parcelsOf(eb).as('parcels')])
    .select([
      sql<number>`(select count(*) from ${papersOf(sql.ref('shipment_request.request_id'))} as held)`.as(
        'documentCount',
      ),
      missing.as('shortCount'),
      arrivedAs('damaged').as('damagedCount'),
      arrivedAs('missing').as('missingCount'),
    ])
    .orderBy('shipment_request.created_at', 'desc')
    .orderBy('shipment_request.request_id', 'desc');
export type SummaryRow = Awaited<ReturnType<ReturnType<typeof asListed>['execute']>>[number];

const newest = (chosen: ReturnType<typeof listed>, most: number) =>
  chosen.orderBy('shipment_request.created_at', 'desc').orderBy('shipment_request.request_id', 'desc').limit(most);

/** So many of the newest that are active, and so many of those that have ended. Each part has an index to go by. */
export const newestRequests = (
  tx: Tx,
  person: Person,
  siteId: number | undefined,
  most: { active: number; ended: number },
) => {
  const active = newest(listed(tx, person, siteId).where(isActive), most.active);
  const ended = newest(
    listed(tx, person, siteId).where((eb) => eb.not(isActive(eb))),
    most.ended,
  );
  const both = tx
    .selectFrom(active.as('shipment_request'))
    .selectAll('shipment_request')
    .unionAll(tx.selectFrom(ended.as('shipment_request')).selectAll('shipment_request'));
  return asListed(tx, person, both);
};

/** Those that were made before one of them, in whatever status, the newest first. Which ones is settled before the rest is read. */
export const requestsBefore = (tx: Tx, person: Person, siteId: number | undefined, before: number) => ({
  limit: (most: number) =>
    asListed(
      tx,
      person,
      newest(
        listed(tx, person, siteId).where(
          sql<boolean>`(shipment_request.created_at, shipment_request.request_id) <
            (select place.created_at, place.request_id from shipment_request as place where place.request_id = ${before})`,
        ),
        most,
      ),
    ),
});

/** Written out in the statement, or an index over active requests alone would be of no use. */
const isActive = (eb: ExpressionBuilder<Schema, 'shipment_request'>) =>
  eb(
    'shipment_request.status',
    'in',
    activeStatuses.map((status) => sql.lit(status)),
  );

export const requestsInSight = (tx: Tx, person: Person) => tx.selectFrom('shipment_request').where(visibleTo(person));

/** Those of them that have not ended, for whoever counts them as the lists show them. */
export const activeRequests = (tx: Tx, person: Person) => requestsInSight(tx, person).where(isActive);

/** Whose delivery this side confirms: what `canMove` says, in SQL (SST-10). */
export const isToConfirm = (side: Side): RawBuilder<boolean> =>
  sql`(shipment_request.status = 'shipped' and shipment_request.to_participant = ${sql.lit(side === 'partner')})`;

/** A note on a delivery is told of as long as so few others of its list have been asked for and have ended since (OPS-90). */
const newestEnded = 200;

/**
 * The requests of a list in which somebody else has written what this person has not read (OPS-90): of the list of one site, which a
 * statement around it may name, or of the person's own partner. They are looked for where a list begins: among all that are active, and
 * among the newest that have ended. Each is looked at by itself, since joined to them all comments there are would be read.
 */
export const unreadRequests = (tx: Tx, person: Person, siteId?: RawBuilder<number>) => {
  const listed = requestsInSight(tx, person)
    .$if(siteId !== undefined, (query) => query.where('shipment_request.site_id', '=', siteId as RawBuilder<number>))
    .select('shipment_request.request_id');
  const ended = listed
    .where((eb) => eb.not(isActive(eb)))
    .orderBy('shipment_request.created_at', 'desc')
    .orderBy('shipment_request.request_id', 'desc')
    .limit(newestEnded);
  const both = tx
    .selectFrom(listed.where(isActive).as('active'))
    .select('request_id')
    .unionAll(tx.selectFrom(ended.as('ended')).select('request_id'));
  return tx
    .selectFrom(both.as('one'))
    .innerJoinLateral(
      sql`(select from shipment_comment as comment where comment.request_id = one.request_id
        and comment.author_id <> ${person.providerId} and not exists (select from shipment_comment_read as seen
          where seen.comment_id = comment.comment_id and seen.provider_id = ${person.providerId}) limit 1)`.as(
        'unread',
      ),
      (join) => join.onTrue(),
    )
    .select('one.request_id');
};

/** What is late of the groups in sight: all that a sponsor is told of single shipments, and nothing of whom they are for. */
export const lateRequests = (tx: Tx, viewer: Sight, today: string) =>
  tx
    .selectFrom('shipment_request')
    .where(inSight(viewer, 'shipment_request.site_id'))
    .where(isActive)
    .where('shipment_request.required_on', '<', today);

/** SHC-12, with what stands in for what (PKG-14). */
const linesOf = (eb: ExpressionBuilder<Schema, 'shipment_request'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('shipment_line as line')
      .innerJoin('product', 'product.product_id', 'line.product_id')
      .leftJoin('shipment_line as stand_in', 'stand_in.replaces_line_id', 'line.line_id')
      .leftJoin('shipment_line as replaced', 'replaced.line_id', 'line.replaces_line_id')
      .whereRef('line.request_id', '=', 'shipment_request.request_id')
      .orderBy('line.line_id')
      .select([
        'line.line_id as orderItemId',
        'line.product_id as productId',
        ...wordsOfLine,
        // Null for a line without words of its own: it is called as its product is.
        sql<string | null>`case when line.drug_name is not null then nullif(product.drug_name, line.drug_name) end`.as(
          'drugNameNow',
        ),
        'line.quantity',
        'line.days_of_supply as daysOfSupply',
        'line.directions',
        'line.label',
        ...itemOfLine,
        'replaced.product_id as replacementProduct',
        'stand_in.product_id as isReplacedBy',
        'product.pharmacy_supplied as pharmacySupplied',
        'product.wholesaler_supplied as wholesalerSupplied',
      ]),
  );

const packagesOf = (eb: ExpressionBuilder<Schema, 'shipment_request'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('shipment_package')
      .whereRef('shipment_package.request_id', '=', 'shipment_request.request_id')
      .orderBy('shipment_package.package_id')
      .select((of) => [
        'shipment_package.courier',
        'shipment_package.tracking_number as trackingNumber',
        jsonArrayFrom(
          of
            .selectFrom('package_item as item')
            .innerJoin('shipment_line as line', 'line.line_id', 'item.line_id')
            .innerJoin('lot', 'lot.lot_id', 'item.lot_id')
            .whereRef('item.package_id', '=', 'shipment_package.package_id')
            .orderBy('item.item_id')
            .select([
              'item.item_id as itemId',
              'line.product_id as productId',
              'item.quantity',
              'item.lot_number as lotNumber',
              'item.expires_on as expirationDate',
              sql<string | null>`nullif(lot.expires_on, item.expires_on)`.as('lotExpirationDate'),
              'lot.recalled_at as recalledAt',
              'item.line_id as orderItemId',
              'item.arrived_as as condition',
            ])
            .$narrowType<{ condition: ItemCondition | null }>(),
        ).as('items'),
      ]),
  );

const historyOf = (eb: ExpressionBuilder<Schema, 'shipment_request'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('shipment_status_change as step')
      .innerJoin('provider as person', 'person.provider_id', 'step.provider_id')
      .whereRef('step.request_id', '=', 'shipment_request.request_id')
      .orderBy('step.change_id')
      .select([
        'step.status',
        'step.changed_on as date',
        'step.changed_at as at',
        'person.first_name',
        'person.last_name',
      ]),
  );

/** ODF-07. Only to those who sign it, it is told how: of two parts the one that is still to be signed (SEC-34). */
const orderFormsOf = (eb: ExpressionBuilder<Schema, 'shipment_request'>, { providerId }: Person) =>
  jsonArrayFrom(
    eb
      .selectFrom('shipment_document as held')
      .innerJoin('document', 'document.document_id', 'held.document_id')
      .leftJoinLateral(
        (of) =>
          of
            .selectFrom('signing_request as asked')
            .innerJoin('signer', 'signer.signing_request_id', 'asked.signing_request_id')
            .whereRef('asked.document_id', '=', 'held.document_id')
            .where('asked.state', '<>', 'withdrawn')
            .where('signer.provider_id', '=', providerId)
            .orderBy(sql`signer.signed_at is not null`)
            .orderBy('signer.signer_num')
            .limit(1)
            .select(['asked.sr_uuid', 'signer.signer_uuid'])
            .as('own'),
        (join) => join.onTrue(),
      )
      .whereRef('held.request_id', '=', 'shipment_request.request_id')
      .where('held.category', 'is', null)
      .where('document.removed_at', 'is', null)
      .orderBy('held.document_id')
      .select(['held.document_id as docId', 'own.sr_uuid as uuid', 'own.signer_uuid as signerUuid']),
  );

const addressNumbered = (eb: ExpressionBuilder<Schema, 'shipment_request'>, column: RawBuilder<number | null>) =>
  jsonObjectFrom(
    eb
      .selectFrom('address')
      .where('address.address_id', '=', column)
      .select(['street', 'street2', 'city', 'state', 'zip', 'country']),
  );

/** What the record has by now of the participant to whom it goes. */
const ofRecipient = <T>(column: 'participant.address_id' | 'participant.site_id') =>
  sql<T | null>`(select ${sql.ref(column)} from shipment_participant as subject
    join participant using (participant_id) where subject.request_id = shipment_request.request_id
    order by subject.position limit 1)`;

/** Where it goes, and what is on record by now of whoever it goes to. */
const addressesOf = (eb: ExpressionBuilder<Schema, 'shipment_request'>) =>
  [
    addressNumbered(eb, sql.ref('shipment_request.address_id')).$notNull().as('address'),
    addressNumbered(
      eb,
      sql`(select care_group.address_id from care_group where care_group.care_group_id = shipment_request.site_id)`,
    ).as('siteAddressNow'),
    addressNumbered(eb, ofRecipient('participant.address_id')).as('homeNow'),
    sql<number | null>`nullif(${ofRecipient('participant.site_id')}, shipment_request.site_id)`.as('otherSiteId'),
  ] as const;
const addressColumns = [
  'shipment_request.status',
  'shipment_request.to_participant as toParticipant',
  'shipment_request.address_on_record as isAddressOnRecord',
] as const;

/** The same of a request that is held. */
export const readAddresses = (tx: Tx, id: number) =>
  tx
    .selectFrom('shipment_request')
    .where('shipment_request.request_id', '=', id)
    .select(addressColumns)
    .$narrowType<{ status: ShipmentStatus }>()
    .select((eb) => addressesOf(eb))
    .executeTakeFirstOrThrow();
export type AddressesRow = Awaited<ReturnType<typeof readAddresses>>;

/** One request whole; undefined when the person may not know of it, or when it is not of the site named. */
export const readRequest = (tx: Tx, person: Person, id: number, siteId?: number) =>
  summaries(tx, person, listed(tx, person, siteId).where('shipment_request.request_id', '=', id))
    .innerJoin('provider as requester', 'requester.provider_id', 'shipment_request.requester_id')
    .select([
      'shipment_request.address_on_record as isAddressOnRecord',
      'shipment_request.prescriber_id as prescriberId',
      'partner.phone as partnerPhone',
      'partner.email as partnerEmail',
      'requester.first_name as requesterFname',
      'requester.last_name as requesterLname',
      'requester.email as requesterEmail',
      'requester.phone as requesterPhone',
    ])
    .select((eb) => [
      linesOf(eb).as('lines'),
      packagesOf(eb).as('packages'),
      historyOf(eb).as('history'),
      orderFormsOf(eb, person).as('orderForms'),
      ...addressesOf(eb),
      addressNumbered(eb, sql.ref('partner.address_id')).as('partnerAddress'),
      // The others of the same submit go to other partners, which this one is not told of (PRV-04).
      sql<
        number[]
      >`array(select other.request_id from shipment_request other where other.submission = shipment_request.submission
        and (${partnerIdOf(person)}::int is null or other.partner_id = ${partnerIdOf(person)}::int) order by other.request_id)`.as(
        'srIds',
      ),
    ])
    .executeTakeFirst();
export type RequestRow = NonNullable<Awaited<ReturnType<typeof readRequest>>>;

/** One request the person may know of, held until the transaction ends. */
export const lockVisible = (tx: Tx, person: Person, id: number, siteId?: number) =>
  tx
    .selectFrom('shipment_request')
    .select([
      'request_id',
      'status',
      'to_participant',
      'trial_id',
      'site_id',
      'partner_id',
      'shipment_type',
      'status_changed_on',
      'shipped_on',
      'received_on',
      'sponsor_id',
      'reorder_of',
    ])
    .select(['required_on', 'next_order_on', 'reminder_on', 'reminder_was_on', 'created_at', 'version'])
    .$narrowType<{ status: ShipmentStatus; shipment_type: 'pharmacy' | 'wholesaler' }>()
    .where(visibleTo(person))
    .where('shipment_request.request_id', '=', id)
    .$if(siteId !== undefined, (query) => query.where('shipment_request.site_id', '=', siteId as number))
    .forNoKeyUpdate()
    .executeTakeFirst();
export type HeldRequest = NonNullable<Awaited<ReturnType<typeof lockVisible>>>;

/** The same without holding it: whether the person may know of it, and where it belongs. */
export const findVisible = (tx: Tx, person: Person, id: number) =>
  tx
    .selectFrom('shipment_request')
    .select(['request_id', 'trial_id', 'site_id', 'partner_id', 'shipment_type'])
    .where(visibleTo(person))
    .where('shipment_request.request_id', '=', id)
    .executeTakeFirst();

/** One in sight or not: that which a request orders again may be another partner's. Of two requests the later one is held first. */
export const lockAnywhere = (tx: Tx, id: number) =>
  tx
    .selectFrom('shipment_request')
    .where('request_id', '=', id)
    .select(['request_id', 'site_id', 'status', 'reminder_was_on'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Who took the newest step of a request that is already known to be in sight. */
export const lastStepBy = async (tx: Tx, id: number): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('shipment_status_change')
      .select('provider_id')
      .where('request_id', '=', id)
      .orderBy('change_id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.provider_id;

/** Whether the person may know of this trial site. */
export const siteIsInSight = async (tx: Tx, person: Person, siteId: number): Promise<boolean> => {
  if (person.careGroupIds !== null && !person.careGroupIds.includes(siteId)) return false;
  return (
    (await tx
      .selectFrom('care_group')
      .select('care_group_id')
      .where('care_group_id', '=', siteId)
      .where('kind', '=', 'site')
      .where('removed_at', 'is', null)
      .executeTakeFirst()) !== undefined
  );
};

/**
 * Who everybody on a request is now, as `whose` beside `asked`: of what was asked for by a number alone, whoever in the trial has that
 * number, or where nobody has, whoever was given it. Each is looked up by itself.
 */
export const subjectsNow = (requests: 'shipment_request' | 'earlier') => sql`shipment_participant as asked
  left join lateral (select participant_id, is_active, site_id from (
      select participant_id, is_active, site_id, 1 as place from participant
      where asked.is_by_number and participant.subject_number = asked.subject_number
        and participant.trial_id = ${sql.ref(`${requests}.trial_id`)}
      union all
      select participant_id, is_active, site_id, 2 from participant
      where participant.participant_id = asked.participant_id
    ) as found order by place limit 1) as whose on true`;

/** Whether one of these can be ordered for at the site of the request: somebody who is active there, or a number that nobody has. */
export const canBeOrderedFor = (requests: 'shipment_request' | 'earlier') =>
  sql<boolean>`coalesce(whose.is_active and whose.site_id = ${sql.ref(`${requests}.site_id`)}, true)`;

/** Whether a request is not shipped yet, and somebody on it, of whom this holds, cannot be ordered for any more. */
const hasInactive = (isAmong: RawBuilder<unknown> = sql`true`) =>
  sql<boolean>`case when shipment_request.status = ${anyText(sections.pending)}
    then exists (select from ${subjectsNow('shipment_request')}
      where asked.request_id = shipment_request.request_id and ${isAmong} and not ${canBeOrderedFor('shipment_request')})
    else false end`;

/** All whom a request is for that is held. */
export const readParticipants = async (tx: Tx, person: Person, id: number) =>
  (
    await tx
      .selectFrom('shipment_request')
      .where('shipment_request.request_id', '=', id)
      .select((eb) => participantsOf(eb, person).as('participants'))
      .executeTakeFirstOrThrow()
  ).participants;

/** Whether somebody on the request can be ordered for; also where it names nobody. */
const mayBeOrderedAgain = sql<boolean>`coalesce((select bool_or(${canBeOrderedFor('shipment_request')})
  from ${subjectsNow('shipment_request')} where asked.request_id = shipment_request.request_id), true)`;

/** Those that a site is to order again. For whom nothing can be ordered there nothing comes due. */
export const remindedRequests = (tx: Tx, person: Person) =>
  requestsInSight(tx, person).where('shipment_request.reminder_on', 'is not', null).where(mayBeOrderedAgain);

/** Whether a request that is held may come due again. */
export const mayComeDue = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('shipment_request')
    .select('request_id')
    .where('request_id', '=', id)
    .where(mayBeOrderedAgain)
    .executeTakeFirst()) !== undefined;

/** REM-01: what a site is to order again, the earliest first. */
export const listReminders = (tx: Tx, person: Person, siteId: number) =>
  remindedRequests(tx, person)
    .innerJoin('care_group as site', 'site.care_group_id', 'shipment_request.site_id')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'shipment_request.trial_id')
    .innerJoin('partner', 'partner.partner_id', 'shipment_request.partner_id')
    .where('shipment_request.site_id', '=', siteId)
    .select([
      'shipment_request.request_id as srId',
      'shipment_request.site_id as gId',
      'shipment_request.reminder_on as nextOrderDate',
      'shipment_request.status',
      'site.display_name as siteName',
      'partner.name as partnerName',
      'trial.name as protocolNumber',
      'shipment_request.shipment_type as shipmentType',
      'shipment_request.to_participant as toParticipant',
      'shipment_request.is_batch as isBatchShipment',
    ])
    .select(holdsRecalledLot)
    .$narrowType<{ nextOrderDate: string; status: ShipmentStatus; shipmentType: PartnerKind }>()
    .select((eb) => [participantsOf(eb, person).as('participants'), productsOf(eb).as('products')])
    .orderBy('shipment_request.reminder_on')
    .orderBy('shipment_request.request_id');
