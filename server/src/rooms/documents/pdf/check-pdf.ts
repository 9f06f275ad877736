/** Looks at PDFs beside the event loop: two at a time, each for five to six seconds at most and in bounded memory. */
import { fail } from '#platform/core/fail.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import { makeWorkers, wasTooMuch } from '#platform/core/workers.ts';
import type { PdfProblem } from './pdf-problem.ts';

/** Far more than an honest file takes, and for the largest less than a call may, so that whoever uploads is told what is the matter. */
const usualLimitMs = (bytes: number): number => 5_000 + Math.ceil((20 * bytes) / 1_048_576);

interface Options {
  worker?: URL;
  limitMs?: (bytes: number) => number;
}

/** Refuses what is no PDF, is locked, or could act by itself (SEC-31). */
export function makePdfCheck({
  worker = new URL('./pdf-worker.ts', import.meta.url),
  limitMs = usualLimitMs,
}: Options = {}): (bytes: Uint8Array) => Promise<void> {
  // One company has one of the two, however long its files take.
  const checks = makeSemaphore({ most: 2, mostWaiting: 40, companyShare: 1 });
  const askWorker = makeWorkers(worker, { memoryMb: 512, restMs: 30_000 });

  return async (bytes) => {
    const problem = await checks.run(() =>
      askWorker<PdfProblem | null>(bytes, limitMs(bytes.length)).catch((error: unknown): PdfProblem => {
        // No honest file needs as much.
        if (wasTooMuch(error)) return 'document.not_pdf';
        throw error;
      }),
    );
    if (problem) throw fail(problem);
  };
}

export const checkPdf = makePdfCheck();
