import { quantityUnits } from '@portal/contract/products/rules.ts';
import { expect, test } from 'vitest';
import { amount } from './amount.ts';

const amounts = (quantity: number, units: readonly string[]) =>
  units.map((quantityUnit) => amount({ quantity, quantityUnit }));

test('PRD-08 one of a unit and several of it are said in the right number; what somebody typed stays as it is', () => {
  expect(amounts(1, quantityUnits)).toEqual([
    '1 Bottle',
    '1 Carton',
    '1 Syringe',
    '1 Tablet',
    '1 Capsule',
    '1 Kit',
    '1 Vial',
    '1 Pre-filled Syringe',
    '1 Other',
  ]);
  expect(amounts(2, [...quantityUnits, 'Sachet'])).toEqual([
    '2 Bottles',
    '2 Cartons',
    '2 Syringes',
    '2 Tablets',
    '2 Capsules',
    '2 Kits',
    '2 Vials',
    '2 Pre-filled Syringes',
    '2 Other',
    '2 Sachet',
  ]);
  expect(amount({ quantity: null, quantityUnit: 'Capsules' })).toBe('Capsules');
});
