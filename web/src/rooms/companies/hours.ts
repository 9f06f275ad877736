/** When a brand is open, day by day (BST-06 to BST-08). */
import { type Hours, usualHours } from '@portal/contract/companies/brand-rules.ts';

export type Day = Exclude<keyof Hours, 'timezone'>;
export const days = Object.keys(usualHours).filter((key): key is Day => key !== 'timezone');
export const dayName = (day: Day): string => day.slice(0, 1).toUpperCase() + day.slice(1);
export const zones: readonly Hours['timezone'][] = ['ET', 'CT', 'MT', 'PT'];
export const closedNote = 'Closed on Weekends and major Holidays';

/** What a day that opens again begins with. */
export const usualDay = '08:00-19:00';

/** Each may be missing while the other is there: a field of a time is empty while its hour or its minute is. */
const times = (text: string): string[] => (text === 'Closed' ? [] : text.split('-'));
export const opensAt = (text: string): string => times(text)[0] ?? '';
export const closesAt = (text: string): string => times(text)[1] ?? '';

/** What is wrong with one day; null where nothing is. */
export function dayProblem(text: string): string | null {
  if (text === 'Closed') return null;
  if (!/^\d\d:\d\d-\d\d:\d\d$/.test(text)) return 'Please enter both times.';
  return opensAt(text) < closesAt(text) ? null : 'It must close after it opens.';
}

export const hoursLine = (hours: Hours): string =>
  `${days.map((day) => `${dayName(day).slice(0, 3)} ${hours[day]}`).join(', ')} ${hours.timezone}`;
