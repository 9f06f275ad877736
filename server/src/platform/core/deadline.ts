/** Slowness and overload stay contained: so many calls are under way at once, and each has so long (REL-05). */
import { type Caller, contextNow, inContext } from './context.ts';
import { Failed } from './fail.ts';
import { makeSemaphore } from './semaphore.ts';

/** Whoever asked is answered by then; what was not sent to be committed by then never is. */
export const longestCallMs = 8_000;

/** An answer that took so long comes over a connection that is gone. */
const lostMs = 30_000;
/**
 * For whoever is asked how the server is: what is looked at may stand still without an end, and to say so is an answer. The work of before is
 * waited for where it still runs, so that those who ask again and again do not pile it up, until it must be lost. Gives null when its time is
 * up.
 */
export function lookWithin<T>(ms: number, look: () => Promise<T>): () => Promise<T | null> {
  let running: Promise<T> | undefined;
  let begunAt = 0;
  return async () => {
    if (!running || performance.now() - begunAt > lostMs) {
      begunAt = performance.now();
      const mine: Promise<T> = look().finally(() => {
        if (running === mine) running = undefined;
      });
      running = mine;
    }
    // Whoever no longer waits for it does not hear of its failure either.
    running.catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), ms);
    });
    try {
      return await Promise.race([running, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const tooSlow = () => new Failed('unavailable', { retryAfter: 2 });

/** Throws where the call that something is done for has run out of time. Outside of calls there is no limit. */
export function refusePastDeadline(): void {
  const context = contextNow();
  if (context && performance.now() >= context.endsAt) throw tooSlow();
}

/** Runs the work of calls; a call too many is refused at once, one that takes too long when its time is up. */
export function withDeadlines(mostAtOnce: number): <T>(caller: Caller, work: () => Promise<T>) => Promise<T> {
  const calls = makeSemaphore({ most: mostAtOnce, refusal: () => new Failed('unavailable', { retryAfter: 1 }) });
  return async (caller, work) => {
    const { release, passTo } = await calls.take(1, caller);
    let timer: NodeJS.Timeout | undefined;
    const context = { caller, endsAt: performance.now() + longestCallMs, connections: 0, passTo };
    // Work that was given up still holds what it holds, until it has ended.
    const working = inContext(context, work).finally(release);
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
