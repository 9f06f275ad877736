/**
 * How an assessment runs: a graph of questions, whose answers lead to the next one. Pure, so that the server, the builder's preview,
 * the provider's screen and the patient's page all decide alike (ANS-01 to ANS-22, ASB-08 to ASB-24, OPC-27, OPC-28).
 */

import { isVisible } from '../visible.ts';

/** ANS-06. The builder offers some of them, see `offeredTypes`. */
export const questionTypes = [
  'MC',
  'TextInput',
  'Numeric',
  'MedList',
  'MedInfo',
  'Checkbox',
  'Label',
  'AdditionalMed',
  'DrugAllergy',
  'UserGoals',
] as const;
export type QuestionType = (typeof questionTypes)[number];

/** ASB-12: with their names on the screen. */
export const offeredTypes = [
  { value: 'MC', label: 'Multiple Choice' },
  { value: 'Numeric', label: 'Numeric' },
  { value: 'TextInput', label: 'Text Input' },
  { value: 'AdditionalMed', label: 'AdditionalMed' },
  { value: 'DrugAllergy', label: 'DrugAllergy' },
  { value: 'UserGoals', label: 'UserGoals' },
] as const satisfies readonly { value: QuestionType; label: string }[];

/** Where a way ends. An edge may lead there, though no node has this name. */
export const finished = 'Finished';

export interface Node {
  id: string;
  position: { x: number; y: number };
  /** Null while it is none, as the builder allows (ASB-13). */
  questionNum: number | null;
  questionType: { label: string; value: QuestionType };
  question: string;
  additionalInfo: string;
}
/** ASB-22: options and their flags by commas; both are empty where the question has no options. */
export interface Edge {
  id: string;
  source: string;
  target: string;
  data: { label: string; flagged: string };
}
export interface Graph {
  nodes: readonly Node[];
  edges: readonly Edge[];
}

export type Action = number | typeof finished;

/** ANS-05, OPC-27: `actions` and `flagged` have a place for each option; without options there is one action. */
export interface Question {
  questionNum: number;
  question: string;
  questionType: QuestionType;
  options: readonly string[];
  actions: readonly Action[];
  flagged: readonly boolean[];
  multipleAnswers: boolean;
  additionalInfo: string;
}

/** OPC-28: several values by `|`, the parts of a medication by commas. */
export interface Answer {
  questionNum: number;
  answer: string;
}

/** How each is answered: by an option, freely, or not at all. */
const answeredBy = {
  MC: 'option',
  TextInput: 'words',
  Numeric: 'option',
  MedList: 'words',
  MedInfo: 'words',
  Checkbox: 'option',
  Label: 'nothing',
  AdditionalMed: 'nothing',
  DrugAllergy: 'nothing',
  UserGoals: 'nothing',
} as const satisfies Record<QuestionType, 'option' | 'words' | 'nothing'>;
type Answered = { [T in QuestionType]: (typeof answeredBy)[T] extends 'nothing' ? never : T }[QuestionType];

export const hasOptions = (type: QuestionType): boolean => answeredBy[type] === 'option';
/** ANS-17: the others want no answer of their own and lead on by themselves. */
export const wantsAnswer = (type: QuestionType): type is Answered => answeredBy[type] !== 'nothing';

export const listOf = (text: string): string[] => (text === '' ? [] : text.split(',').map((one) => one.trim()));

export interface Branch {
  edge: Edge;
  /** Null where the branch has none. */
  option: string | null;
  isFlagged: boolean;
}

/** The branches of a node in the order of its edges, one for each option. */
export function branchesOf({ edges }: Graph, nodeId: string): Branch[] {
  return edges
    .filter(({ source }) => source === nodeId)
    .flatMap((edge): Branch[] => {
      const options = listOf(edge.data.label);
      const flags = listOf(edge.data.flagged);
      if (options.length === 0) return [{ edge, option: null, isFlagged: false }];
      return options.map((option, i) => ({ edge, option, isFlagged: flags[i] === 'true' }));
    });
}

/** The questions of a graph without problems, by number; the first one is where it starts. */
export function questionsOf(graph: Graph): Question[] {
  const numberOf = new Map(graph.nodes.map(({ id, questionNum }) => [id, questionNum]));
  const actionOf = (target: string): Action => numberOf.get(target) ?? finished;
  return graph.nodes
    .map((node) => {
      const type = node.questionType.value;
      const branches = branchesOf(graph, node.id);
      const chosen = hasOptions(type) ? branches.filter(({ option }) => option !== null) : [];
      const [only] = branches;
      return {
        questionNum: node.questionNum ?? 0,
        question: node.question,
        questionType: type,
        options: chosen.map(({ option }) => option ?? ''),
        actions: hasOptions(type)
          ? chosen.map(({ edge }) => actionOf(edge.target))
          : [only ? actionOf(only.edge.target) : finished],
        flagged: chosen.map(({ isFlagged }) => isFlagged),
        multipleAnswers: type === 'Checkbox',
        additionalInfo: node.additionalInfo,
      } satisfies Question;
    })
    .toSorted((one, other) => one.questionNum - other.questionNum);
}

export interface Range {
  low: number;
  high: number;
}
/** OPC-27: "low-high", both included. No longer than numbers that can be added and told apart exactly. */
export function rangeOf(option: string): Range | null {
  const [, low, high] = /^\s*(-?\d{1,9}(?:\.\d{1,6})?)\s*-\s*(-?\d{1,9}(?:\.\d{1,6})?)\s*$/.exec(option) ?? [];
  if (low === undefined || high === undefined) return null;
  return Number(low) <= Number(high) ? { low: Number(low), high: Number(high) } : null;
}

/**
 * Where the numbers lie that are taken. Ranges that meet are told as one, and so are those of whole numbers where the next begins with
 * the next one, as 0-9 and 10-20 do; where a bound has a fraction, there are numbers between.
 */
export function spansOf(
  options: readonly string[],
  /** How far apart two may lie that are told as one. */
  step = options.some((option) => option.includes('.')) ? 0 : 1,
): Range[] {
  const ranges = options.map(rangeOf).filter((range) => range !== null);
  const spans: Range[] = [];
  for (const { low, high } of ranges.toSorted((one, other) => one.low - other.low)) {
    const last = spans.at(-1);
    if (last && low - last.high <= step) last.high = Math.max(last.high, high);
    else spans.push({ low, high });
  }
  return spans;
}

/** ANS-20. A zero before the number may be what is left of a fraction. */
export const isPillCount = (pills: string): boolean => /^[1-9]\d*$/.test(pills);

/** ANS-18, ANS-20: pills may be left out; when given they are digits, and 1 at least. */
export function medicationOf(answer: string): { medicationName: string; strength: string; pills: string } {
  const [medicationName = '', strength = '', pills = ''] = answer.split(',').map((part) => part.trim());
  return { medicationName, strength, pills };
}

export const messages = {
  number: 'Please input valid number.',
  pills: 'Please enter only numbers 1 or above.',
  option: 'is not one of the options',
  pipe: 'An answer cannot contain “|”.',
  comma: 'The name of a medication cannot contain a comma.',
  left: (count: number) => `${count} question(s) left to answer.`,
} as const;

/** What is wrong with an answer, in which pipes and commas stand between values alone (OPC-28): nothing, the sentence, or `missing`. */
export function answerProblem(question: Question, answer: string | undefined): 'missing' | (string & {}) | null {
  const given = answer?.trim() ?? '';
  if (!wantsAnswer(question.questionType)) return null;
  if (!isVisible(given)) return 'missing';
  switch (question.questionType) {
    case 'MC':
      return question.options.includes(given) ? null : messages.option;
    case 'Checkbox': {
      const chosen = given.split('|').map((one) => one.trim());
      const isSound = chosen.every((one) => question.options.includes(one)) && new Set(chosen).size === chosen.length;
      return isSound ? null : messages.option;
    }
    case 'Numeric':
      return chosenOption(question, given) === -1 ? messages.number : null;
    case 'MedInfo': {
      const parts = given.split(',');
      if (given.includes('|')) return messages.pipe;
      const { medicationName, strength, pills } = medicationOf(given);
      if (!isVisible(medicationName) || !isVisible(strength)) return 'missing';
      if (parts.length > 3) return 'must be name, strength and number of pills';
      return pills === '' || isPillCount(pills) ? null : messages.pills;
    }
    case 'MedList':
      if (given.includes(',')) return messages.comma;
      return given.split('|').some(isVisible) ? null : 'missing';
    case 'TextInput':
      return given.includes('|') ? messages.pipe : null;
  }
}

/**
 * The number that was typed, with a point or a decimal comma; null where it is none. Three digits after a comma are none: they may be
 * thousands.
 */
export function numberOf(answer: string): number | null {
  return /^-?\d+(?:\.\d+|,\d{1,2})?$/.test(answer) ? Number(answer.replace(',', '.')) : null;
}
/** As an answer is kept: a number with a point. What is no number stays as it was typed, and is refused as that. */
export function keptAnswer(questionType: QuestionType, answer: string): string {
  if (questionType !== 'Numeric') return answer;
  const typed = answer.trim();
  return numberOf(typed) === null ? typed : typed.replace(',', '.');
}

/** The place of the option that decides, or -1: of a Checkbox the first chosen one. */
export function chosenOption({ questionType, options }: Question, answer: string): number {
  if (questionType !== 'Numeric') return options.indexOf(answer.split('|')[0]?.trim() ?? '');
  const value = numberOf(answer);
  if (value === null) return -1;
  return options.findIndex((option) => {
    const range = rangeOf(option);
    return range !== null && range.low <= value && value <= range.high;
  });
}

/** Where an answer leads; null while it is missing or wrong (ANS-03). */
export function next(question: Question, answer: string | undefined): Action | null {
  if (answerProblem(question, answer) !== null && !wasTaken(question, answer)) return null;
  if (!hasOptions(question.questionType)) return question.actions[0] ?? finished;
  return question.actions[chosenOption(question, answer?.trim() ?? '')] ?? null;
}

/** Zeros before a number of pills were taken once: what was answered after them stays in sight, though they are refused now. */
const wasTaken = (question: Question, answer = ''): boolean =>
  question.questionType === 'MedInfo' &&
  answerProblem(question, answer.replace(/,\s*0+([1-9]\d*\s*)$/, ',$1')) === null;

/** OPC-30: whether the answer is one that somebody has to look at. */
export function isFlagged(question: Question, answer: string | undefined): boolean {
  if (!hasOptions(question.questionType) || answerProblem(question, answer) !== null) return false;
  const given = answer?.trim() ?? '';
  if (question.questionType === 'Numeric') return question.flagged[chosenOption(question, given)] === true;
  return given.split('|').some((one) => question.flagged[question.options.indexOf(one.trim())] === true);
}

export interface Walk {
  /** The questions that are shown, in their order: each one after the one before it was answered (ANS-01). */
  shown: Question[];
  /** Of them those without an answer that want one. */
  missing: number[];
  /** Those, and what is asked after them whatever is answered: so many are left (ANS-16). */
  left: number[];
  /** Answers that cannot be, by number and sentence. */
  wrong: { questionNum: number; message: string }[];
  /** Numbers of answers that lie off the way, or are of no question (ANS-04). */
  off: number[];
  flagged: number[];
  isFinished: boolean;
}

/** Goes the way that the answers lead, as far as they do. */
export function walk(questions: readonly Question[], answers: readonly Answer[]): Walk {
  const byNumber = new Map(questions.map((question) => [question.questionNum, question]));
  const given = new Map(answers.map(({ questionNum, answer }) => [questionNum, answer]));
  const walked: Walk = { shown: [], missing: [], left: [], wrong: [], off: [], flagged: [], isFinished: false };
  const seen = new Set<number>();
  let action: Action | null = questions[0]?.questionNum ?? finished;
  while (typeof action === 'number' && !seen.has(action)) {
    const question = byNumber.get(action);
    if (!question) break;
    seen.add(action);
    walked.shown.push(question);
    const answer = given.get(action);
    const problem = answerProblem(question, answer);
    if (problem === 'missing') walked.missing.push(action);
    else if (problem !== null) walked.wrong.push({ questionNum: action, message: problem });
    if (isFlagged(question, answer)) walked.flagged.push(action);
    action = next(question, answer);
  }
  walked.isFinished = action === finished;
  walked.off = [...given.keys()].filter((number) => !seen.has(number));
  walked.left = [...walked.missing, ...openAhead(walked.shown.at(-1), byNumber, given)];
  return walked;
}

/** What wants an answer and has none behind a question, as far as it is certain to be asked: up to the next open branching. */
function openAhead(
  last: Question | undefined,
  byNumber: ReadonlyMap<number, Question>,
  given: ReadonlyMap<number, string>,
): number[] {
  const open: number[] = [];
  const seen = new Set<number>();
  let question = last;
  while (question && !seen.has(question.questionNum)) {
    seen.add(question.questionNum);
    const on: Action | null = next(question, given.get(question.questionNum)) ?? onlyAction(question);
    question = typeof on === 'number' ? byNumber.get(on) : undefined;
    if (question && answerProblem(question, given.get(question.questionNum)) === 'missing')
      open.push(question.questionNum);
  }
  return open;
}

/** Where a question leads whatever is answered; null where that depends on it. */
const onlyAction = ({ actions: [first, ...others] }: Question): Action | null =>
  first !== undefined && others.every((action) => action === first) ? first : null;

/** The answers that stay when one is changed: those before it and itself (ANS-04). */
export function afterChange(questions: readonly Question[], answers: readonly Answer[], changed: Answer): Answer[] {
  const { shown } = walk(questions, answers);
  const place = shown.findIndex(({ questionNum }) => questionNum === changed.questionNum);
  const before = new Set(shown.slice(0, Math.max(place, 0)).map(({ questionNum }) => questionNum));
  return [...answers.filter(({ questionNum }) => before.has(questionNum)), changed];
}
