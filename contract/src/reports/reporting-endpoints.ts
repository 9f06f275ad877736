/** The reporting page: numbers of the last twelve months that are counted from rows, and the rows of each number (OPC-98). */
import { z } from 'zod';
import { partnerTypes } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { inFiles } from '../shipments/file-row.ts';
import { shipmentStatus } from '../shipments/rules.ts';
import { day, flag, instant } from '../wire.ts';
import { monthName, outreachChannels } from './reporting-rules.ts';

const reporting = { module: 'Reporting', anyModule: ['TrialCard'] } as const;
/** ROL-29: a Sponsor sees no request, and neither they nor partners whom a card was sent to. */
const shipments = { ...reporting, except: ['Sponsor'] } as const;
const outreach = { ...reporting, except: ['Sponsor', ...partnerTypes] } as const;
const accessReviews = { ...outreach, adminRights: true, reach: 'groups' } as const;

const count = z.int().min(0);
const month = z.string().regex(monthName, 'must be a month in the form YYYY-MM');

/** By the UTC month in which they were asked for, the oldest month first; none is left out. */
export const countShipments = endpoint({
  method: 'GET',
  path: '/reports/shipments',
  summary: 'A person reads how many shipments were asked for, how they stand and how long they took',
  access: shipments,
  reply: z.object({
    months: z.array(
      z.object({
        month,
        byStatus: z.partialRecord(shipmentStatus, count),
        /** Of those that were received: days from the request to the receipt; null where none was. */
        medianDays: z.number().nullable(),
        ninetiethDays: z.number().nullable(),
      }),
    ),
  }),
  failure: 'There was a problem loading the shipments.',
});

/** Those of a month, or of a status in it. */
export const listReportedShipments = endpoint({
  method: 'GET',
  path: '/reports/shipments/rows',
  summary: 'A person lists the shipments that a number of the report counts',
  access: shipments,
  /** `file`: it is for a file, which is on record (SEC-39). */
  query: z.strictObject({ month, status: shipmentStatus.optional(), file: flag.optional() }),
  exports: 'on demand',
  atMost: 5_000,
  reply: z.object({
    shipments: z.array(
      z.object({
        ...inFiles,
        daysToReceipt: z.number().nullable(),
        gId: z.number(),
      }),
    ),
  }),
  failure: 'There was a problem loading the shipments.',
});

/** Mails and texts to participants, by the UTC month in which they were sent; that they were stays on record for good. */
export const countOutreach = endpoint({
  method: 'GET',
  path: '/reports/outreach',
  summary: 'A person reads how many mails and texts were sent to participants',
  access: outreach,
  reply: z.object({ months: z.array(z.object({ month, email: count, sms: count })) }),
  failure: 'There was a problem loading the outreach.',
});

/** Participants by their numbers: names and contacts do not leave the portal in a file. */
export const listReportedOutreach = endpoint({
  method: 'GET',
  path: '/reports/outreach/rows',
  summary: 'A person lists the mails and texts that a number of the report counts',
  access: outreach,
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
        outreachId: z.number(),
        sentAt: instant,
        channel: z.enum(outreachChannels),
        trialName: z.string(),
        siteName: z.string(),
        gId: z.number(),
        subjectNumber: z.string(),
        sentBy: z.string(),
      }),
    ),
  }),
  failure: 'There was a problem loading the outreach.',
});

/** The sites in sight, those that wait longest first; a report that was rejected is none. */
export const listAccessReviews = endpoint({
  method: 'GET',
  path: '/reports/access-reviews',
  summary: 'An administrator reads whose access has to be reviewed',
  access: accessReviews,
  query: z.strictObject({ file: flag.optional() }),
  exports: 'on demand',
  atMost: 5_000,
  reply: z.object({
    sites: z.array(
      z.object({
        gId: z.number(),
        trialName: z.string(),
        siteName: z.string(),
        /** The day of its last user management report; null where there is none. */
        lastReportOn: day.nullable(),
        daysSince: count.nullable(),
      }),
    ),
    /** Requests for the recovery of an account that the caller may decide about. */
    recoveriesWaiting: count,
  }),
  failure: 'There was a problem loading the access reviews.',
});
