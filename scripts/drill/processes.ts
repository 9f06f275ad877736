/** The commands and the portal as an operator has them: each in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

export type Variables = Record<string, string | undefined>;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

let isEnding = false;
let interrupt: (reason: Error) => void;
/** Rejects once somebody ends the drill; what runs in processes of its own is over by then. */
export const interrupted = new Promise<never>((_, reject) => (interrupt = reject));
// Heard by the step that it meets.
interrupted.catch(() => {});

/** The first signal ends the drill and lets it clear away; the next one ends the process. */
export function endOnSignals(): void {
  const end = async (signal: string) => {
    isEnding = true;
    const ends = [...running].map((child) => once(child, 'close'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ends);
    interrupt(new Error(`It was interrupted (${signal}).`));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void end(signal));
}

function begin(env: Variables, words: string[]) {
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  const print = { said: '', heard: () => {} };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      print.said += part;
      print.heard();
    });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    });
  });
  return { child, print, ended };
}

/** What it said; throws that where it did not go well. */
async function run(env: Variables, ...words: string[]): Promise<string> {
  const { print, ended } = begin(env, words);
  const code = await ended;
  // Then it did not fail by itself.
  if (isEnding) return interrupted;
  if (code !== 0) throw new Error(print.said.trim());
  return print.said.trim();
}
export const operator = (env: Variables, ...words: string[]) => run(env, 'scripts/operator.ts', ...words);
export const verifyAudit = (env: Variables) => run(env, 'scripts/verify-audit.ts');

export interface Serving {
  url: string;
  /** Resolves once the portal has printed this. */
  heard: (words: string, withinMs: number) => Promise<void>;
  stop: () => Promise<void>;
}

/** A portal that serves, on a port of its own. */
export async function serve(env: Variables): Promise<Serving> {
  const { child, print, ended } = begin(env, ['server/src/main.ts']);
  const heard = (words: string, withinMs: number) =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The portal did not say "${words}".`)), withinMs);
      const settle = (end: () => void) => {
        clearTimeout(timer);
        end();
      };
      print.heard = () => print.said.includes(words) && settle(resolve);
      ended.then(
        () => settle(() => (isEnding ? void interrupted.catch(reject) : reject(new Error(print.said.trim())))),
        reject,
      );
      print.heard();
    });
  await heard('"event":"started"', 10 * 60_000);
  const url = /"address":"(http:[^"]+)","mode"/.exec(print.said)?.[1] ?? '';
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, heard, stop };
}
