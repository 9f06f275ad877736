/** A clock may be behind, and whoever chooses this very minute needs a while for the rest. */
const graceMs = 5 * 60_000;
/** Further ahead nobody plans a call: a digit of the year was mistyped. */
const mostYearsAhead = 10;

/** When a patient may be called again. Null where nothing is wrong. */
export function followUpTimeProblem(at: Date, now: Date): string | null {
  if (at.getTime() < now.getTime() - graceMs) return 'Date and time must not lie in the past.';
  const latest = new Date(now);
  latest.setUTCFullYear(now.getUTCFullYear() + mostYearsAhead);
  return at > latest ? `Date and time must lie within the next ${mostYearsAhead} years. Please check the year.` : null;
}
