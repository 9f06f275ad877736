import { serverNow } from '#api/clock.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { dayOf } from '#kit/today.ts';

/** "Ingrid Solberg completed it at 5:43 AM.", or on which day where that was not today. */
export function doneBy(who: string | null, did: string, at: Date): string {
  const [, time] = asClinicTime(at).split(', ');
  const isToday = dayOf(at) === dayOf(serverNow());
  return `${who || 'Someone else'} ${did} it ${isToday ? `at ${time}` : `on ${asClinicTime(at)}`}.`;
}
