import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const patient = { timeout: 30_000, interval: 20 };

/** The portal as a program, on data of its own, without demo data. */
function aStart(variables: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'portal-main-'));
  const environment = { ...process.env, PORTAL_MODE: 'staging', PORT: '0', DATA_DIR: dataDir, ...variables };
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
  return { program, ended, out: () => out, complaint: () => complaint, database: () => databaseIn(dataDir) };
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

test('REL-03 a stop signal ends the portal and the database it has started', { timeout: 60_000 }, async () => {
  const portal = aStart();
  await isReady(portal);
  expect(portal.database()).toEqual(expect.any(Number));
  portal.program.kill('SIGTERM');
  expect(await portal.ended).toBe(0);
  expect([portal.database(), portal.complaint()]).toEqual([null, '']);
});

test('REL-03 a stop signal while it is still starting ends both as well', { timeout: 60_000 }, async () => {
  const portal = aStart();
  await expect.poll(() => portal.database(), patient).toEqual(expect.any(Number));
  portal.program.kill('SIGINT');
  expect(await portal.ended).toBe(0);
  expect([portal.database(), portal.complaint()]).toEqual([null, '']);
});

test('a port that is taken is one sentence, and no database stays behind', { timeout: 60_000 }, async () => {
  const port = await aTakenPort();
  const portal = aStart({ PORT: String(port) });
  expect(await portal.ended).toBe(1);
  expect(portal.complaint()).toBe(
    `The portal cannot start.\nPort ${port} is already in use. Set PORT to another one.\n`,
  );
  expect(portal.database()).toBe(null);
});
