import * as api from '@portal/contract/follow-ups/endpoints.ts';
import { removeFromGroup, removePatient } from '@portal/contract/patients/endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { expect, test } from 'vitest';
import { openSchedules, type Schedules } from '#test/schedules.ts';
import { onItsOwn } from '#test/portal.ts';
import { inPlaceOfAct } from '#test/unrecorded-changes.ts';
import { somebodyWaits } from '#test/waits.ts';

const bodyOf = (s: Schedules, uId: number, given: Record<string, unknown> = {}) => ({
  companyId: s.companyId,
  cpId: s.people.nurse.providerId,
  uId,
  followUpTime: '2031-01-17T14:30:00Z',
  notes: 'Ask about the weight',
  ...given,
});
const schedule = (
  s: Schedules,
  uId: number,
  given: Record<string, unknown> = {},
  who: 'nurse' | 'root' | 'other' = 'nurse',
) =>
  s.people[who].call(api.scheduleFollowUp, {
    body: bodyOf(s, uId, { cpId: s.people[who].providerId, ...given }),
  });
/** By the query of a list: several `cpId` are repeated on the wire. */
const listed = async (s: Schedules, query: Record<string, unknown>, who: 'nurse' | 'root' | 'other' = 'nurse') =>
  s.people[who].call(api.listFollowUps, { query: { companyId: s.companyId, ...query } });

test('FUP-06 FUP-09 OPC-37 OPC-41 CAB-08 CAB-09 CER-14 a follow-up is scheduled and read with its double names', async () => {
  const s = await openSchedules();
  const patient = await s.anActivePatient({ phone: '+16175550123' });
  const answer = await schedule(s, patient);
  const { fId } = answer.reply;
  expect(answer.body).toEqual({ message: 'Successfully scheduled the follow-up!', fId });
  const { body } = await listed(s, { uId: patient });
  const [one] = (body as { followUp: Record<string, unknown>[] }).followUp;
  expect(body).toEqual({
    followUp: [
      {
        fID: fId,
        fId,
        uId: patient,
        cpId: s.people.nurse.providerId,
        companyId: s.companyId,
        name: expect.stringMatching(/^Ada Patient\d+$/) as string,
        phone: '+16175550123',
        followUpTime: '2031-01-17T14:30:00.000Z',
        date: '2031-01-17T14:30:00.000Z',
        timeCreated: one?.['timeLastModified'],
        timeLastModified: one?.['timeCreated'],
        notes: 'Ask about the weight',
        status: true,
        completedAt: null,
        completedBy: null,
        outcome: null,
        version: 1,
        dob: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
        isCpActive: true,
      },
    ],
  });
  const trail = await s.rows(`select actor_id, record_id from audit_entry where action = 'follow_up.scheduled'`);
  expect(trail).toEqual([{ actor_id: s.people.nurse.providerId, record_id: String(fId) }]);
  const told = await s.rows(`select payload->>'id' as id from event where type = 'follow_up.changed'`);
  expect(told).toEqual([{ id: String(fId) }]);
  const line = await s.people.nurse.call(readTimeline, { query: { u_id: patient, kind: 'followUp' } });
  expect(line.reply.entries).toMatchObject([{ what: 'Follow-up scheduled', about: '2031-01-17T14:30:00Z' }]);
  expect(JSON.stringify(line.body)).not.toContain('weight');
});

test.each([[undefined], [null], [''], ['   '], ['\u200b'], [' \ufeff\u00ad\u2060']])(
  'CAB-09 CER-13 OPC-37 notes of %j are asked for first, whatever else is wrong with the follow-up',
  async (notes) => {
    onItsOwn();
    const s = await openSchedules();
    const answerTo = async (body: unknown) => {
      const { status, code, message } = await s.people.nurse.call(api.scheduleFollowUp, { body });
      return [status, code, message];
    };
    const asked = [400, 'follow_up.notes', 'notes is required.'];
    const foreign = { companyId: 900_000_000, cpId: 900_000_000, uId: 900_000_000 };
    for (const wrong of [
      foreign,
      { companyId: 'ours' },
      { followUpTime: undefined },
      { followUpTime: 'tomorrow' },
      { uId: [1], time: 'noon' },
    ])
      expect(await answerTo({ ...bodyOf(s, 1, wrong), notes })).toEqual(asked);
    expect(await answerTo({ notes })).toEqual(asked);
    expect((await schedule(s, 1, { notes })).fields).toEqual({ notes: 'is required' });
    const { fields } = await schedule(s, 1, { notes, followUpTime: 'tomorrow', time: 'noon' });
    expect(fields).toMatchObject({ followUpTime: expect.any(String) as string, time: 'is not a field of this call' });
    expect(await s.rows('select from follow_up')).toEqual([]);
  },
);

test('OPC-37 SEC-27 notes that are no text are named beside what else is wrong, and who may not schedule is told that alone', async () => {
  onItsOwn();
  const s = await openSchedules();
  const wrong = await schedule(s, 1, { notes: 7, followUpTime: 'tomorrow' });
  expect([wrong.status, wrong.code, wrong.fields]).toEqual([
    400,
    'invalid',
    { followUpTime: 'must be a time as 2026-03-05T12:00:00Z', notes: 'must be text' },
  ]);
  const sponsor = await s.signedIn(await s.aPerson('Sponsor', { company_id: s.companyId }));
  expect((await sponsor.call(api.scheduleFollowUp, { body: {} })).status).toBe(403);
});

test('OPC-37 OPC-09 a follow-up under another’s name, of another company or without the module is refused, and none is made', async () => {
  onItsOwn();
  const s = await openSchedules();
  const patient = await s.anActivePatient();
  const foreign = await schedule(s, patient, { cpId: s.people.root.providerId });
  expect([foreign.status, foreign.message]).toEqual([403, 'You can schedule a follow-up only under your own name.']);
  const another = await s.aCompany(['FollowUp']);
  expect((await schedule(s, patient, { companyId: another })).status).toBe(403);
  expect((await schedule(s, patient, {}, 'other')).status).toBe(404);
  expect((await schedule(s, patient, { followUpTime: 'tomorrow' })).status).toBe(400);
  const bare = await s.signedIn(await s.aPerson('Admin', { company_id: await s.aCompany(['Assessments']) }));
  expect((await bare.call(api.scheduleFollowUp, { body: { notes: '' } })).status).toBe(403);
  expect((await bare.call(api.listFollowUps, { query: { companyId: s.companyId } })).status).toBe(403);
  expect(await s.rows('select from follow_up')).toEqual([]);
});

test('FUP-05 FUP-07 OPC-39 OPC-40 CAB-06 CAB-07 the list is of a day or of a range of UTC days, of one, several or all colleagues, of patients in sight', async () => {
  const s = await openSchedules();
  const patient = await s.anActivePatient();
  const elsewhere = await s.anActivePatient({}, [s.groups.diabetes]);
  await schedule(s, patient, { followUpTime: '2031-01-17T00:00:00Z', notes: 'first' });
  await schedule(s, patient, { followUpTime: '2031-01-17T23:59:59.999Z', notes: 'last' });
  await schedule(s, patient, { followUpTime: '2031-01-18T00:00:00Z', notes: 'next' }, 'root');
  await schedule(s, elsewhere, { followUpTime: '2031-01-17T12:00:00Z', notes: 'elsewhere' }, 'other');
  const notes = async (query: Record<string, unknown>, who: 'nurse' | 'root' | 'other' = 'nurse') =>
    (await listed(s, query, who)).reply.followUp.map((one) => one.notes);
  const { nurse, root, other } = s.people;
  expect(await notes({ date: '2031-01-17' })).toEqual(['first', 'last']);
  expect(await notes({ date: '2031-01-17' }, 'root')).toEqual(['first', 'elsewhere', 'last']);
  expect(await notes({ sDate: '2031-01-17', eDate: '2031-01-17' })).toEqual(['first', 'last']);
  expect(await notes({ sDate: '2031-01-17', eDate: '2031-01-18' })).toEqual(['first', 'last', 'next']);
  expect(await notes({ sDate: '2031-01-17', eDate: '2031-01-18', cpId: root.providerId })).toEqual(['next']);
  expect(await notes({ date: '2031-01-17', cpId: nurse.providerId }, 'root')).toEqual(['first', 'last']);
  // A colleague's are read as far as the patients are in sight.
  expect(await notes({ date: '2031-01-17', cpId: other.providerId })).toEqual([]);
  const several = await s.app.http.inject({
    method: 'GET',
    url: `/api/survey-followUp?companyId=${s.companyId}&sDate=2031-01-17&eDate=2031-01-18&cpId=${root.providerId}&cpId=${nurse.providerId}`,
    headers: { host: 'localhost', authorization: `Bearer ${root.token}` },
  });
  expect(several.json<{ followUp: unknown[] }>().followUp).toHaveLength(3);
  expect(await notes({ uId: patient })).toEqual(['first', 'last', 'next']);
  expect((await listed(s, { uId: elsewhere })).status).toBe(404);
  expect(await notes({ cpId: 900_000_000, date: '2031-01-17' })).toEqual([]);
});

test('FUP-05 what is overdue is of any day, of patients in sight, and not completed; one that is still to come today is not', async () => {
  const s = await openSchedules();
  const { nurse, root } = s.people;
  const patient = await s.anActivePatient();
  const elsewhere = await s.anActivePatient({}, [s.groups.diabetes]);
  const at = (followUpTime: string, notes: string) => ({ followUpTime, notes });
  // Each was made when it was still to come.
  s.setClock('2021-06-01T11:00:00Z');
  await schedule(s, patient, at('2021-06-01T12:00:00Z', 'years ago'), 'root');
  s.setClock('2031-01-08T08:00:00Z');
  await schedule(s, patient, at('2031-01-10T08:59:59.999Z', 'this morning'));
  await schedule(s, patient, at('2031-01-10T09:30:00Z', 'soon'));
  const done = (await schedule(s, patient, at('2031-01-08T12:00:00Z', 'done'))).reply.fId;
  await nurse.call(api.completeFollowUp, { body: { fId: done, outcome: 'Reached.' } });
  await schedule(s, elsewhere, at('2031-01-09T12:00:00Z', 'elsewhere'), 'other');
  s.setClock('2031-01-10T09:00:00Z');
  const overdue = async (who: 'nurse' | 'root' | 'other', query: Record<string, unknown> = {}) =>
    (await listed(s, { state: 'overdue', ...query }, who)).reply.followUp.map(({ notes }) => notes);
  expect(await overdue('nurse')).toEqual(['years ago', 'this morning']);
  expect(await overdue('root')).toEqual(['years ago', 'elsewhere', 'this morning']);
  expect(await overdue('other')).toEqual(['elsewhere']);
  expect(await overdue('nurse', { cpId: nurse.providerId })).toEqual(['this morning']);
  expect(await overdue('nurse', { cpId: root.providerId })).toEqual(['years ago']);
  expect(await overdue('nurse', { date: '2031-01-10' })).toEqual(['this morning']);
  expect((await listed(s, { state: 'late' })).status).toBe(400);
});

test('OPC-39 FUP-05 what a list of one’s own leaves out is counted, as far as the patients are in sight, and nothing of a patient is noted as read', async () => {
  const s = await openSchedules();
  const { nurse, root, other } = s.people;
  const patient = await s.anActivePatient();
  const elsewhere = await s.anActivePatient({}, [s.groups.diabetes]);
  // The one of yesterday and the one of two days ago were made when they were still to come.
  s.setClock('2031-01-08T08:00:00Z');
  for (const followUpTime of [
    '2031-01-12T09:00:00Z',
    '2031-01-17T09:00:00Z',
    '2031-01-18T00:00:00Z',
    '2031-01-09T09:00:00Z',
  ])
    await schedule(s, patient, { followUpTime }, 'root');
  await schedule(s, patient, { followUpTime: '2031-01-13T09:00:00Z' });
  await schedule(s, patient, { followUpTime: '2031-01-08T09:00:00Z' });
  await schedule(s, elsewhere, { followUpTime: '2031-01-13T09:00:00Z' }, 'other');
  s.setClock('2031-01-10T09:00:00Z');
  const count = (query: object, who: 'nurse' | 'root' | 'other' = 'nurse') =>
    s.people[who].call(api.countOtherFollowUps, { query: { companyId: s.companyId, ...query } as never });
  const counted = async (...given: Parameters<typeof count>) => (await count(...given)).reply;
  const week = { sDate: '2031-01-10', eDate: '2031-01-17' };
  const accesses = async () => {
    await s.app.accessLog.flush();
    return (await s.rows<{ call: string }>('select call from access_entry order by entry_id')).map(({ call }) => call);
  };
  const readBefore = await accesses();
  expect(await counted({ cpId: [nurse.providerId], ...week })).toEqual({ others: 2, overdue: 2, ofInactive: 0 });
  expect(await counted({ cpId: nurse.providerId, date: '2031-01-12' })).toEqual({
    others: 1,
    overdue: 2,
    ofInactive: 0,
  });
  expect(await counted({ cpId: [nurse.providerId], state: 'overdue' })).toEqual({
    others: 1,
    overdue: 2,
    ofInactive: 0,
  });
  const both = await s.app.http.inject({
    method: 'GET',
    url: `/api/survey-followUp/others?companyId=${s.companyId}&sDate=2031-01-10&eDate=2031-01-17&cpId=${root.providerId}&cpId=${nurse.providerId}`,
    headers: { host: 'localhost', authorization: `Bearer ${nurse.token}` },
  });
  expect(both.json()).toEqual({ others: 0, overdue: 2, ofInactive: 0 });
  expect(await counted({ cpId: [root.providerId], ...week }, 'root')).toEqual({ others: 2, overdue: 2, ofInactive: 0 });
  expect(await counted({ cpId: [other.providerId], ...week }, 'other')).toEqual({
    others: 0,
    overdue: 0,
    ofInactive: 0,
  });
  expect(await accesses()).toEqual(readBefore);
  await listed(s, { date: '2031-01-13' });
  expect(await accesses()).toEqual([...readBefore, 'GET /survey-followUp']);
  expect((await count({ cpId: [nurse.providerId], sDate: '2031-01-18', eDate: '2031-01-17' })).status).toBe(400);
  const stranger = { companyId: await s.aCompany(['FollowUp']), cpId: [nurse.providerId], ...week };
  expect((await count(stranger)).status).toBe(403);
});

test('OPC-39 FUP-05 what others have is counted by the days of the reader’s time zone', async () => {
  const s = await openSchedules();
  const patient = await s.anActivePatient();
  // All on 17 January in Los Angeles: its first moment, half past four in the afternoon, its last moment.
  for (const followUpTime of ['2031-01-17T08:00:00Z', '2031-01-18T00:30:00Z', '2031-01-18T07:59:59.999Z'])
    await schedule(s, patient, { followUpTime }, 'root');
  const { nurse } = s.people;
  const ask = (query: object) =>
    nurse.call(api.countOtherFollowUps, { query: { companyId: s.companyId, cpId: nurse.providerId, ...query } });
  const others = async (date: string, zone?: string) => (await ask({ date, zone })).reply.others;
  const inLosAngeles = async (date: string) => others(date, 'America/Los_Angeles');
  expect(await inLosAngeles('2031-01-16')).toBe(0);
  expect(await inLosAngeles('2031-01-17')).toBe(3);
  expect(await inLosAngeles('2031-01-18')).toBe(0);
  expect([await others('2031-01-17'), await others('2031-01-18')]).toEqual([1, 2]);
  const range = { sDate: '2031-01-16', eDate: '2031-01-17', zone: 'America/Los_Angeles' };
  expect((await ask(range)).reply.others).toBe(3);
  expect((await ask({ date: '2031-01-17', zone: 'Pacific/Nowhere' })).fields).toEqual({
    zone: 'must be a time zone as Europe/London',
  });
});

/** One more than a list holds, each so long after the one before. */
const tooManyFrom = async (s: Schedules, at: string, step: string) =>
  s.rows(
    `insert into follow_up (company_id, patient_id, provider_id, at, notes, created_at)
     select $1, $2, $3, $4::timestamptz + n * $5::interval, 'number ' || n, now() from generate_series(1, 2001) n`,
    [s.companyId, await s.anActivePatient(), s.people.nurse.providerId, at, step],
  );

test.each([
  ['long ago', '2020-01-17T00:00:00Z', { sDate: '2019-12-01', eDate: '2020-02-01' }],
  // West of UTC yesterday ends within the UTC day of now, which is at nine o'clock.
  ['on the UTC day of now', '2031-01-08T20:00:00Z', { sDate: '2030-01-10', eDate: '2031-01-10' }],
])(
  'FUP-05 of days that ended %s, which have more than the list holds, the latest are there, in their order',
  async (_, from, days) => {
    const s = await openSchedules();
    await tooManyFrom(s, from, '1 minute');
    const { followUp } = (await listed(s, days)).reply;
    expect([followUp.length, followUp[0]?.notes, followUp.at(-1)?.notes]).toEqual([2000, 'number 2', 'number 2001']);
  },
);

test.each([{ date: '2031-01-10' }, { sDate: '2031-01-09', eDate: '2031-01-11' }])(
  'FUP-05 of %j, which are not over and have more than the list holds, the first are there',
  async (days) => {
    const s = await openSchedules();
    await tooManyFrom(s, '2031-01-10T00:00:00Z', '1 second');
    const { followUp } = (await listed(s, days)).reply;
    expect([followUp.length, followUp[0]?.notes, followUp.at(-1)?.notes]).toEqual([2000, 'number 1', 'number 2000']);
  },
);

test.each([
  [{ sDate: '2031-01-18', eDate: '2031-01-17' }],
  [{ sDate: '2031-01-18' }],
  [{ eDate: '2031-01-18' }],
  [{ date: '2031-02-30' }],
  [{ date: '17.01.2031' }],
])('FUP-07 OPC-40 %j is refused', async (query) => {
  const s = await openSchedules();
  expect((await listed(s, query)).status).toBe(400);
});

test('FUP-02 an imported follow-up without notes has empty ones', async () => {
  const s = await openSchedules();
  const patient = await s.anActivePatient();
  await s.rows(
    `insert into follow_up (company_id, patient_id, provider_id, at, notes, created_at) values ($1, $2, $3, '2031-01-17', '', now())`,
    [s.companyId, patient, s.people.nurse.providerId],
  );
  expect((await listed(s, { uId: patient })).reply.followUp).toMatchObject([{ notes: '' }]);
});

test('SEC-22 SEC-23 REL-07 FUP-09 a follow-up is moved, and completed once with its outcome, by whoever sees the patient', async () => {
  onItsOwn();
  const s = await openSchedules();
  const patient = await s.anActivePatient();
  const { nurse, root, other } = s.people;
  const { fId } = (await schedule(s, patient)).reply;
  const one = async () => (await listed(s, { uId: patient })).reply.followUp[0];
  const move = (followUpTime: string, by = nurse, more: object = {}) =>
    by.call(api.moveFollowUp, { body: { fId, followUpTime, ...more } });
  const complete = (outcome: string, by = nurse, more: object = {}) =>
    by.call(api.completeFollowUp, { body: { fId, outcome, ...more } });

  expect((await move('2031-01-20T09:00:00Z', other)).status).toBe(404);
  expect((await complete('Reached her.', other)).status).toBe(404);
  expect(await one()).toMatchObject({ followUpTime: new Date('2031-01-17T14:30:00Z'), status: true, version: 1 });

  const { timeCreated } = (await one())!;
  const laterOn = new Date(timeCreated.getTime() + 3_600_000);
  s.app.clock.set(laterOn);
  expect((await move('2031-01-20T09:00:00Z', root)).reply.version).toBe(2);
  const { timeLastModified, ...moved } = (await one())!;
  expect([moved.timeCreated, timeLastModified >= laterOn]).toEqual([timeCreated, true]);
  // To where it is already it is not moved.
  expect((await move('2031-01-20T09:00:00Z')).reply.version).toBe(2);
  expect(await one()).toMatchObject({ date: new Date('2031-01-20T09:00:00Z'), status: true, version: 2 });
  expect(await listed(s, { date: '2031-01-17' }).then(({ reply }) => reply.followUp)).toEqual([]);
  const stale = await move('2031-01-21T09:00:00Z', nurse, { version: 1 });
  expect([stale.status, stale.code]).toEqual([409, 'stale']);

  for (const outcome of ['', '   ']) expect((await complete(outcome)).status).toBe(400);
  const answers = await Promise.all([complete('She sleeps well.'), complete('She sleeps well.', root)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await one()).toMatchObject({
    status: false,
    outcome: 'She sleeps well.',
    completedBy: expect.stringMatching(/\S+ \S+/) as string,
    completedAt: expect.any(Date) as Date,
    version: 3,
  });
  const refused = await move('2031-01-22T09:00:00Z');
  expect([refused.status, refused.message]).toEqual([409, 'This follow-up has already been completed.']);
  const trail = await s.rows<{ action: string }>(`select action from audit_entry where action like 'follow_up.%'`);
  expect(trail.map(({ action }) => action).toSorted()).toEqual([
    'follow_up.completed',
    'follow_up.moved',
    'follow_up.scheduled',
  ]);
  const line = await nurse.call(readTimeline, { query: { u_id: patient, kind: 'followUp' } });
  expect(line.reply.entries.map(({ what }) => what)).toEqual([
    'Follow-up completed',
    'Follow-up moved',
    'Follow-up scheduled',
  ]);
  expect(JSON.stringify(line.body)).not.toContain('sleeps');
});

test('P11-11 the line of time keeps when a follow-up was to be before it was moved and taken over, and who did each', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { nurse, root } = s.people;
  const patient = await s.anActivePatient();
  const { fId } = (await schedule(s, patient)).reply;
  // Nothing in the trail says when this one was to be at first, but what was changed.
  const [imported] = await s.rows<{ id: number }>(
    `insert into follow_up (company_id, patient_id, provider_id, at, notes, created_at)
     values ($1, $2, $3, '2031-01-16T08:00:00Z', '', '2031-01-02T08:00:00Z') returning follow_up_id as id`,
    [s.companyId, patient, nurse.providerId],
  );
  const move = (id: number | undefined, followUpTime: string, by: typeof nurse, more: object = {}) => {
    s.forward(0.1);
    return by.call(api.moveFollowUp, { body: { fId: id, followUpTime, ...more } });
  };
  await move(imported?.id, '2031-01-19T08:00:00Z', root);
  await move(fId, '2031-01-20T09:00:00Z', root);
  await move(fId, '2031-01-21T09:00:00Z', nurse);
  await lets(s, nurse.providerId, true);
  await move(fId, '2031-01-21T09:00:00Z', root, { cpId: root.providerId });
  await move(fId, '2031-01-22T09:00:00Z', root);
  s.forward(0.1);
  await root.call(api.completeFollowUp, { body: { fId, outcome: 'Reached.' } });
  const line = await root.call(readTimeline, { query: { u_id: patient, kind: 'followUp' } });
  const people = await s.rows<{ name: string }>(
    `select first_name || ' ' || last_name as name from provider where provider_id = any($1) order by provider_id = $2`,
    [[nurse.providerId, root.providerId], root.providerId],
  );
  const [byNurse, byRoot] = people.map(({ name }) => name);
  expect(line.reply.entries.map(({ what, about, by }) => [what, about, by])).toEqual([
    ['Follow-up completed', '2031-01-22T09:00:00Z', byRoot],
    ['Follow-up moved', '2031-01-22T09:00:00Z', byRoot],
    ['Follow-up taken over', '2031-01-21T09:00:00Z', byRoot],
    ['Follow-up moved', '2031-01-21T09:00:00Z', byNurse],
    ['Follow-up moved', '2031-01-20T09:00:00Z', byRoot],
    ['Follow-up moved', '2031-01-19T08:00:00Z', byRoot],
    ['Follow-up scheduled', '2031-01-17T14:30:00Z', byNurse],
    ['Follow-up scheduled', '2031-01-16T08:00:00Z', byNurse],
  ]);
});

test.each([
  ['2031-01-10T08:54:00Z', 'Date and time must not lie in the past.'],
  ['0020-12-07T10:00:00Z', 'Date and time must not lie in the past.'],
  ['2041-01-10T09:01:00Z', 'Date and time must lie within the next 10 years. Please check the year.'],
  ['2131-01-20T10:00:00Z', 'Date and time must lie within the next 10 years. Please check the year.'],
])('a follow-up is neither scheduled for %s nor moved there: %s', async (followUpTime, said) => {
  onItsOwn();
  const s = await openSchedules();
  const patient = await s.anActivePatient();
  const refusal = { status: 400, message: said, fields: { followUpTime: said } };
  expect(await schedule(s, patient, { followUpTime })).toMatchObject(refusal);
  expect(await s.rows('select from follow_up')).toEqual([]);
  const { fId } = (await schedule(s, patient, { followUpTime: '2031-01-10T08:56:00Z' })).reply;
  const move = (to: string) => s.people.nurse.call(api.moveFollowUp, { body: { fId, followUpTime: to } });
  expect(await move(followUpTime)).toMatchObject(refusal);
  const { followUp } = (await listed(s, { uId: patient })).reply;
  expect(followUp).toMatchObject([{ date: new Date('2031-01-10T08:56:00Z'), version: 1 }]);
  // Where it is already it may stay, though that is over.
  s.setClock('2031-01-10T12:00:00Z');
  expect((await move('2031-01-10T08:56:00Z')).reply.version).toBe(1);
  expect((await move('2041-01-10T08:55:00Z')).reply.version).toBe(2);
});

test.each([
  ['99999999999999', 'cpId must be the number of a record, none is above 2147483647'],
  ['abc', 'cpId must be the number of a record'],
])('SEC-27 OPC-39 a provider %s is refused by what is wrong with the number', async (cpId, message) => {
  const s = await openSchedules();
  const refused = await listed(s, { cpId, date: '2031-01-12' });
  expect([refused.status, refused.message]).toEqual([400, message]);
});

test('OPC-09 without the module a follow-up is neither moved nor completed', async () => {
  const s = await openSchedules();
  const { fId } = (await schedule(s, await s.anActivePatient())).reply;
  await s.rows(`delete from company_module where company_id = $1 and name = 'FollowUp'`, [s.companyId]);
  const { nurse } = s.people;
  expect((await nurse.call(api.moveFollowUp, { body: { fId, followUpTime: '2031-01-20T09:00:00Z' } })).status).toBe(
    403,
  );
  expect((await nurse.call(api.completeFollowUp, { body: { fId, outcome: 'Reached.' } })).status).toBe(403);
});

const lets = (s: Schedules, providerId: number, go: boolean) =>
  s.rows('update provider set is_active = $2 where provider_id = $1', [providerId, !go]);

test('a list tells which follow-ups are of somebody without access, and how many of those it leaves out, as far as the patients are in sight', async () => {
  const s = await openSchedules();
  const { nurse, root } = s.people;
  const patient = await s.anActivePatient();
  const elsewhere = await s.anActivePatient({}, [s.groups.diabetes]);
  const own = (await schedule(s, patient)).reply.fId;
  const left = (await schedule(s, patient, {}, 'root')).reply.fId;
  const completed = (await schedule(s, patient, {}, 'root')).reply.fId;
  await nurse.call(api.completeFollowUp, { body: { fId: completed, outcome: 'Reached.' } });
  await schedule(s, elsewhere, {}, 'root');
  const count = async (query: object = {}) =>
    (
      await nurse.call(api.countOtherFollowUps, {
        query: { companyId: s.companyId, cpId: nurse.providerId, date: '2031-01-17', ...query },
      })
    ).reply;
  expect(await count()).toEqual({ others: 2, overdue: 0, ofInactive: 0 });
  await lets(s, root.providerId, true);
  expect(await count()).toEqual({ others: 2, overdue: 0, ofInactive: 1 });
  expect(await count({ date: '2031-01-18' })).toEqual({ others: 0, overdue: 0, ofInactive: 0 });
  const { followUp } = (await listed(s, { uId: patient })).reply;
  expect(followUp.map(({ fId, isCpActive }) => [fId, isCpActive])).toEqual([
    [own, true],
    [left, false],
    [completed, false],
  ]);
});

test('a follow-up of a patient who was deactivated says so to those who still see it, and of others nothing is said', async () => {
  const s = await openSchedules();
  const { root } = s.people;
  const [gone, here] = [await s.anActivePatient(), await s.anActivePatient()];
  for (const patient of [gone, here]) await schedule(s, patient, {}, 'nurse');
  const said = async () =>
    (await listed(s, {}, 'root')).reply.followUp.map((one) => [one.uId, one.isPatientDeactivated]);
  expect(await said()).toEqual([
    [gone, undefined],
    [here, undefined],
  ]);
  const query = { u_id: gone, removal_type: 'deactivate' };
  expect((await root.call(removePatient, { query })).status).toBe(200);
  expect(await said()).toEqual([
    [gone, true],
    [here, undefined],
  ]);
  // Nobody need take it, so it is not among those that wait for that.
  const own = { companyId: s.companyId, cpId: root.providerId, date: '2031-01-17' };
  expect((await root.call(api.countOtherFollowUps, { query: own })).reply).toEqual({
    others: 2,
    overdue: 0,
    ofInactive: 0,
  });
});

test('SEC-23 REL-07 a follow-up of somebody without access is taken over under one’s own name by whoever sees the patient, also a late one, and who scheduled it stays on record', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { nurse, root, other } = s.people;
  const patient = await s.anActivePatient();
  const { fId } = (await schedule(s, patient, {}, 'root')).reply;
  const followUpTime = '2031-01-17T14:30:00Z';
  const take = (by = nurse, more: object = {}) =>
    by.call(api.moveFollowUp, { body: { fId, followUpTime, cpId: by.providerId, ...more } });
  await lets(s, root.providerId, true);
  const foreign = await take(nurse, { cpId: other.providerId });
  expect([foreign.status, foreign.message]).toEqual([403, 'You can take over a follow-up only under your own name.']);
  expect((await take(other)).status).toBe(404);
  const one = async () => (await listed(s, { uId: patient })).reply.followUp[0];
  expect(await one()).toMatchObject({ cpId: root.providerId, version: 1 });

  // By now it is overdue, and stays where it was.
  s.setClock('2031-02-01T09:00:00Z');
  expect((await take(nurse, { version: 1 })).reply.version).toBe(2);
  expect(await one()).toMatchObject({
    cpId: nurse.providerId,
    isCpActive: true,
    followUpTime: new Date(followUpTime),
    version: 2,
  });
  expect((await take()).reply.version).toBe(2);
  const stale = await take(nurse, { version: 1 });
  expect([stale.status, stale.code]).toEqual([409, 'stale']);
  const trail = await s.rows(`select actor_id, changes from audit_entry where action = 'follow_up.taken'`);
  expect(trail).toEqual([
    {
      actor_id: nurse.providerId,
      changes: [{ field: 'provider_id', old: root.providerId, new: nurse.providerId }],
    },
  ]);
  const told = await s.rows(`select from event where type = 'follow_up.changed'`);
  expect(told).toHaveLength(2);
  const line = await nurse.call(readTimeline, { query: { u_id: patient, kind: 'followUp' } });
  const [scheduler] = await s.rows<{ name: string }>(
    `select first_name || ' ' || last_name as name from provider where provider_id = $1`,
    [root.providerId],
  );
  expect(line.reply.entries).toMatchObject([
    { what: 'Follow-up taken over' },
    { what: 'Follow-up scheduled', by: scheduler?.name },
  ]);

  await nurse.call(api.completeFollowUp, { body: { fId, outcome: 'Reached.' } });
  expect((await take()).code).toBe('follow_up.completed');
});

test('SEC-23 a follow-up of somebody who has access is not taken over; to “take” one’s own is to move it', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { nurse, root } = s.people;
  const patient = await s.anActivePatient();
  const { fId } = (await schedule(s, patient, {}, 'root')).reply;
  const take = (by: typeof nurse, followUpTime = '2031-01-18T09:00:00Z') =>
    by.call(api.moveFollowUp, { body: { fId, followUpTime, cpId: by.providerId } });
  const refused = await take(nurse);
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'follow_up.not_left',
    'Its care provider is active and sees the patient. Only a follow-up of somebody who is no longer active or no longer sees the patient can be taken over.',
  ]);
  const one = async () => (await listed(s, { uId: patient })).reply.followUp[0];
  expect(await one()).toMatchObject({ cpId: root.providerId, date: new Date('2031-01-17T14:30:00Z'), version: 1 });

  expect((await take(root)).reply.version).toBe(2);
  expect(await one()).toMatchObject({ cpId: root.providerId, date: new Date('2031-01-18T09:00:00Z'), version: 2 });
  const trail = await s.rows(
    `select action from audit_entry where action like 'follow_up.%' and action <> 'follow_up.scheduled'`,
  );
  expect(trail).toEqual([{ action: 'follow_up.moved' }]);
});

test('SEC-23 REL-07 whoever takes over a follow-up while somebody else does is told that it is theirs', async () => {
  const s = await openSchedules();
  const { nurse, root, other } = s.people;
  const patient = await s.anActivePatient({}, [s.groups.failure, s.groups.diabetes]);
  const { fId } = (await schedule(s, patient, {}, 'other')).reply;
  await lets(s, other.providerId, true);
  const { begun } = await s.app.database.asSystem(async (tx) => {
    inPlaceOfAct(tx);
    const taken = { provider_id: root.providerId, version: 2 };
    await tx.updateTable('follow_up').set(taken).where('follow_up_id', '=', fId).execute();
    const body = { fId, followUpTime: '2031-01-17T14:30:00Z', cpId: nurse.providerId };
    const taking = nurse.call(api.moveFollowUp, { body });
    await somebodyWaits(s);
    return { begun: taking };
  });
  const refused = await begun;
  expect([refused.status, refused.code]).toEqual([409, 'follow_up.not_left']);
  const { followUp } = (await listed(s, { uId: patient })).reply;
  expect(followUp).toMatchObject([{ cpId: root.providerId, version: 2 }]);
});

test('SEC-23 a follow-up of somebody who does not see the patient any more is told and taken over like that of somebody without access', async () => {
  const s = await openSchedules();
  const { nurse, other, root } = s.people;
  const patient = await s.anActivePatient({}, [s.groups.failure, s.groups.diabetes]);
  const { fId } = (await schedule(s, patient, {}, 'other')).reply;
  const completed = (await schedule(s, patient, {}, 'other')).reply.fId;
  await nurse.call(api.completeFollowUp, { body: { fId: completed, outcome: 'Reached.' } });
  const query = { companyId: s.companyId, cpId: nurse.providerId, date: '2031-01-17' };
  const count = async () => (await nurse.call(api.countOtherFollowUps, { query })).reply;
  const active = async () => {
    const { followUp } = (await listed(s, { uId: patient })).reply;
    return followUp.map((one) => [one.fId, one.cpId, one.isCpActive]);
  };
  const body = { fId, followUpTime: '2031-01-17T14:30:00Z', cpId: nurse.providerId };
  const take = () => nurse.call(api.moveFollowUp, { body });
  expect(await active()).toEqual([
    [fId, other.providerId, true],
    [completed, other.providerId, true],
  ]);
  expect(await count()).toEqual({ others: 2, overdue: 0, ofInactive: 0 });
  expect((await take()).code).toBe('follow_up.not_left');

  await root.call(removeFromGroup, { query: { u_id: patient, g_id: s.groups.diabetes } });
  expect(await active()).toEqual([
    [fId, other.providerId, false],
    [completed, other.providerId, true],
  ]);
  expect(await count()).toEqual({ others: 2, overdue: 0, ofInactive: 1 });
  expect((await take()).reply.version).toBe(2);
  expect(await active()).toEqual([
    [fId, nurse.providerId, true],
    [completed, other.providerId, true],
  ]);
});

test('SEC-23 REL-08 whoever takes over a follow-up while its provider is given access again comes too late', async () => {
  const s = await openSchedules();
  const { nurse, root } = s.people;
  const { fId } = (await schedule(s, await s.anActivePatient(), {}, 'root')).reply;
  await lets(s, root.providerId, true);
  const { begun } = await s.app.database.asSystem(async (tx) => {
    inPlaceOfAct(tx);
    await tx.updateTable('provider').set({ is_active: true }).where('provider_id', '=', root.providerId).execute();
    const body = { fId, followUpTime: '2031-01-17T14:30:00Z', cpId: nurse.providerId };
    const taking = nurse.call(api.moveFollowUp, { body });
    await somebodyWaits(s);
    return { begun: taking };
  });
  expect((await begun).code).toBe('follow_up.not_left');
});
