import { type Sight, trialOf } from '#rooms/care-groups/door.ts';
import { announce } from '#platform/announce.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import { fail, failFields } from '#platform/fail.ts';
import { created, record } from '#platform/record.ts';
import type { Actor } from '#platform/viewer.ts';

export interface NewProduct {
  trialId: number;
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
  pharmacySupplied?: boolean;
  wholesalerSupplied?: boolean;
}

/** Adds a product to a trial. */
export async function addProduct(tx: Tx, clock: Clock, viewer: Actor & Sight, given: NewProduct): Promise<number> {
  const trialId = await trialOf(tx, viewer, given.trialId);
  if (!trialId) throw fail('not_found');
  // PRD-06: equal is allowed.
  if (given.defaultQuantity > given.maxShipmentQuantity)
    throw failFields({ quantityDefault: 'Default quantity cannot be greater than max shipment quantity' });
  if (given.defaultBatchQuantity > given.maxShipmentQuantity) {
    throw failFields({ batchQuantityDefault: 'Default batch quantity cannot be greater than max shipment quantity' });
  }
  const fields = {
    trial_id: trialId,
    drug_name: given.drugName.trim(),
    dosage_form: given.dosageForm.trim(),
    quantity_unit: given.quantityUnit.trim(),
    is_other_unit: given.isOtherUnit ?? false,
    directions: given.directions?.trim() || 'N/A',
    default_quantity: given.defaultQuantity,
    default_batch_quantity: given.defaultBatchQuantity,
    max_shipment_quantity: given.maxShipmentQuantity,
    default_days_of_supply: given.defaultDaysOfSupply,
    item_number: given.itemNumber ?? null,
    item_description: given.itemDescription ?? null,
    pharmacy_supplied: given.pharmacySupplied ?? false,
    wholesaler_supplied: given.wholesalerSupplied ?? false,
  };
  const { id } = await tx
    .insertInto('product')
    .values({ ...fields, company_id: viewer.companyId })
    .returning('product_id as id')
    .executeTakeFirstOrThrow();
  await record(tx, clock, viewer, {
    action: 'product.added',
    record: { kind: 'product', id },
    changes: created(fields),
  });
  await announce(tx, clock, viewer.companyId, { type: 'product.changed', id, careGroupId: trialId });
  return id;
}
