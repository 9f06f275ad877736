import * as api from '@portal/contract/documents/endpoints.ts';
import { expect, test } from 'vitest';
import { openDocuments, uploadOf } from '#test/documents.ts';
import { keptFiles } from '#test/house.ts';
import { onItsOwn } from '#test/portal.ts';

test('APD-03 P11-08 P11-11 a deleted document is gone from every list and for everybody, its open request is withdrawn, and bytes, signatures and trail stay', async () => {
  const s = await openDocuments();
  const { admin, ofBoston, atBoston, sponsor } = s.people;
  const docId = await s.attached(s.trial, 'Consent', { cascade: 1 });
  const requestId = await s.asked(docId, [
    [atBoston.providerId, '2026-01-02Z'],
    [sponsor.providerId, null],
  ]);
  const files = await keptFiles(s);
  const removed = await admin.call(api.deleteDocument, { query: { docId, reason: 'Wrong version' } });
  expect([removed.status, removed.body]).toEqual([200, { message: 'Document deleted.' }]);

  for (const person of [admin, ofBoston, atBoston, sponsor]) expect(await s.opens(docId, person)).toBe(404);
  expect([await s.namesIn(s.trial), await s.namesIn(s.boston)]).toEqual([[], []]);
  const again = await admin.call(api.deleteDocument, { query: { docId } });
  expect([again.status, again.message]).toEqual([404, 'Not found.']);
  expect((await s.attach(docId, s.otherTrial)).status).toBe(404);

  expect(await s.rows('select state, reason from signing_request')).toEqual([
    { state: 'withdrawn', reason: 'Wrong version' },
  ]);
  expect(await s.rows('select signed_at is not null as signed from signer order by signer_num')).toEqual([
    { signed: true },
    { signed: false },
  ]);
  expect(await keptFiles(s)).toEqual(files);
  expect(await s.rows('select document_id from document where removed_at is not null')).toEqual([
    { document_id: docId },
  ]);
  expect((await s.trailOf(docId)).at(-1)).toMatchObject({
    action: 'document.removed',
    reason: 'Wrong version',
    changes: [
      { field: 'friendly_name', old: 'Consent' },
      { field: 'care_groups', old: [s.trial, s.boston, s.lyon] },
      { field: 'cascades', old: true },
    ],
  });
  const withdrawn = await s.rows(
    `select action, reason from audit_entry where record_kind = 'signing_request' and record_id = $1`,
    [String(requestId)],
  );
  expect(withdrawn).toEqual([{ action: 'signing.withdrawn', reason: 'Wrong version' }]);
});

test('P11-09 P11-11 a deleted training form says for whom it was where, in an entry for each way in which it hung on groups', async () => {
  const s = await openDocuments();
  const training = { isTrainingDoc: 1, userType: 'Admin' };
  const docId = await s.attached(s.trial, 'Training', { ...training, cascade: 1 });
  expect((await s.attach(docId, s.otherTrial, { ...training, userType: 'Site User' })).status).toBe(200);
  expect((await s.people.admin.call(api.deleteDocument, { query: { docId, reason: 'Wrong version' } })).status).toBe(
    200,
  );
  expect((await s.trailOf(docId)).slice(-3)).toMatchObject([
    {
      action: 'document.detached',
      reason: 'Wrong version',
      changes: [
        { field: 'care_groups', old: [s.trial, s.boston, s.lyon] },
        { field: 'cascades', old: true },
        { field: 'user_types', old: ['Admin'] },
      ],
    },
    {
      action: 'document.detached',
      reason: 'Wrong version',
      changes: [
        { field: 'care_groups', old: [s.otherTrial] },
        { field: 'user_types', old: ['Site User'] },
      ],
    },
    { action: 'document.removed', reason: 'Wrong version', changes: [{ field: 'friendly_name', old: 'Training' }] },
  ]);
});

test('P11-08 deleting what was signed by all leaves its signatures as they are', async () => {
  onItsOwn();
  const s = await openDocuments();
  const docId = await s.attached(s.boston, 'Consent');
  await s.asked(docId, [[s.people.atBoston.providerId, '2026-01-02Z']], { state: 'completed' });
  const removed = await s.people.ofBoston.call(api.deleteDocument, { query: { docId } });
  expect(removed.status).toBe(200);
  expect(await s.rows('select state, reason from signing_request')).toEqual([{ state: 'completed', reason: null }]);
  expect((await s.trailOf(docId)).at(-1)).toMatchObject({ reason: 'Deleted a document' });
});

test('DOC-09 SEC-23 the list tells an administrator of one site what they may delete, and who tries what other sites have too is told why not', async () => {
  onItsOwn();
  const s = await openDocuments();
  const { ofBoston, admin } = s.people;
  const shared = await s.attached(s.trial, 'Protocol', { cascade: 1 });
  const own = await s.attached(s.boston, 'House rules');
  const told = async (by: typeof admin) =>
    (await by.call(api.listGroupDocuments, { query: { g_id: s.boston } })).reply.documents.map(
      ({ docId, mayDelete }) => [docId, mayDelete],
    );
  expect(await told(ofBoston)).toEqual([
    [own, true],
    [shared, false],
  ]);
  expect(await told(admin)).toEqual([
    [own, true],
    [shared, true],
  ]);
  const refused = await ofBoston.call(api.deleteDocument, { query: { docId: shared } });
  expect([refused.status, refused.code, refused.message]).toEqual([
    403,
    'forbidden',
    'The document is also in care groups that you do not see. An administrator who sees all of them can delete it.',
  ]);
  expect((await ofBoston.call(api.deleteDocument, { query: { docId: own } })).status).toBe(200);
});

test('REL-08 of two who delete a document at once one does, and OPS-05 a site that comes later does not get it', async () => {
  const s = await openDocuments();
  const docId = await s.attached(s.trial, 'Form', { isOrderForm: 1, cascade: 1 });
  const answers = await Promise.all([0, 1].map(() => s.people.admin.call(api.deleteDocument, { query: { docId } })));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 404]);
  expect(await s.formOf(s.trial)).toBeNull();
  expect(await s.rows('select 1 from document_link where removed_at is null')).toEqual([]);
});

test('LIB-06 LIB-07 APD-13 CAD-31 the library keeps templates and read-only PDFs apart and gives them back, and REL-06 an upload that is repeated adds one', async () => {
  const s = await openDocuments();
  const { admin } = s.people;
  const headers = { 'idempotency-key': 'one-leaflet' };
  const given = (text: string, isTemplate: number) => ({
    body: uploadOf(text, { company_id: s.companyId, isTemplate, uploaderOwned: 0 }),
  });
  const added = await admin.call(api.addToLibrary, { ...given('Leaflet', 0), headers });
  expect(added.body).toEqual({ message: 'Document saved.', documentId: added.reply.documentId });
  expect((await admin.call(api.addToLibrary, { ...given('Leaflet', 0), headers })).body).toEqual(added.body);
  await admin.call(api.addToLibrary, given('Consent', 1));
  await s.saved('Not of the library');
  const { documents } = (await admin.call(api.listLibrary, { query: { companyId: s.companyId } })).reply;
  expect(documents.map((one) => [one.friendlyName, one.isTemplate, one.g_id])).toEqual([
    ['Consent', true, null],
    ['Leaflet', false, null],
  ]);
  const { reply } = await admin.call(api.fetchDocument, { query: { docId: added.reply.documentId } });
  expect(reply.friendlyName).toBe('Leaflet');
  const elsewhere = await admin.call(api.listLibrary, { query: { companyId: s.theirCompanyId } });
  expect(elsewhere.status).toBe(403);
});

test('LIB-08 APD-14 OPS-18 the library answers 200 or 500, and 403 to a stranger', async () => {
  const s = await openDocuments();
  const { admin, ofBoston } = s.people;
  const docId = await s.ofLibrary();
  const remove = async (query: object, who = admin) => {
    const { status, message } = await who.call(api.removeFromLibrary, {
      query: { companyId: s.companyId, docId, ...query },
    });
    return [status, message];
  };
  expect((await remove({ companyId: s.theirCompanyId }))[0]).toBe(403);
  expect((await remove({}, ofBoston))[0]).toBe(403);
  expect((await remove({ docId: await s.saved() }))[0]).toBe(500);
  expect((await remove({ docId: 'nothing' }))[0]).toBe(500);
  expect((await remove({}))[0]).toBe(200);
  expect(await remove({})).toEqual([500, 'Not found.']);
  expect((await admin.call(api.listLibrary, { query: { companyId: s.companyId } })).reply.documents).toEqual([]);
});
