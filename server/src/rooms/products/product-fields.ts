import { type Quantities, quantityProblems, usualDirections } from '@portal/contract/products/rules.ts';
import { refuseProblems } from '#platform/core/fail.ts';

export interface GivenProduct {
  drugName: string;
  dosageForm: string;
  /** One of the units offered, or with `isOtherUnit` any text (PRD-08, PRD-09). */
  quantityUnit: string;
  isOtherUnit?: boolean;
  directions?: string;
  defaultQuantity: number;
  defaultBatchQuantity: number;
  maxShipmentQuantity: number;
  defaultDaysOfSupply: number;
  itemNumber?: string | null;
  itemDescription?: string | null;
  pharmacySupplied?: boolean | undefined;
  wholesalerSupplied?: boolean | undefined;
}

/** Refuses what cannot be a product (PRD-06); else gives it as it is kept. */
export function acceptedFields(given: GivenProduct) {
  const quantities: Quantities = {
    maxShipmentQuantity: given.maxShipmentQuantity,
    quantityDefault: given.defaultQuantity,
    batchQuantityDefault: given.defaultBatchQuantity,
    daysOfSupplyDefault: given.defaultDaysOfSupply,
  };
  refuseProblems(quantityProblems(quantities));
  return {
    drug_name: given.drugName.trim(),
    dosage_form: given.dosageForm.trim(),
    quantity_unit: given.quantityUnit.trim(),
    is_other_unit: given.isOtherUnit ?? false,
    directions: given.directions?.trim() || usualDirections,
    default_quantity: given.defaultQuantity,
    default_batch_quantity: given.defaultBatchQuantity,
    max_shipment_quantity: given.maxShipmentQuantity,
    default_days_of_supply: given.defaultDaysOfSupply,
    item_number: given.itemNumber || null,
    item_description: given.itemDescription || null,
    pharmacy_supplied: given.pharmacySupplied ?? false,
    wholesaler_supplied: given.wholesalerSupplied ?? false,
  };
}
