import { shipByPharmacy } from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { namedIn } from './foreign-ids.ts';

test('P11-18 a number is seen however many are named before it', () => {
  const items = Array.from({ length: 200 }, (_, n) => ({ productId: 1_000_000 + n }));
  const packages = Array.from({ length: 50 }, (_, n) => ({
    items: items.map(({ productId }) => ({ productId: productId + 200 * n })),
  }));
  const { numbers: named } = namedIn(shipByPharmacy, [{ packages, srId: 7 }]);
  expect(named.get('product')?.size).toBe(10_000);
  expect([...(named.get('shipment_request') ?? [])]).toEqual([7]);
});
