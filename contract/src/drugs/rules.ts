/** How medications are looked for in the directory (DRG-01 to DRG-05, CCN-08). */
export const shortestTerm = 4;
const mostDigits = 9;
export const mostResults = 10;
export const tooShort = 'Enter at least 4 characters';

/** An NDC term without the hyphens that people type; what is wrong with it is an error of its own (DRG-04). */
export function ndcTerm(term: string): { digits: string } | { problem: 'NDC_LIMIT' | 'INVALID_NDC' } {
  const digits = term.replaceAll('-', '').trim();
  if (!/^\d*$/.test(digits)) return { problem: 'INVALID_NDC' };
  return digits.length > mostDigits ? { problem: 'NDC_LIMIT' } : { digits };
}
