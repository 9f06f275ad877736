/** A document that is built, signed by two people and sealed, as the people see it. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { aLetter } from '../server/test/forms.ts';
import { textOf, valuesOf } from '../server/test/read-pdf.ts';
import { demoPassword } from '../server/src/demo/accounts.ts';
import { type Person, phone } from './browser.ts';
import { contentOf } from './downloads.ts';
import { openHouse } from './house.ts';
import { dialog, section } from './shipping.ts';

const house = openHouse();

/** Signs in and goes to the documents. */
async function atDocuments(account: string, options = {}): Promise<Person> {
  const person = await house.newPerson(options);
  await person.signIn(`${account}@meridian.example`);
  await person.page.getByRole('button', { name: 'Sign Out' }).waitFor();
  await person.open('/document');
  await person.page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  return person;
}
const press = (where: Locator, name: string | RegExp) => where.getByRole('button', { name, exact: true }).click();

/** A PDF that is uploaded to Boston, with its fields placed one by one. */
async function build(admin: Person, name: string): Promise<void> {
  const { page } = admin;
  await page.getByRole('combobox', { name: 'Select Trial/Site' }).selectOption('Boston General');
  await press(page.getByRole('main'), 'Upload');
  await press(dialog(admin, 'Select Upload Type'), /^Read-Only PDF/);
  const wizard = dialog(admin, 'Upload: Read-Only PDF');
  const file = {
    name: 'consent.pdf',
    mimeType: 'application/pdf',
    buffer: await aLetter('What both of them agree to.'),
  };
  await wizard.getByLabel('File').setInputFiles(file);
  await wizard.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await press(wizard, 'Next');
  await wizard.getByLabel('Ask people to sign it').check();
  await press(wizard, 'Add recipient');
  await wizard.getByLabel(/^Name of recipient 1/).fill('Grace Holloway');
  await wizard.getByLabel(/^Email of recipient 1/).fill('boston@meridian.example');
  await press(wizard, 'Add recipient');
  await wizard.getByLabel(/^Name of recipient 2/).fill('Daniel Reyes');
  await wizard.getByLabel(/^Email of recipient 2/).fill('prescriber@meridian.example');
  await press(wizard, 'Next');
  const palette = wizard.getByRole('group', { name: 'Add a field' });
  // Whoever has fingers alone is not told of keys.
  const keys = wizard.getByText('Ctrl + Z, Ctrl + Y', { exact: true });
  await keys.waitFor();
  const hands = await admin.context.newCDPSession(page);
  await hands.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await keys.waitFor({ state: 'hidden' });
  await hands.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  await keys.waitFor();
  await press(palette, 'Text input');
  await wizard.getByRole('region', { name: 'Field' }).getByLabel('Label').fill('Patient First Name');
  await press(palette, 'Checkbox');
  await press(palette, 'Radio button');
  await press(palette, 'Signature');
  await palette.getByLabel('New fields are for').click();
  await page.getByRole('option', { name: '2. Daniel Reyes' }).click();
  await press(palette, 'Signature');
  await press(wizard, 'Next');
  await press(wizard, 'Finish');
  await wizard.waitFor({ state: 'detached' });
}

const barrierless = async (person: Person, state: string) =>
  expect([state, await person.barriers()]).toEqual([state, []]);
/** From the signature field to the pad: what it means, the notice, and the password; each as somebody looks at it. */
async function upToPad(person: Person, field: Locator, look: (state: string) => Promise<void>): Promise<Locator> {
  await field.click();
  const verification = dialog(person, 'Prescriber Verification');
  await verification.waitFor();
  await look('verification');
  await press(verification, 'SIGN');
  const notice = dialog(person, 'Authentication');
  await notice.waitFor();
  await look('authentication notice');
  await press(notice, 'CONTINUE');
  const asked = dialog(person, 'Sign in to sign');
  await asked.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await look('credentials');
  await press(asked, 'Authenticate');
  const pad = dialog(person, 'Signature');
  await pad.waitFor();
  await look('pad');
  return pad;
}
const placeOf = async (pad: Locator) => {
  const box = await pad.getByRole('img', { name: /^Pad to draw on/ }).boundingBox();
  if (!box) throw new Error('the pad is not to be seen');
  return box;
};

test('DOC-14 SGN-01 SGN-02 SGN-04 SGN-09 SGN-21 SGN-22 P11-03 P11-04 a form that was built is filled in by keyboard, signed by mouse and by touch, sealed, verified and downloaded', async () => {
  const name = 'Consent of Boston';
  const admin = await atDocuments('admin');
  await build(admin, name);
  await admin.context.close();

  const boston = await atDocuments('boston');
  const { page } = boston;
  const own = section(boston, 'All Documents').getByRole('row').filter({ hasText: name });
  await own.getByText('Needs To Sign').waitFor();
  await press(own, `Sign, ${name}`);
  const sheet = dialog(boston, name);
  const next = sheet.getByRole('button', { name: 'Next required field' });
  await next.waitFor();
  await barrierless(boston, 'nothing filled in');
  expect(await sheet.getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBe('true');
  await next.click();
  await page.keyboard.type('Łucja');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await sheet.getByText('One required field is left: Signature.').waitFor();
  const toSign = { name: 'Signature, required, sign' };
  const pad = await upToPad(boston, sheet.getByRole('button', toSign), (state) => barrierless(boston, state));
  const box = await placeOf(pad);
  await page.mouse.move(box.x + 40, box.y + 120);
  await page.mouse.down();
  for (const [x, y] of [
    [90, 40],
    [130, 130],
    [180, 60],
    [260, 110],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 5 });
  await page.mouse.up();
  await press(pad, 'Confirm');
  await sheet.getByRole('button', { name: 'Signature, signed, sign again' }).waitFor();
  await press(sheet, 'Finalize');
  await sheet.getByText('The document is finalized. It is signed once it is submitted.').waitFor();
  // The focus is on "Submit".
  await page.keyboard.press('Enter');
  await page.getByText(`“${name}” is signed. It waits for the next signer.`).waitFor();
  await own.getByText('Pending').waitFor();

  const prescriber = await atDocuments('prescriber', { viewport: phone, hasTouch: true });
  await press(prescriber.page.getByRole('main'), `Sign, ${name}`);
  const onPhone = dialog(prescriber, name);
  const field = onPhone.getByRole('button', toSign);
  await field.waitFor();
  expect(
    await prescriber.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  const touched = await upToPad(prescriber, field, async () => undefined);
  await barrierless(prescriber, 'pad on a phone');
  const at = await placeOf(touched);
  const fingers = await prescriber.context.newCDPSession(prescriber.page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y]) => ({ x: at.x + x, y: at.y + y })),
    });
  await touch('touchStart', [30, 120]);
  for (const point of [
    [80, 30],
    [120, 150],
    [200, 40],
    [280, 120],
  ] as [number, number][])
    await touch('touchMove', point);
  await touch('touchEnd');
  await touched.getByRole('img', { name: /drawn on$/ }).waitFor();
  await press(touched, 'Confirm');
  await onPhone.getByRole('button', { name: 'Signature, signed, sign again' }).waitFor();
  await press(onPhone, 'Finalize');
  await onPhone.getByText('The document is finalized. It is signed once it is submitted.').waitFor();
  await press(onPhone, 'Submit');
  await prescriber.page.getByText(`“${name}” is signed by everybody.`).waitFor();

  await own.getByText('Completed').waitFor();
  await boston.act(`Actions for ${name}`, 'Verify');
  const verified = dialog(boston, `Verify: ${name}`);
  await verified.getByText('This document is valid.').waitFor();
  await expect
    .poll(async () => {
      await press(verified, 'Check again');
      await verified.getByRole('button', { name: 'Check again', disabled: false }).waitFor();
      return verified.getByText(/^Sealed \d\d-\w{3}-\d{4} \d\d:\d\d:\d\d UTC\.$/).count();
    })
    .toBe(1);
  await verified.getByText('The seal over the whole file.').waitFor();
  expect(await verified.getByText('I approve this prescription.').count()).toBe(2);
  await barrierless(boston, 'verified');
  await page.keyboard.press('Escape');
  await verified.waitFor({ state: 'detached' });

  await own.getByRole('button', { name, exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), press(dialog(boston, name), 'Download')]);
  const file = await contentOf(download);
  expect(file.includes('/ETSI.CAdES.detached')).toBe(true);
  const values = await valuesOf(file);
  expect(Object.entries(values).find(([field_]) => field_.endsWith('Patient First Name'))?.[1]).toBe('Łucja');
  const { text } = await textOf(file);
  for (const words of ['Grace Holloway', 'Daniel Reyes', 'I approve this prescription.', 'UTC'])
    expect(text).toContain(words);
});
