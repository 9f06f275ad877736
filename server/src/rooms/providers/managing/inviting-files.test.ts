import * as api from '@portal/contract/providers/user-endpoints.ts';
import { beforeEach, expect, test } from 'vitest';
import { emailHasher } from '#platform/security/security-log.ts';
import { clockStandsAt } from '#test/clock-that-stands.ts';
import { mailsTo } from '#test/mails.ts';
import { inShort, watchEvents } from '#test/security-events.ts';
import { byNumber, openUsers } from '#test/users.ts';
import { onItsOwn } from '#test/portal.ts';

beforeEach(onItsOwn);

const row = (address: string, more: Partial<Record<string, string>> = {}) => ({
  email: address,
  providerType: 'Site User',
  careGroups: 'Boston',
  adminRights: '',
  prescriber: 'no',
  sponsor: '',
  ...more,
});

async function withNames() {
  const s = await openUsers();
  const name = (id: number, text: string) =>
    s.rows('update care_group set name = $2, display_name = $2 where care_group_id = $1', [id, text]);
  await name(s.trial, 'Aurora');
  await name(s.otherTrial, 'Borealis');
  await name(s.site, 'Boston');
  await name(s.otherSite, 'Lyon');
  await s.aSite(s.companyId, s.trial, { name: 'Lyon', display_name: 'Lyon' });
  await s.aSite(s.companyId, s.trial, { name: 'Raw', display_name: 'Raw', is_configured: false });
  await s.rows(
    `update sponsor set name = 'Aurelia' where sponsor_id = (select sponsor_id from care_group where care_group_id = $1)`,
    [s.trial],
  );
  const send = async (rows: readonly object[], isDryRun: 0 | 1 = 0, who: 'admin' | 'ofSite' = 'admin') =>
    (await s.as(who)).call(api.inviteUsers, { body: { companyId: s.companyId, isDryRun, rows } });
  return { ...s, send };
}

test('USR-12 CAG-10 a file of people is invited as a whole, each by a mail, and a dry run writes nothing', async () => {
  const s = await withNames();
  const rows = [
    row('One@clinic.example', { careGroups: 'boston; Borealis > Lyon', prescriber: 'YES' }),
    row('two@clinic.example', { providerType: 'nurse', careGroups: 'Ward', adminRights: '1' }),
    row('three@clinic.example', { providerType: 'Admin', careGroups: '' }),
    row('four@clinic.example', { providerType: 'Sponsor', sponsor: 'aurelia', prescriber: '' }),
  ];
  const dry = await s.send(rows, 1);
  expect(dry.body).toEqual({ message: 'There are no problems.', invited: 0, problems: [] });
  expect(await s.rows('select 1 from invitation')).toEqual([]);
  const sent = await s.send(rows);
  expect(sent.body).toEqual({ message: '4 invitations sent.', invited: 4, problems: [] });
  for (const { email: to } of rows) expect(await mailsTo(s, to.toLowerCase())).toHaveLength(1);
  expect(await s.find('one@clinic.example')).toMatchObject({
    prescriber: true,
    gIds: [s.site, s.otherSite].toSorted(byNumber),
  });
  expect(await s.find('two@clinic.example')).toMatchObject({ type: 'Nurse', adminRights: true, gIds: [s.ward] });
  expect((await s.find('three@clinic.example'))?.gIds).toHaveLength(8);
  expect(
    await s.rows(
      `select type, default_listing from invitation where email in ('one@clinic.example', 'two@clinic.example') order by 1`,
    ),
  ).toEqual([
    { type: 'Nurse', default_listing: true },
    { type: 'Site User', default_listing: false },
  ]);
  expect(await s.entries('invitation.sent')).toHaveLength(4);
});

test('USR-12 SEC-23 an administrator of one site learns by a file of no sponsor beyond their trial: one that the company has reads like one that it has not', async () => {
  const s = await withNames();
  await s.rows(
    `update sponsor set name = 'Helix' where sponsor_id = (select sponsor_id from care_group where care_group_id = $1)`,
    [s.otherTrial],
  );
  const told = async (sponsor: string, providerType: string) => {
    const { reply } = await s.send([row('a@clinic.example', { sponsor, providerType })], 1, 'ofSite');
    return reply.problems.map(({ field, message }) => [field, message]);
  };
  const beyond = ['providerType', 'A Sponsor can be invited only by administrators who see the whole company.'];
  for (const sponsor of ['Helix', 'Nobody']) {
    const isNone = ['sponsor', `There is no sponsor “${sponsor}”.`];
    expect(await told(sponsor, 'Site User')).toEqual([isNone]);
    expect(await told(sponsor, 'Sponsor')).toEqual([isNone, beyond]);
  }
  expect(await told('Aurelia', 'Site User')).toEqual([['sponsor', 'Only a Sponsor works for a sponsor.']]);
});

test('USR-12 USR-15 USR-19 P11-17 every problem of a file is named by row and field, and nobody is invited', async () => {
  const s = await withNames();
  await s.invite('pending@clinic.example');
  await s.aPerson('Nurse', { company_id: await s.aCompany(), email: 'taken@clinic.example' });
  const rows = [
    row('nobody'),
    row('twice@clinic.example'),
    row('TWICE@clinic.example'),
    row('pending@clinic.example'),
    row('taken@clinic.example'),
    row('a@clinic.example', { providerType: 'Wizard', prescriber: 'perhaps' }),
    row('b@clinic.example', { careGroups: 'Atlantis' }),
    row('c@clinic.example', { careGroups: 'Lyon' }),
    row('d@clinic.example', { careGroups: 'Raw' }),
    row('e@clinic.example', { careGroups: '' }),
    row('f@clinic.example', { providerType: 'Sponsor' }),
    row('g@clinic.example', { sponsor: 'Aurelia' }),
    row('h@clinic.example', { sponsor: 'Nobody', providerType: 'Sponsor' }),
    row('i@clinic.example', { providerType: 'Nurse', careGroups: 'Ward', prescriber: 'true' }),
    row('j@clinic.example', { providerType: 'Admin', careGroups: 'Boston', adminRights: 'no' }),
    row('k@clinic.example', { adminRights: 'yes' }),
  ];
  const { reply } = await s.send(rows);
  const found = reply.problems.map((problem) => [problem.row, problem.field, problem.message]);
  expect(found).toEqual([
    [1, 'email', 'is not a valid email'],
    [3, 'email', 'is also in an earlier row'],
    [4, 'email', 'A user with this email already exists.'],
    [5, 'email', 'A user with this email already exists.'],
    [6, 'prescriber', 'must be yes or no'],
    [6, 'providerType', 'must be one of Pharmacist, Technician, Doctor, Nurse, Other, Admin, Site User, Sponsor'],
    [7, 'careGroups', 'There is no care group “Atlantis”.'],
    [8, 'careGroups', 'There are several care groups “Lyon”. Write a site as “Trial > Site”.'],
    [9, 'careGroups', '“Raw” is not fully configured.'],
    [10, 'careGroups', 'Choose at least one care group.'],
    [11, 'sponsor', 'Choose the sponsor that they work for.'],
    [12, 'sponsor', 'Only a Sponsor works for a sponsor.'],
    [13, 'sponsor', 'There is no sponsor “Nobody”.'],
    [14, 'prescriber', 'Only a Site User can be a prescriber.'],
    [15, 'careGroups', 'must be empty for an Admin, who is given all care groups'],
    [15, 'adminRights', 'An Admin always has admin rights.'],
    [16, 'adminRights', 'A Site User is not invited with admin rights.'],
  ]);
  expect([reply.invited, reply.message]).toEqual([0, 'There are 17 problems.']);
  expect(await s.rows(`select email from invitation`)).toEqual([{ email: 'pending@clinic.example' }]);
  // Who has one site knows no other group, and makes nobody who sees all of the company.
  const ofSite = await s.send(
    [
      row('a@clinic.example', { careGroups: 'Aurora' }),
      row('b@clinic.example', { providerType: 'Admin', careGroups: '' }),
    ],
    0,
    'ofSite',
  );
  expect(ofSite.reply.problems.map((problem) => [problem.row, problem.field])).toEqual([
    [1, 'careGroups'],
    [2, 'providerType'],
  ]);
  expect((await s.send(Array.from({ length: 201 }, (_, n) => row(`p${n}@clinic.example`)))).fields).toEqual({
    rows: 'must have at most 200 rows',
  });
});

test('SEC-22 SEC-36 OPC-88 a trial tells of nobody whom its caller may not know of; a sending tells that the e-mail is used, and leaves an entry for each', async () => {
  const s = await withNames();
  const other = await s.aCompany();
  const aPerson = (email: string, company_id: number, groups: number[] = []) =>
    s.aPerson('Nurse', { company_id, email }, groups);
  await aPerson('foreign@clinic.example', other);
  await aPerson('here@clinic.example', s.companyId, [s.site]);
  await aPerson('ward@clinic.example', s.companyId, [s.ward]);
  await s.invite('pending@clinic.example');
  const rows = ['foreign', 'here', 'ward', 'pending', 'nobody'].map((name) => row(`${name}@clinic.example`));
  const said = async (isDryRun: 0 | 1, who: 'admin' | 'ofSite') =>
    (await s.send(rows, isDryRun, who)).reply.problems.map((problem) => [problem.row, problem.message]);
  const taken = (numbers: readonly number[]) =>
    numbers.map((number) => [number, 'A user with this email already exists.']);
  const events = watchEvents(s.portal);
  await events();
  expect(await said(1, 'ofSite')).toEqual(taken([2, 4]));
  expect(await said(1, 'admin')).toEqual(taken([2, 3, 4]));
  expect(await events()).toEqual([]);
  expect(await said(0, 'ofSite')).toEqual(taken([1, 2, 3, 4]));
  const hash = emailHasher(s.app.env);
  const entries = await events();
  expect(entries.map((entry) => [inShort(entry), entry.company, entry.call])).toEqual(
    Array.from({ length: 4 }, () => [
      `invitation.email_taken refused - ${s.people.ofSite}`,
      s.companyId,
      'POST /care-providers/invitations',
    ]),
  );
  expect(new Set(entries.map((entry) => entry.hash))).toEqual(
    new Set(['foreign', 'here', 'ward', 'pending'].map((name) => hash(`${name}@clinic.example`))),
  );
  expect((await s.invite('foreign@clinic.example', {}, 'ofSite')).code).toBe('provider.email_taken');
  expect((await events()).map((entry) => [inShort(entry), entry.hash, entry.call])).toEqual([
    [`invitation.email_taken refused - ${s.people.ofSite}`, hash('foreign@clinic.example'), 'POST /care-providers'],
  ]);
  expect(await s.rows('select email from invitation')).toEqual([{ email: 'pending@clinic.example' }]);
});

test('SEC-36 one person sends 30 files in a quarter of an hour, whatever becomes of them; then the wait is told, and a trial still answers', async () => {
  const s = await withNames();
  s.at('2031-03-05T12:00:00Z');
  clockStandsAt(s, '2031-03-05T12:00:00Z');
  const refused = [row('nobody')];
  for (let n = 0; n < 30; n += 1) expect((await s.send(refused)).status).toBe(200);
  const answer = await s.send(refused);
  expect([answer.status, answer.code, answer.headers['retry-after']]).toEqual([429, 'too_many', '900']);
  expect((await s.send(refused, 1)).status).toBe(200);
  expect((await s.send(refused, 0, 'ofSite')).status).toBe(200);
});

test('values that lost letters on their way into a file are named by row and field, even where the company has the damaged name', async () => {
  const s = await withNames();
  await s.rows('update care_group set display_name = $2 where care_group_id = $1', [s.site, 'Z\ufffdrich']);
  const { reply } = await s.send([
    row('a@clinic.example', { careGroups: 'Z\ufffdrich' }),
    row('b\ufffd@clinic.example', { careGroups: 'Aurora > Lyon' }),
  ]);
  const message = 'has letters that cannot be read. Save the file as “CSV UTF-8”.';
  expect([reply.invited, reply.problems]).toEqual([
    0,
    [
      { row: 1, field: 'careGroups', message },
      { row: 2, field: 'email', message },
    ],
  ]);
});

test('REL-08 USR-12 two files with the same people at once invite each person once, and neither waits for the other for ever', async () => {
  const s = await withNames();
  const rows = Array.from({ length: 20 }, (_, n) => row(`p${n}@clinic.example`));
  const answers = await Promise.all([s.send(rows), s.send(rows.toReversed())]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await s.rows('select email from invitation group by email having count(*) > 1')).toEqual([]);
  expect(await s.rows('select 1 from invitation')).toHaveLength(20);
});
