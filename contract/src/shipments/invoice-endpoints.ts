/** What was shipped in a period and what it cost, a row per item; the browser makes a file of it (RPT-06). */
import { z } from 'zod';
import { siteSide } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { day, recordId } from '../wire.ts';
import { pharmacyAccess, wholesalerAccess } from './access.ts';
import { inFiles } from './file-row.ts';

/** OPS-13: a row per shipped item. Money is decimal text, so that it never passes through a float. */
const invoiceItem = {
  drugName: z.string(),
  dosageForm: z.string(),
  quantityUnit: z.string(),
  quantity: z.number(),
  daysOfSupply: z.number(),
  lotNumber: z.string(),
  expirationDate: day,
  courier: z.string(),
  trackingNumber: z.string(),
  drugPrice: z.string().nullable(),
  shippingFee: z.string().nullable(),
  dispenseFee: z.string().nullable(),
  currency: z.string().nullable(),
};
/** A Sponsor and a wholesaler get no participant data; the key is left out for them (PRV-04, OPS-13). */
const invoice = z.object({
  invoice: z.array(z.object({ ...inFiles, subjectNumber: z.string().optional(), ...invoiceItem })),
});
const wholesalerInvoice = z.object({ invoice: z.array(z.object({ ...inFiles, ...invoiceItem })) });
export type InvoiceRow = z.output<typeof invoice>['invoice'][number];
/** Both ends included, of the day the request was made (OPS-13). */
const period = { start_date: day, end_date: day };

/** APS-21, API-24, RPT-04. `gId` is a trial or a site; `sId` is accepted and ignored (OPS-12). */
export const invoiceForSite = endpoint({
  method: 'GET',
  path: '/care-groups/clinical-trial/shipping-requests/invoice',
  summary: 'A site or a sponsor reads what was shipped in a period',
  access: { module: 'TrialCard', types: [...siteSide, 'Sponsor'] },
  query: z.strictObject({ gId: recordId('care_group'), sId: z.unknown().optional(), ...period }),
  isCostly: true,
  exports: 'whole',
  reply: invoice,
});
/** API-25. */
export const invoiceForPharmacy = endpoint({
  method: 'GET',
  path: '/pharmacy-partner/shipping-requests/invoice',
  summary: 'A pharmacy reads what it shipped in a period',
  access: pharmacyAccess,
  query: z.strictObject({ ppId: recordId('partner'), sId: z.unknown().optional(), ...period }),
  isCostly: true,
  exports: 'whole',
  reply: invoice,
});
/** API-26. */
export const invoiceForWholesaler = endpoint({
  method: 'GET',
  path: '/wholesaler-partner/shipping-requests/invoice',
  summary: 'A wholesaler reads what it shipped in a period',
  access: wholesalerAccess,
  query: z.strictObject({ wpId: recordId('partner'), sId: z.unknown().optional(), ...period }),
  isCostly: true,
  exports: 'whole',
  reply: wholesalerInvoice,
});
