import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { signIn } from '@portal/contract/identity/endpoints.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aPersonWithAccount, goodPassword } from '#test/people.ts';
import { openPortal } from '#test/portal.ts';

/** Somebody who takes lines, as a SIEM does. */
async function aReader(port = 0) {
  const lines: Record<string, unknown>[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
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
  return { lines, close, port: (server.address() as AddressInfo).port };
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
  const second = await aReader(first.port);
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
