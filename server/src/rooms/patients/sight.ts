/**
 * Whose patients a person may know of, decided here alone. Who has root access knows of every patient of the company (OPC-07, OPC-60);
 * anybody else of those in their groups and below. Rooms that come later take it from the door.
 */
import type { PatientStatus, PatientType } from '@portal/contract/patients/rules.ts';
import { type Expression, sql, type SqlBool } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { anyOf } from '#platform/database/db.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';
import { seesWhole } from '#rooms/care-groups/door.ts';

export type PatientSight = Pick<Viewer, 'careGroupIds' | 'seesWholeCompany'>;

/** The patient whose number stands in the column is in sight, and was not removed. */
export const patientInSight = (viewer: PatientSight, column: string): Expression<SqlBool> =>
  sql<boolean>`exists (select from patient seen where seen.patient_id = ${sql.ref(column)} and seen.removed_at is null
    and ${isWithin(viewer)})`;

/** A pending patient without a group is seen with root access only. */
const isWithin = (viewer: PatientSight): Expression<SqlBool> =>
  seesWhole(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from patient_care_group own where own.patient_id = seen.patient_id
        and own.care_group_id = ${anyOf(viewer.careGroupIds ?? [])})`;

/** Which patients in sight the lists of a person have: without root access the active portal patients alone (PST-07). */
export const listedTo = (
  viewer: PatientSight,
): { statuses: readonly PatientStatus[]; types: readonly PatientType[] } =>
  seesWhole(viewer)
    ? { statuses: ['active', 'pending', 'deactivated'], types: [1, 2, 3] }
    : { statuses: ['active'], types: [1] };

/** Whether somebody sees a patient in sight by emergency access alone: no longer than that stands (PRV-11). */
export async function seesInEmergencyAlone({ tx, viewer }: Pick<Act<Actor>, 'tx' | 'viewer'>, patientId: number) {
  if (!viewer.inEmergency) return false;
  const { rows } = await sql<{ forGood: boolean }>`
    select sees_patient_at(${viewer.providerId}, ${patientId}, 'infinity') as "forGood"`.execute(tx);
  return rows[0]?.forGood === false;
}
