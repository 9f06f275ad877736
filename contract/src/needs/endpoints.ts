/** What waits for a person, counted as the lists have it that they work from. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { shipmentStatus, shipmentType } from '../shipments/rules.ts';
import { day, recordId } from '../wire.ts';
import { needKinds } from './rules.ts';

/** The day where the person sits: what is late or due to them, their lists say by the same one. */
const today = day;

const need = z.object({
  kind: z.enum(needKinds),
  /** The site whose list it stands in, where that is a site's. */
  gId: z.number().nullable(),
  siteName: z.string().nullable(),
  trialName: z.string().nullable(),
  count: z.number(),
});
export type Need = z.output<typeof need>;

/** Nothing that is not there is named. */
export const listNeeds = endpoint({
  method: 'GET',
  path: '/needs',
  summary: 'A person reads what waits for them',
  access: { module: 'TrialCard' },
  query: z.strictObject({ today }),
  atMost: 5_000,
  reply: z.object({ needs: z.array(need) }),
  failure: 'There was a problem loading what needs you.',
});

const lateShipment = z.object({
  srId: z.number(),
  gId: z.number(),
  siteName: z.string(),
  partnerName: z.string(),
  shipmentType,
  status: shipmentStatus,
  dateRequired: day,
  dateShipped: day.nullable(),
});
export type LateShipment = z.output<typeof lateShipment>;

/** Beside the report of the dashboard (OPS-66), which has these rows too. Of no participant and of no product. */
export const listLateShipments = endpoint({
  method: 'GET',
  path: '/care-groups/clinical-trial/late-shipments',
  summary: 'A sponsor lists the shipments of a trial or of a site that are late',
  access: { module: 'TrialCard', types: ['Sponsor'] },
  query: z.strictObject({ g_id: recordId('care_group'), today }),
  atMost: 5_000,
  reply: z.object({ shipments: z.array(lateShipment) }),
  failure: 'There was a problem retrieving shipment request data.',
});
