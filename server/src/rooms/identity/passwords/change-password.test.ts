import { endpoints } from '@portal/contract/all.ts';
import { changePassword, forgotPassword, resetPassword } from '@portal/contract/identity/account-endpoints.ts';
import { me, renewSession, signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { aBrandWithoutHost } from '#test/brands.ts';
import { mailsTo } from '#test/mails.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword, holding, renewing, signInAs } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

/** They ask for the caller's own password and set none. */
const proving = [
  'identity.signIn',
  'identity.startMfaSetup',
  'identity.verifyMfaSetup',
  'identity.replaceFactor',
  'identity.removeFactor',
  'identity.renewRecoveryCodes',
  'identity.textProofCode',
  'signing.stepUp',
];
const better = 'Battery-Staple-7';
const codeOf = async (portal: Portal, email: string, password: string) => {
  const answer = await portal.call(signIn, { body: { email, password } });
  return answer.code ?? answer.reply.next;
};

test('SEC-02 SEC-05 a change ends the other sessions; this one goes on under a new token and cookie, as long as it would have', async () => {
  const portal = await openPortal();
  const person = await aPersonWithAccount(portal, 'Site User');
  const [here, there] = [await signInAs(portal, person), await signInAs(portal, person)];
  const before = (await here.call(me)).reply.endsAt;
  const changed = await here.call(changePassword, { body: { password: goodPassword, newPassword: better } });
  expect(changed.status, changed.message).toBe(200);
  const now = holding(portal, 'localhost', changed);
  for (const old of [here, there]) {
    expect((await old.call(me)).status).toBe(401);
    expect((await portal.call(renewSession, { body: {}, headers: renewing(old) })).status).toBe(401);
  }
  expect((await now.call(me)).reply).toMatchObject({ cpId: person.providerId, endsAt: before });
  expect((await portal.call(renewSession, { body: {}, headers: renewing(now) })).status).toBe(200);
  expect(await portal.rows('select count(*)::int as n from session where ended_at is null')).toEqual([{ n: 1 }]);
  expect([await codeOf(portal, person.email, goodPassword), await codeOf(portal, person.email, better)]).toEqual([
    'BAD_CREDENTIALS',
    'session',
  ]);
  expect((await mailsTo(portal, person.email)).map(({ subject }) => subject)).toContain('Your password was changed');
  expect(
    await portal.rows(`select actor_id, record_id from audit_entry where action = 'account.password_changed'`),
  ).toEqual([{ actor_id: person.providerId, record_id: String(person.providerId) }]);
});

test('SEC-09 SEC-14 without the old password nothing changes, and wrong ones count as at sign-in', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const change = (password: string, newPassword = better) =>
    person.call(changePassword, { body: { password, newPassword } });
  const answers = await Promise.all(Array.from({ length: 12 }, () => change('wrong')));
  expect(answers.filter(({ code }) => code === 'BAD_CREDENTIALS')).toHaveLength(5);
  expect(answers.filter(({ code }) => code === 'LOCKED')).toHaveLength(7);
  expect((await change(goodPassword)).code).toBe('LOCKED');
  expect(await codeOf(portal, person.email, goodPassword)).toBe('LOCKED');
  // The session itself is not a stranger's to end.
  expect((await person.call(me)).status).toBe(200);
  expect((await mailsTo(portal, person.email)).map(({ subject }) => subject)).not.toContain(
    'Your password was changed',
  );
});

test('SEC-14 the rule holds, the name of the person and of a brand of their company is refused, though no host shows it, and a call without a session is', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  await portal.rows(`update provider set first_name = 'Holloway' where provider_id = $1`, [person.providerId]);
  await aBrandWithoutHost(portal, person.companyId, 'Quillmark Health');
  const change = (newPassword: string) =>
    person.call(changePassword, { body: { password: goodPassword, newPassword } });
  expect(await change('Abcdefgh12!')).toMatchObject({
    status: 400,
    code: 'PASSWORD_POLICY',
    message: 'requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol',
    fields: { newPassword: 'requirement: at least 12 characters - 1 each of lower case, upper case, number, symbol' },
  });
  for (const weak of ['My-Holloway-26!', 'Password2026!', 'Trellis-Fjord-9', 'My-Quillmark-26!']) {
    const refused = await change(weak);
    expect(refused).toMatchObject({ status: 400, code: 'PASSWORD_POLICY' });
    expect(refused.fields).toEqual({ newPassword: refused.message });
  }
  expect((await portal.call(changePassword, { body: { password: goodPassword, newPassword: better } })).status).toBe(
    401,
  );
  expect(await codeOf(portal, person.email, goodPassword)).toBe('session');
});

test('SEC-14 a new password that is the current one is no change: it is refused, and no session ends', async () => {
  const portal = await openPortal();
  const person = await aPersonWithAccount(portal, 'Site User');
  const [here, there] = [await signInAs(portal, person), await signInAs(portal, person)];
  const refused = await here.call(changePassword, { body: { password: goodPassword, newPassword: goodPassword } });
  const sentence = 'The new password must differ from the current one.';
  expect([refused.status, refused.message, refused.fields]).toEqual([400, sentence, { newPassword: sentence }]);
  expect([(await here.call(me)).status, (await there.call(me)).status]).toEqual([200, 200]);
  expect((await mailsTo(portal, person.email)).map(({ subject }) => subject)).not.toContain(
    'Your password was changed',
  );
});

test('SEC-05 SEC-15 a change makes a code that was mailed before worthless, and a reset at the same time wins over a change', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const { email } = person;
  const ask = async () => {
    await portal.call(forgotPassword, { body: { email } });
    return /^\d{6}$/m.exec((await mailsTo(portal, email))[0]?.text ?? '')?.[0] ?? '';
  };
  const early = await ask();
  const changed = await person.call(changePassword, { body: { password: goodPassword, newPassword: better } });
  const now = holding(portal, 'localhost', changed);
  const byReset = 'Another-Staple-8';
  expect((await portal.call(resetPassword, { body: { email, code: early, password: byReset } })).code).toBe(
    'CODE_MISMATCH',
  );
  const code = await ask();
  const answers = await Promise.all([
    portal.call(resetPassword, { body: { email, code, password: byReset } }),
    now.call(changePassword, { body: { password: better, newPassword: 'Other-Staple-9' } }),
  ]);
  const open = await portal.rows('select count(*)::int as n from session where ended_at is null');
  const outcome = [
    answers.map((answer) => answer.code ?? answer.status),
    await codeOf(portal, email, byReset),
    await codeOf(portal, email, 'Other-Staple-9'),
    open,
  ];
  // Whichever came first: there is one password, and after a reset no session is left.
  expect([
    [[200, 'unauthenticated'], 'session', 'BAD_CREDENTIALS', [{ n: 0 }]],
    [['CODE_MISMATCH', 200], 'BAD_CREDENTIALS', 'session', [{ n: 1 }]],
    [[200, 'BAD_CREDENTIALS'], 'session', 'BAD_CREDENTIALS', [{ n: 0 }]],
  ]).toContainEqual(outcome);
});

test('SEC-14 a password is taken by these calls alone, each for the person who has proven to be its owner', () => {
  const taking = endpoints.filter(({ endpoint }) =>
    Object.keys((endpoint.body as { shape?: object } | undefined)?.shape ?? {}).some((key) => /password/i.test(key)),
  );
  const setting = taking.filter(({ name }) => !proving.includes(name)).map(({ name }) => name);
  expect(setting.sort()).toEqual(['identity.changePassword', 'identity.resetPassword', 'providers.register']);
});
