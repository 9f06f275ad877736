/** Lots: what a product's packages were made in, and where each of them went. */
import { z } from 'zod';
import { trialAdministrators } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { plausibleDay } from '../plausible-day.ts';
import { askedNumber } from '../participants/asked-number.ts';
import { longest, messages, shipmentStatus } from '../shipments/rules.ts';
import { day, done, flag, id, instant, recordId, requiredName, requiredText, text, whole } from '../wire.ts';
import { expiries, lastLotPage, longestReason, lotPageSizes, mostTraced } from './rules.ts';

const lot = z.object({
  lotId: z.number(),
  lotNumber: z.string(),
  productId: z.number(),
  drugName: z.string(),
  dosageForm: z.string(),
  protocolNumber: z.string(),
  expirationDate: day,
  /** Since when it is recalled; null for one that may be shipped. */
  recalledAt: instant.nullish(),
  /** When it was first typed on a package, or put on record beforehand. */
  createdAt: instant,
  version: z.number(),
});
export type Lot = z.output<typeof lot>;

/** By number, whatever nobody can tell apart being the same; whoever has only sites sees the lots that went to those. */
export const listLots = endpoint({
  method: 'GET',
  path: '/lots',
  summary: 'An administrator lists the lots on record',
  access: trialAdministrators,
  query: z.strictObject({
    /** What the number begins with. */
    search: text(60).optional(),
    /** Left out: whenever they expire. */
    expiry: z.enum(expiries).optional(),
    /** Those alone that are recalled, or that are not; left out: all. */
    recalled: flag.optional(),
    page: id.refine((page) => page <= lastLotPage, `must be ${lastLotPage} or less`).optional(),
    pageSize: id.refine((size) => lotPageSizes.includes(size), `must be one of ${lotPageSizes.join(', ')}`).optional(),
  }),
  reply: z.object({ lots: z.array(lot), more: flag }),
});

const tracedShipment = z.object({
  srId: z.number(),
  gId: z.number(),
  /** Of the whole delivery: how the lot itself arrived is another question. */
  status: shipmentStatus,
  siteName: z.string(),
  partnerName: z.string(),
  toParticipant: flag,
  /** Numbers alone: who is asked for by name is found by them (PRV-04). */
  participants: z.array(
    z.object({
      ...askedNumber,
      /** Where they are by now, where that is another site, which the reader sees. */
      siteNow: z.string().optional(),
    }),
  ),
  /** What the product was called then: the lot has what it is called now. */
  drugName: z.string().optional(),
  dosageForm: z.string().optional(),
  /** How much of the lot it holds, over all its packages. */
  quantity: z.number(),
  quantityUnit: z.string(),
  /** How much of that its site says arrived so: nothing at all where it has not said. */
  arrived: z.object({ received: z.number(), damaged: z.number(), missing: z.number() }).optional(),
  packages: z.array(z.object({ courier: z.string(), trackingNumber: z.string() })),
  /** What was typed on its packages; a correction of the lot leaves it alone. */
  expirationDates: z.array(day),
  dateShipped: day.nullable(),
  /** When it came to its end: received, or reported. */
  dateOfStatusChange: day,
});
export type TracedShipment = z.output<typeof tracedShipment>;

const correction = z.object({
  /** The day that was on record, and the one that took its place. */
  from: day,
  to: day,
  reason: z.string(),
  correctedBy: z.string(),
  correctedAt: instant,
});
export type LotCorrection = z.output<typeof correction>;

const recall = z.object({
  /** Whether it was recalled, or its recall was taken back. */
  recalled: flag,
  reason: z.string(),
  recalledBy: z.string(),
  recalledAt: instant,
});
export type LotRecall = z.output<typeof recall>;

export const traceLot = endpoint({
  method: 'GET',
  path: '/lots/trace',
  summary: 'An administrator reads where a lot went',
  access: trialAdministrators,
  query: z.strictObject({ lotId: recordId('lot') }),
  /** The newest first; `more` says that there are others. */
  atMost: mostTraced,
  reply: z.object({
    lot,
    shipments: z.array(tracedShipment),
    more: flag,
    /** The oldest first. */
    corrections: z.array(correction),
    /** That it was recalled, and that this was taken back: the oldest first. */
    recalls: z.array(recall).optional(),
    /** Others of this number, of other products. */
    sameNumber: z.array(lot).optional(),
    /** Whether the reader may correct or recall it: who has only sites of the trial may not. */
    mayCorrect: flag,
  }),
});

/** The day that was typed first stands for the lot; who typed it wrongly cannot mend it. */
export const correctLotExpiry = endpoint({
  method: 'PUT',
  path: '/lots/expiration-date',
  summary: 'An administrator corrects the expiration date of a lot',
  access: trialAdministrators,
  body: z.strictObject({
    lotId: recordId('lot'),
    expirationDate: plausibleDay,
    reason: requiredText(longestReason),
    /** Left out: whatever is on record. */
    version: whole.optional(),
  }),
  reply: done.extend({ lotId: z.number(), version: z.number() }),
  failure: 'Unable to correct the lot',
});

/** A manufacturer calls a lot back, or that is taken back. */
export const recallLot = endpoint({
  method: 'POST',
  path: '/lots/recall',
  summary: 'An administrator recalls a lot, or takes its recall back',
  access: trialAdministrators,
  body: z.strictObject({
    lotId: recordId('lot'),
    recalled: flag,
    reason: requiredText(longestReason),
    /** Left out: whatever was said of it last. */
    version: whole.optional(),
  }),
  reply: done.extend({ lotId: z.number(), version: z.number() }),
  failure: 'Unable to recall the lot',
});

/** One that still lies on a shelf can be recalled, too, before anybody packs it. */
export const addLot = endpoint({
  method: 'POST',
  path: '/lots',
  summary: 'An administrator puts a lot on record before it is packed',
  access: trialAdministrators,
  creates: true,
  body: z.strictObject({
    productId: recordId('product'),
    lotNumber: requiredName(longest.lotNumber, undefined, messages.lotNumber),
    expirationDate: plausibleDay,
  }),
  reply: done.extend({ lotId: z.number() }),
  failure: 'Unable to record the lot',
});
