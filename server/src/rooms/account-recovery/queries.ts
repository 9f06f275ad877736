/** Requests to recover accounts of patients in sight. SQL, nothing else. */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { patientInSight, type PatientSight } from '#rooms/patients/door.ts';

export const requests = (tx: Tx, viewer: PatientSight, after?: number) =>
  tx
    .selectFrom('patient_recovery as request')
    .innerJoin('patient', 'patient.patient_id', 'request.patient_id')
    .leftJoin('provider as decider', 'decider.provider_id', 'request.decider_id')
    .innerJoin('provider as asker', 'asker.provider_id', 'request.asker_id')
    .select([
      'request.patient_recovery_id as requestId',
      'request.patient_id as patientId',
      'request.contact_type as contactType',
      'request.contact',
      'request.status',
      'request.asked_at as askedAt',
      'request.decided_at as decidedAt',
      'request.evidence',
      'request.version',
      'patient.first_name as firstName',
      'patient.last_name as lastName',
      'patient.username',
      'patient.born_on as bornOn',
      'patient.phone',
      'patient.email',
      'patient.last_login_at as lastLoginAt',
    ])
    .select(sql<string>`btrim(asker.first_name || ' ' || asker.last_name)`.as('askerName'))
    .select(sql<string | null>`btrim(decider.first_name || ' ' || decider.last_name)`.as('deciderName'))
    .where(patientInSight(viewer, 'request.patient_id'))
    .$if(after !== undefined, (query) => query.where('request.patient_recovery_id', '<', after ?? 0))
    .orderBy('request.patient_recovery_id', 'desc');

export const lockRequest = (tx: Tx, requestId: number, patientId: number) =>
  tx
    .selectFrom('patient_recovery')
    .selectAll()
    .where('patient_recovery_id', '=', requestId)
    .where('patient_id', '=', patientId)
    .forUpdate()
    .executeTakeFirst();
