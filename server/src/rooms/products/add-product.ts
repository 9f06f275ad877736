import type { Act } from '#platform/act/act.ts';
import { peopleOfTrial, type Sight, trialOf } from '#rooms/care-groups/door.ts';
import { fail } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import { type Actor, seesGroup } from '#platform/security/viewer.ts';
import { acceptedFields, type GivenProduct } from './product-fields.ts';

export interface NewProduct extends GivenProduct {
  /** The trial, or one of its sites (OPS-45). */
  trialId: number;
}

/** Adds a product to a trial. Who has only sites of it sees its products but does not add to them. */
export async function addProduct(act: Act<Actor & Sight>, given: NewProduct): Promise<number> {
  const { tx, viewer, record, announce } = act;
  const trialId = await trialOf(tx, viewer, given.trialId);
  if (!trialId || !seesGroup(viewer, trialId)) throw fail('not_found');
  const fields = { trial_id: trialId, ...acceptedFields(given) };
  const { id } = await tx
    .insertInto('product')
    .values({ ...fields, company_id: viewer.companyId })
    .returning('product_id as id')
    .executeTakeFirstOrThrow();
  await record({
    action: 'product.added',
    record: { kind: 'product', id },
    changes: created(fields),
  });
  const people = await peopleOfTrial(act, trialId);
  await announce({ type: 'product.changed', id, careGroupId: trialId, people });
  return id;
}
