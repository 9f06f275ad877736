/** The ways into the portal, how long one stays in, and the way out. */
import jsqr from 'jsqr';
import type { Response, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword } from '../server/src/demo/accounts.ts';
import type { Person } from './browser.ts';
import { contentOf } from './downloads.ts';
import { alertOf, finishSetUp, isInside, recoveryCodesOf, signInForm, signOut } from './entering.ts';
import { openHouse } from './house.ts';

const house = openHouse();
const minute = 60_000;
const newPassword = 'Quiet-Otter-61-Lane';
/** The server has given it; a 304 says that the browser's own copy still holds. */
const isGiven = (answer: Response) => answer.ok() || answer.status() === 304;

test('SER-01 SIG-18 a refused sign-in says its sentence, leaves the person on the form and nothing in the browser', async () => {
  const person = await house.newPerson();
  person.mayFail(/\/api\/auth\/sign-in$/);
  await person.open('/sign-in');
  await person.sendCredentials('boston@meridian.example', 'Wrong-Moon-2026!');
  await expect.poll(() => alertOf(person).innerText()).toBe('Email or password incorrect.');
  expect(person.path()).toBe('/sign-in');
  expect(await person.barriers()).toEqual([]);
  expect(await person.context.cookies()).toEqual([]);
  expect((await kept(person)).local).toEqual({});
});

/** Reads a QR code off the screen, as a phone's camera would. */
async function readQrCode(person: Person): Promise<string> {
  const image = person.page.getByRole('img', { name: 'QR code for your authenticator app' });
  await image.waitFor();
  const box = (await image.boundingBox()) as { x: number; y: number; width: number; height: number };
  const clip = { x: box.x - 8, y: box.y - 8, width: box.width + 16, height: box.height + 16 };
  const picture = `data:image/png;base64,${(await person.page.screenshot({ clip })).toString('base64')}`;
  const reader = await person.context.newPage();
  const { pixels, width, height } = await reader.evaluate(async (source) => {
    const seen = new Image();
    seen.src = source;
    await seen.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: seen.width, height: seen.height });
    const drawing = canvas.getContext('2d') as CanvasRenderingContext2D;
    drawing.drawImage(seen, 0, 0);
    const { data } = drawing.getImageData(0, 0, seen.width, seen.height);
    return { pixels: [...data], width: seen.width, height: seen.height };
  }, picture);
  await reader.close();
  return jsqr.default(Uint8ClampedArray.from(pixels), width, height)?.data ?? 'There is no QR code.';
}

test('SEC-13 SEC-17 MFA-01 MFA-03 MFA-07 MFA-09 MFA-10 MFA-11 MFA-12 MFA-14 MFA-15 MFA-16 MFA-18 OPN-07 an administrator has to set up an authenticator app, is asked for its code from then on, and goes in by a recovery code without it', async () => {
  const email = 'admin@meridian.example';
  const admin = await house.newPerson({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = admin;
  await admin.open('/sign-in');
  await admin.sendCredentials(email);
  await page.getByRole('heading', { name: 'Set up two-step sign-in' }).waitFor();
  const uri = new URL(await readQrCode(admin));
  expect(await admin.barriers()).toEqual([]);
  const secret = await page.locator('code').innerText();
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', `/Trellis:${email}`]);
  expect(uri.searchParams.get('secret')).toBe(secret);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Alert: The setup key is copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);

  // Half-way in is not in: another page of the portal asks for credentials again.
  const elsewhere = await admin.context.newPage();
  await elsewhere.goto('/trial-dashboard');
  await elsewhere.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
  await elsewhere.close();

  house.apps.keep(email, secret);
  await page.getByLabel('Authentication code').fill(await house.apps.code(email));
  await page.getByRole('button', { name: 'Verify' }).click();

  // The recovery codes are shown before anybody is inside, and this once.
  const [first = '', ...others] = await recoveryCodesOf(admin);
  expect(others).toHaveLength(9);
  expect(await admin.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Alert: The recovery codes are copied').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe([first, ...others].join('\n'));
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('recovery-codes.txt');
  expect((await contentOf(file)).toString()).toContain([first, ...others].join('\r\n'));
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await admin.arrives('/trial-dashboard');
  expect(await page.locator('body').innerText()).not.toContain(first);

  await signOut(admin);
  await admin.sendCredentials(email);
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor();
  expect(await admin.barriers()).toEqual([]);
  await page.getByLabel('Authentication code').fill(await house.apps.code(email));
  await page.getByRole('button', { name: 'Authenticate' }).click();
  await admin.arrives('/trial-dashboard');

  await signOut(admin);
  await admin.sendCredentials(email);
  await page.getByRole('button', { name: 'Lost your device?' }).click();
  await page.getByRole('heading', { name: 'Account Recovery' }).waitFor();
  expect(await admin.barriers()).toEqual([]);
  await page.getByLabel('Recovery code').fill(first.toUpperCase());
  await page.getByRole('button', { name: 'Use the code' }).click();
  await admin.arrives('/trial-dashboard');
});

test('FGP-01 FGP-03 FGP-06 FGP-07 FGP-08 SEC-15 SEC-17 who forgot their password sets a new one by the code of the mail, which ends the sessions elsewhere, and is asked for their second factor as before', async () => {
  const email = 'doctor@lakeside.example';
  const [person, elsewhere] = [await house.newPerson(), await house.newPerson()];
  elsewhere.mayFail(/\/api\//);
  await elsewhere.signIn(email);
  const { page } = person;
  await person.open('/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await person.arrives('/forgot-password');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code', { exact: true }).waitFor();
  expect(await person.barriers()).toEqual([]);
  const [mail] = await house.mailsTo(email);
  const code = /^\s*([A-Z\d]{6,20})\s*$/m.exec(mail?.text ?? '')?.[1] ?? '';
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('textbox', { name: 'New password' }).fill(newPassword);
  await page.getByRole('button', { name: 'Reset password' }).click();
  await person.arrives('/sign-in');
  await page.getByText('Your password has been changed. Please sign in.').waitFor();
  expect(await person.barriers()).toEqual([]);

  await elsewhere.page.reload();
  await signInForm(elsewhere).waitFor();
  await person.sendCredentials(email, newPassword);
  await page.getByLabel('Authentication code').fill(await house.apps.code(email));
  await page.getByRole('button', { name: 'Authenticate' }).click();
  await isInside(person);
  expect(person.path()).toBe('/dashboard');
});

test('SEC-19 OPN-16 the sign-in page leads a person only to a page of the portal', async () => {
  const person = await house.newPerson();
  await person.signIn('boston@meridian.example');
  for (const target of ['//evil.test', '/\\evil.test', '/%09/evil.test']) {
    await person.open(`/sign-in?redirect=${target}`);
    await isInside(person);
    expect([target, person.path(), new URL(person.page.url()).hostname]).toEqual([
      target,
      '/participants',
      '127.0.0.1',
    ]);
  }
});

/** What the browser keeps for the page, apart from cookies that scripts cannot read. */
const kept = (person: Person) =>
  person.page.evaluate(async () => ({
    local: { ...localStorage },
    session: { ...sessionStorage },
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cookies: document.cookie,
    address: location.href,
    history: history.state as unknown,
  }));

test('SEC-02 SEC-05 SEC-13 SEC-14 SEC-17 OPN-17 a new factor or password ends the sessions elsewhere, and every tab of this browser goes on', async () => {
  const email = 'prescriber@meridian.example';
  const [person, elsewhere] = [await house.newPerson(), await house.newPerson()];
  for (const one of [person, elsewhere]) {
    // A tab is refused once, and the cookie renews it.
    one.mayFail(/\/api\//);
    await one.signIn(email);
  }
  const { page } = person;
  const tab = await person.context.newPage();
  let lines = 0;
  tab.on('websocket', (line) => {
    lines += 1;
    line.on('close', () => (lines -= 1));
  });
  await tab.goto('/shipment-request');
  await tab.getByRole('combobox', { name: 'Trial site' }).selectOption('Boston General');
  await expect.poll(() => lines, { timeout: 10_000 }).toBe(1);
  await page.bringToFront();
  /** The other tab reads something that it has not read before. */
  const goesOn = async (link: string, call: RegExp) => {
    await tab.bringToFront();
    const read = tab.waitForResponse((answer) => call.test(answer.url()) && isGiven(answer));
    await tab.getByRole('link', { name: link }).click();
    await read;
    await page.bringToFront();
  };

  await person.open('/account');
  await page.getByText('This device').waitFor();
  expect(await page.getByRole('button', { name: /^End session:/ }).count()).toBe(1);
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Set up' }).click();
  expect(await person.barriers()).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Setup key', { exact: true }).waitFor();
  expect(await person.barriers()).toEqual([]);
  // The session goes on. The line of the other tab, whose token is replaced, ends; it comes back, also when the first try finds no network.
  let inVain = 0;
  const noNetwork = (route: Route) => {
    inVain += 1;
    return route.abort();
  };
  await tab.route('**/api/auth/session', noNetwork, { times: 1 });
  await finishSetUp(house, person, email);
  await page.getByRole('button', { name: 'Replace app' }).waitFor();
  await expect.poll(() => inVain).toBe(1);
  await expect.poll(() => lines).toBe(1);
  await goesOn('Daniel Reyes', /\/api\/care-providers\/notifications/);
  await elsewhere.page.reload();
  await signInForm(elsewhere).waitFor();

  await elsewhere.signIn(email);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('Current password').fill(demoPassword);
  await page.getByLabel('New password').fill('Bright-Harbor-77');
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was changed.').waitFor();
  await goesOn('Participants', /trial-participant/);
  await elsewhere.page.reload();
  await signInForm(elsewhere).waitFor();

  // Whoever has an app may remove it again.
  await page.getByRole('button', { name: 'Remove' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove the authenticator app' });
  await removal.getByRole('textbox', { name: /recovery code/ }).waitFor();
  expect(await person.barriers()).toEqual([]);
  await page.keyboard.press('Escape');
  await removal.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await signInForm(person).waitFor();
  await tab.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
});

test('SES-07 OPN-17 where somebody’s session ended in a tab, the next person who signs in there has it loaded anew, begins at their own start page and reads who they are, also by a second step', async () => {
  const person = await house.newPerson();
  const { page } = person;
  await person.signIn('boston@meridian.example');
  await person.open('/account');
  await page.getByText('boston@meridian.example').first().waitFor();
  // As another tab tells it.
  await page.evaluate(() =>
    new BroadcastChannel('portal').postMessage({ type: 'signed-out', hasExpired: true, hasFailed: false }),
  );
  await signInForm(person).waitFor();
  const documents: string[] = [];
  page.on('domcontentloaded', () => documents.push(new URL(page.url()).pathname));
  await person.signIn('admin@meridian.example');
  await page.getByText(/^You are now signed in as /).waitFor();
  await person.arrives('/trial-dashboard');
  expect(documents).toEqual(['/']);
  expect(await page.locator('body').innerText()).not.toContain('boston@');
});

/** Kept by every page, and says nothing of anybody (OPC-98). */
const sampleBulletin =
  'Flu vaccines are available now. Please ask your patients whether they have had theirs this season.';

test('SIG-16 SEC-03 PRV-09 NAV-06 SES-09 SEC-05 a reload keeps a person signed in, though the browser keeps nothing that scripts could read; once they have signed out the way back shows nothing, nor says it what they searched for', async () => {
  const person = await house.newPerson();
  const { page } = person;
  const tokens = new Set<string>();
  page.on('request', (asked) => {
    const token = asked.headers()['authorization']?.replace('Bearer ', '');
    if (token) tokens.add(token);
  });
  await person.signIn('boston@meridian.example');
  await page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  await page.reload();
  await page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  expect(person.path()).toBe('/participants');
  await person.open('/sign-in?redirect=/account');
  await person.arrives('/account');

  expect(tokens.size).toBeGreaterThan(1);
  const keeps = await kept(person);
  expect({ ...keeps, history: null, address: new URL(keeps.address).pathname }).toEqual({
    local: { 'portal.session': 'open', bulletin: sampleBulletin },
    session: expect.any(Object),
    databases: [],
    cookies: '',
    address: '/account',
    history: null,
  });
  const everything = JSON.stringify(keeps);
  for (const word of [...tokens, 'marcus.bell', 'Holloway', '101-002', 'boston@'])
    expect(everything).not.toContain(word);
  const cookies = await person.context.cookies();
  expect(cookies.map(({ name }) => name).sort()).toEqual(['portal_device', 'portal_session']);
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', domain: '127.0.0.1' });
    expect(tokens).not.toContain(cookie.value);
  }

  const search = page.getByRole('searchbox');
  const seek = async (text: string) => {
    await search.fill(text);
    // Longer than what is typed waits for another letter.
    await page.waitForTimeout(600);
  };
  await page.getByRole('link', { name: 'Participants', exact: true }).click();
  await page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  await seek('Marcus Bell');
  await page.getByRole('button', { name: /^Active/ }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('status') === 'active');
  await page.getByRole('link', { name: 'Shipment Request', exact: true }).click();
  await page.getByText('Search shipments').waitFor();
  await seek('101-002');
  await page.getByText(/^\d+ of \d+ requests match$/).waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Participants', exact: true }).click();
  await expect.poll(() => search.inputValue()).toBe('Marcus Bell');
  await page.getByRole('link', { name: 'Shipment Request', exact: true }).click();
  await expect.poll(() => search.inputValue()).toBe('101-002');

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('dialog', { name: 'Sign out' }).getByText('Are you sure you want to sign out?').waitFor();
  expect(await person.barriers()).toEqual([]);
  await page.keyboard.press('Escape');
  const told = page.waitForResponse(/\/api\/auth\/sign-out$/);
  await signOut(person);
  const token = (await told).request().headers()['authorization'] ?? '';
  expect(token).toMatch(/^Bearer .{20}/);
  // Whoever goes back is led to the sign-in page, which takes the place of the address: these are as they were left.
  const addresses = await page.evaluate(() => {
    const states: unknown[] = [];
    Object.assign(globalThis, { states });
    addEventListener('popstate', ({ state }) => states.push(state), true);
    return (globalThis as unknown as { navigation: { entries: () => { url: string }[] } }).navigation
      .entries()
      .map(({ url }) => url);
  });
  expect(addresses.filter((url) => url.includes('/participants')).length).toBeGreaterThan(1);
  expect(addresses.join('\n')).not.toMatch(/Bell|101-0/);
  for (let i = 0; i < 4; i++) {
    await page.goBack();
    await signInForm(person).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/Bell|Holloway|101-0|boston@/);
  }
  const states = await page.evaluate(() => (globalThis as unknown as { states: unknown[] }).states);
  expect(states).toHaveLength(4);
  expect(JSON.stringify(states)).not.toMatch(/Bell|101-0/);
  expect((await person.context.request.get('/api/auth/me', { headers: { authorization: token } })).status()).toBe(401);
  const left = await kept(person);
  expect(left.local).toEqual({ bulletin: sampleBulletin });
  expect(JSON.stringify(left)).not.toMatch(/Bell|Holloway|101-0|boston@/);
});

test('SEC-04 SES-08 SES-10 SES-12 SES-14 OPN-17 OPN-18 OPN-19 OPN-20 who types for 16 minutes without asking for anything stays signed in, in every tab; then doing nothing is warned of, and ends all of them', async () => {
  const person = await house.newPerson();
  const { page, context } = person;
  // An aged token is refused once, and renewed.
  person.mayFail(/\/api\//);
  await context.clock.install();
  await person.signIn('boston@meridian.example');
  const tab = await context.newPage();
  await tab.goto('/account');
  await tab.getByText('This device').waitFor();
  await page.bringToFront();
  const open = new Set<unknown>();
  context.on('request', (asked) => open.add(asked));
  context.on('requestfinished', (asked) => open.delete(asked));
  context.on('requestfailed', (asked) => open.delete(asked));
  /** No call may be on its way: to it the time that passes would be a server that does not answer. */
  const passes = async (ms: number) => {
    await expect.poll(() => open.size).toBe(0);
    await house.later(ms);
    await context.clock.fastForward(ms);
    await expect.poll(() => open.size).toBe(0);
  };
  const search = page.getByLabel('Search');
  for (let i = 0; i < 4; i++) {
    await passes(4 * minute);
    await search.press('x');
    await context.clock.runFor(1_000);
  }
  expect(await search.inputValue()).toBe('xxxx');
  const read = tab.waitForResponse((answer) => /trial-participant/.test(answer.url()) && isGiven(answer));
  await tab.bringToFront();
  await tab.getByRole('link', { name: 'Participants' }).click();
  await read;
  expect([new URL(page.url()).pathname, new URL(tab.url()).pathname]).toEqual(['/participants', '/participants']);

  await passes(14 * minute + 40_000);
  await passes(6_000);
  for (const one of [page, tab])
    await one.getByText(/^You will be logged out for inactivity in \d+ seconds\.$/).waitFor();
  expect(await person.barriers()).toEqual([]);
  await passes(15_000);
  for (const one of [page, tab]) {
    await one.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
    await one.getByText('Session expired.').waitFor();
    expect(await one.locator('body').innerText()).not.toMatch(/Bell|Holloway|101-0/);
  }
  expect(await person.barriers()).toEqual([]);
});

test('PRV-09 CLN-02 RTE-11 whose assessment was open, neither the address nor the browser’s history says after the idle end and after sign-out; who signs in again comes back to it', async () => {
  const email = 'nurse@lakeside.example';
  const person = await house.newPerson();
  const { page } = person;
  // The session has ended before the page knows it.
  person.mayFail(/\/api\//);
  await person.signIn(email);
  await person.open('/dashboard');
  const menu = page.getByRole('table', { name: 'Flagged Answers' }).getByRole('button', { name: /^Actions for / });
  const label = (await menu.first().getAttribute('aria-label')) ?? '';
  const [name = ''] = /(?<=the flagged answer of )[^,]+/.exec(label) ?? [];
  expect(name).toMatch(/^\w+ \w/);
  await person.act(label, 'View Assessment');
  await person.arrives('/patient-surveys');
  const patient = page.getByRole('region', { name: 'Patient' });
  await patient.getByRole('heading', { name }).waitFor();
  const isUnsaid = async () => {
    const { address, history } = await kept(person);
    expect(history).toMatchObject({ uId: expect.any(Number) as number });
    for (const word of [...name.split(' '), 'phone']) expect(JSON.stringify([address, history])).not.toContain(word);
  };
  await isUnsaid();

  await house.later(16 * minute);
  await page.reload();
  await signInForm(person).waitFor();
  await isUnsaid();
  await person.signIn(email);
  await person.arrives('/patient-surveys');
  await patient.getByRole('heading', { name }).waitFor();
  await isUnsaid();

  await signOut(person);
  await page.goBack();
  await signInForm(person).waitFor();
  await isUnsaid();
  expect(await page.locator('body').innerText()).not.toContain(name);
});
