import { partnerKinds } from '@portal/contract/partners/kinds.ts';
import type { Act } from '#platform/act/act.ts';
import { peopleOfTrial, type Sight } from '#rooms/care-groups/door.ts';
import { endSuppliesBy } from '#rooms/partners/door.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { presentCurrent } from './present.ts';
import { acceptedFields, type GivenProduct } from './product-fields.ts';
import { lockProduct, suppliedColumn } from './queries.ts';

export interface ProductChange extends GivenProduct {
  /** The trial, or one of its sites. */
  careGroupId: number;
  productId: number;
  version?: number | undefined;
}

/**
 * Changes a product and gives its new version. Requests that are on their way keep the quantities they were made with, and
 * their partner; all requests keep what it was called, by a trigger of the database. A kind of partner that the product is not
 * for any more supplies it no longer (PRD-10).
 */
export async function changeProduct(act: Act<Actor & Sight>, given: ProductChange): Promise<number> {
  const { tx, viewer, record, announce } = act;
  const before = await lockProduct(tx, viewer, given.careGroupId, given.productId, 'change');
  if (!before) throw fail('not_found');
  if (given.version !== undefined && given.version !== before.version) throw failStale(presentCurrent(before));
  const fields = acceptedFields({
    ...given,
    // Left out: as it was, since suppliers hang on it.
    pharmacySupplied: given.pharmacySupplied ?? before.pharmacy_supplied,
    wholesalerSupplied: given.wholesalerSupplied ?? before.wholesaler_supplied,
  });
  const changes = changesBetween(before as Record<string, unknown>, fields);
  if (changes.length === 0) return before.version;
  for (const kind of partnerKinds) {
    const supplies = suppliedColumn(kind);
    if (before[supplies] && !fields[supplies]) await endSuppliesBy(act, kind, given.productId);
  }
  const version = before.version + 1;
  await tx
    .updateTable('product')
    .set({ ...fields, version })
    .where('product_id', '=', given.productId)
    .execute();
  await record({
    action: 'product.changed',
    record: { kind: 'product', id: given.productId },
    changes,
  });
  await announce({
    type: 'product.changed',
    id: given.productId,
    careGroupId: before.trial_id,
    people: await peopleOfTrial(act, before.trial_id),
  });
  return version;
}
