/** Slowness and overload stay contained: so many calls are under way at once, and each has so long (REL-05). */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Failed } from './fail.ts';

/** Whoever asked is answered by then; what is not committed by then never is. */
export const longestCallMs = 8_000;

const endsAt = new AsyncLocalStorage<number>();
const tooSlow = () => new Failed('unavailable', { retryAfter: 2 });

/** Throws where the call that something is done for has run out of time. Outside of calls there is no limit. */
export function refusePastDeadline(): void {
  const end = endsAt.getStore();
  if (end !== undefined && performance.now() >= end) throw tooSlow();
}

/** Runs the work of calls; a call too many is refused at once, one that takes too long when its time is up. */
export function withDeadlines(mostAtOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let underWay = 0;
  return async (work) => {
    if (underWay >= mostAtOnce) throw new Failed('unavailable', { retryAfter: 1 });
    underWay += 1;
    let timer: NodeJS.Timeout | undefined;
    // Work that was given up still holds what it holds, until it has ended.
    const working = endsAt.run(performance.now() + longestCallMs, work).finally(() => {
      underWay -= 1;
    });
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(tooSlow()), longestCallMs);
    });
    try {
      return await Promise.race([working, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
