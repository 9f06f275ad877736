/** A PostgreSQL of the drill's own, from the programs that this machine has: those that npm brings have no pg_dump. */
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { programOf } from '../../../server/src/operator/postgres-programs.ts';
import { connected } from '../../../server/src/platform/database/one-connection.ts';

export interface OwnPostgres {
  version: string;
  /** What the settings of a portal say, with the logins of its own. */
  settings: Record<'ADMIN_DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'DATABASE_URL', string>;
  stop: () => Promise<void>;
}

/** Throws one sentence where a program is missing. */
function programsVersion(): string {
  const versions = ['initdb', 'postgres', 'pg_dump', 'pg_restore'].map(
    (name) => spawnSync(programOf(name), ['--version'], { encoding: 'utf8' }).stdout ?? '',
  );
  const [version] = versions.map((said) => Number(/ (\d+)/.exec(said)?.[1] ?? 0)).sort((one, other) => one - other);
  if (!version || version < 15)
    throw new Error(
      'The drill with demo data needs PostgreSQL, 15 or newer, server and client programs, on this machine: on Debian "apt-get install postgresql". ' +
        'A backup that you have is drilled with --from.',
    );
  return String(version);
}

export async function startOwnPostgres(): Promise<OwnPostgres> {
  const version = programsVersion();
  const as = account();
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-drill-postgres-'));
  if (as) chownSync(folder, as.uid, as.gid);
  const data = path.join(folder, 'data');
  const made = spawnSync(
    programOf('initdb'),
    ['-D', data, '--encoding=UTF8', '--locale=C.UTF-8', '--username=admin', '--auth=trust'],
    { cwd: folder, encoding: 'utf8', ...as },
  );
  if (made.status !== 0) throw new Error(`PostgreSQL cannot be set up: ${made.error?.message ?? made.stderr}`);
  const words = ['-D', data, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`];
  const server = spawn(programOf('postgres'), words, { cwd: folder, stdio: 'ignore', ...as });
  const end = () => server.kill('SIGINT');
  process.once('exit', end);
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const url = (login: string, password: string, database: string) =>
    `postgres://${login}:${password}@${encodeURIComponent(folder)}/${database}`;
  const settings = {
    ADMIN_DATABASE_URL: url('admin', 'zero', 'postgres'),
    MIGRATION_DATABASE_URL: url('portal_owner', 'one', 'portal'),
    DATABASE_URL: url('portal', 'two', 'portal'),
  };
  await answers(settings.ADMIN_DATABASE_URL);
  const stop = async () => {
    process.off('exit', end);
    end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { version, settings, stop };
}

/** PostgreSQL takes no orders from root: its packages bring an account for it. */
function account(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const of = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: of('-u'), gid: of('-g') };
}

async function answers(url: string): Promise<void> {
  for (const giveUp = Date.now() + 30_000; ; await pause(50)) {
    try {
      return await connected({ connectionString: url }, 'portal operator', async () => {});
    } catch (error) {
      if (Date.now() > giveUp) throw error;
    }
  }
}
