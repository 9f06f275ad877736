/** A flagged answer stays open until somebody closes it with a note. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { patientAccess as access } from '../patients/access.ts';
import { day, flag, instant, recordId, requiredText, whole } from '../wire.ts';
import { longest } from './rules.ts';

const flaggedAnswerId = recordId('flagged_answer');
const flaggedAnswer = z.object({
  flaggedAnswerId: z.number(),
  uId: z.number(),
  name: z.string(),
  /** Two patients of one name are told apart by it. */
  dob: day,
  phone: z.string(),
  isPatientDeactivated: z.literal(true).optional(),
  surveyEventId: z.number(),
  sId: z.number(),
  surveyName: z.string(),
  questionNum: z.number(),
  question: z.string(),
  /** The one that was flagged. */
  answer: z.string(),
  /** What a review left in its place, where that is another one; null where the question is not asked any more. */
  answerNow: z.string().nullable().optional(),
  openedAt: instant,
  isOverdue: z.boolean(),
  takenBy: z
    .object({
      cpId: z.number(),
      name: z.string(),
      /** It is open, and they have no access any more or do not see the patient: a colleague takes or closes it as if nobody had it. */
      isLeft: z.literal(true).optional(),
    })
    .nullable(),
  takenAt: instant.nullable(),
  closedBy: z.string().nullable(),
  closedAt: instant.nullable(),
  closingNote: z.string().nullable(),
  version: z.number(),
});
export type FlaggedAnswer = z.output<typeof flaggedAnswer>;

/** Open ones first that are overdue, then the oldest; with a patient those of this one, closed ones too. */
export const listFlaggedAnswers = endpoint({
  method: 'GET',
  path: '/flagged-answers',
  summary: 'A person lists the flagged answers that are open, or those of a patient',
  access,
  query: z.strictObject({
    g_id: recordId('care_group').optional(),
    u_id: recordId('patient').optional(),
    mine: flag.optional(),
  }),
  atMost: 1_000,
  reply: z.object({ flaggedAnswers: z.array(flaggedAnswer) }),
});

const step = { flaggedAnswerId, version: whole.optional() };
export const takeFlaggedAnswer = endpoint({
  method: 'PUT',
  path: '/flagged-answers/take',
  summary: 'A person takes a flagged answer, or gives it back',
  access,
  body: z.strictObject({ ...step, take: flag }),
  reply: z.object({ message: z.string(), version: z.number() }),
});
export const closeFlaggedAnswer = endpoint({
  method: 'PUT',
  path: '/flagged-answers/close',
  summary: 'A person closes a flagged answer with a note',
  access,
  body: z.strictObject({ ...step, note: requiredText(longest.closingNote) }),
  reply: z.object({ message: z.string(), version: z.number() }),
});
