import {
  attachToGroups,
  deleteDocument,
  detachFromGroup,
  fetchDocument,
  saveDocument,
} from '@portal/contract/documents/endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { listPatientDocuments } from '@portal/contract/patient-records/history-endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { requestSignatures } from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { letIn } from '#test/conversations.ts';
import { uploadOf } from '#test/documents.ts';
import { aPaper } from '#test/forms.ts';
import { aClinic, openClinic } from '#test/patients.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';
import { openSigning } from '#test/signing.ts';

/** `admin` works in the heart clinic and uploads what belongs to patients. */
async function openWithAdmin() {
  const s = await openClinic();
  const providerId = await s.aPerson('Nurse', { company_id: s.companyId, admin_rights: true }, [s.groups.heart]);
  return { ...s, people: { ...s.people, admin: await s.signedIn(providerId) } };
}
const uploaded = async (by: Caller, text = 'Letter') =>
  (await by.call(saveDocument, { body: uploadOf(text) })).reply.documentId;

test('APD-11 UPW-20 PDO-01 PDO-02 PDO-04 P11-09 a document is added to patients: their lists have it, who sees them opens it, and the trail and the line of time say so', async () => {
  const s = await openWithAdmin();
  const { nurse, root, other, admin } = s.people;
  const [one, two] = [await s.anActivePatient(), await s.anActivePatient()];
  const docId = await uploaded(admin);
  const body = { docId, u_id: [one, two, one], cascade: 1 };
  expect((await admin.call(attachToPatients, { body })).status).toBe(200);
  for (const u_id of [one, two]) {
    const { documents } = (await root.call(listPatientDocuments, { query: { u_id } })).reply;
    expect(documents.map((document) => [document.docId, document.friendlyName, document.isSignRequest])).toEqual([
      [docId, 'Letter', 0],
    ]);
  }
  expect((await root.call(fetchDocument, { query: { docId } })).reply.contentType).toBe('application/pdf');
  expect((await other.call(fetchDocument, { query: { docId } })).status).toBe(404);
  const trail = await s.rows(
    `select record_kind as kind, record_id as id, changes from audit_entry where action = 'patient.document_added' order by seq`,
  );
  expect(trail).toEqual(
    [one, two].map((id) => ({ kind: 'patient', id: String(id), changes: [{ field: 'document_id', new: docId }] })),
  );
  const { entries } = (await nurse.call(readTimeline, { query: { u_id: one, kind: 'document' } })).reply;
  expect(entries.map(({ what, about }) => [what, about])).toEqual([['Document added', 'Letter']]);
});

test('the timeline says of a document who added it to the patient, whoever had uploaded it', async () => {
  const s = await openWithAdmin();
  const { root, admin } = s.people;
  const u_id = await s.anActivePatient();
  const nameOf = async ({ providerId }: Caller) =>
    (
      await s.rows<{ name: string }>(
        `select first_name || ' ' || last_name as name from provider where provider_id = $1`,
        [providerId],
      )
    )[0]?.name;
  const docId = await uploaded(admin);
  expect((await root.call(attachToPatients, { body: { docId, u_id } })).status).toBe(200);
  const { entries } = (await admin.call(readTimeline, { query: { u_id, kind: 'document' } })).reply;
  expect(await nameOf(root)).not.toBe(await nameOf(admin));
  expect(entries.map(({ what, by }) => [what, by])).toEqual([['Document added', await nameOf(root)]]);
});

test('SEC-23 OPS-15 whoever sees a document only because they sign it adds it to no patient', async () => {
  const s = await openWithAdmin();
  const { root, admin } = s.people;
  const data = await aPaper(1);
  const docId = (await root.call(saveDocument, { body: uploadOf('Consent', { data }) })).reply.documentId;
  const [row] = await s.rows<{ email: string }>('select email from provider where provider_id = $1', [
    admin.providerId,
  ]);
  const signers = [{ cpId: admin.providerId, name: 'Ada', email: row?.email, signerNum: 1 }];
  expect((await root.call(requestSignatures, { body: { docId, requestRequired: 1, signers } })).status).toBe(200);
  const body = { docId, u_id: await s.anActivePatient() };
  expect((await admin.call(fetchDocument, { query: { docId } })).status).toBe(200);
  expect((await admin.call(attachToPatients, { body })).status).toBe(403);
  expect(await s.rows('select from patient_document where document_id = $1', [docId])).toEqual([]);
  expect((await root.call(attachToPatients, { body })).status).toBe(200);
});

test('APD-11 SEC-22 SEC-23 REL-02 a patient or a document out of sight, or one of a group, is unknown, and then no patient gets any', async () => {
  onItsOwn();
  const s = await openWithAdmin();
  const { nurse, root, admin } = s.people;
  const own = await s.anActivePatient();
  const outside = await s.anActivePatient({}, [s.groups.diabetes]);
  const theirs = await aClinic(s);
  const foreign = await theirs.anActivePatient();
  const docId = await uploaded(admin);
  const ofGroup = await uploaded(root);
  await s.rows('update document set care_group_id = $2 where document_id = $1', [ofGroup, s.groups.heart]);
  for (const [by, body] of [
    [admin, { docId, u_id: [own, outside] }],
    [root, { docId, u_id: [own, foreign] }],
    [admin, { docId: await uploaded(root), u_id: own }],
    [root, { docId: await uploaded(theirs.people.root), u_id: own }],
    [root, { docId: ofGroup, u_id: own }],
  ] as const)
    expect((await by.call(attachToPatients, { body })).status).toBe(404);
  expect((await nurse.call(attachToPatients, { body: { docId, u_id: own } })).status).toBe(403);
  const none = await admin.call(attachToPatients, { body: { docId, u_id: [] } });
  expect(none.status).toBe(400);
  expect(await s.rows('select from patient_document')).toEqual([]);
});

test('APD-11 REL-08 of ten who add one document to a patient at once one does, the others are told', async () => {
  const s = await openWithAdmin();
  const { admin } = s.people;
  const u_id = await s.anActivePatient();
  const docId = await uploaded(admin);
  const tries = await Promise.all(
    Array.from({ length: 10 }, () => admin.call(attachToPatients, { body: { docId, u_id } })),
  );
  expect(tries.map(({ status }) => status).sort((one, other) => one - other)).toEqual([
    200,
    ...Array.from({ length: 9 }, () => 409),
  ]);
  expect(tries.find(({ status }) => status === 409)?.message).toBe(
    'The document is already in the record of this patient.',
  );
});

test('PDO-03 OPC-67 a document that people of the portal are asked to sign waits for others, then is complete', async () => {
  const s = await openWithAdmin();
  const { nurse, admin } = s.people;
  const u_id = await s.anActivePatient();
  const docId = await uploaded(admin);
  await admin.call(attachToPatients, { body: { docId, u_id } });
  const signs = async () => {
    const [one] = (await nurse.call(listPatientDocuments, { query: { u_id } })).reply.documents;
    return [one?.isSignRequest, one?.isCompletelySigned, one?.isCurrentSigner];
  };
  expect(await signs()).toEqual([0, 0, 0]);
  await s.rows(
    `insert into signing_request (company_id, document_id, kind, sr_uuid, created_at) values ($1, $2, 'general', gen_random_uuid(), now())`,
    [s.companyId, docId],
  );
  expect(await signs()).toEqual([1, 0, 0]);
  await s.rows(`update signing_request set state = 'completed' where document_id = $1`, [docId]);
  expect(await signs()).toEqual([1, 1, 0]);
  await s.rows(
    `update document set friendly_name = 'Consent', filename = 'consent-3.pdf', uploaded_at = '2026-03-02T09:30:00Z' where document_id = $1`,
    [docId],
  );
  const [request] = await s.rows<{ uuid: string }>(
    'select sr_uuid as uuid from signing_request where document_id = $1',
    [docId],
  );
  expect((await nurse.call(listPatientDocuments, { query: { u_id } })).reply.documents).toEqual([
    {
      docId,
      friendlyName: 'Consent',
      filename: 'consent-3.pdf',
      isSignRequest: 1,
      isCompletelySigned: 1,
      isCurrentSigner: 0,
      uuid: request?.uuid,
      signerUuid: null,
      timeUploaded: new Date('2026-03-02T09:30:00Z'),
      isCorrected: false,
      mayDelete: false,
      otherPatients: 0,
    },
  ]);
});

test('APD-11 APD-12 SEC-23 what is in a group, or a report on one, is added to no patient, and what is a patient’s to no group: who is in the group may not see the patient', async () => {
  const s = await openWithAdmin();
  const { nurse, root, admin } = s.people;
  const { heart, failure, diabetes } = s.groups;
  const u_id = await s.anActivePatient({}, [heart]);
  const toPatient = async (docId: number) => (await root.call(attachToPatients, { body: { docId, u_id } })).status;
  const ofGroup = await uploaded(root);
  expect((await root.call(attachToGroups, { body: { docId: ofGroup, g_id: diabetes } })).status).toBe(200);
  const report = await uploaded(root);
  await s.rows(
    `insert into user_report (document_id, company_id, care_group_id, changes_since, created_at) values ($1, $2, $3, '2026-01-01', now())`,
    [report, s.companyId, diabetes],
  );
  for (const docId of [ofGroup, report]) {
    expect(await toPatient(docId)).toBe(404);
    expect((await nurse.call(fetchDocument, { query: { docId } })).status).toBe(404);
  }

  const below = await s.signedIn(await s.aPerson('Nurse', { company_id: s.companyId }, [failure]));
  const ofPatient = await uploaded(admin);
  expect((await admin.call(attachToPatients, { body: { docId: ofPatient, u_id } })).status).toBe(200);
  const toGroup = { docId: ofPatient, g_id: heart, cascade: 1 };
  expect((await admin.call(attachToGroups, { body: toGroup })).status).toBe(404);
  expect((await below.call(fetchDocument, { query: { docId: ofPatient } })).status).toBe(404);

  expect((await root.call(detachFromGroup, { query: { docId: ofGroup, g_id: diabetes } })).status).toBe(200);
  expect(await toPatient(ofGroup)).toBe(200);
});

test('APD-11 REL-08 of a document that is added to a patient and to a group at once it is in one of them', async () => {
  const s = await openWithAdmin();
  const { admin } = s.people;
  const u_id = await s.anActivePatient();
  for (let round = 0; round < 5; round += 1) {
    const docId = await uploaded(admin);
    const tries = await Promise.all([
      admin.call(attachToPatients, { body: { docId, u_id } }),
      admin.call(attachToGroups, { body: { docId, g_id: s.groups.heart } }),
    ]);
    expect(tries.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 404]);
  }
});

test('APD-03 SEC-23 a document in the records of several patients is deleted by who sees them all', async () => {
  const s = await openWithAdmin();
  const { root, other, admin } = s.people;
  const [own, outside] = [await s.anActivePatient(), await s.anActivePatient({}, [s.groups.diabetes])];
  const docId = await uploaded(root);
  expect((await root.call(attachToPatients, { body: { docId, u_id: [own, outside] } })).status).toBe(200);
  expect((await admin.call(deleteDocument, { query: { docId } })).status).toBe(403);
  expect((await other.call(fetchDocument, { query: { docId } })).status).toBe(200);
  const ofOwn = await uploaded(root);
  await root.call(attachToPatients, { body: { docId: ofOwn, u_id: own } });
  expect((await admin.call(deleteDocument, { query: { docId: ofOwn } })).status).toBe(200);
  expect((await root.call(deleteDocument, { query: { docId } })).status).toBe(200);
});

test('APD-03 SEC-23 a patient’s documents say who may delete each of them, which is who can, and in how many other records it lies', async () => {
  const s = await openWithAdmin();
  const { root, nurse, admin } = s.people;
  const [own, outside] = [await s.anActivePatient(), await s.anActivePatient({}, [s.groups.diabetes])];
  const [alone, shared] = [await uploaded(root), await uploaded(root)];
  expect((await root.call(attachToPatients, { body: { docId: alone, u_id: own } })).status).toBe(200);
  expect((await root.call(attachToPatients, { body: { docId: shared, u_id: [own, outside] } })).status).toBe(200);
  const said = async (by: Caller) =>
    (await by.call(listPatientDocuments, { query: { u_id: own } })).reply.documents.map(
      ({ docId, mayDelete, otherPatients }) => [docId, mayDelete, otherPatients],
    );
  const deletes = async (by: Caller, docId: number) => (await by.call(deleteDocument, { query: { docId } })).status;
  expect(await said(nurse)).toEqual([
    [shared, false, 1],
    [alone, false, 0],
  ]);
  expect([await deletes(nurse, shared), await deletes(nurse, alone)]).toEqual([403, 403]);
  expect(await said(admin)).toEqual([
    [shared, false, 1],
    [alone, true, 0],
  ]);
  expect([await deletes(admin, shared), await deletes(admin, alone)]).toEqual([403, 200]);
  expect(await said(root)).toEqual([[shared, true, 1]]);
  expect(await deletes(root, shared)).toBe(200);
  for (const u_id of [own, outside])
    expect((await root.call(listPatientDocuments, { query: { u_id } })).reply.documents).toEqual([]);
});

test('PDO-03 who has a patient open hears that one of the patient’s documents was sent round, signed or deleted', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const patients = await s.rows<{ id: number }>(
    `insert into patient (company_id, first_name, last_name, born_on, gender, email, status, type, preferred_contact, username, created_at)
     select $1, 'Ada', n::text, '1960-01-01', 1, 'p' || n || '@mail.example', 'active', 1, 0, 'p' || n, now()
     from generate_series(1, 2) n returning patient_id as id`,
    [s.companyId],
  );
  const [one, two] = patients.map(({ id }) => id);
  await s.rows(
    'insert into patient_care_group (patient_id, care_group_id, company_id, joined_at) values ($1, $2, $3, now())',
    [one, s.boston, s.companyId],
  );
  const both = [
    { id: one, careGroupId: s.boston },
    { id: two, careGroupId: null },
  ];
  let after = 0;
  const told = async () => {
    const rows = await s.rows<{ id: number; payload: unknown }>(
      `select event_id as id, payload from event where type = 'patient_record.changed' and event_id > $1 order by event_id`,
      [after],
    );
    after = rows.at(-1)?.id ?? after;
    return rows.map(({ payload }) => payload);
  };
  const ofBoth = (docId: number) =>
    s.rows(
      `insert into patient_document (document_id, patient_id, company_id, added_at) select $1, patient_id, $2, now() from patient where company_id = $2`,
      [docId, s.companyId],
    );
  // Of the tests before.
  await told();
  const docId = await s.saved('Form', { data: s.form });
  await ofBoth(docId);
  const signers = await s.signersOf([atBoston, admin]);
  expect((await admin.call(requestSignatures, { body: { docId, requestRequired: 1, signers } })).status).toBe(200);
  expect(await told()).toEqual(both);
  expect((await s.signs(atBoston, docId)).status).toBe(200);
  expect(await told()).toEqual(both);
  expect((await admin.call(deleteDocument, { query: { docId } })).status).toBe(200);
  expect(new Set((await told()).map((one) => JSON.stringify(one)))).toEqual(
    new Set(both.map((one) => JSON.stringify(one))),
  );

  const unplaced = await s.saved('Of nobody');
  expect((await admin.call(deleteDocument, { query: { docId: unplaced } })).status).toBe(200);
  expect(await told()).toEqual([]);
});

test('PRV-11 SEC-23 a document of a patient whom somebody sees by emergency access alone they bring into the record of none of their own, and into others of the emergency as anybody there', async () => {
  const s = await openWithAdmin();
  const { root, admin } = s.people;
  const of = (group: number) => s.anActivePatient({}, [group]);
  const [theirs, alsoTheirs, own] = [
    await of(s.groups.diabetes),
    await of(s.groups.diabetes),
    await of(s.groups.heart),
  ];
  const docId = await uploaded(root);
  const attach = async (by: Caller, ...u_id: number[]) => {
    const { status, message } = await by.call(attachToPatients, { body: { docId, u_id } });
    return status === 200 ? [200] : [status, message];
  };
  expect(await attach(root, theirs)).toEqual([200]);
  await letIn(s, admin, s.groups.diabetes);
  const refused = [
    403,
    'You see this document only through emergency access, so you can neither keep it nor give it to others.',
  ];
  expect([await attach(admin, own), await attach(admin, alsoTheirs, own)]).toEqual([refused, refused]);
  expect((await root.call(listPatientDocuments, { query: { u_id: own } })).reply.documents).toEqual([]);
  expect(await attach(admin, alsoTheirs)).toEqual([200]);
  await s.rows('update emergency_access set ended_at = now()');
  expect((await admin.call(fetchDocument, { query: { docId } })).status).toBe(404);
});

test('P11-08 SEC-06 SEC-23 whoever has lost sight of what a document corrects since they saved it puts that into no record of a patient', async () => {
  const s = await openWithAdmin();
  const { root, admin } = s.people;
  const [theirs, own] = [await s.anActivePatient({}, [s.groups.diabetes]), await s.anActivePatient()];
  const old = await uploaded(root, 'Consent');
  expect((await root.call(attachToPatients, { body: { docId: old, u_id: theirs } })).status).toBe(200);
  await s.rows(
    `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
     values ($1, $2, 'general', gen_random_uuid(), 'rejected', now())`,
    [s.companyId, old],
  );
  await letIn(s, admin, s.groups.diabetes);
  const docId = (await admin.call(saveDocument, { body: uploadOf('Consent, corrected', { corrects: old }) })).reply
    .documentId;
  await s.rows('update emergency_access set ended_at = now()');
  const body = { docId, u_id: own };
  expect((await admin.call(attachToPatients, { body })).code).toBe('not_found');
  expect((await root.call(fetchDocument, { query: { docId: old } })).reply.correctedBy).toEqual([]);
  expect((await root.call(attachToPatients, { body })).status).toBe(200);
});
