/** What becomes of signed documents: altered in the store or in the database, cut off in the middle, under another key. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as documents from '@portal/contract/documents/endpoints.ts';
import * as api from '@portal/contract/signing/endpoints.ts';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { secretId } from '#platform/security/secrets.ts';
import { mailsTo } from '#test/mails.ts';
import { type Caller, onItsOwn, openPortal } from '#test/portal.ts';
import { openSigning } from '#test/signing.ts';

type Signing = Awaited<ReturnType<typeof openSigning>>;

/** Signed by both; sealed where background work runs. */
async function signedByBoth(s: Signing, { seals = false } = {}): Promise<number> {
  const { admin, atBoston } = s.people;
  const { docId } = await s.asks();
  for (const person of [atBoston, admin]) {
    const { status, message } = await s.signs(person, docId);
    if (status !== 200) throw new Error(`not signed: ${message}`);
  }
  if (seals) await vi.waitUntil(async () => (await sealsOf(s, docId)) === 1, { timeout: 10_000 });
  return docId;
}
const sealsOf = async (s: Pick<Signing, 'rows'>, docId: number) =>
  (
    await s.rows<{ n: number }>(
      `select count(*)::int as n from document_revision where document_id = $1 and replaced_by = 'sealed'`,
      [docId],
    )
  )[0]?.n;
/** As the owner of the tables, past what keeps rows from being changed. */
const altered = (s: Pick<Signing, 'rows'>, text: string) =>
  s.rows(`set session_replication_role = replica; ${text}; set session_replication_role = origin`);

test('P11-04 P11-18 a byte changed in the store, documents exchanged, a signature removed, moved or rewritten: verifying says in words what differs, and what was altered is not shown', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  await s.app.jobs.start();
  const docId = await signedByBoth(s, { seals: true });
  const other = await signedByBoth(s);
  const first = (await s.whoIs(atBoston)).name;
  const problems = async (of = docId) => {
    const { reply } = await admin.call(api.verifyDocument, { query: { docId: of } });
    expect(reply.valid).toBe(reply.problems.length === 0);
    return reply.problems;
  };
  const opens = (of = docId) => admin.call(documents.fetchDocument, { query: { docId: of } });
  expect(await problems()).toEqual([]);
  expect((await opens()).reply.signatures.map(({ name }) => name)).toEqual([first, (await s.whoIs(admin)).name]);
  expect(await Promise.all([docId, other, docId, other].map((one) => problems(one)))).toEqual([[], [], [], []]);

  const rewritten = async (change: string, back: string) => {
    await altered(s, change);
    const found = await problems();
    await altered(s, back);
    expect(await problems()).toEqual([]);
    return found;
  };
  const row = `signing_request_id = (select signing_request_id from signing_request where document_id = ${docId}) and field_name like 'Signature4%'`;
  expect(
    await rewritten(
      `update signature set reason = 'I only read it.', first_name = 'Eve' where ${row}`,
      `update signature set reason = 'I approve this prescription.', first_name = (select p.first_name from provider p where p.provider_id = signature.provider_id) where ${row}`,
    ),
  ).toEqual(['The record of the signature in Signature4_1_Required was changed: who signed and the reason.']);
  expect(
    await rewritten(
      `update signature set signed_at = signed_at - interval '1 day' where ${row}`,
      `update signature set signed_at = signed_at + interval '1 day' where ${row}`,
    ),
  ).toEqual(['The record of the signature in Signature4_1_Required was changed: the time.']);
  expect(
    await rewritten(
      `update signature set type = 'Nurse', page = page + 1 where ${row}`,
      `update signature set type = 'Site User', page = page - 1 where ${row}`,
    ),
  ).toEqual(['The record of the signature in Signature4_1_Required was changed: the role and the page.']);
  await s.rows(`create table aside as select * from signature where ${row}`);
  const asItWas =
    'update signature s set host = o.host, address = o.address, client = o.client, claimed_at = o.claimed_at from aside o where s.signature_id = o.signature_id';
  for (const [change, what] of [
    [`host = 'x'`, 'where it was signed from'],
    [`address = '1.2.3.4'`, 'where it was signed from'],
    [`client = 'Another browser'`, 'with what it was signed'],
    [`claimed_at = claimed_at + interval '1 day'`, "the time that the signer's device said"],
    ['claimed_at = null', "the time that the signer's device said"],
  ])
    expect(await rewritten(`update signature set ${change} where ${row}`, asItWas)).toEqual([
      `The record of the signature in Signature4_1_Required was changed: ${what}.`,
    ]);
  expect(
    await rewritten(
      `delete from signature where ${row}`,
      'insert into signature overriding system value select * from aside',
    ),
  ).toEqual([`The signature of ${first}, signer 1, is missing.`]);

  // Exchanged in the database: each has a file that somebody else signed.
  const swap = `update document d set file_id = o.file_id from document o where (d.document_id, o.document_id) in ((${docId}, ${other}), (${other}, ${docId}))`;
  await altered(s, `alter table document drop constraint if exists document_file_id_key; ${swap}`);
  expect((await problems()).length).toBeGreaterThan(0);
  const refused = await opens();
  expect([refused.status, refused.message]).toEqual([500, 'There was a problem opening the document.']);
  await altered(s, swap);

  // A byte in the store.
  const [{ key } = { key: '' }] = await s.rows<{ key: string }>(
    'select key from stored_file join document using (file_id) where document_id = $1',
    [docId],
  );
  const where = path.join(s.app.env.dataDir, 'files', key.slice(0, 2), key);
  const bytes = readFileSync(where);
  const spoiled = Buffer.from(bytes);
  spoiled[bytes.length - 100]! ^= 1;
  writeFileSync(where, spoiled);
  expect(await problems()).toEqual(['Revision 4 of the document is damaged or gone.', 'The sealed file is missing.']);
  expect((await opens()).status).toBe(500);
  expect((await admin.call(api.readToSign, { query: await linkOf(s, docId) })).status).toBe(500);
  writeFileSync(where, bytes);
  expect(await problems()).toEqual([]);
  expect((await opens()).status).toBe(200);

  const { email } = await s.whoIs(admin);
  await expect
    .poll(async () => new Set((await mailsTo(s, email)).map(({ subject }) => subject)))
    .toEqual(new Set(['A signed document is not what was signed', 'A stored document is damaged']));
});

const linkOf = async (s: Signing, docId: number) => {
  const row = await s.rowOf(s.people.admin, docId);
  return { srUuid: row?.uuid ?? '', signerUuid: row?.signerUuid ?? '' };
};

test('P11-04 what was deleted of a signing in the database, from one signer to the whole request, or that it was sealed at another time, is told from the audit trail', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  await s.app.jobs.start();
  const docId = await signedByBoth(s, { seals: true });
  const [first, second] = [(await s.whoIs(atBoston)).name, (await s.whoIs(admin)).name];
  const verified = async () => (await admin.call(api.verifyDocument, { query: { docId } })).reply;
  expect(await verified()).toMatchObject({ valid: true, problems: [] });
  const request = `(select signing_request_id from signing_request where document_id = ${docId})`;

  const seal = `update signing_request set sealed_at = sealed_at`;
  await altered(s, `${seal} - interval '1 day' where document_id = ${docId}`);
  expect((await verified()).problems).toEqual(['The record of the seal was changed.']);
  await altered(s, `${seal} + interval '1 day' where document_id = ${docId}`);
  expect(await verified()).toMatchObject({ valid: true, problems: [] });
  await altered(s, `update signing_request set sealed_at = null, sealed_sha256 = null where document_id = ${docId}`);
  expect((await verified()).problems).toEqual(['The record of the seal is missing.']);
  for (const table of ['signature', 'signer'])
    await altered(
      s,
      `delete from ${table} where signer_id = (select signer_id from signer where signing_request_id = ${request} and signer_num = 2)`,
    );
  const others = 'Those who were to sign are not those who were asked.';
  expect((await verified()).problems).toEqual([
    others,
    `The signature of ${second}, signer 2, is missing.`,
    'The record of the seal is missing.',
  ]);
  await altered(s, `delete from signature where signing_request_id = ${request}`);
  await altered(s, `update signer set signed_at = null where signing_request_id = ${request}`);
  expect((await verified()).problems).toEqual([
    others,
    `The signature of ${first}, signer 1, is missing.`,
    `The signature of ${second}, signer 2, is missing.`,
    'The record of the seal is missing.',
  ]);
  await altered(s, `delete from signer where signing_request_id = ${request}`);
  await altered(s, `delete from signing_proof where signing_request_id = ${request}`);
  await altered(s, `delete from signing_request where document_id = ${docId}`);
  expect(await verified()).toMatchObject({
    valid: false,
    problems: [
      'The request for signatures is missing.',
      `The signature of ${first}, signer 1, is missing.`,
      `The signature of ${second}, signer 2, is missing.`,
      'The record of the seal is missing.',
    ],
  });
  await altered(s, `delete from document_revision where document_id = ${docId} and revision = 3`);
  expect((await verified()).problems[0]).toBe('Revision 3 of the document is missing.');
  const { email } = await s.whoIs(admin);
  await expect
    .poll(async () => (await mailsTo(s, email)).map(({ subject }) => subject))
    .toContain('A signed document is not what was signed');
});

test('P11-04 a request whose second signer was taken out, and one that was called completed, rejected or withdrawn in the database, are told from the audit trail', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const { docId } = await s.asks();
  expect((await s.signs(atBoston, docId)).status).toBe(200);
  const problems = async () => (await admin.call(api.verifyDocument, { query: { docId } })).reply.problems;
  const becomes = (state: string) =>
    altered(
      s,
      `update signing_request set state = '${state}', ended_at = case when '${state}' <> 'open' then now() end where document_id = ${docId}`,
    );
  expect(await problems()).toEqual([]);
  for (const state of ['completed', 'rejected', 'withdrawn']) {
    await becomes(state);
    expect([state, await problems()]).toEqual([state, ['Whether the signing has ended, and how, was changed.']]);
  }
  await altered(
    s,
    `delete from signer where signer_num = 2 and signing_request_id = (select signing_request_id from signing_request where document_id = ${docId})`,
  );
  await becomes('completed');
  expect(await problems()).toEqual([
    'Those who were to sign are not those who were asked.',
    'Whether the signing has ended, and how, was changed.',
  ]);
});

test('P11-04 P11-17 a signer whose account was exchanged in the database is told from the audit trail, before and after the signature', async () => {
  const s = await openSigning();
  const { admin, atBoston, atLyon } = s.people;
  const { docId } = await s.asks();
  const [first, second] = [(await s.whoIs(atBoston)).name, (await s.whoIs(admin)).name];
  const problems = async () => (await admin.call(api.verifyDocument, { query: { docId } })).reply.problems;
  const becomes = (signerNum: number, { providerId }: Caller) =>
    altered(
      s,
      `update signer set provider_id = ${providerId} where signer_num = ${signerNum}
         and signing_request_id = (select signing_request_id from signing_request where document_id = ${docId})`,
    );
  const others = 'Those who were to sign are not those who were asked.';
  await becomes(1, atLyon);
  expect(await problems()).toEqual([others]);
  await becomes(1, atBoston);
  for (const person of [atBoston, admin]) expect((await s.signs(person, docId)).status).toBe(200);
  expect(await problems()).toEqual([]);
  await becomes(1, atLyon);
  expect(await problems()).toEqual([
    others,
    `The signature in Signature4_1_Required is of another account than that of ${first}, signer 1.`,
  ]);
  await becomes(1, atBoston);
  await becomes(2, atBoston);
  expect(await problems()).toEqual([
    others,
    `The signature in Signature6_2_Required is of another account than that of ${second}, signer 2.`,
  ]);
});

test('P11-04 P11-15 who asked for signatures, what for, and why that was withdrawn is told from the audit trail where it was changed in the database', async () => {
  const s = await openSigning();
  const { admin, atLyon } = s.people;
  const { docId } = await s.asks();
  const problems = async () => (await admin.call(api.verifyDocument, { query: { docId } })).reply.problems;
  const becomes = (change: string) => altered(s, `update signing_request set ${change} where document_id = ${docId}`);
  await becomes(`kind = 'report', requester_id = ${atLyon.providerId}`);
  expect(await problems()).toEqual(['The record of the request for signatures was changed: its kind and who asked.']);
  await becomes(`kind = 'general', requester_id = ${admin.providerId}`);
  expect(await problems()).toEqual([]);
  expect((await admin.call(documents.deleteDocument, { query: { docId } })).status).toBe(200);
  await altered(s, `update document set removed_at = null where document_id = ${docId}`);
  expect(await problems()).toEqual([]);
  await becomes(`reason = 'Nobody wanted it.'`);
  expect(await problems()).toEqual(['The record of the request for signatures was changed: why it ended.']);
});

test('P11-04 what a call may change of a request for signatures is that somebody has signed and how it goes on, and neither who signs nor what', async () => {
  const portal = await openPortal();
  const mayChange = (table: string) =>
    portal.rows<{ column: string }>(
      `select column_name as column from information_schema.column_privileges
       where grantee = 'portal_app' and table_name = $1 and privilege_type = 'UPDATE' order by 1`,
      [table],
    );
  expect((await mayChange('signature')).map(({ column }) => column)).toEqual([]);
  expect((await mayChange('signer')).map(({ column }) => column)).toEqual(['signed_at']);
  expect((await mayChange('signing_request')).map(({ column }) => column)).toEqual([
    'ended_at',
    'reason',
    'sealed_at',
    'sealed_sha256',
    'state',
    'version',
  ]);
});

test('P11-04 P11-18 of a document that nobody was asked to sign, a changed byte, a file that is gone and one that was exchanged are told', async () => {
  const s = await openSigning();
  const { admin } = s.people;
  const [docId, other] = [await s.saved('Form', { data: s.form }), await s.saved('Protocol')];
  const verified = async (of = docId) => (await admin.call(api.verifyDocument, { query: { docId: of } })).reply;
  expect(await verified()).toMatchObject({
    valid: true,
    problems: [],
    checked: ['The bytes of the one revision against what was kept.', 'Nobody was asked to sign this document.'],
  });

  const [{ key } = { key: '' }] = await s.rows<{ key: string }>(
    'select key from stored_file join document using (file_id) where document_id = $1',
    [docId],
  );
  const where = path.join(s.app.env.dataDir, 'files', key.slice(0, 2), key);
  const bytes = readFileSync(where);
  const spoiled = Buffer.from(bytes);
  spoiled[bytes.length - 100]! ^= 1;
  writeFileSync(where, spoiled);
  const isDamaged = { valid: false, problems: ['Revision 1 of the document is damaged or gone.'] };
  expect(await verified()).toMatchObject(isDamaged);
  rmSync(where);
  expect(await verified()).toMatchObject(isDamaged);
  writeFileSync(where, bytes);
  expect(await verified()).toMatchObject({ valid: true });

  await altered(
    s,
    `alter table document drop constraint if exists document_file_id_key; update document d set file_id = o.file_id from document o where (d.document_id, o.document_id) in ((${docId}, ${other}), (${other}, ${docId}))`,
  );
  for (const one of [docId, other])
    expect((await verified(one)).problems).toEqual(['Revision 1 of the document is not what was kept.']);
  const { email } = await s.whoIs(admin);
  await expect
    .poll(async () => [...new Set((await mailsTo(s, email)).map(({ subject }) => subject))])
    .toEqual(['A stored document is damaged']);
});

test('P11-04 P11-08 a seal made with a key that is not of this installation is a problem that is said; one of an earlier key is none', async () => {
  const s = await openSigning();
  const { admin } = s.people;
  await s.app.jobs.start();
  const docId = await signedByBoth(s, { seals: true });
  const problems = async () => (await admin.call(api.verifyDocument, { query: { docId } })).reply.problems;
  // Another one is used from now on.
  await s.rows(
    `insert into sealing_identity (certificate, sealed_key, made_at)
     select certificate, sealed_key, now() from sealing_identity`,
  );
  expect(await problems()).toEqual([]);
  await s.rows('create table forgotten as select * from sealing_identity');
  await s.rows('delete from sealing_identity');
  expect(await problems()).toEqual(['The seal was made with a certificate that is not known here.']);
});

test('P11-04 REL-12 a process that ended between the last signature and the seal: sealed after the start, once, by two that start together', async () => {
  onItsOwn();
  const s = await openSigning();
  const docId = await signedByBoth(s);
  expect(await sealsOf(s, docId)).toBe(0);
  const { reply } = await s.people.admin.call(api.verifyDocument, { query: { docId } });
  expect([reply.valid, reply.sealedAt, reply.checked.at(-1)]).toEqual([
    true,
    null,
    'The seal follows within a minute of the last signature.',
  ]);
  await s.stop();
  const [one, two] = [await openPortal({}, { beside: s }), await openPortal({}, { beside: s })];
  await Promise.all([one.app.jobs.start(), two.app.jobs.start()]);
  await expect.poll(() => sealsOf(one, docId)).toBe(1);
  await expect
    .poll(() => one.rows(`select count(*)::int as n from audit_entry where action = 'signing.sealed'`))
    .toEqual([{ n: 1 }]);
  expect(await sealsOf(one, docId)).toBe(1);
});

test('P11-06 REL-02 REL-12 cut off in the middle of signing, nothing of the signature is there; the same submission signs afterwards', async () => {
  onItsOwn();
  const s = await openSigning();
  const { atBoston } = s.people;
  const { docId } = await s.asks();
  const body = await s.submission(atBoston, docId);
  const holder = new pg.Client({ ...inject('postgres'), database: s.connection.database });
  await holder.connect();
  onTestFinished(() => holder.end().catch(() => {}));
  // The file and the revision are written by then.
  await holder.query('begin');
  await holder.query('lock table signature in exclusive mode');
  const cutOff = atBoston.call(api.sign, { body });
  const waiting = async () =>
    (
      await s.rows<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert into "signature"%'`,
      )
    )[0]?.pid;
  await expect.poll(waiting).toBeTypeOf('number');
  await s.rows('select pg_terminate_backend($1)', [await waiting()]);
  expect((await cutOff).status).toBeGreaterThanOrEqual(500);
  await holder.query('rollback');
  expect(
    await s.rows(
      `select (select count(*)::int from signature) as signatures, (select count(*)::int from document_revision) as revisions,
         (select count(*)::int from signing_proof where used_at is not null) as spent,
         (select count(*)::int from audit_entry where action = 'signing.signed') as entries`,
    ),
  ).toEqual([{ signatures: 0, revisions: 0, spent: 0, entries: 0 }]);
  expect((await atBoston.call(api.sign, { body })).status).toBe(200);
  expect(await s.rows('select count(*)::int as n from signature')).toEqual([{ n: 1 }]);
});

test('P11-04 PRV-07 after the key of the file store was changed, the key of the seals follows as the files do, and signed documents open and verify with the new key alone', async () => {
  onItsOwn();
  const s = await openSigning();
  await s.app.jobs.start();
  const docId = await signedByBoth(s, { seals: true });
  const { providerId } = s.people.admin;
  await s.stop();
  const next = 'nB4hQzR9wLx2KvT7pYc5JmD8sGf3Ue6A';
  const both = { PORTAL_SECRET: next, PORTAL_EARLIER_SECRETS: 'T7qk2vXwZp9LmRb4NcYd8HsJ3gFu6EaV' };
  const between = await openPortal(both, { beside: s });
  await between.app.jobs.start();
  const earlier = secretId(Buffer.from(both.PORTAL_EARLIER_SECRETS));
  const underEarlier = async () => {
    const keys = await between.rows<{ key: string }>('select key from stored_file');
    const locks = await Promise.all(keys.map(({ key }) => between.app.files.lockOf(key)));
    const seals = await between.rows(`select 1 from sealing_identity where split_part(sealed_key, '.', 2) = $1`, [
      earlier,
    ]);
    // Those are proven by the earlier one until they are linked, and a start without it is refused.
    const unlinked = await between.rows(
      'select 1 from audit_entry as entry where not exists (select from audit_link as link where link.seq = entry.seq)',
    );
    return locks.filter((lock) => lock !== 'current').length + seals.length + unlinked.length;
  };
  await vi.waitUntil(async () => (await underEarlier()) === 0, { timeout: 15_000 });
  await between.stop();
  const after = await openPortal({ PORTAL_SECRET: next }, { beside: s });
  const admin = await after.signedIn(providerId);
  expect((await admin.call(api.verifyDocument, { query: { docId } })).reply.problems).toEqual([]);
  expect((await admin.call(documents.fetchDocument, { query: { docId } })).status).toBe(200);
});

test('P11-08 REL-12 a document that is deleted between the last signature and the seal is sealed all the same', async () => {
  onItsOwn();
  const s = await openSigning();
  const docId = await signedByBoth(s);
  expect((await s.people.admin.call(documents.deleteDocument, { query: { docId } })).status).toBe(200);
  expect(await sealsOf(s, docId)).toBe(0);
  await s.app.jobs.start();
  await vi.waitUntil(async () => (await sealsOf(s, docId)) === 1, { timeout: 10_000 });
});

test('REL-08 P11-08 signing and deleting at once: one waits for the other, and neither fails', async () => {
  const s = await openSigning();
  const { admin, atBoston } = s.people;
  const pairs = [];
  // One after the other: a password that somebody gives six times at once is refused at times.
  for (let n = 0; n < 6; n += 1) {
    const { docId } = await s.asks();
    pairs.push({ docId, body: await s.submission(atBoston, docId) });
  }
  const outcomes = await Promise.all(
    pairs.map(async ({ docId, body }) => {
      const [signed, deleted] = await Promise.all([
        atBoston.call(api.sign, { body }),
        admin.call(documents.deleteDocument, { query: { docId } }),
      ]);
      return [[200, 403, 404, 409].includes(signed.status), deleted.status];
    }),
  );
  expect(outcomes).toEqual(outcomes.map(() => [true, 200]));
});

test('SGN-03 AKF-04 what people are or were asked to sign is made no form for others', async () => {
  const s = await openSigning();
  const signed = await signedByBoth(s);
  const { docId: open } = await s.asks();
  for (const docId of [signed, open]) {
    const body = { docId, g_id: s.trial, isTrainingDoc: 1, userType: 'Site User' };
    const answer = await s.people.admin.call(documents.attachToGroups, { body });
    expect([answer.status, answer.code]).toEqual([409, 'document.asked_to_sign']);
  }
});
