/** What somebody answers in the screen, until it is submitted. */
import { afterChange, type Question, walk } from '@portal/contract/assessments/flow.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import type { keepDraft, readResponses, submitResponse } from '@portal/contract/responses/endpoints.ts';
import { medicationText, tidy, valuesOf } from '#shared/questions/answer-text.ts';
import { type Held, heldUnder } from '#shared/questions/held.ts';
import { isTable } from '#shared/questions/answer-props.ts';

export interface Given {
  questionNum: number;
  answer: string;
  note: string;
}
export interface Work {
  given: readonly Given[];
  held: Held;
}
export type StoredDraft = Ours<typeof keepDraft.body>['draft'];
export type Response = Extract<Ours<typeof readResponses.reply>['responses'][number], { answers: readonly unknown[] }>;
type Sent = Ours<typeof submitResponse.body>;

export const nothing: Work = { given: [], held: {} };
export const workOfDraft = ({ answers, ...held }: StoredDraft): Work => ({
  given: answers.map(({ questionNum, answer, note = '' }) => ({ questionNum, answer, note })),
  held,
});
export const workOfResponse = ({ answers }: Response): Work => ({
  given: answers.map(({ questionNum, answer, note }) => ({ questionNum, answer, note })),
  held: {},
});

const isSaid = ({ answer, note }: Given): boolean => answer !== '' || note !== '';

/** The work with an answer, without what comes after it (ANS-04), and how much that was. */
export function withAnswer(
  questions: readonly Question[],
  work: Work,
  { questionNum, answer }: { questionNum: number; answer: string },
): { work: Work; cleared: number } {
  const kept = new Set(afterChange(questions, work.given, { questionNum, answer }).map((one) => one.questionNum));
  const note = noteOf(work, questionNum);
  const before = work.given.filter((one) => kept.has(one.questionNum) && one.questionNum !== questionNum);
  const held = heldUpTo(questions, work, questionNum);
  const gone = work.given.filter((one) => !kept.has(one.questionNum) && isSaid(one)).length;
  return {
    work: { given: [...before, { questionNum, answer, note }], held },
    cleared: gone + countOf(work.held) - countOf(held),
  };
}

/** How many answers a change of this one clears. */
export const wouldClear = (questions: readonly Question[], work: Work, questionNum: number): number =>
  withAnswer(questions, work, { questionNum, answer: '' }).cleared;

/** What is held in the tables before a question; those of the rest go with their questions. */
function heldUpTo(questions: readonly Question[], { given, held }: Work, questionNum: number): Held {
  const { shown } = walk(questions, given);
  const place = shown.findIndex((question) => question.questionNum === questionNum);
  return heldOf(shown.slice(0, place + 1), held);
}
function heldOf(shown: readonly Question[], held: Held): Held {
  const keys = shown.map(({ questionType }) => questionType).filter(isTable);
  return Object.fromEntries(
    keys.map((type) => [heldUnder[type], held[heldUnder[type]]] as const).filter(([, of]) => of),
  );
}
const countOf = (held: Held): number =>
  Object.values(heldUnder).reduce((sum, key) => sum + (held[key]?.length ?? 0), 0);

export const answerOf = ({ given }: Work, questionNum: number): string =>
  given.find((one) => one.questionNum === questionNum)?.answer ?? '';
export const noteOf = ({ given }: Work, questionNum: number): string =>
  given.find((one) => one.questionNum === questionNum)?.note ?? '';

/** A note changes nothing of the way (ANS-02). */
export const withNote = (work: Work, questionNum: number, note: string): Work => ({
  ...work,
  given: [
    ...work.given.filter((one) => one.questionNum !== questionNum),
    { questionNum, answer: answerOf(work, questionNum), note },
  ],
});

/** The answers of the way, as the wire has them (OPC-28). */
const answersOf = (shown: readonly Question[], work: Work): Sent['answers'] =>
  shown.map(({ questionNum, question, questionType }) => ({
    questionNum,
    question,
    questionType,
    answer: tidy(questionType, answerOf(work, questionNum)),
    note: noteOf(work, questionNum),
  }));

export const draftOf = ({ given, held }: Work): StoredDraft => ({ answers: given.filter(isSaid), ...held });

/** What is submitted (ANS-15, OPC-36). */
export function submittedOf(questions: readonly Question[], work: Work) {
  const { shown, flagged } = walk(questions, work.given);
  const answers = answersOf(shown, work);
  return {
    answers,
    numQuestions: shown.length,
    flaggedQuestions: flagged,
    medications: answers.flatMap(({ questionType, answer }) => medicationsIn(questionType ?? 'Label', answer)),
    ...heldOf(shown, work.held),
  };
}

function medicationsIn(type: Question['questionType'], answer: string): Sent['medications'] {
  if (type === 'MedList') return valuesOf(answer).map((name) => ({ medicationName: name, strength: '', pills: '' }));
  if (type !== 'MedInfo') return [];
  const { name, strength, pills } = medicationText(answer);
  return [{ medicationName: name, strength, pills }];
}

/** Whether the answers of the way, or what is held, differ. */
export const isOther = (questions: readonly Question[], one: Work, other: Work): boolean =>
  contentOf(questions, one) !== contentOf(questions, other);
const contentOf = (questions: readonly Question[], work: Work): string =>
  JSON.stringify([
    walk(questions, work.given).shown.map(({ questionNum, questionType }) => [
      questionNum,
      tidy(questionType, answerOf(work, questionNum)),
    ]),
    countOf(work.held),
  ]);
