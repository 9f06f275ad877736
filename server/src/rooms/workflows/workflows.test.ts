import { deleteDocument, fetchDocument, listLibrary, removeFromLibrary } from '@portal/contract/documents/endpoints.ts';
import * as api from '@portal/contract/workflows/endpoints.ts';
import { expect, test } from 'vitest';
import { type Documents, openDocuments } from '#test/documents.ts';
import { onItsOwn } from '#test/portal.ts';

const stepOf = (s: Documents, docId: number, over: object = {}, gId = s.clinic) => ({
  body: {
    gId,
    companyId: s.companyId,
    docActivity: { docId, triggerType: 'Time', triggerValue: '3d', triggerDescription: 'After three days', ...over },
  },
});
const listed = async (s: Documents, gId = s.clinic) =>
  (await s.people.ofClinic.call(api.listWorkflowDocuments, { query: { companyId: s.companyId, gId } })).body;

test('CON-19 APG-21 OPS-20 APG-22 APG-23 APG-24 CGW-15 CGW-17 CGW-19 CGW-20 OPS-91 a document of the library becomes part of a workflow, is triggered otherwise, and leaves it', async () => {
  const s = await openDocuments();
  const { ofClinic } = s.people;
  const docId = await s.ofLibrary('Leaflet');
  const { docActivity, ...rest } = stepOf(s, docId).body;
  const added = await ofClinic.call(api.addWorkflowDocument, { body: { ...rest, docActivity: [docActivity] } });
  const { triggerId } = added.reply;
  expect(added.body).toEqual({ message: 'Document added.', triggerId });
  expect(await listed(s)).toEqual([
    {
      docId,
      friendlyName: 'Leaflet',
      triggerId,
      triggerType: 'Time',
      triggerValue: '3d',
      triggerDescription: 'After three days',
      triggerIdentifier: `doc|${docId}|${s.clinic}`,
      version: 1,
    },
  ]);
  for (const [n, triggerValue] of ['2w', '1M', '9999d'].entries()) {
    const changed = await ofClinic.call(api.changeWorkflowDocument, stepOf(s, docId, { triggerValue }));
    expect(changed.body).toEqual({ message: 'Document updated.', version: n + 2 });
    expect(await listed(s)).toMatchObject([{ triggerId, triggerValue, version: n + 2 }]);
  }
  const stale = await ofClinic.call(api.changeWorkflowDocument, {
    body: { ...stepOf(s, docId, { triggerValue: '9d' }).body, version: 2 },
  });
  expect([stale.status, stale.code]).toEqual([409, 'stale']);

  const again = await ofClinic.call(api.addWorkflowDocument, stepOf(s, docId));
  expect([again.status, again.message]).toEqual([409, 'The document is already part of this workflow.']);
  expect((await ofClinic.call(api.addWorkflowDocument, stepOf(s, docId, {}, s.ward))).status).toBe(200);

  const query = { companyId: s.companyId, gId: s.clinic, docId };
  expect((await ofClinic.call(api.removeWorkflowDocument, { query })).body).toEqual({ message: 'Document removed.' });
  expect([await listed(s), ((await listed(s, s.ward)) as unknown[]).length]).toEqual([[], 1]);
  expect((await ofClinic.call(api.removeWorkflowDocument, { query })).status).toBe(404);
  expect((await ofClinic.call(api.changeWorkflowDocument, stepOf(s, docId))).status).toBe(404);
  const trail = await s.rows<{ action: string; changes: object[] }>(
    `select action, changes from audit_entry where action like 'workflow.%' order by seq`,
  );
  expect(trail.map(({ action }) => action)).toEqual([
    'workflow.document_added',
    'workflow.document_changed',
    'workflow.document_changed',
    'workflow.document_changed',
    'workflow.document_added',
    'workflow.document_removed',
  ]);
  expect(trail.at(-1)?.changes).toEqual([
    { field: 'document_id', old: docId },
    { field: 'trigger_type', old: 'Time' },
    { field: 'trigger_value', old: '9999d' },
    { field: 'description', old: 'After three days' },
  ]);
});

test('CGW-15 CGW-12 CON-19 a trigger is a whole number from 1 and d, w or M, and nothing else', async () => {
  const s = await openDocuments();
  const docId = await s.ofLibrary();
  for (const over of [
    { triggerValue: '0d' },
    { triggerValue: '10000d' },
    { triggerValue: '3m' },
    { triggerValue: '1.5d' },
    { triggerValue: '-1d' },
    { triggerValue: '3 d' },
    { triggerType: 'Fill-Count' },
    { triggerDescription: '' },
  ])
    expect([over, (await s.people.ofClinic.call(api.addWorkflowDocument, stepOf(s, docId, over))).status]).toEqual([
      over,
      400,
    ]);
  expect(await listed(s)).toEqual([]);
});

test('LIB-08 a document of the library that workflows use is not deleted: the sentence names the groups', async () => {
  const s = await openDocuments();
  const { admin, ofClinic } = s.people;
  const docId = await s.ofLibrary();
  await ofClinic.call(api.addWorkflowDocument, stepOf(s, docId));
  await ofClinic.call(api.addWorkflowDocument, stepOf(s, docId, {}, s.ward));
  const sentence = 'The document is used by the workflow of Clinic and Ward. Please remove it there first.';
  const refused = await admin.call(removeFromLibrary, { query: { companyId: s.companyId, docId } });
  expect([refused.status, refused.message]).toEqual([500, sentence]);
  const otherwise = await admin.call(deleteDocument, { query: { docId } });
  expect([otherwise.status, otherwise.message]).toEqual([409, sentence]);
  expect((await s.people.ofWard.call(deleteDocument, { query: { docId } })).status).toBe(403);
  expect((await admin.call(listLibrary, { query: { companyId: s.companyId } })).reply.documents).toHaveLength(1);
});

test('LIB-08 groups of one name are told apart by the group above them, and a name is said once', async () => {
  onItsOwn();
  const s = await openDocuments();
  const { admin, ofClinic } = s.people;
  const docId = await s.ofLibrary();
  const refusal = async () => (await admin.call(deleteDocument, { query: { docId } })).message;
  const branches = await s.rows<{ id: number }>(
    `insert into care_group (company_id, parent_id, kind, name, display_name, created_at)
     values ($1, $2, 'group', 'Branch', 'Clinic', now()), ($1, $3, 'group', 'Branch', 'Clinic', now())
     returning care_group_id as id`,
    [s.companyId, s.clinic, s.ward],
  );
  for (const gId of [s.ward, s.clinic, ...branches.map(({ id }) => id)])
    await ofClinic.call(api.addWorkflowDocument, stepOf(s, docId, {}, gId));
  expect(await refusal()).toBe(
    'The document is used by the workflow of Clinic, Clinic (Clinic), Clinic (Ward) and Ward. Please remove it there first.',
  );
  await s.rows(`update care_group set parent_id = $1, name = 'Other' where parent_id = $2`, [s.clinic, s.ward]);
  expect(await refusal()).toBe(
    'The document is used by the workflow of Clinic, Clinic (Clinic) and Ward. Please remove it there first.',
  );
});

test('CGW-06 CGW-09 LIB-02 SEC-22 SEC-23 an administrator of one group reads the library and takes from it for their group, and nothing that was deleted or is another company’s', async () => {
  onItsOwn();
  const s = await openDocuments();
  const { admin, ofWard, abroad } = s.people;
  const [docId, deleted] = [await s.ofLibrary('Leaflet'), await s.ofLibrary('Deleted')];
  await admin.call(removeFromLibrary, { query: { companyId: s.companyId, docId: deleted } });
  const { documents } = (await ofWard.call(listLibrary, { query: { companyId: s.companyId } })).reply;
  expect(documents.map((one) => one.docId)).toEqual([docId]);
  expect((await ofWard.call(fetchDocument, { query: { docId } })).reply.friendlyName).toBe('Leaflet');
  expect((await ofWard.call(api.addWorkflowDocument, stepOf(s, docId, {}, s.ward))).status).toBe(200);

  const added = await ofWard.call(api.addWorkflowDocument, stepOf(s, deleted, {}, s.ward));
  expect([added.status, added.code]).toEqual([404, 'not_found']);
  expect((await ofWard.call(fetchDocument, { query: { docId: deleted } })).status).toBe(404);
  const [{ gId }] = (await s.rows<{ gId: number }>(
    `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'Theirs', 'Theirs', now())
     returning care_group_id as "gId"`,
    [s.theirCompanyId],
  )) as [{ gId: number }];
  const theirs = { ...stepOf(s, docId, {}, gId).body, companyId: s.theirCompanyId };
  expect((await abroad.call(api.addWorkflowDocument, { body: theirs })).status).toBe(404);
  expect((await abroad.call(fetchDocument, { query: { docId } })).status).toBe(404);
  expect(await listed(s, s.ward)).toMatchObject([{ docId }]);
});

test('REL-08 REL-06 of two who add one document at once one does, and a repeated submit gets the first answer', async () => {
  const s = await openDocuments();
  const { ofClinic, admin } = s.people;
  const docId = await s.ofLibrary();
  const answers = await Promise.all(
    [ofClinic, admin].map((who) => who.call(api.addWorkflowDocument, stepOf(s, docId))),
  );
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  const asked = { ...stepOf(s, docId, {}, s.ward), headers: { 'idempotency-key': 'the-same-step' } };
  const first = await ofClinic.call(api.addWorkflowDocument, asked);
  expect((await ofClinic.call(api.addWorkflowDocument, asked)).body).toEqual(first.body);
});

test('SEC-22 SEC-23 OPS-15 a workflow is the business of the group’s administrators, and a document that is not of the library is none for it', async () => {
  onItsOwn();
  const s = await openDocuments();
  const docId = await s.ofLibrary();
  const query = { companyId: s.companyId, gId: s.clinic, docId };
  const expected = {
    ofTrial: 404,
    ofBoston: 404,
    ofWard: 404,
    atBoston: 403,
    atLyon: 403,
    sponsor: 403,
    pharmacist: 403,
    abroad: 403,
  };
  for (const [who, status] of Object.entries(expected)) {
    const person = s.people[who as keyof typeof expected];
    const answers = [
      await person.call(api.listWorkflowDocuments, { query: { companyId: s.companyId, gId: s.clinic } }),
      await person.call(api.addWorkflowDocument, stepOf(s, docId)),
      await person.call(api.changeWorkflowDocument, stepOf(s, docId)),
      await person.call(api.removeWorkflowDocument, { query }),
    ];
    expect([who, answers.map((one) => one.status)]).toEqual([who, [status, status, status, status]]);
  }
  const loose = await s.saved();
  expect((await s.people.admin.call(api.addWorkflowDocument, stepOf(s, loose))).status).toBe(404);
  expect(await s.rows('select 1 from workflow_document')).toEqual([]);
});
