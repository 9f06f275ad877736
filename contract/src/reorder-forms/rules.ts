/** How large a medication list may be, and how much of one medication is ordered at once. */

/** RML-03 names no limits. Full to the last letter, even of a script with four bytes a letter, a list is within the usual body. */
export const mostMedications = 500;
export const longestName = 100;
export const longestDosage = 100;
export const longestInformation = 250;

const mostOrdered = 999;
export const quantityMessage = `must be a whole number from 1 to ${mostOrdered}`;

/** The quantity that was typed, or null when it is none: "2.5" and "1e3" are not read as something else. */
export function quantityOf(typed: string): number | null {
  const quantity = /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : 0;
  return quantity >= 1 && quantity <= mostOrdered ? quantity : null;
}
