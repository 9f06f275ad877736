/** What a price of a product must be. Money is decimal text and cents are counted whole, so that nothing is rounded. */
import { z } from 'zod';

/** PRC-06. */
export const currency = z.enum(['USD', 'GBP', 'EUR'], 'must be one of USD, GBP, EUR');
export type Currency = z.infer<typeof currency>;

/** PRC-09, PRC-10. */
export const messages = {
  price: 'needs to be more than 0.0',
  fee: 'needs to be 0.0 or more',
  amount: 'must be an amount such as 12.50, with at most ten digits before the point',
} as const;

/** What a price asks for: the drug itself, and the two fees in the same currency (PRC-12). */
export interface Amounts {
  drugPrice: string;
  shippingFee: string;
  dispenseFee: string;
}

/** Decimal text in cents; null where it is no amount that can be kept. */
export function centsOf(amount: string): number | null {
  const [, sign, units, decimals = ''] = /^(-?)(\d{1,10})(?:\.(\d{1,2}))?$/.exec(amount) ?? [];
  if (units === undefined) return null;
  const cents = Number(units + decimals.padEnd(2, '0'));
  return sign ? 0 - cents : cents;
}

/** Cents that are not negative as decimal text, with both decimals. */
export const moneyOf = (cents: number): string =>
  String(cents)
    .padStart(3, '0')
    .replace(/(\d\d)$/, '.$1');

const priceProblem = (amount: string): string | undefined => problemOf(amount, (cents) => cents > 0, messages.price);
const feeProblem = (amount: string): string | undefined => problemOf(amount, (cents) => cents >= 0, messages.fee);
function problemOf(amount: string, isGood: (cents: number) => boolean, message: string): string | undefined {
  const cents = centsOf(amount);
  if (cents === null) return messages.amount;
  return isGood(cents) ? undefined : message;
}

/** What is wrong with a price, by field (PRC-09, PRC-10). */
export const priceProblems = (given: Amounts): { [field in keyof Amounts]: string | undefined } => ({
  drugPrice: priceProblem(given.drugPrice),
  shippingFee: feeProblem(given.shippingFee),
  dispenseFee: feeProblem(given.dispenseFee),
});
