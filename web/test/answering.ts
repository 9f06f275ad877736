/** An assessment as the contract has it, in front of the screen that answers it. */
import type { Question } from '@portal/contract/assessments/flow.ts';
import { scheduleFollowUp } from '@portal/contract/follow-ups/endpoints.ts';
import * as api from '@portal/contract/responses/endpoints.ts';
import { listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { aPatient, patientReplies } from './patient.ts';
import type { Reply } from './portal.tsx';

export const aQuestion = (questionNum: number, more: Partial<Question> = {}): Question => ({
  questionNum,
  question: `Question ${questionNum}?`,
  questionType: 'TextInput',
  options: [],
  actions: ['Finished'],
  flagged: [],
  multipleAnswers: false,
  additionalInfo: '',
  ...more,
});

/** How are you? Well: is there anything else? Badly (flagged): since when, then a scale. */
export const howAreYou: Question[] = [
  aQuestion(1, {
    question: 'How are you?',
    questionType: 'MC',
    options: ['Well', 'Badly'],
    actions: [4, 2],
    flagged: [false, true],
    additionalInfo: 'Only Appears in Dashboard Clinician View',
  }),
  aQuestion(2, { question: 'Since when?', actions: [3] }),
  aQuestion(3, {
    question: 'How bad is it?',
    questionType: 'Numeric',
    options: ['0-10'],
    actions: [4],
    flagged: [false],
  }),
  aQuestion(4, { question: 'Anything else?' }),
];

const asWire = (questions: readonly Question[]) =>
  questions.map((question) => ({ ...question, answerOption: null, answer: null, note: null }));

export const aSurvey = (questions: readonly Question[] = howAreYou, more: object = {}) => ({
  questions: asWire(questions),
  surveyId: 5,
  surveyName: 'Weekly check',
  surveyTime: new Date(2026, 0, 3, 16, 5),
  due: new Date(2026, 0, 3, 16, 5),
  state: 'open',
  ...more,
});

export const aResponse = (answers: readonly object[], more: object = {}) => ({
  responses: [
    {
      responseId: 61,
      surveyEventId: 9,
      sId: 5,
      uId: 7,
      surveyName: 'Weekly check',
      surveyTime: new Date(2026, 0, 3, 16, 5),
      timeCompleted: new Date(2026, 0, 4, 9, 30),
      reviewedBy: '',
      flaggedQuestions: [1],
      version: 2,
      answers,
      ...more,
    },
  ],
});
export const sentAnswers = [
  { questionNum: 1, question: 'How are you?', questionType: 'MC', answer: 'Badly', note: '' },
  { questionNum: 2, question: 'Since when?', questionType: 'TextInput', answer: 'Monday', note: '' },
  { questionNum: 3, question: 'How bad is it?', questionType: 'Numeric', answer: '7', note: '' },
  { questionNum: 4, question: 'Anything else?', questionType: 'TextInput', answer: 'No', note: '' },
];
export const none = { status: 404, body: { code: 'not_found', message: '' } };
export const broken = { status: 500, body: { code: 'unexpected', message: '' } };

export const aFlag = (more: object = {}) => ({
  flaggedAnswerId: 81,
  uId: 7,
  name: 'Ada Archer',
  dob: '1950-03-05',
  phone: '+16175550123',
  surveyEventId: 9,
  sId: 5,
  surveyName: 'Weekly check',
  questionNum: 1,
  question: 'How are you?',
  answer: 'Badly',
  openedAt: new Date(2026, 0, 4, 9, 30),
  isOverdue: false,
  takenBy: null,
  takenAt: null,
  closedBy: null,
  closedAt: null,
  closingNote: null,
  version: 1,
  ...more,
});

/** A new assessment, without a draft. */
export const assessmentReplies = (questions: readonly Question[] = howAreYou): Reply[] => [
  ...patientReplies(aPatient()),
  [api.readSurvey, aSurvey(questions)],
  [api.readResponses, none],
  [api.readDraft, { draft: null, savedAt: null }],
  [api.keepDraft, { message: 'Kept.', savedAt: new Date(2026, 0, 3, 16, 5) }],
  [api.dropDraft, { message: 'Dropped.' }],
  [api.submitResponse, { message: 'Submitted.', responseId: 61 }],
  [api.reviewResponse, { message: 'Reviewed.', version: 3 }],
  [listFlaggedAnswers, { flaggedAnswers: [] }],
  [scheduleFollowUp, { message: 'Scheduled.', fId: 91 }],
];
