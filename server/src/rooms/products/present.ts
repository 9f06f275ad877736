import { type Product, product } from '@portal/contract/products/endpoints.ts';
import { z } from 'zod';
import type { ProductRow } from './queries.ts';

/** A product as the wire speaks of it. */
export const presentProduct = (row: ProductRow): Product => ({
  productId: row.product_id,
  g_id: row.trial_id,
  drugName: row.drug_name,
  dosageForm: row.dosage_form,
  quantityUnit: row.quantity_unit,
  isQuantityUnitOther: row.is_other_unit,
  // PRD-09: with "Other" the text that was typed is the unit.
  otherUnit: row.is_other_unit ? row.quantity_unit : null,
  directions: row.directions,
  quantityDefault: row.default_quantity,
  batchQuantityDefault: row.default_batch_quantity,
  maxShipmentQuantity: row.max_shipment_quantity,
  daysOfSupplyDefault: row.default_days_of_supply,
  itemNumber: row.item_number,
  itemDescription: row.item_description,
  pharmacySupplied: row.pharmacy_supplied,
  wholesalerSupplied: row.wholesaler_supplied,
  version: row.version,
});

/** The state that a stale change is answered with (REL-07). */
export const presentCurrent = (row: ProductRow) => z.encode(product, presentProduct(row));
