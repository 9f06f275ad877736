/** The patient's own page behind the link of a reminder: one assessment and nothing else (decisions, "Who answers"). */
import { z } from 'zod';
import { questionTypes } from '../assessments/flow.ts';
import { endpoint } from '../endpoint.ts';
import { day, instant, text, whole } from '../wire.ts';
import { longest, mostAnswers, mostBytesSent } from './rules.ts';

/** In the body, so that it stands in no log of addresses. */
const code = text(200);
/** What the date of birth opened; it dies with the code. */
const pass = text(200);
const answers = z.array(z.strictObject({ questionNum: whole, answer: text(longest.answer) })).max(mostAnswers);

/** Whether a code is good, in the portal's brand; nothing of the patient is said before the date of birth. */
export const lookAtCode = endpoint({
  method: 'POST',
  path: '/respond/code',
  summary: 'A patient looks whether a link can still be used',
  access: 'open',
  body: z.strictObject({ code }),
  reply: z.object({ isOpen: z.literal(true), triesLeft: z.int() }),
});
export const openAssessment = endpoint({
  method: 'POST',
  path: '/respond/open',
  summary: 'A patient opens the assessment of a link by their date of birth',
  access: 'open',
  body: z.strictObject({ code, birthDate: day }),
  reply: z.object({
    pass: z.string(),
    surveyName: z.string(),
    due: instant,
    /** Without the clinician's notes and without what is flagged. */
    questions: z.array(
      z.object({
        questionNum: z.number(),
        question: z.string(),
        questionType: z.enum(questionTypes),
        options: z.array(z.string()),
        actions: z.array(z.union([z.number(), z.literal('Finished')])),
        multipleAnswers: z.boolean(),
      }),
    ),
    /** What was answered before the page was left. */
    answers: z.array(z.object({ questionNum: z.number(), answer: z.string() })),
    savedAt: instant.nullable(),
    /** There are some that cannot be read; what is kept next goes on from their `savedAt`, and takes their place. */
    unreadable: z.literal(true).optional(),
    /** Whether the patient takes text messages; null where they are sent none. */
    takesTexts: z.boolean().nullish(),
  }),
});
export const keepOwnDraft = endpoint({
  method: 'POST',
  path: '/respond/draft',
  summary: 'A patient keeps what they have answered so far',
  access: 'open',
  bodyLimit: mostBytesSent,
  /** REL-07: with the `savedAt` of what these answers go on from, as for a person's own draft. */
  body: z.strictObject({ code, pass, answers, goesOnFrom: instant.nullable() }),
  reply: z.object({ savedAt: instant }),
});
export const sendOwnResponse = endpoint({
  method: 'POST',
  path: '/respond/send',
  summary: 'A patient sends what they answered',
  access: 'open',
  bodyLimit: mostBytesSent,
  body: z.strictObject({ code, pass, answers, time_completed: instant }),
  reply: z.object({ message: z.string() }),
});
/** OPC-65: a consent of the patient's own. */
export const chooseTexts = endpoint({
  method: 'POST',
  path: '/respond/texts',
  summary: 'A patient stops text messages, or allows them again',
  access: 'open',
  body: z.strictObject({ code, pass, takesTexts: z.boolean() }),
  reply: z.object({ takesTexts: z.boolean() }),
});
