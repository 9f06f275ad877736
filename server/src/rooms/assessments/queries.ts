/** Assessments as they are built. SQL, nothing else. */
import type { Graph } from '@portal/contract/assessments/flow.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

const surveyColumns = [
  'survey.survey_id as surveyId',
  'survey.name as surveyName',
  'survey.default_recurrence as defaultRecurrence',
  'survey.definition',
  'survey.created_at as timeCreated',
  'survey.version',
] as const;

/** All of the company with their newest definitions, the newest first. */
export const all = (tx: Tx) =>
  tx
    .selectFrom('survey')
    .innerJoin('survey_definition as newest', (join) =>
      join.onRef('newest.survey_id', '=', 'survey.survey_id').onRef('newest.number', '=', 'survey.definition'),
    )
    .select(surveyColumns)
    .select((eb) => [
      eb('newest.graph', 'is not', null).as('hasGraph'),
      'newest.is_usable as newestIsUsable',
      // What can be answered has some: of these the graph, which may be large, is not opened.
      sql<boolean>`newest.is_usable or coalesce(newest.graph -> 'nodes' <> '[]', false)`.as('hasQuestions'),
      // Whether an older definition is put to use while the newest one is being built.
      eb
        .exists(
          eb
            .selectFrom('survey_definition as older')
            .select('older.number')
            .whereRef('older.survey_id', '=', 'survey.survey_id')
            .where('older.is_usable', '=', true),
        )
        .as('canBeAnswered'),
    ])
    .orderBy('survey.survey_id', 'desc');

export const one = (tx: Tx, surveyId: number) => all(tx).where('survey.survey_id', '=', surveyId);

/** A survey, held until the transaction ends: whoever puts a definition to use waits, and so does whoever saves it too. */
export const hold = (tx: Tx, surveyId: number) =>
  tx.selectFrom('survey').select(surveyColumns).where('survey.survey_id', '=', surveyId).forUpdate().executeTakeFirst();

/** The definitions of an assessment, without their graphs. */
export const definitionsOf = (tx: Tx, surveyId: number) =>
  tx
    .selectFrom('survey_definition')
    .select(['number as definition', 'is_usable as isUsable', 'is_sent as isSent', 'created_at as timeCreated'])
    .where('survey_id', '=', surveyId);

export const withGraph = (tx: Tx, surveyId: number, definition: number) =>
  definitionsOf(tx, surveyId)
    .select(['survey_definition_id as id', sql<Graph | null>`graph`.as('graph')])
    .where('number', '=', definition)
    .executeTakeFirst();
