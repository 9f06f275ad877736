import * as documents from '@portal/contract/documents/endpoints.ts';
import * as api from '@portal/contract/shipments/document-endpoints.ts';
import { listForPharmacy } from '@portal/contract/shipments/endpoints.ts';
import { verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { uploadOf } from '#test/documents.ts';
import { openOrderForms } from '#test/order-forms.ts';
import { touched } from '#test/plans.ts';
import type { Caller } from '#test/portal.ts';
import { listDocuments } from './documents.ts';

const calls = {
  siteUser: api.siteDocuments,
  admin: api.siteDocuments,
  pharmacist: api.pharmacyDocuments,
  wholesaler: api.wholesalerDocuments,
} as const;

/** A request for Ada, whose order form everybody has signed. */
async function aSignedRequest() {
  const s = await openOrderForms();
  const { srId, orderForms } = await s.asked({ participants: [s.subject('717-919', s.ada)] });
  const form = orderForms[0]!.docId;
  const ends = (docId: number, state = 'completed') =>
    s.rows(
      `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
       values ($1, $2, 'general', gen_random_uuid(), $3, now()) on conflict (document_id) do update set state = excluded.state`,
      [s.companyId, docId, state],
    );
  await ends(form);
  const { admin } = s.people;
  /** As the screen does it: a new document that names the old one, and then a place for it. */
  const uploaded = async (corrects: number, name: string, filename = `${name}.pdf`) =>
    (await admin.call(documents.saveDocument, { body: uploadOf(name, { corrects, filename }) })).reply.documentId;
  const put = (docId: number, g_id = s.siteId) => admin.call(documents.attachToGroups, { body: { docId, g_id } });
  const corrected = async (docId: number, name = 'Corrected form', g_id = s.siteId) => {
    const fresh = await uploaded(docId, name);
    expect((await put(fresh, g_id)).status).toBe(200);
    return fresh;
  };
  const opens = async (docId: number, by: Caller) =>
    (await by.call(documents.fetchDocument, { query: { docId } })).status;
  const listed = async (who: keyof typeof calls, of = srId) =>
    (await s.people[who].call(calls[who].list, { query: { srId: of } })).reply.documents.map(
      ({ docId, category, isCorrected }) => [docId, category, isCorrected],
    );
  return { ...s, srId, form, ends, uploaded, put, corrected, opens, listed };
}

test('P11-08 SDC-06 APS-15 APS-27 what corrects the order form of a request stands among its documents, from the moment it is put somewhere, and so does what corrects that', async () => {
  const s = await aSignedRequest();
  const { admin, pharmacist } = s.people;
  const fresh = await s.uploaded(s.form, 'Corrected form');
  const alone = [[s.form, null, false]];
  expect([await s.listed('siteUser'), await s.listed('pharmacist')]).toEqual([alone, alone]);
  expect(await s.opens(fresh, pharmacist)).toBe(404);
  await s.put(fresh);
  await s.ends(fresh);
  const second = await s.corrected(fresh, 'Corrected again', s.trialId);
  const all = [
    [s.form, null, true],
    [fresh, null, true],
    [second, null, false],
  ];
  expect([await s.listed('siteUser'), await s.listed('admin'), await s.listed('pharmacist')]).toEqual([all, all, all]);
  const counted = (await pharmacist.call(listForPharmacy, { query: { ppId: s.pharmacyId } })).reply.requests;
  expect(counted.map((one) => one.documentCount)).toEqual([3]);

  const read = async (docId: number) => {
    const { corrects, correctedBy } = (await pharmacist.call(documents.fetchDocument, { query: { docId } })).reply;
    return [corrects?.docId ?? null, correctedBy.map((one) => one.docId)];
  };
  expect([await read(s.form), await read(fresh), await read(second)]).toEqual([
    [null, [fresh]],
    [s.form, [second]],
    [fresh, []],
  ]);
  expect((await pharmacist.call(verifyDocument, { query: { docId: fresh } })).status).toBe(200);

  // One that is taken out of its group, or deleted, corrects nothing any more; what corrected it stays.
  await admin.call(documents.detachFromGroup, { query: { docId: second, g_id: s.trialId } });
  expect(await s.listed('pharmacist')).toEqual([
    [s.form, null, true],
    [fresh, null, false],
  ]);
  expect(await s.opens(second, pharmacist)).toBe(404);
  await s.put(second, s.trialId);
  expect((await admin.call(documents.deleteDocument, { query: { docId: fresh } })).status).toBe(200);
  // What is left corrects the first one now, and whoever opens that is led there.
  expect(await s.listed('pharmacist')).toEqual([
    [s.form, null, true],
    [second, null, false],
  ]);
  expect(await read(s.form)).toEqual([null, [second]]);
  expect(await s.opens(second, pharmacist)).toBe(200);
  // The one it stands for may be gone as well.
  expect((await admin.call(documents.deleteDocument, { query: { docId: s.form } })).status).toBe(200);
  expect(await s.listed('pharmacist')).toEqual([[second, null, false]]);
  expect(await s.opens(second, pharmacist)).toBe(200);
});

test('P11-08 SEC-23 PRV-04 what corrects a document of a request is read by whoever may read that document, and by nobody else for it', async () => {
  const s = await aSignedRequest();
  const everybody = { ...s.people, prescriber: s.prescriber };
  const readers = async (docId: number) => {
    const found: string[] = [];
    for (const [who, person] of Object.entries(everybody)) if ((await s.opens(docId, person)) === 200) found.push(who);
    return found;
  };
  const ofForm = await readers(s.form);
  expect(ofForm).toEqual(['admin', 'siteUser', 'other', 'pharmacist', 'nurse', 'prescriber']);
  expect(await readers(await s.corrected(s.form, 'Corrected form', s.trialId))).toEqual(ofForm);

  // What a wholesaler does not get of a request it gets by no correction either.
  const pens = await s.aRequest({ products: [s.line(s.pen)] });
  const given = { srId: pens, category: 2, ...uploadOf('Letter') };
  const { docId: letter } = (await s.people.siteUser.call(api.siteDocuments.upload, { body: given })).reply;
  await s.ends(letter, 'rejected');
  const ofLetter = await readers(letter);
  expect(ofLetter).toEqual(['admin', 'siteUser', 'other', 'wholesaler', 'nurse', 'prescriber']);
  const better = await s.corrected(letter, 'Letter, corrected');
  expect(await readers(better)).toEqual(ofLetter);
  expect(await s.listed('wholesaler', pens)).toEqual([
    [letter, 2, true],
    [better, 2, false],
  ]);

  // Of a document of the group alone a correction stays where it was put.
  const protocol = await s.uploaded(s.form, 'Protocol');
  await s.rows('update document set corrects_id = null where document_id = $1', [protocol]);
  await s.put(protocol);
  await s.ends(protocol);
  const ofTrial = await s.corrected(protocol, 'Protocol, corrected', s.trialId);
  expect(await readers(ofTrial)).toEqual(['admin']);
});

test('PRV-04 P11-08 how the file of a correction is called on a computer of the site no wholesaler reads, also of what corrects that', async () => {
  const s = await aSignedRequest();
  const { siteUser, wholesaler, pharmacist } = s.people;
  const pens = await s.aRequest({ products: [s.line(s.pen)] });
  const given = { srId: pens, category: 2, ...uploadOf('Letter') };
  const { docId: letter } = (await siteUser.call(api.siteDocuments.upload, { body: given })).reply;
  const read = async (docId: number, by = wholesaler) =>
    (await by.call(documents.fetchDocument, { query: { docId } })).reply.filename;
  const names: string[] = [];
  let corrected = letter;
  for (const name of ['Letter of 12/03', 'Second.pdf']) {
    await s.ends(corrected);
    corrected = await s.uploaded(corrected, name, 'POD_Smith_100-014.pdf');
    await s.put(corrected);
    names.push(await read(corrected));
  }
  expect(names).toEqual(['Letter of 12-03.pdf', 'Second.pdf']);
  const { documents: papers } = (await wholesaler.call(api.wholesalerDocuments.list, { query: { srId: pens } })).reply;
  expect(papers.map((one) => one.filename)).toEqual(['Letter.pdf', ...names]);

  // Where no wholesaler reads it the file keeps its name.
  const ofForm = await s.uploaded(s.form, 'Corrected form', 'Form_v2.pdf');
  await s.put(ofForm);
  expect(await read(ofForm, pharmacist)).toBe('Form_v2.pdf');
});

test('P11-08 SEC-23 whoever reads a correction only because it goes along with a request may do nothing with it', async () => {
  const s = await aSignedRequest();
  const ofSite = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.siteId]),
  );
  const fresh = await s.corrected(s.form, 'Corrected form', s.trialId);
  await s.ends(fresh);
  const { status, reply } = await ofSite.call(documents.fetchDocument, { query: { docId: fresh } });
  expect([status, reply.mayVerify, reply.mayCorrect, reply.g_id]).toEqual([200, true, false, null]);
  expect((await ofSite.call(documents.deleteDocument, { query: { docId: fresh } })).status).toBe(403);
  const again = await ofSite.call(documents.saveDocument, { body: uploadOf('Again', { corrects: fresh }) });
  expect(again.status).toBe(404);
  expect((await ofSite.call(documents.attachToGroups, { body: { docId: fresh, g_id: s.siteId } })).status).toBe(403);
});

test('P11-08 SHP-14 both sides of a request hear that a correction of one of its documents has come or gone', async () => {
  const s = await aSignedRequest();
  const { admin } = s.people;
  const fresh = await s.uploaded(s.form, 'Corrected form');
  const heard = async (deed: () => Promise<{ status: number }>) => {
    await s.rows('delete from event');
    expect((await deed()).status).toBe(200);
    return (await s.rows<{ payload: unknown }>(`select payload from event where type = 'shipment.changed'`)).map(
      ({ payload }) => payload,
    );
  };
  const told = [{ id: s.srId, careGroupId: s.siteId, partnerId: s.pharmacyId }];
  expect(await heard(() => s.put(fresh))).toEqual(told);
  expect(await heard(() => admin.call(documents.detachFromGroup, { query: { docId: fresh, g_id: s.siteId } }))).toEqual(
    told,
  );
  await s.put(fresh);
  expect(await heard(() => admin.call(documents.deleteDocument, { query: { docId: fresh } }))).toEqual(told);
  expect(await heard(() => admin.call(documents.deleteDocument, { query: { docId: s.form } }))).toEqual(told);
});

test('PRV-01 P11-08 who opens what corrects a document about a participant is in the access log of that participant', async () => {
  const s = await aSignedRequest();
  const fresh = await s.corrected(s.form);
  expect(await s.opens(fresh, s.people.pharmacist)).toBe(200);
  await s.app.accessLog.flush();
  const entries = await s.rows(
    `select call, record_ids from access_entry where record_kind = 'participant' and provider_id = $1`,
    [s.pharmacist],
  );
  expect(entries).toEqual([{ call: 'GET /document', record_ids: [s.ada] }]);
});

test('REL-05 beside 20,000 documents, a tenth of them corrections, those of a request and their corrections are found by indexes', async () => {
  const s = await aSignedRequest();
  await s.corrected(s.form);
  await s.rows(
    `with file as (
       insert into stored_file (company_id, bytes, type, key, sha256, created_at)
       select company_id, bytes, type, key || n, sha256, created_at
       from (select * from stored_file limit 1) as one, generate_series(1, 20000) n returning file_id)
     insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at)
     select $1, file_id, 'a.pdf', 'Paper', $2, now() from file`,
    [s.companyId, s.people.admin.providerId],
  );
  await s.rows(
    `update document set corrects_id = document_id - 5 where friendly_name = 'Paper' and document_id % 10 = 9`,
  );
  await s.rows(
    `insert into document_link (document_id, care_group_id, company_id, linked_at)
     select document_id, $2, $1, now() from document where friendly_name = 'Paper'`,
    [s.companyId, s.siteId],
  );
  for (const table of ['document', 'document_link', 'shipment_document']) await s.rows(`vacuum analyze ${table}`);
  const reader = {
    type: 'Admin' as const,
    providerId: s.people.admin.providerId,
    adminRights: true,
    modules: ['TrialCard' as const],
    careGroupIds: null,
    seesWholeCompany: true,
    partner: null,
  };
  const { ways, rows } = await touched(s, s.companyId, (tx) => listDocuments(tx, reader, s.srId), {
    of: ['document', 'document_link'],
    alsoGeneric: true,
  });
  expect(ways.filter((way) => way === 'Seq Scan')).toEqual([]);
  expect({ rows, few: rows < 50 }).toEqual({ rows, few: true });
});
