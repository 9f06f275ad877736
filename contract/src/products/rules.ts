/** What a product must be. The form and the server ask the same. */
import type { PartnerKind } from '../partners/kinds.ts';

/** PRD-08: exactly these, in this order. */
export const quantityUnits = [
  'Bottle',
  'Carton',
  'Syringe',
  'Tablet',
  'Capsules',
  'Kit',
  'Vial',
  'Pre-filled Syringe',
  'Other',
] as const;
export const otherUnit = 'Other';

/** PRD-03. */
export const usualDirections = 'N/A';

/** The fields that have to be filled in, as people read them (PRD-04). */
export const requiredLabels = {
  drugName: 'Drug name',
  dosageForm: 'Dosage form',
  directions: 'Directions',
  maxShipmentQuantity: 'Max shipment quantity',
  quantityUnit: 'Unit of quantity',
  quantityDefault: 'Default quantity',
  batchQuantityDefault: 'Default batch quantity',
  daysOfSupplyDefault: 'Default days of supply',
} as const;
export type RequiredField = keyof typeof requiredLabels;

/** PRD-05. */
export const isRequired = (field: RequiredField): string => `${requiredLabels[field]} is required`;

/** Six digits, far above what is shipped at once. */
export const mostOfAnything = 999_999;

export const isNoQuantity = (field: RequiredField): string =>
  `${requiredLabels[field]} must be a whole number between 1 and ${mostOfAnything}`;

/** The fields that take digits only (PRD-07). */
const quantityFields = [
  'maxShipmentQuantity',
  'quantityDefault',
  'batchQuantityDefault',
  'daysOfSupplyDefault',
] as const satisfies readonly RequiredField[];
export type Quantities = Record<(typeof quantityFields)[number], number>;

/** What is wrong with the quantities, by field. A default may be as much as a shipment holds (PRD-06). */
export function quantityProblems(given: Quantities): Partial<Record<keyof Quantities, string>> {
  const problems: Partial<Record<keyof Quantities, string>> = {};
  for (const field of quantityFields) {
    if (!Number.isInteger(given[field]) || given[field] < 1 || given[field] > mostOfAnything)
      problems[field] = isNoQuantity(field);
  }
  for (const field of ['quantityDefault', 'batchQuantityDefault'] as const) {
    if (given[field] > given.maxShipmentQuantity)
      problems[field] ??= `${requiredLabels[field]} cannot be greater than max shipment quantity`;
  }
  return problems;
}

/**
 * The unit of a product as it is kept (PRD-09): one of those offered, or with "Other" the text that was typed, wherever the
 * caller has put it. Null where there is none.
 */
export function unitOf(given: {
  quantityUnit: string;
  isQuantityUnitOther?: boolean | undefined;
  otherUnit?: string | null | undefined;
}): { unit: string; isOther: boolean } | null {
  const named = given.quantityUnit.trim();
  const offered = named !== otherUnit && (quantityUnits as readonly string[]).includes(named);
  if (offered && !given.isQuantityUnitOther) return { unit: named, isOther: false };
  const typed = given.otherUnit?.trim() || (named === otherUnit ? '' : named);
  return typed === '' ? null : { unit: typed, isOther: true };
}

/** PSU-04 to PSU-06: whether pharmacies, wholesalers or anybody supplies a product. */
export const supplyMessages = {
  noType: 'This product does not have a supplier type.',
  noTypeAdvice: 'Please add a supplier type in Care Group Management or select a different product.',
  pharmacy: 'Pharmacy cannot dispense this product.',
  wholesaler: 'Wholesaler cannot dispense this product.',
} as const;

/** PSU-05, PSU-06: why this kind of partner has nothing to do with a product; undefined where it has. */
export const supplyProblem = (
  kind: PartnerKind,
  { pharmacySupplied, wholesalerSupplied }: { pharmacySupplied: boolean; wholesalerSupplied: boolean },
): string | undefined =>
  ({ pharmacy: pharmacySupplied, wholesaler: wholesalerSupplied })[kind] ? undefined : supplyMessages[kind];
