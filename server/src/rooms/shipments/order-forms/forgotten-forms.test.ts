import { addCareGroup } from '@portal/contract/care-groups/change-endpoints.ts';
import { copyParticipant, copyRecords } from '@portal/contract/audit/endpoints.ts';
import { attachToGroups, deleteDocument, fetchDocument, saveDocument } from '@portal/contract/documents/endpoints.ts';
import { removeParticipant, setParticipantStatus } from '@portal/contract/participants/endpoints.ts';
import * as papers from '@portal/contract/shipments/document-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { readToSign, stepUp } from '@portal/contract/signing/endpoints.ts';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { unpackCopy } from '#rooms/audit/copy/unpack-copy.ts';
import { siteOf } from '#test/care-groups.ts';
import { uploadOf } from '#test/documents.ts';
import { openOrderForms } from '#test/order-forms.ts';
import { onItsOwn } from '#test/portal.ts';
import { valuesOf } from '#test/read-pdf.ts';
import { somebodyWaits, whileUncommitted } from '#test/waits.ts';

async function openCancelled() {
  onItsOwn();
  const s = await openOrderForms();
  const { admin, siteUser } = s.people;
  /** A request for Adelheid, and the form of it, cancelled where it is not to go on. */
  const asked = async (isCancelled = true, others: readonly object[] = []) => {
    const { srId, orderForms } = await s.asked({ participants: [...others, s.subject('717-919', s.ada)] });
    if (isCancelled) await siteUser.call(api.moveBySite, { body: { srId, gId: s.siteId, status: 'cancelled' } });
    return { srId, docId: orderForms[0]!.docId };
  };
  const remove = async (reason?: string) => {
    await siteUser.call(setParticipantStatus, { body: { participant_id: s.ada, isActive: 0 } });
    return (await admin.call(removeParticipant, { query: { participant_id: s.ada, reason } })).status;
  };
  const papersOf = async (srId: number) =>
    (await siteUser.call(papers.siteDocuments.list, { query: { srId } })).reply.documents.map(({ docId }) => docId);
  return { ...s, askedForAda: asked, remove, papersOf };
}

test('PRV-03 PRV-10 P11-08 P11-15 the form of a cancelled request that nobody signed goes with the participant whom it names; what was signed, delivered or names nobody stays', async () => {
  const s = await openCancelled();
  const unsigned = await s.askedForAda();
  const several = await s.askedForAda(true, [s.subject('555-556')]);
  const signed = await s.askedForAda();
  await s.rows(
    `insert into signature (signing_request_id, signer_id, company_id, field_name, page, image_sha384, presented_sha256, signed_sha256,
       reason, signed_at, provider_id, first_name, last_name, email, type, host, address, client)
     select signing_request_id, signer_id, signer.company_id, 'Signature', 1, repeat('0', 96), repeat('0', 64), repeat('0', 64),
       '', now(), provider_id, '', '', '', '', '', '', ''
     from signer join signing_request using (signing_request_id) where document_id = $1 and signer_num = 1`,
    [signed.docId],
  );
  const delivered = await s.askedForAda(false);
  await s.rows(`update shipment_request set status = 'received' where request_id = $1`, [delivered.srId]);
  const all = [unsigned, several, signed, delivered];
  for (const { srId, docId } of all) expect(await s.papersOf(srId)).toEqual([docId]);
  expect(Object.values(await valuesOf(await s.contentOf(unsigned.docId)))).toContain('Planted');

  expect(await s.remove('Ada asked for it')).toBe(200);
  const { admin, siteUser, pharmacist } = s.people;
  for (const person of [admin, siteUser, pharmacist])
    expect((await person.call(fetchDocument, { query: { docId: unsigned.docId } })).status).toBe(404);
  expect(await Promise.all(all.map(({ srId }) => s.papersOf(srId)))).toEqual([
    [],
    [several.docId],
    [signed.docId],
    [delivered.docId],
  ]);
  expect((await siteUser.call(api.readForSite, { query: { srId: unsigned.srId } })).status).toBe(200);
  // Hidden, not gone: it is kept for reviewers like everything that is deleted.
  const kept = await s.rows(
    `select reason, file_id is not null as "hasFile" from audit_entry join document on record_id = document_id::text
     where action = 'document.removed' and record_id = $1`,
    [String(unsigned.docId)],
  );
  expect(kept).toEqual([{ reason: 'Ada asked for it', hasFile: true }]);
});

test('PRV-03 PRV-10 P11-08 what corrects such a form goes with it, wherever it was put, and what corrects that; what was signed of these stays, and so does what corrects a form that was signed', async () => {
  const s = await openCancelled();
  const { admin } = s.people;
  const [rejected, signed, deleted] = [await s.askedForAda(), await s.askedForAda(), await s.askedForAda()];
  const ends = (docId: number, state = 'rejected') =>
    s.rows(
      `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
       values ($1, $2, 'general', gen_random_uuid(), $3, now()) on conflict (document_id) do update set state = excluded.state`,
      [s.companyId, docId, state],
    );
  const isSigned = async (docId: number) => {
    await ends(docId, 'completed');
    await s.rows(
      `with asked as (
         insert into signer (signing_request_id, company_id, signer_num, provider_id, name, email, signer_uuid)
         select signing_request_id, company_id, 9, $2, '', '', gen_random_uuid() from signing_request where document_id = $1
         returning signing_request_id, signer_id, company_id, provider_id)
       insert into signature (signing_request_id, signer_id, company_id, field_name, page, image_sha384, presented_sha256, signed_sha256,
         reason, signed_at, provider_id, first_name, last_name, email, type, host, address, client)
       select signing_request_id, signer_id, asked.company_id, 'Signature', 1, repeat('0', 96), sha256, sha256,
         '', now(), provider_id, '', '', '', '', '', '', ''
       from asked, document join stored_file using (file_id) where document_id = $1`,
      [docId, admin.providerId],
    );
  };
  const corrected = async (docId: number, g_id: number | null) => {
    const body = uploadOf(`Corrects ${docId}`, { corrects: docId });
    const { documentId } = (await admin.call(saveDocument, { body })).reply;
    if (g_id !== null) await admin.call(attachToGroups, { body: { docId: documentId, g_id } });
    return documentId;
  };
  for (const { docId } of [rejected, deleted]) await ends(docId);
  await isSigned(signed.docId);
  const first = await corrected(rejected.docId, s.otherSiteId);
  await ends(first);
  const going = [first, await corrected(first, null), await corrected(deleted.docId, s.siteId)];
  const signedOne = await corrected(rejected.docId, s.siteId);
  await isSigned(signedOne);
  const staying = [signedOne, await corrected(signedOne, s.siteId), await corrected(signed.docId, s.siteId)];
  expect((await admin.call(deleteDocument, { query: { docId: deleted.docId } })).status).toBe(200);

  const opened = (docIds: readonly number[]) =>
    Promise.all(docIds.map(async (docId) => (await admin.call(fetchDocument, { query: { docId } })).status));
  expect([await opened(going), await opened(staying)]).toEqual([
    [200, 200, 200],
    [200, 200, 200],
  ]);
  expect(await s.remove('Ada asked for it')).toBe(200);
  expect([await opened(going), await opened(staying)]).toEqual([
    [404, 404, 404],
    [200, 200, 200],
  ]);
  expect(await s.papersOf(rejected.srId)).toEqual(staying.slice(0, 2));
  const reasons = await s.rows(
    `select record_id::int as id, reason from audit_entry where action = 'document.removed' and record_id::int = any($1) order by 1`,
    [going],
  );
  expect(reasons).toEqual(going.toSorted((a, b) => a - b).map((id) => ({ id, reason: 'Ada asked for it' })));
});

test('PRV-03 SEC-23 an administrator of the site that a participant was moved to removes them, with a form that lies at the site before', async () => {
  const s = await openCancelled();
  const { srId } = await s.askedForAda();
  await s.rows('update participant set site_id = $2 where participant_id = $1', [s.ada, s.otherSiteId]);
  const there = await s.signedIn(
    await s.aPerson('Site User', { company_id: s.companyId, admin_rights: true }, [s.otherSiteId]),
  );
  expect((await there.call(setParticipantStatus, { body: { participant_id: s.ada, isActive: 0 } })).status).toBe(200);
  expect((await there.call(removeParticipant, { query: { participant_id: s.ada } })).status).toBe(200);
  expect(await s.papersOf(srId)).toEqual([]);
});

test('PRV-02 PRV-03 P11-19 of a removed participant no copy of a record is made any more; the copy of the trial has what was theirs under the number', async () => {
  const s = await openCancelled();
  const { srId, docId } = await s.askedForAda();
  const { admin } = s.people;
  const copy = () => admin.call(copyParticipant, { query: { participant_id: s.ada } });
  expect((await copy()).status).toBe(200);
  expect(await s.remove()).toBe(200);
  const refused = await copy();
  expect([refused.status, refused.code]).toEqual([404, 'not_found']);

  const { reply } = await admin.call(copyRecords, { query: { g_id: s.trialId } });
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const zip = path.join(folder, 'copy.zip');
  writeFileSync(zip, Buffer.from(reply.data, 'base64'));
  unpackCopy(zip, path.join(folder, 'copy'));
  const records = JSON.parse(readFileSync(path.join(folder, 'copy/records.json'), 'utf8')) as {
    documents: { docId: number; removedAt: string | null; revisions: object[] }[];
    audit: { recordKind: string; recordId: string; kind: string }[];
  };
  expect(records.documents.find((one) => one.docId === docId)).toMatchObject({
    removedAt: expect.any(String) as string,
    revisions: [{}],
  });
  const about = (kind: string, id: number) =>
    records.audit.filter((one) => one.recordKind === kind && one.recordId === String(id)).map((one) => one.kind);
  expect(about('participant', s.ada)).toContain('participant.removed');
  expect(about('shipment_request', srId).length).toBeGreaterThan(1);
});

test('PRV-03 PRV-10 P11-08 P11-15 SEC-34 a form of somebody who is removed is signed by nobody any more, and its link opens nothing, also where it was delivered; what was signed of it stays', async () => {
  const s = await openCancelled();
  const { admin, siteUser } = s.people;
  const signsFirst = (docId: number) =>
    s.rows(
      `update signer set signed_at = now() from signing_request
       where signing_request.signing_request_id = signer.signing_request_id and document_id = $1 and signer_num = 1`,
      [docId],
    );
  const delivers = (srId: number) =>
    s.rows(`update shipment_request set status = 'received' where request_id = $1`, [srId]);
  const asked = async (others: readonly object[] = []) => {
    const form = await s.askedForAda(false, others);
    await signsFirst(form.docId);
    await delivers(form.srId);
    return form;
  };
  const [delivered, several] = [await asked(), await asked([s.subject('555-556')])];
  const linkOf = async (docId: number) =>
    (
      await s.rows<{ srUuid: string; signerUuid: string }>(
        `select sr_uuid as "srUuid", signer_uuid as "signerUuid" from signer join signing_request using (signing_request_id)
         where document_id = $1 and signer_num = 2`,
        [docId],
      )
    )[0]!;
  const opens = async (docId: number) => {
    const query = await linkOf(docId);
    return Promise.all([s, s.prescriber].map(async (by) => (await by.call(readToSign, { query })).status));
  };
  const wants = async (docId: number) => {
    const [fieldName, reason] = ['Signature34_2_Required', 'I approve this prescription.'];
    const body = { email: 'a@portal.example', password: 'x', srUuid: (await linkOf(docId)).srUuid, fieldName, reason };
    const { status, code } = await s.prescriber.call(stepUp, { body });
    return [status, code];
  };
  const unsigned = async () => {
    const { requests } = (await siteUser.call(api.listForSite, { query: { gId: s.siteId } })).reply;
    return [delivered, several].map(({ srId }) => requests.find((one) => one.srId === srId)?.unsignedFormCount);
  };
  expect([await opens(delivered.docId), await opens(several.docId)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  expect(await unsigned()).toEqual([1, 1]);
  expect(await s.remove('Ada asked for it')).toBe(200);
  // Nobody is told to sign what nobody can sign.
  expect(await unsigned()).toEqual([0, 1]);
  expect([await opens(delivered.docId), await opens(several.docId)]).toEqual([
    [404, 404],
    [200, 200],
  ]);
  expect(await wants(delivered.docId)).toEqual([409, 'signing.ended']);
  const ends = await s.rows(
    `select document_id as "docId", state, reason from signing_request where document_id = any($1) order by 1`,
    [[delivered.docId, several.docId]],
  );
  expect(ends).toEqual([
    { docId: delivered.docId, state: 'withdrawn', reason: 'Ada asked for it' },
    { docId: several.docId, state: 'open', reason: null },
  ]);
  const recorded = await s.rows(
    `select audit_entry.reason from audit_entry join signing_request on record_id = signing_request_id::text
     where action = 'signing.withdrawn' and document_id = $1`,
    [delivered.docId],
  );
  expect(recorded).toEqual([{ reason: 'Ada asked for it' }]);
  // The record of what was delivered stays.
  expect((await admin.call(fetchDocument, { query: { docId: delivered.docId } })).status).toBe(200);
  expect(await s.papersOf(delivered.srId)).toEqual([delivered.docId]);
});

test('PRV-03 OPS-05 REL-02 what corrects a rejected form and has become the order form of its trial goes with the participant also while a site is added there', async () => {
  const s = await openCancelled();
  const { admin, siteUser } = s.people;
  const { docId } = await s.askedForAda();
  await s.rows(`update signing_request set state = 'rejected' where document_id = $1`, [docId]);
  const body = uploadOf('Corrects it', { corrects: docId });
  const { documentId } = (await admin.call(saveDocument, { body })).reply;
  const placed = { docId: documentId, g_id: s.trialId, isOrderForm: 1, cascade: 1, replaces: s.templateId };
  expect((await admin.call(attachToGroups, { body: placed })).status).toBe(200);
  await siteUser.call(setParticipantStatus, { body: { participant_id: s.ada, isActive: 0 } });
  const { answers } = await s.app.database.asSystem(async (tx) => {
    await tx.selectFrom('care_group').select('name').where('care_group_id', '=', s.trialId).forKeyShare().execute();
    const removed = admin.call(removeParticipant, { query: { participant_id: s.ada } });
    await somebodyWaits(s);
    const added = admin.call(addCareGroup, { body: siteOf(s.trialId, 'Uppsala') });
    await Promise.race([added, somebodyWaits(s, 2)]);
    return { answers: Promise.all([removed, added]) };
  });
  expect((await answers).map(({ status }) => status)).toEqual([200, 200]);
  expect((await admin.call(fetchDocument, { query: { docId: documentId } })).status).toBe(404);
});

test('PRV-03 PRV-10 REL-08 a form that is signed while its participant is removed stays', async () => {
  const s = await openCancelled();
  const { docId } = await s.askedForAda();
  const removed = await whileUncommitted(
    s,
    s.companyId,
    async (tx) => {
      await tx.selectFrom('document').select('version').where('document_id', '=', docId).forUpdate().execute();
      await sql`insert into signature (signing_request_id, signer_id, company_id, field_name, page, image_sha384, presented_sha256,
          signed_sha256, reason, signed_at, provider_id, first_name, last_name, email, type, host, address, client)
        select signing_request_id, signer_id, signer.company_id, 'Signature', 1, repeat('0', 96), repeat('0', 64), repeat('0', 64),
          '', now(), provider_id, '', '', '', '', '', '', ''
        from signer join signing_request using (signing_request_id) where document_id = ${docId} and signer_num = 1`.execute(
        tx,
      );
    },
    () => s.remove(),
  );
  expect(removed).toBe(200);
  expect(await s.rows('select removed_at from document where document_id = $1', [docId])).toEqual([
    { removed_at: null },
  ]);
});
