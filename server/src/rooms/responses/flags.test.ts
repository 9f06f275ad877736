/** A flagged answer stays open until somebody closes it with a note (issue 16, "Flag to closure"). */
import { removeFromGroup, removePatient } from '@portal/contract/patients/endpoints.ts';
import { reviewResponse } from '@portal/contract/responses/endpoints.ts';
import * as flags from '@portal/contract/responses/flag-endpoints.ts';
import { expect, test } from 'vitest';
import { letIn } from '#test/conversations.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { anAskingClinic, ways } from '#test/responses.ts';
import { somebodyWaits } from '#test/waits.ts';

async function flagged() {
  const portal = await openPortal();
  const s = await anAskingClinic(portal);
  const patientId = await s.anActivePatient();
  const { nurse, root, other } = s.people;
  const submit = async (of = patientId) => {
    const eventId = await s.event(of);
    await s.submits(nurse, of, eventId, ways.flagged);
    return eventId;
  };
  const list = async (query: object = {}, by = nurse) =>
    (await by.call(flags.listFlaggedAnswers, { query: { ...query } })).reply.flaggedAnswers;
  const take = (flaggedAnswerId: number, by = nurse, more: object = {}) =>
    by.call(flags.takeFlaggedAnswer, { body: { flaggedAnswerId, take: 1, ...more } });
  const close = (flaggedAnswerId: number, by = nurse, more: object = {}) =>
    by.call(flags.closeFlaggedAnswer, { body: { flaggedAnswerId, note: 'Called her.', ...more } });
  return { ...s, portal, patientId, nurse, root, other, submit, list, take, close };
}

test('a flagged answer is listed with what was asked and answered, overdue after 48 hours, those first', async () => {
  const s = await flagged();
  const eventId = await s.submit();
  expect((await s.list())[0]).toEqual({
    flaggedAnswerId: expect.any(Number) as number,
    uId: s.patientId,
    name: expect.stringMatching(/^Ada Patient\d+$/) as string,
    dob: '1950-03-04',
    phone: expect.stringMatching(/^\+1781\d{7}$/) as string,
    surveyEventId: eventId,
    sId: s.survey.surveyId,
    surveyName: s.survey.surveyName,
    questionNum: 1,
    question: 'Question 1?',
    answer: 'Very bad',
    openedAt: expect.any(Date) as Date,
    isOverdue: false,
    takenBy: null,
    takenAt: null,
    closedBy: null,
    closedAt: null,
    closingNote: null,
    version: 1,
  });
  await s.rows(`update flagged_answer set opened_at = opened_at - interval '49 hours'`);
  const later = await s.submit();
  expect((await s.list()).map((one) => [one.surveyEventId, one.isOverdue])).toEqual([
    ...Array.from({ length: 3 }, () => [eventId, true]),
    ...Array.from({ length: 3 }, () => [later, false]),
  ]);
});

test('of 20 colleagues who take an answer at once one has it; it is given back, and listed as one’s own meanwhile', async () => {
  const s = await flagged();
  await s.submit();
  const [one] = await s.list();
  const id = one?.flaggedAnswerId as number;
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => s.take(id, n % 2 ? s.nurse : s.root)));
  const taken = await s.list();
  const taker = taken[0]?.takenBy?.cpId;
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ code }) => code === 'flag.taken')).toHaveLength(10);
  expect(await s.rows(`select from audit_entry where action = 'flag.taken'`)).toHaveLength(1);
  const [has, has_not] = taker === s.nurse.providerId ? [s.nurse, s.root] : [s.root, s.nurse];
  expect((await s.list({ mine: 1 }, has)).map((flag) => flag.flaggedAnswerId)).toEqual([id]);
  expect(await s.list({ mine: 1 }, has_not)).toEqual([]);
  const refused = await s.close(id, has_not);
  expect([refused.status, refused.message]).toEqual([409, 'Someone else has already taken this answer.']);
  expect((await s.take(id, has_not, { take: 0 })).status).toBe(200);
  expect((await s.list())[0]).toMatchObject({ takenBy: null, takenAt: null, version: 3 });
  expect((await s.take(id, has_not)).status).toBe(200);
});

test('an answer is closed once, with a note, and stays with the patient', async () => {
  const s = await flagged();
  await s.submit();
  const [one] = await s.list();
  const id = one?.flaggedAnswerId as number;
  for (const note of ['', '  ', undefined]) expect((await s.close(id, s.nurse, { note })).status).toBe(400);
  const answers = await Promise.all([s.close(id), s.close(id, s.root), s.close(id)]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
  expect((await s.take(id)).message).toBe('This answer has already been closed.');
  expect((await s.list()).map((flag) => flag.questionNum)).toEqual([2, 4]);
  const ofPatient = await s.list({ u_id: s.patientId });
  expect(ofPatient.map((flag) => flag.closedAt === null)).toEqual([true, true, false]);
  expect(ofPatient[2]).toMatchObject({
    closingNote: 'Called her.',
    closedBy: expect.stringMatching(/\S+ \S+/) as string,
    version: 2,
  });
  expect(await s.rows(`select changes from audit_entry where action = 'flag.closed'`)).toHaveLength(1);
});

test('REL-07 a version that is old is refused with the state that is current, and where a colleague has taken or closed it the sentence says so', async () => {
  const s = await flagged();
  await s.submit();
  const id = (await s.list())[0]?.flaggedAnswerId as number;
  const changed = 'Someone else has changed this in the meantime. Please look at it again.';
  await s.take(id, s.nurse, { version: 1 });
  for (const [refused, message] of [
    [await s.take(id, s.root, { version: 1 }), 'Someone else has already taken this answer.'],
    [await s.close(id, s.root, { version: 1 }), 'Someone else has already taken this answer.'],
    [await s.close(id, s.nurse, { version: 1 }), changed],
  ] as const) {
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      code: 'stale',
      message,
      detail: { current: { version: 2, takenBy: { cpId: s.nurse.providerId } } },
    });
  }
  expect((await s.close(id, s.nurse, { version: 2 })).status).toBe(200);
  expect(await s.take(id, s.root, { version: 2 })).toMatchObject({
    code: 'stale',
    message: 'This answer has already been closed.',
  });
});

test('an open flagged answer of a patient who was deactivated says so to those who still see it', async () => {
  const s = await flagged();
  const patientId = await s.anActivePatient();
  await s.submit(patientId);
  const said = async () => (await s.list({}, s.root)).map((one) => [one.uId, one.isPatientDeactivated]);
  const rows = (await said()).length;
  expect(rows).toBeGreaterThan(0);
  expect(await said()).toEqual(Array.from({ length: rows }, () => [patientId, undefined]));
  const query = { u_id: patientId, removal_type: 'deactivate' };
  expect((await s.root.call(removePatient, { query })).status).toBe(200);
  expect(await said()).toEqual(Array.from({ length: rows }, () => [patientId, true]));
});

test.each<[string, (s: Awaited<ReturnType<typeof flagged>>, patientId: number) => Promise<unknown>]>([
  [
    'has no access any more',
    (s) => s.rows('update provider set is_active = false where provider_id = $1', [s.other.providerId]),
  ],
  [
    'does not see the patient any more',
    (s, patientId) => s.root.call(removeFromGroup, { query: { u_id: patientId, g_id: s.groups.diabetes } }),
  ],
])('what somebody has taken who %s is said to be left, and is taken by one colleague in one step', async (_, leave) => {
  const s = await flagged();
  const patientId = await s.anActivePatient({}, [s.groups.failure, s.groups.diabetes]);
  await s.submit(patientId);
  const [id, closed] = (await s.list()).map((one) => one.flaggedAnswerId) as [number, number];
  expect([(await s.take(id, s.other)).status, (await s.take(closed, s.other)).status]).toEqual([200, 200]);
  expect((await s.close(closed, s.other)).status).toBe(200);
  const taker = async () =>
    (await s.list({ u_id: patientId }))
      .filter((one) => one.takenBy !== null)
      .map((one) => [one.flaggedAnswerId, one.takenBy]);
  const name = expect.stringMatching(/\S+ \S+/) as string;
  const { providerId: cpId } = s.other;
  expect(await taker()).toEqual([
    [id, { cpId, name }],
    [closed, { cpId, name }],
  ]);
  expect((await s.take(id)).code).toBe('flag.taken');
  await leave(s, patientId);
  expect(await taker()).toEqual([
    [id, { cpId, name, isLeft: true }],
    [closed, { cpId, name }],
  ]);
  const answers = await Promise.all([s.take(id, s.nurse, { version: 2 }), s.take(id, s.root, { version: 2 })]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  const [has] = answers[0].status === 200 ? [s.nurse] : [s.root];
  expect((await taker())[0]).toEqual([id, { cpId: has?.providerId, name }]);
  const [entry] = await s.rows<{ changes: object[] }>(
    `select changes from audit_entry where action = 'flag.taken' order by seq desc limit 1`,
  );
  expect(entry?.changes).toContainEqual({ field: 'taker_id', old: cpId, new: has?.providerId });
});

test('PRV-11 what was taken in an emergency is left once the emergency is over, and is closed by a colleague', async () => {
  const s = await flagged();
  await s.submit();
  const id = (await s.list())[0]?.flaggedAnswerId as number;
  await letIn(s, s.other, s.groups.failure);
  expect((await s.take(id, s.other)).status).toBe(200);
  expect((await s.list())[0]?.takenBy?.isLeft).toBeUndefined();
  expect((await s.close(id)).code).toBe('flag.taken');
  await s.rows('update emergency_access set ended_at = now()');
  expect((await s.list())[0]?.takenBy).toMatchObject({ cpId: s.other.providerId, isLeft: true });
  expect((await s.close(id)).status).toBe(200);
});

test('SEC-22 SEC-23 flagged answers are nobody’s who does not see the patient, and those of a group are of it and below', async () => {
  onItsOwn();
  const s = await flagged();
  await s.submit();
  const elsewhere = await s.anActivePatient({}, [s.groups.diabetes]);
  const event = await s.event(elsewhere);
  await s.submits(s.root, elsewhere, event, ways.flagged);
  const foreign = await anAskingClinic(s.portal);
  const id = (await s.list())[0]?.flaggedAnswerId as number;
  const names = async (query: object, by = s.root) => [...new Set((await s.list(query, by)).map((one) => one.uId))];
  expect(await names({})).toEqual([s.patientId, elsewhere]);
  expect(await names({ g_id: s.groups.heart })).toEqual([s.patientId]);
  expect(await names({ g_id: s.groups.top })).toEqual([s.patientId, elsewhere]);
  expect(await names({}, s.other)).toEqual([elsewhere]);
  expect(await names({}, foreign.people.root)).toEqual([]);
  for (const by of [s.other, foreign.people.root]) {
    expect((await s.take(id, by)).status).toBe(404);
    expect((await s.close(id, by)).status).toBe(404);
    for (const query of [{ g_id: s.groups.heart }, { u_id: s.patientId }])
      expect((await by.call(flags.listFlaggedAnswers, { query })).status).toBe(404);
  }
  expect((await s.call(flags.listFlaggedAnswers, { query: {} })).status).toBe(401);
  expect(await s.rows('select from flagged_answer where taker_id is not null or closed_at is not null')).toEqual([]);
});

test('SEC-23 REL-08 whose patient is moved out of sight while they wait for a flagged answer changes nothing any more', async () => {
  onItsOwn();
  const s = await flagged();
  await s.submit();
  const [flag] = await s.list();
  const id = flag?.flaggedAnswerId as number;
  const { close, moved } = await s.portal.app.database.asSystem(async (tx) => {
    await tx
      .selectFrom('flagged_answer')
      .select('version')
      .where('flagged_answer_id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    const waiting = s.close(id);
    await somebodyWaits(s.portal);
    const query = { u_id: s.patientId, g_id: s.groups.failure };
    return { close: { waiting }, moved: await s.root.call(removeFromGroup, { query }) };
  });
  expect([moved.status, (await close.waiting).status]).toEqual([200, 404]);
  expect(await s.rows('select from flagged_answer where closed_at is not null')).toHaveLength(0);
});

test('REL-07 a flag whose answer a review has changed is not closed by what was noted about the earlier one', async () => {
  const s = await flagged();
  const eventId = await s.submit();
  const ofSecond = async () => (await s.list()).find(({ questionNum }) => questionNum === 2);
  const before = await ofSecond();
  const id = before?.flaggedAnswerId as number;
  const body = s.body(s.root, s.patientId, eventId, { ...ways.flagged, 2: '10' });
  expect((await s.root.call(reviewResponse, { body })).status).toBe(200);
  const refused = await s.close(id, s.nurse, { version: before?.version, note: 'Called, mild.' });
  expect(refused).toMatchObject({ status: 409, code: 'stale' });
  expect(refused.body).toMatchObject({ detail: { current: { answer: '10', version: 2, closedAt: null } } });
  expect(await ofSecond()).toMatchObject({ answer: '10', closedAt: null, openedAt: before?.openedAt });
  expect(
    await s.rows(
      `select reason, changes from audit_entry where action = 'flag.answered_anew' and record_id = $1::text`,
      [id],
    ),
  ).toMatchObject([
    {
      reason: 'The answer was changed.',
      changes: [{ field: 'answer', old: '9', new: '10' }],
    },
  ]);
  expect((await s.close(id, s.nurse, { version: 2 })).status).toBe(200);
});

test('a closed flag speaks of the answer that was flagged, and says what a review left in its place', async () => {
  const s = await flagged();
  const eventId = await s.submit();
  for (const { flaggedAnswerId } of await s.list()) await s.close(flaggedAnswerId);
  const review = (way: Record<number, string>) =>
    s.nurse.call(reviewResponse, { body: s.body(s.nurse, s.patientId, eventId, way) });
  const told = async () =>
    (await s.list({ u_id: s.patientId })).map((one) => [
      one.questionNum,
      one.question,
      one.answer,
      one.answerNow,
      one.closingNote,
    ]);
  expect((await told()).map(([, , , now]) => now)).toEqual([undefined, undefined, undefined]);
  expect((await review({ ...ways.medication, 1: 'Very bad', 2: '2' })).status).toBe(200);
  expect(await told()).toContainEqual([2, 'Question 2?', '9', '2', 'Called her.']);
  expect((await review(ways.good)).status).toBe(200);
  expect(await told()).toEqual([
    [1, 'Question 1?', 'Very bad', 'Good', 'Called her.'],
    [2, 'Question 2?', '9', null, 'Called her.'],
    [4, 'Question 4?', 'None|Headache', null, 'Called her.'],
  ]);
  expect((await review(ways.flagged)).status).toBe(200);
  expect((await told()).map(([, , , now, note]) => [now, note])).toEqual([
    [undefined, null],
    [undefined, null],
    [undefined, null],
  ]);
});

test('a note that is added in a review leaves a flag closed with its closing note, and another answer opens it again', async () => {
  const s = await flagged();
  const eventId = await s.submit();
  for (const { flaggedAnswerId } of await s.list()) await s.close(flaggedAnswerId);
  const reopened = () =>
    s.rows(
      `select reason from audit_entry where action = 'flag.reopened' and record_id = any
       (select flagged_answer_id::text from flagged_answer where patient_id = $1)`,
      [s.patientId],
    );
  const review = (second: { answer: string; note: string }) => {
    const body = s.body(s.nurse, s.patientId, eventId, ways.flagged);
    const answers = body.answers.map((one) => (one.questionNum === 2 ? { ...one, ...second } : one));
    return s.nurse.call(reviewResponse, { body: { ...body, answers } });
  };
  const ofSecond = async () =>
    (await s.list({ u_id: s.patientId }))
      .filter(({ questionNum }) => questionNum === 2)
      .map(({ closingNote, closedAt, answer }) => [answer, closedAt === null, closingNote]);
  expect((await review({ answer: '9', note: 'At night above all.' })).status).toBe(200);
  expect(await ofSecond()).toEqual([['9', false, 'Called her.']]);
  expect(await reopened()).toEqual([]);
  expect((await review({ answer: '10', note: 'At night above all.' })).status).toBe(200);
  expect(await ofSecond()).toEqual([['10', true, null]]);
  expect(await reopened()).toEqual([{ reason: 'The answer was changed.' }]);
});
