import '#kit/whole-on-paper.ts';
import type { ReactNode } from 'react';
import type { OnPick } from '../DrugSearch.tsx';
import { MedicationAnswer } from './MedicationAnswer.tsx';
import { MedicationList } from './MedicationList.tsx';
import { NumberAnswer } from './NumberAnswer.tsx';
import { Options } from './Options.tsx';
import { TextAnswer } from './TextAnswer.tsx';
import { type AnswerProps, isTable, type TableType } from './answer-props.ts';

interface Props extends AnswerProps {
  /** Where medications can be looked for: the field that does. */
  findDrug?: ((onPick: OnPick) => ReactNode) | undefined;
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
    case 'TextInput':
      return <TextAnswer {...props} />;
  }
}
