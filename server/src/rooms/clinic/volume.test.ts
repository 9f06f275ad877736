/** How long the dashboard takes among few events and among many, and the asking of many at once. `EVENTS` says how many, and prints. */
import * as api from '@portal/contract/clinic/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { expect, test } from 'vitest';
import { makeDueEvents } from '#rooms/schedules/door.ts';
import { touched } from '#test/plans.ts';
import { addPatients, aSurvey, openSchedules, type Schedules } from '#test/schedules.ts';
import * as queries from './queries.ts';
import { onItsOwn } from '#test/portal.ts';

const many = Number(process.env['EVENTS'] ?? 10_000);
const say = (what: string, said: unknown) =>
  process.env['EVENTS'] === undefined || process.stdout.write(`${what}: ${JSON.stringify(said)}\n`);

/** Events of the two years until today, answered but for the last `open` of them; every tenth answer is flagged, and all but 20 at the most are reviewed. */
async function addEvents(s: Schedules, from: number, to: number, open: number): Promise<void> {
  const now = s.app.clock.now();
  await s.rows(
    `with items as (select row_number() over (order by schedule_item_id) - 1 as n, count(*) over () as of_all, * from schedule_item where ended_at is null),
     events as (
       insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient, answered_at)
       select item.company_id, patient_id, survey_id, (select min(survey_definition_id) from survey_definition d where d.survey_id = item.survey_id), schedule_item_id,
         at, at + interval '1 day', false, case when k <= $2::int - $4::int then at + interval '1 hour' end
       from generate_series($1::int, $2::int) k
       join items item on item.n = k % item.of_all
       cross join lateral (select $3::timestamptz - interval '2 hours' - (($2 - k) % 730) * interval '1 day' - k * interval '1 millisecond' as at) one
       returning *)
     insert into survey_response (company_id, survey_event_id, patient_id, survey_id, completed_at, claimed_at, answers, flagged, medications, reviewed_at)
     select company_id, survey_event_id, patient_id, survey_id, answered_at, answered_at, '[]',
       case when survey_event_id % 10 = 0 then '{1}'::int[] else '{}' end, '[]', case when survey_event_id % 1000 <> 0 or survey_event_id > 20000 then answered_at end
     from events where answered_at is not null`,
    [from, to, now, open],
  );
  await s.rows(
    `insert into follow_up (company_id, patient_id, provider_id, at, notes, created_at)
     select $1, patient_id, $2, $3::timestamptz - n * interval '1 hour', 'x', now() from generate_series($4::int, $5::int) n
     cross join (select min(patient_id) as patient_id from patient) one where n % 10 = 0`,
    [s.companyId, s.people.root.providerId, now, from, to],
  );
  for (const table of [
    'survey_event',
    'survey_response',
    'follow_up',
    'schedule_item',
    'patient',
    'patient_within',
    'patient_step',
    'patient_tally',
  ])
    await s.rows(`vacuum analyze ${table}`);
}

const calls: [string, Endpoint, object][] = [
  ['flagged', api.countFlagged, {}],
  ['active', api.countActivePatients, {}],
  ['assessments', api.countAssessments, {}],
  ['follow-ups', api.countFollowUps, {}],
];

test('CDB-01 REL-05 the dashboard takes no longer among many events than twice what it takes among 1,000, and reads no table from end to end', {
  timeout: 300_000,
}, async () => {
  const s = await openSchedules();
  await s.asks(s.groups.failure, await s.aSurvey(), '1w');
  await addPatients(s, 500, s.groups.failure);
  const all: typeof calls = [...calls, ['interventions', api.listInterventions, { query: { g_id: s.groups.heart } }]];
  const slowest = new Map<string, number>();
  const measured = async () => {
    const found = new Map<string, number>();
    for (const [said, endpoint, asking] of all) {
      const times: number[] = [];
      for (let n = 0; n < 40; n += 1) {
        const begun = performance.now();
        expect((await s.people.root.call(endpoint, asking)).status).toBe(200);
        times.push(performance.now() - begun);
      }
      times.sort((one, other) => one - other);
      // The median: on a machine that has other work the slowest few say nothing.
      found.set(said, times[20] as number);
      slowest.set(said, times[37] as number);
    }
    return found;
  };
  await addEvents(s, 1, 1_000, 200);
  await measured();
  const few = await measured();
  await addEvents(s, 1_001, many, 0);
  const more = await measured();
  const seen = [...more].map(([said, ms]) => [
    said,
    ...[few.get(said) ?? 0, ms].map((one) => Math.round(one * 10) / 10),
  ]);
  say('median of the dashboard in ms, among 1,000 events and among many', seen);
  say(
    'p95 among many',
    [...slowest].map(([said, ms]) => [said, Math.round(ms)]),
  );
  // A fixed allowance besides: what takes two milliseconds is measured badly.
  expect([...more].filter(([said, ms]) => ms > 2 * (few.get(said) ?? 0) + 15).map(([said]) => said)).toEqual([]);

  const now = s.app.clock.now();
  const [last, begun, next] = [-1, 0, 1].map((n) => queries.monthFrom(now, n)) as [Date, Date, Date];
  const [counted] = await s.rows<{ flagged: number; before: number; completed: number; open: number }>(
    `select count(*) filter (where flagged <> '{}' and completed_at >= $2)::int as flagged,
       count(*) filter (where flagged <> '{}' and completed_at >= $1 and completed_at < $2)::int as before,
       count(*) filter (where completed_at >= $2)::int as completed from survey_response`,
    [last, begun],
  );
  expect((await s.people.root.call(api.countFlagged)).reply).toEqual({
    numFlagged: counted?.flagged,
    prevMonthFlagged: counted?.before,
  });
  expect((await s.people.root.call(api.countAssessments)).reply.programsCompleted).toBe(counted?.completed);
  const viewer = { careGroupIds: [s.groups.heart, s.groups.failure], seesWholeCompany: false };
  const plan = await touched(s, s.companyId, (tx) => queries.interventions(tx, viewer, [s.groups.heart]), {
    of: ['survey_event', 'survey_response'],
  });
  expect(plan.ways).not.toContain('Seq Scan');
  for (const [name, sqlText, values] of [
    [
      'flagged',
      `select count(*) from survey_response where flagged <> '{}' and completed_at >= $1 and completed_at < $2`,
      [begun, next],
    ],
    [
      'open',
      'select count(*) from survey_event where due_at >= $1 and due_at < $2 and answered_at is null and ended_at is null',
      [begun, next],
    ],
    ['changed', `select count(*) from patient_step where kind = 'status' and at >= $1 and at < $2`, [begun, next]],
  ] as const) {
    const company = `company_id = ${s.companyId} and`;
    const explained = await s.rows<{ 'QUERY PLAN': string }>(
      `explain ${sqlText.replace('where', `where ${company}`)}`,
      [...values],
    );
    const lines = explained.map((row) => row['QUERY PLAN']).join('\n');
    expect([name, /Seq Scan/.test(lines)]).toEqual([name, false]);
  }
});

test('OPC-20 REL-05 thousands of items that are due at once are asked within seconds', {
  timeout: 300_000,
}, async () => {
  onItsOwn();
  const s = await openSchedules();
  const n = Math.min(10_000, many / 4);
  await s.asks(s.groups.failure, await aSurvey(s, s.companyId, 'Weekly'), '1w');
  const settling = performance.now();
  await addPatients(s, n, s.groups.failure);
  const settled = performance.now() - settling;
  s.forward(7.01);
  const begun = performance.now();
  await makeDueEvents(s.app);
  const took = performance.now() - begun;
  const [counted] = await s.rows('select count(*)::int as n from survey_event');
  expect(counted).toEqual({ n });
  say(`ms to lay and settle ${n} patients, and to ask them all`, [settled, took].map(Math.round));
  // Ten times what it takes on two shared cores, for a machine that has other work.
  expect([settled / n < 5, took / n < 3]).toEqual([true, true]);
});
