/** Whose signed training forms an administrator of some groups sees, and which of them they decide about (SEC-23). */
import { copyRecords, exportAudit, readAudit } from '@portal/contract/audit/endpoints.ts';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { requestSignatures, verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { expect, test } from 'vitest';
import { openPapers } from '#test/one-signature.ts';
import { touched } from '#test/plans.ts';
import { type Caller, onItsOwn } from '#test/portal.ts';
import { documentsInGroups } from '#rooms/documents/door.ts';
import { visibleTo } from '#rooms/documents/sight.ts';

/** A form of a trial with two sites, and a copy that each of four people asked for; that of Lyon is signed. */
async function openCopies(over: { cascade?: 1 }) {
  const s = await openPapers();
  await s.connect(s.companyId, s.boston, s.pharmacyId);
  const atBoth = await s.signedIn(await s.aPerson('Site User', { company_id: s.companyId }, [s.boston, s.lyon]));
  const people = { ...s.people, atBoth };
  const form = await s.saved('Training', { data: s.paper[1], isTemplate: 1 });
  const more = { isTrainingDoc: 1, userType: 'Site User,Pharmacy Partner', ...over };
  expect((await s.attach(form, s.trial, more)).status).toBe(200);
  const asks = async (who: Caller) => {
    const body = { docId: form, requestRequired: 1, signers: await s.signersOf([who]) };
    return (await who.call(requestSignatures, { body })).reply.docId;
  };
  const copies = {
    atBoston: await asks(people.atBoston),
    atLyon: await asks(people.atLyon),
    atBoth: await asks(atBoth),
    pharmacist: await asks(people.pharmacist),
  };
  expect((await s.signs(people.atLyon, copies.atLyon, 'training')).status).toBe(200);
  return { ...s, people, form, copies };
}
type Copies = Awaited<ReturnType<typeof openCopies>>;
type Owner = keyof Copies['copies'];

const readersOf: Record<Owner, readonly string[]> = {
  atBoston: ['admin', 'ofTrial', 'ofBoston', 'ofClinic', 'atBoston'],
  atLyon: ['admin', 'ofTrial', 'ofClinic', 'atLyon'],
  atBoth: ['admin', 'ofTrial', 'ofBoston', 'ofClinic', 'atBoth'],
  // Whoever works for a partner is in no group: the company's alone.
  pharmacist: ['admin', 'ofClinic', 'pharmacist'],
};

test.each([{}, { cascade: 1 }] as const)(
  'SEC-22 SEC-23 P11-04 P11-11 what somebody signs of a training form is opened and verified by them, by who sees the whole company and by administrators of a group of theirs, wherever the form hangs: %j',
  async (over) => {
    const s = await openCopies(over);
    for (const [owner, docId] of Object.entries(s.copies)) {
      const opens: string[] = [];
      const verifies: string[] = [];
      for (const [who, caller] of Object.entries(s.people)) {
        const [opened, verified] = [
          await s.opens(docId, caller),
          (await caller.call(verifyDocument, { query: { docId } })).status,
        ];
        // Out of sight it is like an unknown one.
        expect([who, opened, verified]).toEqual([who, opened === 200 ? 200 : 404, opened]);
        if (opened === 200) opens.push(who);
        if (verified === 200) verifies.push(who);
      }
      expect([owner, opens, verifies]).toEqual([owner, readersOf[owner as Owner], readersOf[owner as Owner]]);
    }
  },
);

test('P11-14 SEC-23 the audit trail and its export tell an administrator of one site of the training forms of people of the site, and of no others', async () => {
  const s = await openCopies({ cascade: 1 });
  const { ofBoston, ofTrial, admin, atLyon } = s.people;
  const owners = Object.entries(s.copies) as [Owner, number][];
  const requests = await s.rows<{ id: string; docId: number }>(
    'select signing_request_id::text as id, document_id as "docId" from signing_request',
  );
  const ownerOf = (entry: { recordKind: string; recordId: string }) => {
    const docId =
      entry.recordKind === 'document'
        ? Number(entry.recordId)
        : entry.recordKind === 'signing_request'
          ? requests.find(({ id }) => id === entry.recordId)?.docId
          : undefined;
    return owners.find(([, copy]) => copy === docId)?.[0];
  };
  const told = async (who: Caller) => {
    const page = (await who.call(readAudit)).reply.entries;
    const exported = (await who.call(exportAudit)).reply.entries;
    const found = [page, exported].map((entries) => [...new Set(entries.flatMap((one) => ownerOf(one) ?? []))].sort());
    expect(found[1]).toEqual(found[0]);
    return found[0];
  };
  expect(await told(ofBoston)).toEqual(['atBoston', 'atBoth']);
  expect(await told(ofTrial)).toEqual(['atBoston', 'atBoth', 'atLyon']);
  expect(await told(admin)).toEqual(['atBoston', 'atBoth', 'atLyon', 'pharmacist']);
  const { name } = await s.whoIs(atLyon);
  const named = (await ofBoston.call(readAudit, { query: { q: name } })).reply.entries;
  expect(named.filter(({ cpId }) => cpId === atLyon.providerId)).toEqual([]);
});

test('P11-19 SEC-23 a complete copy of a site has what people there signed of its training form, and of others only for whoever sees the company', async () => {
  const s = await openPapers();
  const { admin, ofBoston, atBoston, pharmacist } = s.people;
  await s.connect(s.companyId, s.boston, s.pharmacyId);
  const form = await s.saved('Training', { data: s.paper[1], isTemplate: 1 });
  const userType = 'Site User,Pharmacy Partner,Admin';
  expect((await s.attach(form, s.boston, { isTrainingDoc: 1, userType })).status).toBe(200);
  for (const who of [admin, atBoston, pharmacist]) {
    const body = { docId: form, requestRequired: 1, signers: await s.signersOf([who]) };
    const { docId } = (await who.call(requestSignatures, { body })).reply;
    expect((await s.signs(who, docId, 'training')).status).toBe(200);
  }
  const copied = async (who: Caller) => (await who.call(copyRecords, { query: { g_id: s.boston } })).reply.documents;
  // The form and, of three who signed it, the one of the site.
  expect([await copied(ofBoston), await copied(admin)]).toEqual([2, 4]);
});

test('SEC-13 SEC-23 P11-08 a training form is deleted by who sees it and decides about its signer: nobody whose groups reach beyond their own', async () => {
  onItsOwn();
  const s = await openCopies({ cascade: 1 });
  const { ofBoston, ofTrial, atBoston, admin } = s.people;
  const deletes = async (who: Caller, docId: number) => {
    const { status, message } = await who.call(documents.deleteDocument, { query: { docId } });
    return status === 200 ? status : [status, message];
  };
  const unknown = await deletes(ofBoston, 99_999);
  expect(await deletes(ofBoston, s.copies.atLyon)).toEqual(unknown);
  expect(await deletes(ofBoston, s.copies.pharmacist)).toEqual(unknown);
  expect(await deletes(ofTrial, s.copies.pharmacist)).toEqual(unknown);
  expect(await deletes(ofBoston, s.copies.atBoth)).toEqual([
    403,
    'The people who sign this form have rights or care groups beyond yours. An administrator who sees the whole company can delete it.',
  ]);
  expect((await atBoston.call(documents.deleteDocument, { query: { docId: s.copies.atBoston } })).status).toBe(403);
  expect(await s.rows('select document_id from document where removed_at is not null')).toEqual([]);
  expect(await deletes(ofBoston, s.copies.atBoston)).toBe(200);
  expect(await deletes(ofTrial, s.copies.atBoth)).toBe(200);
  expect(await deletes(ofTrial, s.copies.atLyon)).toBe(200);
  expect(await deletes(admin, s.copies.pharmacist)).toBe(200);
});

test('SEC-23 USR-02 the training form that the panel of a person names is opened by the administrator who sees the panel', async () => {
  const s = await openCopies({});
  const { ofBoston, atBoston } = s.people;
  expect((await s.signs(atBoston, s.copies.atBoston, 'training')).status).toBe(200);
  expect(await s.opens(s.copies.atBoston, ofBoston)).toBe(200);
  // Who has left the site is none of its people any more, and nor is what they signed its administrators'.
  await s.rows('delete from care_group_member where provider_id = $1', [atBoston.providerId]);
  expect(await s.opens(s.copies.atBoston, ofBoston)).toBe(404);
});

test('REL-05 SEC-23 the training forms of the people of one site are found by indexes, among 10,000 that others signed', {
  timeout: 120_000,
}, async () => {
  const s = await openCopies({ cascade: 1 });
  const { ofBoston } = s.people;
  await s.rows(
    `insert into provider (company_id, email, first_name, last_name, type, created_at)
     select $1, 'camille' || n || '@portal.example', 'Camille', 'Laurent', 'Site User', now() from generate_series(1, 2000) n`,
    [s.companyId],
  );
  await s.rows(
    `with file as (
       insert into stored_file (company_id, bytes, type, key, sha256, created_at)
       select company_id, bytes, type, key || n, sha256, created_at from stored_file, generate_series(1, 10000) n
       where file_id = (select file_id from document where document_id = $1) returning file_id),
     made as (
       insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at, template_id)
       select company_id, file.file_id, filename, friendly_name, uploader_id, uploaded_at, template_id from document, file
       where document_id = $1 returning document_id, company_id),
     asked as (
       insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
       select company_id, document_id, 'training', gen_random_uuid(), 'completed', now() from made
       returning signing_request_id, company_id)
     insert into signer (signing_request_id, company_id, signer_num, provider_id, name, email, signer_uuid)
     select signing_request_id, company_id, 1, $2 + signing_request_id % 2000, 'Camille', 'camille@portal.example', gen_random_uuid()
     from asked`,
    [
      s.copies.atLyon,
      (await s.rows<{ first: number }>(`select min(provider_id) as first from provider where last_name = 'Laurent'`))[0]
        ?.first,
    ],
  );
  const tables = ['document', 'signing_request', 'signer'];
  for (const table of [...tables, 'provider']) await s.rows(`vacuum analyze ${table}`);
  const viewer = {
    providerId: ofBoston.providerId,
    companyId: s.companyId,
    type: 'Site User',
    adminRights: true,
    seesWholeCompany: false,
    modules: ['TrialCard', 'ClinicalManagement'],
    careGroupIds: [s.boston],
    partner: null,
  } as const;
  const looks: [string, Parameters<typeof touched>[2]][] = [
    ['the trail', () => documentsInGroups(viewer)],
    [
      'one of the site',
      (tx) =>
        tx
          .selectFrom('document')
          .select('document_id')
          .where('document_id', '=', s.copies.atBoston)
          .where(visibleTo(viewer)),
    ],
    [
      'one of another',
      (tx) =>
        tx
          .selectFrom('document')
          .select('document_id')
          .where('document_id', '=', s.copies.atLyon)
          .where(visibleTo(viewer)),
    ],
  ];
  for (const [said, build] of looks) {
    const { ways, rows } = await touched(s, s.companyId, build, { of: tables });
    expect({ said, walks: ways.filter((way) => way === 'Seq Scan'), isFew: rows <= 100 }).toEqual({
      said,
      walks: [],
      isFew: true,
    });
  }
});
