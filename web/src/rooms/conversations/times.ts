/** How moments are shown in conversations: as they are on the clock here. */
import { serverNow } from '#api/clock.ts';
import { asClinicTime } from '#kit/clinic-time.ts';

const dayMs = 86_400_000;
const dayOf = (at: Date): string => asClinicTime(at).split(', ')[0] ?? '';

export const exactly = asClinicTime;
export const timeOfDay = (at: Date): string => asClinicTime(at).split(', ')[1] ?? '';
export const isSameDay = (at: Date, other: Date | undefined): boolean =>
  other !== undefined && dayOf(at) === dayOf(other);

/** The time of today, else the day. */
export const shortTime = (at: Date): string => (isSameDay(at, serverNow()) ? timeOfDay(at) : dayOf(at));

/** The line above the messages of a day. */
export function dayWords(at: Date): string {
  const now = serverNow();
  if (isSameDay(at, now)) return 'Today';
  return isSameDay(at, new Date(now.getTime() - dayMs)) ? 'Yesterday' : dayOf(at);
}
