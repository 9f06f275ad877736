import { readFileSync } from 'node:fs';
import path from 'node:path';
import { askForRecovery } from '@portal/contract/account-recovery/endpoints.ts';
import { fetchDocument, saveDocument } from '@portal/contract/documents/endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import * as records from '@portal/contract/patient-records/endpoints.ts';
import { remindPatient } from '@portal/contract/outreach/endpoints.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { readToSign } from '@portal/contract/signing/endpoints.ts';
import { chooseEmails } from '@portal/contract/subscriptions/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#platform/database/db.ts';
import { aBrandWithoutHost, keptTerms } from '#test/brands.ts';
import { deliver } from '#test/deliveries.ts';
import { uploadOf } from '#test/documents.ts';
import {
  addressOf,
  contactOf,
  goalOf,
  insuranceOf,
  medicationOf,
  openClinic,
  tablesOfPatients,
} from '#test/patients.ts';
import { type Portal, onItsOwn } from '#test/portal.ts';
import { openSchedules } from '#test/schedules.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { whileUncommitted } from '#test/waits.ts';

/** What the page of decisions says that is erased, by table. */
const published = new Map(
  [
    ...readFileSync(
      path.join(import.meta.dirname, '../../../../docs/decisions/2026-11-23-patients.md'),
      'utf8',
    ).matchAll(/^\| `(\w+)` \| (.*?) ?\| .+ \|$/gm),
  ].map(([, table = '', cell = '']) => [table, [...cell.matchAll(/`(\w+)`/g)].map(([, field]) => field as string)]),
);
/** What changes with every act, or is made from the rest. */
const ofMachinery = new Set([
  'version',
  'removed_at',
  'sort_name',
  'searched',
  'searched_name',
  'decided_at',
  'decider_id',
  // They end with the deactivation.
  'ended_at',
  'withdrawn_at',
]);

/** An assessment that was asked, answered and flagged, with a reminder and a follow-up. */
async function anAnsweredAssessment(s: Awaited<ReturnType<typeof openClinic>>, patientId: number): Promise<void> {
  const idOf = async (insert: string, values: unknown[]) => (await s.rows<{ id: number }>(insert, values))[0]?.id;
  const { companyId: company, groups, people } = s;
  const surveyId = await idOf(
    `insert into survey (company_id, name, created_at) values ($1, 'Check', now()) returning survey_id as id`,
    [company],
  );
  const definitionId = await idOf(
    `insert into survey_definition (company_id, survey_id, number, name, is_usable, created_at)
     values ($1, $2, 1, 'Check', true, now()) returning survey_definition_id as id`,
    [company, surveyId],
  );
  const triggerId = await idOf(
    `insert into workflow_survey (company_id, care_group_id, survey_id, trigger_type, trigger_value, description, added_at)
     values ($1, $2, $3, 'Fill-Count (List)', '1', '', now()) returning trigger_id as id`,
    [company, groups.failure, surveyId],
  );
  const itemId = await idOf(
    `insert into schedule_item (company_id, patient_id, survey_id, trigger_id, recurrence, rule, starts_at, made_at, next_at)
     values ($1, $2, $3, $4, '1d', 'FREQ=DAILY;INTERVAL=1', now(), now(), now() + interval '1 day') returning schedule_item_id as id`,
    [company, patientId, surveyId, triggerId],
  );
  const eventId = await idOf(
    `insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient, answered_at)
     values ($1, $2, $3, $4, $5, now(), now(), false, now()) returning survey_event_id as id`,
    [company, patientId, surveyId, definitionId, itemId],
  );
  const responseId = await idOf(
    `insert into survey_response (company_id, survey_event_id, patient_id, survey_id, completed_at, claimed_at, answers, flagged, medications)
     values ($1, $2, $3, $4, now(), now(), '[]', '{1}', '[]') returning response_id as id`,
    [company, eventId, patientId, surveyId],
  );
  await s.rows(
    `insert into flagged_answer (company_id, response_id, patient_id, question_num, question, answer, opened_at) values ($1, $2, $3, 1, 'Any pain?', 'Yes', now())`,
    [company, responseId, patientId],
  );
  await s.rows(
    `insert into reminder (company_id, patient_id, survey_event_id, kind, methods, sent_on, sent_at) values ($1, $2, $3, 'start', '{Email}', now(), now())`,
    [company, patientId, eventId],
  );
  await s.rows(
    `insert into follow_up (company_id, patient_id, provider_id, at, notes, created_at) values ($1, $2, $3, now(), 'Call', now())`,
    [company, patientId, people.root.providerId],
  );
  await s.rows(
    `insert into patient_call (company_id, patient_id, provider_id, number, started_at, seconds, outcome, note, is_test, created_at)
     values ($1, $2, $3, '+15551234567', now(), 65, 'Reached', '', false, now())`,
    [company, patientId, people.root.providerId],
  );
  await s.rows(
    `insert into conversation (company_id, patient_id, topic, created_by, created_at, latest_at) values ($1, $2, 'Refill', $3, now(), now())`,
    [company, patientId, people.root.providerId],
  );
}

test('PRV-03 PRV-10 removing a fully populated patient erases what is published and keeps the rest, in every table that holds anything of a patient', async () => {
  const s = await openClinic();
  const { root, nurse } = s.people;
  const u_id = await s.anActivePatient({ firstName: 'Marker', lastName: 'Unique' });
  const beside = await s.anActivePatient({ firstName: 'Other', lastName: 'Person' });
  for (const id of [u_id, beside]) {
    await nurse.call(records.addAddress, { body: addressOf(id) });
    await nurse.call(records.addContact, { body: contactOf(id) });
    await nurse.call(records.addInsurance, { body: insuranceOf(id) });
    await nurse.call(records.addMedication, { body: medicationOf(id) });
    await nurse.call(records.addAllergy, { body: medicationOf(id) });
    await nurse.call(records.addGoal, { body: goalOf(id) });
    const mainContact = { type: 'email', value: `who${id}@mail.example` };
    await root.call(askForRecovery, { body: { u_id: id, mainContact } });
    const own = [s.companyId, id];
    await s.rows(
      `insert into patient_prescription (company_id, patient_id, display_name, rx_number, display_status, is_active) values ($1, $2, 'Lasix', '1', 3, true)`,
      own,
    );
    await s.rows(
      `insert into patient_order_status (company_id, patient_id, display_name, rx_number, order_status, added_at) values ($1, $2, 'Lasix', '1', 3, now())`,
      own,
    );
    await s.rows(
      `insert into refill_outreach (company_id, patient_id, rx_number, reason, method, sent_at) values ($1, $2, '1', 'Due', 'Text', now())`,
      own,
    );
    await anAnsweredAssessment(s, id);
    await s.rows(
      `insert into message (channel, recipient, subject, body, html, patient_id, created_at)
       values ('email', 'grace@mail.example', 'A message', 'Hello', '<p>Hello</p>', $1, now())`,
      [id],
    );
    await s.rows(`insert into patient_consent (company_id, patient_id, code, added_at) values ($1, $2, 1, now())`, own);
    await s.rows(
      `insert into patient_consent_withdrawal (consent_id, company_id, patient_id, withdrawn_at)
       select consent_id, $1, $2, now() from patient_consent where patient_id = $2`,
      own,
    );
    const { documentId: docId } = (await root.call(saveDocument, { body: uploadOf() })).reply;
    await root.call(attachToPatients, { body: { docId, u_id: id } });
  }
  const tables = await tablesOfPatients(s);
  expect([...published.keys()].sort()).toEqual([...tables].sort());
  const rowOf = async (table: string, id: number) =>
    (await s.rows<Record<string, unknown>>(`select * from ${table} where patient_id = $1`, [id]))[0] ?? {};
  const before = new Map<string, Record<string, unknown>>();
  for (const name of tables) before.set(name, await rowOf(name, u_id));
  expect([...before].filter(([, row]) => Object.keys(row).length === 0).map(([name]) => name)).toEqual([]);
  const untouched = async () => Promise.all(tables.map((name) => rowOf(name, beside)));
  const others = await untouched();
  const step = (removal_type: string) => root.call(api.removePatient, { query: { u_id, removal_type } });
  expect([(await step('deactivate')).status, (await step('remove')).status]).toEqual([200, 200]);

  for (const [table, fields] of published) {
    const [was, is] = [before.get(table) ?? {}, await rowOf(table, u_id)];
    const changed = Object.keys(is).filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]));
    const erased = changed.filter((field) => !ofMachinery.has(field) && field !== 'status');
    const hadValue = (field: string) => ![null, '', false].includes(was[field] as never);
    expect([table, erased.sort()]).toEqual([table, fields.filter(hadValue).sort()]);
    for (const field of fields)
      expect([table, field, JSON.stringify(is[field])]).toEqual([
        table,
        field,
        expect.not.stringMatching(/Marker|Unique|Main Street|grace|BH-1|who\d|1950-03-04/),
      ]);
  }
  expect(await untouched()).toEqual(others);
  const [recovery] = await s.rows('select status, contact from patient_recovery where patient_id = $1', [u_id]);
  expect(recovery).toEqual({ status: 2, contact: '' });
  const denied = await s.rows(`select reason from audit_entry where action = 'patient_recovery.denied'`);
  // Nobody is removed who was not deactivated before, and with that it ended.
  expect(denied).toEqual([{ reason: 'Deactivate patient' }]);
});

/** Tables that say one of these words anywhere, in whatever column. */
async function tablesThatSay(s: Pick<Portal, 'rows'>, words: readonly string[]): Promise<string[]> {
  const tables = await s.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'by_month', 'pgboss') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const hits = await s.rows(`select from ${name} as t where t::text ilike any ($1) limit 1`, [
      words.map((word) => `%${word}%`),
    ]);
    if (hits.length > 0) found.push(name);
  }
  return found;
}

test('PRV-03 of a removed patient no name, address or number that they ever had is found anywhere in the database, but in the trail and in their choice of no e-mails', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { root, nurse } = s.people;
  await s.asks(s.groups.failure, await s.aSurvey(), '1d');
  const given = { firstName: 'Zephyrine', lastName: 'Quixworth', email: 'zeph@first.example', phone: '+16175550188' };
  const u_id = await s.anActivePatient(given);
  await nurse.call(records.addAddress, { body: addressOf(u_id) });
  await nurse.call(records.addContact, { body: contactOf(u_id) });
  const mainContact = { type: 'email', value: 'zeph@recovery.example' };
  await root.call(askForRecovery, { body: { u_id, mainContact } });
  await s.rows(
    `insert into patient_call (company_id, patient_id, provider_id, number, started_at, seconds, outcome, note, is_test, created_at)
     values ($1, $2, $3, '+16175550188', now(), 65, 'Reached', '', false, now())`,
    [s.companyId, u_id, root.providerId],
  );
  await s.rows('update patient set preferred_contact = 3 where patient_id = $1', [u_id]);
  const change = async (Name: string, Value: string) => {
    const { username } = (await root.call(api.readPatientUser, { query: { u_id } })).reply.user;
    const body = { u_id, username, userAttributes: [{ Name, Value }] };
    expect((await root.call(api.changePatient, { body })).status).toBe(200);
  };
  const remind = async () => {
    s.forward(1.1);
    await s.makeDue();
    const body = { u_id, outreachType: 'reminder', surveyEventId: (await s.events(u_id)).at(-1)?.id };
    expect((await nurse.call(remindPatient, { body })).status).toBe(200);
  };
  await remind();
  await deliver(s);
  await remind();
  await change('email', 'zeph@second.example');
  await change('phone_number', '+16175550187');
  await remind();
  await s.call(chooseEmails, { body: { email: 'zeph@second.example', notificationPreference: 0 } });
  // What was sent before messages said to whom.
  for (const [channel, recipient, topic] of [
    ['email', 'Zeph@second.example', 'to participants'],
    ['sms', '+16175550187', null],
  ])
    await s.rows(
      `insert into message (channel, recipient, subject, body, topic, created_at, sent_at) values ($1, $2, 'A message', 'Hello', $3, now(), now())`,
      [channel, recipient, topic],
    );
  const own = ['Zephyrine', 'Quixworth', 'zeph@', '6175550188', '6175550187', '1 Main Street'];
  const former = [...own, 'Grace Hopper', 'grace@mail.example', '6175550111'];
  expect(await tablesThatSay(s, former)).toEqual(expect.arrayContaining(['public.message', 'public.patient']));
  for (const removal_type of ['deactivate', 'remove'])
    expect((await root.call(api.removePatient, { query: { u_id, removal_type } })).status).toBe(200);
  expect(await tablesThatSay(s, former)).toEqual(['public.audit_entry', 'public.email_choice']);
  const sent = await s.rows<{ channel: string; recipient: string; said: string }>(
    `select distinct channel, recipient, subject || body || coalesce(html, '') as said from message order by 1`,
  );
  const [{ username } = {}] = await s.rows<{ username: string }>(`select username from patient where patient_id = $1`, [
    u_id,
  ]);
  expect(sent).toEqual([
    { channel: 'email', recipient: username, said: '' },
    { channel: 'sms', recipient: '+10000000000', said: '' },
  ]);
  expect(await deliver(s)).toEqual([]);
});

/** The first of two signers has signed it; what is not open waits for nobody. */
const isSigned = (
  { rows, companyId, people: { root } }: Awaited<ReturnType<typeof openClinic>>,
  docId: number,
  state: string,
) =>
  rows(
    `with request as (insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at, ended_at)
     values ($1, $2, 'general', gen_random_uuid(), $4, now(), now()) returning signing_request_id),
   next as (insert into signer (signing_request_id, company_id, signer_num, provider_id, name, email, signer_uuid)
     select signing_request_id, $1, 2, $3, 'Ada', 'a@b.example', gen_random_uuid() from request where $4 = 'open'),
   own as (insert into signer (signing_request_id, company_id, signer_num, provider_id, name, email, signer_uuid, signed_at)
     select signing_request_id, $1, 1, $3, 'Ada', 'a@b.example', gen_random_uuid(), now() from request returning signer_id, signing_request_id)
 insert into signature (signing_request_id, signer_id, company_id, field_name, page, image_sha384, presented_sha256, signed_sha256, reason,
   signed_at, provider_id, first_name, last_name, email, type, host, address, client)
 select signing_request_id, signer_id, $1, 'Signature', 1, repeat('a', 96), repeat('a', 64),
   (select sha256 from document join stored_file using (file_id) where document_id = $2), 'I approve.', now(), $3,
   'Ada', 'L', 'a@b.example', 'Nurse', 'localhost', '127.0.0.1', 'test' from own`,
    [companyId, docId, root.providerId, state],
  );

test('PRV-03 PRV-10 P11-11 P11-15 of the documents of a removed patient those that nobody signed are deleted, what was signed and what another patient has stay, and nobody signs any more what still waits', async () => {
  onItsOwn();
  const s = await openClinic();
  const { root } = s.people;
  const [u_id, beside] = [await s.anActivePatient(), await s.anActivePatient()];
  const upload = async (patients: number[]) => {
    const docId = (await root.call(saveDocument, { body: uploadOf() })).reply.documentId;
    await root.call(attachToPatients, { body: { docId, u_id: patients } });
    return docId;
  };
  const [plain, signed, elsewhere, shared, waiting] = [
    await upload([u_id]),
    await upload([u_id]),
    await upload([u_id]),
    await upload([u_id, beside]),
    await upload([u_id]),
  ];
  await isSigned(s, signed, 'completed');
  await isSigned(s, waiting, 'open');
  const [link] = await s.rows(
    `select sr_uuid as "srUuid", signer_uuid as "signerUuid" from signer join signing_request using (signing_request_id)
     where document_id = $1 and signer_num = 2`,
    [waiting],
  );
  const opens = async () => (await s.call(readToSign, { query: link })).status;
  expect(await opens()).toBe(200);
  await s.rows(`update patient_document set waits_for = 'nobody' where document_id = $1`, [elsewhere]);
  const reason = 'The patient asked for it';
  const step = (removal_type: string) => root.call(api.removePatient, { query: { u_id, removal_type, reason } });
  expect([(await step('deactivate')).status, (await step('remove')).status]).toEqual([200, 200]);
  const gone = await s.rows<{ id: number; gone: boolean }>(
    'select document_id as id, removed_at is not null as gone from document order by 1',
  );
  expect(gone).toEqual([
    { id: plain, gone: true },
    { id: signed, gone: false },
    { id: elsewhere, gone: false },
    { id: shared, gone: false },
    { id: waiting, gone: false },
  ]);
  expect(await opens()).toBe(404);
  expect(await s.rows('select document_id as id, state, reason from signing_request order by 1')).toEqual([
    { id: signed, state: 'completed', reason: null },
    { id: waiting, state: 'withdrawn', reason },
  ]);
  expect((await root.call(fetchDocument, { query: { docId: plain } })).status).toBe(404);
  expect((await root.call(fetchDocument, { query: { docId: shared } })).status).toBe(200);
  // Whoever reads the whole trail reads what was signed too.
  for (const docId of [signed, waiting, elsewhere])
    expect([
      (await root.call(fetchDocument, { query: { docId } })).status,
      (await s.people.nurse.call(fetchDocument, { query: { docId } })).status,
    ]).toEqual([200, 404]);
  const [entry] = await s.rows(`select reason from audit_entry where action = 'document.removed' and record_id = $1`, [
    String(plain),
  ]);
  expect(entry).toEqual({ reason });
});

test('PRV-03 PRV-10 P11-08 what corrects a signed document of a removed patient stays with it, and nobody signs it any more; what corrects one that nobody signed goes with it, wherever it was put', async () => {
  onItsOwn();
  const s = await openClinic();
  const { root } = s.people;
  const [u_id, beside] = [await s.anActivePatient(), await s.anActivePatient()];
  const upload = async (patients: number[], corrects?: number) => {
    const saved = await root.call(saveDocument, { body: uploadOf('Consent', corrects ? { corrects } : {}) });
    const docId = saved.reply.documentId;
    for (const u_id of patients)
      expect((await root.call(attachToPatients, { body: { docId, u_id } })).status).toBe(200);
    return docId;
  };
  const asked = async (docId: number, state: 'open' | 'rejected') => {
    await s.rows(
      `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
       values ($1, $2, 'general', gen_random_uuid(), $3, now())`,
      [s.companyId, docId, state],
    );
    return docId;
  };
  const signed = await upload([u_id]);
  await isSigned(s, signed, 'completed');
  const staying = [
    await asked(await upload([u_id], signed), 'open'),
    await asked(await upload([], signed), 'open'),
    await asked(await upload([beside], signed), 'open'),
  ];
  const rejected = await asked(await upload([u_id]), 'rejected');
  const first = await asked(await upload([], rejected), 'rejected');
  const going = [rejected, first, await asked(await upload([], first), 'open')];
  const signedOne = await upload([], rejected);
  await isSigned(s, signedOne, 'completed');
  const ofSigned = await asked(await upload([u_id], signedOne), 'open');

  const reason = 'The patient asked for it';
  const step = (removal_type: string) => root.call(api.removePatient, { query: { u_id, removal_type, reason } });
  expect([(await step('deactivate')).status, (await step('remove')).status]).toEqual([200, 200]);
  const [ofRecord, elsewhere, ofOther] = staying as [number, number, number];
  expect(
    await s.rows(
      `select document_id as id, removed_at is not null as gone, state, reason
       from document join signing_request using (document_id) order by 1`,
    ),
  ).toEqual([
    { id: signed, gone: false, state: 'completed', reason: null },
    { id: ofRecord, gone: false, state: 'withdrawn', reason },
    { id: elsewhere, gone: false, state: 'withdrawn', reason },
    { id: ofOther, gone: false, state: 'open', reason: null },
    { id: rejected, gone: true, state: 'rejected', reason: null },
    { id: first, gone: true, state: 'rejected', reason: null },
    { id: going[2], gone: true, state: 'withdrawn', reason },
    { id: signedOne, gone: false, state: 'completed', reason: null },
    { id: ofSigned, gone: false, state: 'withdrawn', reason },
  ]);
});

test('PRV-03 P11-08 what corrects a document that another patient still has, and lies in no record yet, stays with it and can be signed; what lies in the record of the removed patient alone goes', async () => {
  const s = await openClinic();
  const { root } = s.people;
  const [u_id, beside] = [await s.anActivePatient(), await s.anActivePatient()];
  const upload = async (patients: number[], state: 'open' | 'rejected' | null, corrects?: number) => {
    const saved = await root.call(saveDocument, { body: uploadOf('Consent', corrects ? { corrects } : {}) });
    const docId = saved.reply.documentId;
    for (const one of patients)
      expect((await root.call(attachToPatients, { body: { docId, u_id: one } })).status).toBe(200);
    if (state)
      await s.rows(
        `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
         values ($1, $2, 'general', gen_random_uuid(), $3, now())`,
        [s.companyId, docId, state],
      );
    return docId;
  };
  const letter = await upload([u_id, beside], 'rejected');
  const [unsigned, first] = [await upload([], null, letter), await upload([], 'rejected', letter)];
  const second = await upload([], 'open', first);
  const ofRecord = await upload([u_id], null, letter);
  for (const removal_type of ['deactivate', 'remove'])
    expect((await root.call(api.removePatient, { query: { u_id, removal_type } })).status).toBe(200);
  expect(
    await s.rows(
      `select document_id as id, removed_at is not null as gone, state
       from document left join signing_request using (document_id) where document.company_id = $1 order by 1`,
      [s.companyId],
    ),
  ).toEqual([
    { id: letter, gone: false, state: 'rejected' },
    { id: unsigned, gone: false, state: null },
    { id: first, gone: false, state: 'rejected' },
    { id: second, gone: false, state: 'open' },
    { id: ofRecord, gone: true, state: null },
  ]);
});

test('PRV-03 a patient in whose record the terms of a brand lie is removed, and the terms stay', async () => {
  const s = await openClinic();
  const { root } = s.people;
  const u_id = await s.anActivePatient();
  const docId = await keptTerms(s, s.companyId, root.providerId);
  const [brand] = await aBrandWithoutHost(s, s.companyId, 'Meridian');
  await s.rows('update company_brand set terms_document_id = $2 where brand_id = $1', [brand?.id, docId]);
  await s.rows(
    'insert into patient_document (document_id, patient_id, company_id, added_at) values ($1, $2, $3, now())',
    [docId, u_id, s.companyId],
  );
  const step = (removal_type: string) => root.call(api.removePatient, { query: { u_id, removal_type } });
  expect([(await step('deactivate')).status, (await step('remove')).status]).toEqual([200, 200]);
  expect(await s.rows('select removed_at from document where document_id = $1', [docId])).toEqual([
    { removed_at: null },
  ]);
});

test.each([
  // Whoever has not signed yet does so no more.
  ['signed', 'withdrawn'],
  ['given to another patient', 'open'],
  ['given to another patient, and signed by one of two before,', 'open'],
])(
  'PRV-03 PRV-10 REL-08 a document that is %s while its patient is removed stays; its request is %s',
  async (how, state) => {
    const s = await openClinic();
    const { root } = s.people;
    const [u_id, beside] = [await s.anActivePatient(), await s.anActivePatient()];
    const docId = (await root.call(saveDocument, { body: uploadOf() })).reply.documentId;
    await root.call(attachToPatients, { body: { docId, u_id } });
    const step = (removal_type: string) => root.call(api.removePatient, { query: { u_id, removal_type } });
    expect((await step('deactivate')).status).toBe(200);
    await s.rows(
      `with request as (
         insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
         values ($1, $2, 'general', gen_random_uuid(), 'open', now()) returning signing_request_id)
       insert into signer (signing_request_id, company_id, signer_num, provider_id, name, email, signer_uuid)
       select signing_request_id, $1, unnest('{1,2}'::int[]), $3, 'Ada', 'a@b.example', gen_random_uuid() from request`,
      [s.companyId, docId, root.providerId],
    );
    const signs = (tx: Tx) =>
      sql`insert into signature (signing_request_id, signer_id, company_id, field_name, page, image_sha384, presented_sha256,
          signed_sha256, reason, signed_at, provider_id, first_name, last_name, email, type, host, address, client)
        select signing_request_id, signer_id, signer.company_id, 'Signature', 1, repeat('a', 96), repeat('a', 64),
          sha256, 'I approve.', now(), provider_id, 'Ada', 'L', 'a@b.example', 'Nurse', 'localhost', '127.0.0.1', 'test'
        from signing_request join signer using (signing_request_id) join document using (document_id) join stored_file using (file_id)
        where document_id = ${docId} and signer_num = 1`.execute(tx);
    const gives = (tx: Tx) =>
      sql`insert into patient_document (document_id, patient_id, company_id, added_at)
        values (${docId}, ${beside}, ${s.companyId}, now())`.execute(tx);
    if (how.includes('before'))
      await s.app.database.inCompany(s.companyId, (tx) => {
        inPlaceOfAct(tx);
        return signs(tx);
      });
    const removed = await whileUncommitted(
      s,
      s.companyId,
      async (tx) => {
        await tx.selectFrom('document').select('version').where('document_id', '=', docId).forUpdate().execute();
        await (how === 'signed' ? signs(tx) : gives(tx));
      },
      () => step('remove'),
    );
    expect(removed.status).toBe(200);
    const rows = await s.rows(
      'select removed_at, state from document join signing_request using (document_id) where document_id = $1',
      [docId],
    );
    expect(rows).toEqual([{ removed_at: null, state }]);
  },
);

test('PRV-03 REL-08 a document of two patients who are removed at the same time is deleted with the second', async () => {
  const s = await openClinic();
  const { root } = s.people;
  const [u_id, beside] = [await s.anActivePatient(), await s.anActivePatient()];
  const docId = (await root.call(saveDocument, { body: uploadOf() })).reply.documentId;
  await root.call(attachToPatients, { body: { docId, u_id: [u_id, beside] } });
  const step = (removal_type: string) => root.call(api.removePatient, { query: { u_id, removal_type } });
  expect((await step('deactivate')).status).toBe(200);
  const removed = await whileUncommitted(
    s,
    s.companyId,
    async (tx) => {
      await tx.selectFrom('document').select('version').where('document_id', '=', docId).forUpdate().execute();
      await tx.updateTable('patient').set({ removed_at: s.app.clock.now() }).where('patient_id', '=', beside).execute();
    },
    () => step('remove'),
  );
  expect(removed.status).toBe(200);
  expect(await s.rows('select from document where document_id = $1 and removed_at is null', [docId])).toEqual([]);
});
