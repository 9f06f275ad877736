/** Where the files or the database are away, nobody says of a document that it is damaged. */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as documents from '@portal/contract/documents/endpoints.ts';
import * as api from '@portal/contract/signing/endpoints.ts';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { mailsTo } from '#test/mails.ts';
import { onItsOwn } from '#test/portal.ts';
import { openSigning } from '#test/signing.ts';

beforeEach(onItsOwn);

type Signing = Awaited<ReturnType<typeof openSigning>>;

/** What is on record of damage and alterations, once the next damage is: what was told before it is told by then. */
async function onRecordOfDamage(s: Signing, docId: number) {
  const [{ key } = { key: '' }] = await s.rows<{ key: string }>(
    'select key from stored_file join document using (file_id) where document_id = $1',
    [docId],
  );
  const place = path.join(s.app.env.dataDir, 'files', key.slice(0, 2), key);
  const bytes = readFileSync(place);
  const spoiled = Buffer.from(bytes);
  spoiled[bytes.length - 100]! ^= 1;
  writeFileSync(place, spoiled);
  const { status } = await s.people.admin.call(documents.fetchDocument, { query: { docId } });
  expect(status).toBe(500);
  const entries = () =>
    s.rows(
      `select action, record_id as id from audit_entry where action in ('document.found_damaged', 'signing.found_altered') order by seq`,
    );
  await expect.poll(entries).toContainEqual({ action: 'document.found_damaged', id: String(docId) });
  return entries();
}

test('P11-04 P11-18 REL-12 while the files are away nothing is said of a document: opening, proving, signing, asking, attaching and verifying are a 503, nobody is told of damage, and afterwards all of it is done', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const { docId: signed } = await s.asks();
  expect((await s.signs(atBoston, signed)).status).toBe(200);
  expect((await s.signs(admin, signed)).status).toBe(200);
  const { docId, srUuid } = await s.asks();
  const submission = await s.submission(atBoston, docId);
  const fieldName = submission.auditTrailSignatures[0]?.fieldName ?? '';
  const { uuid, signerUuid } = (await s.rowOf(admin, docId)) ?? {};
  const [toAsk, toAttach] = [await s.saved('Next', { data: s.form }), await s.saved('Training', { data: s.form })];
  const signers = await s.signersOf([atBoston, admin]);
  const acts = {
    opening: () => admin.call(documents.fetchDocument, { query: { docId } }),
    'opening by the link': () => admin.call(api.readToSign, { query: { srUuid: uuid, signerUuid } }),
    verifying: () => admin.call(api.verifyDocument, { query: { docId: signed } }),
    proving: () => s.stepUp(atBoston, srUuid, fieldName),
    signing: () => atBoston.call(api.sign, { body: submission }),
    asking: () => admin.call(api.requestSignatures, { body: { docId: toAsk, requestRequired: 1, signers } }),
    attaching: () => s.attach(toAttach, s.boston, { isTrainingDoc: 1, userType: 'Site User' }),
  };
  const answers = async () => {
    const found: Record<string, number> = {};
    for (const [what, act] of Object.entries(acts)) found[what] = (await act()).status;
    return found;
  };
  const all = (status: number) => Object.fromEntries(Object.keys(acts).map((what) => [what, status]));

  const files = path.join(s.app.env.dataDir, 'files');
  renameSync(files, `${files}-away`);
  mkdirSync(files);
  expect(await answers()).toEqual(all(503));
  rmSync(files, { recursive: true });
  renameSync(`${files}-away`, files);
  expect(await answers()).toEqual(all(200));
  expect((await acts.verifying()).reply).toMatchObject({ valid: true, problems: [] });

  expect(await onRecordOfDamage(s, toAsk)).toEqual([{ action: 'document.found_damaged', id: String(toAsk) }]);
  const { email } = await s.whoIs(admin);
  const subjects = async () => (await mailsTo(s, email)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain('A stored document is damaged');
  expect(await subjects()).not.toContain('A signed document is not what was signed');
});

test('P11-04 P11-18 a statement that fails while a document is read says nothing of its bytes: nobody is told of damage', async () => {
  const s = await openSigning();
  const { admin } = s.people;
  const [docId, other] = [await s.saved('Form', { data: s.form }), await s.saved('Other')];
  // What asks for the hash of the signed bytes goes on, what asks for the signatures fails while the file is read.
  await s.rows(
    `revoke select on signature from portal_app;
     grant select (company_id, signing_request_id, signature_id, signed_sha256) on signature to portal_app`,
  );
  expect((await admin.call(documents.fetchDocument, { query: { docId } })).status).toBe(500);
  await s.rows('grant select on signature to portal_app');
  expect((await admin.call(documents.fetchDocument, { query: { docId } })).status).toBe(200);
  expect(await onRecordOfDamage(s, other)).toEqual([{ action: 'document.found_damaged', id: String(other) }]);
});

test('P11-13 REL-10 P11-04 signatures between which the clock was set back are valid; given in another order than that of the signers they are not', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const { docId } = await s.asks();
  expect((await s.signs(atBoston, docId)).status).toBe(200);
  s.app.clock.set(new Date(Date.now() - 60 * 60_000));
  onTestFinished(() => s.app.clock.set(null));
  expect((await s.signs(admin, docId)).status).toBe(200);
  const times = await s.rows<{ at: Date }>('select signed_at as at from signature order by signature_id');
  expect(times.map(({ at }) => at.getTime())).toEqual(times.map(({ at }) => at.getTime()).toSorted((a, b) => b - a));
  const verified = async () => (await admin.call(api.verifyDocument, { query: { docId } })).reply;
  expect(await verified()).toMatchObject({ valid: true, problems: [] });

  const exchangeOnRecord = () =>
    s.rows(
      `set session_replication_role = replica;
       alter table audit_entry disable trigger all;
       create table signed as select * from audit_entry where action = 'signing.signed';
       delete from audit_entry where action = 'signing.signed';
       update signed set seq = (select sum(seq) from signed) - seq;
       insert into audit_entry overriding system value select * from signed;
       drop table signed;
       alter table audit_entry enable trigger all;
       set session_replication_role = origin`,
    );
  await exchangeOnRecord();
  expect((await verified()).problems).toContain('The signatures were not given in the order of the signers.');
  await exchangeOnRecord();
  expect((await verified()).problems).toEqual([]);

  await s.rows(
    `set session_replication_role = replica;
     create table aside as select * from signature; delete from signature;
     update aside set signature_id = 10_000 - signature_id;
     insert into signature overriding system value select * from aside;
     set session_replication_role = origin`,
  );
  expect((await verified()).problems).toContain('The signatures were not given in the order of the signers.');
});
