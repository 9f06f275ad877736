/** API-27, OPC-70: what was answered to an assessment, a flat row for each response, by the UTC day of its completion. */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { inSight, seesWhole } from '#rooms/care-groups/door.ts';
import { patientInSight, type PatientSight } from '#rooms/patients/door.ts';
import type { KeptAnswer } from './queries.ts';

export interface Export {
  surveyId: number;
  careGroupId: number;
  startsOn: string;
  endsOn: string;
}

/** Groups for patients: one's own and those below, with root access those of the whole company. */
const groupInSight = (viewer: PatientSight, column: string) =>
  seesWhole(viewer) ? sql<boolean>`true` : inSight(viewer, column);

export const isGroupInSight = async (tx: Tx, viewer: PatientSight, careGroupId: number): Promise<boolean> =>
  (await tx
    .selectFrom('care_group')
    .select('care_group_id')
    .where('care_group_id', '=', careGroupId)
    .where('removed_at', 'is', null)
    .where(groupInSight(viewer, 'care_group_id'))
    .executeTakeFirst()) !== undefined;

/** An assessment belongs to the company; nothing of a person stands in it. */
export const isSurvey = async (tx: Tx, surveyId: number): Promise<boolean> =>
  (await tx.selectFrom('survey').select('survey_id').where('survey_id', '=', surveyId).executeTakeFirst()) !==
  undefined;

export const exported = (tx: Tx, viewer: PatientSight, { surveyId, careGroupId, startsOn, endsOn }: Export) =>
  tx
    .selectFrom('survey_response as response')
    .innerJoin('survey_event as event', 'event.survey_event_id', 'response.survey_event_id')
    .innerJoin('patient', 'patient.patient_id', 'response.patient_id')
    .innerJoin('patient_within as place', (join) =>
      join.onRef('place.patient_id', '=', 'response.patient_id').on('place.care_group_id', '=', careGroupId),
    )
    .leftJoin('provider as reviewer', 'reviewer.provider_id', 'response.reviewer_id')
    .select([
      'response.response_id as responseId',
      'response.survey_event_id as surveyEventId',
      'response.patient_id as patientId',
      'event.started_at as startedAt',
      'response.completed_at as completedAt',
      'response.answers',
      'response.flagged',
      sql<string>`btrim(patient.first_name || ' ' || patient.last_name)`.as('patientName'),
      sql<string>`coalesce(btrim(reviewer.first_name || ' ' || reviewer.last_name), '')`.as('reviewedBy'),
      sql<string>`coalesce((select string_agg(g.display_name, '; ' order by g.display_name, g.care_group_id)
        from patient_care_group own join care_group g using (care_group_id)
        where own.patient_id = response.patient_id and g.removed_at is null
          and ${groupInSight(viewer, 'own.care_group_id')}), '')`.as('groups'),
    ])
    .where('response.survey_id', '=', surveyId)
    .where('response.completed_at', '>=', sql<Date>`${startsOn}::date::timestamp at time zone 'UTC'`)
    .where('response.completed_at', '<', sql<Date>`(${endsOn}::date + 1)::timestamp at time zone 'UTC'`)
    .where(patientInSight(viewer, 'response.patient_id'))
    .orderBy('response.completed_at')
    .orderBy('response.response_id');
type Row = Awaited<ReturnType<ReturnType<typeof exported>['executeTakeFirstOrThrow']>>;

/** Every row has every key, so that each is a column (OPN-57). A question that was worded otherwise once has a column of its own. */
export function flatRows(rows: readonly Row[]): Record<string, string | number | null>[] {
  const answersOf = rows.map(({ answers }) =>
    Object.fromEntries(
      (answers as unknown as KeptAnswer[]).map(({ questionNum, question, answer }) => [
        `${questionNum}. ${question}`,
        answer,
      ]),
    ),
  );
  const numberOf = (key: string) => Number.parseInt(key, 10);
  const questions = [...new Set(answersOf.flatMap(Object.keys))].toSorted(
    (one, other) => numberOf(one) - numberOf(other),
  );
  return rows.map((row, at) => ({
    responseId: row.responseId,
    surveyEventId: row.surveyEventId,
    patientId: row.patientId,
    patientName: row.patientName,
    groups: row.groups,
    surveyTime: row.startedAt.toISOString(),
    timeCompleted: row.completedAt.toISOString(),
    reviewedBy: row.reviewedBy,
    flaggedQuestions: row.flagged.join(', '),
    ...Object.fromEntries(questions.map((key) => [key, answersOf[at]?.[key] ?? null])),
  }));
}
