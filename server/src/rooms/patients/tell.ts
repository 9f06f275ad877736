/** What happened with a patient, for their line of time and for whoever has them open. */
import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';
import * as queries from './queries.ts';

/** In plain words and without a value of the record (PRV-05). */
export async function noteStep(
  { tx, viewer, now }: Act<Actor>,
  step: { patientId: number; kind: 'status' | 'group'; what: string; careGroupId?: number },
): Promise<void> {
  await tx
    .insertInto('patient_step')
    .values({
      company_id: viewer.companyId,
      patient_id: step.patientId,
      kind: step.kind,
      what: step.what,
      care_group_id: step.careGroupId ?? null,
      provider_id: viewer.providerId,
      at: now(),
    })
    .execute();
}

/** Tells the people of the patient's groups; of a patient in none, those with root access. */
export async function tellOfPatient(
  { tx, announce }: Act<Actor>,
  type: 'patient.changed' | 'patient_record.changed',
  patientId: number,
  also: readonly number[] = [],
): Promise<void> {
  const groups = [...new Set([...(await queries.careGroupsOf(tx, patientId)), ...also])];
  const places = groups.length === 0 ? [null] : groups;
  await announce(...places.map((careGroupId) => ({ type, id: patientId, careGroupId })));
}
