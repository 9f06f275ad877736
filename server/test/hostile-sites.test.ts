import { renewSession } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { aBuiltWebApp } from './house.ts';
import { otherTypes } from './hostile-bodies.ts';
import { openHostileHouse, printOf } from './hostile-house.ts';
import { aSignedInPerson, renewing } from './people.ts';
import { onItsOwn, openPortal } from './portal.ts';

const foreignOrigins = [
  'https://evil.test',
  'http://evil.test',
  'null',
  'http://localhost.evil.test',
  'http://evil.test#localhost',
  'http://localhost@evil.test',
  'http://localhost:4000',
  'http://na.trialcard.test',
  'http://xlocalhost',
  'http://localhost/',
  'http://localhost, http://evil.test',
  'localhost',
  'file://',
  'chrome-extension://abc',
  'javascript:alert(1)',
  '*',
  ' ',
];

test('SEC-20 a page of another site is granted nothing: no preflight, and no answer that its script may read', {
  timeout: 300_000,
}, async () => {
  const house = await openHostileHouse();
  const before = await printOf(house);
  const wrong: unknown[] = [];
  for (const { name, endpoint } of house.calls) {
    const at = `/api${endpoint.path}`;
    for (const origin of foreignOrigins) {
      const asked = { host: 'localhost', origin, 'access-control-request-method': endpoint.method };
      const answers = [
        await house.app.http.inject({
          method: 'OPTIONS',
          url: at,
          headers: { ...asked, 'access-control-request-headers': 'authorization, content-type, x-portal' },
        }),
        await house.app.http.inject({ method: 'GET', url: at, headers: { host: 'localhost', origin } }),
      ];
      for (const { headers, statusCode } of answers) {
        const granted = Object.keys(headers).filter((header) => /^(access-control-|timing-allow-origin)/.test(header));
        if (granted.length > 0 || statusCode >= 500) wrong.push([name, origin, statusCode, granted]);
      }
      if (answers[0]?.statusCode !== 404) wrong.push([name, origin, answers[0]?.statusCode]);
    }
  }
  expect(wrong).toEqual([]);
  expect(await printOf(house)).toEqual(before);
});

test('SEC-20 renewal from a foreign origin, as a form post or as text is 403 and gives no token', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const person = await aSignedInPerson(portal, 'Site User');
  const good: Record<string, string> = { ...renewing(person), 'content-type': 'application/json' };
  const ask = async (change: Record<string, string>, payload = '{}') => {
    const answer = await portal.app.http.inject({
      method: 'POST',
      url: '/api/auth/session',
      headers: { ...good, ...change },
      payload,
    });
    return [answer.statusCode, answer.json<{ code?: string }>().code, answer.body.includes('accessToken')];
  };
  const refused = [403, 'foreign_origin', false];
  for (const origin of foreignOrigins) expect([origin, await ask({ origin })]).toEqual([origin, refused]);
  for (const type of otherTypes)
    for (const payload of ['{}', 'a=1', ''])
      expect([type, await ask({ 'content-type': type }, payload)]).toEqual([type, refused]);
  for (const site of ['cross-site', 'same-site', 'none', 'SAME-ORIGIN', ''])
    expect([site, await ask({ 'sec-fetch-site': site })]).toEqual([site, refused]);
  for (const portalHeader of ['', '0', 'true', '1, 1', '2'])
    expect([portalHeader, await ask({ 'x-portal': portalHeader })]).toEqual([portalHeader, refused]);
  // Neither as a picture nor as a link of another page.
  const { 'content-type': _, ...bare } = good;
  for (const method of ['GET', 'HEAD', 'PUT', 'DELETE'] as const)
    expect((await portal.app.http.inject({ method, url: '/api/auth/session', headers: bare })).statusCode).toBe(404);
  expect((await portal.call(renewSession, { body: {}, headers: renewing(person) })).status).toBe(200);
});

test('SEC-20 every reading call of the inventory, made as it should be or dressed up as another, changes no record', {
  timeout: 300_000,
}, async () => {
  onItsOwn();
  const house = await openHostileHouse();
  const calls = [];
  for (const { name, endpoint } of house.calls)
    if (endpoint.method === 'GET') calls.push({ name, endpoint, ...(await house.good(name, endpoint)) });
  // The installation makes what it seals with once, for whatever needs it first.
  for (const { name, ask, query } of calls) if (name === 'audit.copyRecords') await ask({ query });
  expect(await house.rows('select from sealing_identity')).toHaveLength(1);
  const before = await printOf(house);
  let answered = 0;
  for (const { name, endpoint, ask, query, headers } of calls) {
    const answer = await ask({ query });
    if (answer.status === 200) answered += 1;
    const search = new URLSearchParams(query as Record<string, string> | undefined);
    for (const [method, more, dressed] of [
      ['HEAD', {}, ''],
      ['GET', { 'x-http-method-override': 'DELETE' }, '_method=DELETE'],
      ['GET', { 'x-method-override': 'POST', 'content-type': 'application/json' }, '_method=PUT&version=9'],
    ] as const) {
      const url = `/api${endpoint.path}?${[search.toString(), dressed].filter(Boolean).join('&')}`;
      const { statusCode } = await house.app.http.inject({
        method,
        url,
        headers: { ...headers, ...more, host: 'localhost' },
      });
      expect([name, method, statusCode < 500]).toEqual([name, method, true]);
    }
  }
  expect(answered).toBeGreaterThan(35);
  expect(await printOf(house)).toEqual(before);
});
