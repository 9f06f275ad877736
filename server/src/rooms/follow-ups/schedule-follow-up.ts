import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockVisible, type PatientSight } from '#rooms/patients/door.ts';
import { tellGroups } from '#rooms/schedules/door.ts';

export interface NewFollowUp {
  patientId: number;
  providerId: number;
  at: Date;
  notes: string;
}

/** Schedules a follow-up of a patient in sight, and gives its number (OPC-37). */
export async function scheduleFollowUp(
  act: Act<Actor & PatientSight>,
  { patientId, providerId, at, notes }: NewFollowUp,
): Promise<number> {
  const { tx, viewer, now, record } = act;
  if (!(await lockVisible(tx, viewer, patientId))) throw fail('not_found');
  const fields = { patient_id: patientId, provider_id: providerId, at, notes };
  const { id } = await tx
    .insertInto('follow_up')
    .values({ ...fields, company_id: viewer.companyId, created_at: now() })
    .returning('follow_up_id as id')
    .executeTakeFirstOrThrow();
  await record({ action: 'follow_up.scheduled', record: { kind: 'follow_up', id }, changes: created(fields) });
  await tellGroups(act, 'follow_up.changed', id, [patientId]);
  return id;
}
