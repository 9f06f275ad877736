/** What the tests over the whole house share: a built web app, a portal that listens, somebody who calls, bare requests. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Portal } from './portal.ts';

const web = path.join(import.meta.dirname, '../../web');

/** A web app as a build leaves it: the real page, and one file of every kind. */
export function aBuiltWebApp(): string {
  const dist = mkdtempSync(path.join(tmpdir(), 'portal-dist-'));
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
  mkdirSync(path.join(dist, 'assets'));
  writeFileSync(path.join(dist, 'index.html'), readFileSync(path.join(web, 'index.html'), 'utf8'));
  for (const name of staticFiles) writeFileSync(path.join(dist, 'assets', name), `/* ${name} */`);
  return dist;
}
export const staticFiles = [
  'app-1a2b3c.js',
  'app-1a2b3c.css',
  'font-1a2b3c.woff2',
  'picture-1a2b3c.svg',
  'picture-1a2b3c.png',
  'worker-1a2b3c.mjs',
];

/** A portal that listens on a port of its own. */
export async function listening(portal: { app: Pick<Portal['app'], 'http'> }): Promise<{ url: string; port: number }> {
  await portal.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.http.server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port };
}

export interface Line {
  socket: Socket;
  /** Everything that has come so far. */
  heard: () => string;
  /** Until the other side ends. */
  ended: Promise<void>;
}

/** A connection on which a test says exactly what it likes. */
export async function aLine(port: number): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (part) => (text += part.toString('utf8')));
  socket.on('error', () => {});
  const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  await new Promise<void>((resolve) => socket.on('connect', resolve));
  onTestFinished(() => void socket.destroy());
  return { socket, heard: () => text, ended };
}

/** A person of a site, signed in, with the trial that they work in. */
export const aSiteUser = async (portal: Portal) => {
  const work = await portal.aTrialAtWork();
  return { ...work, caller: await portal.signedIn(work.siteUser) };
};

/** A participant as the wire wants one. */
export const givenParticipant = (siteId: number, more: Record<string, unknown> = {}) => ({
  g_id: siteId,
  fname: 'Ada',
  lname: 'Lovelace',
  dob: '1980-03-05',
  gender: 1,
  subject_number: '123-456',
  ...more,
});

/** A request as bytes, past what our own helpers would make of it. */
export const raw = (
  portal: Portal,
  asked: { url: string; token?: string; payload: string; type?: string; headers?: Record<string, string> },
) =>
  portal.app.http.inject({
    method: 'POST',
    url: asked.url,
    payload: asked.payload,
    headers: {
      host: 'localhost',
      'content-type': asked.type ?? 'application/json',
      ...(asked.token ? { authorization: `Bearer ${asked.token}` } : {}),
      ...asked.headers,
    },
  });

/** The keys of all stored files. */
export async function keptFiles({ app }: { app: Pick<Portal['app'], 'files'> }): Promise<string[]> {
  const keys: string[] = [];
  for await (const portion of app.files.list()) keys.push(...portion);
  return keys;
}
