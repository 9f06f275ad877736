/** Reading the security events of a company (SEC-39). Apart from the rest: the words are much, and the account page needs none of them. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, flag, instant } from '../wire.ts';
import { reviewerAccess } from './endpoints.ts';
import { counting, isInOrder, outOfOrder } from './narrowing.ts';
import { largestAuditPage, lastAuditPage } from './rules.ts';
import { securityEvents, securityOutcomes } from './security-words.ts';

const securityFilters = {
  event: z.enum(securityEvents, 'must be an event').optional(),
  outcome: z.enum(securityOutcomes, 'must be an outcome').optional(),
  /** UTC days, both included. */
  from: day.optional(),
  to: day.optional(),
};

const securityEntry = z.object({
  /** Its name; the order is that of the times. */
  number: z.number(),
  at: instant,
  event: z.string(),
  outcome: z.string(),
  /** The account; null where the e-mail is nobody's. */
  cpId: z.number().nullable(),
  /** As they are called today. */
  person: z.string().nullable(),
  /** Who did it is no account, but the operator or the server itself. */
  isSystem: flag,
  /** A keyed hash of the e-mail that was tried. */
  emailHash: z.string().nullable(),
  factor: z.string().nullable(),
  host: z.string(),
  address: z.string(),
  requestId: z.string(),
  /** What was refused. */
  call: z.string().nullable(),
});
export type SecurityEntry = z.output<typeof securityEntry>;

export const readSecurityEvents = endpoint({
  method: 'GET',
  path: '/records/security-events',
  summary: 'A reviewer reads the security events of the company or of the people of their groups, the newest first',
  access: reviewerAccess,
  query: z
    .strictObject({
      ...securityFilters,
      page: counting(lastAuditPage).optional(),
      pageSize: counting(largestAuditPage).optional(),
    })
    .refine(isInOrder, outOfOrder),
  /** Counted up to 10,000; `more` says that there are more than that. */
  reply: z.object({ entries: z.array(securityEntry), total: z.number(), more: flag }),
});

/** Where a portion of the export ends: time and number of its last event. */
const place = z.string().regex(/^\d{1,15}\.\d{1,15}$/, 'must be the place that the portion before named');

/** Everything that fits the filters, portion by portion: each is asked for with the `next` of the one before it. */
export const exportSecurityEvents = endpoint({
  method: 'GET',
  path: '/records/security-events/export',
  summary: 'A reviewer exports the security events of the company or of the people of their groups, the newest first',
  access: reviewerAccess,
  query: z.strictObject({ ...securityFilters, before: place.optional() }).refine(isInOrder, outOfOrder),
  exports: 'portions',
  reply: z.object({ entries: z.array(securityEntry), next: z.string().nullable() }),
  failure: 'There was a problem exporting the security events.',
});
