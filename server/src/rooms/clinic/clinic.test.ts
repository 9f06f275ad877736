import * as api from '@portal/contract/clinic/endpoints.ts';
import { removePatient, setPatientStatus } from '@portal/contract/patients/endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { readSurvey } from '@portal/contract/responses/endpoints.ts';
import { expect, test } from 'vitest';
import { openSchedules, type Schedules } from '#test/schedules.ts';
import { onItsOwn } from '#test/portal.ts';

/** Somebody whom their group has asked `events` times, every day. */
async function aDailyPatient(s: Schedules, given: Record<string, unknown> = {}) {
  const patient = await s.anActivePatient(given);
  const events = async () => (await s.events(patient)).map(({ id }) => id);
  return { patient, events };
}
const rowsOf = async (s: Schedules, g_id: number, who: 'nurse' | 'root' | 'other' = 'root') =>
  (await s.people[who].call(api.listInterventions, { query: { g_id } })).reply.interventions;

test('PTB-05 PTB-06 PTB-08 PTB-09 OPC-21 OPC-22 CAA-06 a patient is one row with a place for each open or flagged event', async () => {
  const s = await openSchedules();
  const survey = await s.aSurvey('Weekly check');
  await s.asks(s.groups.failure, survey, '1d');
  const incomplete = await aDailyPatient(s, { lastName: 'Adams' });
  const flagged = await aDailyPatient(s, { lastName: 'Baker' });
  const both = await aDailyPatient(s, { lastName: 'Clark', phone: '+16175550177', email: 'clark@mail.example' });
  const well = await aDailyPatient(s, { lastName: 'Davis' });
  s.forward(2.01);
  await s.makeDue();
  for (const one of await flagged.events()) await s.answer(one, { flagged: [1, 3] });
  const [first, second] = await both.events();
  await s.answer(second as number, { flagged: [2] });
  const [calm, reviewed] = await well.events();
  await s.answer(calm as number);
  await s.answer(reviewed as number, { flagged: [1], reviewed: true });
  const { body } = await s.people.root.call(api.listInterventions, { query: { g_id: s.groups.failure } });
  const { interventions } = body as { interventions: { lName: string; uId: number; flagged: unknown }[] };
  expect(interventions.map(({ lName, uId, flagged: marks }) => [lName, uId, marks])).toEqual([
    ['Adams', incomplete.patient, [null, null]],
    [
      'Baker',
      flagged.patient,
      [
        [1, 3],
        [1, 3],
      ],
    ],
    ['Clark', both.patient, [null, [2]]],
  ]);
  const events = await s.events(both.patient);
  expect(interventions[2]).toEqual({
    fName: 'Ada',
    lName: 'Clark',
    phone: '+16175550177',
    email: 'clark@mail.example',
    uId: both.patient,
    sId: [survey, survey],
    surveyEventId: [first, second],
    surveyName: ['Weekly check', 'Weekly check'],
    started: events.map(({ started }) => started.toISOString()),
    due: events.map(({ due }) => due.toISOString()),
    flagged: [null, [2]],
    dob: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
  });
});

test('PTB-08 ACT-02 an event keeps the name that its assessment had when it began, in the list, in the line of time and where it is answered', async () => {
  const s = await openSchedules();
  const survey = await s.aSurvey('Weekly check');
  await s.asks(s.groups.failure, survey, '1d');
  const { patient, events } = await aDailyPatient(s);
  s.forward(1.01);
  await s.makeDue();
  await s.renames(survey, 'How are you today?');
  s.forward(1);
  await s.makeDue();
  const both = ['Weekly check', 'How are you today?'];
  expect(await rowsOf(s, s.groups.failure)).toMatchObject([{ uId: patient, sId: [survey, survey], surveyName: both }]);
  const ids = await events();
  const read = async (survey_event_id: number) =>
    (await s.people.nurse.call(readSurvey, { query: { u_id: patient, survey_event_id } })).reply.surveyName;
  expect([await read(ids[0] as number), await read(ids[1] as number)]).toEqual(both);
  for (const id of ids) await s.answer(id, { flagged: [1] });
  expect(await rowsOf(s, s.groups.failure)).toMatchObject([{ surveyName: both }]);
  await s.rows('update survey_response set reviewed_at = completed_at');
  await s.rows(
    `insert into reminder (company_id, patient_id, survey_event_id, kind, methods, sent_on, sent_at)
     select company_id, patient_id, survey_event_id, 'start', '{Email}', started_at::date, started_at from survey_event`,
  );
  await s.rows('update survey_event set ended_at = started_at');
  const { entries } = (await s.people.nurse.call(readTimeline, { query: { u_id: patient } })).reply;
  const ofAssessments = entries.filter(({ kind }) => ['assessment', 'outreach'].includes(kind));
  const told = Map.groupBy(ofAssessments.toReversed(), ({ what }) => what);
  expect(Object.fromEntries([...told].map(([what, all]) => [what, all.map(({ about }) => about)]))).toEqual({
    'Assessment answered by the patient': both,
    'Assessment ended without an answer': both,
    'Assessment reviewed': both,
    'Assessment started': both,
    'Told of an assessment by email': both,
  });
});

test('OPC-21 TRE-02 the list is of the group and those below it, of active patients in sight alone, and a finished review takes its event out', async () => {
  const s = await openSchedules();
  const { top, heart, failure, diabetes } = s.groups;
  const survey = await s.aSurvey();
  await s.asks(failure, survey, '1d');
  await s.asks(diabetes, survey, '1d');
  const one = await aDailyPatient(s);
  const elsewhere = await s.anActivePatient({}, [diabetes]);
  s.forward(1.01);
  await s.makeDue();
  const ids = async (...asked: Parameters<typeof rowsOf>) => (await rowsOf(...asked)).map(({ uId }) => uId);
  expect(await ids(s, failure, 'nurse')).toEqual([one.patient]);
  expect(await ids(s, heart, 'nurse')).toEqual([one.patient]);
  expect(await ids(s, top)).toEqual([one.patient, elsewhere]);
  for (const g_id of [diabetes, top, 900_000_000])
    expect((await s.people.nurse.call(api.listInterventions, { query: { g_id } })).status).toBe(404);
  const several = await s.app.http.inject({
    method: 'GET',
    url: `/api/care-groups/interventions?g_id[]=${failure}&g_id[]=${diabetes}`,
    headers: { host: 'localhost', authorization: `Bearer ${(await s.signedIn(s.people.root.providerId)).token}` },
  });
  expect(several.json<{ interventions: unknown[] }>().interventions).toHaveLength(2);

  const [event] = await one.events();
  const response = await s.answer(event as number, { flagged: [1] });
  expect(await ids(s, failure)).toEqual([one.patient]);
  await s.rows('update survey_response set reviewed_at = now() where response_id = $1', [response]);
  expect(await ids(s, failure)).toEqual([]);
  await s.deactivate(elsewhere);
  expect(await ids(s, diabetes)).toEqual([]);
  await s.people.root.call(setPatientStatus, { body: { u_id: elsewhere, new_status: 'pending' } });
  expect(await ids(s, top)).toEqual([]);
});

test('OPC-58 CDB-02 CDB-03 CDB-05 CDB-06 CAA-07 CAA-08 CAA-09 CAA-10 OPC-18 the four numbers are those of the rows, by UTC months, whoever asks and without a module; who was removed is in none of them', async () => {
  onItsOwn();
  const s = await openSchedules();
  s.setClock('2031-01-10T09:00:00Z');
  const survey = await s.aSurvey();
  await s.asks(s.groups.failure, survey, '1w');
  const patients = [];
  for (let n = 0; n < 4; n += 1) patients.push((await aDailyPatient(s)).patient);
  const before = await s.aPatient({}, [s.groups.failure]);
  s.setClock('2031-02-27T10:00:00Z');
  await s.makeDue();
  const events = await Promise.all(patients.map((one) => s.events(one)));
  const answer = (patient: number, event: number, at: string, flagged: number[] = []) =>
    s.answer(events[patient]?.[event]?.id as number, { flagged, at: new Date(at) });
  await answer(0, 0, '2031-01-01T00:00:00Z', [1]);
  await answer(0, 1, '2031-01-31T23:59:59.999Z', [2]);
  await answer(1, 0, '2030-12-31T23:59:59.999Z', [1]);
  await answer(1, 1, '2031-02-01T00:00:00Z', [1, 2]);
  await answer(2, 0, '2031-02-14T00:00:00Z');
  await answer(2, 1, '2031-03-01T00:00:00Z', [1]);
  await s.deactivate(patients[3] as number);
  await s.people.root.call(setPatientStatus, { body: { u_id: before, new_status: 'active' } });
  await s.rows(
    `insert into follow_up (company_id, patient_id, provider_id, at, notes, created_at)
     select $1, $2, $3, at, 'x', now() from unnest($4::timestamptz[]) at`,
    [
      s.companyId,
      patients[0],
      s.people.root.providerId,
      ['2031-02-27T09:59:00Z', '2031-02-27T10:30:00Z', '2032-01-01T00:00:00Z', '2031-02-28T10:00:00Z'],
    ],
  );
  // One that is completed before its time is no longer to come.
  await s.rows(
    `update follow_up set completed_at = now(), completer_id = provider_id, outcome = 'Reached.' where at = '2031-02-28T10:00:00Z'`,
  );
  const stranger = await s.signedIn(await s.aPerson('Nurse', { company_id: await s.aCompany([]) }));
  const [open] = await s.rows<{ n: number }>(
    `select count(*)::int as n from survey_event where answered_at is null and ended_at is null and due_at >= '2031-02-01' and due_at < '2031-03-01'`,
  );
  expect(open?.n).toBeGreaterThan(5);
  for (const who of [s.people.nurse, s.people.root]) {
    expect((await who.call(api.countFlagged)).body).toEqual({ numFlagged: 1, prevMonthFlagged: 2 });
    expect((await who.call(api.countActivePatients)).body).toEqual({ numPatients: 4, prevMonthPatients: 4 });
    expect((await who.call(api.countAssessments)).body).toEqual({
      programsCompleted: 2,
      totalPrograms: 2 + (open?.n ?? 0),
    });
    expect((await who.call(api.countFollowUps, { query: { company_id: s.companyId } })).body).toEqual({
      numFollowUps: 2,
    });
  }
  for (const u_id of patients.slice(0, 2)) {
    await s.deactivate(u_id);
    expect((await s.people.root.call(removePatient, { query: { u_id, removal_type: 'remove' } })).status).toBe(200);
  }
  const [left] = await s.rows<{ n: number }>(
    `select count(*)::int as n from survey_event join patient using (patient_id) where removed_at is null
     and answered_at is null and ended_at is null and due_at >= '2031-02-01' and due_at < '2031-03-01'`,
  );
  expect((await s.people.root.call(api.countFlagged)).body).toEqual({ numFlagged: 0, prevMonthFlagged: 0 });
  expect((await s.people.root.call(api.countAssessments)).body).toEqual({
    programsCompleted: 1,
    totalPrograms: 1 + (left?.n ?? 0),
  });
  expect((await s.people.root.call(api.countFollowUps)).body).toEqual({ numFollowUps: 0 });
  for (const endpoint of [api.countFlagged, api.countActivePatients, api.countAssessments, api.countFollowUps]) {
    expect((await stranger.call(endpoint, { query: { company_id: s.companyId } })).status).toBe(403);
    expect(Object.values((await stranger.call(endpoint)).reply)).not.toContain(4);
    expect((await s.call(endpoint)).status).toBe(401);
  }
});

test('CDB-03 OPC-18 patients who were active at the end of last month are counted as they were then, whatever became of them since', async () => {
  const s = await openSchedules();
  s.setClock('2031-01-10T09:00:00Z');
  const [gone, stays, again] = [await s.anActivePatient(), await s.anActivePatient(), await s.anActivePatient()];
  await s.deactivate(again);
  const late = await s.aPatient();
  s.setClock('2031-02-01T00:00:00Z');
  await s.deactivate(gone);
  const root = s.people.root;
  const activate = async (u_id: number) => {
    await root.call(setPatientStatus, { body: { u_id, new_status: 'pending' } });
    return root.call(setPatientStatus, { body: { u_id, new_status: 'active' } });
  };
  await activate(again);
  await root.call(setPatientStatus, { body: { u_id: late, new_status: 'active' } });
  await s.deactivate(late);
  await s.anActivePatient();
  // On and off and on within the month.
  await s.deactivate(stays);
  await activate(stays);
  expect((await root.call(api.countActivePatients)).reply).toEqual({ numPatients: 3, prevMonthPatients: 2 });
});
