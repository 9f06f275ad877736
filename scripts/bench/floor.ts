/** Starts the floor in a process of its own, on the database of a running portal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';

export async function startFloor(connection: PoolConfig): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'floor-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], FLOOR_DATABASE: JSON.stringify({ ...connection, max: 10 }) },
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = once(child, 'exit');
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => {
      throw new Error('The floor ended before it was ready.');
    }),
  ])) as [Buffer];
  return {
    url: line.toString().trim(),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      process.off('exit', kill);
    },
  };
}
