/** What a patient says of texts on their own page, behind a link and their date of birth (OPC-65). */
import { ownPage } from '@portal/contract/patients/rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockVisible, type PatientSight, tellOfPatient } from '#rooms/patients/door.ts';
import { stillCounts } from './queries.ts';

/** Who it is was proven by the link, so whoever of the clinic sees them does not matter. */
const wholeCompany: PatientSight = { careGroupIds: null, seesWholeCompany: true };

/** Whether they take texts (CNS-02); null where they are sent none: without a phone, or where no service takes texts. */
export async function ownTexts({ env }: Pick<House, 'env'>, tx: Tx, patientId: number): Promise<boolean | null> {
  if (!env.sms) return null;
  const asked = tx
    .selectFrom('patient')
    .select(sql<boolean>`takes_texts(patient_id)`.as('takesTexts'))
    .where('patient_id', '=', patientId)
    .where('phone', 'is not', null);
  return (await asked.executeTakeFirst())?.takesTexts ?? null;
}

/**
 * Notes a consent of the patient's own. What stands already is noted no second time. Their word is the newest one, also where something
 * was told with a later time; what waits is withdrawn by `after_patient_consent`.
 */
export async function chooseTexts(
  house: Pick<House, 'env'>,
  act: Act<Actor>,
  patientId: number,
  takesTexts: boolean,
): Promise<void> {
  const { tx, viewer, now, record } = act;
  // Whoever sends holds the patient as well: no text is put into the outbox beside this.
  if (!(await lockVisible(tx, wholeCompany, patientId))) throw fail('not_found');
  const before = await ownTexts(house, tx, patientId);
  if (before === null) throw fail('not_found');
  if (before === takesTexts) return;
  const code = takesTexts ? 1 : 0;
  await tx
    .insertInto('patient_consent')
    .values({
      company_id: viewer.companyId,
      patient_id: patientId,
      code,
      added_at: sql<Date>`greatest(${now()}::timestamptz,
        (select max(added_at) from patient_consent where patient_id = ${patientId} and code is distinct from 2 and ${stillCounts}))`,
    })
    .execute();
  await record({
    action: takesTexts ? 'patient.texts_allowed' : 'patient.texts_stopped',
    record: { kind: 'patient', id: patientId },
    changes: [
      { field: 'consent_code', old: before ? 1 : 0, new: code },
      { field: 'page', new: ownPage },
    ],
  });
  await tellOfPatient(act, 'patient_record.changed', patientId);
}
