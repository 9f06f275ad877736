/** Products of a trial. Reading; adding and changing them comes with Product Management. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id } from '../wire.ts';

/** PRD-01, SHC-13. */
export const product = z.object({
  productId: z.number(),
  g_id: z.number(),
  drugName: z.string(),
  dosageForm: z.string(),
  quantityUnit: z.string(),
  isQuantityUnitOther: flag,
  otherUnit: z.string().nullable(),
  directions: z.string(),
  quantityDefault: z.number(),
  batchQuantityDefault: z.number(),
  maxShipmentQuantity: z.number(),
  daysOfSupplyDefault: z.number(),
  itemNumber: z.string().nullable(),
  itemDescription: z.string().nullable(),
  pharmacySupplied: flag,
  wholesalerSupplied: flag,
  version: z.number(),
});
export type Product = z.output<typeof product>;

/** APG-12: a bare list (OPS-20); for a site its trial's products (OPS-45). A Sponsor does not load them (ROL-22). */
export const listProducts = endpoint({
  method: 'GET',
  path: '/care-groups/clinical-trial/products',
  summary: 'A person lists the products of a trial, or of the trial of a site',
  access: { module: 'TrialCard', except: ['Sponsor', 'Pharmacy User', 'Wholesaler User'] },
  query: z.strictObject({ g_id: id }),
  reply: z.array(product),
});
