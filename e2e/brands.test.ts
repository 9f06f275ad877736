import { expect, test } from 'vitest';
import { readEnv } from '../server/src/env.ts';
import { openGround } from '../server/src/operator/open-ground.ts';
import { operate } from '../server/src/operator/operate.ts';
import { aPng } from '../server/test/image-corpus.ts';
import { aPdf } from '../server/test/pdfs.ts';
import { brandHosts, companyHost, type Person } from './browser.ts';
import { openHouse } from './house.ts';

const house = openHouse();
const { northAmerica, europe } = brandHosts;

/** What somebody sees of the brand before they have signed in. */
async function looksOf(person: Person) {
  const { page } = person;
  await person.open('/sign-in?connectionError=true');
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  expect(await person.barriers()).toEqual([]);
  const images = await page.locator('img').evaluateAll((all) =>
    (all as HTMLImageElement[]).map(({ src, complete, naturalWidth }) => {
      if (!complete || naturalWidth === 0) throw new Error(`The image ${src} is not shown.`);
      return new URL(src).pathname;
    }),
  );
  return {
    title: await page.title(),
    favicon: await page.locator('link[rel=icon]').getAttribute('href'),
    images,
    primary: await page
      .getByRole('button', { name: 'Sign In' })
      .evaluate((button) => getComputedStyle(button).getPropertyValue('--mantine-primary-color-filled').trim()),
    alert: await page.getByRole('alert').innerText(),
    footer: await page.getByRole('contentinfo').allInnerTexts(),
  };
}

test('BRN-01 BRN-02 BRN-03 BRN-04 BRN-05 BRN-06 BRN-07 BRN-08 BRN-11 BRN-12 OPN-28 OPN-29 SIG-17 SIG-19 SER-07 the host decides which brand a person sees', async () => {
  const hosts = [undefined, northAmerica, europe];
  const people = await Promise.all(hosts.map((host) => house.newPerson(host ? { host } : {})));
  await people[0]?.page.clock.setFixedTime(new Date('2031-05-05T12:00:00Z'));
  const looks: Awaited<ReturnType<typeof looksOf>>[] = [];
  for (const person of people) looks.push(await looksOf(person));
  const problem = (email: string) =>
    `There is a problem with your connection. This is likely an internet or firewall issue. Please try again. If the issue persists, contact ${email} for assistance.`;
  const [usual, america, eu] = looks;
  expect(usual).toMatchObject({
    title: 'Trellis',
    favicon: '/brands/default/favicon.svg',
    images: ['/brands/default/logo.svg', '/brands/default/sign-in.svg'],
    alert: expect.stringContaining(problem('help@trellis.example')),
    footer: ['© 2031 Trellis Health'],
  });
  expect(america).toMatchObject({
    title: 'TrialCard North America',
    favicon: '/brands/north-america/favicon.svg',
    images: ['/brands/north-america/logo.svg', '/brands/north-america/sign-in.svg'],
    alert: expect.stringContaining(problem('support@na.trialcard.example')),
    footer: [],
  });
  expect(eu).toMatchObject({
    title: 'TrialCard Europe',
    favicon: '/brands/europe/favicon.svg',
    images: ['/brands/europe/logo.svg', '/brands/europe/sign-in.svg'],
    alert: expect.stringContaining(problem('support@eu.trialcard.example')),
    footer: [],
  });
  expect(new Set(looks.map(({ primary }) => primary)).size).toBe(3);
});

/** Somebody at work on a host, and what their screen shows of its brand. */
async function atWorkOn(host: string) {
  const person = await house.newPerson({ host });
  const { page } = person;
  await person.signIn('boston@meridian.example');
  await page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  expect(await page.getByRole('contentinfo').count()).toBe(0);
  const logo = page.getByRole('region', { name: 'Top bar' }).getByRole('img').first();
  return { person, shown: [await page.title(), await logo.getAttribute('src'), await logo.getAttribute('alt')] };
}

/** Whom somebody at work is told to ask when their session cannot go on. */
async function contactTold(person: Person) {
  const { page } = person;
  // Without the modules the session ends; what the page asks for at that moment is refused.
  person.mayFail(/\/api\//);
  await page.route(/\/api\/company\/modules/, (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.reload();
  return /contact (\S+) for assistance/.exec(await page.getByRole('alert').innerText())?.[1];
}

test('ROL-38 BRN-01 BRN-04 BRN-06 BRN-08 BRN-12 SEC-18 inside the portal the same screen has logo, title and contact details of the host it is opened through, and a session of one host is none on another', async () => {
  const [america, eu] = [await atWorkOn(northAmerica), await atWorkOn(europe)];
  expect(america.shown).toEqual([
    'Participants · TrialCard North America',
    '/brands/north-america/logo.svg',
    'TrialCard North America',
  ]);
  expect(eu.shown).toEqual(['Participants · TrialCard Europe', '/brands/europe/logo.svg', 'TrialCard Europe']);
  const { page, context, barriers } = eu.person;
  expect(await barriers()).toEqual([]);

  const cookie = (await context.cookies()).find(({ name }) => name === 'portal_session');
  if (!cookie) throw new Error('There is no session cookie.');
  await context.addCookies([{ ...cookie, domain: northAmerica }]);
  const elsewhere = await context.newPage();
  // Where the browser believes to be signed in, it asks.
  await elsewhere.addInitScript(() => localStorage.setItem('portal.session', 'open'));
  const asked = elsewhere.waitForResponse(/\/api\/auth\/session$/);
  await elsewhere.goto(page.url().replace(europe, northAmerica));
  expect((await asked).status()).toBe(401);
  await elsewhere.getByText('Session expired.').waitFor();
  await elsewhere.close();

  expect([await contactTold(america.person), await contactTold(eu.person)]).toEqual([
    'support@na.trialcard.example',
    'support@eu.trialcard.example',
  ]);
});

/** A command of the operator, beside the running portal. */
const operator = (...words: string[]) =>
  operate(words, () => openGround(readEnv({ PORTAL_MODE: 'test', DATA_DIR: house.dataDir() })));

/** What shows that a sign-in page is a brand's. */
async function wears({ page }: Person) {
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  return {
    title: await page.title(),
    logo: await page.locator('img[data-logo]').getAttribute('src'),
    icon: await page.locator('link[rel=icon]').getAttribute('href'),
    primary: await page
      .getByRole('button', { name: 'Sign In' })
      .evaluate((button) => getComputedStyle(button).getPropertyValue('--mantine-primary-color-filled').trim()),
    announced: await page.getByRole('note').allInnerTexts(),
  };
}

test('BRN-01 BRN-04 BRN-06 BRN-07 an administrator makes a brand and tries it, the operator gives it a host, and everybody sees it there', async () => {
  const admin = await house.newPerson();
  const { page } = admin;
  await admin.signIn('admin@meridian.example');
  await page.getByRole('link', { name: 'Brand Management' }).click();
  await page.getByRole('button', { name: 'Add New Brand' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Brand' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Aurora Study');
  await dialog.getByLabel('Support email').fill('help@aurora.example');
  await dialog.getByRole('tab', { name: 'Brand Logo' }).click();
  const image = { name: 'logo.png', mimeType: 'image/png', buffer: aPng(64, 32) };
  for (const [label, key] of [
    ['Brand logo', 'Enter'],
    ['Favicon', 'Space'],
  ] as const) {
    await dialog.locator('input[type=file]').and(dialog.getByLabel(label)).setInputFiles(image);
    const cut = dialog.getByRole('group', { name: `Cut ${label.toLowerCase()}` });
    await cut.waitFor();
    expect(await admin.barriers()).toEqual([]);
    // By the keyboard alone.
    await cut.getByRole('slider', { name: 'Size' }).focus();
    await page.keyboard.press('ArrowRight');
    await cut.getByRole('button', { name: 'Use Image' }).focus();
    await page.keyboard.press(key);
    await cut.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).type)).toBe('file');
  }
  await dialog.getByRole('textbox', { name: 'Colour' }).fill('#7a1f5f');
  await dialog.getByRole('tab', { name: 'Terms & Conditions' }).click();
  await dialog
    .getByLabel(/^Terms & Conditions/)
    .and(dialog.locator('input'))
    .setInputFiles({ name: 'terms.pdf', mimeType: 'application/pdf', buffer: aPdf('Terms') });
  await dialog.getByRole('button', { name: 'Add New Brand' }).click();
  await page.getByText('Aurora Study was added.').waitFor();
  await dialog.waitFor({ state: 'detached' });

  await admin.act('Actions for Aurora Study', 'Alerts');
  const alerts = page.getByRole('dialog', { name: 'Alerts' });
  await alerts.getByRole('button', { name: 'Add Alert' }).click();
  await alerts.getByRole('textbox', { name: 'Message' }).fill('Visits begin in <b>May</b>.');
  await alerts.getByRole('button', { name: 'Save' }).click();
  await page.getByText('The alerts of Aurora Study were changed.').waitFor();

  await admin.act('Actions for Aurora Study', 'Try It');
  const trial = page.getByRole('dialog', { name: 'Try Aurora Study' });
  const link = trial.getByRole('link', { name: 'Open the sign-in page' });
  await link.waitFor();
  expect(await admin.barriers()).toEqual([]);
  const number = await trial.locator('code').innerText();
  const [tried] = await Promise.all([admin.context.waitForEvent('page'), link.click()]);
  await tried.getByText('You are trying the brand Aurora Study. It has not been given to this address.').waitFor();
  const path = tried.url().replace(/^https?:\/\/[^/]+/, '');
  const [outsider, stranger] = [await house.newPerson(), await house.newPerson({ host: companyHost })];
  await outsider.open(path);
  const look = await wears(outsider);
  expect(look).toEqual({
    title: 'Aurora Study',
    logo: expect.stringMatching(/^\/images\/[0-9a-f]{32}$/) as string,
    icon: expect.stringMatching(/^\/images\/[0-9a-f]{32}$/) as string,
    primary: expect.stringMatching(/.+/) as string,
    announced: ['Visits begin in <b>May</b>.'],
  });
  expect(await outsider.barriers()).toEqual([]);
  const given = await operator('give-host', '--host', companyHost, '--company-brand', number);
  expect([given.ok, given.said]).toEqual([true, expect.stringContaining(`${companyHost} shows the brand ${number}`)]);
  await expect
    .poll(
      async () => {
        await stranger.open('/sign-in');
        return wears(stranger);
      },
      { timeout: 15_000 },
    )
    .toEqual(look);
  expect(await stranger.page.getByText(/You are trying/).count()).toBe(0);
  expect(await stranger.barriers()).toEqual([]);
  await stranger.signIn('boston@meridian.example');
  await stranger.page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  const logo = stranger.page.getByRole('region', { name: 'Top bar' }).getByRole('img').first();
  expect([await stranger.page.title(), await logo.getAttribute('src'), await logo.getAttribute('alt')]).toEqual([
    'Participants · Aurora Study',
    look.logo,
    'Aurora Study',
  ]);
});
