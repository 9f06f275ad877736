/** SQL of the follow-ups. Every statement is held to the patients in sight. */
import { anyOf, type Tx } from '#platform/database/db.ts';
import { type PatientSight, patientInSight } from '#rooms/patients/door.ts';

export interface Narrowing {
  providerIds: readonly number[] | undefined;
  patientId: number | undefined;
  from: Date | undefined;
  before: Date | undefined;
}

/** What comes first at the top. */
export const followUpsOf = (tx: Tx, viewer: PatientSight, { providerIds, patientId, from, before }: Narrowing) =>
  tx
    .selectFrom('follow_up')
    .innerJoin('patient', 'patient.patient_id', 'follow_up.patient_id')
    .select([
      'follow_up.follow_up_id as followUpId',
      'follow_up.patient_id as patientId',
      'follow_up.provider_id as providerId',
      'follow_up.company_id as companyId',
      'follow_up.at',
      'follow_up.notes',
      'follow_up.created_at as createdAt',
      'patient.first_name as firstName',
      'patient.last_name as lastName',
      'patient.phone',
    ])
    .where(patientInSight(viewer, 'follow_up.patient_id'))
    .$if(providerIds !== undefined, (query) => query.where('follow_up.provider_id', '=', anyOf(providerIds ?? [])))
    .$if(patientId !== undefined, (query) => query.where('follow_up.patient_id', '=', patientId ?? 0))
    .$if(from !== undefined, (query) => query.where('follow_up.at', '>=', from ?? new Date()))
    .$if(before !== undefined, (query) => query.where('follow_up.at', '<', before ?? new Date()))
    .orderBy('follow_up.at')
    .orderBy('follow_up.follow_up_id');
export type FollowUpRow = Awaited<ReturnType<ReturnType<typeof followUpsOf>['executeTakeFirstOrThrow']>>;
