/** What the operations run on beside the portal, as packaged by Debian or npm: each started for one test and ended with it. */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { findBinaries, programEnvironment } from '../server/src/platform/postgres/binaries.ts';

export type Version = 15 | 16 | 17 | 18;

/** Where the programs are, and what they want to find in their environment. */
async function programsOf(version: Version): Promise<{ folder: string; env: NodeJS.ProcessEnv }> {
  if (version === 15) return { folder: '/usr/lib/postgresql/15/bin', env: process.env };
  const brought = process.env['OPERATIONS_POSTGRES'];
  const root =
    version === 18
      ? findBinaries().root
      : path.join(brought ?? 'nowhere', 'node_modules', `postgres-${version}`, 'native');
  const programs = { root, initdb: path.join(root, 'bin/initdb'), postgres: path.join(root, 'bin/postgres') };
  return { folder: path.join(root, 'bin'), env: await programEnvironment(programs, path.join(root, '../spare')) };
}

/** An ordinary one: PostgreSQL takes no orders from root. */
export function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const of = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: of('-u'), gid: of('-g') };
}

/** A folder of the account that runs them. */
export function folderOf(name: string, as = account()): string {
  const folder = mkdtempSync(path.join(tmpdir(), name));
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid ?? as.uid);
  return folder;
}

export interface Postgres {
  /** Where its superuser signs in, as the documents name it. */
  adminUrl: string;
  /** The same place for another login and database. */
  url: (login: string, password: string, database: string) => string;
  ask: (database: string, statement: string) => Promise<Record<string, unknown>[]>;
  /** Without a farewell. */
  kill: () => Promise<void>;
}

/** PostgreSQL 15 as Debian packages it. */
export const startPostgres15 = (settings: Record<string, string> = {}): Promise<Postgres> =>
  startPostgres(15, settings);

/** A program of PostgreSQL that does its work in this folder and ends. */
async function run(version: Version, folder: string, name: string, ...words: string[]): Promise<void> {
  const { folder: binaries, env } = await programsOf(version);
  const options = { encoding: 'utf8' as const, ...account(), cwd: folder, env };
  const { status, stderr } = spawnSync(path.join(binaries, name), words, options);
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
}

/** A base backup of a server that answers; once a server is recovered from it, it is that server's. */
export async function baseBackup({ adminUrl }: Postgres, version: Version = 15): Promise<string> {
  const folder = folderOf('portal-base-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const data = path.join(folder, 'data');
  await run(version, folder, 'pg_basebackup', '-D', data, '-d', adminUrl, '--checkpoint=fast');
  return data;
}

/**
 * A server of PostgreSQL, with passwords, on a socket of its own; `copyOf` is where one answers that it is copied from, `base` a base
 * backup that it is recovered from, by its `restore_command`.
 */
export async function startPostgres(
  version: Version,
  settings: Record<string, string> = {},
  { copyOf, base }: { copyOf?: Postgres; base?: string } = {},
): Promise<Postgres> {
  const { folder: binaries, env } = await programsOf(version);
  if (!existsSync(`${binaries}/initdb`))
    throw new Error(`PostgreSQL ${version} is missing: "npm run operations" installs it.`);
  const as = account();
  const folder = folderOf(`portal-pg${version}-`, as);
  const data = path.join(folder, 'data');
  const from = base ?? (copyOf && (await baseBackup(copyOf, version)));
  if (from) renameSync(from, data);
  else await run(version, folder, 'initdb', '-D', data, '--locale=C.UTF-8', '--username=admin', '--auth=trust');
  if (base) writeFileSync(path.join(data, 'recovery.signal'), '');
  const words = Object.entries({
    listen_addresses: '',
    unix_socket_directories: folder,
    fsync: 'off',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(path.join(binaries, 'postgres'), ['-D', data, ...words], {
    stdio: 'ignore',
    cwd: folder,
    env,
    ...as,
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await ended;
  };
  onTestFinished(async () => {
    await end('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  });
  const url: Postgres['url'] = (login, password, database) =>
    `postgres://${login}:${password}@${encodeURIComponent(folder)}/${database}`;
  const ask: Postgres['ask'] = async (database, statement) => {
    const client = new pg.Client({ connectionString: url('admin', 'x', database) });
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  for (let tries = 0; ; tries += 1) {
    try {
      await ask('postgres', 'select 1');
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await pause(100);
    }
  }
  return { adminUrl: url('admin', 'x', 'postgres'), url, ask, kill: () => end('SIGKILL') };
}

/** What docs/operators.md says that goes into pgbouncer.ini, as it stands there. */
function poolerOfTheDocument(): string {
  const document = readFileSync(path.join(import.meta.dirname, '../docs/operators.md'), 'utf8');
  const [, block] = /^```ini\n(pool_mode = [\s\S]*?)^```$/m.exec(document) ?? [];
  if (block === undefined) throw new Error('docs/operators.md has no settings of PgBouncer.');
  return block;
}

export interface PgBouncer {
  url: (login: string, password: string, database: string) => string;
  /** What it has logged so far. */
  said: () => string;
}

/** PgBouncer as Debian packages it, in transaction mode and with the settings of the documents, on a socket of its own. */
export async function startPgBouncer(postgres: Postgres, logins: Record<string, string>): Promise<PgBouncer> {
  const program = '/usr/sbin/pgbouncer';
  if (!existsSync(program)) throw new Error('PgBouncer is missing: "npm run operations" installs it.');
  const as = account();
  const folder = folderOf('portal-pgbouncer-', as);
  const [settings, users, log] = ['pgbouncer.ini', 'users.txt', 'log'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const host = decodeURIComponent(new URL(postgres.adminUrl).host);
  const lines = [
    '[databases]',
    `* = host=${host}`,
    '[pgbouncer]',
    poolerOfTheDocument(),
    'default_pool_size = 6',
    'auth_type = md5',
    `auth_file = ${users}`,
    'listen_addr =',
    'listen_port = 6432',
    `unix_socket_dir = ${folder}`,
    `logfile = ${log}`,
  ];
  writeFileSync(settings, `${lines.join('\n')}\n`);
  writeFileSync(
    users,
    Object.entries(logins)
      .map(([name, password]) => `"${name}" "${password}"\n`)
      .join(''),
  );
  const server = spawn(program, ['-q', settings], { stdio: 'ignore', cwd: folder, ...as });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  onTestFinished(async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  for (let tries = 0; !existsSync(path.join(folder, '.s.PGSQL.6432')); tries += 1) {
    if (tries > 100) throw new Error(`PgBouncer does not start: ${readFileSync(log, 'utf8')}`);
    await pause(50);
  }
  return {
    url: (login, password, database) =>
      `postgres://${login}:${password}@${encodeURIComponent(folder)}:6432/${database}`,
    said: () => readFileSync(log, 'utf8'),
  };
}
