import { Failed } from './fail.ts';

/** Takes a turn, waiting for it where too many are at it; what comes back gives it to the next. */
export type Semaphore = () => Promise<() => void>;

/** A few at a time, so that what needs much memory or time cannot take all of it; who finds too many waiting comes again. */
export function makeSemaphore(most: number, mostWaiting: number): Semaphore {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return async () => {
    if (taken < most) taken += 1;
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new Failed('unavailable', { retryAfter: 10 });
    let isMine = true;
    return () => {
      if (!isMine) return;
      isMine = false;
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    };
  };
}
