import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { openClinic } from '#test/patients.ts';
import { setPlainDefaults } from '#test/plans.ts';
import { valuesOf } from '../patient-records/values.ts';
import { timelineSources } from '../patient-records/timeline.ts';
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
