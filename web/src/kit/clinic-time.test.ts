import { expect, test } from 'vitest';
import { asClinicTime } from './clinic-time.ts';

test.each([
  [new Date(2026, 0, 3, 16, 5), '3 Jan 26, 4:05 PM'],
  [new Date(2026, 11, 31, 0, 0), '31 Dec 26, 12:00 AM'],
  [new Date(2009, 6, 15, 12, 30), '15 Jul 09, 12:30 PM'],
])('CLN-25 an instant is shown with day, month and time of day', (at, words) => {
  expect(asClinicTime(at)).toBe(words);
});
