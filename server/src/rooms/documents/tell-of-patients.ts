import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Tells those who have a patient open that a document of the patient is signed, rejected, sent round or gone (PDO-03). */
export async function tellOfPatients({ tx, announce }: Act<Actor>, documentId: number): Promise<void> {
  const { rows } = await sql<{ id: number; careGroupId: number | null }>`
    select patient.patient_id as id, place.care_group_id as "careGroupId"
    from patient_document kept join patient using (patient_id) left join patient_care_group place using (patient_id)
    where kept.document_id = ${documentId} and patient.removed_at is null order by 1, 2`.execute(tx);
  await announce(...rows.map((row) => ({ type: 'patient_record.changed' as const, ...row })));
}
