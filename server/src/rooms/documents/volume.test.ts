import { listGroupDocuments } from '@portal/contract/documents/endpoints.ts';
import { expect, test } from 'vitest';
import type { Viewer } from '#platform/security/viewer.ts';
import { openDocuments } from '#test/documents.ts';
import { touched } from '#test/plans.ts';
import { toSign } from '#rooms/signing/queries.ts';
import { correctedAmong, correctionFor, correctionsOf, ofGroup, ofLibrary } from './queries.ts';

test('REL-05 OPS-23 APD-01 the documents of a group, of the library and of somebody who signs thousands are listed by indexes, page by page, among 10,000 of the same group, and so is what corrects them', {
  timeout: 300_000,
}, async () => {
  const s = await openDocuments();
  const docId = await s.attached(s.boston);
  await s.rows(
    `with file as (
       insert into stored_file (company_id, bytes, type, key, sha256, created_at)
       select company_id, bytes, type, key || n, sha256, created_at from stored_file, generate_series(1, 12000) n returning file_id)
     insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at, is_library)
     select $1, file_id, 'a.pdf', 'Paper', $2, now(), file_id % 16 = 0 from file`,
    [s.companyId, s.people.admin.providerId],
  );
  await s.rows(
    `insert into document_link (document_id, care_group_id, company_id, linked_at)
     select document_id, case document_id % 20 when 0 then $3::int else $2::int end, $1, now() from document
     where document_id > $4 and not is_library`,
    [s.companyId, s.boston, s.lyon, docId],
  );
  await s.rows(
    `insert into signing_request (company_id, document_id, kind, sr_uuid, state, created_at)
     select company_id, document_id, 'general', gen_random_uuid(), 'open', now() from document where document_id % 4 = 0`,
  );
  await s.rows(
    `insert into signer (signing_request_id, company_id, signer_num, provider_id, name, email, signer_uuid)
     select signing_request_id, company_id, n, $1, 'Ada', 'ada@portal.example', gen_random_uuid()
     from signing_request, generate_series(1, 2) n`,
    [s.people.admin.providerId],
  );
  await s.rows(
    `insert into user_report (document_id, company_id, care_group_id, changes_since, created_at)
     select document_id, company_id, care_group_id, '2026-01-01', now() from document_link where document_id % 20 < 2`,
  );
  await s.rows(`update document set corrects_id = document_id - 20 where document_id > $1 and document_id % 5 = 3`, [
    docId + 20,
  ]);
  const tables = ['document', 'document_link', 'signing_request', 'signer', 'user_report'];
  for (const table of tables) await s.rows(`vacuum analyze ${table}`);
  const viewer = (more: Partial<Viewer>) =>
    ({
      providerId: s.people.admin.providerId,
      companyId: s.companyId,
      type: 'Admin',
      adminRights: true,
      seesWholeCompany: true,
      modules: ['TrialCard', 'ClinicalManagement'],
      careGroupIds: null,
      pharmacyId: null,
      wholesalerId: null,
      ...more,
    }) as Viewer;
  const admin = viewer({});
  const atBoston = viewer({ type: 'Site User', adminRights: false, seesWholeCompany: false, careGroupIds: [s.boston] });
  const sponsor = viewer({ type: 'Sponsor', adminRights: false, seesWholeCompany: false, careGroupIds: [s.boston] });
  const page = (
    await s.rows<{ id: number }>(
      `select corrects_id as id from document join document_link link using (document_id)
       where corrects_id is not null and link.care_group_id = $1 order by 1 desc limit 100`,
      [s.boston],
    )
  ).map(({ id }) => id);
  // Each of five hundred rows leads to its request, signers and report; a tenth of the documents are reports.
  const few = 5_000;
  const looks: [string, Parameters<typeof touched>[2], number][] = [
    ['an administrator', (tx) => ofGroup(tx, admin, s.boston).limit(501), few],
    ['an administrator, further on', (tx) => ofGroup(tx, admin, s.boston, 5_000).limit(501), few],
    ['a site', (tx) => ofGroup(tx, atBoston, s.boston).limit(501), few],
    ['a sponsor', (tx) => ofGroup(tx, sponsor, s.boston).limit(501), 13_000],
    ['the library', (tx) => ofLibrary(tx, admin).limit(501), few],
    ['who signs', (tx) => toSign(tx, admin).limit(501), 13_000],
    ['who signs, further on', (tx) => toSign(tx, admin, 5_000).limit(501), 13_000],
    ['the library, further on', (tx) => ofLibrary(tx, admin, 5_000).limit(501), few],
    ['which of a page are corrected', () => correctedAmong(page, correctionFor(atBoston)), few],
    ['what corrects one', (tx) => correctionsOf(tx, atBoston, page[0]!), 50],
  ];
  for (const [said, build, most] of looks) {
    const { ways, rows } = await touched(s, s.companyId, build, { of: tables });
    expect({ said, ways: ways.filter((way) => way === 'Seq Scan') }).toEqual({ said, ways: [] });
    expect({ said, rows, bounded: rows > 0 && rows <= most }).toEqual({ said, rows, bounded: true });
  }

  // A list has its newest 500, says that there are more, and gives those after them.
  const { admin: caller } = s.people;
  const first = await caller.call(listGroupDocuments, { query: { g_id: s.boston } });
  const after = Number(first.headers['x-more']);
  expect([first.reply.documents.length, first.reply.documents.at(-1)?.docId]).toEqual([500, after]);
  const next = await caller.call(listGroupDocuments, { query: { g_id: s.boston, after } });
  expect(next.reply.documents[0]?.docId).toBeLessThan(after);
  const [second] = await s.rows<{ id: number }>(
    'select document_id as id from document_link where care_group_id = $1 and document_id > $2 order by 1 limit 1',
    [s.boston, docId],
  );
  const last = await caller.call(listGroupDocuments, { query: { g_id: s.boston, after: second!.id } });
  expect([last.reply.documents.at(-1)?.friendlyName, last.headers['x-more']]).toEqual(['Protocol', undefined]);
});
