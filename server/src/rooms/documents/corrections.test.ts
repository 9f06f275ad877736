import { removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import { addBrand } from '@portal/contract/companies/brand-endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { listPatientDocuments } from '@portal/contract/patient-records/history-endpoints.ts';
import { addPatient } from '@portal/contract/patients/endpoints.ts';
import { pharmacyDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { saveUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { listToSign, readToSign, verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { letIn } from '#test/conversations.ts';
import { type Documents, openDocuments, uploadOf } from '#test/documents.ts';
import { openOrderForms } from '#test/order-forms.ts';
import { aPatientBody } from '#test/patients.ts';
import type { Caller } from '#test/portal.ts';
import { whileUncommitted } from '#test/waits.ts';

const corrects = (s: Documents, docId: number, by: Caller = s.people.admin) =>
  by.call(api.saveDocument, { body: uploadOf('Consent, corrected', { corrects: docId }) });
const detach = (s: Documents, docId: number, g_id: number, by: Caller = s.people.admin) =>
  by.call(api.detachFromGroup, { query: { docId, g_id } });
const read = async (docId: number, by: Caller) => {
  const { reply } = await by.call(api.fetchDocument, { query: { docId } });
  return { corrects: reply.corrects, correctedBy: reply.correctedBy };
};
async function aSignedOne(s: Documents, state: 'completed' | 'rejected' | 'open' | 'withdrawn' = 'completed') {
  const docId = await s.attached(s.boston, 'Consent');
  await s.asked(docId, [[s.people.atBoston.providerId, state === 'completed' ? '2026-01-02Z' : null]], { state });
  return docId;
}

test('P11-08 a correction is a new document that names the old one: whoever opens either is told of the other, the old one stays as it is, and both are on record', async () => {
  const s = await openDocuments();
  const { admin, atBoston } = s.people;
  const old = await aSignedOne(s);
  const before = await admin.call(api.fetchDocument, { query: { docId: old } });
  expect((await s.list(s.boston)).map(({ isCorrected }) => isCorrected)).toEqual([false]);
  const { reply, status } = await corrects(s, old);
  expect(status).toBe(200);
  const fresh = reply.documentId;
  expect(await read(fresh, admin)).toEqual({
    corrects: { docId: old, friendlyName: 'Consent', isDeleted: false },
    correctedBy: [],
  });
  // What was put nowhere yet, as by whoever gave it up, corrects nothing.
  expect(await read(old, admin)).toEqual({ corrects: null, correctedBy: [] });
  expect((await s.list(s.boston)).map(({ isCorrected }) => isCorrected)).toEqual([false]);
  await s.attach(fresh, s.otherTrial);
  expect(await read(old, admin)).toEqual({
    corrects: null,
    correctedBy: [{ docId: fresh, friendlyName: 'Consent, corrected' }],
  });
  const after = await admin.call(api.fetchDocument, { query: { docId: old } });
  expect(after.reply.data).toBe(before.reply.data);
  // Whoever may not open the correction learns of none.
  expect(await read(old, atBoston)).toEqual({ corrects: null, correctedBy: [] });
  await s.attach(fresh, s.boston);
  expect(await read(old, atBoston)).toMatchObject({ correctedBy: [{ docId: fresh }] });
  const listed = await s.list(s.boston, atBoston);
  expect(listed.map(({ docId, isCorrected }) => [docId, isCorrected])).toEqual([
    [fresh, false],
    [old, true],
  ]);
  expect((await s.trailOf(fresh))[0]).toMatchObject({
    action: 'document.kept',
    changes: expect.arrayContaining([{ field: 'corrects_id', new: old }]) as unknown,
  });
  // One that is deleted corrects nothing any more.
  await admin.call(api.deleteDocument, { query: { docId: fresh } });
  expect(await read(old, admin)).toEqual({ corrects: null, correctedBy: [] });
  expect((await s.list(s.boston)).map(({ isCorrected }) => isCorrected)).toEqual([false]);
});

test('P11-08 SEC-23 where the middle one of three is deleted, or out of the reader’s sight, the last one corrects the first: its row says so, and whoever opens it is led there', async () => {
  const s = await openDocuments();
  const { admin, atBoston } = s.people;
  const first = await aSignedOne(s);
  const corrected = async (docId: number, ...groups: number[]) => {
    const fresh = (await corrects(s, docId)).reply.documentId;
    for (const group of groups) expect((await s.attach(fresh, group)).status).toBe(200);
    await s.asked(fresh, [[admin.providerId, '2026-01-03Z']], { state: 'completed' });
    return fresh;
  };
  const middle = await corrected(first, s.otherTrial);
  const told = async (by: Caller) => [
    (await s.list(s.boston, by)).flatMap(({ docId, isCorrected }) => (isCorrected ? docId : [])),
    (await read(first, by)).correctedBy.map(({ docId }) => docId),
  ];
  // A correction that somebody may not open is none to them, neither in the list nor beside the document.
  expect([await told(admin), await told(atBoston)]).toEqual([
    [[first], [middle]],
    [[], []],
  ]);
  const last = await corrected(middle, s.boston);
  expect([await told(admin), await told(atBoston)]).toEqual([
    [[first], [middle]],
    [[first], [last]],
  ]);
  expect((await admin.call(api.deleteDocument, { query: { docId: middle } })).status).toBe(200);
  expect([await told(admin), await told(atBoston)]).toEqual([
    [[first], [last]],
    [[first], [last]],
  ]);
  const toSign = await atBoston.call(listToSign, { query: { cp_id: atBoston.providerId } });
  expect(toSign.reply.documents.map(({ docId, isCorrected }) => [docId, isCorrected])).toEqual([[first, true]]);
  const { uuid: srUuid, signerUuid } = toSign.reply.documents[0]!;
  expect((await atBoston.call(readToSign, { query: { srUuid, signerUuid } })).reply.isCorrected).toBe(true);
  // With the last one nothing corrects it any more.
  expect((await admin.call(api.deleteDocument, { query: { docId: last } })).status).toBe(200);
  expect([await told(admin), await told(atBoston)]).toEqual([
    [[], []],
    [[], []],
  ]);
});

test('P11-08 PDO-01 of what a patient signed the correction is in their record, and counts there', async () => {
  const s = await openDocuments();
  const { ofClinic } = s.people;
  const { u_id } = (await ofClinic.call(addPatient, { body: aPatientBody() })).reply;
  const old = await s.saved('Consent', {}, ofClinic);
  await ofClinic.call(attachToPatients, { body: { docId: old, u_id } });
  await s.asked(old, [[ofClinic.providerId, '2026-01-02Z']], { state: 'completed' });
  const fresh = (await corrects(s, old, ofClinic)).reply.documentId;
  expect((await read(old, ofClinic)).correctedBy).toEqual([]);
  expect((await ofClinic.call(attachToPatients, { body: { docId: fresh, u_id } })).status).toBe(200);
  expect((await read(old, ofClinic)).correctedBy).toEqual([{ docId: fresh, friendlyName: 'Consent, corrected' }]);
  const { documents } = (await ofClinic.call(listPatientDocuments, { query: { u_id } })).reply;
  expect(documents.map(({ docId, isCorrected }) => [docId, isCorrected])).toEqual([
    [fresh, false],
    [old, true],
  ]);
});

test('P11-08 SEC-23 PRV-03 whoever may correct a document of patients is told in whose records that is put: those in sight alone, also of what corrects it; of a removed patient nobody corrects it', async () => {
  const s = await openDocuments();
  const { admin, ofClinic, ofWard } = s.people;
  const aPatient = async (g_id: number) => {
    const { u_id } = (await ofClinic.call(addPatient, { body: aPatientBody() })).reply;
    await s.rows(
      'insert into patient_care_group (patient_id, care_group_id, company_id, joined_at) values ($1, $2, $3, now())',
      [u_id, g_id, s.companyId],
    );
    return u_id;
  };
  const [ofWardAlone, ofBoth] = [await aPatient(s.ward), await aPatient(s.clinic)];
  const old = await s.saved('Consent', {}, ofClinic);
  await ofClinic.call(attachToPatients, { body: { docId: old, u_id: [ofWardAlone, ofBoth] } });
  await s.asked(old, [[s.people.atBoston.providerId, '2026-01-02Z']], { state: 'completed' });
  const fresh = (await corrects(s, old, ofClinic)).reply.documentId;
  await s.asked(fresh, [[ofClinic.providerId, '2026-01-03Z']], { state: 'completed' });
  const said = async (docId: number, by: Caller) => {
    const { mayCorrect, u_ids } = (await by.call(api.fetchDocument, { query: { docId } })).reply;
    return [mayCorrect, u_ids];
  };
  for (const by of [ofClinic, admin])
    for (const docId of [old, fresh]) expect(await said(docId, by)).toEqual([true, [ofWardAlone, ofBoth]]);
  expect(await said(old, ofWard)).toEqual([true, [ofWardAlone]]);
  expect(await said(old, s.people.atBoston)).toEqual([false, undefined]);
  await s.rows('update patient set removed_at = now() where patient_id = any($1)', [[ofWardAlone, ofBoth]]);
  for (const docId of [old, fresh]) expect(await said(docId, admin)).toEqual([false, undefined]);
  // What is no patient's is corrected in its group.
  expect(await said(await aSignedOne(s), admin)).toEqual([true, []]);
});

test('P11-08 SEC-23 what corrects a document of a patient, or such a correction, is put into no group and is no terms: not everybody there sees the patient', async () => {
  const s = await openDocuments();
  const { admin, ofClinic, ofWard } = s.people;
  const { u_id } = (await ofClinic.call(addPatient, { body: aPatientBody() })).reply;
  const old = await s.saved('Consent', {}, ofClinic);
  await ofClinic.call(attachToPatients, { body: { docId: old, u_id } });
  await s.asked(old, [[ofClinic.providerId, '2026-01-02Z']], { state: 'completed' });
  const first = (await corrects(s, old, ofClinic)).reply.documentId;
  await s.asked(first, [[ofClinic.providerId, '2026-01-03Z']], { state: 'rejected' });
  const second = (await corrects(s, first, ofClinic)).reply.documentId;
  const refused = [
    400,
    'document.corrects_of_patient',
    "This document corrects a document in a patient's record. It belongs in that record, and in no care group.",
  ];
  const said = ({ status, code, message }: Partial<Record<'status' | 'code' | 'message', unknown>>) => [
    status,
    code,
    message,
  ];
  for (const docId of [first, second]) {
    expect(said(await s.attach(docId, s.ward, {}, ofClinic))).toEqual(refused);
    expect(await s.opens(docId, ofWard)).toBe(404);
  }
  const training = { isTrainingDoc: 1, userType: 'Site User' };
  expect(said(await s.attach(second, s.boston, training, admin))).toEqual(refused);
  const report = { document_ID: second, g_id: s.boston, changes_since_date: s.app.clock.today() };
  expect(said(await admin.call(saveUserReport, { body: { ...report, companyId: s.companyId } }))).toEqual(refused);
  await s.rows(`insert into company_module (company_id, name) values ($1, 'BrandManagement')`, [s.companyId]);
  const brand = { company_id: s.companyId, companyName: 'Meridian', termDocId: second };
  expect((await admin.call(addBrand, { body: brand })).code).toBe('not_found');
  expect(await s.opens(second, ofWard)).toBe(404);
  for (const docId of [first, second])
    expect((await ofClinic.call(attachToPatients, { body: { docId, u_id } })).status).toBe(200);
  expect((await read(old, ofClinic)).correctedBy).toMatchObject([{ docId: first }]);
});

test('P11-08 SEC-23 a document that something in a group corrects is put into the record of no patient before that is taken out of the group, also where both are put there at once', async () => {
  const s = await openDocuments();
  const { ofClinic, ofWard } = s.people;
  const { u_id } = (await ofClinic.call(addPatient, { body: aPatientBody() })).reply;
  const old = await s.saved('Consent', {}, ofClinic);
  await s.asked(old, [[ofClinic.providerId, null]], { state: 'rejected' });
  const first = (await corrects(s, old, ofClinic)).reply.documentId;
  await s.asked(first, [[ofClinic.providerId, '2026-01-03Z']], { state: 'rejected' });
  const second = (await corrects(s, first, ofClinic)).reply.documentId;
  expect((await s.attach(second, s.ward, {}, ofClinic)).status).toBe(200);
  const adds = async (docId: number) => {
    const { status, code, message } = await ofClinic.call(attachToPatients, { body: { docId, u_id } });
    return [status, code, message];
  };
  const refused = [
    409,
    'document.corrected_in_group',
    'A later document that corrects this one is in a care group. Please remove it from there first, or ask an administrator of the whole company to.',
  ];
  for (const docId of [old, first]) expect(await adds(docId)).toEqual(refused);
  const group = { query: { docId: second, g_id: s.ward } };
  expect((await ofClinic.call(api.detachFromGroup, group)).status).toBe(200);
  // It is put there while the other is being put into the record.
  const answer = await whileUncommitted(
    s,
    s.companyId,
    async (tx) => {
      await tx.selectFrom('document').select('version').where('document_id', '=', second).forShare().execute();
      await tx
        .insertInto('document_link')
        .values({ document_id: second, care_group_id: s.ward, company_id: s.companyId, linked_at: s.app.clock.now() })
        .execute();
    },
    () => adds(old),
  );
  expect(answer).toEqual(refused);
  expect((await ofClinic.call(api.detachFromGroup, group)).status).toBe(200);
  expect((await adds(old))[0]).toBe(200);
  expect((await s.attach(second, s.ward, {}, ofClinic)).code).toBe('document.corrects_of_patient');
  expect(await s.opens(second, ofWard)).toBe(404);
});

test('PRV-02 P11-08 whoever reads what corrects a document of a patient has read the patient', async () => {
  const s = await openDocuments();
  const { ofClinic } = s.people;
  const { u_id } = (await ofClinic.call(addPatient, { body: aPatientBody() })).reply;
  const old = await s.saved('Consent', {}, ofClinic);
  await s.asked(old, [[ofClinic.providerId, null]], { state: 'rejected' });
  const fresh = (await corrects(s, old, ofClinic)).reply.documentId;
  expect((await ofClinic.call(attachToPatients, { body: { docId: old, u_id } })).status).toBe(200);
  expect(await s.opens(fresh, ofClinic)).toBe(200);
  await s.app.accessLog.flush();
  expect(
    await s.rows(
      `select record_ids from access_entry where call = 'GET /document' and record_kind = 'patient' and company_id = $1`,
      [s.companyId],
    ),
  ).toEqual([{ record_ids: [u_id] }]);
});

test('P11-08 only what everybody signed or what was rejected is corrected by a new document; of anything else nothing is kept', async () => {
  const s = await openDocuments();
  const ended = 'A new document can correct only one that everybody signed, or that was rejected.';
  const many = () => s.rows('select from document where company_id = $1', [s.companyId]);
  expect((await corrects(s, await aSignedOne(s, 'rejected'))).status).toBe(200);
  const others = [await s.attached(s.boston), await aSignedOne(s, 'open'), await aSignedOne(s, 'withdrawn')];
  const kept = await many();
  for (const docId of others) {
    const { status, message } = await corrects(s, docId);
    expect([status, message]).toEqual([409, ended]);
  }
  expect(await many()).toHaveLength(kept.length);
});

test('P11-08 SEC-23 what is out of sight is corrected by nobody, nor by who only signs it, and is a 404 like an unknown one', async () => {
  const s = await openDocuments();
  const { abroad, ofWard, ofBoston, admin } = s.people;
  const old = await aSignedOne(s);
  const signedByWard = await s.attached(s.boston, 'Protocol');
  await s.asked(signedByWard, [[ofWard.providerId, '2026-01-02Z']], { state: 'completed' });
  expect(await s.opens(signedByWard, ofWard)).toBe(200);
  for (const [by, docId] of [
    [abroad, old],
    [ofWard, old],
    [ofWard, signedByWard],
    [admin, 2_000_000_000],
  ] as const)
    expect((await corrects(s, docId, by)).status).toBe(404);
  expect((await corrects(s, old, ofBoston)).status).toBe(200);
});

test('P11-08 P11-11 a correction says that the one it corrects was deleted, and names it to those who review what is on record of that', async () => {
  const s = await openDocuments();
  const { admin, ofBoston, ofWard, atBoston } = s.people;
  const old = await aSignedOne(s);
  const fresh = (await corrects(s, old)).reply.documentId;
  for (const group of [s.boston, s.ward]) await s.attach(fresh, group);
  // One that is there is named to those alone who may open it.
  expect((await read(fresh, ofWard)).corrects).toBeNull();
  expect((await admin.call(api.deleteDocument, { query: { docId: old } })).status).toBe(200);
  const said = async (by: Caller) => (await read(fresh, by)).corrects;
  for (const reviewer of [admin, ofBoston])
    expect(await said(reviewer)).toEqual({ docId: old, friendlyName: 'Consent', isDeleted: true });
  for (const reader of [ofWard, atBoston])
    expect(await said(reader)).toEqual({ docId: old, friendlyName: null, isDeleted: true });
  expect(await s.opens(old, admin)).toBe(404);
});

test('P11-04 P11-08 whoever opens a document is told whether they may have it verified or correct it, and where it belongs: an order form of a request too, as the calls say', async () => {
  const s = await openDocuments();
  const { atBoston, atLyon, ofWard } = s.people;
  const signed = async (docId: number, state: string, signers = [atBoston]) => {
    await s.asked(
      docId,
      signers.map(({ providerId }) => [providerId, '2026-01-02Z'] as const),
      { state },
    );
    return docId;
  };
  const orderForm = await signed(await s.saved('Order form'), 'completed', [atLyon]);
  const place = 'update document set care_group_id = $1, partner_id = $2 where document_id = $3';
  await s.rows(place, [s.boston, s.pharmacyId, orderForm]);
  const report = await signed(await s.attached(s.boston, 'Report'), 'completed');
  await s.isReport(report, s.boston);
  const documents = {
    orderForm,
    ofGroup: await signed(await s.attached(s.boston, 'Consent'), 'completed', [ofWard]),
    rejected: await aSignedOne(s, 'rejected'),
    open: await aSignedOne(s, 'open'),
    unsigned: await s.attached(s.boston, 'Protocol'),
    report,
  };
  const admins = ['admin', 'ofTrial', 'ofBoston'];
  const may: Record<keyof typeof documents, { verify: string[]; correct: string[] }> = {
    orderForm: { verify: [...admins, 'atBoston', 'atLyon', 'pharmacist'], correct: admins },
    ofGroup: { verify: [...admins, 'ofWard', 'atBoston'], correct: admins },
    rejected: { verify: [], correct: admins },
    open: { verify: [], correct: [] },
    unsigned: { verify: [], correct: [] },
    // It is made anew from the users, though the call takes a correction of it.
    report: { verify: [...admins, 'atBoston', 'sponsor'], correct: [] },
  };
  const calls: typeof may = structuredClone(may);
  for (const name of Object.keys(documents) as (keyof typeof documents)[]) {
    const docId = documents[name];
    const [said, called] = [
      { verify: [] as string[], correct: [] as string[] },
      { verify: [] as string[], correct: [] as string[] },
    ];
    const places = new Set<number | null>();
    for (const [who, person] of Object.entries(s.people)) {
      const { status, reply } = await person.call(api.fetchDocument, { query: { docId } });
      if (status === 200 && who !== 'ofWard') places.add(reply.g_id);
      if (status === 200 && reply.mayVerify) said.verify.push(who);
      if (status === 200 && reply.mayCorrect) said.correct.push(who);
      if ((await person.call(verifyDocument, { query: { docId } })).status === 200) called.verify.push(who);
      if ((await corrects(s, docId, person)).status === 200) called.correct.push(who);
    }
    expect([name, said, [...places]]).toEqual([name, may[name], [s.boston]]);
    calls[name] = called;
  }
  expect([calls.orderForm, calls.ofGroup]).toEqual([may.orderForm, may.ofGroup]);
  for (const name of ['rejected', 'open', 'unsigned'] as const) expect(calls[name].correct).toEqual(may[name].correct);
});

test('P11-08 SEC-06 SEC-23 whoever has lost sight of what a document corrects since they saved it puts that nowhere, so that it never counts', async () => {
  const s = await openDocuments();
  const author = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.boston, s.lyon]),
  );
  const old = await aSignedOne(s);
  const fresh = (await corrects(s, old, author)).reply.documentId;
  await s.rows('delete from care_group_member where provider_id = $1 and care_group_id = $2', [
    author.providerId,
    s.boston,
  ]);
  expect((await s.attach(fresh, s.lyon, {}, author)).code).toBe('not_found');
  expect(await s.list(s.lyon)).toEqual([]);
  expect((await read(old, s.people.admin)).correctedBy).toEqual([]);
  // Somebody who sees both does so.
  expect((await s.attach(fresh, s.lyon)).status).toBe(200);
  expect((await read(old, s.people.admin)).correctedBy).toMatchObject([{ docId: fresh }]);
});

test.each([
  ['taken out', (s: Documents, docId: number): Promise<{ status: number }> => detach(s, docId, s.otherTrial)],
  [
    'taken out, of another by its removal',
    (s: Documents): Promise<{ status: number }> =>
      s.people.admin.call(removeCareGroup, { query: { g_id: s.otherTrial } }),
  ],
])(
  'P11-08 SEC-06 SEC-23 a correction that counts is given to more groups by whoever sees it; %s and put back, it is once more asked for what it corrects, of what was deleted for the one before',
  async (_, leaves) => {
    const s = await openDocuments();
    const { admin, ofBoston } = s.people;
    const first = await s.attached(s.lyon, 'Consent');
    await s.asked(first, [[admin.providerId, '2026-01-02Z']], { state: 'completed' });
    const middle = (await corrects(s, first)).reply.documentId;
    expect((await s.attach(middle, s.boston)).status).toBe(200);
    expect((await s.attach(middle, s.otherTrial)).status).toBe(200);
    await s.asked(middle, [[admin.providerId, '2026-01-03Z']], { state: 'completed' });
    const last = (await corrects(s, middle, ofBoston)).reply.documentId;
    expect((await s.attach(last, s.boston, {}, ofBoston)).status).toBe(200);
    expect((await admin.call(api.deleteDocument, { query: { docId: middle } })).status).toBe(200);
    // Boston does not see the first one, which it corrects now.
    const out = () => detach(s, last, s.boston, ofBoston);
    expect((await s.attach(last, s.otherTrial)).status).toBe(200);
    expect((await leaves(s, last)).status).toBe(200);
    expect((await out()).status).toBe(200);
    expect((await s.attach(last, s.boston, {}, ofBoston)).code).toBe('not_found');
    expect((await s.attach(last, s.boston)).status).toBe(200);
    expect((await out()).status).toBe(200);
    // Where nothing is left that it could correct, nothing is asked.
    expect((await admin.call(api.deleteDocument, { query: { docId: first } })).status).toBe(200);
    expect((await s.attach(last, s.boston, {}, ofBoston)).status).toBe(200);
  },
);

test('P11-08 a correction that was an order form, and in a group that was removed, counts no more once another form takes its place', async () => {
  const s = await openDocuments();
  const { admin } = s.people;
  const old = await aSignedOne(s);
  const fresh = (await corrects(s, old)).reply.documentId;
  expect((await s.attach(fresh, s.otherTrial)).status).toBe(200);
  expect((await s.attach(fresh, s.trial, { isOrderForm: 1 })).status).toBe(200);
  expect((await admin.call(removeCareGroup, { query: { g_id: s.otherTrial } })).status).toBe(200);
  expect((await read(old, admin)).correctedBy).toMatchObject([{ docId: fresh }]);
  const next = await s.saved('Next');
  expect((await s.attach(next, s.trial, { isOrderForm: 1, replaces: fresh })).status).toBe(200);
  expect((await read(old, admin)).correctedBy).toEqual([]);
});

test('P11-08 SEC-06 SEC-23 PRV-11 what corrects a document of a request is put into no other site than that of the request, into the record of no patient, and only as long as its author sees what it corrects, in an emergency too', async () => {
  const s = await openOrderForms();
  const { srId, orderForms } = await s.asked({ participants: [s.subject('717-919', s.ada)] });
  const form = orderForms[0]!.docId;
  await s.rows(
    `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
     values ($1, $2, 'general', gen_random_uuid(), 'completed', now()) on conflict (document_id) do update set state = excluded.state`,
    [s.companyId, form],
  );
  const author = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.otherSiteId]),
  );
  const saved = async () =>
    (await author.call(api.saveDocument, { body: uploadOf('Order form, corrected', { corrects: form }) })).reply
      .documentId;
  const put = async (docId: number, ...g_id: number[]) => {
    const { status, message } = await author.call(api.attachToGroups, { body: { docId, g_id } });
    return status === 200 ? [200] : [status, message];
  };
  const listed = async () =>
    (await s.people.pharmacist.call(pharmacyDocuments.list, { query: { srId } })).reply.documents.map(
      ({ docId }) => docId,
    );
  await letIn(s, author, s.siteId);
  const elsewhere = [
    400,
    'This document corrects a document of a shipment request. Please add it to the site of that request, or to a care group above or below it.',
  ];
  const [late, inTime] = [await saved(), await saved()];
  expect(await put(inTime, s.otherSiteId)).toEqual(elsewhere);
  expect(await put(inTime, s.siteId, s.otherSiteId)).toEqual(elsewhere);
  const report = await s.people.admin.call(saveUserReport, {
    body: { document_ID: late, g_id: s.otherSiteId, changes_since_date: s.app.clock.today(), companyId: s.companyId },
  });
  expect([report.status, report.message]).toEqual(elsewhere);
  expect(await listed()).toEqual([form]);
  await s.rows(
    `insert into company_module (company_id, name) values ($1, 'ClinicalManagement') on conflict do nothing`,
    [s.companyId],
  );
  const { u_id } = (await s.people.admin.call(addPatient, { body: aPatientBody() })).reply;
  const ofPatient = await s.people.admin.call(attachToPatients, { body: { docId: late, u_id } });
  expect([ofPatient.status, ofPatient.message]).toEqual(elsewhere);
  expect(await put(inTime, s.siteId)).toEqual([200]);
  expect(await put(inTime, s.otherSiteId)).toEqual(elsewhere);
  expect(await listed()).toEqual([form, inTime]);
  await s.rows('update emergency_access set ended_at = now()');
  expect(await put(late, s.otherSiteId)).toEqual([404, 'Not found.']);
  expect(await listed()).toEqual([form, inTime]);
});
