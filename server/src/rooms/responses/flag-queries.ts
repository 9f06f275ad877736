/** SQL of the flagged answers. Every statement is held to the patients in sight. */
import { flagOverdueHours } from '@portal/contract/responses/rules.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { patientInSight, type PatientSight } from '#rooms/patients/door.ts';

/** What was flagged before it and is open is overdue. */
export const overdueBefore = (now: Date): Date => new Date(now.getTime() - flagOverdueHours * 3_600_000);

const nameOf = (table: 'taker' | 'closer') =>
  sql<string | null>`nullif(btrim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}), '')`;

/** Whoever has it is no longer here, or does not see the patient any more, by their groups or by emergency access. */
const isLeft = (now: Date) =>
  sql<boolean>`(case when flag.taker_id is not null and flag.closed_at is null
    then not (taker.is_active and sees_patient_at(flag.taker_id, flag.patient_id, ${now})) else false end)`;

const visibleFlags = (tx: Tx, viewer: PatientSight, now: Date) =>
  tx
    .selectFrom('flagged_answer as flag')
    .innerJoin('survey_response as response', 'response.response_id', 'flag.response_id')
    .innerJoin('survey_event as event', 'event.survey_event_id', 'response.survey_event_id')
    .innerJoin('survey_definition as asked', 'asked.survey_definition_id', 'event.survey_definition_id')
    .innerJoin('patient', 'patient.patient_id', 'flag.patient_id')
    .leftJoin('provider as taker', 'taker.provider_id', 'flag.taker_id')
    .leftJoin('provider as closer', 'closer.provider_id', 'flag.closer_id')
    .leftJoinLateral(
      (eb) =>
        sql<{ answer: string }>`(select one ->> 'answer' as answer
          from jsonb_array_elements(${eb.ref('response.answers')}) one
          where (one ->> 'questionNum')::int = ${eb.ref('flag.question_num')} limit 1)`.as('said'),
      (join) => join.onTrue(),
    )
    .select([
      'flag.flagged_answer_id as flaggedAnswerId',
      'flag.patient_id as uId',
      'patient.born_on as dob',
      'patient.phone',
      sql<boolean>`patient.status = 'deactivated'`.as('isPatientDeactivated'),
      'response.survey_event_id as surveyEventId',
      'response.response_id as responseId',
      'response.survey_id as sId',
      'asked.name as surveyName',
      'flag.question_num as questionNum',
      'flag.opened_at as openedAt',
      'flag.taker_id as takerId',
      'flag.taken_at as takenAt',
      'flag.closed_at as closedAt',
      'flag.note as closingNote',
      'flag.version',
      'flag.question',
      'flag.answer',
      'said.answer as answerNow',
      sql<string>`btrim(patient.first_name || ' ' || patient.last_name)`.as('name'),
      nameOf('taker').as('taker'),
      isLeft(now).as('isLeft'),
      nameOf('closer').as('closedBy'),
    ])
    .where(patientInSight(viewer, 'flag.patient_id'));
export type FlagRow = Awaited<ReturnType<ReturnType<typeof visibleFlags>['executeTakeFirstOrThrow']>>;

/** Open ones, of which the oldest are those that are overdue; of one patient also what was closed. */
export const flagsOf = (
  tx: Tx,
  viewer: PatientSight & { providerId: number },
  of: { careGroupId?: number | undefined; patientId?: number | undefined; mine?: boolean | undefined },
  now: Date,
) =>
  visibleFlags(tx, viewer, now)
    .$if(of.patientId === undefined, (query) => query.where('flag.closed_at', 'is', null))
    .$if(of.patientId !== undefined, (query) => query.where('flag.patient_id', '=', of.patientId as number))
    .$if(of.mine === true, (query) => query.where('flag.taker_id', '=', viewer.providerId))
    .$if(of.careGroupId !== undefined, (query) =>
      query.where(
        sql<boolean>`exists (select from patient_within within_group where within_group.patient_id = flag.patient_id
          and within_group.care_group_id = ${of.careGroupId as number})`,
      ),
    )
    // Without a patient none is closed, and the index has them in order.
    .$if(of.patientId !== undefined, (query) => query.orderBy(sql`flag.closed_at is not null`))
    .orderBy('flag.opened_at')
    .orderBy('flag.flagged_answer_id');

/** How many assessments have an answer that is open, and of how many it is overdue: three of one assessment are one to look after. */
export const openFlagged = (tx: Tx, viewer: PatientSight, now: Date) =>
  tx
    .selectFrom('flagged_answer as flag')
    .where('flag.closed_at', 'is', null)
    .where(patientInSight(viewer, 'flag.patient_id'))
    .select([
      sql<number>`count(distinct flag.response_id)`.as('open'),
      sql<number>`count(distinct flag.response_id) filter (where flag.opened_at < ${overdueBefore(now)})`.as('overdue'),
    ]);

const flagNamed = (tx: Tx, viewer: PatientSight, flaggedAnswerId: number, now: Date) =>
  visibleFlags(tx, viewer, now).where('flag.flagged_answer_id', '=', flaggedAnswerId);

export const lockFlag = async (
  ...of: [tx: Tx, viewer: PatientSight, flaggedAnswerId: number, now: Date]
): Promise<FlagRow | undefined> => {
  const held = await flagNamed(...of)
    .forNoKeyUpdate('flag')
    .executeTakeFirst();
  // Whoever waited for the row was let in by what stood before: the patient may have been moved or removed meanwhile.
  return held && flagNamed(...of).executeTakeFirst();
};
