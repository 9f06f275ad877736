/** How the numbers of a patient have gone: each numeric question, and the sum of an assessment that has several of them. */
import type { Ours } from '@portal/contract/endpoint.ts';
import type { readTrends } from '@portal/contract/responses/endpoints.ts';
import type { Tx } from '#platform/database/db.ts';
import { patientInSight, type PatientSight } from '#rooms/patients/door.ts';
import type { KeptAnswer } from './queries.ts';

type Trend = Ours<typeof readTrends.reply>['trends'][number];

/** The latest first: where there are too many, the oldest are left out. */
export const answeredBy = (tx: Tx, viewer: PatientSight, patientId: number) =>
  tx
    .selectFrom('survey_response as response')
    .innerJoin('survey', 'survey.survey_id', 'response.survey_id')
    .select([
      'response.survey_event_id as surveyEventId',
      'response.survey_id as sId',
      'survey.name as surveyName',
      'response.completed_at as at',
      'response.answers',
      'response.flagged',
    ])
    .where('response.patient_id', '=', patientId)
    .where(patientInSight(viewer, 'response.patient_id'))
    .orderBy('response.completed_at', 'desc')
    .orderBy('response.response_id', 'desc');
type Row = Awaited<ReturnType<ReturnType<typeof answeredBy>['executeTakeFirstOrThrow']>>;

export function trendsOf(rows: readonly Row[]): Trend[] {
  const bySurvey = Map.groupBy(rows.toReversed(), ({ sId }) => sId);
  return [...bySurvey.values()]
    .flatMap(trendsOfSurvey)
    .toSorted((one, other) => one.surveyName.localeCompare(other.surveyName) || one.sId - other.sId);
}

/** Oldest first. */
function trendsOfSurvey(rows: readonly Row[]): Trend[] {
  const [first] = rows;
  if (!first) return [];
  const { sId, surveyName } = first;
  const questions = new Map<number, Trend>();
  const sum: Trend = { sId, surveyName, questionNum: null, question: 'Sum', points: [] };
  for (const { at, surveyEventId, answers, flagged } of rows) {
    const numbers = (answers as unknown as KeptAnswer[]).filter(({ questionType }) => questionType === 'Numeric');
    for (const { questionNum, question, answer } of numbers) {
      const trend = questions.get(questionNum) ?? { sId, surveyName, questionNum, question, points: [] };
      // As it is worded last.
      trend.question = question;
      trend.points.push({ at, value: Number(answer), surveyEventId, isFlagged: flagged.includes(questionNum) });
      questions.set(questionNum, trend);
    }
    if (numbers.length === 0) continue;
    sum.points.push({
      at,
      value: sumOf(numbers.map(({ answer }) => answer)),
      surveyEventId,
      isFlagged: numbers.some(({ questionNum }) => flagged.includes(questionNum)),
    });
  }
  const ordered = [...questions.values()].toSorted((one, other) => (one.questionNum ?? 0) - (other.questionNum ?? 0));
  // The sum of one number is that number.
  return ordered.length > 1 ? [...ordered, sum] : ordered;
}

/** 0.1 and 0.2 are 0.3: added in the smallest unit that any of them has. */
function sumOf(numbers: readonly string[]): number {
  const decimals = Math.max(...numbers.map((number) => number.trim().split('.')[1]?.length ?? 0));
  const unit = 10 ** Math.min(decimals, 12);
  return numbers.reduce((sum, number) => sum + Math.round(Number(number) * unit), 0) / unit;
}
