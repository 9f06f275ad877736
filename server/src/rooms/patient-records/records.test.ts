import * as api from '@portal/contract/patient-records/endpoints.ts';
import * as history from '@portal/contract/patient-records/history-endpoints.ts';
import { fetchDocument, saveDocument } from '@portal/contract/documents/endpoints.ts';
import { expect, test } from 'vitest';
import { uploadOf } from '#test/documents.ts';
import { aClinic, addressOf, contactOf, goalOf, insuranceOf, medicationOf, openClinic } from '#test/patients.ts';
import { onItsOwn } from '#test/portal.ts';

test('PAD-01 PAD-02 CAD-12 CAD-13 CAD-14 CAD-15 OPC-43 OPC-45 OPC-46 addresses are added, changed and removed, with at most one of each flag', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const first = (await nurse.call(api.addAddress, { body: addressOf(u_id) })).reply.addrId;
  const second = (await nurse.call(api.addAddress, { body: addressOf(u_id, { addressType: 'Office', isBilling: 1 }) }))
    .reply.addrId;
  const list = async () => (await nurse.call(api.listAddresses, { query: { u_id } })).reply.addresses;
  expect((await list()).map((one) => [one.addrId, one.isPrimary, one.isBilling, one.version])).toEqual([
    [first, 0, 0, 2],
    [second, 1, 1, 1],
  ]);
  expect((await list())[0]?.address).toEqual([
    { Name: 'country', Value: 'USA' },
    { Name: 'street', Value: '1 Main Street' },
    { Name: 'street_2', Value: '' },
    { Name: 'city', Value: 'Boston' },
    { Name: 'state', Value: 'Massachusetts' },
    { Name: 'zip', Value: '02110' },
  ]);
  const body = { ...addressOf(u_id, { addressType: 'Vacation' }), addr_id: first };
  const races = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      nurse.call(api.changeAddress, { body: { ...body, addressType: n % 2 ? 'School' : 'Clinic', version: 2 } }),
    ),
  );
  expect(races.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
    200,
    ...Array.from({ length: 7 }, () => 409),
  ]);
  expect((await list()).map((one) => one.isPrimary)).toEqual([1, 0]);
  expect((await nurse.call(api.removeAddress, { query: { u_id, addr_id: second } })).status).toBe(200);
  expect((await nurse.call(api.removeAddress, { query: { u_id, addr_id: second } })).status).toBe(404);
  expect((await list()).map((one) => one.addrId)).toEqual([first]);
});

const marks = (isPrimary: 0 | 1, isShipping: 0 | 1, isBilling: 0 | 1) => ({ isPrimary, isShipping, isBilling });

test.each([
  ['isPrimary', marks(1, 0, 0), marks(0, 1, 1)],
  ['isShipping', marks(0, 1, 0), marks(1, 0, 1)],
  ['isBilling', marks(0, 0, 1), marks(1, 1, 0)],
])(
  'OPC-46 CAD-12 CAD-13 CAD-14 an address that is added or changed to have %s takes that alone from the one that had it, and from no other patient’s',
  async (_flag, alone, others) => {
    const s = await openClinic();
    const [u_id, second] = [await s.anActivePatient(), await s.anActivePatient()];
    const { nurse } = s.people;
    const add = async (of: number, given: object) =>
      (await nurse.call(api.addAddress, { body: addressOf(of, { ...given }) })).reply.addrId;
    const list = async (of: number) =>
      (await nurse.call(api.listAddresses, { query: { u_id: of } })).reply.addresses.map(
        ({ addrId, isPrimary, isShipping, isBilling, version }) => ({
          addrId,
          isPrimary,
          isShipping,
          isBilling,
          version,
        }),
      );
    const theirs = await add(second, marks(1, 1, 1));
    const old = await add(u_id, marks(1, 1, 1));
    const recent = await add(u_id, alone);
    expect(await list(u_id)).toEqual([
      { addrId: old, ...others, version: 2 },
      { addrId: recent, ...alone, version: 1 },
    ]);
    const changed = await nurse.call(api.changeAddress, { body: { ...addressOf(u_id, { ...alone }), addr_id: old } });
    expect(changed.body).toEqual({ message: 'Successfully saved.', version: 3 });
    expect(await list(u_id)).toEqual([
      { addrId: old, ...alone, version: 3 },
      { addrId: recent, ...marks(0, 0, 0), version: 2 },
    ]);
    expect(await list(second)).toEqual([{ addrId: theirs, ...marks(1, 1, 1), version: 1 }]);
  },
);

test('PAD-01 PAD-02 CAD-12 CAD-13 CAD-14 OPC-45 an address is read whole as it was added, and as it was changed', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const list = async () => (await nurse.call(api.listAddresses, { query: { u_id } })).reply.addresses;
  const lines = (country: string, street: string, street_2: string, city: string, state: string, zip: string) => [
    { Name: 'country', Value: country },
    { Name: 'street', Value: street },
    { Name: 'street_2', Value: street_2 },
    { Name: 'city', Value: city },
    { Name: 'state', Value: state },
    { Name: 'zip', Value: zip },
  ];
  const elm = ['12 Elm Street', 'Apt 4', 'Worcester', 'Massachusetts', '01608'] as const;
  const added = await nurse.call(api.addAddress, {
    body: { u_id, addressType: 'Apartment', address: lines('US', ...elm), ...marks(0, 1, 0) },
  });
  const { addrId } = added.reply;
  expect(added.body).toEqual({ message: 'Successfully saved.', addrId });
  expect(await list()).toEqual([
    { addrId, addressType: 'Apartment', address: lines('USA', ...elm), ...marks(0, 1, 0), version: 1 },
  ]);
  const bank = lines('CA', '111 Bank Street', 'Floor 2', 'Ottawa', 'Ontario', 'K1A 0B1');
  const changed = await nurse.call(api.changeAddress, {
    body: { u_id, addr_id: addrId, addressType: 'Vacation', address: bank, ...marks(1, 0, 1), version: 1 },
  });
  expect(changed.body).toEqual({ message: 'Successfully saved.', version: 2 });
  expect(await list()).toEqual([{ addrId, addressType: 'Vacation', address: bank, ...marks(1, 0, 1), version: 2 }]);
});

test('OPC-44 the lines of an address are taken in lower case too, and are read as Name and Value', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const { address, ...given } = addressOf(u_id);
  const lower = (lines: readonly { Name: string; Value: string }[]) =>
    lines.map(({ Name: name, Value: value }) => ({ name, value }));
  const { addrId } = (await nurse.call(api.addAddress, { body: { ...given, address: lower(address) } })).reply;
  const read = async () => (await nurse.call(api.listAddresses, { query: { u_id } })).reply.addresses[0]?.address;
  const stored = (street: string) => [
    { Name: 'country', Value: 'USA' },
    { Name: 'street', Value: street },
    { Name: 'street_2', Value: '' },
    { Name: 'city', Value: 'Boston' },
    { Name: 'state', Value: 'Massachusetts' },
    { Name: 'zip', Value: '02110' },
  ];
  expect(await read()).toEqual(stored('1 Main Street'));
  const moved = address.map((one) => (one.Name === 'street' ? { Name: 'street', Value: '2 Main Street' } : one));
  const body = { ...given, addr_id: addrId, address: lower(moved), version: 1 };
  expect((await nurse.call(api.changeAddress, { body })).status).toBe(200);
  expect(await read()).toEqual(stored('2 Main Street'));
});

test('PAD-03 PAD-04 a bad zip, an unknown type and an unknown province are refused with the field named', async () => {
  onItsOwn();
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { address } = addressOf(u_id);
  const tried = async (given: object) => {
    const { status, fields } = await s.people.nurse.call(api.addAddress, { body: addressOf(u_id, given as never) });
    return [status, Object.keys(fields)];
  };
  const having = (name: string, Value: string) =>
    address.map((one) => (one.Name === name ? { Name: name, Value } : one));
  expect(await tried({ address: having('zip', '1') })).toEqual([400, ['address.zip']]);
  expect(await tried({ address: having('state', 'Nowhere') })).toEqual([400, ['address.state']]);
  expect(await tried({ addressType: 'Castle' })).toEqual([400, ['addressType']]);
  expect(await s.rows('select from patient_address')).toHaveLength(0);
});

test('PCN-01 PCN-02 PCN-03 PCN-04 OPC-47 CAD-16 CAD-17 CAD-18 CAD-19 CAD-20 contacts have a phone, an e-mail or both, and their type follows from it', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  for (const [given, type] of [
    [{ email: '' }, 'phone'],
    [{ phoneNumber: '' }, 'email'],
    [{}, 'phone|email'],
    [{ contactName: undefined, phoneNumber: '' }, 'email'],
  ] as const) {
    const { contactId } = (await nurse.call(api.addContact, { body: contactOf(u_id, given) })).reply;
    const { reply } = await nurse.call(api.listContacts, { query: { u_id, contact_id: contactId } });
    expect('contactDetails' in reply && reply.contactDetails.contactType).toBe(type);
  }
  expect((await nurse.call(api.addContact, { body: contactOf(u_id, { phoneNumber: '', email: '' }) })).status).toBe(
    400,
  );
  const { reply } = await nurse.call(api.listContacts, { query: { u_id } });
  const [first] = 'contacts' in reply ? reply.contacts : [];
  const changed = await nurse.call(api.changeContact, {
    body: { ...contactOf(u_id, { contactName: 'Son' }), contact_id: first?.contactId, version: 1 },
  });
  expect([changed.status, changed.reply.version]).toEqual([200, 2]);
  const gone = { query: { u_id, contact_id: first?.contactId } };
  expect((await nurse.call(api.removeContact, gone)).status).toBe(200);
  expect((await nurse.call(api.listContacts, gone)).status).toBe(404);
});

test('OPC-47 PCN-03 CAD-19 a contact without a valid phone or a valid e-mail is neither added nor kept, and its type follows a change that takes one of the two away', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const { contactId } = (await nurse.call(api.addContact, { body: contactOf(u_id) })).reply;
  const rows = () => s.rows('select * from patient_contact where patient_id = $1', [u_id]);
  const before = await rows();
  const neither = { phoneNumber: 'needs a phone or an email' };
  const noPhone = { phoneNumber: 'must be +1 and ten digits' };
  const noEmail = { email: 'is not a valid email' };
  const cases: [object, object][] = [
    [{ phoneNumber: '', email: '' }, neither],
    [{ phoneNumber: null, email: undefined }, neither],
    [{ phoneNumber: '', email: ' ' }, neither],
    [{ phoneNumber: '6175550111' }, noPhone],
    [{ phoneNumber: '+1617555011' }, noPhone],
    [{ phoneNumber: '+496175550111', email: '' }, noPhone],
    [{ email: 'grace' }, noEmail],
    [{ phoneNumber: '', email: 'grace@mail' }, noEmail],
  ];
  for (const [given, fields] of cases) {
    const body = contactOf(u_id, { ...given });
    const added = await nurse.call(api.addContact, { body });
    const changed = await nurse.call(api.changeContact, { body: { ...body, contact_id: contactId } });
    expect([given, added.status, added.fields, changed.status, changed.fields]).toEqual([
      given,
      400,
      fields,
      400,
      fields,
    ]);
  }
  expect(await rows()).toEqual(before);
  for (const [given, contactType] of [
    [{ phoneNumber: '' }, 'email'],
    [{ email: '' }, 'phone'],
    [{}, 'phone|email'],
  ] as const) {
    const body = { ...contactOf(u_id, given), contact_id: contactId };
    expect((await nurse.call(api.changeContact, { body })).status).toBe(200);
    const { reply } = await nurse.call(api.listContacts, { query: { u_id, contact_id: contactId } });
    expect(reply).toMatchObject({ contactDetails: { contactType } });
  }
});

test('PCN-01 PCN-03 CAD-16 CAD-17 CAD-18 CAD-19 a contact is read whole as it was added, and as it was changed, in the list and alone', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const ben = {
    contactName: 'Ben Archer',
    contactDetail: 'Son',
    phoneNumber: '+16175550199',
    phoneType: 'Mobile',
    phoneExtension: '12',
    email: 'ben@mail.example',
  };
  const added = await nurse.call(api.addContact, { body: { u_id, ...ben } });
  const { contactId } = added.reply;
  expect(added.body).toEqual({ message: 'Successfully saved.', contactId });
  const list = async () => (await nurse.call(api.listContacts, { query: { u_id } })).body;
  const one = async () => (await nurse.call(api.listContacts, { query: { u_id, contact_id: contactId } })).body;
  const asAdded = { contactId, ...ben, contactType: 'phone|email', version: 1 };
  expect(await list()).toEqual({ contacts: [asAdded] });
  expect(await one()).toEqual({ contactDetails: asAdded });
  const cleo = {
    contactName: 'Cleo Bell',
    contactDetail: 'Neighbour',
    phoneNumber: '+16175550277',
    phoneType: 'Work',
    phoneExtension: '345',
    email: 'cleo@home.example',
  };
  const changed = await nurse.call(api.changeContact, { body: { u_id, contact_id: contactId, ...cleo, version: 1 } });
  expect(changed.body).toEqual({ message: 'Successfully saved.', version: 2 });
  const asChanged = { contactId, ...cleo, contactType: 'phone|email', version: 2 };
  expect(await list()).toEqual({ contacts: [asChanged] });
  expect(await one()).toEqual({ contactDetails: asChanged });
});

test('INS-01 INS-02 INS-03 INS-04 INS-05 OPC-09 CAD-21 CAD-22 CAD-23 CAD-24 CLN-17 insurance wants its module, all its fields, and keeps the member id', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  for (const field of ['planName', 'planType', 'memberId', 'bin', 'pcn', 'group'])
    expect((await nurse.call(api.addInsurance, { body: insuranceOf(u_id, { [field]: '' }) })).fields).toEqual({
      [field]: 'is required',
    });
  const { insuranceId } = (await nurse.call(api.addInsurance, { body: insuranceOf(u_id) })).reply;
  await nurse.call(api.addInsurance, { body: insuranceOf(u_id, { memberId: 'BH-2' }) });
  const change = (given: object) =>
    nurse.call(api.changeInsurance, { body: { ...insuranceOf(u_id, given as never), insurance_id: insuranceId } });
  expect((await change({ memberId: 'other' })).fields).toEqual({ memberId: 'cannot be changed' });
  expect((await change({ planType: 'HMO' })).status).toBe(200);
  const list = (await nurse.call(api.listInsurances, { query: { u_id } })).reply.insurances;
  expect(list.map(({ planType, memberId, isPrimary }) => [planType, memberId, isPrimary])).toEqual([
    ['HMO', 'BH-1', 1],
    ['PPO', 'BH-2', 0],
  ]);
  const remove = () => nurse.call(api.removeInsurance, { query: { u_id, insurance_id: insuranceId } });
  expect((await remove()).status).toBe(200);
  const left = (await nurse.call(api.listInsurances, { query: { u_id } })).reply.insurances;
  expect(left.map(({ memberId }) => memberId)).toEqual(['BH-2']);
  expect((await remove()).status).toBe(404);
  const removed = `select record_kind from audit_entry where action = 'patient_insurance.removed' and record_id = $1`;
  expect(await s.rows(removed, [String(insuranceId)])).toEqual([{ record_kind: 'patient_insurance' }]);
  const without = await aClinic(s, []);
  expect((await without.people.root.call(api.listInsurances, { query: { u_id } })).status).toBe(403);
});

test('OPC-46 INS-02 INS-05 CAD-21 CAD-22 CAD-23 an insurance is read whole as it was added, and as it was changed; which of two is primary follows the last one that was set', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const list = async () => (await nurse.call(api.listInsurances, { query: { u_id } })).reply.insurances;
  const blue = { planName: 'Blue Harbor', planType: 'PPO', memberId: 'BH-1', bin: '610014', pcn: 'MEDD', group: 'G1' };
  const added = await nurse.call(api.addInsurance, { body: { u_id, ...blue, isPrimary: 1 } });
  const { insuranceId } = added.reply;
  expect(added.body).toEqual({ message: 'Successfully saved.', insuranceId });
  expect(await list()).toEqual([{ insuranceId, ...blue, isPrimary: 1, version: 1 }]);
  const red = { planName: 'Red Cliff', planType: 'EPO', memberId: 'RC-7', bin: '004336', pcn: 'ADV', group: 'RX9' };
  const { insuranceId: second } = (await nurse.call(api.addInsurance, { body: { u_id, ...red, isPrimary: 1 } })).reply;
  expect(await list()).toEqual([
    { insuranceId, ...blue, isPrimary: 0, version: 2 },
    { insuranceId: second, ...red, isPrimary: 1, version: 1 },
  ]);
  const bay = { planName: 'Blue Bay', planType: 'HMO', bin: '020115', pcn: 'IS', group: 'G22' };
  const changed = await nurse.call(api.changeInsurance, {
    body: { u_id, insurance_id: insuranceId, ...bay, isPrimary: 1, version: 2 },
  });
  expect(changed.body).toEqual({ message: 'Successfully saved.', version: 3 });
  expect(await list()).toEqual([
    { insuranceId, ...bay, memberId: 'BH-1', isPrimary: 1, version: 3 },
    { insuranceId: second, ...red, isPrimary: 0, version: 2 },
  ]);
});

test('CLN-04 CLN-18 PCN-07 INS-07 OPC-09 with ReadOnlyPatientDetails insurance and contacts are not changed, medications and goals are', async () => {
  const s = await openClinic(['Insurance', 'ReadOnlyPatientDetails']);
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  expect((await nurse.call(api.addContact, { body: contactOf(u_id) })).status).toBe(403);
  expect((await nurse.call(api.addInsurance, { body: insuranceOf(u_id) })).status).toBe(403);
  expect((await nurse.call(api.listContacts, { query: { u_id } })).status).toBe(200);
  expect((await nurse.call(api.addMedication, { body: medicationOf(u_id) })).status).toBe(200);
  expect((await nurse.call(api.addAddress, { body: addressOf(u_id) })).status).toBe(200);
});

test('OPC-43 MAL-01 a patient has at most 200 allergies: of two who add the last one at once one does, and nothing is kept that the list does not show', async () => {
  const s = await openClinic();
  const [u_id, other] = [await s.anActivePatient(), await s.anActivePatient()];
  const { nurse } = s.people;
  const add = (of: number) => nurse.call(api.addAllergy, { body: medicationOf(of) });
  const list = async () => (await nurse.call(api.listAllergies, { query: { u_id } })).reply.allergies;
  await s.rows(
    `insert into patient_allergy (company_id, patient_id, name, dosage, description, notes, created_at)
     select $1, $2, 'Penicillin ' || n, '1', 'Rash', 'None', now() from generate_series(1, 199) n`,
    [s.companyId, u_id],
  );
  const answers = await Promise.all([add(u_id), add(u_id)]);
  expect(answers.map(({ status }) => status).sort((one, next) => one - next)).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect([refused?.code, refused?.message]).toEqual([
    'patient_record.full',
    'This patient already has 200 entries of this kind. Please remove one before you add another.',
  ]);
  expect(await list()).toHaveLength(200);
  expect(await s.rows('select from patient_allergy where patient_id = $1', [u_id])).toHaveLength(200);
  expect((await nurse.call(api.addMedication, { body: medicationOf(u_id) })).status).toBe(200);
  expect((await add(other)).status).toBe(200);
  const [first] = await list();
  expect((await nurse.call(api.removeAllergy, { query: { u_id, allergy_id: first?.allergyId } })).status).toBe(200);
  expect((await add(u_id)).status).toBe(200);
});

test('MAL-01 MAL-02 MAL-03 MAL-04 CAC-01 CAC-02 CAC-03 CAC-04 CAC-05 CAC-06 CAC-07 CAC-08 medications and allergies go through their cycle, all four fields and no commas or pipes', async () => {
  onItsOwn();
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const { medId } = (await nurse.call(api.addMedication, { body: medicationOf(u_id) })).reply;
  const { allergyId } = (
    await nurse.call(api.addAllergy, { body: medicationOf(u_id, { medicationName: 'Penicillin' }) })
  ).reply;
  for (const call of [api.addMedication, api.addAllergy]) {
    for (const field of ['medicationName', 'dosage', 'description', 'notes'])
      expect((await nurse.call(call, { body: medicationOf(u_id, { [field]: ' ' }) })).status).toBe(400);
    for (const given of [{ medicationName: 'a,b' }, { dosage: 'a|b' }])
      expect((await nurse.call(call, { body: medicationOf(u_id, given) })).status).toBe(400);
  }
  const changed = { dosage: '40 mg', description: 'Morning, and noon' };
  expect(
    (await nurse.call(api.changeMedication, { body: { ...medicationOf(u_id, changed), medId } })).reply.version,
  ).toBe(2);
  expect(
    (await nurse.call(api.changeAllergy, { body: { ...medicationOf(u_id, changed), allergyId } })).reply.version,
  ).toBe(2);
  expect((await nurse.call(api.listMedications, { query: { u_id } })).reply.medications).toEqual([
    { medId, id: medId, u_id, medicationName: 'Lasix', notes: 'Weigh daily', ...changed, version: 2 },
  ]);
  expect((await nurse.call(api.listAllergies, { query: { u_id } })).reply.allergies[0]).toMatchObject({
    allergyId,
    id: allergyId,
  });
  expect((await nurse.call(api.removeMedication, { query: { u_id, med_id: medId } })).status).toBe(200);
  expect((await nurse.call(api.removeAllergy, { query: { u_id, allergy_id: allergyId } })).status).toBe(200);
  expect((await nurse.call(api.listMedications, { query: { u_id } })).reply.medications).toEqual([]);
  expect((await nurse.call(api.listAllergies, { query: { u_id } })).reply.allergies).toEqual([]);
  expect((await nurse.call(api.removeMedication, { query: { u_id, med_id: medId } })).status).toBe(404);
  expect((await nurse.call(api.removeAllergy, { query: { u_id, allergy_id: allergyId } })).status).toBe(404);
  for (const kind of ['patient_medication', 'patient_allergy']) {
    const trail = await s.rows<{ action: string }>(
      'select action from audit_entry where record_kind = $1 order by seq',
      [kind],
    );
    expect(trail.map(({ action }) => action)).toEqual([`${kind}.added`, `${kind}.changed`, `${kind}.removed`]);
  }
});

test('MAL-01 CAC-01 CAC-02 CAC-03 CAC-05 CAC-06 CAC-07 a medication and an allergy are read whole as they were added, and as they were changed, each in its own list', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const lists = async () => [
    (await nurse.call(api.listMedications, { query: { u_id } })).body,
    (await nurse.call(api.listAllergies, { query: { u_id } })).body,
  ];
  const lasix = { medicationName: 'Lasix', dosage: '20 mg', description: 'In the morning', notes: 'Weigh daily' };
  const latex = { medicationName: 'Latex', dosage: 'Any', description: 'Rash', notes: 'Since childhood' };
  const medication = await nurse.call(api.addMedication, { body: { u_id, ...lasix } });
  const { medId } = medication.reply;
  expect(medication.body).toEqual({ message: 'Successfully saved.', medId });
  const allergy = await nurse.call(api.addAllergy, { body: { u_id, ...latex } });
  const { allergyId } = allergy.reply;
  expect(allergy.body).toEqual({ message: 'Successfully saved.', allergyId });
  expect(await lists()).toEqual([
    { medications: [{ medId, id: medId, u_id, ...lasix, version: 1 }] },
    { allergies: [{ allergyId, id: allergyId, u_id, ...latex, version: 1 }] },
  ]);
  const bumex = { medicationName: 'Bumex', dosage: '2 mg', description: 'At noon', notes: 'With water' };
  const penicillin = { medicationName: 'Penicillin', dosage: '250 mg', description: 'Hives', notes: 'In 2001' };
  const changes = [
    await nurse.call(api.changeMedication, { body: { u_id, medId, ...bumex, version: 1 } }),
    await nurse.call(api.changeAllergy, { body: { u_id, allergyId, ...penicillin, version: 1 } }),
  ];
  for (const { body } of changes) expect(body).toEqual({ message: 'Successfully saved.', version: 2 });
  expect(await lists()).toEqual([
    { medications: [{ medId, id: medId, u_id, ...bumex, version: 2 }] },
    { allergies: [{ allergyId, id: allergyId, u_id, ...penicillin, version: 2 }] },
  ]);
});

test('GOL-01 GOL-02 GOL-03 CAC-10 CAC-11 CAC-12 a goal is read whole as it was added, with and without a medication, and as it was changed', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const list = async () => (await nurse.call(api.listGoals, { query: { u_id } })).body;
  const { medId } = (await nurse.call(api.addMedication, { body: medicationOf(u_id) })).reply;
  const walk = { goalName: 'Walk', goalDescription: 'Half an hour a day', notes: 'With the dog' };
  const drink = { goalName: 'Drink', goalDescription: 'Two litres', medName: 'Lasix', medId, notes: 'No coffee' };
  const added = await nurse.call(api.addGoal, { body: { u_id, ...walk } });
  const { goalId } = added.reply;
  expect(added.body).toEqual({ message: 'Successfully saved.', goalId });
  const { goalId: second } = (await nurse.call(api.addGoal, { body: { u_id, ...drink } })).reply;
  expect(await list()).toEqual({
    goals: [
      { goalId, ...walk, medName: null, medId: null, version: 1 },
      { goalId: second, ...drink, version: 1 },
    ],
  });
  const swim = { goalName: 'Swim', goalDescription: 'Twice a week', medName: 'Furosemide', medId, notes: 'Slowly' };
  const changed = await nurse.call(api.changeGoal, { body: { u_id, goalId, ...swim, version: 1 } });
  expect(changed.body).toEqual({ message: 'Successfully saved.', version: 2 });
  expect(await list()).toEqual({
    goals: [
      { goalId, ...swim, version: 2 },
      { goalId: second, ...drink, version: 1 },
    ],
  });
});

test('GOL-01 GOL-02 GOL-03 CAC-10 CAC-11 CAC-12 CAC-13 goals need no medication, and name one of the same patient alone', async () => {
  const s = await openClinic();
  const [u_id, other] = [await s.anActivePatient(), await s.anActivePatient()];
  const { nurse } = s.people;
  const { medId } = (await nurse.call(api.addMedication, { body: medicationOf(u_id) })).reply;
  const { medId: foreign } = (await nurse.call(api.addMedication, { body: medicationOf(other) })).reply;
  const { goalId } = (await nurse.call(api.addGoal, { body: goalOf(u_id) })).reply;
  for (const field of ['goalName', 'goalDescription', 'notes'])
    expect((await nurse.call(api.addGoal, { body: goalOf(u_id, { [field]: '' }) })).status).toBe(400);
  expect((await nurse.call(api.addGoal, { body: goalOf(u_id, { medId: foreign }) })).status).toBe(404);
  const body = { ...goalOf(u_id, { medId, medName: 'Lasix' }), goalId };
  expect((await nurse.call(api.changeGoal, { body })).status).toBe(200);
  expect((await nurse.call(api.listGoals, { query: { u_id } })).reply.goals).toEqual([
    {
      goalId,
      goalName: 'Walk',
      goalDescription: 'Half an hour a day',
      medName: 'Lasix',
      medId,
      notes: 'With the dog',
      version: 2,
    },
  ]);
  expect((await nurse.call(api.removeGoal, { query: { u_id, goal_id: goalId } })).status).toBe(200);
});

test('GOL-03 a goal whose medication was removed is still changed, removed, and added again as it was', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const { medId } = (await nurse.call(api.addMedication, { body: medicationOf(u_id) })).reply;
  const goal = goalOf(u_id, { medId, medName: 'Lasix' });
  const { goalId } = (await nurse.call(api.addGoal, { body: goal })).reply;
  await nurse.call(api.removeMedication, { query: { u_id, med_id: medId } });
  const changed = { ...goal, notes: 'With the cat' };
  expect((await nurse.call(api.changeGoal, { body: { ...changed, goalId, version: 1 } })).status).toBe(200);
  expect((await nurse.call(api.removeGoal, { query: { u_id, goal_id: goalId, version: 2 } })).status).toBe(200);
  expect((await nurse.call(api.addGoal, { body: changed })).status).toBe(200);
  const { goals } = (await nurse.call(api.listGoals, { query: { u_id } })).reply;
  expect(goals).toMatchObject([{ medId, medName: 'Lasix', notes: 'With the cat' }]);
});

test('SEC-22 SEC-23 the parts of a record are nobody’s who does not see the patient, and are found under their own patient alone', async () => {
  const s = await openClinic();
  const [u_id, second] = [await s.anActivePatient(), await s.anActivePatient()];
  const { nurse, other } = s.people;
  const { addrId } = (await nurse.call(api.addAddress, { body: addressOf(u_id) })).reply;
  const before = await s.rows('select * from patient_address');
  const strangers = [
    await other.call(api.listAddresses, { query: { u_id } }),
    await other.call(api.addAddress, { body: addressOf(u_id) }),
    await other.call(api.changeAddress, { body: { ...addressOf(u_id), addr_id: addrId } }),
    await other.call(api.removeAddress, { query: { u_id, addr_id: addrId } }),
    await nurse.call(api.removeAddress, { query: { u_id: second, addr_id: addrId } }),
  ];
  expect(strangers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(await s.rows('select * from patient_address')).toEqual(before);
});

test('PRX-01 PRX-02 ORX-01 ORX-02 CNS-01 CNS-02 PRX-08 CAC-09 CAA-04 ACT-17 CAD-25 CAD-26 OPC-65 CCN-14 what comes from elsewhere is listed within its days: statuses of orders within 90, refill outreach within 30', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  await s.rows(
    `insert into patient_prescription (company_id, patient_id, display_name, rx_number, display_status, is_active) values
      ($1, $2, 'Lasix 20 mg', '7001', 55, true), ($1, $2, 'Abilify', '7002', 104, false)`,
    [s.companyId, u_id],
  );
  for (const days of [29, 31, 89, 91]) {
    await s.rows(
      `insert into refill_outreach (company_id, patient_id, rx_number, reason, method, sent_at) values ($1, $2, $3::int::text, 'Due', 'Text', now() - make_interval(days => $3::int))`,
      [s.companyId, u_id, days],
    );
    await s.rows(
      `insert into patient_order_status (company_id, patient_id, display_name, rx_number, order_status, added_at) values ($1, $2, 'Lasix', $3::int::text, 9, now() - make_interval(days => $3::int))`,
      [s.companyId, u_id, days],
    );
  }
  for (const code of [null, 1, 0, 2])
    await s.rows('insert into patient_consent (company_id, patient_id, code, added_at) values ($1, $2, $3, now())', [
      s.companyId,
      u_id,
      code,
    ]);
  const query = { u_id };
  const { medications } = (
    await nurse.call(history.listPrescriptions, { query: { ...query, med_type: 'prescription' } })
  ).reply;
  expect(medications.map((one) => [one.displayName, one.displayStatus, one.isActivePrescription])).toEqual([
    ['Lasix 20 mg', 55, 1],
    ['Abilify', 104, 0],
  ]);
  const { events } = (await nurse.call(history.listRefillOutreach, { query })).reply;
  expect(events.map(({ rowNumber, rxNumber, outreachType }) => [rowNumber, rxNumber, outreachType])).toEqual([
    [1, '29', 'Text'],
  ]);
  const { statuses } = (await nurse.call(history.listOrderStatuses, { query: { ...query, window: 90 } })).reply;
  expect(statuses.map(({ rxNumber, orderStatus }) => [rxNumber, orderStatus])).toEqual([
    ['29', 9],
    ['31', 9],
    ['89', 9],
  ]);
  const { consentHistory } = (await nurse.call(history.listConsents, { query })).reply;
  expect(consentHistory.map(({ consentCode }) => consentCode)).toEqual([2, 0, 1, null]);
  expect((await nurse.call(history.listPatientDocuments, { query })).reply.documents).toEqual([]);
});

test('PRX-01 PRX-02 ORX-01 CNS-01 PRX-08 CAC-09 CAA-04 ACT-17 CAD-25 CAD-26 a prescription, a reminder of a refill, a status of an order and a consent are each read whole, and of this patient alone', async () => {
  const s = await openClinic();
  const [u_id, neighbour] = [await s.anActivePatient(), await s.anActivePatient()];
  const query = { u_id };
  const now = Date.now();
  const days = (count: number) => new Date(now - count * 86_400_000);
  const of = [s.companyId, u_id];
  await s.rows(
    `insert into patient_prescription (company_id, patient_id, display_name, rx_number, display_status, shipped_on, provider, refills_left,
       instructions, written_on, days_of_supply, is_active)
     values ($1, $2, 'Lasix 20 mg', '7001', 3, '2026-03-05', 'Dr. Ann Archer', 2, 'Take one daily', '2026-03-01', 30, true),
       ($1, $2, 'Abilify', '7002', 104, null, null, null, null, null, null, false)`,
    of,
  );
  await s.rows(
    `insert into refill_outreach (company_id, patient_id, rx_number, reason, method, sent_at) values
       ($1, $2, '7003', 'Refill is due', 'Phone Call', $3), ($1, $2, '7004', 'No refills left', 'Push Notification', $4)`,
    [...of, days(2), days(9)],
  );
  await s.rows(
    `insert into patient_order_status (company_id, patient_id, display_name, rx_number, order_status, added_at)
     values ($1, $2, 'Bumex 2 mg', '7005', 5, $3)`,
    [...of, days(4)],
  );
  await s.rows('insert into patient_consent (company_id, patient_id, code, added_at) values ($1, $2, 2, $3)', [
    ...of,
    days(11),
  ]);
  // Another patient of the same group, whom the nurse sees as well.
  for (const row of [
    `insert into patient_prescription (company_id, patient_id, display_name, rx_number, display_status, is_active)
     values ($1, $2, 'Entresto', '8001', 55, true)`,
    `insert into refill_outreach (company_id, patient_id, rx_number, reason, method, sent_at)
     values ($1, $2, '8002', 'Refill is due', 'Text', now())`,
    `insert into patient_order_status (company_id, patient_id, display_name, rx_number, order_status, added_at)
     values ($1, $2, 'Entresto', '8003', 9, now())`,
    'insert into patient_consent (company_id, patient_id, code, added_at) values ($1, $2, 1, now())',
  ])
    await s.rows(row, [s.companyId, neighbour]);
  const { nurse } = s.people;
  const asked = { query: { ...query, med_type: 'prescription' } };
  expect((await nurse.call(history.listPrescriptions, asked)).body).toEqual({
    medications: [
      {
        displayName: 'Lasix 20 mg',
        rxNumber: '7001',
        displayStatus: 3,
        latestDateShipped: '2026-03-05',
        provider: 'Dr. Ann Archer',
        refillsLeft: 2,
        instructions: 'Take one daily',
        dateWritten: '2026-03-01',
        daysOfSupply: 30,
        isActivePrescription: 1,
      },
      {
        displayName: 'Abilify',
        rxNumber: '7002',
        displayStatus: 104,
        latestDateShipped: null,
        provider: null,
        refillsLeft: null,
        instructions: null,
        dateWritten: null,
        daysOfSupply: null,
        isActivePrescription: 0,
      },
    ],
  });
  expect((await nurse.call(history.listRefillOutreach, { query })).reply.events).toEqual([
    {
      rowNumber: 1,
      rxNumber: '7003',
      outreachReason: 'Refill is due',
      sentTime: days(2),
      outreachType: 'Phone Call',
    },
    {
      rowNumber: 2,
      rxNumber: '7004',
      outreachReason: 'No refills left',
      sentTime: days(9),
      outreachType: 'Push Notification',
    },
  ]);
  expect((await nurse.call(history.listOrderStatuses, { query })).reply.statuses).toEqual([
    { displayName: 'Bumex 2 mg', orderStatus: 5, rxNumber: '7005', timeAdded: days(4) },
  ]);
  expect((await nurse.call(history.listConsents, { query })).reply.consentHistory).toEqual([
    { consentCode: 2, timeAdded: days(11) },
  ]);
});

test('PDO-01 PDO-02 PDO-04 CAD-27 CAD-28 SEC-23 SEC-34 PRV-01 the documents of a patient are listed and opened by who sees the patient, with whom they wait for', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { root, nurse, other } = s.people;
  const ids: number[] = [];
  for (const waits of ['patient', 'other', 'nobody', null]) {
    const { documentId } = (await root.call(saveDocument, { body: uploadOf() })).reply;
    await s.rows(
      'insert into patient_document (document_id, patient_id, company_id, waits_for, added_at) values ($1, $2, $3, $4, now())',
      [documentId, u_id, s.companyId, waits],
    );
    ids.push(documentId);
  }
  const { documents } = (await nurse.call(history.listPatientDocuments, { query: { u_id } })).reply;
  expect(documents.map((one) => [one.isSignRequest, one.isCompletelySigned, one.isCurrentSigner]).reverse()).toEqual([
    [1, 0, 1],
    [1, 0, 0],
    [1, 1, 0],
    [0, 0, 0],
  ]);
  expect(documents.every(({ signerUuid }) => signerUuid === null)).toBe(true);
  const opened = async (by: typeof nurse) => (await by.call(fetchDocument, { query: { docId: ids[0] } })).status;
  expect([await opened(nurse), await opened(root), await opened(other)]).toEqual([200, 200, 404]);
  await expect
    .poll(() =>
      s.rows(
        `select from access_entry where call = 'GET /document' and record_kind = 'patient' and provider_id = $2 and $1 = any(record_ids)`,
        [u_id, nurse.providerId],
      ),
    )
    .toHaveLength(1);
});
