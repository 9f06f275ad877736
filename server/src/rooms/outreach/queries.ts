/** SQL of the outreach. Every statement of a person is held to the patients in sight. */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { type PatientSight, patientInSight } from '#rooms/patients/door.ts';
import { failingWays, reachOfPatient, refusedWays, waysOf } from './reach-patient.ts';
import type { Way } from '#platform/jobs/services.ts';

const sendings = (tx: Tx, viewer: PatientSight, patientId: number) =>
  tx
    .selectFrom('reminder')
    .innerJoin('survey_event', 'survey_event.survey_event_id', 'reminder.survey_event_id')
    .leftJoin('provider', 'provider.provider_id', 'reminder.provider_id')
    // Two ways at once are two entries with the same time (OPC-25).
    .innerJoin(sql<{ method: string }>`unnest(reminder.methods)`.as('way'), (join) => join.onTrue())
    .select([
      'reminder.kind',
      'reminder.sent_at as sentAt',
      sql<'Email' | 'Text'>`way.way`.as('method'),
      sql<string>`coalesce(btrim(provider.first_name || ' ' || provider.last_name), '')`.as('by'),
      'survey_event.answered_at as answeredAt',
      'survey_event.ended_at as endedAt',
    ])
    .where('reminder.patient_id', '=', patientId)
    .where(patientInSight(viewer, 'reminder.patient_id'))
    .orderBy('reminder.sent_at', 'desc')
    .orderBy('reminder.reminder_id', 'desc')
    .orderBy(sql`way.way`);

const reachOf = (tx: Tx, patientId: number) =>
  tx.selectFrom('patient').select(reachOfPatient).where('patient_id', '=', patientId).executeTakeFirstOrThrow();

/** By which of the ways that a patient in sight prefers they take nothing, and by which of the others nothing arrives. */
export async function untoldBy(tx: Tx, patientId: number, now: Date): Promise<{ refused: Way[]; undelivered: Way[] }> {
  const patient = await reachOf(tx, patientId);
  const failing = (await failingWays(tx, [patientId], now)).get(patientId) ?? [];
  return {
    refused: refusedWays(tx, patient),
    undelivered: waysOf(tx, patient).filter((way) => failing.includes(way)),
  };
}

/** The same of a patient in hand whom nothing is sent. */
export const refusedBy = async (tx: Tx, patientId: number): Promise<Way[]> =>
  refusedWays(tx, await reachOf(tx, patientId));

/** ACT-15. */
export const sentSince = (tx: Tx, viewer: PatientSight, patientId: number, since: Date) =>
  sendings(tx, viewer, patientId).where('reminder.sent_at', '>=', since);

/** ACT-08: what people asked for, of one event, however long ago. */
export const remindersOf = (tx: Tx, viewer: PatientSight, patientId: number, surveyEventId: number) =>
  sendings(tx, viewer, patientId)
    .where('reminder.survey_event_id', '=', surveyEventId)
    .where('reminder.kind', '=', 'reminder');

/** Which of the groups that ask, or for messages of the patient's groups, has the brand `given.brand_id`, the first of several; null for none. */
export const nearnessOfBrand = ({ patientId, surveyEventId }: { patientId: number; surveyEventId?: number }) =>
  surveyEventId === undefined
    ? sql<number | null>`(select min(care_group_id) from care_group join patient_care_group using (care_group_id)
        where patient_id = ${patientId} and brand_id = given.brand_id and care_group.removed_at is null)`
    : sql<number | null>`(select min(care_group_id) from survey_event join schedule_item using (schedule_item_id)
        join workflow_survey using (trigger_id) join care_group using (care_group_id)
        where survey_event_id = ${surveyEventId} and brand_id = given.brand_id)`;

const events = (tx: Tx, viewer: PatientSight, patientId: number, surveyEventId: number) =>
  tx
    .selectFrom('survey_event')
    .select(['survey_event_id as surveyEventId', 'answered_at as answeredAt', 'ended_at as endedAt'])
    .where('survey_event_id', '=', surveyEventId)
    .where('patient_id', '=', patientId)
    .where(patientInSight(viewer, 'survey_event.patient_id'));

/** An event of the patient. */
export const eventOf = (...of: Parameters<typeof events>) => events(...of).executeTakeFirst();
/** The same, held until the transaction ends. */
export const lockEvent = (...of: Parameters<typeof events>) =>
  events(...of)
    .forNoKeyUpdate()
    .executeTakeFirst();
