import type { Question } from '@portal/contract/assessments/flow.ts';
import { expect, test } from 'vitest';
import { presentQuestions } from './present.ts';

const asked: Question = {
  questionNum: 1,
  question: 'How strong is the pain?',
  questionType: 'Numeric',
  options: ['0-3', '4-10'],
  actions: ['Finished', 'Finished'],
  flagged: [false, true],
  multipleAnswers: false,
  additionalInfo: '',
};

test.each([
  ['2', '0-3'],
  ['4.5', '4-10'],
  ['4,5', '4-10'],
  ['0x5', null],
  ['', null],
  ['11', null],
])('ANS-05 the option of the number "%s" is the one that decided where the answer led: %s', (answer, option) => {
  const kept = { questionNum: 1, question: asked.question, questionType: 'Numeric' as const, answer, note: '' };
  expect(presentQuestions([asked], [kept])).toMatchObject([{ answer, answerOption: option }]);
});
