/** The people of a company, from the invitation to the day when their access ends, and a company from nothing. */
import { expect, test } from 'vitest';
import { readEnv } from '../server/src/env.ts';
import { openGround } from '../server/src/operator/open-ground.ts';
import { operate } from '../server/src/operator/operate.ts';
import { sendAs } from './assessing.ts';
import type { Person } from './browser.ts';
import { finishSetUp, isInside, signInForm } from './entering.ts';
import { openHouse } from './house.ts';
import { chosenPassword, codeOfMail, register } from './inviting.ts';

const house = openHouse();
const users = '/settings/user-management';

const dialog = ({ page }: Person, name: string) => page.getByRole('dialog', { name, exact: true });
const rowOf = ({ page }: Person, name: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: name });

test('USR-04 USR-06 USR-07 USR-12 USR-27 USR-28 OPC-88 OPC-89 REG-04 REG-08 REG-23 REG-24 REG-30 SEC-06 SEC-16 somebody is invited, registers by the mail, is revoked while at work, and comes back', async () => {
  const email = 'tara@boston.example';
  const admin = await house.newPerson();
  const { page } = admin;
  await admin.signIn('admin@meridian.example');
  await page.getByRole('link', { name: 'User Management', exact: true }).click();
  await page.getByRole('table', { name: 'Users' }).getByRole('row').nth(1).waitFor();
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
  await page.getByRole('searchbox', { name: 'Search' }).fill(email);
  await rowOf(admin, email).getByText('Pending - Invite sent').waitFor();

  const tara = await house.newPerson();
  // What she does when her access ends is refused.
  tara.mayFail(/\/api\//);
  const form = tara.page;
  await tara.open(`/register?id=${await codeOfMail(house, email)}`);
  await form.getByText('Meridian Trials has invited you.').waitFor();
  const fixed = form.getByRole('textbox', { name: 'Email' });
  expect([await fixed.inputValue(), await fixed.isDisabled()]).toEqual([email, true]);
  await form.getByRole('button', { name: 'Register' }).click();
  await form.getByText('must be checked').waitFor();
  expect(await tara.barriers()).toEqual([]);
  await form.getByLabel('First name').fill('Tara');
  await form.getByLabel('Last name').fill('Lindqvist');
  await form.getByRole('textbox', { name: 'Phone' }).fill('+1 617 555 0123');
  await form.getByRole('textbox', { name: 'Password' }).fill(chosenPassword);
  await form.getByRole('radio', { name: 'Email' }).check();
  await form.getByRole('button', { name: 'Read the terms' }).click();
  const terms = dialog(tara, 'Terms and conditions');
  await terms.waitFor();
  expect(await tara.barriers()).toEqual([]);
  await terms.getByRole('button', { name: 'Agree' }).click();
  expect(await form.getByRole('checkbox').isChecked()).toBe(true);
  await form.getByRole('button', { name: 'Register' }).click();
  await form.getByText('Your account is ready. Please sign in with your new password.').waitFor();
  await signInForm(tara).waitFor();
  await tara.sendCredentials(email, chosenPassword);
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
  await tara.sendCredentials(email, chosenPassword);
  expect((await refused).ok()).toBe(false);

  await page.getByRole('button', { name: 'Allow Access, Tara Lindqvist' }).click();
  await dialog(admin, 'Allow Access').getByRole('button', { name: 'Allow Access' }).click();
  await page.getByText('Tara Lindqvist has access again.').waitFor();
  await tara.page.reload();
  await tara.sendCredentials(email, chosenPassword);
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

  // Who works for a partner is invited where the partner stands.
  await page.getByRole('link', { name: 'CTRx Partner Management' }).click();
  await admin.act('Actions for Northgate Pharmacy', 'Send invite');
  await dialog(admin, 'Send invite for Northgate Pharmacy').getByLabel('Email').fill('noor@northgate.example');
  expect(await admin.barriers()).toEqual([]);
});

/** What the screens of somebody who is not signed in call. */
async function open(origin: string, method: 'POST' | 'PUT', path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/api${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { challenge: string; secret: string };
}

test('CLN-21 SEC-13 P11-10 a company begins with nobody: its administrator comes in, invites three people of a file, takes the access of one and recovers another, and report and trail say so', async () => {
  const email = (name: string) => `${name}@northwind.example`;
  const made = await operate(
    [
      'create-company',
      '--name=Northwind Heart',
      '--modules=Assessments,ClinicalManagement,BrandManagement,MFA',
      `--admin-email=${email('nadia')}`,
      '--admin-type=Pharmacist',
      '--brand=default',
    ],
    () => openGround(readEnv({ PORTAL_MODE: 'test', DATA_DIR: house.dataDir() })),
  );
  const companyId = Number(/with the number (\d+)/.exec(made.said)?.[1]);

  expect(made).toMatchObject({ ok: true, said: expect.stringContaining('Northwind Heart') as never });
  // The operator passes on the link.
  const code = /\/register\?id=([\w-]+)/.exec(made.said)?.[1] ?? '';

  const admin = await house.newPerson();
  const { page } = admin;
  await register(house, admin, { email: email('nadia'), firstName: 'Nadia', lastName: 'North', code });
  await admin.sendCredentials(email('nadia'), chosenPassword);
  await finishSetUp(house, admin, email('nadia'));
  await isInside(admin);
  const { origin } = new URL(page.url());
  const send = await sendAs(admin);

  // Everything lies below the group that the company began with.
  const { groups } = await send<{ groups: { gId: number; displayName: string }[] }>('/care-groups', 'GET');
  expect(groups.map(({ displayName }) => displayName)).toEqual(['Northwind Heart']);
  const east = { parentId: groups[0]?.gId, groupName: 'East', description: 'Hearts', type: 'careGroup' };
  await send('/care-groups', 'POST', east);

  await page.getByRole('link', { name: 'User Management', exact: true }).click();
  await page.getByRole('button', { name: 'Invite from CSV' }).click();
  const form = page.getByRole('dialog', { name: 'Invite from CSV' });
  const names = ['Rosa', 'Ivan', 'Hana'];
  const rows = names.map((name) => `${email(name.toLowerCase())},Nurse,East,No,No,`);
  const head = 'Email,Role,Care groups,Admin rights,Prescriber,Sponsor';
  const wrong = 'hana@northwind,Nurse,East,No,No,';
  await form.getByLabel('File').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([head, ...rows.slice(0, -1), wrong].join('\r\n')),
  });
  await form.getByText('1 row has a problem.').waitFor();
  expect(await admin.barriers()).toEqual([]);
  expect(await house.mailsTo(email('rosa'))).toEqual([]);
  await form.getByRole('textbox', { name: 'Row 3: Email' }).fill(email('hana'));
  await form.getByRole('button', { name: 'Check again' }).click();
  await form.getByRole('button', { name: 'Invite 3 people' }).click();
  await page.getByText('3 invitations sent.').waitFor();

  // They come by what the screens call.
  for (const firstName of names) {
    const own = email(firstName.toLowerCase());
    await open(origin, 'PUT', '/care-providers/registration', {
      firstName,
      lastName: 'Northwind',
      email: own,
      phone: '+16175550123',
      password: chosenPassword,
      preferredContact: 0,
      registrationCode: await codeOfMail(house, own),
    });
    const { challenge } = await open(origin, 'POST', '/auth/sign-in', { email: own, password: chosenPassword });
    const { secret } = await open(origin, 'POST', '/auth/mfa/setup', { challenge });
    house.apps.keep(own, secret);
    await open(origin, 'POST', '/auth/mfa/setup/verify', { challenge, code: await house.apps.code(own) });
  }

  const { careProviders: people } = await send<{ careProviders: { cpID: number; email: string }[] }>(
    `/company/care-providers?companyId=${companyId}&status=all`,
    'GET',
  );
  expect(people.map((one) => one.email).sort()).toEqual(
    ['nadia', ...names.map((one) => one.toLowerCase())].map(email).sort(),
  );
  const idOf = (name: string) => people.find((one) => one.email === email(name))?.cpID;
  await send(`/care-providers?cp_id=${idOf('ivan')}&removal_type=deactivate&reason=Left`, 'DELETE');

  const rosa = await house.newPerson();
  await rosa.open('/sign-in');
  await rosa.sendCredentials(email('rosa'), chosenPassword);
  await rosa.page.getByRole('button', { name: 'Lost your device?' }).click();
  await rosa.page.getByRole('button', { name: 'Ask an administrator' }).click();
  await rosa.page
    .getByText('Your request has been sent. The email about it says who decides, and a second one what was decided.', {
      exact: true,
    })
    .waitFor();
  expect(await rosa.barriers()).toEqual([]);
  await page.getByRole('button', { name: 'Approve Rosa Northwind' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('textbox', { name: 'Reason' }).fill('I called her.');
  expect(await admin.barriers()).toEqual([]);
  await question.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('No requests are waiting.').waitFor();
  await rosa.open('/sign-in');
  await rosa.sendCredentials(email('rosa'), chosenPassword);
  await finishSetUp(house, rosa, email('rosa'));
  await isInside(rosa);

  const { accounts } = await send<{ accounts: { email: string; state: string; groups: { name: string }[] }[] }>(
    '/records/access-report',
    'GET',
  );
  expect(new Map(accounts.map((one) => [one.email, one.state]))).toEqual(
    new Map(['nadia', ...names].map((one) => [email(one.toLowerCase()), one === 'Ivan' ? 'deactivated' : 'active'])),
  );
  expect(accounts.find((one) => one.email === email('rosa'))?.groups.map(({ name }) => name)).toEqual(['East']);
  // What is written last is linked into the trail a moment later.
  const trail = async () => {
    const { entries } = await send<{ entries: { kind: string }[] }>('/records/audit?pageSize=100', 'GET');
    const times = (kind: string) => entries.filter((one) => one.kind === kind).length;
    return [
      ['company.added', 'care_group.added', 'invitation.sent', 'invitation.used'].map(times),
      ['provider.deactivated', 'recovery.asked', 'recovery.approved'].map(times),
    ];
  };
  await expect.poll(trail, { timeout: 20_000 }).toEqual([
    [1, 2, 4, 4],
    [1, 1, 1],
  ]);
});
