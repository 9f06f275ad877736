/** A company from nothing: the operator makes it, its administrator fills it, and what became of everybody can be read. */
import { expect, test } from 'vitest';
import { readEnv } from '../server/src/env.ts';
import { openGround } from '../server/src/operator/open-ground.ts';
import { operate } from '../server/src/operator/operate.ts';
import { aPdf } from '../server/test/pdfs.ts';
import { sendAs } from './assessing.ts';
import { finishSetUp, isInside, signInForm, signOut } from './entering.ts';
import { openHouse } from './house.ts';
import { chosenPassword, codeOfMail, register } from './inviting.ts';

const house = openHouse();

/** What the screens of somebody who is not signed in call. */
async function open(origin: string, method: 'POST' | 'PUT', path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${origin}/api${path}`, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { challenge: string; secret: string };
}

test('CLN-21 USR-05 USR-12 USR-14 USR-20 USR-28 BST-02 ARQ-01 SEC-06 SEC-13 P11-10 P11-20 a company begins with nobody: its administrator, brand, groups and ten people of a file come in, one is revoked at work, one recovered, and report and trail say so', {
  timeout: 240_000,
}, async () => {
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

  const terms = { filename: 'terms.pdf', contentType: 'application/pdf', data: aPdf('Terms').toString('base64') };
  const ours = { company_id: companyId };
  const { documentId } = await send<{ documentId: number }>('/company/brand-info/terms', 'POST', { ...ours, ...terms });
  await send('/company/brand-info', 'POST', { ...ours, companyName: 'Northwind Heart', termDocId: documentId });
  // Everything lies below the group that the company began with.
  const { groups } = await send<{ groups: { gId: number; displayName: string }[] }>('/care-groups', 'GET');
  expect(groups.map(({ displayName }) => displayName)).toEqual(['Northwind Heart']);
  for (const groupName of ['East', 'West'])
    await send('/care-groups', 'POST', {
      parentId: groups[0]?.gId,
      groupName,
      description: 'Hearts',
      type: 'careGroup',
    });

  await admin.open('/settings/user-management');
  await page.getByRole('button', { name: 'Invite from CSV' }).click();
  const form = page.getByRole('dialog', { name: 'Invite from CSV' });
  const names = ['Rosa', 'Ivan', 'Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana'];
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
  await form.getByRole('textbox', { name: 'Row 10: Email' }).fill(email('hana'));
  await form.getByRole('button', { name: 'Check again' }).click();
  await form.getByRole('button', { name: 'Invite 10 people' }).click();
  await page.getByText('10 invitations sent.').waitFor();

  // Two come by their screens, the others by what the screens call.
  const [rosa, ivan] = [await house.newPerson(), await house.newPerson()];
  for (const [person, firstName] of [
    [rosa, 'Rosa'],
    [ivan, 'Ivan'],
  ] as const) {
    person.mayFail(/\/api\//);
    const own = email(firstName.toLowerCase());
    await register(house, person, { email: own, firstName, lastName: 'Northwind' });
    await person.sendCredentials(own, chosenPassword);
    await finishSetUp(house, person, own);
    await isInside(person);
  }
  for (const firstName of names.slice(2)) {
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

  const { careProviders: users } = await send<{ careProviders: { cpID: number; email: string }[] }>(
    `/company/care-providers?companyId=${companyId}&status=all`,
    'GET',
  );
  expect(users.map((one) => one.email).sort()).toEqual(
    ['nadia', ...names.map((one) => one.toLowerCase())].map(email).sort(),
  );
  const idOf = (name: string) => users.find((one) => one.email === email(name))?.cpID;
  await send(`/care-providers?cp_id=${idOf('ivan')}&removal_type=deactivate&reason=Left`, 'DELETE');
  // His very next step leads out.
  await ivan.page.reload();
  await signInForm(ivan).waitFor();

  await signOut(rosa);
  await rosa.sendCredentials(email('rosa'), chosenPassword);
  await rosa.page.getByRole('button', { name: 'Lost your device?' }).click();
  await rosa.page.getByRole('button', { name: 'Ask an administrator' }).click();
  await rosa.page.getByText(/^We have told your administrators\./).waitFor();
  await page.getByRole('button', { name: 'Approve Rosa Northwind' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('textbox', { name: 'Reason' }).fill('I called her.');
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
      ['company.added', 'brand.added', 'care_group.added', 'invitation.sent', 'invitation.used'].map(times),
      ['provider.deactivated', 'recovery.asked', 'recovery.approved'].map(times),
    ];
  };
  await expect.poll(trail, { timeout: 20_000 }).toEqual([
    [1, 1, 3, 11, 11],
    [1, 1, 1],
  ]);
});
