import { changePassword, replaceFactor, textProofCode } from '@portal/contract/identity/account-endpoints.ts';
import { confirmCode, enterByRecoveryCode, signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { aPersonWithApp, challengeFor, forward, nextCode, wrongCode, type WithApp } from '#test/factors.ts';
import { mailsTo } from '#test/mails.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

const minute = 60_000;
const told = async (portal: Portal, email: string) =>
  (await mailsTo(portal, email)).filter(({ subject }) => subject === 'An account was locked').map(({ text }) => text);
/** As many wrong passwords as let the next one lock for this long. */
const almost = (portal: Portal, email: string, wrong: number) =>
  portal.rows(
    `insert into sign_in_lock (email, wrong_in_a_row, last_wrong_at) values ($1, $2, $3)
     on conflict (email) do update set wrong_in_a_row = $2, last_wrong_at = $3, locked_until = null`,
    [email, wrong, portal.app.clock.now()],
  );
const wrongPassword = async (portal: Portal, email: string) =>
  (await portal.call(signIn, { body: { email, password: 'wrong' } })).code;
const wrongCodes = async (portal: Portal, person: WithApp, count: number) => {
  let challenge = '';
  for (let n = 0; n < count; n += 1) {
    if (n % 5 === 0) challenge = await challengeFor(portal, person.email);
    const body = { challenge, code: wrongCode(portal, person) };
    expect((await portal.call(confirmCode, { body })).code).toBe('CODE_MISMATCH');
  }
};

test('P11-18 P11-16 a lock of 15 minutes by wrong passwords is told to the company’s administrators alone: who, when, from where; shorter ones are not', async () => {
  const portal = await openPortal();
  const person = await aPersonWithAccount(portal, 'Site User');
  const { companyId } = person;
  const administrators = [
    await aPersonWithAccount(portal, 'Admin', { companyId }),
    await aPersonWithAccount(portal, 'Admin', { companyId }),
  ];
  const others = [
    await aPersonWithAccount(portal, 'Nurse', { companyId }),
    await aPersonWithAccount(portal, 'Admin'),
    person,
  ];
  await almost(portal, person.email, 13);
  expect(await wrongPassword(portal, person.email)).toBe('BAD_CREDENTIALS');
  forward(portal, 10 * minute);
  for (const { email } of administrators) expect(await told(portal, email)).toEqual([]);
  expect(await wrongPassword(portal, person.email)).toBe('BAD_CREDENTIALS');
  const at = portal.app.clock.now().toISOString().slice(0, 13).replace('T', ' ');
  const [row] = await portal.rows<{ name: string }>(
    `select first_name || ' ' || last_name as name from provider where provider_id = $1`,
    [person.providerId],
  );
  for (const { email } of administrators) {
    const [mail, ...more] = await told(portal, email);
    expect(more).toEqual([]);
    expect(mail).toContain(
      `After many wrong passwords the account of ${row?.name} (${person.email}) is locked for 15 minutes.`,
    );
    expect(mail).toMatch(new RegExp(`When: ${at}:\\d\\d UTC\\nAddress: 127\\.0\\.0\\.1\\n`));
  }
  for (const { email } of others) expect(await told(portal, email)).toEqual([]);
  expect(
    await portal.rows(
      `select actor_id, actor_name, record_kind, record_id, changes from audit_entry where action = 'account.locked'`,
    ),
  ).toEqual([
    {
      actor_id: null,
      actor_name: 'System',
      record_kind: 'account',
      record_id: String(person.providerId),
      changes: [
        { field: 'locked', old: false, new: true },
        { field: 'cause', new: 'wrong passwords' },
      ],
    },
  ]);
});

test('P11-18 a second lock within the hour is on record but not told, one by another cause is, and one after the hour', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const administrator = await aPersonWithAccount(portal, 'Admin', { companyId: person.companyId });
  const lockPassword = async () => {
    await almost(portal, person.email, 14);
    expect(await wrongPassword(portal, person.email)).toBe('BAD_CREDENTIALS');
  };
  await lockPassword();
  forward(portal, 16 * minute);
  await lockPassword();
  expect(await told(portal, administrator.email)).toHaveLength(1);
  expect(await portal.rows(`select 1 from audit_entry where action = 'account.locked'`)).toHaveLength(2);

  await portal.rows('delete from sign_in_lock');
  await wrongCodes(portal, person, 10);
  const mails = await told(portal, administrator.email);
  expect(mails).toHaveLength(2);
  expect(mails[0]).toContain('After many wrong codes');
  forward(portal, 43 * minute);
  await lockPassword();
  expect(await told(portal, administrator.email)).toHaveLength(2);
  forward(portal, 2 * minute + 16 * minute);
  await lockPassword();
  expect(await told(portal, administrator.email)).toHaveLength(3);
});

test('P11-18 REL-10 a notice from a clock that was ahead does not keep the next one back', async () => {
  const portal = await openPortal();
  const person = await aPersonWithAccount(portal, 'Site User');
  const administrator = await aPersonWithAccount(portal, 'Admin', { companyId: person.companyId });
  forward(portal, 24 * 60 * minute);
  await almost(portal, person.email, 14);
  await wrongPassword(portal, person.email);
  portal.app.clock.set(null);
  await almost(portal, person.email, 14);
  await wrongPassword(portal, person.email);
  expect(await told(portal, administrator.email)).toHaveLength(2);
});

test('P11-18 SEC-12 the factor’s lock is told whichever door the last wrong code came through', async () => {
  const portal = await openPortal();
  const doors = {
    'recovery code': async (person: WithApp) => {
      const challenge = await challengeFor(portal, person.email);
      return portal.call(enterByRecoveryCode, { body: { challenge, recoveryCode: 'aaaaa-aaaaa' } });
    },
    replacement: (person: WithApp) =>
      person.call(replaceFactor, { body: { password: goodPassword, code: wrongCode(portal, person) } }),
  };
  for (const lastWrong of Object.values(doors)) {
    const person = await aPersonWithApp(portal);
    const administrator = await aPersonWithAccount(portal, 'Admin', { companyId: person.companyId });
    await wrongCodes(portal, person, 9);
    expect(await told(portal, administrator.email)).toEqual([]);
    expect((await lastWrong(person)).code).toBe('CODE_MISMATCH');
    expect(await told(portal, administrator.email)).toHaveLength(1);
    // What is tried during the lock is not a lock of its own.
    const challenge = await challengeFor(portal, person.email);
    const body = { challenge, code: nextCode(portal, person) };
    expect((await portal.call(confirmCode, { body })).code).toBe('LIMIT');
    expect(await told(portal, administrator.email)).toHaveLength(1);
  }
});

test('P11-18 SEC-07 nobody’s e-mail locks in the same way, and nobody is told', async () => {
  const portal = await openPortal();
  await aSignedInPerson(portal, 'Admin');
  const before = await portal.rows('select count(*)::int as n from message');
  const answers = [];
  for (const email of ['nobody@portal.example', (await aPersonWithAccount(portal, 'Site User')).email]) {
    await almost(portal, email, 14);
    const { status, body } = await portal.call(signIn, { body: { email, password: 'wrong' } });
    answers.push([status, body]);
  }
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[0]).toEqual([400, { code: 'BAD_CREDENTIALS', message: 'Email or password incorrect.' }]);
  expect(await portal.rows('select count(*)::int as n from message')).toEqual(before);
});

test('P11-18 SEC-09 a lock by wrong passwords of someone signed in is told too', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const administrator = await aPersonWithAccount(portal, 'Admin', { companyId: person.companyId });
  const asks = [
    () => person.call(changePassword, { body: { password: 'wrong', newPassword: 'Battery-Staple-7' } }),
    () => person.call(replaceFactor, { body: { password: 'wrong', code: '123456' } }),
    () => person.call(textProofCode, { body: { password: 'wrong' } }),
  ];
  for (const [n, ask] of asks.entries()) {
    await portal.rows('delete from lock_notice');
    await almost(portal, person.email, 14);
    expect((await ask()).code).toBe('BAD_CREDENTIALS');
    expect(await told(portal, administrator.email)).toHaveLength(n + 1);
  }
});

test('P11-18 of many wrong codes at once there is one notice', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const administrator = await aPersonWithAccount(portal, 'Admin', { companyId: person.companyId });
  const challenges: string[] = [];
  for (let n = 0; n < 6; n += 1) challenges.push(await challengeFor(portal, person.email));
  const code = wrongCode(portal, person);
  await Promise.all(
    Array.from({ length: 30 }, (_, n) => portal.call(confirmCode, { body: { challenge: challenges[n % 6], code } })),
  );
  expect(await told(portal, administrator.email)).toHaveLength(1);
});
