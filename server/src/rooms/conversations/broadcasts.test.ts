import * as broadcasting from '@portal/contract/conversations/broadcast-endpoints.ts';
import * as api from '@portal/contract/conversations/endpoints.ts';
import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import type { Run } from '#platform/http/duties.ts';
import { asMember, openTalking } from '#test/conversations.ts';
import { deliver, markReadByPatient } from './door.ts';
import { onItsOwn } from '#test/portal.ts';

/** A broadcast of a nurse to so many patients, or to these; `run` is what a job works with, and `left` how often it still comes that far. */
async function toMany(given: number | readonly Record<string, unknown>[]) {
  const s = await openTalking();
  const { nurse, root } = s.people;
  const patients: number[] = [];
  for (const fields of typeof given === 'number' ? Array.from({ length: given }, () => ({})) : given)
    patients.push(await s.anActivePatient(fields));
  const started = (await s.start(nurse, patients, [root.providerId], 'Vaccines')).reply;
  const rollupId = started.rollupId as number;
  const writer = await asMember(s, nurse);
  const portalItself = {
    companyId: s.companyId,
    providerId: null,
    firstName: 'System',
    lastName: '',
    type: 'System',
    host: 'local',
    requestId: 'job',
  };
  const runOf = (left = Infinity): Run => {
    let rest = left;
    return {
      act: (work) => {
        if (rest-- <= 0) throw new Error('killed');
        return s.app.database.inCompany(s.companyId, (tx) => work(actOf(tx, s.app.clock, portalItself)));
      },
    };
  };
  const recipients = async (query: Record<string, unknown> = {}) =>
    (
      await nurse.call(broadcasting.listRecipients, {
        query: { cp_id: nurse.providerId, rollup_id: rollupId, ...query },
      })
    ).reply.recipients;
  const sent = async () =>
    (await nurse.call(broadcasting.listBroadcastMessages, { query: { cp_id: nurse.providerId, rollup_id: rollupId } }))
      .reply.broadcastMsgs;
  const stored = (id: number) =>
    s.rows<{ n: number }>('select count(*)::int as n from conversation_message where broadcast_message_id = $1', [id]);
  return { ...s, nurse, root, patients, rollupId, writer, runOf, recipients, sent, stored };
}

test('BCT-06 OPC-75 a message to all stands once in the conversation of each patient, also where the job is killed half-way and comes twice', async () => {
  const s = await toMany(60);
  const message = await s.writer.saysToAll(s.rollupId, 'We are closed on Monday', 'key');
  expect((await s.writer.saysToAll(s.rollupId, 'We are closed on Monday', 'key')).broadcastId).toBe(
    message.broadcastId,
  );
  expect((await s.recipients()).every(({ state }) => state === 'waiting')).toBe(true);
  await expect(deliver(message.broadcastId, s.runOf(1))).rejects.toThrow('killed');
  expect(await s.stored(message.broadcastId)).toEqual([{ n: 50 }]);
  await Promise.all([deliver(message.broadcastId, s.runOf()), deliver(message.broadcastId, s.runOf())]);
  expect(await s.stored(message.broadcastId)).toEqual([{ n: 60 }]);
  await deliver(message.broadcastId, s.runOf());
  expect(await s.stored(message.broadcastId)).toEqual([{ n: 60 }]);
  expect(await s.sent()).toMatchObject([
    { message: 'We are closed on Monday', delivered: 60, read: 0, unreadAfterDay: 0 },
  ]);
  expect(await s.listOf(s.root, { state: 'open' })).toHaveLength(60);
});

test('a broadcast tells who has read it and who has not after a day; whoever is not active any more gets nothing, which it tells, and a closed conversation is opened with an entry', async () => {
  const s = await toMany(4);
  const [one, two, three, four] = (await s.recipients()).map(({ convId }) => convId) as [
    number,
    number,
    number,
    number,
  ];
  const gone = (await s.recipients()).find(({ convId }) => convId === four)?.uId;
  await s.rows(`update patient set status = 'deactivated' where patient_id = $1`, [gone]);
  await s.nurse.call(api.setConversationState, { body: { conv_id: two, cp_id: s.nurse.providerId, state: 'closed' } });
  const { broadcastId } = await s.writer.saysToAll(s.rollupId, 'The vaccine is here');
  await deliver(broadcastId, s.runOf());
  const reopened = () => s.rows(`select record_id from audit_entry where action = 'conversation.reopened'`);
  expect(await reopened()).toEqual([{ record_id: String(two) }]);
  const ids = await s.rows<{ id: number }>(
    'select message_id as id from conversation_message where conversation_id = $1',
    [one],
  );
  await s.app.database.inCompany(s.companyId, (tx) =>
    markReadByPatient(
      actOf(tx, s.app.clock, { companyId: s.companyId } as never),
      one,
      ids.map(({ id }) => id),
    ),
  );
  const stateOf = async () =>
    new Map((await s.recipients()).map(({ convId, state, isLate }) => [convId, `${state}${isLate ? ' late' : ''}`]));
  expect(await stateOf()).toEqual(
    new Map([
      [one, 'read'],
      [two, 'delivered'],
      [three, 'delivered'],
      [four, 'skipped'],
    ]),
  );
  expect((await s.recipients({ state: 'waiting' })).length).toBe(0);
  expect((await s.recipients({ state: 'skipped' })).map(({ convId }) => convId)).toEqual([four]);
  await s.rows(`update conversation_message set sent_at = sent_at - interval '25 hours'`);
  expect(await stateOf()).toEqual(
    new Map([
      [one, 'read'],
      [two, 'delivered late'],
      [three, 'delivered late'],
      [four, 'skipped'],
    ]),
  );
  expect((await s.recipients({ state: 'late' })).map(({ convId }) => convId).toSorted((a, b) => a - b)).toEqual([
    two,
    three,
  ]);
  expect(await s.sent()).toMatchObject([{ delivered: 3, read: 1, unreadAfterDay: 2 }]);
});

test('BCT-06 each patient of a broadcast is read whole, with when the message came and when it was read, and the message with how far it came', async () => {
  const s = await toMany([
    { firstName: 'Abel', lastName: 'Archer' },
    { firstName: 'Bea', lastName: 'Brook' },
  ]);
  const [abel, bea] = s.patients as [number, number];
  await s.rows(`update provider set first_name = 'Nora', last_name = 'Nurse' where provider_id = $1`, [
    s.nurse.providerId,
  ]);
  const recipient = { seesPatient: true, isLate: false, untold: null };
  const conversations = await s.rows<{ id: number; patient: number }>(
    'select conversation_id as id, patient_id as patient from conversation where broadcast_id = $1',
    [s.rollupId],
  );
  const convOf = (uId: number) => conversations.find(({ patient }) => patient === uId)?.id;
  const { broadcastId } = await s.writer.saysToAll(s.rollupId, 'The vaccine is here');
  const of = { state: 'waiting', deliveredAt: null, readAt: null, ...recipient };
  expect(await s.recipients()).toEqual([
    { uId: abel, patientName: 'Abel Archer', convId: convOf(abel), ...of },
    { uId: bea, patientName: 'Bea Brook', convId: convOf(bea), ...of },
  ]);
  await deliver(broadcastId, s.runOf());
  const told = await s.rows<{ id: number; patient: number }>(
    `select message_id as id, patient_id as patient from conversation_message join conversation using (conversation_id)
     where broadcast_message_id = $1`,
    [broadcastId],
  );
  await s.app.database.inCompany(s.companyId, (tx) =>
    markReadByPatient(
      actOf(tx, s.app.clock, { companyId: s.companyId } as never),
      convOf(abel) as number,
      told.filter(({ patient }) => patient === abel).map(({ id }) => id),
    ),
  );
  const near = Date.now() - 600_000;
  await s.rows(`update conversation_message set sent_at = $2 where broadcast_message_id = $1`, [
    broadcastId,
    new Date(near),
  ]);
  await s.rows(
    `update message_reading set read_at = $2 where message_id in
       (select message_id from conversation_message where broadcast_message_id = $1)`,
    [broadcastId, new Date(near + 120_000)],
  );
  await s.rows(`update broadcast_message set sent_at = $2 where broadcast_message_id = $1`, [
    broadcastId,
    new Date(near - 60_000),
  ]);
  expect(await s.recipients()).toEqual([
    {
      uId: bea,
      patientName: 'Bea Brook',
      convId: convOf(bea),
      state: 'delivered',
      deliveredAt: new Date(near),
      readAt: null,
      ...recipient,
    },
    {
      uId: abel,
      patientName: 'Abel Archer',
      convId: convOf(abel),
      state: 'read',
      deliveredAt: new Date(near),
      readAt: new Date(near + 120_000),
      ...recipient,
    },
  ]);
  expect(await s.sent()).toEqual([
    {
      rollupId: s.rollupId,
      broadcastId,
      topic: 'Vaccines',
      numOfParticipants: 4,
      timeCreated: new Date(near - 60_000),
      timeSent: new Date(near - 60_000),
      message: 'The vaccine is here',
      senderName: 'Nora Nurse',
      cpId: s.nurse.providerId,
      delivered: 2,
      read: 1,
      unreadAfterDay: 0,
    },
  ]);
});

test('PRV-08 the members of a broadcast say who is told of no message now, and why', async () => {
  const s = await toMany(5);
  const [gone, silent, told, refused, late] = (await s.recipients()).map(({ uId }) => uId);
  await s.rows(`update patient set status = 'deactivated' where patient_id = $1`, [gone]);
  await s.rows(`update patient set preferred_contact = -1 where patient_id = $1`, [silent]);
  await s.rows(
    `update patient set email = patient_id || '@mail.example', preferred_contact = 0 where patient_id = any($1)`,
    [[refused, late]],
  );
  await s.rows(
    `insert into message (channel, recipient, subject, body, patient_id, created_at, refused_at)
     select 'email', 'somebody@mail.example', '', '', of.patient, now() - interval '2 hours', now() - of.minutes * interval '1 minute'
     from (values ($1::int, 61), ($2::int, 50)) of (patient, minutes)`,
    [refused, late],
  );
  expect(new Map((await s.recipients()).map(({ uId, untold }) => [uId, untold]))).toEqual(
    new Map([
      [gone, 'not_active'],
      [silent, 'unreachable'],
      [told, null],
      [refused, 'undelivered'],
      [late, null],
    ]),
  );
});

test('BCT-06 two messages to all come to everybody in the order in which they were sent, whichever is worked on first', async () => {
  onItsOwn();
  const s = await toMany(60);
  const first = await s.writer.saysToAll(s.rollupId, 'First');
  const second = await s.writer.saysToAll(s.rollupId, 'Second');
  await expect(deliver(first.broadcastId, s.runOf(1))).rejects.toThrow('killed');
  await Promise.all([deliver(second.broadcastId, s.runOf()), deliver(first.broadcastId, s.runOf())]);
  const orders = await s.rows(
    `select string_agg(body, ', ' order by message_id) as said from conversation_message group by conversation_id`,
  );
  expect(orders).toHaveLength(60);
  expect(new Set(orders.map((row) => (row as { said: string }).said))).toEqual(new Set(['First, Second']));
  expect(await s.sent()).toMatchObject([{ delivered: 60 }, { delivered: 60 }]);
});

test('BCT-06 SEC-23 a message to all goes to the patients whom its sender sees by then; who sees none of them any more is refused', async () => {
  const s = await toMany(2);
  const away = (await s.recipients())[0]!;
  await s.rows('update patient_care_group set care_group_id = $2 where patient_id = $1', [away.uId, s.groups.diabetes]);
  const sees = (careGroupIds: number[]) => asMember(s, s.nurse, { careGroupIds, seesWholeCompany: false });
  const states = async () =>
    Object.fromEntries(
      (await s.recipients()).map(({ convId, state }) => [convId === away.convId ? 'away' : 'here', state]),
    );
  const { broadcastId } = await (await sees([s.groups.failure])).saysToAll(s.rollupId, 'Hello');
  expect(await states()).toEqual({ away: 'skipped', here: 'waiting' });
  await deliver(broadcastId, s.runOf());
  expect(await states()).toEqual({ away: 'skipped', here: 'delivered' });
  await expect((await sees([])).saysToAll(s.rollupId, 'Anybody?')).rejects.toMatchObject({
    code: 'conversation.nobody_in_sight',
  });
  expect(await s.sent()).toMatchObject([{ message: 'Hello', delivered: 1 }]);
});

test('SEC-24 BCT-06 a message to all goes to nobody more once the company has lost the module, and whoever still waited for it was skipped', async () => {
  const s = await toMany(52);
  const { broadcastId } = await s.writer.saysToAll(s.rollupId, 'We are closed on Monday');
  await expect(deliver(broadcastId, s.runOf(1))).rejects.toThrow('killed');
  await s.rows(`delete from company_module where company_id = $1 and name = 'Messaging'`, [s.companyId]);
  await deliver(broadcastId, s.runOf());
  expect(await s.stored(broadcastId)).toEqual([{ n: 50 }]);
  await s.rows(`insert into company_module (company_id, name) values ($1, 'Messaging')`, [s.companyId]);
  await deliver(broadcastId, s.runOf());
  expect(await s.stored(broadcastId)).toEqual([{ n: 50 }]);
  expect(await s.recipients({ state: 'waiting' })).toEqual([]);
  expect(await s.recipients({ state: 'skipped' })).toHaveLength(2);
  expect(await s.sent()).toMatchObject([{ message: 'We are closed on Monday', delivered: 50 }]);
});

test('BCT-01 BCT-02 a broadcast counts its patients and its people, without patients who were removed; what went to many is unread for none of its people', async () => {
  const s = await toMany(3);
  const counts = async () =>
    (await s.broadcastsOf(s.nurse)).reply.broadcasts?.map((one) => [one.numOfParticipants, one.numOfPatients]);
  expect(await counts()).toEqual([[5, 3]]);
  const { broadcastId } = await s.writer.saysToAll(s.rollupId, 'We are closed on Monday');
  await deliver(broadcastId, s.runOf());
  for (const who of [s.nurse, s.root]) {
    expect((await s.listOf(who)).map((one) => one.unreadMsgCount)).toEqual([0, 0, 0]);
    expect(await s.listOf(who, { scope: 'unread' })).toEqual([]);
  }
  await s.rows('update patient set removed_at = now() where patient_id = $1', [s.patients[0]]);
  expect(await counts()).toEqual([[4, 2]]);
});
