/** How long a start takes, and what a server at rest holds. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPortal } from '../../e2e/portal.ts';
import { allocation } from '../allocation.ts';
import type { Row } from './row.ts';
import { median } from './rounds.ts';

/** From an empty folder to ready with the demonstration's data, and every later start. */
export async function measureStarts(): Promise<Row[]> {
  const first: number[] = [];
  const later: number[] = [];
  for (let round = 0; round < 3; round++) {
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'));
    try {
      for (const times of [first, later, later]) {
        const portal = await startPortal({ dataDir, mode: 'development' });
        times.push(portal.readyMs / 1000);
        await portal.stop();
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  const spread = (times: readonly number[]) => ({ fastest: Math.min(...times), slowest: Math.max(...times) });
  return [
    {
      what: 'First start, from an empty folder to ready',
      value: median(first),
      unit: 's',
      target: { atMost: 8 },
      from: spread(first),
    },
    { what: 'Later start', value: median(later), unit: 's', target: { atMost: 2 }, from: spread(later) },
  ];
}

/** The server's own process, after ten seconds of rest; the database is another. */
export async function measureMemory(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  try {
    const atFirst = await atRest(dataDir);
    const later = await atRest(dataDir);
    return [
      {
        what: 'Memory of the server at rest',
        value: Math.max(atFirst, later),
        unit: 'MB',
        target: { atMost: 200 },
        from: { 'after the first start': atFirst, 'after a later one': later },
      },
    ];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function atRest(dataDir: string): Promise<number> {
  // As `npm start` and `deploy/` start it.
  const portal = await startPortal({ dataDir, mode: 'development', env: allocation });
  try {
    await pause(10_000);
    return residentMb(portal.pid);
  } finally {
    await portal.stop();
  }
}

export const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000;
