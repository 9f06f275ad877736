/**
 * Every list with 1,000 rows, that of the users with 2,000, in a real browser: how long scripts run between the press that leads to it and its first rows.
 * It is time of the processor, as the browser counts it, so that a busy machine makes it hardly longer.
 */
import { loadavg } from 'node:os';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { startPortal } from '../../e2e/portal.ts';
import { openChromium } from '../chromium.ts';
import { fillLists, type People } from './list-rows.ts';
import { manyUsers } from './people-rows.ts';
import type { Row } from './row.ts';
import { openWorld } from './world.ts';

/** A list, who looks at it, and what is pressed on the account page to come there. */
interface List {
  what: string;
  who: keyof People;
  press: string;
  /** Pressed once the page is there, before anything is measured. */
  tab?: string;
  /** How many rows it has, where it is not a thousand. */
  many?: number;
  /** Where its rows are no table's. */
  rows?: string;
}
const lists: readonly List[] = [
  { what: 'Participants', who: 'siteUser', press: 'Participants' },
  { what: 'Shipments of a site', who: 'siteUser', press: 'Shipment Request' },
  { what: 'Shipments of a pharmacy', who: 'pharmacist', press: 'Shipment Request' },
  { what: 'Late shipments of a sponsor', who: 'sponsor', press: 'Trial Dashboard', tab: 'Late' },
  { what: 'Care groups', who: 'admin', press: 'Care Groups', rows: 'main nav[aria-label="Care groups"] li' },
  { what: 'Trials and sites', who: 'admin', press: 'Care Group Management' },
  { what: 'Partners', who: 'admin', press: 'CTRx Partner Management' },
  { what: 'Products', who: 'admin', press: 'Product Management', rows: 'main table tbody tr' },
  { what: 'Lots', who: 'admin', press: 'Product Management', tab: 'Lots' },
  { what: 'Delegates', who: 'admin', press: 'Physician User Management' },
  { what: 'Users', who: 'userAdmin', press: 'User Management', many: manyUsers },
  { what: 'Audit trail', who: 'admin', press: 'Audit Trail' },
  { what: 'Access report', who: 'admin', press: 'Access Report' },
];
const times = 3;

export async function measureLists(): Promise<Row[]> {
  const portal = await startPortal();
  const world = await openWorld(portal);
  const browser = await openChromium();
  try {
    const people = await fillLists(world);
    const pages: Partial<Record<keyof People, Visitor>> = {};
    const rows: Row[] = [];
    for (const list of lists) {
      const { cookie } = pages[list.who] ? { cookie: '' } : await world.sessionFor(people[list.who]);
      const visitor = (pages[list.who] ??= await aVisitor(browser, portal.url, cookie));
      const row = await measure(visitor, portal.url, list);
      console.error(`  ${list.what}: ${row.value.toFixed(0)} ms`);
      rows.push(row);
    }
    return rows;
  } finally {
    await browser.close();
    await world.close();
    await portal.stop();
  }
}

interface Visitor {
  page: Page;
  devtools: CDPSession;
}

/** Somebody who has signed in before, at a desktop. */
async function aVisitor(browser: Browser, url: string, cookie: string): Promise<Visitor> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([
    {
      name: 'portal_session',
      value: cookie,
      domain: new URL(url).hostname,
      path: '/api/auth/session',
      httpOnly: true,
      sameSite: 'Strict',
    },
  ]);
  await context.addInitScript(() => localStorage.setItem('portal.session', 'open'));
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { page, devtools };
}

/** Each time the portal is loaded anew, so that the code of the page and its data come with the press. */
async function measure(
  { page, devtools }: Visitor,
  url: string,
  { what, press, tab, many = 1_000, rows: selector = 'main tr[data-row]' }: List,
): Promise<Row> {
  const measured: { script: number; style: number; rows: number }[] = [];
  for (let time = 0; time < times; time++) {
    await page.goto(`${url}/account`);
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    await page.waitForLoadState('networkidle');
    if (tab) await pressIt(page, press);
    if (tab) await page.waitForLoadState('networkidle');
    const target = await boxOf(page, tab ?? press);
    const shown = seeRows(page, selector);
    // The browser's own press: what a test driver does before one would be counted as script.
    const before = await metricsOf(devtools);
    for (const type of ['mousePressed', 'mouseReleased'] as const)
      await devtools.send('Input.dispatchMouseEvent', { type, ...target, button: 'left', clickCount: 1 });
    const rows = await shown;
    const after = await metricsOf(devtools);
    measured.push({
      script: 1_000 * (after.ScriptDuration - before.ScriptDuration),
      style:
        1_000 * (after.LayoutDuration + after.RecalcStyleDuration - before.LayoutDuration - before.RecalcStyleDuration),
      rows,
    });
  }
  const scripts = measured.map(({ script }) => script).sort((a, b) => a - b);
  return {
    what: `${what}, ${many.toLocaleString('en')} rows: own script from press to rows`,
    value: medianOf(scripts),
    unit: 'ms',
    target: { atMost: 100 },
    from: {
      least: scripts[0] ?? 0,
      most: scripts.at(-1) ?? 0,
      'style and layout': medianOf(measured.map(({ style }) => style).sort((a, b) => a - b)),
      'rows shown': measured[0]?.rows ?? 0,
      'load average': loadavg()[0] ?? 0,
    },
  };
}

const medianOf = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

const named = (page: Page, name: string) =>
  page
    .getByRole('link', { name, exact: true })
    .or(page.getByRole('tab', { name, exact: true }))
    .or(page.getByRole('button', { name: new RegExp(`^${name}\\b`) }))
    .first();
const pressIt = (page: Page, name: string) => named(page, name).click();
async function boxOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  await named(page, name).scrollIntoViewIfNeeded();
  const box = await named(page, name).boundingBox();
  if (!box) throw new Error(`There is no ${name} to press.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** How many rows there are once there are some that were not there before. */
const seeRows = (page: Page, selector: string): Promise<number> =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const rows = () => [...document.querySelectorAll(${JSON.stringify(selector)})];
    const old = new Set(rows().map((row) => row.closest('table, nav')));
    const watcher = new MutationObserver(() => {
      const fresh = rows().filter((row) => !old.has(row.closest('table, nav')));
      if (fresh.length === 0) return;
      watcher.disconnect();
      resolve(fresh.length);
    });
    watcher.observe(document.body, { childList: true, subtree: true });
    setTimeout(() => reject(new Error('There are no rows at ' + location.pathname)), 30_000);
  })`);

async function metricsOf(devtools: CDPSession) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as Record<
    'ScriptDuration' | 'LayoutDuration' | 'RecalcStyleDuration',
    number
  >;
}
