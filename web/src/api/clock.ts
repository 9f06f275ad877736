import { serverNow, setServerNow } from '#kit/clock.ts';

export { serverNow } from '#kit/clock.ts';

/** Reads the server's clock from an answer: a browser's may be wrong by a day (REL-10). */
export function hearClock(headers: Headers): void {
  const now = Number(headers.get('x-now'));
  if (now > 0) setServerNow(now);
}

/** Today for the server: its UTC day, by which its rules go (REL-10). */
export const serverDay = (): string => serverNow().toISOString().slice(0, 10);
