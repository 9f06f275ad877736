/** SQL of the responses. Every statement is held to the patients in sight, unless its name says otherwise. */
import { type Graph, type Question, questionsOf } from '@portal/contract/assessments/flow.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { patientInSight, type PatientSight } from '#rooms/patients/door.ts';

/** As `survey_response.answers` keeps them (OPC-28). */
export interface KeptAnswer {
  questionNum: number;
  question: string;
  questionType: Question['questionType'];
  answer: string;
  note: string;
}

const eventColumns = [
  'event.survey_event_id as surveyEventId',
  'event.company_id as companyId',
  'event.patient_id as patientId',
  'event.survey_id as surveyId',
  'event.started_at as startedAt',
  'event.due_at as dueAt',
  'event.answered_at as answeredAt',
  'event.ended_at as endedAt',
  'asked.name as surveyName',
  'asked.graph',
] as const;

/** An event with the definition that stood when it started: that is what is answered, whatever was saved since. */
const events = (tx: Tx) =>
  tx
    .selectFrom('survey_event as event')
    .innerJoin('survey_definition as asked', 'asked.survey_definition_id', 'event.survey_definition_id')
    .select(eventColumns);
type EventRow = Awaited<ReturnType<ReturnType<typeof events>['executeTakeFirstOrThrow']>>;

export interface AskedEvent extends Omit<EventRow, 'graph'> {
  questions: readonly Question[];
}
const asked = (row: EventRow | undefined): AskedEvent | undefined => {
  if (!row) return undefined;
  const { graph, ...event } = row;
  return { ...event, questions: graph === null ? [] : questionsOf(graph as unknown as Graph) };
};

/** What a patient in sight is or was asked. */
export const eventOf = async (tx: Tx, viewer: PatientSight, patientId: number, surveyEventId: number) =>
  asked(
    await events(tx)
      .where('event.survey_event_id', '=', surveyEventId)
      .where('event.patient_id', '=', patientId)
      .where(patientInSight(viewer, 'event.patient_id'))
      .executeTakeFirst(),
  );

/** The event, read without a look at who asks. */
export const findAnywhereEvent = async (tx: Tx, surveyEventId: number) =>
  asked(await events(tx).where('event.survey_event_id', '=', surveyEventId).executeTakeFirst());

/**
 * The event with its patient, both held until the transaction ends: the patient first, as wherever a patient's things are changed.
 * Whoever calls has seen to it that it is in sight.
 */
export async function holdAnywhereEvent(tx: Tx, surveyEventId: number): Promise<AskedEvent | undefined> {
  await tx
    .selectFrom('patient')
    .innerJoin('survey_event as event', 'event.patient_id', 'patient.patient_id')
    .select('patient.patient_id')
    .where('event.survey_event_id', '=', surveyEventId)
    .forNoKeyUpdate('patient')
    .executeTakeFirst();
  return asked(
    await events(tx).where('event.survey_event_id', '=', surveyEventId).forNoKeyUpdate('event').executeTakeFirst(),
  );
}

/** The groups that a patient was put in, for those who hear of a change. */
export const careGroupsOf = (tx: Tx, patientId: number) =>
  tx
    .selectFrom('patient_care_group')
    .select('care_group_id as id')
    .where('patient_id', '=', patientId)
    .orderBy('care_group_id')
    .execute();

const reviewer = sql<string>`coalesce(btrim(reviewer.first_name || ' ' || reviewer.last_name), '')`;

const responses = (tx: Tx, viewer: PatientSight) =>
  tx
    .selectFrom('survey_response as response')
    .innerJoin('survey_event as event', 'event.survey_event_id', 'response.survey_event_id')
    .innerJoin('survey_definition as asked', 'asked.survey_definition_id', 'event.survey_definition_id')
    .leftJoin('provider as reviewer', 'reviewer.provider_id', 'response.reviewer_id')
    .select([
      'response.response_id as responseId',
      'response.survey_event_id as surveyEventId',
      'response.survey_id as sId',
      'response.patient_id as uId',
      'asked.name as surveyName',
      'event.started_at as surveyTime',
      'response.completed_at as timeCompleted',
      'response.flagged as flaggedQuestions',
      'response.version',
      reviewer.as('reviewedBy'),
    ])
    .where(patientInSight(viewer, 'response.patient_id'));

/** SCH-13: what a patient has answered, the latest first. */
export const responsesOf = (tx: Tx, viewer: PatientSight, patientId: number) =>
  responses(tx, viewer)
    .where('response.patient_id', '=', patientId)
    .orderBy('response.completed_at', 'desc')
    .orderBy('response.response_id', 'desc');

/** What was answered to one event of a patient. */
export const responseTo = async (tx: Tx, viewer: PatientSight, patientId: number, surveyEventId: number) => {
  const row = await responses(tx, viewer)
    .select('response.answers')
    .where('response.patient_id', '=', patientId)
    .where('response.survey_event_id', '=', surveyEventId)
    .executeTakeFirst();
  return row && { ...row, answers: row.answers as unknown as KeptAnswer[] };
};

/** The same as it is kept; the patient is held by whoever changes it. */
export const lockResponse = async (tx: Tx, patientId: number, surveyEventId: number) => {
  const row = await tx
    .selectFrom('survey_response')
    .selectAll()
    .where('survey_event_id', '=', surveyEventId)
    .where('patient_id', '=', patientId)
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, answers: row.answers as unknown as KeptAnswer[] };
};
