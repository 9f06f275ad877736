import { spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyRecords } from '@portal/contract/audit/endpoints.ts';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { names } from '#test/forms.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';
import { openSigning } from '#test/signing.ts';
import { unpackCopy } from './unpack-copy.ts';

/** A folder that is gone after the test. */
function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
type Kept = readonly [file: string, bytes: Buffer];
/** What the test changes of the machine form. */
interface Records {
  documents: { docId: number; request: { signatures: object[] } | null }[];
  audit: { kind: string }[];
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const check = (folder: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['verify.mjs'], { cwd: folder, encoding: 'utf8' });
  return { status, said: (stdout + stderr).trim().split('\n') };
};

test('P11-19 P11-08 a copy of a trial holds every document with its revisions, signatures, entries and names, as many as the database; it checks itself without the portal: one changed byte fails, and so does a changed signature though every hash was made anew', async () => {
  const s = await openSigning();
  const { admin, atBoston, ofBoston, atLyon } = s.people;
  await s.app.jobs.start();
  const { docId } = await s.asks();
  await s.attach(docId, s.trial);
  await s.signs(atBoston, docId);
  await s.signs(admin, docId);
  const sealedAt = async () => (await admin.call(verifyDocument, { query: { docId } })).reply.sealedAt;
  await expect.poll(sealedAt).not.toBeNull();
  // Deleted, it is still on record.
  await admin.call(documents.deleteDocument, { query: { docId } });
  for (let n = 0; n < 99; n += 1) {
    const { key, bytes, sha256 } = await s.app.files.put(Buffer.from(`%PDF-1.7 number ${n}`));
    await s.rows(
      `with file as (insert into stored_file (company_id, bytes, type, key, sha256, created_at)
         values ($1, $2, 'application/pdf', $3, $4, now()) returning file_id)
       insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at, care_group_id)
       select $1, file_id, 'a.pdf', $5, $6, now(), $7 from file`,
      [s.companyId, bytes, key, sha256, `Document <${n}>`, admin.providerId, n % 2 ? s.boston : s.lyon],
    );
  }
  const other = await s.attached(s.otherTrial, 'Of another trial');
  // A form that this trial once had as well, and what was filled in and signed of it elsewhere.
  const shared = await s.attached(s.trial, 'Form of both');
  await s.attach(shared, s.otherTrial);
  await admin.call(documents.detachFromGroup, { query: { docId: shared, g_id: s.trial } });
  for (const careGroupId of [s.otherTrial, null])
    await s.rows('update document set template_id = $2, care_group_id = $3 where document_id = $1', [
      await s.saved('Made elsewhere'),
      shared,
      careGroupId,
    ]);

  const { status, reply } = await admin.call(copyRecords, { query: { g_id: s.trial } });
  expect([status, reply.documents, reply.filename]).toEqual([200, 101, `records-${s.trial}.zip`]);
  const folder = aFolder();
  const zip = path.join(aFolder(), reply.filename);
  writeFileSync(zip, Buffer.from(reply.data, 'base64'));
  unpackCopy(zip, folder);
  const records = JSON.parse(readFileSync(path.join(folder, 'records.json'), 'utf8'));
  const own = records.documents.find((one: { docId: number }) => one.docId === docId);
  expect(own.revisions.map(({ by }: { by: string }) => by)).toEqual(['uploaded', 'signed', 'signed', 'sealed']);
  expect(own.request.signatures.map(({ reason }: { reason: string }) => reason)).toHaveLength(2);
  expect(records.documents.some((one: { docId: number }) => one.docId === other)).toBe(false);
  expect(records.documents.some((one: { friendlyName: string }) => one.friendlyName === 'Made elsewhere')).toBe(false);
  const [counted] = await s.rows<{ n: number }>(
    `select count(*)::int as n from audit_entry where (record_kind = 'document' and record_id = $1)
       or (record_kind = 'signing_request' and record_id in (select signing_request_id::text from signing_request where document_id = $1::int))`,
    [String(docId)],
  );
  const about = records.audit.filter(
    (one: { recordKind: string; recordId: string }) =>
      (one.recordKind === 'document' && one.recordId === String(docId)) || one.recordKind === 'signing_request',
  );
  expect([about.length, records.audit.length]).toEqual([counted?.n, reply.entries]);
  const called = records.people.map(
    (one: { firstName: string; lastName: string }) => `${one.firstName} ${one.lastName}`,
  );
  for (const person of [admin, atBoston]) expect(called).toContain((await s.whoIs(person)).name);
  const page = readFileSync(path.join(folder, `documents/${docId}/index.html`), 'utf8');
  expect(page).toContain((await s.whoIs(atBoston)).name);
  expect(readFileSync(path.join(folder, 'index.html'), 'utf8')).toContain('Document &#60;7&#62;');

  const fingerprint = async () => {
    const [{ pem } = { pem: '' }] = await s.rows<{ pem: string }>('select certificate as pem from sealing_identity');
    return sha256(new X509Certificate(pem).raw);
  };
  expect(check(folder)).toEqual({
    status: 0,
    said: [
      expect.stringMatching(/^The copy is whole: \d+ files, 101 documents, \d+ entries of the audit trail\.$/),
      expect.stringMatching(/^The list of its files was signed \S+ with the key of "Trellis":$/),
      await fingerprint(),
      'This proves that nothing was changed, added or taken away since. It does not prove whose key it is: compare the number above with what',
      'the operator of the portal tells of its certificates. Nor does it prove the time, which is what the clock of the portal said.',
    ],
  });
  const flip = (name: string, at: number) => {
    const file = path.join(folder, name);
    const bytes = readFileSync(file);
    const changed = Buffer.from(bytes);
    changed[at < 0 ? bytes.length + at : at]! ^= 1;
    writeFileSync(file, changed);
    const found = check(folder);
    writeFileSync(file, bytes);
    return found;
  };
  const sealed = `documents/${docId}/4.pdf`;
  const found = flip(sealed, 200);
  expect(found.status).toBe(1);
  expect(found.said).toEqual([
    `${sealed} is not what was copied.`,
    `Document ${docId} "Form": revision 4 is not what was kept.`,
    `Document ${docId} "Form": the file is not the one that was sealed.`,
    `Document ${docId} "Form": the file was changed after it was sealed.`,
  ]);
  for (const name of [
    'records.json',
    'manifest.json',
    'manifest.sha256',
    'manifest.sig',
    'index.html',
    'certificates/1.pem',
  ])
    expect([name, flip(name, 20).status]).toEqual([name, 1]);
  expect(check(folder).status).toBe(0);

  // Somebody who changes the time of a signature, and then every hash that says so.
  const rewritten = (change: (records: Records) => void) => {
    const before = ['records.json', 'manifest.json', 'manifest.sha256'].map((name) => {
      const file = path.join(folder, name);
      return [file, readFileSync(file)] as const;
    });
    const [[recordsFile, recordsBytes], [manifestFile, manifestBytes], [hashFile]] = before as [Kept, Kept, Kept];
    const changed = JSON.parse(recordsBytes.toString());
    change(changed);
    const text = Buffer.from(JSON.stringify(changed, null, 1));
    const manifest = JSON.parse(manifestBytes.toString());
    const listed = manifest.files.find((one: { path: string }) => one.path === 'records.json');
    Object.assign(listed, { bytes: text.length, sha256: sha256(text) });
    const list = Buffer.from(JSON.stringify(manifest, null, 1));
    writeFileSync(recordsFile, text);
    writeFileSync(manifestFile, list);
    writeFileSync(hashFile, `${sha256(list)}  manifest.json\n`);
    const found = check(folder);
    for (const [file, bytes] of before) writeFileSync(file, bytes);
    return found;
  };
  const signaturesIn = ({ documents: all }: Records) => all.find((one) => one.docId === docId)!.request!.signatures;
  const notSigned = 'The list of files is not the one that was signed.';
  expect(
    rewritten((changed) => Object.assign(signaturesIn(changed)[0]!, { date: '2020-01-01T00:00:00.000Z' })),
  ).toEqual({
    status: 1,
    said: [
      notSigned,
      `Document ${docId} "Form": the signature in ${names.first} is not what the audit trail says: the time.`,
    ],
  });
  expect(
    rewritten((changed) =>
      Object.assign(signaturesIn(changed)[1]!, {
        firstName: 'Eve',
        type: 'Nurse',
        email: 'eve@elsewhere.example',
        reason: 'I read it',
        page: 7,
        hash: '0',
      }),
    ),
  ).toEqual({
    status: 1,
    said: [
      notSigned,
      `Document ${docId} "Form": the signature in ${names.second} is not what the audit trail says: who signed, the role, the e-mail, the reason, the page, the drawing.`,
    ],
  });
  expect(
    rewritten((changed) => void (changed.audit = changed.audit.filter(({ kind }) => kind !== 'signing.signed'))),
  ).toEqual({
    status: 1,
    said: [
      notSigned,
      `Document ${docId} "Form": the audit trail knows of more or fewer signers than have signed.`,
      ...[atBoston, admin].map(() => expect.stringContaining('the audit trail knows no signature of')),
    ],
  });
  const documentIn = ({ documents: all }: Records) => all.find((one) => one.docId === docId)!;
  expect(rewritten((changed) => void (documentIn(changed).request = null))).toEqual({
    status: 1,
    said: [
      notSigned,
      `Document ${docId} "Form": the record of its seal is missing.`,
      `Document ${docId} "Form": it was signed, and its signatures are missing.`,
    ],
  });
  rmSync(path.join(folder, 'manifest.sig'));
  expect(check(folder)).toEqual({ status: 1, said: ['The list of files is not signed.'] });

  // The operator's command takes the archive as it came.
  const command = (file: string) => {
    const script = path.join(import.meta.dirname, '../../../../../scripts/verify-document.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
    return [status, (stdout + stderr).split('\n')[0]];
  };
  expect(command(zip)).toEqual([0, expect.stringMatching(/^The copy is whole: \d+ files, 101 documents/)]);
  const bytes = readFileSync(zip);
  bytes[bytes.indexOf('number 7')]! ^= 1;
  writeFileSync(zip, bytes);
  expect(command(zip)).toEqual([1, expect.stringMatching(/^documents\/\d+\/1\.pdf is not what was copied\.$/)]);
  writeFileSync(zip, bytes.subarray(0, bytes.length - 100));
  expect(() => unpackCopy(zip, aFolder())).toThrow('This is neither a PDF, nor a folder, nor a ZIP archive.');

  // For administrators in whose reach the trial is; a site's take their site alone.
  expect((await atBoston.call(copyRecords, { query: { g_id: s.boston } })).status).toBe(403);
  expect((await ofBoston.call(copyRecords, { query: { g_id: s.trial } })).status).toBe(404);
  expect((await ofBoston.call(copyRecords, { query: { g_id: s.boston } })).reply.documents).toBe(49);
  expect((await atLyon.call(copyRecords, { query: { g_id: s.lyon } })).status).toBe(403);
  await s.app.accessLog.flush();
  expect(
    await s.rows(
      `select distinct record_kind as kind from access_entry where call = 'GET /records/copy' and outcome = 'read' order by 1`,
    ),
  ).toEqual([{ kind: 'audit' }, { kind: 'document' }, { kind: 'provider' }]);
});

test('P11-19 SEC-22 who asks for a copy of what is out of sight is told that there is none, and no certificate is made for that', async () => {
  onItsOwn();
  const portal = await openPortal();
  const work = await portal.aTrialAtWork();
  const stranger = await portal.signedIn(
    await portal.aPerson('Admin', { company_id: await portal.aCompany(['TrialCard']), admin_rights: true }),
  );
  const none = { code: 'not_found', message: 'Not found.' };
  for (const id of [work.trialId, 999_999])
    expect(await stranger.call(copyRecords, { query: { g_id: id } })).toMatchObject({ status: 404, body: none });
  const made = () => portal.rows('select from sealing_identity');
  expect(await made()).toEqual([]);
  const admin = await portal.signedIn(work.admin);
  expect((await admin.call(copyRecords, { query: { g_id: work.trialId } })).status).toBe(200);
  expect(await made()).toHaveLength(1);
});
