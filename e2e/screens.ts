/**
 * Pictures of every screen and dialog that the demo accounts can reach, to look at:
 * `node e2e/screens.ts <address of a running portal> <folder> [account,account]`. Accounts of other companies than the trial company are
 * named by their e-mail.
 * The portal runs in development mode on an empty data folder; accounts that were here before have an app already.
 */
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { demoPassword } from '../server/src/demo/accounts.ts';
import { codeOfStep, stepAt } from '../server/src/rooms/identity/factors/totp.ts';
import { type Apps, brandHosts, desktop, launchChromium, openPerson, type Person, phone } from './browser.ts';
import { type Camera, openCamera } from './camera.ts';
import { daysAhead, typed } from './days.ts';
import { reportScreens, signingScreens, trainingScreen, uploadScreens } from './document-screens.ts';
import { patientScreens } from './patient-screens.ts';

const [url, folder, only] = process.argv.slice(2);
if (!url || !folder) throw new Error('Usage: node e2e/screens.ts <address of a running portal> <folder> [account,…]');

/** In whose screens every dialog is opened; of the others the pages are enough. */
const thorough = [
  'admin',
  'boston',
  'porto',
  'pharmacy',
  'wholesaler',
  'admin@lakeside.example',
  'nurse@lakeside.example',
];
const others = ['sponsor', 'prescriber', 'prescriber2', 'lyon', 'pharmacy2', 'doctor@lakeside.example'];
const ofSmallCompanies = ['other@harbour.example', 'nurse@quay.example', 'other@plain.example'];
const accounts = ['nobody', ...thorough, ...others, ...ofSmallCompanies];
const signers = ['admin', 'sponsor', 'boston', 'porto', 'prescriber2'];
const secrets = new Map<string, string>();
const apps: Apps = {
  keep: (email, secret) => void secrets.set(email, secret),
  code: async (email) => {
    const secret = secrets.get(email);
    if (!secret) throw new Error(`${email} has an authenticator app already: use an empty data folder.`);
    return codeOfStep(secret, stepAt(new Date()));
  },
};

const mailsTo = async (email: string) =>
  (await (await fetch(`${url}/api/dev/outbox?to=${email}`)).json()) as { text: string }[];
/** The invitation that was sent to somebody. */
const invitationOf = async (email: string) =>
  (await mailsTo(email)).map(({ text }) => /(\/register\?id=\S+)/.exec(text)?.[1]).find(Boolean) ?? '/register?id=none';

async function beforeSignIn(person: Person, take: Camera): Promise<void> {
  const { page } = person;
  await person.open('/sign-in');
  await take('sign-in');
  await person.open('/sign-in?connectionError=true');
  await take('sign-in connection problem');
  await person.sendCredentials('boston@meridian.example', 'Wrong-Moon-2026!');
  await page.getByRole('alert').last().waitFor();
  await take('sign-in refused');
  for (const path of ['/not-found', '/notification-preferences', '/forgot-password']) {
    await person.open(path);
    await take(path);
  }
  await page.getByRole('button', { name: 'Send code' }).click();
  await take('forgot-password nothing typed');
  await page.getByLabel('Email').fill('lyon@meridian.example');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  await take('forgot-password code');
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('textbox', { name: 'New password' }).fill('Quiet-Otter-61-Lane');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByRole('alert').waitFor();
  await take('forgot-password refused');
}

async function registering(person: Person, take: Camera): Promise<void> {
  const { page } = person;
  for (const [state, email] of [
    ['used', 'elise@meridian.example'],
    ['expired', 'late@meridian.example'],
    ['live', 'newcomer@meridian.example'],
  ] as const) {
    await person.open(await invitationOf(email));
    await page.getByRole('heading').first().waitFor();
    await take(`register ${state} invitation`);
  }
  await page.getByRole('button', { name: 'Register' }).click();
  await take('register nothing typed');
  await opened(person, take, 'register terms', page.getByRole('button', { name: 'Read the terms' }));
}

/** The steps of somebody who needs a second factor; they end inside. */
async function secondStep(person: Person, take: Camera): Promise<void> {
  const { page } = person;
  const email = 'doctor@lakeside.example';
  await person.open('/sign-in');
  await person.sendCredentials(email);
  await page.getByText('Setup key', { exact: true }).waitFor();
  await take('sign-in set-up');
  apps.keep(email, await page.locator('code').innerText());
  await page.getByLabel('Authentication code').fill(await apps.code(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).waitFor();
  await take('sign-in recovery codes');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await person.sendCredentials(email);
  await page.getByText('Lost your device?').waitFor();
  await take('sign-in code');
  await page.getByText('Lost your device?').click();
  await page.getByRole('heading', { name: 'Account Recovery' }).waitFor();
  await take('sign-in lost device');
}

async function otherBrands(): Promise<void> {
  for (const [name, host] of Object.entries(brandHosts)) {
    const baseURL = `http://${host}:${new URL(url as string).port}`;
    const person = await openPerson(browser, apps, { baseURL });
    const take = openCamera(folder as string, person, name);
    await person.open('/sign-in');
    await take('sign-in');
    await person.signIn('lyon@meridian.example');
    await take('participants');
    await person.context.close();
  }
}

/** Every page of the menu and the account, and every dialog of the pages' buttons and of their rows. */
async function everything(person: Person, account: string, take: Camera): Promise<void> {
  const { page } = person;
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await links.first().waitFor();
  const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? '/'));
  for (const path of new Set([...hrefs, '/account'])) {
    const arrive = () => arriveAt(person, path);
    await arrive();
    await take(path);
    if (thorough.includes(account)) await dialogsOf(person, path, arrive, take);
  }
  await opened(person, take, 'sign out', page.getByRole('button', { name: 'Sign Out' }));
  await page.setViewportSize(phone);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link').first().waitFor();
  await page.screenshot({ path: join(folder as string, 'phone', `${account}-menu.png`) });
  await page.setViewportSize(desktop);
}

/** What sorts, turns pages or shows something else where it stands. */
const stays = /^(Previous|Next|Dismiss|Show|Hide|Sort|Close|Okay|Save|\d+$)|rows per page/;
/** Of buttons that differ only by their row, the first. */
const kind = (label: string) => label.replace(/\d[\d-]*.*/, '').replace(/(Actions for|Edit|View|Open) .*/, '$1');

/** Presses every kind of button on a page, and takes what opens. */
async function dialogsOf(person: Person, path: string, arrive: () => Promise<void>, take: Camera): Promise<void> {
  const { page } = person;
  const buttons = page.getByRole('main').getByRole('button');
  const found = (await namesOf(buttons)).filter(
    (name) => name !== '' && !name.startsWith('Actions for') && !stays.test(name),
  );
  const one = new Map(found.toReversed().map((name) => [kind(name), name]));
  for (const name of one.values()) {
    // Beside each table of a patient stand the same profile and line of time.
    const isOfPatient = path.startsWith('patient ');
    if (isOfPatient && seen.has(`patient ${kind(name)}`)) continue;
    if (isOfPatient) seen.add(`patient ${kind(name)}`);
    const button = buttons.and(page.getByRole('button', { name, exact: true })).first();
    if ((await button.isVisible()) && !(await opened(person, take, `${path} ${kind(name)}`, button))) await arrive();
  }
  for (const menu of await namesOf(buttons.and(page.getByRole('button', { name: /^Actions for/ })), true)) {
    await rowActions(person, take, path, menu, arrive);
  }
}

/** Opens a page and waits until it is filled. */
async function arriveAt(person: Person, path: string): Promise<void> {
  const quiet = () => person.page.waitForLoadState('networkidle').catch(() => undefined);
  await person.open(path);
  await person.page.getByRole('main').waitFor();
  await quiet();
  await chooseSite(person);
  await quiet();
}

async function chooseSite({ page }: Person): Promise<void> {
  const picker = page.getByRole('combobox', { name: 'Trial site' });
  if (!(await picker.isVisible()) || (await picker.inputValue()) !== '') return;
  // The first one says only that one is to be chosen. Where there is one site alone, it is about to be.
  if ((await picker.locator('option').count()) > 1) await picker.selectOption({ index: 1 });
}

/** The names of buttons; of a table, those of its first row. */
const namesOf = (buttons: Locator, ofAllRows = false): Promise<string[]> =>
  buttons.evaluateAll(
    (all, every) =>
      all
        .filter((one) => every || !one.closest('tbody tr:not(:first-child)'))
        .map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()),
    ofAllRows,
  );

const seen = new Set<string>();
async function rowActions(
  person: Person,
  take: Camera,
  path: string,
  menu: string,
  arrive: () => Promise<void>,
): Promise<void> {
  const { page } = person;
  const button = page.getByRole('button', { name: menu, exact: true }).first();
  await button.click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  const labels = await items.allInnerTexts();
  await take(`${path} row menu ${labels.join(' ')}`);
  // The pictures may have moved the button out of sight, and its menu is hidden for as long.
  await button.scrollIntoViewIfNeeded();
  await items.first().press('Escape');
  await items.first().waitFor({ state: 'detached' });
  for (const label of labels) {
    const name = `${path} ${label}`;
    if (seen.has(name)) continue;
    seen.add(name);
    await button.click();
    // What leads elsewhere opens nothing here.
    if (!(await opened(person, take, name, page.getByRole('menuitem', { name: label, exact: true })))) await arrive();
  }
}

/** Opens a dialog, takes its picture and closes it again without doing anything; false when nothing opened. */
async function opened(person: Person, take: Camera, name: string, opener: Locator): Promise<boolean> {
  const { page } = person;
  if (!(await opener.isEnabled())) return true;
  const before = page.url();
  await opener.click();
  const dialog = page.getByRole('dialog').last();
  if (
    !(await dialog.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    ))
  ) {
    if (page.url() !== before) await take(name);
    return false;
  }
  await take(name);
  await further[Object.keys(further).find((end) => name.endsWith(end)) ?? '']?.(person, take, name);
  while (await page.getByRole('dialog').count()) {
    const leave = page
      .getByRole('dialog')
      .last()
      .getByRole('button', { name: /^(Close|Discard|Cancel|Not now)$/ });
    // A calendar has none.
    if ((await leave.count()) === 0) await page.keyboard.press('Escape');
    else await leave.last().click();
  }
  return true;
}

/** What there is to see further in some dialogs. */
const further: Record<string, (person: Person, take: Camera, name: string) => Promise<void>> = {
  'Confirm shipment': async ({ page }, take, name) => {
    await page.getByRole('button', { name: 'To Packages' }).click();
    await take(`${name} packages`);
    await page.getByLabel('Courier').fill('fedex');
    await page.getByLabel('Tracking number').fill('1z 784 555');
    await page.getByLabel('Lot number').fill('L2701');
    const expires = page.getByRole('textbox', { name: /Expiration date/ });
    await expires.fill('31-Dec-2099');
    await page.getByRole('button', { name: 'Review' }).click();
    await take(`${name} review`);
    await page.getByRole('dialog').last().getByRole('button', { name: 'Back' }).click();
    // Before anybody needs it.
    await expires.fill(typed(daysAhead(1)));
    await expires.press('Tab');
    await take(`${name} early lot`);
    await page.getByRole('button', { name: 'Review' }).click();
    await take(`${name} review early lot`);
  },
  'Shipment Requests Report': async ({ page }, take, name) => {
    await page.getByRole('textbox', { name: 'Start Date' }).fill('01-Jan-2001');
    await page.getByRole('textbox', { name: 'End Date' }).fill('31-Jan-2001');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await page.getByText('No responses to export.').waitFor();
    await take(`${name} nothing to export`);
  },
  'Set up': async ({ page }, take, name) => {
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Setup key', { exact: true }).waitFor();
    await take(`${name} key`);
  },
};

/** The documents of requests that have some: their list, as buttons or as a dropdown, and the pages of one. */
async function papers(person: Person, take: Camera): Promise<void> {
  const { page } = person;
  await arriveAt(person, '/shipment-request');
  const history = page.getByRole('region', { name: 'Shipment History', exact: true });
  const size = history.getByRole('combobox', { name: /rows per page/ });
  await size.or(history.getByText(/^No /)).first().waitFor();
  if (await size.isVisible()) await size.selectOption('25');
  for (const menu of await namesOf(history.getByRole('button', { name: /^Actions for/ }), true)) {
    await person.act(menu, 'Documents');
    const dialog = page.getByRole('dialog').last();
    const choice = dialog.getByRole('combobox', { name: /^Documents \(/ });
    const button = dialog.getByRole('list', { name: 'Documents' }).getByRole('button').first();
    await dialog.getByText('No documents to display').or(choice).or(button).first().waitFor();
    const shape = (await choice.isVisible()) ? 'many' : (await button.isVisible()) ? 'few' : 'none';
    await take(`documents ${shape}`);
    if (shape === 'many') {
      await choice.click();
      await take('documents to choose from');
      await page.getByRole('listbox').getByRole('option').first().click();
    }
    if (shape === 'few') await button.click();
    if (shape !== 'none') {
      await page.getByRole('dialog').last().locator('canvas').waitFor();
      await take(`documents preview ${shape}`);
      await page.getByRole('dialog').last().getByRole('button', { name: 'Close' }).click();
    }
    await page.getByRole('dialog').last().getByRole('button', { name: 'Close' }).click();
  }
}

/** The account of somebody with an app and a second session. */
async function ownAccount(person: Person, take: Camera, email: string): Promise<void> {
  const { page } = person;
  const elsewhere = await openPerson(browser, apps, { baseURL: url as string });
  await person.open('/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Setup key', { exact: true }).waitFor();
  apps.keep(email, await page.locator('code').innerText());
  await page.getByLabel('Authentication code').fill('12');
  await page
    .getByRole('button', { name: 'Verify' })
    .click({ timeout: 1_000 })
    .catch(() => undefined);
  await take('account set-up wrong code');
  await page.getByLabel('Authentication code').fill(await apps.code(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('button', { name: 'I have kept them' }).waitFor();
  await take('account recovery codes');
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await elsewhere.open('/sign-in');
  await elsewhere.sendCredentials(email, demoPassword);
  await page.reload();
  await page.getByText('This device').waitFor();
  await take('account with app');
  for (const name of ['Change password', 'Replace app', 'Remove', 'New recovery codes', 'End all sessions']) {
    await opened(person, take, `account ${name}`, page.getByRole('button', { name, exact: true }));
  }
  await elsewhere.context.close();
}

/** What one account sees. */
async function walk(account: string, person: Person): Promise<void> {
  const take = openCamera(folder as string, person, account);
  if (account === 'nobody') {
    await beforeSignIn(person, take);
    await registering(person, take);
    await secondStep(person, take);
    return otherBrands();
  }
  const email = account.includes('@') ? account : `${account}@meridian.example`;
  await person.signIn(email);
  await everything(person, account, take);
  if (['boston', 'porto', 'pharmacy', 'pharmacy2'].includes(account)) await papers(person, take);
  if (signers.includes(account)) await signingScreens(person, take);
  if (account === 'admin') {
    await uploadScreens(person, take);
    await reportScreens(person, take);
  }
  if (account === 'prescriber2') await trainingScreen(person, take);
  if (account.endsWith('@lakeside.example')) {
    const dialogs = (name: string, arrive: () => Promise<void>) => dialogsOf(person, name, arrive, take);
    const isThorough = thorough.includes(account);
    await patientScreens(person, take, (path) => arriveAt(person, path), isThorough ? dialogs : null);
  }
  if (account === 'prescriber') await ownAccount(person, take, email);
}

const browser = await launchChromium();
try {
  for (const account of only?.split(',') ?? accounts) {
    seen.clear();
    const person = await openPerson(browser, apps, { baseURL: url });
    // What went wrong for one is told, and the others are still looked at.
    await walk(account, person).catch((error: unknown) => console.log(`  ! ${account} ended early: ${String(error)}`));
    await person.context.close();
    for (const complaint of person.complaints) console.log(`  ! ${complaint}`);
  }
} finally {
  await browser.close();
}
