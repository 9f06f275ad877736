/** The late shipments of a sponsor. Apart from what everybody reads first, since it needs more of the contract. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { shipmentStatus, shipmentType } from '../shipments/rules.ts';
import { day, recordId } from '../wire.ts';

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

/** All that a sponsor reads of shipments beside the report of the dashboard (OPS-66): of no participant and of no product. */
export const listLateShipments = endpoint({
  method: 'GET',
  path: '/care-groups/clinical-trial/late-shipments',
  summary: 'A sponsor lists the shipments of a trial or of a site that are late',
  access: { module: 'TrialCard', types: ['Sponsor'] },
  query: z.strictObject({ g_id: recordId('care_group'), today: day }),
  atMost: 5_000,
  reply: z.object({ shipments: z.array(lateShipment) }),
  failure: 'There was a problem retrieving shipment request data.',
});
