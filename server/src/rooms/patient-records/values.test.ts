import * as api from '@portal/contract/patient-records/endpoints.ts';
import { readValueHistory } from '@portal/contract/patient-records/value-endpoints.ts';
import * as patients from '@portal/contract/patients/endpoints.ts';
import { expect, test } from 'vitest';
import { aClinic, addressOf, goalOf, insuranceOf, medicationOf, openClinic } from '#test/patients.ts';
import { onItsOwn } from '#test/portal.ts';

type Clinic = Awaited<ReturnType<typeof openClinic>>;
const historyOf =
  (s: Clinic, who: 'root' | 'nurse' | 'other' = 'nurse') =>
  (u_id: number, query: object) =>
    s.people[who].call(readValueHistory, { query: { u_id, ...query } as never });

test('P11-11 a phone that was changed ten times has eleven values in order, each with who gave it', async () => {
  const s = await openClinic();
  const { root, nurse } = s.people;
  const u_id = await s.anActivePatient({ phone: '+16175550100', dateOfBirth: '1950-03-04' });
  const { username } = (await nurse.call(patients.readPatientUser, { query: { u_id } })).reply.user;
  for (let n = 1; n <= 10; n += 1) {
    const userAttributes = [{ Name: 'phone_number' as const, Value: `+161755501${String(n).padStart(2, '0')}` }];
    expect((await root.call(patients.changePatient, { body: { u_id, username, userAttributes } })).status).toBe(200);
  }
  const { reply } = await historyOf(s)(u_id, { of: 'profile', field: 'phone' });
  expect(reply.entries.map(({ values }) => values)).toEqual(
    Array.from({ length: 11 }, (_, n) => [
      {
        field: 'phone',
        label: 'Phone',
        from: n === 10 ? null : `617-555-01${String(9 - n).padStart(2, '0')}`,
        to: `617-555-0${110 - n}`,
      },
    ]),
  );
  expect(new Set(reply.entries.map(({ did }) => did))).toEqual(new Set(['changed', 'added']));
  expect(reply.entries.every(({ by, id }) => by !== null && id === u_id)).toBe(true);
  const older = await historyOf(s)(u_id, { of: 'profile', field: 'phone', after: reply.entries[8]?.number });
  expect(older.reply.entries).toEqual(reply.entries.slice(9));
  const all = (await historyOf(s)(u_id, { of: 'profile' })).reply.entries.at(-1)?.values;
  expect(all?.map(({ label, to }) => `${label}: ${to}`)).toEqual([
    'First Name: Ada',
    expect.stringMatching(/^Last Name: Patient\d{3}$/) as never,
    'Date of Birth: 03/04/1950',
    'Gender: Female',
    expect.stringMatching(/^Email: patient\d+@mail.example$/) as never,
    'Phone: 617-555-0100',
    'Patient Type: Portal',
    'Hibernated: No',
    'Preferred Contact: Email',
  ]);
});

test('P11-11 P11-15 statuses and groups have their history with the reason, and of a group out of sight no name is told', async () => {
  const s = await openClinic();
  const { root } = s.people;
  const u_id = await s.anActivePatient({}, [s.groups.failure, s.groups.diabetes]);
  const told = async (who: 'root' | 'nurse', of: string) =>
    (await historyOf(s, who)(u_id, { of })).reply.entries.flatMap(({ reason, values }) =>
      values.map(({ label, from, to }) => [label, from, to, reason]),
    );
  expect(await told('nurse', 'group')).toEqual([
    ['Care Group', null, 'Another care group', null],
    ['Care Group', null, 'Heart Failure', null],
  ]);
  await root.call(patients.removePatient, { query: { u_id, removal_type: 'deactivate' } });
  expect(await told('root', 'group')).toEqual([
    ['Care Group', 'Heart Failure, Diabetes', null, 'Deactivate patient'],
    ['Care Group', null, 'Diabetes', null],
    ['Care Group', null, 'Heart Failure', null],
  ]);
  expect(await told('root', 'status')).toEqual([
    ['Status', 'Active', 'Deactivated', 'Deactivate patient'],
    ['Status', 'Pending', 'Active', null],
    ['Status', null, 'Pending', null],
  ]);
});

test('P11-15 whoever deactivates, removes or enables a patient may say why, in any language and over several lines; too long is refused', async () => {
  const s = await openClinic();
  const { root } = s.people;
  const u_id = await s.anActivePatient();
  const why = 'Verzog nach Zürich\n患者本人の希望 – «sofort»';
  const off = { u_id, removal_type: 'deactivate' };
  expect((await root.call(patients.removePatient, { query: { ...off, reason: 'x'.repeat(501) } })).fields).toEqual({
    reason: 'is too long (maximum is 500 characters)',
  });
  expect((await root.call(patients.removePatient, { query: { ...off, reason: why } })).status).toBe(200);
  await root.call(patients.setPatientStatus, { body: { u_id, new_status: 'pending', reason: 'Came back' } });
  const { reply } = await historyOf(s, 'root')(u_id, { of: 'status' });
  expect(reply.entries.map(({ reason }) => reason)).toEqual(['Came back', why, null, null]);
  await root.call(patients.removePatient, { query: { ...off, reason: ' ' } });
  await root.call(patients.removePatient, { query: { u_id, removal_type: 'remove', reason: 'Asked to be forgotten' } });
  const trail = await s.rows<{ reason: string }>(
    `select reason from audit_entry where record_kind = 'patient' and record_id = $1 order by seq desc limit 2`,
    [String(u_id)],
  );
  expect(trail.map(({ reason }) => reason)).toEqual(['Asked to be forgotten', 'Deactivate patient']);
});

test('P11-11 a removed address and what it was before stay readable, by its number or with all of the kind', async () => {
  const s = await openClinic();
  const { nurse } = s.people;
  const u_id = await s.anActivePatient();
  const { addrId } = (await nurse.call(api.addAddress, { body: addressOf(u_id) })).reply;
  await nurse.call(api.changeAddress, { body: { ...addressOf(u_id, { addressType: 'Vacation' }), addr_id: addrId } });
  await nurse.call(api.removeAddress, { query: { u_id, addr_id: addrId } });
  const second = (await nurse.call(api.addAddress, { body: addressOf(u_id) })).reply.addrId;
  const types = await historyOf(s)(u_id, { of: 'address', field: 'type', addr_id: addrId });
  expect(types.reply.entries.map(({ did, values }) => [did, values[0]?.from, values[0]?.to])).toEqual([
    ['removed', 'Vacation', null],
    ['changed', 'Home', 'Vacation'],
    ['added', null, 'Home'],
  ]);
  const all = await historyOf(s)(u_id, { of: 'address' });
  expect(all.reply.entries.map(({ id, did }) => [id, did])).toEqual([
    [second, 'added'],
    [addrId, 'removed'],
    [addrId, 'changed'],
    [addrId, 'added'],
  ]);
  expect(all.reply.entries[0]?.values).toContainEqual({ field: 'is_primary', label: 'Primary', from: null, to: 'Yes' });
});

test('P11-11 INS-01 medications, allergies, goals, insurance, orders and consents answer in their own words; insurance wants its module', async () => {
  const s = await openClinic();
  const { nurse } = s.people;
  const u_id = await s.anActivePatient();
  const { medId } = (await nurse.call(api.addMedication, { body: medicationOf(u_id) })).reply;
  await nurse.call(api.changeMedication, { body: { ...medicationOf(u_id, { dosage: '40 mg' }), medId } });
  await nurse.call(api.addAllergy, { body: medicationOf(u_id, { medicationName: 'Penicillin' }) });
  await nurse.call(api.addGoal, { body: goalOf(u_id) });
  await nurse.call(api.addInsurance, { body: insuranceOf(u_id) });
  await s.rows(
    `insert into patient_order_status (company_id, patient_id, display_name, rx_number, order_status, added_at)
     values ($1, $2, 'Lasix', '100', 2, now() - interval '2 days'), ($1, $2, 'Lasix', '100', 3, now()), ($1, $2, 'Coreg', '200', 9, now())`,
    [s.companyId, u_id],
  );
  await s.rows(
    `insert into patient_consent (company_id, patient_id, code, added_at)
     values ($1, $2, null, now() - interval '3 days'), ($1, $2, 2, now() - interval '2 days'), ($1, $2, 0, now())`,
    [s.companyId, u_id],
  );
  const told = async (query: object) =>
    (await historyOf(s)(u_id, query)).reply.entries.map(({ values }) =>
      values.map(({ label, from, to }) => [label, from, to].join(' | ')),
    );
  expect(await told({ of: 'medication', med_id: medId, field: 'dosage' })).toEqual([
    ['Dosage | 20 mg | 40 mg'],
    ['Dosage |  | 20 mg'],
  ]);
  expect((await told({ of: 'allergy' }))[0]).toContain('Name |  | Penicillin');
  expect((await told({ of: 'goal' }))[0]).toContain('Goal |  | Walk');
  expect((await told({ of: 'insurance' }))[0]).toContain('Member ID |  | BH-1');
  expect(await told({ of: 'order' })).toEqual([
    ['Status of 200 |  | 9'],
    ['Status of 100 | Request Submitted | Shipped'],
    ['Status of 100 |  | Request Submitted'],
  ]);
  expect(await told({ of: 'order', rx_number: '200' })).toEqual([['Status of 200 |  | 9']]);
  expect(await told({ of: 'consent' })).toEqual([
    ['Consent | Text Consent | Revoked Text Consent'],
    ['Consent |  | Portal Terms'],
    ['Consent |  | Text Consent'],
  ]);
  const without = await aClinic(s, []);
  const theirs = await without.anActivePatient();
  const refused = await without.people.nurse.call(readValueHistory, { query: { u_id: theirs, of: 'insurance' } });
  expect(refused.status).toBe(403);
});

test('P11-11 SEC-22 SEC-24 PRV-01 the history of a patient out of sight, of a record of another patient and of a removed one is unknown, and who reads one is on record', async () => {
  onItsOwn();
  const s = await openClinic();
  const { nurse, root } = s.people;
  const [own, other] = [await s.anActivePatient(), await s.anActivePatient()];
  const { addrId } = (await nurse.call(api.addAddress, { body: addressOf(other) })).reply;
  const theirs = await aClinic(s);
  const foreign = await theirs.anActivePatient();
  expect((await historyOf(s, 'other')(own, { of: 'profile' })).status).toBe(404);
  expect((await historyOf(s, 'root')(foreign, { of: 'profile' })).status).toBe(404);
  expect((await historyOf(s)(own, { of: 'address', addr_id: addrId })).status).toBe(404);
  expect((await historyOf(s)(own, { of: 'contact', addr_id: addrId })).status).toBe(400);
  expect((await historyOf(s)(own, { of: 'address', field: 'patient_id' })).status).toBe(400);
  expect((await historyOf(s)(own, { of: 'profile' })).status).toBe(200);
  await s.app.accessLog.flush();
  const read = await s.rows<{ ids: number[] }>(
    `select record_ids as ids from access_entry where call = 'GET /patients/history' and outcome = 'read'`,
  );
  expect(read).toEqual([{ ids: [own] }]);
  for (const removal_type of ['deactivate', 'remove'] as const)
    await root.call(patients.removePatient, { query: { u_id: own, removal_type } });
  expect((await historyOf(s, 'root')(own, { of: 'profile' })).status).toBe(404);
});

test('P11-11 a medication with its strength, an insurance and a contact are called in their history what they were called then, also after the medication was removed', async () => {
  const s = await openClinic();
  const { nurse } = s.people;
  const u_id = await s.anActivePatient();
  const { medId } = (await nurse.call(api.addMedication, { body: medicationOf(u_id, { medicationName: 'Lasix' }) }))
    .reply;
  const renamed = medicationOf(u_id, { medicationName: 'Furosemide' });
  await nurse.call(api.changeMedication, { body: { ...renamed, medId } });
  await nurse.call(api.changeMedication, { body: { ...renamed, dosage: '80 mg', medId } });
  await nurse.call(api.removeMedication, { query: { u_id, med_id: medId } });
  await nurse.call(api.addInsurance, { body: insuranceOf(u_id) });
  await nurse.call(api.addContact, { body: { u_id, contactName: '', phoneNumber: '+16175550123', phoneType: 'Cell' } });
  const named = async (query: object) =>
    (await historyOf(s)(u_id, query)).reply.entries.map(({ did, name }) => [did, name]);
  expect(await named({ of: 'medication' })).toEqual([
    ['removed', 'Furosemide, 80 mg'],
    ['changed', 'Furosemide, 80 mg'],
    ['changed', 'Furosemide, 20 mg'],
    ['added', 'Lasix, 20 mg'],
  ]);
  expect(await named({ of: 'medication', field: 'dosage' })).toEqual([
    ['removed', 'Furosemide, 80 mg'],
    ['changed', 'Furosemide, 80 mg'],
    ['added', 'Lasix, 20 mg'],
  ]);
  expect(await named({ of: 'insurance' })).toEqual([['added', expect.stringMatching(/, BH-1$/)]]);
  expect(await named({ of: 'contact' })).toEqual([['added', '617-555-0123']]);
});
