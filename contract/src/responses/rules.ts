/** What stands in a response, and how long a link lives. */
import { medicationOf, type QuestionType } from '../assessments/flow.ts';
import { isVisible } from '../visible.ts';

export const longest = { answer: 4_000, note: 2_000, closingNote: 2_000 } as const;
export const mostAnswers = 500;
/** Of what a patient sends: some sixty of the longest answers. Open calls take less else. */
export const mostBytesSent = 262_144;
/** A code is good for so long, and bears so many wrong dates of birth. */
export const codeDays = 30;
export const birthDateTries = 5;
/** A flagged answer that nobody closed after so many hours is overdue. */
export const flagOverdueHours = 48;

export type GivenMedication = ReturnType<typeof medicationOf>;

/** OPC-36: the medications that an answer names. */
export function medicationsIn(type: QuestionType, answer: string): GivenMedication[] {
  switch (type) {
    case 'MedInfo':
      return [medicationOf(answer)];
    case 'MedList':
      return answer
        .split('|')
        .map((name) => name.trim())
        .filter(isVisible)
        .map((medicationName) => ({ medicationName, strength: '', pills: '' }));
    case 'MC':
    case 'Checkbox':
    case 'Numeric':
    case 'TextInput':
    case 'Label':
    case 'AdditionalMed':
    case 'DrugAllergy':
    case 'UserGoals':
      return [];
  }
}

/** OPC-70: `{assessment name, spaces as underscores}_Survey_Responses_{YYYY-MMM-DD}.csv`. */
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
export function exportName(surveyName: string, today: string): string {
  const [year, month, date] = today.split('-');
  return `${surveyName.replaceAll(' ', '_')}_Survey_Responses_${year}-${months[Number(month) - 1]}-${date}.csv`;
}
