/** The people of a company, from the invitation to the day when their access ends. */
import { expect, test } from 'vitest';
import type { Person } from './browser.ts';
import { isInside, signInForm } from './entering.ts';
import { openHouse } from './house.ts';
import { join } from './inviting.ts';

const house = openHouse();
const newPassword = 'Quiet-Otter-61-Lane';
const users = '/settings/user-management';

const dialog = ({ page }: Person, name: string) => page.getByRole('dialog', { name, exact: true });
const rowOf = ({ page }: Person, name: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: name });
async function find(person: Person, text: string): Promise<void> {
  await person.page.getByRole('searchbox', { name: 'Search' }).fill(text);
  await rowOf(person, text).first().waitFor();
}
async function openUsers(): Promise<Person> {
  const admin = await house.newPerson();
  await admin.signIn('admin@meridian.example');
  await admin.page.getByRole('link', { name: 'User Management', exact: true }).click();
  await admin.page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1).waitFor();
  return admin;
}

test('USR-04 USR-06 USR-07 USR-12 USR-14 USR-20 USR-22 USR-27 USR-28 OPC-88 OPC-89 P11-20 SEC-06 somebody is invited, registers by the mail, is revoked while at work, and comes back', async () => {
  const email = 'tara@boston.example';
  const admin = await openUsers();
  const { page } = admin;
  expect(await admin.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Invite User' }).click();
  const invite = dialog(admin, 'Invite User');
  await invite.getByRole('combobox', { name: 'Role' }).selectOption('Site User');
  await invite.getByRole('textbox', { name: 'Email' }).fill('Tara@Boston.example');
  await invite.getByRole('checkbox', { name: /^Boston General/ }).check();
  expect(await invite.getByRole('checkbox', { name: /^Oslo Centre/ }).count()).toBe(0);
  expect(await admin.barriers()).toEqual([]);
  await invite.getByRole('button', { name: 'Invite', exact: true }).click();
  await invite.getByText('Invitation sent.').waitFor();
  await invite.getByRole('button', { name: 'Close' }).last().click();
  await find(admin, email);
  await rowOf(admin, email).getByText('Pending - Invite sent').waitFor();

  const tara = await house.newPerson();
  // What she does when her access ends is refused.
  tara.mayFail(/\/api\//);
  await join(house, tara, { email, firstName: 'Tara', lastName: 'Lindqvist' });
  await tara.arrives('/participants');
  await rowOf(admin, 'Tara Lindqvist').getByText('Has site access').waitFor();

  await admin.act('Actions for Tara Lindqvist', 'Revoke Access');
  const revoke = dialog(admin, 'Revoke Access');
  await revoke.getByText('1 open session ends at once.').waitFor();
  expect(await admin.barriers()).toEqual([]);
  await revoke.getByRole('textbox', { name: 'Reason' }).fill('Left the site');
  await revoke.getByRole('button', { name: 'Revoke Access' }).click();
  await page.getByText('Access of Tara Lindqvist is revoked.').waitFor();
  await rowOf(admin, email).getByText('Deactivated - Site access revoked').waitFor();
  // Her very next step leads out, and the password lets nobody in.
  await tara.page.reload();
  await signInForm(tara).waitFor();
  const refused = tara.page.waitForResponse(/\/api\/auth\/sign-in$/);
  await tara.sendCredentials(email, newPassword);
  expect((await refused).ok()).toBe(false);

  await page.getByRole('button', { name: 'Allow Access, Tara Lindqvist' }).click();
  await dialog(admin, 'Allow Access').getByRole('button', { name: 'Allow Access' }).click();
  await page.getByText('Tara Lindqvist has access again.').waitFor();
  await tara.page.reload();
  await tara.sendCredentials(email, newPassword);
  await isInside(tara);
  await tara.arrives('/participants');

  // What happened is told in the person's panel, which an address leads to.
  await page.getByRole('button', { name: 'Tara Lindqvist', exact: true }).click();
  const panel = dialog(admin, 'Tara Lindqvist');
  await panel.getByRole('region', { name: 'Care groups' }).getByText('Boston General').waitFor();
  await panel.getByRole('list', { name: 'What Tara Lindqvist did' }).waitFor();
  expect(await admin.barriers()).toEqual([]);
  await page.reload();
  await panel.waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  expect(admin.path()).toBe(users);
});

test('USR-05 USR-29 CER-55 OPC-88 CLN-19 an invitation is sent again, and is taken back: its link leads nowhere', async () => {
  const email = 'again@boston.example';
  const admin = await openUsers();
  const { page } = admin;
  await page.getByRole('button', { name: 'Invite User' }).click();
  const invite = dialog(admin, 'Invite User');
  await invite.getByRole('combobox', { name: 'Role' }).selectOption('Admin');
  await invite.getByRole('textbox', { name: 'Email' }).fill(email);
  expect(await invite.getByRole('checkbox', { name: /^Oslo Centre/ }).isChecked()).toBe(true);
  await invite.getByRole('button', { name: 'Invite', exact: true }).click();
  await invite.getByText('Invitation sent.').waitFor();
  await invite.getByRole('button', { name: 'Close' }).last().click();
  await find(admin, email);
  const linkOf = async () => /(\/register\?id=\S+)/.exec((await house.mailsTo(email))[0]?.text ?? '')?.[1] ?? '';
  const first = await linkOf();
  await page.getByRole('button', { name: `Re-invite, ${email}` }).click();
  await dialog(admin, 'Re-invite User').getByRole('button', { name: 'Re-invite' }).click();
  await page.getByText('Email re-invite sent successfully.').waitFor();
  await expect.poll(linkOf).not.toBe(first);
  const guest = await house.newPerson();
  guest.mayFail(/\/api\/care-providers\/registration/);
  await guest.open(first);
  await guest.arrives('/not-found');
  const second = await linkOf();
  await admin.act(`Actions for ${email}`, 'Remove');
  await dialog(admin, 'Remove User').getByRole('button', { name: 'Remove' }).click();
  await page.getByText(`${email} is removed.`).waitFor();
  await page.getByText(`No user matches “${email}”.`).waitFor();
  await guest.open(second);
  await guest.arrives('/not-found');
});
