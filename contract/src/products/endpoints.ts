/** Products of a trial: what its sites can ask for. */
import { z } from 'zod';
import { trialAdministrators } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { done, flag, name, recordId, requiredName, requiredText, text, whole } from '../wire.ts';
import { isNoQuantity, isRequired, mostOfAnything, type RequiredField } from './rules.ts';

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
  /** Where it can be ordered or packed: the call may say what it was called (`productName`). A server of the release before refuses that. */
  takesName: z.literal(true).optional(),
  version: z.number(),
});
export type Product = z.output<typeof product>;
/** Of a site it is said whether one of its partners supplies it (OPS-74). */
const listedProduct = product.extend({ isSupplied: z.boolean().optional() });
export type ListedProduct = z.output<typeof listedProduct>;

const filledIn = (field: RequiredField, max: number) => requiredName(max, undefined, isRequired(field));
/** Digits, as a number or as text (PRD-07). */
const quantity = (field: RequiredField) => {
  const error = ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === '' ? isRequired(field) : isNoQuantity(field);
  // Each says so itself: a union gives the words of the one that nearly fits.
  const wire = z.union(
    [z.int({ error }).min(0, { error }).max(mostOfAnything, { error }), z.string().regex(/^\d{1,6}$/, { error })],
    { error },
  );
  return z.codec(wire, z.number(), { decode: (given) => Number(given), encode: (value) => value });
};

/** PRD-01 to PRD-10. With unit Other the text that was typed is the unit; it may stand in either field. */
const given = {
  g_id: recordId('care_group'),
  drugName: filledIn('drugName', 200),
  dosageForm: filledIn('dosageForm', 200),
  quantityUnit: filledIn('quantityUnit', 50),
  isQuantityUnitOther: flag.optional(),
  otherUnit: name(50).nullish(),
  directions: requiredText(500, undefined, isRequired('directions')),
  quantityDefault: quantity('quantityDefault'),
  batchQuantityDefault: quantity('batchQuantityDefault'),
  maxShipmentQuantity: quantity('maxShipmentQuantity'),
  daysOfSupplyDefault: quantity('daysOfSupplyDefault'),
  itemNumber: name(100).nullish(),
  itemDescription: text(500).nullish(),
  pharmacySupplied: flag.optional(),
  wholesalerSupplied: flag.optional(),
};

/** APG-12: a bare list (OPS-20); for a site its trial's products (OPS-45). A Sponsor does not load them (ROL-22). */
export const listProducts = endpoint({
  method: 'GET',
  path: '/care-groups/clinical-trial/products',
  summary: 'A person lists the products of a trial, or of the trial of a site',
  access: { module: 'TrialCard', except: ['Sponsor', 'Pharmacy User', 'Wholesaler User'] },
  query: z.strictObject({ g_id: recordId('care_group') }),
  atMost: 5_000,
  reply: z.array(listedProduct),
  failure: 'There was a problem loading the products.',
});

/** APG-13, PRD-16. */
export const addProduct = endpoint({
  method: 'POST',
  path: '/care-groups/clinical-trial/products',
  summary: 'An administrator adds a product to a trial',
  access: trialAdministrators,
  creates: true,
  body: z.strictObject(given),
  reply: z.object({ message: z.string(), productId: z.number(), version: z.number() }),
  failure: 'Failed to add a product',
});

/** APG-14. */
export const changeProduct = endpoint({
  method: 'PUT',
  path: '/care-groups/clinical-trial/products',
  summary: 'An administrator changes a product of a trial',
  access: trialAdministrators,
  body: z.strictObject({ ...given, productId: recordId('product'), version: whole.optional() }),
  reply: z.object({ message: z.string(), productId: z.number(), version: z.number() }),
  failure: 'Failed to update product',
});

/** APG-15, OPS-44: refused while an active request contains it. */
export const removeProduct = endpoint({
  method: 'DELETE',
  path: '/care-groups/clinical-trial/products',
  summary: 'An administrator removes a product from what a trial can ask for',
  access: trialAdministrators,
  query: z.strictObject({ productId: recordId('product'), g_id: recordId('care_group') }),
  reply: done,
  failure: 'Failed to remove a product',
});
