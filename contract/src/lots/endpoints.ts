/** Lots: what a product's packages were made in, and where each of them went. */
import { z } from 'zod';
import { trialAdministrators } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { shipmentStatus } from '../shipments/rules.ts';
import { day, flag, id, instant, text } from '../wire.ts';
import { lastLotPage, lotPageSizes } from './rules.ts';

const lot = z.object({
  lotId: z.number(),
  lotNumber: z.string(),
  productId: z.number(),
  drugName: z.string(),
  dosageForm: z.string(),
  protocolNumber: z.string(),
  expirationDate: day,
  /** When it was first typed on a package. */
  createdAt: instant,
});
export type Lot = z.output<typeof lot>;

/** By number, in either case; whoever has only sites sees the lots that went to those. */
export const listLots = endpoint({
  method: 'GET',
  path: '/lots',
  summary: 'An administrator lists the lots that were packed',
  access: trialAdministrators,
  query: z.strictObject({
    /** What the number begins with. */
    search: text(60).optional(),
    page: id.refine((page) => page <= lastLotPage, `must be ${lastLotPage} or less`).optional(),
    pageSize: id.refine((size) => lotPageSizes.includes(size), `must be one of ${lotPageSizes.join(', ')}`).optional(),
  }),
  reply: z.object({ lots: z.array(lot), more: flag }),
});

const tracedShipment = z.object({
  srId: z.number(),
  gId: z.number(),
  status: shipmentStatus,
  siteName: z.string(),
  partnerName: z.string(),
  toParticipant: flag,
  /** Numbers alone: who is asked for by name is found by them (PRV-04). */
  participants: z.array(z.object({ participantId: z.number().nullable(), subjectNumber: z.string() })),
  /** How much of the lot it holds, over all its packages. */
  quantity: z.number(),
  quantityUnit: z.string(),
  packages: z.array(z.object({ courier: z.string(), trackingNumber: z.string() })),
  dateShipped: day.nullable(),
  /** When it came to its end: received, or reported. */
  dateOfStatusChange: day,
});
export type TracedShipment = z.output<typeof tracedShipment>;

export const traceLot = endpoint({
  method: 'GET',
  path: '/lots/trace',
  summary: 'An administrator reads where a lot went',
  access: trialAdministrators,
  query: z.strictObject({ lotId: id }),
  /** The newest first; `more` says that there are others. */
  reply: z.object({ lot, shipments: z.array(tracedShipment), more: flag }),
});
