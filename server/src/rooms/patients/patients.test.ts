import { signIn } from '@portal/contract/identity/endpoints.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { aClinic, aPatientBody, openClinic } from '#test/patients.ts';
import { onItsOwn } from '#test/portal.ts';

const namesIn = (answer: { reply: { patients: { name: string }[] } }) => answer.reply.patients.map(({ name }) => name);

test('CAD-07 PCG-02 PCG-04 PCG-05 OPC-49 a list has a page of the patients in sight by name, with how many there are in all', async () => {
  const s = await openClinic();
  await s.anActivePatient({ lastName: 'Cole' });
  const known = { dateOfBirth: '1951-02-03', phone: '+16175550144', email: 'abel@mail.example' };
  const abel = await s.anActivePatient({ lastName: 'Abel', ...known });
  await s.anActivePatient({ lastName: 'Baker' });
  await s.aPatient({ lastName: 'Pending' });
  const { root } = s.people;
  const page = (query: object) => root.call(api.listPatients, { query: query as never });
  const first = await page({
    patient_start: 0,
    patient_limit: 2,
    patient_status: 1,
    patient_type: 1,
    'g_id[]': s.groups.top,
  });
  expect([first.status, namesIn(first), first.reply.totalPatients]).toEqual([200, ['Ada Abel', 'Ada Baker'], 3]);
  const second = await page({
    patient_start: 2,
    patient_limit: 2,
    patient_status: 1,
    patient_type: 1,
    g_id: s.groups.heart,
  });
  expect([namesIn(second), second.reply.totalPatients]).toEqual([['Ada Cole'], 3]);
  expect(namesIn(await page({ patient_status: 0 }))).toEqual(['Ada Pending']);
  expect((await page({})).reply.totalPatients).toBe(4);
  expect((await page({ g_id: s.groups.diabetes })).reply).toEqual({ patients: [], totalPatients: 0, isMore: false });
  expect(first.reply.patients[0]).toEqual({
    u_ID: abel,
    name: 'Ada Abel',
    dob: '1951-02-03',
    phone: '+16175550144',
    email: 'abel@mail.example',
    status: 1,
    patientType: 1,
  });
  expect((await page({ patient_limit: 101 })).status).toBe(400);
});

test('PCG-04 PRV-01 how many there are is told without a row, and whoever asks has read nobody', async () => {
  onItsOwn();
  const s = await openClinic();
  await s.anActivePatient({ lastName: 'Baker', dateOfBirth: '1950-12-24' });
  const { root, nurse } = s.people;
  const asked = [{}, { search: 'bak' }, { filter_all_fields: 'bak' }, { filter_all_fields: '12/24/1950' }];
  for (const words of asked) {
    const { reply } = await root.call(api.listPatients, { query: { ...words, patient_limit: 0 } });
    expect([words, reply]).toEqual([words, { patients: [], totalPatients: 1, isMore: false }]);
  }
  await nurse.call(api.listPatients, { query: { search: 'bak', patient_limit: 1 } });
  const readers = () =>
    s.rows(
      `select provider_id from access_entry where call = 'GET /care-groups/patients' and cardinality(record_ids) > 0`,
    );
  await expect.poll(readers).toEqual([{ provider_id: nurse.providerId }]);
});

test('PCG-04 PCG-06 OPC-49 a search finds any part of a name, birth date, phone or e-mail as people type them, and names alone where they are asked for', async () => {
  const s = await openClinic();
  const body = {
    firstName: 'Hannah',
    lastName: 'O’Neill_%',
    phone: '+16175559876',
    email: 'hannah.o@heart.example',
    dateOfBirth: '1950-12-24',
  };
  await s.anActivePatient(body);
  await s.anActivePatient({ firstName: 'Omar', lastName: 'Farouk', dateOfBirth: '1961-01-02' });
  const found = async (query: object, by = s.people.nurse) =>
    namesIn(await by.call(api.listPatients, { query: query as never }));
  const hannah = ['Hannah O’Neill_%'];
  for (const typed of [
    'hannah',
    'NNAH o',
    'o’neill_% hannah',
    '12/24/1950',
    '1950-12',
    '617-555-9876',
    '(617) 555-9876',
    '+16175559876',
    'o@heart.ex',
    'ha',
    '_%',
  ])
    expect([typed, await found({ filter_all_fields: typed })]).toEqual([typed, hannah]);
  expect(await found({ search: 'hannah' })).toEqual(hannah);
  for (const typed of ['617-555-9876', 'heart.example'])
    expect([typed, await found({ search: typed })]).toEqual([typed, []]);
  expect(await found({ filter_all_fields: 'nobody' })).toEqual([]);
  expect(await found({ filter_all_fields: 'hannah' }, s.people.other)).toEqual([]);
  expect(await found({ filter_all_fields: "x' or 1=1 --" })).toEqual([]);
});

test('PCG-04 a search finds a name with and without its accents, in any field and in names alone', async () => {
  const s = await openClinic();
  const names = ['Jürgen Müller', 'Zoé Lefèvre', 'Søren Strauß'];
  for (const one of names) {
    const [firstName, lastName] = one.split(' ');
    await s.anActivePatient({ firstName, lastName });
  }
  const found = async (query: Record<string, unknown>) =>
    (await s.people.nurse.call(api.listPatients, { query })).reply.patients.map(({ name }) => name);
  for (const [typed, name] of [
    ['muller', names[0]],
    ['MÜLLER', names[0]],
    // As some keyboards send it: a letter, and its accent apart.
    ['Mu\u0308ller', names[0]],
    ['zoe lefevre', names[1]],
    ['Lefèvre, Zoé', names[1]],
    ['soren', names[2]],
    ['strauss', names[2]],
    ['Strauß', names[2]],
  ] as const)
    for (const field of ['filter_all_fields', 'search'])
      expect([typed, await found({ [field]: typed })]).toEqual([typed, [name]]);
  expect(await found({ search: 'moller' })).toEqual([]);
});

test('OPC-07 OPC-60 PST-07 SEC-23 a nurse of a group lists its active portal patients and those below, and reads others by membership alone', async () => {
  const s = await openClinic();
  const own = await s.anActivePatient({ lastName: 'Own' });
  const sister = await s.anActivePatient({ lastName: 'Sister' }, [s.groups.diabetes]);
  const waiting = await s.aPatient({ lastName: 'Waiting' }, [s.groups.failure]);
  const loose = await s.aPatient({ lastName: 'Loose' });
  const gone = await s.anActivePatient({ lastName: 'Gone' });
  const { nurse, root } = s.people;
  await root.call(api.removePatient, { query: { u_id: gone, removal_type: 'deactivate' } });
  for (const [type, lastName] of [
    [2, 'Non-Portal'],
    [3, 'Non-Digital'],
  ] as const) {
    const u_id = await s.anActivePatient({ lastName });
    await s.rows('update patient set type = $2 where patient_id = $1', [u_id, type]);
  }
  const list = async (query = {}, by = nurse) => namesIn(await by.call(api.listPatients, { query }));
  expect(await list()).toEqual(['Ada Own']);
  // Whom root access lists by each of these, also where they are in the nurse's own group.
  for (const [query, names] of [
    [{ patient_status: 0 }, ['Ada Loose', 'Ada Waiting']],
    [{ patient_status: -1 }, ['Ada Gone']],
    [{ patient_type: 2 }, ['Ada Non-Portal']],
    [{ patient_type: 3 }, ['Ada Non-Digital']],
  ] as const)
    expect([query, await list(query), await list(query, root)]).toEqual([query, [], names]);
  const read = async (u_id: number, by = nurse) => (await by.call(api.readPatient, { query: { u_id } })).status;
  expect([await read(own), await read(waiting), await read(sister), await read(loose)]).toEqual([200, 200, 404, 404]);
  expect([await read(sister, root), await read(loose, root)]).toEqual([200, 200]);
  expect((await nurse.call(api.listPatients, { query: { g_id: s.groups.diabetes } })).status).toBe(404);
});

test('CAD-08 PCG-15 CER-33 OPC-07 the groups of a colleague’s patient are a 403 with the sentence, those of a foreign one are unknown', async () => {
  const s = await openClinic();
  const theirs = await aClinic(s);
  const sister = await s.anActivePatient({}, [s.groups.diabetes]);
  const foreign = await theirs.anActivePatient({}, [theirs.groups.failure]);
  const asked = (u_id: number) => s.people.nurse.call(api.listPatientGroups, { query: { u_id } });
  const refused = await asked(sister);
  expect([refused.status, refused.message]).toEqual([403, 'Provider no longer has access to this patient.']);
  const [unknown, none] = [await asked(foreign), await asked(900_000_000)];
  expect([unknown.status, unknown.body]).toEqual([404, none.body]);
});

test('CAD-05 PNW-10 PNW-11 PNW-12 PNW-14 OPC-51 OPC-53 OPC-55 OPC-80 a new patient is pending, has an account in the same call that cannot sign in, and a placeholder where there is no e-mail', async () => {
  const s = await openClinic();
  const { nurse, root } = s.people;
  const added = await nurse.call(api.addPatient, { body: aPatientBody({ lastName: 'New', email: '' }) });
  expect([added.status, added.reply.message]).toEqual([200, 'Patient successfully added. Now in pending patients.']);
  const query = { u_id: added.reply.u_id };
  expect((await nurse.call(api.readPatient, { query })).status).toBe(404);
  const { patient } = (await root.call(api.readPatient, { query })).reply;
  expect(patient).toMatchObject({
    status: 0,
    patientType: 1,
    name: 'Ada New',
    gender: 1,
    hibernationStatus: 0,
    version: 1,
  });
  expect(patient.email).toMatch(/^patient-[0-9a-f-]{36}@no-email\.invalid$/);
  const { user } = (await root.call(api.readPatientUser, { query })).reply;
  expect(user).toMatchObject({ userConfirmed: false, lastLogin: null, preferredContact: 1 });
  const accounts = await s.rows('select state from identity_account where email = $1', [user.username]);
  expect(accounts).toHaveLength(1);
  // Also who knows a password of it is refused.
  const password = 'Battery-Staple-7';
  await s.rows('update identity_account set password_hash = $2 where email = $1', [
    user.username,
    await hash(password),
  ]);
  const refused = await s.call(signIn, { body: { email: user.username, password } });
  expect([refused.status, refused.code, refused.message]).toEqual([403, 'FORBIDDEN_TYPE', 'Access forbidden.']);
});

test('CAD-06 PNW-13 OPC-54 OPC-44 SCP-04 a patient without contact is non-digital and keeps the placeholder that is sent, with the module alone, in either spelling', async () => {
  const s = await openClinic();
  const attributes = { fname: 'No', lname: 'Contact', dob: '1950-01-02', gender: '2' };
  const upper = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  const lower = Object.entries(attributes).map(([name, value]) => ({ name, value }));
  for (const [nth, userAttributes] of [upper, lower].entries()) {
    const value = `patient-5b0a4c1e-6a4a-4d7b-9c0e-2f1d3b5a7c9${nth}@no-email.invalid`;
    const added = await s.people.root.call(api.addPatientWithoutContact, {
      body: { mainContact: { type: 'email', value }, userAttributes },
    });
    expect(added.reply.message).toBe('Patient successfully added. Now in pending patients.');
    const { patient } = (await s.people.root.call(api.readPatient, { query: { u_id: added.reply.u_id } })).reply;
    expect(patient).toMatchObject({
      email: value,
      patientType: 3,
      status: 0,
      phone: null,
      gender: 2,
      dob: '1950-01-02',
    });
    const { user } = (await s.people.root.call(api.readPatientUser, { query: { u_id: added.reply.u_id } })).reply;
    expect(user.preferredContact).toBe(-1);
  }
  for (const value of ['ada@mail.example', 'patient-x@no-email.invalid', '']) {
    const body = { mainContact: { type: 'email', value }, userAttributes: upper };
    const refused = await s.people.root.call(api.addPatientWithoutContact, { body });
    expect([refused.status, Object.keys(refused.fields)]).toEqual([400, ['mainContact.value']]);
  }
  const without = await s.people.root.call(api.addPatientWithoutContact, { body: { userAttributes: upper } });
  const { patient: other } = (await s.people.root.call(api.readPatient, { query: { u_id: without.reply.u_id } })).reply;
  expect(other.email).toMatch(/^patient-[0-9a-f-]{36}@no-email\.invalid$/);
  const short = await s.people.root.call(api.addPatientWithoutContact, { body: { userAttributes: upper.slice(1) } });
  expect([short.status, short.message]).toEqual([400, 'First Name is required']);
  const lacking = await aClinic(s, []);
  const body = { userAttributes: upper };
  expect((await lacking.people.root.call(api.addPatientWithoutContact, { body })).status).toBe(403);
});

test.each<[string, Record<string, unknown>, string]>([
  ['PNW-04 CCN-09 without a first name', { firstName: '' }, 'First Name is required'],
  [
    'PNW-04 CCN-09 a last name of 33 letters',
    { lastName: 'x'.repeat(33) },
    'Last Name is too long (maximum is 32 characters)',
  ],
  ['PNW-05 OPC-57 a day that is none', { dateOfBirth: '2020-13-45' }, 'Date of Birth is invalid'],
  ['OPC-57 a day to come', { dateOfBirth: '2999-01-01' }, 'Date of Birth is invalid'],
  ['PNW-06 an unknown gender', { gender: 3 }, 'Gender is invalid'],
  ['PNW-07 no phone', { phone: '' }, 'Mobile Phone is required'],
  ['PNW-07 OPC-52 a phone without +1', { phone: '617-555-0100' }, 'Mobile Phone is invalid'],
  ['PNW-08 half an e-mail', { email: 'a@' }, 'Email is invalid'],
  ['PNW-08 OPC-51 an e-mail that stands for none', { email: 'ada@No-Email.invalid' }, 'Email is invalid'],
])('%s %j is refused with the sentence', async (_rows, given, message) => {
  onItsOwn();
  const s = await openClinic();
  const { status, message: said } = await s.people.root.call(api.addPatient, { body: aPatientBody(given) });
  expect([status, said]).toEqual([400, message]);
  expect(await s.rows('select from patient')).toHaveLength(0);
});

test('OPC-55 PNW-15 CER-37 REL-08 a used e-mail or phone is refused in words, of twenty at once one comes in, and another company knows nothing of it', async () => {
  onItsOwn();
  const s = await openClinic();
  const { root } = s.people;
  const body = aPatientBody({ email: 'Same@Mail.example' });
  const tries = await Promise.all(Array.from({ length: 20 }, () => root.call(api.addPatient, { body })));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  const said = new Set(
    tries.filter(({ status }) => status !== 200).map(({ status, message }) => `${status} ${message}`),
  );
  expect([...said]).toEqual(['400 A patient with this email already exists.']);
  const again = await root.call(api.addPatient, { body: { ...body, email: null } });
  expect([again.status, again.message]).toEqual([400, 'A patient with this phone already exists.']);
  expect(await s.rows('select from identity_account where email like $1', ['patient-%'])).toHaveLength(1);
  const theirs = await aClinic(s);
  expect((await theirs.people.root.call(api.addPatient, { body })).status).toBe(200);
});

test('PNW-15 who was born on the same day with a similar name, or has the phone, is shown, and keeps nobody from coming in', async () => {
  const s = await openClinic();
  await s.anActivePatient({
    firstName: 'Katherine',
    lastName: 'Johnson',
    dateOfBirth: '1948-08-26',
    phone: '+16175550142',
  });
  const similar = async (given: object, by = s.people.nurse) =>
    namesIn(
      await by.call(api.listSimilarPatients, {
        query: { firstName: 'Kate', lastName: 'Jonson', dateOfBirth: '1948-08-26', ...given },
      }),
    );
  expect(await similar({ firstName: 'Katharine' })).toEqual(['Katherine Johnson']);
  expect(await similar({ firstName: 'Katharine', dateOfBirth: '1948-08-27' })).toEqual([]);
  expect(await similar({ firstName: 'Zoe', lastName: 'Quill', phone: '+16175550142' })).toEqual(['Katherine Johnson']);
  expect(await similar({ firstName: 'Katharine' }, s.people.other)).toEqual([]);
  const body = aPatientBody({ firstName: 'Katherine', lastName: 'Johnson', dateOfBirth: '1948-08-26' });
  expect((await s.people.root.call(api.addPatient, { body })).status).toBe(200);
});

test('CAD-01 CAD-11 PRF-01 PRF-02 PRF-03 OPC-51 a patient is read with every field of the card, and the account beside it; of another company or out of sight both are unknown', async () => {
  const s = await openClinic();
  const { nurse, other } = s.people;
  const given = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada.l@mail.example', phone: '+16175550123' };
  const u_id = await s.anActivePatient({ ...given, dateOfBirth: '1950-12-10', gender: 1 });
  const { patient } = (await nurse.call(api.readPatient, { query: { u_id } })).reply;
  expect(patient).toEqual({
    u_ID: u_id,
    name: 'Ada Lovelace',
    firstName: 'Ada',
    lastName: 'Lovelace',
    dob: '1950-12-10',
    gender: 1,
    email: 'ada.l@mail.example',
    phone: '+16175550123',
    status: 1,
    patientType: 1,
    hibernationStatus: 0,
    preferredContact: 0,
    version: 2,
  });
  const { user } = (await nurse.call(api.readPatientUser, { query: { u_id } })).reply;
  expect(user).toEqual({
    u_id,
    username: expect.stringMatching(/^patient-[0-9a-f-]{36}@no-email.invalid$/) as never,
    userConfirmed: false,
    lastLogin: null,
    preferredContact: 0,
  });
  await s.rows(
    `update patient set confirmed_at = '2026-03-01T08:00:00Z', last_login_at = '2026-03-02T09:30:00Z', preferred_contact = 3
     where patient_id = $1`,
    [u_id],
  );
  expect((await nurse.call(api.readPatientUser, { query: { u_id } })).body).toEqual({
    user: { ...user, userConfirmed: 1, lastLogin: '2026-03-02T09:30:00.000Z', preferredContact: 3 },
  });
  const theirs = await aClinic(s);
  for (const by of [other, theirs.people.root])
    for (const call of [api.readPatient, api.readPatientUser])
      expect((await by.call(call, { query: { u_id } })).status).toBe(404);
});

test('OPC-05 CAG-01 several groups are asked for as g_id[] and as g_id, each repeated, and both find the same', async () => {
  const s = await openClinic();
  const [one, two] = [
    await s.anActivePatient({ firstName: 'Grace' }, [s.groups.failure]),
    await s.anActivePatient({ firstName: 'Grace' }, [s.groups.diabetes]),
  ];
  await s.anActivePatient({ firstName: 'Grace' }, []);
  const asked = async (name: string) => {
    const groups = [s.groups.failure, s.groups.diabetes].map((id) => `${name}=${id}`).join('&');
    const answer = await s.app.http.inject({
      method: 'GET',
      url: `/api/care-groups/patients?${groups}&patient_status=1&search=grace`,
      headers: { host: 'localhost', authorization: `Bearer ${s.people.root.token}` },
    });
    const { patients, totalPatients } = answer.json<{ patients: { u_ID: number }[]; totalPatients: number }>();
    return [patients.map(({ u_ID }) => u_ID).sort((a, b) => a - b), totalPatients];
  };
  expect(await asked('g_id%5B%5D')).toEqual([[one, two], 2]);
  expect(await asked('g_id')).toEqual([[one, two], 2]);
});

test('PCG-05 CAG-01 OPC-07 of groups that do not lie below one another a patient in both counts once, and the pages from either end have everybody once', async () => {
  const s = await openClinic();
  const { failure, heart, diabetes } = s.groups;
  const { root } = s.people;
  for (let n = 0; n < 3; n += 1) await s.anActivePatient({}, [failure]);
  for (let n = 0; n < 3; n += 1) await s.anActivePatient({}, [diabetes]);
  const [both, nested, left, ended] = [
    await s.anActivePatient({}, [failure, diabetes]),
    await s.anActivePatient({}, [failure, heart]),
    await s.anActivePatient({}, [failure, diabetes]),
    await s.anActivePatient({}, [failure, diabetes]),
  ];
  const two = await s.signedIn(await s.aPerson('Nurse', { company_id: s.companyId }, [heart, diabetes]));
  const listed = async (patient_start = 0, patient_limit = 100) => {
    const { reply } = await two.call(api.listPatients, {
      query: { patient_type: 1, patient_status: 1, patient_start, patient_limit },
    });
    return { ids: reply.patients.map(({ u_ID }) => u_ID), total: reply.totalPatients };
  };
  const whole = await listed();
  expect([whole.ids.length, new Set(whole.ids).size, whole.total]).toEqual([10, 10, 10]);
  expect(whole.ids).toEqual(expect.arrayContaining([both, nested, left, ended]));
  for (const [start, limit] of [
    [0, 4],
    [3, 3],
    [4, 4],
    [8, 4],
    [9, 1],
    [10, 4],
    [40, 4],
  ] as const)
    expect([start, (await listed(start, limit)).ids]).toEqual([start, whole.ids.slice(start, start + limit)]);
  await root.call(api.removeFromGroup, { query: { u_id: left, g_id: diabetes } });
  expect((await listed()).total).toBe(10);
  await root.call(api.removePatient, { query: { u_id: ended, removal_type: 'deactivate' } });
  const last = await listed();
  expect([last.ids, last.total]).toEqual([whole.ids.filter((id) => id !== ended), 9]);
  const kept = await s.rows('select distinct patient_id from patient_in_several order by patient_id');
  expect(kept).toEqual([both, nested].map((patient_id) => ({ patient_id })));
});

test('PRV-08 that a patient is written to from now on stays on record with the page where it was said', async () => {
  const s = await openClinic();
  const u_id = await s.aPatient();
  await s.rows('update patient set preferred_contact = -1, email = username, phone = null where patient_id = $1', [
    u_id,
  ]);
  const { root } = s.people;
  const { user } = (await root.call(api.readPatientUser, { query: { u_id } })).reply;
  const userAttributes = [{ Name: 'email', Value: 'page@mail.example' }];
  const body = { u_id, username: user.username, userAttributes };
  expect((await root.call(api.changePatient, { body })).status).toBe(200);
  const [entry] = await s.rows<{ changes: object[]; actor_id: number }>(
    `select changes, actor_id from audit_entry where action = 'patient.changed' and record_id = $1`,
    [String(u_id)],
  );
  expect(entry?.actor_id).toBe(root.providerId);
  expect(entry?.changes).toContainEqual({ field: 'preferred_contact', old: -1, new: 0 });
  expect(entry?.changes).toContainEqual({ field: 'page', new: '/patient' });
});

test('PRV-08 PRF-03 by which ways a patient is written to is changed by whoever sees them, to those that are on record or to none, and stays so when the profile is saved; who, when, from what and the page are on record', async () => {
  const s = await openClinic();
  const { root, nurse, other } = s.people;
  const u_id = await s.anActivePatient({ email: null });
  const { username } = (await root.call(api.readPatientUser, { query: { u_id } })).reply.user;
  const change = (
    preferredContact?: 0 | 1 | 3 | -1,
    userAttributes: { Name: 'email' | 'phone_number'; Value: string }[] = [],
    by = nurse,
  ) =>
    by.call(api.changePatient, {
      body: { u_id, username, userAttributes, ...(preferredContact !== undefined && { preferredContact }) },
    });
  const stands = async () => {
    const { patient } = (await nurse.call(api.readPatient, { query: { u_id } })).reply;
    const { user } = (await nurse.call(api.readPatientUser, { query: { u_id } })).reply;
    expect(user.preferredContact).toBe(patient.preferredContact);
    return [patient.preferredContact, patient.version];
  };
  expect((await change(-1, [], other)).status).toBe(404);
  const [, version] = await stands();
  for (const none of [0, 3] as const)
    expect((await change(none)).body).toMatchObject({
      fields: { preferredContact: 'must be a way by which the patient can be reached' },
    });
  expect(await stands()).toEqual([1, version]);
  expect((await change(-1)).status).toBe(200);
  expect((await change(undefined, [{ Name: 'phone_number', Value: '+16175550199' }])).status).toBe(200);
  expect((await stands())[0]).toBe(-1);
  expect((await change(3, [{ Name: 'email', Value: 'ada@mail.example' }])).status).toBe(200);
  expect((await stands())[0]).toBe(3);
  const trail = await s.rows<{ actor_id: number; changes: object[] }>(
    `select actor_id, changes from audit_entry where action = 'patient.changed' and record_id = $1 order by seq`,
    [String(u_id)],
  );
  expect(trail.map(({ actor_id }) => actor_id)).toEqual([nurse.providerId, nurse.providerId, nurse.providerId]);
  const page = { field: 'page', new: '/patient' };
  expect(trail[0]?.changes).toEqual([{ field: 'preferred_contact', old: 1, new: -1 }, page]);
  expect(trail[2]?.changes).toContainEqual({ field: 'preferred_contact', old: -1, new: 3 });
});
