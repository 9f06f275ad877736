/** How often something comes round, as number and period: "3d", "2w", "1M" (INP-02, SCN-08). */
export const periods = [
  { code: 'd', label: 'day' },
  { code: 'w', label: 'week' },
  { code: 'M', label: 'month' },
] as const;
export type Period = (typeof periods)[number]['code'];

/** The wire's text taken apart; null when it is none (INP-03). */
export function frequencyOf(encoded: string | null): { number: number; period: Period } | null {
  const [, number, period] = /^(\d{1,6})([dwM])$/.exec(encoded ?? '') ?? [];
  return number === undefined ? null : { number: Number(number), period: period as Period };
}

/** INP-04, OPN-72: what is wrong with a typed number; an empty one is no value. */
export function numberProblem(typed: string): string | null {
  if (typed === '') return null;
  if (/^-\d+$/.test(typed) && Number(typed) !== 0) return 'Number must be non-negative';
  return /^-?\d{1,6}$/.test(typed) ? null : 'must be a whole number';
}

/** The value to hand over; null where there is none (yet). */
export const encoded = (typed: string, period: Period): string | null =>
  typed === '' || numberProblem(typed) !== null ? null : `${Math.abs(Number(typed))}${period}`;
