import { type Graph, type Question, questionsOf } from '@portal/contract/assessments/flow.ts';
import { sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';

/** The newest definition of each that can be answered. From here on it is sent, and never changes. */
export async function definitionsForEvents(
  tx: Tx,
  surveyIds: readonly number[],
): Promise<{ surveyId: number; id: number }[]> {
  // Whoever saves one holds its survey: what is chosen below is still what it was.
  await tx
    .selectFrom('survey')
    .select('survey_id')
    .where('survey_id', '=', anyOf(surveyIds))
    .orderBy('survey_id')
    .forShare()
    .execute();
  const chosen = await tx
    .selectFrom('survey_definition')
    .distinctOn('survey_id')
    .select(['survey_id as surveyId', 'survey_definition_id as id', 'is_sent as isSent'])
    .where('survey_id', '=', anyOf(surveyIds))
    .where('is_usable', '=', true)
    .orderBy('survey_id')
    .orderBy('number', 'desc')
    .execute();
  const fresh = chosen.filter(({ isSent }) => !isSent).map(({ id }) => id);
  // One by one in their order: of two processes one waits.
  for (const id of fresh)
    await tx.updateTable('survey_definition').set({ is_sent: true }).where('survey_definition_id', '=', id).execute();
  return chosen;
}

/** The questions of a definition that was put to use, by number. */
export async function questionsOfDefinition(tx: Tx, definitionId: number): Promise<Question[]> {
  const { graph } = await tx
    .selectFrom('survey_definition')
    .select(sql<Graph>`graph`.as('graph'))
    .where('survey_definition_id', '=', definitionId)
    .executeTakeFirstOrThrow();
  return questionsOf(graph);
}
