/** What the tests of a file share: a portal with its demo data, a Chromium, and a clock that can be moved. */
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
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
  /** Somebody in an empty browser, whose cache may know the scripts of the portal; on a `firstVisit` it knows nothing. */
  newPerson: (options?: BrowserContextOptions & { host?: string; firstVisit?: boolean }) => Promise<Person>;
  /** Moves the server's clock on from where it is. */
  later: (ms: number) => Promise<void>;
  /** What was sent to an e-mail, newest first. */
  mailsTo: (email: string) => Promise<Mail[]>;
  /** The folder of the portal's data, where a command of its operator finds the database. */
  dataDir: () => string;
  /** Authenticator apps; a code is never given twice, since the portal takes it only once (SEC-11). */
  apps: Apps;
}

/**
 * One Chromium for all files of a worker, and the browsers that were left in it, by how they were opened: the next person who would open
 * such a one takes its place. A second visit takes a third of the time of a first one.
 */
let chromium: Promise<Browser> | undefined;
const empty = new Map<string, Person[]>();
/** Those of the house that is open. */
let appsHere: Apps | undefined;
const apps: Apps = {
  keep: (email, secret) => appsHere?.keep(email, secret),
  code: async (email) => (await appsHere?.code(email)) ?? '',
};
/** All files of a worker have their portal at one address, so that what a browser knows of it stays true. */
let port: Promise<number> | undefined;

/** Below those that the system gives to whoever asks for any, so that nobody has taken it between two files. */
async function findPort(): Promise<number> {
  for (;;) {
    const asked = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(asked, '127.0.0.1', () => resolve(true));
    });
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return asked;
  }
}

/** Opens a house for the tests of a file. Whoever was in a test leaves after it, and none of them may have a complaint. */
export function openHouse(options: PortalOptions = {}): House {
  let portal: RunningPortal;
  let browser: Browser;
  let dataDir: string | undefined;
  let ahead = 0;
  const known = new Map<string, { secret: string; lastStep: number }>();
  const people: { person: Person; kind: string }[] = [];

  beforeAll(async () => {
    appsHere = { code, keep };
    dataDir = await folderInMemory('portal-run');
    port ??= findPort();
    chromium ??= launchChromium();
    [portal, browser] = await Promise.all([
      startPortal({ copyOf: inject('seeded'), dataDir, port: await port, ...options }),
      chromium,
    ]);
  });
  afterEach(async () => {
    const complaints = people.flatMap(({ person }) => person.complaints);
    const left = people.splice(0).map(async ({ person, kind }) => {
      if (!(await person.leave())) return person.context.close();
      empty.set(kind, [...(empty.get(kind) ?? []), person]);
    });
    await Promise.all(left);
    // What the server says of it stands in no browser.
    expect(complaints, complaints.length > 0 ? warningsIn(portal.output()) : undefined).toEqual([]);
  });
  afterAll(async () => {
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
  const keep: Apps['keep'] = (email, secret) => void known.set(email, { secret, lastStep: 0 });
  const mailsTo: House['mailsTo'] = async (email) => {
    const answer = await fetch(`${portal.url}/api/dev/outbox?to=${encodeURIComponent(email)}`);
    return (await answer.json()) as Mail[];
  };
  const newPerson: House['newPerson'] = async ({ host = '127.0.0.1', firstVisit = false, ...options } = {}) => {
    const baseURL = `http://${host}:${new URL(portal.url).port}`;
    const kind = JSON.stringify({ baseURL, ...options });
    const person =
      (!firstVisit && empty.get(kind)?.pop()) || (await openPerson(browser, apps, { baseURL, ...options }));
    people.push({ person, kind });
    return person;
  };
  return { newPerson, later, mailsTo, dataDir: () => portal.dataDir, apps };
}

/** The last of what a server warned of, or failed at. */
const warningsIn = (printed: string): string =>
  printed
    .split('\n')
    .filter((line) => /"level":"?(?:warn|error|40|50)/.test(line) || /\b(?:warn|error)\b/i.test(line))
    .slice(-5)
    .join('\n');
