/** SQL of the reporting page of a clinic, over the patients in sight alone. */
import { type AssessmentState, nextMonth, type OutreachChannel } from '@portal/contract/reports/reporting-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import { type PatientSight, patientInSight } from '#rooms/patients/door.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Period } from './reporting-queries.ts';

type Reader = PatientSight & { companyId: number };

const within = (column: RawBuilder<unknown>, { first, last }: Period) =>
  sql<boolean>`${column} >= ${`${first}-01 00:00Z`}::timestamptz and ${column} < ${`${nextMonth(last)}-01 00:00Z`}::timestamptz`;

const state = sql<AssessmentState>`case when event.answered_at is not null then 'answered'
  when event.ended_at is not null then 'ended' else 'open' end`;
const flags = sql<number>`coalesce(cardinality(response.flagged), 0)`;

/** Each with its answer, of which there is one at the most. */
const events = (tx: Tx, viewer: Reader, period: Period) =>
  tx
    .selectFrom('survey_event as event')
    .leftJoin('survey_response as response', 'response.survey_event_id', 'event.survey_event_id')
    .where('event.company_id', '=', viewer.companyId)
    .where(within(sql`event.started_at`, period))
    .where(patientInSight(viewer, 'event.patient_id'));

const quarterOf = sql<string>`to_char(event.started_at at time zone 'UTC', 'YYYY-"Q"Q')`;
const countOf = (of: AssessmentState) => sql<number>`(count(*) filter (where ${state} = ${of}))::int`.as(of);

export const assessmentsByQuarter = (tx: Tx, viewer: Reader, period: Period, now: Date) =>
  events(tx, viewer, period)
    .groupBy(quarterOf)
    .select([
      quarterOf.as('quarter'),
      countOf('open'),
      sql<number>`(count(*) filter (where ${state} = 'open' and event.due_at < ${now}))::int`.as('overdue'),
      countOf('answered'),
      countOf('ended'),
      sql<number>`(count(*) filter (where ${flags} > 0))::int`.as('flagged'),
    ]);

export const assessmentRows = (
  tx: Tx,
  viewer: Reader,
  period: Period,
  { of, flagged }: { of: AssessmentState | undefined; flagged: boolean },
) =>
  events(tx, viewer, period)
    .innerJoin('patient', 'patient.patient_id', 'event.patient_id')
    .innerJoin('survey_definition as asked', 'asked.survey_definition_id', 'event.survey_definition_id')
    .$if(of !== undefined, (query) => query.where(sql<boolean>`${state} = ${of}`))
    .$if(flagged, (query) => query.where(sql<boolean>`${flags} > 0`))
    .select([
      'event.survey_event_id as surveyEventId',
      'event.patient_id as u_id',
      sql<string>`btrim(patient.first_name || ' ' || patient.last_name)`.as('patientName'),
      'asked.name as surveyName',
      state.as('state'),
      'event.started_at as beganAt',
      'event.due_at as dueAt',
      'event.answered_at as answeredAt',
      flags.as('flagged'),
    ])
    .orderBy('event.started_at', 'desc')
    .orderBy('event.survey_event_id', 'desc');

const channels: Record<string, OutreachChannel> = { Email: 'email', Text: 'sms' };
const methodOf = (channel: OutreachChannel) => Object.keys(channels).find((method) => channels[method] === channel);
export const channelOf = (method: string): OutreachChannel => channels[method] ?? 'email';

/** Two ways at once are two (OPC-25). */
const sends = (tx: Tx, viewer: Reader, period: Period) =>
  tx
    .selectFrom('reminder')
    .innerJoin(sql<{ method: string }>`unnest(reminder.methods)`.as('way'), (join) => join.onTrue())
    .where('reminder.company_id', '=', viewer.companyId)
    .where(within(sql`reminder.sent_at`, period))
    .where(patientInSight(viewer, 'reminder.patient_id'));

const monthOf = sql<string>`to_char(reminder.sent_at at time zone 'UTC', 'YYYY-MM')`;

export const patientOutreachByMonth = (tx: Tx, viewer: Reader, period: Period) =>
  sends(tx, viewer, period)
    .groupBy(monthOf)
    .select([
      monthOf.as('month'),
      sql<number>`(count(*) filter (where way.way = ${methodOf('email')}))::int`.as('email'),
      sql<number>`(count(*) filter (where way.way = ${methodOf('sms')}))::int`.as('sms'),
    ]);

export const patientOutreachRows = (tx: Tx, viewer: Reader, month: string, channel: OutreachChannel | undefined) =>
  sends(tx, viewer, { first: month, last: month })
    .innerJoin('patient', 'patient.patient_id', 'reminder.patient_id')
    .innerJoin('survey_event as event', 'event.survey_event_id', 'reminder.survey_event_id')
    .innerJoin('survey_definition as asked', 'asked.survey_definition_id', 'event.survey_definition_id')
    .leftJoin('provider as sender', 'sender.provider_id', 'reminder.provider_id')
    .$if(channel !== undefined, (query) => query.where(sql<boolean>`way.way = ${methodOf(channel as OutreachChannel)}`))
    .select([
      'reminder.reminder_id as reminderId',
      'reminder.patient_id as u_id',
      sql<string>`btrim(patient.first_name || ' ' || patient.last_name)`.as('patientName'),
      'asked.name as surveyName',
      sql<string>`way.way`.as('method'),
      'reminder.sent_at as sentAt',
      'event.answered_at as answeredAt',
      sql<string>`coalesce(btrim(sender.first_name || ' ' || sender.last_name), '')`.as('sentBy'),
    ])
    .orderBy('reminder.sent_at', 'desc')
    .orderBy('reminder.reminder_id', 'desc')
    .orderBy(sql`way.way`);
