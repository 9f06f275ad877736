import * as api from '@portal/contract/reorder-forms/endpoints.ts';
import * as rules from '@portal/contract/reorder-forms/rules.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { aTopGroup } from '#test/administrators.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { companyWithList } from './queries.ts';

const metformin = { name: 'Metformin', dosage: '500 mg tablet', information: 'With meals' };
const furosemide = { name: 'Furosemide', dosage: '40 mg tablet', information: 'In the morning' };

async function open() {
  const portal = await openPortal();
  const companyId = await portal.aCompany(['NurseReorder'], { name: 'Quay Nurses' });
  // The list is the company's: those who change it see the whole company, by a group at the top.
  const aPerson = async (type: 'Nurse' | 'Pharmacist' | 'Pharmacy User', adminRights = false, of = companyId) =>
    portal.signedIn(
      await portal.aPerson(
        type,
        { company_id: of, admin_rights: adminRights },
        adminRights ? [await aTopGroup(portal, of)] : [],
      ),
    );
  const admin = await aPerson('Pharmacist', true);
  const nurse = await aPerson('Nurse');
  const read = async () => (await nurse.call(api.readMedicationList)).reply;
  const add = (medList: unknown, key?: string) =>
    admin.call(api.addMedicationList, { body: { medList }, ...(key && { headers: { 'idempotency-key': key } }) });
  const change = (body: object) => admin.call(api.changeMedicationList, { body });
  const trail = () =>
    portal.rows<{ action: string; changes: unknown }>(
      `select action, changes from audit_entry where record_kind = 'medication_list' order by seq`,
    );
  return { portal, companyId, aPerson, admin, nurse, read, add, change, trail };
}

test('RML-02 RML-04 CAG-27 CAG-28 CAG-29 OPC-96 before there is a list its number is null and it is empty; what is posted is read, and what is put takes its place', async () => {
  const s = await open();
  expect(await s.read()).toEqual({ medListId: null, medList: [], version: null, companyName: 'Quay Nurses' });

  const added = await s.add([metformin, furosemide]);
  const { medListId } = added.reply;
  expect([added.status, added.body]).toEqual([
    200,
    { message: 'Medication list successfully saved.', medListId: expect.any(Number) as number, version: 1 },
  ]);
  expect(await s.read()).toEqual({
    medListId,
    medList: [metformin, furosemide],
    version: 1,
    companyName: 'Quay Nurses',
  });

  const stronger = { ...metformin, dosage: ' 850 mg tablet ' };
  const changed = await s.change({ medListId: String(medListId), medList: [furosemide, stronger] });
  expect([changed.status, changed.reply]).toMatchObject([200, { medListId, version: 2 }]);
  const medList = [furosemide, { ...metformin, dosage: '850 mg tablet' }];
  expect(await s.read()).toMatchObject({ medListId, medList, version: 2 });

  // The last row may be deleted as well.
  expect((await s.change({ medListId, medList: [] })).status).toBe(200);
  expect(await s.read()).toMatchObject({ medListId, medList: [], version: 3 });
});

test('OPC-96 P11-09 who made and who changed the list is in the audit trail with old and new entries, and what changes nothing is not', async () => {
  onItsOwn();
  const s = await open();
  const { medListId } = (await s.add([metformin])).reply;
  const otherOrder = { information: 'With meals', dosage: '500 mg tablet', name: 'Metformin' };
  expect((await s.change({ medListId, medList: [otherOrder], version: 1 })).reply.version).toBe(1);
  await s.change({ medListId, medList: [furosemide], version: 1 });
  expect(await s.trail()).toEqual([
    { action: 'medication_list.added', changes: [{ field: 'medications', new: [metformin] }] },
    {
      action: 'medication_list.changed',
      changes: [{ field: 'medications', old: [metformin], new: [furosemide] }],
    },
  ]);
  const events = await s.portal.rows(`select type, payload from event where type like 'medication%' order by event_id`);
  expect(events).toEqual(
    Array.from({ length: 2 }, () => ({ type: 'medication_list.changed', payload: { id: medListId } })),
  );
});

test('RML-03 an entry without a name, a dosage or an information is refused by its place, and the list stays as it was', async () => {
  const s = await open();
  const { medListId } = (await s.add([metformin])).reply;
  for (const field of ['name', 'dosage', 'information']) {
    const { [field as 'name']: _, ...without } = metformin;
    for (const missing of [without, { ...metformin, [field]: '' }, { ...metformin, [field]: ' \n ' }]) {
      const refused = await s.change({ medListId, medList: [furosemide, missing] });
      expect([refused.status, refused.code, refused.fields]).toEqual([
        400,
        'invalid',
        { [`medList.1.${field}`]: 'is required' },
      ]);
    }
  }
  expect(await s.read()).toMatchObject({ medList: [metformin], version: 1 });
});

test.each([
  ['name', rules.longestName],
  ['dosage', rules.longestDosage],
  ['information', rules.longestInformation],
])('RML-03 the %s of an entry has at most %i characters', async (field, most) => {
  const s = await open();
  const { medListId } = (await s.add([])).reply;
  const ofLength = (length: number) => [{ ...metformin, [field]: 'x'.repeat(length) }];
  expect((await s.change({ medListId, medList: ofLength(most) })).status).toBe(200);
  const refused = await s.change({ medListId, medList: ofLength(most + 1) });
  expect([refused.status, Object.keys(refused.fields)]).toEqual([400, [`medList.0.${field}`]]);
});

test('OPC-96 a list has at most 500 entries, which stay in their order', async () => {
  const s = await open();
  const entries = (count: number) =>
    Array.from({ length: count }, (_, i) => ({ ...metformin, name: `Medication ${(i * 7) % count}` }));
  const refused = await s.add(entries(501));
  expect([refused.status, refused.fields]).toEqual([400, { medList: 'must have at most 500 entries' }]);
  expect((await s.add(entries(500))).status).toBe(200);
  expect((await s.read()).medList).toEqual(entries(500));
});

test('OPC-96 REL-08 of many who make the list at once one does, and the others are told that there is one', async () => {
  onItsOwn();
  const s = await open();
  const answers = await Promise.all(Array.from({ length: 6 }, () => s.add([metformin])));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { code, status, message } of answers.filter((answer) => answer.status !== 200))
    expect([status, code, message]).toEqual([
      400,
      'medication_list.exists',
      'Your company already has a medication list.',
    ]);
  expect((await s.read()).medList).toEqual([metformin]);
  expect(await s.trail()).toHaveLength(1);
});

test('CAG-28 REL-06 the same submit again gets the first answer again', async () => {
  onItsOwn();
  const s = await open();
  const [first, second] = [await s.add([metformin], 'made-once-0001'), await s.add([metformin], 'made-once-0001')];
  expect([second.status, second.body]).toEqual([200, first.body]);
  expect(await s.trail()).toHaveLength(1);
});

test('CAG-29 REL-07 of two who change the list at once with the same version one does, and the other is shown what stands now', async () => {
  const s = await open();
  const { medListId } = (await s.add([])).reply;
  const lists = [[metformin], [furosemide]];
  const answers = await Promise.all(lists.map((medList) => s.change({ medListId, medList, version: 1 })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const won = answers.findIndex(({ status }) => status === 200);
  const lost = answers.find(({ status }) => status === 409);
  expect(lost?.body).toMatchObject({
    code: 'stale',
    detail: { current: { medListId, medList: lists[won], version: 2 } },
  });
  expect(await s.read()).toMatchObject({ medList: lists[won], version: 2 });
});

test('CAG-27 CAG-29 OPC-07 a company neither reads nor changes the list of another, which is answered like no list', async () => {
  const s = await open();
  const { medListId } = (await s.add([metformin])).reply;
  const there = await s.portal.aCompany(['NurseReorder']);
  const stranger = await s.aPerson('Pharmacist', true, there);
  expect((await stranger.call(api.readMedicationList)).reply).toMatchObject({ medListId: null, medList: [] });
  const put = (id: number) =>
    stranger.call(api.changeMedicationList, { body: { medListId: id, medList: [furosemide] } });
  const [hidden, none] = [await put(medListId), await put(900_000_000)];
  expect([hidden.status, hidden.body]).toEqual([404, none.body]);
  expect(await s.read()).toMatchObject({ medList: [metformin], version: 1 });
  // Theirs is another one.
  expect((await stranger.call(api.addMedicationList, { body: { medList: [] } })).status).toBe(200);
});

test('OPC-08 OPC-09 CAG-27 CAG-28 CAG-29 everybody of a company with the module reads the list, those with admin rights change it, and without the module nobody does either', async () => {
  const s = await open();
  const { medListId } = (await s.add([metformin])).reply;
  for (const type of ['Nurse', 'Pharmacist', 'Pharmacy User'] as const) {
    const person = await s.aPerson(type);
    expect((await person.call(api.readMedicationList)).reply.medList).toEqual([metformin]);
    const body = { medListId, medList: [] };
    expect((await person.call(api.changeMedicationList, { body })).status).toBe(403);
    expect((await person.call(api.addMedicationList, { body: { medList: [] } })).status).toBe(403);
  }
  const nurse = await s.aPerson('Nurse', true);
  expect((await nurse.call(api.changeMedicationList, { body: { medListId, medList: [] } })).status).toBe(200);

  const without = await s.aPerson('Pharmacist', true, await s.portal.aCompany(['Assessments', 'DiscountCard']));
  expect((await without.call(api.readMedicationList)).status).toBe(403);
  expect((await without.call(api.addMedicationList, { body: { medList: [] } })).status).toBe(403);
  expect((await without.call(api.changeMedicationList, { body: { medListId, medList: [] } })).status).toBe(403);
});

test('CAG-27 however many lists other companies have, reading touches the entries of the own one alone', async () => {
  onItsOwn();
  const s = await open();
  await s.add([metformin, furosemide]);
  await s.portal.rows(
    `insert into company (name, created_at) select 'Other ' || n, now() from generate_series(1, 1000) n`,
  );
  await s.portal.rows(
    `insert into medication_list (company_id) select company_id from company where name like 'Other %'`,
  );
  await s.portal.rows(
    `insert into listed_medication (medication_list_id, position, company_id, name, dosage, information)
     select medication_list_id, n, company_id, 'Name ' || n, 'Dosage', 'Information'
     from medication_list, generate_series(0, 49) n where company_id <> $1`,
    [s.companyId],
  );
  for (const table of ['company', 'medication_list', 'listed_medication'])
    await s.portal.rows(`vacuum analyze ${table}`);
  const plan = await s.portal.app.database.readInCompany(s.companyId, async (tx) => {
    const query = companyWithList(tx, s.companyId);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, timing off) ${query}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']);
  });
  const scans = plan.filter((line) => / Scan /.test(line));
  expect(scans.filter((line) => line.includes('Seq Scan'))).toEqual([]);
  const touched = scans.map((line) => Number(/actual rows=([\d.]+)/.exec(line)?.[1]));
  expect(scans.filter((line) => line.includes('listed_medication'))).not.toEqual([]);
  expect(Math.max(...touched)).toBe(2);
  expect(plan.join('\n')).not.toMatch(/Rows Removed by Filter/);
});
