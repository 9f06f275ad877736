/** Days as people type and read them on the screens. */
const day = 86_400_000;

/** A day so many days from today. */
export const daysAhead = (days: number): Date => new Date(Date.now() + days * day);
/** 05-Mar-2026, by the day in UTC. */
export const typed = (at: Date): string =>
  at
    .toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })
    .replaceAll(' ', '-')
    .replace('Sept', 'Sep');
/** 2026-03-05 */
export const stored = (at: Date): string => at.toISOString().slice(0, 10);
