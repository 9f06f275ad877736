import {
  type Amounts,
  centsOf,
  type Currency,
  currency as currencies,
  moneyOf,
  priceProblems,
  priceUnitProblem,
} from '@portal/contract/pricing/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail, refuseProblems } from '#platform/core/fail.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { isAskedIn } from './asked.ts';
import { holdParties, type Parties } from './queries.ts';
import { tellOfPrices } from './tell.ts';

export interface NewPrice extends Parties, Amounts {
  currency: Currency;
  /** The unit that it was entered for, where that is said: the one that the product has now, or one that something was asked for in. */
  quantityUnit?: string | undefined;
  /** The first day on which it holds; it may lie ahead. */
  effectiveOn: string;
}

/**
 * Sets a price for one unit of a product from a day on. What was asked for in a former unit, or of a product that is removed since, is
 * invoiced too, so its price can still be set. Of two at once for one day the unique index lets one in (OPS-40, REL-08).
 */
export async function setPrice(act: Act<Actor & { providerId: number }>, given: NewPrice): Promise<number> {
  const { tx, viewer, now, record } = act;
  refuseProblems({
    ...priceProblems(given),
    currency: currencies.safeParse(given.currency).success
      ? undefined
      : `must be one of ${currencies.options.join(', ')}`,
  });
  const product = await holdParties(tx, given);
  if (!product) throw fail('not_found');
  const unit = given.quantityUnit ?? product.unit;
  if ((product.isRemoved || unit !== product.unit) && !(await isAskedIn(tx, given, unit))) {
    if (product.isRemoved) throw fail('not_found');
    refuseProblems({ quantityUnit: priceUnitProblem(given, product.unit) });
  }
  const fields = {
    product_id: given.productId,
    partner_id: given.partnerId,
    sponsor_id: given.sponsorId,
    drug_price: asKept(given.drugPrice),
    shipping_fee: asKept(given.shippingFee),
    dispense_fee: asKept(given.dispenseFee),
    currency: given.currency,
    quantity_unit: unit,
    effective_on: given.effectiveOn,
  };
  const added = await tx
    .insertInto('product_price')
    .values({ ...fields, company_id: viewer.companyId, created_at: now(), creator_id: viewer.providerId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('price_id as id')
    .executeTakeFirst();
  if (!added) throw fail('product_price.same_day');
  await record({
    action: 'product_price.set',
    record: { kind: 'product_price', id: added.id },
    changes: created(fields),
  });
  await tellOfPrices(act, [added.id], given);
  return added.id;
}

/** The same amount as the column has it, so that the record shows what was stored. */
const asKept = (amount: string): string => moneyOf(centsOf(amount) ?? 0);
