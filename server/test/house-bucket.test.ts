import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { addParticipant } from '@portal/contract/participants/endpoints.ts';
import { expect, onTestFinished, test } from 'vitest';
import { operate } from '#src/operator/operate.ts';
import { openFiles } from '#platform/files/files.ts';
import { admitInstallation } from '#platform/files/installation.ts';
import { cutFrom } from './audit-trail.ts';
import { aSiteUser, givenParticipant } from './house.ts';
import { openObjectStore } from './object-store.ts';
import { aPdf } from './pdfs.ts';
import { type Portal, onItsOwn, openPortal } from './portal.ts';
import { openShipments } from './shipments.ts';

const ready = async ({ app }: Pick<Portal, 'app'>) => {
  const { statusCode, json } = await app.http.inject({ url: '/api/health/ready', headers: { host: 'localhost' } });
  return [statusCode, (json() as { status: string }).status];
};
/** Starts once more, with another bucket. */
const startsOn = ({ app }: Portal, FILES: Parameters<typeof openFiles>[0]['bucket']) => {
  const env = { ...app.env, bucket: FILES };
  return admitInstallation({ ...app, files: openFiles(env), env }).then(
    () => null,
    (error: Error) => error.message,
  );
};
/** A command that works on the files of a folder. */
const onFolder = ({ app }: Portal, dataDir: string, ...words: string[]) => {
  const env = { ...app.env, dataDir, bucket: undefined };
  return operate(words, async () => ({ ...app, env, files: openFiles(env), sendsMail: false, close: async () => {} }));
};
const move = (portal: Portal, to: string) => onFolder(portal, portal.app.env.dataDir, 'move-files', '--to', to);

test('REL-12 REL-04 PRV-07 SEC-31 documents in a bucket are encrypted; while the bucket is away their calls are 503 with a time, all else goes on and the server stays ready, and the document is whole afterwards', async () => {
  const store = await openObjectStore('portal/');
  const s = await openShipments({ FILES_URL: store.url });
  const data = aPdf('Delivered in May').toString('base64');
  const paper = { category: 2, filename: 'a.pdf', friendlyName: 'a', contentType: 'application/pdf', data };
  const upload = async () =>
    s.people.siteUser.call(siteDocuments.upload, { body: { srId: await s.aRequest(), ...paper } });
  const uploaded = await upload();
  expect([uploaded.status, await ready(s)]).toEqual([200, [200, 'ready']]);
  // The note of the audit trail's end joins them within seconds.
  const keys = (await store.keys()).filter((key) => !key.endsWith('audit-head'));
  expect(keys).toEqual([expect.stringMatching(/^portal\/files\/[0-9a-f]{32}$/), 'portal/installation']);
  expect((await store.read(keys[0] as string)).includes('%PDF')).toBe(false);
  const admin = await s.signedIn(s.people.admin.providerId);
  const fetched = () => admin.call(fetchDocument, { query: { docId: uploaded.reply.docId } });
  expect((await fetched()).reply.data).toBe(data);

  store.intercept((_, reply) => {
    reply.destroy();
    return 'answered';
  });
  for (const call of [fetched, upload]) {
    const refused = await call();
    expect([refused.status, refused.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
  }
  // Readiness has looked a moment ago. A proxy that asks it would otherwise leave all processes, which share the bucket.
  await expect.poll(() => ready(s)).toEqual([200, 'files away']);
  const { dataDir } = s.app.env;
  renameSync(dataDir, `${dataDir}-away`);
  expect(await ready(s)).toEqual([503, 'files away']);
  renameSync(`${dataDir}-away`, dataDir);
  expect((await s.app.http.inject({ url: '/api/brand', headers: { host: 'localhost' } })).statusCode).toBe(200);
  expect(s.logged.filter((line) => line.includes('"event":"unexpected"') || line.includes('secret-of-tests'))).toEqual(
    [],
  );
  store.intercept(null);
  await expect.poll(async () => (await fetched()).status).toBe(200);
  expect((await fetched()).reply.data).toBe(data);
  await expect.poll(() => ready(s)).toEqual([200, 'ready']);
}, 30_000);

test('REL-13 a bucket of another database is refused, an empty one beside a database with files too, and a second machine needs nothing but the bucket', async () => {
  const [store, another] = [await openObjectStore(), await openObjectStore()];
  const portal = await openPortal({ FILES_URL: store.url });
  const stranger = await openPortal({ FILES_URL: another.url });
  expect(await startsOn(portal, stranger.app.env.bucket)).toBe(
    'The bucket of FILES_URL (portal-files) holds the files of another database. Name the bucket that belongs to this one, or an empty one for a new database.',
  );
  const { key } = await portal.app.files.put(Buffer.from('a leaflet'));
  await portal.rows(
    `insert into stored_file (bytes, type, key, sha256, created_at) values (9, 'text/plain', $1, repeat('0', 64), now())`,
    [key],
  );
  const empty = await openObjectStore();
  expect(await startsOn(portal, empty.bucket)).toBe(
    'The bucket of FILES_URL (portal-files) does not hold the files of this database. Name the bucket that does; several servers share it.',
  );
  rmSync(portal.app.env.dataDir, { recursive: true });
  expect(await startsOn(portal, store.bucket)).toBeNull();
  store.intercept((_, reply) => {
    reply.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    return 'answered';
  });
  expect(await startsOn(portal, store.bucket)).toBe(
    'FILES_URL: The bucket portal-files of the file store cannot be used (AccessDenied, 403).',
  );
});

test('REL-13 P11-10 a machine that joins with an empty folder takes the note of the trail from the bucket: nothing counts as cut, and what was cut before it came is missed; a note that is taken away later is told', async () => {
  const store = await openObjectStore('portal/');
  const FILES_URL = store.url;
  const portal = await openPortal({ FILES_URL });
  const { siteId, caller } = await aSiteUser(portal);
  expect((await caller.call(addParticipant, { body: givenParticipant(siteId) })).status).toBe(200);
  await portal.stop();
  const noteIn = (dataDir: string) => readFileSync(path.join(dataDir, 'audit-head'), 'utf8');
  const noted = noteIn(portal.app.env.dataDir);
  const { position } = JSON.parse(noted) as { position: number };
  expect(String(await store.read('portal/audit-head'))).toBe(noted);

  const aFolder = () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'portal-joins-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  };
  /** What a machine with this folder tells of the trail, and up to where its note goes. */
  const told = async (DATA_DIR: string) => {
    const machine = await openPortal({ FILES_URL, DATA_DIR }, { beside: portal });
    await machine.stop();
    const errors = machine.logged.filter((line) => line.includes('"event":"audit trail cut"'));
    const isNoted = existsSync(path.join(DATA_DIR, 'audit-head'));
    const { position: at } = (isNoted ? JSON.parse(noteIn(DATA_DIR)) : { position: 0 }) as { position: number };
    return { cut: errors.map((line) => JSON.parse(line) as object), at };
  };
  const joined = aFolder();
  expect(await told(joined)).toEqual({ cut: [], at: position });
  rmSync(path.join(joined, 'audit-head'));
  expect(await told(joined)).toEqual({ cut: [expect.objectContaining({ note: 'gone' })], at: position });
  const [{ seq } = { seq: 0 }] = await portal.rows<{ seq: number }>('select max(seq) as seq from audit_link');
  await cutFrom(portal, seq);
  expect(await told(aFolder())).toEqual({ cut: [expect.objectContaining({ position })], at: position });
  // A database that was recovered has less than the bucket knows, and its operator knows that.
  await portal.rows('update installation set holds_outbound = true');
  expect(await told(aFolder())).toEqual({ cut: [], at: position - 1 });
});

test('REL-13 files are moved, and brought back, only from the folder that belongs to the database: from another one, or none, the bucket stays as it is', async () => {
  onItsOwn();
  const store = await openObjectStore();
  const [portal, stranger] = [await openPortal(), await openPortal()];
  await portal.app.files.put(Buffer.from('a leaflet'));
  const { dataDir } = stranger.app.env;
  const none = `${dataDir}-none`;
  for (const [folder, marker] of [
    [none, 'it has no marker'],
    [dataDir, 'its marker is that of another one'],
  ] as const) {
    const refused = `DATA_DIR (${folder}) does not hold the files of this database: ${marker}.`;
    expect(await onFolder(portal, folder, 'move-files', '--to', store.url)).toEqual({
      ok: false,
      said: `${refused} Nothing was copied.`,
    });
    expect(await onFolder(portal, folder, 'bring-back-files')).toEqual({
      ok: false,
      said: `${refused} Nothing was moved back.`,
    });
  }
  expect([await store.keys(), existsSync(none)]).toEqual([[], false]);
});

test('REL-13 P11-16 the operator moves files to a bucket while the portal runs, again for what has come meanwhile, and starts with it', async () => {
  onItsOwn();
  const store = await openObjectStore();
  const portal = await openPortal();
  const keys = [];
  for (const text of ['one', 'two', 'three']) keys.push((await portal.app.files.put(Buffer.from(text))).key);
  let left = 1;
  store.intercept(({ method, url }, reply) => {
    if (method !== 'PUT' || !url?.includes('/files/') || left-- > 0) return 'left';
    reply.writeHead(403).end('<Error><Code>QuotaExceeded</Code></Error>');
    return 'answered';
  });
  expect(await move(portal, store.url)).toEqual({
    ok: false,
    said: 'The bucket portal-files of the file store cannot be used (QuotaExceeded, 403).',
  });
  store.intercept(null);
  expect(await startsOn(portal, store.bucket)).toBe(
    'The bucket of FILES_URL (portal-files) does not have all files yet: "npm run operator -- move-files" has not come to its end.',
  );
  const said = (copied: number, known: number) => ({
    ok: true,
    said: [
      `The bucket portal-files has all files now: ${copied} copied, ${known} were there.`,
      `Next: stop the portal, run this once more for what has come meanwhile, and start it with FILES_URL='${store.url}'.`,
      'Nothing was removed; what was set aside stays in the earlier trash.',
    ].join('\n'),
  });
  expect(await move(portal, store.url)).toEqual(said(2, 1));
  keys.push((await portal.app.files.put(Buffer.from('four'))).key);
  expect(await move(portal, store.url)).toEqual(said(1, 3));
  expect(await startsOn(portal, store.bucket)).toBeNull();
  const moved = openFiles({ ...portal.app.env, bucket: store.bucket });
  expect(await Promise.all(keys.map(async (key) => String(await moved.read(key))))).toEqual([
    'one',
    'two',
    'three',
    'four',
  ]);

  const stranger = await openPortal();
  expect((await move(stranger, store.url)).said).toBe(
    'The bucket portal-files holds the files of another database. Nothing was copied.',
  );
  expect((await move(portal, 's3://key:topsecret@portal-files?endpoint=https://s3.example.com')).said).toBe(
    '--to must not hold a name or a password; AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are for that.',
  );
  expect((await move(portal, 'file:')).said).toBe('The files are there already.');
});
