import { patientStatuses } from '@portal/contract/patients/rules.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { seedDemo } from './seed.ts';

test('PRF-02 PRX-03 PDO-01 PDO-03 OPC-65 the clinic has sixty patients in every status and of every type, each with a story', async () => {
  const portal = await openPortal();
  const begun = performance.now();
  await seedDemo(portal.app);
  if (process.env['TIMES']) process.stdout.write(`seeded in ${Math.round(performance.now() - begun)} ms\n`);
  const patients = await portal.rows<{ status: string; type: number }>(
    'select status, type from patient where company_id = 2',
  );
  expect(patients).toHaveLength(60);
  expect(new Set(patients.map(({ status }) => status))).toEqual(new Set(Object.keys(patientStatuses)));
  expect(new Set(patients.map(({ type }) => type))).toEqual(new Set([1, 2, 3]));
  for (const table of [
    'patient_address',
    'patient_contact',
    'patient_insurance',
    'patient_medication',
    'patient_allergy',
    'patient_goal',
    'patient_prescription',
    'patient_order_status',
    'patient_consent',
    'refill_outreach',
  ]) {
    const [{ n }] = (await portal.rows<{ n: number }>(`select count(*)::int as n from ${table}`)) as [{ n: number }];
    expect([table, n >= 5]).toEqual([table, true]);
  }
  const [recent] = await portal.rows(
    `select (select count(*) > 0 from patient_order_status where added_at > now() - interval '60 days') as orders,
       (select count(*) > 0 from refill_outreach where sent_at > now() - interval '30 days') as outreach,
       (select count(*) > 0 from patient_within w join care_group g using (care_group_id)
        where g.name = 'Heart Failure Clinic' and w.status = 'active') as clinic`,
  );
  expect(recent).toEqual({ orders: true, outreach: true, clinic: true });
  const papers = await portal.rows<{ name: string; waits: string | null; n: number }>(
    `select friendly_name as name, waits_for as waits, count(*)::int as n from patient_document join document using (document_id)
     group by 1, 2 order by 1, 2`,
  );
  expect(papers.map(({ name, waits, n }) => [name, waits, n >= 3])).toEqual([
    ['Agreement to the programme', 'nobody', true],
    ['Agreement to the programme', 'patient', true],
    ['Referral letter', null, true],
  ]);
  // Through the acts: each came in with an entry of the trail.
  expect(await portal.rows(`select from audit_entry where action = 'patient.added' and company_id = 2`)).toHaveLength(
    60,
  );
});
