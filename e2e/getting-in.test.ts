import jsqr from 'jsqr';
import { expect, test } from 'vitest';
import { demoPassword } from '../server/src/demo/accounts.ts';
import type { Person } from './browser.ts';
import { contentOf } from './downloads.ts';
import { alertOf, finishSetUp, isInside, recoveryCodesOf, signInForm, signOut } from './entering.ts';
import { openHouse } from './house.ts';

const house = openHouse();

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
  const asked: string[] = [];
  person.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await person.open('/account');
  await signInForm(person).waitFor();
  expect(person.path()).toBe('/sign-in');
  // Nobody has signed in here, so that the console shows no refused call either.
  expect(asked).not.toContain('/api/auth/session');
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

test('SEC-17 MFA-01 MFA-03 MFA-07 MFA-09 MFA-10 MFA-11 MFA-12 MFA-14 MFA-15 MFA-16 SER-08 SER-12 OPN-07 an administrator has to set up an authenticator app and is asked for its code from then on', async () => {
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
  expect((await contentOf(file)).toString()).toContain([first, ...others].join('\r\n'));
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

test('SEC-13 SEC-17 MFA-07 who lost their device goes in by a recovery code, each once, and without one by the approval of an administrator', async () => {
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
  const [first, second] = await finishSetUp(house, person, email);
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
  await finishSetUp(house, person, email);
  await isInside(person);
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
