import { spawnSync } from 'node:child_process';
import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copyRecords } from '@portal/contract/audit/endpoints.ts';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { requestSignatures, verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { names } from '#test/forms.ts';
import { openPapers } from '#test/one-signature.ts';
import { type Caller, onItsOwn, openPortal } from '#test/portal.ts';
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
  audit: { kind: string; cpId: number | null }[];
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
/** A copy that was made and unpacked: its folder. */
async function copyOf(by: Caller, g_id: number): Promise<string> {
  const { reply } = await by.call(copyRecords, { query: { g_id } });
  const [folder, zip] = [path.join(aFolder(), 'copy'), path.join(aFolder(), reply.filename)];
  writeFileSync(zip, Buffer.from(reply.data, 'base64'));
  unpackCopy(zip, folder);
  return folder;
}
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
  const elsewhere = await s.signedIn(
    await s.aPerson('Other', { company_id: s.companyId, admin_rights: true }, [s.otherTrial]),
  );
  for (const careGroupId of [s.otherTrial, null])
    await s.rows('update document set template_id = $2, care_group_id = $3 where document_id = $1', [
      await s.saved('Made elsewhere', {}, elsewhere),
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
    said: [notSigned, ...[atBoston, admin].map(() => expect.stringContaining('the audit trail knows no signature of'))],
  });
  const documentIn = ({ documents: all }: Records) => all.find((one) => one.docId === docId)!;
  expect(rewritten((changed) => void (documentIn(changed).request = null))).toEqual({
    status: 1,
    said: [
      notSigned,
      `Document ${docId} "Form": the request for signatures is missing.`,
      ...[1, 2].map((n) => expect.stringMatching(`the signature of .+, signer ${n}, is missing\\.$`)),
      `Document ${docId} "Form": the record of its seal is missing.`,
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

test('P11-19 P11-04 what was altered in the database before a copy was made is told by the check of the copy without the portal, as the portal tells it', async () => {
  const s = await openSigning();
  const { admin, atBoston, atLyon } = s.people;
  await s.app.jobs.start();
  const { docId } = await s.asks();
  await s.attach(docId, s.trial);
  const verified = async () => (await admin.call(verifyDocument, { query: { docId } })).reply;
  await s.signs(atBoston, docId);
  const [first, second] = [(await s.whoIs(atBoston)).name, (await s.whoIs(admin)).name];
  const rows = (text: string) =>
    s.rows(`set session_replication_role = replica; ${text}; set session_replication_role = origin`);
  const tables = ['signature', 'signer', 'signing_request', 'document_revision'];
  /** What the page of the document shows of them. */
  let signaturesShown: string | undefined;
  /** What the check says of a copy that is made after a change of rows, which are put back then. */
  const found = async (change: string) => {
    await rows(tables.map((table) => `create table kept_${table} as select * from ${table}`).join('; '));
    await rows(change);
    const online = (await verified()).problems.length;
    const { reply } = await admin.call(copyRecords, { query: { g_id: s.trial } });
    await rows(
      tables
        .map(
          (table) =>
            `delete from ${table}; insert into ${table} overriding system value select * from kept_${table}; drop table kept_${table}`,
        )
        .join('; '),
    );
    const [folder, zip] = [path.join(aFolder(), 'copy'), path.join(aFolder(), reply.filename)];
    writeFileSync(zip, Buffer.from(reply.data, 'base64'));
    unpackCopy(zip, folder);
    const page = readFileSync(path.join(folder, `documents/${docId}/index.html`), 'utf8');
    signaturesShown = /<h2>Signatures.*?<\/table>/s.exec(page)?.[0];
    const { status, said } = check(folder);
    return { status, said: said.map((line) => line.replace(`Document ${docId} "Form": `, '')), online };
  };
  const isWhole = {
    status: 0,
    said: expect.arrayContaining([expect.stringMatching(/^The copy is whole: /)]),
    online: 0,
  };
  /** As many problems as the portal tells. */
  const tells = (...said: string[]) => ({ status: 1, said, online: said.length });
  const others = 'those who were to sign are not those who were asked.';
  const end = 'whether the signing has ended, and how, was changed.';
  expect(await found('select')).toEqual(isWhole);
  expect(
    await found(
      `delete from signer where signer_num = 2; update signing_request set state = 'completed', ended_at = now()`,
    ),
  ).toEqual(tells(others, end));
  expect(await found(`update signing_request set state = 'withdrawn'`)).toEqual(tells(end));
  expect(await found(`update signer set provider_id = ${atLyon.providerId} where signer_num = 2`)).toEqual(
    tells(others),
  );
  expect(
    await found(`update signing_request set kind = 'report', requester_id = ${atLyon.providerId}, reason = 'None.'`),
  ).toEqual(tells('the record of the request for signatures was changed: its kind, who asked, why it ended.'));
  expect(await found('delete from signature; delete from signer; delete from signing_request')).toEqual(
    tells('the request for signatures is missing.', `the signature of ${first}, signer 1, is missing.`),
  );

  await s.signs(admin, docId);
  await expect.poll(async () => (await verified()).sealedAt).not.toBeNull();
  expect(await found('select')).toEqual(isWhole);
  expect(await found(`update signer set provider_id = ${atLyon.providerId} where signer_num = 1`)).toEqual(
    tells(others, `the signature in ${names.first} is of another account than that of ${first}, signer 1.`),
  );
  const unlike = (field: string, what: string) =>
    `the signature in ${field} is not what the audit trail says: ${what}.`;
  expect(
    await found(
      `update signature set host = 'x' where field_name = '${names.first}';
       update signature set address = '1.2.3.4', client = 'y', claimed_at = null where field_name = '${names.second}'`,
    ),
  ).toEqual(
    tells(
      unlike(names.first, 'where it was signed from'),
      unlike(names.second, "where it was signed from, with what it was signed, the time that the signer's device said"),
    ),
  );
  expect(await found(`update signing_request set sealed_at = sealed_at - interval '1 day'`)).toEqual(
    tells('the record of the seal was changed.'),
  );
  expect(await found('update signing_request set sealed_at = null, sealed_sha256 = null')).toEqual(
    tells('the record of its seal is missing.'),
  );
  expect(await found(`delete from signer where signer_num = 2`)).toEqual(
    tells(
      others,
      `the signature of ${second}, signer 2, is missing.`,
      `there is a signature of ${second}, who was not asked to sign.`,
    ),
  );
  expect(signaturesShown).toContain(`<td>not asked</td><td>${second}</td>`);
  // Who signed two fields is one signer.
  expect(
    await found(
      `create table more as select * from signature where field_name = '${names.second}';
       update more set signature_id = signature_id + 90, field_name = 'Another'; insert into signature overriding system value select * from more;
       drop table more; delete from signer where signer_num = 2`,
    ),
  ).toEqual(
    tells(
      others,
      `the signature of ${second}, signer 2, is missing.`,
      `there is a signature of ${second}, who was not asked to sign.`,
    ),
  );
  // Of a sealed file that is missing nothing more is told.
  expect(
    await found(
      `update document_revision set replaced_by = 'signed' where replaced_by = 'sealed'; update signing_request set sealed_sha256 = repeat('0', 64)`,
    ),
  ).toEqual(tells('the record of the seal was changed.', 'the sealed file is missing.'));
  // The later number was given to the earlier signer.
  expect(
    await found(
      `create table turned as select * from signature; update turned set signature_id = 9 - signature_id; delete from signature;
       insert into signature overriding system value select * from turned; drop table turned`,
    ),
  ).toEqual(tells('the signatures were not given in the order of the signers.'));
});

test('P11-19 SEC-23 the copy of a site has the entries of every document in it, also of trainings that people signed who are in none of its groups, and is whole', async () => {
  const s = await openPapers();
  const { admin, ofBoston, atBoston, pharmacist } = s.people;
  await s.connect(s.companyId, s.boston, s.pharmacyId);
  const form = await s.saved('Training', { data: s.paper[1], isTemplate: 1 });
  const more = { isTrainingDoc: 1, userType: 'Site User,Pharmacy Partner,Admin' };
  expect((await s.attach(form, s.boston, more)).status).toBe(200);
  for (const who of [admin, atBoston, pharmacist]) {
    const body = { docId: form, requestRequired: 1, signers: await s.signersOf([who]) };
    const { docId } = (await who.call(requestSignatures, { body })).reply;
    expect((await s.signs(who, docId, 'training')).status).toBe(200);
  }
  const copied = async (who: Caller) => {
    const { reply } = await who.call(copyRecords, { query: { g_id: s.boston } });
    const [folder, zip] = [path.join(aFolder(), 'copy'), path.join(aFolder(), reply.filename)];
    writeFileSync(zip, Buffer.from(reply.data, 'base64'));
    unpackCopy(zip, folder);
    const { audit } = JSON.parse(readFileSync(path.join(folder, 'records.json'), 'utf8')) as Records;
    return { ...check(folder), signed: audit.filter(({ kind }) => kind === 'signing.signed').map(({ cpId }) => cpId) };
  };
  expect(await copied(admin)).toMatchObject({
    status: 0,
    signed: [admin, atBoston, pharmacist].map(({ providerId }) => providerId),
  });
  expect(await copied(ofBoston)).toMatchObject({ status: 0, signed: [atBoston.providerId] });
});

test('P11-19 SEC-23 the copy of a site has e-mails of its people and of who was asked to sign what is in it; of others who had to do with it their names alone, but for who sees the whole company', async () => {
  const s = await openPapers();
  const { admin, ofBoston, atBoston } = s.people;
  const signing = await s.signedIn(await s.aPerson('Admin', { company_id: s.companyId, admin_rights: true }));
  const docId = await s.saved('Paper', { data: s.paper[2] });
  expect((await s.attach(docId, s.boston)).status).toBe(200);
  const signers = await s.signersOf([atBoston, signing]);
  const body = { docId, uploaderOwned: 1, requestRequired: 1, signers };
  expect((await admin.call(requestSignatures, { body })).status).toBe(200);
  expect((await s.signs(atBoston, docId, 'general')).status).toBe(200);
  const copied = async (who: Caller) => {
    const { reply } = await who.call(copyRecords, { query: { g_id: s.boston } });
    const [folder, zip] = [path.join(aFolder(), 'copy'), path.join(aFolder(), reply.filename)];
    writeFileSync(zip, Buffer.from(reply.data, 'base64'));
    unpackCopy(zip, folder);
    const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
    const { people } = JSON.parse(read('records.json')) as { people: { cpId: number; email: string }[] };
    const { name, email } = await s.whoIs(admin);
    const all = ['records.json', 'index.html', `documents/${docId}/index.html`].map(read).join('');
    return {
      isWhole: check(folder).status === 0,
      emails: Object.fromEntries(people.map((one) => [one.cpId, one.email])),
      ofAdmin: [all.includes(name), all.includes(email)],
    };
  };
  const emails: Record<number, string> = {};
  for (const who of [admin, atBoston, signing]) emails[who.providerId] = (await s.whoIs(who)).email;
  expect(await copied(ofBoston)).toEqual({
    isWhole: true,
    emails: { ...emails, [admin.providerId]: '' },
    ofAdmin: [true, false],
  });
  expect(await copied(admin)).toEqual({ isWhole: true, emails, ofAdmin: [true, true] });
});

test('P11-19 P11-04 the check of a copy tells how many documents that everybody signed have no seal, and nothing of it once they have', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin } = s.people;
  const signed = async () => {
    const docId = await s.signedBy(admin);
    expect((await s.attach(docId, s.boston)).status).toBe(200);
  };
  const told = async () => {
    const { status, said } = check(await copyOf(admin, s.boston));
    return [status, said[0]?.startsWith('The copy is whole: '), said.filter((line) => line.includes('no seal'))];
  };
  await signed();
  expect(await told()).toEqual([0, true, ['1 document that everybody signed has no seal.']]);
  await signed();
  expect(await told()).toEqual([0, true, ['2 documents that everybody signed have no seal.']]);
  await s.app.jobs.start();
  await expect.poll(() => s.rows('select from signing_request where sealed_at is null')).toEqual([]);
  expect(await told()).toEqual([0, true, []]);
});

test('P11-19 P11-18 a copy is made also where the store has lost or damaged a file of it: all else is whole, that file is zeros from there on, the check names it with its revision, and it is on record', async () => {
  onItsOwn();
  const s = await openPapers();
  const { admin } = s.people;
  const long = randomBytes(2.5 * 1_048_576);
  const { key, bytes, sha256: hash } = await s.app.files.put(long);
  const [{ damagedAtItsEnd } = { damagedAtItsEnd: 0 }] = await s.rows<{ damagedAtItsEnd: number }>(
    `with file as (insert into stored_file (company_id, bytes, type, key, sha256, created_at)
       values ($1, $2, 'application/pdf', $3, $4, now()) returning file_id)
     insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at, care_group_id)
     select $1, file_id, 'a.pdf', 'Damaged at its end', $5, now(), $6 from file returning document_id as "damagedAtItsEnd"`,
    [s.companyId, bytes, key, hash, admin.providerId, s.boston],
  );
  const [gone, damaged, whole] = [
    await s.attached(s.boston, 'Gone'),
    await s.attached(s.boston, 'Damaged'),
    await s.attached(s.boston, 'Whole'),
  ];
  const kept = await s.rows<{ key: string; bytes: number }>(
    `select key, bytes::int as bytes from stored_file join document using (file_id)
     where document_id = any($1) order by array_position($1, document_id)`,
    [[gone, damaged, damagedAtItsEnd]],
  );
  const [ofGone, ofDamaged, ofLong] = kept.map(({ key }) =>
    path.join(s.app.env.dataDir, 'files', key.slice(0, 2), key),
  );
  rmSync(ofGone as string);
  for (const file of [ofDamaged as string, ofLong as string]) {
    const stored = readFileSync(file);
    stored[stored.length - 20]! ^= 1;
    writeFileSync(file, stored);
  }

  const folder = await copyOf(admin, s.boston);
  const copied = (docId: number) => readFileSync(path.join(folder, `documents/${docId}/1.pdf`));
  expect(copied(gone).equals(Buffer.alloc(kept[0]?.bytes ?? 0))).toBe(true);
  expect(copied(damaged).equals(Buffer.alloc(kept[1]?.bytes ?? 0))).toBe(true);
  const begun = long.subarray(0, 2 * 1_048_576);
  expect(copied(damagedAtItsEnd).equals(Buffer.concat([begun, Buffer.alloc(long.length - begun.length)]))).toBe(true);
  expect(copied(whole).subarray(0, 5).toString()).toBe('%PDF-');
  const { status, said } = check(folder);
  expect([status, said.sort()]).toEqual([
    1,
    [
      `Document ${damaged} "Damaged": revision 1 is not what was kept.`,
      `Document ${damagedAtItsEnd} "Damaged at its end": revision 1 is not what was kept.`,
      `Document ${gone} "Gone": revision 1 is not what was kept.`,
      ...[gone, damaged, damagedAtItsEnd].map((docId) => `documents/${docId}/1.pdf is not what was copied.`),
    ].sort(),
  ]);
  const found = () =>
    s.rows<{ id: number }>(
      `select record_id::int as id from audit_entry where action = 'document.found_damaged' and company_id = $1 order by seq`,
      [s.companyId],
    );
  await expect
    .poll(async () => new Set((await found()).map(({ id }) => id)))
    .toEqual(new Set([gone, damaged, damagedAtItsEnd]));

  // What lies in its place is whole, and longer.
  const other = await s.app.files.put(randomBytes(100_000));
  await s.rows(
    'update stored_file set key = $2 from document where document.file_id = stored_file.file_id and document_id = $1',
    [whole, other.key],
  );
  await copyOf(admin, s.boston);
  await expect.poll(async () => (await found()).map(({ id }) => id)).toContain(whole);
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
