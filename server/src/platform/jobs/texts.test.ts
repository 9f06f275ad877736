import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { outbox } from '@portal/contract/dev/endpoints.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { deliverDue } from './deliver-messages.ts';
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

  const troubles: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(503).end('no +16175550100'),
    (response) => response.writeHead(429).end(),
    // Its token has run out, or it stands elsewhere.
    (response) => response.writeHead(401).end(),
    (response) => response.writeHead(403).end(),
    (response) => response.writeHead(404).end(),
    (response) => response.writeHead(407).end(),
    (response) => response.writeHead(408).end(),
    (response) => response.writeHead(302, { location: '/sign-in' }).end(),
    (response) => response.socket?.destroy(),
    (response) => response.socket?.end('garbage\r\n\r\n'),
  ];
  const ill = await aTextService((response, n) => troubles[n - 1]?.(response), gone.port);
  for (let n = 1; n <= troubles.length; n += 1) {
    // Soon, however often it was tried, and the other text is left alone.
    expect(await deliverDue(portal.app, sender)).toBeLessThanOrEqual(120_000);
    expect(ill.arrived).toHaveLength(n);
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
