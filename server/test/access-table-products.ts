/** The access table: products, who supplies them, and what they cost. */
import type { Lines } from './access-table.ts';
import { site, siteAndTrial, trialAdministrators, trialAlone } from './access-table-types.ts';
import type { Things } from './access-table-world.ts';

const product = {
  drugName: 'Aurelix',
  dosageForm: '150 mg tablet',
  quantityUnit: 'Sachet',
  isQuantityUnitOther: 1,
  directions: 'Take one daily',
  quantityDefault: 2,
  batchQuantityDefault: 5,
  maxShipmentQuantity: 10,
  daysOfSupplyDefault: 30,
  itemNumber: 'A-150',
  itemDescription: 'White',
  pharmacySupplied: 1,
  wholesalerSupplied: 0,
};
const given = {
  drugPrice: '12.50',
  currency: 'USD',
  shippingFee: '4.00',
  dispenseFee: '0',
  effectiveDate: '2031-03-01',
};
const pharmacy = (t: Things) => ({ pharmacyId: t.pharmacy, productId: t.tablet });
const wholesaler = (t: Things) => ({ wholesalerId: t.wholesaler, productId: t.pen });
const sponsor = (t: Things) => ({
  sponsorId: t.sponsorOfTrial,
  productId: t.tablet,
  partnerType: 'pharmacy',
  partnerId: t.pharmacy,
  pharmacyId: t.pharmacy,
});
/** It has to be the same number as `partnerId`. */
const repeated = { pharmacyId: 400 } as const;

export const productCalls: Lines = {
  'GET /lots': {
    who: trialAdministrators,
    ask: () => [{}, { query: { search: 'l1', page: 1, pageSize: 25 } }],
    takesNoId: true,
  },
  'GET /lots/trace': { who: trialAdministrators, inSightOf: siteAndTrial, ask: (t) => ({ query: { lotId: t.lot } }) },
  'PUT /lots/expiration-date': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { lotId: t.lot, expirationDate: '2099-02-01', reason: 'Read from the wrong label.' } }),
    takes: ['version'],
  },
  'POST /lots': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { productId: t.tablet, lotNumber: 'L2612', expirationDate: '2099-02-01' } }),
  },
  'POST /lots/recall': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { lotId: t.lot, recalled: 1, reason: 'The manufacturer calls it back.' } }),
    takes: ['version'],
  },

  'POST /care-groups/clinical-trial/products': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { ...product, g_id: t.trial } }),
  },
  'PUT /care-groups/clinical-trial/products': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { ...product, itemNumber: 'A-151', g_id: t.trial, productId: t.tablet, version: 1 } }),
    takes: ['version'],
  },
  'DELETE /care-groups/clinical-trial/products': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ query: { productId: t.spareProduct, g_id: t.trial } }),
  },

  'POST /trial-site/pharmacy-partners/products': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ body: { g_id: t.site, ppId: t.pharmacy, productId: t.sameTablet } }),
    takes: ['ppId'],
  },
  'DELETE /trial-site/pharmacy-partners/products': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { g_id: t.site, ppId: t.pharmacy, productId: t.sameTablet } }),
  },
  'POST /trial-site/wholesaler-partners/products': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ body: { g_id: t.trial, wpId: t.wholesaler, productId: t.samePen } }),
    takes: ['wpId'],
  },
  'DELETE /trial-site/wholesaler-partners/products': {
    who: trialAdministrators,
    inSightOf: siteAndTrial,
    ask: (t) => ({ query: { g_id: t.trial, wpId: t.wholesaler, productId: t.samePen } }),
  },

  'GET /product-pricing/missing': { who: trialAdministrators, takesNoId: true },
  'GET /care-groups/clinical-trial/set-up': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ query: { g_id: t.trial } }),
  },
  'GET /care-groups/trial-site/unsupplied': { who: trialAdministrators, takesNoId: true },
  'GET /product-pricing/grid': { who: site, ask: (t) => [{ query: { g_id: t.trial } }, { query: { g_id: t.site } }] },
  'GET /product-pricing/pharmacy': { who: site, ask: (t) => ({ query: pharmacy(t) }) },
  'GET /product-pricing/wholesaler': { who: site, ask: (t) => ({ query: wholesaler(t) }) },
  'GET /product-pricing/sponsor': { who: site, ask: (t) => ({ query: sponsor(t) }), answers: repeated },
  'GET /product-pricing/pharmacy/history': { who: site, ask: (t) => ({ query: pharmacy(t) }) },
  'GET /product-pricing/wholesaler/history': { who: site, ask: (t) => ({ query: wholesaler(t) }) },
  'GET /product-pricing/sponsor/history': { who: site, ask: (t) => ({ query: sponsor(t) }), answers: repeated },
  'POST /product-pricing/pharmacy': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { ...given, ...pharmacy(t) } }),
    takes: ['drugPrice'],
  },
  'POST /product-pricing/wholesaler': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { ...given, ...wholesaler(t) } }),
    takes: ['drugPrice'],
  },
  'POST /product-pricing/sponsor': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { ...given, ...sponsor(t) } }),
    answers: repeated,
    takes: ['drugPrice', 'sponsorId', 'partnerId'],
  },
  'PUT /product-pricing/pharmacy/invalidate': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { eventId: t.price, ...pharmacy(t) } }),
    takes: ['eventId'],
  },
  'PUT /product-pricing/wholesaler/invalidate': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { eventId: t.wholesalerPrice, ...wholesaler(t) } }),
    takes: ['eventId'],
  },
  'PUT /product-pricing/sponsor/invalidate': {
    who: trialAdministrators,
    inSightOf: trialAlone,
    ask: (t) => ({ body: { eventId: t.sponsorPrice, ...sponsor(t) } }),
    answers: repeated,
    takes: ['eventId', 'sponsorId', 'partnerId'],
  },
};
