import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aPersonWithAccount, goodPassword } from '#test/people.ts';
import { openPortal } from '#test/portal.ts';
import { openSecurityStream, type StreamedEvent } from './security-stream.ts';

/** Somebody who takes lines, as a SIEM does. */
async function aReader({ port = 0, reads = true } = {}) {
  const lines: Record<string, unknown>[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    if (!reads) socket.pause();
    let rest = '';
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const parts = `${rest}${bytes.toString()}`.split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts.map((line) => JSON.parse(line) as Record<string, unknown>));
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  onTestFinished(close);
  /** Reads from now on. */
  const read = () => {
    for (const socket of sockets) socket.resume();
  };
  return { lines, close, read, port: (server.address() as AddressInfo).port };
}

test('SEC-39 security events go to a stream too, as JSON lines, once they are on record; what comes while nobody reads waits', async () => {
  const first = await aReader();
  const portal = await openPortal({ SECURITY_STREAM: `tcp://127.0.0.1:${first.port}` });
  const { email, providerId, companyId } = await aPersonWithAccount(portal, 'Site User');
  await portal.call(signIn, { body: { email, password: goodPassword } });
  await portal.app.security.flush();
  await expect.poll(() => first.lines.length).toBe(1);
  expect(first.lines[0]).toEqual({
    stream: 'security',
    at: expect.stringMatching(/^20\d\d-.*Z$/) as string,
    event: 'sign_in',
    outcome: 'done',
    companyId,
    providerId,
    factor: 'password',
    emailHash: expect.stringMatching(/^[0-9a-f]{16}\.[\w-]{43}$/) as string,
    host: 'localhost',
    address: '127.0.0.1',
    requestId: expect.stringMatching(/^[\w-]{12}$/) as string,
    call: null,
  });
  first.close();
  await portal.call(signIn, { body: { email, password: 'Wrong-Secret-1' } });
  await portal.app.security.flush();
  const second = await aReader({ port: first.port });
  await expect
    .poll(() => second.lines)
    .toContainEqual(expect.objectContaining({ event: 'sign_in', outcome: 'failed' }));
  expect(JSON.stringify(second.lines)).not.toMatch(/Wrong-Secret|@/);
});

test('SEC-39 a refused call goes to the stream as well', async () => {
  const reader = await aReader();
  const portal = await openPortal({ SECURITY_STREAM: `tcp://127.0.0.1:${reader.port}` });
  const companyId = await portal.aCompany();
  const providerId = await portal.aPerson('Site User', { company_id: companyId });
  const user = await portal.signedIn(providerId);
  expect((await user.call(fetchDocument, { query: { docId: 999 } })).status).toBe(404);
  await portal.app.accessLog.flush();
  await expect
    .poll(() => reader.lines)
    .toEqual([
      expect.objectContaining({
        event: 'access.refused',
        outcome: 'refused',
        companyId,
        providerId,
        call: 'GET /document',
      }),
    ]);
});

const event = (number: number): StreamedEvent => ({
  at: new Date('2026-03-04T05:06:07Z'),
  event: 'sign_in',
  outcome: 'done',
  companyId: number,
  providerId: null,
  factor: null,
  emailHash: null,
  host: 'localhost',
  address: '127.0.0.1',
  requestId: 'x',
  // More than the network holds on its way.
  call: 'x'.repeat(4_000),
});
const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));

test('SEC-39 of what is told to somebody who holds the connection and does not read, 20,000 lines wait, and the others are counted; once they read, what waits comes in order', async () => {
  const reader = await aReader({ reads: false });
  const errors: unknown[] = [];
  const stream = openSecurityStream(`tcp://127.0.0.1:${reader.port}`, (error) => void errors.push(error));
  onTestFinished(() => stream.stop());
  const told = 30_000;
  for (let number = 0; number < told; number += 100) {
    stream.send(Array.from({ length: 100 }, (_, more) => event(number + more)));
    await turnOfLoop();
  }
  const { waiting, letGo } = stream.state();
  expect(waiting).toBe(20_000);
  expect(letGo).toBeGreaterThan(5_000);
  reader.read();
  await expect.poll(() => reader.lines.length, { timeout: 20_000 }).toBe(told - letGo);
  expect(reader.lines.map(({ companyId }) => companyId)).toEqual(Array.from({ length: told - letGo }, (_, n) => n));
  expect([stream.state(), errors]).toEqual([{ waiting: 0, letGo }, []]);
}, 60_000);

test('SEC-39 lines that were on their way when the connection broke wait with the others, and come in order to whoever reads next', async () => {
  const first = await aReader({ reads: false });
  const stream = openSecurityStream(`tcp://127.0.0.1:${first.port}`, () => {});
  onTestFinished(() => stream.stop());
  for (let number = 0; number < 20_000; number += 100) {
    stream.send(Array.from({ length: 100 }, (_, more) => event(number + more)));
    await turnOfLoop();
  }
  const { waiting, letGo } = stream.state();
  expect(waiting).toBeGreaterThan(10_000);
  first.close();
  const second = await aReader({ port: first.port });
  await expect.poll(() => second.lines.length, { timeout: 20_000 }).toBe(waiting);
  const numbers = Array.from({ length: waiting }, (_, n) => 20_000 - waiting + n);
  expect(second.lines.map(({ companyId }) => companyId)).toEqual(numbers);
  expect([stream.state(), letGo]).toEqual([{ waiting: 0, letGo: 0 }, 0]);
}, 60_000);

test('SEC-39 on standard output each event is a line of its own', async () => {
  const printed: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  onTestFinished(() => write.mockRestore());
  const portal = await openPortal({ SECURITY_STREAM: 'stdout' });
  for (const password of ['one', 'two']) await portal.call(signIn, { body: { email: 'no@body.example', password } });
  await portal.app.security.flush();
  write.mockRestore();
  const lines = printed
    .join('')
    .split('\n')
    .filter((line) => line.includes('"stream":"security"'));
  expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(['sign_in', 'sign_in']);
});
