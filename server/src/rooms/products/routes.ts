import * as api from '@portal/contract/products/endpoints.ts';
import { trialOf } from '#rooms/care-groups/door.ts';
import { fail } from '#platform/fail.ts';
import type { Room } from '#platform/calls.ts';
import { type ProductRow, productsOf } from './queries.ts';

export const products: Room = ({ route }) => {
  route(api.listProducts, async ({ viewer, query, tx }) => {
    const trialId = await trialOf(tx, viewer, query.g_id);
    if (!trialId) throw fail('not_found');
    return (await productsOf(tx, trialId).execute()).map(presentProduct);
  });
};

const presentProduct = (row: ProductRow): api.Product => ({
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
