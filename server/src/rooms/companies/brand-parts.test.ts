/** What a brand is made of before it is there: its address, its logo, its terms. */
import type { UserType } from '@portal/contract/access.ts';
import * as api from '@portal/contract/companies/brand-endpoints.ts';
import { maxDocumentBytes } from '@portal/contract/documents/rules.ts';
import { attachToGroups, deleteDocument, fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { addPatient } from '@portal/contract/patients/endpoints.ts';
import { requestSignatures, verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { saveUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { expect, test } from 'vitest';
import { aBrandedCompany } from '#test/brands.ts';
import { keptFiles } from '#test/house.ts';
import { aPaper } from '#test/forms.ts';
import { aPng } from '#test/image-corpus.ts';
import { aPatientBody } from '#test/patients.ts';
import { active, broken, encrypted } from '#test/pdf-corpus.ts';
import { aPdf } from '#test/pdfs.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';

const address = { street: '1 Main Street', city: 'Boston', state: 'Massachusetts', zip: '02110', country: 'US' };

async function opened() {
  const portal = await openPortal();
  const company = await aBrandedCompany(portal);
  const { admin, companyId: company_id } = company;
  return {
    portal,
    ...company,
    addAddress: (given: Record<string, unknown> = {}) =>
      admin.call(api.addAddress, { body: { company_id, ...address, ...given } }),
    addTerms: (file: Buffer, given: Record<string, unknown> = {}) =>
      admin.call(api.addTerms, {
        body: {
          company_id,
          filename: 'terms.pdf',
          contentType: 'application/pdf',
          data: file.toString('base64'),
          ...given,
        },
      }),
    logo: (query: Record<string, unknown> = {}, by = admin) =>
      by.call(api.readLogo, { query: { company_id, ...query } }),
  };
}

test('CAG-30 BST-12 APD-15 OPS-10 an address that was added for a brand is the address of a new brand and of one that is changed', async () => {
  const { portal, admin, add, change, read, addAddress } = await opened();
  const saved = await addAddress();
  expect([saved.status, saved.body]).toEqual([
    200,
    { message: 'Address saved.', insertId: expect.any(Number) as number },
  ]);
  const { insertId: addrId } = saved.reply;
  const boston = { ...address, street2: '', country: 'USA', addrId };
  const { brandId } = (await add({ companyName: 'Meridian', addrId })).reply;
  expect(await read(brandId)).toMatchObject([boston]);
  // The same beside its number is the same address.
  const { brandId: second } = (await add({ companyName: 'Meridian Two', addrId, ...address })).reply;
  expect(await read(second)).toMatchObject([boston]);

  const other = (await addAddress({ street: '2 New Street', city: 'Oslo', zip: '0150', country: 'norway', state: '' }))
    .reply;
  expect((await change({ brandId, addrId: other.insertId })).reply).toEqual({ message: 'Brand updated.', version: 2 });
  expect(await read(brandId)).toMatchObject([
    { addrId: other.insertId, street: '2 New Street', country: 'NO', version: 2 },
  ]);
  const entries = await portal.rows<{ action: string; changes: unknown }>(
    `select action, changes from audit_entry where actor_id = $1 and record_kind in ('company_address', 'company_brand') order by seq`,
    [admin.providerId],
  );
  expect(entries.map(({ action }) => action)).toEqual([
    'company_address.added',
    'brand.added',
    'brand.added',
    'company_address.added',
    'brand.changed',
  ]);
  expect(entries.at(-1)?.changes).toEqual([
    {
      field: 'address',
      old: { ...address, street2: '', country: 'USA' },
      new: { street: '2 New Street', street2: '', city: 'Oslo', state: '', zip: '0150', country: 'NO' },
    },
  ]);
});

test('CAG-30 SEC-22 an address that is wrong, of another company or unlike the one beside it is refused', async () => {
  const { portal, add, read, addAddress } = await opened();
  const stranger = await aBrandedCompany(portal);
  const foreign = await stranger.admin.call(api.addAddress, { body: { company_id: stranger.companyId, ...address } });
  for (const addrId of [foreign.reply.insertId, 999_999]) {
    const answer = await add({ companyName: 'Meridian', addrId });
    expect([answer.status, answer.code]).toEqual([404, 'not_found']);
  }
  const { insertId: addrId } = (await addAddress()).reply;
  const unlike = await add({ companyName: 'Meridian', addrId, ...address, street: '2 Main Street' });
  expect([unlike.status, unlike.fields]).toEqual([400, { addrId: 'is another address than the one beside it' }]);
  for (const [given, field] of [
    [{ zip: '1' }, 'zip'],
    [{ state: 'Foo' }, 'state'],
    [{ country: 'Narnia' }, 'country'],
    [{ street: ' ' }, 'street'],
    [{ street: 'x'.repeat(5_000) }, 'street'],
    [{ province: 'Massachusetts' }, 'province'],
  ] as const) {
    const answer = await addAddress(given);
    expect([answer.status, Object.keys(answer.fields)]).toEqual([400, [field]]);
  }
  expect(await read()).toEqual([]);
});

test('CAG-31 BST-12 OPN-92 everybody of the company reads which logo a brand has, of the first one where none is named', async () => {
  const { portal, companyId, add, upload, logo } = await opened();
  expect((await logo()).status).toBe(404);
  const [one, two] = [(await upload(aPng(8, 8))).reply.imageUrl, (await upload(aPng(9, 9))).reply.imageUrl];
  const { brandId: first } = (await add({ companyName: 'Meridian', logo: one })).reply;
  const { brandId: second } = (await add({ companyName: 'Other', logo: two })).reply;
  const { brandId: bare } = (await add({ companyName: 'Bare' })).reply;
  const nurse = await portal.signedIn(await portal.aPerson('Nurse', { company_id: companyId }));
  expect((await logo({}, nurse)).body).toEqual({ logo: one, favicon: null });
  expect((await logo({ brand_id: first })).body).toEqual({ logo: one, favicon: null });
  expect((await logo({ brand_id: second })).body).toEqual({ logo: two, favicon: null });
  expect((await logo({ brand_id: bare })).body).toEqual({ logo: null, favicon: null });
});

test('CAG-32 BST-12 APD-15 OPS-10 the terms of a brand are a document: opened as it was sent, and named by a brand', async () => {
  const { portal, admin, add, read, addTerms } = await opened();
  const name = 'Terms of "Üse" ../../etc/passwd';
  const answer = await addTerms(aPdf('Our terms'), { filename: name });
  expect([answer.status, answer.body]).toEqual([
    200,
    { message: 'Terms uploaded.', documentId: expect.any(Number) as number },
  ]);
  const { documentId } = answer.reply;
  const document = (await admin.call(fetchDocument, { query: { docId: documentId } })).reply;
  expect(document).toMatchObject({ filename: name, contentType: 'application/pdf', signatures: [] });
  expect(Buffer.from(document.data, 'base64').equals(aPdf('Our terms'))).toBe(true);
  const { brandId } = (await add({ companyName: 'Meridian', termDocId: documentId })).reply;
  expect(await read(brandId)).toMatchObject([{ termDocId: documentId }]);
  const [kept] = await portal.rows(
    `select action from audit_entry where record_kind = 'document' and record_id = $1 and actor_id = $2`,
    [String(documentId), admin.providerId],
  );
  expect(kept).toEqual({ action: 'document.kept' });
});

test('CAG-32 BST-12 SEC-22 SEC-23 the terms that a brand names now are opened by everybody of its company, and nothing else is done to them', async () => {
  const { portal, companyId, add, change, addTerms } = await opened();
  // So that the calls of documents are theirs to make.
  await portal.rows(`insert into company_module (company_id, name) values ($1, 'TrialCard')`, [companyId]);
  const person = async (type: UserType, fields = {}) =>
    portal.signedIn(await portal.aPerson(type, { company_id: companyId, ...fields }));
  const nurse = await person('Nurse', { admin_rights: true });
  const people = {
    siteUser: await person('Site User'),
    nurse,
    sponsor: await person('Sponsor', { sponsor_id: await portal.aSponsor(companyId) }),
    pharmacist: await person('Pharmacy User', { partner_id: await portal.aPartner(companyId, 'pharmacy') }),
    wholesaler: await person('Wholesaler User', { partner_id: await portal.aPartner(companyId, 'wholesaler') }),
  };
  const abroad = await aBrandedCompany(portal);
  const opens = async (docId: number) => {
    const found: number[] = [];
    for (const who of Object.values(people)) found.push((await who.call(fetchDocument, { query: { docId } })).status);
    return found;
  };
  const all = (status: number) => Object.keys(people).map(() => status);
  const [first, later] = [await addTerms(aPdf('Our terms')), await addTerms(aPdf('Our new terms'))].map(
    ({ reply }) => reply.documentId,
  ) as [number, number];
  // Uploaded, and named by no brand yet.
  expect(await opens(first)).toEqual(all(404));
  const { brandId } = (await add({ companyName: 'Meridian', termDocId: first })).reply;
  expect([await opens(first), await opens(later)]).toEqual([all(200), all(404)]);
  const { data } = (await people.siteUser.call(fetchDocument, { query: { docId: first } })).reply;
  expect(Buffer.from(data, 'base64').equals(aPdf('Our terms'))).toBe(true);
  expect((await abroad.admin.call(fetchDocument, { query: { docId: first } })).status).toBe(404);
  expect((await portal.call(fetchDocument, { query: { docId: first } })).status).toBe(401);
  // Reading is all.
  expect((await nurse.call(deleteDocument, { query: { docId: first } })).status).toBe(404);
  expect((await nurse.call(verifyDocument, { query: { docId: first } })).status).toBe(404);
  // What is also something else is nobody's to read for being named.
  await portal.rows(
    `insert into signing_request (company_id, document_id, kind, state, sr_uuid, requester_id, created_at)
     values ($1, $2, 'general', 'open', gen_random_uuid(), $3, now())`,
    [companyId, first, nurse.providerId],
  );
  expect(await opens(first)).toEqual(all(404));
  await portal.rows('delete from signing_request where document_id = $1', [first]);
  expect(await opens(first)).toEqual(all(200));
  // What another document has taken the place of are no terms any more.
  expect((await change({ brandId, termDocId: later })).status).toBe(200);
  expect([await opens(first), await opens(later)]).toEqual([all(404), all(200)]);
});

/** A company whose administrator also looks after patients, trials and their documents, with terms that a site user opens. */
async function openWithRecords() {
  const s = await opened();
  const { portal, companyId, admin, addTerms } = s;
  await portal.rows(
    `insert into company_module (company_id, name) select $1, unnest('{TrialCard,ClinicalManagement,Assessments}'::text[])`,
    [companyId],
  );
  const u_id = (await admin.call(addPatient, { body: aPatientBody() })).reply.u_id;
  const g_id = await portal.aSite(companyId, await portal.aTrial(companyId));
  const siteUser = await portal.signedIn(await portal.aPerson('Site User', { company_id: companyId }));
  return {
    ...s,
    g_id,
    opens: async (docId: number) => (await siteUser.call(fetchDocument, { query: { docId } })).status,
    aDocument: async () => (await addTerms(Buffer.from(await aPaper(1), 'base64'))).reply.documentId,
    toPatient: (docId: number) => admin.call(attachToPatients, { body: { docId, u_id } }),
    toGroup: (docId: number) => admin.call(attachToGroups, { body: { docId, g_id } }),
  };
}

test('CAG-32 SEC-23 APD-11 APD-12 the terms of a brand are put into no record and no group, are no report, and nobody is asked to sign them: everybody goes on opening them', async () => {
  const { portal, companyId, admin, add, change, g_id, opens, aDocument, toPatient, toGroup } = await openWithRecords();
  const [docId, later] = [await aDocument(), await aDocument()];
  const [me] = await portal.rows<{ email: string }>('select email from provider where provider_id = $1', [
    admin.providerId,
  ]);
  const signers = [{ cpId: admin.providerId, name: 'Ada', email: me?.email, signerNum: 1 }];
  const toSign = () => admin.call(requestSignatures, { body: { docId, requestRequired: 1, signers } });
  const asReport = () =>
    admin.call(saveUserReport, { body: { document_ID: docId, g_id, companyId, changes_since_date: '2026-01-02' } });
  const { brandId } = (await add({ companyName: 'Meridian', termDocId: docId })).reply;
  for (const putting of [toPatient, toGroup, asReport]) {
    expect((await putting(docId)).status).toBe(404);
    expect(await opens(docId)).toBe(200);
  }
  const asked = await toSign();
  expect([asked.status, asked.message]).toEqual([409, 'The document holds the terms of a brand.']);
  expect(await opens(docId)).toBe(200);
  // Once they are terms no more, they are a document like others.
  expect((await change({ brandId, termDocId: later })).status).toBe(200);
  expect((await toSign()).status).toBe(200);
  expect((await toPatient(docId)).status).toBe(200);
});

test.each(['toPatient', 'toGroup'] as const)(
  'CAG-32 REL-08 a document that a brand is given as its terms while it is put elsewhere (%s) is one of both',
  async (place) => {
    const s = await openWithRecords();
    const { brandId } = (await s.add({ companyName: 'Meridian', termDocId: await s.aDocument() })).reply;
    for (let round = 0; round < 5; round += 1) {
      const docId = await s.aDocument();
      const tries = await Promise.all([s.change({ brandId, termDocId: docId }), s[place](docId)]);
      expect(tries.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 404]);
    }
  },
);

test('SEC-31 BST-10 CCN-10 terms that are no PDF, that act or that are too large are refused in the words of every upload, and nothing is kept', {
  timeout: 300_000,
}, async () => {
  onItsOwn();
  const { portal, addTerms } = await opened();
  const written = () =>
    portal.rows('select (select count(*) from document) as documents, (select count(*) from audit_entry) as entries');
  const before = await written();
  for (const [code, files] of [
    ['document.active', Object.values(active).slice(0, 6)],
    ['document.encrypted', Object.values(encrypted)],
    ['document.not_pdf', [...Object.values(broken).slice(0, 6), aPng(8, 8), Buffer.from('<html><script>alert(1)')]],
  ] as const)
    for (const file of files) expect((await addTerms(await file)).code).toBe(code);
  expect((await addTerms(aPdf(), { contentType: 'text/html' })).fields).toEqual({
    contentType: 'Only PDF files can be uploaded.',
  });
  const large = Buffer.concat([aPdf(), Buffer.alloc(maxDocumentBytes)]);
  for (const file of [large, Buffer.alloc(54 * 1_048_576)]) {
    const answer = await addTerms(file);
    expect([answer.status, answer.message]).toEqual([413, 'File size is greater than 50MB']);
  }
  expect(await keptFiles(portal)).toEqual([]);
  expect(await written()).toEqual(before);
});
