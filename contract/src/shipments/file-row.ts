import { z } from 'zod';
import { day } from '../wire.ts';
import { shipmentStatus, shipmentType } from './rules.ts';

/** A request as files tell of it, in the order of their columns (OPS-13). */
export const inFiles = {
  srId: z.number(),
  trial: z.string(),
  site: z.string(),
  protocolNumber: z.string(),
  sponsor: z.string().nullable(),
  shipmentType,
  partner: z.string(),
  status: shipmentStatus,
  dateRequested: day,
  dateRequired: day,
  dateShipped: day.nullable(),
  dateReceived: day.nullable(),
};
