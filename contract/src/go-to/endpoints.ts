/** Where a number leads that somebody has before them: to a request, or to a participant. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { shipmentStatus } from '../shipments/rules.ts';
import { requiredText } from '../wire.ts';

/** So many of each. */
export const mostFound = 5;

const foundRequest = z.object({ srId: z.number(), gId: z.number(), siteName: z.string(), status: shipmentStatus });
const foundParticipant = z.object({
  participantId: z.number(),
  subjectNumber: z.string(),
  gId: z.number(),
  siteName: z.string(),
});

/** What begins with it, the shortest first. Only what the person's own lists have. */
export const findByNumber = endpoint({
  method: 'GET',
  path: '/go-to',
  summary: 'A person looks for a shipment request or a participant by number',
  access: { module: 'TrialCard' },
  query: z.strictObject({ number: requiredText(30) }),
  reply: z.object({
    requests: z.array(foundRequest),
    participants: z.array(foundParticipant),
    /** There are others that begin with it. */
    more: z.boolean(),
  }),
});
