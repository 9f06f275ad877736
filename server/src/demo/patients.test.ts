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

  // Nothing is told before its day, and what is told agrees.
  const tooEarly = await portal.rows(
    `select record_id, at, change->>'new' as shipped from audit_entry, jsonb_array_elements(changes) change
     where record_kind = 'patient_prescription' and change->>'field' = 'shipped_on' and (change->>'new')::date > at::date
     union all select prescription_id::text, null, shipped_on::text from patient_prescription where shipped_on < written_on
     union all select consent.patient_id::text, added_at, 'consent' from patient_consent consent join patient using (patient_id)
     where added_at < created_at`,
  );
  expect(tooEarly).toEqual([]);
  const odd = await portal.rows(
    `select rx_number, display_status, shipped_on, latest.order_status, latest.day from patient_prescription rx
     left join lateral (select order_status, added_at::date as day from patient_order_status told
       where told.patient_id = rx.patient_id and told.rx_number = rx.rx_number order by added_at desc limit 1) latest on true
     where is_active and (display_status = 3 and shipped_on is distinct from latest.day
       or display_status in (2, 5) and latest.order_status is distinct from display_status)`,
  );
  expect(odd).toEqual([]);
  const unreached = await portal.rows(
    `select patient_id from refill_outreach join patient using (patient_id)
     where method = 'Text' and phone is null or method = 'Email' and email not like '%@mail.example'`,
  );
  expect(unreached).toEqual([]);
  // Whoever has accepted the terms of the portal, or has written there, has signed in.
  const strangers = await portal.rows(
    `select patient_id from patient where last_login_at is null and patient_id in (
       select patient_id from patient_consent where code = 2 union select patient_id from conversation_message
         join conversation using (conversation_id) where conversation_message.provider_id is null)`,
  );
  expect(strangers).toEqual([]);
});
