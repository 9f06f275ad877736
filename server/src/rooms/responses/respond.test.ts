/** The patient's own page behind the link of a reminder (decisions, "Who answers"; OPC-80, SEC-36, PRV-05). */
import { changePatient, readPatientUser } from '@portal/contract/patients/endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import * as api from '@portal/contract/responses/endpoints.ts';
import * as page from '@portal/contract/responses/respond-endpoints.ts';
import { listConsents } from '@portal/contract/patient-records/history-endpoints.ts';
import { remindPatient } from '@portal/contract/outreach/endpoints.ts';
import { expect, test } from 'vitest';
import { actOf, momentOf } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { aHostThatMoved } from '#test/brands.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import { anAskingClinic, ways } from '#test/responses.ts';
import { whilePatientIsChanged } from '#test/waits.ts';
import { endCodesOf } from './codes.ts';
import { codeForEvent } from './door.ts';

const dead =
  'This link no longer works. If you have already answered, there is nothing more to do. Otherwise, please ask your care team for a new one.';
const birthDate = '1950-03-04';
const wrongDay = '1950-03-05';
const answersOf = (given: Record<number, string>) =>
  Object.entries(given).map(([number, answer]) => ({ questionNum: Number(number), answer }));
const minutes = (portal: Portal, count: number) =>
  portal.app.clock.set(new Date(portal.app.clock.now().getTime() + count * 60_000));

async function aLinkedPatient(variables: Record<string, string> = {}) {
  const portal = await openPortal(variables);
  const s = await anAskingClinic(portal);
  const patientId = await s.anActivePatient({ dateOfBirth: birthDate, firstName: 'Zebediah' });
  const eventId = await s.event(patientId);
  const codeOf = (id: number) =>
    portal.app.database
      .asSystem((tx) => codeForEvent(actOf(tx, portal.app.clock, {} as never), id))
      .then(({ code }) => code);
  const code = await codeOf(eventId);
  const look = (one = code) => portal.call(page.lookAtCode, { body: { code: one } });
  const open = (day = birthDate, one = code) =>
    portal.call(page.openAssessment, { body: { code: one, birthDate: day } });
  const pass = async () => (await open()).reply.pass;
  /** Goes on from what stands, unless it is said from what. */
  const keep = async (shown: string, given: Record<number, string>, goesOnFrom?: Date | null) => {
    const from = goesOnFrom === undefined ? (await open()).reply?.savedAt : goesOnFrom;
    const body = { code, pass: shown, answers: answersOf(given), goesOnFrom: from?.toISOString() ?? null };
    return portal.call(page.keepOwnDraft, { body });
  };
  const send = (shown: string, given: Record<number, string>, headers: Record<string, string> = {}) =>
    portal.call(page.sendOwnResponse, {
      body: { code, pass: shown, answers: answersOf(given), time_completed: '2026-01-02T03:04:05.000Z' },
      headers,
    });
  return { ...s, portal, patientId, eventId, code, codeOf, look, open, pass, keep, send };
}

test('PRV-05 before the date of birth a link says nothing of the patient, and after it neither notes for clinicians nor what is flagged', async () => {
  const s = await aLinkedPatient();
  const looked = await s.look();
  expect([looked.status, looked.body]).toEqual([200, { isOpen: true, triesLeft: 5 }]);
  const opened = await s.open();
  expect(opened.reply).toEqual({
    pass: expect.any(String) as string,
    surveyName: s.survey.surveyName,
    due: expect.any(Date) as Date,
    questions: expect.any(Array) as unknown[],
    answers: [],
    savedAt: null,
    takesTexts: null,
  });
  expect(opened.reply.questions[0]).toEqual({
    questionNum: 1,
    question: 'Question 1?',
    questionType: 'MC',
    options: ['Good', 'Bad', 'Very bad'],
    actions: ['Finished', 2, 2],
    multipleAnswers: false,
  });
  for (const said of ['For the clinician', 'flagged', 'Zebediah', s.code])
    expect(JSON.stringify(opened.body)).not.toContain(said);
});

test('PRV-05 SEC-36 a link ends with the address or number that it was sent to, and the next reminder carries another one', async () => {
  const s = await aLinkedPatient();
  const { root } = s.people;
  const u_id = s.patientId;
  const pass = await s.pass();
  const { username } = (await root.call(readPatientUser, { query: { u_id } })).reply.user;
  const userAttributes = [{ Name: 'email', Value: 'zeb@elsewhere.example' }];
  expect((await root.call(changePatient, { body: { u_id, username, userAttributes } })).status).toBe(200);
  for (const answer of [await s.look(), await s.open(), await s.send(pass, { 1: 'Good' })])
    expect([answer.status, answer.message]).toEqual([404, dead]);
  const code = await s.codeOf(s.eventId);
  expect(code).not.toBe(s.code);
  expect((await s.open(birthDate, code)).status).toBe(200);
});

test('PRV-05 SEC-36 a corrected date of birth shuts what the earlier one has opened, and the link asks for the new one', async () => {
  const s = await aLinkedPatient();
  const { root } = s.people;
  const u_id = s.patientId;
  const pass = await s.pass();
  const change = async (Name: string, Value: string) => {
    const { username } = (await root.call(readPatientUser, { query: { u_id } })).reply.user;
    const body = { u_id, username, userAttributes: [{ Name, Value }] };
    expect((await root.call(changePatient, { body })).status).toBe(200);
  };
  await change('given_name', 'Zeb');
  expect((await s.keep(pass, { 1: 'Good' })).status).toBe(200);
  await change('birthdate', '1951-03-04');
  for (const answer of [await s.keep(pass, { 1: 'Bad' }), await s.send(pass, ways.good)])
    expect([answer.status, answer.message]).toEqual([403, 'Please enter your date of birth again.']);
  expect((await s.open()).code).toBe('respond.wrong_birth_date');
  const { pass: other } = (await s.open('1951-03-04')).reply;
  expect((await s.send(other, ways.good)).status).toBe(200);
});

test('a corrected date of birth takes what was begun behind the earlier one away, of every open assessment, and leaves what a provider began; another correction takes nothing', async () => {
  const s = await aLinkedPatient();
  const { root, nurse } = s.people;
  const u_id = s.patientId;
  const second = await s.event(u_id);
  expect((await s.keep(await s.pass(), { 1: 'Good' })).status).toBe(200);
  const other = await s.codeOf(second);
  const { pass } = (await s.open(birthDate, other)).reply;
  const begun = { code: other, pass, answers: answersOf({ 1: 'Bad' }), goesOnFrom: null };
  expect((await s.portal.call(page.keepOwnDraft, { body: begun })).status).toBe(200);
  const question = { question: 'Question 1?', questionType: 'MC' } as const;
  const draft = {
    answers: [{ questionNum: 1, ...question, answer: 'Bad' }],
    medicationChanges: [],
    allergyChanges: [],
    goalChanges: [],
  };
  const asked = { u_id, survey_event_id: s.eventId };
  expect((await nurse.call(api.keepDraft, { body: { ...asked, draft, goesOnFrom: null } })).status).toBe(200);
  const change = async (Name: string, Value: string) => {
    const { username } = (await root.call(readPatientUser, { query: { u_id } })).reply.user;
    const body = { u_id, username, userAttributes: [{ Name, Value }] };
    expect((await root.call(changePatient, { body })).status).toBe(200);
  };
  await change('given_name', 'Zeb');
  await change('birthdate', birthDate);
  expect((await s.open()).reply.answers).toEqual(answersOf({ 1: 'Good' }));
  const right = '1951-03-04';
  await change('birthdate', right);
  for (const code of [s.code, other])
    expect((await s.open(right, code)).reply).toMatchObject({ answers: [], savedAt: null });
  expect((await nurse.call(api.readDraft, { query: asked })).reply.draft).toMatchObject(draft);
  // Whoever had the page open meanwhile goes on with what they see.
  const next = (await s.open(right)).reply.pass;
  expect((await s.keep(next, { 1: 'Good' }, new Date())).status).toBe(200);
});

test('SEC-36 PRV-05 whose date of birth is put right after five tries have used up their link is sent another one that opens, and whose link still opens is not', async () => {
  const s = await aLinkedPatient();
  const { root, nurse } = s.people;
  const u_id = s.patientId;
  const born = async (Value: string) => {
    const { username } = (await root.call(readPatientUser, { query: { u_id } })).reply.user;
    const userAttributes = [{ Name: 'birthdate' as const, Value }];
    expect((await root.call(changePatient, { body: { u_id, username, userAttributes } })).status).toBe(200);
  };
  const body = { u_id, outreachType: 'reminder', surveyEventId: s.eventId } as const;
  expect((await nurse.call(remindPatient, { body })).status).toBe(200);
  const mails = () => s.rows<{ body: string }>('select body from message order by message_id');
  const right = '1951-03-04';
  for (let n = 0; n < 4; n += 1) await s.open(right);
  await born('1951-03-05');
  expect(await mails()).toHaveLength(1);
  await s.open(right);
  expect((await s.look()).message).toBe(dead);
  await born(right);
  const [, mail, ...more] = await mails();
  const code = /code=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
  expect([(await s.open(right, code)).status, more]).toEqual([200, []]);
});

test('SEC-36 PRV-05 of two assessments whose date of birth is put right, the one is sent anew whose link five tries have used up', async () => {
  const s = await aLinkedPatient();
  const { root, nurse } = s.people;
  const u_id = s.patientId;
  for (const surveyEventId of [s.eventId, await s.event(u_id)]) {
    const body = { u_id, outreachType: 'reminder', surveyEventId } as const;
    expect((await nurse.call(remindPatient, { body })).status).toBe(200);
  }
  const right = '1951-03-04';
  for (let n = 0; n < 5; n += 1) await s.open(right);
  expect((await s.look()).message).toBe(dead);
  const { username } = (await root.call(readPatientUser, { query: { u_id } })).reply.user;
  const userAttributes = [{ Name: 'birthdate' as const, Value: right }];
  expect((await root.call(changePatient, { body: { u_id, username, userAttributes } })).status).toBe(200);
  const again = await s.rows(`select survey_event_id as id from reminder where kind = 'again' and patient_id = $1`, [
    u_id,
  ]);
  expect(again).toEqual([{ id: s.eventId }]);
  expect((await s.open(right, await s.codeOf(s.eventId))).status).toBe(200);
});

test('PRV-01 PRV-05 what a patient reads behind a link is in the access log, once a minute; a wrong date of birth is there as refused, and what is only kept or sent reads nothing', async () => {
  onItsOwn();
  const s = await aLinkedPatient();
  s.portal.app.clock.set(new Date('2026-10-13T10:00:00Z'));
  await s.look();
  expect((await s.open(wrongDay)).code).toBe('respond.wrong_birth_date');
  const pass = await s.pass();
  expect((await s.open()).status).toBe(200);
  minutes(s.portal, 1);
  expect((await s.open()).status).toBe(200);
  expect((await s.keep(pass, { 1: 'Bad' })).status).toBe(200);
  expect((await s.send(pass, ways.good)).status).toBe(200);
  await s.app.accessLog.flush();
  const entry = (at: string, outcome: 'read' | 'refused') => ({
    at: new Date(at),
    company_id: s.companyId,
    call: `POST ${page.openAssessment.path}`,
    record_kind: 'patient',
    record_ids: [s.patientId],
    host: 'localhost',
    outcome,
  });
  expect(
    await s.rows(
      `select date_trunc('minute', at) as at, company_id, call, record_kind, record_ids, host, outcome from access_entry
       where provider_id is null order by entry_id`,
    ),
  ).toEqual([
    entry('2026-10-13T10:00:00Z', 'refused'),
    entry('2026-10-13T10:00:00Z', 'read'),
    entry('2026-10-13T10:01:00Z', 'read'),
  ]);
});

test('PTB-05 OPC-21 OPC-31 what a patient sends is unreviewed, flagged where it flags, told to the group, and on record as the patient’s act', async () => {
  onItsOwn();
  const s = await aLinkedPatient();
  expect((await s.send(await s.pass(), ways.flagged)).status).toBe(200);
  const query = { u_id: s.patientId, survey_event_id: s.eventId };
  const [one] = (await s.people.nurse.call(api.readResponses, { query })).reply.responses;
  expect(one).toMatchObject({ reviewedBy: '', flaggedQuestions: [1, 2, 4], version: 1 });
  expect(await s.rows('select from flagged_answer where closed_at is null')).toHaveLength(3);
  expect(
    await s.rows(
      `select actor_id, actor_name, actor_type, company_id from audit_entry where action = 'response.sent_by_patient'`,
    ),
  ).toEqual([{ actor_id: null, actor_name: 'Patient', actor_type: 'System', company_id: s.companyId }]);
  expect(await s.rows(`select from event where type = 'response.changed'`)).not.toHaveLength(0);
  expect(await s.rows('select from respond_code union all select from survey_draft')).toHaveLength(0);
  const body = s.body(s.people.nurse, s.patientId, s.eventId, ways.flagged);
  expect((await s.people.nurse.call(api.reviewResponse, { body })).reply.version).toBe(2);
});

test('CAB-02 a link works on whatever host it is opened, and stores in its own company', async () => {
  onItsOwn();
  const s = await aLinkedPatient();
  expect((await s.send(await s.pass(), ways.good, { host: 'elsewhere.example' })).status).toBe(200);
  expect(await s.rows('select company_id from survey_response')).toEqual([{ company_id: s.companyId }]);
});

test('SEC-22 SEC-18 on a host that was a company’s and is another one’s now its links are unknown, and open on a host of its own', async () => {
  onItsOwn();
  const s = await aTextedPatient();
  const { companyId, code } = s;
  const { moved, own } = await aHostThatMoved(s.portal, companyId);
  const pass = await s.pass();
  const answers = answersOf(ways.good);
  const on = (host: string) => [
    () => s.portal.call(page.lookAtCode, { body: { code }, headers: { host } }),
    () => s.portal.call(page.openAssessment, { body: { code, birthDate }, headers: { host } }),
    () => s.portal.call(page.openAssessment, { body: { code, birthDate: wrongDay }, headers: { host } }),
    () => s.portal.call(page.keepOwnDraft, { body: { code, pass, answers, goesOnFrom: null }, headers: { host } }),
    () => s.portal.call(page.chooseTexts, { body: { code, pass, takesTexts: false }, headers: { host } }),
    () =>
      s.portal.call(page.sendOwnResponse, {
        body: { code, pass, answers, time_completed: '2026-01-02T03:04:05.000Z' },
        headers: { host },
      }),
  ];
  for (const call of on(moved)) {
    const answer = await call();
    expect([answer.status, answer.message]).toEqual([404, dead]);
  }
  expect(await s.rows('select tries_left as left from respond_code')).toEqual([{ left: 5 }]);
  const statuses = [];
  for (const call of on(own)) statuses.push((await call()).status);
  expect(statuses).toEqual([200, 200, 400, 200, 200, 200]);
});

test('an unknown link, one that was used, one past 30 days, one whose event is over, one of a patient who was removed and one with five wrong dates are refused alike', async () => {
  const s = await aLinkedPatient();
  const pass = await s.pass();
  const link = async () => {
    const event = await s.event(s.patientId);
    return { event, code: await s.codeOf(event) };
  };
  const [over, tried] = [await link(), await link()];
  const gone = await s.anActivePatient({ dateOfBirth: birthDate });
  const removed = await s.codeOf(await s.event(gone));
  await s.rows('update patient set removed_at = now() where patient_id = $1', [gone]);
  await s.rows('update survey_event set ended_at = now() where survey_event_id = $1', [over.event]);
  for (let n = 0; n < 5; n += 1) await s.open(wrongDay, tried.code);
  await s.send(pass, ways.good);
  const stranger = await s.anActivePatient({ dateOfBirth: birthDate });
  const late = await s.codeOf(await s.event(stranger));
  const refusals = async (code: string) => [
    (await s.look(code)).body,
    (await s.open(birthDate, code)).body,
    (await s.open(wrongDay, code)).body,
    (await s.portal.call(page.keepOwnDraft, { body: { code, pass, answers: [], goesOnFrom: null } })).body,
    (
      await s.portal.call(page.sendOwnResponse, {
        body: { code, pass, answers: [], time_completed: '2026-01-02T03:04:05.000Z' },
      })
    ).body,
  ];
  const same = Array.from({ length: 5 }, () => ({ code: 'respond.unknown', message: dead }));
  for (const code of ['nobody-knows-this', '', s.code, over.code, tried.code, removed])
    expect(await refusals(code)).toEqual(same);
  expect((await s.look(late)).status).toBe(200);
  minutes(s.portal, 30 * 24 * 60);
  expect(await refusals(late)).toEqual(same);
});

test('the 30 days of a link count from the last message that carried it', async () => {
  const s = await aLinkedPatient();
  const days = (count: number) => minutes(s.portal, count * 24 * 60);
  days(29);
  // As the next reminder does.
  expect(await s.codeOf(s.eventId)).toBe(s.code);
  days(2);
  expect((await s.look()).status).toBe(200);
  days(28);
  expect((await s.look()).code).toBe('respond.unknown');
});

test('SEC-24 a link of a company without the module leads nowhere, and leads on once the company has it again', async () => {
  const s = await aLinkedPatient();
  const pass = await s.pass();
  const refusal = { code: 'respond.unknown', message: dead };
  const took = await s.rows<object>(
    `delete from company_module where company_id = $1 and name = 'Assessments' returning company_id`,
    [s.companyId],
  );
  expect(took).toHaveLength(1);
  expect((await s.look()).body).toEqual(refusal);
  expect((await s.open()).body).toEqual(refusal);
  expect((await s.keep(pass, ways.good, null)).body).toEqual(refusal);
  expect((await s.send(pass, ways.good)).body).toEqual(refusal);
  expect(await s.rows('select from survey_response where survey_event_id = $1', [s.eventId])).toEqual([]);
  await s.rows(`insert into company_module (company_id, name) values ($1, 'Assessments')`, [s.companyId]);
  expect((await s.send(pass, ways.good)).status).toBe(200);
});

test('SEC-36 of 20 dates of birth at once five are looked at, and the right one comes too late', async () => {
  onItsOwn();
  const s = await aLinkedPatient();
  const first = await s.open(wrongDay);
  expect([first.status, first.message, first.body]).toMatchObject([
    400,
    'The date of birth is not the one on record.',
    { detail: { triesLeft: 4 } },
  ]);
  const answers = await Promise.all(Array.from({ length: 20 }, () => s.open(wrongDay)));
  expect(answers.filter(({ code }) => code === 'respond.wrong_birth_date')).toHaveLength(3);
  expect(answers.filter(({ message, status }) => status === 404 && message === dead)).toHaveLength(17);
  expect(await s.rows('select tries_left from respond_code')).toEqual([{ tries_left: 0 }]);
  expect((await s.open()).status).toBe(404);
});

test('SEC-36 links cannot be tried out from one address, also by many at once', async () => {
  const s = await aLinkedPatient({ OPEN_CALLS_PER_ADDRESS: '10' });
  const answers = await Promise.all(Array.from({ length: 25 }, (_, n) => s.look(`guess-${n}`)));
  expect(Object.groupBy(answers, ({ status }) => status)).toMatchObject({ 404: { length: 10 }, 429: { length: 15 } });
  const refused = await s.open();
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  minutes(s.portal, 16);
  expect((await s.open()).status).toBe(200);
});

test('SEC-36 what is kept and sent by links is limited for each address, which is told when it goes on', async () => {
  onItsOwn();
  const s = await aLinkedPatient({ OPEN_CALLS_PER_ADDRESS: '1', TRUSTED_PROXIES: '127.0.0.1' });
  const pass = await s.pass();
  const by = (address: string, code: string) => {
    const headers = { 'x-forwarded-for': address };
    const draft = { code, pass, answers: answersOf({ 1: 'Bad' }), goesOnFrom: null };
    return s.portal.call(page.keepOwnDraft, { body: draft, headers });
  };
  for (let n = 0; n < 20; n += 1) expect((await by('10.0.0.1', `guess-${n}`)).status).toBe(404);
  const headers = { 'x-forwarded-for': '10.0.0.1' };
  const choice = { code: s.code, pass, takesTexts: false };
  for (const refused of [
    await by('10.0.0.1', s.code),
    await s.send(pass, ways.good, headers),
    await s.portal.call(page.chooseTexts, { body: choice, headers }),
  ])
    expect([refused.status, refused.code, Number(refused.headers['retry-after']) > 890]).toEqual([
      429,
      'too_many',
      true,
    ]);
  expect((await by('10.0.0.2', s.code)).status).toBe(200);
  minutes(s.portal, 16);
  expect((await by('10.0.0.1', s.code)).status).toBe(200);
});

test('SEC-36 by one link 600 times is kept what was answered, from wherever it is, and by another one it still is', async () => {
  onItsOwn();
  const s = await aLinkedPatient({ TRUSTED_PROXIES: '127.0.0.1' });
  const pass = await s.pass();
  const by = (code: string, n: number) => {
    const headers = { 'x-forwarded-for': `10.0.${n % 7}.1` };
    const draft = { code, pass, answers: answersOf({ 1: 'Bad' }), goesOnFrom: null };
    return s.portal.call(page.keepOwnDraft, { body: draft, headers });
  };
  const answers: { status: number; headers: Record<string, unknown> }[] = [];
  for (let n = 0; n < 610; n += 10)
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => by('nobody-knows-this', n)))));
  const refused = answers.filter(({ status }) => status === 429);
  expect([answers.filter(({ status }) => status === 404).length, refused.length]).toEqual([600, 10]);
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await by(s.code, 601)).status).toBe(200);
});

test('what was answered is there when the link is opened again, of the patient alone, until it is sent', async () => {
  const s = await aLinkedPatient();
  const first = await s.pass();
  expect((await s.keep(first, { 1: 'Bad' })).status).toBe(200);
  await s.keep(first, { 1: 'Bad', 2: '4' });
  const again = await s.open();
  expect(again.reply.answers).toEqual(answersOf({ 1: 'Bad', 2: '4' }));
  const own = await s.people.nurse.call(api.readDraft, { query: { u_id: s.patientId, survey_event_id: s.eventId } });
  expect(own.reply.draft).toBeNull();
  // The page that was open before goes on as well.
  expect((await s.keep(first, { 1: 'Good' })).status).toBe(200);
});

test('answers of another release that cannot be read are told of when the link is opened, and what is kept next takes their place', async () => {
  const s = await aLinkedPatient();
  const pass = await s.pass();
  const { savedAt } = (await s.keep(pass, { 1: 'Bad' })).reply;
  expect('unreadable' in (await s.open()).reply).toBe(false);
  await s.rows('update survey_draft set content = $1', [JSON.stringify({ given: ['x'] })]);
  expect((await s.open()).reply).toMatchObject({ answers: [], savedAt, unreadable: true });
  expect((await s.keep(pass, { 1: 'Good' }, savedAt)).status).toBe(200);
  const again = (await s.open()).reply;
  expect([again.answers, 'unreadable' in again]).toEqual([answersOf({ 1: 'Good' }), false]);
});

test('REL-07 on a second phone nothing replaces what was kept on the first meanwhile: it is refused with what stands, which is on record as read', async () => {
  const s = await aLinkedPatient();
  const [first, second] = [await s.pass(), await s.pass()];
  const reads = async () => {
    await s.portal.app.accessLog.flush();
    return s.rows(
      `select from access_entry where call = 'POST /respond/draft' and outcome = 'read' and $1 = any(record_ids)`,
      [s.patientId],
    );
  };
  const begun = await s.keep(first, { 1: 'Bad' }, null);
  expect(await reads()).toHaveLength(0);
  const refused = await s.keep(second, { 1: 'Good' }, null);
  const current = { draft: { answers: answersOf({ 1: 'Bad' }) }, savedAt: begun.reply.savedAt.toISOString() };
  expect([refused.status, refused.code, refused.body]).toMatchObject([409, 'stale', { detail: { current } }]);
  expect(await reads()).toHaveLength(1);
  expect((await s.open()).reply).toMatchObject({ answers: answersOf({ 1: 'Bad' }), savedAt: begun.reply.savedAt });
  // Having taken it over, the second phone goes on from there, and the first one is refused in its turn.
  const next = await s.keep(second, { 1: 'Bad', 2: '4' }, begun.reply.savedAt);
  expect(next.status).toBe(200);
  expect((await s.keep(first, { 1: 'Very bad' }, begun.reply.savedAt)).status).toBe(409);
  expect((await s.open()).reply.answers).toEqual(answersOf({ 1: 'Bad', 2: '4' }));
});

test('REL-07 of two phones that keep at once one is heard; the same answers again are kept, as after a lost answer', async () => {
  const s = await aLinkedPatient();
  const pass = await s.pass();
  const kept = await Promise.all(['Bad', 'Good'].map((answer) => s.keep(pass, { 1: answer }, null)));
  expect(kept.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409]);
  const { answers, savedAt } = (await s.open()).reply;
  const again = await s.portal.call(page.keepOwnDraft, { body: { code: s.code, pass, answers, goesOnFrom: null } });
  expect([again.status, again.reply.savedAt]).toEqual([200, savedAt]);
});

test('of what is kept meanwhile the questions know each answer: no other number, no other option, and none twice', async () => {
  const s = await aLinkedPatient();
  const shown = await s.pass();
  const kept = async (answers: { questionNum: number; answer: string }[]) => {
    const goesOnFrom = (await s.open()).reply.savedAt?.toISOString() ?? null;
    const { status } = await s.call(page.keepOwnDraft, { body: { code: s.code, pass: shown, answers, goesOnFrom } });
    return [status, (await s.open()).reply.answers];
  };
  expect(await kept([...answersOf({ 1: 'Bad', 2: '4', 999: 'x' })])).toEqual([200, answersOf({ 1: 'Bad', 2: '4' })]);
  expect(await kept(answersOf({ 1: 'No such option' }))).toEqual([200, []]);
  const twice = [...answersOf({ 1: 'Good' }), ...answersOf({ 1: 'Bad' })];
  expect(await kept(twice)).toEqual([200, answersOf({ 1: 'Bad' })]);
  // A number on its way to the one that is meant.
  expect(await kept(answersOf({ 1: 'Bad', 2: '99' }))).toEqual([200, answersOf({ 1: 'Bad', 2: '99' })]);
});

test('a pass is good for two hours and its own link; without one nothing is kept or sent', async () => {
  onItsOwn();
  const s = await aLinkedPatient();
  const pass = await s.pass();
  const event = await s.event(await s.anActivePatient({ dateOfBirth: birthDate }));
  const foreign = (await s.open(birthDate, await s.codeOf(event))).reply.pass;
  const [until = '', proof = ''] = pass.split('.');
  for (const bad of ['', 'x', foreign, `${Number(until) + 1}.${proof}`, `${until}.${proof.slice(1)}`]) {
    for (const { status, message } of [await s.keep(bad, ways.good), await s.send(bad, ways.good)])
      expect([status, message]).toEqual([403, 'Please enter your date of birth again.']);
  }
  minutes(s.portal, 121);
  expect((await s.send(pass, ways.good)).status).toBe(403);
  expect(await s.rows('select from survey_response union all select from survey_draft')).toHaveLength(0);
  expect((await s.send(await s.pass(), ways.good)).status).toBe(200);
});

test('REL-08 of two tabs that send at once one is heard, and a provider at the same time is not heard besides', async () => {
  onItsOwn();
  const s = await aLinkedPatient();
  const [one, other] = [await s.pass(), await s.pass()];
  const statuses = (
    await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => s.send(n % 2 ? one : other, ways.flagged)),
      ...Array.from({ length: 5 }, () => s.submits(s.people.nurse, s.patientId, s.eventId, ways.good)),
    ])
  ).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.slice(0, 10).every((status) => status === 200 || status === 404)).toBe(true);
  expect(await s.rows('select from survey_response')).toHaveLength(1);
});

test('ANS-16 ANS-19 what a patient sends is held against the questions as what a provider sends', async () => {
  onItsOwn();
  const s = await aLinkedPatient();
  const pass = await s.pass();
  expect((await s.send(pass, { 1: 'Bad' })).message).toBe('1 question(s) left to answer.');
  expect((await s.send(pass, { 1: 'Bad', 2: '99' })).message).toBe('Question 2: Please input valid number.');
  expect((await s.send(pass, { 1: 'Good', 2: '3' })).status).toBe(400);
  expect(await s.rows('select from survey_response')).toHaveLength(0);
});

test('PRV-05 neither a code nor a pass, a date of birth or an answer is logged', async () => {
  const s = await aLinkedPatient();
  const pass = await s.pass();
  await s.open('1951-11-17');
  await s.keep(pass, { 1: 'Bad' });
  await s.send(pass, { 1: 'planted-4711' });
  await s.send(pass, ways.good);
  const logged = s.portal.logged.join('\n');
  for (const secret of [s.code, pass, '1951-11-17', birthDate, 'planted-4711']) expect(logged).not.toContain(secret);
});

/** A service for texts that is away: what waits for it stays in the outbox. */
const withTexts = { SMS_URL: 'http://127.0.0.1:9/send', SMS_TOKEN: 'token' };
async function aTextedPatient() {
  const s = await aLinkedPatient(withTexts);
  await s.rows('update patient set preferred_contact = 1 where patient_id = $1', [s.patientId]);
  const choose = (pass: string, takesTexts: boolean, code = s.code) =>
    s.portal.call(page.chooseTexts, { body: { code, pass, takesTexts } });
  const codes = async () => {
    const { reply } = await s.people.nurse.call(listConsents, { query: { u_id: s.patientId } });
    return reply.consentHistory.map(({ consentCode }) => consentCode);
  };
  const remind = async () => {
    const body = { u_id: s.patientId, outreachType: 'reminder', surveyEventId: s.eventId } as const;
    return (await s.people.nurse.call(remindPatient, { body })).status;
  };
  const trail = () =>
    s.rows<{ action: string; actor_name: string; changes: object[] }>(
      `select action, actor_name, changes from audit_entry where action like 'patient.texts_%' and record_id = $1 order by seq`,
      [String(s.patientId)],
    );
  return { ...s, choose, codes, remind, trail };
}

test('OPC-65 CNS-02 PRV-08 a patient stops text messages behind their link: it stands in the consent history and, as the patient’s own act, in the trail; a text that waits is withdrawn and none can be sent until they allow them again', async () => {
  const s = await aTextedPatient();
  const opened = (await s.open()).reply;
  expect(opened.takesTexts).toBe(true);
  await s.rows(
    `insert into message (channel, recipient, subject, body, patient_id, created_at)
     values ('sms', '+16175550123', '', 'Please answer', $1, now())`,
    [s.patientId],
  );
  const waiting = () =>
    s.rows(`select from message where channel = 'sms' and sent_at is null and withdrawn_at is null`);
  expect(await waiting()).toHaveLength(1);
  const stopped = await s.choose(opened.pass, false);
  expect([stopped.status, stopped.body]).toEqual([200, { takesTexts: false }]);
  expect([await s.codes(), await waiting(), await s.remind()]).toEqual([[0], [], 403]);
  expect((await s.open()).reply.takesTexts).toBe(false);
  expect((await s.choose(opened.pass, true)).status).toBe(200);
  expect([await s.codes(), await s.remind()]).toEqual([[1, 0], 200]);
  const change = (old: number, now: number) => [
    { field: 'consent_code', old, new: now },
    { field: 'page', new: '/respond' },
  ];
  expect(await s.trail()).toEqual([
    { action: 'patient.texts_stopped', actor_name: 'Patient', changes: change(1, 0) },
    { action: 'patient.texts_allowed', actor_name: 'Patient', changes: change(0, 1) },
  ]);
  const { entries } = (await s.people.nurse.call(readTimeline, { query: { u_id: s.patientId, kind: 'consent' } }))
    .reply;
  expect(entries.map(({ what }) => what)).toEqual(['Text consent given', 'Text consent revoked']);
  const told = await s.rows(`select from event where type = 'patient_record.changed' and payload ->> 'id' = $1`, [
    String(s.patientId),
  ]);
  expect(told).toHaveLength(2);
});

test('REL-08 OPC-65 stopping text messages in two tabs and many times at once is noted once', async () => {
  const s = await aTextedPatient();
  const passes = [await s.pass(), await s.pass()];
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => s.choose(passes[n % 2] ?? '', false)));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect([await s.codes(), (await s.trail()).length]).toEqual([[0], 1]);
});

test('CNS-02 OPC-65 what the patient says counts, also where a consent was told with a time to come', async () => {
  const s = await aTextedPatient();
  await s.rows(
    `insert into patient_consent (company_id, patient_id, code, added_at) values ($1, $2, 1, now() + interval '1 day')`,
    [s.companyId, s.patientId],
  );
  expect((await s.choose(await s.pass(), false)).status).toBe(200);
  expect([(await s.open()).reply.takesTexts, await s.codes()]).toEqual([false, [0, 1]]);
});

test('PRV-05 SEC-36 text messages are stopped by the patient of the link alone: without the date of birth, with another link’s pass and behind a link that has ended nothing is noted', async () => {
  const s = await aTextedPatient();
  const pass = await s.pass();
  const event = await s.event(await s.anActivePatient({ dateOfBirth: birthDate }));
  const other = await s.codeOf(event);
  for (const [shown, code] of [
    ['', s.code],
    [pass, other],
  ] as const) {
    const refused = await s.choose(shown, false, code);
    expect([refused.status, refused.message]).toEqual([403, 'Please enter your date of birth again.']);
  }
  const unknown = await s.choose(pass, false, 'nobody-knows-this');
  expect([unknown.status, unknown.message]).toEqual([404, dead]);
  expect((await s.send(pass, ways.good)).status).toBe(200);
  const ended = await s.choose(pass, false);
  expect([ended.status, ended.message]).toEqual([404, dead]);
  expect(await s.rows('select from patient_consent')).toEqual([]);
});

test('OPC-65 text messages are offered where a service sends them and the patient has a phone, and nowhere else can they be stopped', async () => {
  const s = await aTextedPatient();
  const pass = await s.pass();
  await s.rows('update patient set phone = null where patient_id = $1', [s.patientId]);
  // As if the link had not ended with the number.
  expect([(await s.open()).reply?.takesTexts, (await s.choose(pass, false)).status]).toEqual([null, 404]);
  const without = await aLinkedPatient();
  const { reply } = await without.open();
  expect(reply.takesTexts).toBe(null);
  const body = { code: without.code, pass: reply.pass, takesTexts: false };
  expect((await without.portal.call(page.chooseTexts, { body })).status).toBe(404);
  expect(await s.rows('select from patient_consent')).toEqual([]);
});

test.each(['sent', 'kept', 'texts'] as const)(
  'PRV-05 SEC-36 REL-08 behind a link that ends, or whose date of birth is corrected, while the patient’s answer is on its way nothing is done any more (%s)',
  async (what) => {
    const s = await aTextedPatient();
    const pass = await s.pass();
    const does = {
      sent: () => s.send(pass, ways.good),
      kept: () => s.keep(pass, { 1: 'Good' }, null),
      texts: () => s.choose(pass, false),
    }[what];
    const during = (change: (tx: Tx) => Promise<unknown>) =>
      whilePatientIsChanged<Awaited<ReturnType<typeof does>>>(s.portal, s, change, does);
    const corrected = await during((tx) =>
      tx.updateTable('patient').set({ born_on: '1951-03-04' }).where('patient_id', '=', s.patientId).execute(),
    );
    expect([corrected.status, corrected.message]).toEqual([403, 'Please enter your date of birth again.']);
    await s.rows('update patient set born_on = $2 where patient_id = $1', [s.patientId, birthDate]);
    const ended = await during((tx) => endCodesOf(momentOf(tx, s.portal.app.clock), s.patientId));
    expect([ended.status, ended.message]).toEqual([404, dead]);
    const stored = await Promise.all(
      ['survey_response', 'survey_draft', 'patient_consent'].map((table) =>
        s.rows(`select from ${table} where company_id = $1`, [s.companyId]),
      ),
    );
    expect(stored).toEqual([[], [], []]);
  },
);
