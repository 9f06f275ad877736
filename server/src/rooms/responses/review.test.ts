/** The review of what was answered (CAB-05), what is begun, and who may do neither. */
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
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

test('P11-11 each review stands in the line of time with who did it, also of what was answered on behalf', async () => {
  const s = await anAskedPatient();
  await s.submit(ways.good);
  await s.review(ways.flagged, {}, s.root);
  await s.review(ways.good);
  const second = await s.anActivePatient();
  const eventId = await s.event(second);
  await s.submits(s.nurse, second, eventId, ways.good);
  const [byNurse, byRoot] = await Promise.all(
    [s.nurse, s.root].map(async ({ providerId }) => {
      const [one] = await s.rows<{ name: string }>(
        `select first_name || ' ' || last_name as name from provider where provider_id = $1`,
        [providerId],
      );
      return one?.name;
    }),
  );
  const line = async (u_id: number) =>
    (await s.nurse.call(readTimeline, { query: { u_id, kind: 'assessment' } })).reply.entries
      .filter(({ what }) => what !== 'Assessment started')
      .map(({ what, about, by }) => [what, about, by]);
  expect(await line(s.patientId)).toEqual([
    ['Assessment reviewed', s.survey.surveyName, byNurse],
    ['Assessment reviewed', s.survey.surveyName, byRoot],
    ['Assessment answered', s.survey.surveyName, byNurse],
  ]);
  // Who answered on behalf has reviewed it by that, which is no line of its own.
  expect(await line(second)).toEqual([['Assessment answered', s.survey.surveyName, byNurse]]);
});

test('OPC-36 CAB-05 a review that answers with another medication leaves that one', async () => {
  const s = await anAskedPatient();
  await s.submit(ways.medication);
  expect((await s.review({ ...ways.medication, 3: 'Aurelix,20 mg,30' })).status).toBe(200);
  expect(await s.rows('select medications from survey_response where survey_event_id = $1', [s.eventId])).toEqual([
    { medications: [{ medicationName: 'Aurelix', strength: '20 mg', pills: '30' }] },
  ]);
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
      await by.call(api.keepDraft, { body: { ...s.query, draft: { answers: [] }, goesOnFrom: null } }),
      await by.call(api.dropDraft, { query: { ...s.query, savedAt: '2031-03-05T11:00:00Z' } }),
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

/** Keeps and reads drafts of the asked patient, and drops them. */
async function drafting() {
  const s = await anAskedPatient();
  const draft = (answer: string) => ({ answers: [{ questionNum: 1, answer, note: 'so far' }] });
  const keep = async (answer: string, goesOnFrom: Date | null, by = s.nurse) =>
    by.call(api.keepDraft, {
      body: { ...s.query, draft: draft(answer), goesOnFrom: goesOnFrom && goesOnFrom.toISOString() },
    });
  const read = async (by = s.nurse) => (await by.call(api.readDraft, { query: s.query })).reply;
  const drop = (savedAt: Date, by = s.nurse) =>
    by.call(api.dropDraft, { query: { ...s.query, savedAt: savedAt.toISOString() } });
  return { ...s, draft, keep, read, drop };
}

test('drafts are each person’s own, and kept until the submit', async () => {
  const s = await drafting();
  expect(await s.read()).toEqual({ draft: null, savedAt: null });
  const [own, others] = await Promise.all([s.keep('Bad', null), s.keep('Good', null, s.root)]);
  const next = await s.keep('Very bad', own.reply.savedAt);
  expect(await s.read()).toEqual({ draft: s.draft('Very bad'), savedAt: next.reply.savedAt });
  expect((await s.read(s.root)).draft).toEqual(s.draft('Good'));
  expect((await s.drop(others.reply.savedAt, s.root)).status).toBe(200);
  expect((await s.read(s.root)).draft).toBeNull();
  await s.submit(ways.good);
  expect(await s.rows('select from survey_draft')).toHaveLength(0);
  expect((await s.read()).draft).toBeNull();
  expect((await s.keep('Bad', next.reply.savedAt)).code).toBe('response.exists');
});

test('REL-07 a draft that goes on from an older one than stands is refused with what stands, and neither replaces nor removes it', async () => {
  const s = await drafting();
  const first = (await s.keep('Bad', null)).reply.savedAt;
  const second = (await s.keep('Very bad', first)).reply.savedAt;
  expect(second.getTime()).toBeGreaterThan(first.getTime());
  const current = { draft: s.draft('Very bad'), savedAt: second.toISOString() };
  for (const refused of [await s.keep('Good', first), await s.keep('Good', null), await s.drop(first)])
    expect([refused.status, refused.code, refused.body]).toMatchObject([409, 'stale', { detail: { current } }]);
  expect(await s.read()).toEqual({ draft: s.draft('Very bad'), savedAt: second });
  // Whoever has taken it over goes on from it.
  expect((await s.keep('Good', second)).status).toBe(200);
});

test('REL-07 of two who keep a draft at once from the same one, one is heard, also where it is the first', async () => {
  const s = await drafting();
  let stands = null as Date | null;
  for (const [one, other] of [
    ['Bad', 'Good'],
    ['Very bad', 'None'],
  ] as const) {
    const from: Date | null = stands;
    const kept = await Promise.all([one, other].map((answer) => s.keep(answer, from)));
    expect(kept.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409]);
    const winner = kept.findIndex(({ status }) => status === 200);
    stands = (await s.read()).savedAt;
    expect((await s.read()).draft).toEqual(s.draft([one, other][winner]!));
    expect(stands).toEqual(kept[winner]?.reply.savedAt);
  }
});

test('REL-07 a draft whose answer was lost is kept by the same try again, and what is typed next goes on from there', async () => {
  const s = await drafting();
  const first = (await s.keep('Bad', null)).reply.savedAt;
  const lost = (await s.keep('Good', first)).reply.savedAt;
  const again = await s.keep('Good', first);
  expect([again.status, again.reply.savedAt]).toEqual([200, lost]);
  expect((await s.keep('Very bad', again.reply.savedAt)).status).toBe(200);
});

test('a draft that was thrown away in another window is begun anew by what is typed in this one', async () => {
  const s = await drafting();
  const first = (await s.keep('Bad', null)).reply.savedAt;
  expect((await s.drop(first)).status).toBe(200);
  expect((await s.drop(first)).status).toBe(200);
  expect((await s.keep('Good', first)).status).toBe(200);
  expect((await s.read()).draft).toEqual(s.draft('Good'));
});

test('PRV-01 whoever is refused an older draft has read what stands, and the access log says so', async () => {
  const s = await drafting();
  const reads = async () => {
    await s.portal.app.accessLog.flush();
    return s.rows(
      `select from access_entry where call = 'PUT /survey-responses/draft' and outcome = 'read' and $1 = any(record_ids)`,
      [s.patientId],
    );
  };
  await s.keep('Bad', null);
  expect(await reads()).toHaveLength(0);
  await s.keep('Good', null);
  expect(await reads()).toHaveLength(1);
});

test('drafts go with the event that is over', async () => {
  const s = await drafting();
  const { savedAt } = (await s.keep('Bad', null)).reply;
  await s.rows('update survey_event set ended_at = now()');
  expect(await s.rows('select from survey_draft')).toHaveLength(0);
  expect((await s.keep('Good', savedAt)).code).toBe('response.event_over');
});

test('a draft of another release is read as far as it is understood; one that is not understood is told of, and a new one takes its place', async () => {
  const s = await drafting();
  const { savedAt } = (await s.keep('Bad', null)).reply;
  const stands = (content: unknown) => s.rows('update survey_draft set content = $1', [JSON.stringify(content)]);
  await stands({ answers: [{ questionNum: 1, answer: 'x', unit: 'mg' }], mood: 'calm' });
  expect(await s.read()).toEqual({ draft: { answers: [{ questionNum: 1, answer: 'x' }] }, savedAt });
  await stands({ given: ['x'] });
  expect(await s.read()).toEqual({ draft: null, savedAt, unreadable: true });
  const refused = await s.keep('Good', null);
  expect([refused.status, refused.body]).toMatchObject([
    409,
    { detail: { current: { draft: null, savedAt: savedAt.toISOString(), unreadable: true } } },
  ]);
  expect((await s.keep('Good', savedAt)).status).toBe(200);
  expect((await s.read()).draft).toEqual(s.draft('Good'));
  await stands({ given: ['x'] });
  expect((await s.drop((await s.read()).savedAt ?? savedAt)).status).toBe(200);
  expect(await s.read()).toEqual({ draft: null, savedAt: null });
});
