/** Operations with the real parts: installs what they need from Debian's packages, as root, and runs their tests. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const needed = { 'postgresql-15': '/usr/lib/postgresql/15/bin/initdb', pgbouncer: '/usr/sbin/pgbouncer' };

const missing = Object.entries(needed).flatMap(([name, program]) => (existsSync(program) ? [] : [name]));
const run = (command: string, ...words: string[]) =>
  spawnSync(command, words, {
    stdio: 'inherit',
    cwd: path.join(import.meta.dirname, '..'),
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status ?? 1;
if (missing.length > 0) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`Operations are tested on Debian, with its packages: please install ${missing.join(', ')}.`);
    process.exit(1);
  }
  run('apt-get', 'update', '-qq');
  const status = run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...missing);
  if (status !== 0) process.exit(status);
}
process.exit(run('vitest', 'run', '--project', 'operations', ...process.argv.slice(2)));
