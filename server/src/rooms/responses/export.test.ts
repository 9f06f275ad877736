/** The export of responses (API-27, OPC-70, DAT-18), and how numbers have gone. */
import * as api from '@portal/contract/responses/endpoints.ts';
import { expect, test } from 'vitest';
import { type Caller, openPortal } from '#test/portal.ts';
import { aDefinition, anAskingClinic, aSurvey, bodyOf, edge, graph, node, ways } from '#test/responses.ts';

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

test('API-27 CAB-14 DAT-18 ASL-03 OPN-57 OPC-11 an export has a flat row for each response, with a column for each question of that assessment, whichever rows answered it', async () => {
  const s = await asking();
  const patientId = await s.anActivePatient({ firstName: 'Grace', lastName: '=Hopper' });
  // Whose group is not the other's.
  await s.anActivePatient({}, [s.groups.heart]);
  const first = await s.answered('2031-03-02T10:00:00Z', ways.good, patientId);
  const second = await s.answered('2031-03-03T10:00:00Z', ways.flagged, patientId);
  const renamed = {
    ...graph,
    nodes: graph.nodes.map((one) => (one.questionNum === 1 ? { ...one, question: 'How?' } : one)),
  };
  const later = { companyId: s.companyId, surveyId: s.survey.surveyId, name: 'Later' };
  const newest = { ...s.survey, definitionId: await aDefinition(s, later, renamed) };
  await s.answered('2031-03-04T10:00:00Z', ways.good, patientId, newest);
  // What the same patient was asked besides is in no row, and its questions in no column.
  const another = await aSurvey(s, s.companyId, {
    nodes: [node(1, 'MC', 'Sleeping?')],
    edges: graph.edges.slice(0, 1),
  });
  const foreign = await s.answered('2031-03-05T10:00:00Z', ways.good, patientId, another);
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
  const besides = (await s.exportBy(s.nurse, { g_id: s.groups.heart, s_id: another.surveyId })).reply.responses;
  expect(besides.map((row) => [row['responseId'], row['1. Sleeping?']])).toEqual([[foreign.responseId, 'Good']]);
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

/** Asked one after the other from the top, each by the name of its card. */
const inThisOrder = (...cards: readonly (readonly [id: string, question: string])[]) => ({
  nodes: cards.map(([id, question], i) => ({ ...node(i + 1, 'Numeric', question), id })),
  edges: cards.map(([id], i) => ({
    ...edge(i + 1, 'Finished', '0-999', 'false'),
    source: id,
    target: cards[i + 1]?.[0] ?? 'Finished',
  })),
});

/** A patient who answers one definition of an assessment after another, a day apart: what the trends of the patient are then. */
async function trendsOver(...definitions: readonly (readonly [object: typeof graph, given: Record<number, string>])[]) {
  const s = await asking();
  const patientId = await s.anActivePatient();
  const name = { companyId: s.companyId, surveyId: s.survey.surveyId, name: 'Numbers' };
  for (const [day, [asked, given]] of definitions.entries()) {
    const of = { ...s.survey, definitionId: await aDefinition(s, name, asked) };
    await s.answered(`2031-03-0${day + 1}T10:00:00Z`, given, patientId, of);
  }
  const { trends } = (await s.nurse.call(api.readTrends, { query: { u_id: patientId } })).reply;
  return trends.map(({ questionNum, question, points }) => [questionNum, question, points.map(({ value }) => value)]);
}
const weight = ['w', 'Weight in kg'] as const;
const steps = ['s', 'Steps climbed'] as const;
const pain = ['p', 'Pain'] as const;

test('the course of a question goes on under its new number when another question is put before it, and no sum mixes the two', async () => {
  expect(
    await trendsOver(
      [inThisOrder(weight, steps), { 1: '82', 2: '12' }],
      [inThisOrder(pain, weight, steps), { 1: '3', 2: '83', 3: '14' }],
    ),
  ).toEqual([
    [1, 'Pain', [3]],
    [2, 'Weight in kg', [82, 83]],
    [3, 'Steps climbed', [12, 14]],
    [null, 'Sum', [100]],
    [null, 'Sum', [94]],
  ]);
});

test('a question that is worded otherwise begins a course of its own, also upon the same card, and blanks are no other words', async () => {
  expect(
    await trendsOver(
      [inThisOrder(weight, steps), { 1: '82', 2: '12' }],
      [inThisOrder(['w', ' Weight  in kg '], steps), { 1: '83', 2: '13' }],
      [inThisOrder(['w', 'Weight in pounds'], steps), { 1: '183', 2: '14' }],
    ),
  ).toEqual([
    [1, 'Weight in pounds', [183]],
    [1, ' Weight  in kg ', [82, 83]],
    [2, 'Steps climbed', [12, 13, 14]],
    [null, 'Sum', [197]],
    [null, 'Sum', [94, 96]],
  ]);
});

test('two questions in the same words are told apart, also where one of them takes the number of the other', async () => {
  expect(
    await trendsOver(
      [inThisOrder(['a', 'How much?'], ['b', 'How much?']), { 1: '1', 2: '20' }],
      [inThisOrder(['b', 'How much?'], ['a', 'How much?']), { 1: '21', 2: '2' }],
    ),
  ).toEqual([
    [1, 'How much?', [20, 21]],
    [2, 'How much?', [1, 2]],
    [null, 'Sum', [21, 23]],
  ]);
});

test('a sum joins the responses in which the same questions were answered, and no question that was left out looks like a fall', async () => {
  const branching = {
    nodes: [node(1, 'Numeric', 'Pain'), node(2, 'Numeric', 'Weight in kg'), node(3, 'Numeric', 'Steps climbed')],
    edges: [
      edge(1, 3, '0-4', 'false'),
      edge(1, 2, '5-10', 'false'),
      edge(2, 3, '0-999', 'false'),
      edge(3, 'Finished', '0-999', 'false'),
    ],
  };
  expect(
    await trendsOver(
      [branching, { 1: '7', 2: '82', 3: '14' }],
      [branching, { 1: '3', 3: '12' }],
      [branching, { 1: '6', 2: '83', 3: '15' }],
    ),
  ).toEqual([
    [1, 'Pain', [7, 3, 6]],
    [2, 'Weight in kg', [82, 83]],
    [3, 'Steps climbed', [14, 12, 15]],
    [null, 'Sum', [103, 104]],
    [null, 'Sum', [15]],
  ]);
});
