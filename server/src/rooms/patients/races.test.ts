import type { AddressInfo } from 'node:net';
import * as records from '@portal/contract/patient-records/endpoints.ts';
import { readValueHistory } from '@portal/contract/patient-records/value-endpoints.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { importPatients } from '@portal/contract/patients/import-endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { io } from 'socket.io-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addressOf, openClinic } from '#test/patients.ts';
import { type Portal, onItsOwn } from '#test/portal.ts';

/** What somebody's open page hears. */
async function listen(portal: Pick<Portal, 'app'>, token: string) {
  if (!portal.app.http.server.listening) await portal.app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.http.server.address() as AddressInfo;
  const socket = io(`http://localhost:${port}`, {
    path: '/api/socket',
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
  });
  onTestFinished(() => void socket.disconnect());
  const heard: string[] = [];
  socket.on('changed', (one: { type: string; id: number }) => heard.push(`${one.type} ${one.id}`));
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return heard;
}

test('REL-07 REL-08 PAD-01 P11-11 of two who edit one address at once one wins and the other is shown what is there now; the history has what each saved', async () => {
  const s = await openClinic();
  const { root, nurse } = s.people;
  const u_id = await s.anActivePatient();
  const { addrId } = (await nurse.call(records.addAddress, { body: addressOf(u_id) })).reply;
  for (let version = 1; version <= 8; version += 1) {
    const save = (by: typeof nurse, addressType: string) =>
      by.call(records.changeAddress, { body: { ...addressOf(u_id, { addressType }), addr_id: addrId, version } });
    const pair = version % 2 ? (['School', 'Clinic'] as const) : (['Office', 'Vacation'] as const);
    const answers = await Promise.all([save(nurse, pair[0]), save(root, pair[1])]);
    const [won, lost] = answers[0].status === 200 ? ([0, 1] as const) : ([1, 0] as const);
    expect([answers[won].status, answers[lost].status]).toEqual([200, 409]);
    const { detail } = answers[lost].body as { detail: { current: { addressType: string; version: number } } };
    expect([detail.current.addressType, detail.current.version]).toEqual([pair[won], version + 1]);
  }
  const { reply } = await nurse.call(readValueHistory, { query: { u_id, of: 'address', field: 'type' } });
  const told = reply.entries.map(({ values }) => values[0]).reverse();
  expect(told).toHaveLength(9);
  expect(told.slice(1).map((one) => one?.from)).toEqual(told.slice(0, -1).map((one) => one?.to));
});

test('REL-08 OPC-58 PST-02 a status change during edits: each edit is saved before it, or finds no patient any more, and nothing is written after', async () => {
  const s = await openClinic();
  const { root, nurse } = s.people;
  for (let round = 0; round < 5; round += 1) {
    const u_id = await s.anActivePatient();
    const edits = Array.from({ length: 6 }, (_, n) =>
      nurse.call(records.addAddress, { body: addressOf(u_id, { addressType: n % 2 ? 'School' : 'Clinic' }) }),
    );
    const off = root.call(api.removePatient, { query: { u_id, removal_type: 'deactivate' } });
    const answers = await Promise.all([off, ...edits]);
    expect(answers[0].status).toBe(200);
    const statuses = answers.slice(1).map(({ status }) => status);
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true);
    const kept = await s.rows('select from patient_address where patient_id = $1', [u_id]);
    expect(kept).toHaveLength(statuses.filter((status) => status === 200).length);
    const [order] = await s.rows<{ after: number }>(
      `select count(*)::int as after from audit_entry edit where record_kind = 'patient_address'
         and edit.record_id in (select patient_address_id::text from patient_address where patient_id = $1)
         and edit.seq > (select seq from audit_entry where action = 'patient.deactivated' and record_id = $2)`,
      [u_id, String(u_id)],
    );
    expect(order).toEqual({ after: 0 });
  }
});

test('PCG-15 CAD-08 SEC-23 a patient who is moved while a nurse reads: her page hears of it, and every call after that finds nobody', async () => {
  const s = await openClinic();
  const { root, nurse, other } = s.people;
  const u_id = await s.anActivePatient();
  const { addrId } = (await nurse.call(records.addAddress, { body: addressOf(u_id) })).reply;
  const [hers, theirs] = [await listen(s, nurse.token), await listen(s, other.token)];
  await root.call(api.addToGroup, { body: { u_id, g_id: s.groups.diabetes } });
  await vi.waitFor(() => expect(theirs).toContain(`patient.changed ${u_id}`), 5_000);
  hers.length = 0;
  expect((await root.call(api.removeFromGroup, { query: { u_id, g_id: s.groups.failure } })).status).toBe(200);
  await vi.waitFor(() => expect(hers).toContain(`patient.changed ${u_id}`), 5_000);
  const calls = [
    await nurse.call(api.readPatient, { query: { u_id } }),
    await nurse.call(api.readPatientUser, { query: { u_id } }),
    await nurse.call(readTimeline, { query: { u_id } }),
    await nurse.call(readValueHistory, { query: { u_id, of: 'profile' } }),
    await nurse.call(records.listAddresses, { query: { u_id } }),
    await nurse.call(records.changeAddress, { body: { ...addressOf(u_id), addr_id: addrId } }),
    await nurse.call(records.removeAddress, { query: { u_id, addr_id: addrId } }),
  ];
  expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 404));
  const groups = await nurse.call(api.listPatientGroups, { query: { u_id } });
  expect([groups.status, groups.message]).toEqual([403, 'Provider no longer has access to this patient.']);
  expect((await nurse.call(api.listPatients, {})).reply.totalPatients).toBe(0);
  // What happens from now on is no news for her.
  hers.length = 0;
  theirs.length = 0;
  await other.call(records.addAddress, { body: addressOf(u_id) });
  await vi.waitFor(() => expect(theirs).toContain(`patient_record.changed ${u_id}`), 5_000);
  expect(hers).toEqual([]);
});

test('OPC-53 OPC-65 REL-02 500 patients come in by one file within half a minute, all of them or none, and of two who send it at once one brings them in', {
  timeout: 300_000,
}, async () => {
  onItsOwn();
  const s = await openClinic();
  const { root } = s.people;
  const lines = Array.from({ length: 500 }, (_, n) =>
    [
      `Ada${n}`,
      `Import${n}`,
      '03/04/1950',
      n % 3,
      `617-556-${String(n).padStart(4, '0')}`,
      `ada${n}@mail.example`,
      1,
    ].join(','),
  );
  const bring = (dryRun: 0 | 1, rows = lines) =>
    root.call(importPatients, {
      body: {
        csv: ['firstName,lastName,dateOfBirth,gender,phone,email,patientType', ...rows].join('\n'),
        g_id: s.groups.heart,
        dryRun,
      },
    });
  const counted = async () => (await s.rows('select from patient')).length;
  expect((await bring(1)).reply.message).toBe('500 patients can be imported.');
  const wrong = await bring(0, [...lines.slice(0, 499), 'Bad,,03/04/1950,1,,,']);
  expect([wrong.reply.message, await counted()]).toEqual(['1 of 500 lines have problems. Nobody was imported.', 0]);
  const begun = performance.now();
  const answers = await Promise.all([bring(0), bring(0)]);
  const took = performance.now() - begun;
  expect(answers.filter(({ status, reply }) => status === 200 && reply.added === 500)).toHaveLength(1);
  // The other one reads that all of it is taken: of each line, or of the first one where it looked before the first had ended.
  const other = answers.find(({ reply }) => reply?.added !== 500);
  expect(other?.code ?? other?.reply.message).toBeOneOf([
    'patient.email_taken',
    '500 of 500 lines have problems. Nobody was imported.',
  ]);
  expect(took).toBeLessThan(30_000);
  if (process.env['TIMES']) process.stdout.write(`two imports of 500: ${Math.round(took)} ms\n`);
  expect(await counted()).toBe(500);
  const list = await root.call(api.listPatients, { query: { g_id: s.groups.heart, patient_status: 0 } });
  expect(list.reply.totalPatients).toBe(500);
  const [trail] = await s.rows(`select count(*)::int as n from audit_entry where action = 'patient.imported'`);
  expect(trail).toEqual({ n: 500 });
  expect((await s.rows('select from identity_account where email like $1', ['patient-%'])).length).toBe(500);
});
