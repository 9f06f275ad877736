/** A document that is built, signed by two people and sealed, and a report that is rejected, as the people see it. */
import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { aForm, aLetter } from '../server/test/forms.ts';
import { textOf, valuesOf } from '../server/test/read-pdf.ts';
import { demoPassword } from '../server/src/demo/accounts.ts';
import { type Person, phone } from './browser.ts';
import { daysAhead, stored } from './days.ts';
import { contentOf } from './downloads.ts';
import { openHouse } from './house.ts';
import { dialog, section } from './shipping.ts';

const house = openHouse();
const dayIn = (days: number) => stored(daysAhead(days));

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
  await press(palette, 'Text input');
  await wizard.getByRole('region', { name: 'Field' }).getByLabel('Label').fill('Patient First Name');
  await press(palette, 'Checkbox');
  await press(palette, 'Radio button');
  await press(palette, 'Signature');
  await press(palette, 'Signature');
  await palette.getByLabel('New fields are for').click();
  await page.getByRole('option', { name: '2. Daniel Reyes' }).click();
  await press(palette, 'Signature');
  await press(wizard, 'Next');
  await press(wizard, 'Finish');
  await wizard.waitFor({ state: 'detached' });
}

/** From the signature field to the pad: what it means, the notice, and the password. */
async function upToPad(person: Person, field: Locator, title = 'Prescriber Verification'): Promise<Locator> {
  await field.click();
  await press(dialog(person, title), 'SIGN');
  await press(dialog(person, 'Authentication'), 'CONTINUE');
  const asked = dialog(person, 'Sign in to sign');
  await asked.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await press(asked, 'Authenticate');
  const pad = dialog(person, 'Signature');
  await pad.waitFor();
  return pad;
}
const barrierless = async (person: Person, state: string) =>
  expect([state, await person.barriers()]).toEqual([state, []]);
const placeOf = async (pad: Locator) => {
  const box = await pad.getByRole('img', { name: /^Pad to draw on/ }).boundingBox();
  if (!box) throw new Error('the pad is not to be seen');
  return box;
};

test('DOC-14 SGN-01 SGN-02 SGN-04 SGN-09 SGN-12 SGN-13 SGN-16 SGN-21 SGN-22 P11-02 P11-03 P11-04 a form that was built is signed by mouse, by keyboard and by touch, sealed, verified and downloaded', async () => {
  const name = 'Consent of Boston';
  const admin = await atDocuments('admin');
  await build(admin, name);

  const boston = await atDocuments('boston');
  const { page } = boston;
  const own = section(boston, 'All Documents').getByRole('row').filter({ hasText: name });
  await own.getByText('Needs To Sign').waitFor();
  await press(own, `Sign, ${name}`);
  const sheet = dialog(boston, name);
  await sheet.getByText('5 required fields are left: Patient First Name, Checkbox, Choice, and 2 more.').waitFor();
  await barrierless(boston, 'nothing filled in');
  expect(await sheet.getByRole('button', { name: 'Submit' }).getAttribute('aria-disabled')).toBe('true');
  await press(sheet, 'Next required field');
  await page.keyboard.type('Łucja');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await sheet.getByText('2 required fields are left: Signature 1 and Signature 2.').waitFor();
  const signature = (n: number) => sheet.getByRole('button', { name: new RegExp(`^Signature ${n}, `) });

  // Every refusal on the way to the pad.
  await signature(1).click();
  await barrierless(boston, 'verification');
  await press(dialog(boston, 'Prescriber Verification'), 'SIGN');
  await barrierless(boston, 'authentication notice');
  await press(dialog(boston, 'Authentication'), 'CONTINUE');
  const asked = dialog(boston, 'Sign in to sign');
  const [email, password] = [asked.getByLabel('Email'), asked.getByRole('textbox', { name: 'Password' })];
  boston.mayFail(/\/api\/auth\/step-up$/);
  await email.fill('prescriber@meridian.example');
  await password.fill(demoPassword);
  await password.press('Enter');
  await asked.getByText('Only the logged in user can sign.').waitFor();
  await barrierless(boston, 'somebody else');
  await email.fill('BOSTON@meridian.example');
  await password.fill('Wrong-Moon-2026!');
  await press(asked, 'Authenticate');
  await asked.getByText('Email or Password is incorrect.').waitFor();
  await password.fill(demoPassword);
  await press(asked, 'Authenticate');
  const pad = dialog(boston, 'Signature');
  await press(pad, 'Confirm');
  await pad.getByText('Signature cannot be empty.').waitFor();
  await barrierless(boston, 'empty pad');

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
  await sheet.getByRole('button', { name: 'Signature 1, signed, sign again' }).waitFor();

  const second = await upToPad(boston, signature(2));
  await second.getByText('Use my name', { exact: true }).click();
  await barrierless(boston, 'own name');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await sheet.getByText('Everything required is filled in. Finalize writes it into the document.').waitFor();
  await press(sheet, 'Finalize');
  await sheet.getByText('The document is finalized. It is signed once it is submitted.').waitFor();
  await barrierless(boston, 'finalized');
  await page.keyboard.press('Enter');
  await page.getByText(`“${name}” is signed. It waits for the next signer.`).waitFor();
  await own.getByText('Pending').waitFor();

  const prescriber = await atDocuments('prescriber', { viewport: phone, hasTouch: true });
  await press(prescriber.page.getByRole('main'), `Sign, ${name}`);
  const onPhone = dialog(prescriber, name);
  const field = onPhone.getByRole('button', { name: 'Signature, required, sign' });
  await field.waitFor();
  await barrierless(prescriber, 'on a phone');
  expect(
    await prescriber.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
  ).toBeLessThanOrEqual(0);
  const touched = await upToPad(prescriber, field);
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
  expect(await verified.getByText('I approve this prescription.').count()).toBe(3);
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

/** A call of somebody who is signed in, for what belongs to other screens. */
const asks = (person: Person, method: string, path: string, body?: object): Promise<Record<string, never>> =>
  person.page.evaluate(
    async ([how, where, what, key]) => {
      const send = async (to: string, token: string | null, by: string, content: unknown) => {
        const headers = {
          'content-type': 'application/json',
          'x-portal': '1',
          'idempotency-key': key,
          ...(token && { authorization: `Bearer ${token}` }),
        };
        const answer = await fetch(`/api${to}`, {
          method: by,
          headers,
          ...(content ? { body: JSON.stringify(content) } : {}),
        });
        const reply = await answer.json();
        if (!answer.ok) throw new Error(`${by} ${to}: ${JSON.stringify(reply)}`);
        return reply;
      };
      const { accessToken } = await send('/auth/session', null, 'POST', {});
      return send(where, accessToken, how, what);
    },
    [method, path, body ?? null, randomUUID()] as const,
  );

/** A report on Aurelia's people, which waits for the administrator and then for the sponsor. */
async function aReport(admin: Person, sponsor: Person, friendlyName: string): Promise<void> {
  const [me, other] = [await asks(admin, 'GET', '/auth/me'), await asks(sponsor, 'GET', '/auth/me')];
  const groups: { gId: number; displayName: string }[] = (await asks(sponsor, 'GET', '/trials'))['groups'] ?? [];
  const g_id = groups[0]?.gId;
  const data = (await aForm({ pages: 1 })).toString('base64');
  const file = { filename: 'report.pdf', friendlyName, contentType: 'application/pdf', data };
  const docId = (await asks(admin, 'POST', '/document', file))['documentId'];
  const report = { g_id, document_ID: docId, changes_since_date: dayIn(-2), companyId: me['companyId'] };
  await asks(admin, 'POST', '/company/care-providers/report', report);
  await asks(admin, 'POST', '/documents/group', { docId, g_id });
  const signers = [
    { cpId: me['cpId'], name: 'Administrator', signerNum: 1 },
    { cpId: other['cpId'], name: 'Sponsor', signerNum: 2 },
  ];
  await asks(admin, 'POST', '/documents/signature-request', { docId, uploaderOwned: 1, requestRequired: 1, signers });
}

test('UMR-03 UMR-04 UMR-05 UMR-07 UMR-08 UMR-09 a report that an administrator has signed is rejected by the sponsor, and then offers nothing to sign', async () => {
  const name = `Aurelia_${dayIn(0)}_${dayIn(-2)}`;
  const sponsor = await atDocuments('sponsor');
  const admin = await atDocuments('admin');
  await aReport(admin, sponsor, name);
  const waiting = section(sponsor, 'User Management Report - Need to Sign');
  await waiting.getByText('No documents to display').waitFor();
  await admin.open('/document');
  const ofAdmin = section(admin, 'User Management Report - Need to Sign/Pending Sponsor').getByRole('row');
  await press(ofAdmin.filter({ hasText: name }), `Sign, ${name}`);
  const sheet = dialog(admin, name);
  await press(sheet, 'Next required field');
  await admin.page.keyboard.type('Ann');
  await press(sheet, 'Next required field');
  await admin.page.keyboard.press('Space');
  const pad = await upToPad(admin, sheet.getByRole('button', { name: /^Signature, / }), 'Verification');
  await pad.getByText('Use my name', { exact: true }).click();
  await press(pad, 'Confirm');
  await press(sheet, 'Finalize');
  await press(sheet, 'Submit');
  await admin.page.getByText(`“${name}” is signed. It waits for the next signer.`).waitFor();
  await ofAdmin.filter({ hasText: name }).getByText('Pending').waitFor();

  await press(waiting, `Sign, ${name}`);
  const own = dialog(sponsor, name);
  await press(own, 'Reject');
  const question = dialog(sponsor, 'Reject report');
  await barrierless(sponsor, 'question before rejecting');
  await question.getByLabel('Reason (optional)').fill('Two of them have left.');
  await press(question, 'Confirm');
  await sponsor.page.getByText(`“${name}” is rejected.`).waitFor();
  const ended = section(sponsor, 'User Management Report - Completed').getByRole('row').filter({ hasText: name });
  await ended.getByText('Rejected', { exact: true }).waitFor();
  const reason = /^Rejected by Julian Aster, \d\d-\w{3}-\d{4}: ?Two of them have left\.$/;
  await ended.getByText(reason).waitFor();
  expect(await waiting.getByText(name).count()).toBe(0);
  await press(ended, name);
  const viewer = dialog(sponsor, name);
  await viewer.getByRole('button', { name: 'Download' }).waitFor();
  await viewer.getByRole('note').getByText('Two of them have left.').waitFor();
  await barrierless(sponsor, 'rejected');
  for (const gone of ['Finalize', 'Submit', 'Reject', 'Sign'])
    expect(await viewer.getByRole('button', { name: gone, exact: true }).count()).toBe(0);
});
