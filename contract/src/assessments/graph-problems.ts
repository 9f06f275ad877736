/** What is the matter with a graph of questions: what cannot be saved (OPS-93), and what can be saved and not be answered. */
import {
  branchesOf,
  finished,
  type Graph,
  hasOptions,
  listOf,
  type Node,
  type QuestionType,
  type Range,
  rangeOf,
} from './flow.ts';
import { isVisible } from '../visible.ts';
import { mostOf } from './rules.ts';

/** Where a problem stands in the builder; of the whole graph neither. */
export interface GraphProblem {
  nodeId?: string;
  edgeId?: string;
  message: string;
}

const nameOf = ({ questionNum, question }: Node): string =>
  questionNum === null ? `"${question || 'A question without text'}"` : `Question ${questionNum}`;

/** OPS-93: why a graph is not saved. */
export function refusalOf({ nodes, edges }: Graph): string | null {
  const numbers = new Set<number>();
  for (const { questionNum } of nodes) {
    if (questionNum === null) continue;
    if (numbers.has(questionNum)) return `Two questions have the number ${questionNum}.`;
    numbers.add(questionNum);
  }
  const ids = new Set(nodes.map(({ id }) => id));
  if (ids.size < nodes.length) return 'Two questions have the same id.';
  if (ids.has(finished)) return `No question can be called ${finished}.`;
  for (const edge of edges) {
    if (!ids.has(edge.source)) return 'A branch starts at a question that does not exist.';
    if (!ids.has(edge.target) && edge.target !== finished) return 'A branch leads to a question that does not exist.';
    if (listOf(edge.data.label).length !== listOf(edge.data.flagged).length)
      return 'A branch has a different number of options and flags.';
    if (listOf(edge.data.flagged).some((flag) => flag !== 'true' && flag !== 'false'))
      return 'The flags of a branch must be true or false.';
    if (!listOf(edge.data.label).every(isVisible)) return 'An option of a branch is empty.';
  }
  if (new Set(edges.map(({ id }) => id)).size < edges.length) return 'Two branches have the same id.';
  return null;
}

/** Why a graph that can be saved cannot be answered yet; none means that it can. */
export function problemsOf(graph: Graph): GraphProblem[] {
  const { nodes } = graph;
  if (nodes.length === 0) return [{ message: 'There is no question yet.' }];
  return [...nodes.flatMap((node) => problemsOfNode(graph, node)), ...circles(graph), ...unreachable(graph)];
}

function problemsOfNode(graph: Graph, node: Node): GraphProblem[] {
  const name = nameOf(node);
  const at = (message: string): GraphProblem => ({ nodeId: node.id, message: `${name} ${message}` });
  const branches = branchesOf(graph, node.id);
  const options = branches.flatMap(({ option }) => option ?? []);
  const problems: GraphProblem[] = [];
  if (node.questionNum === null) problems.push(at('has no number.'));
  if (!isVisible(node.question)) problems.push(at('has no text.'));
  if (!hasOptions(node.questionType.value)) {
    if (new Set(branches.map(({ edge }) => edge.target)).size > 1)
      problems.push(at('leads to more than one question.'));
    return problems;
  }
  // The rest would be looked at one by one, at each answer too.
  if (options.length > mostOf.options) return [...problems, at(`has more than ${mostOf.options} answer options.`)];
  if (options.length === 0) problems.push(at('has no answer options.'));
  else if (branches.some(({ option }) => option === null)) problems.push(at('has a branch without options.'));
  for (const option of new Set(options.filter((one, i) => options.indexOf(one) < i)))
    problems.push(at(`has the option "${option}" twice.`));
  // OPC-28: it would be read as two answers, and the flag of neither would be found.
  for (const option of new Set(options.filter((one) => one.includes('|'))))
    problems.push(at(`has the option "${option}", but an option cannot contain “|”.`));
  if (node.questionType.value === 'Numeric') problems.push(...rangeProblems(options).map(at));
  return problems;
}

interface OptionRange extends Range {
  option: string;
}
/** Each range with the one that comes before it. */
function neighboursIn(options: readonly string[]): [OptionRange, OptionRange][] {
  const ranges = options
    .flatMap((option): OptionRange[] => {
      const range = rangeOf(option);
      return range ? [{ option, ...range }] : [];
    })
    .toSorted((one, other) => one.low - other.low);
  return ranges.slice(1).map((range, i) => [ranges[i] ?? range, range]);
}

/** Ranges may leave a gap: a number in it is no valid one (ANS-19). Of two that overlap nobody could say which leads on. */
function rangeProblems(options: readonly string[]): string[] {
  const strange = options.find((option) => rangeOf(option) === null);
  if (strange !== undefined) return [`has the option "${strange}", which is no range such as 0-10.`];
  return neighboursIn(options).flatMap(([before, range]) =>
    range.low <= before.high ? [`has the ranges ${before.option} and ${range.option}, which overlap.`] : [],
  );
}

/**
 * What may be meant, and may be an oversight: a question that ends the assessment and is not the last one, numbers that nobody can answer
 * with, and a choice that is none.
 */
export function hintsOf(graph: Graph): GraphProblem[] {
  const last = Math.max(...graph.nodes.map(({ questionNum }) => questionNum ?? 0));
  return graph.nodes.flatMap((node) => {
    if (endsAfter(graph, node))
      return node.questionNum === null || node.questionNum === last
        ? []
        : [{ nodeId: node.id, message: `${nameOf(node)} has no branch: the assessment ends after it.` }];
    const options = branchesOf(graph, node.id).flatMap(({ option }) => option ?? []);
    if (options.length > mostOf.options) return [];
    return hintsOfType(node.questionType.value, options).map((message) => ({
      nodeId: node.id,
      message: `${nameOf(node)} ${message}`,
    }));
  });
}

/** Whether a question leads on by itself, and nowhere: its branch was forgotten, or it is the last one. */
export const endsAfter = (graph: Graph, { id, questionType }: Node): boolean =>
  !hasOptions(questionType.value) && !graph.edges.some(({ source }) => source === id);

function hintsOfType(type: QuestionType, options: readonly string[]): string[] {
  if (type === 'Numeric') return gapsIn(options);
  // What is left, too, when the question that the other options led to was removed.
  if (type === 'MC' && options.length === 1) return [`has only one answer option, "${options[0]}".`];
  return [];
}

/**
 * Numbers between two ranges. Where all bounds are whole numbers the next range begins with the next one; where one has a fraction, a
 * hundredth later.
 */
function gapsIn(options: readonly string[]): string[] {
  const step = options.some((option) => option.includes('.')) ? 0.01 : 1;
  return neighboursIn(options)
    .filter(([before, { low }]) => low - before.high > step * 1.000_001)
    .map(([{ high }, { low }]) => `takes no number between ${high} and ${low}.`);
}

/** Where each question leads, once however many of its options do. */
function targetsOf({ edges }: Graph): (id: string) => string[] {
  const bySource = Map.groupBy(edges, ({ source }) => source);
  return (id) => [...new Set(bySource.get(id)?.map(({ target }) => target))];
}

/** A way that comes back to where it was never ends. */
function circles(graph: Graph): GraphProblem[] {
  const state = new Map<string, 'open' | 'done'>();
  const problems: GraphProblem[] = [];
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const targets = targetsOf(graph);
  for (const start of graph.nodes) {
    // Without recursion: a graph may be a thousand questions deep.
    const stack: { id: string; targets: string[] }[] = [];
    const enter = (id: string) => {
      state.set(id, 'open');
      stack.push({ id, targets: targets(id) });
    };
    if (!state.has(start.id)) enter(start.id);
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const target = top.targets.pop();
      if (target === undefined) {
        state.set(top.id, 'done');
        stack.pop();
        continue;
      }
      const node = byId.get(target);
      if (!node) continue;
      if (state.get(target) === 'open')
        problems.push({ nodeId: target, message: `${nameOf(node)} can be reached again from itself.` });
      else if (!state.has(target)) enter(target);
    }
  }
  return problems.filter(({ nodeId }, i) => problems.findIndex((one) => one.nodeId === nodeId) === i);
}

/** One start: every other question is led to from the one with the lowest number. */
function unreachable(graph: Graph): GraphProblem[] {
  const [first] = graph.nodes.toSorted((one, other) => (one.questionNum ?? Infinity) - (other.questionNum ?? Infinity));
  const reached = new Set<string>();
  const targets = targetsOf(graph);
  const open = first ? [first.id] : [];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    open.push(...targets(id));
  }
  return graph.nodes
    .filter(({ id }) => !reached.has(id))
    .map((node) => ({ nodeId: node.id, message: `${nameOf(node)} cannot be reached from any other question.` }));
}
