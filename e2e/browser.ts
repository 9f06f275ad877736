/** Real people at a real portal: one server and one Chromium for a test file, a browser context per person. */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { chromiumFlags, ensureChromium } from '../scripts/chromium.ts';
import { demoPassword } from '../server/src/demo/accounts.ts';
import { codeOfStep, stepAt } from '../server/src/rooms/identity/totp.ts';
import { type RunningPortal, startPortal } from './portal.ts';

export { demoPassword };

export const desktop = { width: 1440, height: 900 };
/** Hosts of the brands, led to this machine by Chromium itself (BRN-01). */
export const brandHosts = { northAmerica: 'na.trialcard.test', europe: 'eu.trialcard.test' };

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: ensureChromium(),
    args: [
      ...chromiumFlags,
      `--host-resolver-rules=${Object.values(brandHosts)
        .map((host) => `MAP ${host} 127.0.0.1`)
        .join(',')}`,
    ],
  });

/** Somebody in front of a browser of their own. */
export interface Person {
  page: Page;
  context: BrowserContext;
  /** Opens a path as if it had been typed. */
  open: (path: string) => Promise<void>;
  /** Fills in the sign-in form and sends it; what comes next is not waited for. */
  sendCredentials: (email: string, password?: string) => Promise<void>;
  /** Signs in through the screen, with an authenticator app where one is asked for, and waits to be inside. */
  signIn: (email: string) => Promise<void>;
  /** Chooses an action from the menu of a row. */
  act: (menu: string, action: string) => Promise<void>;
  /** Where the person is: the path without the query. */
  path: () => string;
  /** Waits until the person has been led to a path. */
  arrives: (path: string) => Promise<void>;
  /** Calls that may fail in the tests at hand; any other failure is a complaint. */
  mayFail: (...calls: RegExp[]) => void;
  /** What axe finds wrong with the page as it stands. */
  barriers: () => Promise<string[]>;
}

export interface House {
  portal: () => RunningPortal;
  newPerson: (options?: BrowserContextOptions & { host?: string }) => Promise<Person>;
  /** Moves the server's clock on from where it is. */
  later: (ms: number) => Promise<void>;
  /** The six digits of somebody's authenticator app, never the same twice. */
  code: (email: string) => Promise<string>;
  /** The secret an authenticator app was given. */
  keepSecret: (email: string, secret: string) => void;
}

/** A portal with its demo data and a browser, for all tests of a file. Each test's people leave without a complaint. */
export function openHouse(): House {
  let portal: RunningPortal;
  let browser: Browser;
  let offset = 0;
  const apps = new Map<string, { secret: string; lastStep: number }>();
  const people: (() => Promise<string[]>)[] = [];

  beforeAll(async () => {
    [portal, browser] = await Promise.all([startPortal(), launchChromium()]);
  });
  afterEach(async () => {
    const complaints = await Promise.all(people.splice(0).map((leave) => leave()));
    expect(complaints.flat()).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.stop();
  });

  const later = async (ms: number) => {
    offset += ms;
    const answer = await fetch(`${portal.url}/api/dev/clock`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ now: new Date(Date.now() + offset).toISOString() }),
    });
    expect(answer.status).toBe(200);
  };
  const code = async (email: string) => {
    const app = apps.get(email);
    if (!app) throw new Error(`${email} has no authenticator app yet.`);
    const step = () => stepAt(new Date(Date.now() + offset));
    if (step() <= app.lastStep) await later(30_000);
    app.lastStep = step();
    return codeOfStep(app.secret, app.lastStep);
  };
  const keepSecret = (email: string, secret: string) => void apps.set(email, { secret, lastStep: 0 });

  const newPerson: House['newPerson'] = async ({ host, ...options } = {}) => {
    const { port } = new URL(portal.url);
    const baseURL = `http://${host ?? '127.0.0.1'}:${port}`;
    const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce', baseURL, ...options });
    context.setDefaultTimeout(20_000);
    const complaints: string[] = [];
    const allowed = [/\/api\/auth\/session$/];
    context.on('page', (page) => listen(page, complaints, allowed));
    const page = await context.newPage();
    people.push(async () => {
      await context.close();
      return complaints;
    });

    const sendCredentials: Person['sendCredentials'] = async (email, password = demoPassword) => {
      await page.getByLabel('Email').fill(email);
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: 'Sign In' }).click();
    };
    return {
      page,
      context,
      open: async (path) => void (await page.goto(path)),
      sendCredentials,
      signIn: async (email) => {
        if (!page.url().includes('/sign-in')) await page.goto('/sign-in');
        await sendCredentials(email);
        const codeField = page.getByLabel('Authentication code');
        const inside = page.getByRole('button', { name: 'Sign Out' });
        const lost = page.getByText('404: The page you are looking for does not exist.');
        await codeField.or(inside).or(lost).first().waitFor();
        if (!(await codeField.isVisible())) return;
        if (await page.getByText('Setup key', { exact: true }).isVisible()) keepSecret(email, await page.locator('code').innerText());
        await codeField.fill(await code(email));
        await page.getByRole('button', { name: /^(Verify|Authenticate)$/ }).click();
        await inside.or(lost).first().waitFor();
      },
      act: async (menu, action) => {
        await page.getByRole('button', { name: menu, exact: true }).click();
        await page.getByRole('menuitem', { name: action, exact: true }).click();
      },
      path: () => new URL(page.url()).pathname,
      arrives: (path) => page.waitForURL(({ pathname }) => pathname === path),
      mayFail: (...calls) => void allowed.push(...calls),
      barriers: () => barriersOf(page),
    };
  };
  return { portal: () => portal, newPerson, later, code, keepSecret };
}

/** Script errors, refused content (CSP) and failed calls all end up in the console. */
function listen(page: Page, complaints: string[], allowed: readonly RegExp[]): void {
  page.on('pageerror', (error) => complaints.push(`Script error on ${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    const failedCall = /^(Failed to load resource|WebSocket connection)/.test(message.text());
    if (failedCall && allowed.some((call) => call.test(url))) return;
    complaints.push(`${message.text()} (${url} on ${page.url()})`);
  });
}

async function barriersOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}
