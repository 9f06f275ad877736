import { removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { momentOf } from '#platform/act/act.ts';
import { tellAdministrators } from '#rooms/identity/door.ts';
import { aTopGroup } from '#test/administrators.ts';
import { openUsers, type Users } from '#test/users.ts';
import { whileUncommitted } from '#test/waits.ts';

async function anAdministrator(s: Users) {
  const person = await s.aColleague();
  await s.rows('update provider set admin_rights = true where provider_id = $1', [person.providerId]);
  return person;
}

/** What is to be told to somebody of the people and the work of a company, and what else waits for the same address. */
async function mailsThatWait(s: Users, administrator: { providerId: number; email: string }) {
  const colleague = await s.aColleague();
  await s.rows(
    `insert into sign_in_lock (email, wrong_in_a_row, last_wrong_at) values ($1, 14, $2)
     on conflict (email) do update set wrong_in_a_row = 14, last_wrong_at = $2, locked_until = null`,
    [colleague.email, s.app.clock.now()],
  );
  const { code } = await s.call(signIn, { body: { email: colleague.email, password: 'wrong' } });
  expect(code).toBe('BAD_CREDENTIALS');
  for (const [subject, topic] of [
    ['Shipment updates', 'shipment updates'],
    ['New sign-in to your account', 'account security'],
    ['Your password was changed', null],
    ['Your pharmacy card', 'to participants'],
    ['Shipment updates of a partner', 'to partners'],
  ])
    await s.rows(
      `insert into message (channel, recipient, subject, body, topic, created_at) values ('email', $1, $2, 'Hello', $3, $4)`,
      [administrator.email, subject, topic, s.app.clock.now()],
    );
}
const stillWait = async (s: Users, email: string) =>
  (
    await s.rows<{ subject: string }>(
      `select subject from message where recipient = $1 and sent_at is null and withdrawn_at is null order by 1`,
      [email],
    )
  ).map(({ subject }) => subject);
const ofWork = ['An account was locked', 'Shipment updates'];
const ofOthers = [
  'New sign-in to your account',
  'Shipment updates of a partner',
  'Your password was changed',
  'Your pharmacy card',
];

test('CAG-12 whoever is revoked or removed is not sent what waits and tells of other people or of shipments; of their own account, and as a participant or a partner, they hear', async () => {
  const s = await openUsers();
  const leaving = await anAdministrator(s);
  await mailsThatWait(s, leaving);
  expect(await stillWait(s, leaving.email)).toEqual([...ofWork, ...ofOthers].toSorted());
  await s.deactivate(leaving.providerId);
  expect(await stillWait(s, leaving.email)).toEqual(ofOthers);
  // As if it had waited from before.
  await s.rows('update message set withdrawn_at = null where recipient = $1', [leaving.email]);
  expect((await s.remove(leaving.providerId)).status).toBe(200);
  expect(await stillWait(s, leaving.email)).toEqual(ofOthers);
});

test('CAG-11 who is made no longer an administrator is not sent what waits and tells of other people, and keeps hearing of shipments', async () => {
  const s = await openUsers();
  const person = await anAdministrator(s);
  await mailsThatWait(s, person);
  expect((await stillWait(s, person.email)).slice(0, 1)).toEqual(['An account was locked']);
  expect((await s.change(person.providerId, { adminRights: 0 })).status).toBe(200);
  expect(await stillWait(s, person.email)).toEqual([...ofOthers, 'Shipment updates'].toSorted());
});

const waysOut: [how: string, (s: Users, reader: number) => Promise<{ status: number }>][] = [
  ['its reader is revoked', (s, reader) => s.deactivate(reader)],
  ['its reader is taken out of the group', (s, reader) => s.removeGroups(reader, s.site)],
  [
    'the group of its reader is removed',
    async (s) => (await s.as('admin')).call(removeCareGroup, { query: { g_id: s.site } }),
  ],
];
test.each(waysOut)(
  'CAG-12 SEC-23 a mail about another person that is being written while %s is not sent either',
  async (_, takesAway) => {
    const s = await openUsers();
    const leaving = await anAdministrator(s);
    const letter = (to: string) => ({ to, subject: 'About others', text: 'Hello' });
    const { status } = await whileUncommitted(
      s.portal,
      s.companyId,
      (tx) => tellAdministrators(momentOf(tx, s.app.clock), { companyId: s.companyId }, letter),
      () => takesAway(s, leaving.providerId),
    );
    expect(status).toBe(200);
    expect(await s.rows(`select 1 from message where recipient = $1`, [leaving.email])).toHaveLength(1);
    expect(await stillWait(s, leaving.email)).toEqual([]);
  },
);

const join = (s: Users, { providerId }: { providerId: number }, careGroupId: number) =>
  s.rows('insert into care_group_member (care_group_id, provider_id, company_id) values ($1, $2, $3)', [
    careGroupId,
    providerId,
    s.companyId,
  ]);

test('SEC-23 whoever is taken out of a group is not sent what waits and tells of other people or of shipments; who still sees that group, by the one above or with the company, is told all', async () => {
  const s = await openUsers();
  const people = [await anAdministrator(s), await anAdministrator(s), await anAdministrator(s), await s.aColleague()];
  const [atSite, atTop, atTrial, plain] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0], never];
  await join(s, atSite, s.otherSite);
  await join(s, atTop, s.clinic);
  await join(s, atTrial, s.trial);
  await mailsThatWait(s, plain);
  for (const person of [atSite, atTop, atTrial]) await mailsThatWait(s, person);
  const all = new Map<string, string[]>();
  for (const { email } of people) all.set(email, await stillWait(s, email));
  const left = async ({ providerId, email }: { providerId: number; email: string }, group = s.site) => {
    expect((await s.removeGroups(providerId, group)).status).toBe(200);
    return stillWait(s, email);
  };
  expect(await left(plain)).toEqual(ofOthers);
  expect(await left(atSite)).toEqual(ofOthers);
  for (const person of [atTop, atTrial]) {
    expect(all.get(person.email)).toEqual(expect.arrayContaining([...ofWork, ...ofOthers]));
    expect(await left(person)).toEqual(all.get(person.email));
  }
  expect(await left(atTrial, s.trial)).toEqual(ofOthers);
});

test('an Admin, who sees all of the company without groups, is sent what waits also when taken out of one', async () => {
  const s = await openUsers();
  const admin = await anAdministrator(s);
  await s.rows(`update provider set type = 'Admin' where provider_id = $1`, [admin.providerId]);
  await mailsThatWait(s, admin);
  expect((await s.removeGroups(admin.providerId, s.site)).status).toBe(200);
  expect(await stillWait(s, admin.email)).toEqual([...ofWork, ...ofOthers].toSorted());
});

const hearsOfLock = async (s: Users, { email }: { email: string }) =>
  (await stillWait(s, email)).includes('An account was locked');

test('SEC-23 the administrators of a group at the top are not sent what waits of the company once the group is removed', async () => {
  const s = await openUsers();
  const [atTop, atBoth] = [await anAdministrator(s), await anAdministrator(s)];
  const top = await aTopGroup(s.portal, s.companyId);
  await s.rows('delete from care_group_member where provider_id = any($1)', [[atTop.providerId, atBoth.providerId]]);
  await join(s, atTop, top);
  await join(s, atBoth, top);
  await join(s, atBoth, s.clinic);
  await mailsThatWait(s, atTop);
  expect([await hearsOfLock(s, atTop), await hearsOfLock(s, atBoth)]).toEqual([true, true]);
  expect((await (await s.as('admin')).call(removeCareGroup, { query: { g_id: top } })).status).toBe(200);
  expect([await hearsOfLock(s, atTop), await hearsOfLock(s, atBoth)]).toEqual([false, true]);
});

test('SEC-23 the administrators of a site that is removed are not sent what waits and tells of other people, but for those who are in the trial above it', async () => {
  const s = await openUsers();
  const [atSite, atTrial] = [await anAdministrator(s), await anAdministrator(s)];
  await join(s, atTrial, s.trial);
  for (const person of [atSite, atTrial]) await mailsThatWait(s, person);
  expect([await hearsOfLock(s, atSite), await hearsOfLock(s, atTrial)]).toEqual([true, true]);
  expect((await (await s.as('admin')).call(removeCareGroup, { query: { g_id: s.site } })).status).toBe(200);
  expect([await hearsOfLock(s, atSite), await hearsOfLock(s, atTrial)]).toEqual([false, true]);
});
