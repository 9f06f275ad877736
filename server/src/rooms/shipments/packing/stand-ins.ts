/** What a partner needs of the trial behind a request that is already known to be in sight. SQL, nothing else. */
import type { Tx } from '#platform/database/db.ts';
import { isTheirs } from '#rooms/participants/door.ts';
import { suppliedColumn } from '#rooms/products/door.ts';
import type { Person } from '../queries.ts';
import { sponsorOf, visibleTo } from '../queries.ts';

/**
 * The trial's products that this kind of partner can supply (OPC-93); which one stands in for which is PKG-12. `held` keeps
 * them from being removed, or changed, until one of them is on the request (OPS-44).
 */
export const listStandIns = (tx: Tx, request: { trial_id: number; shipment_type: string }, held?: 'held') =>
  tx
    .selectFrom('product')
    .where('trial_id', '=', request.trial_id)
    .where('removed_at', 'is', null)
    .where(suppliedColumn(request.shipment_type), '=', true)
    .orderBy('drug_name')
    .orderBy('product_id')
    .select([
      'product_id as productId',
      'trial_id as trialId',
      'drug_name as drugName',
      'dosage_form as dosageForm',
      'quantity_unit as quantityUnit',
    ])
    .select([
      'is_other_unit as isQuantityUnitOther',
      'directions',
      'default_quantity as quantityDefault',
      'default_batch_quantity as batchQuantityDefault',
    ])
    .select([
      'max_shipment_quantity as maxShipmentQuantity',
      'default_days_of_supply as daysOfSupplyDefault',
      'item_number as itemNumber',
    ])
    .select([
      'item_description as itemDescription',
      'pharmacy_supplied as pharmacySupplied',
      'wholesaler_supplied as wholesalerSupplied',
      'version',
    ])
    .$if(held === 'held', (query) => query.forShare());

/** CAE-09: the trial, as a partner needs it. */
export const readTrialOfRequest = (tx: Tx, person: Person, requestId: number) =>
  tx
    .selectFrom('shipment_request')
    .innerJoin('care_group as site', 'site.care_group_id', 'shipment_request.site_id')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'shipment_request.trial_id')
    .leftJoin('sponsor', (join) => join.on('sponsor.sponsor_id', '=', sponsorOf))
    .where(visibleTo(person))
    .where('shipment_request.request_id', '=', requestId)
    .select([
      'shipment_request.request_id as srId',
      'trial.display_name as trial',
      'trial.name as protocolNumber',
      'site.display_name as siteName',
    ])
    .select([
      'sponsor.name as sponsorName',
      'trial.subject_number_mask as subjectNumberMask',
      'trial.has_card as hasCard',
    ])
    .executeTakeFirst();

/** The card of the trial behind a request, with the first participant on it who has a record (APS-28). */
export const readCardOfRequest = (tx: Tx, person: Person, requestId: number) =>
  tx
    .selectFrom('shipment_request')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'shipment_request.trial_id')
    .innerJoin('trial_card as card', 'card.care_group_id', 'trial.care_group_id')
    .innerJoin('shipment_participant as subject', 'subject.request_id', 'shipment_request.request_id')
    .innerJoin('participant', 'participant.participant_id', 'subject.participant_id')
    .where(visibleTo(person))
    .where('shipment_request.request_id', '=', requestId)
    .where('trial.has_card', '=', true)
    .where(isTheirs)
    // Who has left the trial is shown no card.
    .where('participant.is_active', '=', true)
    .where('participant.removed_at', 'is', null)
    .orderBy('subject.position')
    .limit(1)
    .select([
      'card.rx_bin as rxBin',
      'card.rx_pcn as rxPcn',
      'card.rx_grp as rxGrp',
      'card.cardholder_name_label as cardholderNameLabel',
    ])
    .select([
      'card.cardholder_id_label as cardholderIdLabel',
      'participant.ctrx_id as cardholderId',
      'card.participants',
      'participant.participant_id as participantId',
      'participant.first_name as fname',
      'participant.last_name as lname',
    ])
    .select([
      'card.claim_submissions as claimSubmissions',
      'card.pharmacy_instructions as pharmacyInstructions',
      'card.card_introduction as cardIntroduction',
    ])
    .select(['card.contact_info as contactInfo', 'card.main_logo as mainLogo', 'card.optional_logo as optionalLogo'])
    .executeTakeFirst();
