/** A price while it is typed in. */
import { type Amounts, type Currency, type PriceState, priceStates } from '@portal/contract/pricing/rules.ts';
import { serverDay } from '#api/clock.ts';
import type { Prices } from './calls.ts';

export interface PriceDraft extends Amounts {
  currency: Currency;
  /** The unit that the price is typed in for. */
  quantityUnit: string;
  effectiveDate: string | null;
}

/** What is typed in, in the order of the fields. */
export const amountNames: Record<keyof Amounts, string> = {
  drugPrice: 'Price',
  shippingFee: 'Shipping fee',
  dispenseFee: 'Dispense fee',
};
export const amountFields = Object.keys(amountNames) as (keyof Amounts)[];

/** Which price holds, by the unit of the product and the day of the server, for which prices are agreed (OPS-41). By their numbers. */
export const statesOf = (prices: Prices | undefined): ReadonlyMap<number, PriceState> =>
  prices ? priceStates(prices.prices, serverDay(), prices.quantityUnit) : new Map();

/** The price that holds today, and its fees. */
export interface Present extends Amounts {
  currency: Currency;
}
export function presentOf(prices: Prices | undefined): Present | null {
  const states = statesOf(prices);
  const current = prices?.prices.find(({ eventId }) => states.get(eventId) === 'Current');
  if (!current) return null;
  const { price, currency, shippingFee, dispenseFee } = current;
  return { drugPrice: price, currency, shippingFee, dispenseFee };
}

/** The first day on which something has no price in the unit that is asked for. */
export const unpricedSince = (prices: Prices | undefined): string | undefined =>
  prices?.unpriced.find(({ quantityUnit }) => quantityUnit === prices.quantityUnit)?.since;

/**
 * PRC-12: everything starts in the currency that is used already; the fees, which seldom change, as they are. What has no price gets it
 * from the first day on which it has none; the price of today is changed from today.
 */
export function draftFrom(prices: Prices | undefined, isOfFormerUnit = false): PriceDraft {
  const present = presentOf(prices);
  const isUnpriced = isOfFormerUnit || !present;
  return {
    drugPrice: '',
    currency: present?.currency ?? prices?.prices[0]?.currency ?? 'USD',
    quantityUnit: prices?.quantityUnit ?? '',
    shippingFee: present?.shippingFee ?? '',
    dispenseFee: present?.dispenseFee ?? '',
    effectiveDate: (isUnpriced ? unpricedSince(prices) : undefined) ?? serverDay(),
  };
}
