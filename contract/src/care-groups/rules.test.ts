import { expect, test } from 'vitest';
import { type Configuration, isSubjectMask, statusText, subjectNumberLength, typesBelow } from './rules.ts';

const trial: Configuration = {
  type: 'clinicalTrial',
  hasCard: true,
  hasShippingRequest: true,
  orderFormTemplate: 1,
  trialSiteCount: 1,
  trialConfigured: 'configured',
  siteConfigured: 'not configured',
  cardConfigured: 'configured',
  shippingConfigured: 'configured',
};
const missing = 'not configured' as const;

test.each<[string, Partial<Configuration>, string]>([
  ['a configured site', { type: 'trialSite', siteConfigured: 'configured' }, 'Fully configured'],
  ['a new site', { type: 'trialSite' }, 'Site not configured'],
  [
    'a new trial',
    { trialConfigured: missing, hasCard: false, hasShippingRequest: false, trialSiteCount: 0 },
    'Trial not configured',
  ],
  ['a card that is asked for', { cardConfigured: missing }, 'Card not configured'],
  ['a card that is not asked for', { cardConfigured: missing, hasCard: false }, 'Fully configured'],
  ['an order form that is asked for', { orderFormTemplate: null }, 'Order form not configured'],
  ['an order form without shipping', { orderFormTemplate: null, hasShippingRequest: false }, 'Fully configured'],
  ['shipping that is asked for', { shippingConfigured: missing }, 'Shipping not configured'],
  ['shipping that is not asked for', { shippingConfigured: missing, hasShippingRequest: false }, 'Fully configured'],
  ['two parts', { cardConfigured: missing, shippingConfigured: missing }, 'Card & Shipping not configured'],
  [
    'three parts',
    { cardConfigured: missing, orderFormTemplate: null, shippingConfigured: missing },
    'Card, Order form & Shipping not configured',
  ],
  [
    'four parts',
    { trialConfigured: missing, cardConfigured: missing, orderFormTemplate: null, shippingConfigured: missing },
    'Trial, Card, Order form & Shipping not configured',
  ],
  ['no sites', { trialSiteCount: 0 }, 'No Trial Sites'],
  ['no count of sites', { trialSiteCount: null }, 'No Trial Sites'],
  ['nothing missing', {}, 'Fully configured'],
  ['a group of a clinic', { type: 'careGroup' }, ''],
])(
  'CST-01 CST-02 CST-03 CST-04 CST-05 CST-06 CST-07 CST-08 CST-09 CST-10 OPS-25 the status of a group says what is missing: %s',
  (_case, given, text) => {
    expect(statusText({ ...trial, ...given })).toBe(text);
  },
);

test.each([
  ['XXX-XXX', 6],
  ['XX', 2],
  ['', null],
  [null, null],
])('OPS-24 the mask %j has the length %j', (mask, length) => {
  expect(subjectNumberLength(mask)).toBe(length);
});

test.each([
  ['X', true],
  ['XXX', true],
  ['XX-X', true],
  ['XXX-XXX-XXX', true],
  ['', false],
  ['-XX', false],
  ['XX--X', false],
  ['XX-', false],
  ['xxx', false],
  ['123', false],
  ['XXX\n', false],
  ['XXX XXX', false],
])('TRC-04 the mask %j fits: %j', (mask, fits) => {
  expect(isSubjectMask(mask)).toBe(fits);
});

test('CGP-13 sites stand below trials, and care groups below care groups', () => {
  expect(
    [null, 'clinicalTrial', 'trialSite', 'careGroup'].map((type) => typesBelow(type as Configuration['type'])),
  ).toEqual([['clinicalTrial', 'careGroup'], ['trialSite'], [], ['careGroup']]);
});
