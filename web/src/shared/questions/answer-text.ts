import { keptAnswer, type QuestionType } from '@portal/contract/assessments/flow.ts';

/** OPC-28: several values by `|`. */
export const valuesOf = (answer: string): string[] => (answer === '' ? [] : answer.split('|'));

export interface MedicationText {
  name: string;
  strength: string;
  pills: string;
}
/** As it stands in the fields, blanks included. */
export function medicationText(answer: string): MedicationText {
  const [name = '', strength = '', pills = ''] = answer.split(',');
  return { name, strength, pills };
}
export const answerOfMedication = ({ name, strength, pills }: MedicationText): string => {
  const parts = [name, strength, pills];
  return parts.every((part) => part === '') ? '' : parts.join(',');
};

/** An answer as it is sent: without blanks at the ends and empty lines. */
export function tidy(type: QuestionType, answer: string): string {
  switch (type) {
    case 'MedList':
      return partsOf(answer).join('|');
    case 'MedInfo': {
      const { name, strength, pills } = medicationText(answer);
      const parts = [name.trim(), strength.trim(), pills.trim()];
      if (parts.every((part) => part === '')) return '';
      return parts.slice(0, pills.trim() === '' ? 2 : 3).join(',');
    }
    case 'MC':
    case 'Checkbox':
    case 'Numeric':
    case 'TextInput':
    case 'Label':
    case 'AdditionalMed':
    case 'DrugAllergy':
    case 'UserGoals':
      return keptAnswer(type, answer.trim());
  }
}

const partsOf = (answer: string): string[] =>
  valuesOf(answer)
    .map((one) => one.trim())
    .filter(Boolean);

/** Several values as people read them; the answer to a question with options is such a one, also where it takes one alone. */
export const shownValues = (answer: string): string => partsOf(answer).join(', ');

/** An answer as people read it. */
export function shownAnswer(type: QuestionType, answer: string): string {
  switch (type) {
    case 'MedList':
    case 'Checkbox':
      return shownValues(answer);
    case 'MedInfo': {
      const { name, strength, pills } = medicationText(answer);
      const count = pills.trim();
      const amount = count === '' ? '' : `${count} ${Number(count) === 1 ? 'pill' : 'pills'}`;
      return [`${name.trim()} ${strength.trim()}`.trim(), amount].filter(Boolean).join(', ');
    }
    case 'MC':
    case 'Numeric':
    case 'TextInput':
    case 'Label':
    case 'AdditionalMed':
    case 'DrugAllergy':
    case 'UserGoals':
      return answer.trim();
  }
}
