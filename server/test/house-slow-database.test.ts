/** REL-05: slowness and overload stay contained. */
import { Socket } from 'node:net';
import { endpoint } from '@portal/contract/endpoint.ts';
import { addParticipant, listParticipants } from '@portal/contract/participants/endpoints.ts';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { openApp } from '#src/app.ts';
import { makeLog } from '#platform/core/log.ts';
import { rooms } from '#src/rooms.ts';
import type { Room } from '#platform/http/calls.ts';
import { aSiteUser, givenParticipant, listening } from './house.ts';
import { type Portal, onItsOwn, openPortal } from './portal.ts';
import { aSlowWire } from './slow-wire.ts';

/** What is answered, and how long it took. */
interface Answered {
  status: number;
  retryAfter: string | null;
  ms: number;
}

/** A second process of a portal, whose way to the database is slow, and a site user who calls it. */
async function aPortalOnASlowWire(limits: pg.PoolConfig = {}) {
  const home = await openPortal();
  const wire = await aSlowWire(home.connection);
  const app = await openApp(home.app.env, { ...wire.connection, ...limits }, { log: makeLog('silent') });
  onTestFinished(async () => {
    wire.goOn();
    await app.close();
    wire.close();
  });
  const { url } = await listening({ app });
  const { caller, siteId } = await aSiteUser(home);
  const { token } = await home.signedIn(caller.providerId, '127.0.0.1');
  const ask = async (
    path: string,
    init: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<Answered> => {
    const began = performance.now();
    const answer = await fetch(`${url}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
    });
    await answer.arrayBuffer();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), ms: performance.now() - began };
  };
  const list = () => ask(`/api${listParticipants.path}?g_id=${siteId}`);
  /** The same intention each time it is called with the same number. */
  const add = (number: number) =>
    ask(`/api${addParticipant.path}`, {
      method: 'POST',
      headers: { 'idempotency-key': `participant-${number}` },
      body: JSON.stringify(givenParticipant(siteId, { subject_number: `900-${String(number).padStart(3, '0')}` })),
    });
  const signIn = () =>
    ask('/api/auth/sign-in', {
      method: 'POST',
      body: JSON.stringify({ email: 'nobody@portal.example', password: 'x' }),
    });
  return { home, wire, ask, list, add, signIn };
}

const inTime = (answers: readonly Answered[], done: number) => {
  for (const { status, retryAfter, ms } of answers) {
    expect([done, 503]).toContain(status);
    expect(status === 503 ? Number(retryAfter) > 0 : true).toBe(true);
    expect(ms).toBeLessThan(10_000);
  }
};

/** Everything that was asked for is there once, when it is asked for again under the same key. */
async function settle(home: Portal, add: (number: number) => Promise<Answered>, numbers: readonly number[]) {
  for (const number of numbers) expect((await add(number)).status).toBe(200);
  const rows = await home.rows<{ times: number }>(
    `select count(*)::int as times from participant where subject_number like '900-%' group by subject_number`,
  );
  expect(rows.map(({ times }) => times)).toEqual(numbers.map(() => 1));
}

const soon = { timeout: 5_000, interval: 25 };
const first = (many: number) => Array.from({ length: many }, (_, i) => i);

test('REL-05 with two seconds added to every answer of the database each call ends within ten, the server lives, and what it took is there once', {
  timeout: 300_000,
}, async () => {
  const { home, wire, ask, list, add, signIn } = await aPortalOnASlowWire();
  expect((await list()).status).toBe(200);
  wire.delay(2_000);
  const order: string[] = [];
  const slow = [...first(20).map(list), ...first(10).map(add)];
  for (const one of slow) void one.then(() => order.push('slow'));
  const signIns = first(3).map(signIn);
  const live = await ask('/api/health/live');
  order.push('live');
  expect(live.status).toBe(200);
  inTime(await Promise.all(slow), 200);
  inTime(await Promise.all(signIns), 400);
  expect(order[0]).toBe('live');
  wire.goOn();
  await expect.poll(async () => (await list()).status, soon).toBe(200);
  await settle(home, add, first(10));
});

test('REL-05 a database that stands still, or whose connections are cut, holds nobody longer than ten seconds; when it goes on so does the portal, within five', {
  timeout: 300_000,
}, async () => {
  onItsOwn();
  const { home, wire, ask, list, add } = await aPortalOnASlowWire();
  await Promise.all(first(6).map(list));
  wire.stall();
  const stalled = [...first(6).map(list), ...first(6).map(add)];
  expect((await ask('/api/health/live')).status).toBe(200);
  inTime(await Promise.all(stalled), 503);
  wire.goOn();
  await expect.poll(async () => (await list()).status, soon).toBe(200);
  await settle(home, add, first(6));
  wire.cut();
  inTime(await Promise.all([...first(6).map(list), ...first(6).map(add)]), 503);
  wire.goOn();
  await expect.poll(async () => (await list()).status, soon).toBe(200);
  await settle(home, add, first(6));
});

test('REL-04 after a database whose host vanished, so that its connections neither answer nor end, the one in its place is used within seconds, without help', {
  timeout: 60_000,
}, async () => {
  onItsOwn();
  const { home, wire, list, add } = await aPortalOnASlowWire({ statement_timeout: 500 });
  await Promise.all(first(24).map(list));
  wire.vanish();
  inTime(await Promise.all([...first(3).map(list), ...first(2).map(add)]), 200);
  expect((await list()).status).toBe(200);
  await settle(home, add, first(2));
});

test('REL-04 every connection of a process to its database asks whether the host is still there, so that one on which nothing is on its way ends with it', async () => {
  const home = await openPortal();
  const wire = await aSlowWire(home.connection);
  const connected = vi.spyOn(Socket.prototype, 'connect');
  const kept = vi.spyOn(Socket.prototype, 'setKeepAlive');
  const app = await openApp(home.app.env, wire.connection, { log: makeLog('silent') });
  onTestFinished(async () => {
    await app.close();
    wire.close();
    connected.mockRestore();
    kept.mockRestore();
  });
  await Promise.all([app.jobs.start(), app.database.queryBeside('select 1', [])]);
  const owns = new Set<unknown>();
  await expect
    .poll(async () => {
      for (const one of await home.rows<{ name: string }>(
        'select application_name as name from pg_stat_activity where datname = current_database()',
      ))
        owns.add(one.name);
      return [...owns];
    }, soon)
    .toEqual(expect.arrayContaining(['portal', 'portal events', 'portal jobs']));
  const sockets = () =>
    connected.mock.contexts.filter((_, i) => String(connected.mock.calls[i]?.[0]).startsWith(wire.connection.host));
  const asking = () => new Set(kept.mock.contexts.filter((_, i) => kept.mock.calls[i]?.join() === 'true,10000'));
  expect(sockets().length).toBeGreaterThan(4);
  // A connection that is still on its way asks once it stands.
  await expect.poll(() => sockets().filter((socket) => !asking().has(socket)).length, soon).toBe(0);
});

const waiting = endpoint({
  method: 'GET',
  path: '/waiting',
  summary: 'Waits until the test lets it go',
  access: 'open',
  reply: z.object({ message: z.string() }),
});

test('REL-05 calls above the number that is worked on at once are refused at once with a time to come again, and the next is served when one has ended', async () => {
  const gates: (() => void)[] = [];
  const aWaitingRoom: Room = ({ openRoute }) =>
    openRoute(waiting, async () => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return { message: 'done' };
    });
  const portal = await openPortal({ CALLS_AT_ONCE: '4' }, { rooms: [...rooms, aWaitingRoom] });
  const { caller, siteId } = await aSiteUser(portal);
  const list = () => caller.call(listParticipants, { query: { g_id: siteId } });
  const held = first(4).map(() => portal.call(waiting));
  await expect.poll(() => gates.length, soon).toBe(4);
  const refused = await Promise.all(first(12).map(list));
  expect(refused.map(({ status, code, headers }) => [status, code, headers['retry-after']])).toEqual(
    first(12).map(() => [503, 'unavailable', '1']),
  );
  expect((await portal.app.http.inject({ url: '/api/health/live', headers: { host: 'localhost' } })).statusCode).toBe(
    200,
  );
  gates[0]?.();
  expect((await held[0])?.status).toBe(200);
  expect((await list()).status).toBe(200);
  for (const open of gates) open();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});
