import { forgotPassword, resetPassword } from '@portal/contract/identity/account-endpoints.ts';
import { me, renewSession, signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { aBuiltWebApp } from './house.ts';
import { hostileEmails, unusualEmails } from './hostile-emails.ts';
import { foreignHosts, forwarding } from './hostile-headers.ts';
import { printOf } from './hostile-house.ts';
import { anInvitation, anInviter, register, registration, sendInvitation } from './invitations.ts';
import { mailsTo } from './mails.ts';
import { aPersonWithAccount, aSignedInPerson, goodPassword, renewing } from './people.ts';
import { onItsOwn, openPortal } from './portal.ts';

test('SEC-10 after a hundred failures over many e-mails an address is told to wait, whatever it says of itself, and others are not', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal({ SIGN_IN_FAILURES_PER_ADDRESS: '100' });
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const attempt = async (n: number, one: string, password: string, remoteAddress = '127.0.0.1') => {
    const response = await portal.app.http.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      remoteAddress,
      headers: {
        host: 'localhost',
        'x-forwarded-for': `10.0.${n}.1, 10.1.${n}.1`,
        forwarded: `for=10.2.${n}.1`,
        'x-real-ip': `10.3.${n}.1`,
        'client-ip': `10.4.${n}.1`,
        'true-client-ip': `10.5.${n}.1`,
        'cf-connecting-ip': `10.6.${n}.1`,
        'x-client-ip': `10.7.${n}.1`,
        'x-cluster-client-ip': `10.8.${n}.1`,
      },
      payload: { email: one, password },
    });
    return { status: response.statusCode, code: response.json<{ code?: string }>().code, headers: response.headers };
  };
  for (let n = 0; n < 100; n += 1) {
    const { status, code } = await attempt(n, `nobody${n}@portal.example`, 'wrong');
    expect([n, status, code]).toEqual([n, 400, 'BAD_CREDENTIALS']);
  }
  const refused = await attempt(100, 'nobody100@portal.example', 'wrong');
  expect([refused.status, refused.code]).toEqual([429, 'LIMIT']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
  // Also with the right password, and with any other address named in the headers.
  expect((await attempt(101, email, goodPassword)).status).toBe(429);
  expect((await attempt(102, email, goodPassword, '127.0.0.2')).status).toBe(200);
});

test('SEC-10 SEC-18 only a proxy of the configured list says where a call comes from', async () => {
  const portal = await openPortal({ SIGN_IN_FAILURES_PER_ADDRESS: '2', TRUSTED_PROXIES: '127.0.0.1, 10.9.0.0/16' });
  const attempt = async (forwardedFor: string, remoteAddress = '127.0.0.1') =>
    (
      await portal.app.http.inject({
        method: 'POST',
        url: '/api/auth/sign-in',
        remoteAddress,
        headers: { host: 'localhost', 'x-forwarded-for': forwardedFor },
        payload: { email: 'nobody@portal.example', password: 'wrong' },
      })
    ).statusCode;
  // Behind the proxy each address counts by itself; what a caller wrote before it is not believed.
  expect([await attempt('8.8.8.8'), await attempt('1.1.1.1, 8.8.8.8'), await attempt('2.2.2.2, 8.8.8.8')]).toEqual([
    400, 400, 429,
  ]);
  expect(await attempt('8.8.4.4')).toBe(400);
  expect(await attempt('3.3.3.3, 8.8.8.8, 10.9.1.1')).toBe(429);
  // From anybody else it is not believed at all.
  const stranger = '203.0.113.9';
  expect([
    await attempt('5.5.5.1', stranger),
    await attempt('5.5.5.2', stranger),
    await attempt('5.5.5.3', stranger),
  ]).toEqual([400, 400, 429]);
  const brandFor = async (remoteAddress: string) =>
    (
      await portal.app.http.inject({
        url: '/api/brand',
        remoteAddress,
        headers: { host: 'localhost', 'x-forwarded-host': 'na.trialcard.test' },
      })
    ).json<{ key: string }>().key;
  expect([await brandFor('127.0.0.1'), await brandFor(stranger)]).toEqual(['north-america', 'default']);
});

test('SEC-18 SEC-28 a link in a mail is the one of the configured address, whatever host a call names', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const linksOf = (text: string) => text.match(/https?:\/\/[^\s"<>]+/g) ?? [];
  const heads = [
    ...foreignHosts.map((host) => ({ host })),
    ...forwarding('evil.test').map((headers) => ({ host: 'localhost', ...headers })),
  ] as Record<string, string>[];
  let password = goodPassword;
  for (const [n, headers] of heads.entries()) {
    // Each from a day of its own, so that no limit answers in the place of the call.
    portal.app.clock.set(new Date(Date.UTC(2027, 0, n + 1)));
    expect([headers, (await portal.call(signIn, { body: { email, password }, headers })).status]).toEqual([
      headers,
      200,
    ]);
    expect([headers, (await portal.call(forgotPassword, { body: { email }, headers })).status]).toEqual([headers, 200]);
    const code = /^\d{6}$/m.exec((await mailsTo(portal, email))[0]?.text ?? '')?.[0];
    const body = { email, code, password: `${goodPassword}${n}` };
    expect([headers, (await portal.call(resetPassword, { body, headers })).status]).toEqual([headers, 200]);
    password = body.password;
    const page = await portal.app.http.inject({ url: '/sign-in', headers });
    // A nonce is made of any letters.
    const told = page.body.replace(/csp-nonce" content="[\w-]{22}"/, '');
    expect([headers, /evil|pwned/i.test(told)]).toEqual([headers, false]);
  }
  const mails = await mailsTo(portal, email);
  expect(mails.length).toBeGreaterThan(2 * heads.length);
  const links = new Set(mails.flatMap(({ text, html }) => linksOf(`${text} ${html}`)));
  expect([...links].sort()).toEqual(['http://localhost:3000/account', 'http://localhost:3000/forgot-password']);
});

test('SEC-18 in production a host that is none of ours is refused, whatever else a call says', async () => {
  const portal = await openPortal(
    { PORTAL_MODE: 'production', DATABASE_URL: 'postgres://db/x?sslmode=verify-full', TLS_AT_EDGE: 'yes' },
    { dist: aBuiltWebApp() },
  );
  for (const host of foreignHosts)
    for (const headers of [
      { host },
      { host, 'x-forwarded-host': 'na.trialcard.test', forwarded: 'host=na.trialcard.test' },
    ])
      for (const url of ['/', '/sign-in', '/api/brand', '/api/auth/me']) {
        const answer = await portal.app.http.inject({ url, headers });
        expect([headers, url, answer.statusCode]).toEqual([headers, url, 421]);
        expect(answer.json()).toEqual({ code: 'unknown_host', message: 'This portal does not serve that host.' });
      }
  for (const headers of forwarding('evil.test')) {
    const answer = await portal.app.http.inject({
      url: '/sign-in',
      headers: { host: 'na.trialcard.test', ...headers },
    });
    expect([headers, answer.statusCode, answer.body.includes('evil')]).toEqual([headers, 200, false]);
  }
});

test('SEC-18 token and cookie of one host are nothing on any other, whatever the headers say', async () => {
  const portal = await openPortal();
  const host = 'na.trialcard.test';
  const person = await aSignedInPerson(portal, 'Site User', { host });
  const hosts = [...foreignHosts, 'eu.trialcard.test', 'localhost', ''].filter((one) => one !== host);
  for (const other of hosts)
    for (const more of forwarding(host)) {
      const headers = { ...more, host: other };
      expect([headers, (await person.call(me, { headers })).status]).toEqual([headers, 401]);
      const renewal = { ...renewing(person, other), ...headers };
      const { status, headers: given } = await portal.call(renewSession, { body: {}, headers: renewal });
      expect([headers, [401, 403].includes(status), given['set-cookie']]).toEqual([headers, true, undefined]);
    }
  for (const same of [host, host.toUpperCase(), `${host}:3000`])
    expect([same, (await person.call(me, { headers: { host: same } })).status]).toEqual([same, 200]);
});

test('SEC-26 SEC-27 what is not one e-mail address is refused wherever an address is asked for, and nobody gets a mail', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal();
  const { code } = await anInvitation(portal);
  const before = await printOf(portal);
  for (const email of hostileEmails) {
    const answers = [
      await portal.call(signIn, { body: { email, password: goodPassword } }),
      await portal.call(forgotPassword, { body: { email } }),
      await portal.call(resetPassword, { body: { email, code: '123456', password: goodPassword } }),
      await register(portal, registration(code, { email })),
    ];
    for (const answer of answers)
      expect([email.slice(0, 60), answer.status, Object.keys(answer.fields)]).toEqual([
        email.slice(0, 60),
        400,
        ['email'],
      ]);
  }
  expect(await printOf(portal)).toEqual(before);
  const unknown = await portal.call(forgotPassword, { body: { email: 'nobody@clinic.example' } });
  for (const email of unusualEmails) {
    expect([email, (await portal.call(signIn, { body: { email, password: 'wrong' } })).code]).toEqual([
      email,
      'BAD_CREDENTIALS',
    ]);
    expect([email, (await portal.call(forgotPassword, { body: { email } })).body]).toEqual([email, unknown.body]);
    expect([email, await mailsTo(portal, email)]).toEqual([email, []]);
  }
});

test('SEC-26 an invitation to what is not one e-mail address is not sent', async () => {
  onItsOwn();
  const portal = await openPortal();
  const inviter = await anInviter(portal, await portal.aCompany());
  for (const email of hostileEmails)
    await expect(sendInvitation(portal, inviter, { email }), email.slice(0, 60)).rejects.toMatchObject({
      code: 'invalid',
    });
  expect(await portal.rows('select 1 from message')).toEqual([]);
  expect(await portal.rows('select 1 from invitation')).toEqual([]);
});
