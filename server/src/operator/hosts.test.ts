/** The hosts of companies, from the command line. */
import { expect, test } from 'vitest';
import { createConversation } from '@portal/contract/conversations/endpoints.ts';
import { aBrandedCompany, aBrandWithHost } from '#test/brands.ts';
import { asMember } from '#test/conversations.ts';
import { aPersonWithApp, forward } from '#test/factors.ts';
import { mailsTo } from '#test/mails.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { inProduction } from '#test/production.ts';
import { openSchedules } from '#test/schedules.ts';
import { giveHosts } from '#rooms/companies/door.ts';
import { tellPatientsDue as tellOfConversations } from '#rooms/conversations/patient/tell-patients.ts';
import { tellPatientsDue as tellOfAssessments } from '#rooms/outreach/door.ts';
import { operate } from './operate.ts';

const run = (portal: Portal, ...words: string[]) =>
  operate(words, async () => ({ ...portal.app, sendsMail: false, close: async () => {} }));

async function aBrand(portal: Portal, companyName = 'Northern Lights') {
  const company = await aBrandedCompany(portal);
  return { ...company, brandId: (await company.add({ companyName })).reply.brandId };
}

test('BRN-01 P11-16 an operator gives a host to the brand of a company and takes it back, on record in the trail of the company', async () => {
  const portal = await openPortal();
  const { brandId, companyId } = await aBrand(portal);
  expect(await run(portal, 'give-host', '--host', 'Portal.Northern.Example', '--company-brand', `${brandId}`)).toEqual({
    ok: true,
    said: `portal.northern.example shows the brand ${brandId} of the company ${companyId}. Running portals follow within seconds.\nLinks in mails of this brand lead there.\nIts name has to lead to the portal, with a certificate for it: that is your proxy's.\nThe brand has no logo, no icon, no sign-in image, no colour: there the portal's own is shown.`,
  });
  expect((await run(portal, 'list-companies')).said).toContain(
    `   brand ${brandId}: Northern Lights, portal.northern.example`,
  );
  expect(await run(portal, 'take-host', '--host', 'portal.northern.example')).toEqual({
    ok: true,
    said: `portal.northern.example no longer shows the brand ${brandId} of the company ${companyId}. Running portals follow within seconds.`,
  });
  expect(await portal.rows('select host from host_brand')).toEqual([]);
  const recorded = await portal.rows(
    `select company_id, actor_type, action, record_id, changes from audit_entry where action like 'brand.host%' order by seq`,
  );
  const entry = { company_id: companyId, actor_type: 'Operator', record_id: String(brandId) };
  expect(recorded).toEqual([
    { ...entry, action: 'brand.host_given', changes: [{ field: 'host', new: 'portal.northern.example' }] },
    { ...entry, action: 'brand.host_taken', changes: [{ field: 'host', old: 'portal.northern.example' }] },
  ]);
});

test('BRN-01 what cannot be given or taken is said in a sentence, and nothing is on record', async () => {
  const portal = await openPortal();
  const [ours, theirs] = [await aBrand(portal), await aBrand(portal, 'Others')];
  const give = (host: string, brandId: number | string) =>
    run(portal, 'give-host', '--host', host, '--company-brand', String(brandId));
  await give('portal.northern.example', ours.brandId);
  const before = await portal.rows('select count(*) from audit_entry');
  expect((await give('portal.northern.example', ours.brandId)).said).toBe(
    `portal.northern.example shows the brand ${ours.brandId} already.`,
  );
  expect((await give('portal.northern.example', theirs.brandId)).said).toBe(
    `portal.northern.example shows the brand ${ours.brandId}, "Northern Lights", of the company ${ours.companyId}. Take it back first: take-host --host portal.northern.example`,
  );
  expect((await give('na.trialcard.test', ours.brandId)).said).toBe(
    'na.trialcard.test is a host of the brand "north-america" of the installation, which BRANDS_FILE says.',
  );
  expect((await give('other.example', 999)).said).toBe(
    'There is no brand 999 of a company. "list-companies" shows their numbers.',
  );
  for (const wrong of [
    'https://portal.example.com',
    'portal.example.com:8443',
    'portal.example.com/sign-in',
    'portal',
    '10.0.0.9',
    '[::1]',
    'port al.example.com',
    '-a.example.com',
    'portal.example.com.',
    'pörtal.example.com',
    `${'a'.repeat(64)}.example.com`,
    '<b>.example.com',
  ])
    expect((await give(wrong, ours.brandId)).said).toBe(
      `--host must be the name of a host alone, such as portal.example.com (is "${wrong}").`,
    );
  expect((await give('x.example', 'northern')).said).toBe('--company-brand must be a number (is "northern").');
  expect((await run(portal, 'give-host')).said).toBe('--host is needed.\n--company-brand is needed.');
  expect((await run(portal, 'take-host', '--host', 'other.example')).said).toBe(
    'other.example was given to no brand of a company.',
  );
  expect((await run(portal, 'take-host', '--host', 'na.trialcard.test')).said).toBe(
    'na.trialcard.test is a host of the brand "north-america" of the installation, which BRANDS_FILE says.',
  );
  expect(await portal.rows('select count(*) from audit_entry')).toEqual(before);
  expect((await run(portal, '--help')).said).toContain('give-host --host … --company-brand …\n');
});

test('REL-07 of two operators who give a host at once one succeeds, and the other is told who has it', async () => {
  onItsOwn();
  const portal = await openPortal();
  const [ours, theirs] = [await aBrand(portal), await aBrand(portal, 'Others')];
  const told = await Promise.all(
    [ours, theirs].map(({ brandId }) =>
      run(portal, 'give-host', '--host', 'portal.example.com', '--company-brand', String(brandId)),
    ),
  );
  expect(told.filter(({ ok }) => ok)).toHaveLength(1);
  expect(told.find(({ ok }) => !ok)?.said).toContain('Take it back first');
  expect(await portal.rows('select host from host_brand')).toHaveLength(1);
});

test('SEC-18 an administrator is invited to the host of the company, and who takes the host back hears of links that lead there', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { brandId, companyId } = await aBrand(portal);
  await run(portal, 'give-host', '--host', 'portal.northern.example', '--company-brand', String(brandId));
  await giveHosts(portal.app);
  const invited = await run(
    portal,
    'invite-admin',
    '--company',
    String(companyId),
    '--admin-email',
    'ada@clinic.example',
    '--admin-type',
    'Other',
    '--brand',
    `brand-${brandId}`,
  );
  expect(invited.said).toMatch(/^http:\/\/portal\.northern\.example(:\d+)?\/register\?id=/m);
  expect((await run(portal, 'take-host', '--host', 'portal.northern.example')).said).toContain(
    '\nOne open invitation leads to a host of this brand: invite again who got a link to portal.northern.example.',
  );
});

test('SEC-18 of several hosts of a brand the one that was given first is where its links lead, which the operator is told', async () => {
  const portal = await openPortal();
  const { brandId } = await aBrand(portal);
  const give = (host: string) => run(portal, 'give-host', '--host', host, '--company-brand', String(brandId));
  const listed = async () =>
    (await run(portal, 'list-companies')).said.split('\n').find((line) => line.startsWith(`   brand ${brandId}:`));
  expect((await give('new.northern.example')).said).toContain('\nLinks in mails of this brand lead there.\n');
  forward(portal, 1_000);
  expect((await give('another.northern.example')).said).toContain(
    '\nLinks in mails of this brand lead to new.northern.example, the host that it was given first.\n',
  );
  expect(await listed()).toBe(
    `   brand ${brandId}: Northern Lights, new.northern.example (links lead there), another.northern.example`,
  );
  await giveHosts(portal.app);
  const portalUrl = () => portal.app.brands.withKey(`brand-${brandId}`)?.portalUrl;
  expect(portalUrl()).toMatch(/^http:\/\/new\.northern\.example/);
  // As docs/operators.md moves the links to the other one.
  await run(portal, 'take-host', '--host', 'new.northern.example');
  forward(portal, 1_000);
  await give('new.northern.example');
  await giveHosts(portal.app);
  expect(portalUrl()).toMatch(/^http:\/\/another\.northern\.example/);
});

test('SEC-18 who takes back a host hears how many links that patients hold may lead there, and of none that has ended', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { companyId, groups } = s;
  await s.rows(`insert into company_module (company_id, name) values ($1, 'Messaging') on conflict do nothing`, [
    companyId,
  ]);
  await aBrandWithHost(s, { companyId, host: 'clinic.example' });
  await aBrandWithHost(s, { companyId: await s.aCompany([]), host: 'stranger.example' });
  await s.rows('update host_brand set given_at = $1', [s.app.clock.now()]);
  await s.asks(groups.failure, await s.aSurvey(), '1d');
  const patients = [];
  for (const name of ['ada', 'grace', 'mary'])
    patients.push(await s.anActivePatient({ email: `${name}@mail.example` }, [groups.failure]));
  s.forward(1.01);
  await s.makeDue();
  await tellOfAssessments(s.app);
  const [answered] = await s.events(patients[0] as number);
  await s.answer(answered?.id as number);
  const { nurse } = s.people;
  const body = { cp_id: nurse.providerId, topic: 'Refill', uIds: [patients[1]], cpIds: [nurse.providerId] };
  const { convId } = (await nurse.call(createConversation, { body })).reply;
  await (await asMember(s as never, nurse)).says(convId, 'How are you?');
  forward(s, 60_000);
  await tellOfConversations(s.app);
  const links =
    'select (select count(*)::int from respond_code) as asked, (select count(*)::int from conversation_code) as talking';
  expect(await s.rows(links)).toEqual([{ asked: 2, talking: 1 }]);

  const take = async (host: string) => (await run(s, 'take-host', '--host', host)).said.split('\n').slice(1);
  const [brand] = await s.rows<{ id: number }>('select brand_id as id from host_brand where company_id = $1', [
    companyId,
  ]);
  const give = (host: string) => run(s, 'give-host', '--host', host, '--company-brand', String(brand?.id));
  expect(await take('stranger.example')).toEqual([]);
  expect(await take('clinic.example')).toEqual([
    'Patients of the company hold 2 links to assessments and one link to a conversation that may lead to clinic.example: give it back and leave it for 30 days, or send reminders and messages anew.',
  ]);
  await give('clinic.example');
  s.forward(1);
  await give('beside.example');
  // No link leads to another host than the first; the first was given back within the days that a link lives.
  s.forward(31);
  await s.rows(`update respond_code set expires_at = $1::timestamptz + interval '1 day'`, [s.app.clock.now()]);
  expect(await take('beside.example')).toEqual([]);
  expect(await take('clinic.example')).toEqual([
    'Patients of the company hold 2 links to assessments that may lead to clinic.example: give it back and leave it for 30 days, or send reminders and messages anew.',
  ]);
  await give('clinic.example');
  await s.rows('update respond_code set tries_left = 0');
  expect(await take('clinic.example')).toEqual([]);
});

test('SEC-22 SEC-18 who gives a host that another company had within the last 30 days hears that the links of its patients open nothing there', async () => {
  onItsOwn();
  const portal = await openPortal();
  const [first, second] = [await aBrand(portal), await aBrand(portal, 'Others')];
  const give = async (brandId: number) =>
    (await run(portal, 'give-host', '--host', 'portal.example.com', '--company-brand', String(brandId))).said.split(
      '\n',
    );
  const take = () => run(portal, 'take-host', '--host', 'portal.example.com');
  const ofOthers = (companyId: number) =>
    `Until less than 30 days ago portal.example.com was a host of the company ${companyId}: links to it that its patients hold open nothing.`;
  const isSaid = (said: string[]) => said.filter((line) => line.startsWith('Until less than'));
  await give(first.brandId);
  await run(portal, 'give-host', '--host', 'beside.example.com', '--company-brand', String(first.brandId));
  await take();
  expect(isSaid(await give(first.brandId))).toEqual([]);
  await take();
  forward(portal, 29 * 86_400_000);
  expect(isSaid(await give(second.brandId))).toEqual([ofOthers(first.companyId)]);
  await take();
  forward(portal, 2 * 86_400_000);
  expect(isSaid(await give(first.brandId))).toEqual([ofOthers(second.companyId)]);
  await take();
  forward(portal, 31 * 86_400_000);
  expect(isSaid(await give(second.brandId))).toEqual([]);
});

test.each([
  ['DEFAULT_PORTAL_URL', 'https://portal.northern.example'],
  ['SPECIAL_PORTAL_URL', 'https://Portal.Northern.example:8443/'],
])(
  'SEC-18 OPN-31 who takes back the host that %s leads to hears that production does not start again like that',
  async (name, url) => {
    onItsOwn();
    const first = await openPortal(inProduction);
    for (let n = 1; n <= 6; n += 1) await first.aCompany([]);
    await aBrandWithHost(first, { companyId: 6, host: 'portal.northern.example' });
    await aBrandWithHost(first, { companyId: 6, host: 'beside.northern.example' });
    const portal = await openPortal({ ...inProduction, [name]: url }, { beside: first });
    const take = async (host: string) => (await run(portal, 'take-host', '--host', host)).said.split('\n').slice(1);
    expect(await take('beside.northern.example')).toEqual([]);
    expect(await take('portal.northern.example')).toEqual([
      `${name} leads to portal.northern.example: production does not start again until it leads elsewhere, or the host is given again.`,
    ]);
    await expect(openPortal({ ...inProduction, [name]: url }, { beside: first })).rejects.toThrow(
      `${name} must lead to`,
    );
  },
);

test('SEC-22 a brand of another company is taken by no command: nobody is invited, recovered or let in in its name', async () => {
  onItsOwn();
  const portal = await openPortal();
  const theirs = await aBrand(portal);
  await run(portal, 'give-host', '--host', 'their.example', '--company-brand', String(theirs.brandId));
  const ours = await aBrand(portal, 'Ours');
  await run(portal, 'give-host', '--host', 'our.example', '--company-brand', String(ours.brandId));
  await giveHosts(portal.app);
  const person = await aPersonWithApp(portal, 'Admin', { companyId: ours.companyId });
  const [group] = await portal.rows<{ id: number }>(
    `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'Feet', 'Feet', now())
     returning care_group_id as id`,
    [ours.companyId],
  );
  await portal.aPerson('Nurse', { company_id: ours.companyId, email: 'nora@clinic.example' });
  const [companies] = await portal.rows('select count(*) from company');
  const newAdmin = { 'admin-email': 'ada@clinic.example', 'admin-type': 'Other' };
  const commands: [string, Record<string, string>][] = [
    ['invite-admin', { company: String(ours.companyId), ...newAdmin }],
    ['create-company', { name: 'Meridian', modules: 'TrialCard', ...newAdmin }],
    ['recover-administrator', { email: person.email, confirm: person.email, reason: 'Called back' }],
    [
      'emergency-access',
      { email: 'nora@clinic.example', 'care-group': String(group?.id), hours: '4', reason: 'Night' },
    ],
  ];
  const by = (brandId: number) =>
    Promise.all(
      commands.map(async ([name, words]) => {
        const all = { ...words, brand: `brand-${brandId}` };
        return run(portal, name, ...Object.entries(all).flatMap(([word, value]) => [`--${word}`, value]));
      }),
    );
  const said = `--brand brand-${theirs.brandId} is of the company ${theirs.companyId}: it must be one of default, north-america, europe`;
  expect(await by(theirs.brandId)).toEqual([
    { ok: false, said: `${said}, brand-${ours.brandId}.` },
    { ok: false, said: `${said}.` },
    { ok: false, said: `${said}, brand-${ours.brandId}.` },
    { ok: false, said: `${said}, brand-${ours.brandId}.` },
  ]);
  expect(await portal.rows('select count(*) from company')).toEqual([companies]);
  expect(await portal.rows('select from invitation union all select from emergency_access')).toEqual([]);
  const subjects = async (email: string) => (await mailsTo(portal, email)).map(({ subject }) => subject);
  expect(await subjects('ada@clinic.example')).toEqual([]);
  expect(await subjects(person.email)).toEqual(['MFA on your account was changed']);
  expect((await by(ours.brandId)).map(({ ok }) => ok)).toEqual([true, false, true, true]);
  const [removed] = (await mailsTo(portal, person.email)).filter(
    ({ subject }) => subject === 'MFA was removed from your account',
  );
  expect(removed?.text).toContain('Ours');
});
