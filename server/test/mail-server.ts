import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A real mail server on a port of its own; `pauses` is how long it thinks about each mail. */
export async function aMailServer(given: { port?: number; pauseMs?: number } = {}) {
  const arrived: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (part) => (text += String(part)));
      stream.on('end', () => {
        arrived.push({ to: session.envelope.rcptTo.map(({ address }) => address), text });
        setTimeout(done, given.pauseMs ?? 0);
      });
    },
  });
  server.on('error', () => {});
  const listening = server.listen(given.port ?? 0, '127.0.0.1');
  await once(listening, 'listening');
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  onTestFinished(close);
  return { arrived, port: (listening.address() as AddressInfo).port, close };
}
