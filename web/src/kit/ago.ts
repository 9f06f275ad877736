import { serverNow } from './clock.ts';

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
