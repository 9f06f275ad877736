import type { Drug } from '@portal/contract/drugs/endpoints.ts';
import type { Question, QuestionType } from '@portal/contract/assessments/flow.ts';
import type { ReactNode } from 'react';
import { MedicationAnswer } from './MedicationAnswer.tsx';
import { MedicationList } from './MedicationList.tsx';
import { NumberAnswer } from './NumberAnswer.tsx';
import { Options } from './Options.tsx';
import { TextAnswer } from './TextAnswer.tsx';

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

interface Props extends AnswerProps {
  /** Where medications can be looked for: the field that does. */
  findDrug?: ((onPick: (drug: Drug) => void) => ReactNode) | undefined;
  /** The table of a question that has one; without it nothing is filled in here. */
  table?: ((type: TableType) => ReactNode) | undefined;
}

/** The input of a question, for all ten types (ANS-06, OPC-35). A label has none. */
export function QuestionInput({ findDrug, table, ...props }: Props): ReactNode {
  const { questionType: type } = props.question;
  if (isTable(type)) return table?.(type) ?? null;
  switch (type) {
    case 'Label':
      return null;
    case 'MC':
    case 'Checkbox':
      return <Options {...props} />;
    case 'Numeric':
      return <NumberAnswer {...props} />;
    case 'MedList':
      return <MedicationList {...props} />;
    case 'MedInfo':
      return <MedicationAnswer {...props} findDrug={findDrug} />;
    default:
      return <TextAnswer {...props} />;
  }
}
