import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyPatient } from '@portal/contract/audit/endpoints.ts';
import { deleteDocument, saveDocument } from '@portal/contract/documents/endpoints.ts';
import { scheduleFollowUp } from '@portal/contract/follow-ups/endpoints.ts';
import { remindPatient } from '@portal/contract/outreach/endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import * as records from '@portal/contract/patient-records/endpoints.ts';
import { readPatient, removePatient } from '@portal/contract/patients/endpoints.ts';
import { keepDraft } from '@portal/contract/responses/endpoints.ts';
import { closeFlaggedAnswer, listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { deliver } from '#rooms/conversations/door.ts';
import { portalItself } from '#rooms/schedules/door.ts';
import { asMember, openTalking, type Talking } from '#test/conversations.ts';
import { uploadOf } from '#test/documents.ts';
import { aClinic, addressOf, contactOf, insuranceOf, medicationOf, openClinic } from '#test/patients.ts';
import type { Caller } from '#test/portal.ts';
import { anAskedPatient, ways } from '#test/responses.ts';
import { unpackCopy } from './unpack-copy.ts';

function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
const check = (folder: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['verify.mjs'], { cwd: folder, encoding: 'utf8' });
  return { status, said: (stdout + stderr).trim() };
};

/** A copy that was made and unpacked: both of its forms, and what its check says. */
async function copyOf(by: Caller, u_id: number) {
  const { reply } = await by.call(copyPatient, { query: { u_id } });
  const [folder, zip] = [path.join(aFolder(), 'copy'), path.join(aFolder(), reply.filename)];
  writeFileSync(zip, Buffer.from(reply.data, 'base64'));
  unpackCopy(zip, folder);
  const [told, page] = ['records.json', 'index.html'].map((file) => readFileSync(path.join(folder, file), 'utf8'));
  return { told: told as string, page: page as string, folder, ...check(folder) };
}

test('PRV-02 P11-19 P11-11 the copy of a patient tells all that is held, removed parts too, every change and all 500 readings, and checks itself without the portal', async () => {
  const s = await openClinic();
  const { root, nurse } = s.people;
  const u_id = await s.anActivePatient({ firstName: 'Ada', lastName: 'Lovelace <b>' });
  const other = await s.anActivePatient({ lastName: 'Somebodyelse' });
  const { addrId } = (await nurse.call(records.addAddress, { body: addressOf(u_id) })).reply;
  await nurse.call(records.removeAddress, { query: { u_id, addr_id: addrId } });
  await nurse.call(records.addContact, { body: contactOf(u_id) });
  await nurse.call(records.addInsurance, { body: insuranceOf(u_id) });
  const { medId } = (await nurse.call(records.addMedication, { body: medicationOf(u_id) })).reply;
  await nurse.call(records.changeMedication, { body: { ...medicationOf(u_id, { dosage: '40 mg' }), medId } });
  const upload = async () => (await root.call(saveDocument, { body: uploadOf('Letter') })).reply.documentId;
  const [kept, deleted] = [await upload(), await upload()];
  for (const docId of [kept, deleted]) await root.call(attachToPatients, { body: { docId, u_id } });
  await root.call(deleteDocument, { query: { docId: deleted } });
  await nurse.call(readPatient, { query: { u_id: other } });
  await s.app.accessLog.flush();
  await s.rows(
    `insert into access_entry (company_id, at, provider_id, call, record_kind, record_ids, outcome, host, address, request_id)
     select $1, now(), $2, 'GET /patients', 'patient', array[$3::int], 'read', 'seeded', '10.0.0.1', 'r' || n from generate_series(1, 500) n`,
    [s.companyId, nurse.providerId, u_id],
  );
  // What the patient read behind a link has no provider.
  await s.rows(
    `insert into access_entry (company_id, at, call, record_kind, record_ids, outcome, host, address, request_id)
     values ($1, now(), 'POST /conversations/respond/messages', 'patient', array[$2::int], 'read', 'link', '10.0.0.2', 'own')`,
    [s.companyId, u_id],
  );

  const begun = performance.now();
  const { status, reply } = await root.call(copyPatient, { query: { u_id } });
  expect([status, reply.filename, reply.documents]).toEqual([200, `patient-${u_id}.zip`, 2]);
  expect(performance.now() - begun).toBeLessThan(60_000);
  const [folder, zip] = [path.join(aFolder(), 'copy'), path.join(aFolder(), reply.filename)];
  writeFileSync(zip, Buffer.from(reply.data, 'base64'));
  unpackCopy(zip, folder);
  const told = JSON.parse(readFileSync(path.join(folder, 'records.json'), 'utf8')) as Record<string, unknown[]> & {
    patient: { last_name: string };
    accesses: { host: string; person: string }[];
    audit: { kind: string; number: number }[];
  };
  expect(told.patient.last_name).toBe('Lovelace <b>');
  expect(told.accesses.filter(({ host }) => host === 'seeded')).toHaveLength(500);
  expect([told['addresses'], told['contacts'], told['insurances'], told['medications'], told['documents']]).toEqual([
    [expect.objectContaining({ street: '1 Main Street', removed_at: expect.any(String) as never })],
    [expect.objectContaining({ email: 'grace@mail.example' })],
    [expect.objectContaining({ member_number: 'BH-1' })],
    [expect.objectContaining({ dosage: '40 mg' })],
    [expect.objectContaining({ docId: kept }), expect.objectContaining({ docId: deleted })],
  ]);
  const [counted] = await s.rows<{ n: number }>(
    `select count(*)::int as n from audit_entry where (record_kind = 'patient' and record_id = $1)
       or (record_kind = 'document' and record_id = any($2)) or record_kind in ('patient_address', 'patient_contact', 'patient_insurance', 'patient_medication')`,
    [String(u_id), [kept, deleted].map(String)],
  );
  expect([told.audit.length, reply.entries]).toEqual([counted?.n, counted?.n]);
  expect(told.audit.map(({ number }) => number)).toEqual(told.audit.map(({ number }) => number).sort((a, b) => a - b));
  const readable = readFileSync(path.join(folder, 'index.html'), 'utf8');
  expect(readable).toContain('Lovelace &#60;b&#62;');
  for (const words of [
    '20 mg',
    '40 mg',
    'Lasix',
    'BH-1',
    'Changed a medication of a patient',
    'Who read the record',
    'the patient</td>',
  ])
    expect(readable).toContain(words);
  expect(readable + JSON.stringify(told)).not.toContain('Somebodyelse');
  expect(check(folder)).toMatchObject({ status: 0 });
  const file = path.join(folder, 'documents', String(kept), '1.pdf');
  const bytes = readFileSync(file);
  bytes[20] = (bytes[20] as number) ^ 1;
  writeFileSync(file, bytes);
  expect(check(folder).status).toBe(1);
  expect(check(folder).said).toContain(`documents/${kept}/1.pdf is not what was copied.`);
});

test('PRV-02 P11-08 SEC-23 the copy of a patient has what corrects a document of theirs in their record, and nothing that is in a group, was put nowhere or is in the record of somebody else', async () => {
  const s = await openClinic();
  const { root } = s.people;
  const [u_id, beside] = [await s.anActivePatient(), await s.anActivePatient()];
  const upload = async (corrects?: number) => {
    const { reply } = await root.call(saveDocument, { body: uploadOf('Letter', corrects ? { corrects } : {}) });
    await s.rows(
      `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
       values ($1, $2, 'general', gen_random_uuid(), 'rejected', now())`,
      [s.companyId, reply.documentId],
    );
    return reply.documentId;
  };
  const adds = async (docId: number, u_id: number) =>
    expect((await root.call(attachToPatients, { body: { docId, u_id } })).status).toBe(200);
  const letter = await upload();
  await adds(letter, u_id);
  // No call puts it there, where others read it.
  await s.rows(
    'insert into document_link (document_id, care_group_id, company_id, linked_at) values ($1, $2, $3, now())',
    [await upload(letter), s.groups.diabetes, s.companyId],
  );
  const unplaced = await upload(letter);
  const ofUnplaced = await upload(unplaced);
  await adds(ofUnplaced, u_id);
  await adds(await upload(letter), beside);
  await adds(await upload(), beside);
  const { reply } = await root.call(copyPatient, { query: { u_id } });
  const [folder, zip] = [path.join(aFolder(), 'copy'), path.join(aFolder(), reply.filename)];
  writeFileSync(zip, Buffer.from(reply.data, 'base64'));
  unpackCopy(zip, folder);
  const { documents } = JSON.parse(readFileSync(path.join(folder, 'records.json'), 'utf8')) as {
    documents: { docId: number }[];
  };
  expect(documents.map(({ docId }) => docId)).toEqual([letter, ofUnplaced]);
});

test('PRV-02 the copy of a patient tells what they were asked and answered too, who looked after it, and nothing of anybody else', async () => {
  const s = await anAskedPatient();
  const { root, nurse } = s.people;
  const other = await s.anActivePatient();
  const asked = await s.event(other);
  expect((await s.submit(ways.flagged)).status).toBe(200);
  expect((await s.submits(nurse, other, asked, ways.medication)).status).toBe(200);
  const open = await s.event(s.patientId);
  const draft = { answers: [{ questionNum: 1, answer: 'Bad', note: 'Not sure yet' }] };
  await nurse.call(keepDraft, { body: { u_id: s.patientId, survey_event_id: open, draft, goesOnFrom: null } });
  const { flaggedAnswers } = (await nurse.call(listFlaggedAnswers, { query: {} })).reply;
  const { flaggedAnswerId } = flaggedAnswers[0]!;
  await nurse.call(closeFlaggedAnswer, { body: { flaggedAnswerId, note: 'Called them' } });
  const followUp = { uId: s.patientId, cpId: nurse.providerId, companyId: s.companyId, notes: 'Ask for the pain' };
  await nurse.call(scheduleFollowUp, { body: { ...followUp, followUpTime: '2032-01-02T03:04:05.000Z' } });
  await nurse.call(remindPatient, {
    body: { u_id: s.patientId, surveyEventId: open, outreachType: 'reminder' },
  });

  for (const patient of [s.patientId, other])
    await s.rows(
      `with begun as (insert into conversation (company_id, patient_id, topic, created_by, created_at, latest_at)
         values ($1, $2, 'Refill', $3, now(), now()) returning conversation_id),
       sent as (insert into conversation_message (company_id, conversation_id, provider_id, body, sent_at)
         select $1, conversation_id, $3, 'Written to ' || $4, now() from begun returning message_id)
       insert into audit_entry (company_id, at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
       select $1, now(), $3, '', '', 'conversation.message_sent', 'conversation_message', message_id, '[]', '', '' from sent`,
      [s.companyId, patient, nurse.providerId, patient === other ? 'Aurelix' : 'them alone'],
    );

  await s.rows(`update survey set name = 'Renamed since' where survey_id = $1`, [s.survey.surveyId]);
  const { reply } = await root.call(copyPatient, { query: { u_id: s.patientId } });
  const [folder, zip] = [path.join(aFolder(), 'copy'), path.join(aFolder(), reply.filename)];
  writeFileSync(zip, Buffer.from(reply.data, 'base64'));
  unpackCopy(zip, folder);
  const text = readFileSync(path.join(folder, 'records.json'), 'utf8');
  const told = JSON.parse(text) as Record<string, Record<string, unknown>[]> & { audit: { kind: string }[] };
  const many = (part: string) => told[part]?.length;
  expect(
    [
      'schedules',
      'assessments',
      'responses',
      'flaggedAnswers',
      'drafts',
      'followUps',
      'reminders',
      'conversations',
      'messages',
    ].map(many),
  ).toEqual([2, 2, 1, 3, 1, 1, 1, 1, 1]);
  expect(told['responses']).toMatchObject([{ survey_event_id: s.eventId, flagged: [1, 2, 4] }]);
  expect(told['drafts']).toMatchObject([{ survey_event_id: open, provider_id: nurse.providerId, content: draft }]);
  expect(told['assessmentNames']).toEqual([{ surveyId: s.survey.surveyId, name: 'Renamed since' }]);
  // PTB-08: what was asked keeps the name that it had then.
  expect(told['assessments']?.map((one) => one['survey_name'])).toEqual([s.survey.surveyName, s.survey.surveyName]);
  expect(told.audit.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['response.submitted', 'flag.closed', 'follow_up.scheduled', 'patient.reminded']),
  );
  const readable = readFileSync(path.join(folder, 'index.html'), 'utf8');
  for (const words of [
    'None|Headache',
    'Called them',
    'Ask for the pain',
    'Not sure yet',
    'Written to them alone',
    s.survey.surveyName,
  ])
    expect(readable).toContain(words);
  expect(readable + text).not.toContain('Aurelix');
  expect(check(folder)).toMatchObject({ status: 0 });
});

/** As a superuser who takes away what keeps messages as they were written. */
async function altered(s: Pick<Talking, 'rows'>, change: string) {
  const trigger = (how: string) => s.rows(`alter table conversation_message ${how} trigger append_only`);
  await trigger('disable');
  await s.rows(change);
  await trigger('enable always');
}

test('PRV-02 P11-09 P11-11 the copy of a patient says of which messages the text is not the one that was sent, and so does its check', async () => {
  const s = await openTalking();
  const { root, nurse } = s.people;
  const [u_id, other] = [await s.anActivePatient(), await s.anActivePatient()];
  const writer = await asMember(s, nurse);
  const { convId } = (await s.start(nurse, [u_id])).reply;
  await writer.says(convId as number, 'Good morning');
  const { msgId } = await writer.says(convId as number, 'Take one a day');
  const { rollupId } = (await s.start(nurse, [u_id, other])).reply;
  const toAll = await writer.saysToAll(rollupId as number, 'We are closed on Monday');
  const itself = { ...portalItself, companyId: s.companyId };
  await deliver(toAll.broadcastId, {
    act: (work) => s.app.database.inCompany(s.companyId, (tx) => work(actOf(tx, s.app.clock, itself))),
  });
  // Entries of before have no hash.
  await s.rows(
    `with to_all as (insert into broadcast_message (company_id, broadcast_id, provider_id, body, sent_at)
         values ($1, $2, $3, 'Old one to all', now()) returning broadcast_message_id as id),
       stored as (insert into conversation_message (company_id, conversation_id, provider_id, body, sent_at, broadcast_message_id)
         select $1, $4::int, $3, 'Old one', now(), null::int union all
         select $1, conversation_id, $3, 'Old one to all', now(), id from to_all, conversation where broadcast_id = $2 and patient_id = $5
         returning message_id as id, broadcast_message_id as to_all)
     insert into audit_entry (company_id, at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
     select $1, now(), $3, '', '', kind || '.message_sent', kind || '_message', id, '[]', '', ''
     from (select 'broadcast' as kind, id from to_all union all select 'conversation', id from stored where to_all is null) one`,
    [s.companyId, rollupId, nurse.providerId, convId, u_id],
  );
  const copied = async () => {
    const copy = await copyOf(root, u_id);
    const { messages, audit } = JSON.parse(copy.told) as {
      messages: { message_id: number; body: string; as_sent: boolean }[];
      audit: { kind: string; recordKind: string }[];
    };
    return {
      ...copy,
      messages: messages.map(({ body, as_sent }) => [body, as_sent]),
      toAll: messages.find(({ body }) => body.startsWith('We are'))?.message_id,
      ofBroadcasts: audit.filter(({ recordKind }) => recordKind === 'broadcast_message').map(({ kind }) => kind),
    };
  };
  const sentence = (id: number | undefined) => `The text of message ${id} is not the one that the audit trail knows.`;
  const before = await copied();
  expect(before.messages).toEqual([
    ['Good morning', true],
    ['Take one a day', true],
    ['We are closed on Monday', true],
    ['Old one', true],
    ['Old one to all', true],
  ]);
  expect(before.page).not.toContain('is not the one');
  expect(before.status).toBe(0);
  // What went to whom else is not the patient's.
  expect(before.ofBroadcasts).toEqual(['broadcast.message_sent', 'broadcast.message_sent']);
  // Copies of before do not say which message went to all, and have no entry of it.
  const file = path.join(before.folder, 'records.json');
  const told = JSON.parse(readFileSync(file, 'utf8'));
  for (const message of told.messages) delete message.broadcast_message_id;
  told.audit = told.audit.filter(({ recordKind }: { recordKind: string }) => recordKind !== 'broadcast_message');
  writeFileSync(file, JSON.stringify(told));
  expect(check(before.folder).said).toBe('records.json is not what was copied.');
  const alter = (body: string, which: string) =>
    altered(s, `update conversation_message set body = '${body}' where ${which}`);
  await alter('Take ten a day', `message_id = ${msgId}`);
  const after = await copied();
  expect(after.messages[1]).toEqual(['Take ten a day', false]);
  expect(after.messages.filter(([, asSent]) => asSent)).toHaveLength(4);
  expect(after.page).toContain(sentence(msgId));
  expect([after.status, after.said]).toEqual([1, sentence(msgId)]);
  await alter('We are open on Monday', `message_id = ${after.toAll}`);
  await s.rows(
    `insert into conversation_message (company_id, conversation_id, provider_id, body, sent_at) values ($1, $2, $3, 'Never sent', now())`,
    [s.companyId, convId, nurse.providerId],
  );
  const atLast = await copied();
  expect(atLast.messages.filter(([, asSent]) => !asSent).map(([body]) => body)).toEqual([
    'Take ten a day',
    'We are open on Monday',
    'Never sent',
  ]);
  expect([atLast.status, atLast.said.split('\n')]).toEqual([
    1,
    [sentence(msgId), sentence(after.toAll), expect.stringMatching(/^The text of message \d+ is not the one/)],
  ]);
});

test('PRV-02 P11-09 P11-11 the copy of a patient and its check say which messages are gone, and of which the author, the conversation, the time or the document is another one', async () => {
  const s = await openTalking();
  const { root, nurse } = s.people;
  const [u_id, other] = [await s.anActivePatient(), await s.anActivePatient()];
  const writer = await asMember(s, nurse);
  const talkOf = async (patientId: number) => (await s.start(nurse, [patientId])).reply.convId as number;
  const [convId, elsewhere] = [await talkOf(u_id), await talkOf(other)];
  const says = async (text: string) => (await writer.says(convId, text)).msgId;
  const sent = [await says('One'), await says('Two'), await says('Three'), await says('Four'), await says('Five')];
  const [gone, moved, ofNobody, later, withPaper] = sent as [number, number, number, number, number];
  const docId = (await root.call(saveDocument, { body: uploadOf('Letter') })).reply.documentId;
  const { rollupId } = (await s.start(nurse, [u_id, other])).reply;
  const toAll = await writer.saysToAll(rollupId as number, 'We are closed on Monday');
  const itself = { ...portalItself, companyId: s.companyId };
  await deliver(toAll.broadcastId, {
    act: (work) => s.app.database.inCompany(s.companyId, (tx) => work(actOf(tx, s.app.clock, itself))),
  });
  const before = await copyOf(root, u_id);
  expect([before.status, before.page.includes('audit trail knows')]).toEqual([0, false]);
  await altered(s, `delete from conversation_message where message_id = ${gone}`);
  await altered(s, `update conversation_message set conversation_id = ${elsewhere} where message_id = ${moved}`);
  await altered(s, `update conversation_message set provider_id = null where message_id = ${ofNobody}`);
  await altered(s, `update conversation_message set sent_at = sent_at - interval '1 hour' where message_id = ${later}`);
  await altered(
    s,
    `update conversation_message set document_id = ${docId}, sent_at = sent_at - interval '1 day' where message_id = ${withPaper}`,
  );
  await altered(
    s,
    `update conversation_message set provider_id = ${root.providerId} where broadcast_message_id = ${toAll.broadcastId}`,
  );
  const after = await copyOf(root, u_id);
  const { messages } = JSON.parse(after.told) as { messages: { message_id: number; as_sent: boolean }[] };
  expect(messages.map(({ as_sent }) => as_sent)).toEqual([false, false, false, false]);
  const said = [
    `Message ${ofNobody} is not what the audit trail says: who wrote it.`,
    `Message ${later} is not what the audit trail says: the time.`,
    `Message ${withPaper} is not what the audit trail says: the time, the document.`,
    `Message ${messages.at(-1)?.message_id} is not what the audit trail says: who wrote it.`,
    `Message ${gone}, which the audit trail knows, is not there.`,
    `Message ${moved}, which the audit trail knows, is not there.`,
  ];
  expect([after.status, after.said.split('\n')]).toEqual([1, said]);
  for (const sentence of said) expect(after.page).toContain(`<p>${sentence}</p>`);
  const ofOther = await copyOf(root, other);
  expect(ofOther.said.split('\n')[0]).toBe(`Message ${moved} is not what the audit trail says: the conversation.`);
});

test('PRV-02 the copy of a patient tells who of the clinic read which message and when, and what time the device of its sender said', async () => {
  const s = await openTalking();
  const { root, nurse } = s.people;
  const u_id = await s.anActivePatient();
  const { convId } = (await s.start(nurse, [u_id], [root.providerId])).reply;
  const { msgId } = await (await asMember(s, nurse)).says(convId as number, 'Good morning');
  await (await asMember(s, root)).reads(convId as number, [msgId]);
  await s.rows(`update message_reading set read_at = '2032-01-02T03:04:05Z' where message_id = $1`, [msgId]);
  const [gone] = await s.rows<{ provider_id: number }>(
    `insert into message_reading (message_id, provider_id, company_id, read_at)
     select $1, provider_id, $2, '2032-01-03T00:00:00Z' from provider where company_id = $2 and provider_id <> all ($3) limit 1
     returning provider_id`,
    [msgId, s.companyId, [root.providerId, nurse.providerId]],
  );
  await altered(s, `update conversation_message set claimed_at = '2031-12-31T23:00:00Z' where message_id = ${msgId}`);
  const copy = await copyOf(root, u_id);
  const { messages, people } = JSON.parse(copy.told) as {
    messages: unknown[];
    people: { cpId: number; firstName: string; lastName: string }[];
  };
  expect(messages).toEqual([
    expect.objectContaining({
      claimed_at: '2031-12-31T23:00:00.000Z',
      read_by_patient_at: null,
      read_by_care_team: [
        { provider_id: root.providerId, read_at: '2032-01-02T03:04:05.000Z' },
        { provider_id: gone?.provider_id, read_at: '2032-01-03T00:00:00.000Z' },
      ],
    }),
  ]);
  const name = (id: number | undefined) => {
    const one = people.find(({ cpId }) => cpId === id);
    return `${one?.firstName} ${one?.lastName} (${id})`;
  };
  expect(copy.page).toContain(
    `${name(root.providerId)}, 2032-01-02 03:04:05 UTC; ${name(gone?.provider_id)}, 2032-01-03 00:00:00 UTC`,
  );
  expect(copy.page).toContain('2031-12-31 23:00:00 UTC');
});

test('PRV-02 SEC-23 of groups beyond those of the administrator who takes it the copy of a patient tells no name', async () => {
  const s = await openClinic();
  const { failure, diabetes } = s.groups;
  const u_id = await s.anActivePatient({}, [failure, diabetes]);
  const ofHeart = await s.signedIn(
    await s.aPerson('Nurse', { company_id: s.companyId, admin_rights: true }, [s.groups.heart]),
  );
  const copied = async (by: Caller) => {
    const { reply } = await by.call(copyPatient, { query: { u_id } });
    const [folder, zip] = [path.join(aFolder(), 'copy'), path.join(aFolder(), reply.filename)];
    writeFileSync(zip, Buffer.from(reply.data, 'base64'));
    unpackCopy(zip, folder);
    const [said, page] = ['records.json', 'index.html'].map((file) => readFileSync(path.join(folder, file), 'utf8'));
    const { groups } = JSON.parse(said as string) as { groups: { name: string }[] };
    return { names: groups.map(({ name }) => name), said: `${said}${page}` };
  };
  const [whole, own] = [await copied(s.people.root), await copied(ofHeart)];
  expect(whole.names).toEqual(['Heart Failure', 'Diabetes']);
  expect(whole.said.match(/Diabetes/g)?.length).toBeGreaterThan(2);
  expect(own.names).toEqual(['Heart Failure', 'Another care group']);
  expect(own.said).not.toContain('Diabetes');
});

test('PRV-01 PRV-04 SEC-22 SEC-23 a copy is for administrators who see the patient; of others it does not exist, and its making is on record', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const admin = await s.signedIn(
    await s.aPerson('Nurse', { company_id: s.companyId, admin_rights: true }, [s.groups.diabetes]),
  );
  const theirs = await aClinic(s);
  const foreign = await theirs.anActivePatient();
  const { root, nurse } = s.people;
  expect((await nurse.call(copyPatient, { query: { u_id } })).status).toBe(403);
  expect((await admin.call(copyPatient, { query: { u_id } })).status).toBe(404);
  expect((await root.call(copyPatient, { query: { u_id: foreign } })).status).toBe(404);
  expect((await root.call(copyPatient, { query: { u_id } })).status).toBe(200);
  await s.app.accessLog.flush();
  const read = await s.rows(
    `select record_kind as kind, outcome from access_entry where call = 'GET /records/patient' and provider_id = $1
     order by outcome desc, record_kind`,
    [root.providerId],
  );
  expect(read).toEqual([
    { kind: 'call', outcome: 'refused' },
    { kind: 'audit', outcome: 'read' },
    { kind: 'document', outcome: 'read' },
    { kind: 'patient', outcome: 'read' },
    { kind: 'provider', outcome: 'read' },
  ]);
  for (const removal_type of ['deactivate', 'remove'] as const)
    await root.call(removePatient, { query: { u_id, removal_type } });
  expect((await root.call(copyPatient, { query: { u_id } })).status).toBe(404);
});

test('PRV-02 PRV-08 the copy of a patient has the mails and texts that were written to them, and what they chose about e-mails, of their company alone', async () => {
  const s = await openClinic();
  const theirs = await aClinic(s);
  const email = 'ada@mail.example';
  const [u_id, other] = [await s.anActivePatient({ email }), await s.anActivePatient()];
  await s.rows(
    `insert into message (channel, recipient, subject, body, patient_id, created_at, sent_at, withdrawn_at)
     values ('email', $2, 'Your assessment', 'Text of the mail', $1, '2031-03-05T12:00:00Z', '2031-03-05T12:01:00Z', null),
       ('sms', '+16175550123', '', 'Text of the message', $1, '2031-03-06T12:00:00Z', null, '2031-03-06T13:00:00Z'),
       ('email', 'other@mail.example', 'Of the other', '', $3, now(), now(), null)`,
    [u_id, email, other],
  );
  const chooses = (companyId: number, address: string, page: string) =>
    s.rows(
      `insert into email_choice (company_id, email, wants_emails, chosen_at, page, host, request_id)
       values ($1, $2, false, '2031-03-07T12:00:00Z', $3, 'portal.example', 'r')`,
      [companyId, address, page],
    );
  await chooses(s.companyId, email, '/unsubscribe');
  await chooses(s.companyId, 'other@mail.example', '/of-the-other');
  await chooses(theirs.companyId, email, '/elsewhere');
  const { told: text, page: readable, status } = await copyOf(s.people.root, u_id);
  expect(JSON.parse(text)).toMatchObject({
    messages: [],
    mails: [
      { channel: 'email', recipient: email, subject: 'Your assessment', sent_at: '2031-03-05T12:01:00.000Z' },
      { channel: 'sms', recipient: '+16175550123', sent_at: null, withdrawn_at: '2031-03-06T13:00:00.000Z' },
    ],
    choices: [{ email, wants_emails: false, page: '/unsubscribe' }],
  });
  for (const words of ['Mails and texts', 'Your assessment', '+16175550123', 'Choices about e-mails', '/unsubscribe'])
    expect(readable).toContain(words);
  for (const words of ['Of the other', '/of-the-other', '/elsewhere']) expect(readable + text).not.toContain(words);
  expect(status).toBe(0);
});

test('PRV-01 PRV-02 the copy of a patient that is larger than a browser can take is refused, and nobody counts as having read them', async () => {
  const s = await openClinic();
  const { root } = s.people;
  const u_id = await s.anActivePatient();
  const docId = (await root.call(saveDocument, { body: uploadOf('Scans') })).reply.documentId;
  expect((await root.call(attachToPatients, { body: { docId, u_id } })).status).toBe(200);
  await s.rows(
    'update stored_file set bytes = 367001600 where file_id = (select file_id from document where document_id = $1)',
    [docId],
  );
  const { status, code } = await root.call(copyPatient, { query: { u_id } });
  expect([status, code]).toEqual([400, 'audit.copy_too_large']);
  await s.app.accessLog.flush();
  const mine = `select from access_entry where call = 'GET /records/patient' and provider_id = $1`;
  expect(await s.rows(mine, [root.providerId])).toEqual([]);
});
