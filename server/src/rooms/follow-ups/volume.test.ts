import { expect, test } from 'vitest';
import { touched } from '#test/plans.ts';
import { openSchedules } from '#test/schedules.ts';
import { followUpsOf, overdueFollowUps } from './queries.ts';

test('REL-05 overdue follow-ups are counted and listed by an index, beside 8,000 that were completed and as many to come', async () => {
  const s = await openSchedules();
  const now = s.app.clock.now();
  // A hundred are overdue.
  await s.rows(
    `insert into follow_up (company_id, patient_id, provider_id, at, notes, created_at, completed_at)
     select $1, $2, $3, $4::timestamptz + (n - 8000) * interval '1 hour', 'Ask again', $4,
       case when n < 8000 and n % 80 <> 0 then $4::timestamptz end
     from generate_series(0, 15999) n`,
    [s.companyId, await s.anActivePatient(), s.people.nurse.providerId, now],
  );
  await s.rows('vacuum analyze follow_up');
  const everybodys = { providerIds: undefined, patientId: undefined, from: undefined, before: undefined };
  for (const viewer of [
    { seesWholeCompany: false, careGroupIds: [s.groups.heart, s.groups.failure] },
    { seesWholeCompany: true, careGroupIds: null },
  ]) {
    const read = [
      await touched(s, s.companyId, (tx) => overdueFollowUps(tx, viewer, now), { of: ['follow_up'] }),
      await touched(s, s.companyId, (tx) => followUpsOf(tx, viewer, { ...everybodys, overdueAt: now }, now), {
        of: ['follow_up'],
      }),
    ];
    expect(read.map(({ ways, rows }) => [ways.includes('Seq Scan'), rows])).toEqual([
      [false, 100],
      [false, 100],
    ]);
  }
});
