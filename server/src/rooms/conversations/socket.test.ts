import type { AddressInfo } from 'node:net';
import * as api from '@portal/contract/conversations/endpoints.ts';
import { addGroupsOfUser, removeGroupsOfUser, removeUser } from '@portal/contract/providers/user-endpoints.ts';
import pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { portalItself } from '#rooms/schedules/door.ts';
import { clockStandsAt } from '#test/clock-that-stands.ts';
import { asMember, letIn, openTalking } from '#test/conversations.ts';
import { aClinic } from '#test/patients.ts';
import { type Caller, type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { deliver } from './door.ts';

beforeEach(onItsOwn);

interface Line {
  socket: Socket;
  heard: { event: string; content: unknown }[];
  of: (event: string) => unknown[];
  ask: (event: string, body: unknown) => Promise<unknown>;
  until: (event: string, count?: number) => Promise<unknown[]>;
}

async function dials(portal: Pick<Portal, 'app'>) {
  await portal.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.http.server.address() as AddressInfo;
  return async (token: string): Promise<Line> => {
    const socket = io(`http://localhost:${port}`, {
      path: '/api/socket',
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    });
    onTestFinished(() => void socket.disconnect());
    const heard: Line['heard'] = [];
    socket.onAny((event: string, content: unknown) => heard.push({ event, content }));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    const of = (event: string) => heard.filter((one) => one.event === event).map(({ content }) => content);
    return {
      socket,
      heard,
      of,
      ask: (event, body) => socket.timeout(10_000).emitWithAck(event, body) as Promise<unknown>,
      until: async (event, count = 1) => {
        await vi.waitFor(() => expect(of(event).length).toBeGreaterThanOrEqual(count), 10_000);
        return of(event);
      },
    };
  };
}

async function talking() {
  const s = await openTalking();
  const dial = await dials(s);
  const patient = await s.anActivePatient({ firstName: 'Grace', lastName: 'Hopper' });
  const { nurse, root, other } = s.people;
  const { convId } = (await s.start(nurse, [patient], [root.providerId])).reply;
  const lineOf = (who: Caller) => dial(who.token);
  const say = (line: Line, by: Caller, message: string, more: object = {}) =>
    line.ask('chat message', { conv_id: convId, cp_id: by.providerId, message, ...more }) as Promise<
      { msgId: number; error?: string } & Record<string, unknown>
    >;
  return { ...s, dial, lineOf, patient, convId, nurse, root, other, say };
}

test('SOC-01 the socket takes a good token and refuses a bad one', async () => {
  const s = await talking();
  const line = await s.lineOf(s.nurse);
  expect(await line.ask('cpId', s.nurse.providerId)).toEqual({ cpId: s.nurse.providerId });
  await expect(s.dial('x'.repeat(43))).rejects.toThrow('unauthenticated');
});

test('SOC-02 SOC-03 OPC-73 OPC-74 a script client observes every event by its name, and each of the members once', async () => {
  const s = await talking();
  const [nurse, root] = [await s.lineOf(s.nurse), await s.lineOf(s.root)];
  expect(await nurse.ask('cpId', s.nurse.providerId)).toEqual({ cpId: s.nurse.providerId });
  expect(await nurse.ask('join conversations', [s.convId])).toEqual({ joined: [s.convId] });
  const sent = await s.say(nurse, s.nurse, 'Good morning', { clientKey: 'k1', timeSent: '2020-01-01T00:00:00Z' });
  expect(sent).toMatchObject({ convId: s.convId, message: 'Good morning', msgBody: 'Good morning', readByMe: true });
  for (const line of [nurse, root])
    expect(await line.until('new message')).toMatchObject([{ msgId: sent.msgId, message: 'Good morning' }]);
  expect(new Date(sent['timeSent'] as string).getFullYear()).toBeGreaterThan(2020);
  // The same key once more: acknowledged alike, and nobody hears it again.
  expect(await s.say(nurse, s.nurse, 'Good morning', { clientKey: 'k1' })).toMatchObject({ msgId: sent.msgId });
  expect(
    await root.ask('message read', {
      conv_id: s.convId,
      cp_id: s.root.providerId,
      msgIds: [sent.msgId],
      msgRead: true,
    }),
  ).toEqual({ conv_id: s.convId, msgIds: [sent.msgId] });
  expect(await nurse.until('message updated')).toEqual([
    { conv_id: s.convId, msgIds: [sent.msgId], cp_id: s.root.providerId, msgRead: true },
  ]);
  expect((await s.messagesOf(s.nurse, s.convId)).reply.messages).toMatchObject([{ readByProvider: true }]);
  const second = await s.anActivePatient();
  const { convId, rollupId } = (await s.start(s.nurse, [second, s.patient], [s.root.providerId])).reply;
  // The number alone, as the seed names it; clients of before send it in an object.
  for (const sent of [convId, String(convId), { conv_id: convId }])
    expect(await nurse.ask('new conversation', sent)).toEqual({ conv_id: convId });
  const made = await s.rows<{ id: number }>('select conversation_id as id from conversation where broadcast_id = $1', [
    rollupId,
  ]);
  const both = made.map(({ id }) => id).toSorted((one, next) => one - next);
  expect(both).toHaveLength(2);
  // The one of before may be told so late that these lines hear of it.
  const createdOn = (line: Line) =>
    (['conversation created', 'new conversation'] as const).map((event) =>
      (line.of(event) as number[]).filter((id) => id !== s.convId).toSorted((one, next) => one - next),
    );
  for (const line of [nurse, root]) await expect.poll(() => createdOn(line)).toEqual([both, both]);
  expect(
    await nurse.ask('broadcast', {
      rollup_id: rollupId,
      cp_id: s.nurse.providerId,
      message: 'We are closed on Monday',
    }),
  ).toMatchObject({ rollupId, message: 'We are closed on Monday' });
  expect(await nurse.ask('chat message', { conv_id: s.convId, cp_id: s.nurse.providerId, message: '  ' })).toEqual({
    error: 'message is required',
  });
  expect(await nurse.until('conversation-error')).toEqual(['message is required']);
  // Once what is said last has been heard, nothing else is still to come: each was told once.
  const last = await s.say(root, s.root, 'Good night');
  for (const line of [nurse, root]) {
    expect(await line.until('new message', 2)).toMatchObject([{ msgId: sent.msgId }, { msgId: last.msgId }]);
    expect(createdOn(line)).toEqual([both, both]);
  }
});

test('SEC-06 whoever loses a care group, or is given one, is told at once to read anew what conversations they see, and their colleagues are not', async () => {
  const s = await talking();
  const { nurse, root, other } = s;
  const body = { conv_id: s.convId, cp_id: nurse.providerId, assignee: null };
  expect((await nurse.call(api.assignConversation, { body })).status).toBe(200);
  const colleague = await s.signedIn(await s.aPerson('Nurse', { company_id: s.companyId }, [s.groups.heart]));
  const lines = { colleague: await s.lineOf(colleague), root: await s.lineOf(root), other: await s.lineOf(other) };
  const seen = async () => (await s.listOf(colleague, { scope: 'unassigned' })).map(({ convId }) => convId);
  expect(await seen()).toEqual([s.convId]);
  const of = { cp_id: colleague.providerId };
  const taken = { ...of, company_id: s.companyId, g_id: s.groups.heart };
  expect((await root.call(removeGroupsOfUser, { query: taken })).status).toBe(200);
  await lines.colleague.until('read anew');
  expect(await seen()).toEqual([]);
  const given = { ...of, companyId: s.companyId, groupsToAdd: [{ gId: s.groups.heart, public: 1 }] };
  expect((await root.call(addGroupsOfUser, { body: given })).status).toBe(200);
  await lines.colleague.until('read anew', 2);
  expect(await seen()).toEqual([s.convId]);
  for (const [line, { providerId }] of [
    [lines.root, root],
    [lines.other, other],
  ] as const) {
    expect(await line.ask('cpId', providerId)).toEqual({ cpId: providerId });
    expect(line.of('read anew')).toEqual([]);
  }
});

test('SEC-35 SOC-06 a conversation or broadcast of others is refused in the words of one that does not exist, and nobody hears', async () => {
  const s = await talking();
  const elsewhere = await s.start(s.root, [s.patient, await s.anActivePatient()]);
  const [other, nurse, root] = [await s.lineOf(s.other), await s.lineOf(s.nurse), await s.lineOf(s.root)];
  const words = { error: 'This conversation does not exist.' };
  const cp_id = s.other.providerId;
  for (const conv_id of [s.convId, 900_000_000]) {
    expect(await other.ask('join conversations', [conv_id])).toEqual(words);
    expect(await other.ask('new conversation', conv_id)).toEqual(words);
    expect(await other.ask('new conversation', { conv_id })).toEqual(words);
    expect(await other.ask('chat message', { conv_id, cp_id, message: 'Hello' })).toEqual(words);
    expect(await other.ask('message read', { conv_id, cp_id, msgIds: [1] })).toEqual(words);
  }
  for (const rollup_id of [elsewhere.reply.rollupId, 900_000_000])
    expect(await other.ask('broadcast', { rollup_id, cp_id, message: 'Hello' })).toEqual(words);
  expect(other.of('conversation-error')).toHaveLength(12);
  expect(await other.ask('cpId', s.nurse.providerId)).toMatchObject({ error: expect.any(String) as string });
  expect(
    await other.ask('chat message', { conv_id: s.convId, cp_id: s.nurse.providerId, message: 'x' }),
  ).toHaveProperty('error');
  await s.say(nurse, s.nurse, 'Ours');
  expect(await root.until('new message')).toMatchObject([{ message: 'Ours' }]);
  expect(other.of('new message')).toEqual([]);
  expect(await s.rows('select from conversation_message')).toHaveLength(1);
});

test('SEC-36 SEC-39 whoever sends too many messages to all is told over the line when to try again, and it is a security event', async () => {
  const s = await talking();
  const { rollupId } = (await s.start(s.nurse, [s.patient, await s.anActivePatient()])).reply;
  const writer = await asMember(s, s.nurse);
  clockStandsAt(s, s.app.clock.now().toISOString());
  for (let n = 0; n < 20; n += 1) await writer.saysToAll(rollupId as number, 'We are closed on Monday');
  const line = await s.lineOf(s.nurse);
  const body = { rollup_id: rollupId, cp_id: s.nurse.providerId, message: 'And on Tuesday' };
  const sentence = 'You have sent many messages to all. Please try again in 15 minutes.';
  expect(await line.ask('broadcast', body)).toEqual({ error: sentence });
  expect(line.of('conversation-error')).toEqual([sentence]);
  await s.app.security.flush();
  expect(
    await s.rows(`select call, outcome, provider_id from security_log where event = 'rate_limit' and company_id = $1`, [
      s.companyId,
    ]),
  ).toEqual([{ call: 'SOCKET broadcast', outcome: 'refused', provider_id: s.nurse.providerId }]);
});

test('SEC-06 SEC-35 whoever is revoked is off the line at once, and hears nothing that is said afterwards', async () => {
  const s = await talking();
  const [nurse, root] = [await s.lineOf(s.nurse), await s.lineOf(s.root)];
  await s.say(root, s.root, 'Before');
  await nurse.until('new message');
  const query = { cp_id: s.nurse.providerId, removal_type: 'deactivate', reason: 'Left' };
  expect((await s.root.call(removeUser, { query })).status).toBe(200);
  await vi.waitFor(() => expect(nurse.socket.connected).toBe(false), 10_000);
  await s.say(root, s.root, 'After');
  await root.until('new message', 2);
  expect(nurse.of('new message')).toHaveLength(1);
});

test('SEC-06 SEC-24 once the company has lost the module an open line tells nothing of its conversations, and again once it has the module back', async () => {
  const s = await talking();
  const [nurse, root] = [await s.lineOf(s.nurse), await s.lineOf(s.root)];
  const before = await s.say(nurse, s.nurse, 'Before');
  await root.until('new message');
  const writer = await asMember(s, s.nurse);
  const reader = await asMember(s, s.root);
  const lost = await s.rows(`delete from company_module where company_id = $1 and name = 'Messaging' returning *`, [
    s.companyId,
  ]);
  expect(lost).toHaveLength(1);
  const told = vi.spyOn(s.app.database, 'readInCompany');
  onTestFinished(() => {
    told.mockRestore();
  });
  const lookedAt = (times: number) =>
    vi.waitFor(
      () => expect(told.mock.settledResults.map(({ type }) => type)).toEqual(Array(times).fill('fulfilled')),
      10_000,
    );
  await writer.says(s.convId, 'While it was lost');
  await lookedAt(1);
  await reader.reads(s.convId, [before.msgId]);
  await lookedAt(2);
  expect([nurse.socket.connected, root.socket.connected]).toEqual([true, true]);
  await s.rows(`insert into company_module (company_id, name) values ($1, 'Messaging')`, [s.companyId]);
  const after = await s.say(nurse, s.nurse, 'After');
  await reader.reads(s.convId, [after.msgId]);
  for (const line of [nurse, root]) {
    await line.until('message updated');
    expect(line.of('new message')).toMatchObject([{ message: 'Before' }, { message: 'After' }]);
    expect(line.of('message updated')).toMatchObject([{ msgIds: [after.msgId] }]);
  }
});

test('messages of one person keep their order, however quickly they are sent', async () => {
  const s = await talking();
  const [nurse, root] = [await s.lineOf(s.nurse), await s.lineOf(s.root)];
  const words = Array.from({ length: 18 }, (_, n) => `${n}`);
  await Promise.all(words.map((one) => s.say(nurse, s.nurse, one)));
  const heard = (await root.until('new message', 18)) as { message: string }[];
  expect(heard.map(({ message }) => message)).toEqual(words);
  const kept = (await s.root.call(api.listMessages, { query: { cp_id: s.root.providerId, conv_id: s.convId } })).reply;
  expect(kept.messages.map(({ message }) => message)).toEqual(words.toReversed());
});

/** Somebody whose page shows what it hears and, after a cut, reads what it missed, as ours does. */
function receiver(s: Awaited<ReturnType<typeof talking>>, who: Caller) {
  const shown = new Map<number, string>();
  /** What each line heard, one after another. */
  const heard: number[][] = [];
  const show = ({ msgId, message }: { msgId: number; message: string }) => void shown.set(msgId, message);
  return {
    heard,
    shown: () => [...shown].toSorted(([a], [b]) => a - b).map(([, message]) => message),
    listen: ({ socket }: Line) => {
      const own: number[] = [];
      heard.push(own);
      socket.off('new message').on('new message', (message: { msgId: number; message: string }) => {
        own.push(message.msgId);
        show(message);
      });
    },
    /** Gives how long it took until all was here that was stored as the line came back. */
    catchUp: async () => {
      const from = performance.now();
      const known = Math.max(0, ...shown.keys());
      for (let start = 0, more = true; more; start += 100) {
        const { messages } = (await s.messagesOf(who, s.convId, { msg_start: start, msg_limit: 100 })).reply;
        messages.forEach(show);
        more = messages.length === 100 && (messages.at(-1)?.msgId ?? 0) > known;
      }
      return performance.now() - from;
    },
  };
}

test('REL-09 of 1,000 messages over 20 cut lines and a server that dies, each of two who hear has all in order, what was missed within 5 seconds; a resent one is there once, and unread counts are right', {
  timeout: 300_000,
}, async () => {
  const s = await talking();
  const beside = await openPortal({}, { beside: s.portal });
  const dialBeside = await dials(beside);
  let dial = s.dial;
  // Nobody sends more than 20 in a second over one line.
  const writers = await Promise.all(Array.from({ length: 12 }, () => dial(s.nurse.token)));
  const hearers = [
    { ...receiver(s, s.root), who: s.root, line: await dial(s.root.token) },
    { ...receiver(s, s.nurse), who: s.nurse, line: await dial(s.nurse.token) },
  ];
  for (const one of hearers) one.listen(one.line);
  const count = 1_000;
  const longest: number[] = [];
  const acknowledged: number[] = [];
  for (let n = 1; n <= count; n += 1) {
    if (n === 500) {
      // Its clients find the other one, and it says nothing before.
      s.app.http.server.closeAllConnections();
      dial = dialBeside;
      for (const k of writers.keys()) writers[k] = await dial(s.nurse.token);
      for (const one of hearers) one.listen((one.line = await dial(one.who.token)));
      longest.push(...(await Promise.all(hearers.map((one) => one.catchUp()))));
    }
    const text = { message: `Message ${n}`, clientKey: `key ${n}` };
    const send = () => s.say(writers[n % writers.length]!, s.nurse, text.message, text);
    const cut = n % 50 === 25 ? hearers[Math.floor(n / 50) % 2] : undefined;
    if (cut) cut.line.socket.disconnect();
    const answer = await send();
    if (answer.error) throw new Error(answer.error);
    acknowledged.push(answer.msgId);
    if (n % 40 === 0) acknowledged.push((await send()).msgId);
    if (!cut) continue;
    cut.line.socket.connect();
    await vi.waitFor(() => expect(cut.line.socket.connected).toBe(true), 10_000);
    cut.listen(cut.line);
    longest.push(await cut.catchUp());
    expect(cut.shown().slice(0, n)).toHaveLength(n);
  }
  const all = Array.from({ length: count }, (_, n) => `Message ${n + 1}`);
  for (const one of hearers) {
    await vi.waitFor(() => expect(one.shown()).toHaveLength(count), 5_000);
    expect(one.shown()).toEqual(all);
    for (const heard of one.heard) expect(heard).toEqual([...new Set(heard)].sort((a, b) => a - b));
  }
  expect(longest).toHaveLength(22);
  expect(Math.max(...longest)).toBeLessThan(5_000);
  expect(new Set(acknowledged).size).toBe(count);
  expect(await s.rows('select from conversation_message')).toHaveLength(count);
  expect((await s.listOf(s.root))[0]?.unreadMsgCount).toBe(count);
});

test('PRV-11 PRV-01 what is told over a line is in the access log, marked in an emergency; when that ends, the line hears and says nothing more there', async () => {
  const s = await talking();
  await letIn(s, s.other, s.groups.heart);
  const body = { conv_id: s.convId, cp_id: s.other.providerId, assignee: s.other.providerId };
  expect((await s.other.call(api.assignConversation, { body })).status).toBe(200);
  const [nurse, root, other] = [await s.lineOf(s.nurse), await s.lineOf(s.root), await s.lineOf(s.other)];
  await s.app.accessLog.flush();
  await s.say(nurse, s.nurse, 'Before');
  for (const line of [nurse, root, other]) await line.until('new message');
  expect(await s.say(other, s.other, 'I am here')).toHaveProperty('msgId');
  await root.until('new message', 2);
  await s.app.accessLog.flush();
  const told = await s.rows(
    `select distinct provider_id, record_kind, record_ids, host, address, outcome, in_emergency from access_entry
     where call = 'SOCKET new message' order by provider_id`,
  );
  expect(told).toEqual(
    [s.root, s.nurse, s.other]
      .toSorted((a, b) => a.providerId - b.providerId)
      .map((who) => ({
        provider_id: who.providerId,
        record_kind: 'patient',
        record_ids: [s.patient],
        host: 'localhost',
        address: expect.stringContaining('127.0.0.1') as string,
        outcome: 'read',
        in_emergency: who === s.other,
      })),
  );
  await s.rows('update emergency_access set ended_at = now()');
  await s.say(nurse, s.nurse, 'After');
  await root.until('new message', 3);
  expect(other.of('new message')).toHaveLength(2);
  const words = { error: 'This conversation does not exist.' };
  expect(await s.say(other, s.other, 'And now?')).toEqual(words);
  expect(await other.ask('join conversations', [s.convId])).toEqual(words);
  expect(await other.ask('new conversation', { conv_id: s.convId })).toEqual(words);
});

test('REL-09 REL-04 a message whose telling the database breaks off is told when it answers again; where it does not, the line is closed, so that its page comes back and reads', {
  timeout: 300_000,
}, async () => {
  const s = await talking();
  const root = await s.lineOf(s.root);
  const writer = await asMember(s, s.nurse);
  const owner = new pg.Client(s.owner as pg.ClientConfig);
  await owner.connect();
  onTestFinished(() => owner.end());
  // Who is at work is read for the telling, and nothing of it for storing a message.
  const hold = () => owner.query('begin; lock table company_module in access exclusive mode');
  const breakOff = async () =>
    (
      await s.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%inner join "company_module"%'`,
      )
    ).length;
  const breaksOff = () => vi.waitFor(async () => expect(await breakOff()).toBe(1), { timeout: 10_000, interval: 20 });
  await hold();
  await writer.says(s.convId, 'One');
  await breaksOff();
  await writer.says(s.convId, 'Two');
  await owner.query('commit');
  expect(await root.until('new message', 2)).toMatchObject([{ message: 'One' }, { message: 'Two' }]);

  await hold();
  await writer.says(s.convId, 'Three');
  // Each attempt to tell it, until none is made.
  await vi.waitFor(
    async () => {
      await breakOff();
      expect(root.socket.connected).toBe(false);
    },
    { timeout: 30_000, interval: 20 },
  );
  await owner.query('commit');
  const back = await s.lineOf(s.root);
  await writer.says(s.convId, 'Four');
  expect(await back.until('new message')).toMatchObject([{ message: 'Four' }]);
});

test('REL-05 who talks in one company does not wait for what is told in another, and many messages are read together', async () => {
  const s = await talking();
  const patients = [];
  for (let n = 0; n < 12; n += 1) patients.push(await s.anActivePatient());
  const { rollupId } = (await s.start(s.nurse, patients, [s.root.providerId])).reply;
  const elsewhere = await aClinic(s.portal, ['Messaging', 'ClinicalManagement', 'Assessments']);
  const theirs = (await s.start(elsewhere.people.nurse, [await elsewhere.anActivePatient()])).reply.convId;
  const [root, foreign] = [await s.lineOf(s.root), await s.lineOf(elsewhere.people.nurse)];
  // Reading for the first company takes until the second one has heard.
  const { database } = s.app;
  const { readInCompany } = database;
  const heard = Promise.withResolvers<void>();
  let readings = 0;
  database.readInCompany = async (companyId, work) => {
    if (companyId !== s.companyId) return readInCompany(companyId, work);
    readings += 1;
    await heard.promise;
    return readInCompany(companyId, work);
  };
  const writer = await asMember(s, s.nurse);
  const { broadcastId } = await writer.saysToAll(rollupId as number, 'We are closed on Monday');
  await deliver(broadcastId, {
    act: (work) =>
      database.inCompany(s.companyId, (tx) =>
        work(actOf(tx, s.app.clock, { ...portalItself, companyId: s.companyId })),
      ),
  });
  const say = { conv_id: theirs, cp_id: elsewhere.people.nurse.providerId, message: 'Here' };
  expect(await foreign.ask('chat message', say)).toHaveProperty('msgId');
  expect(await foreign.until('new message')).toMatchObject([{ message: 'Here' }]);
  expect(root.of('new message')).toEqual([]);
  heard.resolve();
  await root.until('new message', 12);
  expect(readings).toBeLessThan(5);
});

test('P11-18 PRV-01 over the line, too, a conversation of another company counts where the rest of what was sent is refused as wrong', async () => {
  const s = await talking();
  const elsewhere = await aClinic(s.portal, ['Messaging', 'ClinicalManagement', 'Assessments']);
  const theirs = (await s.start(elsewhere.people.nurse, [await elsewhere.anActivePatient()])).reply.convId;
  const line = await s.lineOf(s.nurse);
  const tooLong = (conv_id: number) =>
    line.ask('chat message', { conv_id, cp_id: s.nurse.providerId, message: 'x'.repeat(4_001) });
  for (const conv_id of [s.convId, theirs]) expect(await tooLong(conv_id)).toHaveProperty('error');
  const counted = () => s.rows('select provider_id from foreign_call');
  await vi.waitFor(async () => expect(await counted()).toEqual([{ provider_id: s.nurse.providerId }]), 15_000);
  await vi.waitFor(async () => {
    await s.app.accessLog.flush();
    expect(
      await s.rows(
        `select record_ids from access_entry where outcome = 'refused' and provider_id = ${s.nurse.providerId}`,
      ),
    ).toHaveLength(1);
  }, 15_000);
});

test('SEC-27 SEC-35 each field of another type, a key too many, a text too long, another company and a type or company without the right: refused, and nothing is written', async () => {
  const s = await talking();
  const line = await s.lineOf(s.nurse);
  const cp_id = s.nurse.providerId;
  const good: Record<string, Record<string, unknown>> = {
    'new conversation': { conv_id: s.convId },
    'chat message': { conv_id: s.convId, cp_id, message: 'Hello', timeSent: '2031-01-01T00:00:00Z', clientKey: 'k' },
    'message read': { conv_id: s.convId, cp_id, msgIds: [1] },
    broadcast: { rollup_id: 1, cp_id, message: 'Hello', clientKey: 'k' },
  };
  const refusals: Promise<unknown>[] = [];
  const paced = async (event: string, body: unknown) => {
    // A line of its own for each few: nobody sends more than 20 in a second.
    const own = refusals.length % 15 === 0 ? await s.lineOf(s.nurse) : lines.at(-1);
    if (own && own !== lines.at(-1)) lines.push(own);
    refusals.push((own ?? line).ask(event, body));
  };
  const lines = [line];
  for (const [event, body] of Object.entries(good)) {
    for (const field of Object.keys(body)) await paced(event, { ...body, [field]: { is: 'none' } });
    await paced(event, { ...body, providerId: 1 });
    await paced(event, null);
  }
  for (const [event, body] of [
    ['cpId', 'me'],
    ['new conversation', 'x'],
    ['new conversation', [s.convId]],
    ['join conversations', { conv: s.convId }],
    ['join conversations', [s.convId, 'x']],
    ['chat message', { ...good['chat message'], message: 'x'.repeat(4_001) }],
    ['chat message', { ...good['chat message'], clientKey: 'x'.repeat(65) }],
  ] as const)
    await paced(event, body);
  for (const answer of await Promise.all(refusals))
    expect(answer).toEqual({ error: expect.stringMatching(/\S/) as string });
  const elsewhere = await s.aCompany(['Messaging']);
  const bare = await s.aCompany(['Assessments']);
  for (const [type, company_id] of [
    ['Admin', elsewhere],
    ['Admin', bare],
    ['Sponsor', s.companyId],
  ] as const) {
    const stranger = await s.signedIn(await s.aPerson(type, { company_id }));
    const body = { ...good['chat message'], cp_id: stranger.providerId };
    expect(await (await s.lineOf(stranger)).ask('chat message', body)).toHaveProperty('error');
  }
  expect(await s.rows('select from conversation_message union all select from message_reading')).toEqual([]);
  expect(await s.say(line, s.nurse, 'x'.repeat(4_000))).toHaveProperty('msgId');
});

test('REL-05 SOC-02 what waits on one socket is bounded: beyond it is refused at once, with the event error, and what waited is stored once the database goes on', async () => {
  const s = await talking();
  const line = await s.lineOf(s.nurse);
  const held = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holding = s.app.database.inCompany(s.companyId, async (tx) => {
    await tx.selectFrom('conversation').select('conversation_id').forUpdate().execute();
    locked.resolve();
    await held.promise;
  });
  await locked.promise;
  const second = () => Math.floor(performance.now() / 1_000);
  const sent: Promise<{ error?: string }>[] = [];
  // Nobody sends more than 20 in a second.
  for (const batch of [0, 14, 28]) {
    const now = second();
    for (let n = batch + 1; n <= Math.min(batch + 14, 40); n += 1) sent.push(s.say(line, s.nurse, `Message ${n}`));
    await vi.waitFor(() => expect(second()).toBeGreaterThan(now), 3_000);
  }
  expect(await s.say(line, s.nurse, 'One too many')).toHaveProperty('error');
  expect(line.of('error')).toHaveLength(1);
  expect(await s.rows('select from conversation_message')).toEqual([]);
  held.resolve();
  await holding;
  for (const answer of await Promise.all(sent)) expect(answer).not.toHaveProperty('error');
  expect(await s.rows('select from conversation_message')).toHaveLength(40);
});

test('SEC-06 SEC-35 a session that another process ends loses its line within a second, time after time', async () => {
  const s = await talking();
  for (let n = 0; n < 6; n += 1) {
    const nurse = await s.signedIn(s.nurse.providerId);
    const line = await s.lineOf(nurse);
    const closed = new Promise<number>((resolve) => line.socket.once('disconnect', () => resolve(performance.now())));
    // As another process does it, whose calls this one does not see.
    const from = performance.now();
    await s.rows('update session set ended_at = now() where provider_id = $1 and ended_at is null', [nurse.providerId]);
    expect((await closed) - from).toBeLessThan(1_000);
  }
});
