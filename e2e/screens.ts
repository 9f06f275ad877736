/**
 * Pictures of every screen and dialog that the demo accounts of the trial company can reach, to look at:
 * `node e2e/screens.ts <address of a running portal> <folder>`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { codeOfStep, stepAt } from '../server/src/rooms/identity/totp.ts';
import { type Apps, desktop, launchChromium, openPerson, type Person, phone } from './browser.ts';

const [url, folder] = process.argv.slice(2);
if (!url || !folder) throw new Error('Usage: node e2e/screens.ts <address of a running portal> <folder>');

const accounts = ['admin', 'sponsor', 'boston', 'prescriber', 'lyon', 'pharmacy', 'pharmacy2', 'wholesaler'];
const secrets = new Map<string, string>();
const apps: Apps = {
  keep: (email, secret) => void secrets.set(email, secret),
  code: async (email) => {
    const secret = secrets.get(email);
    if (!secret) throw new Error(`${email} has an authenticator app already: use an empty data folder.`);
    return codeOfStep(secret, stepAt(new Date()));
  },
};
const sizes = { desktop, phone };
type Size = keyof typeof sizes;

/** One person's pictures: each as it looks on a desktop and on a phone. */
function camera(person: Person, account: string) {
  const taken = new Set<string>();
  return async (name: string) => {
    const file = `${account}-${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
    if (taken.has(file)) return;
    taken.add(file);
    for (const size of ['phone', 'desktop'] satisfies Size[]) {
      await person.page.setViewportSize(sizes[size]);
      await settled(person);
      mkdirSync(join(folder as string, size), { recursive: true });
      // A dialog is as high as the window; a page is longer.
      const fullPage = (await person.page.getByRole('dialog').count()) === 0;
      await person.page.screenshot({ path: join(folder as string, size, `${file}.png`), fullPage });
      for (const barrier of await person.barriers()) console.log(`  ! ${size}: ${barrier}`);
    }
    console.log(file);
  };
}

/** Nothing is being loaded any more. */
async function settled({ page }: Person): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await page
    .getByText(/^Loading/)
    .first()
    .waitFor({ state: 'hidden' });
}

type Camera = ReturnType<typeof camera>;

async function signingIn(person: Person, take: Camera): Promise<void> {
  await person.open('/sign-in');
  await take('sign-in');
  await person.open('/sign-in?connectionError=true');
  await take('sign-in connection problem');
  await person.sendCredentials('boston@meridian.example', 'Wrong-Moon-2026!');
  await person.page.getByRole('alert').last().waitFor();
  await take('sign-in refused');
  for (const path of ['/not-found', '/forgot-password', '/register?id=x', '/notification-preferences']) {
    await person.open(path);
    await take(path);
  }
  await person.open('/sign-in');
  await person.sendCredentials('admin@lakeside.example');
  await person.page
    .getByText('Setup key', { exact: true })
    .or(person.page.getByText('Lost your device?'))
    .first()
    .waitFor();
  await take('sign-in second step');
  if (await person.page.getByText('Lost your device?').isVisible()) {
    await person.page.getByText('Lost your device?').click();
    await person.page.getByRole('heading', { name: 'Account Recovery' }).waitFor();
    await take('sign-in lost device');
    return;
  }
  const email = 'admin@lakeside.example';
  apps.keep(email, await person.page.locator('code').innerText());
  await person.page.getByLabel('Authentication code').fill(await apps.code(email));
  await person.page.getByRole('button', { name: 'Verify' }).click();
  await person.page.getByRole('button', { name: 'I have kept them' }).waitFor();
  await take('sign-in recovery codes');
}

/** What opens a dialog on a page itself. */
const pageButtons =
  /^(Add|Create|View request|Comments on|Change password|Set up|Replace app|New recovery codes|End all sessions)/;

/** Every page of the menu and the account, every dialog of the page's buttons and of its rows. */
async function everything(person: Person, account: string, take: Camera): Promise<void> {
  const { page } = person;
  const main = page.getByRole('main');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await links.first().waitFor();
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '/'));
  for (const path of [...paths, '/account']) {
    await person.open(path);
    await main.waitFor();
    await chooseSite(person);
    await take(path);
    // Of the buttons that differ only by a number, the first.
    const openers = await namesOf(main.getByRole('button', { name: pageButtons }));
    for (const [look, name] of new Map(openers.toReversed().map((one) => [one.replace(/\d+.*/, ''), one]))) {
      await opened(person, take, `${path} ${look}`, page.getByRole('button', { name, exact: true }));
    }
    for (const menu of await namesOf(main.getByRole('button', { name: /^Actions for/ }))) {
      await rowActions(person, take, path, menu);
    }
  }
  await opened(person, take, 'sign out', page.getByRole('button', { name: 'Sign Out' }));
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.screenshot({ path: join(folder as string, 'phone', `${account}-menu.png`) });
  await page.setViewportSize(desktop);
}

async function chooseSite({ page }: Person): Promise<void> {
  const picker = page.getByRole('combobox', { name: 'Trial site' });
  if (!(await picker.isVisible()) || (await picker.inputValue()) !== '') return;
  // The first one says only that one is to be chosen.
  await picker.selectOption({ index: 1 });
}

const namesOf = async (buttons: Locator): Promise<string[]> =>
  buttons.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''));

const seen = new Set<string>();
async function rowActions(person: Person, take: Camera, path: string, menu: string): Promise<void> {
  const { page } = person;
  const button = page.getByRole('button', { name: menu, exact: true });
  await button.click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  const labels = await items.allInnerTexts();
  await take(`${path} row menu ${labels.join(' ')}`);
  await items.first().press('Escape');
  await items.first().waitFor({ state: 'detached' });
  for (const label of labels) {
    const name = `${path} ${label}`;
    if (seen.has(name)) continue;
    seen.add(name);
    await button.click();
    await opened(person, take, name, page.getByRole('menuitem', { name: label, exact: true }));
  }
}

/** Opens a dialog, takes its picture and closes it again without doing anything. */
async function opened(person: Person, take: Camera, name: string, opener: Locator): Promise<void> {
  const { page } = person;
  if (!(await opener.first().isEnabled())) return;
  await opener.first().click();
  const dialog = page.getByRole('dialog').last();
  await dialog.waitFor();
  await take(name);
  if (name.endsWith('Confirm shipment')) await packing(person, take, name);
  while (await page.getByRole('dialog').count()) {
    await page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^(Close|Discard)$/ })
      .last()
      .click();
  }
}

async function packing({ page }: Person, take: Camera, name: string): Promise<void> {
  await page.getByRole('button', { name: 'To Packages' }).click();
  await take(`${name} packages`);
  await page.getByLabel('Courier').fill('fedex');
  await page.getByLabel('Tracking number').fill('1z 784 555');
  await page.getByLabel('Lot number').fill('L2701');
  await page.getByRole('textbox', { name: /Expiration date/ }).fill('31-Dec-2099');
  await page.getByRole('button', { name: 'Review' }).click();
  await take(`${name} review`);
}

const browser = await launchChromium();
try {
  const nobody = await openPerson(browser, apps, { baseURL: url });
  await signingIn(nobody, camera(nobody, 'nobody'));
  await nobody.context.close();
  for (const account of accounts) {
    seen.clear();
    const person = await openPerson(browser, apps, { baseURL: url });
    await person.signIn(`${account}@meridian.example`);
    await everything(person, account, camera(person, account));
    await person.context.close();
    for (const complaint of person.complaints) console.log(`  ! ${complaint}`);
  }
} finally {
  await browser.close();
}
