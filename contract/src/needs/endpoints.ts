/** What waits for a person, counted as the lists have it that they work from. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day } from '../wire.ts';
import { needKinds } from './kinds.ts';

const need = z.object({
  kind: z.enum(needKinds),
  /** The site whose list it stands in, where that is a site's. */
  gId: z.number().nullable(),
  siteName: z.string().nullable(),
  trialName: z.string().nullable(),
  count: z.number(),
  /** How many of those that are late no other number of that list counts. */
  apart: z.number().optional(),
});
export type Need = z.output<typeof need>;

/** Nothing that is not there is named. */
export const listNeeds = endpoint({
  method: 'GET',
  path: '/needs',
  summary: 'A person reads what waits for them',
  access: { anyModule: ['TrialCard', 'Messaging', 'Assessments', 'FollowUp'] },
  /** The day where the person sits: what is late or due to them, their lists say by the same one. */
  query: z.strictObject({ today: day }),
  atMost: 5_000,
  reply: z.object({ needs: z.array(need) }),
  failure: 'There was a problem loading what needs you.',
});
