import * as records from '@portal/contract/patient-records/endpoints.ts';
import { removePatient } from '@portal/contract/patients/endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Room } from '#platform/http/calls.ts';
import { rooms } from '#src/rooms.ts';
import { aClinic, medicationOf, openClinic } from '#test/patients.ts';
import { openPortal } from '#test/portal.ts';
import { tellsTimeline } from './door.ts';

type Clinic = Awaited<ReturnType<typeof aClinic>>;
const lineOf = async (s: Clinic, u_id: number, query: object = {}, who: 'root' | 'nurse' = 'nurse') =>
  (await s.people[who].call(readTimeline, { query: { u_id, ...query } })).reply.entries;
const said = (entries: readonly { kind: string; what: string; about: string | null }[]) =>
  entries.map(({ kind, what, about }) => [kind, what, about].join(' | '));

test('P11-11 medications and allergies that were added, changed and removed stand in the line of time with who did it', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const { medId } = (await nurse.call(records.addMedication, { body: medicationOf(u_id) })).reply;
  await nurse.call(records.changeMedication, { body: { ...medicationOf(u_id, { dosage: '40 mg' }), medId } });
  await nurse.call(records.removeMedication, { query: { u_id, med_id: medId } });
  await nurse.call(records.addAllergy, { body: medicationOf(u_id, { medicationName: 'Penicillin' }) });
  const entries = await lineOf(s, u_id, { kind: 'medication' });
  expect(said(entries)).toEqual([
    'medication | Allergy added | Penicillin',
    'medication | Medication removed | Lasix',
    'medication | Medication changed | Lasix',
    'medication | Medication added | Lasix',
  ]);
  expect(entries.map(({ by }) => by === null)).toEqual([false, false, false, false]);
  expect(JSON.stringify(entries)).not.toContain('40 mg');
});

test.each([
  ['Medication', records.addMedication, records.changeMedication, records.removeMedication, 'medId', 'med_id'],
  ['Allergy', records.addAllergy, records.changeAllergy, records.removeAllergy, 'allergyId', 'allergy_id'],
] as const)(
  'P11-11 %s: what is called otherwise later keeps the name that it had in each line before',
  async (...given) => {
    const [what, add, change, remove, key, inQuery] = given;
    const s = await openClinic();
    const u_id = await s.anActivePatient();
    const { nurse } = s.people;
    const named = (medicationName: string, more: object = {}) => medicationOf(u_id, { medicationName, ...more });
    const id = ((await nurse.call(add, { body: named('Metoprolol') })).body as Record<string, number>)[key];
    const changeTo = (name: string, dosage: string) =>
      nurse.call(change, { body: { ...named(name, { dosage }), [key]: id } });
    await changeTo('Metoprolol', '40 mg');
    await changeTo('Metformin', '40 mg');
    await changeTo('Metformin', '50 mg');
    await changeTo('Metamizole', '50 mg');
    await nurse.call(remove, { query: { u_id, [inQuery]: id } });
    expect(said(await lineOf(s, u_id, { kind: 'medication' }))).toEqual([
      `medication | ${what} removed | Metamizole`,
      `medication | ${what} changed | Metamizole`,
      `medication | ${what} changed | Metformin`,
      `medication | ${what} changed | Metformin`,
      `medication | ${what} changed | Metoprolol`,
      `medication | ${what} added | Metoprolol`,
    ]);
  },
);

test('P11-11 orders, shipments, outreach, consents and documents stand in the line of time, each by its kind', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  await s.rows(
    `insert into patient_order_status (company_id, patient_id, display_name, rx_number, order_status, added_at)
     values ($1, $2, 'Lasix', '100', 2, now() - interval '2 days'), ($1, $2, 'Lasix', '100', 3, now() - interval '1 day')`,
    [s.companyId, u_id],
  );
  await s.rows(
    `insert into refill_outreach (company_id, patient_id, rx_number, reason, method, sent_at) values ($1, $2, '100', 'Due', 'Text', now())`,
    [s.companyId, u_id],
  );
  await s.rows(`insert into patient_consent (company_id, patient_id, code, added_at) values ($1, $2, 0, now())`, [
    s.companyId,
    u_id,
  ]);
  for (const [kind, line] of [
    ['order', 'order | Order requested | Lasix'],
    ['shipment', 'shipment | Order shipped | Lasix'],
    ['outreach', 'outreach | Refill reminder by text | 100'],
    ['consent', 'consent | Text consent revoked | '],
  ] as const)
    expect(said(await lineOf(s, u_id, { kind }))).toEqual([line]);
});

test('SEC-23 P11-11 of a group out of sight the line of time tells no name', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient({}, [s.groups.failure, s.groups.diabetes]);
  const groups = { kind: 'group' };
  expect(said(await lineOf(s, u_id, groups))).toEqual([
    'group | Added to a care group | Another care group',
    'group | Added to a care group | Heart Failure',
  ]);
  expect(said(await lineOf(s, u_id, groups, 'root'))).toEqual([
    'group | Added to a care group | Diabetes',
    'group | Added to a care group | Heart Failure',
  ]);
});

test('P11-11 a room that comes later adds its own kind of events, which are filtered, sorted and hidden as all others', async () => {
  const later: Room = (house) =>
    tellsTimeline(house, {
      kind: 'assessment',
      rowsOf: (id) => sql`select timestamptz '2020-01-02T03:04:05Z' as at, 'Assessment completed' as what,
        'Of ' || patient_id as about, null::int as by_id from patient where patient_id = ${id}`,
    });
  const portal = await openPortal({}, { rooms: [...rooms, later] });
  const s = await aClinic(portal);
  const u_id = await s.anActivePatient();
  expect(said(await lineOf(s, u_id)).at(-1)).toBe(`assessment | Assessment completed | Of ${u_id}`);
  expect(said(await lineOf(s, u_id, { kind: 'assessment' }))).toHaveLength(1);
  expect(said(await lineOf(s, u_id, { kind: 'status' })).join()).not.toContain('Assessment');
  expect((await s.people.other.call(readTimeline, { query: { u_id } })).status).toBe(404);
  // A portal without that room knows nothing of it.
  const other = await openClinic();
  expect(said(await lineOf(other, await other.anActivePatient(), { kind: 'assessment' }))).toEqual([]);
});

test('P11-11 whoever pages through the line of time misses nothing, also what happened in one moment', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  // Two of each moment, 61 moments, so that the fiftieth entry has a twin.
  await s.rows(
    `insert into patient_consent (company_id, patient_id, code, added_at)
     select $1, $2, 1, timestamptz '2026-01-01' + n / 2 * interval '1 hour' + n % 2 * interval '1 microsecond' from generate_series(1, 120) n`,
    [s.companyId, u_id],
  );
  const seen: string[] = [];
  let before: string | undefined;
  for (let page = 0; page < 4; page += 1) {
    const entries = await lineOf(s, u_id, { kind: 'consent', ...(before ? { before } : {}) });
    seen.push(...entries.map(({ at }) => new Date(at).toISOString()));
    before = seen.at(-1);
  }
  expect(seen).toHaveLength(120);
});

test('P11-11 what happened in one moment stands on one page, however much it was: nothing of it is out of reach', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { root } = s.people;
  expect((await root.call(removePatient, { query: { u_id, removal_type: 'deactivate' } })).status).toBe(200);
  // Sixty more of the moment of the deactivation stand before it by their kind. Another sixty are a year younger.
  await s.rows(
    `insert into patient_consent (company_id, patient_id, code, added_at)
     select $1, $2, 1, (select max(at) from patient_step where patient_id = $2) + years * interval '1 year'
     from generate_series(1, 60) cross join unnest(array[0, 1]) years`,
    [s.companyId, u_id],
  );
  const page = async (query: object = {}) => {
    const { reply, headers } = await root.call(readTimeline, { query: { u_id, ...query } });
    const last = reply.entries.at(-1);
    return {
      kinds: reply.entries.map(({ kind }) => kind),
      what: last?.what,
      before: new Date(last?.at ?? 0).toISOString(),
      isCut: headers['x-more'] === 'true',
    };
  };
  const sixty = Array<string>(60).fill('consent');
  const newest = await page();
  expect([newest.kinds, newest.isCut]).toEqual([sixty, true]);
  const off = await page({ before: newest.before });
  expect([off.kinds, off.what, off.isCut]).toEqual([[...sixty, 'status'], 'Deactivated', true]);
  const oldest = await page({ before: off.before });
  expect([oldest.kinds, oldest.isCut]).toEqual([['status', 'group', 'status'], false]);
  // The page of the oldest consents leaves nothing out.
  const consents = await page({ kind: 'consent', before: newest.before });
  expect([consents.kinds, consents.isCut]).toEqual([sixty, false]);
});
