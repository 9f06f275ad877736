/** A browser whose clock is not the server's. */
import { onTestFinished, vi } from 'vitest';
import { hearClock } from '#api/clock.ts';

/** In one test: the server says that it is now so late, and the browser is hours ahead, or behind when negative. */
export function clocks(server: Date, hoursAhead: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: server.getTime() + hoursAhead * 3_600_000 });
  hearClock(new Headers({ 'x-now': String(server.getTime()) }));
  onTestFinished(() => void vi.useRealTimers());
}
