import { sql } from 'kysely';
import type { Reviewer, Rows } from '#platform/audit/places.ts';
import { patientsInGroups } from '#rooms/patients/door.ts';

/** The messages of conversations with patients in a reviewer's groups (SEC-23). */
export const messagesInGroups = (viewer: Reviewer): Rows =>
  sql`select message_id from conversation_message where conversation_id in (
    select conversation_id from conversation where patient_id in (${patientsInGroups(viewer)}))`;
