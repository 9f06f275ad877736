/**
 * Processes for work on what strangers send: each does one piece after the other, reads the program's own files and no others, and
 * none outlives its time. What goes wrong in one of them, down to a crash, ends that one alone.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Failed } from './fail.ts';

interface Options {
  /** Of values; what lies in buffers comes on top. */
  memoryMb: number;
  /** Workers without work go after a while: to start one takes longer than most of what they do. */
  restMs: number;
  /** Where no server is left to end a worker, the system does when it has computed this long; one that worked a tenth of it gets no more. */
  mostSeconds?: number;
}

/**
 * What a worker exports: it reads the code that a piece needs, and returns what does it. Time is counted from then on, for how long a
 * machine takes to read code says nothing of the piece.
 */
export type Work<P, T> = (piece: P) => (() => T | Promise<T>) | Promise<() => T | Promise<T>>;
/** What it says then; `failed` is an error without what it carried beyond its stack. */
export type Answer =
  | { has: 'started' | 'begun' }
  | { done: unknown }
  | { failed: { name: string; message: string; stack?: string } };

const start = new URL('./worker-start.ts', import.meta.url);
const program = fileURLToPath(new URL('../../../../', import.meta.url));
/** Where the packages really lie: the folder of the program may have a link to them. */
const packages = `${fileURLToPath(import.meta.resolve('@cantoo/pdf-lib')).split('/node_modules/')[0]}/node_modules/`;
/** A machine that has other things to do is slow to start a worker and to read its code, which is nobody's fault who brings it work. */
const startLimitMs = 30_000;

/** A worker was ended because its work took too long or too much memory. */
class TooMuch extends Error {}
export const wasTooMuch = (error: unknown): boolean => error instanceof TooMuch;
const notNow = () => new Failed('unavailable', { retryAfter: 10 });
/** As the `catch` of work whose caller can only try again where it was too much. */
export const orNotNow = (error: unknown): never => {
  throw wasTooMuch(error) ? notNow() : error;
};

/**
 * Hands a piece of work to a worker and waits for what comes of it; of one that takes longer than it may, or fails, the worker is
 * ended. `code` exports `work`, a `Work`; pieces and what comes of them can be cloned.
 */
export function makeWorkers(
  code: URL,
  { memoryMb, restMs, mostSeconds = 600 }: Options,
): <T>(piece: unknown, limitMs: number) => Promise<T> {
  const resting = new Map<ChildProcess, NodeJS.Timeout>();
  const workedMs = new WeakMap<ChildProcess, number>();

  const begin = () =>
    fork(start, [code.href], {
      // Without a word of what the server knows; what it had in memory is in no core file.
      env: {},
      execPath: '/bin/sh',
      execArgv: [
        '-c',
        `ulimit -c 0; ulimit -S -t ${mostSeconds}; exec "$0" "$@"`,
        process.execPath,
        `--max-old-space-size=${memoryMb}`,
        // In KB, as a thread has; the system gives 8 MB.
        '--stack-size=3900',
        '--permission',
        ...new Set([`--allow-fs-read=${program}*`, `--allow-fs-read=${packages}*`]),
        // Pictures are decoded by one.
        '--allow-addons',
      ],
      // Of a group of its own: what stops the server at a keyboard does not reach it.
      detached: true,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });

  const aWorker = async (): Promise<ChildProcess> => {
    const [known] = resting;
    if (known) {
      const [worker, end] = known;
      clearTimeout(end);
      resting.delete(worker);
      worker.ref();
      worker.channel?.ref();
      return worker;
    }
    let worker: ChildProcess | undefined;
    try {
      const begun = (worker = begin());
      const gone = () => {
        clearTimeout(resting.get(begun));
        resting.delete(begun);
      };
      begun.on('error', gone).on('exit', gone);
      await answerOf(begun, 'started');
      return begun;
    } catch (error) {
      worker?.kill('SIGKILL');
      throw wasTooMuch(error) || lacking.includes((error as NodeJS.ErrnoException).code) ? notNow() : error;
    }
  };
  const rest = (worker: ChildProcess) => {
    // Nobody waits for it when the portal stops.
    worker.unref();
    worker.channel?.unref();
    const end = () => {
      resting.delete(worker);
      worker.kill('SIGKILL');
    };
    resting.set(worker, setTimeout(end, restMs).unref());
  };

  return async <T>(piece: unknown, limitMs: number) => {
    const worker = await aWorker();
    try {
      const began = performance.now();
      worker.send({ piece });
      const done = await answerOf(worker, limitMs);
      const worked = (workedMs.get(worker) ?? 0) + performance.now() - began;
      workedMs.set(worker, worked);
      if (worked < mostSeconds * 100) rest(worker);
      else worker.kill('SIGKILL');
      return done as T;
    } catch (error) {
      worker.kill('SIGKILL');
      throw error;
    }
  };
}

/** How a worker ends that took more memory than it may, or computed longer than the system lets it. */
const tooMuch: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGXCPU'];
/** What others end processes with: a machine without memory, and whoever stops the portal. It says nothing of the piece. */
const fromOutside: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];
/** What a machine has no more of when no process can be started. */
const lacking: readonly (string | undefined)[] = ['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'];

/** What comes of a piece, for which there is a limit in ms once it has begun; or that the worker has started. */
function answerOf(worker: ChildProcess, limit: number | 'started'): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  // What has been answered while this process was busy itself is heard before its time is over.
  const rejectAfter = (ms: number, reason: () => Error) => setTimeout(() => setImmediate(() => reject(reason())), ms);
  let late = rejectAfter(startLimitMs, notNow);
  const answered = (said: unknown) => {
    // What a worker says need not be ours: a stranger's file may have taken it over.
    const answer = Object(said) as Answer;
    if ('done' in answer) return resolve(answer.done);
    if ('has' in answer) {
      clearTimeout(late);
      if (limit === 'started') return resolve(undefined);
      late = rejectAfter(limit, () => new TooMuch('A worker took too long.'));
      return;
    }
    const { name, message, stack } = Object(answer.failed) as Partial<typeof answer.failed>;
    const error = new Error(String(message ?? 'A worker said what is no answer.'));
    reject(Object.assign(error, { ...(name && { name: String(name) }), ...(stack && { stack: String(stack) }) }));
  };
  const ended = (code: number | null, signal: NodeJS.Signals | null) => {
    if (tooMuch.includes(signal)) reject(new TooMuch('A worker took more memory or time than it may.'));
    else if (fromOutside.includes(signal)) reject(notNow());
    else reject(new Error(`A worker ended with ${signal ?? code}: ${worker.spawnargs.at(-1)}`));
  };
  worker.on('message', answered).once('exit', ended).once('error', reject);
  return promise.finally(() => {
    clearTimeout(late);
    worker.off('message', answered).off('exit', ended).off('error', reject);
  });
}
