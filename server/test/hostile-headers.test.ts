import { me, renewSession, signIn } from '@portal/contract/identity/endpoints.ts';
import { listSessions } from '@portal/contract/identity/account-endpoints.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import { expect, test } from 'vitest';
import { aBuiltWebApp, aLine, aSiteUser, givenParticipant, listening } from './house.ts';
import { printOf } from './hostile-house.ts';
import { falseBearers, falseCookies, forwarding, headersWeRead, hostileValues } from './hostile-headers.ts';
import { aSignedInPerson, goodPassword, renewing } from './people.ts';
import { onItsOwn, openPortal } from './portal.ts';

test('API-01 the scheme before a bearer token is a name in whatever case, and any number of spaces follows it (RFC 9110)', async () => {
  const portal = await openPortal();
  const { caller } = await aSiteUser(portal);
  for (const scheme of ['Bearer ', 'bearer ', 'BEARER ', 'Bearer   '])
    expect([scheme, (await portal.call(me, { headers: { authorization: scheme + caller.token } })).status]).toEqual([
      scheme,
      200,
    ]);
});

test('SEC-26 SEC-01 a bearer token is taken only whole and as it is spelled', async () => {
  const portal = await openPortal();
  const { caller } = await aSiteUser(portal);
  for (const authorization of falseBearers(caller.token)) {
    const answer = await portal.call(me, { headers: { authorization } });
    expect([authorization, answer.status, answer.code]).toEqual([authorization, 401, 'unauthenticated']);
  }
  expect((await portal.call(me, { headers: { authorization: `Bearer ${caller.token}` } })).status).toBe(200);
});

test('SEC-20 SEC-26 a cookie is taken only whole, under its own name and as it was given; a false one changes nothing', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  const before = await printOf(portal);
  const value = person.cookie.slice('portal_session='.length);
  for (const cookie of falseCookies(value)) {
    const answer = await portal.call(renewSession, { body: {}, headers: { ...renewing(person), cookie } });
    expect([cookie, answer.status, answer.code]).toEqual([cookie, 401, 'unauthenticated']);
    expect([cookie, answer.headers['set-cookie']]).toEqual([cookie, undefined]);
  }
  const among = `a=1; ${person.cookie}; __proto__=1; b="2"`;
  expect((await portal.call(renewSession, { body: {}, headers: { ...renewing(person), cookie: among } })).status).toBe(
    200,
  );
  expect(await printOf(portal)).toEqual(before);
});

test('SEC-26 SEC-29 whatever stands in a header, a call is answered as it would be without it or refused, and soon', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const { caller, siteId } = await aSiteUser(portal);
  const wrong: unknown[] = [];
  let n = 0;
  for (const header of headersWeRead)
    for (const value of hostileValues) {
      n += 1;
      const from = performance.now();
      const answers = [
        await caller.call(participants.listParticipants, { query: { g_id: siteId }, headers: { [header]: value } }),
        await caller.call(participants.addParticipant, {
          body: givenParticipant(siteId, { subject_number: String(100_000 + n).replace(/^.../, '$&-') }),
          headers: { [header]: value },
        }),
      ];
      const page = await portal.app.http.inject({ url: '/sign-in', headers: { host: 'localhost', [header]: value } });
      const took = performance.now() - from;
      for (const status of [...answers.map((one) => one.status), page.statusCode])
        if (![200, 304, 400, 415].includes(status)) wrong.push([header, value.slice(0, 40), status]);
      if (page.body.includes('pwned') || took > 3_000) wrong.push([header, value.slice(0, 40), took]);
    }
  expect(wrong).toEqual([]);
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  expect(portal.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
});

test('SEC-26 SEC-28 what a browser says of itself is kept in plain words, whatever it says', async () => {
  const portal = await openPortal();
  const person = await aSignedInPerson(portal, 'Site User');
  for (const value of hostileValues) {
    const body = { email: person.email, password: goodPassword };
    const headers = { 'user-agent': value };
    expect([value, (await portal.call(signIn, { body, headers })).status]).toEqual([value, 200]);
  }
  const { reply } = await person.call(listSessions);
  expect(reply.sessions.length).toBeGreaterThan(hostileValues.length);
  for (const { device } of reply.sessions) expect(device).toMatch(/^[\w ]+$/);
});

test('SEC-18 SEC-20 a header that names another method, path or place has no effect', async () => {
  const portal = await openPortal();
  const { caller, siteId } = await aSiteUser(portal);
  const plain = await caller.call(participants.listParticipants, { query: { g_id: siteId } });
  const before = await printOf(portal);
  for (const headers of [
    { 'x-http-method-override': 'DELETE' },
    { 'x-http-method': 'POST' },
    { 'x-method-override': 'PUT' },
    { 'x-original-url': '/api/auth/sign-out-all' },
    { 'x-rewrite-url': '/api/auth/sign-out-all' },
    { 'x-original-uri': '/api/dev/outbox' },
    { 'x-forwarded-prefix': '/api/dev' },
    ...forwarding('evil.test'),
  ] as Record<string, string>[]) {
    const answer = await caller.call(participants.listParticipants, { query: { g_id: siteId }, headers });
    expect([headers, answer.status, answer.body]).toEqual([headers, 200, plain.body]);
    for (const name of ['location', 'access-control-allow-origin', 'set-cookie', 'link'])
      expect([headers, name, answer.headers[name]]).toEqual([headers, name, undefined]);
  }
  expect(await printOf(portal)).toEqual(before);
});

const brand = 'GET /api/brand HTTP/1.1\r\nhost: localhost\r\n';
const hidden = 'POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n';

test.each([
  [
    'two lengths',
    `POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\ncontent-length: 5\r\n\r\n${hidden}`,
  ],
  [
    'a length and chunks',
    `POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  [
    'chunks by another name',
    `POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: xchunked\r\n\r\n${hidden}`,
  ],
  [
    'a length that is none',
    `POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: +5\r\n\r\n${hidden}`,
  ],
  ['a length below zero', `POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n${hidden}`],
  [
    'a chunk that is none',
    `POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n\r\n${hidden}`,
  ],
  ['a header over two lines', `${brand}x-a: 1\r\n host: evil.test\r\n\r\n`],
  ['a blank before the colon', `${brand}content-length : 5\r\n\r\n`],
  ['a NUL in a header', `${brand}x-a: a\0b\r\n\r\n`],
  ['a line end alone', `GET /api/brand HTTP/1.1\nhost: localhost\n\n${hidden}`],
  ['no host', 'GET /api/brand HTTP/1.1\r\n\r\n'],
  ['another version', 'GET /api/brand HTTP/9.9\r\nhost: localhost\r\n\r\n'],
  ['a method that is none', 'G\0T /api/brand HTTP/1.1\r\nhost: localhost\r\n\r\n'],
  ['a line end in the address', 'GET /api/brand\rx HTTP/1.1\r\nhost: localhost\r\n\r\n'],
])(
  'SEC-27 SEC-26 a request with %s is refused, the connection ends, and nothing behind it is read',
  async (_what, said) => {
    onItsOwn();
    const portal = await openPortal();
    const { port } = await listening(portal);
    const line = await aLine(port);
    line.socket.write(said, 'latin1');
    await line.ended;
    expect(line.heard()).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(line.heard().match(/HTTP\/1\.1 /g)).toHaveLength(1);
  },
);

test('SEC-27 headers of 16 KB in all are refused, and of 12 KB are read', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { port } = await listening(portal);
  for (const [size, status] of [
    [12_000, 200],
    [18_000, 431],
  ] as const) {
    const many = Array.from({ length: size / 100 }, (_, n) => `x-${n}: ${'x'.repeat(90)}`).join('\r\n');
    for (const headers of [`x-long: ${'x'.repeat(size)}`, many]) {
      const line = await aLine(port);
      line.socket.write(`${brand}connection: close\r\n${headers}\r\n\r\n`);
      await line.ended;
      expect([size, line.heard().slice(0, 12)]).toEqual([size, `HTTP/1.1 ${status}`]);
    }
  }
});
