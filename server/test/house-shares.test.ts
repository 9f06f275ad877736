/** What all callers share, tried over real sockets: one of them cannot take it from the others (REL-05, SEC-27). */
import { setTimeout as pause } from 'node:timers/promises';
import { endpoint } from '@portal/contract/endpoint.ts';
import { exportAudit } from '@portal/contract/audit/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { done } from '@portal/contract/wire.ts';
import fc from 'fast-check';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openApp } from '#src/app.ts';
import { rooms } from '#src/rooms.ts';
import { makeLog } from '#platform/core/log.ts';
import { holdName } from '#platform/database/hold-name.ts';
import type { Room } from '#platform/http/calls.ts';
import { aLine, aSiteUser, type Line, listening } from './house.ts';
import { type Caller, openPortal } from './portal.ts';
import { aSlowWire } from './slow-wire.ts';

const soon = { timeout: 10_000, interval: 20 };
const first = (many: number) => Array.from({ length: many }, (_, i) => i);
const mb = 1_048_576;

const lists = (siteId: number) => `/api${listParticipants.path}?g_id=${siteId}`;
const headOf = (caller: Caller, method: string, url: string, ...more: string[]) =>
  [`${method} ${url} HTTP/1.1`, 'host: 127.0.0.1', `authorization: Bearer ${caller.token}`, ...more, '', ''].join(
    '\r\n',
  );
const statusOf = (line: Line) => Number(/^HTTP\/1\.1 (\d+) /.exec(line.heard())?.[1] ?? 0);

/** So many connections on each of which the same is said, and nothing more. */
const say = (port: number, many: number, text: string): Promise<Line[]> =>
  Promise.all(
    first(many).map(async () => {
      const line = await aLine(port);
      line.socket.write(text);
      return line;
    }),
  );

/** One call on a connection of its own, and how long its answer took. */
async function ask(port: number, text: string | Buffer): Promise<{ status: number; ms: number; heard: string }> {
  const line = await aLine(port);
  const began = performance.now();
  line.socket.write(text);
  await expect.poll(() => statusOf(line), { ...soon, interval: 5 }).not.toBe(0);
  line.socket.destroy();
  return { status: statusOf(line), ms: performance.now() - began, heard: line.heard() };
}

/** A body past the usual limit that is read to its end before it is refused: it names no request. */
const upload = Buffer.from(`${' '.repeat(1.2 * mb)}{"filename":"scan.pdf"}`);
const isRead = '"srId"';
const json = 'content-type: application/json';
const uploadHead = (caller: Caller, ...more: string[]) =>
  headOf(caller, 'POST', `/api${siteDocuments.upload.path}`, json, ...more);
const uploads = (caller: Caller, body = upload) =>
  Buffer.concat([Buffer.from(uploadHead(caller, `content-length: ${body.length}`)), body]);
const inOneChunk = (caller: Caller, body = upload) =>
  Buffer.concat([
    Buffer.from(`${uploadHead(caller, 'transfer-encoding: chunked')}${body.length.toString(16)}\r\n`),
    body,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);

const holding = endpoint({
  method: 'POST',
  path: '/test/holding',
  summary: 'A call whose record somebody else holds',
  access: {},
  reply: done,
  failure: 'Unable to try',
});
const aHoldingRoom: Room = ({ route }) =>
  route(holding, async ({ tx }) => {
    await holdName(tx, 'a record that is held');
    return { message: 'done' };
  });

async function twoCompanies(variables: Record<string, string> = {}) {
  const portal = await openPortal(variables, { rooms: [...rooms, aHoldingRoom] });
  const { port } = await listening(portal);
  const [one, other] = [await aSiteUser(portal), await aSiteUser(portal)];
  const at = async (providerId: number) => portal.signedIn(providerId, '127.0.0.1');
  return {
    portal,
    port,
    one: await at(one.siteUser),
    other: await at(other.siteUser),
    colleague: await at(one.admin),
    sites: { one: one.siteId, other: other.siteId },
  };
}

test('REL-05 while one person has 250 calls open on a slow database, a person of another company is answered within a second', async () => {
  const home = await openPortal();
  const wire = await aSlowWire(home.connection);
  const app = await openApp(home.app.env, wire.connection, { log: makeLog('silent') });
  onTestFinished(async () => {
    wire.goOn();
    await app.close();
    wire.close();
  });
  const { port } = await listening({ app });
  const [one, other] = [await aSiteUser(home), await aSiteUser(home)];
  const [caller, stranger] = [
    await home.signedIn(one.siteUser, '127.0.0.1'),
    await home.signedIn(other.siteUser, '127.0.0.1'),
  ];
  const [mine, theirs] = [headOf(caller, 'GET', lists(one.siteId)), headOf(stranger, 'GET', lists(other.siteId))];
  for (const call of [mine, theirs]) expect((await ask(port, call)).status).toBe(200);
  wire.delay(50);
  // On a machine that has much to do, even a lone call takes its time.
  const enough = Math.max(1_000, 5 * (await ask(port, theirs)).ms);
  wire.stall();
  const open = await say(port, 250, mine);
  const refused = () => open.filter((line) => /\r\nretry-after: 1\r\n/i.test(line.heard()));
  await expect.poll(() => refused().length, soon).toBe(150);
  wire.goOn();
  wire.delay(50);
  for (const line of refused()) expect(line.heard()).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused()[0]!.heard()).toContain('"message":"The service is not available at the moment. Please try again."');
  const answers = [];
  for (let n = 0; n < 3; n += 1) answers.push(await ask(port, theirs));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { ms } of answers) expect(ms).toBeLessThan(enough);
  await expect.poll(() => open.filter((line) => statusOf(line) === 0).length, soon).toBe(0);
});

test('REL-05 while one person has 250 calls open that wait for a record somebody holds, colleagues and another company are answered within a second, and afterwards everything is free again', async () => {
  const { portal, port, one, other, colleague, sites } = await twoCompanies({ CALLS_AT_ONCE: '60' });
  const holder = new pg.Client(portal.connection);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query(`select pg_advisory_lock(hashtextextended('a record that is held', 0))`);
  expect((await ask(port, headOf(one, 'GET', lists(sites.one)))).status).toBe(200);
  const open = await say(port, 250, headOf(one, 'POST', `/api${holding.path}`, 'content-length: 0'));
  await expect.poll(() => open.filter((line) => statusOf(line) === 503).length, soon).toBe(220);
  for (const [who, siteId] of [
    [other, sites.other],
    [colleague, sites.one],
  ] as const) {
    const { status, ms } = await ask(port, headOf(who, 'GET', lists(siteId)));
    expect(status).toBe(200);
    expect(ms).toBeLessThan(1_000);
  }
  await holder.query('select pg_advisory_unlock_all()');
  await expect.poll(() => open.filter((line) => statusOf(line) === 0).length, soon).toBe(0);
  expect(open.filter((line) => statusOf(line) === 200).length).toBeGreaterThan(0);
  // As many at once as one person may have.
  const again = await say(port, 30, headOf(one, 'GET', lists(sites.one)));
  await expect.poll(() => again.map(statusOf).every((status) => status !== 0), soon).toBe(true);
  expect(new Set(again.map(statusOf))).toEqual(new Set([200]));
});

test('REL-05 of the portions that one person exports one is worked on at a time, and a person of another company gets theirs meanwhile', async () => {
  const portal = await openPortal();
  const anAdmin = async () => portal.signedIn(await portal.aPerson('Admin', { company_id: await portal.aCompany() }));
  const [one, other] = [await anAdmin(), await anAdmin()];
  const holder = new pg.Client(portal.owner);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table audit_entry in access exclusive mode');
  // What links entries to their chain waits as well, when it comes by; its statement is written without quotes.
  const waiting = async () =>
    (
      await portal.rows<{ many: number }>(
        `select count(*)::int as many from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%from "audit_entry"%'`,
      )
    )[0]?.many;
  const answers = [...first(5).map(() => one.call(exportAudit)), other.call(exportAudit)];
  await expect.poll(waiting, soon).toBe(2);
  // Three calls of one person would be in the database by now, had they been let in.
  expect((await one.call(listParticipants, { query: { g_id: 1 } })).status).toBe(404);
  expect(await waiting()).toBe(2);
  await holder.query('rollback');
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(6).fill(200));
});

test('SEC-27 REL-05 while 44 large bodies of one person do not come, with a length or without, another company’s is taken within a second; each is ended in time and then all is free again', {
  timeout: 300_000,
}, async () => {
  const { port, one, other, colleague } = await twoCompanies({ SLOWEST_REQUEST_SECONDS: '6' });
  for (const length of [`content-length: ${60 * mb}`, 'transfer-encoding: chunked']) {
    const trickled = await say(port, 44, `${uploadHead(one, length)}1\r\n `);
    await expect.poll(() => trickled.filter((line) => statusOf(line) === 503).length, soon).toBeGreaterThanOrEqual(20);
    for (const who of [other, colleague])
      for (const body of [uploads(who), inOneChunk(who)]) {
        const { status, ms, heard } = await ask(port, body);
        expect([status, heard]).toEqual([400, expect.stringContaining(isRead)]);
        expect(ms).toBeLessThan(1_000);
      }
    await expect
      .poll(() => trickled.filter((line) => statusOf(line) === 0).length, { ...soon, timeout: 20_000 })
      .toBe(0);
    const slow = trickled.filter((line) => statusOf(line) === 408);
    expect(slow.length).toBeGreaterThan(0);
    for (const line of slow) expect(line.heard()).toContain('"message":"The request took too long to arrive."');
    for (const line of trickled.filter((one) => statusOf(one) !== 408))
      expect(line.heard()).toMatch(/^HTTP\/1\.1 503 [^]*\r\nretry-after: 10\r\n/i);
    await Promise.all(slow.map(({ ended }) => ended));
    const { status, ms } = await ask(port, inOneChunk(one));
    expect(status).toBe(400);
    expect(ms).toBeLessThan(1_000);
  }
});

/** Says a body in pieces, so many bytes every so often, until it is through or the other side has ended. */
async function trickle(line: Line, body: Buffer, bytes: number, everyMs: number): Promise<void> {
  for (let at = 0; at < body.length && !line.socket.destroyed && statusOf(line) === 0; at += bytes) {
    line.socket.write(body.subarray(at, at + bytes));
    await pause(everyMs);
  }
}

test('SEC-27 a large body on a slow line may take longer than other requests as long as it keeps coming, also past the end of the token it began with, and one that comes to a stop may not; a small one has no more time than ever, on a connection of a proxy too', {
  timeout: 300_000,
}, async () => {
  const { portal, port, one, other, sites } = await twoCompanies({
    SLOWEST_REQUEST_SECONDS: '2',
    TRUSTED_PROXIES: '127.0.0.1',
  });
  const forwarded = 'x-forwarded-for: 10.9.8.7';
  const [steady, stopping, small] = [await aLine(port), await aLine(port), await aLine(port)];
  // A proxy says one request after the other on the same connection.
  for (const line of [steady, stopping, small]) {
    line.socket.write(headOf(other, 'GET', lists(sites.other), forwarded));
    await expect.poll(() => line.heard(), soon).toMatch(/^HTTP\/1\.1 200 /);
  }
  const before = new Map([steady, stopping, small].map((line) => [line, line.heard().length]));
  const next = (line: Line): Line => ({ ...line, heard: () => line.heard().slice(before.get(line)) });
  const body = Buffer.concat([Buffer.alloc(1.8 * mb, ' '), upload]);
  const tokenFor = (ms: number) =>
    portal.rows(
      'update access_token set expires_at = $1 where session_id in (select session_id from session where provider_id = $2)',
      [new Date(Date.now() + ms), one.providerId],
    );
  await tokenFor(300_000);
  const began = performance.now();
  const took = async (line: Line) => {
    await expect.poll(() => statusOf(line), { ...soon, timeout: 20_000 }).not.toBe(0);
    return performance.now() - began;
  };
  steady.socket.write(uploadHead(one, `content-length: ${body.length}`, forwarded));
  stopping.socket.write(uploadHead(one, `content-length: ${body.length}`, forwarded));
  small.socket.write(uploadHead(other, `content-length: ${mb / 2}`, forwarded));
  stopping.socket.write(body.subarray(0, 2 * mb));
  void trickle(next(small), body.subarray(0, mb / 2), 4_096, 50);
  void trickle(next(steady), body, 32_768, 50);
  await expect.poll(() => steady.socket.bytesWritten, soon).toBeGreaterThan(mb);
  // The page has renewed its token long ago.
  await tokenFor(-1);
  const [steadyTook, stoppingTook, smallTook] = await Promise.all([steady, stopping, small].map(next).map(took));
  expect([steady, stopping, small].map(next).map(statusOf)).toEqual([400, 408, 408]);
  expect(steadyTook).toBeGreaterThan(4_000);
  expect(stoppingTook).toBeLessThan(6_000);
  expect(smallTook).toBeLessThan(6_000);
  expect((await ask(port, headOf(one, 'GET', lists(sites.one)))).status).toBe(401);
  // The connection that was given more time has no more of it for what follows.
  before.set(steady, steady.heard().length);
  steady.socket.write(uploadHead(other, 'content-length: 60', forwarded));
  await steady.ended;
  expect(statusOf(next(steady))).toBe(408);
});

const ends = fc.constantFrom(
  'whole',
  'in one chunk',
  'broken',
  'cut in its head',
  'cut in its body',
  'cut at its end',
  'too large',
);

test('SEC-27 however bodies end, none keeps its place', { timeout: 120_000 }, async () => {
  const { port, one } = await twoCompanies({ COSTLY_CALLS_PER_PERSON: '100000' });
  const part = upload.subarray(0, mb / 2);
  const send = async (how: string) => {
    if (how === 'whole') return ask(port, uploads(one));
    if (how === 'in one chunk') return ask(port, inOneChunk(one));
    if (how === 'broken') return ask(port, uploads(one, Buffer.concat([upload, Buffer.from('}')])));
    if (how === 'too large') return ask(port, uploadHead(one, `content-length: ${80 * mb}`));
    const line = await aLine(port);
    const head =
      how === 'cut in its head' ? uploadHead(one).slice(0, -4) : uploadHead(one, 'transfer-encoding: chunked');
    line.socket.write(head);
    if (how !== 'cut in its head') line.socket.write(`${(2 * part.length).toString(16)}\r\n${part.toString()}`);
    if (how === 'cut at its end') line.socket.write(`${part.toString()}\r\n0\r\n\r\n`);
    await new Promise<void>((resolve) => line.socket.write('', () => resolve()));
    line.socket.destroy();
    return line.ended;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(ends, { minLength: 1, maxLength: 6 }), async (hows) => {
      await Promise.all(hows.map(send));
      // One of unknown length holds a quarter of all, and one person may hold half.
      const held = await aLine(port);
      held.socket.write(uploadHead(one, 'transfer-encoding: chunked'));
      const { status, ms } = await ask(port, inOneChunk(one));
      expect(status).toBe(400);
      expect(ms).toBeLessThan(4_000);
      held.socket.destroy();
    }),
    { numRuns: 12 },
  );
});
