/** Looks at PDFs beside the event loop: two at a time, each for six seconds at most and in bounded memory. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fail } from '#platform/core/fail.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import type { PdfProblem } from './pdf-problem.ts';

/** Less than a call may take, so that whoever uploads is told what is the matter. */
const limitMs = 6_000;
const restMs = 30_000;
/** The library remembers every name it has ever seen, so a thread that has seen enough is not asked again. */
const enoughBytes = 4 * 1_048_576;
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64, stackSizeMb: 4 };

const checks = makeSemaphore({ most: 2, mostWaiting: 40 });
/** Threads without work, which go after a while: to start one takes longer than to look at most files. */
const resting = new Map<Worker, NodeJS.Timeout>();
const seenBytes = new WeakMap<Worker, number>();

/** Refuses what is no PDF, is locked, or could act by itself (SEC-31). */
export async function checkPdf(bytes: Uint8Array): Promise<void> {
  const problem = await checks.run(() => askThread(bytes));
  if (problem) throw fail(problem);
}

async function askThread(bytes: Uint8Array): Promise<PdfProblem | null> {
  const thread = aThread();
  try {
    thread.postMessage(bytes);
    const [problem] = (await once(thread, 'message', { signal: AbortSignal.timeout(limitMs) })) as [PdfProblem | null];
    rest(thread, bytes.length);
    return problem;
  } catch (error) {
    void thread.terminate();
    const { name, code } = error as { name?: string; code?: string };
    // No honest file needs as much.
    if (name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY') return 'document.not_pdf';
    throw error;
  }
}

function aThread(): Worker {
  const [known] = resting;
  if (known) {
    const [thread, end] = known;
    clearTimeout(end);
    resting.delete(thread);
    thread.ref();
    return thread;
  }
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), { resourceLimits, execArgv: [], env: {} });
  const gone = () => {
    clearTimeout(resting.get(thread));
    resting.delete(thread);
  };
  return thread.on('error', gone).on('exit', gone);
}

function rest(thread: Worker, bytes: number): void {
  const seen = (seenBytes.get(thread) ?? 0) + bytes;
  seenBytes.set(thread, seen);
  if (seen > enoughBytes) return void thread.terminate();
  // Nobody waits for it when the portal stops.
  thread.unref();
  resting.set(thread, setTimeout(() => void thread.terminate(), restMs).unref());
}
