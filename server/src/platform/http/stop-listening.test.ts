import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { stopListening } from './stop-listening.ts';

test('REL-03 of many who wait outside at the moment of a stop each is let in and answered', async () => {
  const server = http.createServer((_, response) => response.setHeader('connection', 'close').end('let in'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const callers = Array.from({ length: 40 }, () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return new Promise<string>((resolve) => {
      let heard = '';
      socket.on('data', (part) => (heard += String(part)));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      socket.on('close', () => resolve(heard.split('\r\n')[0] ?? ''));
    });
  });
  // Their connections are begun, and the server has had no turn to take one.
  await new Promise((resolve) => process.nextTick(resolve));
  const gone = await stopListening(server);
  expect(new Set(await Promise.all(callers))).toEqual(new Set(['HTTP/1.1 200 OK']));
  await gone();
});
