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

/** The month of an instant in this clock's own zone, short and in the person's language. */
export const monthOf = (date: Date): string => spoken.months[date.getMonth()] ?? '';

const two = (value: number) => String(value).padStart(2, '0');
const four = (value: number) => String(value).padStart(4, '0');

/** The day of this clock's own zone, as `YYYY-MM-DD`. */
export const dayOf = (date: Date): string =>
  `${four(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** Today where the person sits, by the server's clock (REL-10). */
export const today = (): string => dayOf(serverNow());

/** A day that many days later, or earlier when negative. */
export function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

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

/** What a person typed as a day, or null when there is no such day. Reads all displays and the wire's own form. */
export function readDay(typed: string): string | null {
  const text = typed.trim();
  const wire = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (wire) return existing(Number(wire[1]), Number(wire[2]), Number(wire[3]));
  const named = /^(\d{1,2})[-/. ](\p{L}{3,})\.?[-/. ](\d{4})$/u.exec(text);
  if (named) {
    const month = monthCalled(named[2] ?? '');
    return month < 0 ? null : existing(Number(named[3]), month + 1, Number(named[1]));
  }
  const digits = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text);
  return digits ? existing(Number(digits[3]), Number(digits[2]), Number(digits[1])) : null;
}

/** In the person's language or in English, short or whole. */
function monthCalled(word: string): number {
  const plain = (name: string) => name.normalize('NFC').toLowerCase().replace('.', '');
  const among = (months: readonly string[]) => months.findIndex((name) => plain(word).startsWith(plain(name)));
  const own = among(spoken.months);
  return own < 0 ? among(english) : own;
}

function existing(year: number, month: number, date: number): string | null {
  if (year < 1 || month < 1 || month > 12 || date < 1) return null;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return date > length ? null : `${four(year)}-${two(month)}-${two(date)}`;
}

/** INP-08: digits become DD/MM/YYYY while they are typed; a separator after one digit puts the zero before it. */
export function maskDay(typed: string): string {
  const padded = typed.replace(/^(\d)\D/, '0$1').replace(/^(\d{2})\D?(\d)\D/, '$10$2');
  const digits = padded.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}

const clock = (date: Date) => `${two(date.getHours())}:${two(date.getMinutes())}`;
/** An instant in this clock's own zone: `05-Mar-2026 14:30`. */
export const asMoment = (date: Date, display: DayDisplay = 'DD-MMM-YYYY'): string =>
  `${asDay(dayOf(date), display)} ${clock(date)}`;

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
/** One for all rows: making it takes longer than using it. */
let inWords: Intl.RelativeTimeFormat | undefined;
/** How long ago, in words: "3 hours ago". */
export function ago(date: Date, now = serverNow()): string {
  const seconds = Math.round((date.getTime() - now.getTime()) / 1000);
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) < size) continue;
    inWords ??= new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
    return inWords.format(Math.trunc(seconds / size), unit);
  }
  return 'just now';
}
