import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { codeCache } from '../../scripts/code-cache.ts';
import { currentCode } from '#rooms/identity/door.ts';
import { openGround } from '#src/operator/open-ground.ts';
import { aLine } from '#test/house.ts';
import { productionBrands } from '#test/production.ts';
import { readEnv } from './env.ts';
import { startEmbedded } from './platform/postgres/embedded.ts';

/** For a start, however busy the machine is. */
const patient = { timeout: 200_000, interval: 20 };

/** The portal as a program, on data of its own, without demo data. */
function aStart(variables: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-main-'));
  const environment = {
    ...process.env,
    ...codeCache,
    PORTAL_MODE: 'staging',
    PORT: '0',
    DATA_DIR: dataDir,
    ...variables,
  };
  const program = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], { env: environment });
  let out = '';
  let complaint = '';
  program.stdout.on('data', (part) => (out += String(part)));
  program.stderr.on('data', (part) => (complaint += String(part)));
  const ended = new Promise<number | null>((resolve) => program.once('exit', (code) => resolve(code)));
  onTestFinished(async () => {
    program.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  });
  return { program, ended, out: () => out, complaint: () => complaint, dataDir, database: () => databaseIn(dataDir) };
}

/** The number of the process of the database in this folder, or null when none runs. */
function databaseIn(dataDir: string): number | null {
  const file = path.join(dataDir, 'postgres/cluster/postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null;
}

const isReady = ({ program, out }: { program: ChildProcess; out: () => string }) =>
  expect.poll(() => program.exitCode ?? out(), patient).toContain('The portal is ready at http://localhost:');

async function aTakenPort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

test('REL-03 a stop signal ends the portal and the database it has started', async () => {
  const portal = aStart();
  await isReady(portal);
  expect(portal.database()).toEqual(expect.any(Number));
  portal.program.kill('SIGTERM');
  expect(await portal.ended).toBe(0);
  expect([portal.database(), portal.complaint()]).toEqual([null, '']);
});

test('P11-04 REL-03 a key for seals that is not there stops the start with a sentence that names its variable, before anybody signs', async () => {
  const portal = aStart({ SIGNING_KEY: '/nowhere/seal.key', SIGNING_CERTIFICATE: '/nowhere/seal.crt' });
  expect(await portal.ended).toBe(1);
  expect(portal.complaint()).toBe(
    'The portal cannot start.\nSIGNING_KEY (/nowhere/seal.key) cannot be read by this account (ENOENT).\n',
  );
});

test('REL-03 Ctrl-C, which npm hands on a second time, is one stop: what runs is answered, and the database ends too', async () => {
  const portal = aStart();
  await isReady(portal);
  const running = await aLine(Number(/http:\/\/localhost:(\d+)/.exec(portal.out())?.[1]));
  running.socket.write('GET /api/health/live HTTP/1.1\r\nHost: localhost\r\n');
  portal.program.kill('SIGINT');
  await expect.poll(() => portal.out(), patient).toContain('"stopping"');
  portal.program.kill('SIGINT');
  running.socket.write('\r\n');
  await expect.poll(() => running.heard(), patient).toContain('{"status":"live"');
  expect(await portal.ended).toBe(0);
  expect([portal.database(), portal.complaint()]).toEqual([null, '']);
});

test('REL-03 a stop signal while it is still starting ends both as well', async () => {
  const portal = aStart();
  await expect.poll(() => portal.database(), patient).toEqual(expect.any(Number));
  portal.program.kill('SIGINT');
  expect(await portal.ended).toBe(0);
  expect([portal.database(), portal.complaint()]).toEqual([null, '']);
});

/** The numbers of the processes that make the demo of this folder. */
const demoMakersOf = (dataDir: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    const [command, environment] = ['cmdline', 'environ'].map((name) => textOf(`/proc/${pid}/${name}`));
    return command?.includes('demo/fill.ts') && environment?.includes(`DATA_DIR=${dataDir}\0`);
  });
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // No process, or it has ended.
    return '';
  }
}

test.runIf(existsSync('/proc/self/environ'))(
  'REL-02 REL-03 what makes the demo ends with the portal, whether that is stopped or killed, and leaves nothing half-done',
  async () => {
    const stopped = aStart({ PORTAL_MODE: 'development' });
    await expect.poll(() => demoMakersOf(stopped.dataDir).length, patient).toBe(1);
    stopped.program.kill('SIGINT');
    expect(await stopped.ended).toBe(0);
    expect([demoMakersOf(stopped.dataDir), stopped.database(), stopped.complaint()]).toEqual([[], null, '']);

    const killed = aStart({ PORTAL_MODE: 'development' });
    const own = await startEmbedded({ dataDir: killed.dataDir });
    onTestFinished(() => own.stop());
    const rows = async (query: string) => {
      const client = new pg.Client({ ...own.superuser, database: 'portal' });
      await client.connect();
      try {
        return (await client.query<Record<string, number>>(query)).rows;
      } finally {
        await client.end();
      }
    };
    // In the midst of it: its companies have their numbers.
    await expect
      .poll(() => rows('select last_value::int as drawn from company_company_id_seq').catch(() => []), patient)
      .toEqual([{ drawn: 6 }]);
    killed.program.kill('SIGKILL');
    await killed.ended;
    await expect.poll(() => demoMakersOf(killed.dataDir), patient).toEqual([]);
    expect(await rows('select count(*)::int as companies from company')).toEqual([{ companies: 0 }]);
    // What was begun is in nobody's way.
    const again = aStart({ PORTAL_MODE: 'development', DATA_DIR: killed.dataDir });
    await isReady(again);
    expect(await rows('select max(company_id) as last from company')).toEqual([{ last: 6 }]);
  },
);

test('a port that is taken is one sentence before anything is begun, and so is a host of another machine', {
  timeout: 300_000,
}, async () => {
  const port = await aTakenPort();
  const portal = aStart({ PORT: String(port) });
  expect(await portal.ended).toBe(1);
  expect(portal.complaint()).toBe(
    `The portal cannot start.\nPort ${port} is already in use. Set PORT to another one.\n`,
  );
  expect(portal.database()).toBe(null);
  const elsewhere = aStart({ HOST: '192.0.2.7', PORTAL_MODE: 'test' });
  expect(await elsewhere.ended).toBe(1);
  expect(elsewhere.complaint()).toBe('The portal cannot start.\nHOST (192.0.2.7) is no address of this machine.\n');
});

test.runIf(existsSync('/proc/self/environ'))(
  'REL-04 a folder in which nothing can be made is one sentence that names DATA_DIR, whoever looks for it first',
  async () => {
    // Root is told another reason than others.
    const sentence = /DATA_DIR \(\/proc\/portal\) cannot be written by this account \((ENOENT|EACCES)\)\./;
    const secret = { PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa' };
    const given = { PORTAL_MODE: 'test', DATA_DIR: '/proc/portal' };
    for (const variables of [given, { ...given, ...secret }]) {
      const portal = aStart(variables);
      expect(await portal.ended).toBe(1);
      expect(portal.complaint()).toMatch(new RegExp(`^The portal cannot start\\.\n${sentence.source}\n$`));
    }
    await expect(openGround(readEnv({ ...given, ...secret }))).rejects.toThrow(sentence);
  },
);

test.runIf(process.geteuid?.() === 0)(
  'REL-13 root, who would leave behind what the account of the portal cannot read, neither starts it on that folder nor runs a command there',
  async () => {
    const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'portal-main-'));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    chownSync(DATA_DIR, 1_234, 1_234);
    const given = { PORTAL_MODE: 'staging', PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa', DATA_DIR };
    const onDatabase = { ...given, DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal' };
    const sentence = `DATA_DIR (${DATA_DIR}) belongs to another account (number 1234), which could not read what root writes there: run this as that account.`;
    const portal = aStart(onDatabase);
    expect(await portal.ended).toBe(1);
    expect(portal.complaint()).toBe(`The portal cannot start.\n${sentence}\n`);
    await expect(openGround(readEnv(onDatabase))).rejects.toThrow(sentence);
  },
);

test('PRV-07 a portal that starts again with another secret needs the earlier one too, says so, and with it opens what it had', {
  timeout: 300_000,
}, async () => {
  const person = { email: 'admin@meridian.example', password: 'Harvest-Moon-2026!' };
  const post = async (portal: { out: () => string }, path: string, body: object) => {
    const url = /http:\/\/localhost:\d+/.exec(portal.out())?.[0] ?? '';
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, string>;
  };
  const secret = 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa';
  const before = aStart({ PORTAL_MODE: 'test', PORTAL_SECRET: secret });
  await isReady(before);
  const { challenge } = await post(before, '/sign-in', person);
  const app = (await post(before, '/mfa/setup', { challenge }))['secret'] ?? '';
  await post(before, '/mfa/setup/verify', { challenge, code: currentCode(app, new Date(Date.now() - 30_000)) });
  before.program.kill('SIGTERM');
  expect(await before.ended).toBe(0);

  const next = { PORTAL_MODE: 'test', DATA_DIR: before.dataDir, PORTAL_SECRET: `${secret}, another one` };
  const refused = aStart(next);
  expect(await refused.ended).toBe(1);
  expect(refused.complaint()).toBe(
    'The portal cannot start.\nPORTAL_SECRET is not the one that this database was used with, and what was stored under that one cannot be read: please add it to PORTAL_EARLIER_SECRETS.\n',
  );
  const after = aStart({ ...next, PORTAL_EARLIER_SECRETS: secret });
  await isReady(after);
  const held = await post(after, '/sign-in', person);
  const entered = await post(after, '/mfa', { challenge: held['challenge'], code: currentCode(app, new Date()) });
  expect(entered).toMatchObject({ next: 'session' });
});

/** An empty database, on a socket of this machine, by the addresses of its two logins. */
async function aDatabase(): Promise<{ DATABASE_URL: string; MIGRATION_DATABASE_URL: string }> {
  const { host, port, user } = inject('postgres');
  const admin = new pg.Client({ host, port, user, database: 'postgres' });
  await admin.connect();
  const name = `main_${randomBytes(6).toString('hex')}`;
  await admin.query(`create database ${name} owner portal_owner`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  const as = (login: string) => `postgres://${login}@${encodeURIComponent(host)}:${port}/${name}`;
  return { DATABASE_URL: as('portal'), MIGRATION_DATABASE_URL: as('portal_owner') };
}

test('SEC-37 a portal in the mode test that has companies of its own tells nobody of demo accounts, which are not there', {
  timeout: 300_000,
}, async () => {
  const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'portal-main-'));
  onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const given = { PORTAL_MODE: 'test', DATA_DIR, ...(await aDatabase()) };
  const ground = await openGround(readEnv(given));
  await ground.database.asSystem((tx) =>
    sql`insert into company (name, created_at) values ('Meridian Trials', now())`.execute(tx),
  );
  await ground.close();
  const portal = aStart(given);
  await isReady(portal);
  expect(portal.out()).not.toContain('Demo accounts');
});

test('PRV-06 P11-10 in production the portal starts on a database of its own machine, not on one without TLS or as its owner, and refuses calls in the clear', {
  timeout: 300_000,
}, async () => {
  const production = {
    PORTAL_MODE: 'production',
    TLS_AT_EDGE: 'yes',
    PORTAL_SECRET: 'k3Jq-9fZx_Lw72PdVmTs0Rb8YhCeUgNa',
    BRANDS_FILE: productionBrands,
  };
  const refused = aStart({ ...production, DATABASE_URL: 'postgres://portal:topsecret@127.0.0.1:1/portal' });
  expect(await refused.ended).toBe(1);
  expect(refused.complaint()).toBe(
    'The portal cannot start.\nDATABASE_URL must ask for TLS in production: with sslmode=verify-full, or verify-ca, or require at least.\n',
  );
  const database = await aDatabase();
  const alone = aStart({ ...production, ...database, DATABASE_URL: database.MIGRATION_DATABASE_URL });
  expect(await alone.ended).toBe(1);
  expect(alone.complaint()).toMatch(
    /^The portal cannot start\.\nDATABASE_URL signs in as "portal_owner", which may create/,
  );
  const portal = aStart({ ...production, ...database });
  await expect.poll(() => portal.program.exitCode ?? portal.out(), patient).toContain('"event":"started"');
  // Whoever reads standard output reads a log and nothing else.
  const lines = portal.out().trim().split('\n');
  expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => 'object'));
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(portal.out())?.[0].replace('127.0.0.1', 'localhost') ?? '';
  const ask = (scheme: string) => fetch(`${url}/api/auth/me`, { headers: { 'x-forwarded-proto': scheme } });
  const answer = await ask('http');
  expect([answer.status, answer.redirected, await answer.json()]).toEqual([
    400,
    false,
    {
      code: 'not_encrypted',
      message: 'This portal answers over encrypted connections only. Please use https.',
    },
  ]);
});
