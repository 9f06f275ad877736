/** Patients of a clinic, from the first phone call, and what happens when several people look after one. */
import { expect, test } from 'vitest';
import { aPdf } from '../server/test/pdfs.ts';
import { sendAs } from './assessing.ts';
import type { Person } from './browser.ts';
import { openHouse } from './house.ts';

const house = openHouse();

const dialog = ({ page }: Person, name: string | RegExp) => page.getByRole('dialog', { name, exact: true });
const patients = ({ page }: Person) => page.getByRole('table', { name: 'Patients' });
const header = ({ page }: Person) => page.getByRole('region', { name: 'Patient', exact: true });
const told = ({ page }: Person, text: string | RegExp) => page.getByText(text).first().waitFor();

/** Opens a table of the record, and what adds to it. */
async function add(person: Person, table: string, thing: string): Promise<ReturnType<typeof dialog>> {
  await person.page.getByRole('combobox', { name: 'Table', exact: true }).selectOption(table);
  await person.page.getByRole('button', { name: `Add ${thing}` }).click();
  return dialog(person, `Add ${thing}`);
}
async function save(person: Person, thing: string): Promise<void> {
  await person.page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await told(person, `${thing} was added.`);
}

/** Somebody on a person's list of whose record this call answers a list that has something in it. */
async function somebodyWith(person: Person, path: string): Promise<{ id: string; name: string }> {
  const asked = person.page.waitForRequest(/\/api\/care-groups\/patients/);
  await person.open('/patients?size=25');
  const { authorization = '' } = await (await asked).allHeaders();
  const listed = patients(person).locator('[data-patient]');
  await listed.first().waitFor();
  for (const row of await listed.all()) {
    const id = (await row.getAttribute('data-patient')) ?? '';
    const reply = await person.context.request.get(`/api${path}?u_id=${id}`, { headers: { authorization } });
    const [rows = []] = Object.values((await reply.json()) as Record<string, unknown[]>);
    if (rows.length > 0) return { id, name: await row.innerText() };
  }
  throw new Error(`Nobody has anything at ${path}.`);
}

test('PNW-14 PST-01 PCG-10 OPC-12 a patient is brought from a phone call to active with a contact on record, and nothing typed is lost on the way', async () => {
  const admin = await house.newPerson();
  const { page } = admin;
  // Whatever is asked while there is no network.
  admin.mayFail(/./);
  await admin.signIn('admin@lakeside.example');
  await admin.open('/patients');
  await patients(admin).getByRole('row').nth(1).waitFor();
  expect(await admin.barriers()).toEqual([]);

  await page.getByRole('button', { name: 'Create New Patient' }).click();
  const form = dialog(admin, 'Create New Patient');
  await form.getByLabel('First Name').fill('Wanda');
  await form.getByLabel('Last Name').fill('Whitcombe');
  await form.getByLabel('Mobile Phone').fill('617-555-0148');
  await form.getByLabel('Date of Birth').fill('03/05/1950');
  await form.getByRole('radio', { name: 'Female' }).check();
  expect(await admin.barriers()).toEqual([]);
  await form.getByRole('button', { name: 'Add Patient' }).click();
  await told(admin, 'Patient successfully added. Now in pending patients.');

  await patients(admin).getByRole('button', { name: 'Wanda Whitcombe', exact: true }).click();
  const card = dialog(admin, 'Patient');
  await card.getByRole('combobox', { name: 'Add to care group' }).fill('Heart Failure');
  await page.getByRole('option', { name: /Heart Failure Clinic/ }).click();
  await card.getByRole('button', { name: 'Add', exact: true }).click();
  await card.getByRole('button', { name: 'Remove from Heart Failure Clinic' }).waitFor();
  await card.getByRole('button', { name: 'Activate', exact: true }).click();
  await dialog(admin, 'Activate patient?').getByRole('button', { name: 'Activate', exact: true }).click();
  await card.getByText('Active', { exact: true }).waitFor();
  expect(await admin.barriers()).toEqual([]);
  await card.getByRole('link', { name: 'Wanda Whitcombe' }).click();
  await header(admin).getByText('Heart Failure Clinic').waitFor();

  // What was typed outlives a network that is gone, and is not thrown away by reloading unasked.
  const contact = await add(admin, 'Contacts', 'Contact');
  await contact.getByRole('textbox', { name: 'Name', exact: true }).fill('Ben Whitcombe');
  await contact.getByRole('textbox', { name: 'Phone', exact: true }).fill('617-555-0149');
  await admin.context.setOffline(true);
  await contact.getByRole('button', { name: 'Save', exact: true }).click();
  await contact.getByRole('alert').waitFor();
  await admin.context.setOffline(false);
  const asked: string[] = [];
  page.once('dialog', (question) => {
    asked.push(question.type());
    void question.dismiss();
  });
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await expect.poll(() => asked).toEqual(['beforeunload']);
  expect(await contact.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Ben Whitcombe');
  await save(admin, 'Contact');
  expect(await admin.barriers()).toEqual([]);

  await page.reload();
  await header(admin).getByText('Wanda Whitcombe').waitFor();
  await page.getByRole('table', { name: 'Contacts' }).getByText('Ben Whitcombe').waitFor();
});

test('REL-07 CER-33 PCG-15 two people change one address and neither loses anything; a nurse who loses the patient’s group is told so, copies what she typed, and is led away', async () => {
  const [admin, nurse] = await Promise.all([house.newPerson(), house.newPerson()]);
  await Promise.all([admin.signIn('admin@lakeside.example'), nurse.signIn('nurse@lakeside.example')]);
  // The second save is told that the first was there before.
  admin.mayFail(/\/api\/user\/address/);
  nurse.mayFail(/\/api\//);
  const { id, name } = await somebodyWith(nurse, '/user/address');
  const edit = async (person: Person) => {
    await person.open(`/patient?patient=${id}&table=address`);
    await person.page
      .getByRole('table', { name: 'Address' })
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await person.page.getByRole('menuitem', { name: 'Edit' }).click();
    const box = dialog(person, 'Edit Address');
    await box.waitFor();
    return box;
  };
  const [theirs, mine] = await Promise.all([edit(admin), edit(nurse)]);
  await mine.getByRole('textbox', { name: 'City', exact: true }).fill('Cambridge');
  await theirs.getByRole('textbox', { name: 'Street', exact: true }).fill('77 Later Street');
  await mine.getByRole('button', { name: 'Save', exact: true }).click();
  await told(nurse, 'Address was changed.');
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await theirs.getByText('Someone else has changed this address in the meantime').waitFor();
  await theirs.getByText(/Address is now “.*Cambridge/).waitFor();
  expect(await theirs.getByRole('textbox', { name: 'Street', exact: true }).inputValue()).toBe('77 Later Street');
  expect(await admin.barriers()).toEqual([]);
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await told(admin, 'Address was changed.');
  await nurse.page
    .getByRole('table', { name: 'Address' })
    .getByText(/77 Later Street/)
    .waitFor();

  // She is in the middle of something.
  await nurse.page.getByRole('button', { name: 'Add Address' }).click();
  await dialog(nurse, 'Add Address').getByRole('textbox', { name: 'City', exact: true }).fill('Somerville');
  const send = await sendAs(admin);
  const { groups } = await send<{ groups: { gId: number }[] }>(`/patient/care-groups?u_id=${id}`, 'GET');
  for (const { gId } of groups) await send(`/patient/care-groups?u_id=${id}&g_id=${gId}`, 'DELETE');
  // Nothing of the patient stays but what she typed, to be copied.
  const typed = dialog(nurse, 'Add Address');
  await typed.getByText(/^Provider no longer has access to this patient\. Nothing can be saved\./).waitFor();
  expect(await typed.getByRole('textbox', { name: 'City', exact: true }).inputValue()).toBe('Somerville');
  expect(await nurse.page.getByText(name, { exact: true }).filter({ visible: true }).count()).toBe(0);
  expect(await nurse.barriers()).toEqual([]);
  await typed.getByRole('button', { name: 'Cancel' }).click();
  await nurse.page.getByRole('button', { name: 'Discard' }).click();
  await told(nurse, 'Provider no longer has access to this patient.');
  await nurse.arrives('/patients');
  expect(await nurse.page.getByRole('dialog').count()).toBe(0);
  expect(await patients(nurse).getByText(name, { exact: true }).count()).toBe(0);
  expect(await nurse.barriers()).toEqual([]);
});

test('PDO-04 CCN-16 APD-11 an administrator adds a document to a patient, where it is opened at once in a viewer 900 wide', async () => {
  const admin = await house.newPerson();
  const { page } = admin;
  await admin.signIn('admin@lakeside.example');
  const { id } = await somebodyWith(admin, '/documents/patient');
  await admin.open(`/patient?patient=${id}&table=documents`);
  await page.getByRole('button', { name: 'Add document' }).click();
  const box = dialog(admin, 'Add document');
  const letter = { name: 'Letter of referral.pdf', mimeType: 'application/pdf', buffer: aPdf('Referral') };
  await box.getByLabel('File').setInputFiles(letter);
  expect(await admin.barriers()).toEqual([]);
  await box.getByRole('button', { name: 'Add', exact: true }).click();
  await told(admin, 'Document “Letter of referral” was added.');
  await page.getByRole('button', { name: 'Open, Letter of referral' }).click();
  const viewer = dialog(admin, 'Letter of referral');
  await viewer.locator('canvas').first().waitFor();
  expect((await viewer.boundingBox())?.width).toBe(900);
  expect(await admin.barriers()).toEqual([]);
});
