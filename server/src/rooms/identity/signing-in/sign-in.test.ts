import {
  me,
  renewSession,
  signIn,
  signOut,
  startMfaSetup,
  verifyMfaSetup,
} from '@portal/contract/identity/endpoints.ts';
import { readProvider } from '@portal/contract/providers/endpoints.ts';
import { expect, test } from 'vitest';
import { createAccount } from '../door.ts';
import { aPersonWithApp } from '#test/factors.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword, renewing, signInAs } from '#test/people.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';

test('SIG-10 SIG-11 MFA-08 an e-mail with spaces and capitals signs in with the right password alone', async () => {
  const portal = await openPortal();
  const person = await aPersonWithAccount(portal, 'Site User');
  const body = { email: `  ${person.email.toUpperCase()} `, password: goodPassword };
  const answer = await portal.call(signIn, { body });
  expect(answer.reply).toMatchObject({ next: 'session' });
  const own = await portal.call(me, {
    headers: { authorization: `Bearer ${(answer.reply as { accessToken: string }).accessToken}` },
  });
  expect(own.reply).toMatchObject({ cpId: person.providerId, email: person.email, mfa: 'none' });
  expect(await portal.call(signIn, { body: { ...body, password: 'Correct-Horse-8' } })).toMatchObject({
    status: 400,
    code: 'BAD_CREDENTIALS',
    message: 'Email or password incorrect.',
  });
});

test('SIG-03 SIG-04 SIG-05 SIG-06 the server asks of e-mail and password what the form asks', async () => {
  const portal = await openPortal();
  const tries = {
    '': 'is required',
    abc: 'is not a valid email',
    [`${'a'.repeat(140)}@ab.example`]: 'is too long (maximum is 150 characters)',
  };
  for (const [email, sentence] of Object.entries(tries)) {
    expect((await portal.call(signIn, { body: { email, password: 'x' } })).fields).toEqual({ email: sentence });
  }
  const longest = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(25)}.de`;
  expect(longest).toHaveLength(150);
  expect((await portal.call(signIn, { body: { email: longest, password: 'x'.repeat(64) } })).code).toBe(
    'BAD_CREDENTIALS',
  );
  expect((await portal.call(signIn, { body: { email: longest, password: 'x'.repeat(65) } })).fields).toEqual({
    password: 'is too long (maximum is 64 characters)',
  });
  expect((await portal.call(signIn, { body: { email: longest, password: '' } })).fields).toEqual({
    password: 'is required',
  });
  expect((await portal.call(signIn, { body: { email: longest, password: 'x', type: 'Admin' } })).fields).toEqual({
    type: 'is not a field of this call',
  });
});

test('SER-01 SER-02 SER-04 OPN-06 SEC-07 the state of an account shows after the right password only', async () => {
  const portal = await openPortal();
  for (const [state, code, message] of [
    ['unconfirmed', 'NOT_CONFIRMED', 'User not confirmed.'],
    ['reset', 'RESET_REQUIRED', 'Password reset required.'],
  ] as const) {
    const { email } = await aPersonWithAccount(portal, 'Site User', { state });
    const wrong = await portal.call(signIn, { body: { email, password: 'wrong' } });
    const unknown = await portal.call(signIn, { body: { email: `not-${email}`, password: 'wrong' } });
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
    expect(wrong.body).toEqual({ code: 'BAD_CREDENTIALS', message: 'Email or password incorrect.' });
    expect(await portal.call(signIn, { body: { email, password: goodPassword } })).toMatchObject({
      status: 400,
      code,
      message,
    });
  }
});

test('SIG-15 SER-06 OPN-89 PRM-05 SEC-08 System, physician, the deactivated and an account without a person are refused before any set-up', async () => {
  onItsOwn();
  const portal = await openPortal();
  const emails = [];
  for (const type of ['System', 'physician'] as const) emails.push((await aPersonWithAccount(portal, type)).email);
  const left = await aPersonWithAccount(portal, 'Admin');
  await portal.rows('update provider set is_active = false where provider_id = $1', [left.providerId]);
  await portal.app.database.asSystem((tx) =>
    createAccount(tx, { email: 'patient@portal.example', password: goodPassword }),
  );
  for (const email of [...emails, left.email, 'patient@portal.example']) {
    const answer = await portal.call(signIn, { body: { email, password: goodPassword } });
    expect(answer).toMatchObject({ status: 403, code: 'FORBIDDEN_TYPE', message: 'Access forbidden.' });
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect(await portal.rows('select 1 from session')).toEqual([]);
  expect(await portal.rows('select 1 from auth_challenge')).toEqual([]);
});

test.each(['Site User', 'Sponsor', 'Pharmacy User', 'Wholesaler User'] as const)(
  'MFA-08 PRM-06 %s without a second factor goes straight in',
  async (type) => {
    const portal = await openPortal();
    const { email } = await aPersonWithAccount(portal, type);
    expect((await portal.call(signIn, { body: { email, password: goodPassword } })).reply).toMatchObject({
      next: 'session',
    });
  },
);

test.each(['Site User', 'Sponsor', 'Pharmacy User', 'Wholesaler User'] as const)(
  'PRM-06 %s with a second factor has to pass it: after the password there is neither session nor cookie',
  async (type) => {
    onItsOwn();
    const portal = await openPortal();
    const { email } = await aPersonWithApp(portal, type);
    const sessions = () => portal.rows('select session_id from session');
    const before = await sessions();
    const answer = await portal.call(signIn, { body: { email, password: goodPassword } });
    expect(answer.reply).toEqual({ next: 'code', factor: 'totp', challenge: expect.any(String) as string });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await sessions()).toEqual(before);
  },
);

test('ROL-01 the working users of trial supply sign in, prescribers among them, and each is who they are', async () => {
  const portal = await openPortal();
  for (const type of ['Admin', 'Sponsor', 'Site User', 'Pharmacy User', 'Wholesaler User'] as const)
    expect((await (await aSignedInPerson(portal, type)).call(me)).reply).toMatchObject({ type });
  const prescriber = await aPersonWithAccount(portal, 'Site User');
  await portal.rows('update provider set is_prescriber = true where provider_id = $1', [prescriber.providerId]);
  expect((await (await signInAs(portal, prescriber)).call(me)).reply.cpId).toBe(prescriber.providerId);
});

test('MFA-09 OPN-07 SEC-08 the other types get nothing but the set-up first, and so does everyone of a company that requires it', async () => {
  onItsOwn();
  const portal = await openPortal();
  const careful = await portal.aCompany(['TrialCard'], { requires_mfa: true });
  const companyId = await portal.aCompany();
  const people = [await aPersonWithAccount(portal, 'Site User', { companyId: careful })];
  for (const type of ['Admin', 'Other', 'Nurse'] as const)
    people.push(await aPersonWithAccount(portal, type, { companyId }));
  for (const { email, providerId } of people) {
    const answer = await portal.call(signIn, { body: { email, password: goodPassword } });
    expect(answer.reply).toEqual({ next: 'mfa-setup', challenge: expect.any(String) });
    expect(answer.headers['set-cookie']).toBeUndefined();
    const { challenge } = answer.reply as { challenge: string };
    const halfWay = { authorization: `Bearer ${challenge}`, cookie: `portal_session=${challenge}` };
    expect((await portal.call(readProvider, { query: { cp_id: providerId }, headers: halfWay })).status).toBe(401);
    expect((await portal.call(me, { headers: halfWay })).status).toBe(401);
    expect((await portal.call(verifyMfaSetup, { body: { code: '000000' }, headers: halfWay })).status).toBe(401);
  }
  expect(await portal.rows('select 1 from session')).toEqual([]);
});

test('SEC-02 SEC-03 every sign-in gives new secrets of 256 bits, kept as hashes; the old ones of the same browser end', async () => {
  const portal = await openPortal();
  const first = await aSignedInPerson(portal, 'Site User');
  const again = await portal.call(signIn, {
    body: { email: first.email, password: goodPassword },
    headers: { authorization: `Bearer ${first.token}` },
  });
  const second = again.reply as { accessToken: string };
  const [cookie = ''] = again.headers['set-cookie'] as string[];
  expect(second.accessToken).not.toBe(first.token);
  expect(cookie).not.toContain(first.cookie);
  expect((await first.call(me)).status).toBe(401);
  expect(Buffer.from(second.accessToken, 'base64url')).toHaveLength(32);
  expect(cookie).toMatch(/^portal_session=[\w-]{43}; Path=\/api\/auth\/session; HttpOnly; SameSite=Strict$/);
  const stored = JSON.stringify([
    await portal.rows('select * from session'),
    await portal.rows('select * from access_token'),
  ]);
  const secrets = [second.accessToken, cookie.slice('portal_session='.length).split(';')[0] ?? ''];
  for (const secret of secrets) expect(stored).not.toContain(secret);
  expect(portal.logged.some((line) => secrets.some((secret) => line.includes(secret)))).toBe(false);
});

test('SEC-02 what the database holds is no token: neither form of a stored hash is accepted', async () => {
  const portal = await openPortal();
  await aSignedInPerson(portal, 'Site User');
  const { token_hash } = (await portal.rows<{ token_hash: Buffer }>('select token_hash from access_token'))[0]!;
  for (const form of ['hex', 'base64url'] as const) {
    expect((await portal.call(me, { headers: { authorization: `Bearer ${token_hash.toString(form)}` } })).status).toBe(
      401,
    );
  }
});

test('SEC-03 at an edge with TLS the cookie goes over TLS alone, under a name that neither a plain page nor another host can set', async () => {
  const portal = await openPortal({ TLS_AT_EDGE: 'yes' });
  const { email } = await aPersonWithAccount(portal, 'Sponsor');
  const answer = await portal.call(signIn, { body: { email, password: goodPassword } });
  const [cookie = ''] = answer.headers['set-cookie'] as string[];
  expect(cookie).toMatch(/^__Host-portal_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  const held = { cookie: cookie.split(';')[0] ?? '' };
  const renew = (of: { cookie: string }) =>
    portal.call(renewSession, { body: {}, headers: { ...renewing(of), origin: 'https://localhost' } });
  expect((await renew(held)).status).toBe(200);
  // One of another name is not read.
  for (const prefix of ['', '__Secure-'])
    expect((await renew({ cookie: held.cookie.replace('__Host-', prefix) })).status).toBe(401);
  const token = (answer.reply as { accessToken: string }).accessToken;
  const left = await portal.call(signOut, { body: {}, headers: { authorization: `Bearer ${token}` } });
  expect(String(left.headers['set-cookie'])).toMatch(
    /^__Host-portal_session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
  );
});

test('SEC-03 without TLS the cookie has its plain name, and one with the prefix of a secure page is not read', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Sponsor');
  const cookie = `__Host-${person.cookie}`;
  expect((await portal.call(renewSession, { body: {}, headers: renewing({ cookie }) })).status).toBe(401);
  expect((await portal.call(renewSession, { body: {}, headers: renewing(person) })).status).toBe(200);
});

test('SEC-03 a browser that sends two cookies of a session goes on in neither, whichever is first', async () => {
  const portal = await openPortal();
  const [own, planted] = [await aSignedInPerson(portal, 'Sponsor'), await aSignedInPerson(portal, 'Sponsor')];
  const renew = async (...cookies: string[]) =>
    (await portal.call(renewSession, { body: {}, headers: renewing({ cookie: cookies.join('; ') }) })).status;
  expect(await renew(own.cookie, planted.cookie)).toBe(401);
  expect(await renew(planted.cookie, own.cookie)).toBe(401);
  expect(await renew(own.cookie, own.cookie)).toBe(401);
  expect(await renew(own.cookie, 'portal_session=')).toBe(401);
  expect(await renew('other=1', own.cookie)).toBe(200);
});

test('DAT-01 DAT-02 DAT-03 DAT-05 the session says whose it is, whatever the caller claims', async () => {
  const portal = await openPortal();
  const there = await portal.aTrialAtWork();
  const { email } = (
    await portal.rows<{ email: string }>('select email from provider where provider_id = $1', [there.siteUser])
  )[0]!;
  await portal.app.database.asSystem((tx) => createAccount(tx, { email, password: goodPassword }));
  const person = await signInAs(portal, { companyId: there.companyId, providerId: there.siteUser, email });
  const own = await person.call(me);
  expect(own.body).toEqual({
    cpId: there.siteUser,
    companyId: there.companyId,
    adminRights: 0,
    type: 'Site User',
    modules: [
      {
        modId: expect.any(Number),
        name: 'TrialCard',
        description: 'Clinical-trial supply: participants, cards and shipments',
        basicAuthAllowed: 0,
      },
    ],
    gIds: [there.siteId],
    acknowledgmentForm: {
      trainingComplete: null,
      trainingDocId: null,
      templateId: null,
      srUuid: null,
      document_ID: null,
    },
    fName: expect.any(String),
    lName: expect.any(String),
    phone: null,
    email,
    ppId: null,
    wpId: null,
    seesWholeCompany: 0,
    mfa: 'none',
    idleEndsAt: expect.any(String),
    endsAt: expect.any(String),
    idleWarningSeconds: 15,
  });
  const admin = await portal.signedIn(there.admin);
  expect((await admin.call(me)).reply.gIds).toEqual([there.trialId, there.siteId]);
});

test('SER-05 SER-11 SEC-29 a failure of our own says the sentence of the form and a reference, and lets nobody in', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Admin');
  const { reply } = await portal.call(signIn, { body: { email, password: goodPassword } });
  const { challenge } = reply as { challenge: string };
  await portal.rows('alter table identity_account rename to put_away');
  const failed = { code: 'unexpected', detail: { reference: expect.any(String) } };
  const setUp = await portal.call(startMfaSetup, { body: { challenge } });
  expect([setUp.status, setUp.body]).toEqual([
    500,
    { ...failed, message: 'Unable to setup MFA. Please try again later.' },
  ]);
  const answer = await portal.call(signIn, { body: { email, password: goodPassword } });
  expect([answer.status, answer.body]).toEqual([500, { ...failed, message: 'Unable to sign in' }]);
  await portal.rows('alter table put_away rename to identity_account');
  expect((await portal.call(signIn, { body: { email, password: goodPassword } })).status).toBe(200);
});

test('SER-05 while the database is away sign-in says so with a retry time, and works once it is back', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  // Whoever looks a password up meets a closed connection, as after a crash of the database.
  await portal.rows(
    `create function put_away() returns trigger language plpgsql as $$ begin raise exception 'gone' using errcode = '57P01'; end $$`,
  );
  await portal.rows('create trigger away before insert on sign_in_lock for each row execute function put_away()');
  const away = await portal.call(signIn, { body: { email, password: goodPassword } });
  expect(away).toMatchObject({ status: 503, code: 'UNAVAILABLE', message: 'Unable to sign in' });
  expect(away.headers['retry-after']).toBe('2');
  await portal.rows('drop trigger away on sign_in_lock');
  expect((await portal.call(signIn, { body: { email, password: goodPassword } })).status).toBe(200);
});
