import { renewRecoveryCodes } from '@portal/contract/identity/account-endpoints.ts';
import { confirmCode, enterByRecoveryCode, me } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { aPersonWithApp, aPersonWithPhone, challengeFor, forward, nextCode, wrongCode } from '#test/factors.ts';
import { mailsTo } from '#test/mails.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword, holding } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

const use = (portal: Portal, challenge: string, recoveryCode: string | undefined, host = 'localhost') =>
  portal.call(enterByRecoveryCode, { body: { challenge, recoveryCode }, headers: { host } });
const none = 'aaaaa-aaaaa';
const used = 'A recovery code of your account was used';

test('SEC-13 SEC-37 PRV-05 set-up gives ten codes this once; what is kept of them is no code, and no log repeats one', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Admin');
  const codes = person.recoveryCodes ?? [];
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{5}-[a-z2-7]{5}$/);
  const kept = await portal.rows<{ encrypted_hash: string }>('select encrypted_hash from recovery_code');
  expect(kept.map(({ encrypted_hash }) => encrypted_hash)).toEqual(
    Array(10).fill(expect.stringMatching(/^v2\.[0-9a-f]{16}\./)),
  );
  const everywhere = JSON.stringify([
    await portal.rows('select * from recovery_code'),
    await portal.rows('select * from audit_entry'),
    await portal.rows('select * from message'),
    portal.logged,
  ]);
  expect(codes.filter((code) => everywhere.includes(code))).toEqual([]);
});

test('SEC-12 SEC-13 a recovery code stands in for the app once, in any case and with spaces around it; the owner is told how many are left', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const [first, second] = person.recoveryCodes;
  const challenge = await challengeFor(portal, person.email);
  const answer = await use(portal, challenge, ` ${first?.toUpperCase()} `);
  expect(answer.status, answer.message).toBe(200);
  expect((await holding(portal, 'localhost', answer).call(me)).reply).toMatchObject({
    cpId: person.providerId,
    mfa: 'totp',
  });
  const [mail] = (await mailsTo(portal, person.email)).filter(({ subject }) => subject === used);
  expect(mail?.text).toContain('9 of them are left.');
  expect(mail?.text).not.toContain(first);
  expect(
    await portal.rows(
      `select actor_id, record_id, changes from audit_entry where action = 'account.recovery_code_used'`,
    ),
  ).toEqual([
    {
      actor_id: person.providerId,
      record_id: String(person.providerId),
      changes: [{ field: 'recovery_codes', old: 10, new: 9 }],
    },
  ]);
  expect((await use(portal, challenge, second)).code).toBe('CHALLENGE_EXPIRED');
  const again = await challengeFor(portal, person.email);
  expect(await use(portal, again, first)).toMatchObject({
    status: 400,
    code: 'CODE_MISMATCH',
    message: 'Incorrect Code',
  });
  expect((await use(portal, again, second)).status).toBe(200);
});

test('SEC-12 wrong recovery codes end the challenge after five and lock the factor after ten, together with wrong codes of the app', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const one = await challengeFor(portal, person.email);
  for (let n = 0; n < 5; n += 1) expect((await use(portal, one, none)).code).toBe('CODE_MISMATCH');
  expect((await use(portal, one, person.recoveryCodes[0])).code).toBe('CHALLENGE_EXPIRED');
  const two = await challengeFor(portal, person.email);
  for (let n = 0; n < 3; n += 1)
    expect((await portal.call(confirmCode, { body: { challenge: two, code: wrongCode(portal, person) } })).code).toBe(
      'CODE_MISMATCH',
    );
  for (let n = 0; n < 2; n += 1) expect((await use(portal, two, none)).code).toBe('CODE_MISMATCH');
  const locked = await use(portal, await challengeFor(portal, person.email), person.recoveryCodes[0]);
  expect([locked.status, locked.code]).toEqual([429, 'LIMIT']);
  forward(portal, 15 * 60_000 + 1_000);
  expect((await use(portal, await challengeFor(portal, person.email), person.recoveryCodes[0])).status).toBe(200);
});

test('SEC-12 of 60 wrong recovery codes at once over many challenges at most ten are looked at', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const challenges: string[] = [];
  for (let n = 0; n < 12; n += 1) challenges.push(await challengeFor(portal, person.email));
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => use(portal, challenges[n % 12] as string, none)),
  );
  expect(answers.filter(({ code }) => code === 'CODE_MISMATCH')).toHaveLength(10);
  expect(answers.filter(({ code }) => code === 'LIMIT')).toHaveLength(50);
});

test('SEC-12 of 20 uses of one code at once one succeeds, on one challenge or on many', async () => {
  const portal = await openPortal();
  for (const challenges of [1, 8]) {
    const person = await aPersonWithApp(portal);
    const open: string[] = [];
    for (let n = 0; n < challenges; n += 1) open.push(await challengeFor(portal, person.email));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => use(portal, open[n % challenges] as string, person.recoveryCodes[0])),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect((await mailsTo(portal, person.email)).filter(({ subject }) => subject === used)).toHaveLength(1);
  }
});

test('SEC-12 SEC-18 SEC-22 another person’s code, another host’s challenge and one of another kind open nothing', async () => {
  onItsOwn();
  const portal = await openPortal();
  const [person, other] = [await aPersonWithApp(portal), await aPersonWithApp(portal)];
  const challenge = await challengeFor(portal, person.email);
  expect((await use(portal, challenge, other.recoveryCodes[0])).code).toBe('CODE_MISMATCH');
  expect((await use(portal, challenge, person.recoveryCodes[0], 'eu.trialcard.test')).code).toBe('CHALLENGE_EXPIRED');
  const toBeSetUp = await aPersonWithAccount(portal, 'Admin');
  expect((await use(portal, await challengeFor(portal, toBeSetUp.email), person.recoveryCodes[0])).code).toBe(
    'CHALLENGE_EXPIRED',
  );
  for (const recoveryCode of ['', 'aaaaa', 'aaaaa-aaaa1', 'aaaaaaaaaaa', 7, null, `${none}x`])
    expect(Object.keys((await portal.call(enterByRecoveryCode, { body: { challenge, recoveryCode } })).fields)).toEqual(
      ['recoveryCode'],
    );
  expect(await portal.rows('select 1 from recovery_code where used_at is not null')).toEqual([]);
});

test('OPN-89 SIG-15 a refused type is told so after a right recovery code, which then is not used up', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  await portal.rows(`update provider set type = 'System' where provider_id = $1`, [person.providerId]);
  const challenge = await challengeFor(portal, person.email);
  expect((await use(portal, challenge, none)).code).toBe('CODE_MISMATCH');
  const answer = await use(portal, challenge, person.recoveryCodes[0]);
  expect([answer.status, answer.code, answer.headers['set-cookie']]).toEqual([403, 'FORBIDDEN_TYPE', undefined]);
  expect(await portal.rows('select 1 from recovery_code where used_at is not null')).toEqual([]);
});

test('SEC-13 new codes want password and current code; the old ones stop, the owner is told, and it is on record', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const code = nextCode(portal, person);
  const answer = await person.call(renewRecoveryCodes, { body: { password: goodPassword, code } });
  expect(answer.status, answer.message).toBe(200);
  expect(new Set([...answer.reply.recoveryCodes, ...person.recoveryCodes]).size).toBe(20);
  const challenge = await challengeFor(portal, person.email);
  expect((await use(portal, challenge, person.recoveryCodes[1])).code).toBe('CODE_MISMATCH');
  expect((await use(portal, challenge, answer.reply.recoveryCodes[1])).status).toBe(200);
  expect((await mailsTo(portal, person.email)).map(({ subject }) => subject)).toContain('You have new recovery codes');
  expect(await portal.rows(`select actor_id from audit_entry where action = 'account.recovery_codes_renewed'`)).toEqual(
    [{ actor_id: person.providerId }],
  );
  // The session goes on: nothing of what opens it has changed.
  expect((await person.call(me)).status).toBe(200);
});

test('SEC-13 SEC-09 SEC-11 a wrong password, a wrong code and a used one give no new codes, and the old ones stay', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const ask = async (password: string, code: string) =>
    (await person.call(renewRecoveryCodes, { body: { password, code } })).code;
  const code = nextCode(portal, person);
  expect(await ask('wrong', code)).toBe('BAD_CREDENTIALS');
  expect(await ask(goodPassword, wrongCode(portal, person))).toBe('CODE_MISMATCH');
  expect(await ask(goodPassword, none)).toBe('CODE_MISMATCH');
  expect(await ask(goodPassword, code)).toBeUndefined();
  expect(await ask(goodPassword, code)).toBe('CODE_MISMATCH');
  expect(await portal.rows('select count(*)::int as n from recovery_code')).toEqual([{ n: 10 }]);
});

test('SEC-13 a person without a factor, and one whose codes are texted, get no recovery codes by a code of nothing', async () => {
  onItsOwn();
  const portal = await openPortal();
  const plain = await aSignedInPerson(portal, 'Site User');
  expect(await plain.call(renewRecoveryCodes, { body: { password: goodPassword, code: '123456' } })).toMatchObject({
    status: 400,
    code: 'MFA_NOT_FOUND',
  });
  const phone = await aPersonWithPhone(portal);
  const caller = await portal.signedIn(phone.providerId);
  expect((await caller.call(renewRecoveryCodes, { body: { password: goodPassword, code: '123456' } })).code).toBe(
    'CODE_MISMATCH',
  );
  expect(await portal.rows('select 1 from recovery_code')).toEqual([]);
});

test('SEC-13 of two renewals at once one set of codes stays', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const [one, two] = person.recoveryCodes;
  const answers = await Promise.all(
    [one, two].map((code) => person.call(renewRecoveryCodes, { body: { password: goodPassword, code } })),
  );
  expect(await portal.rows('select count(*)::int as n from recovery_code where used_at is null')).toEqual([{ n: 10 }]);
  const working = [];
  for (const { reply } of answers) {
    if (!reply) continue;
    const challenge = await challengeFor(portal, person.email);
    working.push((await use(portal, challenge, reply.recoveryCodes[0])).status);
  }
  expect(working.filter((status) => status === 200)).toHaveLength(1);
});
