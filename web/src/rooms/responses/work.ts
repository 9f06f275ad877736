/** What somebody answers in the screen, until it is submitted. */
import { afterChange, type Question, walk } from '@portal/contract/assessments/flow.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import type { keepDraft, keptDraft, readResponses, submitResponse } from '@portal/contract/responses/endpoints.ts';
import { medicationsIn } from '@portal/contract/responses/rules.ts';
import { type Difference, rebase } from '#kit/rebase.ts';
import { shownAnswer, tidy } from '#shared/questions/answer-text.ts';
import { type Change, type Held, heldUnder } from '#shared/questions/held.ts';
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
export type StoredDraft = Ours<typeof keptDraft>;
export interface StandingDraft {
  draft: StoredDraft;
  savedAt: Date;
}
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

/** The work with an answer, without what comes after it (ANS-04), and what was lost by it: the earlier answer, and what came after. */
export function withAnswer(
  questions: readonly Question[],
  work: Work,
  { questionNum, answer }: { questionNum: number; answer: string },
): { work: Work; lost: Work } {
  const kept = new Set(afterChange(questions, work.given, { questionNum, answer }).map((one) => one.questionNum));
  const note = noteOf(work, questionNum);
  const before = work.given.filter((one) => kept.has(one.questionNum) && one.questionNum !== questionNum);
  const held = heldUpTo(questions, work, questionNum);
  const gone = work.given.filter((one) => !kept.has(one.questionNum) && isSaid(one));
  const lost = Object.fromEntries(Object.entries(work.held).filter(([key]) => !(key in held)));
  return {
    work: { given: [...before, { questionNum, answer, note }], held },
    lost: { given: [{ questionNum, answer: answerOf(work, questionNum), note: '' }, ...gone], held: lost },
  };
}

/** How many later answers a change has cleared. */
export const clearedIn = ({ given, held }: Work): number => given.length - 1 + countOf(held);

/** How many answers a change of this one clears. */
export const wouldClear = (questions: readonly Question[], work: Work, questionNum: number): number =>
  clearedIn(withAnswer(questions, work, { questionNum, answer: '' }).lost);

/** The work with what was lost; notes and changes in tables that came since stay. */
export function restored(work: Work, lost: Work): Work {
  const back = new Set(lost.given.map(({ questionNum }) => questionNum));
  const held = Object.entries(lost.held).map(([key, changes]) => {
    const since = work.held[key as keyof Held] ?? [];
    const touched = new Set(since.map(entryOf));
    return [key, [...changes.filter((change) => !touched.has(entryOf(change))), ...since]] as const;
  });
  return {
    given: [
      ...work.given.filter(({ questionNum }) => !back.has(questionNum)),
      ...lost.given.map((one) => ({ ...one, note: noteOf(work, one.questionNum) || one.note })),
    ],
    held: { ...work.held, ...Object.fromEntries(held) },
  };
}

/**
 * What was answered elsewhere since `before`, by a colleague or in another window, except where something else was typed here, and what
 * that was (REL-07). `asked` are the questions as they are called there.
 */
export function takenOver(
  before: Work,
  mine: Work,
  theirs: Work,
  asked: readonly Pick<Response['answers'][number], 'questionNum' | 'question' | 'questionType'>[],
): { work: Work; differences: Difference[]; entries: Entry[]; hasTables: boolean } {
  const known = new Map(asked.map((one) => [one.questionNum, one]));
  const answered = new Set(theirs.given.map(({ questionNum }) => questionNum));
  const numbers = new Set([...theirs.given, ...mine.given].map(({ questionNum }) => questionNum));
  const differences: Difference[] = [];
  const given = [...numbers].map((questionNum) => {
    const { question = '', questionType = 'TextInput' } = known.get(questionNum) ?? {};
    const partsOf = (work: Work) => ({ answer: answerOf(work, questionNum), note: noteOf(work, questionNum) });
    const { draft, differences: found } = rebase(partsOf(before), partsOf(mine), partsOf(theirs), {
      labels: { answer: `“${question}”`, note: `The note on “${question}”` },
      shown: ({ answer, note }, part) => (part === 'note' ? note : shownAnswer(questionType, answer)),
    });
    if (known.has(questionNum)) differences.push(...found);
    return { questionNum, ...draft };
  });
  const { held, entries, hasTables } = heldTogether(before.held, mine.held, theirs.held);
  return {
    work: { given: given.filter((one) => answered.has(one.questionNum) || isSaid(one)), held },
    differences,
    entries,
    hasTables,
  };
}

/** An entry of a table that was changed both here and there: what it is called, and a sentence of what stands there. */
export interface Entry {
  name: string;
  theirs: string;
}

/**
 * What is held in either: of an entry that is changed in one of them that change, and of one that both change what is held here. Says
 * what stands there of those, and whether anything else was changed there.
 */
function heldTogether(before: Held, ours: Held, theirs: Held): { held: Held; entries: Entry[]; hasTables: boolean } {
  const entries: Entry[] = [];
  let hasTables = false;
  const keys = Object.values(heldUnder).filter((key) => before[key] ?? ours[key] ?? theirs[key]);
  const held = keys.map((key) => {
    const [was, here, there] = [before[key] ?? [], ours[key] ?? [], theirs[key] ?? []];
    const isAsBefore = (one: Change) => isSame(sameOf(was, one), one);
    const both = here.filter(
      (one) => !isAsBefore(one) && !isSame(sameOf(there, one), one) && !isSame(sameOf(was, one), sameOf(there, one)),
    );
    entries.push(...both.map((one) => theirsOf(one, sameOf(was, one), sameOf(there, one))));
    const changed = [...there.filter((one) => !isAsBefore(one)), ...was.filter((one) => !sameOf(there, one))];
    hasTables ||= changed.some((one) => !sameOf(both, one));
    const mine = here.flatMap((one) => (isAsBefore(one) ? (sameOf(there, one) ?? []) : [one]));
    const more = there.filter((one) => !sameOf(here, one) && !isAsBefore(one));
    return [key, [...mine, ...more]] as const;
  });
  return { held: Object.fromEntries(held.filter(([key]) => ours[key] ?? theirs[key])), entries, hasTables };
}
const sameOf = (changes: Changes, one: Change) => changes.find((other) => entryOf(other) === entryOf(one));
const isSame = (one: Change | undefined, other: Change | undefined): boolean =>
  (one && textOf(one)) === (other && textOf(other));
function theirsOf(mine: Change, was: Change | undefined, there: Change | undefined): Entry {
  const name = [there, mine, was].map(nameIn).find(Boolean) ?? 'An entry';
  if (!there)
    return { name, theirs: mine.operation === 'add' ? 'is removed there.' : 'is not changed there any more.' };
  return {
    name,
    theirs: there.operation === 'delete' ? 'is removed there.' : `is there “${valuesIn(there).join(', ')}”.`,
  };
}
const nameIn = (change: Change | undefined): string | undefined =>
  change && ('goalName' in change ? change.goalName : 'medicationName' in change ? change.medicationName : undefined);
/** What it says. Numbers are those of entries and versions. */
const valuesIn = ({ operation: _operation, heldKey: _key, ...fields }: Change): string[] =>
  Object.values(fields).filter((value): value is string => typeof value === 'string' && value !== '');
type Changes = readonly Change[];
/** What a change is of: an entry of the record, or the one that is added by it. */
const entryOf = (change: Change): number | string => change.id ?? change.heldKey ?? textOf(change);
/** Whatever the order of its fields: the server keeps them in its own. */
const textOf = (change: Change): string =>
  JSON.stringify(
    Object.entries(change)
      .filter(([, value]) => value !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/** Which additions are in it, by their keys. */
export const additionsIn = (held: Held): string[] =>
  Object.values(heldUnder)
    .flatMap((key): Changes => held[key] ?? [])
    .flatMap(({ operation, heldKey }) => (operation === 'add' ? (heldKey ?? []) : []));

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

export const draftOf = ({ given, held }: Work): Ours<typeof keepDraft.body>['draft'] => ({
  answers: given.filter(isSaid),
  ...held,
});

export const isEmpty = ({ given, held }: Work): boolean => !given.some(isSaid) && countOf(held) === 0;

const doneWords = { add: 'Added', update: 'Changed', delete: 'Removed' } as const;
/** What was entered, to be read and kept elsewhere. */
export function asText(shown: readonly Question[], work: Work): string {
  const changesOf = (type: Question['questionType']) => (isTable(type) ? (work.held[heldUnder[type]] ?? []) : []);
  return shown
    .map(({ questionNum, question, questionType }, i) => {
      const note = noteOf(work, questionNum);
      const changes = changesOf(questionType).map(
        (change) => `${doneWords[change.operation]}: ${valuesIn(change).join(', ') || 'an entry'}`,
      );
      const lines = [shownAnswer(questionType, answerOf(work, questionNum)), ...changes, note && `Note: ${note}`];
      return [`${i + 1}. ${question}`, ...lines.filter(Boolean)].join('\n');
    })
    .join('\n\n');
}

/**
 * What was entered under questions that the answers do not lead to, and is not sent: they led there before something else was taken
 * over. With the work that is left without it.
 */
export function offTheWay(
  questions: readonly Question[],
  work: Work,
  original: Work,
): { questions: Question[]; left: Work } | null {
  const { shown } = walk(questions, work.given);
  const on = new Set(shown.map(({ questionNum }) => questionNum));
  const sent = heldOf(shown, work.held);
  const isOwn = (one: Given) =>
    isSaid(one) &&
    (one.answer !== answerOf(original, one.questionNum) || one.note !== noteOf(original, one.questionNum));
  const own = new Set(work.given.filter((one) => !on.has(one.questionNum) && isOwn(one)).map((one) => one.questionNum));
  const isLeftOut = (type: Question['questionType']) =>
    isTable(type) && !(heldUnder[type] in sent) && (work.held[heldUnder[type]] ?? []).length > 0;
  const off = questions.filter(
    ({ questionNum, questionType }) => !on.has(questionNum) && (own.has(questionNum) || isLeftOut(questionType)),
  );
  if (off.length === 0) return null;
  return {
    questions: off,
    left: { given: work.given.filter(({ questionNum }) => !own.has(questionNum)), held: sent },
  };
}

/** Whether a response says what would be sent of the answers, so that it may be what was sent. */
export const isAnsweredAs = (questions: readonly Question[], work: Work, response: Response): boolean => {
  const said = (given: readonly { questionNum: number; answer: string; note?: string | undefined }[]) =>
    JSON.stringify(given.map(({ questionNum, answer, note = '' }) => [questionNum, answer.trim(), note.trim()]));
  return said(answersOf(walk(questions, work.given).shown, work)) === said(response.answers);
};

/** The question of the table that a list of what is held belongs to. */
export const tableOf = (shown: readonly Question[], list: unknown): Question | undefined =>
  shown.find(({ questionType }) => isTable(questionType) && heldUnder[questionType] === list);

/** Whether they would be kept as the same. */
export const isSameDraft = (one: Work, other: Work): boolean =>
  JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other));

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
