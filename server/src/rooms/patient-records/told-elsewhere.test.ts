import { readValueHistory } from '@portal/contract/patient-records/value-endpoints.ts';
import { listConsents, listPrescriptions } from '@portal/contract/patient-records/history-endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import type { Failed } from '#platform/core/fail.ts';
import { aClinic, openClinic } from '#test/patients.ts';
import { noteTold, type Told } from './told-elsewhere.ts';

type Clinic = Awaited<ReturnType<typeof openClinic>>;
const tell = (s: Clinic, u_id: number, told: Told) =>
  s.app.database.inCompany(s.companyId, (tx) =>
    noteTold(
      actOf(tx, s.app.clock, {
        companyId: s.companyId,
        providerId: null,
        firstName: 'System',
        lastName: '',
        type: 'System',
        host: 'local',
        requestId: 'import-1',
        careGroupIds: null,
        seesWholeCompany: true,
      }),
      u_id,
      told,
    ),
  );
const lasix = {
  rxNumber: '100',
  displayName: 'Lasix 20 mg',
  displayStatus: 5,
  shippedOn: null,
  provider: 'Ingrid Solberg, MD',
  refillsLeft: 3,
  instructions: 'One in the morning',
  writtenOn: '2026-01-02',
  daysOfSupply: 30,
  isActive: true,
};

test('OPC-65 P11-09 P11-11 PRX-02 a prescription that is told anew changes its row, and the history has every value in the words of the screen', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  await tell(s, u_id, { prescriptions: [lasix, { ...lasix, rxNumber: '200', displayName: 'Coreg' }] });
  await tell(s, u_id, { prescriptions: [{ ...lasix, displayStatus: 3, shippedOn: '2026-02-03', refillsLeft: 2 }] });
  await tell(s, u_id, { prescriptions: [{ ...lasix, displayStatus: 3, shippedOn: '2026-02-03', refillsLeft: 2 }] });
  const { medications } = (await s.people.nurse.call(listPrescriptions, { query: { u_id, med_type: 'prescription' } }))
    .reply;
  expect(medications.map(({ rxNumber, displayStatus, refillsLeft }) => [rxNumber, displayStatus, refillsLeft])).toEqual(
    [
      ['200', 5, 3],
      ['100', 3, 2],
    ],
  );
  const told = await s.people.nurse.call(readValueHistory, { query: { u_id, of: 'prescription', rx_number: '100' } });
  const [last, first] = told.reply.entries;
  expect(told.reply.entries).toHaveLength(2);
  expect([last?.by, last?.did, last?.values]).toEqual([
    'System',
    'changed',
    [
      { field: 'display_status', label: 'Status', from: 'Processing', to: 'Shipped' },
      { field: 'shipped_on', label: 'Latest Date Shipped', from: null, to: '02/03/2026' },
      { field: 'refills_left', label: 'Refill Remaining', from: '3', to: '2' },
    ],
  ]);
  expect(first?.values).toContainEqual({ field: 'is_active', label: 'Active', from: null, to: 'Yes' });
});

test('OPC-65 CNS-02 P11-09 consents that are told are listed and in the trail, and of a patient of another company nothing is noted', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const theirs = await aClinic(s);
  const foreign = await theirs.anActivePatient();
  const at = new Date('2026-01-01T10:00:00Z');
  await tell(s, u_id, { consents: [{ code: null, at }] });
  const { consentHistory } = (await s.people.nurse.call(listConsents, { query: { u_id } })).reply;
  expect(consentHistory).toEqual([{ consentCode: null, timeAdded: at }]);
  expect(
    await s.rows(`select record_id as id, changes from audit_entry where action = 'patient.consent_told'`),
  ).toEqual([
    {
      id: String(u_id),
      changes: [
        { field: 'consent_code', new: 1 },
        { field: 'added_at', new: '2026-01-01T10:00:00.000Z' },
      ],
    },
  ]);
  const refused = await tell(s, foreign, { consents: [{ code: 0, at }] }).catch((error: Failed) => error.code);
  expect(refused).toBe('not_found');
  expect(await s.rows('select from patient_consent where patient_id = $1', [foreign])).toEqual([]);
});

test('PRV-08 whoever works in the database itself cannot change, take out or wipe away a consent; one that they revoke by a line of its own takes back what waits', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient({ phone: '+16175550123' });
  await tell(s, u_id, { consents: [{ code: 1, at: new Date('2026-01-01T10:00:00Z') }] });
  const [waiting] = await s.rows<{ id: number }>(
    `insert into message (channel, recipient, subject, body, patient_id, created_at)
     values ('sms', '+16175550123', '', 'Please answer', $1, now()) returning message_id as id`,
    [u_id],
  );
  const kept = () => s.rows('select code from patient_consent where patient_id = $1 order by consent_id', [u_id]);
  for (const change of [
    `update patient_consent set code = 0 where patient_id = ${u_id}`,
    `delete from patient_consent where patient_id = ${u_id}`,
    'truncate patient_consent cascade',
  ])
    await expect(s.rows(change)).rejects.toThrow('entries of patient_consent can only be added');
  await expect(s.app.database.asSystem((tx) => sql`delete from patient_consent`.execute(tx))).rejects.toThrow(
    'permission denied',
  );
  expect(await kept()).toEqual([{ code: 1 }]);
  const withdrawn = () =>
    s.rows('select from message where message_id = $1 and withdrawn_at is not null', [waiting?.id]);
  expect(await withdrawn()).toEqual([]);
  await s.rows('insert into patient_consent (company_id, patient_id, code, added_at) values ($1, $2, 0, now())', [
    s.companyId,
    u_id,
  ]);
  expect(await withdrawn()).toHaveLength(1);
  expect(await kept()).toEqual([{ code: 1 }, { code: 0 }]);
});

test('P11-11 orders and consents that are told late stand in their history where they happened, each after what was before it', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const at = (day: number) => new Date(Date.UTC(2026, 0, day, 10));
  const order = (orderStatus: number, day: number) => ({
    displayName: 'Lasix',
    rxNumber: '100',
    orderStatus,
    at: at(day),
  });
  await tell(s, u_id, { orderStatuses: [order(3, 9)], consents: [{ code: 0, at: at(9) }] });
  await tell(s, u_id, { orderStatuses: [order(2, 3), order(5, 6)], consents: [{ code: 1, at: at(3) }] });
  const told = async (query: object) => {
    const { reply } = await s.people.nurse.call(readValueHistory, { query: { u_id, ...query } as never });
    return reply.entries.map(({ number, at: when, values }) => ({
      number,
      said: [new Date(when).getUTCDate(), values[0]?.from, values[0]?.to],
    }));
  };
  const orders = await told({ of: 'order' });
  expect(orders.map(({ said }) => said)).toEqual([
    [9, 'Processing', 'Shipped'],
    [6, 'Request Submitted', 'Processing'],
    [3, null, 'Request Submitted'],
  ]);
  expect(await told({ of: 'order', after: orders[0]?.number })).toEqual(orders.slice(1));
  const consents = await told({ of: 'consent' });
  expect(consents.map(({ said }) => said)).toEqual([
    [9, 'Text Consent', 'Revoked Text Consent'],
    [3, null, 'Text Consent'],
  ]);
  // What is told between two pages takes nothing out of the next one.
  await tell(s, u_id, { orderStatuses: [order(1, 2)], consents: [{ code: 0, at: at(2) }] });
  const daysAfter = async (of: string, after: number | undefined) =>
    (await told({ of, after })).map(({ said: [day] }) => day);
  expect(await daysAfter('order', orders[0]?.number)).toEqual([6, 3, 2]);
  expect(await daysAfter('consent', consents[0]?.number)).toEqual([3, 2]);
});
