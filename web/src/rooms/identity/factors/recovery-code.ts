/** What was typed as a recovery code, in the form the contract asks for; null when it cannot be one. A test compares. */
export function asRecoveryCode(typed: string): string | null {
  const letters = typed.replace(/[\s-]/g, '').toLowerCase();
  return /^[a-z2-7]{10}$/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : null;
}
