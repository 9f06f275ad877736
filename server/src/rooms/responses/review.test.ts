/** The review of what was answered (CAB-05), what is begun, and who may do neither. */
import * as api from '@portal/contract/responses/endpoints.ts';
import { expect, test } from 'vitest';
import { anAskedPatient, anAskingClinic, ways } from '#test/responses.ts';
import { onItsOwn } from '#test/portal.ts';

test('ANS-13 ANS-14 CAB-05 P11-15 P11-11 a review answers otherwise, with its reason and what was there before in the trail, and reopens what has to be looked at', async () => {
  const s = await anAskedPatient();
  expect((await s.review(ways.good)).status).toBe(404);
  await s.submit(ways.flagged);
  const flags = () =>
    s.rows<{ question_num: number; is_open: boolean }>(
      'select question_num, closed_at is null as is_open from flagged_answer order by question_num',
    );
  const lighter = { 1: 'Bad', 2: '9', 4: 'None|Headache' };
  const first = await s.review(lighter, { version: 1, reason: 'She misread 1.' }, s.root);
  expect([first.status, first.reply.version]).toEqual([200, 2]);
  expect(await s.read()).toMatchObject([{ flaggedQuestions: [2, 4], version: 2 }]);
  expect(await flags()).toEqual([
    { question_num: 1, is_open: false },
    { question_num: 2, is_open: true },
    { question_num: 4, is_open: true },
  ]);
  const [entry] = await s.rows<{ changes: { field: string; old: unknown; new: unknown }[]; reason: string }>(
    `select changes, reason from audit_entry where action = 'response.reviewed'`,
  );
  expect(entry?.reason).toBe('She misread 1.');
  expect(entry?.changes.find(({ field }) => field === 'answers')).toMatchObject({
    old: [{ question_num: 1, answer: 'Very bad' }],
    new: [{ question_num: 1, answer: 'Bad' }],
  });
  expect((await s.review(ways.flagged)).reply.version).toBe(3);
  expect(await flags()).toEqual([1, 2, 4].map((question_num) => ({ question_num, is_open: true })));
  const named = await s.rows(`select from audit_entry where action = 'response.reviewed' and reason = 'Finish Review'`);
  expect(named).toHaveLength(1);
});

test('REL-07 OPC-31 of two who review at once with one version one is heard, and the other gets what stands there now', async () => {
  const s = await anAskedPatient();
  await s.submit(ways.good);
  const answers = await Promise.all([s.nurse, s.root].map((by) => s.review(ways.flagged, { version: 1 }, by)));
  expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ detail: { current: { version: 2, flaggedQuestions: [1, 2, 4] } } });
});

test('SEC-22 SEC-23 CAB-01 CAB-02 CAB-03 CAB-04 CAB-05 an assessment is nobody’s who does not see the patient, and is found under its own patient alone', async () => {
  onItsOwn();
  const s = await anAskedPatient();
  const foreign = await anAskingClinic(s.portal);
  const second = await s.anActivePatient();
  for (const by of [s.other, foreign.people.root]) {
    const statuses = [
      await by.call(api.readSurvey, { query: s.query }),
      await by.call(api.readResponses, { query: { u_id: s.patientId } }),
      await by.call(api.readTrends, { query: { u_id: s.patientId } }),
      await by.call(api.readDraft, { query: s.query }),
      await by.call(api.keepDraft, { body: { ...s.query, draft: { answers: [] } } }),
      await by.call(api.dropDraft, { query: s.query }),
      await s.submits(by, s.patientId, s.eventId, ways.good),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404, 404]);
  }
  expect((await s.submits(s.nurse, second, s.eventId, ways.good)).status).toBe(404);
  expect((await s.submit(ways.good, { surveyId: foreign.survey.surveyId })).fields).toEqual({
    surveyId: 'is not the assessment that was asked for',
  });
  expect(await s.rows('select from survey_response union all select from survey_draft')).toHaveLength(0);
  await s.submit(ways.good);
  for (const by of [s.other, foreign.people.root]) {
    expect((await s.review(ways.flagged, {}, by)).status).toBe(404);
    expect((await by.call(api.readResponses, { query: s.query })).status).toBe(404);
  }
  expect(await s.rows('select version from survey_response')).toEqual([{ version: 1 }]);
  for (const { status } of [
    await s.call(api.readSurvey, { query: s.query }),
    await s.call(api.submitResponse, { body: s.body(s.nurse, s.patientId, s.eventId, ways.good) }),
  ])
    expect(status).toBe(401);
});

test('drafts are each person’s own, kept until the submit, and the last write stands', async () => {
  const s = await anAskedPatient();
  const draft = (answer: string) => ({ answers: [{ questionNum: 1, answer, note: 'so far' }] });
  const keep = (by = s.nurse, answer = 'Bad') => by.call(api.keepDraft, { body: { ...s.query, draft: draft(answer) } });
  const read = async (by = s.nurse) => (await by.call(api.readDraft, { query: s.query })).reply.draft;
  expect(await read()).toBeNull();
  await Promise.all([keep(), keep(), keep(s.root, 'Good')]);
  await keep(s.nurse, 'Very bad');
  expect(await read()).toEqual(draft('Very bad'));
  expect(await read(s.root)).toEqual(draft('Good'));
  expect((await s.root.call(api.dropDraft, { query: s.query })).status).toBe(200);
  expect(await read(s.root)).toBeNull();
  await s.submit(ways.good);
  expect(await s.rows('select from survey_draft')).toHaveLength(0);
  expect(await read()).toBeNull();
  expect((await keep()).status).toBe(409);
});

test('drafts go with the event that is over', async () => {
  const s = await anAskedPatient();
  await s.nurse.call(api.keepDraft, { body: { ...s.query, draft: { answers: [] } } });
  await s.rows('update survey_event set ended_at = now()');
  expect(await s.rows('select from survey_draft')).toHaveLength(0);
  expect((await s.nurse.call(api.keepDraft, { body: { ...s.query, draft: { answers: [] } } })).status).toBe(409);
});
