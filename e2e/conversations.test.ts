/** Two people of a clinic and two patients, each in a browser of their own, talk to each other. */
import { expect, test } from 'vitest';
import { sendAs } from './assessing.ts';
import type { Person } from './browser.ts';
import { openHouse } from './house.ts';

const house = openHouse();
const log = ({ page }: Pick<Person, 'page'>) => page.getByRole('log', { name: 'Messages' });
const list = ({ page }: Person) => page.getByRole('list', { name: 'Conversations' });
const box = ({ page }: Person) => page.getByRole('textbox', { name: 'Message', exact: true });
const says = async (person: Person, text: string) => {
  await box(person).fill(text);
  await box(person).press('Enter');
};

const atConversations = ({ page }: Person) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Conversations' }).click();

/** Two patients of the demo in the nurse's clinic. */
const told = [
  { search: 'forsyth', name: /Arthur/, email: 'arthur.forsyth5@mail.example', born: ['June', '16', '1959'] },
  { search: 'clara', name: /Ito/, email: 'clara.ito8@mail.example', born: ['September', '25', '1974'] },
] as const;
/** The page of a patient who has followed the link of the notice and entered their date of birth. */
async function patientOf({ email, born: [month, day, year] }: (typeof told)[number], mails: number) {
  await expect.poll(async () => (await house.mailsTo(email)).length, { timeout: 10_000 }).toBeGreaterThan(mails);
  const [mail] = await house.mailsTo(email);
  const { page, open } = await house.newPerson();
  await open(/\/respond\?conversation=\S+/.exec(mail?.text ?? '')?.[0] ?? '/respond');
  await page.getByRole('combobox', { name: 'Month' }).selectOption(month);
  await page.getByRole('textbox', { name: 'Day' }).fill(day);
  await page.getByRole('textbox', { name: 'Year' }).fill(year);
  await page.getByRole('button', { name: 'Continue' }).click();
  return page;
}

test('CHT-09 CHT-19 CCN-20 OPC-81 SOC-04 SOC-05 what one writes the others read at once, without a reload, and a broadcast reaches each patient alone', async () => {
  const [nurse, doctor] = [await house.newPerson(), await house.newPerson()];
  await Promise.all([nurse.signIn('nurse@lakeside.example'), doctor.signIn('doctor@lakeside.example')]);
  await Promise.all([atConversations(nurse), atConversations(doctor)]);
  await list(doctor).getByRole('button').first().waitFor();
  // Her list is longer than its box, and the page goes on no further than what it shows.
  const rows = list(nurse).getByRole('button');
  await rows.nth(5).waitFor();
  expect(await nurse.page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);

  // The nurse starts a conversation with the doctor about a patient.
  const { page } = nurse;
  await page.getByRole('button', { name: 'New conversation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a New Conversation' });
  await dialog.getByRole('textbox', { name: 'Topic' }).fill('Weight since Friday');
  await dialog.getByRole('textbox', { name: 'Patients' }).fill('ann');
  await dialog.getByRole('list', { name: 'Patients found' }).getByRole('button').first().click();
  await dialog.getByRole('textbox', { name: 'Care providers' }).fill('solberg');
  await dialog.getByRole('list', { name: 'Care providers found' }).getByRole('button').first().click();
  expect(await nurse.barriers()).toEqual([]);
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await log(nurse).waitFor();

  // It is on top of the doctor's list, who reads and answers; the nurse sees both.
  const row = list(doctor).getByRole('button', { name: /Weight since Friday/ });
  await row.waitFor();
  await says(nurse, 'Two kilograms more than on Friday.');
  await row.getByText('1 unread').waitFor();
  expect(await list(doctor).getByRole('button').first().innerText()).toContain('Weight since Friday');
  await row.click();
  await log(doctor).getByText('Two kilograms more than on Friday.').waitFor();
  await log(nurse)
    .getByText(/Seen by the care team/)
    .waitFor();
  await says(doctor, 'Please double the dose for two days.');
  await log(nurse).getByText('Please double the dose for two days.').waitFor();

  // Both scroll inside their share of the window.
  const share = async (locator: ReturnType<typeof log>) => ((await locator.boundingBox())?.height ?? 0) / 900;
  expect(await share(log(doctor))).toBeCloseTo(0.48, 2);
  expect(await share(list(doctor))).toBeCloseTo(0.33, 2);
  expect(await doctor.barriers()).toEqual([]);

  // What is written while the line is cut stays, and is sent by a press; what was missed is there.
  doctor.mayFail(/./);
  await doctor.context.setOffline(true);
  await says(doctor, 'Written without a network.');
  await doctor.page.getByText('Unable to send message. Please refresh and try again.').waitFor();
  await says(nurse, 'Meanwhile I called her.');
  await doctor.context.setOffline(false);
  await log(doctor).getByText('Meanwhile I called her.').waitFor();
  // As the sentence says: refresh, and try again.
  await doctor.page.reload();
  await log(doctor).getByText('Meanwhile I called her.').waitFor();
  await log(doctor).getByRole('button', { name: 'Try again' }).click();
  await log(nurse).getByText('Written without a network.').waitFor();
  expect(await log(nurse).getByText('Written without a network.').count()).toBe(1);

  // A broadcast to two patients, who each find it in a conversation of their own.
  await page.getByRole('button', { name: 'New conversation' }).click();
  await dialog.getByRole('textbox', { name: 'Topic' }).fill('Closed on Monday');
  for (const { search, name } of told) {
    await dialog.getByRole('textbox', { name: 'Patients' }).fill(search);
    await dialog.getByRole('list', { name: 'Patients found' }).getByRole('button', { name }).click();
  }
  await dialog.getByText('This becomes a broadcast: each of the 2 patients').waitFor();
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('tab', { name: 'Messages' }).click();
  const mails = [(await house.mailsTo(told[0].email)).length, (await house.mailsTo(told[1].email)).length] as const;
  const toAll = page.getByRole('textbox', { name: 'Message to all' });
  await toAll.fill('The clinic is closed on Monday.');
  await toAll.press('Enter');
  const question = page.getByRole('dialog', { name: 'Send to 2 patients?' });
  await question.getByRole('button', { name: 'Send' }).click();
  const sent = page.getByRole('table', { name: 'Messages' });
  await sent.getByText('0 of 2').waitFor();
  // The notice waits a while, in case more is written.
  await house.later(21_000);
  const [arthur, clara] = [await patientOf(told[0], mails[0]), await patientOf(told[1], mails[1])];
  await arthur.getByText('The clinic is closed on Monday.').waitFor();
  await clara.getByText('The clinic is closed on Monday.').waitFor();
  await sent.getByText('2 of 2').waitFor();
  await arthur.getByRole('textbox', { name: 'Your message' }).fill('Then I come on Tuesday.');
  await arthur.getByRole('button', { name: 'Send' }).click();
  await log({ page: arthur }).getByText('Then I come on Tuesday.').waitFor();
  const sees = async (patient: typeof clara) => {
    await patient.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await patient.waitForLoadState('networkidle');
    return log({ page: patient }).getByRole('listitem').count();
  };
  expect([await sees(arthur), await sees(clara)]).toEqual([2, 1]);
  expect(await clara.getByText(/Arthur|Forsyth/).count()).toBe(0);
  expect(await arthur.getByText(/Clara|Ito\b/).count()).toBe(0);
});

type Send = Awaited<ReturnType<typeof sendAs>>;
const me = (send: Send) => send<{ cpId: number }>('/auth/me', 'GET');
/** An active patient of the clinic. */
async function somePatient(send: Send): Promise<number> {
  const { patients } = await send<{ patients: { u_ID: number }[] }>('/care-groups/patients?patient_status=1', 'GET');
  if (!patients[0]) throw new Error('The clinic has no active patient.');
  return patients[0].u_ID;
}

test('from what waits to the conversations that have it, and from a word that was said long ago to the message itself, also after a reload', async () => {
  const [nurse, doctor] = [await house.newPerson(), await house.newPerson()];
  await Promise.all([nurse.signIn('nurse@lakeside.example'), doctor.signIn('doctor@lakeside.example')]);
  const [asNurse, asDoctor] = [await sendAs(nurse), await sendAs(doctor)];
  const [{ cpId: cp_id }, { cpId: other }] = [await me(asNurse), await me(asDoctor)];
  const { convId } = await asNurse<{ convId: number }>('/conversations', 'POST', {
    cp_id,
    topic: 'Doses',
    uIds: [await somePatient(asNurse)],
    cpIds: [other],
  });
  await nurse.open(`/chat?conversation=${convId}`);
  await log(nurse).waitFor();
  for (let n = 1; n <= 30; n += 1)
    await says(nurse, n === 3 ? 'On Monday she took forty of Quinapril.' : `Reading ${n}`);
  await log(nurse).getByText('Reading 30').waitFor();
  await expect.poll(() => nurse.page.getByText('Sending…').count(), { timeout: 20_000 }).toBe(0);

  // The number leads to as many rows.
  const { page } = doctor;
  const needs = page.getByRole('region', { name: 'Needs you' });
  const link = needs.getByRole('link', { name: /conversations? with unread messages/ });
  await link.waitFor();
  expect(await doctor.barriers()).toEqual([]);
  const many = Number.parseInt(await link.innerText(), 10);
  await link.click();
  await doctor.arrives('/chat');
  const rows = list(doctor).getByRole('listitem');
  await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(many);
  await list(doctor).getByRole('button', { name: /Doses/ }).waitFor();

  // The message is older than what a conversation opens with.
  await page.getByRole('searchbox', { name: 'Search' }).fill('quinapril');
  const row = list(doctor).getByRole('button', { name: /Found in a message/ });
  await row.waitFor();
  expect(await row.locator('mark').innerText()).toBe('Quinapril');
  const [mark, side] = [(await row.locator('mark').boundingBox())!, (await list(doctor).boundingBox())!];
  expect(mark.x + mark.width).toBeLessThan(side.x + side.width);
  expect(await doctor.barriers()).toEqual([]);
  await row.click();
  const said = log(doctor).getByText('On Monday she took forty of Quinapril.');
  const isInSight = async () => {
    const [one, box] = [(await said.boundingBox())!, (await log(doctor).boundingBox())!];
    return one.y >= box.y && one.y + one.height <= box.y + box.height;
  };
  const isThere = async () => {
    await said.waitFor();
    await expect.poll(isInSight).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Quinapril');
    expect(new URL(page.url()).searchParams.get('message')).toMatch(/^\d+$/);
  };
  await isThere();
  expect(await doctor.barriers()).toEqual([]);
  await page.reload();
  await isThere();
});
