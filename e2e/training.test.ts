/** A training form that is signed before the first page, and a report on the people of a site that its sponsor accepts. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { demoPassword } from '../server/src/demo/accounts.ts';
import { sheet } from '../server/src/demo/papers.ts';
import { readEnv } from '../server/src/env.ts';
import { openGround } from '../server/src/operator/open-ground.ts';
import { actOf } from '../server/src/platform/act/act.ts';
import { attachToGroups, keepDocument } from '../server/src/rooms/documents/door.ts';
import { type Person, phone } from './browser.ts';
import { openHouse } from './house.ts';
import { faultsOf } from './on-phone.ts';
import { dialog } from './shipping.ts';

const house = openHouse();
const training = 'Handling of study medication';

/** Puts a training form on the trial for its wholesaler; how one is uploaded is proved where documents are. */
async function addTraining(): Promise<void> {
  const ground = await openGround(readEnv({ PORTAL_MODE: 'test', DATA_DIR: house.dataDir() }));
  try {
    await ground.database.asSystem(async (tx) => {
      const { providerId } = await tx
        .selectFrom('provider')
        .select('provider_id as providerId')
        .where('email', '=', 'admin@meridian.example')
        .executeTakeFirstOrThrow();
      const { trialId } = await tx
        .selectFrom('care_group')
        .select('care_group_id as trialId')
        .where('name', '=', 'AUR-101')
        .executeTakeFirstOrThrow();
      const admin = {
        companyId: 1,
        providerId,
        firstName: 'Maya',
        lastName: 'Okafor',
        type: 'Admin',
        host: 'localhost',
        requestId: 'journey',
        careGroupIds: null,
        adminRights: true,
        seesWholeCompany: true,
        modules: ['TrialCard'],
        pharmacyId: null,
        wholesalerId: null,
      };
      const act = actOf(tx, ground.clock, admin as never, { files: ground.files });
      const fields = [['Signature0_1_Required', 72, 600]] as const;
      const pdf = sheet([training, 'I keep it locked, and between 2 and 8 degrees Celsius.'], { fields });
      const name = { filename: 'training.pdf', friendlyName: training, isTemplate: true };
      const { id: documentId } = await keepDocument(act, { ...name, pdf, careGroupId: null, partnerId: null });
      const where = { careGroupIds: [trialId], cascades: false, isOrderForm: false };
      await attachToGroups(act, { ...where, documentId, userTypes: ['Wholesaler Partner'] });
    });
  } finally {
    await ground.close();
  }
}

/** What axe finds, and what does not fit, on a phone. */
async function fitsPhone(person: Person): Promise<void> {
  const wide = person.page.viewportSize();
  await person.page.setViewportSize(phone);
  expect(await faultsOf(person)).toEqual([]);
  if (wide) await person.page.setViewportSize(wide);
}

/** Signs the one field of a document that is open, and submits it. */
async function signs(
  { page }: Person,
  document: Locator,
  verification: string,
  look = async (): Promise<void> => undefined,
): Promise<void> {
  await document.getByRole('button', { name: /required, sign$/ }).click();
  await page.getByRole('dialog', { name: verification }).getByRole('button', { name: 'SIGN' }).click();
  await page.getByRole('button', { name: 'CONTINUE' }).click();
  const credentials = page.getByRole('dialog', { name: 'Sign in to sign' });
  await credentials.getByRole('textbox', { name: 'Password' }).fill(demoPassword);
  await credentials.getByRole('button', { name: 'Authenticate' }).click();
  const pad = page.getByRole('dialog', { name: 'Signature', exact: true });
  // The name of the account is a signature that needs no mouse.
  await pad.getByRole('radio', { name: 'Use my name' }).focus();
  await page.keyboard.press('Space');
  await look();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await pad.waitFor({ state: 'detached' });
  await document.getByRole('button', { name: 'Finalize' }).click();
  await document.getByRole('button', { name: 'Submit' }).and(page.locator(':not([aria-disabled])')).click();
}

test('AKF-01 AKF-02 AKF-04 AKF-05 AKF-07 ACK-05 ACK-08 ACK-09 OPN-63 RTE-39 who has to acknowledge a training signs it before the first page, from whichever page they come', async () => {
  await addTraining();
  const wholesaler = await house.newPerson();
  await wholesaler.signIn('wholesaler@meridian.example');
  await wholesaler.arrives('/acknowledgment-form');
  const form = dialog(wholesaler, training);
  await form.getByText('Access to this site is limited to authorized persons').waitFor();
  await fitsPhone(wholesaler);
  expect(await form.getByRole('button', { name: 'Close' }).count()).toBe(0);
  // Neither by its address, nor by loading the page anew.
  await wholesaler.open('/shipment-request');
  await wholesaler.arrives('/acknowledgment-form');
  await form.waitFor();
  await signs(wholesaler, form, 'Signature Verification', async () => expect(await wholesaler.barriers()).toEqual([]));
  await wholesaler.arrives('/shipment-request');
  await wholesaler.page.getByText(`${training} is acknowledged.`).waitFor();
  await wholesaler.open('/account');
  await wholesaler.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
});

test('URP-01 URP-02 URP-08 URP-10 URP-12 UMR-01 UMR-03 UMR-05 UMR-06 UMR-09 an administrator generates a report on a site, having seen all of it; both sign, and it is accepted', async () => {
  const admin = await house.newPerson();
  await admin.signIn('admin@meridian.example');
  await admin.open('/document');
  const { page } = admin;
  await page.getByRole('combobox', { name: 'Select Trial/Site' }).selectOption({ label: 'Lyon Clinic' });
  await page.getByRole('button', { name: 'Generate Report' }).click();
  const choices = dialog(admin, 'Generate Report');
  await choices.getByText('There is no earlier report.').waitFor();
  await choices.getByRole('textbox', { name: 'Changes since' }).fill('01-02-2026');
  await choices.getByRole('button', { name: 'Open Pdf' }).click();
  const pages = choices.getByRole('group', { name: 'Pages of the report' });
  await pages.getByText('Camille Laurent').first().waitFor();
  const sign = choices.getByRole('button', { name: 'Create Sign Request' });
  expect(await sign.getAttribute('aria-disabled')).toBe('true');
  await pages.focus();
  await page.keyboard.press('End');
  await pages.getByText('Sponsor: Julian Aster').waitFor();
  await fitsPhone(admin);
  expect(await sign.getAttribute('aria-disabled')).toBeNull();
  await sign.click();
  const next = dialog(admin, 'Signature Request Generated');
  await next.waitFor();
  expect(await admin.barriers()).toEqual([]);
  await next.getByRole('link', { name: 'Go to Documents' }).click();
  await next.waitFor({ state: 'detached' });
  const waiting = page.getByRole('region', { name: 'User Management Report - Need to Sign/Pending Sponsor' });
  const name = await waiting.getByText(/^User Management Report Lyon Clinic_\d\d-\d\d-\d{4}_01-02-2026$/).innerText();

  const sponsor = await house.newPerson();
  await sponsor.signIn('sponsor@meridian.example');
  await sponsor.page.getByRole('link', { name: 'Documents', exact: true }).click();
  const ofSponsor = sponsor.page.getByRole('region', { name: 'User Management Report - Need to Sign', exact: true });
  await ofSponsor.getByText('No documents to display').waitFor();
  await signsReport(admin, name);
  await waiting.getByRole('row', { name }).getByText('Pending').waitFor();
  // His turn comes while he looks at the page.
  await ofSponsor.getByRole('row', { name }).waitFor();
  await signsReport(sponsor, name);
  const completed = sponsor.page.getByRole('region', { name: 'User Management Report - Completed' });
  await completed.getByRole('row', { name }).getByText('Accepted').waitFor();
});

async function signsReport(person: Person, name: string): Promise<void> {
  // It stands among all documents, too.
  await person.page.getByRole('row', { name }).getByRole('button', { name: 'Sign' }).first().click();
  const document = dialog(person, name);
  await signs(person, document, 'Verification');
  await document.waitFor({ state: 'detached' });
}
