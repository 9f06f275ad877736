import * as broadcasting from '@portal/contract/conversations/broadcast-endpoints.ts';
import * as api from '@portal/contract/conversations/endpoints.ts';
import { countWaiting } from '@portal/contract/conversations/waiting-endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { listPatients, removePatient } from '@portal/contract/patients/endpoints.ts';
import { listUsers } from '@portal/contract/providers/user-endpoints.ts';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { clockStandsAt } from '#test/clock-that-stands.ts';
import { asMember, letIn, openTalking, type Talking } from '#test/conversations.ts';
import { setPlainDefaults } from '#test/plans.ts';
import { listed } from './queries.ts';
import { memberIdsOf } from './sight.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';

test('CHT-03 CHT-15 CAF-01 CAF-06 OPC-04 a conversation that is started is in the list of everybody who takes part', async () => {
  const s = await openTalking();
  const patient = await s.anActivePatient({ firstName: 'Grace', lastName: 'Hopper' });
  const { nurse, root } = s.people;
  const started = await s.start(nurse, [patient], [root.providerId]);
  expect(started.body).toEqual({
    message: 'Conversation created.',
    convId: started.reply.convId,
    rollupId: null,
    participants: { uIds: [patient], cpIds: [nurse.providerId, root.providerId] },
  });
  for (const one of [nurse, root])
    expect(await s.listOf(one)).toMatchObject([
      {
        convId: started.reply.convId,
        patientName: 'Grace Hopper',
        topic: 'Refill',
        uId: patient,
        unreadMsgCount: 0,
        isMember: true,
        seesPatient: true,
        state: 'open',
        assignedTo: { cpId: nurse.providerId },
      },
    ]);
  expect(await s.listOf(s.people.other)).toEqual([]);
  const elsewhere = await openTalking();
  expect(await elsewhere.listOf(elsewhere.people.root, { scope: 'sight' })).toEqual([]);
  const line = await nurse.call(readTimeline, { query: { u_id: patient, kind: 'conversation' } });
  expect(line.reply.entries).toMatchObject([{ what: 'Conversation started', about: 'Refill' }]);
});

/** Gives them names that a test can write out. */
const names = async (s: Talking, who: Caller, firstName: string, lastName: string) =>
  s.rows('update provider set first_name = $2, last_name = $3 where provider_id = $1', [
    who.providerId,
    firstName,
    lastName,
  ]);

test('CHT-03 OPC-79 a conversation of the list is read whole, and its time is that of the newest message', async () => {
  const s = await openTalking();
  const { nurse, root } = s.people;
  await names(s, nurse, 'Nora', 'Nurse');
  await names(s, root, 'Rolf', 'Root, PharmD');
  const patient = await s.anActivePatient({ firstName: 'Grace', lastName: 'Hopper', dateOfBirth: '1950-03-04' });
  const { convId } = (await s.start(nurse, [patient], [root.providerId], 'Refill of June')).reply;
  await s.rows(
    `update conversation set created_at = '2026-03-01T08:00:00Z', latest_at = '2026-03-02T09:30:00Z' where conversation_id = $1`,
    [convId],
  );
  const row = {
    convId,
    careProviders: 'Rolf Root PharmD, Nora Nurse',
    patientName: 'Grace Hopper',
    dob: '1950-03-04',
    topic: 'Refill of June',
    uId: patient,
    unreadMsgCount: 0,
    latestTimeStamp: new Date('2026-03-02T09:30:00Z'),
    latestMessage: '',
    state: 'open',
    assignedTo: { cpId: nurse.providerId, name: 'Nora Nurse' },
    isMember: true,
    seesPatient: true,
    untold: null,
    rollupId: null,
    version: 1,
  };
  expect(await s.listOf(root)).toEqual([row]);
  const writer = await asMember(s, nurse);
  await writer.says(convId, 'Good morning');
  // Another conversation of the same people, about somebody else.
  const neighbour = await s.anActivePatient();
  const another = (await s.start(nurse, [neighbour], [root.providerId], 'Transport')).reply.convId;
  await writer.says(another, 'The taxi comes at nine');
  const { messages } = (await s.messagesOf(root, convId)).reply;
  expect(messages.map(({ message }) => message)).toEqual(['Good morning']);
  const latestTimeStamp = messages[0]?.timeSent;
  expect(latestTimeStamp?.getTime()).toBeGreaterThan(Date.parse('2026-03-02T09:30:00Z'));
  const [first, second] = await s.listOf(root);
  expect(first).toMatchObject({ convId: another, unreadMsgCount: 1, latestMessage: 'The taxi comes at nine' });
  expect(second).toEqual({ ...row, unreadMsgCount: 1, latestTimeStamp, latestMessage: 'Good morning' });
});

test('two patients of one name are told apart by their dates of birth, in the list and among those that a message would reach; whoever does not see the patient any more is told the name alone', async () => {
  const s = await openTalking();
  const { nurse } = s.people;
  const name = { firstName: 'Grace', lastName: 'Hopper' };
  const [older, younger] = [
    await s.anActivePatient({ ...name, dateOfBirth: '1950-03-04' }),
    await s.anActivePatient({ ...name, dateOfBirth: '1981-12-09' }),
  ];
  for (const one of [older, younger]) await s.start(nurse, [one]);
  const bornOf = async () => new Map((await s.listOf(nurse)).map(({ uId, dob }) => [uId, dob]));
  const told = new Map([
    [older, '1950-03-04'],
    [younger, '1981-12-09'],
  ]);
  expect(await bornOf()).toEqual(told);
  const body = { cp_id: nurse.providerId, gIds: [s.groups.failure] };
  const { recipients } = (await nurse.call(api.previewRecipients, { body })).reply;
  expect(new Map(recipients.map(({ uId, dob }) => [uId, dob]))).toEqual(told);
  await s.rows('delete from patient_care_group where patient_id = $1', [younger]);
  expect(await bornOf()).toEqual(
    new Map([
      [older, '1950-03-04'],
      [younger, undefined],
    ]),
  );
});

test('CHT-04 CHT-06 CHT-08 OPC-74 OPC-76 OPC-77 OPC-78 messages come newest first in pages, with double names, and unread ones are counted for each provider', async () => {
  const s = await openTalking();
  const { nurse, root } = s.people;
  const patient = await s.anActivePatient({ firstName: 'Grace', lastName: 'Hopper' });
  await names(s, nurse, 'Nora', 'Nurse');
  const { convId } = (await s.start(nurse, [patient], [root.providerId])).reply;
  const writer = await asMember(s, nurse);
  for (let n = 1; n <= 29; n += 1) await writer.says(convId, `Message ${n}`);
  const runsOn = clockStandsAt(s, '2026-03-02T09:30:00Z');
  const { msgId } = await writer.says(convId, 'Message 30');
  runsOn();
  const first = (await s.messagesOf(root, convId)).reply.messages;
  expect(first).toHaveLength(25);
  expect(first[0]).toEqual({
    msgId,
    convId,
    msgBody: 'Message 30',
    message: 'Message 30',
    senderName: 'Nora Nurse',
    timeCreated: new Date('2026-03-02T09:30:00Z'),
    timeSent: new Date('2026-03-02T09:30:00Z'),
    readByProvider: false,
    readByPatient: false,
    readByMe: false,
    cpId: nurse.providerId,
    uId: patient,
    clientKey: null,
    document: null,
  });
  expect((await s.messagesOf(root, convId, { msg_start: 25 })).reply.messages.map((one) => one.message)).toEqual([
    'Message 5',
    'Message 4',
    'Message 3',
    'Message 2',
    'Message 1',
  ]);
  for (const query of [{ msg_limit: 0 }, { msg_limit: 101 }, { msg_start: -1 }, { msg_start: 'x' }])
    expect((await s.messagesOf(root, convId, query)).status).toBe(400);
  expect((await s.listOf(root))[0]?.unreadMsgCount).toBe(30);
  expect((await s.listOf(nurse))[0]?.unreadMsgCount).toBe(0);
  const reader = await asMember(s, root);
  await reader.reads(
    convId,
    first.slice(0, 10).map(({ msgId }) => msgId),
  );
  expect((await s.listOf(root))[0]?.unreadMsgCount).toBe(20);
  expect((await s.messagesOf(nurse, convId)).reply.messages.filter((one) => one.readByProvider)).toHaveLength(10);
  const rest = (await s.messagesOf(root, convId, { msg_limit: 100 })).reply.messages.map(({ msgId }) => msgId);
  await reader.reads(convId, rest);
  expect((await s.listOf(root))[0]?.unreadMsgCount).toBe(0);
  expect((await root.call(countWaiting, { query: { cp_id: root.providerId } })).reply).toMatchObject({
    unreadMessages: 0,
    unreadConversations: 0,
  });
});

test('CAF-05 SEC-23 messages are for members alone: a colleague who sees the patient, a stranger and an unknown number read alike', async () => {
  const s = await openTalking();
  const { nurse, root, other } = s.people;
  const patient = await s.anActivePatient();
  const { convId } = (await s.start(nurse, [patient])).reply;
  const words = { status: 404, code: 'not_found', message: 'This conversation does not exist.' };
  expect(await s.messagesOf(root, convId)).toMatchObject(words);
  expect(await s.messagesOf(other, convId)).toMatchObject(words);
  expect(await s.messagesOf(nurse, 900_000_000)).toMatchObject(words);
  expect((await s.listOf(root, { scope: 'sight' }))[0]).toMatchObject({ convId, isMember: false, latestMessage: '' });
  const asOther = await nurse.call(api.listMessages, { query: { cp_id: root.providerId, conv_id: convId } });
  expect(asOther.status).toBe(403);
});

test('a repeat with the same key, also at the same moment, stores one message and gives it twice', async () => {
  onItsOwn();
  const s = await openTalking();
  const { nurse } = s.people;
  const { convId } = (await s.start(nurse, [await s.anActivePatient()])).reply;
  const writer = await asMember(s, nurse);
  const sent = await Promise.all(Array.from({ length: 5 }, () => writer.says(convId, 'Once', 'key-1')));
  expect(new Set(sent.map(({ msgId }) => msgId)).size).toBe(1);
  expect((await s.messagesOf(nurse, convId)).reply.messages).toHaveLength(1);
  expect(await s.rows(`select from event where type = 'conversation.message'`)).toHaveLength(1);
});

test('nobody can be named in a new conversation who was revoked or does not see the patient, nor a patient who is not active', async () => {
  onItsOwn();
  const s = await openTalking();
  const { nurse, other, root } = s.people;
  const patient = await s.anActivePatient();
  expect(await s.start(nurse, [patient], [other.providerId])).toMatchObject({ status: 400 });
  expect((await s.start(nurse, [patient], [900_000_000])).fields).toHaveProperty('cpIds');
  expect((await s.start(other, [patient])).status).toBe(404);
  const pending = await s.aPatient({}, [s.groups.failure]);
  expect(await s.start(root, [pending])).toMatchObject({
    status: 400,
    message: 'uIds names a patient who is not active.',
  });
  expect(await s.rows('select from conversation')).toEqual([]);
  await s.rows('update provider set is_active = false where provider_id = $1', [root.providerId]);
  expect((await s.start(nurse, [patient], [root.providerId])).status).toBe(400);
});

test('CHT-14 whoever starts a conversation finds active patients, and the colleagues who see them: of their groups and of those above', async () => {
  const s = await openTalking();
  const { nurse, root, other } = s.people;
  const patient = await s.anActivePatient({ firstName: 'Grace', lastName: 'Hopper' });
  await s.aPatient({ firstName: 'Gracious', lastName: 'Pending' }, [s.groups.failure]);
  const found = await nurse.call(listPatients, {
    query: { g_id: [s.groups.failure], patient_status: 1, search: 'grac' },
  });
  expect(found.reply.patients.map(({ u_ID }) => u_ID)).toEqual([patient]);
  const people = (await nurse.call(listUsers, { query: { companyId: s.companyId, status: 'active', search: 'e' } }))
    .reply;
  const ids = people.careProviders.map(({ cpID }) => cpID);
  expect(ids).toContain(root.providerId);
  expect(ids).not.toContain(other.providerId);
});

test('BCT-01 BCT-02 BCT-03 BCT-06 CAF-02 CAF-03 CAF-04 OPC-75 OPC-79 several patients make a broadcast and a conversation for each', async () => {
  const s = await openTalking();
  const { nurse, root } = s.people;
  await names(s, nurse, 'Nora', 'Nurse');
  await names(s, root, 'Rolf', 'Root, PharmD');
  const one = await s.anActivePatient({ firstName: 'Grace', lastName: 'Hopper' });
  const two = await s.anActivePatient({ firstName: 'Ada', lastName: 'King' });
  const { convId, rollupId } = (await s.start(nurse, [one, two], [root.providerId], 'Vaccines')).reply;
  const list = (await s.broadcastsOf(nurse)).body as { broadcasts: object[] };
  expect(list.broadcasts).toMatchObject([
    { rollupId, broadcastId: null, topic: 'Vaccines', numOfParticipants: 4, message: '' },
  ]);
  await s.rows(
    `update broadcast set created_at = '2026-03-01T08:00:00Z', latest_at = '2026-03-02T09:30:00Z' where broadcast_id = $1`,
    [rollupId],
  );
  const broadcast = {
    rollupId,
    broadcastId: null,
    topic: 'Vaccines',
    numOfParticipants: 4,
    numOfPatients: 2,
    timeCreated: '2026-03-01T08:00:00.000Z',
    message: '',
  };
  expect((await s.broadcastsOf(nurse, { rollup_id: rollupId })).body).toEqual({
    broadcasts: [broadcast],
    ...broadcast,
    careProviderNames: 'Rolf Root PharmD,Nora Nurse',
    patientNames: 'Grace Hopper,Ada King',
    uIds: `${one},${two}`,
  });
  expect(await s.listOf(nurse)).toHaveLength(2);
  // The answer names the conversation of the first patient.
  expect((await s.listOf(nurse)).find((row) => row.convId === convId)?.uId).toBe(one);
  expect((await s.broadcastsOf(s.people.other, { rollup_id: rollupId })).status).toBe(404);
  const told = await nurse.call(broadcasting.listBroadcastMessages, {
    query: { cp_id: nurse.providerId, rollup_id: rollupId },
  });
  expect(told.reply.broadcastMsgs).toEqual([]);
  const preview = await nurse.call(api.previewRecipients, {
    body: { cp_id: nurse.providerId, gIds: [s.groups.failure], uIds: [] },
  });
  expect(preview.reply.recipients.map(({ name }) => name)).toEqual(['Grace Hopper', 'Ada King']);
});

test('the inbox: whoever sees the patient takes a conversation, a member gives it to a colleague or back, closes and opens it', async () => {
  onItsOwn();
  const s = await openTalking();
  const { nurse, root, other } = s.people;
  const { convId } = (await s.start(nurse, [await s.anActivePatient()])).reply;
  const assign = (by: Caller, assignee: number | null, version?: number) =>
    by.call(api.assignConversation, { body: { conv_id: convId, cp_id: by.providerId, assignee, version } });
  const setState = (by: Caller, state: string) =>
    by.call(api.setConversationState, { body: { conv_id: convId, cp_id: by.providerId, state } });
  expect((await assign(other, other.providerId)).status).toBe(404);
  expect((await setState(root, 'closed')).status).toBe(404);
  expect((await assign(nurse, other.providerId)).status).toBe(400);
  expect((await assign(nurse, null)).reply.conversation).toMatchObject({ assignedTo: null, version: 2 });
  expect(await s.listOf(root, { scope: 'unassigned' })).toHaveLength(1);
  expect((await assign(root, root.providerId, 1)).status).toBe(409);
  expect((await assign(root, root.providerId, 2)).reply.conversation).toMatchObject({ isMember: true, version: 3 });
  expect(await s.listOf(root, { scope: 'assigned' })).toHaveLength(1);
  expect((await setState(root, 'closed')).reply.conversation.state).toBe('closed');
  const writer = await asMember(s, nurse);
  await expect(writer.says(convId, 'Too late')).rejects.toMatchObject({ code: 'conversation.closed' });
  expect((await setState(nurse, 'open')).reply.conversation.state).toBe('open');
  await writer.says(convId, 'In time');
  expect(
    (
      await s.rows<{ action: string }>(
        `select action from audit_entry where record_kind like 'conversation%' order by seq`,
      )
    ).map(({ action }) => action),
  ).toEqual([
    'conversation.started',
    'conversation.assigned',
    'conversation.joined',
    'conversation.assigned',
    'conversation.closed',
    'conversation.reopened',
    'conversation.message_sent',
  ]);
});

test('P11-09 P11-11 what is written to patients is in the trail with its topic and the SHA-256 of its number and text; nobody changes or takes out a text in the database, and the portal no topic', async () => {
  const s = await openTalking();
  const { nurse } = s.people;
  const [one, two] = [await s.anActivePatient(), await s.anActivePatient()];
  const writer = await asMember(s, nurse);
  const { convId } = (await s.start(nurse, [one], [], 'Refill of June')).reply;
  const { msgId } = await writer.says(convId as number, 'Good morning');
  const { rollupId } = (await s.start(nurse, [one, two], [], 'Vaccines')).reply;
  const { broadcastId } = await writer.saysToAll(rollupId as number, 'We are closed on Monday');
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const told = await s.rows<{ action: string; new: string }>(
    `select action, change ->> 'new' as new from audit_entry cross join jsonb_array_elements(changes) change
     where company_id = $1 and change ->> 'field' in ('topic', 'sha256') order by seq`,
    [s.companyId],
  );
  expect(told).toEqual([
    { action: 'conversation.started', new: 'Refill of June' },
    { action: 'conversation.message_sent', new: sha256(`${msgId}:Good morning`) },
    { action: 'broadcast.started', new: 'Vaccines' },
    { action: 'conversation.started', new: 'Vaccines' },
    { action: 'conversation.started', new: 'Vaccines' },
    { action: 'broadcast.message_sent', new: sha256(`${broadcastId}:We are closed on Monday`) },
  ]);
  for (const table of ['conversation_message', 'broadcast_message']) {
    for (const change of [
      `update ${table} set body = 'Good night'`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
      // Also in a session that says that it only repeats what another database did.
      `set session_replication_role = replica; delete from ${table}`,
    ])
      await expect(s.rows(change)).rejects.toThrow(`entries of ${table} can only be added`);
    for (const change of [sql`update ${sql.table(table)} set body = ''`, sql`delete from ${sql.table(table)}`])
      await expect(s.app.database.asSystem((tx) => change.execute(tx))).rejects.toThrow('permission denied');
  }
  for (const table of ['conversation', 'broadcast']) {
    const change = sql`update ${sql.table(table)} set topic = 'Another'`;
    await expect(s.app.database.inCompany(s.companyId, (tx) => change.execute(tx))).rejects.toThrow(
      'permission denied',
    );
    await expect(s.app.database.asSystem((tx) => change.execute(tx))).rejects.toThrow('permission denied');
  }
  const kept = await s.rows(
    `select body from conversation_message where company_id = $1
     union all select body from broadcast_message where company_id = $1`,
    [s.companyId],
  );
  expect(kept).toEqual([{ body: 'Good morning' }, { body: 'We are closed on Monday' }]);
});

test('REL-06 whoever takes, gives or gives back a conversation again, because the answer was lost, finds it done; a colleague who read the same is refused', async () => {
  onItsOwn();
  const s = await openTalking();
  const { nurse, root } = s.people;
  const { convId } = (await s.start(nurse, [await s.anActivePatient()], [root.providerId])).reply;
  const assign = (by: Caller, assignee: number | null, version: number) =>
    by.call(api.assignConversation, { body: { conv_id: convId, cp_id: by.providerId, assignee, version } });
  for (const [assignee, version] of [
    [null, 1],
    [nurse.providerId, 2],
    [root.providerId, 3],
  ] as const) {
    for (const again of [await assign(nurse, assignee, version), await assign(nurse, assignee, version)])
      expect([again.status, again.reply.conversation.version]).toEqual([200, version + 1]);
    const other = assignee === null ? root.providerId : null;
    expect((await assign(root, other, version)).code).toBe('conversation.changed');
  }
});

test('search looks at topics, names of patients and, for members, messages', async () => {
  const s = await openTalking();
  const { nurse, root } = s.people;
  const { convId } = (
    await s.start(nurse, [await s.anActivePatient({ firstName: 'Grace', lastName: 'Hopper' })], [], 'Refill of June')
  ).reply;
  await (await asMember(s, nurse)).says(convId, 'Please bring 100% of the Lasix');
  for (const search of ['refill', 'hopp', 'lasix', '100%'])
    expect(await s.listOf(nurse, { search }), search).toHaveLength(1);
  expect(await s.listOf(nurse, { search: '100_' })).toEqual([]);
  expect(await s.listOf(root, { scope: 'sight', search: 'refill' })).toHaveLength(1);
  expect(await s.listOf(root, { scope: 'sight', search: 'lasix' })).toEqual([]);
  const [hit] = (await s.messagesOf(nurse, convId)).reply.messages;
  const words = { text: 'Please bring 100% of the Lasix', timeSent: hit?.timeSent };
  expect((await s.listOf(nurse, { search: 'lasix' }))[0]?.foundMessage).toEqual({ msgId: hit?.msgId, ...words });
  expect((await s.listOf(nurse, { search: 'refill' }))[0]?.foundMessage).toBeUndefined();
});

test('conversations are found by the name of their patient with and without its accents', async () => {
  const s = await openTalking();
  const { nurse } = s.people;
  await s.start(nurse, [await s.anActivePatient({ firstName: 'Zoë', lastName: 'Müller' })], [], 'Größe');
  for (const search of ['müll', 'mull', 'Zoë M', 'größe'])
    expect(await s.listOf(nurse, { search }), search).toHaveLength(1);
});

/** So many patients, laid straight into the database. */
const aCrowd = (s: Talking, count: number, lastName: string, status: string) =>
  s.rows(
    `with added as (
       insert into patient (company_id, first_name, last_name, born_on, gender, email, status, type, preferred_contact, username, created_at)
       select $1, 'Ada', $2 || n, '1950-03-04', 1, $2 || n || '@mail.example', $3, 1, 0, gen_random_uuid(), now() from generate_series(1, $4::int) n
       returning patient_id)
     insert into patient_care_group (patient_id, care_group_id, company_id, joined_at) select patient_id, $5, $1, now() from added`,
    [s.companyId, lastName, status, count, s.groups.failure],
  );

test('OPC-75 a group of more than a thousand active patients is too many for a message, however many others come first', async () => {
  const s = await openTalking();
  const { root } = s.people;
  await aCrowd(s, 1_200, 'Abel', 'deactivated');
  await aCrowd(s, 1_001, 'Baker', 'active');
  const preview = async () =>
    (await root.call(api.previewRecipients, { body: { cp_id: root.providerId, gIds: [s.groups.failure] } })).reply;
  const all = await preview();
  expect([all.recipients.length, all.leftOut, all.isTooMany]).toEqual([1_000, 1_200, true]);
  await s.rows(`update patient set status = 'deactivated' where last_name = 'Baker1'`);
  const fewer = await preview();
  expect([fewer.recipients.length, fewer.leftOut, fewer.isTooMany]).toEqual([1_000, 1_201, false]);
});

test('PST-07 of a group who has no root access adds the active portal patients, and learns of no others', async () => {
  const s = await openTalking();
  const { nurse, root } = s.people;
  const [portal, nonPortal, nonDigital] = [
    await s.anActivePatient({ lastName: 'Abel' }),
    await s.anActivePatient({ lastName: 'Baker' }),
    await s.anActivePatient({ lastName: 'Cole' }),
  ];
  for (const [u_id, type] of [
    [nonPortal, 2],
    [nonDigital, 3],
  ] as const)
    await s.rows('update patient set type = $2 where patient_id = $1', [u_id, type]);
  await s.aPatient({ lastName: 'Dune' }, [s.groups.failure]);
  const preview = async ({ call, providerId: cp_id }: typeof nurse) => {
    const { reply } = await call(api.previewRecipients, { body: { cp_id, gIds: [s.groups.failure] } });
    return [reply.recipients.map(({ uId }) => uId), reply.leftOut];
  };
  expect(await preview(root)).toEqual([[portal, nonPortal, nonDigital], 1]);
  expect(await preview(nurse)).toEqual([[portal], 0]);
  // Whom they look after they may write to: what is asked for by number follows membership.
  const named = await nurse.call(api.previewRecipients, { body: { cp_id: nurse.providerId, uIds: [nonPortal] } });
  expect(named.reply.recipients.map(({ uId }) => uId)).toEqual([nonPortal]);
});

test('PRV-11 SEC-23 whoever is let in for an hour takes, starts and writes conversations, and none of them is left when the hour is over', async () => {
  const s = await openTalking();
  const { nurse, other } = s.people;
  const [one, two] = [await s.anActivePatient(), await s.anActivePatient()];
  const { convId } = (await s.start(nurse, [one])).reply;
  const own = (await s.start(other, [await s.anActivePatient({}, [s.groups.diabetes])])).reply.convId;
  await letIn(s, other, s.groups.heart);
  const take = (by: Caller, assignee = by.providerId) =>
    by.call(api.assignConversation, { body: { conv_id: convId, cp_id: by.providerId, assignee } });
  expect((await take(other)).reply.conversation).toMatchObject({ isMember: true });
  const started = (await s.start(other, [two])).reply.convId;
  const { rollupId } = (await s.start(other, [one, two])).reply;
  const both = (await s.start(nurse, [one, two])).reply.rollupId;
  await (await asMember(s, nurse)).says(convId, 'Good morning');
  expect((await s.messagesOf(other, convId)).reply.messages).toHaveLength(1);
  expect((await s.broadcastsOf(other)).reply.broadcasts.map((row) => row.rollupId)).toEqual([rollupId]);
  expect(await s.listOf(other)).toHaveLength(5);

  s.app.clock.set(new Date(s.app.clock.now().getTime() + 60 * 60_000));
  const [otherLater, nurseLater] = [await s.signedIn(other.providerId), await s.signedIn(nurse.providerId)];
  expect((await s.listOf(otherLater)).map((row) => row.convId)).toEqual([own]);
  expect((await s.listOf(otherLater, { scope: 'assigned' })).map((row) => row.convId)).toEqual([own]);
  const close = (conv_id: number) =>
    otherLater.call(api.setConversationState, { body: { conv_id, cp_id: other.providerId, state: 'closed' } });
  for (const conv_id of [convId, started]) {
    expect((await s.messagesOf(otherLater, conv_id)).status).toBe(404);
    expect((await close(conv_id)).status).toBe(404);
  }
  expect((await otherLater.call(countWaiting, { query: { cp_id: other.providerId } })).reply).toEqual({
    unreadMessages: 0,
    unreadConversations: 0,
    unassigned: 0,
    unanswered: 0,
  });
  expect((await s.broadcastsOf(otherLater)).reply.broadcasts).toEqual([]);
  expect((await s.broadcastsOf(otherLater, { rollup_id: rollupId })).status).toBe(404);
  expect((await take(nurseLater)).reply.conversation.assignedTo?.cpId).toBe(nurse.providerId);

  // A member of the group keeps what they were part of without it.
  await s.rows('delete from care_group_member where provider_id = $1', [nurse.providerId]);
  expect((await s.messagesOf(nurseLater, convId)).status).toBe(200);
  expect((await s.broadcastsOf(nurseLater)).reply.broadcasts.map((row) => row.rollupId)).toEqual([both]);
});

test('PRV-11 OPC-79 BCT-03 whoever takes part by emergency access is named among the members as long as it lasts, and afterwards at what they wrote alone', async () => {
  const s = await openTalking();
  const { nurse, other } = s.people;
  for (const [who, first] of [
    [nurse, 'Nora'],
    [other, 'Otto'],
  ] as const)
    await s.rows(`update provider set first_name = $2, last_name = 'Nurse' where provider_id = $1`, [
      who.providerId,
      first,
    ]);
  const [one, two] = [await s.anActivePatient(), await s.anActivePatient()];
  await letIn(s, other, s.groups.heart);
  const { convId } = (await s.start(other, [one], [nurse.providerId])).reply;
  const rollupId = (await s.start(other, [one, two], [nurse.providerId], 'Vaccines')).reply.rollupId as number;
  await (await asMember(s, other)).says(convId, 'Good morning');
  await (await asMember(s, other)).saysToAll(rollupId, 'We are closed on Monday');
  const told = async (by: Caller) => {
    const as = { cp_id: by.providerId };
    const shown = (await by.call(api.readConversation, { query: { ...as, conv_id: convId } })).reply.conversation;
    const names = (list: string | undefined) => (list ?? '').split(/, ?/).sort();
    const opened = (await s.broadcastsOf(by, { rollup_id: rollupId })).reply;
    const sent = (await by.call(broadcasting.listBroadcastMessages, { query: { ...as, rollup_id: rollupId } })).reply
      .broadcastMsgs;
    return {
      conversation: names(shown.careProviders),
      inList: names((await s.listOf(by)).find((row) => row.convId === convId)?.careProviders),
      broadcast: names(opened.careProviderNames),
      counted: [
        opened.numOfParticipants,
        (await s.broadcastsOf(by)).reply.broadcasts[0]?.numOfParticipants,
        sent[0]?.numOfParticipants,
      ],
      writers: [(await s.messagesOf(by, convId)).reply.messages[0]?.senderName, sent[0]?.senderName],
    };
  };
  const [both, alone] = [['Nora Nurse', 'Otto Nurse'], ['Nora Nurse']];
  const writers = ['Otto Nurse', 'Otto Nurse'];
  expect(await told(nurse)).toEqual({
    conversation: both,
    inList: both,
    broadcast: both,
    counted: [4, 4, 4],
    writers,
  });
  s.app.clock.set(new Date(s.app.clock.now().getTime() + 60 * 60_000));
  expect(await told(await s.signedIn(nurse.providerId))).toEqual({
    conversation: alone,
    inList: alone,
    broadcast: alone,
    counted: [3, 3, 3],
    writers,
  });
});

test('PRV-11 SEC-35 whoever was let into a group hears no more of a patient of a group below it that is removed', async () => {
  onItsOwn();
  const s = await openTalking();
  const { nurse, other } = s.people;
  const patient = await s.anActivePatient({}, [s.groups.failure]);
  await letIn(s, other, s.groups.heart);
  const { convId } = (await s.start(other, [patient], [nurse.providerId])).reply;
  const heardBy = () =>
    s.app.database.inCompany(s.companyId, (tx) => memberIdsOf({ tx, now: s.app.clock.now }, convId));
  expect(await heardBy()).toEqual([nurse.providerId, other.providerId].toSorted((a, b) => a - b));
  await s.rows('update care_group set removed_at = now() where care_group_id = $1', [s.groups.failure]);
  expect((await s.messagesOf(other, convId)).status).toBe(404);
  expect(await heardBy()).toEqual([nurse.providerId]);
});

test('PRV-03 members of a patient’s conversations are told of a deactivation and of a removal, also where they see the patient nowhere else', async () => {
  onItsOwn();
  const s = await openTalking();
  const { nurse, root } = s.people;
  const [patient, beside] = [await s.anActivePatient(), await s.anActivePatient()];
  const { convId } = (await s.start(nurse, [patient], [root.providerId])).reply;
  await s.start(nurse, [beside], [root.providerId]);
  const told = async (removal_type: string) => {
    const [{ last }] = (await s.rows('select max(event_id)::int as last from event')) as [{ last: number }];
    const query = { u_id: patient, removal_type };
    expect((await root.call(removePatient, { query })).status).toBe(200);
    return s.rows(
      `select payload->'id' as id, payload->'people' as people from event
       where event_id > $1 and type = 'conversation.changed'`,
      [last],
    );
  };
  const members = [nurse.providerId, root.providerId].toSorted((a, b) => a - b);
  expect(await told('deactivate')).toEqual([{ id: convId, people: members }]);
  expect(await told('remove')).toEqual([{ id: convId, people: members }]);
  expect((await s.listOf(nurse)).map(({ uId }) => uId)).toEqual([beside]);
});

test('a message into the conversation of a patient who was removed is refused, and nothing of it waits for anybody', async () => {
  onItsOwn();
  const s = await openTalking();
  const { nurse, root } = s.people;
  const patient = await s.anActivePatient();
  const { convId } = (await s.start(nurse, [patient], [root.providerId])).reply;
  const writer = await asMember(s, nurse);
  const { msgId } = await writer.says(convId, 'Good morning');
  await s.rows('update patient set removed_at = now() where patient_id = $1', [patient]);
  await expect(writer.says(convId, 'Are you there?')).rejects.toMatchObject({ code: 'not_found' });
  await expect((await asMember(s, root)).reads(convId, [msgId])).rejects.toMatchObject({ code: 'not_found' });
  const body = { conv_id: convId, cp_id: root.providerId, assignee: root.providerId };
  expect((await root.call(api.assignConversation, { body })).status).toBe(404);
  expect(await s.rows('select from conversation_message')).toHaveLength(1);
  const waits = (await root.call(countWaiting, { query: { cp_id: root.providerId } })).reply;
  expect(waits).toMatchObject({ unreadMessages: 0, unreadConversations: 0 });
});

test('REL-05 what waits in conversations is counted to a hundred; a search finds a member’s own message among 20,000 with the same word, and looks at little of them', {
  timeout: 300_000,
}, async () => {
  onItsOwn();
  const s = await openTalking();
  const { nurse, root } = s.people;
  await aCrowd(s, 400, 'Abel', 'active');
  const talks = (member: Caller, where: string) =>
    s.rows<{ id: number }>(
      `with begun as (
         insert into conversation (company_id, patient_id, topic, created_by, created_at, latest_at)
         select $1, patient_id, 'Hello', $2, now(), now() from patient where ${where} returning conversation_id)
       insert into conversation_member (conversation_id, provider_id, company_id, joined_at)
       select conversation_id, $2, $1, now() from begun returning conversation_id as id`,
      [s.companyId, member.providerId],
    );
  const words = (conversations: { id: number }[], count: number, body: string) =>
    s.rows(
      `insert into conversation_message (company_id, conversation_id, body, sent_at)
       select $1, id, $3 || n, now() from unnest($2::int[]) as of (id), generate_series(1, $4::int) n`,
      [s.companyId, conversations.map(({ id }) => id), body, count],
    );
  const [own] = await talks(nurse, `last_name = 'Abel1'`);
  await words([own!], 1, 'Your refill is ready ');
  await words(await talks(root, 'true'), 50, 'Another refill ');
  await s.rows('vacuum analyze');
  const found = await s.listOf(nurse, { search: 'refill' });
  expect(found.map(({ convId, foundMessage }) => [convId, foundMessage?.text])).toEqual([
    [own!.id, 'Your refill is ready 1'],
  ]);
  expect(await s.listOf(root, { search: 'refill' })).toHaveLength(100);
  const { reply } = await root.call(countWaiting, { query: { cp_id: root.providerId } });
  expect(reply).toEqual({ unreadMessages: 100, unreadConversations: 100, unassigned: 100, unanswered: 0 });
  await s.app.database.readInCompany(s.companyId, async (tx) => {
    await setPlainDefaults(tx);
    const looker = {
      providerId: nurse.providerId,
      companyId: s.companyId,
      careGroupIds: [s.groups.heart, s.groups.failure],
      seesWholeCompany: false,
    };
    const asked = {
      scope: 'member',
      state: undefined,
      patientId: undefined,
      search: 'refill',
      after: undefined,
      now: s.app.clock.now(),
    } as const;
    // What the connection has read before is counted as well.
    const readSoFar = async () =>
      (
        await sql<{ n: number }>`
          select seq_tup_read + coalesce(idx_tup_fetch, 0) as n from pg_stat_xact_user_tables
          where relname = 'conversation_message'`.execute(tx)
      ).rows[0]?.n ?? 0;
    const before = await readSoFar();
    expect(await listed(tx, looker, asked).execute()).toHaveLength(1);
    expect((await readSoFar()) - before).toBeLessThan(100);
  });
});
