import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { expect, test } from 'vitest';
import { aBrandedCompany } from '#test/brands.ts';
import { keptFiles } from '#test/house.ts';
import { aPng } from '#test/image-corpus.ts';
import { aPdf } from '#test/pdfs.ts';
import { openShipments, type Shipments } from '#test/shipments.ts';
import { archiveMonths } from '#platform/jobs/archive-months.ts';
import { filesOfAct } from './keep-file.ts';
import { bringBackFiles, sweepFiles } from './sweep-files.ts';
import { onItsOwn } from '#test/portal.ts';

const days = 24 * 3_600_000;

/** One of everything that people upload and that lies in the file store, and of what the portal puts there by itself. */
async function everyUpload(s: Shipments) {
  await s.rows(`select make_month('security_event', '2018-03-01')`);
  await archiveMonths(s.app);
  const data = aPdf('Delivered in May').toString('base64');
  const paper = { category: 2, filename: 'a.pdf', friendlyName: 'a', contentType: 'application/pdf', data };
  const document = await s.people.siteUser.call(siteDocuments.upload, { body: { srId: await s.aRequest(), ...paper } });
  const picture = await (await aBrandedCompany(s)).upload(aPng(8, 8));
  expect([document.status, document.message, picture.status, picture.message]).toEqual([
    200,
    undefined,
    200,
    undefined,
  ]);
  return { docId: document.reply.docId, imageUrl: picture.reply.imageUrl, pdf: data };
}
type Uploads = Awaited<ReturnType<typeof everyUpload>>;
async function areThere(s: Shipments, { docId, imageUrl, pdf }: Uploads): Promise<void> {
  const admin = await s.signedIn(s.people.admin.providerId);
  expect((await admin.call(fetchDocument, { query: { docId } })).reply.data).toBe(pdf);
  const image = await s.app.http.inject({ url: imageUrl, headers: { host: 'localhost' } });
  expect([image.statusCode, image.headers['content-length']]).toEqual([200, String(image.rawPayload.length)]);
}

const keysOf = async (s: Shipments) =>
  (await s.rows<{ key: string }>('select key from stored_file order by key')).map(({ key }) => key);
const sweptAt = async (s: Shipments, ms: number) => {
  s.app.clock.set(new Date(Date.now() + ms));
  await sweepFiles(s.app, { trashDays: 30 });
  return (await keptFiles(s)).sort();
};
/** A file in store and table, which nothing refers to yet. */
async function aFile(s: Shipments, content: string): Promise<{ fileId: number; key: string }> {
  const { clock, database, files } = s.app;
  const { fileId } = await database.inCompany(s.companyId, (tx) =>
    filesOfAct(tx, clock, s.companyId, files).keep(Buffer.from(content), 'text/plain'),
  );
  const [row] = await s.rows<{ key: string }>('select key from stored_file where file_id = $1', [fileId]);
  return { fileId, key: row?.key as string };
}

test('REL-02 P11-08 whatever was uploaded is there for good, also what a table keeps that came yesterday; what nothing refers to goes after a day, and what was never written down with it', async () => {
  const s = await openShipments();
  const uploads = await everyUpload(s);
  const earlier = await aFile(s, 'what a document held before it was filled in');
  await s.rows(
    `insert into document_revision (document_id, revision, company_id, file_id, replaced_by, replaced_at)
     values ($1, 1, $2, $3, 'filled', now())`,
    [uploads.docId, s.companyId, earlier.fileId],
  );
  // A table with files and no row here would be one whose upload this test does not know.
  const referring = await s.rows<{ table: string }>(
    `select conrelid::regclass::text as table from pg_constraint where contype = 'f' and confrelid = 'stored_file'::regclass`,
  );
  for (const { table } of referring)
    expect([table, (await s.rows(`select 1 from ${table} limit 1`)).length]).toEqual([table, 1]);

  await s.rows(`
    create table "Odd name" (odd_id int primary key, "the file" int references stored_file);
    grant select on "Odd name" to portal_system`);
  const kept = await aFile(s, 'of a table that came yesterday');
  await s.rows('insert into "Odd name" values (1, $1), (2, null)', [kept.fileId]);
  await areThere(s, uploads);
  const ofRecords = await keysOf(s);
  const orphan = await aFile(s, 'that nothing refers to');
  const { key: stray } = await s.app.files.put(Buffer.from('of a process that was killed'));
  const half = `${stray}.new`;
  writeFileSync(path.join(s.app.env.dataDir, 'files', half.slice(0, 2), half), 'ha');

  expect(await sweptAt(s, 0.9 * days)).toEqual([...ofRecords, orphan.key, stray, half].sort());
  expect(await keysOf(s)).toEqual([...ofRecords, orphan.key].sort());
  expect(await sweptAt(s, 1.1 * days)).toEqual(ofRecords);
  expect(await keysOf(s)).toEqual(ofRecords);
  expect(await sweptAt(s, 400 * days)).toEqual(ofRecords);
  await areThere(s, uploads);
  // Given up by its record, it goes with the next sweep.
  await s.rows('delete from "Odd name"');
  expect(await sweptAt(s, 400 * days)).toEqual(ofRecords.filter((key) => key !== kept.key));
});

test('PRV-10 a sweep that fails on its way tells what it has taken away until then', async () => {
  onItsOwn();
  const s = await openShipments();
  await aFile(s, 'that nothing refers to');
  s.app.clock.set(new Date(Date.now() + 2 * days));
  const emptyTrash = () => Promise.reject(new Error('no way in'));
  const swept = { unreferred: 0, strays: 0, removed: 0 };
  await expect(
    sweepFiles({ ...s.app, files: { ...s.app.files, emptyTrash } }, { trashDays: 30 }, swept),
  ).rejects.toThrow('no way in');
  expect(swept.unreferred).toBeGreaterThan(0);
  expect(s.logged.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ event: 'files swept', ...swept }),
  );
});

test('REL-02 a table that the sweep may not look into loses nothing', async () => {
  const s = await openShipments();
  const { fileId } = await aFile(s, 'of a table behind a fence');
  await s.rows(`
    create table fenced (file_id int references stored_file);
    alter table fenced enable row level security;
    grant select on fenced to portal_system`);
  await s.rows('insert into fenced values ($1)', [fileId]);
  const before = await keptFiles(s);
  await expect(sweptAt(s, 2 * days)).rejects.toThrow('violates foreign key constraint');
  expect(await keptFiles(s)).toEqual(before);
  await s.rows('revoke select on fenced from portal_system');
  await expect(sweptAt(s, 2 * days)).rejects.toThrow('permission denied');
  expect(await keptFiles(s)).toEqual(before);
});

test('REL-02 REL-13 what a sweep takes away can be brought back for as long as the trash keeps it', async () => {
  onItsOwn();
  const s = await openShipments();
  const uploads = await everyUpload(s);
  // The database is restored from before the upload, swept, and then replaced by the right one.
  const rows = await s.rows<{ key: string }>('select key from stored_file');
  await s.rows(`create table as_it_was as select * from stored_file; alter table document drop constraint document_file_id_fkey;
    alter table public_image drop constraint public_image_file_id_fkey; delete from stored_file where file_id > 1`);
  await s.rows('alter table document add foreign key (file_id) references stored_file not valid');
  const kept = await sweptAt(s, 2 * days);
  expect(kept.length).toBeLessThan(rows.length);
  expect(s.logged.map((line) => JSON.parse(line) as { event: string; strays?: number })).toContainEqual(
    expect.objectContaining({ event: 'files swept', strays: rows.length - kept.length, removed: 0 }),
  );
  await s.rows(
    'insert into stored_file overriding system value select * from as_it_was where file_id > 1; drop table as_it_was',
  );
  expect(await bringBackFiles(s.app)).toBe(rows.length - kept.length);
  await areThere(s, uploads);
  expect(await bringBackFiles(s.app)).toBe(0);

  const orphan = await aFile(s, 'that nothing refers to');
  await sweptAt(s, 4 * days);
  expect(await s.app.files.read(orphan.key)).toBeNull();
  await sweptAt(s, 29 * days);
  expect(await s.app.files.bringBack(orphan.key)).toBe(true);
  await s.app.files.setAside(orphan.key);
  await sweptAt(s, 31 * days);
  expect(await s.app.files.bringBack(orphan.key)).toBe(false);
});

test('REL-02 P11-18 where the folder has many files that the database does not know, none is touched, and the operator is told', async () => {
  const s = await openShipments({ OPERATOR_EMAIL: 'operator@clinic.example' });
  const { key } = await s.app.files.put(Buffer.from('of another database'));
  // The database knows none of them.
  expect(await sweptAt(s, 2 * days)).toEqual([key]);
  s.app.clock.set(null);
  await everyUpload(s);
  for (let n = 0; n < 101; n++) await s.app.files.put(Buffer.from(`of a database that is ahead, ${n}`));
  const before = (await keptFiles(s)).sort();
  expect(await sweptAt(s, 2 * days)).toEqual(before);
  expect(s.logged.map((line) => JSON.parse(line) as object)).toContainEqual(
    expect.objectContaining({ level: 'error', event: 'files unknown', strays: 102 }),
  );
  await expect
    .poll(() => s.rows(`select subject from message where recipient = 'operator@clinic.example'`))
    .toEqual([{ subject: 'Files that the database does not know' }]);
});

test('SEC-22 a record that keeps a file refers to it and does not go with it, in every table', async () => {
  const s = await openShipments();
  const references = await s.rows<{ table: string; column: string; whenDeleted: string }>(`
    select conrelid::regclass::text as table, attname as column, confdeltype as "whenDeleted" from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'stored_file'::regclass order by 1`);
  expect(references.filter(({ whenDeleted }) => whenDeleted !== 'a')).toEqual([]);
  const named = await s.rows<{ table: string; column: string }>(`
    select attrelid::regclass::text as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname ~ '(^|_)file_id$' and not attisdropped
    and attrelid <> 'stored_file'::regclass order by 1`);
  expect(references.map(({ table, column }) => ({ table, column }))).toEqual(expect.arrayContaining(named));
});
