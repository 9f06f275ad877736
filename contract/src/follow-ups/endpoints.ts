/** When a patient is to be called again (FUP, ANS-24 to ANS-29, CAB-06 to CAB-09). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { patientAccess as access } from '../patients/access.ts';
import { zone } from '../schedules/rules.ts';
import { day, instant, recordId, requiredText, text, whole } from '../wire.ts';

export const longest = { notes: 2_000, outcome: 2_000 } as const;

const cpId = recordId('provider');

/** FUP-09, OPC-41: with the seed's double names. */
const followUp = z.object({
  fID: z.number(),
  fId: z.number(),
  uId: z.number(),
  cpId: z.number(),
  companyId: z.number(),
  name: z.string(),
  phone: z.string(),
  followUpTime: instant,
  date: instant,
  timeCreated: instant,
  timeLastModified: instant,
  notes: z.string(),
  /** Until it is completed (OPC-41). */
  status: z.boolean(),
  completedAt: instant.nullable(),
  completedBy: z.string().nullable(),
  outcome: z.string().nullable(),
  version: z.number(),
  /** Two patients of one name are told apart by it. */
  dob: day.optional(),
  /** Whether the provider whose it is still has access and, until it is completed, sees the patient. */
  isCpActive: z.boolean().optional(),
  /** The patient is deactivated: nobody need be called any more. */
  isPatientDeactivated: z.literal(true).optional(),
});
export type FollowUp = z.output<typeof followUp>;

const cpIds = z.union([cpId, z.array(cpId).max(500)]);
const days = { date: day.optional(), sDate: day.optional(), eDate: day.optional() };
/** Not completed, and their time has passed. */
const state = z.literal('overdue').optional();

/** FUP-05, FUP-06: of a day, of a range of UTC days, of a patient, or those that are overdue. Without `cpId` those of everybody in sight (OPC-39). */
export const listFollowUps = endpoint({
  method: 'GET',
  path: '/survey-followUp',
  summary: 'A person lists follow-ups',
  access,
  query: z.strictObject({
    companyId: recordId('company'),
    cpId: cpIds.optional(),
    uId: recordId('patient').optional(),
    ...days,
    state,
  }),
  repeats: 'cpId',
  atMost: 2_000,
  reply: z.object({ followUp: z.array(followUp) }),
  failure: 'There was a problem retrieving follow-ups.',
});

/**
 * How many a list of these providers leaves out, how many of those are not completed and of a provider who has no access any more or
 * does not see the patient any more, where the patient is not deactivated, and how many are overdue, of whoever it is: nothing of a
 * patient is read for it. The days are those of a time zone: that of the reader, or UTC.
 */
export const countOtherFollowUps = endpoint({
  method: 'GET',
  path: '/survey-followUp/others',
  summary: 'A person counts the follow-ups of others',
  access,
  query: z.strictObject({ companyId: recordId('company'), cpId: cpIds, ...days, zone: zone.optional(), state }),
  repeats: 'cpId',
  reply: z.object({ others: z.number(), overdue: z.number(), ofInactive: z.number().optional() }),
});

export const scheduleFollowUp = endpoint({
  method: 'POST',
  path: '/survey-followUp',
  summary: 'A person schedules a follow-up',
  access: { ...access, module: 'FollowUp' },
  creates: true,
  asksFirst: { field: 'notes', failure: 'follow_up.notes' },
  body: z.strictObject({
    companyId: recordId('company'),
    cpId,
    uId: recordId('patient'),
    followUpTime: instant,
    /** Asked for by the server, before anything else (ANS-28). */
    notes: text(longest.notes),
  }),
  reply: z.object({ message: z.string(), fId: z.number() }),
  failure: 'Unable to schedule the follow-up.',
});

const step = { fId: recordId('follow_up'), version: whole.optional() };
const changed = z.object({ message: z.string(), version: z.number() });
/** Whoever sees the patient, also for a colleague who is away. With their own `cpId` it becomes theirs. */
export const moveFollowUp = endpoint({
  method: 'PUT',
  path: '/survey-followUp/time',
  summary: 'A person moves a follow-up that is not completed to another time',
  access: { ...access, module: 'FollowUp' },
  body: z.strictObject({ ...step, followUpTime: instant, cpId: cpId.optional() }),
  reply: changed,
});
export const completeFollowUp = endpoint({
  method: 'PUT',
  path: '/survey-followUp/complete',
  summary: 'A person completes a follow-up with what came of it',
  access: { ...access, module: 'FollowUp' },
  body: z.strictObject({ ...step, outcome: requiredText(longest.outcome) }),
  reply: changed,
});
