/** All that happened with a patient in one line of time. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { instant, recordId } from '../wire.ts';
import { patientAccess as access } from './access.ts';

/** What the line of time can be filtered by. Rooms that come later add theirs to these. */
export const timelineKinds = [
  'status',
  'group',
  'medication',
  'order',
  'shipment',
  'outreach',
  'consent',
  'document',
  'assessment',
  'followUp',
  'conversation',
  'call',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

const kind = z.enum(timelineKinds);
/**
 * `what` is said in plain words, `about` names what it was about, such as the medication, or when, of a follow-up (ISO 8601); `by` is who did it, where it was somebody;
 * `note` is what they wrote of it, such as of a call.
 */
const entry = z.object({
  at: instant,
  kind,
  what: z.string(),
  about: z.string().nullable(),
  by: z.string().nullable(),
  note: z.string().nullable(),
});

/** Newest first; with `before` come those that are older. What happened in one moment comes in one answer, also where it is more than 50. */
export const readTimeline = endpoint({
  method: 'GET',
  path: '/patients/timeline',
  summary: 'A person reads what happened with a patient, newest first',
  access,
  query: z.strictObject({
    u_id: recordId('patient'),
    kind: z.union([kind, z.array(kind).max(timelineKinds.length)]).optional(),
    before: instant.optional(),
  }),
  atMost: 50,
  reply: z.object({ entries: z.array(entry) }),
  failure: 'There was a problem retrieving patient info.',
});
