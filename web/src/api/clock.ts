/** The server's clock, as its answers tell it: a browser's may be wrong by a day (REL-10). */
let aheadMs = 0;

/** Reads the clock from an answer. */
export function hearClock(headers: Headers): void {
  const now = Number(headers.get('x-now'));
  if (now > 0) aheadMs = now - Date.now();
}

/** What the server's clock says now, within the time an answer travels. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);

/** Today for the server: its UTC day, by which its rules go (REL-10). */
export const serverDay = (): string => serverNow().toISOString().slice(0, 10);
