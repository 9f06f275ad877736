/** SQL of the outreach. Every statement of a person is held to the patients in sight. */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { type PatientSight, patientInSight } from '#rooms/patients/door.ts';

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
    ])
    .where('reminder.patient_id', '=', patientId)
    .where(patientInSight(viewer, 'reminder.patient_id'))
    .orderBy('reminder.sent_at', 'desc')
    .orderBy('reminder.reminder_id', 'desc')
    .orderBy(sql`way.way`);

/** ACT-15. */
export const sentSince = (tx: Tx, viewer: PatientSight, patientId: number, since: Date) =>
  sendings(tx, viewer, patientId).where('reminder.sent_at', '>=', since);

/** ACT-08: what people asked for, of one event, however long ago. */
export const remindersOf = (tx: Tx, viewer: PatientSight, patientId: number, surveyEventId: number) =>
  sendings(tx, viewer, patientId)
    .where('reminder.survey_event_id', '=', surveyEventId)
    .where('reminder.kind', '=', 'reminder');

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
