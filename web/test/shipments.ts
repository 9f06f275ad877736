/** Products, requests and what is around them, as the contract has them. The day of these samples is 2026-03-05. */
import { listSiteUsers, listTrials, readSite } from '@portal/contract/care-groups/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { listProducts, type Product } from '@portal/contract/products/endpoints.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import type { listReportedShipments } from '@portal/contract/reports/reporting-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import type { InvoiceRow } from '@portal/contract/shipments/invoice-endpoints.ts';
import type { Viewer } from '#api/session.ts';
import { aParticipant, aSite, aTrial, lyon } from './participants.ts';
import type { Reply } from './portal.tsx';

export const today = '2026-03-05';
export const noon = new Date(`${today}T12:00:00Z`);

export const aProduct = (more: Partial<Product> = {}): Product => ({
  productId: 1,
  g_id: 1,
  drugName: 'Aurelix 50 mg',
  dosageForm: 'Tablet',
  quantityUnit: 'Bottle',
  isQuantityUnitOther: false,
  otherUnit: null,
  directions: 'One a day',
  quantityDefault: 2,
  batchQuantityDefault: 20,
  maxShipmentQuantity: 30,
  daysOfSupplyDefault: 60,
  itemNumber: 'A-50',
  itemDescription: null,
  pharmacySupplied: true,
  wholesalerSupplied: false,
  takesName: true,
  version: 1,
  ...more,
});
export const strong = aProduct({ productId: 2, drugName: 'Aurelix 100 mg', itemNumber: 'A-100' });
export const pen = aProduct({
  productId: 3,
  drugName: 'Aurelix Pen',
  dosageForm: 'Injection',
  quantityUnit: 'Pre-filled Syringe',
  pharmacySupplied: false,
  wholesalerSupplied: true,
});

export const aLine = (more: Partial<api.OrderLine> = {}): api.OrderLine => ({
  orderItemId: 501,
  productId: 1,
  drugName: 'Aurelix 50 mg',
  dosageForm: 'Tablet',
  quantityUnit: 'Bottle',
  quantity: 10,
  daysOfSupply: 30,
  directions: 'Twice a day',
  label: '',
  itemNumber: null,
  itemDescription: null,
  replacementProduct: null,
  isReplacedBy: null,
  isPharmacyProduct: true,
  isWholesalerProduct: false,
  pharmacySupplied: true,
  wholesalerSupplied: false,
  ...more,
});

const ann = { participantId: 11, subjectNumber: '101-001', fname: 'Ann', lname: 'Archer' };

export const aRow = (more: Partial<api.ShipmentSummary> = {}): api.ShipmentSummary => ({
  srId: 71,
  gId: 2,
  status: 'preprocessing',
  shipmentType: 'pharmacy',
  dateRequired: '2026-03-10',
  nextOrderDate: '2026-04-10',
  dateOfStatusChange: '2026-03-02',
  dateShipped: null,
  toParticipant: false,
  products: [{ productId: 1, drugName: 'Aurelix 50 mg', dosageForm: 'Tablet', quantity: 10, quantityUnit: 'Bottle' }],
  parcels: [],
  documentCount: 0,
  shortCount: 0,
  damagedCount: 0,
  missingCount: 0,
  participants: [ann],
  siteName: 'Boston General',
  partnerName: 'Northgate Pharmacy',
  protocolNumber: 'AUR-101',
  sponsorName: 'Aurelia Therapeutics',
  isBatchShipment: false,
  hasCard: true,
  totalCommentCount: 0,
  readCommentCount: 0,
  unsignedFormCount: 0,
  formToSign: null,
  createdAt: new Date('2026-03-02T09:00:00Z'),
  version: 4,
  ...more,
});
export const shipped = (more: Partial<api.ShipmentSummary> = {}) =>
  aRow({ status: 'shipped', dateShipped: '2026-03-03', ...more });

const address = {
  street: '55 Fruit St',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02114',
  country: 'USA',
};
export const siteAddress = address;

export const aRequest = (more: Partial<api.SiteRequest> = {}): api.SiteRequest => ({
  ...aRow(),
  isAddressOnRecord: false,
  products: [aLine()],
  packages: [],
  address,
  pharmacyName: 'Northgate Pharmacy',
  wholesalerName: null,
  ppAddress: { ...address, street: '9 North Gate' },
  wpAddress: null,
  ppPhone: '+16175550199',
  ppEmail: 'desk@northgate.example',
  wpPhone: null,
  wpEmail: null,
  requesterFname: 'Sam',
  requesterLname: 'Sites',
  requesterEmail: 'boston@meridian.example',
  requesterPhone: '+16175550100',
  prescriberId: null,
  orderForms: [],
  srIds: [71],
  history: [{ status: 'preprocessing', date: '2026-03-02', at: new Date('2026-03-02T09:00:00Z'), by: 'Sam Sites' }],
  ...more,
});

export const aReminder = () => {
  const { siteName, partnerName, protocolNumber, ...row } = aRow();
  const { shipmentType, toParticipant, isBatchShipment, participants, products } = row;
  const named = { siteName, partnerName, protocolNumber };
  const shown = { ...named, shipmentType, toParticipant, isBatchShipment, participants, products };
  return { srId: 60, gId: 2, nextOrderDate: '2026-03-20', status: 'received' as const, ...shown };
};

type ReportedShipment = Ours<typeof listReportedShipments.reply>['shipments'][number];
/** A request as files tell of it. */
const rowInFiles = {
  srId: 71,
  trial: 'Aurelia Migraine Study',
  site: 'Boston General',
  protocolNumber: 'AUR-101',
  sponsor: 'Aurelia Therapeutics',
  shipmentType: 'pharmacy' as const,
  partner: 'Northgate Pharmacy',
  status: 'received' as const,
  dateRequested: '2026-03-01',
  dateRequired: '2026-03-09',
  dateShipped: '2026-03-02',
  dateReceived: null,
};
export const aReportedShipment = (more: Partial<ReportedShipment> = {}): ReportedShipment => ({
  ...rowInFiles,
  daysToReceipt: null,
  gId: 2,
  ...more,
});
export const anInvoiceRow = (more: Partial<InvoiceRow> = {}): InvoiceRow => ({
  ...rowInFiles,
  subjectNumber: '101-001, 101-002',
  drugName: 'Aurelix 50 mg',
  dosageForm: 'Tablet',
  quantityUnit: 'Bottle',
  quantity: 2,
  daysOfSupply: 30,
  lotNumber: 'L1',
  expirationDate: '2028-01-01',
  courier: 'UPS',
  trackingNumber: '1Z',
  drugPrice: '12.50',
  shippingFee: '4.00',
  dispenseFee: '0.00',
  currency: 'USD',
  ...more,
});

export const siteInfo = {
  address,
  phone: null,
  extension: null,
  studyContact: null,
  studyContactEmail: null,
  notes: null,
  pharmacyPartners: [1],
  version: 1,
};

/** What the forms of a site ask for. */
export const siteReplies: Reply[] = [
  [listTrials, { groups: [aTrial(), aSite(), lyon] }],
  [readSite, { siteInfo, version: 1 }],
  [listSiteUsers, { users: [] }],
  [listProducts, [aProduct(), strong, pen]],
  [
    listParticipants,
    {
      participants: [
        aParticipant(),
        aParticipant({ participantId: 12, subjectNumber: '101-002', fname: 'Bo', lname: 'Berg', address: null }),
      ],
    },
  ],
  [api.listReminders, { orderReminders: [] }],
];
export const noSiteInfo = { siteInfo: null, version: 1 };

export const pharmacist: Partial<Viewer> = { type: 'Pharmacy User', ppId: 8, gIds: [] };
export const wholesaler: Partial<Viewer> = { type: 'Wholesaler User', wpId: 9, gIds: [] };

/** ROL-29: the same as a wholesaler receives it. */
export function forWholesaler<T extends { participants: unknown }>(given: T): Omit<T, 'participants'> {
  const { participants: _, ...rest } = given;
  return rest;
}
