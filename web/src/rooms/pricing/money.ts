/** Money as people read it. It stays decimal text; nothing is calculated with it. */
import { centsOf } from '@portal/contract/pricing/rules.ts';
import type { Allowed } from '#kit/StrictField.tsx';

/** `1234.50` and `USD` as `1,234.50 USD`. */
export const asMoney = (amount: string, currency: string): string =>
  `${amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')} ${currency}`;

/** For sorting: all amounts of one column have as many decimals. */
export const sortableAmount = (amount: string): number => centsOf(amount) ?? 0;

/** What is typed into a field for money: digits and one point; a comma is taken for the point, and a minus is answered. */
export const money: Allowed = {
  keep: (typed) => typed.replaceAll(',', '.').replace(/[^\d.-]/g, ''),
  refused: /[^\d.,-]/g,
  only: 'Digits and one point only',
};
