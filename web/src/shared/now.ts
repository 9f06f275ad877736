import { useEffect, useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { today } from '#kit/today.ts';

/** The time of the server, told anew each minute: what becomes late does so without an event. */
export function useNow(): Date {
  const [now, tick] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => tick(serverNow()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** The day by this reading of the clock, also where it stays on the screen: over midnight it goes on, and until then nothing is rendered. */
export function useDay(dayNow: () => string): string {
  const [, tell] = useState(dayNow);
  useEffect(() => {
    const timer = setInterval(() => tell(dayNow()), 60_000);
    return () => clearInterval(timer);
  }, [dayNow]);
  return dayNow();
}

/** Today where the person sits. */
export const useToday = (): string => useDay(today);
