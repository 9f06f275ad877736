/** The portal as its operator meets it: commands and servers in processes of their own, with an environment like production's. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { productionBrands } from '../server/test/production.ts';
import type { Postgres } from './debian.ts';

const root = path.join(import.meta.dirname, '..');

export type Variables = Record<string, string>;

/** Where the portal lies and who runs it; by itself these sources, as whoever runs the tests. */
export interface Installed {
  folder: string;
  node: string;
  uid?: number;
  gid?: number;
}
export const sources: Installed = { folder: root, node: process.execPath };

export function settingsOn(postgres: Postgres, database = 'portal'): Variables {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-operations-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return {
    PATH: process.env['PATH'] ?? '',
    PORTAL_MODE: 'production',
    DATABASE_URL: postgres.url('portal', 'one', database),
    PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa',
    TLS_AT_EDGE: 'yes',
    BRANDS_FILE: productionBrands,
    DATA_DIR: dataDir,
    PORT: '0',
  };
}

/** What a command of the operator said, or its complaint. */
export const operate = (env: Variables, ...words: string[]) => operateIn(sources, env, ...words);

/** The same with the portal that lies there. */
export function operateIn(
  { folder, node, ...as }: Installed,
  env: Variables,
  ...words: string[]
): { ok: boolean; said: string } {
  const { status, stdout, stderr } = spawnSync(node, ['scripts/operator.ts', ...words], {
    cwd: folder,
    env,
    encoding: 'utf8',
    ...as,
  });
  return { ok: status === 0, said: (stdout + stderr).trim() };
}

/** A script beside the test, such as with a store that answers from the test's own process; `interrupt` asks it to end, `kill` ends it at once. */
export function runBeside(env: Variables, ...words: string[]) {
  const script = spawn(process.execPath, words, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [script.stdout, script.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  const ended = new Promise<{ ok: boolean; said: string }>((resolve) =>
    script.once('exit', (code) => resolve({ ok: code === 0, said: said.trim() })),
  );
  onTestFinished(() => void script.kill('SIGKILL'));
  return { ended, said: () => said, interrupt: () => script.kill('SIGTERM'), kill: () => script.kill('SIGKILL') };
}

export interface Server {
  url: string;
  /** What it has logged so far. */
  said: () => string;
  stop: () => Promise<number | null>;
  /** Without a farewell. */
  kill: () => Promise<void>;
}

/** A server until the end of the test; throws what it said where it does not come to serve. */
export async function serve(env: Variables, { folder, node, ...as }: Installed = sources): Promise<Server> {
  const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
  const server = spawn(node, ['server/src/main.ts'], { cwd: folder, env, stdio, ...as });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  const stop = async () => {
    server.kill('SIGTERM');
    return ended;
  };
  const kill = async () => {
    server.kill('SIGKILL');
    await ended;
  };
  onTestFinished(async () => void (await stop()));
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', () => {
      const address = /"address":"(http:[^"]+)","mode"/.exec(said)?.[1];
      if (address) resolve(address);
    });
    void ended.then(() => reject(new Error(said)));
  });
  return { url, said: () => said, stop, kill };
}

/** The token of a session of a demo account on a host, as signing in would have made it. */
export async function tokenOf(postgres: Postgres, email: string, host: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const hash = (secret: string) => `'\\x${createHash('sha256').update(secret).digest('hex')}'`;
  await postgres.ask(
    'portal',
    `with made as (
      insert into session (company_id, provider_id, host, cookie_hash, created_at, last_input_at, ends_at)
      select company_id, provider_id, '${host}', ${hash(randomUUID())}, now(), now(), now() + interval '12 hours'
      from provider where email = '${email}' returning session_id, company_id)
    insert into access_token (company_id, session_id, token_hash, expires_at)
    select company_id, session_id, ${hash(token)}, now() + interval '12 hours' from made`,
  );
  return token;
}
