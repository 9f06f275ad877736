import { afterEach, expect, test, vi } from 'vitest';
import { hearClock, serverNow } from './clock.ts';

afterEach(() => void vi.useRealTimers());

test('REL-10 a browser whose clock is a day off goes by the clock of the server', () => {
  vi.useFakeTimers({ now: new Date('2026-03-06T09:00:00Z') });
  hearClock(new Headers({ 'x-now': String(Date.parse('2026-03-05T09:00:00Z')) }));
  expect(serverNow().toISOString()).toBe('2026-03-05T09:00:00.000Z');
  vi.advanceTimersByTime(60_000);
  expect(serverNow().toISOString()).toBe('2026-03-05T09:01:00.000Z');
  hearClock(new Headers());
  expect(serverNow().toISOString()).toBe('2026-03-05T09:01:00.000Z');
});
