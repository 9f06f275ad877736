/** A month as `YYYY-MM`, with its days. */
import { plusDays } from './plus-days.ts';

export const isMonth = (text: unknown): text is string =>
  typeof text === 'string' && /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text);

export const monthOf = (day: string): string => day.slice(0, 7);

/** So many months later, or earlier when negative. */
export function plusMonths(month: string, count: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + count);
  return at.toISOString().slice(0, 7);
}

export const firstDayOf = (month: string): string => `${month}-01`;
export const lastDayOf = (month: string): string => plusDays(firstDayOf(plusMonths(month, 1)), -1);

/** Weeks from Monday to Sunday; null stands for a day of another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = firstDayOf(month);
  const before = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  const length = Number(lastDayOf(month).slice(8));
  const cells = Array.from({ length: Math.ceil((before + length) / 7) * 7 }, (_, at) =>
    at < before || at >= before + length ? null : plusDays(first, at - before),
  );
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
