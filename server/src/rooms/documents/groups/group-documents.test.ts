import { addCareGroup, copyCareGroups } from '@portal/contract/care-groups/change-endpoints.ts';
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { statusText } from '@portal/contract/care-groups/rules.ts';
import { readAudit } from '@portal/contract/audit/endpoints.ts';
import * as api from '@portal/contract/documents/endpoints.ts';
import { addGroupsOfUser, inviteUser, inviteUsers } from '@portal/contract/providers/user-endpoints.ts';
import { maxUploadBody } from '@portal/contract/documents/rules.ts';
import { expect, test } from 'vitest';
import { actOf } from '#platform/act/act.ts';
import { addCareGroup as addGroup, holdGroups } from '#rooms/care-groups/door.ts';
import { siteOf } from '#test/care-groups.ts';
import { type Documents, openDocuments, uploadOf } from '#test/documents.ts';
import { aPaper } from '#test/forms.ts';
import { aLine, listening } from '#test/house.ts';
import { aPdf } from '#test/pdfs.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';
import { invitationTo } from '#test/users.ts';
import { somebodyWaits } from '#test/waits.ts';

test('APD-06 OPS-04 UPW-16 CAD-29 APD-08 OPS-07 CAD-28 what an administrator saves comes back byte for byte, and DOC-16 DOC-17 its row in the list of its group says all of it', async () => {
  const s = await openDocuments();
  const { admin, atBoston } = s.people;
  const body = uploadOf('Protocol', {
    company_id: s.companyId,
    isTemplate: 0,
    uploaderOwned: 1,
    fileDescription: 'Version 3',
  });
  const answer = await admin.call(api.saveDocument, { body });
  const docId = answer.reply.documentId;
  expect(answer.body).toEqual({ message: 'Document saved.', documentId: docId });
  expect((await s.attach(docId, s.boston)).body).toEqual({ message: 'Document added.' });

  const list = await atBoston.call(api.listGroupDocuments, { query: { g_id: s.boston } });
  expect(list.body).toEqual({
    documents: [
      {
        id: docId,
        docId,
        uuid: null,
        signerUuid: null,
        friendlyName: 'Protocol',
        data: null,
        contentType: 'application/pdf',
        filename: 'Protocol.pdf',
        isTemplate: 0,
        uploaderOwned: 1,
        company_id: s.companyId,
        brand_ID: null,
        isSignRequest: 0,
        isCurrentSigner: 0,
        isRejected: 0,
        isCompletelySigned: 0,
        signerNum: null,
        orderFormTemplate: 0,
        userManagementReport: null,
        isUserManagementReport: 0,
        reportStatus: null,
        srStatus: null,
        srId: null,
        userTypes: null,
        category: null,
        timeUploaded: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
        isCorrected: 0,
        waitsFor: null,
        waitsInVain: 0,
        signers: [],
        participants: [],
        rejection: null,
        g_id: s.boston,
        version: 1,
      },
    ],
  });
  const opened = (await atBoston.call(api.fetchDocument, { query: { docId } })).reply;
  expect(Buffer.from(opened.data, 'base64')).toEqual(aPdf('Protocol'));
  expect(opened.data.slice(0, 6)).toBe('JVBERi');
  expect((await s.trailOf(docId)).map(({ action }) => action)).toEqual(['document.kept', 'document.attached']);
});

test('REL-06 SEC-31 a document is saved once however often it is sent, and what is no PDF is not saved at all', async () => {
  onItsOwn();
  const s = await openDocuments();
  const headers = { 'idempotency-key': 'the-same-upload' };
  const ask = { body: uploadOf(), headers };
  const [first, again] = [
    await s.people.admin.call(api.saveDocument, ask),
    await s.people.admin.call(api.saveDocument, ask),
  ];
  expect(again.body).toEqual(first.body);
  expect(await s.rows('select document_id from document')).toHaveLength(1);
  const other = await s.people.admin.call(api.saveDocument, {
    body: uploadOf('Protocol', { data: Buffer.from('Hello').toString('base64') }),
  });
  expect([other.status, other.message]).toEqual([400, 'The file is not a PDF, or it is damaged.']);
  const nameless = await s.people.admin.call(api.saveDocument, { body: uploadOf('Protocol', { friendlyName: ' ' }) });
  expect([nameless.status, Object.keys(nameless.fields)]).toEqual([400, ['friendlyName']]);
  expect(await s.rows('select document_id from document')).toHaveLength(1);
});

test('OPS-05 APD-12 CAD-33 UPW-19 a document that cascades is in every group below, in those that come later as well, and CAD-34 APD-04 is taken out of one group at a time', async () => {
  const s = await openDocuments();
  const { admin } = s.people;
  const docId = await s.attached(s.trial, 'Protocol', { cascade: 1 });
  await s.attached(s.trial, 'For the trial alone');
  expect(await s.namesIn(s.boston)).toEqual(['Protocol']);
  expect(await s.namesIn(s.lyon, s.people.atLyon)).toEqual(['Protocol']);
  expect(await s.namesIn(s.otherTrial)).toEqual([]);

  const made = await admin.call(addCareGroup, { body: siteOf(s.trial, 'Uppsala') });
  expect(await s.namesIn(made.reply.gId)).toEqual(['Protocol']);
  // Below the clinic, level by level.
  await s.attached(s.clinic, 'House rules', { cascade: 1 });
  const copied = await admin.call(copyCareGroups, {
    body: { companyId: s.companyId, gId: s.ward, parentId: s.ward, copyAllSubgroups: false },
  });
  expect(await s.namesIn(copied.reply.gId)).toEqual(['House rules']);
  const given = (await s.trailOf(docId)).at(-1);
  expect(given).toMatchObject({ action: 'document.attached' });

  const detached = await admin.call(api.detachFromGroup, { query: { docId, g_id: s.boston } });
  expect(detached.body).toEqual({ message: 'Document removed.' });
  expect([await s.namesIn(s.boston), await s.namesIn(s.lyon)]).toEqual([[], ['Protocol']]);
  const again = await admin.call(api.detachFromGroup, { query: { docId, g_id: s.boston } });
  expect(again.status).toBe(404);
  await admin.call(api.detachFromGroup, { query: { docId, g_id: s.trial } });
  const later = await admin.call(addCareGroup, { body: siteOf(s.trial, 'Malmö') });
  expect(await s.namesIn(later.reply.gId)).toEqual([]);
  // It can come back, and the trail has all of it (P11-11).
  expect((await s.attach(docId, s.boston)).status).toBe(200);
  expect((await s.trailOf(docId)).map(({ action }) => action)).toEqual([
    'document.kept',
    'document.attached',
    'document.attached',
    'document.detached',
    'document.detached',
    'document.attached',
  ]);
});

test('APD-12 several groups are named at once, all or none of them, and a second time is a conflict', async () => {
  const s = await openDocuments();
  const docId = await s.saved();
  expect((await s.attach(docId, [s.boston, s.lyon])).status).toBe(200);
  const again = await s.attach(docId, [s.trial, s.lyon]);
  expect([again.status, again.message]).toEqual([409, 'The document is already in this care group.']);
  expect(await s.namesIn(s.trial)).toEqual([]);
  // What is there already stays as it is where more groups get it by the one above.
  expect((await s.attach(docId, s.trial, { cascade: 1 })).status).toBe(200);
  expect([await s.namesIn(s.trial), await s.namesIn(s.lyon)]).toEqual([['Protocol'], ['Protocol']]);
});

test('REL-08 of two who add one document to one group at once, one succeeds', async () => {
  const s = await openDocuments();
  const docId = await s.saved();
  const answers = await Promise.all([s.attach(docId, s.boston), s.attach(docId, s.boston)]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  expect(await s.namesIn(s.boston)).toEqual(['Protocol']);
});

test('REL-08 OPS-05 a group that is being added while a document is given to all groups above it gets it as well', async () => {
  const s = await openDocuments();
  const { admin } = s.people;
  const docId = await s.saved();
  const actor = { companyId: s.companyId, providerId: admin.providerId, firstName: 'Ada', lastName: 'Lovelace' };
  const by = { ...actor, type: 'Admin', host: 'localhost', requestId: 'test', careGroupIds: null };
  let giving: ReturnType<typeof s.attach> | undefined;
  const bed = await s.app.database.inCompany(s.companyId, async (tx) => {
    const group = { kind: 'group', parentId: s.ward, name: 'Bed', displayName: 'Bed' } as const;
    const added = await addGroup(actOf(tx, s.app.clock, by), group);
    giving = s.attach(docId, s.clinic, { cascade: 1 });
    await somebodyWaits(s);
    return added;
  });
  expect((await giving)?.status).toBe(200);
  expect([await s.namesIn(s.ward), await s.namesIn(bed)]).toEqual([['Protocol'], ['Protocol']]);
});

test('ODF-01 ODF-03 OPS-54 P11-15 a trial has one order form: the latest takes the place of the one before, with the reason, and DOC-05 the trial says which it is', async () => {
  const s = await openDocuments();
  const { admin } = s.people;
  const status = async () => {
    const { groups } = (await admin.call(listTrials, { query: {} })).reply;
    return groups.find(({ gId }) => gId === s.trial)!;
  };
  expect(statusText(await status())).toContain('Order form');
  const first = await s.attached(s.trial, 'First', { isOrderForm: 1, cascade: 1 });
  expect((await status()).orderFormTemplate).toBe(first);
  expect(statusText(await status())).not.toContain('Order form');
  expect(await s.list(s.boston)).toMatchObject([{ friendlyName: 'First', orderFormTemplate: true }]);

  const second = await s.saved('Second');
  const replaced = await s.attach(second, s.trial, { isOrderForm: 1, replaces: first, reason: 'A field was missing' });
  expect(replaced.status).toBe(200);
  expect((await status()).orderFormTemplate).toBe(second);
  expect(await s.list(s.trial)).toMatchObject([{ friendlyName: 'Second', orderFormTemplate: true }]);
  expect(await s.namesIn(s.boston)).toEqual([]);
  expect((await s.trailOf(first)).at(-1)).toMatchObject({
    action: 'document.order_form_replaced',
    reason: 'A field was missing',
    changes: expect.arrayContaining([{ field: 'document_id', old: first, new: second }]) as unknown,
  });
  // P11-11: who sees the whole company still opens it.
  expect(await s.opens(first, admin)).toBe(200);

  const third = await s.attached(s.trial, 'Third', { isOrderForm: 1, replaces: second });
  expect((await s.trailOf(second)).at(-1)?.reason).toBe('Replaced the order form of a trial');
  await admin.call(api.detachFromGroup, { query: { docId: third, g_id: s.trial } });
  expect((await status()).orderFormTemplate).toBeNull();
  expect(await s.namesIn(s.trial)).toEqual([]);
});

test('P11-09 P11-11 what ends with an order form that is taken off or replaced, and with a training form, is in the trail as it was: each group, whether it cascades and for whom', async () => {
  const s = await openDocuments();
  const { admin } = s.people;
  const places = [s.trial, s.boston, s.lyon];
  const ended = async (docId: number) => (await s.trailOf(docId)).at(-1);
  const cascading = { isOrderForm: 1, cascade: 1 };
  const first = await s.attached(s.trial, 'First', cascading);
  const second = await s.attached(s.trial, 'Second', { ...cascading, replaces: first });
  expect(await ended(first)).toMatchObject({
    action: 'document.order_form_replaced',
    changes: [
      { field: 'care_groups', old: places },
      { field: 'cascades', old: true },
      { field: 'is_order_form', old: true },
      { field: 'document_id', old: first, new: second },
    ],
  });
  await admin.call(api.detachFromGroup, { query: { docId: second, g_id: s.trial } });
  expect(await s.namesIn(s.boston)).toEqual([]);
  expect(await ended(second)).toMatchObject({
    action: 'document.detached',
    changes: [
      { field: 'care_groups', old: places },
      { field: 'cascades', old: true },
      { field: 'is_order_form', old: true },
    ],
  });
  const training = await s.attached(s.trial, 'Training', { isTrainingDoc: 1, userType: 'Admin', cascade: 1 });
  await admin.call(api.detachFromGroup, { query: { docId: training, g_id: s.boston } });
  expect((await ended(training))?.changes).toEqual([
    { field: 'care_groups', old: [s.boston] },
    { field: 'cascades', old: true },
    { field: 'user_types', old: ['Admin'] },
  ]);
});

const exists = 'An order form already exists for this trial. Do you want to replace it?';

test.each(['that has none', 'in the place of the one it has'])(
  'REL-08 ODF-01 of 20 order forms that are added at once to a trial %s one is, and the others are asked',
  async (which) => {
    const s = await openDocuments();
    const replaces = which === 'that has none' ? undefined : await s.attached(s.trial, 'Before', { isOrderForm: 1 });
    const forms = await Promise.all(Array.from({ length: 20 }, (_, n) => s.saved(`Form ${n}`)));
    const answers = await Promise.all(forms.map((docId) => s.attach(docId, s.trial, { isOrderForm: 1, replaces })));
    const won = forms.filter((_, n) => answers[n]?.status === 200);
    expect(won).toHaveLength(1);
    for (const { status, body } of answers.filter((one) => one.status !== 200))
      expect([status, body]).toEqual([
        409,
        { code: 'document.order_form_exists', message: exists, detail: { orderFormTemplate: won[0] } },
      ]);
    expect((await s.list(s.trial)).map(({ docId }) => docId)).toEqual(won);
    expect(await s.formOf(s.trial)).toBe(won[0]);
  },
);

test('REL-08 ODF-02 OPS-54 an order form takes the place of another only where that one is named: else nothing changes', async () => {
  const s = await openDocuments();
  const first = await s.attached(s.trial, 'First', { isOrderForm: 1 });
  const [second, third] = [await s.saved('Second'), await s.saved('Third')];
  const state = async () => [await s.formOf(s.trial), await s.list(s.trial), await s.trailOf(first)];
  const before = await state();
  for (const replaces of [undefined, third]) {
    const refused = await s.attach(second, s.trial, { isOrderForm: 1, replaces });
    expect([refused.status, refused.message]).toEqual([409, exists]);
  }
  expect(await state()).toEqual(before);
  expect((await s.attach(second, s.trial, { isOrderForm: 1, replaces: first })).status).toBe(200);
  // What was named is gone already: there is nothing to ask.
  await s.people.admin.call(api.detachFromGroup, { query: { docId: second, g_id: s.trial } });
  expect((await s.attach(third, s.trial, { isOrderForm: 1, replaces: second })).status).toBe(200);
  expect(await s.formOf(s.trial)).toBe(third);
});

test('ODF-01 an order form belongs to a trial with shipping requests, and OPS-55 DOC-10 DOC-18 a training form to types of users', async () => {
  const s = await openDocuments();
  const docId = await s.saved('Training', { data: await aPaper(1) });
  await s.rows('update care_group set has_shipping = false where care_group_id = $1', [s.otherTrial]);
  const said = async (over: object, g_id = s.trial) => {
    const { status, message } = await s.attach(docId, g_id, over as Record<string, unknown>);
    return [status, message];
  };
  const noForm = [400, 'An order form needs a trial with shipping requests.'];
  expect(await said({ isOrderForm: 1 }, s.boston)).toEqual(noForm);
  expect(await said({ isOrderForm: 1 }, s.otherTrial)).toEqual(noForm);
  expect(await said({ isOrderForm: 1 }, s.ward)).toEqual(noForm);
  const nobody = [400, 'Please choose who has to acknowledge it.'];
  for (const userType of [undefined, null, '', [], ' , '])
    expect(await said({ isTrainingDoc: 1, userType })).toEqual(nobody);
  expect(await said({ isTrainingDoc: 1, userType: 'Admin,Doctor' })).toEqual([
    400,
    'One of the user types is not known.',
  ]);
  expect((await said({ isTrainingDoc: 1, isOrderForm: 1, userType: 'Admin' }))[0]).toBe(400);
  expect(await s.list(s.trial)).toEqual([]);

  // Either spelling, as text or as a list, is one of the five.
  expect((await said({ isTrainingDoc: 1, userType: 'SiteUser, Pharmacy User,Site User' }))[0]).toBe(200);
  const other = await s.attached(s.trial, 'GCP', {
    isTrainingDoc: 1,
    userType: ['Admin', 'Wholesaler Partner', 'Sponsor'],
  });
  expect((await s.list(s.trial)).map(({ docId: id, userTypes }) => [id, userTypes])).toEqual([
    [other, 'Admin,Wholesaler Partner,Sponsor'],
    [docId, 'Site User,Pharmacy Partner'],
  ]);
});

test('OPS-51 ODF-01 SEC-23 a document of the library becomes neither the order form of a trial nor a training form, not even in place of the present one', async () => {
  const s = await openDocuments();
  const present = await s.attached(s.trial, 'Order form', { isOrderForm: 1 });
  const docId = await s.ofLibrary('Leaflet', 1);
  const said = async (over: Record<string, unknown>) => {
    const { status, message, fields } = await s.attach(docId, s.trial, over);
    return [status, message, Object.keys(fields ?? {})];
  };
  expect(await said({ isOrderForm: 1, replaces: present })).toEqual([
    400,
    'isOrderForm does not go with a document of the library',
    ['isOrderForm'],
  ]);
  expect(await said({ isTrainingDoc: 1, userType: 'Site User' })).toEqual([
    400,
    'isTrainingDoc does not go with a document of the library',
    ['isTrainingDoc'],
  ]);
  expect(await s.formOf(s.trial)).toBe(present);
  expect((await s.list(s.trial)).map((one) => one.docId)).toEqual([present]);
});

test('SEC-23 OPS-15 whoever sees a document only because they sign it adds it to no group, as they may not delete it', async () => {
  const s = await openDocuments();
  const { admin, ofBoston, ofTrial, atLyon } = s.people;
  const docId = await s.attached(s.lyon);
  await s.asked(docId, [
    [ofBoston.providerId, null],
    [atLyon.providerId, null],
  ]);
  expect(await s.opens(docId, ofBoston)).toBe(200);
  const links = () => s.rows('select document_id, care_group_id, removed_at from document_link order by 1, 2');
  const before = await links();
  const { status, code } = await s.attach(docId, s.boston, {}, ofBoston);
  expect([status, code]).toEqual([403, 'forbidden']);
  expect((await ofBoston.call(api.deleteDocument, { query: { docId } })).status).toBe(403);
  expect(await links()).toEqual(before);
  // Who does not even sign it hears nothing of it; whose it is adds it where they are.
  const other = await s.attached(s.lyon);
  expect((await s.attach(other, s.boston, {}, ofBoston)).status).toBe(404);
  expect((await s.attach(docId, s.boston, {}, ofTrial)).status).toBe(200);
  expect((await s.attach(docId, s.trial, {}, admin)).status).toBe(200);
});

test('ERR-12 ERR-14 ERR-15 DOC-23 UPW-17 UPW-19 what fails for a reason of ours says so in the sentence of the call, and leaves nothing behind', async () => {
  const s = await openDocuments();
  const { admin } = s.people;
  const docId = await s.attached(s.boston);
  const before = await s.rows('select document_id from document');
  await s.rows('alter table document_link rename to elsewhere');
  await s.rows('alter table stored_file rename to nowhere');
  const said = async (answer: Promise<{ status: number; message: string | undefined }>) => {
    const { status, message } = await answer;
    return [status, message];
  };
  const body = uploadOf('Leaflet', { company_id: s.companyId, isTemplate: 0 });
  const noSave = [500, 'A Problem occurred while saving the document'];
  expect(await said(admin.call(api.saveDocument, { body: uploadOf() }))).toEqual(noSave);
  expect(await said(admin.call(api.addToLibrary, { body }))).toEqual(noSave);
  expect(await said(s.attach(docId, s.lyon))).toEqual([500, 'Failed to add documents to care groups']);
  expect(await said(admin.call(api.deleteDocument, { query: { docId } }))).toEqual([
    500,
    'Failed to delete the document.',
  ]);
  expect(await said(admin.call(api.detachFromGroup, { query: { docId, g_id: s.boston } }))).toEqual([
    500,
    'Failed to delete the document from group.',
  ]);
  await s.rows('alter table elsewhere rename to document_link');
  await s.rows('alter table nowhere rename to stored_file');
  expect(await s.rows('select document_id from document')).toEqual(before);
  expect(await s.namesIn(s.boston)).toEqual(['Protocol']);
});

test('P11-11 SEC-23 what was once in a group stays readable in the trail to its reviewers: links that ended, order forms that were replaced, documents that were deleted', async () => {
  const s = await openDocuments();
  const { admin, ofTrial, ofBoston } = s.people;
  const first = await s.attached(s.trial, 'First', { isOrderForm: 1 });
  const second = await s.attached(s.trial, 'Second', { isOrderForm: 1, replaces: first, reason: 'New sponsor' });
  await admin.call(api.deleteDocument, { query: { docId: second } });
  const paper = await s.attached(s.boston, 'Paper');
  await ofBoston.call(api.detachFromGroup, { query: { docId: paper, g_id: s.boston } });
  const read = async (who: Caller, recordId: number) =>
    (await who.call(readAudit, { query: { recordKind: 'document', recordId } })).reply.entries.map(
      ({ kind, reason }) => (reason ? `${kind}: ${reason}` : kind),
    );
  expect(await read(ofTrial, first)).toEqual([
    'document.order_form_replaced: New sponsor',
    'document.attached',
    'document.kept',
  ]);
  expect(await read(ofTrial, second)).toEqual([
    'document.removed: Deleted a document',
    'document.attached',
    'document.kept',
  ]);
  expect(await read(ofBoston, paper)).toEqual(['document.detached', 'document.attached', 'document.kept']);
  expect(await read(ofBoston, first)).toEqual([]);
  const forms = await ofTrial.call(readAudit, { query: { recordKind: 'care_group', recordId: s.trial } });
  const set = forms.reply.entries.filter(({ kind }) => kind === 'trial.order_form_set');
  expect(set.flatMap(({ changes }) => changes)).toEqual([
    { field: 'order_form_template_id', old: second, new: null },
    { field: 'order_form_template_id', old: first, new: second },
    { field: 'order_form_template_id', old: null, new: first },
  ]);
});

test('OPS-53 CLN-24 SEC-27 a file that announces more than 50 MB is refused unread, by the documents and by the library', async () => {
  onItsOwn();
  const s = await openDocuments();
  const { port } = await listening(s);
  for (const { path } of [api.saveDocument, api.addToLibrary]) {
    const line = await aLine(port);
    line.socket.write(
      [
        `POST /api${path} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: application/json',
        `Content-Length: ${maxUploadBody + 1}`,
        `Authorization: Bearer ${s.people.admin.token}`,
        '\r\n',
      ].join('\r\n'),
    );
    await expect.poll(() => line.heard(), { timeout: 5_000 }).toMatch(/^HTTP\/1\.1 \d{3}[^]*"code"/);
    expect(line.heard()).toMatch(/^HTTP\/1\.1 413 [^]*"message":"File size is greater than 50MB"/);
  }
  expect(await s.rows('select document_id from document')).toEqual([]);
});

test('DOC-19 DOC-05 the groups that documents are looked at by say what the page asks of them', async () => {
  const s = await openDocuments();
  const { groups } = (await s.people.atBoston.call(listTrials, { query: {} })).reply;
  const trial = groups.find(({ gId }) => gId === s.trial);
  expect(trial).toMatchObject({
    gId: s.trial,
    displayName: expect.stringMatching(/^Trial/) as string,
    groupType: 'Trial',
    hasShippingRequest: true,
    hasCard: false,
    outreachPreference: false,
    subjectNumberMask: 'XXX-XXX',
  });
  expect(groups.find(({ gId }) => gId === s.boston)).toMatchObject({
    groupType: 'Trial Site',
    hasShippingRequest: true,
  });
});

test.each([
  ['filename', 'paper.pdf\r\nSet-Cookie: a=b'],
  ['filename', 'paper\t.pdf'],
  ['friendlyName', 'Paper\nSet-Cookie: a=b'],
  ['friendlyName', 'Invoice \u202efdp.exe'],
])('SEC-31 a %s with a line break, a tab or what turns the reading around is refused: %j', async (field, name) => {
  onItsOwn();
  const s = await openDocuments();
  const body = uploadOf('Protocol', { company_id: s.companyId, [field]: name });
  const refused = await s.people.admin.call(api.saveDocument, { body });
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ fields: { [field]: 'contains characters that cannot be stored' } });
  expect(await s.rows('select from document')).toEqual([]);
});

/** Refers to a group until what is begun meanwhile stands before a lock: who wants the group for themselves is among them. */
async function whileReferredTo<Begun>(s: Documents, gId: number, begin: () => Promise<Begun>): Promise<Begun> {
  return s.app.database.asSystem(async (tx) => {
    await tx.selectFrom('care_group').select('name').where('care_group_id', '=', gId).forKeyShare().execute();
    return begin();
  });
}

test('OPS-05 OPS-30 REL-02 a form that is added elsewhere while a group that has it is copied there is added after the copy, with all below and without', async () => {
  const s = await openDocuments();
  const over = { isTrainingDoc: 1, userType: 'Site User' };
  const copy = (gId: number) =>
    s.people.admin.call(copyCareGroups, {
      body: { companyId: s.companyId, gId, parentId: s.otherTrial, copyAllSubgroups: false },
    });
  const first = await s.attached(s.boston, 'GCP', over);
  const { answers } = await s.app.database.asSystem(async (tx) => {
    await holdGroups(tx, s);
    const copied = copy(s.boston);
    await somebodyWaits(s);
    const attached = s.attach(first, s.otherTrial, { ...over, cascade: 1 });
    await somebodyWaits(s, 2);
    return { answers: Promise.all([copied, attached]) };
  });
  expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
  const [copied] = await answers;
  expect([await s.namesIn(copied.reply.gId), await s.namesIn(s.otherTrial)]).toEqual([['GCP'], ['GCP']]);

  const second = await s.attached(s.lyon, 'Safety', over);
  const { others } = await whileReferredTo(s, s.otherTrial, async () => {
    const attached = s.attach(second, s.otherTrial, over);
    await somebodyWaits(s);
    const begun = copy(s.lyon);
    await Promise.race([begun, somebodyWaits(s, 2)]);
    return { others: Promise.all([attached, begun]) };
  });
  expect((await others).map(({ status }) => status)).toEqual([200, 200]);
  expect((await s.namesIn(s.otherTrial)).toSorted()).toEqual(['GCP', 'Safety']);
});

test('ODF-01 OPS-05 REL-02 an order form that is deleted while a site is added below its trial is deleted after that, there as well', async () => {
  const s = await openDocuments();
  const { admin } = s.people;
  const docId = await s.attached(s.trial, 'Order form', { isOrderForm: 1, cascade: 1 });
  const { answers } = await whileReferredTo(s, s.trial, async () => {
    const deleted = admin.call(api.deleteDocument, { query: { docId } });
    await somebodyWaits(s);
    const added = admin.call(addCareGroup, { body: siteOf(s.trial, 'Uppsala') });
    await Promise.race([added, somebodyWaits(s, 2)]);
    return { answers: Promise.all([deleted, added]) };
  });
  const [deleted, added] = await answers;
  expect([deleted.status, added.status]).toEqual([200, 200]);
  expect([await s.namesIn(added.reply.gId), await s.formOf(s.trial)]).toEqual([[], null]);
});

test.each(['a person is given', 'a person is invited to', 'two people of a file are invited to'])(
  'REL-02 a document goes to two groups while %s them, named the other way round, one after the other',
  async (how) => {
    const s = await openDocuments();
    const { admin } = s.people;
    const docId = await s.saved();
    const gIds = [s.lyon, s.boston];
    const cp_id = await s.aPerson('Site User', { company_id: s.companyId });
    const given = { companyId: s.companyId, cp_id, groupsToAdd: gIds.map((gId) => ({ gId, public: 0 })) };
    const invited = { companyId: s.companyId, gIds, ...invitationTo(`to-both-${docId}@clinic.example`) };
    const names = await s.rows<{ id: number; name: string }>(
      'select care_group_id as id, display_name as name from care_group where care_group_id = any($1)',
      [gIds],
    );
    const rows = gIds.map((gId, n) => ({
      email: `to-one-${n}-${docId}@clinic.example`,
      providerType: 'Site User',
      careGroups: names.find(({ id }) => id === gId)?.name,
      adminRights: '',
      prescriber: '',
      sponsor: '',
    }));
    const bringsIn = async () => {
      if (how === 'a person is given') return admin.call(addGroupsOfUser, { body: given });
      if (how === 'a person is invited to') return admin.call(inviteUser, { body: invited });
      return admin.call(inviteUsers, { body: { companyId: s.companyId, isDryRun: 0, rows } });
    };
    const { answers } = await s.app.database.asSystem(async (tx) => {
      await tx.selectFrom('care_group').select('name').where('care_group_id', '=', s.boston).forUpdate().execute();
      const attached = s.attach(docId, [s.boston, s.lyon]);
      await somebodyWaits(s);
      const begun = bringsIn();
      await somebodyWaits(s, 2);
      return { answers: Promise.all([attached, begun]) };
    });
    expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
  },
);
