/** Who supplies which product of a trial site: changing it. Reading it is in `endpoints.ts`. */
import { z } from 'zod';
import { trialAdministrators } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { done, recordId } from '../wire.ts';

/** The word for it on screens (PSU-09). */
export const partnerUpdated = 'Partner updated.';

const pharmacy = { g_id: recordId('care_group'), ppId: recordId('partner'), productId: recordId('product') };
const wholesaler = { g_id: recordId('care_group'), wpId: recordId('partner'), productId: recordId('product') };
const failure = 'Unable to update the partner';

/** CAE-12, PSU-10: `g_id` may be the trial, which means each of its sites that the partner serves (OPS-45). */
export const addPharmacySupplier = endpoint({
  method: 'POST',
  path: '/trial-site/pharmacy-partners/products',
  summary: 'An administrator makes a pharmacy the supplier of a product at a trial site',
  access: trialAdministrators,
  creates: true,
  body: z.strictObject(pharmacy),
  reply: done,
  failure,
});

/** CAE-25. */
export const addWholesalerSupplier = endpoint({
  method: 'POST',
  path: '/trial-site/wholesaler-partners/products',
  summary: 'An administrator makes a wholesaler the supplier of a product at a trial site',
  access: trialAdministrators,
  creates: true,
  body: z.strictObject(wholesaler),
  reply: done,
  failure,
});

/** CAE-13, OPS-40: refused while there is a valid price with the partner. */
export const removePharmacySupplier = endpoint({
  method: 'DELETE',
  path: '/trial-site/pharmacy-partners/products',
  summary: 'An administrator ends that a pharmacy supplies a product at a trial site',
  access: trialAdministrators,
  query: z.strictObject(pharmacy),
  reply: done,
  failure,
});

/** CAE-26. */
export const removeWholesalerSupplier = endpoint({
  method: 'DELETE',
  path: '/trial-site/wholesaler-partners/products',
  summary: 'An administrator ends that a wholesaler supplies a product at a trial site',
  access: trialAdministrators,
  query: z.strictObject(wholesaler),
  reply: done,
  failure,
});
