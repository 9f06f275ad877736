import { removeFactor, replaceFactor, textProofCode } from '@portal/contract/identity/account-endpoints.ts';
import {
  confirmCode,
  enterByRecoveryCode,
  me,
  renewSession,
  startMfaSetup,
  verifyMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import {
  aPersonWithApp,
  aPersonWithPhone,
  aStep,
  challengeFor,
  forward,
  nextCode,
  type WithApp,
  wrongCode,
} from '#test/factors.ts';
import { mailsTo } from '#test/mails.ts';
import { aSignedInPerson, goodPassword, holding, renewing, signInAs } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

const subject = 'MFA on your account was changed';
const changed = async (portal: Portal, email: string) =>
  (await mailsTo(portal, email)).filter((mail) => mail.subject === subject).map(({ text }) => text);
const proofOf = (portal: Portal, person: WithApp) => ({ password: goodPassword, code: nextCode(portal, person) });
const challengeToReplace = async (portal: Portal, person: WithApp) =>
  (await person.call(replaceFactor, { body: proofOf(portal, person) })).reply.challenge;
/** Sets another app up with the challenge, and gives its secret with the answer. */
async function setUp(portal: Portal, challenge: string) {
  const { secret } = (await portal.call(startMfaSetup, { body: { challenge } })).reply;
  const code = nextCode(portal, { secret });
  return { secret, answer: await portal.call(verifyMfaSetup, { body: { challenge, code } }) };
}

test('SEC-13 SEC-02 SEC-05 a replaced app ends every earlier session, gives new recovery codes, and the owner is told; until it is verified the old one counts', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  forward(portal, aStep);
  const other = await signInAs(portal, person, { secret: person.secret });
  const challenge = await challengeToReplace(portal, person);
  const started = (await portal.call(startMfaSetup, { body: { challenge } })).reply;
  expect(started.secret).not.toBe(person.secret);
  const wrong = await portal.call(verifyMfaSetup, { body: { challenge, code: wrongCode(portal, started) } });
  expect(wrong).toMatchObject({ code: 'CODE_MISMATCH', message: 'Please enter the correct code' });
  forward(portal, aStep);
  const meanwhile = await signInAs(portal, person, { secret: person.secret });
  const before = (await changed(portal, person.email)).length;

  const code = nextCode(portal, started);
  const answer = await portal.call(verifyMfaSetup, { body: { challenge, code } });
  expect(answer.status, answer.message).toBe(200);
  const now = holding(portal, 'localhost', answer);
  for (const old of [person, other, meanwhile]) {
    expect((await old.call(me)).status).toBe(401);
    expect((await portal.call(renewSession, { body: {}, headers: renewing(old) })).status).toBe(401);
  }
  expect((await now.call(me)).reply).toMatchObject({ cpId: person.providerId, mfa: 'totp' });
  expect(new Set([...answer.reply.recoveryCodes, ...person.recoveryCodes]).size).toBe(20);
  const mails = await changed(portal, person.email);
  expect([mails.length, mails[0]?.includes('another authenticator app')]).toEqual([before + 1, true]);
  expect(await portal.rows(`select actor_id, changes from audit_entry where action = 'account.mfa_replaced'`)).toEqual([
    { actor_id: person.providerId, changes: [{ field: 'mfa', old: 'totp', new: 'totp' }] },
  ]);

  const use = async (given: string) => {
    const held = await challengeFor(portal, person.email);
    return (await portal.call(confirmCode, { body: { challenge: held, code: given } })).code;
  };
  expect(await use(nextCode(portal, person))).toBe('CODE_MISMATCH');
  const held = await challengeFor(portal, person.email);
  expect(
    (await portal.call(enterByRecoveryCode, { body: { challenge: held, recoveryCode: person.recoveryCodes[0] } })).code,
  ).toBe('CODE_MISMATCH');
  expect(await use(nextCode(portal, started))).toBeUndefined();
});

test('SEC-13 SEC-12 neither replacing nor removing goes by a password alone, a wrong one, a wrong code, a used one or a session', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const code = nextCode(portal, person);
  for (const endpoint of [replaceFactor, removeFactor]) {
    const ask = (body: unknown) => person.call(endpoint, { body });
    expect(await ask({ password: goodPassword })).toMatchObject({ status: 400, fields: { code: 'is required' } });
    expect((await ask({ password: goodPassword, code: '' })).status).toBe(400);
    expect((await ask({ password: 'wrong', code })).code).toBe('BAD_CREDENTIALS');
    expect((await ask({ password: goodPassword, code: wrongCode(portal, person) })).code).toBe('CODE_MISMATCH');
    expect((await ask({ password: goodPassword, code: 'aaaaa-aaaaa' })).code).toBe('CODE_MISMATCH');
    expect((await portal.call(endpoint, { body: { password: goodPassword, code } })).status).toBe(401);
  }
  expect((await person.call(replaceFactor, { body: { password: goodPassword, code } })).status).toBe(200);
  expect((await person.call(removeFactor, { body: { password: goodPassword, code } })).code).toBe('CODE_MISMATCH');
  expect((await person.call(startMfaSetup, { body: {} })).code).toBe('MFA_NOT_FOUND');
  expect((await person.call(me)).reply.mfa).toBe('totp');
});

test('SEC-09 SEC-12 proofs are counted: of 40 wrong passwords at once at most five are looked at, of 60 wrong codes at most ten', async () => {
  const portal = await openPortal();
  const many = async (person: WithApp, count: number, body: object) => {
    const answers = await Promise.all(
      Array.from({ length: count }, (_, n) => person.call(n % 2 ? replaceFactor : removeFactor, { body })),
    );
    return answers.map((answer) => answer.code);
  };
  const passwords = await many(await aPersonWithApp(portal), 40, { password: 'wrong', code: '123456' });
  expect(passwords.filter((code) => code === 'BAD_CREDENTIALS')).toHaveLength(5);
  expect(passwords.filter((code) => code === 'LOCKED')).toHaveLength(35);
  const person = await aPersonWithApp(portal);
  const wrong = { password: goodPassword, code: wrongCode(portal, person) };
  const codes: (string | undefined)[] = [];
  // Four at a time: more right passwords at once are locked out themselves.
  for (let n = 0; n < 15; n += 1) codes.push(...(await many(person, 4, wrong)));
  expect(codes.filter((code) => code === 'CODE_MISMATCH')).toHaveLength(10);
  expect(codes.filter((code) => code === 'LIMIT')).toHaveLength(50);
});

test('SEC-12 SEC-13 the challenge to replace works once, ten minutes, on its host, for set-up alone, and ends with the factor it was given for', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const late = await challengeToReplace(portal, person);
  expect((await portal.call(confirmCode, { body: { challenge: late, code: nextCode(portal, person) } })).code).toBe(
    'CHALLENGE_EXPIRED',
  );
  expect(
    (await portal.call(startMfaSetup, { body: { challenge: late }, headers: { host: 'eu.trialcard.test' } })).code,
  ).toBe('CHALLENGE_EXPIRED');
  forward(portal, aStep);
  const again = await signInAs(portal, person, { secret: person.secret });
  const [one, two] = [
    await challengeToReplace(portal, { ...person, ...again, secret: person.secret }),
    await challengeToReplace(portal, { ...person, ...again, secret: person.secret }),
  ];
  const { answer, secret } = await setUp(portal, one);
  expect(answer.status).toBe(200);
  for (const challenge of [one, two, late])
    expect((await portal.call(startMfaSetup, { body: { challenge } })).code).toBe('CHALLENGE_EXPIRED');
  forward(portal, aStep);
  const third = await signInAs(portal, person, { secret });
  const old = await challengeToReplace(portal, { ...person, ...third, secret });
  forward(portal, 10 * 60_000);
  expect((await portal.call(startMfaSetup, { body: { challenge: old } })).code).toBe('CHALLENGE_EXPIRED');
});

test('SEC-13 of four set-ups by four challenges at once one app becomes the factor', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const challenges: string[] = [];
  for (const code of person.recoveryCodes.slice(0, 4))
    challenges.push((await person.call(replaceFactor, { body: { password: goodPassword, code } })).reply.challenge);
  let secret = '';
  for (const challenge of challenges) secret = (await portal.call(startMfaSetup, { body: { challenge } })).reply.secret;
  const code = nextCode(portal, { secret });
  const answers = await Promise.all(
    challenges.map((challenge) => portal.call(verifyMfaSetup, { body: { challenge, code } })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await portal.rows('select 1 from session where ended_at is null')).toHaveLength(1);
  expect(await portal.rows('select 1 from recovery_code where used_at is null')).toHaveLength(10);
});

test('SEC-13 a recovery code proves the factor too, once', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const body = { password: goodPassword, code: person.recoveryCodes[3] };
  const answer = await person.call(replaceFactor, { body });
  expect(answer.status, answer.message).toBe(200);
  expect((await person.call(replaceFactor, { body })).code).toBe('CODE_MISMATCH');
  expect((await setUp(portal, answer.reply.challenge)).answer.status).toBe(200);
});

test('SEC-13 SEC-02 SEC-05 MFA-08 a removed factor ends the other sessions; this one goes on under new secrets, and the next sign-in asks no code', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  forward(portal, aStep);
  const other = await signInAs(portal, person, { secret: person.secret });
  const half = await challengeFor(portal, person.email);
  const ended: number[] = [];
  portal.app.sessionEnds.listen((sessionId) => ended.push(sessionId));
  const answer = await person.call(removeFactor, { body: proofOf(portal, person) });
  expect(answer.status, answer.message).toBe(200);
  const now = holding(portal, 'localhost', answer);
  expect(now.cookie).not.toBe(person.cookie);
  expect(ended).toHaveLength(1);
  for (const old of [person, other]) {
    expect((await old.call(me)).status).toBe(401);
    expect((await portal.call(renewSession, { body: {}, headers: renewing(old) })).status).toBe(401);
  }
  expect((await now.call(me)).reply).toMatchObject({ cpId: person.providerId, mfa: 'none' });
  expect((await portal.call(renewSession, { body: {}, headers: renewing(now) })).status).toBe(200);
  expect((await changed(portal, person.email))[0]).toContain('MFA was removed');
  expect(await portal.rows('select 1 from recovery_code where used_at is null')).toEqual([]);
  expect(
    await portal.rows('select totp_secret, pending_totp_secret from identity_account where email = $1', [person.email]),
  ).toEqual([{ totp_secret: null, pending_totp_secret: null }]);
  expect(await portal.rows(`select actor_id, changes from audit_entry where action = 'account.mfa_removed'`)).toEqual([
    { actor_id: person.providerId, changes: [{ field: 'mfa', old: 'totp', new: 'none' }] },
  ]);
  expect((await portal.call(confirmCode, { body: { challenge: half, code: nextCode(portal, person) } })).code).toBe(
    'CHALLENGE_EXPIRED',
  );
  const again = await signInAs(portal, person);
  // And with what there is now there is nothing to replace or to remove.
  for (const endpoint of [replaceFactor, removeFactor])
    expect((await again.call(endpoint, { body: { password: goodPassword, code: '123456' } })).code).toBe(
      'MFA_NOT_FOUND',
    );
});

test('SEC-08 SEC-13 MFA-09 who must have a factor cannot remove it, and spends no code on trying', async () => {
  onItsOwn();
  const portal = await openPortal();
  const strict = await portal.aCompany(['TrialCard'], { requires_mfa: true });
  for (const person of [
    await aPersonWithApp(portal, 'Nurse'),
    await aPersonWithApp(portal, 'Site User', { companyId: strict }),
  ]) {
    const body = proofOf(portal, person);
    const refused = await person.call(removeFactor, { body });
    expect(refused).toMatchObject({
      status: 400,
      code: 'factor.required',
      message: 'Your account needs a second factor. You can replace it instead.',
    });
    expect((await person.call(me)).reply.mfa).toBe('totp');
    expect((await person.call(replaceFactor, { body })).status).toBe(200);
  }
  expect(await portal.rows(`select 1 from audit_entry where action = 'account.mfa_removed'`)).toEqual([]);
});

test('SEC-13 MFA-02 who gets codes by text proves by one and goes on with an app', async () => {
  onItsOwn();
  const portal = await openPortal();
  const phone = await aPersonWithPhone(portal);
  const caller = await portal.signedIn(phone.providerId);
  const ask = (password = goodPassword) => caller.call(textProofCode, { body: { password } });
  const replace = (code: string) => caller.call(replaceFactor, { body: { password: goodPassword, code } });
  expect((await ask('wrong')).code).toBe('BAD_CREDENTIALS');
  expect(await portal.rows('select 1 from message')).toEqual([]);
  expect((await ask()).status).toBe(200);
  const first = await phone.newestCode();
  let newest = first;
  while (newest === first) {
    expect((await ask()).status).toBe(200);
    newest = await phone.newestCode();
  }
  // A newer text ends the one before.
  expect((await replace(first)).code).toBe('CODE_MISMATCH');
  const stored = JSON.stringify(await portal.rows('select * from auth_challenge'));
  expect(stored).not.toContain(newest);
  const answers = await Promise.all([replace(newest), replace(newest), replace(newest)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const challenge = answers.find(({ status }) => status === 200)?.reply.challenge ?? '';
  const { answer, secret } = await setUp(portal, challenge);
  expect(answer.status, answer.message).toBe(200);
  expect(await portal.rows(`select changes from audit_entry where action = 'account.mfa_replaced'`)).toEqual([
    { changes: [{ field: 'mfa', old: 'sms', new: 'totp' }] },
  ]);
  forward(portal, aStep);
  expect((await signInAs(portal, phone, { secret })).token).toMatch(/^[\w-]{43}$/);
});

test('SEC-12 SEC-36 a texted proof lives ten minutes and five tries, is sent three times in 15 minutes, and never to who has no phone', async () => {
  onItsOwn();
  const portal = await openPortal();
  const phone = await aPersonWithPhone(portal);
  const ask = async () =>
    (await portal.signedIn(phone.providerId)).call(textProofCode, { body: { password: goodPassword } });
  const replace = async (code: string) =>
    (await portal.signedIn(phone.providerId)).call(replaceFactor, { body: { password: goodPassword, code } });
  expect((await ask()).status).toBe(200);
  const code = await phone.newestCode();
  const wrong = code === '000000' ? '000001' : '000000';
  for (let n = 0; n < 5; n += 1) expect((await replace(wrong)).code).toBe('CODE_MISMATCH');
  expect((await replace(code)).code).toBe('CODE_MISMATCH');
  forward(portal, 60_000);
  expect((await ask()).status).toBe(200);
  const late = await phone.newestCode();
  forward(portal, 10 * 60_000);
  expect((await replace(late)).code).toBe('CODE_MISMATCH');
  expect((await ask()).status).toBe(200);
  const refused = await ask();
  expect([refused.status, refused.code]).toEqual([429, 'LIMIT']);
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThan(3 * 60);
  expect(seconds).toBeLessThanOrEqual(4 * 60);
  forward(portal, seconds * 1_000);
  const atOnce = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(atOnce.filter(({ status }) => status === 200)).toHaveLength(1);

  const texts = await portal.rows('select 1 from message');
  for (const other of [await aPersonWithApp(portal), await aSignedInPerson(portal, 'Site User')])
    expect((await other.call(textProofCode, { body: { password: goodPassword } })).code).toBe('MFA_NOT_FOUND');
  expect(await portal.rows(`select 1 from message where channel = 'sms'`)).toHaveLength(texts.length);
});
