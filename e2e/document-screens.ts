/**
 * The screens of documents and of signing in every state, for pictures. Nothing is saved, submitted or rejected: what only such an act
 * would lead to is put into the server's answers on their way.
 */
import type { Locator } from 'playwright-core';
import { demoPassword } from '../server/src/demo/accounts.ts';
import { aLetter } from '../server/test/forms.ts';
import type { Person } from './browser.ts';
import type { Camera } from './camera.ts';
import { section } from './shipping.ts';

type Answer = Record<string, unknown>;
type Row = Answer & { friendlyName: string; isUserManagementReport: number };

const topmost = ({ page }: Person): Locator => page.getByRole('dialog').last();
const press = (where: Locator, name: string | RegExp) =>
  where.getByRole('button', { name, exact: true }).first().click();

/** Leaves every dialog, whatever was filled in. */
async function leaveDialogs(person: Person): Promise<void> {
  const leave = () => topmost(person).getByRole('button', { name: /^(Close|Discard|Back to Document Lists|Cancel)$/ });
  while (await person.page.getByRole('dialog').count()) await leave().last().click();
}

async function atDocuments(person: Person): Promise<void> {
  await person.open('/document');
  await person.page.getByRole('heading', { level: 1, name: 'Documents' }).waitFor();
  await person.page.waitForLoadState('networkidle');
}

/** Changes what the server answers to some calls, until the page is opened anew without it. */
async function answering(person: Person, calls: string, change: (answer: Answer) => Answer, look: () => Promise<void>) {
  const { context } = person;
  const url = new RegExp(`/api(?:${calls})\\?`);
  await context.route(url, async (route) => {
    const given = await route.fetch();
    if (given.status() !== 200) return route.fulfill({ response: given });
    await route.fulfill({ response: given, json: change((await given.json()) as Answer) });
  });
  await look();
  await context.unroute(url);
}

/** What somebody has to sign, from the list to the file that could be submitted, and how documents stand that have ended. */
export async function signingScreens(person: Person, take: Camera): Promise<void> {
  const { page } = person;
  await atDocuments(person);
  const chips = page.getByRole('group', { name: 'Show only' }).getByRole('button');
  for (let at = 0; at < (await chips.count()); at += 1) {
    await chips.nth(at).click();
    await take(`document only ${(await chips.nth(at).innerText()).replaceAll(/\d/g, '')}`);
    await chips.nth(at).click();
  }
  const sign = page.getByRole('main').getByRole('button', { name: /^Sign, / });
  if (await sign.count()) {
    await sign.first().click();
    await fillAndSign(person, take);
    await leaveDialogs(person);
  }
  const completed = section(person, 'Order Form - Completed').getByRole('button', { name: /^Actions for / });
  if (await completed.count()) {
    await person.act((await completed.first().getAttribute('aria-label')) ?? '', 'Verify');
    await topmost(person).getByText('What was checked').waitFor();
    await take('document verify');
    await leaveDialogs(person);
  }
  await answering(person, '/documents/(?:group|provider-signer)', rejected, async () => {
    await atDocuments(person);
    await take('document rejected');
    const name = page.getByRole('row').filter({ hasText: 'Rejected by' }).getByRole('button').first();
    if (await name.count()) {
      await name.click();
      await topmost(person).locator('canvas').first().waitFor();
      await take('document viewer rejected');
      await leaveDialogs(person);
    }
  });
}

/** Reports as they stand once the sponsor has rejected them. */
const rejected = (answer: Answer): Answer => ({
  documents: (answer['documents'] as Row[]).map((row) =>
    row.isUserManagementReport
      ? {
          ...row,
          isRejected: 1,
          isCurrentSigner: 0,
          waitsFor: null,
          reportStatus: 'Rejected',
          userManagementReport: 'Rejected',
          rejection: { by: 'Julian Aster', at: '2026-03-05T11:00:00.000Z', reason: 'Daniel left in May.' },
        }
      : row,
  ),
});

/** The sheet of a document to sign, up to "Finalize". */
async function fillAndSign(person: Person, take: Camera): Promise<void> {
  const { page } = person;
  const sheet = topmost(person);
  const own = sheet.getByRole('group', { name: 'Your fields' });
  await own.locator('[data-field]').first().waitFor();
  await take('sign fill');
  const signature = own.getByRole('button', { name: /sign$/ }).first();
  await signature.click();
  await take('sign verification');
  await press(topmost(person), 'SIGN');
  await take('sign authentication notice');
  await press(topmost(person), 'CONTINUE');
  await take('sign credentials');
  await topmost(person).getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await press(topmost(person), 'Authenticate');
  const pad = page.getByRole('dialog', { name: 'Signature', exact: true });
  await pad.waitFor();
  await take('sign pad');
  await pad.getByText('Use my name').click();
  await take('sign own name');
  await press(pad, 'Confirm');
  await pad.waitFor({ state: 'detached' });
  await take('sign signed');
  if (
    await sheet
      .getByText(/required field/)
      .first()
      .isVisible()
  )
    return;
  await press(sheet, 'Finalize');
  await sheet.getByText(/is finalized/).waitFor();
  await take('sign finalized');
}

/** The page before the first one, for somebody who has this to sign. */
export async function trainingScreen(person: Person, take: Camera): Promise<void> {
  const asked = person.page.waitForResponse((answer) => answer.url().includes('/api/documents/provider-signer'));
  await atDocuments(person);
  const { documents } = (await (await asked).json()) as { documents: { docId: number; isCurrentSigner: number }[] };
  const mine = documents.find((one) => one.isCurrentSigner === 1)?.docId ?? 0;
  const form = {
    trainingComplete: 0,
    trainingDocId: null,
    templateId: mine,
    document_ID: mine,
    srUuid: '00000000-0000-4000-8000-000000000001',
  };
  const training = (answer: Answer) => ({
    acknowledgementForm: { ...(answer['acknowledgementForm'] as Answer), ...form },
  });
  await answering(person, '/care-provider/training-acknowledgement', training, async () => {
    await person.open('/');
    await person.arrives('/acknowledgment-form');
    await topmost(person).getByRole('group', { name: 'Your fields' }).locator('[data-field]').first().waitFor();
    await take('acknowledgment-form');
  });
}

const aFile = async (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: await aLetter('What is agreed to, and signed below.'),
});

/** Every step of the wizard for each type, as far as "Finish". */
export async function uploadScreens(person: Person, take: Camera): Promise<void> {
  const { page } = person;
  await atDocuments(person);
  await page.getByRole('combobox', { name: 'Select Trial/Site' }).selectOption('Celandine Eczema Study');
  for (const type of ['Read-Only PDF', 'Order Form', 'Acknowledgment Form']) {
    await press(page.getByRole('main'), 'Upload');
    await press(topmost(person), new RegExp(`^${type}`));
    if (type === 'Order Form') {
      await take('upload replace order form');
      await press(topmost(person), 'Confirm');
    }
    await wizard(person, take, type);
  }
  await person.open('/management/documents');
  await press(page.getByRole('main'), 'Upload');
  await take('upload library types');
  await press(topmost(person), /^Template/);
  await wizard(person, take, 'Template');
}

async function wizard(person: Person, take: Camera, type: string): Promise<void> {
  const { page } = person;
  const dialog = page.getByRole('dialog', { name: `Upload: ${type}` });
  await dialog.getByLabel('File').setInputFiles(await aFile('consent.pdf'));
  await dialog.locator('canvas').waitFor();
  await take(`upload ${type} file`);
  await press(dialog, 'Next');
  if (type !== 'Template') {
    if (type === 'Acknowledgment Form') await dialog.getByLabel('Site User').check();
    if (type === 'Read-Only PDF') {
      await dialog.getByLabel('Ask people to sign it').check();
      for (const [n, [name, email]] of recipients.entries()) {
        await press(dialog, 'Add recipient');
        await dialog.getByLabel(new RegExp(`^Name of recipient ${n + 1}`)).fill(name);
        await dialog.getByLabel(new RegExp(`^Email of recipient ${n + 1}`)).fill(email);
      }
    }
    await take(`upload ${type} recipients`);
    await press(dialog, 'Next');
  }
  const palette = dialog.getByRole('group', { name: 'Add a field' });
  await palette.waitFor();
  await dialog.locator('canvas').waitFor();
  await take(`upload ${type} build empty`);
  for (const kind of ['Text input', 'Checkbox', 'Radio button', 'Signature']) await press(palette, kind);
  await take(`upload ${type} build signature selected`);
  await dialog
    .getByRole('button', { name: /^Text input/ })
    .last()
    .click();
  await take(`upload ${type} build text selected`);
  await press(dialog, 'Next');
  await dialog.getByRole('region', { name: 'Preview' }).locator('canvas').waitFor();
  await take(`upload ${type} review`);
  await leaveDialogs(person);
}
const recipients = [
  ['Inês Duarte', 'porto@meridian.example'],
  ['Tomás Faria', 'prescriber2@meridian.example'],
] as const;

/** A report on users as it is read before signatures are asked for, and the dialog of a complete copy. */
export async function reportScreens(person: Person, take: Camera): Promise<void> {
  const { page } = person;
  await atDocuments(person);
  await page.getByRole('combobox', { name: 'Select Trial/Site' }).selectOption('Lyon Clinic');
  await press(page.getByRole('main'), 'Generate Report');
  const dialog = page.getByRole('dialog', { name: 'Generate Report' });
  await dialog.getByText('There is no earlier report.').waitFor();
  await take('report choices');
  await dialog.getByRole('textbox', { name: 'Changes since' }).fill('01-02-2026');
  await press(dialog, 'Open Pdf');
  await dialog.getByRole('group', { name: 'Pages of the report' }).locator('canvas').first().waitFor();
  await take('report preview');
  await leaveDialogs(person);
  await press(page.getByRole('main'), 'Complete copy');
  await topmost(person)
    .getByText(/in one file/)
    .waitFor();
  await take('complete copy');
  await leaveDialogs(person);
}
