/** Which follow-ups are looked at, as it stands in the page's address (FUP-03, FUP-05, OPC-39). */
import { isMonth } from '#kit/month.ts';
import { plusDays } from '#kit/plus-days.ts';
import { readDay } from '#kit/typed-day.ts';

export interface Look {
  /** Whose; nobody chosen is nobody's. */
  providers: readonly number[];
  isAll: boolean;
  start: string | null;
  end: string | null;
  isToday: boolean;
}
export const views = ['list', 'overdue', 'past', 'calendar'] as const;
export type View = (typeof views)[number];
/** Looks at them in the view that is shown, or as a list. */
export type OnLook = (look: Look, as?: 'list') => void;

interface InAddress {
  cp?: unknown;
  from?: unknown;
  to?: unknown;
  day?: unknown;
  view?: unknown;
  month?: unknown;
}

/** OPC-39: at start one's own, for today and the seven days after it. */
export const atStart = (cpId: number, today: string): Look => ({
  providers: [cpId],
  isAll: false,
  start: today,
  end: plusDays(today, 7),
  isToday: false,
});

const dayIn = (value: unknown): string | null => (typeof value === 'string' ? readDay(value) : null);
const numbersIn = (value: unknown): number[] =>
  (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
    .split(',')
    .map(Number)
    .filter((one) => Number.isSafeInteger(one) && one > 0);

export function readLook(search: InAddress, cpId: number, today: string): Look {
  const usual = atStart(cpId, today);
  const isAll = search.cp === 'all';
  const chosen = numbersIn(search.cp);
  return {
    providers: isAll || chosen.length === 0 ? usual.providers : chosen,
    isAll,
    start: dayIn(search.from) ?? usual.start,
    end: dayIn(search.to) ?? usual.end,
    isToday: search.day === 'today',
  };
}

/** What is as at the start is left out; of the days both or neither, since the start of tomorrow is another one. */
export function lookAsSearch(look: Look, cpId: number, today: string): InAddress {
  const usual = atStart(cpId, today);
  const { providers, isAll, start, end, isToday } = look;
  const isOwn = providers.length === 1 && providers[0] === cpId;
  const hasUsualDays = start === usual.start && end === usual.end;
  return {
    // A number alone stays one: the router would put its text into quotation marks.
    cp: isAll ? 'all' : isOwn ? undefined : providers.length === 1 ? providers[0] : providers.join(','),
    from: hasUsualDays ? undefined : (start ?? undefined),
    to: hasUsualDays ? undefined : (end ?? undefined),
    day: isToday ? 'today' : undefined,
  };
}

/** What an address says of a look: as long as that stays, it is the same look, also when its usual days go on with the day. */
export const saidIn = ({ cp, from, to, day }: InAddress): string => JSON.stringify([cp, from, to, day]);

export const viewIn = ({ view }: InAddress): View => views.find((one) => one === view) ?? 'list';
export const monthIn = ({ month }: InAddress): string | null => (isMonth(month) ? month : null);

/** FUP-07, OPC-40: the same day twice is that one day. Days that are not shown are no problem. */
export function lookProblem({ providers, isAll, start, end, isToday }: Look, withDays: boolean): string | null {
  if (!isAll && providers.length === 0) return 'Choose a care provider.';
  if (!withDays || isToday) return null;
  if (!start || !end) return 'Choose a start and an end date.';
  return start > end ? 'Start date must be before end date.' : null;
}

/** From one day to another, both included. */
export interface Days {
  sDate: string;
  eDate: string;
}
/** The days that are looked at: of one day, or of a range. */
export const daysOf = ({ start, end, isToday }: Look, today: string): Days =>
  isToday ? { sDate: today, eDate: today } : { sDate: start ?? today, eDate: end ?? today };
/** The year before today. */
export const pastDays = (today: string): Days => ({ sDate: plusDays(today, -365), eDate: plusDays(today, -1) });
/** The days of UTC, which the server's are, that the days of this clock lie in. */
export const utcDaysOf = ({ sDate, eDate }: Days): Days => ({
  sDate: utcDayOf(`${sDate}T00:00:00`),
  eDate: utcDayOf(`${eDate}T23:59:59.999`),
});
const utcDayOf = (here: string): string => new Date(here).toISOString().slice(0, 10);
/** OPC-39: nobody is named where all are asked for. */
export const whose = ({ providers, isAll }: Look) => (isAll ? {} : { cpId: [...providers] });
