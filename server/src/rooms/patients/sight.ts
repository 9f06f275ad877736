/**
 * Whose patients a person may know of, decided here alone. Who has root access knows of every patient of the company (OPC-07, OPC-60);
 * anybody else of those in their groups and below. Rooms that come later take it from the door.
 */
import { type Expression, sql, type SqlBool } from 'kysely';
import { anyOf } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
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
