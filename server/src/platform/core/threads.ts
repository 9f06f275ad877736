/** Threads for work that would keep the event loop busy: each does one piece after the other, and none outlives its time. */
import { once } from 'node:events';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { Failed } from './fail.ts';

interface Options {
  resourceLimits: ResourceLimits;
  /** Threads without work go after a while: to start one takes longer than most of what they do. */
  restMs: number;
}

const start = new URL('./thread-start.ts', import.meta.url);
/** On a machine that has other things to do a thread is slow to start, and that is nobody's fault who brings it work. */
const startLimitMs = 30_000;

/**
 * Hands a piece of work to a thread and waits for what it posts; of one that takes longer than it may, or fails, the thread is ended.
 * Its time begins when the thread has started.
 */
export function makeThreads(
  code: URL,
  { resourceLimits, restMs }: Options,
): <T>(work: unknown, limitMs: number) => Promise<T> {
  const resting = new Map<Worker, NodeJS.Timeout>();

  const aThread = async (): Promise<Worker> => {
    const [known] = resting;
    if (known) {
      const [thread, end] = known;
      clearTimeout(end);
      resting.delete(thread);
      thread.ref();
      return thread;
    }
    const thread = new Worker(start, { resourceLimits, execArgv: [], env: {}, workerData: code.href });
    const gone = () => {
      clearTimeout(resting.get(thread));
      resting.delete(thread);
    };
    thread.on('error', gone).on('exit', gone);
    try {
      await postedBy(thread, startLimitMs);
    } catch (error) {
      void thread.terminate();
      throw wasTooMuch(error) ? new Failed('unavailable', { retryAfter: 10 }) : error;
    }
    return thread;
  };
  const rest = (thread: Worker) => {
    // Nobody waits for it when the portal stops.
    thread.unref();
    resting.set(thread, setTimeout(() => void thread.terminate(), restMs).unref());
  };

  return async <T>(work: unknown, limitMs: number) => {
    const thread = await aThread();
    try {
      thread.postMessage(work);
      const done = await postedBy<T>(thread, limitMs);
      rest(thread);
      return done;
    } catch (error) {
      void thread.terminate();
      throw error;
    }
  };
}

async function postedBy<T>(thread: Worker, limitMs: number): Promise<T> {
  const late = new AbortController();
  // What has been posted while this thread was busy itself is heard before its time is over.
  const timer = setTimeout(() => setImmediate(() => late.abort()), limitMs);
  try {
    const [posted] = (await once(thread, 'message', { signal: late.signal })) as [T];
    return posted;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a thread was ended because its work took too long or too much memory. */
export function wasTooMuch(error: unknown): boolean {
  const { name, code } = error as { name?: string; code?: string };
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}
