/** Products of a trial, their prices and partners, as the contract has them. */
import type { Price } from '@portal/contract/pricing/endpoints.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';

export const aProduct = (more: Partial<Product> = {}): Product => ({
  productId: 5,
  g_id: 1,
  drugName: 'Aurelix 50 mg',
  dosageForm: 'Tablet',
  quantityUnit: 'Bottle',
  isQuantityUnitOther: false,
  otherUnit: null,
  directions: 'Take one daily',
  quantityDefault: 2,
  batchQuantityDefault: 5,
  maxShipmentQuantity: 10,
  daysOfSupplyDefault: 30,
  itemNumber: 'AUR-050',
  itemDescription: null,
  pharmacySupplied: true,
  wholesalerSupplied: false,
  version: 3,
  ...more,
});

export const aPrice = (more: Partial<Price> = {}): Price => ({
  eventId: 21,
  price: '1234.50',
  currency: 'USD',
  quantityUnit: 'Bottle',
  shippingFee: '14.00',
  dispenseFee: '6.50',
  effectiveDate: '2026-01-10',
  invalid: 0,
  ...more,
});
