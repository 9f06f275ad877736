/** What can be done to an assessment in the builder. Pure: every step gives the next state. */
import {
  branchesOf,
  type Edge,
  type Graph,
  hasOptions,
  listOf,
  type Node,
  offeredTypes,
} from '@portal/contract/assessments/flow.ts';
import { type GraphProblem, problemsOf, refusalOf } from '@portal/contract/assessments/graph-problems.ts';

/** What is saved. */
export interface Draft extends Graph {
  name: string;
}

const newId = (): string => crypto.randomUUID();

/** ASB-09: its number is the count of questions plus one. */
export function added(draft: Draft, position: { x: number; y: number }): { draft: Draft; node: Node } {
  const [{ value, label }] = offeredTypes;
  const node: Node = {
    id: newId(),
    position: { x: Math.round(position.x), y: Math.round(position.y) },
    questionNum: draft.nodes.length + 1,
    questionType: { label, value },
    question: '',
    additionalInfo: '',
  };
  return { node, draft: { ...draft, nodes: [...draft.nodes, node] } };
}

export const changed = (draft: Draft, node: Node): Draft => ({
  ...draft,
  nodes: draft.nodes.map((one) => (one.id === node.id ? node : one)),
});

/** ASB-14, ASB-15: with its edges. */
export const removed = (draft: Draft, id: string): Draft => ({
  ...draft,
  nodes: draft.nodes.filter((node) => node.id !== id),
  edges: draft.edges.filter(({ source, target }) => source !== id && target !== id),
});

/** The branches of other questions that go with a question, and the options upon them. */
export const lostWith = ({ nodes, edges }: Draft, id: string): { edge: Edge; source: Node; options: Option[] }[] =>
  edges
    .filter(({ source, target }) => target === id && source !== id)
    .flatMap((edge) => {
      const source = nodes.find((one) => one.id === edge.source);
      return source ? [{ edge, source, options: optionsOf(edge) }] : [];
    });

export const movedTo = (draft: Draft, places: ReadonlyMap<string, { x: number; y: number }>): Draft => ({
  ...draft,
  nodes: draft.nodes.map((node) => {
    const place = places.get(node.id);
    return place ? { ...node, position: { x: Math.round(place.x), y: Math.round(place.y) } } : node;
  }),
});

export const newEdge = (source: string, target: string): Edge => ({
  id: newId(),
  source,
  target,
  data: { label: '', flagged: '' },
});

/** Adds the edge, or puts it in the place of the one with its id. */
export const connected = (draft: Draft, edge: Edge): Draft => ({
  ...draft,
  edges: draft.edges.some(({ id }) => id === edge.id)
    ? draft.edges.map((one) => (one.id === edge.id ? edge : one))
    : [...draft.edges, edge],
});

export const cut = (draft: Draft, id: string): Draft => ({
  ...draft,
  edges: draft.edges.filter((one) => one.id !== id),
});

/** Numbers the questions from 1 in the order in which they stand, from top to bottom. */
export function numbered(draft: Draft): Draft {
  const order = draft.nodes.toSorted(
    (one, other) => one.position.y - other.position.y || one.position.x - other.position.x,
  );
  const numbers = new Map(order.map(({ id }, i) => [id, i + 1]));
  return { ...draft, nodes: draft.nodes.map((node) => ({ ...node, questionNum: numbers.get(node.id) ?? null })) };
}

/** ASB-13: "2abc" is 2, "abc" is none. */
export function numberOf(typed: string): number | null {
  const number = Number.parseInt(typed, 10);
  return Number.isInteger(number) && number >= 1 && number <= 99_999 ? number : null;
}

export interface Option {
  text: string;
  isFlagged: boolean;
}

/** ASB-22: as an edge keeps them. */
export const optionsOf = ({ data }: Edge): Option[] => {
  const flags = listOf(data.flagged);
  return listOf(data.label).map((text, i) => ({ text, isFlagged: flags[i] === 'true' }));
};
export const dataOf = (options: readonly Option[]): Edge['data'] => ({
  label: options.map(({ text }) => text).join(','),
  flagged: options.map(({ isFlagged }) => String(isFlagged)).join(','),
});

/** What stands at a branch. */
export const wordsOf = (options: readonly Option[]): string =>
  options.length === 0 ? 'Always' : shortened(options.map(({ text }) => text).join(', '));

export const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** What keeps it from being saved, and what from being answered. */
export function allProblems(draft: Draft): GraphProblem[] {
  const refusal = refusalOf(draft);
  return [...(refusal === null ? [] : [{ message: refusal }]), ...problemsOf(draft)];
}

/** Questions that had an option that is flagged when they were saved, and have none now: nobody would be told of their answers any more. */
export function flagsLost(saved: Draft, draft: Draft): GraphProblem[] {
  const before = withFlags(saved);
  const after = withFlags(draft);
  return draft.nodes
    .filter(({ id }) => before.has(id) && !after.has(id))
    .map((node) => ({ nodeId: node.id, message: `${nameOf(node)} has no flagged option any more.` }));
}

const withFlags = (draft: Draft): ReadonlySet<string> =>
  new Set(
    draft.nodes
      .filter(
        ({ id, questionType }) =>
          hasOptions(questionType.value) && branchesOf(draft, id).some(({ isFlagged }) => isFlagged),
      )
      .map(({ id }) => id),
  );

/** "Question 3" where it has a number. */
export const nameOf = ({ questionNum }: Node): string =>
  questionNum === null ? 'Question without number' : `Question ${questionNum}`;
