import { monthInFilesOf, monthOf } from './today.ts';

const two = (value: number) => String(value).padStart(2, '0');

/**
 * An instant in this clock's own zone, as the clinic's screens and those of its people show it (CLN-25): `3 Jan 26, 4:05 PM`. The month is
 * named in the person's language.
 */
export const asClinicTime = (date: Date): string => written(date, monthOf(date));

/** The same in English, for what leaves the screen: the paper of an order. */
export const asClinicTimeInFiles = (date: Date): string => written(date, monthInFilesOf(date));

function written(date: Date, month: string): string {
  const hour = date.getHours();
  const time = `${hour % 12 || 12}:${two(date.getMinutes())} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${date.getDate()} ${month} ${two(date.getFullYear() % 100)}, ${time}`;
}
