import { implausibleDayProblem } from '../plausible-day.ts';

/** A clock may be behind, and whoever chooses this very minute needs a while for the rest. */
const graceMs = 5 * 60_000;

/** When a patient may be called again: not in the past, and in no year in which a digit was mistyped. Null where nothing is wrong. */
export function followUpTimeProblem(at: Date, now: Date): string | null {
  if (at.getTime() < now.getTime() - graceMs) return 'Date and time must not lie in the past.';
  return implausibleDayProblem(at.toISOString().slice(0, 10), 'Date and time');
}
