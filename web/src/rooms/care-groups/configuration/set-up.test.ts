import type { SiteSetUp, TrialSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';
import { expect, test } from 'vitest';
import { stepsOf, unsuppliedText } from './set-up.ts';

const nothing: TrialSetUp = {
  trialConfigured: 'not configured',
  hasCard: false,
  cardConfigured: 'not configured',
  hasShippingRequest: false,
  productCount: 0,
  untypedCount: 0,
  sites: [],
};
const gap = {
  productId: 5,
  drugName: 'Corvane',
  dosageForm: 'Tablet',
  partnerType: 'pharmacy' as const,
  partnerId: 8,
  partnerName: 'Eastgate',
};
const site = (more: Partial<SiteSetUp> = {}): SiteSetUp => ({
  gId: 2,
  displayName: 'Harbor',
  siteConfigured: 'configured',
  partnerCount: 1,
  suppliedCount: 1,
  missingPrices: [],
  missing: [],
  ...more,
});
const whole: TrialSetUp = {
  trialConfigured: 'configured',
  hasCard: true,
  cardConfigured: 'configured',
  hasShippingRequest: true,
  productCount: 2,
  untypedCount: 0,
  sites: [site()],
};
const told = (trial: TrialSetUp, hasOrderForm = true) =>
  stepsOf(trial, hasOrderForm).map(({ title, state, says, buttons }) =>
    [title, state, says, ...buttons.map(({ label, name }) => (name ? `${label} (${name})` : label))].join(' | '),
  );

test('a trial without anything begins with its configuration; what needs something else first says so', () => {
  expect(told(nothing)).toEqual([
    'Configuration | open | Not configured yet. | Configure trial',
    'Products | open | No product yet. | Add product',
    'Card | later | Once the trial is configured.',
    'Sites | open | No site yet. | Add site',
    'Partners | later | Once there is a site.',
    'Supply | later | Once there is a product.',
    'Prices | later | Once somebody supplies a product.',
    'Order form | later | Once the trial is configured.',
  ]);
});

test('a trial that is set up has nothing open, and each part can be changed', () => {
  expect(told(whole)).toEqual([
    'Configuration | done | Configured. | Change configuration',
    'Products | done | 2 products. | Change products',
    'Card | done | The card is made. | Change card',
    'Sites | done | 1 site, configured. | Add site',
    'Partners | done | 1 partner. | Change partners',
    'Supply | done | 1 product of 2 supplied. | Change supply',
    'Prices | done | Everything that is supplied has a price. | See prices',
    'Order form | done | Every request gets one to sign.',
  ]);
});

test('CST-05 a trial that ships wants an order form, once it is configured; one that ships nothing does not', () => {
  const last = (more: Partial<TrialSetUp>) => told({ ...whole, ...more }, false).at(-1);
  expect(last({})).toBe('Order form | open | No order form yet. | Upload order form');
  expect(last({ hasShippingRequest: false })).toBe('Order form | none | Not needed: this trial ships nothing.');
  expect(last({ trialConfigured: 'not configured' })).toBe('Order form | later | Once the trial is configured.');
});

test.each<[string, Partial<TrialSetUp>, string]>([
  [
    'a product of no type',
    { untypedCount: 1 },
    'Products | open | 1 of 2 products has no supplier type. | Change products',
  ],
  ['no card', { hasCard: false }, 'Card | none | Not needed: this trial has no card.'],
  ['a card to make', { cardConfigured: 'not configured' }, 'Card | open | No card yet. | Add card'],
  [
    'a site to configure',
    { sites: [site({ siteConfigured: 'not configured' })] },
    'Sites | open | Harbor is not configured. | Configure (Configure Harbor) | Add site',
  ],
  [
    'two of three sites without partner',
    {
      sites: [site(), ...[3, 4].map((gId) => site({ gId, displayName: `S${gId}`, partnerCount: 0, suppliedCount: 0 }))],
    },
    'Partners | open | 2 of 3 sites have no partner. The first is S3. | Connect partner',
  ],
  [
    'a site with partner and nothing supplied',
    { sites: [site({ suppliedCount: 0 })] },
    'Supply | open | Harbor is supplied with nothing. | Choose supplier',
  ],
  [
    'one price missing at two sites, which is one price',
    { sites: [site({ missingPrices: [gap] }), site({ gId: 3, missingPrices: [gap] })] },
    'Prices | open | No price for Corvane, Tablet of Eastgate. | Set price | See prices',
  ],
  [
    'two prices missing',
    { sites: [site({ missingPrices: [gap, { ...gap, productId: 6 }] })] },
    'Prices | open | 2 prices are missing. The first is Corvane, Tablet of Eastgate. | Set price | See prices',
  ],
  [
    'a trial that ships nothing',
    { hasShippingRequest: false },
    'Supply | none | Not needed: this trial ships nothing.',
  ],
])('%s', (_, more, line) => {
  expect(told({ ...whole, ...more })).toContain(line);
});

test('a site that cannot be supplied names what is missing; any other says nothing', () => {
  expect(unsuppliedText(['partner', 'supply', 'price'])).toBe(
    'cannot be supplied yet: no partner, no supply, no price',
  );
  expect(unsuppliedText(['price'])).toBe('cannot be supplied yet: no price');
  expect(unsuppliedText([])).toBe('');
});

test('PRC-04 a missing price of one of several partners of one name says whose it is', () => {
  const sites = [site({ missingPrices: [{ ...gap, tellsApart: 'Lyon' }], missing: ['price'] })];
  expect(told({ ...whole, sites })).toContainEqual(
    expect.stringContaining('No price for Corvane, Tablet of Eastgate (Lyon).'),
  );
});
