import { copyCareGroups, removeCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { addPatient, addToGroup } from '@portal/contract/patients/endpoints.ts';
import { expect, test } from 'vitest';
import { type Documents, openDocuments, uploadOf } from '#test/documents.ts';
import { aPatientBody } from '#test/patients.ts';
import { somebodyWaits } from '#test/waits.ts';

const remove = async (s: Documents, g_id: number) =>
  expect((await s.people.admin.call(removeCareGroup, { query: { g_id } })).status).toBe(200);

test('P11-09 P11-11 SEC-23 the documents of a removed group leave it, each with its entry and its event, and whoever uploaded one, and administrators who see the whole company, go on opening it', async () => {
  const s = await openDocuments();
  const { admin, ofClinic, ofWard } = s.people;
  const own = await s.saved('Own', {}, ofWard);
  expect((await s.attach(own, s.ward, {}, ofWard)).status).toBe(200);
  const ofRoot = await s.saved('Of the clinic', {}, ofClinic);
  expect((await s.attach(ofRoot, s.ward, {}, ofClinic)).status).toBe(200);
  const elsewhere = await s.attached(s.clinic, 'House rules', { cascade: 1 });
  const deleted = await s.attached(s.ward, 'Deleted');
  await admin.call(api.deleteDocument, { query: { docId: deleted } });
  const atClinic = await s.signedIn(await s.aPerson('Nurse', { company_id: s.companyId }, [s.clinic]));
  expect(await s.opens(own, atClinic)).toBe(200);
  await remove(s, s.ward);
  expect(await s.opens(own, atClinic)).toBe(404);
  expect([await s.opens(ofRoot, ofClinic), await s.opens(own, ofClinic), await s.opens(own, ofWard)]).toEqual([
    200, 200, 200,
  ]);
  expect([await s.opens(ofRoot, ofWard), await s.opens(elsewhere, ofWard)]).toEqual([404, 404]);
  expect(await s.namesIn(s.clinic)).toEqual(['House rules']);
  for (const [docId, more] of [
    [own, []],
    [ofRoot, []],
    [elsewhere, [{ field: 'cascades', old: true }]],
  ] as const)
    expect((await s.trailOf(docId)).at(-1)).toMatchObject({
      action: 'document.detached',
      changes: [{ field: 'care_groups', old: [s.ward] }, ...more],
    });
  expect((await s.trailOf(deleted)).at(-1)?.action).toBe('document.removed');
  const events = await s.rows<{ id: number }>(
    `select distinct (payload ->> 'id')::int as id from event
     where type = 'document.changed' and payload ->> 'careGroupId' = $1 and event_id > (
       select max(event_id) from event where payload ->> 'id' = $2)`,
    [String(s.ward), String(deleted)],
  );
  expect(events.map(({ id }) => id).sort((a, b) => a - b)).toEqual([own, ofRoot, elsewhere]);
});

const aPatientIn = async (s: Documents, g_id: number): Promise<number> => {
  const { ofClinic } = s.people;
  const { u_id } = (await ofClinic.call(addPatient, { body: aPatientBody() })).reply;
  expect((await ofClinic.call(addToGroup, { body: { u_id, g_id } })).status).toBe(200);
  return u_id;
};

/** A patient of another ward, with an administrator and a nurse there. */
async function aRecord(s: Documents) {
  const { ofClinic } = s.people;
  const other = await s.aGroup('Other ward', s.clinic);
  const person = async (admin_rights: boolean) =>
    s.signedIn(await s.aPerson('Nurse', { company_id: s.companyId, admin_rights }, [other]));
  const u_id = await aPatientIn(s, other);
  const adds = async (docId: number, by = ofClinic, to = u_id) => {
    const { status, message } = await by.call(attachToPatients, { body: { docId, u_id: to } });
    return status === 200 ? [200] : [status, message];
  };
  return { other, author: await person(true), nurse: await person(false), adds };
}

test('P11-08 a correction that leaves its removed group still corrects, and is in the record of a patient before what it corrects', async () => {
  const s = await openDocuments();
  const { ofClinic } = s.people;
  const aPair = async (by = ofClinic) => {
    const old = await s.saved('Consent', {}, by);
    await s.asked(old, [[ofClinic.providerId, '2026-01-02Z']], { state: 'completed' });
    const body = uploadOf('Consent, corrected', { corrects: old });
    const fresh = (await ofClinic.call(api.saveDocument, { body })).reply.documentId;
    expect((await s.attach(fresh, s.ward, {}, ofClinic)).status).toBe(200);
    return { old, fresh };
  };
  const [ofGroup, alone, takenOut] = [await aPair(), await aPair(), await aPair()];
  expect((await s.attach(ofGroup.old, s.ward, {}, ofClinic)).status).toBe(200);
  await ofClinic.call(api.detachFromGroup, { query: { docId: takenOut.fresh, g_id: s.ward } });
  const { other, nurse, author, adds } = await aRecord(s);
  const ofAuthor = await aPair(author);
  await remove(s, s.ward);
  const corrections = async (docId: number, by = ofClinic) =>
    (await by.call(api.fetchDocument, { query: { docId } })).reply.correctedBy.map((one) => one.docId);
  expect([await corrections(ofGroup.old), await corrections(takenOut.old)]).toEqual([[ofGroup.fresh], []]);
  const first = [
    409,
    'A later document corrects this one. Please add that to the record first, or ask an administrator who sees the whole company to.',
  ];
  expect([await adds(alone.old), await adds(ofAuthor.old, author)]).toEqual([first, first]);
  // Its author does not see the correction.
  expect((await adds(ofAuthor.fresh, author))[0]).toBe(404);
  expect([await adds(ofAuthor.fresh), await adds(ofAuthor.old, author)]).toEqual([[200], [200]]);
  expect(await corrections(ofAuthor.old, nurse)).toEqual([ofAuthor.fresh]);
  // In that record, and in no other.
  const another = await aPatientIn(s, other);
  expect(await adds(ofAuthor.old, author, another)).toEqual(first);
  expect((await adds(takenOut.old, ofClinic, another))[0]).toBe(200);
});

test('ROL-23 SEC-23 a report on the people of a removed group is opened by who sees the whole company and by the administrator who uploaded it', async () => {
  const s = await openDocuments();
  const { admin, ofClinic, ofBoston, ofTrial } = s.people;
  const report = await s.saved('Access report', {}, ofTrial);
  expect((await s.attach(report, s.boston, {}, ofTrial)).status).toBe(200);
  await s.isReport(report, s.boston);
  expect(await s.opens(report, ofBoston)).toBe(200);
  await remove(s, s.boston);
  const seen = await Promise.all([admin, ofClinic, ofTrial, ofBoston].map((who) => s.opens(report, who)));
  expect(seen).toEqual([200, 200, 200, 404]);
});

test('OPN-61 who has a training form of a removed group to sign is told that it may apply to them no more', async () => {
  const s = await openDocuments();
  const { atBoston } = s.people;
  const form = await s.attached(s.boston, 'GCP', { isTrainingDoc: 1, userType: 'Site User' });
  const copy = await s.saved('GCP, own copy');
  await s.rows('update document set template_id = $1 where document_id = $2', [form, copy]);
  await s.rows(
    `insert into training_acknowledgement (company_id, document_id, template_id, provider_id) values ($1, $2, $3, $4)`,
    [s.companyId, copy, form, atBoston.providerId],
  );
  const request = await s.asked(copy, [[atBoston.providerId, null]], { kind: 'training' });
  await remove(s, s.boston);
  expect((await s.trailOf(form)).at(-1)).toMatchObject({
    action: 'document.detached',
    changes: [
      { field: 'care_groups', old: [s.boston] },
      { field: 'user_types', old: ['Site User'] },
    ],
  });
  expect(
    await s.rows(`select payload from event where type = 'signing.changed' and payload ->> 'id' = $1`, [
      String(request),
    ]),
  ).toMatchObject([{ payload: { people: [atBoston.providerId] } }]);
});

test('REL-08 OPS-30 who copies a group that is being removed copies nothing', async () => {
  const s = await openDocuments();
  const { admin } = s.people;
  const patientId = await aPatientIn(s, s.ward);
  const { answers } = await s.app.database.asSystem(async (tx) => {
    await tx.selectFrom('patient').select('version').where('patient_id', '=', patientId).forUpdate().execute();
    const removed = admin.call(removeCareGroup, { query: { g_id: s.ward } });
    await somebodyWaits(s);
    const copied = admin.call(copyCareGroups, {
      body: { companyId: s.companyId, gId: s.ward, parentId: s.trial, copyAllSubgroups: false },
    });
    await Promise.race([copied, somebodyWaits(s, 2)]);
    return { answers: Promise.all([removed, copied]) };
  });
  expect((await answers).map(({ status }) => status)).toEqual([200, 404]);
});

test('REL-08 a document that is added above, with all below, while a group is being removed there comes into the removed group no more', async () => {
  const s = await openDocuments();
  const { admin } = s.people;
  const patientId = await aPatientIn(s, s.ward);
  const docId = await s.saved('House rules');
  const { answers } = await s.app.database.asSystem(async (tx) => {
    await tx.selectFrom('patient').select('version').where('patient_id', '=', patientId).forUpdate().execute();
    const removed = admin.call(removeCareGroup, { query: { g_id: s.ward } });
    await somebodyWaits(s);
    const attached = s.attach(docId, s.clinic, { cascade: 1 });
    await Promise.race([attached, somebodyWaits(s, 2)]);
    return { answers: Promise.all([removed, attached]) };
  });
  expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
  expect(
    await s.rows('select care_group_id from document_link where document_id = $1 and removed_at is null', [docId]),
  ).toEqual([{ care_group_id: s.clinic }]);
});
