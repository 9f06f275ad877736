import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { openClinic } from '#test/patients.ts';
import { setPlainDefaults, touched } from '#test/plans.ts';
import { timelineSources as followUps } from '../follow-ups/timeline.ts';
import { valuesOf } from '../patient-records/values.ts';
import { timelineSources } from '../patient-records/timeline.ts';
import { timelineSources as assessments } from '../schedules/timeline.ts';
import { listPatients, type PatientQuery } from './list-patients.ts';
import * as queries from './queries.ts';
import { ownSources, timelineOf } from './timeline.ts';

const many = 8_000;
/** A search looks at so many first, wherever they lie. */
const sample = 300;

/** What this transaction has read so far, table by table: in passing, and by an index. */
const readSoFar = async (tx: Tx) => {
  const { rows } = await sql<{ name: string; inPassing: number; byIndex: number }>`
    select relname as name, seq_tup_read as "inPassing", coalesce(idx_tup_fetch, 0) as "byIndex"
    from pg_stat_xact_user_tables where schemaname = 'public'`.execute(tx);
  return new Map(rows.map(({ name, ...read }) => [name, read]));
};

test('REL-05 PCG-05 pages, totals, searches and whatever the page of a patient asks for are read by indexes on a plain PostgreSQL, among 8,000 patients', {
  timeout: 300_000,
}, async () => {
  const s = await openClinic();
  const { top, heart, failure, diabetes } = s.groups;
  const own = await s.anActivePatient({}, [failure]);
  await s.rows(
    `insert into patient (company_id, first_name, last_name, born_on, gender, email, phone, status, type, preferred_contact, username, created_at)
     select $1, 'Name' || n % 977, 'Last' || md5(n::text), date '1930-01-01' + n, 1, 'p' || n || '@mail.example',
       '+1617' || lpad(n::text, 7, '0'), 'active', 1, 0, 'u' || n, now() from generate_series(1, ${many}) n`,
    [s.companyId],
  );
  await s.rows(
    `insert into patient_care_group (patient_id, care_group_id, company_id, joined_at)
     select patient_id, case when patient_id % 1000 = 7 then $2::int when patient_id % 2 = 0 then $3::int else $4::int end, $1, now()
     from patient where patient_id <> $5`,
    [s.companyId, diabetes, heart, failure, own],
  );
  for (const table of ['patient_address', 'patient_medication', 'patient_order_status', 'patient_step']) {
    const columns = {
      patient_address: `type, country, street, street2, city, state, zip) select $1, patient_id, 'Home', 'USA', '1', '', 'B', 'M', '02110'`,
      patient_medication: `name, dosage, description, notes, created_at) select $1, patient_id, 'Lasix', '20 mg', 'x', 'x', now()`,
      patient_order_status: `display_name, rx_number, order_status, added_at) select $1, patient_id, 'Lasix', '1', 3, now()`,
      patient_step: `kind, what, at) select $1, patient_id, 'status', 'Added', now()`,
    }[table];
    await s.rows(`insert into ${table} (company_id, patient_id, ${columns} from patient`, [s.companyId]);
  }
  await s.rows(
    `insert into audit_entry (company_id, at, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
     select $1, now(), 'Ada', 'Nurse', 'patient.changed', 'patient', patient_id::text, '[{"field":"phone","new":"1"}]', 'x', 'x' from patient`,
    [s.companyId],
  );
  await s.rows('vacuum analyze');

  const looker = (who: 'root' | 'nurse' | 'other', groups: number[]): Viewer =>
    ({ ...s.people[who], companyId: s.companyId, careGroupIds: groups, seesWholeCompany: who === 'root' }) as never;
  const root = looker('root', [top, heart, failure, diabetes]);
  const nurse = looker('nurse', [heart, failure]);
  const other = looker('other', [diabetes]);
  const both = looker('nurse', [failure, diabetes]);
  const page = (viewer: Viewer, given: Partial<PatientQuery>) => (tx: Tx) =>
    listPatients(tx, viewer, { start: 0, limit: 10, ...given });
  const asked = { patientId: own, kinds: undefined, before: undefined };
  /** With how many rows each may touch, all tables together. */
  const reads: [what: string, most: number, read: (tx: Tx) => Promise<unknown>][] = [
    ['the company', 300, page(root, {})],
    ['a status that nobody has', 300, page(root, { status: 'deactivated' })],
    ['a large group', 300, page(nurse, {})],
    ['a small group', 300, page(other, {})],
    ['the tenth page', 600, page(nurse, { start: 100 })],
    ['the last page', 300, page(nurse, { start: many - many / 1_000 - 10 })],
    ['two groups that do not lie below one another', 300, page(both, {})],
    ['a name', sample + 600, page(root, { words: 'last1c383cd3' })],
    ['a birth date', sample + 600, page(nurse, { words: '02/03/1947' })],
    ['a phone', sample + 600, page(root, { words: '617-000-1234' })],
    ['an e-mail', sample + 900, page(root, { words: 'p1234@mail' })],
    ['nobody', sample + 600, page(nurse, { words: 'nobody@nowhere' })],
    ['one patient', 100, (tx) => queries.one(tx, nurse, own).execute()],
    ['the groups of a patient', 100, (tx) => queries.groupsOf(tx, nurse, own).execute()],
    [
      'somebody similar',
      100,
      (tx) =>
        queries
          .similarTo(tx, root, { firstName: 'Ada', lastName: 'Nobody', bornOn: '1947-02-03', phone: '+16170001234' })
          .limit(10)
          .execute(),
    ],
    [
      'the line of time',
      100,
      (tx) =>
        timelineOf(tx, nurse, [...ownSources, ...timelineSources], asked)
          .limit(51)
          .execute(),
    ],
    ['the history of the profile', 100, (tx) => valuesOf(tx, nurse, { patientId: own, kind: 'profile' }).execute()],
    ['the history of addresses', 100, (tx) => valuesOf(tx, nurse, { patientId: own, kind: 'address' }).execute()],
    ['the history of orders', 100, (tx) => valuesOf(tx, nurse, { patientId: own, kind: 'order' }).execute()],
  ];
  const costly: unknown[] = [];
  for (const [what, most, read] of reads)
    await s.app.database.readInCompany(s.companyId, async (tx) => {
      await setPlainDefaults(tx);
      const before = await readSoFar(tx);
      await read(tx);
      for (const [name, now] of await readSoFar(tx)) {
        const inPassing = now.inPassing - (before.get(name)?.inPassing ?? 0);
        const byIndex = now.byIndex - (before.get(name)?.byIndex ?? 0);
        // The care groups of the company are four.
        if (name !== 'care_group' && (inPassing > sample || byIndex > most))
          costly.push({ what, name, inPassing, byIndex });
      }
    });
  expect(costly).toEqual([]);
  expect((await s.people.nurse.call(readTimeline, { query: { u_id: own } })).reply.entries.length).toBeGreaterThan(2);
  const found = await s.people.root.call(api.listPatients, { query: { filter_all_fields: 'p1234@mail' } });
  expect(found.reply.patients.map(({ email }) => email)).toEqual(['p1234@mail.example']);
});

test('REL-05 P11-11 the line of time reads each entry of the trail once, by the index of its record, however often a record was changed', {
  timeout: 120_000,
}, async () => {
  const s = await openClinic();
  const [own, another] = [await s.anActivePatient(), await s.anActivePatient()];
  const [survey] = await s.rows<{ survey: number; definition: number }>(
    `with survey as (insert into survey (company_id, name, created_at) values ($1, 'Weekly check', now()) returning survey_id)
     insert into survey_definition (company_id, survey_id, number, name, graph, is_usable, created_at)
     select $1, survey_id, 1, 'Weekly check', '{}', true, now() from survey returning survey_id as survey, survey_definition_id as definition`,
    [s.companyId],
  );
  // Two thousand medications and follow-ups, as many answers, and of one medication as many changes.
  for (const patient of [own, another]) {
    await s.rows(
      `insert into patient_medication (company_id, patient_id, name, dosage, description, notes, created_at)
       select $1, $2, 'Lasix', '20 mg', 'x', 'x', now() from generate_series(1, 1000)`,
      [s.companyId, patient],
    );
    await s.rows(
      `insert into follow_up (company_id, patient_id, provider_id, at, notes, created_at)
       select $1, $2, $3, now(), 'x', now() from generate_series(1, 1000)`,
      [s.companyId, patient, s.people.nurse.providerId],
    );
    await s.rows(
      `with asks as (insert into workflow_survey (company_id, care_group_id, survey_id, trigger_type, trigger_value, description, added_at, removed_at)
         values ($1, $3, $4, 'Time', '1w', '', now(), now()) returning trigger_id),
       item as (insert into schedule_item (company_id, patient_id, survey_id, trigger_id, recurrence, rule, starts_at, made_at, next_at, ended_at)
         select $1, $2, $4, trigger_id, '1w', '', now(), now(), now(), now() from asks returning schedule_item_id),
       asked as (insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient)
         select $1, $2, $4, $5, schedule_item_id, now() - n * interval '1 hour', now(), false from item, generate_series(1, 1000) n returning survey_event_id)
       insert into survey_response (company_id, survey_event_id, patient_id, survey_id, completed_at, claimed_at, answers, flagged, medications, reviewed_at)
       select $1, survey_event_id, $2, $4, now(), now(), '[]', '{}', '[]', now() from asked`,
      [s.companyId, patient, s.groups.failure, survey?.survey, survey?.definition],
    );
  }
  await s.rows(
    `insert into audit_entry (company_id, at, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
     select $1, now(), 'Ada', 'Nurse', action, kind, id::text, jsonb_build_array(jsonb_build_object('field', field, 'old', 'x', 'new', 'y')), 'x', 'x'
     from (select 'patient_medication.changed' as action, 'patient_medication' as kind, patient_medication_id as id, 'name' as field from patient_medication
       union all select 'patient_medication.changed', 'patient_medication', first.id, 'dosage'
         from (select min(patient_medication_id) as id from patient_medication where patient_id = $2) first, generate_series(1, 2000)
       union all select 'follow_up.completed', 'follow_up', follow_up_id, 'outcome' from follow_up
       union all select 'response.reviewed', 'survey_response', response_id, 'reviewer_id' from survey_response) told`,
    [s.companyId, own],
  );
  await s.rows('analyze');
  const viewer = { companyId: s.companyId, careGroupIds: [s.groups.failure], seesWholeCompany: false };
  const sources = [...ownSources, ...timelineSources, ...followUps, ...assessments];
  const asked = { patientId: own, kinds: undefined };
  const read = await touched(s, s.companyId, (tx) => timelineOf(tx, viewer, sources, asked).limit(51), {
    of: ['audit_entry'],
  });
  expect(read.ways).not.toContain('Seq Scan');
  expect(read.rows).toBeLessThanOrEqual(5_100);
  const whole = await s.app.database.readInCompany(s.companyId, (tx) =>
    timelineOf(tx, viewer, sources, asked).execute(),
  );
  const lines = whole.map(({ what, about }) => [what, about].join(' '));
  expect(lines.filter((line) => line === 'Medication changed Lasix')).toHaveLength(3_000);
});
