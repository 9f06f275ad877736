/** An assessment from its due day to its follow-up: reminded, answered by the patient on a phone, flagged, reviewed. */
import { expect, test } from 'vitest';
import { askEveryDay, correctAnswer, sendAs, tenWords } from './assessing.ts';
import { openHouse } from './house.ts';
import { faultsOf, onPhone } from './on-phone.ts';
import { isInSight } from './sight.ts';

const house = openHouse();
const day = 86_400_000;

type Send = Awaited<ReturnType<typeof sendAs>>;
/** The newest assessment of this name that a patient is asked, once it has begun. */
async function eventOf(send: Send, of: { gId: number; u_ID: number }, name: string): Promise<number> {
  interface Row {
    uId: number;
    surveyEventId: number[];
    surveyName: string[];
  }
  const newest = async () => {
    const { interventions } = await send<{ interventions: Row[] }>(
      `/care-groups/interventions?g_id[]=${of.gId}`,
      'GET',
    );
    const row = interventions.find(({ uId }) => uId === of.u_ID);
    return row?.surveyEventId[row.surveyName.lastIndexOf(name)] ?? 0;
  };
  await expect.poll(newest, { timeout: 10_000 }).toBeGreaterThan(0);
  return newest();
}

test('ANS-01 ANS-26 REL-07 an assessment falls due, is reminded of, answered by the patient on a phone, flagged, reviewed and followed up', async () => {
  const first = await house.newPerson();
  await first.signIn('admin@lakeside.example');
  const patient = await askEveryDay(await sendAs(first), 'Breath check');
  await first.context.close();
  await house.later(day + 3_600_000);

  const clinic = await house.newPerson();
  await clinic.signIn('admin@lakeside.example');
  const send = await sendAs(clinic);
  const surveyEventId = await eventOf(send, patient, 'Breath check');
  await send('/outreach/patients', 'POST', { u_id: patient.u_ID, outreachType: 'reminder', surveyEventId });
  const linkIn = async () =>
    (await house.mailsTo(patient.email)).map(({ text }) => /(\/respond\?code=\S+)/.exec(text)?.[1]).find(Boolean);
  await expect.poll(linkIn, { timeout: 10_000 }).toBeDefined();

  const phone = await house.newPerson(onPhone);
  const { page } = phone;
  await phone.open((await linkIn()) ?? '/respond');
  await page.getByRole('heading', { name: 'Your assessment' }).waitFor();
  expect(page.url()).not.toContain('code');
  expect(await faultsOf(phone)).toEqual([]);
  const [year = '', month = '', date] = patient.dob.split('-');
  await page.getByLabel('Month').selectOption(month);
  await page.getByLabel('Day').fill(String(Number(date)));
  await page.getByLabel('Year').fill(year);
  await page.getByRole('button', { name: 'Continue' }).click();
  const next = page.getByRole('button', { name: 'Next' });
  await page.getByRole('radio', { name: 'Yes' }).check();
  expect(await faultsOf(phone)).toEqual([]);
  await next.click();
  await page.getByRole('textbox', { name: 'How many steps can you climb?' }).fill('8');
  await next.click();
  await page.getByRole('textbox', { name: 'Is there anything else we should know?' }).fill('My ankles are swollen');
  await next.click();
  const information = page.getByText('There is nothing to fill in here.');
  await information.waitFor();
  // The phone's own Back leads to the question before, with what was answered, and Forward on again.
  await page.goBack();
  const noted = page.getByRole('textbox', { name: 'Is there anything else we should know?' });
  await noted.waitFor();
  expect([await noted.inputValue(), phone.path()]).toEqual(['My ankles are swollen', '/respond']);
  await page.goForward();
  await information.waitFor();
  await next.click();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();

  const { page: desk } = clinic;
  await clinic.open(`/patient-surveys?event=${surveyEventId}&patient=${patient.u_ID}`);
  await desk.getByText('Nobody has reviewed it yet.').waitFor();
  await desk.getByText('⚑ Flagged').waitFor();
  expect(await clinic.barriers()).toEqual([]);
  // Where it stood when it was pressed, it is as well when the focus has come to its card.
  await desk.getByLabel('Note on question 2').focus();
  await desk.getByRole('button', { name: 'Take it' }).click();
  await desk.getByText('You have it.').waitFor();
  // While the line is cut, a colleague corrects an answer and finishes the review: nothing older is sent in its place.
  const steps = desk.getByRole('textbox', { name: '2. How many steps can you climb?' });
  expect(await steps.inputValue()).toBe('8');
  // What is tried meanwhile finds no network, and the browser says so.
  clinic.mayFail(/./);
  await clinic.context.setOffline(true);
  await correctAnswer(send, { u_id: patient.u_ID, survey_event_id: surveyEventId }, 2, '3');
  await clinic.context.setOffline(false);
  await desk.getByText('Someone else has reviewed this assessment in the meantime.').waitFor();
  await desk.getByText('“How many steps can you climb?” is now “3”.').waitFor();
  expect(await steps.inputValue()).toBe('3');
  await desk.getByLabel('Closing note').fill('Called her; she comes tomorrow');
  await desk.getByRole('button', { name: 'Close flag' }).click();
  await desk.getByText(/^Flag closed by/).waitFor();
  await desk.getByRole('button', { name: 'Finish Review' }).click();
  await desk.getByRole('dialog', { name: 'Follow-up' }).getByLabel('Notes').fill('Ask about the ankles');
  await desk.getByRole('button', { name: 'Schedule' }).click();
  await desk.getByText('Successfully scheduled the follow-up!').waitFor();
});

test('OPN-44 in a low window nothing that the keyboard comes to lies behind what stays in sight while an assessment is answered', async () => {
  const first = await house.newPerson();
  await first.signIn('admin@lakeside.example');
  const patient = await askEveryDay(await sendAs(first), 'Ten days', tenWords);
  await first.context.close();
  await house.later(day + 3_600_000);

  const clinic = await house.newPerson({ viewport: { width: 1280, height: 500 } });
  await clinic.signIn('admin@lakeside.example');
  const surveyEventId = await eventOf(await sendAs(clinic), patient, 'Ten days');
  const { page } = clinic;
  await clinic.open(`/patient-surveys?event=${surveyEventId}&patient=${patient.u_ID}`);
  const words = (place: number) => page.getByRole('textbox', { name: `${place}. How was day ${place}?` });
  for (let place = 1; place <= 10; place++) await words(place).fill('Fine');
  await words(1).focus();
  for (const key of ['Tab', 'Shift+Tab'])
    for (let press = 0; press < 20; press++) {
      await isInSight(page.locator(':focus'));
      await page.keyboard.press(key);
    }
  await isInSight(words(1));
});
