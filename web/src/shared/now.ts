import { useEffect, useState } from 'react';
import { serverNow } from '#api/clock.ts';

/** The time of the server, told anew each minute: what becomes late does so without an event. */
export function useNow(): Date {
  const [now, tick] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => tick(serverNow()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
