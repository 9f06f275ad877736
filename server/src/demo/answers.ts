/** What the patients of the demo answer: numbers that fit the person, the weeks before and the other answers. */
import { next, type Question } from '@portal/contract/assessments/flow.ts';
import { diabetes, heartFailure } from './assessment-graphs.ts';

interface Asked {
  surveyName: string;
  patientId: number;
  /** How many weeks ago. */
  week: number;
  /** Something is wrong that somebody has to look at. */
  isBad: boolean;
}

/** In kilograms. Somebody who is heavy comes above the limit of the question once water is kept back. */
export const usualWeight = (patientId: number): number => (patientId % 11 === 7 ? 118 : 58 + ((patientId * 7) % 37));

const weightOf = ({ patientId, week, isBad }: Asked): number =>
  usualWeight(patientId) + ((patientId + week) % 3) - 1 + (isBad ? 3 : 0);
/** Half of those whose blood sugar is wrong have too little of it. */
const hasLowSugar = ({ patientId, isBad }: Asked): boolean => isBad && patientId % 2 === 0;
const sugarOf = (asked: Asked): number => {
  const some = (asked.patientId * 5 + asked.week * 3) % 30;
  if (hasLowSugar(asked)) return 55 + (some % 12);
  return asked.isBad ? 205 + some : 94 + some;
};
const wellBeingOf = ({ patientId, week, isBad }: Asked): number => (isBad ? 2 : 6) + ((patientId + week) % 2);

/** One way through the questions: by what is usual, or by what is flagged. */
export function answersOf(questions: readonly Question[], asked: Asked): { questionNum: number; answer: string }[] {
  const given: { questionNum: number; answer: string }[] = [];
  let question = questions[0];
  while (question) {
    const answer = answerTo(question, asked);
    if (answer !== '') given.push({ questionNum: question.questionNum, answer });
    const then = next(question, answer);
    question = questions.find(({ questionNum }) => questionNum === then);
  }
  return given;
}

function answerTo({ questionType: type, options, flagged }: Question, asked: Asked): string {
  const { surveyName, isBad } = asked;
  const isOfDiabetes = surveyName === diabetes.name;
  const isOfHeart = surveyName === heartFailure.name;
  switch (type) {
    case 'MC':
    case 'Checkbox':
      return options[isBad && !hasSoundFeet(asked) ? Math.max(flagged.indexOf(true), 0) : 0] ?? '';
    case 'Numeric':
      return String(isOfHeart ? weightOf(asked) : isOfDiabetes ? sugarOf(asked) : wellBeingOf(asked));
    case 'MedInfo':
      return `Lasix, 40 mg, ${isBad ? 2 : 1}`;
    case 'MedList':
      return 'Glucophage|Lantus';
    case 'TextInput':
      if (isOfDiabetes) return 'On the left heel, for four days.';
      return isBad ? 'I could not sleep for two nights.' : 'No, thank you.';
    case 'Label':
    case 'AdditionalMed':
    case 'DrugAllergy':
    case 'UserGoals':
      return '';
  }
}

/** Too little sugar makes no sores. */
const hasSoundFeet = (asked: Asked): boolean => asked.surveyName === diabetes.name && hasLowSugar(asked);
