import * as api from '@portal/contract/patients/endpoints.ts';
import { importPatients } from '@portal/contract/patients/import-endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import * as records from '@portal/contract/patient-records/endpoints.ts';
import { expect, test } from 'vitest';
import { aClinic, addressOf, aPatientBody, contactOf, medicationOf, openClinic } from '#test/patients.ts';
import { onItsOwn } from '#test/portal.ts';

type Clinic = Awaited<ReturnType<typeof openClinic>>;
const act = (s: Clinic, u_id: number) => ({
  activate: () => s.people.root.call(api.setPatientStatus, { body: { u_id, new_status: 'active' } }),
  enable: () => s.people.root.call(api.setPatientStatus, { body: { u_id, new_status: 'pending' } }),
  deactivate: () => s.people.root.call(api.removePatient, { query: { u_id, removal_type: 'deactivate' } }),
  remove: () => s.people.root.call(api.removePatient, { query: { u_id, removal_type: 'remove' } }),
});
const statusOf = async (s: Clinic, u_id: number) => {
  const { status, reply } = await s.people.root.call(api.readPatient, { query: { u_id } });
  return status === 200 ? reply.patient.status : status;
};

test('PST-01 PST-02 PST-03 PST-04 PST-08 PST-09 PST-10 CER-36 CAD-03 CAD-04 a patient goes round by the steps that there are, each with its message', async () => {
  const s = await openClinic();
  const u_id = await s.aPatient({}, [s.groups.heart]);
  const steps = act(s, u_id);
  const said = async (step: keyof typeof steps) => {
    const { status, reply } = await steps[step]();
    return [status, reply?.message, await statusOf(s, u_id)];
  };
  expect(await said('activate')).toEqual([200, 'Patient is now active!', 1]);
  expect(await said('deactivate')).toEqual([200, 'Patient deactivated!', -1]);
  expect((await s.people.root.call(api.listPatientGroups, { query: { u_id } })).reply.groups).toEqual([]);
  expect((await s.people.root.call(api.addToGroup, { body: { u_id, g_id: s.groups.heart } })).status).toBe(409);
  expect(await said('enable')).toEqual([200, 'Patient is now pending!', 0]);
  expect((await s.people.root.call(api.addToGroup, { body: { u_id, g_id: s.groups.heart } })).status).toBe(200);
  expect(await said('activate')).toEqual([200, 'Patient is now active!', 1]);
  await steps.deactivate();
  expect(await said('remove')).toEqual([200, 'Patient removed!', 404]);
  expect((await steps.enable()).status).toBe(404);
});

test('PST-01 PST-02 PST-03 OPC-59 P11-20 SEC-24 a step that the status does not allow is a 409, one to where the patient is changes nothing, and without root access all are a 403', async () => {
  const s = await openClinic();
  const pending = await s.aPatient({}, [s.groups.heart]);
  const active = await s.anActivePatient({}, [s.groups.heart]);
  const off = await s.aPatient();
  await act(s, off).deactivate();
  const tries: [number, 'activate' | 'enable' | 'deactivate' | 'remove', number, number][] = [
    [pending, 'enable', 200, 0],
    [pending, 'remove', 409, 0],
    [active, 'activate', 200, 1],
    [active, 'enable', 409, 1],
    [active, 'remove', 409, 1],
    [off, 'activate', 409, -1],
    [off, 'deactivate', 200, -1],
  ];
  const before = await s.rows('select patient_id, version from patient order by 1');
  for (const [u_id, step, status, after] of tries)
    expect([step, (await act(s, u_id)[step]()).status, await statusOf(s, u_id)]).toEqual([step, status, after]);
  const { nurse } = s.people;
  expect((await nurse.call(api.setPatientStatus, { body: { u_id: pending, new_status: 'active' } })).status).toBe(403);
  expect((await nurse.call(api.removePatient, { query: { u_id: active, removal_type: 'deactivate' } })).status).toBe(
    403,
  );
  expect(await s.rows('select patient_id, version from patient order by 1')).toEqual(before);
});

test('OPC-58 PRV-03 PRV-05 P11-15 a removed patient is nowhere, what identifies is erased, and the clinical record stays with the reason', async () => {
  onItsOwn();
  const s = await openClinic();
  const given = { firstName: 'Marker', lastName: 'Unique', email: 'marker@mail.example', phone: '+16175550177' };
  const u_id = await s.aPatient(given, [s.groups.heart]);
  await s.people.root.call(records.addAddress, { body: addressOf(u_id) });
  await s.people.root.call(records.addContact, { body: contactOf(u_id) });
  await s.people.root.call(records.addMedication, { body: medicationOf(u_id) });
  const [account] = await s.rows<{ username: string }>('select username from patient where patient_id = $1', [u_id]);
  await act(s, u_id).deactivate();
  expect((await act(s, u_id).remove()).status).toBe(200);
  for (const words of ['marker', 'unique', '617-555-0177', 'patient']) {
    const { reply } = await s.people.root.call(api.listPatients, { query: { filter_all_fields: words } });
    expect([words, reply.totalPatients]).toEqual([words, 0]);
  }
  expect((await s.people.root.call(records.listMedications, { query: { u_id } })).status).toBe(404);
  const kept = JSON.stringify([
    await s.rows('select * from patient where patient_id = $1', [u_id]),
    await s.rows('select * from patient_address where patient_id = $1', [u_id]),
    await s.rows('select * from patient_contact where patient_id = $1', [u_id]),
  ]);
  expect(kept).toContain(`Removed`);
  for (const erased of ['Marker', 'marker', '0177', 'Main Street', 'grace', '1950-03-04'])
    expect(kept).not.toContain(erased);
  expect(await s.rows('select name from patient_medication where patient_id = $1', [u_id])).toEqual([
    { name: 'Lasix' },
  ]);
  expect(await s.rows('select from identity_account where email = $1', [account?.username])).toEqual([]);
  const [entry] = await s.rows<{ reason: string; changes: unknown }>(
    `select reason, changes from audit_entry where action = 'patient.removed'`,
  );
  expect(entry?.reason).toBe('Remove patient');
  expect(JSON.stringify(entry?.changes)).not.toContain('Marker');
  // The e-mail and the phone are free for another person.
  expect((await s.people.root.call(api.addPatient, { body: aPatientBody(given) })).status).toBe(200);
});

test('PRV-03 PRV-10 while records are on hold a patient is deactivated but not removed, nothing is erased, and afterwards they can be', async () => {
  onItsOwn();
  const s = await openClinic();
  const u_id = await s.aPatient({}, [s.groups.heart]);
  await s.people.root.call(records.addContact, { body: contactOf(u_id) });
  await s.rows(`update installation set retention_held_because = 'A court wants to see it'`);
  expect((await act(s, u_id).deactivate()).status).toBe(200);
  const tables = ['patient', 'patient_contact', 'patient_step', 'identity_account', 'message', 'audit_entry', 'event'];
  const all = () => Promise.all(tables.map((table) => s.rows(`select * from ${table} order by 1`)));
  const before = await all();
  const refused = await act(s, u_id).remove();
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'records_held',
    'Records are on hold. Somebody who is deactivated cannot be removed until the hold ends.',
  ]);
  expect(await all()).toEqual(before);
  await s.rows('update installation set retention_held_because = null');
  expect((await act(s, u_id).remove()).status).toBe(200);
});

test('PRF-12 PRF-13 CAD-02 OPC-51 OPC-52 REL-07 P11-09 P11-11 a profile is changed by attributes, a stale version is refused with what is current, and the trail has every value', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient({ lastName: 'First' });
  const { nurse } = s.people;
  const { username } = (await nurse.call(api.readPatientUser, { query: { u_id } })).reply.user;
  const change = (attributes: Record<string, string>, more: object = {}) =>
    nurse.call(api.changePatient, {
      body: {
        u_id,
        username,
        userAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
        ...more,
      },
    });
  const { version } = (await nurse.call(api.readPatient, { query: { u_id } })).reply.patient;
  const changed = await change(
    { family_name: 'Second', birthdate: '1951-02-03', phone_number: '+16175550188', phone_number_verified: 'true' },
    { version },
  );
  expect([changed.status, changed.reply.version]).toEqual([200, version + 1]);
  const stale = await change({ family_name: 'Third' }, { version });
  expect([stale.status, (stale.body as { detail: { current: { lastName: string } } }).detail.current.lastName]).toEqual(
    [409, 'Second'],
  );
  const races = await Promise.all(
    Array.from({ length: 10 }, (_, n) => change({ family_name: `Race ${n}` }, { version: version + 1 })),
  );
  expect(races.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ]);
  for (const [attributes, said] of [
    [{ given_name: '' }, 'First Name is required'],
    [{ birthdate: '2999-01-01' }, 'Date of Birth is invalid'],
    [{ email: 'x@' }, 'Email is invalid'],
    [{ phone_number: '5551234567' }, 'Mobile Phone is invalid'],
  ] as const) {
    const { status, message } = await change(attributes as never);
    expect([status, message]).toEqual([400, said]);
  }
  expect((await change({ nickname: 'x' })).status).toBe(400);
  expect((await change({ given_name: 'x' }, { username: 'other' })).status).toBe(400);
  const trail = await s.rows<{ changes: { field: string; old: string; new: string }[] }>(
    `select changes from audit_entry where action = 'patient.changed' and record_id = $1 order by seq`,
    [String(u_id)],
  );
  const names = trail.flatMap(({ changes }) => changes.filter(({ field }) => field === 'last_name'));
  expect(names.map((one) => one.old)).toEqual(['First', 'Second']);
});

test('PRF-12 PRF-13 CAD-02 OPC-44 OPC-52 a patient whose every attribute was changed is read whole', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const { nurse } = s.people;
  const { username } = (await nurse.call(api.readPatientUser, { query: { u_id } })).reply.user;
  const { version } = (await nurse.call(api.readPatient, { query: { u_id } })).reply.patient;
  // OPC-44: in either spelling.
  const userAttributes = [
    { Name: 'given_name', Value: 'Bea' },
    { name: 'family_name', value: 'Brook' },
    { Name: 'birthdate', Value: '1951-02-03' },
    { Name: 'email', Value: 'bea@home.example' },
    { Name: 'email_verified', Value: 'true' },
    { Name: 'phone_number', Value: '+16175550166' },
    { Name: 'phone_number_verified', Value: 'false' },
  ];
  const changed = await nurse.call(api.changePatient, { body: { u_id, username, userAttributes, version } });
  expect([changed.status, changed.reply.version]).toEqual([200, version + 1]);
  expect((await nurse.call(api.readPatient, { query: { u_id } })).reply.patient).toEqual({
    u_ID: u_id,
    name: 'Bea Brook',
    firstName: 'Bea',
    lastName: 'Brook',
    dob: '1951-02-03',
    gender: 1,
    email: 'bea@home.example',
    phone: '+16175550166',
    status: 1,
    patientType: 1,
    hibernationStatus: 0,
    preferredContact: 0,
    version: version + 1,
  });
  expect(await s.rows('select email_verified, phone_verified from patient where patient_id = $1', [u_id])).toEqual([
    { email_verified: true, phone_verified: false },
  ]);
});

test('PRF-12 OPC-52 an e-mail or a phone that is changed without a word on whether it was verified is not, and the trail says so; what stays keeps its flag', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient({ email: 'ada@first.example', phone: '+16175550177' });
  const { nurse } = s.people;
  const { username } = (await nurse.call(api.readPatientUser, { query: { u_id } })).reply.user;
  const change = async (attributes: Record<string, string>) => {
    const userAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
    expect((await nurse.call(api.changePatient, { body: { u_id, username, userAttributes } })).status).toBe(200);
    const [flags] = await s.rows('select email_verified, phone_verified from patient where patient_id = $1', [u_id]);
    return flags;
  };
  const verified = { email_verified: 'true', phone_number_verified: 'true' };
  expect(await change(verified)).toEqual({ email_verified: true, phone_verified: true });
  expect(await change({ email: 'ada@first.example', phone_number: '+16175550177', given_name: 'Bea' })).toEqual({
    email_verified: true,
    phone_verified: true,
  });
  expect(await change({ email: 'ada@second.example' })).toEqual({ email_verified: false, phone_verified: true });
  expect(await change({ phone_number: '+16175550178' })).toEqual({ email_verified: false, phone_verified: false });
  const [entry] = await s.rows<{ changes: unknown }>(
    `select changes from audit_entry where action = 'patient.changed' and record_id = $1 order by seq desc limit 1`,
    [String(u_id)],
  );
  expect(entry?.changes).toEqual(
    expect.arrayContaining([
      { field: 'phone', old: '+16175550177', new: '+16175550178' },
      { field: 'phone_verified', old: true, new: false },
    ]),
  );
  expect(await change({ email: 'ada@third.example', email_verified: 'true' })).toEqual({
    email_verified: true,
    phone_verified: false,
  });
});

test('OPC-51 an e-mail on record is not taken away by a placeholder, so that whoever is reached by it still is; one that was there is taken as it is', async () => {
  const s = await openClinic();
  const { nurse } = s.people;
  const change = async (u_id: number, email: string) => {
    const { username } = (await nurse.call(api.readPatientUser, { query: { u_id } })).reply.user;
    const userAttributes = [{ Name: 'email', Value: email }];
    return nurse.call(api.changePatient, { body: { u_id, username, userAttributes } });
  };
  const emailOf = async (u_id: number) => (await nurse.call(api.readPatient, { query: { u_id } })).reply.patient.email;
  const reached = await s.anActivePatient({ email: 'grace@patients.example' });
  for (const nobodys of ['patient-5b0a4c1e-6a4a-4d7b-9c0e-2f1d3b5a7c9f', 'ada']) {
    const refused = await change(reached, `${nobodys}@no-email.invalid`);
    expect([refused.status, refused.fields]).toEqual([400, { 'userAttributes.email': 'Email is invalid' }]);
  }
  expect(await emailOf(reached)).toBe('grace@patients.example');
  const without = await s.anActivePatient({ email: '' });
  const placeholder = await emailOf(without);
  expect(placeholder).toMatch(/@no-email\.invalid$/);
  expect((await change(without, placeholder)).status).toBe(200);
  expect((await change(without, 'ada@patients.example')).status).toBe(200);
});

test('CAD-09 CAD-10 PCG-12 REL-08 P11-09 joining twice is a 409, of ten at once one joins, leaving a group one is not in is a 404, and who loses the group sees no more', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient({}, []);
  const { root, nurse } = s.people;
  const place = { u_id, g_id: s.groups.failure };
  const tries = await Promise.all(Array.from({ length: 10 }, () => root.call(api.addToGroup, { body: place })));
  expect(tries.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ]);
  const { groups } = (await nurse.call(api.listPatientGroups, { query: { u_id } })).reply;
  expect(groups.map(({ displayName }) => displayName)).toEqual(['Heart Failure']);
  expect((await nurse.call(api.listPatients, {})).reply.totalPatients).toBe(1);
  expect((await nurse.call(api.addToGroup, { body: { u_id, g_id: s.groups.diabetes } })).status).toBe(404);
  expect((await nurse.call(api.removeFromGroup, { query: { u_id, g_id: s.groups.heart } })).status).toBe(404);
  expect((await nurse.call(api.removeFromGroup, { query: place })).status).toBe(200);
  expect((await nurse.call(api.readPatient, { query: { u_id } })).status).toBe(404);
  expect((await nurse.call(api.listPatients, {})).reply.totalPatients).toBe(0);
  const acts = await s.rows<{ action: string }>(
    `select action from audit_entry where record_kind = 'patient' and record_id = $1 order by seq`,
    [String(u_id)],
  );
  expect(acts.map(({ action }) => action)).toEqual([
    'patient.added',
    'patient.activated',
    'patient.joined_group',
    'patient.left_group',
  ]);
});

test('PCG-05 what a group and the company have is counted as it changes, also for many at once', async () => {
  const s = await openClinic();
  const total = async (query: Record<string, unknown> = {}) =>
    (await s.people.root.call(api.listPatients, { query })).reply.totalPatients;
  const first = await s.anActivePatient({}, [s.groups.failure, s.groups.diabetes]);
  await s.anActivePatient({}, [s.groups.failure]);
  const groups = Object.values(s.groups);
  const perGroup = () => Promise.all(groups.map((g_id) => total({ g_id })));
  expect([await total(), await perGroup()]).toEqual([2, [2, 2, 2, 1]]);
  expect(await total({ 'g_id[]': s.groups.failure })).toBe(2);
  await act(s, first).deactivate();
  expect([await total(), await total({ patient_status: -1 }), await perGroup()]).toEqual([2, 1, [1, 1, 1, 0]]);
});

test('SEC-22 a patient of another company is unknown to every act, and stays as they are', async () => {
  const s = await openClinic();
  const theirs = await aClinic(s);
  const u_id = await theirs.anActivePatient({}, [theirs.groups.failure]);
  const before = await s.rows('select * from patient');
  const { root } = s.people;
  const answers = [
    await root.call(api.readPatient, { query: { u_id } }),
    await root.call(api.setPatientStatus, { body: { u_id, new_status: 'pending' } }),
    await root.call(api.removePatient, { query: { u_id, removal_type: 'deactivate' } }),
    await root.call(api.addToGroup, { body: { u_id, g_id: s.groups.top } }),
    await root.call(api.changePatient, { body: { u_id, username: 'x', userAttributes: [] } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(await s.rows('select * from patient')).toEqual(before);
});

test('PRV-01 PRV-05 whoever reads a patient is on record, once, and no value of the patient is in logs or events', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient({ firstName: 'Xylomarker', email: 'xylomarker@mail.example' });
  for (let n = 0; n < 3; n += 1) await s.people.nurse.call(api.readPatient, { query: { u_id } });
  await expect
    .poll(() =>
      s.rows(`select from access_entry where call = 'GET /patients' and outcome = 'read' and $1 = any(record_ids)`, [
        u_id,
      ]),
    )
    .toHaveLength(1);
  expect(s.logged.join('\n').toLowerCase()).not.toContain('xylomarker');
  expect(JSON.stringify(await s.rows('select * from event')).toLowerCase()).not.toContain('xylomarker');
});

test('OPC-53 OPC-65 an import says what would happen, brings in all lines or none, and puts them into the group', async () => {
  onItsOwn();
  const s = await openClinic();
  const head = 'firstName,lastName,dateOfBirth,gender,phone,email,patientType';
  const bring = (lines: string[], dryRun: boolean) =>
    s.people.root.call(importPatients, {
      body: { csv: [head, ...lines].join('\r\n'), g_id: s.groups.heart, dryRun: Number(dryRun) },
    });
  const good = ['Ada,Lovelace,12/10/1950,1,617-555-0101,ada@mail.example,1', '"Grace","Hopper, Rear",1946-12-09,1,,,'];
  const bad = ['X,,02/30/1950,9,1,a@,4', 'Ada,Twin,01/01/1950,1,,ada@mail.example,'];
  const trial = await bring([...good, ...bad], true);
  expect(trial.reply.lines.map(({ line, problems }) => [line, problems])).toEqual([
    [2, []],
    [3, []],
    [
      4,
      [
        'Last Name is required',
        'Date of Birth is invalid',
        'Gender is invalid',
        'Mobile Phone is invalid',
        'Email is invalid',
        'Patient Type must be Portal, Non-Portal or Non-Digital',
      ],
    ],
    [5, ['Email is also in line 2']],
  ]);
  expect((await bring([...good, ...bad], false)).reply.added).toBe(0);
  expect((await bring(good, true)).reply).toMatchObject({ added: 0, message: '2 patients can be imported.' });
  expect(await s.rows('select from patient')).toHaveLength(0);
  expect((await bring(good, false)).reply.added).toBe(2);
  const { reply } = await s.people.root.call(api.listPatients, { query: { g_id: s.groups.heart, patient_status: 0 } });
  expect(reply.patients.map(({ name, patientType }) => [name, patientType])).toEqual([
    ['Grace Hopper, Rear', 2],
    ['Ada Lovelace', 1],
  ]);
  expect((await bring(['=a'], true)).status).toBe(200);
  expect((await s.people.root.call(importPatients, { body: { csv: 'x,y\n1,2', dryRun: 1 } })).status).toBe(400);
  expect((await s.people.nurse.call(importPatients, { body: { csv: head, dryRun: 1 } })).status).toBe(403);
});

test('PCG-04 PCG-05 five hundred patients of one file come in with one call, and a search tells how many there are', async () => {
  onItsOwn();
  const s = await openClinic();
  const lines = Array.from(
    { length: 500 },
    (_, n) => `Ivo,Importson${n},01/02/1960,0,617-555-${String(1000 + n)},ivo${n}@mail.example,1`,
  );
  const csv = ['firstName,lastName,dateOfBirth,gender,phone,email,patientType', ...lines].join('\r\n');
  const bring = (dryRun: 0 | 1) => s.people.root.call(importPatients, { body: { csv, g_id: s.groups.heart, dryRun } });
  expect((await bring(1)).reply).toMatchObject({ added: 0, message: '500 patients can be imported.' });
  expect((await bring(0)).reply.added).toBe(500);
  const query = { filter_all_fields: 'Importson', patient_status: 0, patient_start: 490, patient_limit: 25 };
  const { reply } = await s.people.root.call(api.listPatients, { query });
  expect([reply.totalPatients, reply.patients.length]).toEqual([500, 10]);
});

test('P11-11 what happened with a patient stands in one line of time, newest first, by kind', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  await s.people.nurse.call(records.addMedication, { body: medicationOf(u_id) });
  const line = async (query: object = {}) =>
    (await s.people.nurse.call(readTimeline, { query: { u_id, ...query } })).reply.entries.map(
      ({ kind, what, about }) => [kind, what, about].join(' | '),
    );
  expect((await line()).sort()).toEqual([
    'group | Added to a care group | Heart Failure',
    'medication | Medication added | Lasix',
    'status | Activated | ',
    'status | Added | ',
  ]);
  expect(await line({ kind: 'medication' })).toEqual(['medication | Medication added | Lasix']);
  expect(await line({ before: '2000-01-01T00:00:00Z' })).toEqual([]);
  expect((await s.people.other.call(readTimeline, { query: { u_id } })).status).toBe(404);
});
