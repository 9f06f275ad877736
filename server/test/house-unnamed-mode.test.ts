import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brandOfHost } from '@portal/contract/companies/endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test } from 'vitest';
import { aBuiltWebApp, listening } from './house.ts';
import { aPersonWithAccount, goodPassword } from './people.ts';
import { openPortal } from './portal.ts';

const unnamed = { PORTAL_MODE: '', PORTAL_SECRET: '' };
const refusal = {
  code: 'mode_not_named',
  message:
    'This portal was started only for use on its own machine, but this call came from elsewhere or through a proxy. To serve others, start it with PORTAL_MODE.',
};
const elsewhere: Record<string, string>[] = [
  { host: 'localhost', 'x-forwarded-for': '9.9.9.9' },
  { host: 'localhost', 'x-forwarded-host': 'portal.example' },
  { host: 'localhost', 'x-forwarded-proto': 'https' },
  { host: 'localhost', forwarded: 'for=9.9.9.9' },
  { host: 'localhost', via: '1.1 tunnel' },
  { host: 'localhost', 'x-real-ip': '9.9.9.9' },
  { host: '127.0.0.1:3000', origin: 'https://portal.example' },
];
const here: Record<string, string>[] = [
  { host: 'localhost:3000' },
  { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' },
  { host: '[::1]:3000' },
  { host: 'na.trialcard.test:3000', origin: 'http://na.trialcard.test:3000' },
  { host: 'localhost', origin: 'null' },
  // SEC-18: it shows the default brand.
  { host: 'portal.example' },
];

test('SEC-37 SEC-18 a portal whose mode nobody has named answers its own machine alone, and lets nobody sign in through a proxy or a tunnel', async () => {
  const portal = await openPortal(unnamed, { dist: aBuiltWebApp() });
  expect(portal.app.env.mode).toBe('development');
  const { email } = await aPersonWithAccount(portal, 'Site User');
  const body = { email, password: goodPassword };
  for (const headers of elsewhere) {
    const answer = await portal.call(signIn, { body, headers });
    expect([headers, answer.status, answer.body]).toEqual([headers, 403, refusal]);
    for (const url of ['/', '/sign-in', '/api/dev/outbox', '/api/nothing'])
      expect([headers, url, (await portal.app.http.inject({ url, headers })).json()]).toEqual([headers, url, refusal]);
  }
  expect(await portal.rows('select 1 from session')).toEqual([]);
  for (const headers of here) expect((await portal.call(signIn, { body, headers })).status).toBe(200);
  const named = await openPortal({ PORTAL_MODE: 'development' });
  for (const headers of elsewhere) expect((await named.call(brandOfHost, { headers })).status).toBe(200);
});

test('SEC-37 SEC-35 nor does it open a socket, or answer a proxy that says nothing of itself', async () => {
  const portal = await openPortal(unnamed);
  const { port } = await listening(portal);
  const { token } = await portal.signedIn((await aPersonWithAccount(portal, 'Site User')).providerId);
  const connects = async (extraHeaders: Record<string, string>) => {
    const socket = io(`http://127.0.0.1:${port}`, {
      path: '/api/socket',
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: { host: 'localhost', ...extraHeaders },
    });
    onTestFinished(() => void socket.disconnect());
    return new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('connect_error', () => resolve(false));
    });
  };
  expect([await connects({ 'x-forwarded-for': '9.9.9.9' }), await connects({})]).toEqual([false, true]);
  const asked = async (version: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /api/brand HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).slice(9, 12);
  };
  expect([await asked('1.0'), await asked('1.1')]).toEqual(['403', '200']);
});
