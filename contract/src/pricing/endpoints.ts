/** Prices of products: what a partner charges, and what one sponsor pays it instead (PRC-04). */
import { z } from 'zod';
import { siteSide } from '../access.ts';
import { trialAdministrators } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { partnerKinds } from '../partners/kinds.ts';
import { tellsApart } from '../partners/names.ts';
import { plausibleDay } from '../plausible-day.ts';
import { day, done, flag, recordId, text } from '../wire.ts';
import { currency } from './rules.ts';

/** Decimal text, so that nothing is rounded. A JSON number is accepted and taken by its digits. */
const amount = z.codec(z.union([z.string().max(20), z.number()], 'is required'), z.string(), {
  decode: (wire) => String(wire),
  encode: (value) => value,
});

/** PRC-05. `invalid` 0 means valid, anything else invalidated (PRC-07). */
export const price = z.object({
  eventId: z.number(),
  price: z.string(),
  currency,
  /** The drug price is that of one of these. */
  quantityUnit: z.string().optional(),
  shippingFee: z.string(),
  dispenseFee: z.string(),
  effectiveDate: day,
  invalid: z.number(),
});
export type Price = z.output<typeof price>;

/** PRC-08, OPS-41: the price that holds today for one of the unit that the product has; null where there is none. */
const current = {
  drugPrice: z.string().nullable(),
  currency: currency.nullable(),
  quantityUnit: z.string().optional(),
};

/** The same, with what was agreed and is not any more. */
const currentAndFormer = {
  ...current,
  /** Prices that are agreed no longer since a day, their last one. What was shipped until then keeps them; a later one may have taken their place before. */
  ended: z.array(price.extend({ endedOn: day })).optional(),
  /** The first day on which something was shipped in the unit of now that has no price; left out where there is none. */
  since: day.optional(),
  /**
   * Other units of the product in which something was asked for of the partner that has no price yet, each with the first day on which it
   * has none: a price from there is that of all of it.
   */
  formerUnits: z.array(z.object({ quantityUnit: z.string(), since: day })).optional(),
};

const pharmacy = { pharmacyId: recordId('partner'), productId: recordId('product') };
const wholesaler = { wholesalerId: recordId('partner'), productId: recordId('product') };
/** OPS-43: `partnerId` is the ppId or the wpId; `pharmacyId` repeats the ppId for a pharmacy and says nothing otherwise. */
export const partnerType = z.enum(partnerKinds, 'must be pharmacy or wholesaler');
const sponsor = {
  sponsorId: recordId('sponsor'),
  productId: recordId('product'),
  partnerType,
  partnerId: recordId('partner'),
  pharmacyId: recordId('partner').nullish(),
};

const mayRead = { module: 'TrialCard', types: siteSide } as const;
const unread = 'There was a problem loading prices';

/** APP-01. */
export const readPharmacyPrice = endpoint({
  method: 'GET',
  path: '/product-pricing/pharmacy',
  summary: 'A person reads what a pharmacy charges for a product today',
  access: mayRead,
  query: z.strictObject(pharmacy),
  reply: z.object(current),
  failure: unread,
});

/** APP-02. */
export const readWholesalerPrice = endpoint({
  method: 'GET',
  path: '/product-pricing/wholesaler',
  summary: 'A person reads what a wholesaler charges for a product today',
  access: mayRead,
  query: z.strictObject(wholesaler),
  reply: z.object(current),
  failure: unread,
});

/** APP-05. */
export const readSponsorPrice = endpoint({
  method: 'GET',
  path: '/product-pricing/sponsor',
  summary: 'A person reads what a sponsor pays a partner for a product today',
  access: mayRead,
  query: z.strictObject(sponsor),
  reply: z.object(current),
  failure: unread,
});

/** APP-03, OPS-42: the valid prices, and the one that holds today. */
export const pharmacyPriceHistory = endpoint({
  method: 'GET',
  path: '/product-pricing/pharmacy/history',
  summary: 'A person lists the prices of a pharmacy for a product',
  access: mayRead,
  query: z.strictObject(pharmacy),
  atMost: 5_000,
  reply: z.object({ pharmacyPrices: z.array(price), ...currentAndFormer }),
  failure: unread,
});

/** APP-04. */
export const wholesalerPriceHistory = endpoint({
  method: 'GET',
  path: '/product-pricing/wholesaler/history',
  summary: 'A person lists the prices of a wholesaler for a product',
  access: mayRead,
  query: z.strictObject(wholesaler),
  atMost: 5_000,
  reply: z.object({ wholesalerPrices: z.array(price), ...currentAndFormer }),
  failure: unread,
});

/** APP-06. */
export const sponsorPriceHistory = endpoint({
  method: 'GET',
  path: '/product-pricing/sponsor/history',
  summary: 'A person lists what a sponsor pays a partner for a product',
  access: mayRead,
  query: z.strictObject(sponsor),
  atMost: 5_000,
  reply: z.object({ sponsorPrices: z.array(price), ...currentAndFormer }),
  failure: unread,
});

/** PRC-14. */
const given = {
  drugPrice: amount,
  currency,
  shippingFee: amount,
  dispenseFee: amount,
  /** The unit that the price was entered for: the one that the product has, which it is where left out, or one that something was asked for in. */
  quantityUnit: text(50).optional(),
  effectiveDate: plausibleDay,
};
const set = z.object({ message: z.string(), eventId: z.number() });
const notSet = 'Unable to update the price';

/** APP-07. */
export const setPharmacyPrice = endpoint({
  method: 'POST',
  path: '/product-pricing/pharmacy',
  summary: 'An administrator sets what a pharmacy charges for a product from a day on',
  access: trialAdministrators,
  creates: true,
  body: z.strictObject({ ...given, ...pharmacy }),
  reply: set,
  failure: notSet,
});

/** APP-08. */
export const setWholesalerPrice = endpoint({
  method: 'POST',
  path: '/product-pricing/wholesaler',
  summary: 'An administrator sets what a wholesaler charges for a product from a day on',
  access: trialAdministrators,
  creates: true,
  body: z.strictObject({ ...given, ...wholesaler }),
  reply: set,
  failure: notSet,
});

/** APP-09, PRC-15. */
export const setSponsorPrice = endpoint({
  method: 'POST',
  path: '/product-pricing/sponsor',
  summary: 'An administrator sets what a sponsor pays a partner for a product from a day on',
  access: trialAdministrators,
  creates: true,
  body: z.strictObject({ ...given, ...sponsor }),
  reply: set,
  failure: notSet,
});

const notInvalidated = 'Unable to invalidate the price';
const wrongOrOver = {
  eventId: recordId('product_price'),
  /** 1: the price was right and is not agreed any more, nor are those that it took the place of. It holds to the end of today. Left out or 0, it was wrong and never held. */
  ends: flag.optional(),
};

/** APP-10. */
export const invalidatePharmacyPrice = endpoint({
  method: 'PUT',
  path: '/product-pricing/pharmacy/invalidate',
  summary: 'An administrator invalidates or ends a price of a pharmacy',
  access: trialAdministrators,
  body: z.strictObject({ ...wrongOrOver, ...pharmacy }),
  reply: done,
  failure: notInvalidated,
});

/** APP-11. */
export const invalidateWholesalerPrice = endpoint({
  method: 'PUT',
  path: '/product-pricing/wholesaler/invalidate',
  summary: 'An administrator invalidates or ends a price of a wholesaler',
  access: trialAdministrators,
  body: z.strictObject({ ...wrongOrOver, ...wholesaler }),
  reply: done,
  failure: notInvalidated,
});

/** APP-12, OPS-43: `eventId` alone says which; whatever else is named has to be true of it. */
export const invalidateSponsorPrice = endpoint({
  method: 'PUT',
  path: '/product-pricing/sponsor/invalidate',
  summary: 'An administrator invalidates or ends what a sponsor pays a partner',
  access: trialAdministrators,
  body: z.strictObject({
    ...wrongOrOver,
    sponsorId: recordId('sponsor').nullish(),
    productId: recordId('product').nullish(),
    partnerType: partnerType.nullish(),
    partnerId: recordId('partner').nullish(),
    pharmacyId: recordId('partner').nullish(),
  }),
  reply: done,
  failure: notInvalidated,
});

const missingPrice = z.object({
  gId: z.number(),
  trialName: z.string(),
  productId: z.number(),
  drugName: z.string(),
  dosageForm: z.string(),
  partnerId: z.number(),
  partnerName: z.string(),
  tellsApart,
  partnerType,
  /** Whether it supplies it, in a trial that ships; else it has shipped it without a price. */
  isSupplier: z.boolean().optional(),
});
export type MissingPrice = z.output<typeof missingPrice>;

/** What a partner supplies without a price that holds today, its own or the sponsor's, or does not supply any more and has shipped without one. */
export const listMissingPrices = endpoint({
  method: 'GET',
  path: '/product-pricing/missing',
  summary: 'An administrator lists what partners supply, or have shipped, without a price',
  access: trialAdministrators,
  atMost: 5_000,
  reply: z.object({ missing: z.array(missingPrice) }),
  failure: unread,
});
