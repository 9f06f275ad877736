import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import type { Actor } from '#platform/security/viewer.ts';
import * as queries from './queries.ts';
import { type PatientSight, seesInEmergencyAlone } from './sight.ts';
import { noteStep, noteSteps, tellOfPatient } from './tell.ts';

type Place = { patientId: number; careGroupId: number };

/** The group before the patient, as whoever removes a group holds it before its patients. */
async function hold({ tx, viewer }: Act<Actor & PatientSight>, { patientId, careGroupId }: Place) {
  const group = await queries.holdGroup(tx, viewer, careGroupId);
  const patient = group && (await queries.lockVisible(tx, viewer, patientId));
  return { group, patient };
}

/** Puts a pending or active patient into a group in sight; twice is a 409, also of two at once. */
export async function joinGroup(act: Act<Actor & PatientSight>, { patientId, careGroupId }: Place): Promise<void> {
  const { tx, viewer, now, record } = act;
  const { group, patient } = await hold(act, { patientId, careGroupId });
  if (!patient || !group) throw fail('not_found');
  if (patient.status === 'deactivated') throw fail('patient.not_open');
  const isByEmergency = await seesInEmergencyAlone(act, patientId);
  const row = await tx
    .insertInto('patient_care_group')
    .values({ patient_id: patientId, care_group_id: careGroupId, company_id: viewer.companyId, joined_at: now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('patient_id')
    .executeTakeFirst();
  if (!row) throw fail('patient.already_in_group');
  // Nobody brings a patient to where they see them for good because an emergency let them in for some hours.
  if (isByEmergency && !(await seesInEmergencyAlone(act, patientId))) throw fail('forbidden');
  await record(joined(patientId, careGroupId));
  await noteStep(act, { patientId, ...joining, careGroupId });
  await tellOfPatient(act, 'patient.changed', patientId);
}

/** Puts patients who were just added, and whom nobody else knows yet, into a group that the act holds. */
export async function bringIntoGroup(
  act: Act<Actor>,
  { patientIds, careGroupId }: { patientIds: readonly number[]; careGroupId: number },
): Promise<void> {
  const { tx, viewer, now, record, announce } = act;
  const rows = patientIds.map((patientId) => ({
    patient_id: patientId,
    care_group_id: careGroupId,
    company_id: viewer.companyId,
    joined_at: now(),
  }));
  await insertRows(tx, 'patient_care_group', rows).execute();
  await record(...patientIds.map((id) => joined(id, careGroupId)));
  await noteSteps(
    act,
    patientIds.map((patientId) => ({ patientId, ...joining, careGroupId })),
  );
  await announce(...patientIds.map((id) => ({ type: 'patient.changed' as const, id, careGroupId })));
}

const joining = { kind: 'group', what: 'Added to a care group' } as const;
const leaving = { kind: 'group', what: 'Taken out of a care group' } as const;
const joined = (patientId: number, careGroupId: number) =>
  ({
    action: 'patient.joined_group',
    record: { kind: 'patient', id: patientId },
    changes: [{ field: 'care_group_id', old: null, new: careGroupId }],
  }) as const;
const gone = (patientId: number, careGroupId: number) =>
  ({
    action: 'patient.left_group',
    record: { kind: 'patient', id: patientId },
    changes: [{ field: 'care_group_id', old: careGroupId, new: null }],
  }) as const;

/** Takes a patient out of a group in sight. Who sees the patient by this group alone does so no more. */
export async function leaveGroup(act: Act<Actor & PatientSight>, { patientId, careGroupId }: Place): Promise<void> {
  const { tx, record } = act;
  const { group, patient } = await hold(act, { patientId, careGroupId });
  if (!patient || !group) throw fail('not_found');
  const left = await tx
    .deleteFrom('patient_care_group')
    .where('patient_id', '=', patientId)
    .where('care_group_id', '=', careGroupId)
    .returning('patient_id')
    .executeTakeFirst();
  if (!left) throw fail('not_found');
  await record(gone(patientId, careGroupId));
  await noteStep(act, { patientId, ...leaving, careGroupId });
  await tellOfPatient(act, 'patient.changed', patientId, [careGroupId]);
}

/** Takes everybody out of a group that the act removes and holds against newcomers: what the group asked them ends with it (OPC-20). */
export async function leaveRemovedGroup(act: Act<Actor>, careGroupId: number): Promise<void> {
  const { tx, record, announce } = act;
  await queries.holdPatientsOfGroup(tx, careGroupId);
  const left = await tx
    .deleteFrom('patient_care_group')
    .where('care_group_id', '=', careGroupId)
    .returning('patient_id as id')
    .execute();
  if (left.length === 0) return;
  const patientIds = left.map(({ id }) => id);
  await record(...patientIds.map((id) => gone(id, careGroupId)));
  await noteSteps(
    act,
    patientIds.map((patientId) => ({ patientId, ...leaving, careGroupId })),
  );
  const places = await queries.placesOf(tx, patientIds);
  await announce(...places.map((place) => ({ type: 'patient.changed' as const, ...place })));
}
