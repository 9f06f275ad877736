import { isPartner, type UserType } from '@portal/contract/access.ts';
import type { Asked } from '@portal/contract/endpoint.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import {
  pharmacyDocuments,
  siteDocuments,
  wholesalerDocuments,
} from '@portal/contract/shipments/document-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { slipForPharmacy, slipForSite, slipForWholesaler } from '@portal/contract/shipments/packing-slip-endpoints.ts';
import { asks } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';

/** Where a person works on requests from; one code base serves all three (ROL-29, ROL-32). */
export type Desk = 'site' | PartnerKind;

interface Person {
  type: UserType;
}
/** Whose desk it is of those that pack, ship and are paid for it. */
export const partnerDeskOf = ({ type }: Person): PartnerKind =>
  type === 'Wholesaler User' ? 'wholesaler' : 'pharmacy';
export const deskOf = (person: Person): Desk => (isPartner(person.type) ? partnerDeskOf(person) : 'site');

/** A request by its number, and its site where that is known. */
export type Named = Pick<Row, 'srId'> & Partial<Pick<Row, 'gId'>>;
type Move = Asked<typeof api.moveByPharmacy>['body'];
/** A site may say as well how the items arrived. */
type MoveBySite = Move & Pick<Asked<typeof api.moveBySite>['body'], 'items'>;

/** The two partners speak the same calls under two names (OPS-82); the site has its own. */
const calls = {
  site: {
    list: asks(api.listForSite, (gId: number, after?: number) => ({ query: { gId, after } })),
    read: asks(api.readForSite, ({ gId, srId }: Named) => ({ query: { gId, srId } })),
    move: asks(api.moveBySite, (move: MoveBySite, { gId }: Pick<Row, 'gId'>) => ({ body: { ...move, gId } })),
    comments: api.siteComments,
    documents: siteDocuments,
    slip: slipForSite,
  },
  pharmacy: {
    list: asks(api.listForPharmacy, (ppId: number, after?: number) => ({ query: { ppId, after } })),
    read: asks(api.readForPharmacy, ({ srId }: Named) => ({ query: { srId } })),
    move: asks(api.moveByPharmacy, (move: Move) => ({ body: move })),
    comments: api.pharmacyComments,
    documents: pharmacyDocuments,
    slip: slipForPharmacy,
    ship: api.shipByPharmacy,
    standIns: api.productsForPharmacy,
    lots: api.lotsForPharmacy,
  },
  wholesaler: {
    list: asks(api.listForWholesaler, (wpId: number, after?: number) => ({ query: { wpId, after } })),
    read: asks(api.readForWholesaler, ({ srId }: Named) => ({ query: { srId } })),
    move: asks(api.moveByWholesaler, (move: Move) => ({ body: move })),
    comments: api.wholesalerComments,
    documents: wholesalerDocuments,
    slip: slipForWholesaler,
    ship: api.shipByWholesaler,
    standIns: api.productsForWholesaler,
    lots: api.lotsForWholesaler,
  },
} as const;

export const useDesk = (): Desk => deskOf(useViewer());
/** Whether a wholesaler reads what the viewer's site adds to the request (PRV-04). */
export const useIsReadByWholesaler = ({ shipmentType }: Pick<Row, 'shipmentType'>): boolean =>
  useDesk() === 'site' && shipmentType === 'wholesaler';
/** The calls of the viewer's side. */
export const useCalls = () => calls[useDesk()];
export const usePartnerCalls = () => calls[partnerDeskOf(useViewer())];

/** A row of the lists. A wholesaler's rows have no participants (ROL-29). */
export type Row = Omit<api.ShipmentSummary, 'participants'> & Partial<Pick<api.ShipmentSummary, 'participants'>>;
/** A request whole, from whichever side. */
export type WholeRequest = Omit<api.ShipmentRequest, 'participants'> &
  Partial<Pick<api.SiteRequest, 'participants' | 'addressNow' | 'isAtAnotherSite'>>;
