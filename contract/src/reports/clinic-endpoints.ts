/** The reporting page of a clinic: assessments by quarter and what was sent to patients, and the rows of each number (OPC-98). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { patientAccess } from '../patients/access.ts';
import { flag, instant } from '../wire.ts';
import { assessmentStates, monthName, outreachChannels, quarterName } from './reporting-rules.ts';

const access = { ...patientAccess, module: 'Reporting', anyModule: ['Assessments'] } as const;

const count = z.int().min(0);
const month = z.string().regex(monthName, 'must be a month in the form YYYY-MM');
const quarter = z.string().regex(quarterName, 'must be a quarter in the form YYYY-Q1');

/** By the UTC quarter in which they began, the oldest first; none is left out. `flagged` are those of the answered with a flagged answer. */
export const countAssessments = endpoint({
  method: 'GET',
  path: '/reports/assessments',
  summary: 'A person reads how many assessments began in each quarter, and what became of them',
  access,
  reply: z.object({
    /** `overdue`: of the open ones those that are past their time. */
    quarters: z.array(
      z.object({ quarter, open: count, overdue: count, answered: count, ended: count, flagged: count }),
    ),
  }),
  failure: 'There was a problem loading the assessments.',
});

/** Those of a quarter that are in a state. */
export const listReportedAssessments = endpoint({
  method: 'GET',
  path: '/reports/assessments/rows',
  summary: 'A person lists the assessments that a number of the report counts',
  access,
  /** `file`: it is for a file, which is on record (SEC-39). */
  query: z.strictObject({
    quarter,
    state: z.enum(assessmentStates, 'must be open, answered or ended').optional(),
    flagged: flag.optional(),
    file: flag.optional(),
  }),
  exports: 'on demand',
  atMost: 5_000,
  reply: z.object({
    assessments: z.array(
      z.object({
        surveyEventId: z.number(),
        u_id: z.number(),
        patientName: z.string(),
        surveyName: z.string(),
        state: z.enum(assessmentStates),
        beganAt: instant,
        dueAt: instant,
        answeredAt: instant.nullable(),
        flagged: count,
      }),
    ),
  }),
  failure: 'There was a problem loading the assessments.',
});

/** Mails and texts that said to patients that an assessment waits, by the UTC month in which they were sent. */
export const countPatientOutreach = endpoint({
  method: 'GET',
  path: '/reports/patient-outreach',
  summary: 'A person reads how many mails and texts were sent to patients',
  access,
  reply: z.object({ months: z.array(z.object({ month, email: count, sms: count })) }),
  failure: 'There was a problem loading the outreach.',
});

export const listReportedPatientOutreach = endpoint({
  method: 'GET',
  path: '/reports/patient-outreach/rows',
  summary: 'A person lists the mails and texts to patients that a number of the report counts',
  access,
  query: z.strictObject({
    month,
    channel: z.enum(outreachChannels, 'must be email or sms').optional(),
    file: flag.optional(),
  }),
  exports: 'on demand',
  atMost: 5_000,
  reply: z.object({
    outreach: z.array(
      z.object({
        key: z.string(),
        u_id: z.number(),
        patientName: z.string(),
        surveyName: z.string(),
        channel: z.enum(outreachChannels),
        sentAt: instant,
        answeredAt: instant.nullable(),
        /** Empty where the portal sent it by itself. */
        sentBy: z.string(),
      }),
    ),
  }),
  failure: 'There was a problem loading the outreach.',
});
