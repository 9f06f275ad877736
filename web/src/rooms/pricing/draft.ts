/** A price while it is typed in. */
import type { Amounts, Currency } from '@portal/contract/pricing/rules.ts';
import { today } from '#kit/today.ts';
import type { Prices } from './calls.ts';

export interface PriceDraft extends Amounts {
  currency: Currency;
  effectiveDate: string | null;
}

/** PRC-12: everything starts in the currency that is used already. */
export const draftFrom = (prices: Prices | undefined): PriceDraft => ({
  drugPrice: '',
  currency: prices?.currency ?? prices?.prices[0]?.currency ?? 'USD',
  shippingFee: '',
  dispenseFee: '',
  effectiveDate: today(),
});

/** The price that holds today. */
export interface Present {
  amount: string;
  currency: Currency;
}
export const presentOf = (prices: Prices | undefined): Present | null =>
  prices?.drugPrice && prices.currency ? { amount: prices.drugPrice, currency: prices.currency } : null;
