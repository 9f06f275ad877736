/** The export of responses (API-27, OPC-70, DAT-18), and how numbers have gone. */
import * as api from '@portal/contract/responses/endpoints.ts';
import { expect, test } from 'vitest';
import { type Caller, openPortal } from '#test/portal.ts';
import { aDefinition, anAskingClinic, bodyOf, edge, graph, node, ways } from '#test/responses.ts';

async function asking() {
  const s = await anAskingClinic(await openPortal());
  const { nurse, root, other } = s.people;
  const answered = async (at: string, given: Record<number, string>, patientId: number, of = s.survey) => {
    const eventId = await s.event(patientId, of);
    const body = bodyOf({ by: root, patientId, eventId, surveyId: of.surveyId, given });
    const done = await root.call(api.submitResponse, { body });
    if (done.status !== 200) throw new Error(done.message);
    await s.rows('update survey_response set completed_at = $2 where survey_event_id = $1', [eventId, at]);
    await s.rows('update survey_event set started_at = $2 where survey_event_id = $1', [eventId, at]);
    return { eventId, responseId: done.reply.responseId };
  };
  const asked = { s_id: s.survey.surveyId, g_id: s.groups.top, start_date: '2031-03-01', end_date: '2031-03-31' };
  const exportBy = (by: Caller, more: object = {}) => by.call(api.exportResponses, { query: { ...asked, ...more } });
  return { ...s, nurse, root, other, answered, exportBy };
}

test('API-27 CAB-14 DAT-18 ASL-03 OPN-57 OPC-11 an export has a flat row for each response, with a column for each question, whichever rows answered it', async () => {
  const s = await asking();
  const patientId = await s.anActivePatient({ firstName: 'Grace', lastName: '=Hopper' });
  const first = await s.answered('2031-03-02T10:00:00Z', ways.good, patientId);
  const second = await s.answered('2031-03-03T10:00:00Z', ways.flagged, patientId);
  const renamed = {
    ...graph,
    nodes: graph.nodes.map((one) => (one.questionNum === 1 ? { ...one, question: 'How?' } : one)),
  };
  const later = { companyId: s.companyId, surveyId: s.survey.surveyId, name: 'Later' };
  const newest = { ...s.survey, definitionId: await aDefinition(s, later, renamed) };
  await s.answered('2031-03-04T10:00:00Z', ways.good, patientId, newest);
  const { reply } = await s.exportBy(s.nurse, { g_id: s.groups.heart });
  expect(reply.responses.map(Object.keys)).toEqual(
    Array.from({ length: 3 }, () => [
      'responseId',
      'surveyEventId',
      'patientId',
      'patientName',
      'groups',
      'surveyTime',
      'timeCompleted',
      'reviewedBy',
      'flaggedQuestions',
      '1. Question 1?',
      '1. How?',
      '2. Question 2?',
      '4. Question 4?',
    ]),
  );
  expect(reply.responses[0]).toEqual({
    responseId: first.responseId,
    surveyEventId: first.eventId,
    patientId,
    patientName: 'Grace =Hopper',
    groups: 'Heart Failure',
    surveyTime: '2031-03-02T10:00:00.000Z',
    timeCompleted: '2031-03-02T10:00:00.000Z',
    reviewedBy: expect.stringMatching(/\S+ \S+/) as string,
    flaggedQuestions: '',
    '1. Question 1?': 'Good',
    '1. How?': null,
    '2. Question 2?': null,
    '4. Question 4?': null,
  });
  expect(reply.responses[1]).toMatchObject({
    responseId: second.responseId,
    flaggedQuestions: '1, 2, 4',
    '4. Question 4?': 'None|Headache',
  });
});

test('API-27 OPC-70 EXP-06 an export goes by the UTC day of completion, first and last included, and by the group and those below', async () => {
  const s = await asking();
  const [patient, elsewhere] = [await s.anActivePatient(), await s.anActivePatient({}, [s.groups.diabetes])];
  for (const [at, of] of [
    ['2031-02-28T23:59:59.999Z', patient],
    ['2031-03-01T00:00:00Z', patient],
    ['2031-03-31T23:59:59.999Z', elsewhere],
    ['2031-04-01T00:00:00Z', elsewhere],
  ] as const)
    await s.answered(at, ways.good, of);
  const times = async (more: object = {}, by = s.root) =>
    (await s.exportBy(by, more)).reply.responses.map((row) => row['timeCompleted']);
  expect(await times()).toEqual(['2031-03-01T00:00:00.000Z', '2031-03-31T23:59:59.999Z']);
  expect(await times({ g_id: s.groups.heart })).toEqual(['2031-03-01T00:00:00.000Z']);
  expect(await times({ g_id: s.groups.diabetes }, s.other)).toEqual(['2031-03-31T23:59:59.999Z']);
  expect(await times({ start_date: '2031-03-31', end_date: '2031-03-31' })).toEqual(['2031-03-31T23:59:59.999Z']);
  expect(await times({ start_date: '2030-01-01', end_date: '2030-12-31' })).toEqual([]);
});

test('OPC-70 EXP-07 SEC-23 of an export bad and missing fields are 400, a survey or group that is unknown or out of sight 404', async () => {
  const s = await asking();
  const foreign = await anAskingClinic(s);
  const status = async (more: object, by = s.root) => (await s.exportBy(by, more)).status;
  for (const field of ['s_id', 'g_id', 'start_date', 'end_date'])
    expect(await status({ [field]: undefined })).toBe(400);
  expect(await status({ start_date: '03/01/2031' })).toBe(400);
  expect(await status({ start_date: '2031-04-01' })).toBe(400);
  expect(await status({ s_id: 999_999 })).toBe(404);
  expect(await status({ g_id: 999_999 })).toBe(404);
  expect(await status({ s_id: foreign.survey.surveyId })).toBe(404);
  expect(await status({ g_id: foreign.groups.top })).toBe(404);
  expect(await status({ g_id: s.groups.diabetes }, s.nurse)).toBe(404);
  expect(await status({}, s.nurse)).toBe(404);
  expect(await status({ g_id: s.groups.heart }, s.nurse)).toBe(200);
});

test('SEC-39 PRV-01 an export is a security event, and whose answers left with it stands in the access log', async () => {
  const s = await asking();
  const patientId = await s.anActivePatient();
  await s.answered('2031-03-02T10:00:00Z', ways.good, patientId);
  await s.exportBy(s.root);
  await s.app.security.flush();
  expect(
    await s.rows(`select outcome from security_event where event = 'export' and provider_id = $1`, [s.root.providerId]),
  ).toEqual([{ outcome: 'done' }]);
  await s.app.accessLog.flush();
  expect(
    await s.rows(`select from access_entry where call = 'GET /survey-response-exports' and $1 = any(record_ids)`, [
      patientId,
    ]),
  ).toHaveLength(1);
});

test('the numbers of a patient have a course for each question and for the sum of an assessment with several, oldest first', async () => {
  const s = await asking();
  const patientId = await s.anActivePatient();
  const numbers = {
    nodes: [node(1, 'Numeric', 'Pain?'), node(2, 'Numeric', 'Sleep?'), node(3, 'TextInput')],
    edges: [edge(1, 2, '0-5,5.1-10', 'false,true'), edge(2, 3, '0-10', 'false')],
  };
  const name = { companyId: s.companyId, surveyId: s.survey.surveyId, name: 'Numbers' };
  const asked = { ...s.survey, definitionId: await aDefinition(s, name, numbers) };
  await s.answered('2031-03-02T10:00:00Z', { 1: '0.1', 2: '0.2', 3: 'x' }, patientId, asked);
  await s.answered('2031-03-03T10:00:00Z', { 1: '7', 2: '3', 3: 'x' }, patientId, asked);
  const other = await s.anActivePatient();
  await s.answered('2031-03-03T11:00:00Z', { 1: '9', 2: '9', 3: 'x' }, other, asked);
  const { trends } = (await s.nurse.call(api.readTrends, { query: { u_id: patientId } })).reply;
  expect(
    trends.map(({ questionNum, question, points }) => [
      questionNum,
      question,
      points.map(({ value, isFlagged }) => [value, isFlagged]),
    ]),
  ).toEqual([
    [
      1,
      'Pain?',
      [
        [0.1, false],
        [7, true],
      ],
    ],
    [
      2,
      'Sleep?',
      [
        [0.2, false],
        [3, false],
      ],
    ],
    [
      null,
      'Sum',
      [
        [0.3, false],
        [10, true],
      ],
    ],
  ]);
  expect(trends[0]?.points[0]?.at).toEqual(new Date('2031-03-02T10:00:00Z'));
  expect((await s.other.call(api.readTrends, { query: { u_id: patientId } })).status).toBe(404);
});
