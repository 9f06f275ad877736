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

/** The price of one Bottle says nothing of one Tablet: a price counts for the unit that it was entered for, where that is said. */
export const priceUnitProblem = (given: { quantityUnit?: string | undefined }, now: string): string | undefined =>
  given.quantityUnit === undefined || given.quantityUnit === now
    ? undefined
    : `The price was entered for the unit “${given.quantityUnit}”, and the unit of this product is “${now}” now. Please enter it again.`;

/** By how much an amount goes up or down, in per cent with one decimal; null where there is nothing to compare. */
export function changeInPercent(from: string, to: string): number | null {
  const [before, after] = [centsOf(from), centsOf(to)];
  if (before === null || after === null || before <= 0 || after < 0) return null;
  return Math.round(((after - before) * 1000) / before) / 10;
}

/** A change that is asked about before it is sent: by more than a quarter. So is a fee where there was none. */
export function isLargeChange(from: string, to: string): boolean {
  const [before, after] = [centsOf(from), centsOf(to)];
  if (before === null || after === null || before < 0 || after < 0) return false;
  return Math.abs(after - before) * 4 > before;
}

interface Dated {
  eventId: number;
  effectiveDate: string;
  /** Where it has ended, its last day. */
  endedOn?: string;
  quantityUnit: string;
}

/** Whether a valid price counts on a day, unless another of its unit takes its place. */
export const isInForce = ({ effectiveDate, endedOn = '9999-12-31' }: Dated, day: string): boolean =>
  effectiveDate <= day && day <= endedOn;

/** OPS-41: whether a price takes the place of another of its unit where both are in force; of two from one day the newer does. */
export const takesPlaceOf = (price: Dated, other: Dated): boolean =>
  price.quantityUnit === other.quantityUnit &&
  (price.effectiveDate === other.effectiveDate
    ? price.eventId > other.eventId
    : price.effectiveDate > other.effectiveDate);

export type PriceState = 'Current' | 'Future' | 'Past' | 'Other unit';

/**
 * OPS-41: of the valid prices the one that holds on this day, those that begin later, and those that did hold. By their numbers. A
 * price of another unit than the product has now is none of these.
 */
export function priceStates(
  prices: readonly { eventId: number; effectiveDate: string; quantityUnit: string }[],
  today: string,
  unit: string,
): ReadonlyMap<number, PriceState> {
  const begun = prices.filter(({ effectiveDate, quantityUnit }) => effectiveDate <= today && quantityUnit === unit);
  const current = begun.toSorted(
    (one, other) => other.effectiveDate.localeCompare(one.effectiveDate) || other.eventId - one.eventId,
  )[0];
  return new Map(
    prices.map((price) => [
      price.eventId,
      price.quantityUnit !== unit
        ? 'Other unit'
        : price === current
          ? 'Current'
          : price.effectiveDate > today
            ? 'Future'
            : 'Past',
    ]),
  );
}
