import * as api from '@portal/contract/patients/endpoints.ts';
import { expect, test } from 'vitest';
import type { Viewer } from '#platform/security/viewer.ts';
import { openClinic } from '#test/patients.ts';
import { pagesFetched } from '#test/plans.ts';
import { listPatients, type PatientQuery } from './list-patients.ts';

type Clinic = Awaited<ReturnType<typeof openClinic>>;

/** So many patients more: one in a thousand in the small group, one in a hundred in it beside another, and the others all over. */
async function addMany(s: Clinic, many: number): Promise<void> {
  const { heart, failure, diabetes } = s.groups;
  await s.rows(
    `insert into patient (company_id, first_name, last_name, born_on, gender, email, phone, status, type, preferred_contact, username, created_at)
     select $1, 'Name' || n % 977, 'Last' || md5(n::text), date '1930-01-01' + n % 20000, 1, 'p' || n || '@mail.example',
       '+1617' || lpad(n::text, 7, '0'), case when n % 20 = 0 then 'pending' else 'active' end, 1, 0, 'u' || n, now()
     from generate_series((select coalesce(max(patient_id), 0) + 1 from patient), (select coalesce(max(patient_id), 0) from patient) + $2::int) n`,
    [s.companyId, many],
  );
  await s.rows(
    `insert into patient_care_group (patient_id, care_group_id, company_id, joined_at)
     select patient_id, case when patient_id % 1000 = 7 then $2::int when patient_id % 2 = 0 then $3::int else $4::int end, $1, now()
     from patient where not exists (select from patient_care_group m where m.patient_id = patient.patient_id)`,
    [s.companyId, diabetes, heart, failure],
  );
  await s.rows(
    `insert into patient_care_group (patient_id, care_group_id, company_id, joined_at)
     select patient_id, $2, $1, now() from patient where patient_id % 100 = 9 on conflict do nothing`,
    [s.companyId, diabetes],
  );
  for (const table of ['patient', 'patient_care_group', 'patient_within', 'patient_in_several', 'patient_tally'])
    await s.rows(`vacuum analyze ${table}`);
}

const fromEnd = -10;
type Who = 'root' | 'nurse' | 'other' | 'both';
/** And how many pages of the database each may read; of the tables of patients and of who is in which group there are 780. */
const queries: [string, Who, Partial<PatientQuery>, number?][] = [
  ['the company', 'root', {}],
  ['a status', 'root', { status: 'pending' }],
  ['nobody', 'root', { status: 'deactivated' }],
  ['a large group', 'nurse', {}],
  ['the hundredth page of a large group', 'nurse', { start: 990 }, 1_200],
  ['a small group', 'other', {}],
  ['the last page of a large group', 'nurse', { start: fromEnd }],
  ['the last page of the company', 'root', { start: fromEnd }],
  ['two groups', 'both', {}],
  ['two groups that are asked for', 'root', { careGroupIds: [], status: 'active' }],
  ['a name', 'root', { words: 'last1c383cd3' }],
  ['a birth date', 'root', { words: '02/03/1947' }],
  ['a phone', 'nurse', { words: '617-000-1234' }],
  ['an e-mail that one has', 'root', { words: 'p1234@mail' }],
  ['an e-mail that nobody has', 'nurse', { words: 'nobody@nowhere' }],
  ['what everybody has', 'root', { words: 'mail.example' }],
  ['what everybody has, of a small group', 'other', { words: 'mail.example' }, 500],
  ['two letters', 'root', { words: 'na' }],
];

test('PCG-05 REL-05 among 10,000 patients a page and its total read a small part of them, wherever it is in the list and whatever is looked for', {
  timeout: 300_000,
}, async () => {
  const s = await openClinic();
  const looker = async (who: 'root' | 'nurse' | 'other', groups: number[]): Promise<Viewer> =>
    ({ ...s.people[who], companyId: s.companyId, careGroupIds: groups, seesWholeCompany: who === 'root' }) as never;
  const { top, heart, failure, diabetes } = s.groups;
  const viewers = {
    root: await looker('root', [top, heart, failure, diabetes]),
    nurse: await looker('nurse', [heart, failure]),
    other: await looker('other', [diabetes]),
    both: await looker('nurse', [failure, diabetes]),
  };
  await addMany(s, 10_000);
  for (const [said, who, given, most = 150] of queries)
    await s.app.database.readInCompany(s.companyId, async (tx) => {
      const query = { start: 0, limit: 10, ...given, ...(given.careGroupIds && { careGroupIds: [failure, diabetes] }) };
      if (given.start === fromEnd) query.start += (await listPatients(tx, viewers[who], { ...query, start: 0 })).total;
      expect(await pagesFetched(tx, () => listPatients(tx, viewers[who], query)), said).toBeLessThan(most);
    });

  const { reply } = await s.people.root.call(api.listPatients, { query: { filter_all_fields: 'mail.example' } });
  expect([reply.totalPatients, reply.isMore, reply.patients.length]).toEqual([2_000, true, 10]);
  const whole = await s.people.root.call(api.listPatients, { query: { patient_status: 0 } });
  const [counted] = await s.rows<{ n: number }>(`select count(*)::int as n from patient where status = 'pending'`);
  expect(whole.reply.totalPatients).toBe(counted?.n);
});
