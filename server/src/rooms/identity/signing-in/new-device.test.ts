import { confirmCode, signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { aPersonWithApp, challengeFor, forward, nextCode } from '#test/factors.ts';
import { mailsTo } from '#test/mails.ts';
import { aPersonWithAccount, goodPassword } from '#test/people.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const subject = 'New sign-in to your account';

/** Signs in as a browser that sends what it holds, and gives its device cookie afterwards. */
async function enter(portal: Portal, email: string, cookie = '', more: Record<string, string> = {}) {
  const headers = { host: 'localhost', 'user-agent': chrome, ...(cookie ? { cookie } : {}), ...more };
  const answer = await portal.call(signIn, { body: { email, password: goodPassword }, headers });
  expect(answer.status, answer.message).toBe(200);
  return deviceCookie(answer);
}
const cookiesOf = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie'] ?? []].flat() as string[];
const deviceCookie = (answer: { headers: Record<string, unknown> }) =>
  cookiesOf(answer)
    .find((one) => one.startsWith('portal_device='))
    ?.split(';')[0] ?? '';
const told = async (portal: Portal, email: string) =>
  (await mailsTo(portal, email)).filter((mail) => mail.subject === subject);

test('the first browser of a person is not told of, a later one once, by a mail in the brand that says when, what and from where', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const first = await enter(portal, email);
  expect(await told(portal, email)).toEqual([]);
  const second = await enter(portal, email, '', { host: 'eu.trialcard.test' });
  expect(second).not.toBe(first);
  const [mail, ...more] = await told(portal, email);
  expect(more).toEqual([]);
  const at = portal.app.clock.now().toISOString().slice(0, 13).replace('T', ' ');
  expect(mail?.text).toMatch(
    new RegExp(`When: ${at}:\\d\\d UTC\\nDevice: Chrome on Android\\nAddress: 127\\.0\\.0\\.1\\n`),
  );
  expect(mail?.text).toContain('change your password now');
  expect(mail?.text).toContain('http://eu.trialcard.test:3000/account');
  expect(mail?.text).toContain('support@eu.trialcard.example');
  expect(mail?.html).toContain('Device: Chrome on Android');
  for (const cookie of [first, second]) expect(await enter(portal, email, cookie)).toBe(cookie);
  expect(await told(portal, email)).toHaveLength(1);
});

test('SEC-02 the browser is known by a random value of its own, kept as a hash, which opens nothing', async () => {
  for (const [tls, start, path, end] of [
    ['no', '', '/api/auth', ''],
    ['yes', '__Host-', '/', '; Secure'],
  ] as const) {
    const portal = await openPortal({ TLS_AT_EDGE: tls });
    const { email } = await aPersonWithAccount(portal, 'Site User');
    const answer = await portal.call(signIn, { body: { email, password: goodPassword } });
    const [session = '', device = '', ...more] = cookiesOf(answer);
    expect(more).toEqual([]);
    expect(device).toMatch(
      new RegExp(`^${start}portal_device=[\\w-]{43}; Max-Age=34560000; Path=${path}; HttpOnly; SameSite=Strict${end}$`),
    );
    const value = device.split(';')[0]?.split('=')[1] ?? '';
    expect(session).not.toContain(value);
    expect(JSON.stringify(await portal.rows('select * from known_device'))).not.toContain(value);
    expect(portal.logged.some((line) => line.includes(value))).toBe(false);
    const renewed = await portal.app.http.inject({
      method: 'POST',
      url: '/api/auth/session',
      headers: {
        host: 'localhost',
        'x-portal': '1',
        'content-type': 'application/json',
        cookie: `${start}portal_session=${value}`,
      },
      payload: '{}',
    });
    expect(renewed.statusCode).toBe(401);
  }
});

test('a value that is none is replaced, one that another person’s browser has is known for that person alone', async () => {
  const portal = await openPortal();
  const [one, two] = [await aPersonWithAccount(portal, 'Site User'), await aPersonWithAccount(portal, 'Site User')];
  const shared = await enter(portal, one.email);
  await enter(portal, two.email);
  for (const cookie of [
    'portal_device=x',
    "portal_device=';drop table session--",
    `portal_device=${'a'.repeat(500)}`,
  ]) {
    expect(await enter(portal, one.email, cookie)).toMatch(/^portal_device=[\w-]{43}$/);
  }
  expect(await told(portal, one.email)).toHaveLength(3);
  expect(await enter(portal, two.email, shared)).toBe(shared);
  expect(await told(portal, two.email)).toHaveLength(1);
});

test('a browser that sends two values is none that is known, whichever is first: its owner is told', async () => {
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const known = await enter(portal, email);
  const planted = `portal_device=${'a'.repeat(43)}`;
  for (const cookie of [`${known}; ${planted}`, `${planted}; ${known}`]) {
    const given = await enter(portal, email, cookie);
    expect(given).toMatch(/^portal_device=[\w-]{43}$/);
    expect([known, planted]).not.toContain(given);
  }
  expect(await told(portal, email)).toHaveLength(2);
});

test('SEC-08 a right password is not told of as a sign-in before the code is', async () => {
  const portal = await openPortal();
  const person = await aPersonWithApp(portal);
  const challenge = await challengeFor(portal, person.email);
  const before = (await told(portal, person.email)).length;
  const code = nextCode(portal, person);
  expect((await portal.call(confirmCode, { body: { challenge, code } })).status).toBe(200);
  expect((await told(portal, person.email)).length).toBe(before + 1);
});

test('of four first browsers at once three are told of', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  await Promise.all(Array.from({ length: 4 }, () => enter(portal, email)));
  expect(await told(portal, email)).toHaveLength(3);
  expect(await portal.rows('select 1 from known_device')).toHaveLength(4);
});

test('REL-12 where the mail cannot be written nobody comes in untold', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { email } = await aPersonWithAccount(portal, 'Site User');
  await enter(portal, email);
  await portal.rows('alter table message rename to elsewhere');
  expect((await portal.call(signIn, { body: { email, password: goodPassword } })).status).toBe(500);
  expect(await portal.rows('select 1 from session')).toHaveLength(1);
  await portal.rows('alter table elsewhere rename to message');
  forward(portal, 1_000);
  await enter(portal, email);
  expect(await told(portal, email)).toHaveLength(1);
});
