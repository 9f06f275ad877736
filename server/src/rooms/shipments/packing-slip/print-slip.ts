/** Prints packing slips beside the event loop, two at a time. */
import { makeSemaphore } from '#platform/core/semaphore.ts';
import { makeWorkers, orNotNow } from '#platform/core/workers.ts';
import type { SlipToDraw } from './draw-slip.ts';

const limitMs = 10_000;

// One company has one of the two.
const prints = makeSemaphore({ most: 2, mostWaiting: 40, companyShare: 1 });
const askWorker = makeWorkers(new URL('./slip-worker.ts', import.meta.url), {
  memoryMb: 256,
  // It has fonts to read before its first slip.
  restMs: 10 * 60_000,
});

export const printSlip = (slip: SlipToDraw): Promise<Uint8Array> =>
  prints.run(() => askWorker<Uint8Array>(slip, limitMs).catch(orNotNow));
