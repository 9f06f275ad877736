import { serverNow } from './clock.ts';

/** Days as people read them. A day is text, `YYYY-MM-DD`, from column to screen (SCN-05, SCN-06, CON-16, OPS-97). */

export type DayDisplay = 'DD/MM/YYYY' | 'DD-MMM-YYYY' | 'DD-MM-YYYY';

const english = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const inEnglish = { locale: 'en', months: english };
let spoken = inEnglish;

/** From now on the screens name months so. */
export const speakDates = (language = inEnglish): void => void (spoken = language);
/** What calendars name their months and weekdays by. */
export const dateLocale = (): string => spoken.locale;

/** The names of months that people type: in their language, and in English. */
export const typedMonths = (): readonly (readonly string[])[] => [spoken.months, english];

/** The month of an instant in this clock's own zone, short and in the person's language. */
export const monthOf = (date: Date): string => spoken.months[date.getMonth()] ?? '';

/** The same in English, for what leaves the screen. */
export const monthInFilesOf = (date: Date): string => english[date.getMonth()] ?? '';

const two = (value: number) => String(value).padStart(2, '0');
const four = (value: number) => String(value).padStart(4, '0');

/** The day of this clock's own zone, as `YYYY-MM-DD`. */
export const dayOf = (date: Date): string =>
  `${four(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Today where the person sits, by the server's clock (REL-10). */
export const today = (): string => dayOf(serverNow());

/** `2026-03-05` as `05/03/2026`, `05-Mar-2026` or `05-03-2026`; empty for no day. The month is named in the person's language. */
export const asDay = (day: string | null | undefined, display: DayDisplay = 'DD-MMM-YYYY'): string =>
  written(day, display, spoken.months);

/** The same in English, for what leaves the screen: files and their names (EXP-02). */
export const asDayInFiles = (day: string | null | undefined, display: DayDisplay = 'DD-MMM-YYYY'): string =>
  written(day, display, english);

function written(day: string | null | undefined, display: DayDisplay, months: readonly string[]): string {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day ?? '') ?? [];
  if (!year || !month || !date) return '';
  if (display === 'DD-MMM-YYYY') return `${date}-${months[Number(month) - 1]}-${year}`;
  return [date, month, year].join(display === 'DD/MM/YYYY' ? '/' : '-');
}

const clock = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`;
/** An instant in this clock's own zone: `05-Mar-2026 14:30`. */
export const asMoment = (date: Date, display: DayDisplay = 'DD-MMM-YYYY'): string =>
  `${asDay(dayOf(date), display)} ${clock(date)}`;
