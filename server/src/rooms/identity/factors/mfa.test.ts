import { endpoints } from '@portal/contract/all.ts';
import { replaceFactor } from '@portal/contract/identity/account-endpoints.ts';
import {
  confirmCode,
  me,
  renewSession,
  signIn,
  startMfaSetup,
  verifyMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { currentCode, setPreferredFactor, setTotp } from '../door.ts';
import { codeOfStep, stepAt } from './totp.ts';
import {
  aPersonWithAccount,
  aSignedInPerson,
  cookieOf,
  goodPassword,
  holding,
  renewing,
  signInAs,
} from '#test/people.ts';
import { onItsOwn, openPortal, type Portal } from '#test/portal.ts';

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const forward = (portal: Portal, ms: number) => portal.app.clock.set(new Date(portal.app.clock.now().getTime() + ms));
const codeNow = (portal: Portal, of = secret) => currentCode(of, portal.app.clock.now());
/** Never the right one: not that of any step that could be asked for. */
const wrongCode = (portal: Portal, of = secret) => {
  const now = stepAt(portal.app.clock.now());
  const near = [-1, 0, 1, 2].map((steps) => codeOfStep(of, now + steps));
  return ['111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code))!;
};

/** Someone whose app has been set up, one step into the code that it shows. */
async function aPersonWithApp(portal: Portal, type: 'Site User' | 'System' | 'Admin' = 'Site User') {
  const person = await aPersonWithAccount(portal, type);
  await portal.app.database.asSystem((tx) => setTotp(tx, portal.app.env, person.email, secret));
  return person;
}
async function challengeFor(portal: Portal, email: string, host = 'localhost') {
  const { reply } = await portal.call(signIn, { body: { email, password: goodPassword }, headers: { host } });
  if (reply.next === 'session') throw new Error('no second step');
  return reply.challenge;
}

test('MFA-01 MFA-03 SEC-08 SEC-02 after the password a challenge and nothing else, after the code a session', async () => {
  const portal = await openPortal();
  const { email, providerId } = await aPersonWithApp(portal);
  const first = await portal.call(signIn, { body: { email, password: goodPassword } });
  expect(first.reply).toEqual({ next: 'code', factor: 'totp', challenge: expect.any(String) });
  expect(first.headers['set-cookie']).toBeUndefined();
  const { challenge } = first.reply as { challenge: string };
  expect((await portal.call(me, { headers: { authorization: `Bearer ${challenge}` } })).status).toBe(401);
  expect(
    (await portal.call(renewSession, { body: {}, headers: renewing({ cookie: `portal_session=${challenge}` }) }))
      .status,
  ).toBe(401);
  const code = codeNow(portal);
  const person = holding(portal, 'localhost', await portal.call(confirmCode, { body: { challenge, code } }));
  expect((await person.call(me)).reply).toMatchObject({ cpId: providerId, mfa: 'totp' });
});

test('MFA-02 IDP-01 a texted code is sent to the account’s phone, works, and is nobody else’s', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User', { phone: '+16175550123' });
  await portal.app.database.asSystem((tx) => setPreferredFactor(tx, email, 'sms'));
  const texted = async () => {
    const answer = await portal.call(signIn, { body: { email, password: goodPassword } });
    expect(answer.reply).toMatchObject({ next: 'code', factor: 'sms' });
    const [message] = await portal.rows<{ channel: string; recipient: string; body: string }>(
      'select * from message order by message_id desc limit 1',
    );
    expect(message).toMatchObject({
      channel: 'sms',
      recipient: '+16175550123',
      body: expect.stringMatching(/^Your Trellis code is \d{6}\.$/),
    });
    return { challenge: (answer.reply as { challenge: string }).challenge, code: message!.body.match(/\d{6}/)![0] };
  };
  const one = await texted();
  let two = await texted();
  while (two.code === one.code) two = await texted();
  expect(await portal.call(confirmCode, { body: { challenge: one.challenge, code: two.code } })).toMatchObject({
    code: 'CODE_MISMATCH',
    message: 'Incorrect Code',
  });
  // One try of the five is gone; of four at once one goes through.
  const answers = await Promise.all(Array.from({ length: 4 }, () => portal.call(confirmCode, { body: one })));
  expect(answers.map((answer) => answer.reply?.next ?? answer.code).sort()).toEqual([
    ...Array(3).fill('CHALLENGE_EXPIRED'),
    'session',
  ]);
  expect((await portal.call(confirmCode, { body: one })).code).toBe('CHALLENGE_EXPIRED');
  const [stored] = await portal.rows<{ sms_code_hash: Buffer }>('select sms_code_hash from auth_challenge limit 1');
  expect(stored!.sms_code_hash.toString('latin1')).not.toContain(one.code);
});

test('OPN-89 SIG-15 a refused type with a second factor is told so after the code', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { email } = await aPersonWithApp(portal, 'System');
  const body = { challenge: await challengeFor(portal, email), code: codeNow(portal) };
  const answer = await portal.call(confirmCode, { body });
  expect(answer).toMatchObject({ status: 403, code: 'FORBIDDEN_TYPE', message: 'Access forbidden.' });
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(await portal.rows('select 1 from session')).toEqual([]);
});

test('SER-08 SER-09 OPN-08 OPN-85 SEC-12 five wrong codes end the challenge, also a short one counts', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithApp(portal);
  const challenge = await challengeFor(portal, email);
  for (const code of ['0', wrongCode(portal), wrongCode(portal), wrongCode(portal), wrongCode(portal)]) {
    expect(await portal.call(confirmCode, { body: { challenge, code } })).toMatchObject({
      status: 400,
      code: 'CODE_MISMATCH',
      message: 'Incorrect Code',
    });
  }
  const late = await portal.call(confirmCode, { body: { challenge, code: codeNow(portal) } });
  expect(late).toMatchObject({
    status: 400,
    code: 'CHALLENGE_EXPIRED',
    message: 'Session timed out. Refresh the page to login',
  });
  // It was the challenge that ended, not the factor.
  expect(
    (await portal.call(confirmCode, { body: { challenge: await challengeFor(portal, email), code: codeNow(portal) } }))
      .status,
  ).toBe(200);
});

test('OPN-08 SEC-12 a challenge lives 10 minutes, works once and on its host alone', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithApp(portal);
  const slow = await challengeFor(portal, email);
  forward(portal, 9 * 60_000 + 50_000);
  const inTime = await challengeFor(portal, email);
  const elsewhere = await portal.call(confirmCode, {
    body: { challenge: slow, code: codeNow(portal) },
    headers: { host: 'eu.trialcard.test' },
  });
  expect(elsewhere.code).toBe('CHALLENGE_EXPIRED');
  forward(portal, 10_000);
  expect((await portal.call(confirmCode, { body: { challenge: slow, code: codeNow(portal) } })).code).toBe(
    'CHALLENGE_EXPIRED',
  );
  expect((await portal.call(confirmCode, { body: { challenge: inTime, code: codeNow(portal) } })).status).toBe(200);
  forward(portal, 30_000);
  expect((await portal.call(confirmCode, { body: { challenge: inTime, code: codeNow(portal) } })).code).toBe(
    'CHALLENGE_EXPIRED',
  );
  expect((await portal.call(confirmCode, { body: { challenge: 'x'.repeat(43), code: codeNow(portal) } })).code).toBe(
    'CHALLENGE_EXPIRED',
  );
});

test('SEC-11 of ten uses of one good code at once one succeeds, on one challenge or on ten', async () => {
  const portal = await openPortal();
  for (const challenges of [1, 10]) {
    const { email } = await aPersonWithApp(portal);
    const open: string[] = [];
    for (let n = 0; n < challenges; n += 1) open.push(await challengeFor(portal, email));
    const code = codeNow(portal);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        portal.call(confirmCode, { body: { challenge: open[n % challenges], code } }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  }
});

test('SEC-11 a code is accepted once and until the next step ends; the same one at a second sign-in is "Incorrect Code"', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithApp(portal);
  portal.app.clock.set(new Date('2026-12-01T10:00:05Z'));
  const code = codeNow(portal);
  const before = codeOfStep(secret, stepAt(portal.app.clock.now()) - 1);
  const use = async (given: string) =>
    portal.call(confirmCode, { body: { challenge: await challengeFor(portal, email), code: given } });
  forward(portal, 30_000);
  expect((await use(before)).code).toBe('CODE_MISMATCH');
  expect((await use(code)).status).toBe(200);
  expect(await use(code)).toMatchObject({ code: 'CODE_MISMATCH', message: 'Incorrect Code' });
  forward(portal, 30_000);
  expect((await use(code)).code).toBe('CODE_MISMATCH');
});

test('REL-10 a code used while the clock was ahead does not shut anyone out when it is set back', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithApp(portal);
  const use = async () =>
    (await portal.call(confirmCode, { body: { challenge: await challengeFor(portal, email), code: codeNow(portal) } }))
      .status;
  forward(portal, 3_600_000);
  expect(await use()).toBe(200);
  portal.app.clock.set(null);
  expect(await use()).toBe(200);
});

test('SEC-12 of 60 wrong codes at once over many challenges at most 10 are looked at; then the factor is locked for 15 minutes', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithApp(portal);
  const challenges: string[] = [];
  for (let n = 0; n < 12; n += 1) challenges.push(await challengeFor(portal, email));
  const code = wrongCode(portal);
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => portal.call(confirmCode, { body: { challenge: challenges[n % 12], code } })),
  );
  expect(answers.filter((answer) => answer.code === 'CODE_MISMATCH')).toHaveLength(10);
  expect(answers.filter((answer) => answer.code === 'LIMIT')).toHaveLength(50);
  const right = async () =>
    portal.call(confirmCode, { body: { challenge: await challengeFor(portal, email), code: codeNow(portal) } });
  const locked = await right();
  expect(locked.status).toBe(429);
  expect(Number(locked.headers['retry-after'])).toBeGreaterThan(890);
  forward(portal, 15 * 60_000 + 1_000);
  expect((await right()).status).toBe(200);
});

test('SEC-12 wrong passwords of a stranger do not touch the code step of someone who is at it', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithApp(portal);
  const challenge = await challengeFor(portal, email);
  for (let n = 0; n < 6; n += 1) await portal.call(signIn, { body: { email, password: 'wrong' } });
  expect((await portal.call(signIn, { body: { email, password: goodPassword } })).code).toBe('LOCKED');
  expect((await portal.call(confirmCode, { body: { challenge, code: codeNow(portal) } })).status).toBe(200);
});

test('MFA-09 MFA-14 MFA-15 MFA-16 IDP-04 IDP-05 IDP-06 a forced set-up ends in a session, and the next sign-in asks the code', async () => {
  const portal = await openPortal();
  const person = await aPersonWithAccount(portal, 'Admin');
  const challenge = await challengeFor(portal, person.email);
  const setUp = await portal.call(startMfaSetup, { body: { challenge } });
  const wrong = await portal.call(verifyMfaSetup, { body: { challenge, code: wrongCode(portal, setUp.reply.secret) } });
  expect(wrong).toMatchObject({ status: 400, code: 'CODE_MISMATCH', message: 'Please enter the correct code' });
  const done = await portal.call(verifyMfaSetup, { body: { challenge, code: codeNow(portal, setUp.reply.secret) } });
  expect((await holding(portal, 'localhost', done).call(me)).reply).toMatchObject({
    cpId: person.providerId,
    mfa: 'totp',
  });
  forward(portal, 30_000);
  const again = await signInAs(portal, person, { secret: setUp.reply.secret });
  expect((await again.call(me)).status).toBe(200);
});

test('SER-12 OPN-85 SEC-12 five wrong codes end the set-up’s challenge; without a started set-up there is nothing to verify', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Admin');
  const challenge = await challengeFor(portal, email);
  const none = await portal.call(verifyMfaSetup, { body: { challenge, code: '123456' } });
  expect(none).toMatchObject({ status: 400, code: 'MFA_NOT_FOUND', message: 'MFA cannot be enabled on your account.' });
  const setUp = await portal.call(startMfaSetup, { body: { challenge } });
  const code = wrongCode(portal, setUp.reply.secret);
  for (const one of ['1', code, code, code])
    expect((await portal.call(verifyMfaSetup, { body: { challenge, code: one } })).message).toBe(
      'Please enter the correct code',
    );
  const right = await portal.call(verifyMfaSetup, { body: { challenge, code: codeNow(portal, setUp.reply.secret) } });
  expect(right).toMatchObject({ code: 'CHALLENGE_EXPIRED', message: 'Session timed out. Refresh the page to login' });
  expect((await portal.call(startMfaSetup, { body: { challenge } })).code).toBe('CHALLENGE_EXPIRED');
});

test('SEC-13 MFA-13 BRN-10 PRV-07 the secret is new at each start, encrypted at rest, never shown again, and labelled by the brand of the host', async () => {
  const portal = await openPortal();
  const issuers: string[] = [];
  for (const host of ['localhost', 'na.trialcard.test', 'eu.trialcard.test']) {
    const { email } = await aPersonWithAccount(portal, 'Admin');
    const challenge = await challengeFor(portal, email, host);
    const [one, two] = [
      await portal.call(startMfaSetup, { body: { challenge }, headers: { host } }),
      await portal.call(startMfaSetup, { body: { challenge }, headers: { host } }),
    ];
    expect(one.reply.secret).not.toBe(two.reply.secret);
    const uri = new URL(two.reply.uri);
    expect(uri.searchParams.get('secret')).toBe(two.reply.secret);
    expect(decodeURIComponent(uri.pathname)).toContain(`${uri.searchParams.get('issuer')}:${email}`);
    issuers.push(uri.searchParams.get('issuer') ?? '');
    expect(
      (
        await portal.call(verifyMfaSetup, {
          body: { challenge, code: codeNow(portal, two.reply.secret) },
          headers: { host },
        })
      ).status,
    ).toBe(200);
    expect((await portal.call(startMfaSetup, { body: { challenge }, headers: { host } })).code).toBe(
      'CHALLENGE_EXPIRED',
    );
    expect(JSON.stringify(await portal.rows('select * from identity_account'))).not.toContain(two.reply.secret);
    expect(portal.logged.some((line) => line.includes(two.reply.secret))).toBe(false);
  }
  expect(issuers).toEqual(portal.app.brands.all.map((brand) => brand.mfaIssuer));
  expect(new Set(issuers).size).toBe(3);
});

test('SEC-02 SEC-05 SEC-13 P11-09 someone signed in sets an app up: this session goes on under new secrets, every other one ends, one audit entry says so, and a second set-up is refused', async () => {
  onItsOwn();
  const portal = await openPortal();
  const one = await aSignedInPerson(portal, 'Site User');
  const two = await signInAs(portal, one);
  const ended: number[] = [];
  portal.app.sessionEnds.listen((sessionId) => ended.push(sessionId));
  const setUp = await one.call(startMfaSetup, { body: { password: goodPassword } });
  const answer = await one.call(verifyMfaSetup, {
    body: { password: goodPassword, code: codeNow(portal, setUp.reply.secret) },
  });
  const now = holding(portal, 'localhost', answer);
  expect(ended).toHaveLength(1);
  for (const old of [one, two]) {
    expect((await old.call(me)).status).toBe(401);
    expect((await portal.call(renewSession, { body: {}, headers: renewing(old) })).status).toBe(401);
    expect(cookieOf(answer)).not.toBe(old.cookie);
  }
  expect((await now.call(me)).reply.mfa).toBe('totp');
  expect(await now.call(startMfaSetup, { body: {} })).toMatchObject({ status: 400, code: 'MFA_NOT_FOUND' });
  expect((await now.call(verifyMfaSetup, { body: { code: codeNow(portal, setUp.reply.secret) } })).code).toBe(
    'MFA_NOT_FOUND',
  );
  const entries = await portal.rows('select actor_id, action, changes, host, company_id from audit_entry');
  expect(entries).toEqual([
    {
      actor_id: one.providerId,
      action: 'account.mfa_set_up',
      changes: [{ field: 'mfa', old: 'none', new: 'totp' }],
      host: 'localhost',
      company_id: one.companyId,
    },
  ]);
});

test('SEC-13 SEC-09 a session alone sets up no factor: the password is asked at both calls, and counted as at sign-in', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const password = goodPassword;
  const start = (body: object) => person.call(startMfaSetup, { body });
  const verify = (body: object) => person.call(verifyMfaSetup, { body });
  expect(await start({})).toMatchObject({ status: 400, fields: { password: 'is required' } });
  expect(await start({ password: 'wrong' })).toMatchObject({ status: 400, code: 'BAD_CREDENTIALS' });
  const { secret: pending } = (await start({ password })).reply;
  const code = codeNow(portal, pending);
  expect(await verify({ code })).toMatchObject({ status: 400, fields: { password: 'is required' } });
  for (let wrong = 1; wrong <= 5; wrong += 1)
    expect(await verify({ password: 'wrong', code })).toMatchObject({ status: 400, code: 'BAD_CREDENTIALS' });
  expect((await verify({ password, code })).code).toBe('LOCKED');
  expect((await start({ password })).code).toBe('LOCKED');
  expect((await person.call(me)).reply.mfa).toBe('none');
  forward(portal, 2_000);
  expect((await verify({ password, code: codeNow(portal, pending) })).status).toBe(200);
});

test('SEC-13 SEC-04 SEC-02 a set-up in a session lengthens it by nothing: it ends when it would have', async () => {
  onItsOwn();
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const password = goodPassword;
  const { endsAt } = (await person.call(me)).reply;
  forward(portal, 4 * 60_000);
  const { secret: pending } = (await person.call(startMfaSetup, { body: { password } })).reply;
  const body = { password, code: codeNow(portal, pending) };
  const verified = await person.call(verifyMfaSetup, { body });
  const now = holding(portal, 'localhost', verified);
  expect((await now.call(me)).reply.endsAt).toEqual(endsAt);
  expect(await portal.rows('select 1 from session')).toHaveLength(1);
  // Under new secrets, and once: who signed out meanwhile sets up nothing.
  expect((await person.call(me)).status).toBe(401);
  expect((await person.call(verifyMfaSetup, { body })).status).toBe(401);
});

test('SEC-08 OPN-07 the value that holds someone half-way, of whatever kind, opens no call of the product', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithApp(portal);
  const admin = await aPersonWithAccount(portal, 'Admin');
  const person = await signInAs(portal, await aPersonWithApp(portal), { secret });
  forward(portal, 30_000);
  const body = { password: goodPassword, code: codeNow(portal) };
  const replacing = await person.call(replaceFactor, { body });
  expect(replacing.status, replacing.message).toBe(200);
  const values = [
    await challengeFor(portal, email),
    await challengeFor(portal, admin.email),
    replacing.reply.challenge,
  ];
  for (const challenge of values)
    for (const { name, endpoint } of endpoints) {
      if (endpoint.access === 'open') continue;
      const answer = await portal.call(endpoint, {
        headers: { authorization: `Bearer ${challenge}`, cookie: `portal_session=${challenge}` },
        ...(endpoint.method === 'GET' ? {} : { body: {} }),
      });
      expect([name, answer.status]).toEqual([name, 401]);
    }
});

test('SEC-08 SEC-01 the set-up calls want a challenge of their own kind or a session', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithApp(portal);
  const challenge = await challengeFor(portal, email);
  expect((await portal.call(startMfaSetup, { body: {} })).status).toBe(401);
  expect((await portal.call(verifyMfaSetup, { body: { code: '123456' } })).status).toBe(401);
  expect((await portal.call(startMfaSetup, { body: { challenge } })).code).toBe('CHALLENGE_EXPIRED');
  expect((await portal.call(verifyMfaSetup, { body: { challenge, code: codeNow(portal) } })).code).toBe(
    'CHALLENGE_EXPIRED',
  );
  const admin = await aPersonWithAccount(portal, 'Admin');
  const setUp = await challengeFor(portal, admin.email);
  expect((await portal.call(confirmCode, { body: { challenge: setUp, code: '123456' } })).code).toBe(
    'CHALLENGE_EXPIRED',
  );
});
