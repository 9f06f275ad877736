/** Stands where mails and texts go. What reaches it has left the portal, and goes nowhere. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

export async function openMailTrap() {
  let caught = 0;
  const server = createServer((socket) => {
    caught += 1;
    socket.on('error', () => {});
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    settings: { SMTP_URL: `smtp://${address}`, SMS_URL: `http://${address}/`, SMS_TOKEN: 'drill' },
    caught: () => caught,
    close: () => void server.close(),
  };
}
