import { rmSync } from 'node:fs';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { expect, test } from 'vitest';
import { operate } from '#src/operator/operate.ts';
import { openFiles } from '#platform/files/files.ts';
import { admitInstallation } from '#platform/files/installation.ts';
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
const move = ({ app }: Portal, to: string) =>
  operate(['move-files', '--to', to], async () => ({
    ...app,
    env: { ...app.env, bucket: undefined },
    sendsMail: false,
    close: async () => {},
  }));

test('REL-12 REL-04 PRV-07 SEC-31 documents in a bucket are encrypted; while the bucket is away their calls are 503 with a time, the server is not ready, all else goes on, and the document is whole afterwards', async () => {
  const store = await openObjectStore('portal/');
  const s = await openShipments({ FILES_URL: store.url });
  const data = aPdf('Delivered in May').toString('base64');
  const paper = { category: 2, filename: 'a.pdf', friendlyName: 'a', contentType: 'application/pdf', data };
  const upload = async () =>
    s.people.siteUser.call(siteDocuments.upload, { body: { srId: await s.aRequest(), ...paper } });
  const uploaded = await upload();
  expect([uploaded.status, await ready(s)]).toEqual([200, [200, 'ready']]);
  const keys = await store.keys();
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
  // Readiness has looked a moment ago.
  await expect.poll(() => ready(s)).toEqual([503, 'files away']);
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
