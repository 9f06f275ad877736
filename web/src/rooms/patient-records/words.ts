/** How a patient's page says things. */
import { asClinicTime } from '#kit/clinic-time.ts';
import { today } from '#kit/today.ts';

export const statusWords = { 1: 'Active', 0: 'Pending', [-1]: 'Deactivated' } as const;
export const statusColours = { 1: 'green', 0: 'yellow', [-1]: 'gray' } as const;

/** Whole years on a day. */
export function ageOn(dob: string, day = today()): number {
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4));
  return day.slice(5) < dob.slice(5) ? years - 1 : years;
}

/** A day without a time, as CLN-25 shows it with one. */
export const asClinicDay = (day: string | null): string =>
  day ? (asClinicTime(new Date(`${day}T00:00:00`)).split(',')[0] ?? '') : '';

export const yesOrNo = (value: 0 | 1): string => (value === 1 ? 'Yes' : 'No');
