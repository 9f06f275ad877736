/** A portal as its users meet it: the server in a process of its own. Used by the journeys, the bench and the faults. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolConfig } from 'pg';
import { codeCache } from '../scripts/code-cache.ts';
import type { PortalMode } from '../server/src/env.ts';
import { startEmbedded } from '../server/src/platform/postgres/embedded.ts';

const root = join(import.meta.dirname, '..');

export interface PortalOptions {
  mode?: PortalMode;
  /** A folder to keep; without one the data lies in a folder that `stop` removes. */
  dataDir?: string;
  /** The folder of a stopped portal, whose data this one begins with. */
  copyOf?: string;
  port?: number;
  /** Further configuration, by the names of the README. */
  env?: Record<string, string>;
  databaseUrl?: string;
  /** Arguments for node itself, such as `--cpu-prof`. */
  nodeArgs?: readonly string[];
  /** How long the server may take to be ready. */
  timeoutMs?: number;
}

export interface RunningPortal {
  url: string;
  pid: number;
  dataDir: string;
  /** From the start of the process until it said that it is ready. */
  readyMs: number;
  /** Everything it has printed so far. */
  output: () => string;
  /** Where its database answers. */
  connection: () => Promise<PoolConfig>;
  /** The code it ended with, or null while it runs or when a signal ended it. */
  exitCode: () => number | null;
  /** Ends it as an operator does, and its database too; a folder of our own is removed. */
  stop: () => Promise<void>;
  /** Sudden death of the server process. The database stays as it is; `stop` still clears up. */
  kill: () => Promise<void>;
}

const running = new Set<{ child: ChildProcess; dataDir: string; embedded: boolean; isOurs: boolean }>();
process.once('exit', () => {
  for (const { child, dataDir, embedded, isOurs } of running) {
    child.kill('SIGKILL');
    if (embedded) stopAtOnce(dataDir);
    if (isOurs) rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
});

/** Starts a server and waits until it says that it is ready. */
export async function startPortal(options: PortalOptions = {}): Promise<RunningPortal> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'portal-run-'));
  mkdirSync(dataDir, { recursive: true });
  if (options.copyOf) copyData(options.copyOf, dataDir);
  const printed = join(dataDir, 'output.log');
  const output = openSync(printed, 'w');
  const began = performance.now();
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), 'server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', output, output],
    env: {
      ...codeCache,
      PATH: process.env['PATH'],
      PORTAL_MODE: options.mode ?? 'test',
      PORT: String(options.port ?? 0),
      DATA_DIR: dataDir,
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
      ...options.env,
    },
  });
  closeSync(output);
  const entry = { child, dataDir, embedded: options.databaseUrl === undefined, isOurs: options.dataDir === undefined };
  running.add(entry);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined;

  const kill = async () => {
    if (!hasEnded()) child.kill('SIGKILL');
    await ended;
  };
  const stop = async () => {
    if (!hasEnded()) child.kill('SIGTERM');
    await Promise.race([ended, pause(20_000, undefined, { ref: false })]);
    await kill();
    // A killed server leaves its database running.
    if (entry.embedded && postmasterOf(dataDir)) await (await startEmbedded({ dataDir })).stop();
    running.delete(entry);
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
  };

  try {
    const url = await readyAddress(() => readFileSync(printed, 'utf8'), hasEnded, options.timeoutMs ?? 180_000);
    return {
      url,
      pid: child.pid as number,
      dataDir,
      readyMs: performance.now() - began,
      output: () => readFileSync(printed, 'utf8'),
      connection: () =>
        options.databaseUrl ? Promise.resolve({ connectionString: options.databaseUrl }) : embeddedConnection(dataDir),
      exitCode: () => child.exitCode,
      stop,
      kill,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** With owners and rights: PostgreSQL starts in no folder of somebody else. */
function copyData(from: string, to: string): void {
  const { status, error, stderr } = spawnSync('cp', ['-pR', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The data could not be copied: ${error?.message ?? stderr}`);
}

/** Waits for the printed address, then for a truthful "ready" (REL-03). */
async function readyAddress(printed: () => string, hasEnded: () => boolean, timeoutMs: number): Promise<string> {
  const giveUp = Date.now() + timeoutMs;
  while (Date.now() < giveUp) {
    const url = /ready at (http:\S+)/.exec(printed())?.[1]?.replace('localhost', '127.0.0.1');
    if (url && (await isReady(url))) return url;
    if (hasEnded()) throw new Error(`The server ended before it was ready. It printed:\n${printed()}`);
    await pause(5);
  }
  throw new Error(`The server was not ready after ${timeoutMs} ms. It printed:\n${printed()}`);
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health/ready`).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

/** Joins the database for a moment, only to learn where it is: staying would keep it alive. */
async function embeddedConnection(dataDir: string): Promise<PoolConfig> {
  const joined = await startEmbedded({ dataDir });
  await joined.stop();
  return joined.connection;
}

/** The process id of the embedded database of a data folder, or 0. */
export function postmasterOf(dataDir: string): number {
  try {
    return Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return 0;
  }
}

/** This process is ending and cannot wait. */
function stopAtOnce(dataDir: string): void {
  const pid = postmasterOf(dataDir);
  try {
    if (pid) process.kill(pid, 'SIGINT');
  } catch {
    // it is gone already
  }
}
