/** When a patient is asked: the schedule of their assessments, and what will come (SCH-01 to SCH-12, CAB-11, CAB-12). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { patientAccess as access } from '../patients/access.ts';
import { plausibleDay } from '../plausible-day.ts';
import { day, instant, recordId, text, whole } from '../wire.ts';
import { recurrence, scheduleStatuses, zone } from './rules.ts';

const u_id = recordId('patient');

/** SCH-02. */
const item = z.object({
  schedId: z.number(),
  /** Which care group asks; null where it is out of sight. */
  gId: z.number().nullable().optional(),
  sId: z.number(),
  surveyName: z.string(),
  status: z.enum(scheduleStatuses),
  /** The assessment that has no usable definition, by its name; null where nothing blocks. */
  blockedBy: z.string().nullable(),
  dStart: instant,
  /** By when the next one is to be answered. */
  due: instant,
  dueDescription: z.string(),
  /** The oldest that is not answered, and by when it was, or is, to be; null where all are. */
  oldestOpen: z.object({ surveyEventId: z.number(), due: instant }).nullable(),
  /** How many are not answered. */
  openCount: z.int(),
  RRule: z.string(),
  recurrence: z.string(),
  scheduleDescription: z.string(),
  /** Null: only assessments that go by fills have one, and none is made in this version. */
  fillCount: z.number().nullable(),
  version: z.number(),
});
export type ScheduleItem = z.output<typeof item>;

export const listSchedule = endpoint({
  method: 'GET',
  path: '/assessment-schedule',
  summary: 'A person reads which assessments a patient gets, and when',
  access,
  query: z.strictObject({ u_id }),
  atMost: 500,
  reply: z.object({ assessmentSchedule: z.array(item) }),
});

/** OPC-63: the server's own rule stands, whatever `RRule` says. */
export const changeSchedule = endpoint({
  method: 'PUT',
  path: '/assessment-schedule',
  summary: 'A person changes how often a patient gets an assessment',
  access,
  query: z.strictObject({ u_id }),
  body: z.strictObject({
    schedId: recordId('schedule_item'),
    sId: recordId('survey'),
    RRule: text(200).optional(),
    recurrence,
    version: whole.optional(),
  }),
  reply: z.object({ message: z.string(), version: z.number() }),
  failure: 'Unable to update schedule. Please try again later.',
});

/** What will come, for a patient or for a group and those below it, by the days of a time zone: that of the reader, or UTC. */
export const readCalendar = endpoint({
  method: 'GET',
  path: '/assessment-schedule/calendar',
  summary: 'A person reads which assessments will come for a patient or a group',
  access,
  query: z
    .strictObject({
      u_id: u_id.optional(),
      g_id: recordId('care_group').optional(),
      sDate: plausibleDay,
      eDate: plausibleDay,
      zone: zone.optional(),
    })
    .refine((query) => (query.u_id === undefined) !== (query.g_id === undefined), {
      message: 'needs a patient or a group',
      path: ['u_id'],
    }),
  atMost: 5_000,
  reply: z.object({
    days: z.array(z.object({ date: day, sId: z.number(), surveyName: z.string(), patients: z.int() })),
  }),
});
