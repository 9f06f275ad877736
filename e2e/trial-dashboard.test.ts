import { expect, test } from 'vitest';
import { phone } from './browser.ts';
import { openHouse } from './house.ts';

const house = openHouse();

test('DSH-05 DSH-10 EXP-02 an administrator and a sponsor look at the numbers of a trial and download a report, also on a phone; the policy of the page allows the chart', async () => {
  const admin = await house.newPerson();
  await admin.signIn('admin@meridian.example');
  await admin.arrives('/trial-dashboard');
  await admin.page.getByLabel('Trial', { exact: true }).selectOption({ label: 'Aurelia Migraine Study' });
  const bars = admin.page.locator('.recharts-bar-rectangle path');
  await bars.first().waitFor();
  expect(await admin.page.getByRole('region', { name: 'ACTIVE PARTICIPANTS', exact: true }).innerText()).toMatch(/17$/);
  const months = await admin.page.locator('.recharts-xAxis-tick-labels text').allTextContents();
  expect(months.length).toBe(await bars.count());
  expect(months.filter((month) => !/^[A-Z][a-z]{2} \d{4}$/.test(month))).toEqual([]);
  expect(await admin.barriers()).toEqual([]);
  const [file] = await Promise.all([
    admin.page.waitForEvent('download'),
    admin.page.getByRole('button', { name: 'Trial Participant Report' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(
    /^Trial_Participant_Report_Aurelia-Migraine-Study_\d{4}-[A-Z][a-z]{2}-\d{2}\.csv$/,
  );

  const sponsor = await house.newPerson({ viewport: phone });
  await sponsor.signIn('sponsor@meridian.example');
  await sponsor.arrives('/trial-dashboard');
  await sponsor.page.getByLabel('Trial', { exact: true }).selectOption({ label: 'Aurelia Migraine Study' });
  await sponsor.page.locator('.recharts-bar-rectangle path').first().waitFor();
  // Only the chart is wider than the screen, and is moved for itself.
  expect(await sponsor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  expect(await sponsor.page.getByRole('button', { name: 'Trial Participant Report' }).count()).toBe(0);
  expect(await sponsor.barriers()).toEqual([]);
});
