/** Prints packing slips beside the event loop, two at a time. */
import { Failed } from '#platform/core/fail.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import { makeThreads, wasTooMuch } from '#platform/core/threads.ts';
import type { SlipToDraw } from './draw-slip.ts';

const limitMs = 10_000;

// One company has one of the two.
const prints = makeSemaphore({ most: 2, mostWaiting: 40, companyShare: 1 });
const askThread = makeThreads(new URL('./slip-thread.ts', import.meta.url), {
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 },
  // It has fonts to read before its first slip.
  restMs: 10 * 60_000,
});

export const printSlip = (slip: SlipToDraw): Promise<Uint8Array> =>
  prints.run(() =>
    askThread<Uint8Array>(slip, limitMs).catch((error: unknown) => {
      if (wasTooMuch(error)) throw new Failed('unavailable', { retryAfter: 10 });
      throw error;
    }),
  );
