/** Days as people type them. A page that shows days alone does not load this. */
import { typedMonths } from './today.ts';

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

/** Short or whole. */
function monthCalled(word: string): number {
  const plain = (name: string) => name.normalize('NFC').toLowerCase().replace('.', '');
  for (const months of typedMonths()) {
    const month = months.findIndex((name) => plain(word).startsWith(plain(name)));
    if (month >= 0) return month;
  }
  return -1;
}

function existing(year: number, month: number, date: number): string | null {
  if (year < 1 || month < 1 || month > 12 || date < 1) return null;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = month === 2 ? (leap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return date > length ? null : [padded(year, 4), padded(month, 2), padded(date, 2)].join('-');
}

const padded = (value: number, length: number) => String(value).padStart(length, '0');

/** INP-08: digits become DD/MM/YYYY while they are typed; a separator after one digit puts the zero before it. */
export function maskDay(typed: string): string {
  const separated = typed.replace(/^(\d)\D/, '0$1').replace(/^(\d{2})\D?(\d)\D/, '$10$2');
  const digits = separated.replace(/\D/g, '').slice(0, 8);
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/');
}
