import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyRecords } from '@portal/contract/audit/endpoints.ts';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openSigning } from '#test/signing.ts';

/** What lies unpacked in an archive, by the list at its end. */
function* entriesOf(zip: Buffer): Generator<[name: string, content: Buffer]> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = zip.readUInt32LE(end + 16);
  for (let n = zip.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [size, name, extra, comment, start] = [
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt16LE(at + 32),
      zip.readUInt32LE(at + 42),
    ];
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    yield [zip.toString('utf8', at + 46, at + 46 + name), zip.subarray(from, from + size)];
    at += 46 + name + extra + comment;
  }
}

function unpacked(zip: Buffer): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'portal-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of entriesOf(zip)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}
const check = (folder: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['verify.mjs'], { cwd: folder, encoding: 'utf8' });
  return { status, said: (stdout + stderr).trim().split('\n') };
};

test('P11-19 P11-08 a copy of a trial holds every document with its revisions, signatures, entries and names, as many as the database; it checks itself without the portal, and one changed byte fails', async () => {
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
  const folder = unpacked(Buffer.from(reply.data, 'base64'));
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
  const names = records.people.map(
    (one: { firstName: string; lastName: string }) => `${one.firstName} ${one.lastName}`,
  );
  for (const person of [admin, atBoston]) expect(names).toContain((await s.whoIs(person)).name);
  const page = readFileSync(path.join(folder, `documents/${docId}/index.html`), 'utf8');
  expect(page).toContain((await s.whoIs(atBoston)).name);
  expect(readFileSync(path.join(folder, 'index.html'), 'utf8')).toContain('Document &#60;7&#62;');

  expect(check(folder)).toEqual({
    status: 0,
    said: [expect.stringMatching(/^The copy is whole: \d+ files, 101 documents, \d+ entries of the audit trail\.$/)],
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
  for (const name of ['records.json', 'manifest.json', 'manifest.sha256', 'index.html', 'certificates/1.pem'])
    expect([name, flip(name, 20).status]).toEqual([name, 1]);
  expect(check(folder).status).toBe(0);

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
