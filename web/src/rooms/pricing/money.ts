/** Money as people read it. It stays decimal text; nothing is calculated with it. */
import { centsOf } from '@portal/contract/pricing/rules.ts';
import { oneOf } from '#kit/amount.ts';
import type { Allowed } from '#kit/StrictField.tsx';

/** `1234.50` and `USD` as `1,234.50 USD`. */
export const asMoney = (amount: string, currency: string): string =>
  `${amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')} ${currency}`;

/** What a price is the price of: `per Bottle`; empty where no unit is known. Beside a price of another unit that has the same singular it is called as it is stored. */
export function perUnit(quantityUnit: string, beside: readonly { quantityUnit: string }[] = []): string {
  if (quantityUnit === '') return '';
  const one = oneOf(quantityUnit);
  const isAlike = beside.some((other) => other.quantityUnit !== quantityUnit && oneOf(other.quantityUnit) === one);
  return `per ${isAlike ? quantityUnit : one}`;
}

/** For sorting: all amounts of one column have as many decimals. */
export const sortableAmount = (amount: string): number => centsOf(amount) ?? 0;

/** What is typed into a field for money: digits and one point; a comma is taken for the point, and a minus is answered. */
export const money: Allowed = {
  keep: (typed) => typed.replaceAll(',', '.').replace(/[^\d.-]/g, ''),
  refused: /[^\d.,-]/g,
  only: 'Digits and one point only',
};
