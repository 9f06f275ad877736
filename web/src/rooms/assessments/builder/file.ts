/** An assessment as a file, to keep and to take elsewhere. */
import type { Graph } from '@portal/contract/assessments/flow.ts';
import { createSurvey } from '@portal/contract/assessments/endpoints.ts';
import { pdfName, saveFile } from '#kit/save-file.ts';
import type { Draft } from './graph-edit.ts';

const { nodes, edges, surveyName } = createSurvey.body.shape;

export const asFile = ({ name, nodes, edges }: Draft): string =>
  `${JSON.stringify({ surveyName: name, nodes, edges }, null, 2)}\n`;

export const saveAsFile = (draft: Draft): void =>
  saveFile(
    new Blob([asFile(draft)], { type: 'application/json' }),
    pdfName(`${draft.name.replaceAll(/[\\/]/g, ' ')}.pdf`).replace(/\.pdf$/, '.json'),
  );

/** What such a file holds, or why it cannot be taken. */
export function readFile(text: string): Draft | string {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return 'The file is not JSON.';
  }
  const file = (given ?? {}) as { surveyName?: unknown; nodes?: unknown; edges?: unknown };
  const read = { nodes: nodes.safeParse(file.nodes), edges: edges.safeParse(file.edges) };
  if (!read.nodes.success || !read.edges.success) return 'The file is not an assessment that was exported here.';
  const name = surveyName.safeParse(file.surveyName);
  return { name: name.success ? name.data : '', nodes: read.nodes.data, edges: read.edges.data };
}

/** The graph of a definition on the wire (ASB-24). */
export function graphOf(questionsGraph: string): Graph {
  if (questionsGraph === '') return { nodes: [], edges: [] };
  return JSON.parse(questionsGraph) as Graph;
}
