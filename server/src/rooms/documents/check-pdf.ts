/** Looks at PDFs beside the event loop: two at a time, each for five to six seconds at most and in bounded memory. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fail } from '#platform/core/fail.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import type { PdfProblem } from './pdf-problem.ts';

const restMs = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };
/** Far more than an honest file takes, and for the largest less than a call may, so that whoever uploads is told what is the matter. */
const usualLimitMs = (bytes: number): number => 5_000 + Math.ceil((20 * bytes) / 1_048_576);

interface Options {
  thread?: URL;
  limitMs?: (bytes: number) => number;
}

/** Refuses what is no PDF, is locked, or could act by itself (SEC-31). */
export function makePdfCheck({
  thread: code = new URL('./pdf-thread.ts', import.meta.url),
  limitMs = usualLimitMs,
}: Options = {}): (bytes: Uint8Array) => Promise<void> {
  // One company has one of the two, however long its files take.
  const checks = makeSemaphore({ most: 2, mostWaiting: 40, companyShare: 1 });
  /** Threads without work, which go after a while: to start one takes longer than to look at most files. */
  const resting = new Map<Worker, NodeJS.Timeout>();

  const aThread = (): Worker => {
    const [known] = resting;
    if (known) {
      const [thread, end] = known;
      clearTimeout(end);
      resting.delete(thread);
      thread.ref();
      return thread;
    }
    const thread = new Worker(code, { resourceLimits, execArgv: [], env: {} });
    const gone = () => {
      clearTimeout(resting.get(thread));
      resting.delete(thread);
    };
    return thread.on('error', gone).on('exit', gone);
  };
  const rest = (thread: Worker) => {
    // Nobody waits for it when the portal stops.
    thread.unref();
    resting.set(thread, setTimeout(() => void thread.terminate(), restMs).unref());
  };
  const askThread = async (bytes: Uint8Array): Promise<PdfProblem | null> => {
    const thread = aThread();
    try {
      thread.postMessage(bytes);
      const signal = AbortSignal.timeout(limitMs(bytes.length));
      const [problem] = (await once(thread, 'message', { signal })) as [PdfProblem | null];
      rest(thread);
      return problem;
    } catch (error) {
      void thread.terminate();
      const { name, code } = error as { name?: string; code?: string };
      // No honest file needs as much.
      if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') return 'document.not_pdf';
      throw error;
    }
  };

  return async (bytes) => {
    const problem = await checks.run(() => askThread(bytes));
    if (problem) throw fail(problem);
  };
}

export const checkPdf = makePdfCheck();
