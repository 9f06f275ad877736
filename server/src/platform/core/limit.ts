/** Limits kept in the memory of this process: per person, per network address (SEC-10, SEC-36). */
import type { Clock } from './clock.ts';
import { networkOf } from './network.ts';

export interface Limit {
  /** Takes one of the allowed; otherwise tells after how many seconds the next is free. */
  take: (key: string) => { refusedFor: number } | null;
  /** The last one taken does not count after all. */
  giveBack: (key: string) => void;
}

const mostKeys = 50_000;

/** At most `max` for each key in any window of this length. */
export function limitPer(clock: Clock, max: number, windowMs: number): Limit {
  const taken = new Map<string, number[]>();
  const forget = (now: number) => {
    for (const [key, times] of taken) if ((times.at(-1) ?? 0) <= now - windowMs) taken.delete(key);
    for (const key of taken.keys()) {
      if (taken.size < mostKeys) break;
      taken.delete(key);
    }
  };
  return {
    take: (key) => {
      const now = clock.now().getTime();
      // Times ahead of now are from before the clock was set back (REL-10).
      const times = (taken.get(key) ?? []).filter((time) => time > now - windowMs && time <= now);
      taken.set(key, times);
      if (times.length >= max)
        return { refusedFor: Math.max(1, Math.ceil(((times[0] ?? now) + windowMs - now) / 1_000)) };
      times.push(now);
      if (taken.size >= mostKeys) forget(now);
      return null;
    },
    giveBack: (key) => void taken.get(key)?.pop(),
  };
}

/** The same for network addresses, each counted as the network that it belongs to. */
export function limitPerAddress(clock: Clock, max: number, windowMs: number): Limit {
  const limit = limitPer(clock, max, windowMs);
  return {
    take: (address) => limit.take(networkOf(address)),
    giveBack: (address) => limit.giveBack(networkOf(address)),
  };
}
