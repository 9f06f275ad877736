/** The trial dashboard: the numbers of a trial or of one of its sites, and reports that the browser makes files of. */
import { z } from 'zod';
import { partnerTypes } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { flag, instant, recordId } from '../wire.ts';
import { inviteStatuses, monthPattern, reportTypes } from './rules.ts';

/** Counts alone, so for a Sponsor too. Whoever has only sites gets the numbers of those (OPN-79). */
const analytics = { module: 'TrialCard', except: partnerTypes } as const;
/** `g_id` is a trial or a site. */
const query = z.strictObject({ g_id: recordId('care_group') });
const count = z.int().min(0);

/** API-17, DAT-08. */
export const countParticipants = endpoint({
  method: 'GET',
  path: '/trial-analytics/participants',
  summary: 'A person reads how many participants a trial has',
  access: analytics,
  query,
  reply: z.object({ activeParticipants: count, deactivatedParticipants: count }),
});

/** API-18, DAT-09: by month (UTC) of the participants' creation; months without one are left out (OPN-49). */
export const countEnrollments = endpoint({
  method: 'GET',
  path: '/trial-analytics/enrollment',
  summary: 'A person reads how many participants were enrolled in each month',
  access: analytics,
  query,
  reply: z.object({ enrollments: z.record(z.string().regex(monthPattern), z.object({ numEnrollments: count })) }),
});
export type Enrollments = z.output<(typeof countEnrollments)['reply']>['enrollments'];

/** API-19, DAT-10, OPN-51: in the calendar month of today (UTC). */
export const countCardsSent = endpoint({
  method: 'GET',
  path: '/trial-analytics/card-outreach',
  summary: 'A person reads how many cards were sent this month',
  access: analytics,
  query,
  reply: z.object({ outreachCount: z.object({ totalSent: count }) }),
});

/** API-20, DAT-11. */
export const countSites = endpoint({
  method: 'GET',
  path: '/trial-analytics/sites',
  summary: 'A person reads how many configured sites a trial has',
  access: analytics,
  query,
  reply: z.object({ siteCount: z.object({ numConfiguredSites: count }) }),
});

/** TRP-08. */
const trainingRow = z.object({
  email: z.string(),
  name: z.string(),
  trialOrSiteName: z.string(),
  userType: z.string(),
  trainingComplete: flag,
  timeCompleted: instant.nullable(),
});

/** API-21: a row for each group of the trial that a user belongs to; a bare list (OPN-60). */
export const trainingReport = endpoint({
  method: 'GET',
  path: '/care-provider/training-acknowledgement/report',
  summary: 'An administrator or a sponsor reads which users of a trial have completed their training',
  access: { module: 'TrialCard', types: reportTypes.training },
  query,
  isCostly: true,
  exports: 'whole',
  reply: z.array(trainingRow),
});

/** TRP-11. Whoever has not registered has no name yet. */
const inviteRow = z.object({
  trialName: z.string(),
  siteName: z.string(),
  siteUser: z.string(),
  email: z.string(),
  status: z.enum(inviteStatuses),
  inviteSent: instant,
  timeAccepted: instant.nullable(),
});

/** API-22: the latest invitation of each e-mail to the trial and to each of its sites. */
export const inviteStatusReport = endpoint({
  method: 'GET',
  path: '/care-provider/invite-status/report',
  summary: 'An administrator or a sponsor reads what has become of the invitations to a trial',
  access: { module: 'TrialCard', types: reportTypes.inviteStatus },
  query,
  isCostly: true,
  exports: 'whole',
  reply: z.object({ inviteStatusReport: z.array(inviteRow) }),
});

/** Whoever was removed stays in it by the numbers alone, as in the records of the trial (PRV-03). */
const reportedStatus = z.enum(['Active', 'Deactivated', 'Removed']);
export type ReportedStatus = z.infer<typeof reportedStatus>;

/** Participants by their numbers in the trial: names and contacts do not leave the portal in a file. */
const participantRow = z.object({
  trialName: z.string(),
  siteName: z.string(),
  subjectNumber: z.string(),
  ctrxId: z.string(),
  status: reportedStatus,
  enrolled: instant,
  cardsSent: count,
  lastCardSent: instant.nullable(),
});

/** API-23: 404 when there are none. */
export const participantReport = endpoint({
  method: 'GET',
  path: '/care-groups/trial-participant/report',
  summary: 'An administrator reads the participants of a trial with the cards they were sent',
  access: { module: 'TrialCard', types: reportTypes.participants, reach: 'company' },
  query,
  isCostly: true,
  exports: 'whole',
  reply: z.object({ participantReport: z.array(participantRow) }),
  failure: 'Unable to request participant report.',
});
