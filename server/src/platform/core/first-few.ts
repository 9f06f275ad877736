import type { Clock } from './clock.ts';

const mostKeys = 50_000;

/** Whether a key is among the first few of its kind in any window of this length, as far as this process has met them. */
export function firstFew(clock: Clock, most: number, windowMs: number): (key: string) => boolean {
  const met = new Map<string, number[]>();
  return (key) => {
    const now = clock.now().getTime();
    // Times ahead of now are from before the clock was set back (REL-10).
    const times = (met.get(key) ?? []).filter((at) => at > now - windowMs && at <= now);
    if (times.length >= most) return false;
    met.delete(key);
    met.set(key, [...times, now]);
    for (const [oldest, at] of met) {
      if ((at.at(-1) ?? 0) > now - windowMs && met.size < mostKeys) break;
      met.delete(oldest);
    }
    return true;
  };
}
