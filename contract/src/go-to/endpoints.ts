/** Where a number or a name leads that somebody has before them: to a request, or to a participant. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { shipmentStatus } from '../shipments/rules.ts';
import { requiredText } from '../wire.ts';

/** So many of each. */
export const mostFound = 5;
/** A name or a number may be so long. */
export const longest = 100;

const foundRequest = z.object({ srId: z.number(), gId: z.number(), siteName: z.string(), status: shipmentStatus });
const foundParticipant = z.object({
  participantId: z.number(),
  subjectNumber: z.string(),
  name: z.string(),
  gId: z.number(),
  siteName: z.string(),
});

/** What begins with it: numbers, the shortest first, or names of participants, first or last name first. Only what the person's own lists have. */
export const findPlaces = endpoint({
  method: 'GET',
  path: '/go-to',
  summary: 'A person looks for a shipment request by number, or for a participant by number or name',
  access: { module: 'TrialCard' },
  query: z.strictObject({ begins: requiredText(longest) }),
  reply: z.object({
    requests: z.array(foundRequest),
    participants: z.array(foundParticipant),
    /** There are others that begin with it. */
    more: z.boolean(),
  }),
});
