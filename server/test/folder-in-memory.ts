/** Folders for databases of tests: in memory, where writing costs nothing. */
import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '../src/platform/postgres/embedded.ts';

/** A new one, once those of killed runs with the same name are gone, and their databases with them. */
export async function folderInMemory(name: string): Promise<string> {
  const memory = writable('/dev/shm') ? '/dev/shm' : tmpdir();
  for (const folder of readdirSync(memory).filter((entry) => entry.startsWith(`${name}-`))) {
    const dataDir = join(memory, folder);
    if (isAlive(Number(folder.slice(name.length + 1).split('-')[0])) || !writable(dataDir)) continue;
    await (await startEmbedded({ dataDir, fsync: false })).stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  return mkdtempSync(join(memory, `${name}-${process.pid}-`));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function writable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
