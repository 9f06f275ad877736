import { plusDays } from '#kit/plus-days.ts';

/** OPC-24: whether one was sent on the UTC day of this moment, as the server judges it. */
export const isSentOn = (history: readonly { timeSent: Date }[], now: Date): boolean =>
  history.some(({ timeSent }) => utcDay(timeSent) === utcDay(now));
/** When the next UTC day begins. */
export const nextDayAfter = (now: Date): Date => new Date(`${plusDays(utcDay(now), 1)}T00:00:00Z`);

const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);
