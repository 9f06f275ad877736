/** The calls as another program sees them: their addresses, what they take and how they answer. */
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { listPatients, removePatient } from '@portal/contract/patients/endpoints.ts';
import { saveDocument } from '@portal/contract/documents/endpoints.ts';
import { expect, test } from 'vitest';
import { uploadOf } from './documents.ts';
import { aBuiltWebApp } from './house.ts';
import { aClinic, aPatientBody, medicationOf, openClinic } from './patients.ts';
import { openPortal } from './portal.ts';

/** A clinic behind a built web app, and calls by their plain addresses. */
async function overTheWire() {
  const portal = await openPortal({}, { dist: aBuiltWebApp() });
  const clinic = { ...portal, ...(await aClinic(portal)) };
  const patient = await clinic.anActivePatient();
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    {
      token = clinic.people.root.token,
      body,
      as = 'application/json',
    }: { token?: string; body?: unknown; as?: string } = {},
  ) => {
    const answer = await portal.app.http.inject({
      method,
      url,
      headers: {
        host: 'localhost',
        // As a browser asks for a page.
        ...(url.startsWith('/api/') ? {} : { accept: 'text/html,*/*;q=0.8' }),
        ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': as }),
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const kind = String(answer.headers['content-type']).split(';')[0];
    return { status: answer.statusCode, kind, body: kind === 'application/json' ? answer.json() : answer.body };
  };
  return { ...clinic, patient, send };
}

test('OPC-02 OPC-66 OPS-17 a call is answered below /api, and the page of the same name at the root', async () => {
  const s = await overTheWire();
  const patient = `/patients?u_id=${s.patient}`;
  for (const [path, kind] of [
    [`/api${patient}`, 'application/json'],
    [patient, 'text/html'],
  ] as const) {
    const answer = await s.send('GET', path);
    expect([path, answer.status, answer.kind]).toEqual([path, 200, kind]);
  }
  const saved = await s.people.root.call(saveDocument, { body: uploadOf('Plan', { filename: 'plan.pdf' }) });
  expect(saved.status).toBe(200);
  const { documentId: docId } = saved.reply;
  const call = await s.send('GET', `/api/document?docId=${docId}`);
  expect([call.status, call.kind]).toEqual([200, 'application/json']);
  expect(call.body).toMatchObject({
    data: expect.stringMatching(/^JVBERi0/),
    contentType: 'application/pdf',
    filename: 'plan.pdf',
    friendlyName: 'Plan',
  });
  const page = await s.send('GET', `/document?docId=${docId}`);
  expect([page.status, page.kind]).toEqual([200, 'text/html']);
});

test('CLN-06 SEC-03 every call but those that say so wants a token, and a bad one is as good as none', async () => {
  const s = await overTheWire();
  for (const token of ['', 'x', s.people.root.token.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))])
    for (const path of ['/patients', '/care-groups', '/conversations/care-providers', '/document?docId=1']) {
      const answer = await s.send('GET', `/api${path}`, { token });
      expect([path, answer.status, typeof answer.body.message]).toEqual([path, 401, 'string']);
    }
  const signing = await s.send('GET', '/api/documents/sign?srUuid=x&signerUuid=y', { token: '' });
  expect(signing.status).not.toBe(401);
});

test('CLN-07 OPC-03 OPC-04 creates and updates take JSON and answer 200 with a message, and creates with the new number; errors answer JSON with a message', async () => {
  const s = await overTheWire();
  const created = await s.send('POST', '/api/patients', { body: aPatientBody({ email: 'new@patients.example' }) });
  expect([created.status, created.kind]).toEqual([200, 'application/json']);
  expect(created.body).toEqual({ message: expect.stringMatching(/\S/), u_id: expect.any(Number) });
  const medication = await s.send('POST', '/api/user/medications/additional', { body: medicationOf(s.patient) });
  expect([medication.status, typeof medication.body.message]).toEqual([200, 'string']);
  const form = await s.send('POST', '/api/patients', { body: 'u_id=1', as: 'application/x-www-form-urlencoded' });
  expect(form.status).toBe(415);
  const failures = await Promise.all([
    s.send('POST', '/api/patients', { body: {} }),
    s.send('GET', '/api/patients', { token: '' }),
    s.send('GET', '/api/conversations/care-providers'),
    s.send('GET', '/api/patients?u_id=999999'),
  ]);
  expect(failures.map(({ status }) => status)).toEqual([400, 401, 403, 404]);
  for (const { kind, body } of failures) {
    expect(kind).toBe('application/json');
    expect(body.message).toMatch(/\S/);
  }
});

test('OPC-10 calls of patients and users take a number by the name in their own row, also as a numeric string, and answer by that of the entity', async () => {
  const s = await overTheWire();
  const { u_id: _, ...medication } = medicationOf(s.patient);
  const add = (named: object) =>
    s.send('POST', '/api/user/medications/additional', { body: { ...medication, ...named } });
  expect((await add({ u_id: String(s.patient) })).status).toBe(200);
  for (const named of [{ uId: s.patient }, { u_ID: s.patient }]) {
    const { status, body } = await add(named);
    expect([status, body.fields]).toEqual([
      400,
      expect.objectContaining({ [Object.keys(named)[0]!]: 'is not a field of this call' }),
    ]);
  }
  const one = (await s.send('GET', `/api/patients?u_id=${s.patient}`)).body.patient;
  expect([one.u_ID, 'uId' in one, 'u_id' in one]).toEqual([s.patient, false, false]);
  expect((await s.send('GET', `/api/patients?uId=${s.patient}`)).status).toBe(400);
  const { careProviders } = (await s.send('GET', `/api/company/care-providers?companyId=${s.companyId}&status=all`))
    .body;
  expect(careProviders.length).toBeGreaterThan(0);
  expect(careProviders.map((user: object) => Object.keys(user).filter((key) => /^cp_?id$/i.test(key)))).toEqual(
    careProviders.map(() => ['cpID']),
  );
  expect((await s.send('GET', `/api/company/care-providers?company_id=${s.companyId}&status=all`)).status).toBe(400);
});

test('OPC-06 a list of a parent that is there is empty with 200, and that of an unknown one is a 404', async () => {
  const s = await openClinic();
  const nobody = await s.anActivePatient();
  const goals = (u_id: number) =>
    s.app.http.inject({
      url: `/api/user/goals?u_id=${u_id}`,
      headers: { host: 'localhost', authorization: `Bearer ${s.people.root.token}` },
    });
  expect([(await goals(nobody)).statusCode, (await goals(nobody)).json()]).toEqual([200, { goals: [] }]);
  expect((await goals(nobody + 1_000)).statusCode).toBe(404);
});

test('OPC-48 patients are listed by 1, 0 and -1, whichever state they are in, and the removed by none', async () => {
  const s = await openClinic();
  const [active, pending, removed] = [await s.anActivePatient(), await s.aPatient(), await s.anActivePatient()];
  const deactivated = await s.anActivePatient();
  const off = { query: { u_id: deactivated, removal_type: 'deactivate' } };
  expect((await s.people.root.call(removePatient, off)).status).toBe(200);
  await s.rows('update patient set removed_at = now() where patient_id = $1', [removed]);
  const listed = async (patient_status: number) =>
    (await s.people.root.call(listPatients, { query: { patient_status } })).reply.patients.map(({ u_ID, status }) => [
      u_ID,
      status,
    ]);
  expect(await listed(1)).toEqual([[active, 1]]);
  expect(await listed(0)).toEqual([[pending, 0]]);
  expect(await listed(-1)).toEqual([[deactivated, -1]]);
});

test('CAA-05 the care groups of somebody come under the key groups, and nobody sees those of another company', async () => {
  const s = await openClinic();
  const theirs = await aClinic(s);
  const groupsOf = async (who: typeof s.people.nurse) => {
    const { body } = await who.call(listCareGroups);
    expect(Object.keys(body as object)).toEqual(['groups']);
    return (body as { groups: { gId: number }[] }).groups.map(({ gId }) => gId).sort((a, b) => a - b);
  };
  expect(await groupsOf(s.people.nurse)).toEqual([s.groups.heart, s.groups.failure]);
  expect(await groupsOf(theirs.people.nurse)).toEqual([theirs.groups.heart, theirs.groups.failure]);
});
