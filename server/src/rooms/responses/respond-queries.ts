/** SQL of the patient's own page. Who calls is known by the code alone, of which the hash is given. */
import { assessmentAccess } from '@portal/contract/patients/access.ts';
import { sql } from 'kysely';
import type { BrandOfHost } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';

/** Whether the company with this number asks its patients: nobody there could open what they answer otherwise (SEC-24). */
export const hasAssessments = (companyId: 'link.company_id' | 'event.company_id') =>
  sql<boolean>`exists (select from company_module module
    where module.company_id = ${sql.ref(companyId)} and module.name = ${assessmentAccess.module})`;

/** Whether wrong dates of birth have used up the link of an event. One that ended otherwise has expired with that. */
export const hasSpentLink = (surveyEventId: 'event.survey_event_id', now: Date) =>
  sql<boolean>`exists (select from respond_code code
    where code.survey_event_id = ${sql.ref(surveyEventId)} and code.tries_left = 0 and code.expires_at > ${now})`;

/** A host of a company opens no link of another one, whose host it may have been when the link was sent. */
export const opensOn = ({ shown }: BrandOfHost, companyId: 'link.company_id') =>
  shown.companyId === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(companyId)} = ${shown.companyId}`;

/** A link that can be used on a host, with whose it is: of a company that asks its patients. It ends with its event, which takes the row away. */
export const findAnywhereLink = (tx: Tx, codeHash: Buffer, { now, on }: { now: Date; on: BrandOfHost }) =>
  tx
    .selectFrom('respond_code as link')
    .innerJoin('survey_event as event', 'event.survey_event_id', 'link.survey_event_id')
    .innerJoin('patient', 'patient.patient_id', 'event.patient_id')
    .select([
      'link.survey_event_id as surveyEventId',
      'link.company_id as companyId',
      'event.patient_id as patientId',
      'link.tries_left as triesLeft',
      'patient.born_on as bornOn',
    ])
    .where('link.code_hash', '=', codeHash)
    .where('link.expires_at', '>', now)
    .where('link.tries_left', '>', 0)
    .where('event.answered_at', 'is', null)
    .where('event.ended_at', 'is', null)
    .where(hasAssessments('link.company_id'))
    .where(opensOn(on, 'link.company_id'))
    .where('patient.removed_at', 'is', null);

/** Whoever ends the links of a patient, or corrects the date of birth that opens them, holds the patient: that is not so until this act ends. */
export const holdAnywherePatient = (tx: Tx, patientId: number) =>
  tx.selectFrom('patient').select('patient_id').where('patient_id', '=', patientId).forNoKeyUpdate().executeTakeFirst();

/** What a patient is still asked, in the order in which whoever ends it holds it. */
export async function holdAnywhereOpenEvents(tx: Tx, patientId: number): Promise<number[]> {
  const events = await tx
    .selectFrom('survey_event')
    .select('survey_event_id as id')
    .where('patient_id', '=', patientId)
    .where('answered_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('survey_event_id')
    .forNoKeyUpdate()
    .execute();
  return events.map(({ id }) => id);
}

export const countWrongAnywhere = (tx: Tx, codeHash: Buffer) =>
  tx
    .updateTable('respond_code')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('code_hash', '=', codeHash)
    .returning('tries_left as triesLeft')
    .executeTakeFirstOrThrow();
