/** How moments are shown in conversations: as they are on the clock here. */
import { asClinicTime } from '#kit/clinic-time.ts';
import { plusDays } from '#kit/plus-days.ts';
import { dayOf, today } from '#kit/today.ts';

const shownDay = (at: Date): string => asClinicTime(at).split(', ')[0] ?? '';

export const exactly = asClinicTime;
export const timeOfDay = (at: Date): string => asClinicTime(at).split(', ')[1] ?? '';
export const isSameDay = (at: Date, other: Date | undefined): boolean =>
  other !== undefined && dayOf(at) === dayOf(other);

/** The time of today, else the day. */
export const shortTime = (at: Date): string => (dayOf(at) === today() ? timeOfDay(at) : shownDay(at));

/** The line above the messages of a day. Not every day has 24 hours. */
export function dayWords(at: Date): string {
  if (dayOf(at) === today()) return 'Today';
  return dayOf(at) === plusDays(today(), -1) ? 'Yesterday' : shownDay(at);
}
