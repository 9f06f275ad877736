import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { outbox } from '@portal/contract/dev/endpoints.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { makeSealingIdentity } from '#rooms/signing/forms/sealing-identity.ts';
import { deliverDue, type Sender } from './deliver-messages.ts';
import { sendMail, sendText } from './outbox.ts';
import { textSender } from './texts.ts';

beforeEach(onItsOwn);

interface Arrived {
  method: string | undefined;
  url: string | undefined;
  type: string | undefined;
  authorization: string | undefined;
  key: string;
  body: string;
}
/** A real service for texts on a port of its own, which answers each as told. */
async function aTextService(answer: (response: ServerResponse, n: number) => void, port = 0) {
  const arrived: Arrived[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    let body = '';
    request.on('data', (part) => (body += String(part)));
    request.on('end', () => {
      const { method, url, headers } = request;
      const { 'content-type': type, authorization } = headers;
      const key = String(headers['idempotency-key']);
      arrived.push({ method, url, type, authorization, key, body });
      answer(response, arrived.length);
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.closeAllConnections();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const at = (server.address() as AddressInfo).port;
  return { arrived, port: at, url: `http://127.0.0.1:${at}/send`, close };
}

const token = 'a-token-for-texts';
const text = (portal: Portal, to = '+16175550100', said = 'Your Trellis code is 123456.') =>
  portal.app.database.asSystem((tx) => sendText(tx, portal.app.clock, { to, text: said }));
const forward = (portal: Portal, ms: number) => portal.app.clock.set(new Date(portal.app.clock.now().getTime() + ms));

test('REL-12 PRV-12 a text is posted once, with the token, and with number and text alone; a mail stays for the mail server', async () => {
  const service = await aTextService((response) => response.writeHead(202).end('{"queued":true}'));
  const portal = await openPortal({ SMS_URL: service.url, SMS_TOKEN: token });
  await portal.app.jobs.start();
  await text(portal, '+16175550100', 'Grüße, Łukasz');
  await portal.app.database.asSystem((tx) =>
    sendMail(tx, portal.app.clock, { to: 'ada@clinic.example', subject: 'x', text: 'x' }),
  );
  await vi.waitFor(
    async () =>
      expect(await portal.rows('select channel from message where sent_at is not null')).toEqual([{ channel: 'sms' }]),
    { timeout: 15_000 },
  );
  expect(service.arrived).toEqual([
    {
      method: 'POST',
      url: '/send',
      type: 'application/json',
      authorization: `Bearer ${token}`,
      key: 'message-1',
      body: '{"to":"+16175550100","text":"Grüße, Łukasz"}',
    },
  ]);
});

test('REL-12 without an address texts stay in the outbox, caught', async () => {
  const portal = await openPortal();
  await portal.app.jobs.start();
  await text(portal);
  expect((await portal.call(outbox)).reply).toMatchObject([{ channel: 'sms', to: '+16175550100' }]);
  expect(await portal.rows('select sent_at, attempts from message')).toEqual([{ sent_at: null, attempts: 0 }]);
});

test('REL-12 PRV-05 texts written while the service is away, has trouble, does not take our token or answers garbage arrive once it is well again, and the log repeats none', async () => {
  const gone = await aTextService(() => {});
  await gone.close();
  const portal = await openPortal();
  const sender = textSender(gone.url, token, 500);
  await text(portal);
  await text(portal, '+16175550101');
  const errors = async () =>
    (await portal.rows<{ last_error: string | null }>('select last_error from message order by message_id')).map(
      (row) => row.last_error,
    );
  // Of a service that is away one text is tried, not all of them.
  expect(await deliverDue(portal.app, sender)).toBe(2_000);
  expect(await errors()).toEqual(['ECONNREFUSED', null]);

  const troubles: [(response: ServerResponse) => void, tries: number][] = [
    [(response) => response.writeHead(503).end('no +16175550100'), 1],
    [(response) => response.writeHead(429).end(), 1],
    // Its token has run out, or it stands elsewhere.
    [(response) => response.writeHead(401).end(), 1],
    // That may be said of one number, so the other one is tried too.
    [(response) => response.writeHead(403).end(), 2],
    [(response) => response.writeHead(404).end(), 2],
    [(response) => response.writeHead(407).end(), 1],
    [(response) => response.writeHead(408).end(), 1],
    [(response) => response.writeHead(302, { location: '/sign-in' }).end(), 1],
    [(response) => response.socket?.destroy(), 1],
    [(response) => response.socket?.end('garbage\r\n\r\n'), 1],
  ];
  let answers = troubles[0]?.[0];
  const ill = await aTextService((response) => answers?.(response), gone.port);
  for (const [trouble, tries] of troubles) {
    answers = trouble;
    const before = ill.arrived.length;
    // Soon, however often it was tried.
    expect(await deliverDue(portal.app, sender)).toBeLessThanOrEqual(120_000);
    expect(ill.arrived.length - before).toBe(tries);
    forward(portal, 3 * 60_000);
  }
  await ill.close();
  expect(await portal.rows('select 1 from message where sent_at is not null')).toEqual([]);

  const well = await aTextService((response) => response.writeHead(200).end(), gone.port);
  forward(portal, 3 * 60_000);
  expect(await deliverDue(portal.app, sender)).toBeNull();
  expect(well.arrived.map(({ key }) => key).sort()).toEqual(['message-1', 'message-2']);
  expect(await deliverDue(portal.app, sender)).toBeNull();
  expect(well.arrived).toHaveLength(2);
  expect(portal.logged.join('')).toContain('"event":"text"');
  expect(portal.logged.join('')).not.toMatch(/6175550|123456|a-token/);
});

test.each([
  [403, 15, true],
  [404, 15, true],
  [401, 2, false],
])(
  'REL-12 a text that is answered with %i for long is tried every %i minutes in the end, and counts as refused: %s',
  async (status, minutes, counts) => {
    const service = await aTextService((response) => response.writeHead(status).end());
    const portal = await openPortal();
    const sender = textSender(service.url, token);
    await text(portal);
    const waits: number[] = [];
    for (let n = 1; n <= 14; n += 1) {
      const wait = (await deliverDue(portal.app, sender)) ?? 0;
      expect(service.arrived).toHaveLength(n);
      waits.push(wait);
      forward(portal, wait);
    }
    expect(Math.max(...waits.slice(0, 12))).toBe(120_000);
    expect(waits.at(-1)).toBe(minutes * 60_000);
    expect(await portal.rows('select refused_at is not null as counts from message')).toEqual([{ counts }]);
  },
);

/** A real service for texts with a certificate that nobody vouches for. */
async function aServiceWithItsOwnCertificate(validFrom: Date) {
  const { key, certificate: cert } = await makeSealingIdentity('127.0.0.1', validFrom);
  const server = createSecureServer({ key, cert }, (_request, response) => response.writeHead(200).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
}
const failing = (code: string) => (): Promise<never> =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) }));
test.each<[string, string, () => Promise<string>]>([
  [
    'whose certificate nobody vouches for',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    () => aServiceWithItsOwnCertificate(new Date(Date.now() - 24 * 3_600_000)),
  ],
  [
    'that speaks no TLS where it should',
    // What comes after it is said by the bytes that were answered.
    'ERR_SSL_',
    async () => (await aTextService(() => {})).url.replace('http:', 'https:'),
  ],
])('REL-12 a service %s (%s) is away, and no number is refused', async (_, code, at) => {
  const portal = await openPortal();
  const sender = textSender(await at(), token);
  await text(portal);
  await text(portal, '+16175550101');
  await staysAway(portal, sender, code);
});

test.each([
  'ENOTFOUND',
  'EAI_AGAIN',
  'CERT_HAS_EXPIRED',
  'EPROTO',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'none of those we know',
])(
  'REL-12 where no answer of the service comes back, as with %s, it is away, and no number is refused',
  async (code) => {
    const portal = await openPortal();
    await text(portal);
    await text(portal, '+16175550101');
    const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(failing(code));
    onTestFinished(() => asked.mockRestore());
    await staysAway(portal, textSender('https://texts.example/send', token), code);
  },
);

/** However often it is tried: one text alone, soon again, and refused is none. */
async function staysAway(portal: Portal, sender: Sender, code: string) {
  for (let n = 1; n <= 14; n += 1) {
    const wait = (await deliverDue(portal.app, sender)) ?? 0;
    expect([wait > 0, wait <= 120_000]).toEqual([true, true]);
    forward(portal, wait);
  }
  expect(await portal.rows('select attempts, last_error, refused_at from message order by message_id')).toEqual([
    { attempts: 14, last_error: expect.stringMatching(new RegExp(`^${code}`)), refused_at: null },
    { attempts: 0, last_error: null, refused_at: null },
  ]);
}

/** A real service that answers so for the numbers that end in 9, and takes the others. */
async function aServiceThatRefusesSome(status: number) {
  const service = await aTextService((response, n) => {
    const { to } = JSON.parse(service.arrived[n - 1]?.body ?? '') as { to: string };
    response.writeHead(to.endsWith('9') ? status : 200).end();
  });
  const numbers = () => service.arrived.map(({ body }) => (JSON.parse(body) as { to: string }).to.slice(-2));
  return { ...service, numbers };
}
test.each([403, 404])(
  'REL-12 numbers that are answered with %i hold up none of the others once one of these was taken',
  async (status) => {
    const service = await aServiceThatRefusesSome(status);
    const portal = await openPortal();
    const sender = textSender(service.url, token);
    for (const number of ['09', '19', '20', '29', '39', '49', '59', '60']) await text(portal, `+161755501${number}`);
    // At their first try, and at each of the next fourteen.
    await deliverDue(portal.app, sender);
    expect(service.numbers()).toEqual(['09', '19', '20', '29', '39', '49', '59', '60']);
    for (let n = 0; n < 14; n += 1) {
      forward(portal, 15 * 60_000);
      await text(portal, `+161755502${n}0`);
      await deliverDue(portal.app, sender);
      expect(await portal.rows(`select 1 from message where sent_at is null and recipient not like '%9'`)).toEqual([]);
    }
  },
);

test('REL-12 behind a number that is tried every quarter of an hour alone, since it was answered with 403 for long, the next one goes in the same round', async () => {
  const service = await aServiceThatRefusesSome(403);
  const portal = await openPortal();
  const sender = textSender(service.url, token);
  for (const number of ['09', '19', '29']) await text(portal, `+161755501${number}`);
  for (let n = 0; n < 14; n += 1) {
    await deliverDue(portal.app, sender);
    forward(portal, 15 * 60_000);
  }
  expect(await portal.rows('select 1 from message where attempts = 14 and refused_at is not null')).toHaveLength(3);
  await text(portal, '+16175550130');
  await deliverDue(portal.app, sender);
  expect(service.numbers().slice(-4)).toEqual(['09', '19', '29', '30']);
});

test('REL-12 of a service that answers every number with 403 three are tried in a round', async () => {
  const service = await aTextService((response) => response.writeHead(403).end());
  const portal = await openPortal();
  for (let n = 0; n < 6; n += 1) await text(portal, `+1617555010${n}`);
  await deliverDue(portal.app, textSender(service.url, token));
  expect(service.arrived.map(({ key }) => key)).toEqual(['message-1', 'message-2', 'message-3']);
});

test('REL-12 a number that the service refuses does not hold up the others', async () => {
  const service = await aTextService((response, n) => response.writeHead(n === 1 ? 422 : 200).end());
  const portal = await openPortal();
  await text(portal);
  await text(portal, '+16175550101');
  expect(await deliverDue(portal.app, textSender(service.url, token))).toBe(60_000);
  expect(await portal.rows('select last_error, sent_at is not null as sent from message order by message_id')).toEqual([
    { last_error: 'HTTP 422', sent: false },
    { last_error: null, sent: true },
  ]);
});

test('SEC-33 a redirect is not followed, and a service that does not answer is given up after its time', async () => {
  const elsewhere = await aTextService((response) => response.writeHead(200).end());
  const service = await aTextService((response, n) => {
    if (n === 1) response.writeHead(307, { location: elsewhere.url }).end();
  });
  const portal = await openPortal();
  await text(portal);
  const sender = textSender(service.url, token, 200);
  await deliverDue(portal.app, sender);
  expect(await portal.rows('select last_error, sent_at from message')).toEqual([
    { last_error: 'HTTP 307', sent_at: null },
  ]);
  forward(portal, 2 * 60_000);
  await deliverDue(portal.app, sender);
  expect(await portal.rows('select last_error, sent_at from message')).toEqual([
    { last_error: 'ETIMEDOUT', sent_at: null },
  ]);
  expect([service.arrived.length, elsewhere.arrived.length]).toEqual([2, 0]);
});

test('SEC-33 no text waits longer than 10 s for its service', async () => {
  const service = await aTextService(() => {});
  const limits = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')));
  onTestFinished(() => limits.mockRestore());
  const letter = { id: 1, to: '+16175550123', subject: '', text: 'x', html: null, fromName: null, answersTo: null };
  await expect(textSender(service.url, token).send(letter)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect(limits.mock.calls).toEqual([[10_000]]);
});

test('REL-14 REL-12 of four who deliver at once each takes other texts, and each text arrives once', async () => {
  const service = await aTextService((response) => setImmediate(() => response.writeHead(200).end()));
  const portal = await openPortal();
  for (let n = 0; n < 12; n += 1) await text(portal, `+1617555010${n % 10}`);
  await Promise.all(Array.from({ length: 4 }, () => deliverDue(portal.app, textSender(service.url, token))));
  expect(service.arrived.map(({ key }) => key).sort()).toEqual(
    Array.from({ length: 12 }, (_, n) => `message-${n + 1}`).sort(),
  );
  expect(await portal.rows('select 1 from message where sent_at is null or attempts <> 1')).toEqual([]);
});
