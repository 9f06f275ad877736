/** Which records of patients lie in a reviewer's groups (SEC-23): those of the patients who do. */
import { sql } from 'kysely';
import { groupsOf, type Place, type Reviewer, type Rows } from '#platform/audit/places.ts';
import type { Schema } from '#platform/database/db.ts';

export const patientsInGroups = (viewer: Reviewer): Rows =>
  sql`select patient_id from patient_care_group where care_group_id = ${groupsOf(viewer)}`;

/** What a table keeps of patients, by its number there: that of the table's name where it has no other. */
export const ofPatientsInGroups =
  (table: keyof Schema, key = `${table}_id`): Place =>
  (viewer) =>
    sql`select ${sql.ref(`${table}.${key}`)} from ${sql.table(table)} where patient_id in (${patientsInGroups(viewer)})`;
