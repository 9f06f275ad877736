import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsOf, currency, moneyOf, priceProblems } from './rules.ts';

const good = { drugPrice: '12.50', shippingFee: '0', dispenseFee: '0.00' };

test.each([
  ['0', 'needs to be more than 0.0'],
  ['0.00', 'needs to be more than 0.0'],
  ['-1', 'needs to be more than 0.0'],
  ['0.01', undefined],
  ['9999999999.99', undefined],
])('a price is more than nothing: %j', (drugPrice, problem) => {
  expect(priceProblems({ ...good, drugPrice })).toEqual({ drugPrice: problem });
});

test.each([
  ['-0.01', 'needs to be 0.0 or more'],
  ['-1', 'needs to be 0.0 or more'],
  ['0', undefined],
  ['0.5', undefined],
])('a fee may be nothing but not less: %j', (fee, problem) => {
  expect(priceProblems({ ...good, shippingFee: fee, dispenseFee: fee })).toEqual({
    shippingFee: problem,
    dispenseFee: problem,
  });
});

test.each([
  '',
  ' ',
  '1.',
  '.5',
  '1.005',
  '1,5',
  '1e3',
  '+1',
  '--1',
  '12 ',
  '0x1',
  'NaN',
  'Infinity',
  '٣',
  '12345678901',
])('what is no amount that can be kept to the cent is refused: %j', (amount) => {
  const told = 'must be an amount such as 12.50, with at most ten digits before the point';
  expect(centsOf(amount)).toBeNull();
  expect(priceProblems({ drugPrice: amount, shippingFee: amount, dispenseFee: amount })).toEqual({
    drugPrice: told,
    shippingFee: told,
    dispenseFee: told,
  });
});

test('an amount keeps every cent on its way to cents and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
      const money = moneyOf(cents);
      expect(money).toMatch(/^\d{1,10}\.\d\d$/);
      expect([centsOf(money), centsOf(`-${money}`)]).toEqual([cents, 0 - cents]);
    }),
  );
  expect(['12', '12.5', '12.50', '0.07'].map((amount) => moneyOf(centsOf(amount) ?? -1))).toEqual([
    '12.00',
    '12.50',
    '12.50',
    '0.07',
  ]);
});

test('prices are in one of three currencies', () => {
  expect(currency.options).toEqual(['USD', 'GBP', 'EUR']);
  expect(['usd', 'CHF', ''].map((text) => currency.safeParse(text).success)).toEqual([false, false, false]);
});
