import type { Answer, Question } from '@portal/contract/assessments/flow.ts';
import { shownAnswer, tidy } from '#shared/questions/answer-text.ts';
import type { Found } from './Elsewhere.tsx';

/**
 * What was answered on another device since `before`, except where it was answered otherwise here, and those of both; null where
 * nothing is new there.
 */
export function together(
  questions: readonly Question[],
  given: Record<'before' | 'here' | 'there', readonly Answer[]>,
): { answers: Answer[]; found: Found[] | null } {
  const found: Found[] = [];
  let isNew = false;
  const answers = questions.flatMap(({ questionNum, question, questionType }) => {
    const of = (some: readonly Answer[]) => some.find((one) => one.questionNum === questionNum)?.answer ?? '';
    const [before, here, there] = [of(given.before), of(given.here), of(given.there)];
    const isSame = (one: string, other: string) => tidy(questionType, one) === tidy(questionType, other);
    const isChangedThere = !isSame(before, there) && !isSame(here, there);
    const isChangedHere = !isSame(before, here);
    isNew ||= isChangedThere;
    if (isChangedThere && isChangedHere) found.push({ question, answer: shownAnswer(questionType, there) });
    const answer = isChangedThere && !isChangedHere ? there : here;
    return answer === '' ? [] : [{ questionNum, answer }];
  });
  return { answers, found: isNew ? found : null };
}
