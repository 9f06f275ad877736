import { plusDays } from '../kit/today.ts';

/** The periods that reports are made of most: each up to this day, but for the one that is over. */
export function quickPeriods(today: string): { label: string; period: Period }[] {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7));
  const firstOf = (which: number) => new Date(Date.UTC(year, which - 1, 1)).toISOString().slice(0, 10);
  return [
    { label: 'This month', period: { start_date: firstOf(month), end_date: today } },
    { label: 'Last month', period: { start_date: firstOf(month - 1), end_date: plusDays(firstOf(month), -1) } },
    { label: 'This quarter', period: { start_date: firstOf(month - ((month - 1) % 3)), end_date: today } },
    { label: 'This year', period: { start_date: firstOf(1), end_date: today } },
  ];
}

export interface Period {
  start_date: string;
  end_date: string;
}
