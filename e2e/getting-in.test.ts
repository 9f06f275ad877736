import { readFileSync } from 'node:fs';
import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { demoPassword } from '../server/src/demo/accounts.ts';
import type { Person } from './browser.ts';
import { openHouse } from './house.ts';
import { chooseSite, openShipments } from './shipping.ts';

const house = openHouse();

const alertOf = (person: Person) => person.page.getByRole('alert').first();
const signInForm = (person: Person) => person.page.getByRole('heading', { name: 'Sign in', exact: true });
const minute = 60_000;

async function signOut(person: Person): Promise<void> {
  await person.page.getByRole('button', { name: 'Sign Out' }).click();
  await person.page.getByRole('dialog', { name: 'Sign out' }).getByRole('button', { name: 'Sign Out' }).click();
  await signInForm(person).waitFor();
}

/** The recovery codes that are on the screen. */
async function recoveryCodesOf({ page }: Person): Promise<string[]> {
  const codes = page.getByRole('group', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  return codes.allInnerTexts();
}

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

test('SER-01 SER-02 SER-04 SER-06 SIG-15 SIG-18 each refused sign-in says its own sentence and leaves the person on the form', async () => {
  const person = await house.newPerson();
  person.mayFail(/\/api\/auth\/sign-in$/);
  await person.open('/sign-in');
  expect(await person.barriers()).toEqual([]);
  const cases = [
    ['boston@meridian.example', 'Wrong-Moon-2026!', 'Email or password incorrect.'],
    ['nobody@meridian.example', demoPassword, 'Email or password incorrect.'],
    ['unconfirmed@meridian.example', demoPassword, 'User not confirmed.'],
    ['reset@meridian.example', demoPassword, 'Password reset required.'],
    ['system@meridian.example', demoPassword, 'Access forbidden.'],
    ['physician@meridian.example', demoPassword, 'Access forbidden.'],
  ] as const;
  for (const [email, password, sentence] of cases) {
    const answered = person.page.waitForResponse(/\/api\/auth\/sign-in$/);
    await person.sendCredentials(email, password);
    await answered;
    await expect.poll(() => alertOf(person).innerText()).toBe(sentence);
    expect(person.path()).toBe('/sign-in');
    expect(await person.context.cookies()).toEqual([]);
    await person.page.reload();
    await signInForm(person).waitFor();
  }
  await person.sendCredentials('boston@meridian.example', 'Wrong-Moon-2026!');
  await alertOf(person).waitFor();
  expect(await person.barriers()).toEqual([]);
  await person.open('/account');
  await signInForm(person).waitFor();
  expect(person.path()).toBe('/sign-in');
});

test('SER-03 after too many wrong passwords even the right one is told to wait', async () => {
  const person = await house.newPerson();
  person.mayFail(/\/api\/auth\/sign-in$/);
  await person.open('/sign-in');
  const wrong = () =>
    person.context.request.post('/api/auth/sign-in', {
      data: { email: 'lyon@meridian.example', password: 'Wrong-Moon-2026!' },
    });
  for (let i = 0; i < 5; i++) await wrong();
  // Each further one doubles the lock: the last one is long enough for somebody who types.
  for (const seconds of [1, 2, 4, 8, 16]) {
    await house.later(seconds * 1000 + 500);
    await wrong();
  }
  await person.sendCredentials('lyon@meridian.example');
  await expect.poll(() => alertOf(person).innerText()).toBe('Password attempts exceeded, Please wait and try again');
  await house.later(40_000);
  await person.sendCredentials('lyon@meridian.example');
  await person.page.getByRole('button', { name: 'Sign Out' }).waitFor();
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

test('MFA-01 MFA-03 MFA-07 MFA-09 MFA-10 MFA-11 MFA-12 MFA-14 MFA-15 MFA-16 SER-08 SER-12 OPN-07 an administrator has to set up an authenticator app and is asked for its code from then on', async () => {
  const email = 'admin@meridian.example';
  const admin = await house.newPerson({ permissions: ['clipboard-read', 'clipboard-write'] });
  admin.mayFail(/\/api\/auth\/mfa/);
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
  await page.getByLabel('Authentication code').fill('000000');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect.poll(() => alertOf(admin).innerText()).toBe('Please enter the correct code');
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
  expect(readFileSync(await file.path(), 'utf8')).toContain([first, ...others].join('\r\n'));
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await admin.arrives('/trial-dashboard');
  expect(await page.locator('body').innerText()).not.toContain(first);

  await signOut(admin);
  await admin.sendCredentials(email);
  await page.getByRole('heading', { name: 'Confirm it is you' }).waitFor();
  expect(await admin.barriers()).toEqual([]);
  expect(await page.getByRole('button', { name: 'Authenticate' }).isDisabled()).toBe(true);
  await page.getByLabel('Authentication code').pressSequentially('00e0000');
  expect(await page.getByLabel('Authentication code').inputValue()).toBe('000000');
  await page.getByRole('button', { name: 'Authenticate' }).click();
  await expect.poll(() => alertOf(admin).innerText()).toBe('Incorrect Code');
  await page.getByLabel('Authentication code').fill(await house.apps.code(email));
  await page.getByRole('button', { name: 'Authenticate' }).click();
  await admin.arrives('/trial-dashboard');
});

/** Fills in the code of an app whose set-up is on the screen, and keeps the recovery codes. */
async function finishSetUp(person: Person, email: string): Promise<string[]> {
  const { page } = person;
  await page.getByText('Setup key', { exact: true }).waitFor();
  house.apps.keep(email, await page.locator('code').innerText());
  await page.getByLabel('Authentication code').fill(await house.apps.code(email));
  await page.getByRole('button', { name: 'Verify' }).click();
  const codes = await recoveryCodesOf(person);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  return codes;
}
const isInside = ({ page }: Person) => page.getByRole('button', { name: 'Sign Out' }).waitFor();

test('SEC-13 MFA-07 who lost their device goes in by a recovery code, each once, and without one by the approval of an administrator', async () => {
  const email = 'nurse@lakeside.example';
  const person = await house.newPerson();
  person.mayFail(/\/api\/auth\/mfa/);
  const { page } = person;
  const loseDevice = async () => {
    await person.sendCredentials(email);
    await page.getByRole('button', { name: 'Lost your device?' }).click();
    await page.getByRole('heading', { name: 'Account Recovery' }).waitFor();
  };
  const use = async (code = '') => {
    await page.getByLabel('Recovery code').fill(code);
    await page.getByRole('button', { name: 'Use the code' }).click();
  };
  await person.open('/sign-in');
  await person.sendCredentials(email);
  const [first, second] = await finishSetUp(person, email);
  await isInside(person);
  await signOut(person);
  await loseDevice();
  await use(first);
  await isInside(person);
  await signOut(person);
  await loseDevice();
  await use(first);
  await expect.poll(() => alertOf(person).innerText()).toBe('Incorrect Code');
  await use(second?.toUpperCase());
  await isInside(person);
  await signOut(person);

  await loseDevice();
  await page.getByRole('button', { name: 'Ask an administrator' }).click();
  await page
    .getByText('We have told your administrators. You will get an email when they have decided.', { exact: true })
    .waitFor();
  expect(await person.barriers()).toEqual([]);

  const admin = await house.newPerson();
  await admin.signIn('admin@lakeside.example');
  await admin.open('/account');
  await admin.page.getByRole('button', { name: 'Approve Hannah Cole' }).click();
  const question = admin.page.getByRole('dialog');
  await question.getByRole('textbox', { name: 'Reason' }).fill('I called her.');
  expect(await admin.barriers()).toEqual([]);
  await question.getByRole('button', { name: 'Approve' }).click();
  await admin.page.getByText('No requests are waiting.').waitFor();

  await person.open('/sign-in');
  await person.sendCredentials(email);
  await finishSetUp(person, email);
  await isInside(person);
});

test('SEC-02 SEC-05 SEC-13 SEC-14 OPN-17 a change of factor or password ends the sessions elsewhere, and every tab of this browser goes on', async () => {
  const email = 'prescriber@meridian.example';
  const [person, elsewhere] = [await house.newPerson(), await house.newPerson()];
  const people = [person, elsewhere];
  for (const one of people) {
    // A tab is refused once, and the cookie renews it.
    one.mayFail(/\/api\//);
    await one.signIn(email);
  }
  const { page } = person;
  const tab = await person.context.newPage();
  let lines = 0;
  tab.on('websocket', () => (lines += 1));
  await tab.goto('/shipment-request');
  await tab.getByRole('combobox', { name: 'Trial site' }).selectOption('Boston General');
  await expect.poll(() => lines, { timeout: 10_000 }).toBe(1);
  /** The other tab reads something that it has not read before. */
  const goesOn = async (link: string, call: RegExp) => {
    const read = tab.waitForResponse((answer) => call.test(answer.url()) && answer.ok());
    await tab.getByRole('link', { name: link }).click();
    await read;
  };

  await person.open('/account');
  await page.getByText('This device').waitFor();
  expect(await page.getByRole('button', { name: /^End session:/ }).count()).toBe(1);
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByText('Setup key', { exact: true }).waitFor();
  expect(await person.barriers()).toEqual([]);
  await finishSetUp(person, email);
  await page.getByRole('button', { name: 'Replace app' }).waitFor();
  // The line of the other tab was cut together with the session before, and stands again under this one.
  await expect.poll(() => lines, { timeout: 10_000 }).toBe(2);
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

  await page.getByRole('button', { name: 'End all sessions' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
  await signInForm(person).waitFor();
  await tab.getByRole('heading', { name: 'Sign in', exact: true }).waitFor();
});

test('MFA-17 cancelling the set-up leads back to the form and not into the portal', async () => {
  const person = await house.newPerson();
  await person.open('/sign-in?redirect=/account');
  await person.sendCredentials('nurse@quay.example');
  await person.page.getByRole('button', { name: 'Cancel' }).click();
  await signInForm(person).waitFor();
  await person.open('/account');
  await signInForm(person).waitFor();
  expect(await person.context.cookies()).toEqual([]);
});

test('MFA-18 MFA-19 MFA-20 MFA-21 SER-14 who lost their device reads whom to contact and finds back to the code', async () => {
  const email = 'doctor@lakeside.example';
  const person = await house.newPerson();
  await person.signIn(email);
  await signOut(person);
  await person.sendCredentials(email);
  const { page } = person;
  await page.getByLabel('Authentication code').fill('12');
  await page.getByRole('button', { name: 'Lost your device?' }).click();
  await page
    .getByText('To reset MFA on your account, please contact Trellis by email or phone', { exact: true })
    .waitFor();
  await page.getByRole('link', { name: 'help@trellis.example' }).waitFor();
  await page.getByRole('link', { name: '+1 617 555 0100' }).waitFor();
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Go back to MFA' }).click();
  expect(await page.getByLabel('Authentication code').inputValue()).toBe('12');
});

test('SIG-16 SEC-03 PRV-09 a reload keeps a person signed in, though the browser keeps nothing that scripts could read', async () => {
  const person = await house.newPerson();
  const tokens = new Set<string>();
  person.page.on('request', (asked) => {
    const token = asked.headers()['authorization']?.replace('Bearer ', '');
    if (token) tokens.add(token);
  });
  await person.signIn('boston@meridian.example');
  await person.page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  await person.page.reload();
  await person.page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  expect(person.path()).toBe('/participants');
  await person.open('/sign-in?redirect=/account');
  await person.arrives('/account');

  expect(tokens.size).toBeGreaterThan(1);
  const keeps = await kept(person);
  expect({ ...keeps, history: null, address: new URL(keeps.address).pathname }).toEqual({
    local: { 'portal.session': 'open' },
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
});

test('NAV-06 SER-33 SES-09 SEC-05 PRV-09 signing out asks first, and the way back shows nothing', async () => {
  const person = await house.newPerson();
  const { page } = person;
  await person.signIn('boston@meridian.example');
  await page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  await page.getByRole('link', { name: 'Grace Holloway' }).click();
  await person.arrives('/account');
  expect(await person.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  const question = page.getByRole('dialog', { name: 'Sign out' });
  await question.getByText('Are you sure you want to sign out?').waitFor();
  expect(await person.barriers()).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('boston@meridian.example').waitFor();

  const told = page.waitForResponse(/\/api\/auth\/sign-out$/);
  await signOut(person);
  const token = (await told).request().headers()['authorization'] ?? '';
  expect(token).toMatch(/^Bearer .{20}/);
  for (let i = 0; i < 2; i++) {
    await page.goBack();
    await signInForm(person).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/Bell|Holloway|101-0|boston@/);
  }
  expect((await person.context.request.get('/api/auth/me', { headers: { authorization: token } })).status()).toBe(401);
  const keeps = await kept(person);
  expect(keeps.local).toEqual({});
  expect(JSON.stringify(keeps)).not.toMatch(/Bell|Holloway|101-0|boston@/);
});

test('SEC-19 OPN-15 OPN-16 after sign-in a person is led only to a page of the portal', async () => {
  const person = await house.newPerson();
  await person.open('/account');
  await signInForm(person).waitFor();
  expect(new URL(person.page.url()).searchParams.get('redirect')).toBe('/account');
  await person.sendCredentials('boston@meridian.example');
  await person.arrives('/account');
  const bad = [
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    '%2F%2Fevil.test',
    '/%09/evil.test',
  ];
  for (const target of bad) {
    await person.open(`/sign-in?redirect=${target}`);
    await person.page.getByRole('button', { name: 'Sign Out' }).waitFor();
    expect([target, person.path(), new URL(person.page.url()).hostname]).toEqual([
      target,
      '/participants',
      '127.0.0.1',
    ]);
  }
});

test('SES-10 SES-12 SES-13 SES-14 SES-08 OPN-19 OPN-20 who does nothing for 15 minutes is warned, then signed out', async () => {
  const person = await house.newPerson();
  const { page } = person;
  const warning = page.getByText(/^You will be logged out for inactivity in \d+ seconds\.$/);
  const secondsLeft = async () => Number(/\d+/.exec(await warning.innerText())?.[0]);
  await page.clock.install();
  await person.signIn('boston@meridian.example');
  await page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();

  await page.clock.fastForward(14 * minute + 40_000);
  await page.clock.fastForward(6_000);
  await warning.waitFor();
  const first = await secondsLeft();
  expect(first).toBeLessThan(15);
  expect(await person.barriers()).toEqual([]);
  await page.clock.runFor(2000);
  await expect.poll(secondsLeft).toBeLessThanOrEqual(first - 2);

  await page.mouse.move(300, 300);
  await page.mouse.move(310, 310);
  await warning.waitFor({ state: 'detached' });
  await page.clock.fastForward(14 * minute);
  expect(await warning.count()).toBe(0);
  expect(person.path()).toBe('/participants');

  await page.clock.fastForward(minute);
  await signInForm(person).waitFor();
  await page.getByText('Session expired.').waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/Bell|Holloway|101-0/);
});

test('SES-06 SES-07 SES-08 OPN-15 when the server has ended the session the next call leads to sign-in and back again', async () => {
  const person = await house.newPerson();
  const { page } = person;
  person.mayFail(/\/api\//);
  await person.signIn('boston@meridian.example');
  await page.getByRole('row').filter({ hasText: 'marcus.bell@mail.example' }).waitFor();
  await house.later(16 * minute);
  await openShipments(person);
  await chooseSite(person, 'Boston General');
  await signInForm(person).waitFor();
  await page.getByText('Session expired.').waitFor();
  expect(await person.barriers()).toEqual([]);
  expect(new URL(page.url()).searchParams.get('redirect')).toMatch(/^\/shipment-request/);
  expect(await page.locator('body').innerText()).not.toMatch(/Bell|Holloway|101-0/);
  expect((await kept(person)).local).toEqual({});
  await person.sendCredentials('boston@meridian.example');
  await person.arrives('/shipment-request');
});
