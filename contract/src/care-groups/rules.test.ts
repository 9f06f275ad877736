import { expect, test } from 'vitest';
import { type Configuration, isFullyConfiguredSite, statusText, subjectNumberLength } from './rules.ts';

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
  ['CST-01 a configured site', { type: 'trialSite', siteConfigured: 'configured' }, 'Fully configured'],
  ['CST-02 a new site', { type: 'trialSite' }, 'Site not configured'],
  [
    'CST-03 a new trial',
    { trialConfigured: missing, hasCard: false, hasShippingRequest: false, trialSiteCount: 0 },
    'Trial not configured',
  ],
  ['CST-04 a card that is asked for', { cardConfigured: missing }, 'Card not configured'],
  ['CST-04 a card that is not asked for', { cardConfigured: missing, hasCard: false }, 'Fully configured'],
  ['CST-05 an order form that is asked for', { orderFormTemplate: null }, 'Order form not configured'],
  ['CST-05 an order form without shipping', { orderFormTemplate: null, hasShippingRequest: false }, 'Fully configured'],
  ['CST-06 shipping that is asked for', { shippingConfigured: missing }, 'Shipping not configured'],
  [
    'CST-06 shipping that is not asked for',
    { shippingConfigured: missing, hasShippingRequest: false },
    'Fully configured',
  ],
  ['CST-07 two parts', { cardConfigured: missing, shippingConfigured: missing }, 'Card & Shipping not configured'],
  [
    'CST-08 three parts',
    { cardConfigured: missing, orderFormTemplate: null, shippingConfigured: missing },
    'Card, Order form & Shipping not configured',
  ],
  [
    'CST-08 CST-03 four parts',
    { trialConfigured: missing, cardConfigured: missing, orderFormTemplate: null, shippingConfigured: missing },
    'Trial, Card, Order form & Shipping not configured',
  ],
  ['CST-09 no sites', { trialSiteCount: 0 }, 'No Trial Sites'],
  ['CST-09 no count of sites', { trialSiteCount: null }, 'No Trial Sites'],
  ['CST-10 OPS-25 nothing missing', {}, 'Fully configured'],
  ['a group of a clinic', { type: 'careGroup' }, ''],
])('the status of a group says what is missing: %s', (_case, given, text) => {
  expect(statusText({ ...trial, ...given })).toBe(text);
});

test.each<[Partial<Configuration>, boolean]>([
  [{ type: 'trialSite', siteConfigured: 'configured' }, true],
  [
    {
      type: 'trialSite',
      siteConfigured: 'configured',
      cardConfigured: missing,
      orderFormTemplate: null,
      shippingConfigured: missing,
    },
    true,
  ],
  [{ type: 'trialSite', siteConfigured: missing }, false],
  [{ type: 'trialSite', siteConfigured: 'configured', trialConfigured: missing }, false],
  [{ type: 'clinicalTrial', siteConfigured: 'configured' }, false],
])('OPS-27 a picker offers %j: %j', (given, offered) => {
  expect(isFullyConfiguredSite({ ...trial, ...given })).toBe(offered);
});

test.each([
  ['XXX-XXX', 6],
  ['XX', 2],
  ['', null],
  [null, null],
])('OPS-24 the mask %j has the length %j', (mask, length) => {
  expect(subjectNumberLength(mask)).toBe(length);
});
