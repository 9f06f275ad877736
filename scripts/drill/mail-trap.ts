/** Stands where mails and texts go. What reaches it has left the portal, and goes nowhere. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export async function openMailTrap() {
  const server = createServer();
  const caught = once(server, 'connection').then(() => {
    throw new Error('The restored portal sends: a mail or a text came out.');
  });
  // Heard where somebody asks.
  caught.catch(() => {});
  server.on('connection', (socket) => socket.on('error', () => {}).destroy());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      SMTP_URL: `smtp://${address}`,
      MAIL_FROM: 'drill@trellis.example',
      SMS_URL: `http://${address}/`,
      SMS_TOKEN: 'drill',
    },
    /** Rejects once something came. */
    caught,
    close: () => void server.close(),
  };
}
