/** What was done on the screens of a site and its pharmacy, as it stands afterwards in the numbers and reports of the trial. */
import { expect, test } from 'vitest';
import type { Person } from './browser.ts';
import { daysAhead, stored } from './days.ts';
import { csvFrom } from './downloads.ts';
import { openHouse } from './house.ts';
import { faultsOf, onPhone, sightOf } from './on-phone.ts';
import * as shipping from './shipping.ts';
import { dialog } from './shipping.ts';

const house = openHouse();
const trial = 'Aurelia Migraine Study';
/** As the period of a report is typed on the dashboard: 05/03/2026. */
const slashed = (day: Date) => stored(day).split('-').reverse().join('/');

async function atDashboard(person: Person, account: string, group: string): Promise<void> {
  await person.signIn(`${account}@meridian.example`);
  await person.arrives('/trial-dashboard');
  await choose(person, group);
}
async function choose({ page }: Person, group: string): Promise<void> {
  await page.getByLabel('Trial', { exact: true }).selectOption({ label: group });
  await page.getByRole('button', { name: 'Shipment Requests Report' }).waitFor();
}

const numberCard = ({ page }: Person, name: string) => page.getByRole('region', { name, exact: true });
const shows = (person: Person, name: string, number: number) =>
  numberCard(person, name).getByText(String(number), { exact: true }).waitFor();

/** A report that comes at once. */
const report = (person: Person, name: string) =>
  csvFrom(person, () => person.page.getByRole('button', { name }).click());

/** What was asked for from one day to another, as the dashboard exports it; the form is looked at where that is asked. */
async function shipmentsReport(person: Person, from: Date, to: Date, look = false) {
  await person.page.getByRole('button', { name: 'Shipment Requests Report' }).click();
  const form = dialog(person, 'Export Report');
  await form.getByRole('textbox', { name: 'Start Date' }).fill(slashed(from));
  await form.getByRole('textbox', { name: 'End Date' }).fill(slashed(to));
  const faults = look ? await faultsOf(person) : [];
  expect(faults).toEqual([]);
  const file = await csvFrom(person, () => form.getByRole('button', { name: 'Export CSV' }).click());
  await form.waitFor({ state: 'detached' });
  return file;
}

/** The row that a shipment leaves which was asked for, sent and received today. */
const rowOf = (id: number, today: string) => ({
  srId: String(id),
  trial,
  site: 'Boston General',
  protocolNumber: 'AUR-101',
  sponsor: 'Aurelia Therapeutics',
  shipmentType: 'pharmacy',
  partner: 'Northgate Pharmacy',
  status: 'received',
  dateRequested: today,
  dateRequired: today,
  dateShipped: today,
  dateReceived: today,
  subjectNumber: '101-009',
  drugName: 'Aurelix 50 mg',
  dosageForm: 'Capsule',
  quantityUnit: 'Capsules',
  quantity: '2',
  daysOfSupply: '30',
  lotNumber: 'L2701',
  expirationDate: '2099-12-31',
  courier: 'FEDEX',
  trackingNumber: '1Z 784 555',
  drugPrice: '122.80',
  shippingFee: '14.00',
  dispenseFee: '6.50',
  currency: 'USD',
});

test('DSH-10 DSH-12 EXP-01 EXP-03 RPT-04 OPN-50 OPS-13 PRV-04 the policy of the page allows the chart, which begins with its newest month; what a site received today stands in the shipment report of its administrator and, without the subject number, of the sponsor on a phone', async () => {
  const [boston, pharmacy] = [await house.newPerson(), await house.newPerson()];
  await Promise.all([boston.signIn('boston@meridian.example'), pharmacy.signIn('pharmacy@meridian.example')]);
  const today = new Date();
  const id = await shipping.asked(boston, { subjectNumber: '101-009', product: 'Aurelix 50 mg, Capsule' });
  await shipping.shipped(pharmacy, id);
  await shipping.received(boston, id);
  const row = rowOf(id, stored(today));

  const admin = await house.newPerson();
  await atDashboard(admin, 'admin', trial);
  const bars = (person: Person) => person.page.locator('.recharts-bar-rectangle path');
  await bars(admin).first().waitFor();
  const months = await admin.page.locator('.recharts-xAxis-tick-labels text').allTextContents();
  expect(months.length).toBe(await bars(admin).count());
  expect(months.filter((month) => !/^[A-Z][a-z]{2} \d{4}$/.test(month))).toEqual([]);
  const begins = months.map((month) => Date.parse(`1 ${month}`));
  expect(begins).toEqual([...begins].sort((one, other) => other - one));
  expect(await admin.barriers()).toEqual([]);
  const file = await shipmentsReport(admin, today, today, true);
  expect(file.name).toMatch(/^Shipment_Requests_Report_Aurelia_Migraine_Study_\d{4}-[A-Z][a-z]{2}-\d{2}\.csv$/);
  expect(file.rows).toEqual([row]);
  const year = (await shipmentsReport(admin, daysAhead(-365), today)).rows;
  expect(year.length).toBeGreaterThan(40);
  expect(year.at(-1)).toEqual(row);
  await choose(admin, '\u2003Boston General');
  const ofBoston = (await shipmentsReport(admin, daysAhead(-365), today)).rows;
  expect(ofBoston).toEqual(year.filter(({ site }) => site === 'Boston General'));

  const sponsor = await house.newPerson(onPhone);
  await atDashboard(sponsor, 'sponsor', trial);
  await bars(sponsor).first().waitFor();
  const { subjectNumber: _, ...withoutSubject } = row;
  expect((await shipmentsReport(sponsor, today, today, true)).rows).toEqual([withoutSubject]);
  // OPN-50: it begins with its newest month, also where it is wider than the screen.
  const chart = sponsor.page.getByRole('group', { name: 'Enrollment chart' });
  const labels = chart.locator('.recharts-xAxis-tick-labels text');
  expect(await labels.allTextContents()).toEqual(months);
  const { isWider, inSight } = await sightOf(chart, '.recharts-xAxis-tick-labels text');
  expect([isWider, inSight[0], inSight.at(-1)]).toEqual([true, true, false]);
  // Only the chart is wider than the screen, and is moved for itself.
  expect(await faultsOf(sponsor)).toEqual([]);
});

test('DSH-04 DSH-05 DSH-06 TRP-06 TRP-12 PCO-10 EXP-02 who was sent a card or deactivated is so in the numbers while they are looked at, and in the report of participants', async () => {
  const [admin, sponsor, boston] = [await house.newPerson(), await house.newPerson(), await house.newPerson()];
  await Promise.all([
    atDashboard(admin, 'admin', trial),
    atDashboard(sponsor, 'sponsor', trial),
    boston.signIn('boston@meridian.example'),
  ]);
  await shows(admin, 'ACTIVE PARTICIPANTS', 17);
  await shows(admin, 'DEACTIVATED PARTICIPANTS', 3);
  const cards = numberCard(sponsor, 'CTRx CARDS SENT THIS MONTH');
  await cards.getByText(/^\d+$/).waitFor();
  const sent = Number(/\d+$/.exec(await cards.innerText())?.[0]);
  const before = (await report(admin, 'Trial Participant Report')).rows;
  const theirs = (rows: Record<string, string>[], number: string) =>
    rows.filter(({ subjectNumber }) => subjectNumber === number);

  await boston.act('Actions for 101-002', 'View card');
  await dialog(boston, 'Participant Card').getByRole('button', { name: 'Send by email' }).click();
  await boston.page.getByText('Card sent successfully!').waitFor();
  await dialog(boston, 'Participant Card').getByRole('button', { name: 'Close' }).click();
  await boston.act('Actions for 101-012', 'Deactivate');
  await dialog(boston, 'Deactivate Participant').getByRole('button', { name: 'Deactivate' }).click();
  await boston.page.getByText('Participant 101-012 was deactivated.').waitFor();
  await shows(admin, 'ACTIVE PARTICIPANTS', 16);
  await shows(admin, 'DEACTIVATED PARTICIPANTS', 4);
  for (const one of [admin, sponsor]) await shows(one, 'CTRx CARDS SENT THIS MONTH', sent + 1);

  const after = await report(admin, 'Trial Participant Report');
  expect(after.name).toMatch(/^Trial_Participant_Report_Aurelia-Migraine-Study_\d{4}-[A-Z][a-z]{2}-\d{2}\.csv$/);
  expect(after.rows).toHaveLength(20);
  expect(theirs(before, '101-002')).toMatchObject([{ status: 'Active', cardsSent: '0', lastCardSent: '' }]);
  expect(theirs(after.rows, '101-002')).toMatchObject([
    { status: 'Active', cardsSent: '1', lastCardSent: expect.stringContaining(slashed(new Date())) as string },
  ]);
  expect(theirs(after.rows, '101-012')).toEqual(
    theirs(before, '101-012').map((row) => ({ ...row, status: 'Deactivated' })),
  );
  expect(await sponsor.page.getByRole('button', { name: 'Trial Participant Report' }).count()).toBe(0);
});
