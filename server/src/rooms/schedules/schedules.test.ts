import { createSurvey, saveSurvey } from '@portal/contract/assessments/endpoints.ts';
import { addToGroup, removeFromGroup } from '@portal/contract/patients/endpoints.ts';
import * as api from '@portal/contract/schedules/endpoints.ts';
import {
  addWorkflowAssessment,
  changeWorkflowAssessment,
  removeWorkflowAssessment,
} from '@portal/contract/workflows/assessment-endpoints.ts';
import { expect, test } from 'vitest';
import { makeDueEventsIn } from '#rooms/schedules/door.ts';
import { onItsOwn } from '#test/portal.ts';
import { aGraph, addPatients, openSchedules, type Schedules } from '#test/schedules.ts';
import { somebodyWaits } from '#test/waits.ts';

/** A patient who is asked every week, and the one schedule of theirs. */
async function aScheduled(s: Schedules, every = '1w', isUsable = true) {
  const survey = await s.aSurvey('Weekly check', isUsable);
  const trigger = await s.asks(s.groups.failure, survey, every);
  const patient = await s.anActivePatient();
  const [item] = await s.items(patient);
  const put = (recurrence: string, over: object = {}) =>
    s.people.nurse.call(api.changeSchedule, {
      query: { u_id: patient },
      body: { schedId: item?.id, sId: survey, recurrence, RRule: 'FREQ=DAILY', ...over },
    });
  const read = async () =>
    (await s.people.nurse.call(api.listSchedule, { query: { u_id: patient } })).reply.assessmentSchedule;
  return { survey, trigger, patient, item: item?.id as number, put, read };
}
const cut = (date: Date | undefined) => date?.toISOString().slice(0, 16);

test('SCH-01 SCH-02 CAB-11 a person reads what a patient is asked, and when next', async () => {
  const s = await openSchedules();
  const { patient, survey, item } = await aScheduled(s);
  const { body } = await s.people.nurse.call(api.listSchedule, { query: { u_id: patient } });
  const start = (await s.items(patient))[0]?.starts as Date;
  expect(body).toEqual({
    assessmentSchedule: [
      {
        schedId: item,
        gId: s.groups.failure,
        sId: survey,
        surveyName: 'Weekly check',
        status: 'Active',
        blockedBy: null,
        dStart: start.toISOString(),
        due: new Date(start.getTime() + 86_400_000).toISOString(),
        dueDescription: 'Within 1 day',
        oldestOpen: null,
        openCount: 0,
        RRule: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=FR',
        recurrence: '1w',
        scheduleDescription: 'Every week',
        fillCount: null,
        version: 1,
      },
    ],
  });
  expect(cut(start)).toBe('2031-01-17T09:00');
});

test('SCH-03 ASB-05 OPC-20 an assessment that was created without a question blocks its schedules and asks nobody, until it has one', async () => {
  const s = await openSchedules();
  const { companyId, groups } = s;
  const { root, nurse } = s.people;
  const made = await root.call(createSurvey, { body: { surveyName: 'Sleep', nodes: [], edges: [], companyId } });
  const { surveyId } = made.reply;
  const surveyActivity = { surveyId, triggerType: 'Time', triggerValue: '1d', triggerDescription: 'Daily' };
  await root.call(addWorkflowAssessment, { body: { gId: groups.failure, companyId, surveyActivity } });
  const patient = await s.anActivePatient();
  const read = async () => (await nurse.call(api.listSchedule, { query: { u_id: patient } })).reply.assessmentSchedule;
  s.forward(1.1);
  await s.makeDue();
  expect(await read()).toMatchObject([{ surveyName: 'Sleep', status: 'Blocked', blockedBy: 'Sleep' }]);
  expect(await s.events(patient)).toEqual([]);
  await root.call(saveSurvey, { body: { surveyName: 'Sleep', ...aGraph, surveyId, companyId } });
  s.forward(1);
  await s.makeDue();
  expect(await read()).toMatchObject([{ status: 'Active', blockedBy: null }]);
  expect(await s.events(patient)).toHaveLength(1);
});

test('CGW-15 SCH-05 OPC-20 a workflow may ask less often than a person may set: its trigger of 501 days or more makes a schedule that is read and asks', async () => {
  const s = await openSchedules();
  const { companyId, groups } = s;
  const { root, nurse } = s.people;
  const patient = await s.anActivePatient();
  for (const triggerValue of ['501d', '9999M']) {
    const surveyActivity = {
      surveyId: await s.aSurvey(triggerValue),
      triggerType: 'Time',
      triggerValue,
      triggerDescription: 'Rarely',
    };
    const added = await root.call(addWorkflowAssessment, { body: { gId: groups.failure, companyId, surveyActivity } });
    expect(added.status).toBe(200);
  }
  const read = async () => (await nurse.call(api.listSchedule, { query: { u_id: patient } })).reply.assessmentSchedule;
  expect(await read()).toMatchObject([
    { recurrence: '501d', RRule: 'FREQ=DAILY;INTERVAL=501', scheduleDescription: 'Every 501 days' },
    { recurrence: '9999M', scheduleDescription: 'Every 9999 months' },
  ]);
  expect(cut((await read())[0]?.dStart)).toBe('2032-05-25T09:00');
  s.forward(501.1);
  await s.makeDue();
  expect((await s.events(patient)).map(({ started }) => cut(started))).toEqual(['2032-05-25T09:00']);
});

test('SCH-05 SCH-06 CGW-15 what a schedule is read with is the same as before also where no person may set it; anything else beyond that is named', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { put, read, patient } = await aScheduled(s, '600d');
  const [own] = await read();
  const same = await put(own?.recurrence as string, { RRule: own?.RRule, version: own?.version });
  expect([same.status, same.message]).toEqual([400, 'The recurrence is the same as before.']);
  for (const beyond of ['601d', '501d', '9999M']) {
    const refused = await put(beyond);
    expect([refused.status, refused.fields]).toEqual([
      400,
      { recurrence: 'must be a whole number from 1 to 500 and d, w or M' },
    ]);
  }
  expect((await put('500d')).status).toBe(200);
  expect(await s.items(patient)).toMatchObject([{ every: '500d' }]);
});

test('SCH-02 the schedule says of each assessment how many are not answered, which is the oldest, and by when it was to be', async () => {
  const s = await openSchedules();
  const { patient, survey, read } = await aScheduled(s);
  const another = await s.aSurvey('Foot check');
  await s.asks(s.groups.failure, another, '10d');
  // Another patient of the group, whom the nurse sees as well, is asked the same.
  const neighbour = await s.anActivePatient();
  const open = async () =>
    (await read()).map((item) => [item.sId, item.openCount, item.oldestOpen?.surveyEventId, cut(item.oldestOpen?.due)]);
  s.setClock('2031-02-01T09:00:00Z');
  await s.makeDue();
  expect(await s.events(neighbour)).toHaveLength(5);
  const asked = await s.events(patient);
  expect(asked.map(({ due }) => cut(due))).toEqual([
    '2031-01-18T09:00',
    '2031-01-21T09:00',
    '2031-01-25T09:00',
    '2031-01-31T09:00',
    '2031-02-01T09:00',
  ]);
  const [first, foot, second, , third] = asked;
  const footCheck = [another, 2, foot?.id, '2031-01-21T09:00'];
  expect(await open()).toEqual([[survey, 3, first?.id, '2031-01-18T09:00'], footCheck]);
  await s.answer(first?.id as number);
  expect(await open()).toEqual([[survey, 2, second?.id, '2031-01-25T09:00'], footCheck]);
  await s.rows('update survey_event set ended_at = $2 where survey_event_id = $1', [second?.id, s.app.clock.now()]);
  expect(await open()).toEqual([[survey, 1, third?.id, '2031-02-01T09:00'], footCheck]);
  await s.answer(third?.id as number);
  expect(await open()).toEqual([[survey, 0, undefined, undefined], footCheck]);
});

test('SCH-07 SCH-10 SCH-11 OPC-63 CAB-12 a person changes how often a patient is asked: the rule is the server’s own, the start stays, due and words follow', async () => {
  const s = await openSchedules();
  const { put, read, patient, item } = await aScheduled(s);
  s.setClock('2031-01-18T09:00:00Z');
  await s.makeDue();
  expect((await put('2w')).body).toEqual({ message: 'Schedule updated.', version: 2 });
  const [changed] = await read();
  expect([
    changed?.recurrence,
    changed?.RRule,
    changed?.scheduleDescription,
    cut(changed?.dStart),
    cut(changed?.due),
  ]).toEqual(['2w', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR', 'Every 2 weeks', '2031-01-17T09:00', '2031-02-01T09:00']);
  await put('1M');
  expect([(await read())[0]?.RRule, cut((await read())[0]?.due)]).toEqual([
    'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=17',
    '2031-02-18T09:00',
  ]);
  const trail = await s.rows<{ changes: object }>(
    `select record_id, changes from audit_entry where action = 'schedule.changed' order by seq limit 1`,
  );
  expect(trail).toEqual([
    {
      record_id: String(item),
      changes: [
        { field: 'recurrence', old: '1w', new: '2w' },
        { field: 'rule', old: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=FR', new: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR' },
      ],
    },
  ]);
  const told = await s.rows(`select payload from event where type = 'schedule.changed'`);
  expect(told).toHaveLength(2);
  expect(await s.items(patient)).toHaveLength(1);
});

test.each([
  ['2031-01-21T08:00:00Z', 28, 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=28', '2031-02-28T08:00'],
  ['2031-01-22T08:00:00Z', 29, 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1', '2031-01-31T08:00'],
  ['2031-01-24T08:00:00Z', 31, 'FREQ=MONTHLY;INTERVAL=1;BYMONTHDAY=-1', '2031-02-28T08:00'],
])(
  'SCH-10 CCN-12 of a start on day 28, 29 or 31 the month has that day or its last one (%s)',
  async (since, day, rule, next) => {
    const s = await openSchedules();
    s.setClock(since);
    const { put, read, patient } = await aScheduled(s);
    s.setClock(`2031-01-${day}T08:30:00Z`);
    await s.makeDue();
    await put('1M');
    expect([(await read())[0]?.RRule, cut((await s.items(patient))[0]?.next)]).toEqual([rule, next]);
  },
);

test('SCH-05 SCH-06 OPC-61 the same recurrence, a value that is none, a blocked, an ended and a stale schedule are refused, and nothing changes', async () => {
  const s = await openSchedules();
  const { put, patient, survey } = await aScheduled(s);
  const same = await put('1w');
  expect([same.status, same.message]).toEqual([400, 'The recurrence is the same as before.']);
  for (const value of ['0d', '501d', '1.5d', '1m', '1', 'd', '-1d', '1e2d', '']) {
    const { status, fields } = await put(value);
    expect([value, status, Object.keys(fields)]).toEqual([value, 400, ['recurrence']]);
  }
  const stale = await put('2w', { version: 7 });
  expect([stale.status, stale.code]).toEqual([409, 'stale']);
  expect((await put('2w', { sId: survey + 1 })).status).toBe(404);
  await s.rows('update survey_definition set is_usable = false');
  const blocked = await put('2w');
  expect([blocked.status, blocked.code]).toEqual([409, 'schedule.blocked']);
  const listed = await s.people.nurse.call(api.listSchedule, { query: { u_id: patient } });
  expect(listed.reply.assessmentSchedule).toMatchObject([{ status: 'Blocked', blockedBy: 'Weekly check' }]);
  await s.rows('update survey_definition set is_usable = true');
  expect(await s.items(patient)).toMatchObject([{ every: '1w' }]);
  await s.people.root.call(removeFromGroup, { query: { u_id: patient, g_id: s.groups.failure } });
  const ended = await s.people.root.call(api.changeSchedule, {
    query: { u_id: patient },
    body: { schedId: (await s.items(patient))[0]?.id, sId: survey, recurrence: '2w' },
  });
  expect([ended.status, ended.code]).toEqual([409, 'schedule.ended']);
});

/** What the trail says of schedules and of what was asked by them, with who did it; instants to the minute. */
const trail = (s: Schedules) =>
  s.rows<{ action: string; id: number; by: string; changes: { field: string; old?: unknown; new?: unknown }[] }>(
    `select action, record_id::int as id, actor_type as by,
       regexp_replace(changes::text, '(T\\d\\d:\\d\\d):[0-9.]+Z', '\\1', 'g')::json as changes from audit_entry
     where record_kind in ('schedule_item', 'survey_event') and company_id = $1 order by seq`,
    [s.companyId],
  );

test('P11-09 P11-11 what a changed or removed trigger of a group does to the schedule of each patient is in the trail, also where it replaces what somebody set for one', async () => {
  const s = await openSchedules();
  const { patient, survey, put, item } = await aScheduled(s);
  const other = await s.anActivePatient();
  const [ofOther] = await s.items(other);
  await put('4w');
  const from = (await trail(s)).length;
  const { root } = s.people;
  const [companyId, gId] = [s.companyId, s.groups.failure];
  const activity = { surveyId: survey, triggerType: 'Time', triggerValue: '2w', triggerDescription: 'Rarer' };
  await root.call(changeWorkflowAssessment, { body: { gId, companyId, surveyActivity: activity } });
  const [weekly, ...longer] = ['1', '2', '4'].map((n) => `FREQ=WEEKLY;INTERVAL=${n};BYDAY=FR`);
  expect((await trail(s)).slice(from)).toEqual([
    {
      action: 'schedule.changed',
      id: item,
      by: 'Pharmacist',
      changes: [
        { field: 'recurrence', old: '4w', new: '2w' },
        { field: 'rule', old: longer[1], new: longer[0] },
        { field: 'starts_at', old: '2031-01-17T09:00', new: '2031-01-24T09:00' },
      ],
    },
    {
      action: 'schedule.changed',
      id: ofOther?.id,
      by: 'Pharmacist',
      changes: [
        { field: 'recurrence', old: '1w', new: '2w' },
        { field: 'rule', old: weekly, new: longer[0] },
        { field: 'starts_at', old: '2031-01-17T09:00', new: '2031-01-24T09:00' },
      ],
    },
  ]);
  expect(await s.items(patient)).toMatchObject([{ every: '2w' }]);
  // A description alone changes nothing for anybody.
  await root.call(changeWorkflowAssessment, {
    body: { gId, companyId, surveyActivity: { ...activity, triggerDescription: 'Every other week' } },
  });
  expect(await trail(s)).toHaveLength(from + 2);
  await root.call(removeWorkflowAssessment, { query: { gId, companyId, surveyId: survey } });
  const ended = [{ field: 'ended_at', old: null, new: '2031-01-10T09:00' }];
  expect((await trail(s)).slice(from + 2)).toMatchObject([
    { action: 'schedule.ended', id: item, changes: ended },
    { action: 'schedule.ended', id: ofOther?.id, changes: ended },
  ]);
});

test('P11-09 what a patient is asked begins and ends with an entry of its own, by whoever activates, adds, takes out or deactivates them, or gives their group an assessment', async () => {
  const s = await openSchedules();
  const { root } = s.people;
  const { failure, diabetes } = s.groups;
  const survey = await s.aSurvey();
  const patient = await s.anActivePatient();
  const what = async (from: number) =>
    (await trail(s)).slice(from).map(({ action, id, by }) => `${action} ${id} ${by}`);
  const added = await root.call(addWorkflowAssessment, {
    body: {
      gId: failure,
      companyId: s.companyId,
      surveyActivity: { surveyId: survey, triggerType: 'Time', triggerValue: '1w', triggerDescription: 'Weekly' },
    },
  });
  const [first] = await s.items(patient);
  const [begun] = await trail(s);
  expect(begun).toEqual({
    action: 'schedule.begun',
    id: first?.id,
    by: 'Pharmacist',
    changes: [
      { field: 'patient_id', new: patient },
      { field: 'survey_id', new: survey },
      { field: 'trigger_id', new: added.reply.triggerId },
      { field: 'recurrence', new: '1w' },
      { field: 'rule', new: 'FREQ=WEEKLY;INTERVAL=1;BYDAY=FR' },
      { field: 'starts_at', new: '2031-01-17T09:00' },
    ],
  });
  await s.asks(diabetes, survey, '1d');
  await root.call(addToGroup, { body: { u_id: patient, g_id: diabetes } });
  const [, second] = await s.items(patient);
  expect(await what(1)).toEqual([`schedule.begun ${second?.id} Pharmacist`]);
  s.forward(1.5);
  await s.makeDue();
  const [event] = await s.events(patient);
  const [asked] = (await trail(s)).slice(2);
  expect(asked).toMatchObject({ action: 'assessment.asked', id: event?.id, by: 'System' });
  expect(asked?.changes).toEqual(
    expect.arrayContaining([
      { field: 'patient_id', new: patient },
      { field: 'survey_id', new: survey },
      { field: 'schedule_item_id', new: second?.id },
      { field: 'started_at', new: '2031-01-11T09:00' },
      { field: 'due_at', new: '2031-01-12T09:00' },
    ]),
  );
  await root.call(removeFromGroup, { query: { u_id: patient, g_id: diabetes } });
  expect(await what(3)).toEqual([
    `schedule.ended ${second?.id} Pharmacist`,
    `assessment.ended ${event?.id} Pharmacist`,
  ]);
  expect((await trail(s)).at(-1)?.changes).toEqual([{ field: 'ended_at', old: null, new: '2031-01-11T21:00' }]);
  await s.deactivate(patient);
  expect(await what(5)).toEqual([`schedule.ended ${first?.id} Pharmacist`]);
});

test('P11-09 an assessment that is taken from a group of hundreds leaves an entry for the schedule of each patient, and for what each of them had open', async () => {
  const s = await openSchedules();
  const n = 300;
  const surveyId = await s.aSurvey();
  await s.asks(s.groups.failure, surveyId, '1w');
  await addPatients(s, n, s.groups.failure);
  s.forward(7.01);
  await s.makeDue();
  const query = { gId: s.groups.failure, companyId: s.companyId, surveyId };
  expect((await s.people.root.call(removeWorkflowAssessment, { query })).status).toBe(200);
  const entries = await trail(s);
  const endedOf = async (table: string) => {
    const text = `select ${table}_id as id from ${table} where survey_id = $1 and ended_at is not null order by 1`;
    return (await s.rows<{ id: number }>(text, [surveyId])).map(({ id }) => id);
  };
  const [items, events] = [await endedOf('schedule_item'), await endedOf('survey_event')];
  expect([items.length, events.length]).toEqual([n, n]);
  const changes = [{ field: 'ended_at', old: null, new: '2031-01-17T09:14' }];
  const by = 'Pharmacist';
  expect(entries.slice(-2 * n)).toEqual([
    ...items.map((id) => ({ action: 'schedule.ended', id, by, changes })),
    ...events.map((id) => ({ action: 'assessment.ended', id, by, changes })),
  ]);
});

test('REL-07 REL-08 of two who change a schedule at once from the same state one wins', async () => {
  const s = await openSchedules();
  const { put } = await aScheduled(s);
  const answers = await Promise.all(['2w', '3w', '4w'].map((every) => put(every, { version: 1 })));
  expect(answers.map(({ status }) => String(status)).sort()).toEqual(['200', '409', '409']);
});

test('REL-07 REL-08 who changes a schedule while it becomes due, from another state, is shown it with what has just been asked', async () => {
  const s = await openSchedules();
  const { put } = await aScheduled(s);
  s.forward(7.01);
  const { begun } = await s.app.database.asSystem(async (tx) => {
    await makeDueEventsIn(tx, s.app.clock);
    const changing = put('2w', { version: 7 });
    await somebodyWaits(s);
    return { begun: changing };
  });
  const { status, body } = await begun;
  expect([status, body]).toMatchObject([
    409,
    {
      code: 'stale',
      detail: { current: { openCount: 1, oldestOpen: { due: expect.stringMatching(/^2031-01-18T09:00/) as string } } },
    },
  ]);
});

test('SEC-23 a schedule names the care group that asks, where it is in sight', async () => {
  const s = await openSchedules();
  const survey = await s.aSurvey();
  for (const group of [s.groups.failure, s.groups.diabetes]) await s.asks(group, survey, '1w');
  const patient = await s.anActivePatient({}, [s.groups.failure, s.groups.diabetes]);
  const groups = async (by: 'nurse' | 'root') => {
    const { reply } = await s.people[by].call(api.listSchedule, { query: { u_id: patient } });
    return reply.assessmentSchedule.map(({ gId }) => gId);
  };
  expect(await groups('root')).toEqual([s.groups.failure, s.groups.diabetes]);
  expect(await groups('nurse')).toEqual([s.groups.failure, null]);
});

test('SCH-01 SEC-23 a schedule out of sight, of another company or of nobody is a 404, and nothing moves', async () => {
  const s = await openSchedules();
  const { patient, survey, item } = await aScheduled(s);
  const stranger = await s.signedIn(await s.aPerson('Admin', { company_id: await s.aCompany(['Assessments']) }));
  for (const who of [s.people.other, stranger]) {
    expect((await who.call(api.listSchedule, { query: { u_id: patient } })).status).toBe(404);
    expect(
      (await who.call(api.readCalendar, { query: { u_id: patient, sDate: '2031-01-01', eDate: '2031-02-01' } })).status,
    ).toBe(404);
    const put = await who.call(api.changeSchedule, {
      query: { u_id: patient },
      body: { schedId: item, sId: survey, recurrence: '3d' },
    });
    expect(put.status).toBe(404);
  }
  const own = await s.anActivePatient({}, [s.groups.diabetes]);
  // One's own patient, with somebody else's schedule.
  const put = await s.people.other.call(api.changeSchedule, {
    query: { u_id: own },
    body: { schedId: item, sId: survey, recurrence: '3d' },
  });
  expect(put.status).toBe(404);
  expect(await s.items(patient)).toMatchObject([{ every: '1w' }]);
});

test('REL-06 a key that was used for one patient is refused for another, though the body is the same', async () => {
  const s = await openSchedules();
  const { patient, survey, item } = await aScheduled(s);
  const another = await s.anActivePatient();
  const put = (u_id: number) =>
    s.people.nurse.call(api.changeSchedule, {
      query: { u_id },
      body: { schedId: item, sId: survey, recurrence: '3d', version: 1 },
      headers: { 'idempotency-key': 'every-three-days' },
    });
  expect([await put(patient), await put(patient), await put(another)].map(({ status }) => status)).toEqual([
    200, 200, 422,
  ]);
});

test('OPC-11 a calendar has the days of the reader’s time zone, also where its clocks change', async () => {
  const s = await openSchedules();
  s.setClock('2031-04-01T11:30:00Z');
  await s.asks(s.groups.failure, await s.aSurvey('Daily'), '1d');
  await s.anActivePatient();
  s.setClock('2031-04-01T21:51:00Z');
  const patient = await s.anActivePatient();
  s.setClock('2031-04-01T22:00:00Z');
  await s.makeDue();
  const ask = async (of: object, zone?: string, sDate = '2031-04-01', eDate = '2031-04-08') =>
    (await s.people.root.call(api.readCalendar, { query: { ...of, sDate, eDate, zone } })).reply.days.map(
      ({ date, patients }) => `${date.slice(5)} ${patients}`,
    );
  const days = (first: number, last: number, patients = 1) =>
    Array.from({ length: last - first + 1 }, (_, i) => `04-0${first + i} ${patients}`);
  expect(await ask({ u_id: patient })).toEqual(days(2, 8));
  expect(await ask({ u_id: patient }, 'UTC')).toEqual(days(2, 8));
  // It was asked on the 2nd at 10:51 there; in New York it was the 1st.
  expect(await ask({ u_id: patient }, 'Pacific/Auckland')).toEqual(days(3, 8));
  expect(await ask({ u_id: patient }, 'America/New_York')).toEqual(days(2, 8));
  // Half past eleven of UTC is half past midnight there, until summer time ends on the 6th: that day has it at its end, too, and counts who gets it twice once.
  const both = await ask({ g_id: s.groups.failure }, 'Pacific/Auckland');
  expect(both).toEqual(['04-03 2', '04-04 2', '04-05 2', '04-06 2', '04-07 2', '04-08 2']);
  const wrong = { u_id: patient, sDate: '2031-04-01', eDate: '2031-04-08', zone: 'Pacific/Nowhere' };
  expect((await s.people.root.call(api.readCalendar, { query: wrong })).fields).toEqual({
    zone: 'must be a time zone as Europe/London',
  });
  const far = { u_id: patient, sDate: '9999-12-01', eDate: '9999-12-31' };
  expect((await s.people.root.call(api.readCalendar, { query: far })).status).toBe(400);
});

test('SCH-01 a calendar counts patients on every day: who is asked the same by two groups is one', async () => {
  const s = await openSchedules();
  const { failure, diabetes, heart, top } = s.groups;
  const daily = await s.aSurvey('Daily');
  await s.asks(failure, daily, '1d');
  await s.asks(diabetes, daily, '2d');
  await s.asks(heart, daily, '2d');
  await s.anActivePatient({}, [failure, diabetes, heart]);
  await s.anActivePatient();
  const ask = async (careGroupId: number) =>
    (
      await s.people.root.call(api.readCalendar, {
        query: { g_id: careGroupId, sDate: '2031-01-11', eDate: '2031-01-14' },
      })
    ).reply.days.map(({ date, patients }) => `${date} ${patients}`);
  const two = ['2031-01-11 2', '2031-01-12 2', '2031-01-13 2', '2031-01-14 2'];
  expect(await ask(top)).toEqual(two);
  expect(await ask(failure)).toEqual(two);
  expect(await ask(diabetes)).toEqual(['2031-01-11 1', '2031-01-12 1', '2031-01-13 1', '2031-01-14 1']);
  // Of today it is the same.
  s.setClock('2031-01-12T08:00:00Z');
  await s.makeDue();
  expect(await ask(top)).toEqual(two.slice(1));
});

test('SCH-01 a calendar shows what will come for a patient and for a group with those below it, day by day', async () => {
  const s = await openSchedules();
  const { failure, diabetes, heart, top } = s.groups;
  const [daily, weekly, blocked] = [
    await s.aSurvey('Daily'),
    await s.aSurvey('Weekly'),
    await s.aSurvey('Empty', false),
  ];
  await s.asks(failure, daily, '2d');
  await s.asks(failure, weekly, '1w');
  await s.asks(failure, blocked, '1d');
  await s.asks(diabetes, daily, '2d');
  const patient = await s.anActivePatient();
  await s.anActivePatient();
  await s.anActivePatient({}, [diabetes]);
  s.setClock('2031-01-16T08:00:00Z');
  await s.makeDue();
  const ask = async (of: object, sDate = '2031-01-15', eDate = '2031-01-20') =>
    (await s.people.root.call(api.readCalendar, { query: { ...of, sDate, eDate } })).reply.days.map(
      ({ date, surveyName, patients }) => `${date} ${surveyName} ${patients}`,
    );
  expect(await ask({ u_id: patient })).toEqual([
    '2031-01-16 Daily 1',
    '2031-01-17 Weekly 1',
    '2031-01-18 Daily 1',
    '2031-01-20 Daily 1',
  ]);
  const ofHeart = ['2031-01-16 Daily 2', '2031-01-17 Weekly 2', '2031-01-18 Daily 2', '2031-01-20 Daily 2'];
  expect(await ask({ g_id: failure })).toEqual(ofHeart);
  expect(await ask({ g_id: heart })).toEqual(ofHeart);
  expect((await ask({ g_id: top }))[0]).toBe('2031-01-16 Daily 3');
  // What was asked today is not to come any more.
  s.setClock('2031-01-16T10:00:00Z');
  await s.makeDue();
  expect((await ask({ u_id: patient }))[0]).toBe('2031-01-17 Weekly 1');
  expect(await ask({ u_id: patient }, '2031-01-01', '2031-01-15')).toEqual([]);
  for (const [sDate, eDate] of [
    ['2031-02-01', '2031-01-01'],
    ['2031-01-01', '2032-01-02'],
    ['2031-02-30', '2031-03-01'],
  ])
    expect((await s.people.root.call(api.readCalendar, { query: { u_id: patient, sDate, eDate } })).status).toBe(400);
  // 366 days, and no more.
  const aYear = { u_id: patient, sDate: '2031-01-01', eDate: '2032-01-01' };
  expect((await s.people.root.call(api.readCalendar, { query: aYear })).status).toBe(200);
  expect(
    (await s.people.root.call(api.readCalendar, { query: { sDate: '2031-01-01', eDate: '2031-01-02' } })).status,
  ).toBe(400);
});
