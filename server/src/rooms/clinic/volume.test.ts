/** What the dashboard reads among few events and among many, and how long the asking of many at once takes. */
import * as api from '@portal/contract/clinic/endpoints.ts';
import { expect, test } from 'vitest';
import type { Tx } from '#platform/database/db.ts';
import { makeDueEvents } from '#rooms/schedules/door.ts';
import { pagesFetched, touched } from '#test/plans.ts';
import { addPatients, aSurvey, openSchedules, type Schedules } from '#test/schedules.ts';
import * as queries from './queries.ts';
import { onItsOwn } from '#test/portal.ts';

/** Events of some days of the past, answered but for the last `open` of them; every tenth answer is flagged, and all but one in a hundred of those are reviewed. */
async function addEvents(s: Schedules, from: number, to: number, days: [number, number], open: number): Promise<void> {
  const now = s.app.clock.now();
  await s.rows(
    `with items as (select row_number() over (order by schedule_item_id) - 1 as n, count(*) over () as of_all, * from schedule_item where ended_at is null),
     events as (
       insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient, answered_at)
       select item.company_id, patient_id, survey_id, (select min(survey_definition_id) from survey_definition d where d.survey_id = item.survey_id), schedule_item_id,
         at, at + interval '1 day', false, case when k <= $2::int - $4::int then at + interval '1 hour' end
       from generate_series($1::int, $2::int) k
       join items item on item.n = k % item.of_all
       cross join lateral (select $3::timestamptz - interval '2 hours' - ($5::int + ($2 - k) % ($6::int - $5::int)) * interval '1 day' - k * interval '1 millisecond' as at) one
       returning *)
     insert into survey_response (company_id, survey_event_id, patient_id, survey_id, completed_at, claimed_at, answers, flagged, medications, reviewed_at)
     select company_id, survey_event_id, patient_id, survey_id, answered_at, answered_at, '[]',
       case when survey_event_id % 10 = 0 then '{1}'::int[] else '{}' end, '[]', case when survey_event_id % 1000 <> 0 then answered_at end
     from events where answered_at is not null`,
    [from, to, now, open, ...days],
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

test('CDB-01 REL-05 what the dashboard reads grows with the months that it tells of and not with the years before, and it reads no table from end to end', {
  timeout: 300_000,
}, async () => {
  const s = await openSchedules();
  await s.asks(s.groups.failure, await s.aSurvey(), '1w');
  await addPatients(s, 500, s.groups.failure);
  const now = s.app.clock.now();
  const [last, begun, next] = [-1, 0, 1].map((n) => queries.monthFrom(now, n)) as [Date, Date, Date];
  const viewer = { careGroupIds: [s.groups.heart, s.groups.failure], seesWholeCompany: false };
  const reads: [string, (tx: Tx) => Promise<unknown>][] = [
    ['flagged', (tx) => queries.flaggedIn(tx, begun, next)],
    ['flagged before', (tx) => queries.flaggedIn(tx, last, begun)],
    ['active', (tx) => queries.activePatients(tx, begun)],
    ['assessments', (tx) => queries.assessmentsIn(tx, begun, next)],
    ['follow-ups', (tx) => queries.followUpsFrom(tx, now)],
    ['interventions', (tx) => queries.interventions(tx, viewer, [s.groups.heart]).execute()],
  ];
  const measured = () =>
    s.app.database.readInCompany(s.companyId, async (tx) => {
      const found = new Map<string, number>();
      for (const [said, read] of reads) found.set(said, await pagesFetched(tx, () => read(tx)));
      return found;
    });
  await addEvents(s, 1, 1_000, [0, 70], 200);
  const few = await measured();
  await addEvents(s, 1_001, 10_000, [70, 730], 0);
  const many = await measured();
  expect([...many].filter(([said, pages]) => pages > 1.5 * (few.get(said) ?? 0) + 20)).toEqual([]);

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
  const n = 2_500;
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
  // Ten times what it takes on two shared cores, for a machine that has other work.
  expect([settled / n < 5, took / n < 3]).toEqual([true, true]);
});
