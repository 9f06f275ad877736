/** Answering assessments (ANS, CAB-01 to CAB-05), their history (SCH-13 to SCH-15), scores and trends, and their export (ASL, API-27). */
import { z } from 'zod';
import { questionTypes } from '../assessments/flow.ts';
import { endpoint } from '../endpoint.ts';
import { goalGiven, heldKey, medicationGiven } from '../patient-records/endpoints.ts';
import { assessmentAccess, patientAccess as access } from '../patients/access.ts';
import { day, instant, recordId, text, whole } from '../wire.ts';
import { longest, mostAnswers } from './rules.ts';

const u_id = recordId('patient');
const survey_event_id = recordId('survey_event');

/** OPC-28. */
const answer = z.strictObject({
  questionNum: whole,
  question: text(longest.answer).optional(),
  questionType: z.enum(questionTypes).optional(),
  answer: text(longest.answer),
  note: text(longest.note).optional(),
});
const answers = z.array(answer).max(mostAnswers);
/** OPC-36. */
const medication = z.strictObject({ medicationName: text(200), strength: text(200), pills: text(20) });

/** ANS-09: what is held in the screen goes with the submit, all or nothing (REL-02). */
const operation = z.enum(['add', 'update', 'delete']);
const heldChange = {
  operation,
  /** Of those that are changed or removed. */
  id: whole.optional(),
  version: whole.optional(),
  /**
   * Of those that are added: what was done by an earlier try, or in another window, is not done again (REL-06). One that may have been
   * added so is removed by it.
   */
  heldKey: heldKey.optional(),
};
const heldRecord = z.strictObject({
  ...heldChange,
  medicationName: medicationGiven.medicationName.optional(),
  dosage: medicationGiven.dosage.optional(),
  description: medicationGiven.description.optional(),
  notes: medicationGiven.notes.optional(),
});
const heldGoal = z.strictObject({
  ...heldChange,
  goalName: goalGiven.goalName.optional(),
  goalDescription: goalGiven.goalDescription.optional(),
  medName: goalGiven.medName,
  medId: goalGiven.medId,
  notes: goalGiven.notes.optional(),
});
export const held = {
  medicationChanges: z.array(heldRecord).max(100).optional(),
  allergyChanges: z.array(heldRecord).max(100).optional(),
  goalChanges: z.array(heldGoal).max(100).optional(),
};

/** ANS-05; the answers are those of the response, where there is one. */
const question = z.object({
  questionNum: z.number(),
  question: z.string(),
  questionType: z.enum(questionTypes),
  options: z.array(z.string()),
  actions: z.array(z.union([z.number(), z.literal('Finished')])),
  flagged: z.array(z.boolean()),
  multipleAnswers: z.boolean(),
  additionalInfo: z.string(),
  answerOption: z.string().nullable(),
  answer: z.string().nullable(),
  note: z.string().nullable(),
});

export const readSurvey = endpoint({
  method: 'GET',
  path: '/surveys',
  summary: 'A person reads the questions of a due assessment',
  access: assessmentAccess,
  query: z.strictObject({ survey_event_id, u_id }),
  atMost: 500,
  reply: z.object({
    questions: z.array(question),
    surveyId: z.number(),
    surveyName: z.string(),
    /** When it was asked for. */
    surveyTime: instant,
    due: instant,
    /** Answered, over without an answer, or to be answered. */
    state: z.enum(['open', 'answered', 'over']),
  }),
  failure: 'Unable to retrieve survey',
});

/** ANS-12, SCH-13. */
const response = z.object({
  responseId: z.number(),
  surveyEventId: z.number(),
  sId: z.number(),
  uId: z.number(),
  surveyName: z.string(),
  surveyTime: instant,
  timeCompleted: instant,
  /** Blank until somebody has reviewed what a patient sent (SCH-14). */
  reviewedBy: z.string(),
  flaggedQuestions: z.array(z.number()),
  version: z.number(),
});
const responseWithAnswers = response.extend({
  answers: z.array(
    z.object({
      questionNum: z.number(),
      question: z.string(),
      questionType: z.enum(questionTypes),
      answer: z.string(),
      note: z.string(),
    }),
  ),
});

/** CAB-03; with an event CAB-02, OPC-29: a list of one, with its answers, or a 404. */
export const readResponses = endpoint({
  method: 'GET',
  path: '/survey-responses',
  summary: 'A person reads what a patient answered',
  access,
  query: z.strictObject({ u_id, survey_event_id: survey_event_id.optional() }),
  atMost: 1_000,
  reply: z.union([z.object({ responses: z.array(responseWithAnswers) }), z.object({ responses: z.array(response) })]),
});

const submitted = z.strictObject({
  careProviderId: recordId('provider'),
  u_id,
  survey_event_id,
  surveyId: recordId('survey'),
  time_completed: instant,
  numQuestions: whole,
  answers,
  flaggedQuestions: z.array(whole).max(mostAnswers),
  /** OPC-36. What is kept is what the answers name. */
  medications: z.array(medication).max(mostAnswers),
  ...held,
});

export const submitResponse = endpoint({
  method: 'POST',
  path: '/survey-responses',
  summary: 'A person submits what a patient answered',
  access: assessmentAccess,
  creates: true,
  body: submitted,
  reply: z.object({ message: z.string(), responseId: z.number() }),
  failure: 'Unable to submit the assessment.',
});

/** ANS-14, OPC-31: finishes the review, also with changed answers. */
export const reviewResponse = endpoint({
  method: 'PUT',
  path: '/survey-responses',
  summary: 'A person finishes the review of what a patient answered',
  access: assessmentAccess,
  body: submitted.extend({
    responseId: recordId('survey_response').optional(),
    version: whole.optional(),
    /** P11-15: why answers were changed; the named action where none is given. */
    reason: text(500).optional(),
  }),
  reply: z.object({ message: z.string(), version: z.number() }),
  failure: 'Unable to submit the assessment.',
});

/** What is answered so far: each person's own, kept until it is submitted or thrown away. */
const draft = z.strictObject({
  answers,
  ...held,
  /** Kept as it was typed: whether there is such a medication is asked when it is submitted. */
  goalChanges: z
    .array(heldGoal.extend({ medId: whole.nullish() }))
    .max(100)
    .optional(),
});
/** The same as it is read: another release may have kept it, so that nothing but what the screen goes by is asked of it. */
const keptChange = {
  operation,
  id: z.number().optional(),
  version: z.number().optional(),
  heldKey: z.string().optional(),
  notes: z.string().optional(),
};
const keptRecord = z.object({
  ...keptChange,
  medicationName: z.string().optional(),
  dosage: z.string().optional(),
  description: z.string().optional(),
});
const keptGoal = z.object({
  ...keptChange,
  goalName: z.string().optional(),
  goalDescription: z.string().optional(),
  medName: z.string().nullish(),
  medId: z.number().nullish(),
});
export const keptDraft = z.object({
  answers: z.array(
    z.object({
      questionNum: z.number(),
      question: z.string().optional(),
      questionType: z.string().optional(),
      answer: z.string(),
      note: z.string().optional(),
    }),
  ),
  medicationChanges: z.array(keptRecord).optional(),
  allergyChanges: z.array(keptRecord).optional(),
  goalChanges: z.array(keptGoal).optional(),
});
export const readDraft = endpoint({
  method: 'GET',
  path: '/survey-responses/draft',
  summary: 'A person reads what they have answered so far',
  access: assessmentAccess,
  query: z.strictObject({ u_id, survey_event_id }),
  reply: z.object({
    draft: keptDraft.nullable(),
    savedAt: instant.nullable(),
    /** There is one that cannot be read; what is kept next goes on from its `savedAt`, and takes its place. */
    unreadable: z.literal(true).optional(),
  }),
});
export const keepDraft = endpoint({
  method: 'PUT',
  path: '/survey-responses/draft',
  summary: 'A person keeps what they have answered so far',
  access: assessmentAccess,
  body: z.strictObject({
    u_id,
    survey_event_id,
    draft,
    /** REL-07: the `savedAt` of the draft that this one goes on from; a newer one is not replaced. Null where there was none. */
    goesOnFrom: instant.nullable(),
  }),
  reply: z.object({ message: z.string(), savedAt: instant }),
});
export const dropDraft = endpoint({
  method: 'DELETE',
  path: '/survey-responses/draft',
  summary: 'A person throws away what they have answered so far',
  access: assessmentAccess,
  /** REL-07: with the `savedAt` of the draft that was read; a newer one stays. */
  query: z.strictObject({ u_id, survey_event_id, savedAt: instant }),
  reply: z.object({ message: z.string() }),
});

/** API-27, OPC-70: a flat row for each response, by the UTC day of its completion. */
export const exportResponses = endpoint({
  method: 'GET',
  path: '/survey-response-exports',
  summary: 'A person exports the responses to an assessment',
  access: assessmentAccess,
  query: z.strictObject({ s_id: recordId('survey'), g_id: recordId('care_group'), start_date: day, end_date: day }),
  isCostly: true,
  exports: 'whole',
  atMost: 5_000,
  reply: z.object({ responses: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))) }),
  failure: 'There was a problem exporting the responses.',
});

/**
 * The course of every numeric question of a patient, and of the sum of each assessment's numbers. Over several definitions a question is
 * the same one where it has the same id in the graph and the same words; a sum is of definitions with the same numeric questions.
 */
export const readTrends = endpoint({
  method: 'GET',
  path: '/survey-responses/trends',
  summary: 'A person reads how the numbers of a patient have gone',
  access,
  query: z.strictObject({ u_id }),
  atMost: 1_000,
  reply: z.object({
    trends: z.array(
      z.object({
        sId: z.number(),
        surveyName: z.string(),
        /** As the graph names it; null is the sum. A question that was worded otherwise has several trends of one id. */
        questionId: z.string().nullable(),
        /** The number it had last; null is the sum. */
        questionNum: z.number().nullable(),
        question: z.string(),
        points: z.array(
          z.object({ at: instant, value: z.number(), surveyEventId: z.number(), isFlagged: z.boolean() }),
        ),
      }),
    ),
  }),
});
