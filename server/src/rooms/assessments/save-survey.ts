import type { Graph } from '@portal/contract/assessments/flow.ts';
import { problemsOf, refusalOf } from '@portal/contract/assessments/graph-problems.ts';
import type { Act } from '#platform/act/act.ts';
import { type Change, changesBetween, created } from '#platform/audit/record.ts';
import { Failed, fail, failStale } from '#platform/core/fail.ts';
import * as queries from './queries.ts';

interface Given extends Graph {
  name: string;
}

/** OPS-93: what cannot be saved, with the sentence that names the problem. */
function refuse(graph: Graph): void {
  const refusal = refusalOf(graph);
  if (refusal) throw new Failed('survey.refused', { sentence: refusal });
}

/** A graph without a question is one too: what somebody has begun stays in the list (ASB-03, ASB-05). */
const rowOf = ({ nodes, edges }: Graph) => ({
  graph: JSON.stringify({ nodes, edges }),
  is_usable: problemsOf({ nodes, edges }).length === 0,
});

/** What the trail keeps of a definition: how large it is and whether it can be answered. */
const toldOf = ({ nodes, edges }: Graph, definition: number) => ({
  definition,
  questions: nodes.length,
  branches: edges.length,
  is_usable: problemsOf({ nodes, edges }).length === 0,
});

/** Creates an assessment, empty or as a copy of another one or of a file (APA-03). */
export async function createSurvey(act: Act, { name, nodes, edges }: Given): Promise<number> {
  const { tx, viewer, now, record, announce } = act;
  const graph = { nodes, edges };
  refuse(graph);
  const { survey_id: surveyId } = await tx
    .insertInto('survey')
    .values({ company_id: viewer.companyId, name, created_at: now() })
    .returning('survey_id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('survey_definition')
    .values({ company_id: viewer.companyId, survey_id: surveyId, number: 1, name, ...rowOf(graph), created_at: now() })
    .execute();
  await record({
    action: 'survey.created',
    record: { kind: 'survey', id: surveyId },
    changes: created({ name, ...toldOf(graph, 1), question: unlessEmpty(asked(nodes)), branch: unlessEmpty(edges) }),
  });
  await announce({ type: 'survey.changed', id: surveyId });
  return surveyId;
}

/** Saves an assessment (APA-04). What was sent stays as it was: then this is the next definition. */
export async function saveSurvey(
  act: Act,
  { surveyId, name, nodes, edges, version }: Given & { surveyId: number; version?: number | undefined },
): Promise<{ version: number; definition: number }> {
  const { tx, viewer, now, record, announce } = act;
  const survey = await queries.hold(tx, surveyId);
  if (!survey) throw fail('not_found');
  if (version !== undefined && version !== survey.version) throw failStale(survey);
  const graph = { nodes, edges };
  refuse(graph);
  const before = await queries.withGraph(tx, surveyId, survey.definition);
  if (!before) throw fail('not_found');
  // What was kept as unusable by a rule of before is judged anew.
  const isSame =
    name === survey.surveyName && isSameGraph(before.graph, graph) && before.isUsable === rowOf(graph).is_usable;
  if (isSame) return { version: survey.version, definition: survey.definition };
  const definition = before.isSent ? survey.definition + 1 : survey.definition;
  const made = { company_id: viewer.companyId, survey_id: surveyId, number: definition, created_at: now() };
  if (before.isSent)
    await tx
      .insertInto('survey_definition')
      .values({ ...made, name, ...rowOf(graph) })
      .execute();
  else
    await tx
      .updateTable('survey_definition')
      .set({ name, ...rowOf(graph) })
      .where('survey_definition_id', '=', before.id)
      .execute();
  await tx
    .updateTable('survey')
    .set({ name, definition, version: survey.version + 1 })
    .where('survey_id', '=', surveyId)
    .execute();
  await record({
    action: 'survey.saved',
    record: { kind: 'survey', id: surveyId },
    changes: [
      ...changesBetween(
        { name: survey.surveyName, ...toldOf(before.graph ?? { nodes: [], edges: [] }, survey.definition) },
        { name, ...toldOf(graph, definition) },
      ),
      ...changesOf('question', asked(before.graph?.nodes), asked(nodes)),
      ...changesOf('branch', before.graph?.edges ?? [], edges),
    ],
  });
  await announce({ type: 'survey.changed', id: surveyId });
  return { version: survey.version + 1, definition };
}

/** Where a question stands in the builder is nothing that anybody is asked. */
const asked = (nodes: Graph['nodes'] = []) =>
  nodes.map((node) => {
    const { position: _, ...question } = node;
    return question;
  });

const unlessEmpty = <One>(list: readonly One[]) => (list.length > 0 ? list : null);

/** What one of two lists has, and the other has not or has otherwise (P11-09). */
function changesOf(field: string, before: readonly { id: string }[], after: readonly { id: string }[]): Change[] {
  const [was, is] = [before, after].map((all) => new Set(all.map(canonical)));
  const old = before.filter((one) => !is?.has(canonical(one)));
  const fresh = after.filter((one) => !was?.has(canonical(one)));
  return old.length + fresh.length === 0 ? [] : [{ field, old, new: fresh }];
}

/** Both as the database keeps them, which orders the keys of what it is given. */
const isSameGraph = (kept: Graph | null, given: Graph): boolean =>
  canonical(kept ?? { nodes: [], edges: [] }) === canonical(given);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
