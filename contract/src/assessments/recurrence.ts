/** How often an assessment comes back: "Nd/w/M" on the wire, and the rule of the calendar that is made of it (SCH-04 to SCH-10, OPC-62). */

export const units = ['d', 'w', 'M'] as const;
export type Unit = (typeof units)[number];
export interface Recurrence {
  every: number;
  unit: Unit;
}

/** SCH-05. */
export const mostOfRecurrence = 500;

/** SCH-07, CGW-15: such as 3d, 2w, 1M. Null for anything else. */
export function recurrenceOf(text: string): Recurrence | null {
  const [, digits, unit] = /^([1-9]\d{0,2})([dwM])$/.exec(text) ?? [];
  const every = Number(digits);
  return unit !== undefined && every <= mostOfRecurrence ? { every, unit: unit as Unit } : null;
}

export const asText = ({ every, unit }: Recurrence): string => `${every}${unit}`;

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/** The rule begins at `start`, whose UTC day it repeats; from the 29th on it is the last day of the month (SCH-10). */
export function ruleOf({ every, unit }: Recurrence, start: Date): string {
  if (unit === 'd') return `FREQ=DAILY;INTERVAL=${every}`;
  if (unit === 'w') return `FREQ=WEEKLY;INTERVAL=${every};BYDAY=${weekdays[start.getUTCDay()]}`;
  const day = start.getUTCDate();
  return `FREQ=MONTHLY;INTERVAL=${every};BYMONTHDAY=${day > 28 ? -1 : day}`;
}

const words: Record<Unit, string> = { d: 'day', w: 'week', M: 'month' };

/** "Every day", "Every 2 weeks". */
export const inWords = ({ every, unit }: Recurrence): string =>
  every === 1 ? `Every ${words[unit]}` : `Every ${every} ${words[unit]}s`;

/** The start of something that begins so long after a moment: months end where the shorter one does. */
export function after(moment: Date, { every, unit }: Recurrence): Date {
  const time = new Date(moment);
  if (unit === 'd') time.setUTCDate(time.getUTCDate() + every);
  else if (unit === 'w') time.setUTCDate(time.getUTCDate() + 7 * every);
  else {
    const day = time.getUTCDate();
    time.setUTCDate(1);
    time.setUTCMonth(time.getUTCMonth() + every);
    time.setUTCDate(Math.min(day, lastDayOf(time)));
  }
  return time;
}

const lastDayOf = (time: Date): number =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 0)).getUTCDate();
