import { endpoints } from '@portal/contract/all.ts';
import { brandOfHost } from '@portal/contract/companies/endpoints.ts';
import { endpoint } from '@portal/contract/endpoint.ts';
import { me } from '@portal/contract/identity/endpoints.ts';
import * as participants from '@portal/contract/participants/endpoints.ts';
import { done } from '@portal/contract/wire.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { rooms } from '#src/rooms.ts';
import type { Room } from '#platform/http/calls.ts';
import { aBuiltWebApp, aLine, aSiteUser, givenParticipant, listening, raw } from './house.ts';
import { onItsOwn, openPortal } from './portal.ts';

test('SEC-27 a body over 1 MB is 413, one that is not JSON 415, a malformed one 400, and none of them changes anything', async () => {
  const portal = await openPortal();
  const { caller, siteId } = await aSiteUser(portal);
  const at = { url: '/api/trial-participant', token: caller.token };
  const good = JSON.stringify(givenParticipant(siteId));
  const answers = {
    'over 1 MB': await raw(portal, {
      ...at,
      payload: JSON.stringify(givenParticipant(siteId, { lname: 'x'.repeat(1_048_576) })),
    }),
    text: await raw(portal, { ...at, payload: good, type: 'text/plain' }),
    form: await raw(portal, { ...at, payload: 'g_id=1', type: 'application/x-www-form-urlencoded' }),
    multipart: await raw(portal, { ...at, payload: '--x--', type: 'multipart/form-data; boundary=x' }),
    xml: await raw(portal, { ...at, payload: '<a/>', type: 'application/xml' }),
    'half a body': await raw(portal, { ...at, payload: good.slice(0, -1) }),
    'an empty body': await raw(portal, { ...at, payload: '' }),
    prototype: await raw(portal, { ...at, payload: good.replace('{', '{"__proto__":{"admin":true},') }),
    array: await raw(portal, { ...at, payload: '[]' }),
    word: await raw(portal, { ...at, payload: '"x"' }),
    null: await raw(portal, { ...at, payload: 'null' }),
  };
  expect(Object.fromEntries(Object.entries(answers).map(([what, { statusCode }]) => [what, statusCode]))).toEqual({
    'over 1 MB': 413,
    text: 415,
    form: 415,
    multipart: 415,
    xml: 415,
    'half a body': 400,
    'an empty body': 400,
    prototype: 400,
    array: 400,
    word: 400,
    null: 400,
  });
  for (const { body } of Object.values(answers))
    expect(JSON.parse(body)).toMatchObject({
      code: expect.any(String) as string,
      message: expect.any(String) as string,
    });
  expect(await portal.rows('select 1 from participant')).toEqual([]);
  expect((await raw(portal, { ...at, payload: good })).statusCode).toBe(200);
});

test('SEC-27 every list that a call takes says how long it may be, which is no longer than 1,000', () => {
  const beyond: string[] = [];
  let lists = 0;
  const look = (schema: unknown, at: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { type, maxItems = Infinity } = schema as { type?: unknown; maxItems?: number };
    if (type === 'array') lists += 1;
    if (type === 'array' && maxItems > 1_000) beyond.push(`${at}: ${maxItems}`);
    for (const [key, inner] of Object.entries(schema)) look(inner, `${at} ${key}`);
  };
  for (const { name, endpoint: asked } of endpoints)
    for (const schema of [asked.query, asked.body])
      if (schema) look(z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }), name);
  expect(beyond).toEqual([]);
  expect(lists).toBeGreaterThan(20);
});

test('SEC-27 values nested over 20 deep, lists over 1,000 with those within them and keys that are no field are 400 and named', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { caller, siteId } = await aSiteUser(portal);
  const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
  const add = (more: Record<string, unknown>) =>
    caller.call(participants.addParticipant, { body: givenParticipant(siteId, more) });
  for (const opening of ['{"a":', '[']) {
    const answer = await raw(portal, {
      url: '/api/trial-participant',
      token: caller.token,
      payload: `{"address":${opening.repeat(150_000)}1${(opening === '[' ? ']' : '}').repeat(150_000)}}`,
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'invalid']);
  }
  for (const [address, sentence] of [
    [nested(25), 'is nested too deeply (maximum is 20 levels)'],
    [Array.from({ length: 1_001 }, () => 1), 'has too many items (maximum is 1000)'],
    [Array.from({ length: 40 }, () => ({ items: Array(25).fill(1) })), 'has too many items (maximum is 1000)'],
  ]) {
    const answer = await add({ address });
    expect([answer.status, answer.fields]).toEqual([400, { address: sentence }]);
  }
  const unknown = await add({ isAdmin: 1, company_id: 2 });
  expect([unknown.status, unknown.fields]).toEqual([
    400,
    { isAdmin: 'is not a field of this call', company_id: 'is not a field of this call' },
  ]);
  const asked = await caller.call(participants.listParticipants, { query: { g_id: siteId, all: 1 } });
  expect([asked.status, asked.fields]).toEqual([400, { all: 'is not a field of this call' }]);
  expect(await portal.rows('select 1 from participant')).toEqual([]);
});

test('SEC-26 SEC-27 an address that cannot be read is 400 and is not repeated', async () => {
  const portal = await openPortal();
  for (const url of ['/%E0%A4%A', '/api/%zz', '/api/brand/%C0%80']) {
    const answer = await portal.app.http.inject({ url, headers: { host: 'localhost' } });
    expect([url, answer.statusCode]).toEqual([url, 400]);
    expect(answer.body).not.toContain('%');
  }
});

test('SEC-18 only the host itself decides: forwarded headers have no effect, and a token is worth nothing on another host', async () => {
  const portal = await openPortal();
  const nurse = await portal.aPerson('Nurse', { company_id: await portal.aCompany() });
  const forged = {
    'x-forwarded-host': 'eu.trialcard.test',
    forwarded: 'host=eu.trialcard.test',
    'x-forwarded-for': '9.9.9.9',
    'x-original-host': 'eu.trialcard.test',
  };
  expect((await portal.call(brandOfHost, { headers: { host: 'na.trialcard.test', ...forged } })).reply.key).toBe(
    'north-america',
  );
  const here = await portal.signedIn(nurse, 'na.trialcard.test');
  expect((await here.call(me, { headers: forged })).status).toBe(200);
  for (const host of ['eu.trialcard.test', 'localhost'])
    expect((await here.call(me, { headers: { host, 'x-forwarded-host': 'na.trialcard.test' } })).status).toBe(401);
  expect((await here.call(me)).status).toBe(200);
});

test('SEC-18 a host that no brand names is refused in production and served by the default brand elsewhere', async () => {
  const answers: Record<string, unknown> = {};
  const dist = aBuiltWebApp();
  for (const mode of ['production', 'staging', 'development']) {
    const portal = await openPortal(
      {
        PORTAL_MODE: mode,
        ...(mode === 'production' ? { DATABASE_URL: 'postgres://db/x?sslmode=verify-full', TLS_AT_EDGE: 'yes' } : {}),
      },
      { dist },
    );
    const asked = await Promise.all(
      ['/sign-in', '/api/brand', '/api/nothing', '/brands/default/logo.svg'].map((url) =>
        portal.app.http.inject({ url, headers: { host: 'evil.example' } }),
      ),
    );
    answers[mode] = asked.map(({ statusCode, body }) => (body.includes('"unknown_host"') ? 'refused' : statusCode));
    expect(
      (await portal.app.http.inject({ url: '/api/brand', headers: { host: 'na.trialcard.test' } })).json<{
        key: string;
      }>().key,
    ).toBe('north-america');
    // A probe asks by the address of the machine; it is told whether the process lives, and of no brand.
    const probe = await portal.app.http.inject({ url: '/api/health/live', headers: { host: '10.0.0.7:3000' } });
    expect([mode, probe.statusCode, probe.body]).toEqual([mode, 200, '{"status":"live","version":"0.1.0"}']);
    await portal.close();
  }
  const served = [200, 200, 404, 200];
  expect(answers).toEqual({
    production: ['refused', 'refused', 'refused', 'refused'],
    staging: served,
    development: served,
  });
});

const failing = endpoint({
  method: 'POST',
  path: '/test/failing',
  summary: 'A call that fails as it is told',
  access: {},
  body: z.strictObject({ how: z.string() }),
  reply: done,
  failure: 'Unable to try',
});
const aFailingRoom: Room = ({ route }) => {
  route(failing, async ({ body, tx, viewer }) => {
    if (body.how === 'code') throw new Error('secret-of-the-code at /srv/portal/x.ts');
    // oxlint-disable-next-line typescript/only-throw-error -- what some library may do
    if (body.how === 'value') throw 'secret-of-the-code';
    if (body.how === 'sql')
      await tx
        .insertInto('sponsor')
        .values({ company_id: viewer.companyId, name: null as never })
        .execute();
    if (body.how === 'typed')
      await tx
        .selectFrom('sponsor')
        .select('name')
        .where('sponsor_id', '=', 'secret-of-the-person' as never)
        .execute();
    if (body.how === 'values')
      await tx
        .selectFrom('sponsor')
        .select('name')
        // More than one statement may have: a fault of the code, not an outage.
        .where(
          'sponsor_id',
          'in',
          Array.from({ length: 70_000 }, (_, n) => n),
        )
        .execute();
    if (body.how === 'reply') return { secret: 'secret-of-the-reply' } as never;
    return { message: 'done' };
  });
};

test('SEC-29 PRV-05 an unexpected error answers a general sentence and a number, the log has the same number, and the next 100 calls are served', async () => {
  const portal = await openPortal({}, { rooms: [...rooms, aFailingRoom] });
  const { caller, siteId } = await aSiteUser(portal);
  await portal.rows('alter table participant rename to elsewhere');
  const answers = [
    ...(await Promise.all(
      ['code', 'value', 'sql', 'typed', 'values', 'reply'].map((how) => caller.call(failing, { body: { how } })),
    )),
    await caller.call(participants.listParticipants, { query: { g_id: siteId } }),
    await caller.call(participants.addParticipant, { body: givenParticipant(siteId, { fname: 'Marker' }) }),
  ];
  for (const { status, body } of answers) {
    const { message, detail } = body as { message: string; detail: { reference: string } };
    expect([status, body]).toEqual([
      500,
      { code: 'unexpected', message, detail: { reference: expect.stringMatching(/^[\w-]{12}$/) as string } },
    ]);
    expect(message).toMatch(/^Unable to |^[A-Z][\w ,.']+$/);
    expect(message).not.toMatch(
      /secret|node_modules|\.ts|at |select|insert|relation|sponsor|participant"|pg|fastify|\d+\.\d+\.\d+/,
    );
    const line = portal.logged.find((one) => one.includes('"event":"unexpected"') && one.includes(detail.reference));
    expect(line).toBeDefined();
  }
  expect(portal.logged.join('')).not.toMatch(/secret-of-the-(person|reply)|Marker/);
  await portal.rows('alter table elsewhere rename to participant');
  const after = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      n % 2 ? caller.call(me) : caller.call(participants.listParticipants, { query: { g_id: siteId } }),
    ),
  );
  expect(new Set(after.map(({ status }) => status))).toEqual(new Set([200]));
});

test('SEC-27 a request whose body or headers come too slowly is ended in time, and nothing of it is done', async () => {
  const portal = await openPortal({ SLOWEST_REQUEST_SECONDS: '2' });
  const { port } = await listening(portal);
  const began = performance.now();
  const [body, headers] = await Promise.all([aLine(port), aLine(port)]);
  body.socket.write(
    'POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{"email":',
  );
  headers.socket.write('POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\n');
  await Promise.all([body.ended, headers.ended]);
  expect(performance.now() - began).toBeLessThan(6_000);
  for (const line of [body, headers]) {
    expect(line.heard()).toMatch(/^HTTP\/1\.1 408 /);
    expect(line.heard()).toContain('"code":"too_slow"');
  }
  expect(await portal.rows('select 1 from sign_in_lock')).toEqual([]);
});

test('SEC-27 an offer of another protocol is answered as if it were not made', async () => {
  const portal = await openPortal();
  const { port } = await listening(portal);
  for (const [protocol, url, answer] of [
    ['h2c', '/api/brand', /^HTTP\/1\.1 200 OK/],
    ['websocket', '/api/brand', /^HTTP\/1\.1 200 OK/],
    ['anything', '/api/socket/', /^HTTP\/1\.1 4\d\d /],
  ] as const) {
    const line = await aLine(port);
    line.socket.write(
      `GET ${url} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade, close\r\nupgrade: ${protocol}\r\n\r\n`,
    );
    await line.ended;
    expect(line.heard()).toMatch(answer);
  }
});
