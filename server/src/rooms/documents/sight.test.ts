import * as api from '@portal/contract/documents/endpoints.ts';
import { expect, test } from 'vitest';
import { type Documents, openDocuments, uploadOf } from '#test/documents.ts';
import { aPdf } from '#test/pdfs.ts';
import { openShipments } from '#test/shipments.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';

type Who = keyof Documents['people'];
const everybody = (s: Documents) => Object.entries(s.people) as [Who, Caller][];
/** Who of all the people opens it; for everybody else there is no such document. */
const readers = async (s: Documents, docId: number): Promise<Who[]> => {
  const found: Who[] = [];
  for (const [who, person] of everybody(s)) {
    const status = await s.opens(docId, person);
    expect([who, status]).toEqual([who, status === 200 ? 200 : 404]);
    if (status === 200) found.push(who);
  }
  return found;
};

test('SEC-22 SEC-23 P11-11 who opens a document is decided by where it hangs: nowhere, in a group, in the library, as a report, as the copy of a training', async () => {
  const s = await openDocuments();
  const { ofBoston, sponsor, pharmacist, atLyon, admin } = s.people;
  // Nowhere: who sees the whole company, who saved it, and its signers.
  const loose = await s.saved('Loose', {}, ofBoston);
  expect(await readers(s, loose)).toEqual(['admin', 'ofBoston', 'ofClinic']);
  await s.asked(loose, [
    [atLyon.providerId, null],
    [pharmacist.providerId, null],
  ]);
  expect(await readers(s, loose)).toEqual(['admin', 'ofBoston', 'ofClinic', 'atLyon', 'pharmacist']);

  const ofSite = await s.attached(s.boston, 'Site');
  expect(await readers(s, ofSite)).toEqual(['admin', 'ofTrial', 'ofBoston', 'atBoston']);
  const ofTrial = await s.attached(s.trial, 'Trial');
  expect(await readers(s, ofTrial)).toEqual(['admin', 'ofTrial']);
  await admin.call(api.detachFromGroup, { query: { docId: ofSite, g_id: s.boston } });
  expect(await readers(s, ofSite)).toEqual(['admin', 'ofClinic']);

  // A report is about the people of the site, and not for them.
  const report = await s.attached(s.boston, 'Report');
  await s.isReport(report, s.boston);
  expect(await readers(s, report)).toEqual(['admin', 'ofTrial', 'ofBoston', 'sponsor']);
  const elsewhere = await s.attached(s.otherTrial, 'Report');
  await s.isReport(elsewhere, s.otherTrial);
  expect(await s.opens(elsewhere, sponsor)).toBe(404);

  // Every administrator gives documents of the library to the workflows of their groups.
  const book = await s.ofLibrary();
  expect(await readers(s, book)).toEqual(['admin', 'ofTrial', 'ofBoston', 'ofClinic', 'ofWard']);

  // What somebody signs of a training goes with its signer: a partner's people are in no group, and the company's.
  const training = await s.attached(s.boston, 'Training', {
    isTrainingDoc: 1,
    userType: 'Site User,Pharmacy Partner',
  });
  const copyOf = async (signer: Caller) => {
    const copy = await s.saved('Training');
    await s.rows('update document set template_id = $1 where document_id = $2', [training, copy]);
    await s.asked(copy, [[signer.providerId, null]], { kind: 'training' });
    return copy;
  };
  expect(await readers(s, await copyOf(s.people.atBoston))).toEqual([
    'admin',
    'ofTrial',
    'ofBoston',
    'ofClinic',
    'atBoston',
  ]);
  expect(await readers(s, await copyOf(atLyon))).toEqual(['admin', 'ofTrial', 'ofClinic', 'atLyon']);
  expect(await readers(s, await copyOf(pharmacist))).toEqual(['admin', 'ofClinic', 'pharmacist']);
});

test('SEC-23 what was withdrawn is nobody’s to sign any more, and what has ended stays readable to its signers', async () => {
  const s = await openDocuments();
  const { atLyon } = s.people;
  for (const [state, expected] of [
    ['open', 200],
    ['completed', 200],
    ['rejected', 200],
    ['withdrawn', 404],
  ] as const) {
    const docId = await s.attached(s.boston, state);
    await s.asked(docId, [[atLyon.providerId, '2026-01-01Z']], { state });
    expect([state, await s.opens(docId, atLyon)]).toEqual([state, expected]);
  }
});

test('APD-02 ROL-21 ROL-23 DOC-07 DOC-09 the list of a group shows its people what is theirs, the sponsor reports alone, and a partner has none', async () => {
  const s = await openDocuments();
  const protocol = await s.attached(s.boston, 'Protocol');
  const report = await s.attached(s.boston, 'Access report_2026-01-02_2026-01-01');
  await s.isReport(report, s.boston);
  const listed = async (who: Who, g_id: number) => {
    const { status, reply } = await s.people[who].call(api.listGroupDocuments, { query: { g_id } });
    return status === 200 ? reply.documents.map(({ friendlyName }) => friendlyName.slice(0, 13)) : status;
  };
  const seen: Record<Who, unknown> = {
    admin: ['Access report', 'Protocol'],
    ofTrial: ['Access report', 'Protocol'],
    ofBoston: ['Access report', 'Protocol'],
    ofClinic: 404,
    ofWard: 404,
    atBoston: ['Protocol'],
    atLyon: 404,
    sponsor: ['Access report'],
    pharmacist: 403,
    abroad: 404,
  };
  for (const [who] of everybody(s)) expect([who, await listed(who, s.boston)]).toEqual([who, seen[who]]);
  expect((await s.call(api.listGroupDocuments, { query: { g_id: s.boston } })).status).toBe(401);
  expect((await s.people.admin.call(api.listGroupDocuments, { query: { g_id: 99_999 } })).status).toBe(404);
  // Nor does asking what comes after one tell whether it is there.
  const goesOn = async (who: Who, after: number) =>
    (await s.people[who].call(api.listGroupDocuments, { query: { g_id: s.boston, after } })).status;
  expect([await goesOn('atBoston', protocol), await goesOn('atBoston', report)]).toEqual([200, 404]);
  expect([await goesOn('sponsor', protocol), await goesOn('sponsor', report)]).toEqual([404, 200]);
});

test('UMR-01 UMR-02 DOC-16 SEC-34 a row says how far its signatures are, whose turn it is, and shows each signer their own half of the secret alone', async () => {
  onItsOwn();
  const s = await openDocuments();
  const { admin, ofBoston, sponsor } = s.people;
  const report = await s.attached(s.boston, 'Report_2026-01-02_2026-01-01');
  await s.isReport(report, s.boston);
  const request = await s.asked(
    report,
    [
      [ofBoston.providerId, '2026-01-02Z'],
      [sponsor.providerId, null],
    ],
    { kind: 'report' },
  );
  const row = async (who: Caller) => (await s.list(s.boston, who))[0];
  const secrets = await s.rows<{ sr: string; own: string; name: string }>(
    'select sr_uuid as sr, signer_uuid as own, name from signing_request join signer using (signing_request_id) order by signer_num',
  );
  const common = {
    isUserManagementReport: true,
    isSignRequest: true,
    isCompletelySigned: false,
    isRejected: false,
    userManagementReport: 'pending',
    reportStatus: null,
    waitsFor: secrets[1]?.name,
  };
  expect(await row(sponsor)).toMatchObject({
    ...common,
    uuid: secrets[1]?.sr,
    signerUuid: secrets[1]?.own,
    signerNum: 2,
    isCurrentSigner: true,
  });
  expect(await row(ofBoston)).toMatchObject({
    ...common,
    uuid: secrets[0]?.sr,
    signerUuid: secrets[0]?.own,
    signerNum: 1,
    isCurrentSigner: false,
  });
  expect(await row(admin)).toMatchObject({
    ...common,
    uuid: null,
    signerUuid: null,
    signerNum: null,
    isCurrentSigner: false,
  });
  const becomes = async (state: string) => {
    await s.rows('update signing_request set state = $1 where signing_request_id = $2', [state, request]);
    const { userManagementReport, reportStatus, isRejected, isCompletelySigned, waitsFor } = (await row(admin))!;
    return [userManagementReport, reportStatus, isRejected, isCompletelySigned, waitsFor];
  };
  expect(await becomes('completed')).toEqual(['Accepted', 'Accepted', false, true, null]);
  expect(await becomes('rejected')).toEqual(['Rejected', 'Rejected', true, false, null]);
});

test('DOC-20 OPS-50 an order form is listed while its request goes on, with how it stands, and PRV-01 opening it is on record for whom it is about', async () => {
  onItsOwn();
  const s = await openShipments();
  const { admin, siteUser } = s.people;
  const ada = (await s.rows<{ id: number }>('select participant_id as id from participant limit 1'))[0]!.id;
  const srId = await s.aRequest({ participants: [s.subject('717-919', ada)], toParticipant: 1 });
  const saved = await admin.call(api.saveDocument, { body: uploadOf('Order form') });
  const docId = saved.reply.documentId;
  await admin.call(api.attachToGroups, { body: { docId, g_id: s.siteId } });
  await s.rows('insert into shipment_document (document_id, company_id, request_id) values ($1, $2, $3)', [
    docId,
    s.companyId,
    srId,
  ]);
  const rows = async () =>
    (await siteUser.call(api.listGroupDocuments, { query: { g_id: s.siteId } })).reply.documents.map((one) => [
      one.srId,
      one.srStatus,
      one.category,
    ]);
  for (const status of ['preprocessing', 'processing', 'shipped', 'received']) {
    await s.put(srId, { status });
    expect(await rows()).toEqual([[srId, status, null]]);
  }
  const [row] = (await siteUser.call(api.listGroupDocuments, { query: { g_id: s.siteId } })).reply.documents;
  expect(row).toMatchObject({ g_id: s.siteId, participants: [{ participantId: ada, subjectNumber: '717-919' }] });
  for (const status of ['cancelled', 'missing', 'damaged', 'other']) {
    await s.put(srId, { status });
    expect([status, await rows()]).toEqual([status, []]);
  }
  const { documents } = (await siteUser.call(siteDocuments.list, { query: { srId } })).reply;
  expect(documents).toHaveLength(1);
  expect((await siteUser.call(api.fetchDocument, { query: { docId } })).status).toBe(200);
  await s.app.accessLog.flush();
  const read = await s.rows(
    `select record_ids from access_entry where call = 'GET /document' and record_kind = 'participant' and outcome = 'read'`,
  );
  expect(read).toEqual([{ record_ids: [ada] }]);
});

test('OPS-48 OPS-15 ROL-20 DOC-03 whoever has no admin rights, or none over the group, changes nothing of its documents', async () => {
  const s = await openDocuments();
  const docId = await s.attached(s.boston, 'Protocol');
  const book = await s.ofLibrary();
  const loose = await s.saved('Loose');
  const before = await s.rows('select * from document_link');
  const tries = (who: Caller) => ({
    save: who.call(api.saveDocument, { body: uploadOf('Mine') }),
    delete: who.call(api.deleteDocument, { query: { docId } }),
    attach: who.call(api.attachToGroups, { body: { docId, g_id: s.lyon } }),
    attachLoose: who.call(api.attachToGroups, { body: { docId: loose, g_id: s.lyon } }),
    detach: who.call(api.detachFromGroup, { query: { docId, g_id: s.boston } }),
    library: who.call(api.listLibrary, { query: { companyId: s.companyId } }),
    addToLibrary: who.call(api.addToLibrary, { body: uploadOf('Book', { company_id: s.companyId, isTemplate: 0 }) }),
    removeFromLibrary: who.call(api.removeFromLibrary, { query: { companyId: s.companyId, docId: book } }),
  });
  const said = async (who: Caller) =>
    Object.fromEntries(
      await Promise.all(Object.entries(tries(who)).map(async ([name, answer]) => [name, (await answer).status])),
    ) as Record<string, number>;
  const all = (status: number) => Object.fromEntries(Object.keys(tries(s.people.abroad)).map((name) => [name, status]));
  for (const who of ['atBoston', 'atLyon', 'sponsor', 'pharmacist'] as const)
    expect([who, await said(s.people[who])]).toEqual([who, all(403)]);
  const ofGroup = { save: 200, library: 200, addToLibrary: 403, removeFromLibrary: 403 };
  expect(await said(s.people.ofWard)).toEqual({ ...all(404), ...ofGroup });
  // Of another company: what is ours is nowhere, and naming our company is refused.
  expect(await said(s.people.abroad)).toEqual({ ...all(404), ...ofGroup, library: 403 });
  const partnerWithRights = await s.signedIn(
    await s.aPerson('Pharmacy User', { company_id: s.companyId, partner_id: s.pharmacyId, admin_rights: true }),
  );
  expect(await said(partnerWithRights)).toEqual(all(403));
  expect(await s.rows('select * from document_link')).toEqual(before);
  expect((await s.call(api.saveDocument, { body: uploadOf() })).status).toBe(401);
});

test('SEC-23 nobody hands on to a group what is a request’s, or takes from others what they share with them', async () => {
  const s = await openShipments();
  const body = {
    srId: await s.aRequest(),
    category: 2,
    filename: 'a.pdf',
    friendlyName: 'a',
    contentType: 'application/pdf',
    data: aPdf().toString('base64'),
  };
  const { docId } = (await s.people.siteUser.call(siteDocuments.upload, { body })).reply;
  const { admin } = s.people;
  expect((await admin.call(api.attachToGroups, { body: { docId, g_id: s.trialId } })).status).toBe(404);

  const d = await openDocuments();
  const shared = await d.attached(d.boston);
  expect((await d.attach(shared, d.lyon)).status).toBe(200);
  const { ofBoston } = d.people;
  const removed = await ofBoston.call(api.deleteDocument, { query: { docId: shared } });
  expect([removed.status, removed.code]).toEqual([403, 'forbidden']);
  expect((await ofBoston.call(api.detachFromGroup, { query: { docId: shared, g_id: d.lyon } })).status).toBe(404);
  // Whoever is asked to sign a document does not own it.
  const signed = await d.saved('To sign');
  await d.asked(signed, [[ofBoston.providerId, null]]);
  expect(await d.opens(signed, ofBoston)).toBe(200);
  expect((await ofBoston.call(api.deleteDocument, { query: { docId: signed } })).status).toBe(403);
  expect([await d.opens(shared, ofBoston), await d.opens(signed, ofBoston)]).toEqual([200, 200]);
});
