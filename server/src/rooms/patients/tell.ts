/** What happened with a patient, for their line of time and for whoever has them open. */
import type { Act } from '#platform/act/act.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { recordSettled } from '#rooms/workflows/door.ts';
import * as queries from './queries.ts';

interface Step {
  patientId: number;
  kind: 'status' | 'group';
  what: string;
  careGroupId?: number;
}

export const noteStep = (act: Act<Actor>, step: Step): Promise<void> => noteSteps(act, [step]);

/** In plain words and without a value of the record (PRV-05). With a step begins and ends what the patients are asked. */
export async function noteSteps(act: Act<Actor>, steps: readonly Step[]): Promise<void> {
  const { tx, viewer, now } = act;
  const rows = steps.map(({ patientId, kind, what, careGroupId }) => ({
    company_id: viewer.companyId,
    patient_id: patientId,
    kind,
    what,
    care_group_id: careGroupId ?? null,
    provider_id: viewer.providerId,
    at: now(),
  }));
  await insertRows(tx, 'patient_step', rows).execute();
  await recordSettled(act);
}

/** Tells the people of the patient's groups. Those with root access hear of every patient, also of one in no group. */
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
