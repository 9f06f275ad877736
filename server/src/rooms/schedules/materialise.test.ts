import { addToGroup } from '@portal/contract/patients/endpoints.ts';
import { setClock } from '@portal/contract/dev/endpoints.ts';
import { expect, test } from 'vitest';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { aGraph, openSchedules, type Schedules } from '#test/schedules.ts';
import { makeDueEvents } from './materialise.ts';

const at = (date: Date | null | undefined) => date?.toISOString().slice(0, 16);
const started = async (s: Schedules, patient: number) => (await s.events(patient)).map((event) => at(event.started));

test('OPC-20 each occurrence makes one event of the newest definition that can be answered, due a day later, and that definition is sent', async () => {
  const s = await openSchedules();
  const survey = await s.aSurvey('Weekly check');
  await s.asks(s.groups.failure, survey, '3d');
  const patient = await s.anActivePatient();
  await s.makeDue();
  expect(await s.events(patient)).toEqual([]);
  s.setClock('2031-01-13T09:05:00Z');
  await s.makeDue();
  await s.makeDue();
  const [event, ...more] = await s.events(patient);
  expect([at(event?.started), at(event?.due), event?.tells, more]).toEqual([
    '2031-01-13T09:00',
    '2031-01-14T09:00',
    true,
    [],
  ]);
  expect(await s.rows('select number, is_sent from survey_definition')).toEqual([{ number: 1, is_sent: true }]);
  await s.rows(
    `insert into survey_definition (company_id, survey_id, number, name, graph, is_usable, created_at)
     values ($1, $2, 2, 'Newer', $3, true, now()), ($1, $2, 3, 'Half done', $3, false, now())`,
    [s.companyId, survey, JSON.stringify(aGraph)],
  );
  s.setClock('2031-01-16T09:05:00Z');
  await s.makeDue();
  expect(
    await s.rows(
      'select number, is_sent from survey_event join survey_definition using (survey_definition_id) order by started_at',
    ),
  ).toEqual([
    { number: 1, is_sent: true },
    { number: 2, is_sent: true },
  ]);
  // What was sent stays as it was, for whoever would change it.
  await expect(s.rows(`update survey_definition set name = 'Otherwise' where number = 2`)).rejects.toThrow(
    'a definition that was sent does not change',
  );
});

test('REL-14 after three days without a server every occurrence has its event, in order, and only what began within the last hour is told', async () => {
  onItsOwn();
  const s = await openSchedules();
  await s.asks(s.groups.failure, await s.aSurvey('Daily'), '1d');
  const [one, other] = [await s.anActivePatient(), await s.anActivePatient()];
  s.setClock('2031-01-14T09:30:00Z');
  await s.makeDue();
  const days = ['2031-01-11T09:00', '2031-01-12T09:00', '2031-01-13T09:00', '2031-01-14T09:00'];
  expect(await started(s, one)).toEqual(days);
  expect((await s.events(other)).map(({ tells }) => tells)).toEqual([false, false, false, true]);
  const order = await s.rows<{ started: Date }>(
    'select started_at as started from survey_event order by survey_event_id',
  );
  expect(order.map((event) => at(event.started))).toEqual(days.flatMap((day) => [day, day]));
});

test('SCH-03 OPC-61 an assessment that cannot be answered makes no event, and goes on with the next occurrence once it can', async () => {
  const s = await openSchedules();
  const survey = await s.aSurvey('Empty', false);
  await s.asks(s.groups.failure, survey, '1d');
  const patient = await s.anActivePatient();
  s.forward(2.1);
  await s.makeDue();
  expect(await s.events(patient)).toEqual([]);
  expect(at((await s.items(patient))[0]?.next)).toBe('2031-01-13T09:00');
  await s.rows('update survey_definition set graph = $1, is_usable = true', [JSON.stringify(aGraph)]);
  s.forward(1);
  await s.makeDue();
  expect(await started(s, patient)).toEqual(['2031-01-13T09:00']);
});

test('REL-14 of three processes that look at once, one of them killed in the middle, each of 500 due items is asked once', async () => {
  onItsOwn();
  const s = await openSchedules();
  await s.asks(s.groups.failure, await s.aSurvey(), '1d');
  await s.rows(
    `with added as (
       insert into patient (company_id, first_name, last_name, born_on, gender, email, status, type, preferred_contact, username, created_at)
       select $1, 'Ada', 'Many' || n, '1950-01-01', 1, 'many' || n || '@mail.example', 'active', 1, 0, 'many' || n, now() from generate_series(1, 500) n
       returning patient_id),
     joined as (insert into patient_care_group (patient_id, care_group_id, company_id, joined_at) select patient_id, $2, $1, $3 from added)
     insert into patient_step (company_id, patient_id, kind, what, at) select $1, patient_id, 'group', 'Added to a care group', $3 from added`,
    [s.companyId, s.groups.failure, s.app.clock.now()],
  );
  const beside = await Promise.all([openPortal({}, { beside: s }), openPortal({}, { beside: s })]);
  s.forward(2.01);
  for (const portal of beside) portal.app.clock.set(s.app.clock.now());
  // A process that dies leaves what it had not committed.
  const [dying, other] = beside as [(typeof beside)[0], (typeof beside)[0]];
  let asked = 0;
  const database = {
    ...dying.app.database,
    asSystem: (work: (tx: never) => Promise<never>) =>
      dying.app.database.asSystem(async (tx) => {
        const done = await work(tx as never);
        if ((asked += 1) === 1) throw new Error('killed');
        return done;
      }),
  };
  const runs = await Promise.allSettled([
    makeDueEvents({ ...dying.app, database: database as never }),
    makeDueEvents(other.app),
    makeDueEvents(s.app),
  ]);
  expect(runs.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: new Error('killed') }]);
  await makeDueEvents(other.app);
  const [counted] = await s.rows(
    `select count(*)::int as events, count(distinct (schedule_item_id, started_at))::int as different,
       count(distinct patient_id)::int as patients from survey_event`,
  );
  expect(counted).toEqual({ events: 1_000, different: 1_000, patients: 500 });
});

test('REL-14 OPC-20 what is due is asked within seconds of the clock being moved there', async () => {
  const s = await openSchedules();
  await s.asks(s.groups.failure, await s.aSurvey(), '1d');
  const patient = await s.anActivePatient();
  await s.app.jobs.start();
  const begun = Date.now();
  await s.call(setClock, { body: { now: '2031-01-11T09:00:01Z' } });
  await expect.poll(() => started(s, patient), { timeout: 10_000 }).toEqual(['2031-01-11T09:00']);
  expect(Date.now() - begun).toBeLessThan(6_000);
});

test('OPC-20 whoever looks after the patient hears of what began, once for each group', async () => {
  onItsOwn();
  const s = await openSchedules();
  const { failure, diabetes } = s.groups;
  await s.asks(failure, await s.aSurvey(), '1d');
  const [one] = [await s.anActivePatient(), await s.anActivePatient()];
  await s.people.root.call(addToGroup, { body: { u_id: one, g_id: diabetes } });
  s.forward(1.01);
  await s.makeDue();
  const told = await s.rows<{ payload: { careGroupId: number } }>(
    `select payload from event where type = 'survey_event.changed' order by event_id`,
  );
  expect(told.map(({ payload }) => payload.careGroupId)).toEqual([failure, diabetes]);
});
