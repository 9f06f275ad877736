/** The reporting page: its months, and when the access to a site is due to be reviewed. */

export const outreachChannels = ['email', 'sms'] as const;
export type OutreachChannel = (typeof outreachChannels)[number];

/** `2026-11`. */
export const monthName = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/;
const monthsShown = 12;

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

/** `2026-Q4`. */
export const quarterName = /^(?!0000)\d{4}-Q[1-4]$/;
const quartersShown = 8;

/** The quarters that a report shows, the oldest first; the last one is that of this day. */
export function quartersUntil(today: string): string[] {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const last = year * 4 + Math.ceil(month / 3) - 1;
  return Array.from({ length: quartersShown }, (_, n) => last - quartersShown + 1 + n).map(
    (count) => `${String(Math.floor(count / 4)).padStart(4, '0')}-Q${(count % 4) + 1}`,
  );
}

/** The first and the last month of a quarter. */
export function monthsOfQuarter(quarter: string): { first: string; last: string } {
  const first = Number(quarter.slice(-1)) * 3 - 2;
  const monthNamed = (month: number) => `${quarter.slice(0, 4)}-${String(month).padStart(2, '0')}`;
  return { first: monthNamed(first), last: monthNamed(first + 2) };
}

/** What became of an assessment: a patient can answer it, has answered it, or it is over without an answer. */
export const assessmentStates = ['open', 'answered', 'ended'] as const;
export type AssessmentState = (typeof assessmentStates)[number];

const monthAt = (count: number): string =>
  `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;

/** A quarter, as access reviews are usually asked for; a site that was never reported on is due. */
export const reviewDays = 90;
export const isDue = (daysSince: number | null): boolean => daysSince === null || daysSince >= reviewDays;
