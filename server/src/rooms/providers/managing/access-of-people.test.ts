import { signIn, startMfaSetup } from '@portal/contract/identity/endpoints.ts';
import { readProvider } from '@portal/contract/providers/endpoints.ts';
import { userStates, type UserStep } from '@portal/contract/providers/user-rules.ts';
import { expect, test } from 'vitest';
import type { WhoOf } from '#test/administrators.ts';
import { goodPassword } from '#test/people.ts';
import { byNumber, numberOf, openUsers, said, type Users } from '#test/users.ts';

const ok = [200, undefined];

test('USR-06 USR-07 USR-27 USR-28 CAG-12 CAG-13 OPC-89 SEC-05 P11-15 a revoked person is out at once and keeps their groups, and is let in again with them', async () => {
  const s = await openUsers();
  const person = await s.aColleague();
  const [one, other] = [await s.signIn(person), await s.signIn(person)];
  const own = { query: { cp_id: person.providerId } };
  expect((await one.call(readProvider, own)).status).toBe(200);
  await s.rows('insert into mfa_recovery (company_id, provider_id, asked_at) values ($1, $2, now())', [
    s.companyId,
    person.providerId,
  ]);
  const ended: number[] = [];
  s.app.sessionEnds.listen((id) => ended.push(id));
  const before = await s.find(person.email);
  const mails = () => s.rows('select count(*)::int as n from message');
  const told = await mails();
  expect((await s.deactivate(person.providerId, 'ofSite', 'Left the site\nin May')).body).toEqual({
    message: 'Access revoked.',
  });
  expect([(await one.call(readProvider, own)).status, (await other.call(readProvider, own)).status]).toEqual([
    401, 401,
  ]);
  expect(ended).toHaveLength(2);
  expect((await s.call(signIn, { body: { email: person.email, password: goodPassword } })).code).toBe('FORBIDDEN_TYPE');
  expect(await s.find(person.email)).toMatchObject({
    status: 'Deactivated - Site access revoked',
    gIds: [s.site],
    mayManage: true,
  });
  // What they were asking for is asked no more.
  expect(await s.rows('select withdrawn_by, reason from mfa_recovery where decided_at is not null')).toEqual([
    { withdrawn_by: 'revoked', reason: null },
  ]);
  expect(await s.entries('provider.deactivated')).toEqual([
    {
      actor_id: s.people.ofSite,
      record_kind: 'provider',
      record_id: String(person.providerId),
      changes: [{ field: 'is_active', old: true, new: false }],
      reason: 'Left the site\nin May',
    },
  ]);
  // Nobody is told by mail.
  expect(await mails()).toEqual(told);

  expect((await s.reactivate(person.providerId, 'ofSite')).body).toEqual({ message: 'Access allowed.' });
  expect(await s.find(person.email)).toEqual({ ...before, version: (before?.version ?? 0) + 2 });
  expect((await one.call(readProvider, own)).status).toBe(401);
  expect((await s.entries('provider.reactivated')).map(({ changes }) => changes)).toEqual([
    [{ field: 'is_active', old: false, new: true }],
  ]);
});

test('SEC-05 P11-01 whoever is held half-way in, or has proven their password, comes no further once they are revoked', async () => {
  const s = await openUsers();
  const person = await s.aColleague();
  await s.rows('update company set requires_mfa = true where company_id = $1', [s.companyId]);
  const held = await s.call(signIn, { body: { email: person.email, password: goodPassword } });
  expect(held.reply.next).toBe('mfa-setup');
  await s.deactivate(person.providerId);
  await s.reactivate(person.providerId);
  const { challenge } = held.reply as { challenge: string };
  expect(said(await s.call(startMfaSetup, { body: { challenge } }))).toEqual([400, 'CHALLENGE_EXPIRED']);
});

test('P11-17 USR-05 OPC-89 SEC-16 a removed person is in no list, their e-mail is free, and the next who has it is another one', async () => {
  const s = await openUsers();
  const email = 'ada@clinic.example';
  expect((await s.invite(email)).reply.message).toBe('Invitation sent.');
  const first = await numberOf(s, email);
  expect((await s.registers(email)).status).toBe(200);
  expect(await numberOf(s, email)).toBe(first);
  expect(said(await s.remove(first))).toEqual([409, 'provider.wrong_state']);
  await s.deactivate(first);
  expect(said(await s.invite(email))).toEqual([400, 'provider.email_taken']);
  expect((await s.remove(first, 'ofSite', 'Asked to')).body).toEqual({ message: 'User removed.' });
  expect(await s.find(email)).toBeUndefined();
  expect(await s.rows('select 1 from identity_account where email = $1', [email])).toEqual([]);
  for (const answer of [
    await s.read(first),
    await s.remove(first),
    await s.reactivate(first),
    await s.deactivate(first),
  ])
    expect(said(answer as never)).toEqual([404, 'not_found']);
  expect((await s.entries('provider.removed')).map(({ reason }) => reason)).toEqual(['Asked to']);

  const again = await s.invite('ADA@clinic.example');
  expect(again.reply.cpID).toBeGreaterThan(first);
  expect((await s.registers(email)).status).toBe(200);
  expect(await numberOf(s, email)).toBe(again.reply.cpID);
  expect(
    await s.rows(
      'select provider_id, first_name, removed_at is null as present from provider where email = $1 order by 1',
      [email],
    ),
  ).toEqual([
    { provider_id: first, first_name: 'Grace', present: false },
    { provider_id: again.reply.cpID, first_name: 'Grace', present: true },
  ]);
  expect((await s.call(signIn, { body: { email, password: 'Battery-Staple-7' } })).status).toBe(200);
  // What was done under the first number is told of nobody else.
  expect(
    (
      await s.rows<{ id: number }>(
        'select distinct actor_id as id from audit_entry where actor_name = $1 and actor_id is not null',
        ['Grace Hopper'],
      )
    )
      .map(({ id }) => id)
      .toSorted(byNumber),
  ).toEqual([first, again.reply.cpID].toSorted(byNumber));
});

test('P11-17 what was mailed to a removed person for a new password, and their recovery codes, are worth nothing to the next one', async () => {
  const s = await openUsers();
  const person = await s.aColleague();
  await s.rows(`insert into recovery_code (email, encrypted_hash, created_at) values ($1, 'x', now())`, [person.email]);
  await s.rows(
    `insert into password_reset (email, code_hash, created_at, expires_at) values ($1, '\\x00', now(), now() + interval '1 hour')`,
    [person.email],
  );
  await s.deactivate(person.providerId);
  await s.remove(person.providerId);
  expect(await s.rows('select 1 from recovery_code where email = $1', [person.email])).toEqual([]);
  expect(await s.rows('select 1 from password_reset where email = $1 and ended_at is null', [person.email])).toEqual(
    [],
  );
});

let pending = 0;
/** One person in each state, made through the calls. */
async function oneOfEach(s: Users) {
  const email = `pending${++pending}@clinic.example`;
  await s.invite(email);
  const [active, deactivated] = [await s.aColleague(), await s.aColleague()];
  await s.deactivate(deactivated.providerId);
  return {
    pending: await numberOf(s, email),
    active: active.providerId,
    deactivated: deactivated.providerId,
  };
}

test('P11-20 USR-05 USR-06 USR-07 every step is taken from the states that allow it and from no other, with a sentence that says what the person is', async () => {
  const steps: readonly UserStep[] = ['deactivate', 'remove', 'reactivate', 're-invite'];
  const s = await openUsers();
  const take = { deactivate: s.deactivate, remove: s.remove, reactivate: s.reactivate, 're-invite': s.reinvite };
  const outcomes: string[] = [];
  const sentences: string[] = [];
  const moved: string[] = [];
  for (const step of steps)
    for (const state of userStates) {
      const people = await oneOfEach(s);
      const before = JSON.stringify(await s.state());
      const answer = await take[step](people[state]);
      outcomes.push([step, state, ...said(answer as never)].join(' ').trim());
      if (answer.status === 200) continue;
      sentences.push(answer.message ?? '');
      if (JSON.stringify(await s.state()) !== before) moved.push(`${step} ${state}`);
    }
  expect(outcomes).toEqual([
    'deactivate pending 409 provider.wrong_state',
    'deactivate active 200',
    'deactivate deactivated 409 provider.wrong_state',
    'remove pending 200',
    'remove active 409 provider.wrong_state',
    'remove deactivated 200',
    'reactivate pending 409 provider.wrong_state',
    'reactivate active 409 provider.wrong_state',
    'reactivate deactivated 200',
    're-invite pending 200',
    're-invite active 409 provider.wrong_state',
    're-invite deactivated 409 provider.wrong_state',
  ]);
  expect(moved).toEqual([]);
  expect(sentences).toEqual([
    'This person has not registered yet. Remove them to withdraw the invitation.',
    'This person is already deactivated.',
    'This person still has access. Revoke it before you remove them.',
    'This person has not registered yet.',
    'This person already has access.',
    'This person has registered already.',
    'This person has registered already, and is deactivated.',
  ]);
});

test('SEC-13 SEC-23 nobody acts on themselves, on who reaches beyond them, nor on who is out of their sight', async () => {
  const s = await openUsers();
  const { people } = s;
  const before = await s.state();
  const tried = async (who: WhoOf, whom: number) => {
    const answers = [
      await s.deactivate(whom, who),
      await s.remove(whom, who),
      await s.reactivate(whom, who),
      await s.reinvite(whom, who),
      await s.change(whom, { prescriber: 1 }, who),
      await s.addGroups(whom, [s.site], who),
      await s.removeGroups(whom, s.site, who),
      await s.endSessions(whom, who),
    ];
    return [...new Set(answers.map((answer) => said(answer as never).join(' ')))];
  };
  expect(await tried('admin', people.admin)).toEqual(['403 provider.own']);
  expect(await tried('ofSite', people.ofSite)).toEqual(['403 provider.own']);
  expect(await tried('ofSite', people.atBoth)).toEqual(['403 provider.beyond']);
  expect(await tried('ofTrial', people.atBoth)).toEqual(['403 provider.beyond']);
  // The sponsor, who works for somebody else, and administrators of the whole company.
  for (const whom of ['elsewhere', 'nowhere', 'sponsor', 'ofTrial', 'ofClinic', 'admin'] as const)
    expect([whom, await tried('ofSite', people[whom])]).toEqual([whom, ['404 not_found']]);
  expect(await tried('ofWard', people.ofClinic)).toEqual(['404 not_found']);
  expect(await tried('admin', 99_999)).toEqual(['404 not_found']);
  const theirs = await s.signedIn(await s.aPerson('Admin', { company_id: await s.aCompany() }));
  expect(said(await s.deactivate(people.atSite, theirs))).toEqual([404, 'not_found']);
  expect(said((await s.change(people.atSite, { prescriber: 1 }, theirs)) as never)).toEqual([403, 'forbidden']);
  for (const who of ['atSite', 'sponsor'] as const)
    expect([who, await tried(who, people.elsewhere)]).toEqual([who, ['403 forbidden']]);
  expect(await s.state()).toEqual(before);
  // Reading is for the same people, and for oneself.
  const reads = async (who: WhoOf, whom: number) => said((await s.read(whom, who)) as never);
  expect(await reads('ofSite', people.atSite)).toEqual(ok);
  expect(await reads('ofSite', people.ofSite)).toEqual(ok);
  expect(await reads('ofSite', people.atBoth)).toEqual([403, 'provider.beyond']);
  expect(await reads('ofSite', people.elsewhere)).toEqual([404, 'not_found']);
});
