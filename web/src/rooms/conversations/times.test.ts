import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayWords } from './times.ts';

beforeEach(() => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test.each([
  ['in the hour after the day on which clocks went forward', [2026, 2, 30, 0, 30], [2026, 2, 29, 12], 'Yesterday'],
  ['in the last hour of the day on which clocks went back', [2026, 9, 25, 23, 30], [2026, 9, 24, 12], 'Yesterday'],
  ['in that hour, of the day itself', [2026, 9, 25, 23, 30], [2026, 9, 25, 0, 10], 'Today'],
  ['in that hour, of the day before the last', [2026, 9, 25, 23, 30], [2026, 9, 23, 12], '23 Oct 26'],
  ['on any other day', [2026, 5, 2, 9], [2026, 5, 1, 23, 59], 'Yesterday'],
] as const)('the line above the messages of a day is right %s', (_when, now, at, words) => {
  vi.setSystemTime(new Date(...(now as unknown as [number, number])));
  expect(dayWords(new Date(...(at as unknown as [number, number])))).toBe(words);
});
