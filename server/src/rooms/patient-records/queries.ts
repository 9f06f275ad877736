/** What the portal was told of a patient in sight. SQL, nothing else. */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { mayBeCorrected, mayDelete, type Reader } from '#rooms/documents/door.ts';
import { patientInSight, type PatientSight } from '#rooms/patients/door.ts';

export const prescriptionsOf = (tx: Tx, viewer: PatientSight, patientId: number) =>
  tx
    .selectFrom('patient_prescription')
    .select([
      'display_name as displayName',
      'rx_number as rxNumber',
      'display_status as displayStatus',
      'shipped_on as latestDateShipped',
      'provider',
      'refills_left as refillsLeft',
      'instructions',
      'written_on as dateWritten',
      'days_of_supply as daysOfSupply',
    ])
    .select(sql<0 | 1>`is_active::int`.as('isActivePrescription'))
    .where('patient_id', '=', patientId)
    .where('removed_at', 'is', null)
    .where(patientInSight(viewer, 'patient_prescription.patient_id'))
    .orderBy('is_active', 'desc')
    .orderBy('display_name')
    .orderBy('prescription_id');

export const refillOutreachOf = (tx: Tx, viewer: PatientSight, patientId: number, since: Date) =>
  tx
    .selectFrom('refill_outreach')
    .select(['rx_number as rxNumber', 'reason as outreachReason', 'sent_at as sentTime', 'method as outreachType'])
    .$narrowType<{ outreachType: 'Text' | 'Phone Call' | 'Push Notification' | 'Email' }>()
    .where('patient_id', '=', patientId)
    .where('sent_at', '>=', since)
    .where('removed_at', 'is', null)
    .where(patientInSight(viewer, 'refill_outreach.patient_id'))
    .orderBy('sent_at', 'desc')
    .orderBy('refill_outreach_id', 'desc');

export const orderStatusesOf = (tx: Tx, viewer: PatientSight, patientId: number, since: Date) =>
  tx
    .selectFrom('patient_order_status')
    .select([
      'display_name as displayName',
      'order_status as orderStatus',
      'rx_number as rxNumber',
      'added_at as timeAdded',
    ])
    .where('patient_id', '=', patientId)
    .where('added_at', '>=', since)
    .where('removed_at', 'is', null)
    .where(patientInSight(viewer, 'patient_order_status.patient_id'))
    .orderBy('added_at', 'desc')
    .orderBy('order_status_id', 'desc');

/** A consent that was not withdrawn. */
export const stillCounts = sql<boolean>`not exists (select from patient_consent_withdrawal back
  where back.consent_id = patient_consent.consent_id)`;

export const consentsOf = (tx: Tx, viewer: PatientSight, patientId: number) =>
  tx
    .selectFrom('patient_consent')
    .select(['code as consentCode', 'added_at as timeAdded'])
    .where('patient_id', '=', patientId)
    .where(stillCounts)
    .where(patientInSight(viewer, 'patient_consent.patient_id'))
    .orderBy('added_at', 'desc')
    .orderBy('consent_id', 'desc');

export const documentsOf = (tx: Tx, viewer: PatientSight & Reader, patientId: number) =>
  tx
    .selectFrom('patient_document as kept')
    .innerJoin('document', 'document.document_id', 'kept.document_id')
    .leftJoin('signing_request as request', 'request.document_id', 'document.document_id')
    .select([
      'document.document_id as documentId',
      'document.friendly_name as friendlyName',
      'document.filename',
      // PDO-03, OPC-67: said where the patient signs elsewhere; else it follows from the request.
      sql<
        string | null
      >`coalesce(kept.waits_for, case request.state when 'open' then 'other' when 'completed' then 'nobody' end)`.as(
        'waitsFor',
      ),
      'request.sr_uuid as uuid',
      'document.uploaded_at as timeUploaded',
    ])
    .select([mayBeCorrected.as('mayBeCorrected'), mayDelete(viewer).as('mayDelete')])
    .select(
      sql<number>`(select count(*)::int from patient_document other join patient using (patient_id)
        where other.document_id = document.document_id and other.patient_id <> kept.patient_id and patient.removed_at is null)`.as(
        'otherPatients',
      ),
    )
    .where('kept.patient_id', '=', patientId)
    .where('document.removed_at', 'is', null)
    .where(patientInSight(viewer, 'kept.patient_id'))
    .orderBy('document.document_id', 'desc');
