/** The reporting page: its months, and when the access to a site is due to be reviewed. */

export const outreachChannels = ['email', 'sms'] as const;
export type OutreachChannel = (typeof outreachChannels)[number];

/** `2026-11`. */
export const monthName = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;
export const monthsShown = 12;

/** The months that a report shows, the oldest first; the last one is that of this day. */
export function monthsUntil(today: string): string[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  return Array.from({ length: monthsShown }, (_, n) => monthAt(year * 12 + month - monthsShown + n));
}

/** The month after this one. */
export function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return monthAt(year * 12 + number);
}

const monthAt = (count: number): string =>
  `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;

/** A quarter, as access reviews are usually asked for; a site that was never reported on is due. */
export const reviewDays = 90;
export const isDue = (daysSince: number | null): boolean => daysSince === null || daysSince >= reviewDays;
