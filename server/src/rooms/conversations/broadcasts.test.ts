import * as broadcasting from '@portal/contract/conversations/broadcast-endpoints.ts';
import * as api from '@portal/contract/conversations/endpoints.ts';
import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import type { Run } from '#platform/http/duties.ts';
import { clockStandsAt } from '#test/clock-that-stands.ts';
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
  // Whoever got no acknowledgement finds it there.
  expect((await s.sent()).map(({ clientKey }) => clientKey)).toEqual(['key']);
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
  const minute = 60_000;
  const runsOn = clockStandsAt(s, new Date(s.app.clock.now().getTime() - (24 * 60 - 5) * minute).toISOString());
  await deliver(broadcastId, s.runOf());
  runsOn();
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
  s.app.clock.set(new Date(s.app.clock.now().getTime() + 10 * minute));
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
  const recipient = { dob: '1950-03-04', seesPatient: true, isLate: false, untold: null };
  const conversations = await s.rows<{ id: number; patient: number }>(
    'select conversation_id as id, patient_id as patient from conversation where broadcast_id = $1',
    [s.rollupId],
  );
  const convOf = (uId: number) => conversations.find(({ patient }) => patient === uId)?.id;
  const near = Date.now() - 600_000;
  /** Does something when so much time has gone by. */
  const later = async <T>(ms: number, work: () => Promise<T>) => {
    const runsOn = clockStandsAt(s, new Date(near + ms).toISOString());
    const done = await work();
    runsOn();
    return done;
  };
  const { broadcastId } = await later(-60_000, () => s.writer.saysToAll(s.rollupId, 'The vaccine is here'));
  const of = { state: 'waiting', deliveredAt: null, readAt: null, ...recipient };
  expect(await s.recipients()).toEqual([
    { uId: abel, patientName: 'Abel Archer', convId: convOf(abel), ...of },
    { uId: bea, patientName: 'Bea Brook', convId: convOf(bea), ...of },
  ]);
  await later(0, () => deliver(broadcastId, s.runOf()));
  const told = await s.rows<{ id: number; patient: number }>(
    `select message_id as id, patient_id as patient from conversation_message join conversation using (conversation_id)
     where broadcast_message_id = $1`,
    [broadcastId],
  );
  await later(120_000, () =>
    s.app.database.inCompany(s.companyId, (tx) =>
      markReadByPatient(
        actOf(tx, s.app.clock, { companyId: s.companyId } as never),
        convOf(abel) as number,
        told.filter(({ patient }) => patient === abel).map(({ id }) => id),
      ),
    ),
  );
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
      clientKey: null,
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

test('BCT-01 BCT-02 BCT-06 a broadcast counts its patients, its people and whom its messages reached, without patients who were removed; what went to many is unread for none of its people', async () => {
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
  const reached = async () => (await s.sent()).map((one) => [one.delivered, one.read, one.unreadAfterDay]);
  expect(await reached()).toEqual([[3, 0, 0]]);
  await s.rows('update patient set removed_at = now() where patient_id = $1', [s.patients[0]]);
  expect(await counts()).toEqual([[4, 2]]);
  expect(await reached()).toEqual([[2, 0, 0]]);
});

test('BCT-02 BCT-03 BCT-06 of two broadcasts with a patient in common each is counted and read with its own patients, people and messages', async () => {
  const s = await toMany([{ lastName: 'Archer' }, { lastName: 'Brook' }, { lastName: 'Cole' }]);
  const [archer, brook, cole] = s.patients as [number, number, number];
  for (const [who, first, last] of [
    [s.nurse, 'Nora', 'Nurse'],
    [s.root, 'Rolf', 'Root'],
  ] as const)
    await s.rows('update provider set first_name = $2, last_name = $3 where provider_id = $1', [
      who.providerId,
      first,
      last,
    ]);
  const dale = await s.anActivePatient({ lastName: 'Dale' });
  const second = (await s.start(s.nurse, [cole, dale], [], 'Opening hours')).reply.rollupId as number;
  const { broadcastId: vaccines } = await s.writer.saysToAll(s.rollupId, 'The vaccine is here');
  const { broadcastId: hours } = await s.writer.saysToAll(second, 'We are closed on Monday');
  await deliver(vaccines, s.runOf());
  const first = {
    rollupId: s.rollupId,
    broadcastId: vaccines,
    topic: 'Vaccines',
    numOfParticipants: 5,
    numOfPatients: 3,
    message: 'The vaccine is here',
  };
  const other = {
    rollupId: second,
    broadcastId: hours,
    topic: 'Opening hours',
    numOfParticipants: 3,
    numOfPatients: 2,
    message: 'We are closed on Monday',
  };
  expect((await s.broadcastsOf(s.nurse)).reply.broadcasts).toMatchObject([other, first]);
  const people = (rollup_id: number) => s.broadcastsOf(s.nurse, { rollup_id });
  expect((await people(s.rollupId)).reply).toMatchObject({
    broadcasts: [first],
    careProviderNames: 'Rolf Root,Nora Nurse',
    patientNames: 'Ada Archer,Ada Brook,Ada Cole',
    uIds: `${archer},${brook},${cole}`,
  });
  expect((await people(second)).reply).toMatchObject({
    broadcasts: [other],
    careProviderNames: 'Nora Nurse',
    patientNames: 'Ada Cole,Ada Dale',
    uIds: `${cole},${dale}`,
  });
  const messagesOf = async (rollup_id: number) =>
    (
      await s.nurse.call(broadcasting.listBroadcastMessages, { query: { cp_id: s.nurse.providerId, rollup_id } })
    ).reply.broadcastMsgs.map((one) => [one.broadcastId, one.topic, one.numOfParticipants, one.delivered]);
  expect(await messagesOf(s.rollupId)).toEqual([[vaccines, 'Vaccines', 5, 3]]);
  expect(await messagesOf(second)).toEqual([[hours, 'Opening hours', 3, 0]]);
  const namesOf = async (query: object) =>
    (await s.recipients({ ...query })).map(({ patientName, state }) => [patientName, state]);
  expect(await namesOf({})).toEqual([
    ['Ada Archer', 'delivered'],
    ['Ada Brook', 'delivered'],
    ['Ada Cole', 'delivered'],
  ]);
  expect(await namesOf({ rollup_id: second })).toEqual([
    ['Ada Cole', 'waiting'],
    ['Ada Dale', 'waiting'],
  ]);
});

test('SEC-36 one person sends twenty messages to all in a quarter of an hour, and is told how long to wait with the next one; a repeat is no other one, and a colleague sends theirs', async () => {
  const s = await toMany(2);
  const another = (await s.start(s.nurse, s.patients)).reply.rollupId as number;
  const start = s.app.clock.now();
  const runsOn = clockStandsAt(s, start.toISOString());
  for (let n = 1; n <= 20; n += 1) await s.writer.saysToAll(s.rollupId, 'The vaccine is here', `key ${n}`);
  await expect(s.writer.saysToAll(another, 'And one more')).rejects.toMatchObject({
    code: 'too_many',
    sentence: 'You have sent many messages to all. Please try again in 15 minutes.',
    retryAfter: 900,
  });
  await s.writer.saysToAll(s.rollupId, 'The vaccine is here', 'key 20');
  await (await asMember(s, s.root)).saysToAll(s.rollupId, 'The vaccine is here');
  expect(await s.sent()).toHaveLength(21);
  runsOn();
  s.app.clock.set(new Date(start.getTime() + 15 * 60_000));
  await s.writer.saysToAll(another, 'And one more');
});

test('SEC-36 of twenty-one messages to all that one person sends at once on as many broadcasts, one is refused', async () => {
  const s = await toMany(2);
  const broadcasts = [s.rollupId];
  for (let n = 0; n < 20; n += 1) broadcasts.push((await s.start(s.nurse, s.patients)).reply.rollupId as number);
  // The first message of a process makes the queue, by another connection.
  await (await asMember(s, s.root)).saysToAll(s.rollupId, 'We are closed on Monday');
  const answers = await Promise.allSettled(broadcasts.map((id) => s.writer.saysToAll(id, 'The vaccine is here')));
  expect(answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))).toMatchObject([
    { code: 'too_many' },
  ]);
  expect(
    await s.rows('select count(*)::int as n from broadcast_message where provider_id = $1', [s.nurse.providerId]),
  ).toEqual([{ n: 20 }]);
});

test('two patients of one name are told apart by their dates of birth among the members of a broadcast; whoever does not see the patient any more is told the name alone', async () => {
  const name = { firstName: 'Grace', lastName: 'Hopper' };
  const s = await toMany([
    { ...name, dateOfBirth: '1950-03-04' },
    { ...name, dateOfBirth: '1981-12-09' },
  ]);
  const [older, younger] = s.patients as [number, number];
  const bornOf = async () => new Map((await s.recipients()).map(({ uId, dob }) => [uId, dob]));
  expect(await bornOf()).toEqual(
    new Map([
      [older, '1950-03-04'],
      [younger, '1981-12-09'],
    ]),
  );
  await s.rows('delete from patient_care_group where patient_id = $1', [younger]);
  expect(await bornOf()).toEqual(
    new Map([
      [older, '1950-03-04'],
      [younger, undefined],
    ]),
  );
});
