import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as history from '@portal/contract/patient-records/history-endpoints.ts';
import { readValueHistory } from '@portal/contract/patient-records/value-endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { aClinic, openClinic } from '#test/patients.ts';
import { operate } from './operate.ts';

type Clinic = Awaited<ReturnType<typeof openClinic>>;

/** Writes the lines into a file, and has the operator import it. */
async function bring(s: Clinic, lines: readonly (object | string)[], companyId = s.companyId) {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'records.jsonl');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return operate(['import-pharmacy-records', '--company', String(companyId), '--file', file], async () => ({
    ...s.app,
    sendsMail: false,
    close: async () => {},
  }));
}

const noted = (s: Clinic, u_id: number) =>
  s
    .rows<{ n: number }>(
      `select (select count(*) from patient_prescription where patient_id = $1)::int
      + (select count(*) from patient_order_status where patient_id = $1)::int
      + (select count(*) from refill_outreach where patient_id = $1)::int
      + (select count(*) from patient_consent where patient_id = $1)::int as n`,
      [u_id],
    )
    .then(([row]) => row?.n);

const lasix = {
  kind: 'prescription',
  rxNumber: '100',
  displayName: 'Lasix 20 mg',
  displayStatus: 5,
  refillsLeft: 3,
  dateWritten: '2026-01-02',
  isActivePrescription: 1,
};

test('OPC-65 PRX-02 PRX-08 ORX-01 CNS-01 what a file tells of patients is read by the calls, and the same file again notes nothing twice', async () => {
  const s = await openClinic();
  const [ada, bea] = [await s.anActivePatient(), await s.anActivePatient()];
  const now = s.app.clock.now().getTime();
  const at = (daysAgo: number) => new Date(now - daysAgo * 86_400_000).toISOString();
  const lines = [
    { ...lasix, u_id: ada },
    { kind: 'orderStatus', u_id: ada, rxNumber: '100', displayName: 'Lasix 20 mg', orderStatus: 3, timeAdded: at(2) },
    '',
    {
      kind: 'refillOutreach',
      u_id: ada,
      rxNumber: '100',
      outreachReason: 'Refill due',
      outreachType: 'Text',
      sentTime: at(3),
    },
    { kind: 'consent', u_id: bea, consentCode: null, timeAdded: at(9) },
    { kind: 'consent', u_id: bea, consentCode: 0, timeAdded: at(1) },
  ];
  expect(await bring(s, lines)).toEqual({ ok: true, said: '5 records of 2 patients noted.' });
  const query = { u_id: ada };
  const { nurse } = s.people;
  const told = await nurse.call(history.listPrescriptions, { query: { ...query, med_type: 'prescription' } });
  expect(told.reply.medications).toMatchObject([
    { rxNumber: '100', displayName: 'Lasix 20 mg', refillsLeft: 3, dateWritten: '2026-01-02', provider: null },
  ]);
  expect((await nurse.call(history.listOrderStatuses, { query })).reply.statuses).toMatchObject([
    { rxNumber: '100', orderStatus: 3, timeAdded: new Date(at(2)) },
  ]);
  expect((await nurse.call(history.listRefillOutreach, { query })).reply.events).toMatchObject([
    { rxNumber: '100', outreachReason: 'Refill due', outreachType: 'Text' },
  ]);
  expect((await nurse.call(history.listConsents, { query: { u_id: bea } })).reply.consentHistory).toEqual([
    { consentCode: 0, timeAdded: new Date(at(1)) },
    { consentCode: null, timeAdded: new Date(at(9)) },
  ]);
  const shipped = { ...lasix, u_id: ada, displayStatus: 3, latestDateShipped: '2026-02-03' };
  expect(await bring(s, [...lines.slice(1), shipped, shipped])).toEqual({
    ok: true,
    said: '1 record of 2 patients noted, 5 known already.',
  });
  expect([await noted(s, ada), await noted(s, bea)]).toEqual([3, 2]);
  const entries = await s.rows<{ action: string; by: string }>(
    `select action, actor_name as by from audit_entry where company_id = $1 and action in
      ('patient_prescription.added', 'patient_prescription.changed', 'patient.consent_told') order by seq`,
    [s.companyId],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'patient_prescription.added',
    'patient.consent_told',
    'patient.consent_told',
    'patient_prescription.changed',
  ]);
  expect(entries.every(({ by }) => by.startsWith('Operator '))).toBe(true);
});

test('OPC-65 of a file that is wrong anywhere nothing is noted, and each wrong line is named with its field', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const good = { ...lasix, u_id };
  const future = new Date(s.app.clock.now().getTime() + 86_400_000).toISOString();
  const { ok, said } = await bring(s, [
    good,
    { ...good, rxNumber: '' },
    { ...good, refilsLeft: 2 },
    { ...good, displayStatus: -1 },
    'no json',
    { ...good, kind: 'allergy' },
    { kind: 'consent', u_id, consentCode: 3, timeAdded: '2026-01-02T10:00:00Z' },
    { kind: 'consent', u_id, consentCode: 1, timeAdded: future },
    { kind: 'consent', u_id, consentCode: 1, timeAdded: '0001-01-01T00:00:00+14:00' },
    { ...good, latestDateShipped: '9999-12-31' },
    { ...good, dateWritten: '0206-03-05' },
  ]);
  expect([ok, said.split('\n')]).toEqual([
    false,
    [
      'Line 2: rxNumber is required.',
      'Line 3: refilsLeft is not a field of prescription.',
      'Line 4: displayStatus must not be negative.',
      'Line 5 is not an object in JSON.',
      'Line 6: kind must be one of prescription, orderStatus, refillOutreach, consent.',
      'Line 7: consentCode must be 0, 1, 2 or null.',
      'Line 8: timeAdded is in the future.',
      'Line 9: timeAdded is too long ago.',
      'Line 10: latestDateShipped must lie between 01-Jan-1900 and 31-Dec-2199.',
      'Line 11: dateWritten must lie between 01-Jan-1900 and 31-Dec-2199.',
      'Nothing was noted.',
    ],
  ]);
  expect(await noted(s, u_id)).toBe(0);
  expect((await bring(s, [good])).ok).toBe(true);
});

test('OPC-65 PRX-04 ORX-03 a status that the screens have no word for is taken as it is, and read so', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const timeAdded = s.app.clock.now().toISOString();
  const order = { kind: 'orderStatus', u_id, rxNumber: '100', displayName: 'Lasix 20 mg', orderStatus: 9, timeAdded };
  expect((await bring(s, [{ ...lasix, u_id, displayStatus: 55 }, order])).said).toBe('2 records of 1 patient noted.');
  const [query, { nurse }] = [{ u_id }, s.people];
  const { medications } = (await nurse.call(history.listPrescriptions, { query: { u_id, med_type: 'prescription' } }))
    .reply;
  expect(medications).toMatchObject([{ displayStatus: 55 }]);
  expect((await nurse.call(history.listOrderStatuses, { query })).reply.statuses).toMatchObject([{ orderStatus: 9 }]);
});

test('OPC-65 SEC-22 of patients whom the company does not have nothing is noted, nor of the others in the file', async () => {
  const s = await openClinic();
  const own = await s.anActivePatient();
  const foreign = await (await aClinic(s)).anActivePatient();
  const lines = [own, foreign, 2_000_000_000].map((u_id) => ({ ...lasix, u_id }));
  expect(await bring(s, lines)).toEqual({
    ok: false,
    said: `Line 2: the company has no patient with u_id ${foreign}.\nLine 3: the company has no patient with u_id 2000000000.\nNothing was noted.`,
  });
  expect([await noted(s, own), await noted(s, foreign)]).toEqual([0, 0]);
  expect(await bring(s, [{ ...lasix, u_id: own }])).toEqual({ ok: true, said: '1 record of 1 patient noted.' });
});

test('OPC-65 a file that tells a prescription twice is the same file again, too: the last line of it counts', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const lines = [3, 2].map((refillsLeft) => ({ ...lasix, u_id, refillsLeft }));
  expect((await bring(s, lines)).said).toBe('1 record of 1 patient noted, 1 known already.');
  expect((await bring(s, lines)).said).toBe('0 records of 1 patient noted, 2 known already.');
  expect(await s.rows('select refills_left as n from patient_prescription where patient_id = $1', [u_id])).toEqual([
    { n: 2 },
  ]);
  expect((await bring(s, lines, 2_000_000)).said).toBe('There is no company with the number 2000000.');
});

test('OPC-65 the same file twice at once is noted once', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const lines = [
    { ...lasix, u_id },
    { kind: 'consent', u_id, consentCode: 1, timeAdded: '2026-01-02T10:00:00Z' },
  ];
  const said = (await Promise.all([bring(s, lines), bring(s, lines)])).map((one) => one.said);
  expect(said.toSorted()).toEqual(['0 records of 1 patient noted, 2 known already.', '2 records of 1 patient noted.']);
  expect(await noted(s, u_id)).toBe(2);
});

test('OPC-65 a file that is none, is empty, too long or in other letters is refused with a sentence', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const onNothing = (file: string) =>
    operate(['import-pharmacy-records', '--company', '1', '--file', file], async () => ({
      ...s.app,
      sendsMail: false,
      close: async () => {},
    }));
  expect(await onNothing('/nowhere/records.jsonl')).toEqual({
    ok: false,
    said: 'There is no file /nowhere/records.jsonl.',
  });
  expect((await bring(s, [' '])).said).toBe('The file has no records.');
  const many = Array.from({ length: 10_001 }, () => '{}');
  expect((await bring(s, many)).said).toBe('The file has more than 10000 records. Please split it.');
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const latin = path.join(folder, 'latin.jsonl');
  writeFileSync(latin, Buffer.from(`{"kind":"prescription","u_id":${u_id},"displayName":"Zoë"}`, 'latin1'));
  expect((await onNothing(latin)).said).toBe(`${latin} is not in UTF-8.`);
});

test('OPC-65 the lines that the document for operators shows are taken as they stand there', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const shown = readFileSync(path.join(import.meta.dirname, '../../../docs/operators.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"kind":'));
  s.app.clock.set(new Date('2026-12-01T10:00:00Z'));
  const lines = shown.map((line) => line.replace('"u_id":12,', `"u_id":${u_id},`));
  expect(await bring(s, lines)).toEqual({ ok: true, said: '4 records of 1 patient noted.' });
});

test('PRV-08 OPC-65 a file with a patient who was removed meanwhile, and from a clock some seconds ahead, still brings what the others revoked', async () => {
  const s = await openClinic();
  const [ada, gone] = [await s.anActivePatient(), await s.anActivePatient()];
  await s.rows('update patient set removed_at = now() where patient_id = $1', [gone]);
  const soon = (seconds: number) => new Date(s.app.clock.now().getTime() + seconds * 1_000).toISOString();
  const revoked = { kind: 'consent', u_id: ada, consentCode: 0, timeAdded: soon(20) };
  const lines = [
    { ...lasix, u_id: gone },
    revoked,
    { ...lasix, u_id: gone, rxNumber: '200' },
    { ...lasix, u_id: gone, rxNumber: '300' },
  ];
  expect(await bring(s, lines)).toEqual({
    ok: true,
    said: '1 record of 1 patient noted, 3 lines of removed patients passed over.',
  });
  const [query, { nurse }] = [{ u_id: ada }, s.people];
  expect((await nurse.call(history.listConsents, { query })).reply.consentHistory).toMatchObject([{ consentCode: 0 }]);
  expect(await noted(s, gone)).toBe(0);
  expect((await bring(s, [{ ...revoked, timeAdded: soon(600) }])).said).toContain('timeAdded is in the future');
  expect((await bring(s, [{ ...lasix, u_id: gone }])).said).toBe(
    '0 records of 0 patients noted, 1 line of removed patients passed over.',
  );
});

const prescriptions = async (s: Clinic, u_id: number) =>
  (
    await s.people.nurse.call(history.listPrescriptions, { query: { u_id, med_type: 'prescription' } })
  ).reply.medications.map(({ rxNumber, refillsLeft }) => [rxNumber, refillsLeft]);

test('OPC-65 PRX-02 a file that comes late puts no prescription back to what it was, whatever order its lines are in', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const of = (refillsLeft: number, hour: number) => ({
    ...lasix,
    u_id,
    refillsLeft,
    toldAt: `2026-02-01T${hour}:00:00Z`,
  });
  expect((await bring(s, [of(3, 10)])).said).toBe('1 record of 1 patient noted.');
  // What is told again is newer from then on.
  expect((await bring(s, [of(3, 14)])).said).toBe('0 records of 1 patient noted, 1 known already.');
  expect((await bring(s, [of(9, 12)])).said).toBe('0 records of 1 patient noted, 1 older than what is kept.');
  expect(await prescriptions(s, u_id)).toEqual([['100', 3]]);
  expect((await bring(s, [of(1, 16), of(2, 15)])).said).toBe('2 records of 1 patient noted.');
  expect(await prescriptions(s, u_id)).toEqual([['100', 1]]);
  // Without a time it is told when it is brought.
  expect((await bring(s, [{ ...lasix, u_id, refillsLeft: 7 }])).said).toBe('1 record of 1 patient noted.');
  expect((await bring(s, [of(5, 17)])).said).toContain('1 older than what is kept');
  expect(await prescriptions(s, u_id)).toEqual([['100', 7]]);
  const future = new Date(s.app.clock.now().getTime() + 600_000).toISOString();
  expect((await bring(s, [{ ...of(1, 18), toldAt: future }])).said).toContain('Line 1: toldAt is in the future.');
});

test('OPC-65 P11-09 P11-13 each status of an order, refill reminder and consent of a file has its entry, with the time that the pharmacy says beside that of the server', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const [asked, shipped, sent] = ['2026-01-02T10:00:00Z', '2026-01-05T10:00:00Z', '2026-01-08T10:00:00Z'];
  const order = { kind: 'orderStatus', u_id, rxNumber: '100', displayName: 'Lasix 20 mg' };
  // A file that tells of nothing else.
  expect(await bring(s, [{ ...order, orderStatus: 2, timeAdded: asked }])).toEqual({
    ok: true,
    said: '1 record of 1 patient noted.',
  });
  await bring(s, [
    { ...order, orderStatus: 2, timeAdded: asked },
    { ...order, orderStatus: 3, timeAdded: shipped },
    { kind: 'refillOutreach', u_id, rxNumber: '100', outreachReason: 'Due', outreachType: 'Text', sentTime: sent },
  ]);
  await bring(s, [
    { kind: 'consent', u_id, consentCode: null, timeAdded: asked },
    { kind: 'consent', u_id, consentCode: 0, timeAdded: shipped },
  ]);
  const orderTold = (orderStatus: number, at: string) => ({
    action: 'patient.order_told',
    changes: [
      { field: 'rx_number', new: '100' },
      { field: 'display_name', new: 'Lasix 20 mg' },
      { field: 'order_status', new: orderStatus },
      { field: 'added_at', new: new Date(at).toISOString() },
    ],
    record: String(u_id),
    atServer: true,
  });
  const consentTold = (code: number, at: string) => ({
    ...orderTold(0, at),
    action: 'patient.consent_told',
    changes: [
      { field: 'consent_code', new: code },
      { field: 'added_at', new: new Date(at).toISOString() },
    ],
  });
  expect(
    await s.rows(
      `select action, changes, record_id as record, at > '2026-01-09' as "atServer" from audit_entry
       where company_id = $1 and action like 'patient.%_told' order by seq`,
      [s.companyId],
    ),
  ).toEqual([
    orderTold(2, asked),
    orderTold(3, shipped),
    {
      ...orderTold(0, sent),
      action: 'patient.outreach_told',
      changes: [
        { field: 'rx_number', new: '100' },
        { field: 'reason', new: 'Due' },
        { field: 'method', new: 'Text' },
        { field: 'sent_at', new: new Date(sent).toISOString() },
      ],
    },
    consentTold(1, asked),
    consentTold(0, shipped),
  ]);
});

test('OPC-65 P11-11 P11-15 what was told of the wrong patient is taken back, is in no call afterwards, and stays in the trail with who took it back and why', async () => {
  const s = await openClinic();
  const [ada, bea] = [await s.anActivePatient(), await s.anActivePatient()];
  const timeAdded = new Date(s.app.clock.now().getTime() - 3_600_000).toISOString();
  const told = (u_id: number) => [
    { ...lasix, u_id },
    { kind: 'orderStatus', u_id, rxNumber: '100', displayName: 'Lasix 20 mg', orderStatus: 3, timeAdded },
    {
      kind: 'refillOutreach',
      u_id,
      rxNumber: '100',
      outreachReason: 'Refill due',
      outreachType: 'Text',
      sentTime: timeAdded,
    },
    { kind: 'consent', u_id, consentCode: 0, timeAdded },
  ];
  const takesTexts = async () => (await s.rows<{ takes: boolean }>('select takes_texts($1) as takes', [ada]))[0]?.takes;
  await bring(s, [{ kind: 'consent', u_id: ada, consentCode: 1, timeAdded: '2026-01-02T10:00:00Z' }, ...told(ada)]);
  expect(await takesTexts()).toBe(false);
  const [, , ...rest] = told(ada);
  const back = [
    { kind: 'prescription', u_id: ada, rxNumber: '100', withdrawn: true, reason: 'Another Ada' },
    { ...told(ada)[1], withdrawn: true },
    ...rest.map((line) => ({ ...line, withdrawn: true })),
  ];
  expect(await bring(s, back)).toEqual({ ok: true, said: '4 records of 1 patient noted.' });
  const { nurse } = s.people;
  const query = { u_id: ada };
  expect(await prescriptions(s, ada)).toEqual([]);
  expect((await nurse.call(history.listOrderStatuses, { query })).reply.statuses).toEqual([]);
  expect((await nurse.call(history.listRefillOutreach, { query })).reply.events).toEqual([]);
  expect((await nurse.call(history.listConsents, { query })).reply.consentHistory).toMatchObject([{ consentCode: 1 }]);
  expect(await takesTexts()).toBe(true);
  for (const of of ['prescription', 'order', 'consent'] as const) {
    const { reply } = await nurse.call(readValueHistory, { query: { u_id: ada, of } });
    expect([of, reply.entries.length]).toEqual([of, of === 'consent' ? 1 : 0]);
  }
  const line = await nurse.call(readTimeline, { query });
  expect(line.reply.entries.filter(({ kind }) => ['order', 'shipment', 'outreach'].includes(kind))).toEqual([]);
  expect(
    await s.rows(
      `select action, reason, actor_type as by from audit_entry where company_id = $1 and action in ('patient_prescription.removed',
        'patient.order_withdrawn', 'patient.outreach_withdrawn', 'patient.consent_withdrawn') order by seq`,
      [s.companyId],
    ),
  ).toEqual([
    { action: 'patient_prescription.removed', reason: 'Another Ada', by: 'Operator' },
    { action: 'patient.order_withdrawn', reason: 'Withdrawn by the pharmacy', by: 'Operator' },
    { action: 'patient.outreach_withdrawn', reason: 'Withdrawn by the pharmacy', by: 'Operator' },
    { action: 'patient.consent_withdrawn', reason: 'Withdrawn by the pharmacy', by: 'Operator' },
  ]);
  // The same once more, also the file that was wrong, brings none of it back; the right patient has it now.
  expect((await bring(s, back)).said).toBe('0 records of 1 patient noted, 4 known already.');
  expect((await bring(s, rest)).said).toBe('0 records of 1 patient noted, 2 known already.');
  expect((await bring(s, told(bea))).said).toBe('4 records of 1 patient noted.');
  expect(await bring(s, [{ kind: 'prescription', u_id: ada, rxNumber: '999', withdrawn: true }])).toEqual({
    ok: false,
    said: 'Line 1: the patient has no such record that could be withdrawn.\nNothing was noted.',
  });
});

test('OPC-65 SEC-22 a number that stands with another patient is refused with its line, unless the file takes it back there', async () => {
  const s = await openClinic();
  const [ada, bea] = [await s.anActivePatient(), await s.anActivePatient()];
  await bring(s, [{ ...lasix, u_id: ada }]);
  const ofBea = { ...lasix, u_id: bea };
  expect(await bring(s, [{ ...ofBea, rxNumber: '200' }, ofBea])).toEqual({
    ok: false,
    said: `Line 2: rxNumber 100 stands with the patient with u_id ${ada}.\nNothing was noted.`,
  });
  const timeAdded = s.app.clock.now().toISOString();
  const order = { kind: 'orderStatus', u_id: bea, rxNumber: '100', displayName: 'Lasix', orderStatus: 3, timeAdded };
  expect((await bring(s, [order])).said).toContain('Line 1: rxNumber 100 stands with');
  expect(
    (
      await bring(s, [
        { ...lasix, u_id: ada, rxNumber: '300' },
        { ...ofBea, rxNumber: '300' },
      ])
    ).said,
  ).toContain('Line 2: rxNumber 300 stands with');
  expect(await noted(s, bea)).toBe(0);
  const back = { kind: 'prescription', u_id: ada, rxNumber: '100', withdrawn: true };
  expect((await bring(s, [ofBea, order, back])).said).toBe('3 records of 2 patients noted.');
  expect([await prescriptions(s, ada), await prescriptions(s, bea)]).toEqual([[], [['100', 3]]]);
});

test('OPC-65 SEC-22 a prescription that is taken back by a line older than what is kept is refused with its line, so that no number stands with two patients', async () => {
  const s = await openClinic();
  const [ada, bea] = [await s.anActivePatient(), await s.anActivePatient()];
  const ofAda = { ...lasix, u_id: ada, toldAt: '2026-02-01T10:00:00Z' };
  await bring(s, [ofAda]);
  await bring(s, [{ ...ofAda, toldAt: '2026-02-02T10:00:00Z' }]);
  const back = { ...ofAda, withdrawn: true };
  const ofBea = { ...lasix, u_id: bea };
  expect(await bring(s, [back, ofBea])).toEqual({
    ok: false,
    said: 'Line 1: the prescription is kept in a newer form. Please leave out toldAt.\nNothing was noted.',
  });
  expect([await prescriptions(s, ada), await prescriptions(s, bea)]).toEqual([[['100', 3]], []]);
  expect((await bring(s, [{ ...back, toldAt: null }, ofBea])).said).toBe('2 records of 2 patients noted.');
  expect([await prescriptions(s, ada), await prescriptions(s, bea)]).toEqual([[], [['100', 3]]]);
});

const entriesOfPrescriptions = async (s: Clinic) =>
  (
    await s.rows<{ action: string }>(
      `select action from audit_entry where company_id = $1 and action like 'patient_prescription.%' order by seq`,
      [s.companyId],
    )
  ).map(({ action }) => action.split('.')[1]);

test.each([
  ['with its time', { toldAt: '2026-02-01T10:00:00Z' }],
  ['without a time', {}],
])(
  'OPC-65 a file that tells a prescription %s and takes it back notes nothing when it is brought again',
  async (_, time) => {
    const s = await openClinic();
    const u_id = await s.anActivePatient();
    const told = { ...lasix, ...time, u_id };
    const both = [told, { ...told, withdrawn: true }];
    expect((await bring(s, both)).said).toBe('2 records of 1 patient noted.');
    expect((await bring(s, both)).said).toBe('0 records of 1 patient noted, 2 known already.');
    expect(await prescriptions(s, u_id)).toEqual([]);
    expect(await entriesOfPrescriptions(s)).toEqual(['added', 'removed']);
  },
);

test('OPC-65 a prescription that was withdrawn stays so when the word that told it comes again, and comes back by a newer one', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const told = { ...lasix, u_id, toldAt: '2026-02-01T10:00:00Z' };
  // Within the slack of its clock that system is ahead of the portal.
  const ahead = { ...told, rxNumber: '200', toldAt: new Date(s.app.clock.now().getTime() + 20_000).toISOString() };
  await bring(s, [told, ahead]);
  const back = [told, { u_id, kind: 'prescription', rxNumber: '200' }].map((line) => ({ ...line, withdrawn: true }));
  expect((await bring(s, back)).said).toBe('2 records of 1 patient noted.');
  expect((await bring(s, [told, ahead])).said).toBe('0 records of 1 patient noted, 2 known already.');
  expect(await prescriptions(s, u_id)).toEqual([]);
  expect(await entriesOfPrescriptions(s)).toEqual(['added', 'added', 'removed', 'removed']);
  expect((await bring(s, [{ ...told, toldAt: '2026-02-01T10:00:01Z' }])).said).toBe('1 record of 1 patient noted.');
  expect(await prescriptions(s, u_id)).toEqual([['100', 3]]);
});

test('OPC-65 a prescription that a file tells by a clock that is ahead is taken back by a later line of it without a time', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const told = { ...lasix, u_id, toldAt: new Date(s.app.clock.now().getTime() + 20_000).toISOString() };
  const back = { u_id, kind: 'prescription', rxNumber: told.rxNumber, withdrawn: true };
  expect((await bring(s, [told, back])).said).toBe('2 records of 1 patient noted.');
  expect(await prescriptions(s, u_id)).toEqual([]);
  expect(await entriesOfPrescriptions(s)).toEqual(['added', 'removed']);
});

test('OPC-65 P11-09 P11-11 P11-13 each dose that a file tells in turn is in the history with the time that the pharmacy says, and stays there after its next word', async () => {
  const s = await openClinic();
  const u_id = await s.anActivePatient();
  const of = (mg: number, hour: number) => ({
    ...lasix,
    u_id,
    displayName: `Lasix ${mg} mg`,
    toldAt: `2026-02-01T${hour}:00:00Z`,
  });
  const lines = [of(80, 14), of(20, 10), of(40, 12)];
  expect((await bring(s, lines)).said).toBe('3 records of 1 patient noted.');
  await bring(s, [of(80, 16)]);
  const told = async () =>
    (
      await s.people.nurse.call(readValueHistory, { query: { u_id, of: 'prescription', field: 'display_name' } })
    ).reply.entries.map(({ name, toldAt, values }) => [name, toldAt?.toISOString(), values[0]?.from, values[0]?.to]);
  const history = [
    ['Lasix 80 mg', '2026-02-01T14:00:00.000Z', 'Lasix 40 mg', 'Lasix 80 mg'],
    ['Lasix 40 mg', '2026-02-01T12:00:00.000Z', 'Lasix 20 mg', 'Lasix 40 mg'],
    ['Lasix 20 mg', '2026-02-01T10:00:00.000Z', null, 'Lasix 20 mg'],
  ];
  expect(await told()).toEqual(history);
  expect((await bring(s, lines)).said).toBe('0 records of 1 patient noted, 3 older than what is kept.');
  expect(await told()).toEqual(history);
});
