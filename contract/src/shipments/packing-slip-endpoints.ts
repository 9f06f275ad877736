/** The paper that lies in a parcel: where it goes and what is in it, without a price. The same from each side (PKG-01). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordId } from '../wire.ts';
import { pharmacyAccess, siteAccess, wholesalerAccess } from './access.ts';

const slipCall = <
  const P extends string,
  const A extends typeof siteAccess | typeof pharmacyAccess | typeof wholesalerAccess,
>(
  path: P,
  access: A,
  who: string,
) =>
  endpoint({
    method: 'GET',
    path,
    summary: `${who} prints the packing slip of a request`,
    access,
    isCostly: true,
    query: z.strictObject({ srId: recordId('shipment_request') }),
    holdsFile: true,
    reply: z.object({ filename: z.string(), contentType: z.literal('application/pdf'), data: z.string() }),
    failure: 'The packing slip could not be made. Please try again later.',
  });

export const slipForSite = slipCall('/care-groups/clinical-trial/shipping-request/packing-slip', siteAccess, 'A site');
export const slipForPharmacy = slipCall(
  '/pharmacy-partner/shipping-request/packing-slip',
  pharmacyAccess,
  'A pharmacy',
);
export const slipForWholesaler = slipCall(
  '/wholesaler-partner/shipping-request/packing-slip',
  wholesalerAccess,
  'A wholesaler',
);
