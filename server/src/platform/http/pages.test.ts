import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { brandOfHost } from '@portal/contract/companies/endpoints.ts';
import { pages } from '@portal/contract/pages.ts';
import { aBuiltWebApp, listening } from '#test/house.ts';
import { openPortal, type Portal } from '#test/portal.ts';

interface Shown {
  brand: Record<string, unknown>;
  mode: string;
}

async function pageAt(portal: Portal, host: string, url = '/sign-in') {
  const answer = await portal.app.http.inject({ url, headers: { host } });
  const { body } = answer;
  const data = /<script type="application\/json" id="portal">(.*?)<\/script>/.exec(body)?.[1] ?? '';
  return {
    answer,
    body,
    title: /<title>(.*)<\/title>/.exec(body)?.[1],
    icon: /<link rel="icon" href="(.*?)" \/>/.exec(body)?.[1],
    data,
    shown: JSON.parse(data) as Shown,
  };
}

test('BRN-04 BRN-05 BRN-06 BRN-07 BRN-08 BRN-12 the page of each host carries its own brand before any script has run', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const pages = await Promise.all(
    ['localhost', 'na.trialcard.test', 'eu.trialcard.test:8443'].map((host) => pageAt(portal, host)),
  );
  expect(pages.map(({ title }) => title)).toEqual(['Trellis', 'TrialCard North America', 'TrialCard Europe']);
  expect(pages.map(({ icon }) => icon)).toEqual(
    ['default', 'north-america', 'europe'].map((key) => `/brands/${key}/favicon.svg`),
  );
  expect(
    pages.map(({ shown }) => [
      shown.brand['logo'],
      shown.brand['signInImage'],
      shown.brand['email'],
      shown.brand['phone'],
      shown.brand['showsFooter'],
    ]),
  ).toEqual([
    ['/brands/default/logo.svg', '/brands/default/sign-in.svg', 'help@trellis.example', '+1 617 555 0100', true],
    [
      '/brands/north-america/logo.svg',
      '/brands/north-america/sign-in.svg',
      'support@na.trialcard.example',
      '+1 919 555 0142',
      false,
    ],
    ['/brands/europe/logo.svg', '/brands/europe/sign-in.svg', 'support@eu.trialcard.example', null, false],
  ]);
  for (const { icon, shown } of pages) {
    for (const image of [icon, shown.brand['logo'], shown.brand['signInImage']]) {
      const answer = await portal.app.http.inject({ url: String(image), headers: { host: 'localhost' } });
      expect([image, answer.statusCode, answer.headers['content-type']]).toEqual([image, 200, 'image/svg+xml']);
    }
  }
});

test('OPN-28 a brand with signs of HTML in its texts stays text on the page, and the page keeps its one kind of script', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-brands-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const brandsFile = path.join(folder, 'brands.json');
  const [brand] = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../brands/brands.json'), 'utf8')) as [
    Record<string, unknown>,
  ];
  const hostile = `A & "B" </title></script><script>alert(1)</script><!-- $& $1`;
  writeFileSync(
    brandsFile,
    JSON.stringify([{ ...brand, name: hostile, title: hostile, terms: hostile, favicon: '/x.svg" onload="alert(1)' }]),
  );
  const portal = await openPortal({ BRANDS_FILE: brandsFile }, { dist: aBuiltWebApp() });
  const { body, title, data, shown, icon } = await pageAt(portal, 'localhost');
  expect(body.match(/<script/g)).toHaveLength(2);
  expect(body).not.toMatch(/<script>|onload="/);
  expect(data).not.toContain('<');
  expect(shown.brand['terms']).toBe(hostile);
  expect(title).toBe(
    'A &#38; &#34;B&#34; &#60;/title&#62;&#60;/script&#62;&#60;script&#62;alert(1)&#60;/script&#62;&#60;!-- $&#38; $1',
  );
  expect(icon).toBe('/x.svg&#34; onload=&#34;alert(1)');
});

test('SEC-37 the page tells what is for everybody and nothing else of the brand and of the settings', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const { shown } = await pageAt(portal, 'na.trialcard.test');
  expect(Object.keys(shown).sort()).toEqual(['brand', 'mode', 'physicianDashboard']);
  // Which BRN-10 names one by one.
  const { reply } = await portal.call(brandOfHost, { headers: { host: 'na.trialcard.test' } });
  expect(Object.keys(shown.brand).sort()).toEqual(Object.keys(reply).sort());
});

test('SEC-37 SCN-12 the calls, the script and the files of development are in development alone, and the clock moves in test alone', async () => {
  const dist = aBuiltWebApp();
  const asked = [
    ['GET', '/api/dev/outbox'],
    ['PUT', '/api/dev/clock'],
    ['GET', '/api/dev/demo-accounts'],
  ] as const;
  const found: Record<string, unknown> = {};
  const files: Record<string, unknown> = {};
  for (const mode of ['development', 'test', 'staging', 'production']) {
    const production: Record<string, string> =
      mode === 'production' ? { DATABASE_URL: 'postgres://x/x?sslmode=verify-full', TLS_AT_EDGE: 'yes' } : {};
    const portal = await openPortal({ PORTAL_MODE: mode, ...production }, { dist });
    const ask = async (method: 'GET' | 'PUT', url: string) =>
      (
        await portal.app.http.inject({
          method,
          url,
          headers: { host: 'na.trialcard.test', 'content-type': 'application/json' },
          ...(method === 'PUT' ? { payload: { now: null } } : {}),
        })
      ).statusCode;
    const statuses = [];
    for (const [method, url] of asked) statuses.push(await ask(method, url));
    const { body, shown } = await pageAt(portal, 'na.trialcard.test');
    found[mode] = [...statuses, body.includes('demo-accounts'), shown.mode];
    files[mode] = await Promise.all(
      ['/dev/', '/dev/demo-accounts.js', '/dev/demo-accounts.js.map', '/dev/kit'].map((url) => ask('GET', url)),
    );
    await portal.close();
  }
  expect(found).toEqual({
    development: [200, 404, 200, true, 'development'],
    test: [200, 200, 404, false, 'test'],
    staging: [404, 404, 404, false, 'staging'],
    production: [404, 404, 404, false, 'production'],
  });
  expect([files['staging'], files['production']]).toEqual([
    [404, 404, 404, 404],
    [404, 404, 404, 404],
  ]);
  expect([files['development'], files['test']].map((mode) => (mode as number[])[3])).toEqual([200, 404]);
});

test('without a built web app the page says so, and the API works', async () => {
  const empty = mkdtempSync(path.join(tmpdir(), 'portal-dist-'));
  onTestFinished(() => rmSync(empty, { recursive: true }));
  const portal = await openPortal({}, { dist: empty });
  const answer = await portal.app.http.inject({ url: '/', headers: { host: 'localhost' } });
  expect([answer.statusCode, answer.body]).toEqual([503, 'The web app has not been built. Run: npm run build']);
  expect((await portal.app.http.inject({ url: '/api/health/live', headers: { host: 'localhost' } })).statusCode).toBe(
    200,
  );
});

test('RTE-29 the address of a page with a slash at its end leads to the page, with its query and on the same host', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const { port } = await listening(portal);
  // As they stand: what makes an address of them would set some of these right.
  const at = (address: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { host: 'localhost', accept: 'text/html' };
      const asked = request({ host: '127.0.0.1', port, path: address, method, headers, agent: false }, (reply) => {
        reply.resume().on('end', () => resolve(reply));
      });
      asked.on('error', reject).end();
    });
  for (const page of pages) {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await at(`${page}/?a=1&b=%2F%2Fevil.example`, method);
      expect([method, statusCode, headers['location']]).toEqual([method, 301, `${page}?a=1&b=%2F%2Fevil.example`]);
      expect([method, (await at(page, method)).statusCode]).toEqual([method, 200]);
    }
  }
  expect((await at('/account/', 'POST')).statusCode).toBe(404);
  for (const url of [
    '//evil.example/',
    '//evil.example/account/',
    '///account/',
    '/\\evil.example/',
    '/%5Cevil.example/',
    '/%2Fevil.example/',
    'http://evil.example/account/',
    '/account//',
    '/account%2F',
    '/api/account/',
    '/assets/account/',
    '/dev/kit/',
    '/nonsense/',
  ]) {
    const { statusCode, headers } = await at(url);
    expect([url, statusCode, headers['location']]).toEqual([url, 404, undefined]);
  }
});

test('RTE-29 REL-03 an address that is no page is a 404: the portal says so to a person, a program reads it from the status', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const at = (url: string, accept: string) => portal.app.http.inject({ url, headers: { host: 'localhost', accept } });
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  for (const url of ['/metrics', '/healthz', '/.env', '/wp-login.php', '/participants/7', '/Sign-In']) {
    const [seen, read] = [await at(url, browser), await at(url, '*/*')];
    expect([url, seen.statusCode, read.statusCode]).toEqual([url, 404, 404]);
    expect(seen.body).toContain('<title>Trellis</title>');
    expect(read.json()).toMatchObject({ code: 'not_found' });
  }
  for (const page of pages) expect([page, (await at(`${page}?a=1`, '*/*')).statusCode]).toEqual([page, 200]);
  expect((await at('/api/nothing', browser)).headers['content-type']).toContain('application/json');
});
