import { serverNow } from '#api/clock.ts';
import { plusDays } from '#kit/plus-days.ts';
import { today } from '#kit/today.ts';

/** The periods of this moment. Reports count by UTC days: where that is tomorrow already, what was made since then belongs to them. */
export const quickPeriodsNow = () => quickPeriods(today(), serverNow().toISOString().slice(0, 10));

/** The periods that reports are made of most: each up to the later of the person's day and the UTC day, but for the one that is over. */
export function quickPeriods(today: string, utcDay: string): { label: string; period: Period }[] {
  const end = utcDay > today ? utcDay : today;
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const firstOf = (which: number) => new Date(Date.UTC(year, which - 1, 1)).toISOString().slice(0, 10);
  return [
    { label: 'This month', period: { start_date: firstOf(month), end_date: end } },
    { label: 'Last month', period: { start_date: firstOf(month - 1), end_date: plusDays(firstOf(month), -1) } },
    { label: 'This quarter', period: { start_date: firstOf(month - ((month - 1) % 3)), end_date: end } },
    { label: 'This year', period: { start_date: firstOf(1), end_date: end } },
  ];
}

export interface Period {
  start_date: string;
  end_date: string;
}
