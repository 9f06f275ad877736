/** Answering (ANS, CAB-01 to CAB-04), and what it is read back as. */
import * as records from '@portal/contract/patient-records/endpoints.ts';
import * as api from '@portal/contract/responses/endpoints.ts';
import { expect, test } from 'vitest';
import { aDefinition, anAskedPatient, bodyOf, edge, node, ways } from '#test/responses.ts';
import { onItsOwn } from '#test/portal.ts';

test('CAB-01 ANS-05 ANS-07 ANS-10 OPC-27 the questions of an event are those of its own definition, with the notes for the clinician, whatever was saved since', async () => {
  const s = await anAskedPatient();
  const { reply } = await s.nurse.call(api.readSurvey, { query: s.query });
  expect(reply).toMatchObject({ surveyName: s.survey.surveyName, surveyId: s.survey.surveyId, state: 'open' });
  expect([{ started_at: reply.surveyTime, due_at: reply.due }]).toEqual(
    await s.rows('select started_at, due_at from survey_event where survey_event_id = $1', [s.eventId]),
  );
  expect(reply.questions).toHaveLength(5);
  expect(reply.questions[0]).toEqual({
    questionNum: 1,
    question: 'Question 1?',
    questionType: 'MC',
    options: ['Good', 'Bad', 'Very bad'],
    actions: ['Finished', 2, 2],
    flagged: [false, false, true],
    multipleAnswers: false,
    additionalInfo: 'For the clinician 1',
    answerOption: null,
    answer: null,
    note: null,
  });
  const later = { companyId: s.companyId, surveyId: s.survey.surveyId, name: 'Renamed' };
  await aDefinition(s.portal, later, { nodes: [node(1, 'TextInput')], edges: [] });
  expect((await s.nurse.call(api.readSurvey, { query: s.query })).reply).toEqual(reply);
});

test('CAB-02 CAB-04 ANS-02 ANS-11 ANS-12 ANS-14 ANS-15 OPC-28 OPC-29 OPC-31 what is submitted is read back, reviewed by whoever submitted it', async () => {
  const s = await anAskedPatient();
  expect((await s.nurse.call(api.readResponses, { query: s.query })).status).toBe(404);
  const answers = Object.entries(ways.medication).map(([number, answer]) => ({
    questionNum: Number(number),
    answer,
    note: `Note ${number}\n| <b>`,
  }));
  const posted = await s.submit(ways.medication, { answers });
  expect(posted.status).toBe(200);
  const [one] = await s.read();
  expect(one).toEqual({
    responseId: posted.reply.responseId,
    surveyEventId: s.eventId,
    sId: s.survey.surveyId,
    uId: s.patientId,
    surveyName: s.survey.surveyName,
    surveyTime: expect.any(Date) as Date,
    timeCompleted: expect.any(Date) as Date,
    reviewedBy: expect.stringMatching(/\S+ \S+/) as string,
    flaggedQuestions: [],
    version: 1,
    answers: [
      { questionNum: 1, question: 'Question 1?', questionType: 'MC', answer: 'Bad', note: 'Note 1\n| <b>' },
      { questionNum: 2, question: 'Question 2?', questionType: 'Numeric', answer: '4', note: 'Note 2\n| <b>' },
      {
        questionNum: 3,
        question: 'Question 3?',
        questionType: 'MedInfo',
        answer: 'Aurelix,50 mg,30',
        note: 'Note 3\n| <b>',
      },
      { questionNum: 5, question: 'Question 5?', questionType: 'Label', answer: '', note: 'Note 5\n| <b>' },
    ],
  });
  const { reply } = await s.nurse.call(api.readSurvey, { query: s.query });
  expect(reply.state).toBe('answered');
  expect(reply.questions.map((q) => [q.questionNum, q.answer, q.answerOption])).toEqual([
    [1, 'Bad', 'Bad'],
    [2, '4', '0-4'],
    [3, 'Aurelix,50 mg,30', null],
    [4, null, null],
    [5, '', null],
  ]);
  expect(
    await s.rows('select medications, claimed_at from survey_response where survey_event_id = $1', [s.eventId]),
  ).toEqual([
    {
      medications: [{ medicationName: 'Aurelix', strength: '50 mg', pills: '30' }],
      claimed_at: new Date('2026-01-02T03:04:05.000Z'),
    },
  ]);
});

test('OPC-36 the medications are those of the answers, whatever else the sender names: each of a list, and none for what is blank in it', async () => {
  const s = await anAskedPatient({ nodes: [node(1, 'MedList')], edges: [edge(1, 'Finished')] });
  const medications = [{ medicationName: 'Zocor', strength: '10 mg', pills: '1' }];
  expect((await s.submit({ 1: ' Aspirin | ||Lasix' }, { medications })).status).toBe(200);
  expect(await s.rows('select medications from survey_response where survey_event_id = $1', [s.eventId])).toEqual([
    {
      medications: [
        { medicationName: 'Aspirin', strength: '', pills: '' },
        { medicationName: 'Lasix', strength: '', pills: '' },
      ],
    },
  ]);
});

test('OPC-28 the time of completion is the server’s, also where the sender’s clock is wrong', async () => {
  const s = await anAskedPatient();
  const before = s.app.clock.now();
  await s.submit(ways.good, { time_completed: '2031-01-01T00:00:00.000Z' });
  const [one] = await s.read();
  expect(Math.abs((one?.timeCompleted.getTime() ?? 0) - before.getTime())).toBeLessThan(60_000);
});

test('CAB-03 SCH-13 SCH-14 SCH-15 the history lists what a patient answered, the latest first, and who reviewed it', async () => {
  const s = await anAskedPatient();
  const second = await s.event(s.patientId);
  await s.submit(ways.good);
  s.app.clock.set(new Date(s.app.clock.now().getTime() + 60_000));
  await s.submits(s.root, s.patientId, second, ways.flagged);
  await s.rows('update survey_response set reviewer_id = null, reviewed_at = null where survey_event_id = $1', [
    second,
  ]);
  // Another patient of the group has answered the same.
  const neighbour = await s.anActivePatient();
  await s.submits(s.root, neighbour, await s.event(neighbour), ways.good);
  const { responses } = (await s.nurse.call(api.readResponses, { query: { u_id: s.patientId } })).reply;
  expect(responses.map((one) => [one.surveyEventId, one.reviewedBy === '', one.flaggedQuestions])).toEqual([
    [second, true, [1, 2, 4]],
    [s.eventId, false, []],
  ]);
  expect('answers' in (responses[0] ?? {})).toBe(false);
  // Each event is due a week after it started; it was answered in between.
  expect(
    responses.map(({ surveyTime, timeCompleted }) => ({ started_at: surveyTime, completed_at: timeCompleted })),
  ).toEqual(
    await s.rows(
      `select started_at, completed_at from survey_response join survey_event using (survey_event_id)
       where survey_response.patient_id = $1 order by completed_at desc`,
      [s.patientId],
    ),
  );
});

test.each([
  ['ANS-16 OPC-34', {}, '1 question(s) left to answer.', 1],
  ['ANS-16', { 1: 'Bad' }, '1 question(s) left to answer.', 2],
  ['ANS-16', { 1: 'Bad', 2: '3', 3: 'Aurelix,\u200b' }, '1 question(s) left to answer.', 3],
  ['ANS-18', { 1: 'Bad', 2: '3', 3: 'Aurelix' }, '1 question(s) left to answer.', 3],
  ['a gap in the way', { 1: 'Bad', 3: 'Aurelix,1' }, '1 question(s) left to answer.', 2],
  ['ANS-19', { 1: 'Bad', 2: '11' }, 'Question 2: Please input valid number.', 2],
  ['ANS-20', { 1: 'Bad', 2: '3', 3: 'A,1,0', 5: '' }, 'Question 3: Please enter only numbers 1 or above.', 4],
  ['ANS-20', { 1: 'Bad', 2: '3', 3: 'A,1,05', 5: '' }, 'Question 3: Please enter only numbers 1 or above.', 4],
  ['ANS-20', { 1: 'Bad', 2: '3', 3: 'A,1,0.5', 5: '' }, 'Question 3: Please enter only numbers 1 or above.', 4],
  ['ANS-21', { 1: 'Bad', 2: '3', 3: 'A,1,1,5', 5: '' }, 'Question 3: must be name, strength and number of pills', 4],
  ['ANS-21', { 1: 'Bad', 2: '3', 3: 'A,1,0,5', 5: '' }, 'Question 3: must be name, strength and number of pills', 4],
  ['an unknown option', { 1: 'Splendid' }, 'Question 1: is not one of the options', 1],
  ['ANS-04', { 1: 'Good', 2: '3' }, 'Question 2 is not asked after these answers.', 1],
  ['no such question', { 1: 'Good', 77: 'x' }, 'There is no question 77.', 1],
])('%s %j is refused: %s', async (_, given, sentence, numQuestions) => {
  onItsOwn();
  const s = await anAskedPatient();
  const { status, message } = await s.submit(given, { numQuestions });
  expect([status, message]).toEqual([400, sentence]);
  expect(await s.rows('select from survey_response')).toHaveLength(0);
  expect(await s.rows('select from survey_event where answered_at is not null')).toHaveLength(0);
});

test('ANS-19 OPC-27 a number between two ranges is no valid number, and one in either of them is taken', async () => {
  onItsOwn();
  const s = await anAskedPatient({
    nodes: [node(1, 'Numeric')],
    edges: [edge(1, 'Finished', '0-3,5-10', 'false,true')],
  });
  for (const answer of ['4', '3.5', '4,5']) {
    const { status, message } = await s.submit({ 1: answer });
    expect([status, message]).toEqual([400, 'Question 1: Please input valid number.']);
  }
  expect(await s.rows('select from survey_response')).toHaveLength(0);
  expect((await s.submit({ 1: '5' })).status).toBe(200);
});

test('ANS-16 two questions one after the other that nobody answered are two that are left', async () => {
  const s = await anAskedPatient({
    nodes: [node(1, 'TextInput'), node(2, 'TextInput'), node(3, 'TextInput')],
    edges: [edge(1, 2), edge(2, 3)],
  });
  const { status, message } = await s.submit({ 1: 'Well' });
  expect([status, message]).toEqual([400, '2 question(s) left to answer.']);
});

test('OPC-28 a question that is answered twice and another number of questions are refused', async () => {
  onItsOwn();
  const s = await anAskedPatient();
  const twice = [1, 1].map((questionNum) => ({ questionNum, answer: 'Good' }));
  expect((await s.submit(ways.good, { answers: twice })).message).toBe('Question 1 is answered twice.');
  const other = await s.submit(ways.good, { numQuestions: 3 });
  expect([other.status, other.fields]).toEqual([
    400,
    { numQuestions: 'must be 1, the number of questions that were shown' },
  ]);
  expect(await s.rows('select from survey_response')).toHaveLength(0);
});

test('ANS-17 what wants no answer is no question left', async () => {
  const s = await anAskedPatient({
    nodes: [node(1, 'Label'), node(2, 'AdditionalMed'), node(3, 'DrugAllergy'), node(4, 'UserGoals')],
    edges: [edge(1, 2), edge(2, 3), edge(3, 4)],
  });
  expect((await s.submit({}, { numQuestions: 4 })).status).toBe(200);
});

test('OPC-30 PTB-06 what is flagged is the server’s to say, whatever is sent', async () => {
  onItsOwn();
  const s = await anAskedPatient();
  await s.submit(ways.flagged, { flaggedQuestions: [3] });
  expect((await s.read())[0]?.flaggedQuestions).toEqual([1, 2, 4]);
  const open = await s.rows<{ question_num: number }>(
    'select question_num from flagged_answer where closed_at is null',
  );
  expect(open.map((one) => one.question_num).sort((one, other) => one - other)).toEqual([1, 2, 4]);
});

test('REL-08 of 20 who submit at once one is heard, a second is 409, and so is one after the end of the event', async () => {
  onItsOwn();
  const s = await anAskedPatient();
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => s.submit(ways.flagged)))).map(
    (one) => one.status,
  );
  expect(statuses.sort((one, other) => one - other)).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(await s.rows('select from survey_response')).toHaveLength(1);
  expect(await s.rows('select from flagged_answer')).toHaveLength(3);
  const again = await s.submit(ways.good);
  expect([again.status, again.message]).toEqual([409, 'This assessment has already been answered.']);
  const over = await s.event(s.patientId);
  await s.rows('update survey_event set ended_at = now() where survey_event_id = $1', [over]);
  const late = await s.submits(s.nurse, s.patientId, over, ways.good);
  expect([late.status, late.message]).toEqual([409, 'This assessment is no longer requested.']);
});

test('OPC-33 a submit whose answer was lost is answered alike when it is repeated', async () => {
  const s = await anAskedPatient();
  const body = s.body(s.nurse, s.patientId, s.eventId, ways.good);
  const once = () =>
    s.nurse.call(api.submitResponse, { body, headers: { 'idempotency-key': '3f0e6a0e-6f0c-4a53-9b7e-1f4f4a3a0001' } });
  const [first, second] = [await once(), await once()];
  expect([second.status, second.reply.responseId]).toEqual([200, first.reply.responseId]);
});

const medication = { medicationName: 'Lasix', dosage: '20 mg', description: 'Mornings', notes: 'Weigh' };

test('ANS-08 ANS-09 GOL-04 OPC-33 REL-02 medications, allergies and goals that were held are added, changed and removed with the submit', async () => {
  const s = await anAskedPatient();
  const add = async (name: string) =>
    (await s.nurse.call(records.addMedication, { body: { u_id: s.patientId, ...medication, medicationName: name } }))
      .reply.medId;
  const [changes, goes] = [await add('Changes'), await add('Goes')];
  const submitted = await s.submit(ways.good, {
    medicationChanges: [
      { operation: 'add', ...medication },
      { operation: 'update', id: changes, version: 1, ...medication, medicationName: 'Changed' },
      { operation: 'delete', id: goes },
    ],
    allergyChanges: [{ operation: 'add', ...medication, medicationName: 'Penicillin' }],
    goalChanges: [{ operation: 'add', goalName: 'Walk', goalDescription: 'Daily', notes: 'Dog', medId: changes }],
  });
  expect(submitted.status).toBe(200);
  const query = { u_id: s.patientId };
  const { medications } = (await s.nurse.call(records.listMedications, { query })).reply;
  expect(medications.map((one) => one.medicationName).sort()).toEqual(['Changed', 'Lasix']);
  expect((await s.nurse.call(records.listAllergies, { query })).reply.allergies).toMatchObject([
    { medicationName: 'Penicillin' },
  ]);
  expect((await s.nurse.call(records.listGoals, { query })).reply.goals).toMatchObject([
    { goalName: 'Walk', medId: changes },
  ]);
});

test('REL-02 OPC-33 where one of what was held cannot be stored nothing is, and the submit can be repeated', async () => {
  onItsOwn();
  const s = await anAskedPatient();
  const good = { operation: 'add', ...medication };
  const { medId } = (await s.nurse.call(records.addMedication, { body: { u_id: s.patientId, ...medication } })).reply;
  for (const [bad, status, fields] of [
    [{ operation: 'delete', id: 999_999 }, 404, {}],
    [{ operation: 'update', ...medication }, 400, { 'medicationChanges.1.id': 'is required' }],
    [{ operation: 'delete', id: medId, version: 7 }, 409, {}],
    [{ operation: 'add', ...medication, notes: undefined }, 400, { 'medicationChanges.1.notes': 'is required' }],
  ] as const) {
    const refused = await s.submit(ways.flagged, { medicationChanges: [good, bad] });
    expect([refused.status, refused.fields]).toEqual([status, fields]);
    expect(await s.rows('select from survey_response')).toHaveLength(0);
    expect(await s.rows('select from flagged_answer')).toHaveLength(0);
    expect(await s.rows('select from patient_medication')).toHaveLength(1);
  }
  expect((await s.submit(ways.flagged, { medicationChanges: [good] })).status).toBe(200);
});

const goal = { goalName: 'Walk', goalDescription: 'Daily', notes: 'Dog' };
const tableOf = {
  medicationChanges: 'patient_medication',
  allergyChanges: 'patient_allergy',
  goalChanges: 'patient_goal',
};
const kinds = [
  [
    'medicationChanges',
    records.addMedication,
    'medId',
    'med_id',
    records.removeMedication,
    medication,
    'The medication',
  ],
  ['allergyChanges', records.addAllergy, 'allergyId', 'allergy_id', records.removeAllergy, medication, 'The allergy'],
  ['goalChanges', records.addGoal, 'goalId', 'goal_id', records.removeGoal, goal, 'The goal'],
] as const;
const nameOf = (content: typeof medication | typeof goal) =>
  'goalName' in content ? content.goalName : content.medicationName;

test.each(kinds)(
  'ANS-09 of %s, what a colleague has removed meanwhile need not be removed any more, and a change of it is refused with a way on',
  async (list, add, key, query, remove, content, called) => {
    onItsOwn();
    const s = await anAskedPatient();
    const added = (await s.nurse.call(add, { body: { u_id: s.patientId, ...content } as never })).reply;
    const id = (added as Record<string, unknown>)[key] as number;
    const gone = { query: { u_id: s.patientId, [query]: id } as never };
    expect((await s.root.call(remove, gone)).status).toBe(200);
    const refused = await s.submit(ways.good, { [list]: [{ operation: 'update', id, version: 1, ...content }] });
    expect(refused).toMatchObject({
      status: 409,
      code: 'response.held_gone',
      message: `${called} “${nameOf(content)}” that you have changed here was removed meanwhile. Please undo your change.`,
    });
    expect(refused.body).toMatchObject({ detail: { list, id } });
    expect(await s.rows('select from survey_response')).toHaveLength(0);
    const removals = `select from audit_entry where action like '%.removed'`;
    const before = await s.rows(removals);
    expect((await s.submit(ways.good, { [list]: [{ operation: 'delete', id, version: 1 }] })).status).toBe(200);
    expect(await s.rows(removals)).toHaveLength(before.length);
  },
);

test('ANS-09 REL-07 what a colleague has changed meanwhile is neither changed nor removed, and the sentence says what it is', async () => {
  onItsOwn();
  const s = await anAskedPatient();
  const { medId } = (await s.nurse.call(records.addMedication, { body: { u_id: s.patientId, ...medication } })).reply;
  const theirs = { ...medication, dosage: '40 mg', u_id: s.patientId, medId, version: 1 };
  expect((await s.root.call(records.changeMedication, { body: theirs })).status).toBe(200);
  for (const [operation, deed] of [
    ['update', 'changed'],
    ['delete', 'removed'],
  ] as const) {
    const content = operation === 'update' ? medication : {};
    const change = (version: number) => ({ medicationChanges: [{ operation, id: medId, version, ...content }] });
    expect(await s.submit(ways.good, change(1))).toMatchObject({
      status: 409,
      code: 'response.held_stale',
      message: `The medication “Lasix” that you have ${deed} here was changed meanwhile. Please keep or undo your change.`,
    });
  }
  const { medications } = (await s.nurse.call(records.listMedications, { query: { u_id: s.patientId } })).reply;
  expect(medications).toMatchObject([{ dosage: '40 mg', version: 2 }]);
});

test.each(kinds)(
  'REL-06 OPC-33 ANS-09 of %s, what is added is on record once however often it is sent, and where it is corrected the person looks at it first',
  async (list, _add, _key, query, remove, content, called) => {
    onItsOwn();
    const s = await anAskedPatient();
    const rows = () =>
      s.rows<{ id: number; notes: string }>(`select ${tableOf[list]}_id as id, notes from ${tableOf[list]}`);
    const add = { operation: 'add', heldKey: 'a'.repeat(32), ...content };
    // The answer to it is lost.
    expect((await s.submit(ways.good, { [list]: [add] })).status).toBe(200);
    const [first] = await rows();
    expect((await s.review(ways.flagged, { [list]: [add], version: 1 })).status).toBe(200);
    expect(await rows()).toEqual([first]);
    const corrected = { ...add, notes: 'Corrected' };
    const refused = await s.review(ways.good, { [list]: [corrected], version: 2 });
    expect(refused).toMatchObject({
      status: 409,
      code: 'response.held_stale',
      message: `${called} “${nameOf(content)}” that you are adding here was already added, with other values. Please keep or undo your change.`,
    });
    expect(refused.body).toMatchObject({ detail: { list, id: first?.id } });
    expect(await rows()).toEqual([first]);
    const another = { ...add, heldKey: 'b'.repeat(32) };
    expect((await s.review(ways.good, { [list]: [add, another], version: 2 })).status).toBe(200);
    expect(await rows()).toHaveLength(2);
    // Of another patient the key says nothing.
    const [patientId] = [await s.anActivePatient()];
    expect((await s.submits(s.nurse, patientId, await s.event(patientId), ways.good, { [list]: [add] })).status).toBe(
      200,
    );
    expect(await rows()).toHaveLength(3);
    expect((await s.root.call(remove, { query: { u_id: s.patientId, [query]: first?.id } as never })).status).toBe(200);
    expect(await s.review(ways.good, { [list]: [add], version: 3 })).toMatchObject({
      status: 409,
      code: 'response.held_gone',
      message: `“${nameOf(content)}” that you are adding here was already added, and has since been removed. Please remove it here. If it is needed, add it again.`,
    });
  },
);

test.each(kinds)(
  'REL-06 REL-07 ANS-09 of %s, what was added by a try whose answer was lost is removed by its key, as long as nobody has changed it',
  async (list, _add, _key, _query, _remove, content) => {
    onItsOwn();
    const s = await anAskedPatient();
    const [add, other] = ['a', 'b'].map((one) => ({ operation: 'add', heldKey: one.repeat(32), ...content }));
    const remove = (one: string) => ({ operation: 'delete', heldKey: one.repeat(32), version: 1 });
    const left = () => s.rows(`select held_key from ${tableOf[list]} where removed_at is null`);
    expect((await s.submit(ways.good, { [list]: [add, other] })).status).toBe(200);
    await s.rows(`update ${tableOf[list]} set version = 2 where held_key = $1`, ['b'.repeat(32)]);
    expect((await s.review(ways.good, { [list]: [remove('a')], version: 1 })).status).toBe(200);
    expect(await left()).toEqual([{ held_key: 'b'.repeat(32) }]);
    // What is removed, or never was added, is no obstacle.
    expect((await s.review(ways.good, { [list]: [remove('a'), remove('c')], version: 2 })).status).toBe(200);
    expect(await s.review(ways.good, { [list]: [remove('b')], version: 3 })).toMatchObject({
      status: 409,
      code: 'response.held_stale',
    });
    expect(await left()).toEqual([{ held_key: 'b'.repeat(32) }]);
  },
);

test('REL-06 ANS-09 a held change that an earlier try has made already is no change of somebody else', async () => {
  onItsOwn();
  const s = await anAskedPatient();
  const { medId } = (await s.nurse.call(records.addMedication, { body: { u_id: s.patientId, ...medication } })).reply;
  const held = { medicationChanges: [{ operation: 'update', id: medId, version: 1, ...medication, dosage: '40 mg' }] };
  expect((await s.submit(ways.good, held)).status).toBe(200);
  expect((await s.review(ways.flagged, { ...held, version: 1 })).status).toBe(200);
  const { medications } = (await s.nurse.call(records.listMedications, { query: { u_id: s.patientId } })).reply;
  expect(medications).toMatchObject([{ dosage: '40 mg', version: 2 }]);
});

test('REL-06 GOL-04 a goal and the medication that is added with it are on record once, though the goal has its name alone', async () => {
  onItsOwn();
  const s = await anAskedPatient();
  const goalChanges = [{ operation: 'add', heldKey: 'a'.repeat(32), ...goal, medId: null, medName: 'Lasix' }];
  const medicationChanges = [{ operation: 'add', heldKey: 'b'.repeat(32), ...medication }];
  expect((await s.submit(ways.good, { goalChanges, medicationChanges })).status).toBe(200);
  expect((await s.review(ways.good, { goalChanges, medicationChanges, version: 1 })).status).toBe(200);
  expect((await s.review(ways.good, { goalChanges, version: 2 })).status).toBe(200);
  expect(await s.rows('select from patient_goal where patient_medication_id is not null')).toHaveLength(1);
  expect(await s.rows('select from patient_goal')).toHaveLength(1);
  // The dose is corrected, and another goal speaks of it.
  const [{ id } = { id: 0 }] = await s.rows<{ id: number }>(
    'select patient_medication_id as id from patient_medication',
  );
  const corrected = [{ operation: 'update', id, version: 1, ...medication, dosage: '40 mg' }];
  const another = [{ ...goalChanges[0], heldKey: 'c'.repeat(32), goalName: 'Sleep' }];
  const held = { goalChanges: another, medicationChanges: corrected };
  expect((await s.review(ways.good, { ...held, version: 3 })).status).toBe(200);
  expect(await s.rows('select from patient_goal where patient_medication_id = $1', [id])).toHaveLength(2);
});

test('ANS-08 GOL-04 goals are added, changed and removed by the assessment, and may speak of a medication that it removes, and of one that it adds', async () => {
  const s = await anAskedPatient();
  const u_id = s.patientId;
  const { medId } = (await s.nurse.call(records.addMedication, { body: { u_id, ...medication } })).reply;
  const of = { medId, medName: 'Lasix' };
  const add = async (goalName: string) =>
    (await s.nurse.call(records.addGoal, { body: { u_id, ...goal, ...of, goalName } })).reply.goalId;
  const [goalId, reached] = [await add('Walk'), await add('Swim')];
  const submitted = await s.submit(ways.good, {
    medicationChanges: [
      { operation: 'delete', id: medId, version: 1 },
      { operation: 'add', ...medication, medicationName: 'Aurelix' },
    ],
    goalChanges: [
      { operation: 'update', id: goalId, version: 1, ...goal, ...of, notes: 'Cat' },
      { operation: 'delete', id: reached, version: 1 },
      { operation: 'add', ...goal, ...of, goalName: 'Do without' },
      { operation: 'add', ...goal, medId: null, medName: 'Aurelix', goalName: 'Get used to it' },
    ],
  });
  expect(submitted.status).toBe(200);
  const { medications } = (await s.nurse.call(records.listMedications, { query: { u_id } })).reply;
  expect(medications.map((one) => one.medicationName)).toEqual(['Aurelix']);
  const { goals } = (await s.nurse.call(records.listGoals, { query: { u_id } })).reply;
  expect(goals).toMatchObject([
    { goalName: 'Walk', notes: 'Cat', ...of },
    { goalName: 'Do without', ...of },
    { goalName: 'Get used to it', medId: medications[0]?.medId, medName: 'Aurelix' },
  ]);
});

test('OPC-31 an assessment is submitted and reviewed under one’s own name alone', async () => {
  onItsOwn();
  const s = await anAskedPatient();
  const refused = await s.submit(ways.good, { careProviderId: s.root.providerId });
  expect([refused.status, refused.message]).toEqual([403, 'You can submit an assessment only under your own name.']);
  expect(await s.rows('select from survey_response')).toHaveLength(0);
});

test('PRV-01 whoever reads or exports answers is on record as a reader of the patient', async () => {
  const s = await anAskedPatient();
  await s.submit(ways.good);
  await s.read();
  await expect
    .poll(() =>
      s.rows(
        `select from access_entry where call = 'GET /survey-responses' and record_kind = 'patient' and provider_id = $2 and $1 = any(record_ids)`,
        [s.patientId, s.nurse.providerId],
      ),
    )
    .toHaveLength(1);
});

test('SEC-26 OPC-28 ANS-22 answers with markup, other directions of reading and 4,000 characters come back as they were typed; longer ones and those with a pipe are refused', async () => {
  const s = await anAskedPatient({ nodes: [node(1, 'TextInput')], edges: [] });
  const odd = ['<img src=x onerror=alert(1)>', '\u202egnp.exe', 'a, b', '=1+1', 'ü'.repeat(4_000), 'A\nB\t C'];
  for (const answer of odd) {
    const eventId = await s.event(s.patientId);
    const body = bodyOf({
      by: s.nurse,
      patientId: s.patientId,
      eventId,
      surveyId: s.survey.surveyId,
      given: { 1: answer },
    });
    expect((await s.nurse.call(api.submitResponse, { body })).status).toBe(200);
    const [one] = (await s.nurse.call(api.readResponses, { query: { u_id: s.patientId, survey_event_id: eventId } }))
      .reply.responses as { answers: { answer: string }[] }[];
    expect(one?.answers[0]?.answer).toBe(answer);
  }
  expect((await s.submit({ 1: 'x'.repeat(4_001) })).status).toBe(400);
  expect(await s.submit({ 1: 'a|b' })).toMatchObject({
    status: 400,
    message: 'Question 1: An answer cannot contain “|”.',
  });
});

test('ANS-19 a number with a decimal comma is taken and kept with a point; three digits after it may be thousands, and are none', async () => {
  onItsOwn();
  const s = await anAskedPatient();
  const refused = await s.submit({ ...ways.medication, 2: '3,500' });
  expect([refused.status, refused.message]).toEqual([400, 'Question 2: Please input valid number.']);
  expect((await s.submit({ ...ways.medication, 2: '3,5' })).status).toBe(200);
  const [kept] = await s.rows<{ answers: { questionNum: number; answer: string }[] }>(
    'select answers from survey_response',
  );
  expect(kept?.answers.find(({ questionNum }) => questionNum === 2)?.answer).toBe('3.5');
});
