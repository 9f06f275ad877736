/** What was answered, held against the questions: the very walk that the screens go (OPC-28, OPC-30). */
import { answerProblem, keptAnswer, messages, type Question, walk } from '@portal/contract/assessments/flow.ts';
import { type GivenMedication, medicationsIn } from '@portal/contract/responses/rules.ts';
import { Failed } from '#platform/core/fail.ts';
import type { KeptAnswer } from './queries.ts';

export interface GivenAnswer {
  questionNum: number;
  answer: string;
  note?: string | undefined;
}

export interface CheckedAnswers {
  answers: KeptAnswer[];
  /** Of the questions that were shown; the length of the way is their number. */
  numQuestions: number;
  flagged: number[];
  medications: GivenMedication[];
}

/** The answers that somebody has to look at. */
export const flaggedIn = ({ answers, flagged }: CheckedAnswers): KeptAnswer[] =>
  answers.filter(({ questionNum }) => flagged.includes(questionNum));

const refused = (sentence: string) => new Failed('response.refused', { sentence });

/** The answers as they are kept, with what follows from them; throws where they are not one finished way. */
export function checkAnswers(questions: readonly Question[], given: readonly GivenAnswer[]): CheckedAnswers {
  const numbers = given.map(({ questionNum }) => questionNum);
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (twice !== undefined) throw refused(`Question ${twice} is answered twice.`);
  const { shown, left, wrong, off, flagged, isFinished } = walk(questions, given);
  const [first] = wrong;
  if (first) throw refused(`Question ${first.questionNum}: ${first.message}`);
  // Before what lies behind it: that is off the way because this one is open.
  if (left.length > 0 || !isFinished) throw new Failed('response.left', { sentence: messages.left(left.length) });
  if (off.length > 0) throw refused(offTheWay(questions, off[0] as number));
  const byNumber = new Map(given.map((one) => [one.questionNum, one]));
  const answers = shown.flatMap(({ questionNum, question, questionType }): KeptAnswer[] => {
    const one = byNumber.get(questionNum);
    return one
      ? [{ questionNum, question, questionType, answer: keptAnswer(questionType, one.answer), note: one.note ?? '' }]
      : [];
  });
  const medications = answers.flatMap(({ questionType, answer }) => medicationsIn(questionType, answer));
  return { answers, numQuestions: shown.length, flagged, medications };
}

/**
 * What the questions know of answers that are still being given, each once: the number of a question and, where there are options, one of
 * them. What is typed may be anything yet.
 */
export function knownAnswers(questions: readonly Question[], given: readonly GivenAnswer[]): GivenAnswer[] {
  const byNumber = new Map(given.map((one) => [one.questionNum, one]));
  return questions.flatMap((question) => {
    const one = byNumber.get(question.questionNum);
    return one && answerProblem(question, one.answer) !== messages.option ? [one] : [];
  });
}

const offTheWay = (questions: readonly Question[], number: number): string =>
  questions.some(({ questionNum }) => questionNum === number)
    ? `Question ${number} is not asked after these answers.`
    : `There is no question ${number}.`;
