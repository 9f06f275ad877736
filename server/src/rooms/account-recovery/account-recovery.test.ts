import * as api from '@portal/contract/account-recovery/endpoints.ts';
import { readPatientUser, removePatient } from '@portal/contract/patients/endpoints.ts';
import { expect, test } from 'vitest';
import { openClinic } from '#test/patients.ts';

const mainContact = { type: 'phone', value: '+16175550123' };

test('ARQ-02 ARQ-03 ARQ-05 ARQ-06 OPC-51 CAG-24 CAG-25 CAG-26 CCN-25 OPC-95 a request is pending until an administrator decides it once, and approving takes the authenticator off', async () => {
  const s = await openClinic();
  const [u_id, second] = [await s.anActivePatient({ lastName: 'Forgetful' }), await s.anActivePatient()];
  const { root } = s.people;
  await s.rows(
    `update identity_account set totp_secret = 'x', preferred_mfa = 'totp' where email = (select username from patient where patient_id = $1)`,
    [u_id],
  );
  const asked = await root.call(api.askForRecovery, { body: { u_id, mainContact } });
  const { requestId } = asked.reply;
  for (const nowhere of ['patient-5b0a4c1e-6a4a-4d7b-9c0e-2f1d3b5a7c90', 'patient-2c3', 'Ada']) {
    const contact = { type: 'email', value: `${nowhere}@No-Email.invalid` };
    const unreached = await root.call(api.askForRecovery, { body: { u_id: second, mainContact: contact } });
    expect([unreached.status, unreached.fields]).toEqual([400, { 'mainContact.value': 'is not a valid email' }]);
  }
  const again = await root.call(api.askForRecovery, { body: { u_id, mainContact } });
  expect([again.status, again.code]).toEqual([400, 'patient_recovery.pending']);
  const decide = (action: string, given = { u_id, requestId }) =>
    root.call(api.decideRecovery, { body: { ...given, action, evidence: 'Knew the date of birth' } });
  expect((await decide('approve', { u_id: second, requestId })).status).toBe(404);
  const both = await Promise.all([decide('approve'), decide('approve'), decide('approve')]);
  expect(both.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409, 409]);
  const { mfaRequests } = (await root.call(api.listRecoveryRequests)).reply;
  expect(mfaRequests[0]).toMatchObject({ requestId, uId: u_id, lName: 'Forgetful', status: 1, mainContact });
  const { user } = (await root.call(readPatientUser, { query: { u_id } })).reply;
  expect(mfaRequests[0]).toMatchObject({ username: user.username, usernameType: 'email' });
  expect(mfaRequests[0]?.requestActions.map(({ status, evidence }) => [status, evidence])).toEqual([
    [0, null],
    [1, 'Knew the date of birth'],
  ]);
  const [account] = await s.rows(
    'select totp_secret, preferred_mfa from identity_account where email = (select username from patient where patient_id = $1)',
    [u_id],
  );
  expect(account).toEqual({ totp_secret: null, preferred_mfa: 'none' });
  const denied = (await root.call(api.askForRecovery, { body: { u_id: second, mainContact } })).reply.requestId;
  expect((await decide('deny', { u_id: second, requestId: denied })).status).toBe(200);
  const statuses = (await root.call(api.listRecoveryRequests)).reply.mfaRequests.map(({ status }) => status);
  expect(statuses).toEqual([2, 1]);
});

test('ARQ-02 ARQ-03 CAG-24 OPC-95 a request is read whole: the patient with their own phone and e-mail, who asked and who decided, each with the time', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient({
    firstName: 'Vera',
    lastName: 'Forgetful',
    dateOfBirth: '1961-02-03',
    phone: '+16175550188',
    email: 'vera@home.example',
  });
  const administrator = async (first_name: string, last_name: string) => {
    const person = { company_id: s.companyId, admin_rights: true, first_name, last_name };
    return s.signedIn(await s.aPerson('Nurse', person, [s.groups.top]));
  };
  const [olga, dora] = [await administrator('Olga', 'Asker'), await administrator('Dora', 'Decider')];
  const { user } = (await olga.call(readPatientUser, { query: { u_id } })).reply;
  await s.rows(`update patient set last_login_at = '2026-02-27T07:05:00Z' where patient_id = $1`, [u_id]);
  const list = async () => (await s.people.root.call(api.listRecoveryRequests)).body;
  const earliest = s.app.clock.now().toISOString();
  const { requestId } = (await olga.call(api.askForRecovery, { body: { u_id, mainContact } })).reply;
  const [written] = await s.rows<{ at: Date }>(
    'select asked_at as at from patient_recovery where patient_recovery_id = $1',
    [requestId],
  );
  expect(written && written.at.toISOString() >= earliest).toBe(true);
  await s.rows(`update patient_recovery set asked_at = '2026-03-01T08:00:00Z' where patient_recovery_id = $1`, [
    requestId,
  ]);
  const asked = {
    requestId,
    uId: u_id,
    fName: 'Vera',
    lName: 'Forgetful',
    username: user.username,
    usernameType: 'email',
    mainContact: { type: 'phone', value: '+16175550123' },
    status: 0,
    lastUpdated: '2026-03-01T08:00:00.000Z',
    patientDetails: {
      dob: '1961-02-03',
      phone: '+16175550188',
      email: 'vera@home.example',
      lastLogin: '2026-02-27T07:05:00.000Z',
    },
    requestActions: [
      { providerName: 'Olga Asker', status: 0, timeOfAction: '2026-03-01T08:00:00.000Z', evidence: null },
    ],
    version: 1,
  };
  expect(await list()).toEqual({ mfaRequests: [asked] });
  const body = { u_id, requestId, action: 'deny', evidence: 'Gave another birthday', version: 1 };
  expect((await dora.call(api.decideRecovery, { body })).body).toEqual({ message: 'Recovery request denied.' });
  const [decided] = await s.rows<{ at: Date }>(
    'select decided_at as at from patient_recovery where patient_recovery_id = $1',
    [requestId],
  );
  expect(decided && decided.at.toISOString() >= earliest).toBe(true);
  await s.rows(`update patient_recovery set decided_at = '2026-03-02T09:30:00Z' where patient_recovery_id = $1`, [
    requestId,
  ]);
  expect(await list()).toEqual({
    mfaRequests: [
      {
        ...asked,
        status: 2,
        lastUpdated: '2026-03-02T09:30:00.000Z',
        requestActions: [
          ...asked.requestActions,
          {
            providerName: 'Dora Decider',
            status: 2,
            timeOfAction: '2026-03-02T09:30:00.000Z',
            evidence: 'Gave another birthday',
          },
        ],
        version: 2,
      },
    ],
  });
});

test('CLN-14 CLN-21 SEC-24 OPC-08 OPC-09 OPC-13 recovery is for administrators of companies with the module, for patients in their sight', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient({}, [s.groups.diabetes]);
  expect((await s.people.nurse.call(api.listRecoveryRequests)).status).toBe(403);
  const person = { company_id: s.companyId, admin_rights: true };
  const head = await s.signedIn(await s.aPerson('Nurse', person, [s.groups.heart]));
  expect((await head.call(api.askForRecovery, { body: { u_id, mainContact } })).status).toBe(404);
  await s.people.root.call(api.askForRecovery, { body: { u_id, mainContact } });
  expect((await head.call(api.listRecoveryRequests)).reply.mfaRequests).toEqual([]);
  const without = await openClinic([]);
  expect((await without.people.root.call(api.listRecoveryRequests)).status).toBe(403);
});

test('OPC-58 ARQ-05 OPC-95 the request of a patient who is deactivated is denied with it, and neither it nor another is approved', async () => {
  const s = await openClinic();
  const { root } = s.people;
  const u_id = await s.anActivePatient();
  const { requestId } = (await root.call(api.askForRecovery, { body: { u_id, mainContact } })).reply;
  const statuses = async () =>
    (await root.call(api.listRecoveryRequests)).reply.mfaRequests.map(({ status }) => status);
  expect(await statuses()).toEqual([0]);
  expect((await root.call(removePatient, { query: { u_id, removal_type: 'deactivate' } })).status).toBe(200);
  expect(await statuses()).toEqual([2]);
  const approve = () => root.call(api.decideRecovery, { body: { u_id, requestId, action: 'approve' } });
  expect(await approve()).toMatchObject({ status: 409, code: 'patient_recovery.closed' });
  const again = await root.call(api.askForRecovery, { body: { u_id, mainContact } });
  expect([again.status, again.message]).toEqual([409, 'This patient is deactivated. Enable the patient first.']);
  // One that was left waiting by an earlier release.
  await s.rows('update patient_recovery set status = 0, decided_at = null, decider_id = null');
  expect(await approve()).toMatchObject({ status: 409, code: 'patient_recovery.deactivated' });
  const trail = await s.rows(
    `select reason from audit_entry where action = 'patient_recovery.denied' and record_id = $1`,
    [String(requestId)],
  );
  expect(trail).toEqual([{ reason: 'Deactivate patient' }]);
});

test('OPC-95 the twentieth request that is asked for over one connection is taken like the first', async () => {
  const s = await openClinic();
  const { root } = s.people;
  const u_id = await s.anActivePatient({}, [s.groups.diabetes]);
  for (let n = 1; n <= 20; n += 1) {
    const asked = await root.call(api.askForRecovery, { body: { u_id, mainContact } });
    expect([n, asked.status]).toEqual([n, 200]);
    const { requestId } = asked.reply;
    const decided = await root.call(api.decideRecovery, { body: { u_id, requestId, action: 'deny' } });
    expect([n, decided.status]).toEqual([n, 200]);
  }
});

test('SEC-23 SEC-35 a request is told to the groups of the patient alone; of a patient who is deactivated, who is in none any more, to who sees the whole company', async () => {
  const s = await openClinic();
  const { root } = s.people;
  const u_id = await s.anActivePatient({}, [s.groups.diabetes]);
  const done = ({ status, message }: { status: number; message?: string | undefined }) =>
    expect([status, status === 200 ? '' : message]).toEqual([200, '']);
  const ask = async () => {
    const asked = await root.call(api.askForRecovery, { body: { u_id, mainContact } });
    done(asked);
    return asked.reply.requestId;
  };
  const decided = await ask();
  done(await root.call(api.decideRecovery, { body: { u_id, requestId: decided, action: 'deny' } }));
  const withdrawn = await ask();
  done(await root.call(removePatient, { query: { u_id, removal_type: 'deactivate' } }));
  const told = await s.rows(
    `select (payload->>'id')::int as id, payload->'careGroupIds' as groups from event
     where type = 'patient_recovery.changed' and company_id = $1 order by event_id`,
    [s.companyId],
  );
  const [groups, none] = [[s.groups.diabetes], []];
  expect(told).toEqual([
    { id: decided, groups },
    { id: decided, groups },
    { id: withdrawn, groups },
    { id: withdrawn, groups: none },
  ]);
});
