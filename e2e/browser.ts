/** People as the portal meets them: each in a browser context of their own. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import type { Browser, BrowserContext, BrowserContextOptions, ElementHandle, Locator, Page } from 'playwright-core';
import { openChromium } from '../scripts/chromium.ts';
import { demoPassword } from '../server/src/demo/accounts.ts';

/** Hosts of the brands, led to this machine by Chromium itself (BRN-01). */
export const brandHosts = { northAmerica: 'na.trialcard.test', europe: 'eu.trialcard.test' };
/** A host that no brand has until it is given to the brand of a company. */
export const companyHost = 'portal.meridian.test';
const ourHosts = [...Object.values(brandHosts), companyHost];
export const desktop = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };

const rules = ourHosts.map((host) => `MAP ${host} 127.0.0.1`);
/** No page lives long enough for its scripts to be worth optimising: a tenth of the time of the journeys. */
const scripts = '--js-flags=--no-opt --no-maglev';
export const launchChromium = (): Promise<Browser> => openChromium(scripts, `--host-resolver-rules=${rules.join(',')}`);

/** The authenticator apps of people, by e-mail. */
export interface Apps {
  keep: (email: string, secret: string) => void;
  /** The six digits that are shown now. */
  code: (email: string) => Promise<string>;
}

/** Somebody in front of a browser of their own. */
export interface Person {
  page: Page;
  context: BrowserContext;
  /** Opens a path as if it had been typed. */
  open: (path: string) => Promise<void>;
  /** Fills in the sign-in form and sends it; what comes next is not waited for. */
  sendCredentials: (email: string, password?: string) => Promise<void>;
  /**
   * Signs in, with an authenticator app where one is asked for, and waits to be inside: through the screen where that is open, and on
   * hosts that Chromium alone knows, otherwise by its calls, which take a third of the time.
   */
  signIn: (email: string) => Promise<void>;
  /** Chooses an action from the menu of a row. */
  act: (menu: string, action: string) => Promise<void>;
  /** Where the person is: the path without the query. */
  path: () => string;
  /** Waits until the person has been led to a path. */
  arrives: (path: string) => Promise<void>;
  /** Calls that may fail in the test at hand; any other failure is a complaint. */
  mayFail: (...calls: RegExp[]) => void;
  /** Script errors, refused content and failed calls, as the browser's console told them, and requests to other hosts. */
  complaints: readonly string[];
  /** How much of the page has moved since it was loaded, by nobody's doing: the browser's own measure, which is to stay below 0.05. */
  shift: () => Promise<number>;
  /** What axe finds wrong with the page as it stands, or with one part of it. */
  barriers: (of?: Locator) => Promise<string[]>;
  /**
   * Empties the browser for the next one, who then finds the scripts of the portal in its cache as on any second visit. False where
   * something stays with it until it is closed.
   */
  leave: () => Promise<boolean>;
}

export async function openPerson(browser: Browser, apps: Apps, options: BrowserContextOptions): Promise<Person> {
  const context = await browser.newContext({ viewport: desktop, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  const ownHosts = ['127.0.0.1', 'localhost', ...ourHosts];
  // SEC-17, PRV-12: a browser contacts only our server.
  context.on('request', (asked) => {
    const { protocol, hostname } = new URL(asked.url());
    if (/^(http|ws)s?:$/.test(protocol) && !ownHosts.includes(hostname))
      complaints.push(`Asked another host: ${asked.url()} from ${asked.frame().url()}`);
  });
  // Whoever has no session yet is told so by this call.
  const allowed = [/\/api\/auth\/session$/];
  context.on('page', (page) => listen(page, complaints, allowed));
  await context.addInitScript(watchShifts);
  const page = await context.newPage();
  const addInitScript = page.addInitScript.bind(page);
  const leave = leaving(page, options);

  const sendCredentials: Person['sendCredentials'] = async (email, password = demoPassword) => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  // Who has no page to start with is inside without the frame of the portal.
  const inside = page
    .getByRole('button', { name: 'Sign Out' })
    .or(page.getByText('404: The page you are looking for'))
    .first();
  const throughTheScreen = async (email: string) => {
    await sendCredentials(email);
    const codeField = page.getByLabel('Authentication code');
    await codeField.or(inside).first().waitFor();
    if (!(await codeField.isVisible())) return;
    if (await page.getByText('Setup key', { exact: true }).isVisible()) {
      apps.keep(email, await page.locator('code').innerText());
    }
    await codeField.fill(await apps.code(email));
    await page.getByRole('button', { name: /^(Verify|Authenticate)$/ }).click();
    // After a set-up the recovery codes are shown first.
    const keptCodes = page.getByRole('button', { name: 'I have kept them' });
    await keptCodes.or(inside).first().waitFor();
    if (await keptCodes.isVisible()) await keptCodes.click();
  };
  const byCalls = async (email: string) => {
    const post = async (path: string, data: object): Promise<Record<string, string>> => {
      const answer = await context.request.post(`/api/auth/${path}`, { data });
      if (!answer.ok())
        throw new Error(`${email} did not get in: ${path} said ${answer.status()} ${await answer.text()}`);
      return (await answer.json()) as Record<string, string>;
    };
    const { next, challenge } = await post('sign-in', { email, password: demoPassword });
    if (next === 'code') await post('mfa', { challenge, code: await apps.code(email) });
    if (next === 'mfa-setup') {
      const { secret = '' } = await post('mfa/setup', { challenge });
      apps.keep(email, secret);
      await post('mfa/setup/verify', { challenge, code: await apps.code(email) });
    }
    // What the screen would have the browser remember.
    const remembering = await addInitScript(() => localStorage.setItem('portal.session', 'open'));
    await page.goto('/');
    await remembering.dispose();
  };
  const signIn: Person['signIn'] = async (email) => {
    const isOurs = new URL(options.baseURL ?? '').hostname === '127.0.0.1';
    if (!isOurs && !page.url().includes('/sign-in')) await page.goto('/sign-in');
    await (page.url().includes('/sign-in') ? throughTheScreen(email) : byCalls(email));
    await inside.waitFor();
  };
  return {
    page,
    context,
    complaints,
    sendCredentials,
    signIn,
    open: async (path) => void (await page.goto(path)),
    act: async (menu, action) => {
      await page.getByRole('button', { name: menu, exact: true }).click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
    },
    path: () => new URL(page.url()).pathname,
    arrives: (path) => page.waitForURL(({ pathname }) => pathname === path),
    mayFail: (...calls) => void allowed.push(...calls),
    shift: async () => {
      await page.waitForLoadState('networkidle');
      await page.locator('[data-held]').waitFor({ state: 'detached' });
      return page.evaluate(() => (globalThis as unknown as { seen: { shifted: number } }).seen.shifted);
    },
    barriers: async (of) => barriersOf(page, await of?.elementHandle()),
    leave: async () => {
      complaints.length = 0;
      allowed.splice(1);
      return leave();
    },
  };
}

const emptyPage = '/api/health/live';
/** What changes a browser for as long as it is open. */
const lasting = {
  page: ['addInitScript', 'routeWebSocket', 'exposeFunction', 'exposeBinding', 'addLocatorHandler'],
  context: ['addInitScript', 'routeWebSocket', 'exposeFunction', 'exposeBinding', 'newCDPSession', 'grantPermissions'],
  clock: ['install', 'fastForward', 'pauseAt', 'runFor', 'resume', 'setFixedTime', 'setSystemTime'],
};
const heard = ['console', 'dialog', 'download', 'page', 'pageerror', 'popup', 'request', 'requestfailed', 'response'];

/** Leaves the browser of a page as `Person.leave` says. */
function leaving(page: Page, options: BrowserContextOptions): Person['leave'] {
  const context = page.context();
  const openDevtools = context.newCDPSession.bind(context);
  const ours = new URL(options.baseURL ?? 'about:blank').origin;
  let isChanged = options.permissions !== undefined;
  const change = () => {
    isChanged = true;
  };
  onCall(page, lasting.page, change);
  onCall(context, lasting.context, change);
  onCall(page.clock, lasting.clock, change);
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && ![ours, 'null'].includes(new URL(frame.url()).origin)) change();
  });
  const listeners = () =>
    [page, context]
      .map((of) => heard.map((event) => (of as unknown as NodeJS.EventEmitter).listenerCount(event)).join(' '))
      .join();
  const usual = listeners();
  return async () => {
    if (isChanged || page.isClosed() || context.pages().length > 1 || listeners() !== usual) return false;
    await Promise.all([page.unrouteAll(), context.unrouteAll(), context.setOffline(false)]);
    // A page that runs nothing: what the one before it kept as it went is there by now. Of the same origin, so that the process stays.
    await page.goto(ours + emptyPage);
    await page.evaluate(() => {
      sessionStorage.clear();
      window.name = '';
    });
    const devtools = await openDevtools(page);
    await devtools.send('Storage.clearDataForOrigin', { origin: ours, storageTypes: 'all' });
    await context.clearCookies();
    await devtools.send('Page.resetNavigationHistory');
    await devtools.detach();
    await page.emulateMedia({ media: null, colorScheme: options.colorScheme ?? null, reducedMotion: 'reduce' });
    await page.setViewportSize(options.viewport ?? desktop);
    return true;
  };
}

function onCall(of: object, names: readonly string[], called: () => void): void {
  for (const name of names) {
    const real = Reflect.get(of, name) as (...words: unknown[]) => unknown;
    Reflect.set(of, name, (...words: unknown[]) => {
      called();
      return real.apply(of, words);
    });
  }
}

/** Runs in each document before its own scripts. */
function watchShifts(): void {
  const seen = { shifted: 0 };
  Object.assign(globalThis, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) seen.shifted += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

function listen(page: Page, complaints: string[], allowed: readonly RegExp[]): void {
  page.on('pageerror', (error) => complaints.push(`Script error on ${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error' || page.url().endsWith(emptyPage)) return;
    const { url } = message.location();
    const text = message.text();
    // Said of every page that is not served over TLS from another name than localhost; with TLS the header counts.
    if (text.startsWith('The Cross-Origin-Opener-Policy header has been ignored')) return;
    const isOfCall = text.startsWith('Failed to load resource') || text.startsWith('WebSocket connection');
    if (isOfCall && allowed.some((call) => call.test(url))) return;
    complaints.push(`${text} (${url} on ${page.url()})`);
  });
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const asked: Axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // What passes would be described element by element, too, which takes as long as the look.
  resultTypes: ['violations'],
};

/** In the dark only the colours are other ones. */
const askedInTheDark: Axe.RunOptions = { ...asked, runOnly: { type: 'rule', values: ['color-contrast'] } };

/** In both schemes. axe is loaded once into each document. */
async function barriersOf(page: Page, of?: ElementHandle | null): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  const found = await look(page, asked, of);
  await page.emulateMedia({ colorScheme: 'dark' });
  const inTheDark = await look(page, askedInTheDark, of);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...found, ...inTheDark.map((barrier) => `dark: ${barrier}`)];
}

/** What lies behind an open dialog cannot be reached, and is looked at where it lies open. */
async function look(page: Page, how: Axe.RunOptions, of?: ElementHandle | null): Promise<string[]> {
  const violations = await page.evaluate(
    async ([options, part]) => {
      const { axe: loaded } = globalThis as unknown as { axe: typeof Axe };
      const isCovered = document.querySelector('[aria-modal="true"]') !== null;
      const where = part ?? (isCovered ? { exclude: ['#root'] } : document);
      return (await loaded.run(where as Axe.ElementContext, options)).violations;
    },
    [how, of] as const,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`));
}
