/** What comes due is ordered again, from a phone, while a colleague has the same list open. */
import { expect, test } from 'vitest';
import type { Person } from './browser.ts';
import { daysAhead, typed } from './days.ts';
import { openHouse } from './house.ts';
import { faultsOf, goTo, onPhone } from './on-phone.ts';
import * as shipping from './shipping.ts';
import { dialog, listed, section } from './shipping.ts';

const house = openHouse();
const site = 'Boston General';
const product = 'Aurelix 50 mg, Tablet';

/** The row of the reminder that a request left. */
const upcoming = (person: Person, id: number) =>
  section(person, 'Upcoming Shipments')
    .getByRole('row')
    .filter({ has: person.page.getByRole('button', { name: `Actions for upcoming shipment ${id}`, exact: true }) });

async function showAll(person: Person): Promise<void> {
  await section(person, 'Upcoming Shipments')
    .getByRole('combobox', { name: /rows per page/ })
    .selectOption('25');
}

/** The request that a subject's reminder of a product stands for. */
async function dueOf(person: Person, subjectNumber: string, drugName: string): Promise<number> {
  const row = section(person, 'Upcoming Shipments')
    .getByRole('row')
    .filter({ hasText: subjectNumber })
    .filter({ hasText: drugName });
  return Number(await row.getByRole('link', { name: /^View request/ }).innerText());
}

test('REM-01 REM-02 REM-03 REM-04 SHC-02 OPS-89 on a phone a site moves a reminder, orders what it stands for again and dismisses another; for a colleague the reminders move and go without a reload', async () => {
  const [nurse, colleague] = [await house.newPerson(onPhone), await house.newPerson()];
  await Promise.all([nurse.signIn('boston@meridian.example'), colleague.signIn('prescriber@meridian.example')]);
  await goTo(nurse, 'Shipment Request');
  await shipping.chooseSite(nurse, site);
  await shipping.openSite(colleague, site);
  await Promise.all([showAll(nurse), showAll(colleague)]);
  const id = await dueOf(nurse, '101-006', 'Aurelix 50 mg');
  await upcoming(colleague, id).waitFor();
  expect(await faultsOf(nurse)).toEqual([]);

  const moved = typed(daysAhead(9));
  await nurse.act(`Actions for upcoming shipment ${id}`, 'Change reminder date');
  const reminder = dialog(nurse, `Reminder for request ${id}`);
  await reminder.getByRole('textbox', { name: 'Next Order Date' }).fill(moved);
  expect(await faultsOf(nurse)).toEqual([]);
  await reminder.getByRole('button', { name: 'Set reminder' }).click();
  await upcoming(nurse, id).getByText(moved).waitFor();
  await upcoming(colleague, id).getByText(moved).waitFor();

  await nurse.act(`Actions for upcoming shipment ${id}`, 'Reorder');
  const form = dialog(nurse, 'Reorder Shipment');
  await form.getByText('Leo Ferrara').waitFor();
  expect(await form.getByRole('radio', { name: 'Trial site' }).isChecked()).toBe(true);
  expect(await form.getByRole('combobox', { name: 'Product' }).inputValue()).toBe(product);
  expect(await faultsOf(nurse)).toEqual([]);
  await form.getByRole('textbox', { name: 'Next Order Date' }).fill(typed(daysAhead(30)));
  const again = await shipping.submit(nurse, 'Reorder Shipment');
  await dialog(nurse, 'Request Created').getByRole('button', { name: 'Okay' }).click();
  await listed(nurse, 'Pending Shipments', again).getByText('Preprocessing', { exact: true }).waitFor();

  for (const one of [nurse, colleague]) {
    await upcoming(one, id).waitFor({ state: 'detached' });
    await upcoming(one, again)
      .getByText(typed(daysAhead(30)))
      .waitFor();
  }
  await listed(colleague, 'Pending Shipments', again).getByText('101-006').waitFor();

  const [first] = await section(nurse, 'Upcoming Shipments')
    .getByRole('link', { name: /^View request/ })
    .allInnerTexts();
  const dismissed = Number(first);
  await upcoming(colleague, dismissed).waitFor();
  await nurse.act(`Actions for upcoming shipment ${dismissed}`, 'Dismiss reminder');
  const ask = dialog(nurse, `Dismiss the reminder of request ${dismissed}?`);
  expect(await faultsOf(nurse)).toEqual([]);
  await ask.getByRole('button', { name: 'Dismiss reminder' }).click();
  for (const one of [nurse, colleague]) await upcoming(one, dismissed).waitFor({ state: 'detached' });
});
