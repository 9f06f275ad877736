import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  centsOf,
  changeInPercent,
  currency,
  isInForce,
  isLargeChange,
  moneyOf,
  priceProblems,
  priceStates,
  priceUnitProblem,
  takesPlaceOf,
} from './rules.ts';

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

test.each([
  ['100.00', '125.00', 25, false],
  ['100.00', '125.01', 25, true],
  ['100.00', '75', -25, false],
  ['100.00', '74.99', -25, true],
  ['88.40', '88.40', 0, false],
  ['3', '4', 33.3, true],
  ['14.00', '0', -100, true],
  // A fee where there was none.
  ['0.00', '0.01', null, true],
  ['0.00', '0', null, false],
  // Nothing to compare.
  ['100.00', '', null, false],
  ['100.00', '-1', null, false],
])('from %s to %s a price changes by %s per cent; more than a quarter is asked about', (from, to, percent, isLarge) => {
  expect([changeInPercent(from, to), isLargeChange(from, to)]).toEqual([percent, isLarge]);
});

test('OPS-41 of the valid prices the latest that has begun is current, of one day the newest; earlier ones are past, later ones future', () => {
  const price = (eventId: number, effectiveDate: string, quantityUnit = 'Bottle') => ({
    eventId,
    effectiveDate,
    quantityUnit,
  });
  const prices = [price(1, '2031-01-01'), price(4, '2031-03-05'), price(3, '2031-03-05'), price(2, '2031-03-06')];
  expect([...priceStates(prices, '2031-03-05', 'Bottle')]).toEqual([
    [1, 'Past'],
    [4, 'Current'],
    [3, 'Past'],
    [2, 'Future'],
  ]);
  const inTablets = [price(6, '2031-03-05', 'Tablet'), price(5, '2031-03-09', 'Tablet')];
  expect([...priceStates([...inTablets, price(2, '2031-03-04')], '2031-03-05', 'Bottle')]).toEqual([
    [6, 'Other unit'],
    [5, 'Other unit'],
    [2, 'Current'],
  ]);
});

test('a price that was entered for another unit than the product has is refused in a sentence that names both; one that says none counts', () => {
  expect(priceUnitProblem({ quantityUnit: 'Tablet' }, 'Bottle')).toBe(
    'The price was entered for the unit “Tablet”, and the unit of this product is “Bottle” now. Please enter it again.',
  );
  expect([{ quantityUnit: 'Bottle' }, {}].map((given) => priceUnitProblem(given, 'Bottle'))).toEqual([
    undefined,
    undefined,
  ]);
});

test('OPS-41 a price is in force from its effective day to its last one, and that day is part of it', () => {
  const price = { eventId: 1, effectiveDate: '2026-02-10', quantityUnit: 'Bottle' };
  const days = ['2026-02-09', '2026-02-10', '2026-06-15', '2026-06-16'];
  expect(days.map((day) => isInForce(price, day))).toEqual([false, true, true, true]);
  const ended = { ...price, endedOn: '2026-06-15' };
  expect(days.map((day) => isInForce(ended, day))).toEqual([false, true, true, false]);
});

test('OPS-41 of two prices of one unit the later one takes the place of the other, of two from one day the newer, and of none of another unit', () => {
  const price = { eventId: 5, effectiveDate: '2026-02-10', quantityUnit: 'Bottle' };
  const takes = (over: Partial<typeof price>) => takesPlaceOf({ ...price, ...over }, price);
  expect(takes({ eventId: 4, effectiveDate: '2026-02-11' })).toBe(true);
  expect(takes({ eventId: 6, effectiveDate: '2026-02-09' })).toBe(false);
  expect(takes({ eventId: 6 })).toBe(true);
  expect(takes({ eventId: 4 })).toBe(false);
  expect(takes({})).toBe(false);
  expect(takes({ effectiveDate: '2026-02-11', quantityUnit: 'Tablet' })).toBe(false);
});
