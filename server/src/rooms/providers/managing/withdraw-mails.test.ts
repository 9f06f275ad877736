import { signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { momentOf } from '#platform/act/act.ts';
import { tellAdministrators } from '#rooms/identity/door.ts';
import { openUsers, type Users } from '#test/users.ts';
import { somebodyWaits } from '#test/waits.ts';

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

test('CAG-12 a mail about another person that is being written while its reader is revoked is not sent either', async () => {
  const s = await openUsers();
  const leaving = await anAdministrator(s);
  const { begun } = await s.app.database.asSystem(async (tx) => {
    const letter = (to: string) => ({ to, subject: 'About others', text: 'Hello' });
    await tellAdministrators(momentOf(tx, s.app.clock), { companyId: s.companyId }, letter);
    const revoking = s.deactivate(leaving.providerId);
    await somebodyWaits(s.portal);
    return { begun: revoking };
  });
  expect((await begun).status).toBe(200);
  expect(await s.rows(`select 1 from message where recipient = $1`, [leaving.email])).toHaveLength(1);
  expect(await stillWait(s, leaving.email)).toEqual([]);
});
