/** Assessments as they are answered, as the wire has them. */
import { chosenOption, type Question } from '@portal/contract/assessments/flow.ts';
import type { AskedEvent, KeptAnswer } from './queries.ts';

/** ANS-05: the option that the answer chose, where there are options; of a Checkbox the first one, which decides. */
const optionOf = (question: Question, answer: string): string | null =>
  question.options[chosenOption(question, answer)] ?? null;

/** The questions of the event's own definition, with what was answered. */
export const presentQuestions = (questions: readonly Question[], answers: readonly KeptAnswer[]) => {
  const byNumber = new Map(answers.map((answer) => [answer.questionNum, answer]));
  return questions.map((question) => {
    const given = byNumber.get(question.questionNum);
    return {
      ...question,
      options: [...question.options],
      actions: [...question.actions],
      flagged: [...question.flagged],
      answerOption: given ? optionOf(question, given.answer) : null,
      answer: given?.answer ?? null,
      note: given?.note ?? null,
    };
  });
};

/** What a patient sees of it: neither the clinician's notes nor what is flagged. */
export const presentForPatient = (questions: readonly Question[]) =>
  questions.map(({ questionNum, question, questionType, options, actions, multipleAnswers }) => ({
    questionNum,
    question,
    questionType,
    options: [...options],
    actions: [...actions],
    multipleAnswers,
  }));

export const stateOf = ({ answeredAt, endedAt }: Pick<AskedEvent, 'answeredAt' | 'endedAt'>) =>
  answeredAt !== null ? ('answered' as const) : endedAt !== null ? ('over' as const) : ('open' as const);
