import type { AddressInfo } from 'node:net';
import { request, type RequestOptions } from 'node:http';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { heavyBodies, notOurJson, otherTypes } from './hostile-bodies.ts';
import { fieldsOf, withValue } from './hostile-fields.ts';
import { printOf, type HostileHouse, openHostileHouse } from './hostile-house.ts';
import { asQuery } from './portal.ts';

/** An open call, one of a session, and two that take large bodies. */
const ofEachKind = [
  'identity.signIn',
  'participants.addParticipant',
  'companies.addPublicImage',
  'shipments.siteDocuments.upload',
];
/** All of them for a call of each kind; for the others, which are read by the same code, so many in turn. */
function inTurn<V>(some: number) {
  let turn = 0;
  return (name: string, values: readonly V[]): readonly V[] =>
    ofEachKind.includes(name) ? values : Array.from({ length: some }, () => values[turn++ % values.length] as V);
}
/** The seeds answer whatever body of a trial, a site or a card is refused with 400 (ERR-31). */
const refusedWith = (status: number, { refusesWith400 }: Endpoint): number => (refusesWith400 ? 400 : status);
const longestBody = ({ access, bodyLimit }: Endpoint) => bodyLimit ?? (access === 'open' ? 16_384 : 1_048_576);

/** The calls that take a body, each ready to be sent as bytes: by its usual caller, but with this body and type. */
async function senders(house: HostileHouse) {
  const ready = [];
  for (const { name, endpoint } of house.calls) {
    if (!endpoint.body) continue;
    const { headers, body, query } = await house.good(name, endpoint);
    const at = { method: endpoint.method, url: `/api${endpoint.path}` };
    const send = async (payload: string | Buffer, type = 'application/json') => {
      const answer = await house.app.http.inject({
        ...at,
        ...(query ? { query: asQuery(query) } : {}),
        payload,
        headers: { ...headers, host: 'localhost', 'content-type': type },
      });
      const said = (answer.body === '' ? {} : answer.json()) as { code?: string; fields?: Record<string, string> };
      return { status: answer.statusCode, code: said.code, fields: said.fields ?? {} };
    };
    ready.push({ name, endpoint, headers, good: JSON.stringify(body ?? {}), send });
  }
  return ready;
}

test('SEC-27 SEC-26 a body that is no JSON, no object, or brings names of the language is a 400 of every call, and nothing is written', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  const calls = await senders(house);
  const before = await printOf(house);
  const wrong: unknown[] = [];
  const bodiesOf = inTurn<[string, string | Buffer]>(10);
  for (const { name, endpoint, good, send } of calls)
    for (const [what, body] of [
      ...bodiesOf(name, Object.entries(notOurJson(good))),
      ...(ofEachKind.includes(name) ? Object.entries(heavyBodies) : []),
    ]) {
      const { status, code } = await send(body);
      const refused = body.length > longestBody(endpoint) ? `${refusedWith(413, endpoint)} too_large` : '400 invalid';
      if (`${status} ${code}` !== refused) wrong.push([name, what, status, code]);
    }
  expect(wrong).toEqual([]);
  expect(calls.length).toBeGreaterThan(40);
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  expect(await printOf(house)).toEqual(before);
  expect(house.logged.filter((line) => line.includes('"event":"unexpected"'))).toEqual([]);
});

test('SEC-20 SEC-27 what another site could send without being asked is refused by every call that changes something', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  const calls = await senders(house);
  const before = await printOf(house);
  const wrong: unknown[] = [];
  const typesOf = inTurn<string>(4);
  for (const { name, endpoint, good, send } of calls)
    for (const type of typesOf(name, otherTypes))
      for (const body of [good, 'a=1', `${good}=`]) {
        const { status, code } = await send(body, type);
        const notJson = [refusedWith(415, endpoint), 'unsupported_media'];
        const refused = name === 'identity.renewSession' ? [403, 'foreign_origin'] : notJson;
        if (status !== refused[0] || code !== refused[1]) wrong.push([name, type, status, code]);
      }
  expect(wrong).toEqual([]);
  expect(await printOf(house)).toEqual(before);
});

test('SEC-27 values nested over 20 deep and lists over 1,000 long are refused by every call, and no sooner', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  const nested = (depth: number): unknown => (depth === 1 ? {} : { a: nested(depth - 1) });
  const wrong: unknown[] = [];
  for (const { name, send } of await senders(house)) {
    for (const [what, body, refused] of [
      ['20 deep', nested(20), null],
      ['21 deep', nested(21), 'is nested too deeply (maximum is 20 levels)'],
      ['a list of 1,000', { a: Array.from({ length: 1_000 }, () => 1) }, null],
      ['a list of 1,001', { a: Array.from({ length: 1_001 }, () => 1) }, 'has too many items (maximum is 1000)'],
    ] as const) {
      const { status, fields } = await send(JSON.stringify(body));
      const isTooMuch = /^(is nested too deeply|has too many items)/.test(fields?.['a'] ?? '');
      if (status !== 400 || isTooMuch !== (refused !== null) || (refused && fields?.['a'] !== refused))
        wrong.push([name, what, status, fields]);
    }
  }
  expect(wrong).toEqual([]);
});

test('SEC-27 ERR-31 a body over its limit is 413 for every call, and 400 for saves of trial, site and card, whether its length is announced or not', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  await house.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = house.app.http.server.address() as AddressInfo;
  const calls = await senders(house);
  const before = await printOf(house);
  const wrong: unknown[] = [];
  for (const { name, endpoint, headers: own } of calls) {
    const headers = { ...own, host: 'localhost', 'content-type': 'application/json' };
    const at = { port, path: `/api${endpoint.path}`, method: endpoint.method };
    const expected = refusedWith(413, endpoint);
    const announced = await refusal({ ...at, headers: { ...headers, 'content-length': longestBody(endpoint) + 1 } });
    if (announced !== expected) wrong.push([name, 'announced', announced]);
    if (longestBody(endpoint) > 4_000_000) continue;
    const streamed = await refusal({ ...at, headers }, Buffer.alloc(longestBody(endpoint) + 1, 32));
    if (streamed !== expected) wrong.push([name, 'streamed', streamed]);
  }
  expect(wrong).toEqual([]);
  expect(await printOf(house)).toEqual(before);
});

/** The status of an answer that comes before the body has. */
const refusal = (options: RequestOptions, body?: Buffer) =>
  new Promise<number | undefined>((resolve) => {
    const asked = request(options, (answer) => {
      resolve(answer.statusCode);
      answer.resume();
      asked.destroy();
    });
    asked.on('error', () => resolve(undefined));
    if (body) asked.end(body);
    else asked.flushHeaders();
  });

test('SEC-26 SEC-27 a key of the language in an object inside of a body, or in a parameter, changes no object and no answer', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  const tries = [];
  const calls = [];
  for (const { name, endpoint } of house.calls) {
    const { headers } = await house.good(name, endpoint);
    const { method, path } = endpoint;
    calls.push({ name, endpoint, method, url: `/api${path}`, headers: { ...headers, host: 'localhost' } });
  }
  for (const { name, endpoint, send } of await senders(house)) {
    for (const field of fieldsOf(endpoint).filter(({ kind }) => kind === 'object')) {
      const { body } = await house.good(name, endpoint, field);
      const text = JSON.stringify(withValue(body, field.path, 'HERE'));
      tries.push({ what: `${name} ${field.path.join('.')}`, text, send });
    }
  }
  const before = await printOf(house);
  const wrong: unknown[] = [];
  for (const { what, text, send } of tries)
    for (const inner of ['"constructor":1', '"__proto__":{"isAdmin":1}', '"constructor":{"prototype":{"isAdmin":1}}']) {
      const { status } = await send(text.replace('"HERE"', `{${inner}}`));
      if (status !== 400) wrong.push([what, inner, status]);
    }
  for (const { name, endpoint, url, method, headers } of calls)
    for (const key of [
      '__proto__[isAdmin]',
      'constructor[prototype][isAdmin]',
      '__proto__',
      'constructor',
      'toString',
    ]) {
      const { statusCode } = await house.app.http.inject({ method, url: `${url}?${key}=1`, headers });
      if (statusCode >= 500 && !endpoint.refusesWith500) wrong.push([name, key, statusCode]);
    }
  expect(wrong).toEqual([]);
  expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined();
  expect(await printOf(house)).toEqual(before);
});
