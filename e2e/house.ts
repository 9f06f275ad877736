/** What the tests of a file share: a portal with its demo data, a Chromium, and a clock that can be moved. */
import { rmSync } from 'node:fs';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { folderInMemory } from '../server/test/folder-in-memory.ts';
import { codeOfStep, stepAt } from '../server/src/rooms/identity/factors/totp.ts';
import { type Apps, launchChromium, openPerson, type Person } from './browser.ts';
import { type PortalOptions, type RunningPortal, startPortal } from './portal.ts';

export interface Mail {
  subject: string;
  text: string;
}

export interface House {
  newPerson: (options?: BrowserContextOptions & { host?: string }) => Promise<Person>;
  /** Moves the server's clock on from where it is. */
  later: (ms: number) => Promise<void>;
  /** What was sent to an e-mail, newest first. */
  mailsTo: (email: string) => Promise<Mail[]>;
  /** The folder of the portal's data, where a command of its operator finds the database. */
  dataDir: () => string;
  /** Authenticator apps; a code is never given twice, since the portal takes it only once (SEC-11). */
  apps: Apps;
}

/** Opens a house for the tests of a file. Whoever was in a test leaves after it, and none of them may have a complaint. */
export function openHouse(options: PortalOptions = {}): House {
  let portal: RunningPortal;
  let browser: Browser;
  let dataDir: string | undefined;
  let ahead = 0;
  const known = new Map<string, { secret: string; lastStep: number }>();
  const people: Person[] = [];

  beforeAll(async () => {
    dataDir = await folderInMemory('portal-run');
    [portal, browser] = await Promise.all([
      startPortal({ copyOf: inject('seeded'), dataDir, ...options }),
      // Each file its own: what goes through a process between them costs a tenth of the whole.
      launchChromium(),
    ]);
  });
  afterEach(async () => {
    const left = people.splice(0);
    await Promise.all(left.map(({ context }) => context.close()));
    expect(left.flatMap(({ complaints }) => complaints)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
    if (dataDir) rmSync(dataDir, { recursive: true, force: true });
  });

  const now = () => new Date(Date.now() + ahead);
  const later = async (ms: number) => {
    ahead += ms;
    const answer = await fetch(`${portal.url}/api/dev/clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now: now().toISOString() }),
    });
    expect(answer.status).toBe(200);
  };
  const code = async (email: string) => {
    const app = known.get(email);
    if (!app) throw new Error(`${email} has no authenticator app yet.`);
    if (stepAt(now()) <= app.lastStep) await later(30_000);
    app.lastStep = stepAt(now());
    return codeOfStep(app.secret, app.lastStep);
  };
  const apps: Apps = { code, keep: (email, secret) => void known.set(email, { secret, lastStep: 0 }) };
  const mailsTo: House['mailsTo'] = async (email) => {
    const answer = await fetch(`${portal.url}/api/dev/outbox?to=${encodeURIComponent(email)}`);
    return (await answer.json()) as Mail[];
  };
  const newPerson: House['newPerson'] = async ({ host = '127.0.0.1', ...options } = {}) => {
    const baseURL = `http://${host}:${new URL(portal.url).port}`;
    const person = await openPerson(browser, apps, { baseURL, ...options });
    people.push(person);
    return person;
  };
  return { newPerson, later, mailsTo, dataDir: () => portal.dataDir, apps };
}
