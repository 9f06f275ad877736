import { asClinicTime } from '#kit/clinic-time.ts';

/** ACT-05, CCN-07, OPC-23: when something is due, or for how long it has been; rounded down. */
export function dueWords(due: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - due.getTime()) / 60_000);
  if (minutes < 0) return asClinicTime(due);
  if (minutes < 60) return overdue(minutes, 'minute');
  return minutes < 1440 ? overdue(Math.floor(minutes / 60), 'hour') : overdue(Math.floor(minutes / 1440), 'day');
}

const overdue = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'} overdue`;
