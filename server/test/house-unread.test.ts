/** Answers that nobody reads: what they hold, and until when (REL-05, SEC-27). */
import type { Socket } from 'node:net';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { endpoint } from '@portal/contract/endpoint.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Room } from '#platform/http/calls.ts';
import { rooms } from '#src/rooms.ts';
import { aLine, aSiteUser, type Line, listening } from './house.ts';
import { catalog, page, pages, pdfOf, stream } from './pdfs.ts';
import { type Caller, openPortal } from './portal.ts';
import { openShipments } from './shipments.ts';

const soon = { timeout: 30_000, interval: 10 };
const mb = 1_048_576;
const ask = (path: string, by?: Caller) =>
  `GET /api${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${by ? `authorization: Bearer ${by.token}\r\n` : ''}\r\n`;

/** Connections on which this is said, and of what comes nothing is read once it begins. */
const unread = (port: number, many: number, text: string): Promise<Line[]> =>
  Promise.all(
    Array.from({ length: many }, async () => {
      const line = await aLine(port);
      line.socket.once('data', () => line.socket.pause());
      line.socket.write(text);
      return line;
    }),
  );
const hasBegun = (line: Line) => line.heard().startsWith('HTTP/1.1 200 ');

test('REL-05 SEC-27 of a document that nobody reads next to nothing waits in memory, who reads it gets all of it, and a connection on which nothing is read is ended', async () => {
  const s = await openShipments({ SLOWEST_REQUEST_SECONDS: '2' });
  const { port } = await listening(s);
  const theirs = new Set<Socket>();
  s.app.http.server.on('connection', (socket) => theirs.add(socket.on('close', () => theirs.delete(socket))));
  const pdf = pdfOf([catalog(), pages, page(), stream('\xaa\xbb\xcc\xdd'.repeat(2 * mb))]).toString('base64');
  const kept = await s.people.siteUser.call(siteDocuments.upload, {
    body: {
      srId: await s.aRequest(),
      category: 1,
      filename: 'a "scan", {large}.pdf',
      friendlyName: 'scan',
      contentType: 'application/pdf',
      data: pdf,
    },
  });
  const reader = await s.signedIn(s.siteUser, '127.0.0.1');
  const document = ask(`${fetchDocument.path}?docId=${kept.reply.docId}`, reader);
  const open = await unread(port, 6, document);
  await expect.poll(() => open.every(hasBegun), soon).toBe(true);
  const waiting = [...theirs].reduce((sum, socket) => sum + socket.writableLength, 0);
  expect(waiting).toBeLessThan(6 * mb);
  const read = await s.people.siteUser.call(fetchDocument, { query: { docId: kept.reply.docId } });
  expect(read.reply).toMatchObject({
    docId: kept.reply.docId,
    filename: 'a "scan", {large}.pdf',
    friendlyName: 'scan',
  });
  expect(read.reply.data === pdf).toBe(true);
  expect(Number(read.headers['content-length'])).toBe(JSON.stringify(read.body).length);
  await expect.poll(() => theirs.size, soon).toBe(0);
});

test('REL-05 SEC-27 a stranger’s connection on which no answer is read is ended', async () => {
  const portal = await openPortal({ SLOWEST_REQUEST_SECONDS: '1' });
  const { port } = await listening(portal);
  const ended = new Promise((resolve) => portal.app.http.server.on('connection', (one) => one.on('close', resolve)));
  const [line] = (await unread(port, 1, ask('/openapi.json').repeat(60))) as [Line];
  await expect.poll(() => hasBegun(line), soon).toBe(true);
  await ended;
});

const large = endpoint({
  method: 'GET',
  path: '/test/large',
  summary: 'A call with a large answer',
  access: {},
  reply: z.object({ text: z.string() }),
});
const aRoomWithMuchToSay: Room = ({ route }) => route(large, () => ({ text: 'ä'.repeat(8 * mb) }));

test('REL-05 of large answers that nobody reads one person holds half of the room at most, another company’s are answered meanwhile, and once they are gone the next ones come', async () => {
  const portal = await openPortal({}, { rooms: [...rooms, aRoomWithMuchToSay] });
  const { port } = await listening(portal);
  const [one, other] = [await aSiteUser(portal), await aSiteUser(portal)];
  const theirs = await portal.signedIn(other.siteUser, '127.0.0.1');
  const open = await unread(port, 10, ask(large.path, await portal.signedIn(one.siteUser, '127.0.0.1')));
  await expect.poll(() => open.filter(hasBegun).length, soon).toBe(8);
  const [line] = (await unread(port, 1, ask(large.path, theirs))) as [Line];
  await expect.poll(() => hasBegun(line), soon).toBe(true);
  expect(open.filter(hasBegun)).toHaveLength(8);
  line.socket.resume();
  await expect.poll(() => line.heard().endsWith('ä"}'), soon).toBe(true);
  for (const one of open.filter(hasBegun)) one.socket.destroy();
  await expect.poll(() => open.filter(hasBegun).length, soon).toBe(10);
});
