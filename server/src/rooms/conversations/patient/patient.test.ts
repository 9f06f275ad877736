/** The patient's side of a conversation: notices, links, date of birth, reading and answering (OPC-80, SEC-36, PRV-05). */
import * as page from '@portal/contract/conversations/patient-endpoints.ts';
import {
  assignConversation,
  attachDocument,
  createConversation,
  previewRecipients,
  readConversation,
  setConversationState,
} from '@portal/contract/conversations/endpoints.ts';
import { countWaiting } from '@portal/contract/conversations/waiting-endpoints.ts';
import { deleteDocument, fetchDocument, saveDocument } from '@portal/contract/documents/endpoints.ts';
import {
  addToGroup,
  changePatient,
  readPatientUser,
  removeFromGroup,
  removePatient,
  setPatientStatus,
} from '@portal/contract/patients/endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { chooseEmails } from '@portal/contract/subscriptions/endpoints.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { aBrandWithHost, aHostThatMoved } from '#test/brands.ts';
import { deliver } from '#test/deliveries.ts';
import { asMember, letIn, openTalking } from '#test/conversations.ts';
import { uploadOf } from '#test/documents.ts';
import { aMailServer } from '#test/mail-server.ts';
import { actOf, momentOf } from '#platform/act/act.ts';
import { deliverDue } from '#platform/jobs/deliver-messages.ts';
import { smtpMailer } from '#platform/jobs/mail.ts';
import { tellPatientsDue as tellOfAssessments } from '#rooms/outreach/door.ts';
import { openSchedules } from '#test/schedules.ts';
import { somebodyWaits, whilePatientIsChanged } from '#test/waits.ts';
import { markReadByPatient } from '../door.ts';
import { codeForConversation } from './links.ts';
import { refuseChanges } from '#test/refuse-changes.ts';
import { endLinksOf, tellPatientsDue } from './tell-patients.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';

const dead = 'This link no longer works. Please ask your care team for a new one.';
const birthDate = '1950-03-04';

async function talking(patient: Record<string, unknown> = {}, variables: Record<string, string> = {}) {
  const s = await openTalking(variables);
  const { nurse, root } = s.people;
  const uId = await s.anActivePatient({ firstName: 'Zebediah', dateOfBirth: birthDate, ...patient });
  const { convId } = (await s.start(nurse, [uId], [root.providerId])).reply;
  const writer = await asMember(s, nurse);
  const { clock } = s.app;
  const codeOf = (conversationId: number) =>
    s.app.database
      .inCompany(s.companyId, (tx) => codeForConversation(tx, { conversationId, companyId: s.companyId }, clock.now()))
      .then(({ code }) => code);
  const code = await codeOf(convId);
  const open = (day = birthDate, one = code) =>
    s.portal.call(page.openConversation, { body: { code: one, birthDate: day } });
  const pass = async () => (await open()).reply.pass;
  const read = (shown: string, one = code) => s.portal.call(page.readOwnMessages, { body: { code: one, pass: shown } });
  const send = (shown: string, message: string, clientKey = message, one = code) =>
    s.portal.call(page.sendOwnMessage, { body: { code: one, pass: shown, message, clientKey } });
  const tell = async (afterMs = 30_000) => {
    clock.set(new Date(clock.now().getTime() + afterMs));
    await tellPatientsDue(s.app);
  };
  const sent = () =>
    s.rows<{ channel: string; recipient: string; body: string; html: string | null }>(
      `select * from message order by 1`,
    );
  const change = async (given: {
    userAttributes?: { Name: 'email' | 'birthdate' | 'given_name' | 'phone_number'; Value: string }[];
    preferredContact?: 0 | 1 | 3 | -1;
  }) => {
    const { username } = (await root.call(readPatientUser, { query: { u_id: uId } })).reply.user;
    const body = { u_id: uId, username, userAttributes: [], ...given };
    expect((await root.call(changePatient, { body })).status).toBe(200);
  };
  return { ...s, nurse, root, uId, convId, writer, code, codeOf, open, pass, read, send, tell, sent, change };
}
const later = (s: Awaited<ReturnType<typeof talking>>, minutes: number) =>
  s.app.clock.set(new Date(s.app.clock.now().getTime() + minutes * 60_000));

test('PRV-05 OPC-80 before the date of birth a link says nothing of the patient; after it the patient reads and answers, unread for the care team', async () => {
  const s = await talking();
  await s.writer.says(s.convId, 'How are you today?');
  const looked = await s.portal.call(page.lookAtConversation, { body: { code: s.code } });
  expect(looked.body).toEqual({ isOpen: true, triesLeft: 5 });
  const opened = await s.open();
  expect(opened.reply).toMatchObject({
    topic: 'Refill',
    careTeam: expect.any(String) as string,
    hearsWhatWasShown: true,
  });
  expect(JSON.stringify(opened.body)).not.toContain('Zebediah');
  const { pass } = opened.reply;
  expect((await s.read(pass)).reply).toMatchObject({
    isMore: false,
    messages: [{ message: 'How are you today?', isOwn: false, isReadByCareTeam: false }],
  });
  expect((await s.messagesOf(s.nurse, s.convId)).reply.messages).toMatchObject([{ readByPatient: true }]);
  expect((await s.send(pass, 'Better, thank you')).reply.message).toMatchObject({ isOwn: true });
  for (const one of [s.nurse, s.root]) expect((await s.listOf(one))[0]?.unreadMsgCount).toBe(one === s.nurse ? 1 : 2);
  const [newest] = (await s.messagesOf(s.root, s.convId)).reply.messages;
  expect(newest).toMatchObject({ message: 'Better, thank you', cpId: null, uId: s.uId });
  expect(newest?.senderName).toContain('Zebediah');
  expect(
    await s.rows(
      `select actor_name, actor_type from audit_entry where action = 'conversation.message_sent_by_patient'`,
    ),
  ).toEqual([{ actor_name: 'Patient', actor_type: 'System' }]);
});

test('P11-09 a closed conversation that its patient opens again is nobody’s, and counts as such for all who see the patient: who closed it may be away', async () => {
  onItsOwn();
  const s = await talking();
  const { nurse, root, convId } = s;
  const assign = (version: number) =>
    nurse.call(assignConversation, {
      body: { conv_id: convId, cp_id: nurse.providerId, assignee: nurse.providerId, version },
    });
  const { version } = (await assign((await s.listOf(nurse))[0]?.version as number)).reply.conversation;
  const closed = await nurse.call(setConversationState, {
    body: { conv_id: convId, cp_id: nurse.providerId, state: 'closed', version },
  });
  expect(closed.reply.conversation.assignedTo?.cpId).toBe(nurse.providerId);
  const waiting = async () => (await root.call(countWaiting, { query: { cp_id: root.providerId } })).reply.unassigned;
  expect(await waiting()).toBe(0);
  expect((await s.send(await s.pass(), 'I feel dizzy')).status).toBe(200);
  expect((await s.listOf(root))[0]).toMatchObject({ state: 'open', assignedTo: null });
  expect(await waiting()).toBe(1);
  expect(await s.rows(`select changes from audit_entry where action = 'conversation.reopened'`)).toEqual([
    {
      changes: [
        { field: 'state', old: 'closed', new: 'open' },
        { field: 'assigned_to', old: nurse.providerId, new: null },
      ],
    },
  ]);
});

test('what was given to a colleague who has read it already waits for their answer, until one is written or it is closed', async () => {
  onItsOwn();
  const s = await talking();
  const { nurse, root, convId } = s;
  const waiting = async (who: Caller) => {
    const { reply } = await who.call(countWaiting, { query: { cp_id: who.providerId } });
    expect((await s.listOf(who, { scope: 'unanswered' })).map((row) => row.convId)).toEqual(
      reply.unanswered === 0 ? [] : [convId],
    );
    return [reply.unreadConversations, reply.unanswered];
  };
  await s.send(await s.pass(), 'May I take two?');
  const reader = await asMember(s, root);
  await reader.reads(
    convId,
    (await s.messagesOf(root, convId)).reply.messages.map(({ msgId }) => msgId),
  );
  expect(await waiting(root)).toEqual([0, 0]);
  const given = await nurse.call(assignConversation, {
    body: { conv_id: convId, cp_id: nurse.providerId, assignee: root.providerId },
  });
  expect(given.status).toBe(200);
  expect([await waiting(root), await waiting(nurse)]).toEqual([
    [0, 1],
    [1, 0],
  ]);
  await reader.says(convId, 'One is enough.');
  expect(await waiting(root)).toEqual([0, 0]);
  await s.send(await s.pass(), 'And tomorrow?', 'tomorrow');
  expect(await waiting(root)).toEqual([1, 1]);
  const closed = await root.call(setConversationState, {
    body: { conv_id: convId, cp_id: root.providerId, state: 'closed' },
  });
  expect([closed.status, (await waiting(root))[1]]).toEqual([200, 0]);
});

test('P11-09 two patients who answer the same word are not seen to say the same in the trail', async () => {
  const s = await talking();
  const other = (await s.start(s.nurse, [await s.anActivePatient({ dateOfBirth: birthDate })])).reply.convId;
  const ofOther = await s.codeOf(other);
  await s.send(await s.pass(), 'Yes');
  await s.send((await s.open(birthDate, ofOther)).reply.pass, 'Yes', 'Yes', ofOther);
  const told = await s.rows<{ hash: string }>(
    `select change ->> 'new' as hash from audit_entry cross join jsonb_array_elements(changes) change
     where company_id = $1 and action = 'conversation.message_sent_by_patient' and change ->> 'field' = 'sha256'`,
    [s.companyId],
  );
  expect(told).toHaveLength(2);
  expect(new Set(told.map(({ hash }) => hash)).size).toBe(2);
});

test('an unknown link, one past 30 days, one of a patient who is not active any more and one with five wrong dates are refused alike', async () => {
  const s = await talking();
  const pass = await s.pass();
  const other = (await s.start(s.nurse, [await s.anActivePatient({ dateOfBirth: birthDate })])).reply.convId;
  const tried = await s.codeOf(other);
  for (let n = 0; n < 4; n += 1)
    expect((await s.open('1950-03-05', tried)).body).toMatchObject({
      code: 'conversation.wrong_birth_date',
      detail: { triesLeft: 4 - n },
    });
  await s.open('1950-03-05', tried);
  for (const code of ['nobody-knows-this', '', tried])
    for (const answer of [
      await s.portal.call(page.lookAtConversation, { body: { code } }),
      await s.open(birthDate, code),
      await s.read(pass, code),
      await s.send(pass, 'x', 'k', code),
    ])
      expect([answer.status, answer.message]).toEqual([404, dead]);
  expect((await s.read(`${pass}x`)).status).toBe(403);
  expect((await s.read(pass)).status).toBe(200);
  await s.rows(`update patient set status = 'deactivated' where patient_id = $1`, [s.uId]);
  expect((await s.read(pass)).message).toBe(dead);
  await s.rows(`update patient set status = 'active' where patient_id = $1`, [s.uId]);
  later(s, 30 * 24 * 60 + 1);
  expect((await s.open()).message).toBe(dead);
});

test('SEC-24 of a company that writes with its patients no more a patient’s link opens nothing and takes nothing, and nobody is told of what was written before', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  const pass = await s.pass();
  await s.writer.says(s.convId, 'How are you today?');
  const before = await s.rows(`delete from company_module where company_id = $1 and name = 'Messaging' returning *`, [
    s.companyId,
  ]);
  expect(before).toHaveLength(1);
  for (const answer of [
    await s.portal.call(page.lookAtConversation, { body: { code: s.code } }),
    await s.open(),
    await s.read(pass),
    await s.send(pass, 'I feel unwell'),
  ])
    expect(answer.status).toBe(404);
  await s.tell();
  expect(await s.sent()).toEqual([]);
  const bodies = await s.rows<{ body: string }>('select body from conversation_message');
  expect(bodies.map(({ body }) => body)).toEqual(['How are you today?']);
  await s.rows(`insert into company_module (company_id, name) values ($1, 'Messaging')`, [s.companyId]);
  expect((await s.send(pass, 'I feel unwell')).status).toBe(200);
});

test('REL-14 where patients of one company cannot be told of a message, those of another one are, and within a minute it is tried again', async () => {
  const [first, second] = [
    await talking({ email: 'first@mail.example' }),
    await talking({ email: 'second@mail.example' }),
  ];
  for (const s of [first, second]) await s.writer.says(s.convId, 'How are you today?');
  const told = async () =>
    (await first.sent()).map(({ recipient }) => recipient).filter((to) => /^(first|second)@/.test(to));
  const takeAgain = await refuseChanges(first, 'conversation_notice', first.companyId);
  later(first, 1);
  // Nothing else is due: it is looked at with the next minute, not at once.
  expect(await tellPatientsDue(first.app)).toBe(null);
  expect(await told()).toEqual(['second@mail.example']);
  await takeAgain();
  await tellPatientsDue(first.app);
  expect(await told()).toEqual(['second@mail.example', 'first@mail.example']);
});

test('PRV-01 SEC-39 wrong dates of birth until a link is dead, and reading without the right one, are on record as refused, for the patient they were about', async () => {
  onItsOwn();
  const s = await talking();
  const pass = await s.pass();
  expect((await s.read(`${pass}x`)).status).toBe(403);
  for (let n = 0; n < 5; n += 1) await s.open('1950-03-05');
  expect((await s.open()).message).toBe(dead);
  await s.app.accessLog.flush();
  const refused = (call: string) => ({ company_id: s.companyId, call: `POST ${call}`, record_ids: [s.uId] });
  expect(
    await s.rows(
      `select company_id, call, record_ids from access_entry
       where outcome = 'refused' and provider_id is null and record_kind = 'patient' order by entry_id`,
    ),
  ).toEqual([
    refused(page.readOwnMessages.path),
    ...Array.from({ length: 5 }, () => refused(page.openConversation.path)),
  ]);
  expect(
    await s.rows(`select count(*)::int as n from security_log where event = 'access.refused' and provider_id is null`),
  ).toEqual([{ n: 6 }]);
});

test('SEC-36 links of conversations cannot be tried out from one address, also by many at once', async () => {
  onItsOwn();
  const s = await talking({}, { OPEN_CALLS_PER_ADDRESS: '10' });
  const look = (code: string) => s.portal.call(page.lookAtConversation, { body: { code } });
  const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => look(`guess-${n}`)));
  expect(Object.groupBy(answers, ({ status }) => status)).toMatchObject({ 404: { length: 10 }, 429: { length: 15 } });
  const refused = await s.open();
  expect([refused.status, Number(refused.headers['retry-after']) > 890]).toEqual([429, true]);
  later(s, 16);
  expect((await s.open()).status).toBe(200);
});

test('SEC-36 what is read and done by links of conversations is limited for each address, which is told when it goes on', async () => {
  onItsOwn();
  const s = await talking({}, { OPEN_CALLS_PER_ADDRESS: '1', TRUSTED_PROXIES: '127.0.0.1' });
  const pass = await s.pass();
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const read = (address: string, code: string) =>
    s.portal.call(page.readOwnMessages, { body: { code, pass }, ...from(address) });
  for (let n = 0; n < 20; n += 1) expect((await read('10.0.0.1', `guess-${n}`)).status).toBe(404);
  const of = { code: s.code, pass };
  const message = { ...of, message: 'Hello', clientKey: 'k' };
  for (const refused of [
    await read('10.0.0.1', s.code),
    await s.portal.call(page.sendOwnMessage, { body: message, ...from('10.0.0.1') }),
    await s.portal.call(page.openOwnDocument, { body: { ...of, docId: 1 }, ...from('10.0.0.1') }),
    await s.portal.call(page.chooseTexts, { body: { ...of, takesTexts: false }, ...from('10.0.0.1') }),
  ])
    expect([refused.status, refused.code, Number(refused.headers['retry-after']) > 890]).toEqual([
      429,
      'too_many',
      true,
    ]);
  expect((await read('10.0.0.2', s.code)).status).toBe(200);
  later(s, 16);
  expect((await read('10.0.0.1', s.code)).status).toBe(200);
});

test('SEC-36 by one link 600 times is read what stands there, from wherever it is, and by another one it still is', async () => {
  onItsOwn();
  const s = await talking({}, { TRUSTED_PROXIES: '127.0.0.1' });
  const pass = await s.pass();
  const read = (code: string, n: number) => {
    const headers = { 'x-forwarded-for': `10.0.${n % 7}.1` };
    return s.portal.call(page.readOwnMessages, { body: { code, pass }, headers });
  };
  const answers: { status: number; headers: Record<string, unknown> }[] = [];
  for (let n = 0; n < 610; n += 10)
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => read('nobody-knows-this', n)))));
  const refused = answers.filter(({ status }) => status === 429);
  expect([answers.filter(({ status }) => status === 404).length, refused.length]).toEqual([600, 10]);
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await read(s.code, 601)).status).toBe(200);
});

test('SEC-36 a patient writes 60 messages by one link in a quarter of an hour and no more, and is told when to go on; by another link they still write', async () => {
  onItsOwn();
  const s = await talking();
  const other = (await s.start(s.nurse, [await s.anActivePatient({ dateOfBirth: birthDate })])).reply.convId;
  const ofOther = await s.codeOf(other);
  const pass = await s.pass();
  for (let n = 0; n < 60; n += 1) expect((await s.send(pass, `Message ${n}`)).status).toBe(200);
  const refused = await s.send(pass, 'Message 60');
  expect([refused.status, refused.code, Number(refused.headers['retry-after']) > 0]).toEqual([429, 'too_many', true]);
  expect((await s.read(pass)).status).toBe(200);
  expect((await s.send((await s.open(birthDate, ofOther)).reply.pass, 'Hello', 'k', ofOther)).status).toBe(200);
  expect(await s.rows(`select 1 from conversation_message where conversation_id = $1`, [s.convId])).toHaveLength(60);
  later(s, 16);
  expect((await s.send(pass, 'Message 60')).status).toBe(200);
});

test('PRV-05 SEC-36 a link ends with the address or number that it was sent to: whoever reads there reads nothing of the patient any more', async () => {
  const s = await talking({ email: 'zeb@mail.example' });
  await s.writer.says(s.convId, 'Your potassium is high');
  await s.tell();
  const pass = await s.pass();
  await s.change({ userAttributes: [{ Name: 'given_name', Value: 'Zeb' }] });
  expect((await s.read(pass)).status).toBe(200);
  await s.writer.says(s.convId, 'Please call us');
  await s.tell();
  await s.change({ userAttributes: [{ Name: 'email', Value: 'zeb@elsewhere.example' }] });
  for (const answer of [await s.open(), await s.read(pass), await s.send(pass, 'Hello')])
    expect([answer.status, answer.message]).toEqual([404, dead]);
  // Told anew, though they had not looked at what the earlier notice was of.
  await s.writer.says(s.convId, 'Are you well?');
  await s.tell();
  const sent = await s.sent();
  const [newest] = sent.filter(({ recipient }) => recipient === 'zeb@elsewhere.example');
  const code = await s.codeOf(s.convId);
  expect([newest?.body.includes(code), code === s.code]).toEqual([true, false]);
  expect((await s.open(birthDate, code)).status).toBe(200);
  await s.change({ userAttributes: [{ Name: 'phone_number', Value: '+16175559999' }] });
  expect((await s.open(birthDate, code)).status).toBe(404);
});

test('PRV-05 SEC-36 a corrected date of birth shuts the conversation that the earlier one has opened, and its link asks for the new one', async () => {
  const s = await talking();
  const pass = await s.pass();
  await s.change({ userAttributes: [{ Name: 'birthdate', Value: '1951-03-04' }] });
  for (const answer of [await s.read(pass), await s.send(pass, 'Hello')])
    expect([answer.status, answer.message]).toEqual([403, 'Please enter your date of birth again.']);
  expect((await s.open()).code).toBe('conversation.wrong_birth_date');
  const { pass: other } = (await s.open('1951-03-04')).reply;
  expect((await s.read(other)).status).toBe(200);
});

test('a pass runs out after two hours, and the date of birth is asked for again', async () => {
  const s = await talking();
  const pass = await s.pass();
  later(s, 121);
  expect(await s.read(pass)).toMatchObject({ status: 403, message: 'Please enter your date of birth again.' });
  expect((await s.read(await s.pass())).status).toBe(200);
});

test('PRV-12 PRV-05 a patient is told once of what the care team wrote, by the ways they want, with a link and nothing of its content; again once they have looked', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  await s.writer.says(s.convId, 'Your potassium is high');
  await s.writer.says(s.convId, 'Please call us');
  await s.tell(5_000);
  expect(await s.sent()).toHaveLength(0);
  await s.tell();
  const [mail, ...more] = await s.sent();
  expect(more).toEqual([]);
  const text = JSON.stringify(mail);
  expect(text).toContain(`/respond?conversation=${s.code}`);
  // The way out comes last, in both forms.
  for (const form of [mail?.body ?? '', mail?.html ?? ''])
    expect(form.lastIndexOf('/respond?conversation=')).toBeLessThan(
      form.indexOf('To stop receiving emails like this one'),
    );
  for (const secret of ['potassium', 'call us', 'Zebediah', 'Refill']) expect(text).not.toContain(secret);
  await s.writer.says(s.convId, 'Third');
  await s.tell();
  expect(await s.sent()).toHaveLength(1);
  // They look, and with their page open they are told nothing.
  const pass = await s.pass();
  await s.read(pass);
  await s.writer.says(s.convId, 'Fourth');
  await s.read(pass);
  await s.tell();
  expect(await s.sent()).toHaveLength(1);
  await s.writer.says(s.convId, 'Fifth');
  await s.tell();
  expect(await s.sent()).toHaveLength(2);
});

test('PRV-08 CNS-02 who revoked the consent to texts is told of messages by mail alone, and who has nothing but a phone is not told, which whoever writes to them is shown', async () => {
  onItsOwn();
  const s = await talking({ email: null });
  const write = async (text: string) => {
    // As after they had looked.
    await s.rows('delete from conversation_notice');
    await s.writer.says(s.convId, text);
    await s.tell();
    return (await s.sent()).map(({ channel }) => channel);
  };
  const isReachable = async () => {
    const body = { cp_id: s.root.providerId, uIds: [s.uId] };
    return (await s.root.call(previewRecipients, { body })).reply.recipients.map((one) => one.isReachable);
  };
  expect([await write('First'), await isReachable()]).toEqual([['sms'], [true]]);
  await s.rows(`insert into patient_consent (company_id, patient_id, code, added_at) values ($1, $2, 0, now())`, [
    s.companyId,
    s.uId,
  ]);
  expect([await write('Second'), await isReachable()]).toEqual([['sms'], [false]]);
  expect(await deliver(s)).toEqual([]);
  await s.rows(`update patient set email = 'zeb@mail.example', preferred_contact = 3 where patient_id = $1`, [s.uId]);
  expect([await write('Third'), await isReachable()]).toEqual([['sms', 'email'], [true]]);
  await s.rows(
    `insert into email_choice (company_id, email, wants_emails, chosen_at, page, host, request_id)
     values ($1, 'zeb@mail.example', false, now(), '', '', '')`,
    [s.companyId],
  );
  expect([await write('Fourth'), await isReachable()]).toEqual([['sms', 'email'], [false]]);
});

/** What the people of a conversation read of whether its patient is told, as a list and alone. */
const untoldOf = async (s: Awaited<ReturnType<typeof talking>>) =>
  Promise.all(
    [s.nurse, s.root].map(async (by) => {
      const alone = await by.call(readConversation, { query: { conv_id: s.convId, cp_id: by.providerId } });
      const listed = (await s.listOf(by)).find(({ convId }) => convId === s.convId);
      expect(listed?.untold).toBe(alone.reply.conversation.untold);
      for (const how of ['zeb@mail.example', 'patientStatus', 'preferredContact', 'failing'])
        expect(JSON.stringify(alone.body)).not.toContain(how);
      return alone.reply.conversation.untold;
    }),
  );

test('CHT-03 PRV-08 a conversation says that its patient is told of no message, and why: with no way to be told, unsubscribed, or not active any more, also to a member who does not see the patient any more', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  expect(await untoldOf(s)).toEqual([null, null]);
  await s.rows(`update patient set preferred_contact = -1 where patient_id = $1`, [s.uId]);
  expect(await untoldOf(s)).toEqual(['unreachable', 'unreachable']);
  await s.rows(`update patient set preferred_contact = 0 where patient_id = $1`, [s.uId]);
  const choose = (wants: boolean) =>
    s.rows(
      `insert into email_choice (company_id, email, wants_emails, chosen_at, page, host, request_id)
       values ($1, 'zeb@mail.example', $2, now(), '', '', '')`,
      [s.companyId, wants],
    );
  await choose(false);
  expect(await untoldOf(s)).toEqual(['unreachable', 'unreachable']);
  await choose(true);
  expect(await untoldOf(s)).toEqual([null, null]);
  expect((await s.root.call(removePatient, { query: { u_id: s.uId, removal_type: 'deactivate' } })).status).toBe(200);
  expect(await untoldOf(s)).toEqual(['not_active', 'not_active']);
  expect((await s.listOf(s.nurse))[0]).toMatchObject({ seesPatient: false, isMember: true });
  // The message stands in the record all the same.
  await s.writer.says(s.convId, 'Please come in');
  await s.tell();
  expect(await s.sent()).toEqual([]);
  expect((await s.messagesOf(s.nurse, s.convId)).reply.messages).toMatchObject([
    { message: 'Please come in', readByPatient: false },
  ]);
  expect(await untoldOf(s)).toEqual(['not_active', 'not_active']);
});

/** The mails of the outbox go out, or fail so. */
const goes = (s: Awaited<ReturnType<typeof talking>>, failure?: { code: string; command?: string }) =>
  deliverDue(s.app, {
    channel: 'email',
    send: () => (failure ? Promise.reject(Object.assign(new Error('no such mailbox'), failure)) : Promise.resolve()),
    close: () => {},
  });
const isRefused = { code: 'EENVELOPE', command: 'RCPT TO' };
/** As so many minutes later, when it is tried again. */
const passes = (s: Awaited<ReturnType<typeof talking>>, minutes: number) =>
  s.rows(
    `update message set created_at = created_at - $1 * interval '1 minute', refused_at = refused_at - $1 * interval '1 minute',
       next_try_at = next_try_at - $1 * interval '1 minute'`,
    [minutes],
  );

test('CHT-03 PRV-08 a conversation says that nothing arrives at its patient once what they were sent has been refused for an hour, until something goes out or the address is another one', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  const write = async (text: string) => {
    await s.writer.says(s.convId, text);
    await s.tell();
  };
  await write('Please call us');
  await goes(s, isRefused);
  await passes(s, 59);
  expect(await untoldOf(s)).toEqual([null, null]);
  await passes(s, 2);
  expect(await untoldOf(s)).toEqual(['undelivered', 'undelivered']);
  const body = { cp_id: s.root.providerId, uIds: [s.uId] };
  expect((await s.root.call(previewRecipients, { body })).reply.recipients).toMatchObject([{ isReachable: false }]);
  // It is still tried by itself, and another one would come beside it.
  await write('Please come in');
  expect(await s.sent()).toHaveLength(1);
  // Of a patient of somebody else nobody is told, whatever they ask.
  const ask = (companyId: number) =>
    s.app.database.inCompany(companyId, (tx) =>
      sql`select * from channels_that_fail(${[s.uId]}::int[], ${s.app.clock.now()})`.execute(tx),
    );
  expect((await ask(s.companyId)).rows).toEqual([{ patient_id: s.uId, channel: 'email' }]);
  expect((await ask(await s.aCompany([]))).rows).toEqual([]);
  await s.rows(`update patient set preferred_contact = 3 where patient_id = $1`, [s.uId]);
  expect(await untoldOf(s)).toEqual([null, null]);
  await s.rows(`update patient set preferred_contact = 0 where patient_id = $1`, [s.uId]);
  await goes(s);
  expect(await untoldOf(s)).toEqual([null, null]);
  await s.rows('delete from conversation_notice');
  await write('Are you well?');
  await goes(s, isRefused);
  await passes(s, 8 * 24 * 60);
  expect(await untoldOf(s)).toEqual(['undelivered', 'undelivered']);
  await s.change({ userAttributes: [{ Name: 'email', Value: 'zebediah@mail.example' }] });
  expect(await untoldOf(s)).toEqual([null, null]);
  // What was taken back told of a message that nobody has looked at: it is told there, by a link that opens.
  await tellPatientsDue(s.app);
  const [mail, ...more] = (await deliver(s)).map(({ to, text }) => ({ to, text }));
  expect([mail?.to, more]).toEqual(['zebediah@mail.example', []]);
  const code = await s.codeOf(s.convId);
  expect([mail?.text.includes(code), (await s.open(birthDate, code)).status]).toEqual([true, 200]);
});

test('PRV-08 REL-14 whose address is another one is told anew once, of what they were told of last, however much they never looked at', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  const later: number[] = [];
  for (const text of ['One', 'Two', 'Three']) {
    const { convId } = (await s.start(s.people.nurse, [s.uId], [s.root.providerId])).reply;
    await s.writer.says(convId, text);
    await s.tell();
    later.push(convId);
  }
  expect(await deliver(s)).toHaveLength(3);
  await s.change({ userAttributes: [{ Name: 'email', Value: 'zebediah@mail.example' }] });
  await s.tell();
  const [mail, ...more] = await deliver(s);
  expect([mail?.to, more]).toEqual(['zebediah@mail.example', []]);
  expect(mail?.text).toContain(await s.codeOf(later[2] as number));
});

test('SEC-36 a patient who does not look is told at most six times in a day, of however many conversations, and twice more under however many addresses; of the rest once they have looked, or with the next day', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  const { nurse } = s.people;
  for (let n = 0; n < 20; n += 1) await s.writer.says((await s.start(nurse, [s.uId])).reply.convId, 'How are you?');
  await s.tell();
  const mails = async () => (await s.sent()).length;
  expect(await mails()).toBe(6);
  for (let n = 0; n < 10; n += 1) {
    await s.change({ userAttributes: [{ Name: 'email', Value: `zeb.${n}@mail.example` }] });
    await s.tell();
  }
  expect((await s.sent()).map(({ recipient }) => recipient).slice(6)).toEqual([
    'zeb.0@mail.example',
    'zeb.1@mail.example',
  ]);
  // Whoever looks is at hand: they are told of what waits, again so often.
  await s.writer.says(s.convId, 'Please call us');
  const code = await s.codeOf(s.convId);
  await s.read((await s.open(birthDate, code)).reply.pass, code);
  await s.tell(60 * 60_000);
  expect(await mails()).toBe(14);
  await s.tell(23 * 60 * 60_000);
  expect(await mails()).toBe(14);
  await s.tell(60 * 60_000);
  expect(await mails()).toBe(20);
});

test('PRV-08 SEC-36 whose address is corrected after six notices to a wrong one is told there once, by a link that opens', async () => {
  onItsOwn();
  const s = await talking({ email: 'zbe@mail.example' });
  const conversations: number[] = [];
  for (let n = 0; n < 8; n += 1) {
    const { convId } = (await s.start(s.people.nurse, [s.uId])).reply;
    await s.writer.says(convId, 'Call us');
    conversations.push(convId);
  }
  await s.tell();
  expect((await s.sent()).map(({ recipient }) => recipient)).toEqual(Array(6).fill('zbe@mail.example'));
  await s.change({ userAttributes: [{ Name: 'email', Value: 'zeb@mail.example' }] });
  await s.tell();
  const toNew = async () => (await s.sent()).filter(({ recipient }) => recipient === 'zeb@mail.example');
  const [mail, ...more] = await toNew();
  expect(more).toEqual([]);
  await s.tell(2 * 60 * 60_000);
  expect(await toNew()).toHaveLength(1);
  const codes = await Promise.all(conversations.map(s.codeOf));
  const code = codes.find((one) => mail?.body.includes(one)) ?? '';
  expect((await s.open(birthDate, code)).status).toBe(200);
});

test('SEC-36 of two that tell one patient of as many messages at once, each counts what the other one has sent', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  await s.rows(
    `with made as (insert into conversation (company_id, patient_id, topic, created_by, created_at, latest_at)
       select $1, $2, 'Refill', $3, now(), now() from generate_series(1, 100) returning conversation_id, company_id)
     insert into conversation_notice (conversation_id, company_id, tell_at) select *, now() from made`,
    [s.companyId, s.uId, s.nurse.providerId],
  );
  later(s, 1);
  await Promise.all([tellPatientsDue(s.app), tellPatientsDue(s.app)]);
  expect(await s.sent()).toHaveLength(6);
});

test('PRV-12 a patient who looks each time is told each time, however often on one day', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  for (let n = 1; n <= 8; n += 1) {
    await s.writer.says(s.convId, 'How are you?');
    await s.tell();
    expect(await s.sent()).toHaveLength(n);
    await s.read(await s.pass());
  }
});

test('PRV-08 a mail server that is away, or takes nothing from the portal, is not called the address of a patient, and none makes a refused address a good one', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  await s.writer.says(s.convId, 'Please call us');
  await s.tell();
  for (const failure of [{ code: 'ETIMEDOUT' }, { code: 'EPROTOCOL' }, { code: 'EENVELOPE', command: 'MAIL FROM' }]) {
    await goes(s, failure);
    await passes(s, 61);
    expect(await untoldOf(s)).toEqual([null, null]);
  }
  await goes(s, isRefused);
  expect(await untoldOf(s)).toEqual([null, null]);
  await passes(s, 61);
  expect(await untoldOf(s)).toEqual(['undelivered', 'undelivered']);
  await goes(s, { code: 'ETIMEDOUT' });
  expect(await untoldOf(s)).toEqual(['undelivered', 'undelivered']);
});

test('PRV-08 REL-14 a message that a patient could not be told of is told within an hour once they can be, and at once with the next message', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  const isActive = (status: string) => s.rows(`update patient set status = $2 where patient_id = $1`, [s.uId, status]);
  await isActive('deactivated');
  await s.writer.says(s.convId, 'Please take one tablet less');
  await s.tell();
  await isActive('active');
  expect(await s.sent()).toEqual([]);
  await s.tell(60 * 60_000);
  expect((await s.sent()).map(({ recipient }) => recipient)).toEqual(['zeb@mail.example']);
  await s.read(await s.pass());
  await isActive('deactivated');
  await s.writer.says(s.convId, 'Please come in');
  await s.tell();
  await isActive('active');
  await s.writer.says(s.convId, 'Are you well?');
  await s.tell();
  expect(await s.sent()).toHaveLength(2);
});

test('PRV-08 REL-14 a message after one that the patient was told of and did not look at is told too, where they could not be told of it', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  const isActive = (status: string) => s.rows(`update patient set status = $2 where patient_id = $1`, [s.uId, status]);
  await s.writer.says(s.convId, 'How are you today?');
  await s.tell();
  expect(await s.sent()).toHaveLength(1);
  await isActive('deactivated');
  await s.writer.says(s.convId, 'Your dose changes');
  await s.tell();
  await isActive('active');
  await s.tell(60 * 60_000);
  expect(await s.sent()).toHaveLength(2);
  // As long as they can be told, one notice is enough for several messages.
  await s.writer.says(s.convId, 'Are you well?');
  await s.tell();
  expect(await s.sent()).toHaveLength(2);
});

type Talks = Awaited<ReturnType<typeof talking>>;
/** Away and back again. */
const stepsAway = {
  deactivated: [
    (s: Talks) => s.root.call(removePatient, { query: { u_id: s.uId, removal_type: 'deactivate' } }),
    ...(['pending', 'active'] as const).map(
      (new_status) => (s: Talks) => s.root.call(setPatientStatus, { body: { u_id: s.uId, new_status } }),
    ),
  ],
  unsubscribed: ([0, 1] as const).map(
    (notificationPreference) => (s: Talks) =>
      s.portal.call(chooseEmails, { body: { email: 'zeb@mail.example', notificationPreference } }),
  ),
};
test.each(['deactivated', 'unsubscribed'] as const)(
  'PRV-08 REL-14 a notice that was taken back before it left, of a patient who was %s for a while, has told nobody: with the next message they are told',
  async (how) => {
    onItsOwn();
    const s = await talking({ email: 'zeb@mail.example' });
    await s.writer.says(s.convId, 'Please take one tablet less');
    await s.tell();
    for (const step of stepsAway[how]) expect((await step(s)).status).toBe(200);
    expect(await deliver(s)).toEqual([]);
    await s.writer.says(s.convId, 'Are you well?');
    await s.tell();
    expect((await deliver(s)).map(({ to }) => to)).toEqual(['zeb@mail.example']);
    await s.writer.says(s.convId, 'Please call us');
    await s.tell();
    expect(await deliver(s)).toEqual([]);
  },
);

test('PRV-08 REL-14 of a notice by two ways one that has left is enough, whatever became of the other', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example', phone: '+16175550188' });
  await s.rows('update patient set preferred_contact = 3 where patient_id = $1', [s.uId]);
  await s.writer.says(s.convId, 'Please take one tablet less');
  await s.tell();
  await goes(s);
  await s.rows(`insert into patient_consent (company_id, patient_id, code, added_at) values ($1, $2, 0, now())`, [
    s.companyId,
    s.uId,
  ]);
  await s.writer.says(s.convId, 'Are you well?');
  await s.tell();
  expect(await deliver(s)).toEqual([]);
});

/** A patient who was told twice of each of two conversations while neither the mail server nor the service of texts could be reached. */
async function toldForDays() {
  const s = await talking({ email: 'zeb@mail.example', phone: '+16175550188' });
  await s.rows('update patient set preferred_contact = 3 where patient_id = $1', [s.uId]);
  const conversations = [s.convId, (await s.start(s.people.nurse, [s.uId])).reply.convId];
  const gone = await aMailServer();
  await gone.close();
  const mailer = smtpMailer(`smtp://127.0.0.1:${gone.port}`, 'help@portal.example');
  onTestFinished(() => mailer.close());
  const goOut = async (takeText: (text: string) => Promise<unknown>) => {
    await deliverDue(s.app, mailer);
    await deliverDue(s.app, { channel: 'sms', send: async ({ text }) => void (await takeText(text)), close: () => {} });
  };
  for (const hours of [0, 25]) {
    later(s, hours * 60);
    for (const one of conversations) await s.writer.says(one, 'Please call us');
    await s.tell();
    await goOut(() => Promise.reject(Object.assign(new Error('away'), { code: 'HTTP 503' })));
  }
  expect(await s.sent()).toHaveLength(8);
  const codes = await Promise.all(conversations.map(s.codeOf));
  const reads = async (code: string, more: { seenTo?: number } = {}) => {
    const { pass } = (await s.open(birthDate, code)).reply;
    expect((await s.portal.call(page.readOwnMessages, { body: { code, pass, ...more } })).status).toBe(200);
  };
  /** Of which of the conversations letters and texts arrive once both are back; -1 is what tells of neither. */
  const arrives = async () => {
    await s.app.database.asSystem(async (tx) => {
      const { sendMail, sendText } = momentOf(tx, s.app.clock);
      await sendMail({ to: 'eve@mail.example', subject: 'Hello', text: 'Hello' });
      await sendText({ to: '+16175550189', text: 'Hello' });
    });
    const server = await aMailServer({ port: gone.port });
    later(s, 5);
    const texts: string[] = [];
    await goOut(async (text) => texts.push(text));
    const letters = server.arrived.map(({ text }) => text.replaceAll('=\r\n', ''));
    const toldIn = (those: string[]) => those.map((text) => codes.findIndex((code) => text.includes(code)));
    return { letters: toldIn(letters), texts: toldIn(texts) };
  };
  return { ...s, codes, reads, arrives };
}

test.each([
  { what: 'read nothing', read: [], told: [0, 1, -1] },
  { what: 'read the first', read: [0], told: [1, -1] },
  { what: 'read both', read: [0, 1], told: [-1] },
])(
  'REL-14 PRV-12 of two conversations, told of for days without a mail server and a service of texts, a patient who has $what meanwhile gets one letter and one text for each that is left',
  async ({ read, told }) => {
    onItsOwn();
    const { codes, reads, arrives } = await toldForDays();
    for (const one of read) await reads(codes[one] ?? '');
    expect(await arrives()).toEqual({ letters: told, texts: told });
  },
);

test('REL-14 PRV-12 a notice that waits is not taken back where the patient has not read the newest message', async () => {
  onItsOwn();
  const { rows, convId, codes, reads, arrives } = await toldForDays();
  const [first] = await rows<{ id: number }>(
    'select min(message_id) as id from conversation_message where conversation_id = $1',
    [convId],
  );
  await reads(codes[0] ?? '', { seenTo: first?.id });
  expect(await arrives()).toEqual({ letters: [0, 1, -1], texts: [0, 1, -1] });
});

test('PRV-08 PRV-05 a notice that waits by mail comes by text once texts are wanted in its place, with another link', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example', phone: '+16175550188' });
  await s.writer.says(s.convId, 'Please take one tablet less');
  await s.tell();
  await s.change({ preferredContact: 1 });
  await s.tell();
  const [text, ...more] = await deliver(s);
  expect([text?.channel, text?.to, more]).toEqual(['sms', '+16175550188', []]);
  const code = await s.codeOf(s.convId);
  expect(text?.text).toContain(code);
  expect([(await s.open()).status, (await s.open(birthDate, code)).status]).toEqual([404, 200]);
});

test('PRV-08 a notice that waits by both ways comes once, by a link that opens, where one of them is wanted no more', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example', phone: '+16175550188' });
  await s.rows('update patient set preferred_contact = 3 where patient_id = $1', [s.uId]);
  await s.writer.says(s.convId, 'Please take one tablet less');
  await s.tell();
  await s.change({ preferredContact: 0 });
  await s.tell();
  const [mail, ...more] = await deliver(s);
  expect([mail?.to, more.map(({ to }) => to)]).toEqual(['zeb@mail.example', []]);
  expect((await s.open(birthDate, await s.codeOf(s.convId))).status).toBe(200);
  expect(mail?.text).toContain(await s.codeOf(s.convId));
});

test('SEC-36 of links to conversations that ended with an address nobody was kept out by the date of birth: put right, that sends nothing', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  const { convId } = (await s.start(s.people.nurse, [s.uId], [s.root.providerId])).reply;
  for (const one of [s.convId, convId]) {
    await s.writer.says(one, 'How are you today?');
    await s.tell();
  }
  expect(await deliver(s)).toHaveLength(2);
  const correct = async (Name: 'email' | 'birthdate', Value: string) => {
    await s.change({ userAttributes: [{ Name, Value }] });
    await s.tell();
    return (await deliver(s)).map(({ to }) => to);
  };
  expect(await correct('email', 'zebediah@mail.example')).toEqual(['zebediah@mail.example']);
  expect(await correct('birthdate', '1951-03-04')).toEqual([]);
});

test.each([
  ['their conversation', 1],
  ['the one of two conversations, though the other was told later,', 2],
] as const)(
  'SEC-36 PRV-05 whose date of birth is put right after five tries have used up their link is told of %s anew, by a link that opens',
  async (_, many) => {
    onItsOwn();
    const s = await talking({ email: 'zeb@mail.example' });
    const another = async () => (await s.start(s.people.nurse, [s.uId], [s.root.providerId])).reply.convId;
    for (const one of many === 2 ? [s.convId, await another()] : [s.convId]) {
      await s.writer.says(one, 'How are you today?');
      await s.tell();
    }
    expect(await deliver(s)).toHaveLength(many);
    for (let n = 0; n < 5; n += 1) await s.open('1951-03-04');
    await s.change({ userAttributes: [{ Name: 'birthdate', Value: '1951-03-04' }] });
    await s.tell();
    const [mail, ...more] = await deliver(s);
    const code = await s.codeOf(s.convId);
    expect([mail?.text.includes(code), more]).toEqual([true, []]);
    expect((await s.open('1951-03-04', code)).status).toBe(200);
  },
);

test('CHT-03 where no service takes texts a conversation says that a patient with a phone alone cannot be reached', async () => {
  onItsOwn();
  const mails = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'portal@clinic.example' };
  const s = await talking({ email: null }, { PORTAL_MODE: 'staging', ...mails });
  expect(await untoldOf(s)).toEqual(['unreachable', 'unreachable']);
  await s.writer.says(s.convId, 'Please call us');
  await s.tell();
  expect(await s.sent()).toEqual([]);
});

test('CHT-03 what a team has read that the patient was moved away from is not called read to the patient, unless it was answered', async () => {
  onItsOwn();
  const s = await talking();
  const { nurse } = s.people;
  const { convId } = (await s.start(nurse, [s.uId])).reply;
  const code = await s.codeOf(convId);
  const { pass } = (await s.open(birthDate, code)).reply;
  const readOf = async () =>
    (await s.read(pass, code)).reply.messages.filter(({ isOwn }) => isOwn).map((one) => one.isReadByCareTeam);
  const says = async (text: string) => (await s.send(pass, text, text, code)).reply.message.msgId;
  const first = await says('Am I to take two?');
  await s.writer.reads(convId, [first]);
  await s.writer.says(convId, 'Yes');
  const second = await says('I feel dizzy');
  await s.writer.reads(convId, [second]);
  expect(await readOf()).toEqual([true, true]);
  await s.root.call(addToGroup, { body: { u_id: s.uId, g_id: s.groups.diabetes } });
  await s.root.call(removeFromGroup, { query: { u_id: s.uId, g_id: s.groups.failure } });
  expect(await readOf()).toEqual([false, true]);
});

test('SEC-36 PRV-12 after five wrong dates of birth the next message of the care team is told at once, with another link', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  await s.writer.says(s.convId, 'How are you today?');
  await s.tell();
  expect(await s.sent()).toHaveLength(1);
  for (let n = 0; n < 5; n += 1) await s.open('1950-03-05');
  expect((await s.open()).message).toBe(dead);
  await s.writer.says(s.convId, 'Here is a new link');
  await s.tell();
  const code = await s.codeOf(s.convId);
  expect(code).not.toBe(s.code);
  expect((await s.sent()).map(({ body }) => body.includes(code))).toEqual([false, true]);
  expect((await s.open(birthDate, code)).status).toBe(200);
});

test('BRN-01 a patient is told of messages under the brand of a group of theirs that has a host', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  const { companyId, groups } = s;
  await aBrandWithHost(s.portal, { companyId, host: 'clinic.example' });
  await aBrandWithHost(s.portal, { companyId, careGroupId: groups.failure, host: 'heart.example' });
  await s.writer.says(s.convId, 'Please call us');
  await s.tell();
  const [mail] = await s.sent();
  expect(JSON.stringify(mail)).toMatch(/https?:\/\/heart\.example\S*\/respond/);
});

test('a message that is sent twice under one key is stored once; a closed conversation is opened by the patient', async () => {
  const s = await talking();
  const pass = await s.pass();
  const sent = await Promise.all([s.send(pass, 'Hello', 'k'), s.send(pass, 'Hello', 'k')]);
  expect(new Set(sent.map(({ reply }) => reply.message.msgId)).size).toBe(1);
  await s.rows(`update conversation set state = 'closed'`);
  await s.send(pass, 'Are you there?');
  expect((await s.listOf(s.nurse))[0]).toMatchObject({ state: 'open', unreadMsgCount: 2 });
});

test('SEC-22 a link works on whatever host it is opened, and shows one conversation and nothing else', async () => {
  const s = await talking();
  const other = (await s.start(s.nurse, [s.uId], [], 'Another')).reply.convId;
  await s.writer.says(other, 'Elsewhere');
  await s.writer.says(s.convId, 'Here');
  const answer = await s.portal.call(page.readOwnMessages, {
    body: { code: s.code, pass: await s.pass() },
    headers: { host: 'elsewhere.example' },
  });
  expect(answer.reply.messages.map(({ message }) => message)).toEqual(['Here']);
});

test('SEC-22 SEC-18 on a host that was a company’s and is another one’s now the links to its conversations are unknown, and open on a host of its own', async () => {
  onItsOwn();
  const s = await talking({}, { SMS_URL: 'http://127.0.0.1:9/send', SMS_TOKEN: 'token' });
  const { companyId, code } = s;
  const { moved, own } = await aHostThatMoved(s.portal, companyId);
  const pass = await s.pass();
  const on = (host: string) => [
    () => s.portal.call(page.lookAtConversation, { body: { code }, headers: { host } }),
    () => s.portal.call(page.openConversation, { body: { code, birthDate }, headers: { host } }),
    () => s.portal.call(page.openConversation, { body: { code, birthDate: '1950-03-05' }, headers: { host } }),
    () => s.portal.call(page.readOwnMessages, { body: { code, pass }, headers: { host } }),
    () => s.portal.call(page.openOwnDocument, { body: { code, pass, docId: 1 }, headers: { host } }),
    () => s.portal.call(page.chooseTexts, { body: { code, pass, takesTexts: false }, headers: { host } }),
    () =>
      s.portal.call(page.sendOwnMessage, { body: { code, pass, message: 'Hello', clientKey: 'k' }, headers: { host } }),
  ];
  for (const call of on(moved)) {
    const answer = await call();
    expect([answer.status, answer.message]).toEqual([404, dead]);
  }
  expect(await s.rows('select tries_left as left from conversation_code')).toEqual([{ left: 5 }]);
  const codes = [];
  for (const call of on(own)) {
    const answer = await call();
    codes.push(answer.code ?? answer.status);
  }
  expect(codes).toEqual([200, 200, 'conversation.wrong_birth_date', 200, 'not_found', 200, 200]);
});

test('a link works for thirty days after the newest notice that carries it', async () => {
  const s = await talking({ email: 'zeb@mail.example' });
  later(s, 29 * 24 * 60);
  await s.writer.says(s.convId, 'How are you?');
  await s.tell();
  expect((await s.sent()).at(-1)?.body).toContain(s.code);
  later(s, 29 * 24 * 60);
  expect((await s.open()).status).toBe(200);
  later(s, 24 * 60 + 1);
  expect((await s.open()).message).toBe(dead);
});

test('PRV-12 a message that was stored while the patient’s page was being put together is told like any other', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  const { msgId } = await s.writer.says(s.convId, 'First');
  await s.tell();
  expect(await s.sent()).toHaveLength(1);
  await s.writer.says(s.convId, 'Second');
  // The page shows the first one alone.
  await s.app.database.inCompany(s.companyId, (tx) =>
    markReadByPatient(actOf(tx, s.app.clock, { companyId: s.companyId } as never), s.convId, [msgId]),
  );
  await s.tell();
  expect(await s.sent()).toHaveLength(2);
});

test('a message counts as read by the patient, who is not told of it any more, once their page says that it has shown it; where an answer was lost they are told', async () => {
  onItsOwn();
  const s = await talking({ email: 'zeb@mail.example' });
  const pass = await s.pass();
  const shows = async (seenTo: number, more = {}) => {
    const body = { code: s.code, pass, seenTo, ...more };
    return (await s.portal.call(page.readOwnMessages, { body })).reply.messages.map(({ message }) => message);
  };
  const read = async () =>
    (await s.messagesOf(s.nurse, s.convId)).reply.messages
      .filter(({ readByPatient }) => readByPatient)
      .map(({ message }) => message);
  const timesTold = async () => (await s.rows('select from message where patient_id = $1', [s.uId])).length;
  const first = (await s.writer.says(s.convId, 'First')).msgId;
  expect(await shows(0)).toEqual(['First']);
  expect(await read()).toEqual([]);
  await s.tell();
  expect(await timesTold()).toBe(1);
  const second = (await s.writer.says(s.convId, 'Second')).msgId;
  expect(await shows(first)).toEqual(['Second', 'First']);
  expect(await read()).toEqual(['First']);
  await s.tell();
  expect(await timesTold()).toBe(2);
  const third = (await s.writer.says(s.convId, 'Third')).msgId;
  await shows(second);
  await shows(third);
  expect(await read()).toEqual(['Third', 'Second', 'First']);
  await s.tell();
  expect(await timesTold()).toBe(2);
  // What stands on another page was shown by none of these calls.
  await s.writer.says(s.convId, 'Fourth');
  const fifth = (await s.writer.says(s.convId, 'Fifth')).msgId;
  await shows(fifth, { msg_limit: 1 });
  expect(await read()).not.toContain('Fourth');
  await shows(fifth, { msg_start: 1, msg_limit: 1 });
  expect(await read()).toContain('Fourth');
});

test('a message whose document was deleted says so to its members and to the patient, also in the list where it has no words', async () => {
  onItsOwn();
  const s = await talking();
  const { root } = s;
  const docId = (await root.call(saveDocument, { body: uploadOf('Letter') })).reply.documentId;
  expect((await root.call(attachToPatients, { body: { docId, u_id: s.uId } })).status).toBe(200);
  const body = { conv_id: s.convId, cp_id: root.providerId, docId };
  expect((await root.call(attachDocument, { body })).status).toBe(200);
  const pass = await s.pass();
  const told = async () => [
    (await s.messagesOf(root, s.convId)).reply.messages[0],
    (await s.read(pass)).reply.messages[0],
  ];
  const excerpt = async () => (await s.listOf(root))[0]?.latestMessage;
  for (const message of await told()) {
    expect(message).toMatchObject({ document: { docId, name: 'Letter' } });
    expect(message).not.toHaveProperty('isDocumentGone');
  }
  expect(await excerpt()).toBe('');
  expect((await root.call(deleteDocument, { query: { docId } })).status).toBe(200);
  for (const message of await told()) expect(message).toMatchObject({ document: null, isDocumentGone: true });
  expect(await excerpt()).toBe('A document that was sent here has been deleted.');
  await s.writer.says(s.convId, 'Good morning');
  expect(await excerpt()).toBe('Good morning');
  expect((await told())[0]).not.toHaveProperty('isDocumentGone');
});

test('PRV-01 PRV-11 PDO-02 SEC-23 a document that was sent into a conversation is opened by its members, also without the group, and by the patient, whose readings are in the access log; strangers and other papers are refused', async () => {
  onItsOwn();
  const s = await talking();
  const { nurse, root } = s;
  const elsewhere = await s.anActivePatient();
  const paper = async (u_id: number) => {
    const saved = await root.call(saveDocument, { body: uploadOf('Letter') });
    expect(saved).toMatchObject({ status: 200 });
    const docId = saved.reply.documentId;
    expect((await root.call(attachToPatients, { body: { docId, u_id } })).status).toBe(200);
    return docId;
  };
  const [docId, kept, anothers] = [await paper(s.uId), await paper(s.uId), await paper(elsewhere)];
  const attach = (id: number) =>
    root.call(attachDocument, { body: { conv_id: s.convId, cp_id: root.providerId, docId: id } });
  expect((await attach(anothers)).code).toBe('conversation.document');
  expect((await attach(docId)).status).toBe(200);
  await s.rows('delete from care_group_member where provider_id = $1', [nurse.providerId]);
  const opens = async (by: typeof nurse, id: number) => (await by.call(fetchDocument, { query: { docId: id } })).status;
  expect([await opens(nurse, docId), await opens(nurse, kept), await opens(s.people.other, docId)]).toEqual([
    200, 404, 404,
  ]);
  // What an emergency lets her see for an hour she does not bring to where she takes part for good (PRV-11).
  await letIn(s, nurse, s.groups.heart);
  const lent = await nurse.call(attachDocument, { body: { conv_id: s.convId, cp_id: nurse.providerId, docId: kept } });
  expect([lent.status, lent.message]).toEqual([
    403,
    'You see this document only through emergency access, so you can neither keep it nor give it to others.',
  ]);
  await s.rows('update emergency_access set ended_at = now()');
  expect(await opens(nurse, kept)).toBe(404);

  const pass = await s.pass();
  await s.read(pass);
  await s.send(pass, 'Thank you');
  const ownPaper = (id: number) => s.portal.call(page.openOwnDocument, { body: { code: s.code, pass, docId: id } });
  expect((await ownPaper(docId)).reply.name).toBe('Letter');
  expect((await ownPaper(kept)).status).toBe(404);
  await s.app.accessLog.flush();
  const rows = await s.rows(
    `select company_id, call, record_kind, record_ids, host, outcome from access_entry where provider_id is null order by entry_id`,
  );
  const read = (call: string, record_kind: string, id: number) => ({
    company_id: s.companyId,
    call: `POST ${call}`,
    record_kind,
    record_ids: [id],
    host: 'localhost',
    outcome: 'read',
  });
  expect(rows).toEqual([
    read(page.openConversation.path, 'patient', s.uId),
    read(page.readOwnMessages.path, 'patient', s.uId),
    read(page.sendOwnMessage.path, 'patient', s.uId),
    read(page.openOwnDocument.path, 'patient', s.uId),
    read(page.openOwnDocument.path, 'document', docId),
  ]);
});

test('P11-08 SEC-23 a patient is told that a later document corrects what was sent to them, before they open it and as they do, once that is in their record, and not for what is in the record of somebody else', async () => {
  onItsOwn();
  const s = await talking();
  const { root } = s;
  const elsewhere = await s.anActivePatient();
  const saved = async (name: string, more = {}) =>
    (await root.call(saveDocument, { body: uploadOf(name, more) })).reply.documentId;
  const keep = async (docId: number, ...u_id: number[]) =>
    expect((await root.call(attachToPatients, { body: { docId, u_id } })).status).toBe(200);
  const docId = await saved('Plan');
  await keep(docId, s.uId, elsewhere);
  expect((await root.call(attachDocument, { body: { conv_id: s.convId, cp_id: root.providerId, docId } })).status).toBe(
    200,
  );
  await s.rows(
    `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
     values ($1, $2, 'general', gen_random_uuid(), 'rejected', now())`,
    [s.companyId, docId],
  );
  const pass = await s.pass();
  const told = async () => {
    const opened = await s.portal.call(page.openOwnDocument, { body: { code: s.code, pass, docId } });
    return [(await s.read(pass)).reply.messages[0]?.document, opened.reply.isCorrected];
  };
  const sent = { docId, name: 'Plan' };
  expect(await told()).toEqual([{ ...sent, isCorrected: false }, false]);
  const correction = await saved('Plan, corrected', { corrects: docId });
  await keep(correction, elsewhere);
  expect(await told()).toEqual([{ ...sent, isCorrected: false }, false]);
  await keep(correction, s.uId);
  expect(await told()).toEqual([{ ...sent, isCorrected: true }, true]);
  await s.rows('update document set removed_at = now() where document_id = $1', [correction]);
  expect(await told()).toEqual([{ ...sent, isCorrected: false }, false]);
});

test('REL-06 PRV-01 a document that is sent twice under one key is one message, and nobody who is no longer a member is told of it again', async () => {
  onItsOwn();
  const s = await talking();
  const { root } = s;
  const docId = (await root.call(saveDocument, { body: uploadOf('Letter') })).reply.documentId;
  await root.call(attachToPatients, { body: { docId, u_id: s.uId } });
  const attach = (more = {}) =>
    root.call(attachDocument, {
      body: { conv_id: s.convId, cp_id: root.providerId, docId, ...more },
      headers: { 'idempotency-key': 'the-letter' },
    });
  const first = await attach();
  later(s, 5);
  const again = await attach();
  expect([first.status, again.reply.message.msgId]).toEqual([200, first.reply.message.msgId]);
  expect((await attach({ message: 'Another one' })).code).toBe('key_reused');
  expect((await s.messagesOf(root, s.convId)).reply.messages.filter(({ document }) => document)).toHaveLength(1);
  await s.app.accessLog.flush();
  const reads = await s.rows<{ ids: number[] }>(
    `select record_ids as ids from access_entry where call = 'POST /conversations/document' and record_kind = 'patient'`,
  );
  expect(reads.map(({ ids }) => ids)).toEqual([[s.uId], [s.uId]]);
  await s.rows('delete from conversation_member where provider_id = $1', [root.providerId]);
  expect((await attach()).status).toBe(404);
  const kept = await s.rows<{ reply: unknown }>(`select reply from idempotency_key where key = 'the-letter'`);
  expect(kept).toEqual([{ reply: null }]);
});

test('REL-07 a conversation is not closed over what its patient wrote after the newest message that was seen; once that was seen it is', async () => {
  const s = await talking();
  await s.writer.says(s.convId, 'How are you?');
  const newest = async () => (await s.messagesOf(s.nurse, s.convId)).reply.messages[0]?.msgId ?? 0;
  const close = (seenTo: number) => {
    const body = { conv_id: s.convId, cp_id: s.nurse.providerId, state: 'closed' as const, version: 1, seenTo };
    return s.nurse.call(setConversationState, { body });
  };
  const seen = await newest();
  await s.send(await s.pass(), 'I feel dizzy');
  const refused = await close(seen);
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'conversation.patient_wrote',
    'The patient has written in the meantime. Please read the message before you close the conversation.',
  ]);
  expect((await s.listOf(s.nurse))[0]).toMatchObject({ state: 'open', unreadMsgCount: 1 });
  // What the care team wrote meanwhile is in nobody's way.
  const read = await newest();
  await s.writer.says(s.convId, 'Please come in');
  expect((await close(read)).reply.conversation.state).toBe('closed');
});

test.each(['assessments', 'messages'] as const)(
  'REL-14 patients who are to be told of an assessment and of a message at one moment are told of both, in whatever order they come, while whoever tells of %s stands still',
  async (which) => {
    onItsOwn();
    const s = await openSchedules();
    await s.rows(`insert into company_module (company_id, name) values ($1, 'Messaging')`, [s.companyId]);
    await s.asks(s.groups.failure, await s.aSurvey(), '1d');
    const names = which === 'assessments' ? ['bob', 'ada'] : ['ada', 'bob'];
    const patients: number[] = [];
    for (const name of names) patients.push(await s.anActivePatient({ email: `${name}@mail.example` }));
    s.forward(1.01);
    await s.makeDue();
    const events = await s.rows<{ id: number; patient: number }>(
      'select survey_event_id as id, patient_id as patient from survey_event order by 1',
    );
    expect(events.map(({ patient }) => patient)).toEqual(patients);
    const { nurse } = s.people;
    const conversations: number[] = [];
    for (const patient of patients.toReversed()) {
      const body = { cp_id: nurse.providerId, topic: 'Refill', uIds: [patient], cpIds: [nurse.providerId] };
      const { convId } = (await nurse.call(createConversation, { body })).reply;
      conversations.push(convId);
      await (await asMember(s as never, nurse)).says(convId, 'How are you?');
    }
    s.app.clock.set(new Date(s.app.clock.now().getTime() + 30_000));
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    /** What is written for the first of them, and not committed. */
    const first =
      which === 'assessments'
        ? sql`insert into reminder (company_id, patient_id, survey_event_id, kind, methods, sent_on, sent_at)
            select company_id, patient_id, survey_event_id, 'start', '{Email}', current_date, now() from survey_event
            where survey_event_id = ${events[0]?.id}`
        : sql`insert into conversation_code (conversation_id, company_id, code_hash, made_at, expires_at, tries_left)
            values (${conversations[0]}, ${s.companyId}, '', now(), now(), 0)`;
    const inTheWay = s.app.database.asSystem(async (tx) => {
      await first.execute(tx);
      begun.resolve();
      await goesOn.promise;
      throw new Error('undone');
    });
    await begun.promise;
    const runs = [() => tellOfAssessments(s.app), () => tellPatientsDue(s.app)] as const;
    const [stands, comes] = which === 'assessments' ? runs : [runs[1], runs[0]];
    const one = stands();
    await somebodyWaits(s);
    const other = comes();
    await somebodyWaits(s, 2);
    goesOn.resolve();
    await expect(inTheWay).rejects.toThrow('undone');
    await Promise.all([one, other]);
    expect(await s.rows('select recipient, count(*)::int as mails from message group by 1 order by 1')).toEqual([
      { recipient: 'ada@mail.example', mails: 2 },
      { recipient: 'bob@mail.example', mails: 2 },
    ]);
  },
);

test('OPC-65 CNS-02 beside their conversation a patient stops text messages and allows them again: they are told by text no more, and then again; with a link that has ended it is refused', async () => {
  const s = await talking({ email: null }, { SMS_URL: 'http://127.0.0.1:9/send', SMS_TOKEN: 'token' });
  const opened = (await s.open()).reply;
  expect(opened.takesTexts).toBe(true);
  const choose = (takesTexts: boolean, shown = opened.pass, code = s.code) =>
    s.portal.call(page.chooseTexts, { body: { code, pass: shown, takesTexts } });
  const told = async (text: string) => {
    // As after they had looked.
    await s.rows('delete from conversation_notice');
    await s.writer.says(s.convId, text);
    await s.tell();
    return (await s.sent()).filter(({ channel }) => channel === 'sms').length;
  };
  expect((await choose(false)).body).toEqual({ takesTexts: false });
  expect([await told('First'), (await s.open()).reply.takesTexts]).toEqual([0, false]);
  expect((await choose(true)).body).toEqual({ takesTexts: true });
  expect([await told('Second'), (await s.open()).reply.takesTexts]).toEqual([1, true]);
  const entries = await s.rows(
    `select action, actor_name from audit_entry where action like 'patient.texts_%' and record_id = $1 order by seq`,
    [String(s.uId)],
  );
  expect(entries).toEqual([
    { action: 'patient.texts_stopped', actor_name: 'Patient' },
    { action: 'patient.texts_allowed', actor_name: 'Patient' },
  ]);
  expect((await choose(false, `${opened.pass}x`)).status).toBe(403);
  await s.rows(`update patient set status = 'deactivated' where patient_id = $1`, [s.uId]);
  const ended = await choose(false);
  expect([ended.status, ended.message]).toEqual([404, dead]);
});

test.each(['read', 'sent', 'document', 'texts'] as const)(
  'PRV-05 SEC-36 REL-08 behind a link that ends while a patient’s call is on its way nothing is shown and nothing is stored any more (%s)',
  async (what) => {
    const s = await talking({}, { SMS_URL: 'http://127.0.0.1:9/send', SMS_TOKEN: 'token' });
    const { root, portal } = s;
    const docId = (await root.call(saveDocument, { body: uploadOf('Letter') })).reply.documentId;
    await root.call(attachToPatients, { body: { docId, u_id: s.uId } });
    await root.call(attachDocument, { body: { conv_id: s.convId, cp_id: root.providerId, docId } });
    const pass = await s.pass();
    const opened = { code: s.code, pass };
    const does = {
      read: () => s.read(pass),
      sent: () => s.send(pass, 'Who is this?'),
      document: () => portal.call(page.openOwnDocument, { body: { ...opened, docId } }),
      texts: () => portal.call(page.chooseTexts, { body: { ...opened, takesTexts: false } }),
    }[what];
    const held = { companyId: s.companyId, patientId: s.uId };
    const ended = await whilePatientIsChanged<Awaited<ReturnType<typeof does>>>(
      portal,
      held,
      (tx) => endLinksOf(actOf(tx, s.app.clock, {} as never), s.uId),
      does,
    );
    expect([ended.status, ended.message]).toEqual([404, dead]);
    const left = await s.rows(
      `select from conversation_message where provider_id is null and company_id = $1
       union all select from message_reading where provider_id is null and company_id = $1
       union all select from patient_consent where company_id = $1`,
      [s.companyId],
    );
    expect(left).toEqual([]);
  },
);
