/** Assessments as they are built (ASB, APA-01 to APA-04) and listed (ASL-01, CAB-13). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { assessmentAccess } from '../patients/access.ts';
import { instant, recordId, requiredName, requiredText, text, whole } from '../wire.ts';
import { questionTypes } from './flow.ts';
import { builds, longest, mostOf, readsDefinitions } from './rules.ts';

const companyId = recordId('company');
const surveyId = recordId('survey');

const place = z.number().min(-1_000_000, 'is too far away').max(1_000_000, 'is too far away');
/** ASB-11. The position is the builder's own; a number that is none is null (ASB-13). */
const node = z.strictObject({
  id: requiredText(longest.id),
  position: z.strictObject({ x: place, y: place }),
  questionNum: z.int().min(1).max(99_999).nullable(),
  questionType: z.strictObject({ label: text(100), value: z.enum(questionTypes) }),
  question: text(longest.question),
  additionalInfo: text(longest.additionalInfo),
});
/** ASB-22: options and flags by commas. */
const edge = z.strictObject({
  id: requiredText(longest.id),
  source: requiredText(longest.id),
  target: requiredText(longest.id),
  data: z.strictObject({ label: text(longest.label), flagged: text(longest.label) }),
});
const graph = {
  nodes: z.array(node).max(mostOf.nodes, `must be ${mostOf.nodes} questions at most`),
  edges: z.array(edge).max(mostOf.edges, `must be ${mostOf.edges} branches at most`),
};

/** ASB-24. */
const survey = z.object({
  surveyId: z.number(),
  surveyName: z.string(),
  timeCreated: instant,
  /** 'false' comes by import alone: what is created has a graph, also without a question. */
  hasQuestionGraph: z.enum(['true', 'false']),
  hasQuestions: z.boolean(),
  defaultRecurrence: z.number(),
  /** Whether it can be answered: a definition has a graph without problems, and the newest of these is asked. */
  isUsable: z.boolean(),
  /** Whether the newest definition can be; where it cannot, and `isUsable` all the same, an earlier one is asked. */
  newestIsUsable: z.boolean().optional(),
  version: z.number(),
});
const detail = survey.extend({
  /** `{ nodes, edges }` as JSON; empty where there is no graph. */
  questionsGraph: z.string(),
  /** The number of the definition that is shown, and all there are, newest first. What was sent never changes. */
  definition: z.number(),
  definitions: z.array(
    z.object({ definition: z.number(), timeCreated: instant, isSent: z.boolean(), isUsable: z.boolean() }),
  ),
});
export type SurveyDetail = z.output<typeof detail>;

/** APA-01; with a `surveyId` APA-02: its newest definition, or the one that is asked for. */
export const readSurveys = endpoint({
  method: 'GET',
  path: '/v2/company/surveys',
  summary: 'An administrator lists the assessments of the company, or reads one',
  access: readsDefinitions,
  query: z.strictObject({ companyId, surveyId: surveyId.optional(), definition: whole.optional() }),
  atMost: 2_000,
  reply: z.union([z.object({ surveys: z.array(survey) }), z.object({ surveyDetails: z.array(detail) })]),
});

export const createSurvey = endpoint({
  method: 'POST',
  path: '/v2/company/surveys',
  summary: 'An administrator creates an assessment, empty or as a copy',
  access: builds,
  creates: true,
  body: z.strictObject({ surveyName: requiredName(longest.surveyName), ...graph, companyId }),
  reply: z.object({ message: z.string(), surveyId: z.number() }),
});

export const saveSurvey = endpoint({
  method: 'PUT',
  path: '/v2/company/surveys',
  summary: 'An administrator saves an assessment',
  access: builds,
  body: z.strictObject({
    surveyName: requiredName(longest.surveyName),
    ...graph,
    surveyId,
    companyId,
    version: whole.optional(),
  }),
  /** Saving what was sent makes a new definition. */
  reply: z.object({ message: z.string(), version: z.number(), definition: z.number() }),
  failure: 'Unable to save assessment. Please try again later.',
});

/** CAB-13, ASL-01: all of the company; another person's `cpId` is a 403. */
export const listSurveysOfProvider = endpoint({
  method: 'GET',
  path: '/careProvider-surveys',
  summary: 'A person lists the assessments of their company',
  access: assessmentAccess,
  query: z.strictObject({ cpId: recordId('provider') }),
  atMost: 2_000,
  reply: z.object({
    surveys: z.array(z.object({ sId: z.number(), surveyId: z.number(), surveyName: z.string(), timeCreated: instant })),
  }),
  failure: 'There was a problem fetching assessments.',
});
