import { serverNow } from '#api/clock.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { plusDays } from '#kit/plus-days.ts';
import { dayOf } from '#kit/today.ts';

/** CCN-06. */
const daysAhead = 7;
const two = (value: number): string => String(value).padStart(2, '0');

/** As a field of date and time has it, where the person sits. */
export const asFieldTime = (at: Date): string => `${dayOf(at)}T${two(at.getHours())}:${two(at.getMinutes())}`;

/** What is proposed for a new follow-up. */
export const inAWeek = (): string => {
  const now = serverNow();
  return `${plusDays(dayOf(now), daysAhead)}${asFieldTime(now).slice(10)}`;
};

/**
 * Such a field's time as lists show it, since the browser writes day and month in an order of its own; with the whole year, in which a
 * digit may be mistyped. Nothing while none is chosen.
 */
export function timeInWords(at: string): string | undefined {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return undefined;
  return asClinicTime(time).replace(/\d\d(?=, )/, String(time.getFullYear()).padStart(4, '0'));
}
