/** What a complete copy of a participant's record holds. SQL, nothing else. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { documentColumns } from './queries.ts';

export const participantRow = (tx: Tx, participantId: number) =>
  tx
    .selectFrom('participant')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'participant.trial_id')
    .innerJoin('care_group as site', 'site.care_group_id', 'participant.site_id')
    .where('participant_id', '=', participantId)
    .select([
      'participant_id',
      'subject_number',
      'ctrx_id',
      'first_name',
      'last_name',
      'born_on',
      'gender',
      'participant.email',
      'participant.phone',
      'preferred_contact',
      'is_active',
      'trial_id',
      'trial.display_name as trial',
      'site_id',
      'site.display_name as site',
      'enrolled_site_id',
      'participant.created_at',
      'participant.version',
    ])
    .executeTakeFirst();

export const addressOf = (tx: Tx, participantId: number) =>
  tx
    .selectFrom('address')
    .where('address_id', '=', (eb) =>
      eb.selectFrom('participant').where('participant_id', '=', participantId).select('participant.address_id'),
    )
    .select(['street', 'street2', 'city', 'state', 'zip', 'country'])
    .execute();

export const cardsSentTo = (tx: Tx, participantId: number) =>
  tx
    .selectFrom('card_outreach')
    .where('participant_id', '=', participantId)
    .orderBy('outreach_id')
    .select(['outreach_id', 'channel', 'recipient', 'sender_id', 'sent_at', 'withdrawn_at'])
    .execute();

/** The participant's own place in each request; who else it was for is somebody else's. */
const places = (participantId: number) =>
  sql<{ request_id: number; place: number }>`requests_of_participant(${participantId})`.as('own');

/** In the place of the address of a site that a reader may not know. */
export const noAddress = { street: null, street2: null, city: null, state: null, zip: null, country: null };

/** What goes to a participant is for nobody else (SHP-22): the address is theirs, or that of the site. */
export const shipmentsFor = (tx: Tx, participantId: number) =>
  tx
    .selectFrom(places(participantId))
    .innerJoin('shipment_participant as named', (join) =>
      join.onRef('named.request_id', '=', 'own.request_id').onRef('named.position', '=', 'own.place'),
    )
    .innerJoin('shipment_request as request', 'request.request_id', 'own.request_id')
    .innerJoin('address', 'address.address_id', 'request.address_id')
    .leftJoin('partner', 'partner.partner_id', 'request.partner_id')
    .orderBy('request.request_id')
    .select([
      'request.request_id',
      'request.site_id',
      'named.subject_number',
      'named.is_by_number',
      'named.first_name',
      'named.last_name',
      'request.shipment_type',
      'request.partner_id',
      'partner.name as partner',
      'request.status',
      'request.status_changed_on',
      'request.to_participant',
      'request.address_on_record',
      'address.street',
      'address.street2',
      'address.city',
      'address.state',
      'address.zip',
      'address.country',
      'request.is_batch',
      'request.requester_id',
      'request.prescriber_id',
      'request.required_on',
      'request.next_order_on',
      'request.reminder_on',
      'request.shipped_on',
      'request.received_on',
      'request.reorder_of',
      'request.created_at',
    ])
    .execute();

export const productsFor = (tx: Tx, participantId: number) =>
  tx
    .selectFrom('shipment_line as line')
    .innerJoin(places(participantId), 'own.request_id', 'line.request_id')
    .innerJoin('product', 'product.product_id', 'line.product_id')
    .orderBy('line.line_id')
    .select(['line.request_id', 'line.quantity'])
    .select(sql<string>`coalesce(line.quantity_unit, product.quantity_unit)`.as('quantity_unit'))
    .select(['line.days_of_supply', 'line.directions'])
    .select(sql<string>`coalesce(line.drug_name, product.drug_name)`.as('drug_name'))
    .select(sql<string>`coalesce(line.dosage_form, product.dosage_form)`.as('dosage_form'))
    .select([
      nameOfLine(sql`other.line_id = line.replaces_line_id`).as('instead_of'),
      nameOfLine(sql`other.replaces_line_id = line.line_id`).as('replaced_by'),
    ])
    .execute();

/** What the product of that other line of the request is called, where there is one. */
const nameOfLine = (isOther: RawBuilder<unknown>) =>
  sql<
    string | null
  >`(select coalesce(other.drug_name, named.drug_name) || ', ' || coalesce(other.dosage_form, named.dosage_form)
    from shipment_line as other join product as named using (product_id)
    where other.request_id = line.request_id and ${isOther})`;

/** Requests for this participant and nobody else. */
const own = (participantId: number) => sql`(select request_id from requests_of_participant(${participantId}) as own
  where not exists (select from shipment_participant as other where other.request_id = own.request_id and other.position <> own.place))`;

/**
 * The papers of these requests, deleted ones too, and what corrects them, once it was put into a group (P11-08): until then it has been
 * uploaded and no more. Papers of requests for several people tell of the others too, and are not in it.
 */
const papers = (participantId: number) => sql<number>`(
  with recursive paper as (
    select document_id, false as is_correction from shipment_document where request_id in ${own(participantId)}
    union all select newer.document_id, true from paper join document newer on newer.corrects_id = paper.document_id)
  select document_id from paper
  where not is_correction or exists (select from document_link place where place.document_id = paper.document_id))`;

export const documentsOfParticipant = (tx: Tx, participantId: number) =>
  tx
    .selectFrom('document')
    .innerJoin('stored_file as file', 'file.file_id', 'document.file_id')
    .where(sql<boolean>`document.document_id in ${papers(participantId)}`)
    .orderBy('document.document_id')
    .select(documentColumns)
    .execute();

/** The participant and all that is about nobody else but papers, by their kinds and numbers as the trail names them. */
export const recordsOfParticipant = (participantId: number): RawBuilder<unknown> =>
  sql`select 'participant'::text as kind, ${String(participantId)}::text as id
    union all select 'shipment_request', request_id::text from ${own(participantId)} as request (request_id)`;
