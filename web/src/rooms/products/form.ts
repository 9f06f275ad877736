/** What the dialog holds while a product is typed in, and what becomes of it. */
import type { Product } from '@portal/contract/products/endpoints.ts';
import {
  isRequired,
  otherUnit,
  quantityProblems,
  quantityUnits,
  type RequiredField,
  requiredLabels,
  unitOf,
  usualDirections,
} from '@portal/contract/products/rules.ts';
import { type DraftFields, rebase } from '#kit/rebase.ts';
import type { Allowed } from '#kit/StrictField.tsx';

export interface Draft {
  drugName: string;
  dosageForm: string;
  quantityUnit: string;
  otherUnit: string;
  directions: string;
  maxShipmentQuantity: string;
  quantityDefault: string;
  batchQuantityDefault: string;
  daysOfSupplyDefault: string;
  itemNumber: string;
  itemDescription: string;
  pharmacySupplied: boolean;
  wholesalerSupplied: boolean;
}
export type Field = keyof Draft;
export type Problems = Partial<Record<Field, string>>;

export const labels: Record<Field, string> = {
  ...requiredLabels,
  otherUnit: 'Other unit',
  itemNumber: 'Item number',
  itemDescription: 'Item description',
  pharmacySupplied: 'Pharmacy',
  wholesalerSupplied: 'Wholesaler',
};
const fields = Object.keys(labels) as Field[];

/** PRD-03. */
export const newDraft: Draft = {
  drugName: '',
  dosageForm: '',
  quantityUnit: '',
  otherUnit: '',
  directions: usualDirections,
  maxShipmentQuantity: '',
  quantityDefault: '',
  batchQuantityDefault: '',
  daysOfSupplyDefault: '',
  itemNumber: '',
  itemDescription: '',
  pharmacySupplied: false,
  wholesalerSupplied: false,
};

export function draftOf(product: Product): Draft {
  const offered = (quantityUnits as readonly string[]).includes(product.quantityUnit) && !product.isQuantityUnitOther;
  return {
    drugName: product.drugName,
    dosageForm: product.dosageForm,
    quantityUnit: offered ? product.quantityUnit : otherUnit,
    otherUnit: offered ? '' : product.quantityUnit,
    directions: product.directions,
    maxShipmentQuantity: String(product.maxShipmentQuantity),
    quantityDefault: String(product.quantityDefault),
    batchQuantityDefault: String(product.batchQuantityDefault),
    daysOfSupplyDefault: String(product.daysOfSupplyDefault),
    itemNumber: product.itemNumber ?? '',
    itemDescription: product.itemDescription ?? '',
    pharmacySupplied: product.pharmacySupplied,
    wholesalerSupplied: product.wholesalerSupplied,
  };
}

export const isSame = (one: Draft, other: Draft): boolean => fields.every((field) => one[field] === other[field]);

/** PRD-07: what is no digit is not taken into the field. */
export const digits: Allowed = {
  keep: (typed) => typed.replace(/\D/g, '').slice(0, 6),
  refused: /\D/g,
  only: 'Digits only',
};

/** What is sent; with unit Other the text that was typed is the unit (PRD-09). */
export const bodyOf = (draft: Draft, gId: number) => ({
  g_id: gId,
  drugName: draft.drugName.trim(),
  dosageForm: draft.dosageForm.trim(),
  quantityUnit: draft.quantityUnit === otherUnit ? draft.otherUnit.trim() : draft.quantityUnit,
  isQuantityUnitOther: draft.quantityUnit === otherUnit,
  directions: draft.directions.trim(),
  maxShipmentQuantity: Number(draft.maxShipmentQuantity),
  quantityDefault: Number(draft.quantityDefault),
  batchQuantityDefault: Number(draft.batchQuantityDefault),
  daysOfSupplyDefault: Number(draft.daysOfSupplyDefault),
  itemNumber: draft.itemNumber.trim() || null,
  itemDescription: draft.itemDescription.trim() || null,
  pharmacySupplied: draft.pharmacySupplied,
  wholesalerSupplied: draft.wholesalerSupplied,
});

/** What is wrong, by field (PRD-04 to PRD-06): the contract's own rules. */
export function problemsIn(draft: Draft): Problems {
  const problems: Problems = {};
  const body = bodyOf(draft, 0);
  Object.assign(problems, quantityProblems(body));
  for (const field of Object.keys(requiredLabels) as RequiredField[])
    if (draft[field].trim() === '') problems[field] = isRequired(field);
  if (draft.quantityUnit === otherUnit && !unitOf({ quantityUnit: otherUnit, otherUnit: draft.otherUnit }))
    problems.otherUnit = isRequired('quantityUnit');
  return problems;
}

/** The server's words about fields, put at the fields of the form. */
export const serverProblems = (said: Record<string, string>): Problems =>
  Object.fromEntries(Object.entries(said).filter(([field]) => field in labels)) as Problems;

const shown = (draft: Draft, field: Field): string => {
  const value = draft[field];
  return typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value;
};

const draftFields: DraftFields<Draft> = { labels, shown };
const unitFields = ['quantityUnit', 'otherUnit'] as const;
const inUnits: readonly Field[] = [...unitFields, 'maxShipmentQuantity', 'quantityDefault', 'batchQuantityDefault'];

/**
 * An edit on top of what someone else has changed, and what of that is told. A quantity says nothing without its unit: where either side
 * has another unit, all of what was typed of them stays together.
 */
export function rebased(before: Draft, mine: Draft, theirs: Draft): ReturnType<typeof rebase<Draft>> {
  const byField = rebase(before, mine, theirs, draftFields);
  const isChanged = (by: Draft, among: readonly Field[]) => among.some((field) => by[field] !== before[field]);
  const areApart = unitFields.some((field) => mine[field] !== theirs[field]);
  if (!areApart || !isChanged(mine, inUnits) || !isChanged(theirs, inUnits)) return byField;
  const kept = inUnits.filter((field) => mine[field] !== theirs[field]);
  return {
    draft: { ...byField.draft, ...Object.fromEntries(inUnits.map((field) => [field, mine[field]])) },
    differences: byField.differences.map((one) => ({
      ...one,
      kept: one.kept || kept.some((field) => labels[field] === one.label),
    })),
  };
}
