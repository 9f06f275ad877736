/** A participant's card, from the site that sends it to the one who no longer wants mails. The puzzle is that of production. */
import { expect, test } from 'vitest';
import type { Person } from './browser.ts';
import { openHouse } from './house.ts';
import { faultsOf, onPhone } from './on-phone.ts';
import { dialog } from './shipping.ts';

const house = openHouse({ env: { CAPTCHA: 'altcha' } });
const participant = { subjectNumber: '101-001', name: 'Amelia Stone', email: 'amelia.stone@mail.example' };

async function openCard(nurse: Person): Promise<void> {
  await nurse.act(`Actions for ${participant.subjectNumber}`, 'View card');
  await dialog(nurse, 'Participant Card').getByText(participant.name).waitFor();
}

/** Sends the card by mail, says that it is to be sent again where that is asked, and gives how the server answered. */
async function send(nurse: Person): Promise<number> {
  const answered = nurse.page.waitForResponse(/\/api\/groups\/trial-participant\/card\/outreach$/);
  await dialog(nurse, 'Participant Card').getByRole('button', { name: 'Send by email' }).click();
  const question = dialog(nurse, 'Send this card again?');
  const isAsked = await Promise.race([question.waitFor().then(() => true), answered.then(() => false)]);
  if (isAsked) await question.getByRole('button', { name: 'Send again' }).click();
  return (await answered).status();
}

const cardsSentTo = async (to: string) =>
  (await house.mailsTo(to)).filter(({ subject, text }) => subject === 'Your pharmacy card' || text.includes('RxBIN'));

/** Chooses on the page that the mail leads to, up to what it says. */
async function chooseOnPage(visitor: Person, choice: 'Unsubscribe' | 'Resubscribe', said: string): Promise<void> {
  await visitor.page.getByRole('button', { name: choice }).click();
  await visitor.page.getByText(said).waitFor();
}

test('PCO-08 PCO-09 NTP-01 NTP-02 NTP-04 NTP-05 NTP-07 ROL-15 PRV-08 PRV-12 a participant gets the card by mail, unsubscribes on a phone by the link in it, and gets no second mail until they subscribe again', async () => {
  const nurse = await house.newPerson();
  await nurse.signIn('boston@meridian.example');
  const before = (await cardsSentTo(participant.email)).length;
  await openCard(nurse);
  const card = dialog(nurse, 'Participant Card');
  const shown = await card.getByRole('region', { name: 'Card' }).innerText();
  const number = /CTRX\w+/i.exec(shown)?.[0] ?? 'none';
  await card.getByRole('button', { name: 'Print' }).waitFor();
  expect(await nurse.barriers()).toEqual([]);
  expect(await send(nurse)).toBe(200);
  await nurse.page.getByText('Card sent successfully!').waitFor();

  const [mail] = await cardsSentTo(participant.email);
  for (const part of ['RxBIN: 610020', 'RxPCN: AURELIA', 'RxGRP: AUR101', `Name: ${participant.name}`, `ID: ${number}`])
    expect(mail?.text).toContain(part);
  // Nothing of the illness, the trial or its medicine.
  expect(mail?.text).not.toMatch(/migraine|aurelix|AUR-101/i);

  const visitor = await house.newPerson(onPhone);
  const [, link = ''] = /(\/notification-preferences\?\S+)/.exec(mail?.text ?? '') ?? [];
  const asked: { authorization: string | undefined; token?: string; notificationPreference?: number }[] = [];
  visitor.page.on('request', (call) => {
    if (call.method() === 'PUT')
      asked.push({ authorization: call.headers()['authorization'], ...(call.postDataJSON() as object) });
  });
  await visitor.open(link);
  await visitor.page.getByRole('heading', { name: 'Manage Notifications' }).waitFor();
  expect(await visitor.page.getByLabel('Email').inputValue()).toBe(participant.email);
  expect(await faultsOf(visitor)).toEqual([]);
  await chooseOnPage(visitor, 'Unsubscribe', 'Successfully unsubscribed from email notifications');
  expect(await faultsOf(visitor)).toEqual([]);
  expect(asked).toEqual([
    {
      token: expect.any(String) as string,
      email: participant.email,
      notificationPreference: 0,
      authorization: undefined,
    },
  ]);

  // The dialog was open before, and offers no more what is no longer wanted.
  await card.getByText('This participant has unsubscribed from emails.').waitFor();
  expect(await card.getByRole('button', { name: 'Send by email' }).isDisabled()).toBe(true);
  expect(await nurse.barriers()).toEqual([]);
  expect(await cardsSentTo(participant.email)).toHaveLength(before + 1);

  await chooseOnPage(visitor, 'Resubscribe', 'Successfully subscribed to email notifications');
  // Each time a puzzle of its own, solved by the browser without asking anybody else.
  const tokens = asked.map(({ token }) => token ?? '');
  expect(tokens.map((token) => Object.keys(JSON.parse(atob(token)) as object))).toEqual([
    ['challenge', 'solution'],
    ['challenge', 'solution'],
  ]);
  expect(new Set(tokens).size).toBe(2);
  expect(asked.map(({ notificationPreference }) => notificationPreference)).toEqual([0, 1]);
  await card.getByRole('button', { name: 'Close' }).click();
  await openCard(nurse);
  expect(await send(nurse)).toBe(200);
  expect(await cardsSentTo(participant.email)).toHaveLength(before + 2);
});
