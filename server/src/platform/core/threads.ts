/** Threads for work that would keep the event loop busy: each does one piece after the other, and none outlives its time. */
import { once } from 'node:events';
import { type ResourceLimits, Worker } from 'node:worker_threads';

interface Options {
  resourceLimits: ResourceLimits;
  /** Threads without work go after a while: to start one takes longer than most of what they do. */
  restMs: number;
}

const everyRest = new Set<() => void>();

/** Ends the threads that rest now rather than after their time: after much work that does not come again, as the making of the demo. */
export function endResting(): void {
  for (const end of everyRest) end();
}

/** Hands a piece of work to a thread and waits for what it posts; of one that takes longer than it may, or fails, the thread is ended. */
export function makeThreads(
  code: URL,
  { resourceLimits, restMs }: Options,
): <T>(work: unknown, limitMs: number) => Promise<T> {
  const resting = new Map<Worker, NodeJS.Timeout>();
  everyRest.add(() => {
    for (const thread of resting.keys()) void thread.terminate();
  });

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

  return async <T>(work: unknown, limitMs: number) => {
    const thread = aThread();
    try {
      thread.postMessage(work);
      const [done] = (await once(thread, 'message', { signal: AbortSignal.timeout(limitMs) })) as [T];
      rest(thread);
      return done;
    } catch (error) {
      void thread.terminate();
      throw error;
    }
  };
}

/** Whether a thread was ended because its work took too long or too much memory. */
export function wasTooMuch(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}
