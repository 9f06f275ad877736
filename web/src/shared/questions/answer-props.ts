/** What the inputs of answers are given, and which questions have a table instead. */
import type { Question, QuestionType } from '@portal/contract/assessments/flow.ts';

export type TableType = Extract<QuestionType, 'AdditionalMed' | 'DrugAllergy' | 'UserGoals'>;

export const isTable = (type: QuestionType): type is TableType =>
  type === 'AdditionalMed' || type === 'DrugAllergy' || type === 'UserGoals';

/** What every input of an answer is given. */
export interface AnswerProps {
  question: Pick<Question, 'questionNum' | 'question' | 'questionType' | 'options'>;
  /** As flow.ts reads it; what is typed stays as it is, see `tidy`. */
  answer: string;
  onAnswer: (answer: string) => void;
  /** The id of the words of the question, and of what is said below them. */
  labelledBy: string;
  describedBy?: string | undefined;
  /** What is wrong, once it is to be said. */
  problem?: string | null | undefined;
  /** On the patient's page. */
  isLarge?: boolean | undefined;
  readOnly?: boolean | undefined;
}
