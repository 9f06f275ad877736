import { brandOfHost } from '@portal/contract/companies/endpoints.ts';
import { me, signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, test } from 'vitest';
import { aBuiltWebApp, aLine, listening, staticFiles } from '#test/house.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';

type Headers = Record<string, string | string[] | number | undefined>;

/** One of every kind of answer this server gives. */
async function everyKind(portal: Portal): Promise<{ what: string; api: boolean; headers: Headers }[]> {
  const nurse = await portal.signedIn(await portal.aPerson('Nurse', { company_id: await portal.aCompany() }));
  const calls = await Promise.all([
    portal.call(brandOfHost),
    portal.call(me),
    nurse.call(me),
    portal.call(signIn, { body: { email: 'nobody', password: 'x' } }),
    portal.call(brandOfHost, { query: { unknown: 1 } }),
  ]);
  const urls = [
    '/',
    '/participants',
    '/brands/default/logo.svg',
    ...staticFiles.map((name) => `/assets/${name}`),
    '/api/health/live',
    '/api/health/ready',
    '/api/openapi.json',
    '/api/nothing',
    '/assets/nothing.js',
    '/%E0%A4%A',
  ];
  const fetched = await Promise.all(urls.map((url) => portal.app.http.inject({ url, headers: { host: 'localhost' } })));
  return [
    ...calls.map(({ status, headers }) => ({ what: `a call: ${status}`, api: true, headers: headers as Headers })),
    ...fetched.map(({ headers, statusCode }, at) => ({
      what: `${urls[at]}: ${statusCode}`,
      api: urls[at]?.startsWith('/api/') ?? false,
      headers: headers as Headers,
    })),
  ];
}

test('SEC-21 every kind of answer carries the policy, nosniff and a referrer policy without a path, and the API is kept by nobody', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const kinds = await everyKind(portal);
  const ofAll = [`default-src 'none'`, `object-src 'none'`, `base-uri 'none'`, `frame-ancestors 'none'`];
  for (const { what, api, headers } of kinds) {
    const policy = String(headers['content-security-policy']).split('; ');
    // An address that nobody can read is answered before anything is asked what it is.
    const isNoPage = api || what === '/%E0%A4%A: 400';
    const loads = policy.filter((one) => !one.endsWith(` 'none'`)).map((one) => one.split(' ')[0]);
    const ofPages = ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'manifest-src', 'form-action'];
    expect({ what, policy }).toEqual({ what, policy: expect.arrayContaining(ofAll) as string[] });
    expect({ what, loads }).toEqual({ what, loads: isNoPage ? [] : ofPages });
    const scripts = policy.filter((one) => one.startsWith('script-src'));
    expect({ what, scripts }).toEqual({ what, scripts: isNoPage ? [] : [`script-src 'self'`] });
    expect(policy.join()).not.toMatch(/unsafe|\*/);
    expect({ what, sniff: headers['x-content-type-options'], referrer: headers['referrer-policy'] }).toEqual({
      what,
      sniff: 'nosniff',
      referrer: 'strict-origin',
    });
    expect({ what, transport: headers['strict-transport-security'] }).toEqual({ what, transport: undefined });
  }
  for (const { what, headers } of kinds.filter(({ api }) => api))
    expect({ what, cache: headers['cache-control'] }).toEqual({ what, cache: 'no-store' });
});

test('SEC-21 over TLS every answer asks for TLS for two years', async () => {
  const portal = await openPortal({ TLS_AT_EDGE: 'yes' }, { dist: aBuiltWebApp() });
  for (const { what, headers } of await everyKind(portal)) {
    expect({ what, transport: headers['strict-transport-security'] }).toEqual({
      what,
      transport: 'max-age=63072000; includeSubDomains',
    });
  }
});

test('SEC-21 each page has a nonce of its own, the same in its header and its text', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const pages = await Promise.all(
    [1, 2].map(() => portal.app.http.inject({ url: '/sign-in', headers: { host: 'localhost' } })),
  );
  const nonces = pages.map(({ headers, body }) => {
    const nonce = /'nonce-([\w-]{22})'/.exec(String(headers['content-security-policy']))?.[1];
    expect(body).toContain(`<meta name="csp-nonce" content="${nonce}" />`);
    expect(headers['cache-control']).toBe('no-store');
    return nonce;
  });
  expect(new Set(nonces).size).toBe(2);
});

test('a file of the built web app may be kept for good, because another build names it anew', async () => {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  for (const name of staticFiles) {
    const answer = await portal.app.http.inject({ url: `/assets/${name}`, headers: { host: 'localhost' } });
    expect([name, answer.statusCode, answer.headers['cache-control']]).toEqual([
      name,
      200,
      'public, max-age=31536000, immutable',
    ]);
  }
});

test.each([
  [
    'headers over 16 KB',
    `GET / HTTP/1.1\r\nHost: localhost\r\nx-long: ${'x'.repeat(17_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['what is not HTTP', 'hello\r\n\r\n', 400, 'invalid'],
])(
  'SEC-21 SEC-27 %s are refused before anything else, in JSON and with the same headers',
  async (_what, said, status, code) => {
    onItsOwn();
    const portal = await openPortal();
    const { port } = await listening(portal);
    const line = await aLine(port);
    line.socket.write(said);
    await line.ended;
    const [head = '', body = ''] = line.heard().split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('content-security-policy: default-src');
    expect(head).toContain('x-content-type-options: nosniff');
    expect(head).toContain('cache-control: no-store');
    expect(JSON.parse(body)).toMatchObject({ code });
  },
);
