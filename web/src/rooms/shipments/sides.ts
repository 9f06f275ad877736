import type { UserType } from '@portal/contract/access.ts';
import {
  pharmacyDocuments,
  siteDocuments,
  wholesalerDocuments,
} from '@portal/contract/shipments/document-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';

/** Where a person works on requests from; one code base serves all three (ROL-29, ROL-32). */
export type Desk = 'site' | 'pharmacy' | 'wholesaler';

export const deskOf = (person: { type: UserType }): Desk =>
  person.type === 'Pharmacy User' ? 'pharmacy' : person.type === 'Wholesaler User' ? 'wholesaler' : 'site';

/** The two partners speak the same calls under two names (OPS-82); the site has its own. */
export const calls = {
  site: {
    list: api.listForSite,
    read: api.readForSite,
    move: api.moveBySite,
    comments: api.siteComments,
    documents: siteDocuments,
  },
  pharmacy: {
    list: api.listForPharmacy,
    read: api.readForPharmacy,
    move: api.moveByPharmacy,
    comments: api.pharmacyComments,
    documents: pharmacyDocuments,
  },
  wholesaler: {
    list: api.listForWholesaler,
    read: api.readForWholesaler,
    move: api.moveByWholesaler,
    comments: api.wholesalerComments,
    documents: wholesalerDocuments,
  },
} as const;

/** A row of the lists. A wholesaler's rows have no participants (ROL-29). */
export type Row = Omit<api.ShipmentSummary, 'participants'> & Partial<Pick<api.ShipmentSummary, 'participants'>>;
/** A request whole, from whichever side. */
export type WholeRequest = Omit<api.ShipmentRequest, 'participants'> &
  Partial<Pick<api.ShipmentRequest, 'participants'>>;
