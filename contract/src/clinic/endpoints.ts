/** What a clinic's dashboard shows: whom to look after now, and four numbers (CDB, TRE-02, PTB, CAA-06 to CAA-10). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { assessmentAccess, patientAccess as access } from '../patients/access.ts';
import { day, instant, recordId } from '../wire.ts';

const g_id = recordId('care_group');
const count = z.int();

/** Its groups and those below; on the wire `g_id[]=1&g_id[]=2`. PTB-08, PTB-09, OPC-21, OPC-22: a row for each patient, its lists with a place for each event; `flagged` is null where it is not answered. */
const intervention = z.object({
  fName: z.string(),
  lName: z.string(),
  phone: z.string(),
  email: z.string(),
  uId: z.number(),
  sId: z.array(z.number()),
  surveyEventId: z.array(z.number()),
  surveyName: z.array(z.string()),
  started: z.array(instant),
  due: z.array(instant),
  flagged: z.array(z.array(z.number()).nullable()),
  /** Two patients of one name are told apart by it. */
  dob: day.optional(),
});
export type Intervention = z.output<typeof intervention>;

export const listInterventions = endpoint({
  method: 'GET',
  path: '/care-groups/interventions',
  summary: 'A person lists the patients of a group who have something open or flagged',
  access: assessmentAccess,
  query: z.strictObject({ g_id: z.union([g_id, z.array(g_id).min(1).max(100)]) }),
  atMost: 2_000,
  reply: z.object({ interventions: z.array(intervention) }),
  failure: 'There was a problem retrieving patient data.',
});

/** OPC-18: the caller's company where none is named; another one is refused. */
const query = z.strictObject({ company_id: recordId('company').optional() });

export const countFlagged = endpoint({
  method: 'GET',
  path: '/analytics/flagged-events',
  summary: 'A person reads how many responses of the month are flagged',
  access,
  query,
  reply: z.object({ numFlagged: count, prevMonthFlagged: count }),
});
export const countActivePatients = endpoint({
  method: 'GET',
  path: '/analytics/active-patients',
  summary: 'A person reads how many patients are active',
  access,
  query,
  reply: z.object({ numPatients: count, prevMonthPatients: count }),
});
export const countAssessments = endpoint({
  method: 'GET',
  path: '/analytics/assessments',
  summary: 'A person reads how many assessments of the month are completed',
  access,
  query,
  reply: z.object({ programsCompleted: count, totalPrograms: count }),
});
export const countFollowUps = endpoint({
  method: 'GET',
  path: '/analytics/follow-ups',
  summary: 'A person reads how many follow-ups are to come',
  access,
  query,
  reply: z.object({ numFollowUps: count }),
});
