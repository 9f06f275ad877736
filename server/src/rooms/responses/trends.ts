/** How the numbers of a patient have gone: each numeric question, and the sum of an assessment that has several of them. */
import type { Node } from '@portal/contract/assessments/flow.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import type { readTrends } from '@portal/contract/responses/endpoints.ts';
import { sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { patientInSight, type PatientSight } from '#rooms/patients/door.ts';
import type { KeptAnswer } from './queries.ts';

type Trend = Ours<typeof readTrends.reply>['trends'][number];

/** The latest first: where there are too many, the oldest are left out. */
export const answeredBy = (tx: Tx, viewer: PatientSight, patientId: number) =>
  tx
    .selectFrom('survey_response as response')
    .innerJoin('survey', 'survey.survey_id', 'response.survey_id')
    .innerJoin('survey_event as event', 'event.survey_event_id', 'response.survey_event_id')
    .select([
      'response.survey_event_id as surveyEventId',
      'response.survey_id as sId',
      'survey.name as surveyName',
      'event.survey_definition_id as definitionId',
      'response.completed_at as at',
      'response.answers',
      'response.flagged',
    ])
    .where('response.patient_id', '=', patientId)
    .where(patientInSight(viewer, 'response.patient_id'))
    .orderBy('response.completed_at', 'desc')
    .orderBy('response.response_id', 'desc');
type Row = Awaited<ReturnType<ReturnType<typeof answeredBy>['executeTakeFirstOrThrow']>>;

type Numeric = Pick<Node, 'id' | 'questionNum' | 'question'>;

/** The numeric questions of the definitions that were answered. Nothing of a person stands in a definition. */
async function numericIn(tx: Tx, rows: readonly Row[]): Promise<ReadonlyMap<number, readonly Numeric[]>> {
  const ids = [...new Set(rows.map(({ definitionId }) => definitionId))];
  const found = await tx
    .selectFrom('survey_definition')
    .select([
      'survey_definition_id as definitionId',
      sql<Numeric[] | null>`jsonb_path_query_array(graph, '$.nodes[*] ? (@.questionType.value == "Numeric")')`.as(
        'numeric',
      ),
    ])
    .where('survey_definition_id', '=', anyOf(ids))
    .execute();
  return new Map(found.map(({ definitionId, numeric }) => [definitionId, numeric ?? []]));
}

export async function trendsOf(tx: Tx, rows: readonly Row[]): Promise<Trend[]> {
  const numeric = await numericIn(tx, rows);
  const bySurvey = Map.groupBy(rows.toReversed(), ({ sId }) => sId);
  return [...bySurvey.values()]
    .flatMap((of) => trendsOfSurvey(of, numeric))
    .toSorted((one, other) => one.surveyName.localeCompare(other.surveyName) || one.sId - other.sId);
}

/**
 * A question is the same in two definitions where it stands on the same card and is worded alike. Its number moves when another one is
 * put before it, and a card may be given another question, so that neither alone would keep a weight from going on as a pain.
 */
const sameness = ({ id, question }: Pick<Node, 'id' | 'question'>): string =>
  JSON.stringify([id, question.trim().replaceAll(/\s+/g, ' ')]);

/** Oldest first. */
function trendsOfSurvey(rows: readonly Row[], numeric: ReadonlyMap<number, readonly Numeric[]>): Trend[] {
  const [first] = rows;
  if (!first) return [];
  const { sId, surveyName } = first;
  const questions = new Map<string, Trend>();
  /** Of the same answered questions one: those of another definition, or of another way through it, add up to something else. */
  const sums = new Map<string, Trend>();
  for (const { at, surveyEventId, definitionId, answers, flagged } of rows) {
    const asked = numeric.get(definitionId) ?? [];
    const cardOf = new Map(asked.map(({ questionNum, id }) => [questionNum, id]));
    const numbers = (answers as unknown as KeptAnswer[]).filter(({ questionType }) => questionType === 'Numeric');
    if (numbers.length === 0) continue;
    const summed: string[] = [];
    for (const { questionNum, question, answer } of numbers) {
      const questionId = cardOf.get(questionNum) ?? String(questionNum);
      const key = sameness({ id: questionId, question });
      const points = questions.get(key)?.points ?? [];
      points.push({ at, value: Number(answer), surveyEventId, isFlagged: flagged.includes(questionNum) });
      // With the number and the words that it has last.
      questions.set(key, { sId, surveyName, questionId, questionNum, question, points });
      summed.push(key);
    }
    // The sum of one number is that number.
    if (summed.length < 2) continue;
    const sumKey = summed.toSorted().join();
    const points = sums.get(sumKey)?.points ?? [];
    sums.set(sumKey, { sId, surveyName, questionId: null, questionNum: null, question: 'Sum', points });
    points.push({
      at,
      value: sumOf(numbers.map(({ answer }) => answer)),
      surveyEventId,
      isFlagged: numbers.some(({ questionNum }) => flagged.includes(questionNum)),
    });
  }
  return [
    ...[...questions.values()].toSorted(
      (one, other) => (one.questionNum ?? 0) - (other.questionNum ?? 0) || lastOf(other) - lastOf(one),
    ),
    ...[...sums.values()].toSorted((a, b) => lastOf(b) - lastOf(a)),
  ];
}

const lastOf = ({ points }: Trend): number => points.at(-1)?.at.getTime() ?? 0;

/** 0.1 and 0.2 are 0.3: added in the smallest unit that any of them has. */
function sumOf(numbers: readonly string[]): number {
  const decimals = Math.max(...numbers.map((number) => number.trim().split('.')[1]?.length ?? 0));
  const unit = 10 ** Math.min(decimals, 12);
  return numbers.reduce((sum, number) => sum + Math.round(Number(number) * unit), 0) / unit;
}
